#include <cerrado/runtime/run_in_parts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {

double seconds_of_part(RunOptions const& options, double seconds) {
    double const every = options.checkpoint.every_seconds;
    if (options.deadline_seconds <= 0) return std::max(every, 0.0);
    double const left = std::max(options.deadline_seconds - seconds, 1e-6);
    return every > 0 ? std::min(every, left) : left;
}

std::function<void(Progress const&)> progress_of_run(RunOptions const& options, RootsUse const& roots,
                                                     WideCount delivered, double seconds) {
    if (!options.progress) return {};
    return [=, show = options.progress](Progress progress) {
        progress.roots_done += roots.done;
        progress.roots_given = roots.given;
        progress.delivered += static_cast<std::uint64_t>(delivered);
        progress.seconds += seconds;
        show(progress);
    };
}

void check_jobs(Checkpoint& checkpoint, Session const& session) {
    std::uint64_t const sum = checksum_of(session.jobs());
    if (!session.options.checkpoint.resume) {
        checkpoint.order = session.order;
        checkpoint.job_workers = session.job_workers;
        checkpoint.jobs = session.job_count;
        checkpoint.jobs_checksum = sum;
    } else if (checkpoint.jobs != session.job_count || checkpoint.jobs_checksum != sum) {
        throw InputError(
            fmt::format("{}: the checkpoint's jobs are others than this run's; give the same roots and order",
                        session.options.checkpoint.file));
    }
}

} // namespace cerrado::detail
