#include <cerrado/run/detail/many/shared_run.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/deal.hpp>
#include <cerrado/run/detail/many/dealer.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/many/distant_deal.hpp>
#include <cerrado/run/detail/many/local_deal.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/ranks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace cerrado {

// The members of a shared run in this process: a thread for each device. Meanwhile the thread that began the run calls
// the caller's functions.

class Crew {
public:
    // `first`: the number in the deal of the first device's member. The other members follow.
    Crew(RunOptions const& asked, std::vector<DeviceName> devices, Deal& deal, std::size_t first);

    // Calls program(options) for each device. If one throws, and the run cannot go on without that device, it rethrows
    // the exception.
    void run(std::function<void(RunOptions const&)> const& program);
    bool is_left_out() const { return left_out_ == devices_.size(); } // other processes did all the work

private:
    friend class MemberOfRun;
    using Lock = std::unique_lock<std::mutex>;

    // A call that a device's thread asks the calling thread to make.
    struct Call {
        std::function<void()> const& what;
        std::exception_ptr failure;
        bool done = false;
    };

    RunOptions options_of(std::size_t device);
    template <class... Arguments> void of_first(std::size_t device, std::function<void(Arguments...)>& function);
    std::uint64_t mark();
    void observe(std::size_t device, BalanceObservation const& look);
    void call(std::function<void()> const& what);
    bool is_new(std::uint64_t begun, std::size_t distant_member);
    void work(std::size_t device, std::function<void(RunOptions const&)> const& program);
    void serve();
    void serve_calls(Lock& lock);
    void look_up(Lock& lock);

    RunOptions const& asked_;
    std::vector<DeviceName> const devices_;
    Deal& deal_;
    std::deque<MemberOfRun> members_; // by device

    std::mutex mutex_;
    std::condition_variable changed_; // notified when a call is done
    std::condition_variable asks_;    // notified when the calling thread has something to do
    std::deque<Call*> calls_;
    std::size_t running_;        // members whose program has not ended
    std::size_t left_out_ = 0;   // devices that failed, where the run went on
    std::exception_ptr failure_; // the first exception
    bool is_interrupted_ = false;
    bool refuses_calls_ = false; // true if the calling thread serves no more calls
    std::mutex device_sink_mutex_, observer_mutex_;
    std::set<std::pair<std::uint64_t, std::size_t>> taken_; // gifts that were taken: jobs, distant member
    Stopwatch watch_;
    double shown_ = 0; // when progress was last shown
};

namespace {

void check_device(DeviceName const& device) {
    if (device.kind == DeviceKind::automatic) {
        throw InputError(
            "RunOptions::devices has a device that is automatic; name each device: cuda with its number, or host");
    }
    if (device.kind != DeviceKind::cuda) return;
    resolve_device(DeviceKind::cuda);
    if (device.number < 0 || device.number >= cuda_device_count()) {
        throw InputError(
            fmt::format("there is no CUDA device {}; give 0 to {}", device.number, cuda_device_count() - 1));
    }
}

} // namespace

std::optional<int> number_of(DeviceName const& device) {
    return device.kind == DeviceKind::cuda ? std::optional(device.number) : std::nullopt;
}

std::string to_string(DeviceName const& device) {
    switch (device.kind) {
    case DeviceKind::cuda: return fmt::format("cuda:{}", device.number);
    case DeviceKind::host: return "host";
    case DeviceKind::lockstep: return "lockstep";
    case DeviceKind::automatic: break;
    }
    return "auto";
}

OneDevice::OneDevice(RunOptions const& asked)
    : options_(asked),
      scope_((check_device(asked.devices.front()), number_of(asked.devices.front()))) {
    options_.device = asked.devices.front().kind;
    options_.devices.clear();
}

