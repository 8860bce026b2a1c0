// What is printed and written after an application has run, and the check whether it was right.
#pragma once

#include "command/run/application_run.hpp"

namespace cerrado::command {

// Prints what the record cannot hold. If standard output takes the record or a list, it goes to standard error.
void say(RunRequest const& request, std::string const& text);

// Writes files first, since whoever reads standard output may have gone away. If one output cannot be written, the
// others still are. Throws, at the end, what the first failure was.
void write_outputs(Record const& record, RunRequest const& request);

// Checks each run against its serial program. It comes after the outputs, so that nothing that happens here costs the
// result. `options` are those of the runs.
ExitCode verify_runs(std::span<Application const> applications, std::span<BoundApplication const> bound,
                     Record const& record, RunOptions options, std::optional<TransitionTable> const& tables,
                     RunRequest const& request);

} // namespace cerrado::command
