// What a run is of, as its trace and its checkpoint say it.
#pragma once

#include "command/options/balance_options.hpp"
#include "command/options/list_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/loadbalance/trace_writer.hpp>

#include <memory>
#include <optional>
#include <string>

namespace cerrado::command {

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device);

// Begins the trace that was asked for. From then on `options` observe into it. Returns: null if `path` is empty.
std::unique_ptr<TraceWriter> open_trace(std::string const& path, TraceHeader const& header, RunOptions& options);

// What a checkpoint is of; the runtime knows the rest.
std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list);

} // namespace cerrado::command