void on_each_device(RunOptions const& options, std::function<void(RunOptions const&)> const& call) {
    std::vector<std::exception_ptr> failures(options.devices.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < options.devices.size(); ++i) {
            threads.emplace_back([&, i] {
                try {
                    RunOptions own = options;
                    own.devices = {options.devices[i]};
                    OneDevice const one(own);
                    call(one.options());
                } catch (...) {
                    failures[i] = std::current_exception();
                }
            });
        }
    }
    for (std::exception_ptr const& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

void start_devices(RunOptions const& options) {
    if (options.devices.empty()) return start_device(resolve_device(options.device));
    on_each_device(options, [](RunOptions const& own) { start_device(own.device); });
}

void describe_devices(RunResult& result, std::vector<DeviceShare> const& shares) {
    result.devices = shares;
    std::vector<std::string> kinds;
    std::vector<std::string> names;
    result.device.workers = 0;
    for (DeviceShare const& share : shares) {
        result.device.workers += share.use.workers;
        if (share.use.kind.empty()) continue;
        kinds.push_back(share.use.kind);
        names.push_back(share.use.name);
        result.device.memory.peak_bytes = std::max(result.device.memory.peak_bytes, share.use.memory.peak_bytes);
    }
    auto const all_alike = [](std::vector<std::string> const& all) {
        return std::ranges::adjacent_find(all, std::not_equal_to<>()) == all.end();
    };
    if (kinds.empty()) return;
    result.device.kind = all_alike(kinds) ? kinds.front() : joined(kinds, "+");
    result.device.name = all_alike(names) ? fmt::format("{} x {}", names.size(), names.front()) : joined(names, " + ");
}

std::vector<DeviceName> devices_here(RunOptions const& options) {
    if (!options.devices.empty()) return options.devices;
    DeviceKind const kind = resolve_device(options.device);
    int const devices = kind == DeviceKind::cuda ? std::max(1, cuda_device_count()) : 1;
    return {{kind, options.ranks == nullptr ? 0 : options.ranks->rank_on_host() % devices}};
}

void check_devices(std::vector<DeviceName> const& devices) {
    for (auto device = devices.begin(); device != devices.end(); ++device) {
        check_device(*device);
        if (device->kind == DeviceKind::cuda && std::find(devices.begin(), device, *device) != device) {
            throw InputError(fmt::format("CUDA device {} is given twice; give each once", device->number));
        }
    }
}

std::vector<DeviceName> devices_named(std::vector<std::string> const& words) {
    std::vector<DeviceName> devices;
    for (std::string const& word : words) {
        std::string_view number = word;
        if (number.starts_with("cuda:")) number.remove_prefix(5);
        int value = 0;
        auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        bool const is_number = error == std::errc{} && end == number.data() + number.size() && value >= 0;
        if (word == "all") {
            resolve_device(DeviceKind::cuda);
            for (int each = 0; each < cuda_device_count(); ++each) devices.push_back({DeviceKind::cuda, each});
        } else if (word == "host" || word == "lockstep") {
            devices.push_back({word == "host" ? DeviceKind::host : DeviceKind::lockstep, 0});
        } else if (is_number) {
            devices.push_back({DeviceKind::cuda, value});
        } else {
            throw InputError(fmt::format(
                "'{}' is no device: give all, numbers of CUDA devices (see `cerrado info --device`), or host", word));
        }
    }
    return devices;
}

namespace {

using namespace std::chrono_literals;

constexpr double progress_seconds = 0.05;

// Returns: the threads of one host device if there are several.
int threads_of(RunOptions const& asked, std::vector<DeviceName> const& devices) {
    auto const hosts = std::ranges::count(devices, DeviceKind::host, &DeviceName::kind);
    return asked.threads > 0 || hosts < 2 ? asked.threads : std::max(1, hardware_threads() / static_cast<int>(hosts));
}

} // namespace

Crew::Crew(RunOptions const& asked, std::vector<DeviceName> devices, Deal& deal, std::size_t first)
    : asked_(asked),
      devices_(std::move(devices)),
      deal_(deal),
      running_(devices_.size()) {
    for (std::size_t i = 0; i < devices_.size(); ++i) members_.emplace_back(*this, deal, first + i);
}

RunOptions Crew::options_of(std::size_t device) {
    RunOptions own = asked_;
    own.devices.clear();
    own.ranks = nullptr;
    own.device = devices_[device].kind;
    own.threads = threads_of(asked_, devices_);
    own.member = &members_[device];
    own.interrupt = &deal_.stop(members_[device].index());
    own.progress = {};
    if (auto& sink = own.of<StoreInput>().device_sink) {
        sink = [this,
                to = sink](DeviceBatch const& batch) { // on the device's thread, one call at a time
            std::lock_guard const lock(device_sink_mutex_);
            to(batch);
        };
    }
    if (asked_.checkpoint.mark) own.checkpoint.mark = [this] { return mark(); };
    if (asked_.balance.observe) {
        own.balance.observe = [this, device](BalanceObservation const& look) { observe(device, look); };
    }
    of_first(device, own.checkpoint.go_back);
    of_first(device, own.checkpoint.note);
    return own;
}

// Replaces the function by one that calls it only for the first member, and on the thread that called run().
template <class... Arguments> void Crew::of_first(std::size_t device, std::function<void(Arguments...)>& function) {
    if (!function) return;
    function = [this, device, there = function](Arguments... arguments) {
        if (members_[device].is_first()) call([&] { there(arguments...); });
    };
}

// Every device can call it, because another device may become the first one, which writes the checkpoint.
std::uint64_t Crew::mark() {
    std::optional<std::uint64_t> mark;
    call([&] { mark = asked_.checkpoint.mark(); });
    if (!mark)
        throw Error(
            "the run ended before its checkpoint was written; give the same command again to go on from the last "
            "checkpoint");
    return *mark;
}

// Runs on the device's thread. Looks are frequent, so they do not wait for the calling thread.
void Crew::observe(std::size_t device, BalanceObservation const& look) {
    MemberOfRun& member = members_[device];
    WorkerStates states = look.states;
    states.seconds = member.seconds_of_jobs();
    std::lock_guard const lock(observer_mutex_);
    asked_.balance.observe(
        {states, look.decision, look.stop_seconds, member.donated_in_run(look.donated), member.index()});
}

void Crew::run(std::function<void(RunOptions const&)> const& program) {
    std::vector<std::jthread> threads;
    struct StopAtEnd { // ends the members even if this function throws
        Crew& crew;
        ~StopAtEnd() {
            Lock lock(crew.mutex_);
            crew.refuses_calls_ = true;
            crew.changed_.notify_all();
            bool const members_go_on = crew.running_ > 0;
            lock.unlock();
            if (members_go_on) crew.deal_.interrupt();
        }
    } const stop_at_end{*this};
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        threads.emplace_back([this, i, &program] { work(i, program); });
    }
    serve();
    if (failure_) std::rethrow_exception(failure_);
}

