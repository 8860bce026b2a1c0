#include <cerrado/run/conduct/calibration.hpp>

#include <cerrado/core/team.hpp>
#include <cerrado/run/conduct/balancer.hpp>
#include <cerrado/run/devices.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/cuda_calibration.hpp>
#endif

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado {
namespace {

constexpr double kept_throughput = 0.95;
constexpr double least_threshold = 0.05;
constexpr double most_threshold = 0.6;
constexpr std::uint64_t most_donations = 16;
constexpr int looks_apart = 10;
constexpr int paid_looks_apart = 100; // so that they take a hundredth of one worker

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The processor time of one look on the host: a thread wakes up and reads a word of each worker. The least of a few
// batches.
double host_look_seconds(int workers) {
    constexpr int batches = 8;
    constexpr int looks = 8;
    std::vector<std::uint32_t> activity(static_cast<std::size_t>(workers));
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    double least = std::numeric_limits<double>::infinity();
    for (int batch = 0; batch < batches; ++batch) {
        double const begin = processor_seconds();
        for (int look = 0; look < looks; ++look) {
            never.wait_for(lock, std::chrono::microseconds(50));
            for (std::uint32_t& word : activity) std::atomic_ref(word).load(std::memory_order_relaxed);
        }
        least = std::min(least, (processor_seconds() - begin) / looks);
    }
    return least;
}

BalanceDefaults measure_host(int workers) {
    return detail::defaults_from({workers, 1, {}, host_look_seconds(workers), true});
}

#if CERRADO_HAS_CUDA
BalanceDefaults measure_cuda() {
    detail::CudaCalibration const measured = detail::calibrate_cuda();
    return detail::defaults_from({measured.multiprocessors, measured.warps_per_multiprocessor, measured.throughput,
                                  measured.look_seconds, false});
}
#endif

int idle_workers(double threshold, int workers) {
    return std::max(1, static_cast<int>(std::ceil(threshold * static_cast<double>(workers))));
}

std::string origin_of_workers(detail::Calibration const& measured) {
    if (measured.throughput.empty()) return "one per hardware thread";
    return fmt::format("{} warps resident on each of {} multiprocessors; a kernel of another size has more or fewer",
                       measured.workers_per_processor, measured.processors);
}

std::string origin_of_threshold(std::span<double const> throughput) {
    if (throughput.empty()) return "a thread that is idle is missed at once";
    std::vector<std::string> percents;
    percents.reserve(throughput.size());
    for (double const value : throughput)
        percents.push_back(fmt::format("{:.0f}", 100 * value / std::ranges::max(throughput)));
    return fmt::format("with 0, 1/8, 2/8, ... of the warps idle {} % of the throughput was measured; {:g} % is enough",
                       fmt::join(percents, ", "), 100 * kept_throughput);
}

} // namespace

namespace detail {

double tolerable_idle_share(std::span<double const> throughput) {
    double const enough = kept_throughput * std::ranges::max(throughput);
    std::size_t idle = throughput.size() - 1;
    while (throughput[idle] < enough) --idle;
    return std::clamp(static_cast<double>(idle) / share_parts, least_threshold, most_threshold);
}

std::uint32_t donations_that_fit(double threshold, int workers) {
    auto const idle = static_cast<std::uint64_t>(idle_workers(threshold, workers));
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(share_queue_room(static_cast<std::uint64_t>(workers)) / idle, 1, most_donations));
}

std::chrono::microseconds round_poll(double seconds) {
    int const readable[] = {20, 50, 100, 200, 500, 1000};
    auto const distance = [&](int microseconds) { return std::abs(std::log(1e-6 * microseconds / seconds)); };
    return std::chrono::microseconds(*std::ranges::min_element(readable, {}, distance));
}

BalanceDefaults defaults_from(Calibration const& measured) {
    int const apart = measured.workers_pay_look ? paid_looks_apart : looks_apart;
    BalanceDefaults defaults;
    defaults.workers = measured.processors * measured.workers_per_processor;
    defaults.threshold = measured.throughput.empty() ? 0 : tolerable_idle_share(measured.throughput);
    defaults.donations = donations_that_fit(defaults.threshold, defaults.workers);
    defaults.poll = round_poll(apart * measured.look_seconds);
    defaults.origins.workers = origin_of_workers(measured);
    defaults.origins.threshold = origin_of_threshold(measured.throughput);
    defaults.origins.donations = fmt::format("a queue with room for {}, {} idle at the threshold, at most {} each",
                                             share_queue_room(static_cast<std::uint64_t>(defaults.workers)),
                                             idle_workers(defaults.threshold, defaults.workers), most_donations);
    defaults.origins.poll =
        fmt::format("about {} times what a look takes{}, {:.1f}us", apart,
                    measured.workers_pay_look ? " from the workers" : "", 1e6 * measured.look_seconds);
    return defaults;
}

} // namespace detail

BalanceDefaults const& balance_defaults(DeviceKind device) {
    DeviceKind const kind = resolve_device(device);
#if CERRADO_HAS_CUDA
    if (kind == DeviceKind::cuda) {
        static BalanceDefaults const of_cuda = measure_cuda();
        return of_cuda;
    }
#endif
    if (kind == DeviceKind::lockstep) {
        static BalanceDefaults const of_lockstep = measure_host(1);
        return of_lockstep;
    }
    static BalanceDefaults const of_host = measure_host(hardware_threads());
    return of_host;
}

} // namespace cerrado
