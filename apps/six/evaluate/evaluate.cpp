// Evaluation of Cerrado::apps: any points, on one device or several.
#include "six/evaluate/points.hpp"

#include "library/on_devices.hpp"
#include "library/time_left.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

namespace cerrado {

namespace {

void check(SixTask const& task, RunOptions const& options) {
    check_six_points(task.points);
    if (options.checkpoint.on())
        throw InputError("points have no checkpoint, a shard's file is one: unset RunOptions::checkpoint");
    if (options.roots) throw InputError("points have no roots: unset RunOptions::roots");
    devices_of(task.devices, options);
}

bool takes_rounds(DeviceKind device) {
    return device == DeviceKind::cuda || (device == DeviceKind::lockstep && LockstepWarp::width == 32);
}

std::unique_ptr<six::Points> points_on(SixInstance const& instance, int prime, DeviceNumber device,
                                       RunOptions const& options) {
    if (!takes_rounds(options.device)) return six::points_on_host(instance, prime, options);
    return six::points_on_device(instance, prime, memory_of(options.device, device), options);
}

// What several devices evaluate together: each takes the next points that nobody has.
class Evaluation {
public:
    Evaluation(SixInstance const& instance, SixTask const& task, RunOptions const& options)
        : instance_(instance),
          task_(task),
          time_(options) {
        result_.shard.instance = instance.checksum();
        result_.shard.ranges = {
            {task.points.prime, task.points.first, std::vector<std::uint32_t>(task.points.count, six_missing)}};
    }

    void on_device(DeviceNumber device, RunOptions options) {
        DeviceScope const scope(device);
        Stopwatch const preparing;
        auto const points = points_on(instance_, task_.points.prime, device, options);
        {
            std::lock_guard const lock(mutex_);
            result_.seconds.prepare = std::max(result_.seconds.prepare, preparing.seconds());
            result_.memory.peak_bytes += points->bytes();
        }
        auto const progress = std::exchange(options.progress, {});
        std::vector<std::uint32_t> values;
        while (time_.set(options)) {
            std::uint64_t const first = take(points->at_once(), values);
            if (values.empty()) return;
            RunResult const run = points->run(task_.points.first + first, values, options);
            if (!add(run, first, values)) return;
            if (progress) progress(progress_now());
        }
        stop(Status::deadline);
    }

    SixEvaluated done() {
        result_.seconds.run = time_.spent() - result_.seconds.prepare;
        result_.roots = {task_.points.count, static_cast<std::uint64_t>(result_.count)};
        return std::move(result_);
    }

private:
    // The number of the first of the next points, at most so many; `values` gets their number.
    std::uint64_t take(std::uint64_t most, std::vector<std::uint32_t>& values) {
        std::lock_guard const lock(mutex_);
        std::uint64_t const left = result_.status == Status::complete ? task_.points.count - next_ : 0;
        values.resize(std::min(most, left));
        return std::exchange(next_, next_ + values.size());
    }
    // Returns: whether the run was complete.
    bool add(RunResult const& run, std::uint64_t first, std::vector<std::uint32_t> const& values) {
        std::lock_guard const lock(mutex_);
        result_.device = run.device;
        result_.seconds.start = std::max(result_.seconds.start, run.seconds.start);
        if (run.status != Status::complete) {
            result_.status = run.status;
            return false;
        }
        std::ranges::copy(values, result_.shard.ranges[0].values.begin() + static_cast<std::ptrdiff_t>(first));
        result_.count += values.size();
        if (task_.take) task_.take({task_.points.prime, task_.points.first + first, values});
        return true;
    }
    void stop(Status status) {
        std::lock_guard const lock(mutex_);
        if (result_.count < task_.points.count) result_.status = status;
    }
    Progress progress_now() {
        std::lock_guard const lock(mutex_);
        auto const done = static_cast<std::uint64_t>(result_.count);
        Progress progress;
        progress.roots_done = done;
        progress.roots_given = task_.points.count;
        progress.share = static_cast<double>(done) / static_cast<double>(task_.points.count);
        progress.seconds = time_.spent();
        return progress;
    }

    SixInstance const& instance_;
    SixTask const& task_;
    TimeLeft time_;
    std::mutex mutex_; // of what follows
    std::uint64_t next_ = 0;
    SixEvaluated result_;
};

} // namespace

SixEvaluated evaluate_six(SixInstance const& instance, SixTask const& task, RunOptions const& options) {
    check(task, options);
    RunOptions own = options;
    own.device = resolve_device(kind_of(task.devices, options.device));
    std::vector<DeviceNumber> const devices = devices_of(task.devices, options);
    Stopwatch const starting;
    start_all(devices, own.device);
    double const start = starting.seconds();
    Evaluation evaluation(instance, task, own);
    if (devices.size() == 1) {
        evaluation.on_device(devices[0], own);
    } else {
        run_together(devices.size(), own,
                     [&](std::size_t i, RunOptions const& of_one) { evaluation.on_device(devices[i], of_one); });
    }
    SixEvaluated evaluated = evaluation.done();
    evaluated.seconds.start += start;
    return evaluated;
}

SixPlan plan_six(SixInstance const& instance, std::vector<int> const& devices, RunOptions const& options) {
    SixPlan plan;
    DeviceNumber const device = devices_of(devices, options).front();
    RunOptions own = options;
    own.device = plan.device = resolve_device(kind_of(devices, options.device));
    DeviceScope const scope(device);
    auto const points = points_on(instance, 0, device, own);
    plan.points_at_once = points->at_once();
    plan.bytes = points->bytes();
    double const n = instance.padded();
    plan.products = (std::pow(7, instance.split()) + 3 * instance.blocks() + 3) * n * n * n;
    return plan;
}

} // namespace cerrado