void Crew::work(std::size_t device, std::function<void(RunOptions const&)> const& program) {
    std::exception_ptr failure;
    try {
        DeviceScope const scope(number_of(devices_[device]));
        RunOptions const own = options_of(device);
        start_device(own.device);
        deal_.arrive(members_[device].index(), expected_workers(own));
        program(own);
    } catch (...) {
        failure = std::current_exception();
    }
    bool const run_fails = deal_.end(members_[device].index(), failure);
    Lock const lock(mutex_);
    if (run_fails && !failure_) failure_ = failure;
    if (failure && !run_fails) ++left_out_;
    --running_;
    asks_.notify_all();
}

// The work of the calling thread while members run.
void Crew::serve() {
    Lock lock(mutex_);
    while (running_ > 0) {
        asks_.wait_for(lock, 10ms, [&] { return running_ == 0 || !calls_.empty(); });
        serve_calls(lock);
        look_up(lock);
    }
}

void Crew::serve_calls(Lock& lock) {
    while (!calls_.empty()) {
        Call* const one = calls_.front();
        calls_.pop_front();
        lock.unlock();
        try {
            one->what();
        } catch (...) {
            one->failure = std::current_exception();
        }
        lock.lock();
        one->done = true;
        changed_.notify_all();
    }
}

// Ends the run if the caller asks for it, and shows progress if the caller wants it.
void Crew::look_up(Lock& lock) {
    lock.unlock();
    if (asked_.interrupt != nullptr && *asked_.interrupt && !std::exchange(is_interrupted_, true)) deal_.interrupt();
    if (asked_.progress && watch_.seconds() >= shown_ + progress_seconds) {
        shown_ = watch_.seconds();
        if (std::optional<Progress> const progress = deal_.progress()) asked_.progress(*progress);
    }
    lock.lock();
}

