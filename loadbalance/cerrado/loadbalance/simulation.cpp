#include <cerrado/loadbalance/simulation.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/dealer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace cerrado {

// The progress of the workers of a simulated device.

// Converts between time and progress. Progress is the time that the same work would take if all workers were busy to
// the end. A worker is faster if others are idle.
class Pace {
public:
    Pace() = default;
    // `ends`: the end of each worker's work, as progress.
    Pace(double start, std::vector<double> ends, double speed_alone) {
        std::ranges::sort(ends);
        points_.push_back({0, start});
        for (std::size_t idle = 0; idle < ends.size(); ++idle) {
            double const share = static_cast<double>(idle) / static_cast<double>(ends.size());
            double const speed = 1 + (speed_alone - 1) * share;
            if (ends[idle] <= points_.back().progress) continue;
            points_.push_back({ends[idle], points_.back().time + (ends[idle] - points_.back().progress) / speed});
        }
    }

    double end() const { return points_.back().time; }
    double time_of(double progress) const { return between(progress, &Point::progress, &Point::time); }
    double progress_at(double time) const { return between(time, &Point::time, &Point::progress); }

private:
    struct Point {
        double progress;
        double time;
    };

    double between(double value, double Point::*from, double Point::*to) const {
        auto const later = std::ranges::upper_bound(points_, value, {}, from);
        if (later == points_.begin()) return points_.front().*to;
        if (later == points_.end()) return points_.back().*to;
        Point const& before = *(later - 1);
        double const part = (value - before.*from) / ((*later).*from - before.*from);
        return before.*to + part * ((*later).*to - before.*to);
    }

    std::vector<Point> points_; // ascending
};

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// In a record of the dealer, a part of a job is given by its units from `first` to `end`. Each job has the same number
// of units.
constexpr std::uint32_t units_of_job = 1 << 16;
constexpr std::uint32_t record_words = record_vertices + 1;

struct Item {
    std::uint32_t job = 0;
    std::uint32_t first = 0; // units
    std::uint32_t end = units_of_job;
    double start = 0; // as progress of its device
    double stop = 0;
};

// With a single device, the dealer never asks it for anything.
DealPolicy policy_of(SimulatedDevices const& settings) {
    bool const asks = settings.devices > 1 || settings.deal != DealPolicy::hand_over;
    return asks ? settings.deal : DealPolicy::round_robin;
}

class Simulation {
public:
    Simulation(std::vector<std::uint64_t> const& nanoseconds, SimulatedDevices const& settings)
        : nanoseconds_(nanoseconds),
          settings_(settings),
          dealer_(static_cast<std::size_t>(settings.devices), policy_of(settings)),
          devices_(static_cast<std::size_t>(settings.devices)) {
        double sum = 0;
        for (std::uint64_t const job : nanoseconds) sum += static_cast<double>(job) * 1e-9;
        look_seconds_ = std::max(settings.look_seconds, 1e-4 * sum / settings.devices / settings.workers);
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            dealer_.set_workers(i, static_cast<int>(settings.workers));
            devices_[i].slowness = i % 2 == 1 ? settings.slowness : 1;
        }
    }

    void run(SimulatedRun& sum) {
        WorkLeft work = no_work();
        work.jobs = JobRanges({{0, nanoseconds_.size()}});
        dealer_.begin(work, 0);
        double now = 0;
        take_shares(now);
        while (anyone_works()) {
            now = next_event(now);
            for (std::size_t i = 0; i < devices_.size(); ++i) {
                if (devices_[i].works && devices_[i].ends <= now) leave(i, now);
            }
            take_shares(now);
            ask(now);
        }
        sum.seconds += now;
        sum.shares += shares_;
        sum.asked += asked_;
        for (Dealer::Member const& member : dealer_.members()) sum.handed_over += member.handed_over;
    }

