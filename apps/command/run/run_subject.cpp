#include "command/run/run_subject.hpp"

#include "command/run/application_run.hpp"

#include <cerrado/graph/io/arrays/binary_marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

namespace cerrado::command {
namespace {

std::string listed_as(Graph const& graph, ListRequest const& list) {
    if (list.format_of_target() == ListFormat::binary) return "numbers";
    if (!has_names(graph)) return "text";
    return fmt::format("names ({:016x})", checksum_of(detail::packed_names(*graph.marks->names)));
}

// A run with a trace or a checkpoint is not by formula unless somebody says so.
std::string_view name_of_form(Parameters const& parameters) {
    return name_of(parameters.algorithm == Algorithm::automatic ? Algorithm::fast : parameters.algorithm);
}

} // namespace

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device) {
    TraceHeader header;
    header.application = record.application;
    header.graph = record.graph.source;
    header.k = record.parameters.k;
    header.algorithm = name_of_form(record.parameters);
    header.mechanism = choice.mechanism;
    header.policy = choice.policy;
    header.settings = choice.settings;
    header.poll_seconds = choice.poll_seconds();
    header.device = device_name(resolve_device(device));
    return header;
}

std::unique_ptr<TraceWriter> open_trace(std::string const& path, TraceHeader const& header, RunOptions& options) {
    if (path.empty()) return nullptr;
    auto trace = std::make_unique<TraceWriter>(path, header);
    options.balance.observe = std::ref(*trace);
    return trace;
}

std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list) {
    Sizes const sizes = record.parameters.sizes;
    std::string const listed = list.on() ? ", listed as " + listed_as(record.graph, list) : "";
    if (pattern) {
        return fmt::format("{} of {}, found as {} ({}){}", record.application, pattern->text,
                           fmt::join(pattern->order, ","), record.semantics, listed);
    }
    return fmt::format("{} of {} to {} vertices by {}{}", record.application, sizes.first,
                       sizes.last == largest_there_is ? "all" : fmt::to_string(sizes.last),
                       name_of_form(record.parameters), listed);
}

} // namespace cerrado::command
