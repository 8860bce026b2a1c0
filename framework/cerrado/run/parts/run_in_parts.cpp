#include <cerrado/run/parts/run_in_parts.hpp>

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

void check_jobs(Checkpoint& checkpoint, RunSession const& session) {
    std::uint64_t const sum = checksum_of(session.jobs());
    if (checkpoint.path.empty()) {
        checkpoint.order = session.order;
        checkpoint.job_workers = session.job_workers;
        checkpoint.jobs = session.job_count;
        checkpoint.jobs_checksum = sum;
    } else if (checkpoint.jobs != session.job_count || checkpoint.jobs_checksum != sum) {
        throw InputError(fmt::format(
            "{}: the checkpoint's jobs are others than this run's; give the same roots and order", checkpoint.path));
    }
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

void go_on(Checkpoint const& checkpoint, CheckpointOptions const& options, RunResult& total) {
    Seconds before;
    before.run_before = total.seconds.run_before + total.seconds.run;
    total.seconds = before;
    if (!options.note) return;
    options.note(checkpoint.complete
                     ? fmt::format("{}: this run has come to its end, after {:.1f} s; this is its result again",
                                   checkpoint.path, before.run_before)
                     : fmt::format("{}: the run goes on from here, with {} of {} jobs done after {:.1f} s",
                                   checkpoint.path, total.roots.done, checkpoint.jobs, before.run_before));
}

} // namespace cerrado::detail