void Crew::call(std::function<void()> const& what) {
    Lock lock(mutex_);
    if (refuses_calls_) return;
    Call one{what, nullptr, false};
    calls_.push_back(&one);
    asks_.notify_all();
    changed_.wait(lock, [&] { return one.done || refuses_calls_; });
    if (one.failure) std::rethrow_exception(one.failure);
}

bool Crew::is_new(std::uint64_t begun, std::size_t distant_member) {
    std::size_t const first = members_.front().index();
    if (distant_member >= first && distant_member < first + members_.size()) return false;
    Lock const lock(mutex_);
    return taken_.emplace(begun, distant_member).second;
}

namespace {

// Thrown if this process has no result but the run has one.
class LeftOut : public Error {
public:
    LeftOut() : Error("the other processes did the work of this one, whose devices failed") {}
    ExitCode exit_code() const noexcept override { return ExitCode::done; }
};

} // namespace

bool MemberOfRun::is_first() const { return deal_.is_first(index_); }
int MemberOfRun::workers_of_all() const { return deal_.workers_of_all(); }
bool MemberOfRun::has_several_kinds() const { return deal_.has_several_kinds(); }
bool MemberOfRun::has_several_processes() const { return deal_.has_several_processes(); }
void MemberOfRun::has_room(std::uint64_t jobs) {
    constexpr std::uint64_t most = 1 << 20;
    deal_.arrive(index_, static_cast<int>(std::clamp<std::uint64_t>(jobs, 1, most)));
}
bool MemberOfRun::takes_from(std::size_t distant_member) { return crew_.is_new(begun_, distant_member); }
void MemberOfRun::begin(std::string const& what, WorkLeft work) {
    donated_ = 0;
    ++begun_;
    deal_.begin(index_, what, std::move(work));
}
std::optional<WorkLeft> MemberOfRun::next() {
    donated_before_ = donated_;
    return deal_.next(index_);
}
std::uint64_t MemberOfRun::donated_in_run(std::uint64_t in_part) { return donated_ = donated_before_ + in_part; }
void MemberOfRun::report(Progress const& progress, double part) { deal_.report(index_, progress, part); }
void MemberOfRun::leave(WorkLeft work, RunResult const& result) { deal_.leave(index_, std::move(work), result); }
bool MemberOfRun::lose(std::string const& why) { return deal_.lose(index_, why); }
std::vector<ResultOfMember> MemberOfRun::exchange(MemberResult const& mine) { return deal_.exchange(index_, mine); }
void MemberOfRun::leave_exchange(std::function<std::string()> const& sum) { deal_.leave_exchange(index_, sum); }
WorkLeft const& MemberOfRun::left() const { return deal_.left(index_); }
Status MemberOfRun::status() const { return deal_.status(index_); }
double MemberOfRun::seconds_of_jobs() const { return deal_.seconds_of_jobs(index_); }
std::uint64_t MemberOfRun::grant(std::uint64_t subgraphs, std::uint64_t limit) {
    return deal_.grant(index_, subgraphs, limit);
}
std::vector<std::int64_t> MemberOfRun::agree(std::string const& what,
                                             std::function<std::vector<std::int64_t>()> const& make) {
    return deal_.agree(index_, what, make);
}
void MemberOfRun::call(std::function<void()> const& what) { crew_.call(what); }

SharedRun::SharedRun(RunOptions const& asked) : asked_(asked), devices_(devices_here(asked)) {
    check_devices(devices_);
    if (asked.balance.observe && asked.ranks != nullptr && asked.ranks->size() > 1) {
        throw InputError(
            "BalanceOptions::observe is set, and several processes share the run, which has no observer then: unset "
            "it");
    }
    if (asked.balance.observe_jobs) {
        throw InputError(
            "BalanceOptions::observe_jobs is set, and times of jobs are known only on one device: unset it, or run on "
            "one device");
    }
}

void SharedRun::run(std::function<void(RunOptions const&)> const& program) {
    if (asked_.ranks != nullptr && asked_.ranks->size() > 1) return run_on_ranks(program);
    run_here(program);
}

