#include <cerrado/loadbalance/simulation.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/many/dealer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace cerrado {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A record of the dealer stands for a part of a job here: the units `first` to `end`, of as many as a job has.
constexpr std::uint32_t units_of_job = 1 << 16;
constexpr std::uint32_t record_words = record_vertices + 1;

struct Item {
    std::uint32_t job = 0;
    std::uint32_t first = 0; // units
    std::uint32_t end = units_of_job;
    double start = 0;
    double stop = 0;
};

class Simulation {
public:
    Simulation(std::vector<std::uint64_t> const& nanoseconds, SimulatedDevices const& settings)
        : nanoseconds_(nanoseconds),
          settings_(settings),
          dealer_(static_cast<std::size_t>(settings.devices), settings.deal),
          devices_(static_cast<std::size_t>(settings.devices)) {
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            dealer_.set_workers(i, static_cast<int>(settings.workers));
            devices_[i].slowness = i % 2 == 1 ? settings.slowness : 1;
        }
    }

    void run(SimulatedRun& sum) {
        WorkLeft work;
        work.jobs = JobRanges({{0, nanoseconds_.size()}});
        dealer_.begin(std::move(work), 0);
        double now = 0;
        take_shares(now);
        while (anyone_works()) {
            now = next_event(now);
            for (std::size_t i = 0; i < devices_.size(); ++i) {
                if (devices_[i].works && devices_[i].ends <= now) leave(i, now);
            }
            take_shares(now);
            if (anyone_waits()) ask(now);
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
        double ends = never;     // when its workers have stopped
        std::vector<Item> items; // in the order in which workers begin them
        double asked_at = never; // its items end then
        double done_before = 0;  // when its last item ends, if nobody asks
    };

    double seconds_of(Item const& item, Device const& device) const {
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
        schedule(device, now + settings_.start_seconds);
        device.works = true;
        device.asked_at = never;
        device.ends = device.done_before;
    }

    // Each item goes to the worker that is free first.
    void schedule(Device& device, double start) {
        std::size_t const workers = std::min<std::size_t>(settings_.workers, device.items.size());
        std::priority_queue<double, std::vector<double>, std::greater<>> free(std::greater<>(),
                                                                              std::vector<double>(workers, start));
        device.done_before = start;
        for (Item& item : device.items) {
            item.start = free.top();
            item.stop = item.start + seconds_of(item, device);
            free.pop();
            free.push(item.stop);
            device.done_before = std::max(device.done_before, item.stop);
        }
    }

    static std::size_t begun(Device const& device, double now) {
        auto const later = [](double time, Item const& item) { return time <= item.start; };
        return static_cast<std::size_t>(std::upper_bound(device.items.begin(), device.items.end(), now, later) -
                                        device.items.begin());
    }

    bool anyone_works() const {
        return std::ranges::any_of(devices_, [](Device const& device) { return device.works; });
    }

    bool anyone_waits() const {
        return std::ranges::any_of(devices_, [](Device const& device) { return !device.works; });
    }

    double next_event(double now) const {
        double next = never;
        for (Device const& device : devices_) {
            if (device.works) next = std::min(next, device.ends);
        }
        bool const looks = settings_.deal == DealPolicy::hand_over && anyone_waits();
        return looks ? std::min(next, now + settings_.look_seconds) : next;
    }

    void ask(double now) {
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            Device const& device = devices_[i];
            if (!device.works || device.asked_at != never) continue;
            std::size_t const first = begun(device, now);
            double const part =
                static_cast<double>(first) / static_cast<double>(std::max<std::size_t>(1, device.items.size()));
            dealer_.report(i, device.items.size() - first, part, now);
        }
        if (std::optional<std::size_t> const member = dealer_.ask(now)) {
            ++asked_;
            devices_[*member].asked_at = now;
            devices_[*member].ends = std::min(devices_[*member].ends, now + settings_.stop_seconds);
        }
    }

    void leave(std::size_t member, double now) {
        Device& device = devices_[member];
        device.works = false;
        WorkLeft rest;
        rest.jobs = JobRanges(std::vector<JobRange>());
        rest.words = record_words;
        if (device.asked_at < device.done_before) {
            std::vector<JobRange> jobs;
            std::size_t const first = begun(device, device.asked_at);
            for (std::size_t i = 0; i < first; ++i) leave_part(rest, device.items[i], device.asked_at);
            for (std::size_t i = first; i < device.items.size(); ++i) leave_whole(rest, jobs, device.items[i]);
            rest.jobs = JobRanges(std::move(jobs));
            dealer_.report(member, rest.jobs.count(),
                           static_cast<double>(first) / static_cast<double>(device.items.size()), now);
        }
        dealer_.leave(member, std::move(rest), false, now);
    }

    // What is not done yet of an item under way.
    static void leave_part(WorkLeft& rest, Item const& item, double asked_at) {
        if (item.stop <= asked_at) return;
        double const left = (item.stop - asked_at) / (item.stop - item.start);
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
        std::vector<std::uint32_t> record(record_words);
        record[record_length] = 1;
        record[record_first] = item.first;
        record[record_end] = item.end;
        record[record_parts] = record[record_slices] = 1;
        record[record_origin] = static_cast<std::uint32_t>(JobOrigin::donated);
        record[record_vertices] = item.job;
        rest.records.insert(rest.records.end(), record.begin(), record.end());
    }

    std::vector<std::uint64_t> const& nanoseconds_;
    SimulatedDevices const& settings_;
    Dealer dealer_;
    std::vector<Device> devices_;
    std::uint64_t shares_ = 0;
    std::uint64_t asked_ = 0;
};

void check(JobCosts const& costs, SimulatedDevices const& settings) {
    if (settings.devices < 1 || settings.workers < 1 || settings.slowness <= 0) {
        throw InputError("a simulation needs a device or more, each with a worker or more, and a slowness above 0");
    }
    for (std::vector<std::uint64_t> const& run : costs.runs) {
        if (run.size() >> 32 != 0) throw InputError("a simulation is of at most 2^32 jobs; record a smaller run");
    }
}

} // namespace

SimulatedRun simulate(JobCosts const& costs, SimulatedDevices const& settings) {
    check(costs, settings);
    SimulatedRun sum;
    double const workers = settings.workers;
    double const slow = settings.devices / 2, quick = settings.devices - settings.devices / 2;
    double const speed = workers * (quick + slow / settings.slowness); // of a quick worker
    for (std::vector<std::uint64_t> const& run : costs.runs) {
        if (run.empty()) continue;
        Simulation(run, settings).run(sum);
        sum.heaviest_seconds += static_cast<double>(std::ranges::max(run)) * 1e-9 *
                                (settings.devices > 1 ? std::min(1.0, settings.slowness) : 1.0);
    }
    sum.even_seconds = costs.worker_seconds() / speed;
    return sum;
}

} // namespace cerrado
