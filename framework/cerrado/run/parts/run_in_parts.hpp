// A run that can be continued goes in parts, each to the next checkpoint. A part ends like a run that is told to end.
// The next part goes on with the work that is left. Counts of parts add up, on whatever devices they ran.
#pragma once

#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/session/application_settings.hpp>

#include <typeinfo>

namespace cerrado::detail {

[[noreturn]] void refuse_without_key();

// Throws InputError if settings need a key, and there is none.
template <class App> CheckpointSubject subject_of(App const& app, Graph const& graph, RunSession const& session) {
    CheckpointSubject subject;
    subject.key = session.options.checkpoint.key;
    ApplicationSettings settings(session.options.device);
    settings.add(app);
    if (subject.key.empty() && !settings.are_all_known()) refuse_without_key();
    subject.application = typeid(App).name();
    subject.application += ' '; // a separate step: GCC 12 warns of a literal + a temporary (-Wrestrict, its bug 105651)
    subject.application += std::to_string(settings.checksum());
    subject.k = session.needs.k;
    subject.vertices = graph.vertex_count();
    subject.entries = graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(graph);
    return subject;
}

// Returns: how long the next part may take if the run has taken `seconds`; 0: until it ends by itself.
double seconds_of_part(RunOptions const& options, double seconds);

// Turns a part's progress into the run's. Before the part, the run had done these roots, delivered this many subgraphs,
// and taken this many seconds.
std::function<void(Progress const&)> progress_of_run(RunOptions const& options, RootsUse const& roots,
                                                     WideCount delivered, double seconds);

// Sets what is known of the jobs. Throws InputError if the checkpoint has other jobs.
void check_jobs(Checkpoint& checkpoint, RunSession const& session);

// Says where the run goes on, and counts its seconds as those before. Requires: `total` is the checkpoint's.
void go_on(Checkpoint const& checkpoint, CheckpointOptions const& options, RunResult& total);

// `run_part(session, result, left)` runs the session's part. Returns: the sum of all parts.
template <class App, class RunPart>
ResultOf<App> run_in_parts(RunSession& session, Checkpoint& checkpoint, RunPart const& run_part) {
    Stopwatch const running;
    RunOptions const options = session.options;
    CheckpointOptions const& asked = options.checkpoint;
    ResultOf<App> total;
    if (asked.go_back) asked.go_back(checkpoint.mark);
    if (!checkpoint.path.empty()) {
        read_bytes(checkpoint.result, total);
        go_on(checkpoint, asked, total);
    }
    total.roots.given = checkpoint.jobs;
    while (!checkpoint.complete) {
        session.first_job = checkpoint.left.first_job;
        session.job_count = checkpoint.jobs - session.first_job;
        session.left = &checkpoint.left;
        session.options.deadline_seconds = seconds_of_part(options, running.seconds());
        session.options.progress = progress_of_run(options, {session.first_job, checkpoint.jobs},
                                                   session.needs.records ? total.count : 0, running.seconds());
        ResultOf<App> part;
        WorkLeft left;
        run_part(session, part, left);
        left.first_job += session.first_job;
        add_result<App>(total, part);
        checkpoint.left = std::move(left);
        checkpoint.complete = part.status == Status::complete;
        if (checkpoint.complete) total.roots.done = total.roots.given;
        checkpoint.result = bytes_of<App>(total);
        if (asked.mark) checkpoint.mark = asked.mark();
        write_checkpoint(asked.file, checkpoint);
        total.status = part.status;
        bool const is_over = options.deadline_seconds > 0 && running.seconds() >= options.deadline_seconds;
        if (part.status != Status::deadline || is_over) break;
    }
    session.left = nullptr;
    return total;
}

} // namespace cerrado::detail
