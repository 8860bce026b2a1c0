// What is printed and written when an application has run, and whether it was right.
#pragma once

#include "command/run/application_run.hpp"

namespace cerrado::command {

// What the record cannot hold: where standard output is the record's or a list's, people read it on standard error.
void say(RunRequest const& request, std::string const& text);

// Files first, since whoever reads standard output may have gone away; where one output cannot be written, the others
// are. Throws what the first failure was.
void write_outputs(Record const& record, RunRequest const& request);

// Each run against its serial program; after the outputs, so that nothing that happens here costs the result. `options`:
// those of the runs.
ExitCode verify_runs(std::span<Application const> applications, std::span<BoundApplication const> bound,
                     Record const& record, RunOptions options, std::optional<TransitionTable> const& tables,
                     RunRequest const& request);

} // namespace cerrado::command