private:
    struct Device {
        double slowness = 1;
        bool works = false;
        double ends = never;     // the time at which its workers have stopped
        std::vector<Item> items; // in the order in which workers begin them; parts of jobs come first
        std::size_t jobs = 0;    // number of these items that are whole jobs
        Pace pace;
        double dry_at = never;   // the time at which its last item begins
        double asked_at = never; // the time at which it was asked for work; its items end then
    };

    // A job that goes on undivided has a number beyond those of whole jobs, and one unit.
    double seconds_of(Item const& item, Device const& device) const {
        if (item.job >= nanoseconds_.size()) return rests_[item.job - nanoseconds_.size()] * device.slowness;
        double const part = static_cast<double>(item.end - item.first) / units_of_job;
        return static_cast<double>(nanoseconds_[item.job]) * 1e-9 * part * device.slowness;
    }

    void take_shares(double now) {
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            if (devices_[i].works) continue;
            if (std::optional<WorkLeft> const share = dealer_.take(i, now)) begin(devices_[i], *share, now);
        }
    }

    void begin(Device& device, WorkLeft const& share, double now) {
        ++shares_;
        device.items.clear();
        for (std::uint64_t i = 0; i < share.count(); ++i) {
            std::uint32_t const* const record = share.records.data() + i * share.words;
            device.items.push_back({record[record_vertices], record[record_first], record[record_end]});
        }
        for (JobRange const& range : share.jobs.ranges()) {
            for (std::uint64_t i = 0; i < range.count; ++i) {
                device.items.push_back({.job = static_cast<std::uint32_t>(range.first + i)});
            }
        }
        device.jobs = share.jobs.count();
        schedule(device, now + settings_.start_seconds);
        device.works = true;
        device.asked_at = never;
        device.ends = device.pace.end();
    }

    // Gives each item to the worker that is free first.
    void schedule(Device& device, double start) {
        std::priority_queue<double, std::vector<double>, std::greater<>> free(
            std::greater<>(), std::vector<double>(settings_.workers, 0.0));
        for (Item& item : device.items) {
            item.start = free.top();
            item.stop = item.start + seconds_of(item, device);
            free.pop();
            free.push(item.stop);
        }
        std::vector<double> ends;
        for (; !free.empty(); free.pop()) ends.push_back(free.top());
        device.pace = Pace(start, std::move(ends), settings_.speed_alone);
        device.dry_at = device.items.empty() ? start : device.pace.time_of(device.items.back().start);
    }

    // Returns: the number of items that have begun.
    static std::size_t begun(Device const& device, double now) {
        double const progress = device.pace.progress_at(now);
        auto const later = [](double value, Item const& item) { return value <= item.start; };
        return static_cast<std::size_t>(std::upper_bound(device.items.begin(), device.items.end(), progress, later) -
                                        device.items.begin());
    }

    bool anyone_works() const { return std::ranges::any_of(devices_, &Device::works); }

    bool anyone_waits() const {
        return std::ranges::any_of(devices_, [](Device const& device) { return !device.works; });
    }

    double next_event(double now) const {
        bool looks = anyone_waits();
        double next = never;
        for (Device const& device : devices_) {
            if (!device.works) continue;
            next = std::min(next, device.ends);
            if (device.dry_at > now) {
                next = std::min(next, device.dry_at);
            } else {
                looks = true;
            }
        }
        return looks && policy_of(settings_) == DealPolicy::hand_over ? std::min(next, now + look_seconds_) : next;
    }

    void ask(double now) {
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            if (devices_[i].works && devices_[i].asked_at == never) report(i, now, now);
        }
        if (std::optional<std::size_t> const member = dealer_.ask(now)) {
            ++asked_;
            devices_[*member].asked_at = now;
            devices_[*member].ends = std::min(devices_[*member].ends, now + settings_.stop_seconds);
        }
    }

    // Reports the items that the device had begun at the time `then`.
    void report(std::size_t member, double then, double now) {
        Device const& device = devices_[member];
        std::size_t const all = device.items.size(), first = begun(device, then);
        double const part = static_cast<double>(first) / static_cast<double>(std::max<std::size_t>(1, all));
        dealer_.report(member, std::min(device.jobs, all - first), part, now);
    }

    void leave(std::size_t member, double now) {
        Device& device = devices_[member];
        device.works = false;
        WorkLeft rest = no_work();
        rest.words = record_words;
        if (device.asked_at < device.pace.end()) {
            report(member, device.asked_at, now);
            double const progress = device.pace.progress_at(device.asked_at);
            std::vector<JobRange> jobs;
            std::size_t const first = begun(device, device.asked_at);
            for (std::size_t i = 0; i < first; ++i) leave_part(rest, device, device.items[i], progress);
            for (std::size_t i = first; i < device.items.size(); ++i) leave_whole(rest, jobs, device.items[i]);
            rest.jobs = JobRanges(std::move(jobs));
        }
        dealer_.leave(member, rest, false, now);
    }

    // Leaves the part of an item under way that is not done yet.
    void leave_part(WorkLeft& rest, Device const& device, Item const& item, double progress) {
        if (item.stop <= progress) return;
        if (!settings_.divides) {
            rests_.push_back((item.stop - progress) / device.slowness);
            return append(rest, {static_cast<std::uint32_t>(nanoseconds_.size() + rests_.size() - 1), 0, 1});
        }
        double const left = (item.stop - progress) / (item.stop - item.start);
        auto const units = static_cast<std::uint32_t>(left * static_cast<double>(item.end - item.first));
        append(rest, {item.job, item.end - std::max(1u, units), item.end});
    }

    static void leave_whole(WorkLeft& rest, std::vector<JobRange>& jobs, Item const& item) {
        if (item.first != 0 || item.end != units_of_job) return append(rest, item);
        if (!jobs.empty() && jobs.back().first + jobs.back().count == item.job) {
            ++jobs.back().count;
        } else {
            jobs.push_back({item.job, 1});
        }
    }

    static void append(WorkLeft& rest, Item const& item) {
        std::uint32_t record[record_words] = {};
        record[record_length] = record[record_parts] = record[record_slices] = 1;
        record[record_first] = item.first;
        record[record_end] = item.end;
        record[record_origin] = static_cast<std::uint32_t>(JobOrigin::donated);
        record[record_vertices] = item.job;
        append_record(rest, record, record_words);
    }

    std::vector<std::uint64_t> const& nanoseconds_;
    SimulatedDevices const& settings_;
    Dealer dealer_;
    std::vector<Device> devices_;
    std::vector<double> rests_; // seconds of jobs under way that were handed over undivided
    double look_seconds_ = 0;
    std::uint64_t shares_ = 0;
    std::uint64_t asked_ = 0;
};

