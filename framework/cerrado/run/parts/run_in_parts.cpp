#include <cerrado/run/parts/run_in_parts.hpp>

#include <cerrado/run/many/shared_run.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/cuda_resident.hpp>
#endif

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {

double seconds_of_part(RunOptions const& options, double seconds) {
    double const every = options.checkpoint.every_seconds;
    if (options.deadline_seconds <= 0) return std::max(every, 0.0);
    double const left = std::max(options.deadline_seconds - seconds, 1e-6);
    return every > 0 ? std::min(every, left) : left;
}

bool is_at_deadline(RunOptions const& options, double seconds) {
    if (options.deadline_seconds <= 0) return false;
    std::int64_t const here = seconds >= options.deadline_seconds ? 1 : 0;
    if (options.member == nullptr) return here != 0;
    return options.member->agree("the deadline", [&] { return std::vector<std::int64_t>{here}; }).front() != 0;
}

bool is_due(CheckpointOptions const& options, double seconds) {
    return options.every_seconds > 0 && seconds >= options.every_seconds;
}

std::function<void(Progress const&)> progress_of_run(RunOptions const& options, RunSession const& session,
                                                     std::uint64_t jobs, WideCount delivered, double seconds) {
    if (!options.progress) return {};
    std::uint64_t const in_this = session.dealt.are_all() ? jobs : session.dealt.count();
    RootsUse const roots = {jobs * static_cast<std::uint64_t>(session.needs.rounds),
                            jobs * static_cast<std::uint64_t>(session.first_round() + 1) - in_this};
    return [=, show = options.progress](Progress progress) {
        progress.roots_done += roots.done;
        progress.roots_given = roots.given;
        progress.delivered += static_cast<std::uint64_t>(delivered);
        progress.seconds += seconds;
        show(progress);
    };
}

namespace {

std::uint64_t checksum_of_jobs(RunSession const& session) {
#if CERRADO_HAS_CUDA
    ResidentOnDevice const* const resident = session.resident();
    if (resident != nullptr && resident->jobs != nullptr) {
        std::vector<Job> jobs(session.job_count);
        read_from_anywhere(jobs.data(), resident->jobs, jobs.size() * sizeof(Job));
        return checksum_of(std::span<Job const>(jobs));
    }
#endif
    return checksum_of(session.jobs());
}

} // namespace

void check_jobs(Checkpoint& checkpoint, RunSession const& session) {
    std::uint64_t const sum = checksum_of_jobs(session);
    std::uint64_t const jobs = session.jobs_of_round();
    if (checkpoint.path.empty()) {
        checkpoint.order = session.order;
        checkpoint.job_workers = session.job_workers;
        checkpoint.jobs = jobs;
        checkpoint.jobs_checksum = sum;
        checkpoint.part = session.options.checkpoint.part;
        checkpoint.jobs_of_part = jobs;
        if (checkpoint.part.is_whole()) return;
        std::vector<double> const alike(static_cast<std::size_t>(checkpoint.part.of), 1);
        std::vector<JobRange> const all = session.dealt.from_ticket(0, jobs).ranges();
        checkpoint.left.jobs = JobRanges(deal_jobs(all, alike)[static_cast<std::size_t>(checkpoint.part.number) - 1]);
        checkpoint.jobs_of_part = checkpoint.left.jobs.count();
    } else if (checkpoint.jobs != jobs) {
        throw InputError(fmt::format("{}: the checkpoint is of {} jobs, this run of {}; give the same roots or numbers",
                                     checkpoint.path, checkpoint.jobs, jobs));
    } else if (checkpoint.order != session.order || checkpoint.jobs_checksum != sum) {
        throw InputError(fmt::format(
            "{}: the checkpoint's jobs are others than this run's; give the same roots and order", checkpoint.path));
    }
}

int job_workers_of(PartOfRun const& part) {
    constexpr int of_a_part = 4096; // about those of a GPU
    return part.is_whole() ? 0 : of_a_part * std::min(part.of, most_parts_of_run);
}

void check_divisible(CheckpointOptions const& options, RunSession const& session, bool has_arrays) {
    PartOfRun const& part = options.part;
    if (part.of < 1 || part.of > most_parts_of_run || part.number < 1 || part.number > part.of) {
        throw InputError(fmt::format("part {} of {}: expected 1 to {} parts, and one of them, from 1", part.number,
                                     part.of, most_parts_of_run));
    }
    if (part.is_whole() && options.merged.empty()) return;
    if (!options.merged.empty() && (!options.file.empty() || !part.is_whole())) {
        throw InputError("the parts of a run are merged without a checkpoint or a part of its own");
    }
    if (!options.earlier.empty()) {
        throw InputError(
            "several runs make up this one, which cannot be done in parts; choose an algorithm that walks");
    }
    if (session.needs.rounds > 1 || has_arrays || session.needs.records) {
        throw InputError(
            "a run with several rounds, with arrays that its jobs write or with a sink cannot be done in parts on "
            "several machines: take an algorithm that walks, or one machine");
    }
}

void begin_part(RunSession& session, Checkpoint const& checkpoint) {
    session.round = checkpoint.round;
    session.dealt = checkpoint.left.jobs;
    session.left = &checkpoint.left;
}

void end_part(RunSession const& session, Checkpoint& checkpoint, WorkLeft left, Status status, RunResult& total) {
    total.status = status;
    checkpoint.left = std::move(left);
    if (status != Status::complete) return;
    checkpoint.left = {};
    checkpoint.complete = ++checkpoint.round == session.needs.rounds;
    total.roots.done = checkpoint.jobs_of_part * static_cast<std::uint64_t>(checkpoint.round);
}

void refuse_without_key() {
    throw InputError(
        "a checkpoint cannot tell this application's settings (a floating-point number or a pointer, say) from others: "
        "set CheckpointOptions::key to a text that says what they are; a run goes on only with the same key");
}

std::uint64_t checksum_of_array(void const* data, std::uint64_t bytes, [[maybe_unused]] DeviceKind device) {
    if (data == nullptr) return 0;
#if CERRADO_HAS_CUDA
    if (device == DeviceKind::cuda) {
        std::string copy(bytes, '\0');
        read_from_anywhere(copy.data(), data, bytes);
        return checksum_of(copy);
    }
#endif
    return checksum_of(std::string_view(static_cast<char const*>(data), bytes));
}

bool writes_checkpoint(RunOptions const& options) { return options.member == nullptr || options.member->is_first(); }

void go_on(Checkpoint const& checkpoint, CheckpointOptions const& options, RunResult& total) {
    Seconds before;
    before.run_before = total.seconds.run_before + total.seconds.run;
    total.seconds = before;
    if (!options.note) return;
    bool const is_last =
        std::ranges::all_of(options.earlier, [](FinishedRuns const& runs) { return runs.done + 1 == runs.all; });
    if (checkpoint.complete && is_last) {
        options.note(fmt::format("{}: this run has come to its end, after {:.1f} s; this is its result again",
                                 checkpoint.path, before.run_before));
        return;
    }
    std::string part;
    for (FinishedRuns const& runs : options.earlier) part += fmt::format(" in part {} of {}", runs.done + 1, runs.all);
    options.note(fmt::format("{}: the run goes on from here, with {} of {} jobs done{} after {:.1f} s", checkpoint.path,
                             total.roots.done, total.roots.given, part, before.run_before));
}

} // namespace cerrado::detail
