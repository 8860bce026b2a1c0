// A run that can be continued goes in parts, each to the next checkpoint. A part ends like a run that is told to end.
// The next part goes on with the work that is left. Counts of parts add up, on whatever devices they ran.
#pragma once

#include <cerrado/run/parts/kept_arrays.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/session/application_settings.hpp>

#include <typeinfo>

namespace cerrado::detail {

[[noreturn]] void refuse_without_key();

// Throws InputError if settings need a key, and there is none.
template <class App> CheckpointSubject subject_of(App const& app, RunSession const& session, KeptArrays const& arrays) {
    CheckpointSubject subject;
    Graph const& graph = session.given;
    subject.key = session.options.checkpoint.key;
    ApplicationSettings settings(session.options.device, arrays);
    settings.add(static_cast<typename SettingsOf<App>::type const&>(app));
    if (subject.key.empty() && !settings.are_all_known()) refuse_without_key();
    subject.application = typeid(App).name();
    subject.application += ' '; // a separate step: GCC 12 warns of a literal + a temporary (-Wrestrict, its bug 105651)
    subject.application += std::to_string(settings.checksum());
    subject.k = session.needs.k;
    subject.vertices = graph.vertex_count();
    subject.entries = graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(graph);
    subject.arrays_checksum = arrays.first_checksum();
    return subject;
}

// Returns: how long the next part may take if the run has taken `seconds`; 0: until it ends by itself.
double seconds_of_part(RunOptions const& options, double seconds);

// Whether the deadline has come: for all devices of a run when it has for the first.
bool is_at_deadline(RunOptions const& options, double seconds);

// Whether the run has gone on for so long since the last checkpoint that it writes another one.
bool is_due(CheckpointOptions const& options, double seconds);

// Turns the progress of the session's part into that of a run with so many jobs in a round. Before the part, the run
// had delivered this many subgraphs, and taken this many seconds.
std::function<void(Progress const&)> progress_of_run(RunOptions const& options, RunSession const& session,
                                                     std::uint64_t jobs, WideCount delivered, double seconds);

// Sets what is known of the jobs. Throws InputError if the checkpoint has other jobs.
void check_jobs(Checkpoint& checkpoint, RunSession const& session);

// How many workers the jobs of a new run are cut for if it is one of several parts, whatever machine does it; else 0.
int job_workers_of(PartOfRun const& part);

// Throws InputError if the run cannot be done in parts on several machines.
void check_divisible(CheckpointOptions const& options, RunSession const& session, bool has_arrays);

// The result of the run whose parts these are.
template <class App> ResultOf<App> sum_of_parts(std::vector<Checkpoint> const& parts) {
    ResultOf<App> total;
    for (Checkpoint const& part : parts) {
        ResultOf<App> one;
        read_bytes(part.result, one);
        add_result<App>(total, one);
        total.seconds.run_before += one.seconds.run;
    }
    total.seconds.run = 0;
    total.status = Status::complete;
    total.roots = {parts.front().jobs, parts.front().jobs};
    return total;
}

// The part of the run that comes next: the rest of the round that is under way.
void begin_part(RunSession& session, Checkpoint const& checkpoint);

// What is left after a part that ended so. `total` has it already.
void end_part(RunSession const& session, Checkpoint& checkpoint, WorkLeft left, Status status, RunResult& total);

// Whether this device writes the checkpoint of all.
bool writes_checkpoint(RunOptions const& options);

// Says where the run goes on, and counts its seconds as those before. Requires: `total` is the checkpoint's.
void go_on(Checkpoint const& checkpoint, CheckpointOptions const& options, RunResult& total);

// `run_part(session, result, left)` runs the session's part. Returns: the sum of all parts.
template <class App, class RunPart> ResultOf<App> run_in_parts(RunSession& session, Checkpoint& checkpoint,
                                                               KeptArrays const& arrays, RunPart const& run_part) {
    Stopwatch const running;
    double written = 0;
    RunOptions const options = session.options;
    CheckpointOptions const& asked = options.checkpoint;
    ResultOf<App> total;
    if (asked.go_back) asked.go_back(checkpoint.mark);
    if (!checkpoint.path.empty()) {
        read_bytes(checkpoint.result, total);
        arrays.restore(checkpoint.arrays);
        go_on(checkpoint, asked, total);
    }
    total.roots.given = checkpoint.jobs_of_part * static_cast<std::uint64_t>(session.needs.rounds);
    while (!checkpoint.complete) {
        begin_part(session, checkpoint);
        session.options.deadline_seconds = seconds_of_part(options, running.seconds());
        session.options.progress = progress_of_run(options, session, checkpoint.jobs_of_part,
                                                   session.needs.records ? total.count : 0, running.seconds());
        ResultOf<App> part;
        WorkLeft left;
        run_part(session, part, left);
        add_result<App>(total, part);
        end_part(session, checkpoint, std::move(left), part.status, total);
        if (part.status == Status::complete && !checkpoint.complete && !is_due(asked, running.seconds() - written)) {
            continue; // another round
        }
        checkpoint.result = bytes_of<App>(total);
        checkpoint.arrays = arrays.changed();
        if (asked.mark) checkpoint.mark = asked.mark();
        if (writes_checkpoint(options)) write_checkpoint(asked.file, checkpoint);
        written = running.seconds();
        if (part.status == Status::interrupted) break;
        if (part.status == Status::deadline && is_at_deadline(options, running.seconds())) break;
    }
    session.left = nullptr;
    session.round.reset();
    return total;
}

} // namespace cerrado::detail