void check(JobCosts const& costs, SimulatedDevices const& settings) {
    if (settings.devices < 1 || settings.workers < 1 || settings.slowness <= 0) {
        throw InputError(
            "a simulation needs at least one device, at least one worker per device, and a slowness above 0");
    }
    for (std::vector<std::uint64_t> const& run : costs.runs) {
        if (run.size() >> 32 != 0) throw InputError("a simulation can have at most 2^32 jobs; record a smaller run");
    }
}

SimulatedRun simulate_once(JobCosts const& costs, SimulatedDevices const& settings) {
    SimulatedRun sum;
    int const slow = settings.devices / 2; // every other one
    double const quick_workers = settings.workers * ((settings.devices - slow) + slow / settings.slowness);
    for (std::vector<std::uint64_t> const& run : costs.runs) {
        if (run.empty()) continue;
        Simulation(run, settings).run(sum);
        sum.heaviest_seconds += static_cast<double>(std::ranges::max(run)) * 1e-9 *
                                (settings.devices > 1 ? std::min(1.0, settings.slowness) : 1.0);
    }
    sum.even_seconds = costs.worker_seconds() / quick_workers;
    return sum;
}

} // namespace

SimulatedRun simulate(JobCosts const& costs, SimulatedDevices const& settings) {
    check(costs, settings);
    SimulatedRun run = simulate_once(costs, settings);
    run.undivided_seconds = run.seconds;
    if (run.asked == 0 || !settings.divides) return run;
    SimulatedDevices undivided = settings;
    undivided.divides = false;
    run.undivided_seconds = std::max(run.seconds, simulate_once(costs, undivided).seconds);
    return run;
}

} // namespace cerrado
