#include "library/on_devices.hpp"

#include "bound_widths.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/devices_of_run.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace cerrado {

void BoundApplication::warm_up(RunOptions const& options) const {
    if (options.devices.empty()) return form_->warm_up(options);
    on_each_device(options, [&](RunOptions const& own) { form_->warm_up(own); });
}

std::string BoundApplication::estimate(Graph const& graph, RunOptions const& options) const {
    if (options.devices.empty()) return form_->estimate(graph, options);
    return form_->estimate(graph, OneDevice(options).options());
}

Choice BoundApplication::choose(Graph const& graph, RunOptions const& options) const {
    if (options.devices.empty()) return form_->choose(graph, options);
    return form_->choose(graph, OneDevice(options).options());
}

RunResult BoundApplication::run(GraphOrResident const& graph, RunOptions const& options) const {
    if (!is_shared(options)) return form_->run(graph, options);
    return run_on_devices<RunResult>(graph, options, [&](RunOptions const& own) { return form_->run(graph, own); });
}

std::span<int const> bound_warp_widths() { return bound_widths; }

std::string_view name_of(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::automatic: return "auto";
    case Algorithm::fast: return "fast";
    case Algorithm::paper: return "paper";
    case Algorithm::oriented: return "oriented";
    case Algorithm::bitmap: return "bitmap";
    case Algorithm::pivot: return "pivot";
    case Algorithm::walk: return "walk";
    case Algorithm::formula: return "formula";
    }
    return "unknown";
}

namespace {

// The CUDA devices that have a number.
std::vector<DeviceName> names_of(std::vector<DeviceNumber> const& devices) {
    std::vector<DeviceName> names;
    for (DeviceNumber const& device : devices) {
        if (device) names.push_back({DeviceKind::cuda, *device});
    }
    return names;
}

} // namespace

std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options) {
    if (given.empty()) return {std::nullopt};
    if (options.device != DeviceKind::automatic && options.device != DeviceKind::cuda) {
        throw InputError("CUDA devices are given by number, and the run is on another: leave one of both out");
    }
    std::vector<DeviceNumber> devices(given.begin(), given.end());
    check_devices(names_of(devices));
    return devices;
}

std::uint64_t memory_of(DeviceKind wanted, DeviceNumber device) {
    std::string_view const kind = wanted == DeviceKind::cuda ? "cuda" : "host";
    int of_kind = 0;
    for (DeviceDescription const& one : list_devices()) {
        if (one.kind == kind && (kind == "host" || of_kind++ == device.value_or(0))) return one.memory_bytes;
    }
    return 0;
}

void start_all(std::vector<DeviceNumber> const& devices, DeviceKind kind) {
    RunOptions options;
    options.device = kind;
    options.devices = names_of(devices);
    start_devices(options);
}

namespace {

Progress sum_of(std::vector<Progress> const& parts) {
    Progress sum;
    for (Progress const& part : parts) {
        sum.roots_done += part.roots_done;
        sum.roots_given += part.roots_given;
        sum.seconds = std::max(sum.seconds, part.seconds);
        sum.share += part.share / static_cast<double>(parts.size());
    }
    return sum;
}

// What the threads of run_together() and the one that waits for them tell each other.
struct Together {
    std::mutex mutex;
    std::condition_variable ended;
    std::atomic<bool> stop = false;
    std::vector<Progress> progress;
    std::size_t running = 0;
    std::exception_ptr error; // the first

    void end(std::exception_ptr const& failed) {
        std::lock_guard const lock(mutex);
        if (failed && !error) error = failed;
        if (failed) stop = true;
        --running;
        ended.notify_all();
    }
};

// Shows progress and looks for an interrupt.
void wait_for_all(Together& all, RunOptions const& options) {
    std::unique_lock lock(all.mutex);
    while (all.running > 0) {
        all.ended.wait_for(lock, std::chrono::milliseconds(100));
        if (options.interrupt != nullptr && *options.interrupt) all.stop = true;
        if (!options.progress) continue;
        Progress const sum = sum_of(all.progress);
        lock.unlock();
        options.progress(sum);
        lock.lock();
    }
}

} // namespace

void run_together(std::size_t count, RunOptions const& options,
                  std::function<void(std::size_t, RunOptions const&)> const& run) {
    Together all;
    all.progress.resize(count);
    all.running = count;
    std::vector<std::jthread> threads;
    struct StopAtEnd { // also where something is thrown here
        std::atomic<bool>& stop;
        ~StopAtEnd() { stop = true; }
    } const stop_at_end{all.stop};
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            RunOptions own = options;
            own.interrupt = &all.stop;
            if (options.progress) {
                own.progress = [&, i](Progress const& progress) {
                    std::lock_guard const lock(all.mutex);
                    all.progress[i] = progress;
                };
            }
            std::exception_ptr failed;
            try {
                run(i, own);
            } catch (...) {
                failed = std::current_exception();
            }
            all.end(failed);
        });
    }
    wait_for_all(all, options);
    if (options.progress) options.progress(sum_of(all.progress)); // all that was done, even of the shortest runs
    if (all.error) std::rethrow_exception(all.error);
}

namespace {

template <class Ids> void call_on_its_thread(std::function<void(Ids)>& sink, MemberOfRun& member) {
    if (!sink) return;
    sink = [&member, to = std::move(sink)](Ids ids) { member.call([&] { to(ids); }); };
}

} // namespace

RunOptions detail::of_one(RunOptions const& options) {
    RunOptions own = options;
    own.member = nullptr;
    auto& to = own.of<StoreInput>();
    call_on_its_thread(to.sink, *options.member);
    call_on_its_thread(to.batch_sink, *options.member);
    call_on_its_thread(to.narrow_sink, *options.member);
    return own;
}

std::vector<std::int64_t> ending_of(RunResult const& result) {
    return {static_cast<std::int64_t>(result.status), static_cast<std::int64_t>(result.count),
            static_cast<std::int64_t>(result.roots.done), static_cast<std::int64_t>(result.roots.given)};
}

void take_ending(RunResult& result, std::vector<std::int64_t> const& ending) {
    result.status = static_cast<Status>(ending.at(0));
    result.count = ending.at(1);
    result.roots.done = static_cast<std::uint64_t>(ending.at(2));
    result.roots.given = static_cast<std::uint64_t>(ending.at(3));
}

} // namespace cerrado