void SharedRun::run_here(std::function<void(RunOptions const&)> const& program) {
    std::vector<std::string> names;
    for (DeviceName const& device : devices_) names.push_back(to_string(device));
    LocalDeal deal(devices_, names, devices_.size(), asked_.balance.deal);
    Crew(asked_, devices_, deal, 0).run(program);
    shares_ = deal.shares();
}

void SharedRun::run_on_ranks(std::function<void(RunOptions const&)> const& program) {
    RankRun ranks(*asked_.ranks, devices_, asked_.balance.deal);
    Crew crew(asked_, devices_, ranks.deal(), ranks.first_member());
    crew.run(program);
    if (crew.is_left_out()) throw LeftOut();
    shares_ = ranks.finish();
}

namespace {

struct Gift {
    JobRange jobs; // may be an empty range
    std::string bytes;
};

std::string as_bytes(std::span<Gift const> gifts) {
    ByteWriter to;
    to.put(static_cast<std::uint64_t>(gifts.size()));
    for (Gift const& gift : gifts) {
        to.put(gift.jobs);
        to.put(std::string_view(gift.bytes));
    }
    return to.bytes();
}

std::vector<Gift> get_gifts(ByteReader& from) {
    std::vector<Gift> gifts(from.get<std::uint64_t>());
    for (Gift& gift : gifts) {
        gift.jobs = from.get<JobRange>();
        gift.bytes = from.get_text();
    }
    return gifts;
}

// Returns: the same jobs in rising order, in as few ranges as possible.
std::vector<JobRange> in_order(std::vector<JobRange> ranges) {
    std::ranges::sort(ranges, {}, &JobRange::first);
    std::vector<JobRange> joined;
    for (JobRange const& range : ranges) {
        if (!joined.empty() && joined.back().first + joined.back().count == range.first) {
            joined.back().count += range.count;
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

// Returns: `ranges` without the jobs in `done`.
std::vector<JobRange> without(std::vector<JobRange> const& ranges, std::vector<JobRange> done) {
    done = in_order(std::move(done));
    std::vector<JobRange> left;
    auto next = done.begin();
    for (JobRange const& range : in_order(ranges)) {
        std::uint64_t at = range.first;
        std::uint64_t const end = range.first + range.count;
        while (next != done.end() && next->first + next->count <= at) ++next;
        for (auto one = next; one != done.end() && one->first < end; ++one) {
            if (one->first > at) left.push_back({at, one->first - at});
            at = std::max(at, one->first + one->count);
        }
        if (at < end) left.push_back({at, end - at});
    }
    return left;
}

std::uint64_t count_of(std::vector<JobRange> const& ranges) {
    return std::accumulate(ranges.begin(), ranges.end(), std::uint64_t{0},
                           [](std::uint64_t sum, JobRange const& range) { return sum + range.count; });
}

// A run of numbered jobs on the devices of this process.
class NumberedRun {
public:
    NumberedRun(RunOptions const& options, NumberedJobs const& jobs)
        : jobs_(jobs),
          options_(options.checkpoint),
          keeps_(options_.on() && (options.ranks == nullptr || options.ranks->rank() == 0)),
          writer_(options_) {
        std::uint64_t const part = static_cast<std::uint64_t>(options_.part.number - 1);
        std::uint64_t const of = static_cast<std::uint64_t>(options_.part.of);
        std::uint64_t const first = jobs.count * part / of;
        block_ = {first, jobs.count * (part + 1) / of - first};
        if (keeps_) read();
        kept_ = gifts_.size();
        left_ = without({block_}, done_);
        std::erase_if(left_, [](JobRange const& range) { return range.count == 0; });
    }

    bool has_work() const { return !left_.empty(); }

    RunResult run(RunOptions const& options) {
        NumberedJobs::Worker const worker = jobs_.on_device(options);
        if (options.member != nullptr) return run_as_member(worker, options);
        RunResult result;
        worker.run(left_, options, result, [this](JobRange jobs, std::string gift) { take({jobs, std::move(gift)}); });
        return result;
    }

    RunResult conclude(RunResult result) {
        std::lock_guard const lock(mutex_);
        if (result.device.kind.empty()) result.device = before_.device;
        result.seconds.run_before = before_.seconds.run_before + before_.seconds.run;
        result.roots = {block_.count, block_.count - count_of(without({block_}, done_))};
        if (result.roots.done == result.roots.given) result.status = Status::complete;
        result_ = result;
        write();
        if (keeps_) {
            std::string const& failure = writer_.failure();
            conclude_checkpoints(options_, checkpoint_, failure, !failure.empty() && !options_.part.is_whole());
        }
        return result;
    }

private:
    void read() {
        CheckpointSubject const subject = jobs_.subject();
        std::vector<Checkpoint> const parts = read_parts(options_.merged);
        for (Checkpoint const& part : parts) {
            if (part.jobs != jobs_.count) {
                throw InputError(
                    fmt::format("{}: the checkpoint is of a part of a run of {}, and this run has {}; give the "
                                "checkpoints of this run's parts",
                                part.path, counted(part.jobs, jobs_.job), grouped(jobs_.count)));
            }
            read(part, subject);
        }
        if (!parts.empty()) return;
        lock_ = lock_checkpoint(options_);
        Checkpoint const found = find_checkpoint(options_);
        checkpoint_.subject = subject;
        checkpoint_.part = options_.part;
        checkpoint_.words = options_.words;
        if (found.path.empty()) return;
        read(found, subject);
        check_part(found, options_.part);
        if (!options_.note) return;
        options_.note(fmt::format("{}: the run goes on from here, with {} of {} done after {:.1f} s", found.path,
                                  grouped(block_.count - count_of(without({block_}, done_))),
                                  counted(block_.count, jobs_.job), before_.seconds.run_before + before_.seconds.run));
    }
    void read(Checkpoint const& checkpoint, CheckpointSubject const& subject) {
        check_subject(checkpoint.path, checkpoint.subject, subject);
        if (!checkpoint.earlier.empty()) {
            throw InputError(fmt::format(
                "{}: another version of Cerrado wrote the checkpoint; go on with that version, or give another file",
                checkpoint.path));
        }
        ByteReader from(checkpoint.result);
        RunResult run;
        read_result(from, run);
        add_result(before_, run);
        for (Gift& gift : get_gifts(from)) {
            jobs_.take(gift.bytes);
            if (gift.jobs.count > 0) done_.push_back(gift.jobs);
            gifts_.push_back(std::move(gift));
        }
    }
    void write() {
        if (!keeps_ || options_.file.empty()) return;
        ByteWriter to;
        write_result(to, result_);
        std::string const gifts = as_bytes(gifts_);
        checkpoint_.result = to.bytes() + gifts;
        checkpoint_.jobs = jobs_.count;
        checkpoint_.jobs_of_part = block_.count;
        checkpoint_.left = no_work();
        checkpoint_.left.jobs = JobRanges(without({block_}, done_));
        checkpoint_.complete = checkpoint_.left.jobs.count() == 0;
        writer_.write(checkpoint_);
        since_ = {};
    }

    void take(Gift gift) {
        std::lock_guard const lock(mutex_);
        jobs_.take(gift.bytes);
        if (gift.jobs.count > 0) done_.push_back(gift.jobs);
        if (!keeps_) return;
        gifts_.push_back(std::move(gift));
        if (since_.seconds() < options_.every_seconds) return;
        result_.seconds.run = before_.seconds.run + watch_.seconds();
        result_.seconds.run_before = before_.seconds.run_before;
        write();
    }

    RunResult run_as_member(NumberedJobs::Worker const& worker, RunOptions const& options) {
        MemberOfRun& member = *options.member;
        RunOptions own = options;
        own.member = nullptr;
        own.progress = [&member](Progress const& progress) { member.report(progress, progress.share); };
        RunResult result;
        std::vector<Gift> mine; // gifts for other processes
        bool const is_distant = member.has_several_processes();
        WorkLeft all = no_work();
        all.jobs = JobRanges(left_);
        member.has_room(worker.at_once);
        member.begin(jobs_.what, std::move(all));
        while (std::optional<WorkLeft> const share = member.next()) {
            RunResult one;
            std::vector<JobRange> done;
            std::exception_ptr failure;
            try {
                worker.run(in_order(share->jobs.ranges()), own, one, [&](JobRange jobs, std::string gift) {
                    if (jobs.count > 0) done.push_back(jobs);
                    if (is_distant) mine.push_back({jobs, gift});
                    take({jobs, std::move(gift)});
                });
            } catch (InputError const&) {
                throw;
            } catch (Error const&) {
                failure = std::current_exception();
            }
            WorkLeft rest = no_work();
            rest.jobs = JobRanges(without(share->jobs.ranges(), done));
            one.roots = {share->jobs.count(), count_of(done)};
            if (one.device.kind.empty()) one.device = result.device; // the member had nothing to do
            add_result(result, one);
            member.leave(std::move(rest), one);
            if (failure && !leaves_rest(member, failure)) std::rethrow_exception(failure);
            if (failure) break;
        }
        exchange(member, result, mine);
        result.status = member.status();
        result.seconds.run = member.seconds_of_jobs();
        return result;
    }
    // Returns: whether other devices can do the rest of the work of the device that failed.
    static bool leaves_rest(MemberOfRun& member, std::exception_ptr const& failure) {
        try {
            std::rethrow_exception(failure);
        } catch (std::exception const& error) {
            return member.lose(error.what());
        }
    }

    // Waits for all members. Takes the gifts of members of other processes.
    void exchange(MemberOfRun& member, RunResult const& result, std::vector<Gift> const& mine) {
        using OfMember = std::pair<std::uint64_t, std::string>;
        std::vector<OfMember> given;
        if (member.has_several_processes()) {
            std::vector<Gift> own = mine;
            if (member.is_first()) {
                std::lock_guard const lock(mutex_); // another device of this process may still work
                own.insert(own.end(), gifts_.begin(), gifts_.begin() + static_cast<std::ptrdiff_t>(kept_));
            }
            given.emplace_back(member.index(), as_bytes(own));
        }
        auto const bytes_of = [](std::vector<OfMember> const& all) {
            ByteWriter to;
            to.put(static_cast<std::uint64_t>(all.size()));
            for (auto const& [from, bytes] : all) {
                to.put(from);
                to.put(std::string_view(bytes));
            }
            return to.bytes();
        };
        std::string const own = bytes_of(given);
        for (ResultOfMember const& each : member.exchange({.result = &result, .bytes = [&] { return own; }})) {
            if (each.bytes == nullptr) continue;
            ByteReader from(*each.bytes);
            for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
                auto const number = from.get<std::uint64_t>();
                given.emplace_back(number, from.get_text());
            }
        }
        for (auto const& [number, bytes] : given) {
            if (!member.takes_from(number)) continue;
            ByteReader from(bytes);
            for (Gift& gift : get_gifts(from)) take(std::move(gift));
        }
        member.leave_exchange([&] { return bytes_of(given); });
    }

    NumberedJobs const& jobs_;
    CheckpointOptions const& options_;
    bool const keeps_; // true if this process writes the checkpoint; with several, only the first does
    JobRange block_;
    std::vector<JobRange> left_; // jobs left when the run begins
    std::size_t kept_ = 0;       // the number of gifts from earlier runs
    RunResult before_;           // the result of earlier runs
    std::shared_ptr<void const> lock_;
    CheckpointWriter writer_;
    Checkpoint checkpoint_;
    Stopwatch const watch_;

    std::mutex mutex_; // protects the members below and the calls of take()
    RunResult result_; // the result so far
    std::vector<Gift> gifts_;
    std::vector<JobRange> done_;
    Stopwatch since_; // time since the last checkpoint
};

} // namespace

RunResult run_numbered(RunOptions const& options, DealPolicy policy, NumberedJobs const& jobs) {
    NumberedRun run(options, jobs);
    RunOptions own = options;
    own.checkpoint = {};
    if (!run.has_work() && options.ranks == nullptr) return run.conclude({});
    if (!options.is_shared()) {
        own.device = resolve_device(options.device);
        start_device(own.device);
        return run.conclude(run.run(own));
    }
    if (own.balance.deal == DealPolicy::hand_over) own.balance.deal = policy;
    return run.conclude(run_on_devices<RunResult>(own, [&](RunOptions const& of_one) { return run.run(of_one); }));
}

} // namespace cerrado
