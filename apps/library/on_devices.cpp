#include "library/on_devices.hpp"

#include "bound_widths.hpp"
#include "library/fastest.hpp"
#include "library/form.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>
#include <cerrado/run/devices.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// The times of a candidate on samples.
class Measured {
public:
    bool is_asked() const { return !strata_.empty(); }
    bool is_whole() const;                              // every sample ended in its time
    double sampled_seconds() const { return seconds_; } // time of all samples
    double predicted_seconds() const;
    int pieces() const; // number of pieces of a GPU worker's share; 0: the usual number
    std::uint64_t jobs() const;
    VertexId longest_list() const { return longest_list_; }

    // Runs the samples without a time so far, for at most `limit` seconds. Returns: the seconds that it took.
    double run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
               std::vector<SampledJobs> const& samples, double limit);

private:
    struct Stratum {
        SampledJobs jobs;
        JobSample::Group found;
    };

    std::vector<Stratum> strata_;
    double seconds_ = 0;
    int workers_ = 1;
    VertexId longest_list_ = 0;
};

// Runs candidates for the same work on growing samples, until it is clear which one would end first.
class Race {
public:
    // `usual` is the place of the candidate to begin with, `jobs` the number of its jobs. Everything must outlive the
    // race.
    Race(std::vector<Candidate> const& candidates, std::size_t usual, std::uint64_t jobs, Resident const& resident,
         RunOptions const& options)
        : candidates_(candidates),
          usual_(usual),
          jobs_(jobs),
          resident_(resident),
          options_(options),
          measured_(candidates.size()),
          best_(usual) {}

    void run();
    std::size_t winner() const { return best_; }
    int pieces() const; // number of pieces of each worker's share for the winner; 0: the usual number
    Choice choice() const;

private:
    double seconds_left() const;
    bool is_told_to_end() const;
    void run_all(std::vector<SampledJobs> const& samples, double limit);
    void run_one(std::size_t i, std::vector<SampledJobs> const& samples, double limit);

    std::vector<Candidate> const& candidates_;
    std::size_t const usual_;
    std::uint64_t const jobs_;
    Resident const& resident_;
    RunOptions const& options_;
    std::vector<Measured> measured_;
    std::size_t best_;
    double sampled_ = 0; // seconds of all samples
    Stopwatch watch_;
};

constexpr std::uint64_t middle_end = 1024;
constexpr std::uint64_t most_stride = 4096;
constexpr double short_run = 0.01;     // seconds; a shorter run takes the usual form without a race
constexpr double short_samples = 7;    // so does a run shorter than 7 times the usual form's sample
constexpr double most_share = 0.02;    // share of the predicted time for all samples
constexpr double deadline_share = 0.1; // share of the run's time limit for the race
constexpr double last_limit_alone = 1; // seconds; limit of a sample if there is only one candidate to predict

struct Sampling {
    std::uint64_t head_jobs;
    std::uint64_t middle_stride;
    std::uint64_t jobs_of_rest; // least number of jobs
    std::uint32_t parts_of_heavy, parts_of_rest;
    double first_limit; // seconds for a candidate's first sample
    double last_limit;  // seconds; largest limit of a sample; if none ends within it, the run takes hours
    int turns;
};
constexpr Sampling sampling_on_host{2, 128, 8, 1, 1, 0.01, 20, 4};
constexpr Sampling sampling_on_device{32, 4, 1024, 32, 16, 0.04, 0.1, 1};

Sampling const& sampling_on(DeviceKind device) {
    return device == DeviceKind::cuda ? sampling_on_device : sampling_on_host;
}

// Returns: the options of a sample, which must end in this time and shows no progress.
RunOptions sampling(RunOptions const& options, double seconds) {
    RunOptions own = options;
    own.deadline_seconds = seconds;
    own.progress = {};
    own.balance = {};
    own.balance.automatic = false; // how long each job takes is measured
    own.of<StoreInput>().limit = {};
    bool const lists = own.of<StoreInput>().sink || own.of<StoreInput>().batch_sink ||
                       own.of<StoreInput>().narrow_sink || own.of<StoreInput>().device_sink;
    own.of<StoreInput>().sink = {};
    own.of<StoreInput>().narrow_sink = {};
    own.of<StoreInput>().device_sink = {};
    if (lists) own.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    return own;
}

// Returns: the jobs on which a candidate runs. These are the heaviest jobs, which can take more time than all others, a
// part of the next ones, and a smaller part of the rest. A GPU has thousands of workers, and each takes long for a job.
// So samples on a GPU have more jobs, and run only a part of each.
std::vector<SampledJobs> first_samples(std::uint64_t jobs, DeviceKind device) {
    Sampling const& rule = sampling_on(device);
    std::uint64_t const middle = rule.middle_stride;
    std::uint64_t const jobs_of_rest = jobs > middle_end ? jobs - middle_end : 0;
    std::uint64_t const rest = std::clamp(jobs_of_rest / rule.jobs_of_rest, middle, most_stride);
    return {{.end = rule.head_jobs, .parts = rule.parts_of_heavy},
            {.first = rule.head_jobs + middle / 2, .stride = middle, .end = middle_end, .parts = rule.parts_of_heavy},
            {.first = middle_end + rest / 2, .stride = rest, .parts = rule.parts_of_rest}};
}

// Makes the samples four times as large.
void refine(std::vector<SampledJobs>& samples) {
    for (SampledJobs& jobs : samples) {
        if (jobs.stride == 1) continue;
        std::uint64_t const begin = jobs.first - jobs.stride / 2;
        jobs.stride /= 4;
        jobs.first = begin + jobs.stride / 2;
    }
}

// Returns: whether the run is so short that samples of other candidates take longer than they can save.
bool is_short(Measured const& form) {
    return form.predicted_seconds() < std::max(short_run, short_samples * form.sampled_seconds());
}

bool Measured::is_whole() const {
    return is_asked() && std::ranges::all_of(strata_, [](Stratum const& one) { return one.found.is_whole; });
}

// Predicts the time of the whole run if all workers are busy to the end.
double Measured::predicted_seconds() const {
    double seconds = 0;
    for (Stratum const& one : strata_) seconds += one.found.seconds * static_cast<double>(one.jobs.stride);
    return seconds / workers_;
}

// Returns: the most pieces that add at most a fifth to the work. Each piece repeats the beginning of its job, up to the
// first extension. The last jobs, running alone, would cost more. If a sample did not end in its time, the run is long,
// and a fixed number of pieces adds little.
int Measured::pieces() const {
    constexpr double most_added = 0.2;
    constexpr double least_seconds = 0.05; // shorter runs gain less than more jobs cost
    constexpr int most_factor = 16, unknown_factor = 4;
    if (!is_asked()) return 0;
    if (!is_whole()) return unknown_factor * usual_pieces;
    double begun = 0;
    for (Stratum const& one : strata_) begun += one.found.begun * static_cast<double>(one.jobs.stride);
    double const seconds = predicted_seconds();
    if (seconds < least_seconds || begun <= 0) return 0;
    double const factor = most_added * seconds * workers_ / begun;
    return factor < 2 ? 0 : static_cast<int>(std::min<double>(factor, most_factor)) * usual_pieces;
}

std::uint64_t Measured::jobs() const {
    std::uint64_t jobs = 0;
    for (Stratum const& one : strata_) jobs += one.found.jobs;
    return jobs;
}

double Measured::run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
                     std::vector<SampledJobs> const& samples, double limit) {
    strata_.resize(samples.size());
    std::vector<SampledJobs> unknown;
    std::vector<Stratum*> of_unknown;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (strata_[i].found.is_whole && strata_[i].jobs.stride == samples[i].stride) continue;
        strata_[i] = {samples[i], {}};
        unknown.push_back(samples[i]);
        of_unknown.push_back(&strata_[i]);
    }
    JobSample const sample = form.sample(resident, sampling(options, limit), unknown);
    for (std::size_t i = 0; i < sample.groups.size(); ++i) of_unknown[i]->found = sample.groups[i];
    workers_ = std::max(1, sample.workers);
    longest_list_ = sample.longest_list;
    seconds_ += sample.seconds;
    return sample.seconds;
}

void Race::run() {
    Sampling const& rule = sampling_on(resident_.device());
    std::vector<SampledJobs> samples = first_samples(jobs_, resident_.device());
    double limit = rule.first_limit;
    for (int turn = 1; !is_told_to_end();) {
        run_all(samples, limit);
        Measured const& winner = measured_[best_];
        if (!winner.is_whole()) {
            limit *= 4;
            if (limit > (candidates_.size() > 1 ? rule.last_limit : last_limit_alone)) return;
            continue;
        }
        double const seconds = winner.predicted_seconds();
        if (seconds < short_run || sampled_ > most_share * seconds || turn++ == rule.turns) return;
        refine(samples);
        limit = std::max(rule.first_limit, most_share * seconds);
    }
}

int Race::pieces() const { return resident_.device() == DeviceKind::cuda ? measured_[best_].pieces() : 0; }

Choice Race::choice() const {
    Measured const& winner = measured_[best_];
    Choice choice;
    auto const prediction_of = [&](std::size_t i) -> Choice::Prediction {
        Measured const& measured = measured_[i];
        return {candidates_[i].algorithm, measured.predicted_seconds(), measured.is_asked() && !measured.is_whole()};
    };
    choice.chosen = prediction_of(best_);
    choice.order = resident_.state().order();
    choice.longest_list = winner.longest_list();
    choice.sampling_seconds = sampled_;
    choice.pieces = pieces();
    choice.sampled = winner.jobs();
    choice.jobs = jobs_;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (i != best_) choice.others.push_back(prediction_of(i));
    }
    return choice;
}

// Returns: the seconds that are left for the race.
double Race::seconds_left() const {
    if (options_.deadline_seconds <= 0) return std::numeric_limits<double>::infinity();
    return deadline_share * options_.deadline_seconds - watch_.seconds();
}

bool Race::is_told_to_end() const {
    return seconds_left() <= 0 || (options_.interrupt != nullptr && options_.interrupt->load());
}

// Runs the usual candidate. If the run will be long, also runs the others, each for little more time than the best one
// took.
void Race::run_all(std::vector<SampledJobs> const& samples, double limit) {
    double const spare = sampling_on(resident_.device()).first_limit / 10;
    best_ = usual_;
    run_one(usual_, samples, limit);
    for (std::size_t i = 0; i < candidates_.size() && !is_told_to_end(); ++i) {
        Measured const& best = measured_[best_];
        bool const is_known = best.is_whole();
        if (i == usual_ || (is_known && is_short(best))) continue;
        run_one(i, samples, is_known ? 1.2 * best.sampled_seconds() + spare : limit);
        Measured const& mine = measured_[i];
        if (!mine.is_whole()) continue;
        if (!is_known || mine.predicted_seconds() < best.predicted_seconds()) best_ = i;
    }
}

void Race::run_one(std::size_t i, std::vector<SampledJobs> const& samples, double limit) {
    sampled_ += measured_[i].run(candidates_[i].form, resident_, options_, samples,
                                 std::min(limit, std::max(seconds_left(), 1e-3)));
}

// Returns: the properties of the graph, as the form reads it. It runs no jobs.
JobSample look_at(BoundApplication const& form, Resident const& resident, RunOptions const& options) {
    return form.sample(resident, sampling(options, 0), {});
}

// Returns: whether the search may be long enough for a race.
bool is_long(JobSample const& look, DeviceKind device) {
    // A device, or a host, needs some milliseconds for this work.
    constexpr double short_cubes = 5e9;
    constexpr double short_cubes_of_host = 3e8;
    return look.list_cubes > (device == DeviceKind::cuda ? short_cubes : short_cubes_of_host);
}

// Returns: whether work that moves may pay. In a shorter search the line of the workers that wait costs more.
bool is_worth_moving(JobSample const& look) {
    constexpr double least_cubes = 2e8; // .5 ms and more of a GPU
    return look.list_cubes >= least_cubes;
}

// Makes the graph resident in the order that run() gives it: by degeneracy if that makes lists far shorter.
Resident make_resident(Graph const& graph, RunOptions const& options, BoundApplication const& form) {
    Resident by_degree(graph, options);
    if (options.order != GraphOrder::automatic) return by_degree;
    VertexId const longest = look_at(form, by_degree, options).longest_list;
    auto const has_core = [&](VertexId least) { return by_degree.state().has_core(least); };
    if (degree_order_serves(options.order, longest, has_core)) return by_degree;
    RunOptions ordered = options;
    ordered.order = GraphOrder::degeneracy;
    return Resident(graph, ordered);
}

class Fastest : public Form {
public:
    Fastest(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual)
        : candidates_(std::move(candidates)),
          usual_(std::move(usual)) {}

    void warm_up(RunOptions const& options) const override { usual(options).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return usual(options).prepare(graph, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return usual(options).estimate(graph, options);
    }

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        if (graph.resident() != nullptr) return run_fastest(*graph.resident(), options, time);
        if (options.checkpoint.on() || options.roots || graph.graph().oriented()) {
            Candidate const& taken = agreed(options, [&] { return usual_choice(options.device); }).candidate;
            return named(taken, taken.form.run(graph, options));
        }
        return run_fastest(make_resident(graph.graph(), options, usual(options)), options, time);
    }

    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return candidate(graph.device()).form.sample(graph, options, jobs);
    }

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        Resident const resident = make_resident(graph, options, usual(options));
        JobSample const look = look_at(candidate(resident.device()).form, resident, options);
        Race race(candidates_, usual_(resident.device()), look.all_jobs, resident, options);
        if (look.all_jobs > 0) race.run();
        Choice choice = race.choice();
        choice.moves_work = resident.device() == DeviceKind::cuda && moves_work(race.winner(), look);
        if (choice.moves_work) choice.pieces = 1;
        return choice;
    }

private:
    Candidate const& candidate(DeviceKind device) const { return candidates_[usual_(resolve_device(device))]; }
    BoundApplication const& usual(RunOptions const& options) const { return candidate(options.device).form; }

    static RunResult named(Candidate const& candidate, RunResult result) {
        result.chosen.form = name_of(candidate.algorithm);
        return result;
    }

    // The form that runs, the number of pieces of a GPU worker's share (0: the usual number), and whether work moves. Devices
    // that share a run follow the first one.
    struct Taken {
        Candidate const& candidate;
        int pieces;
        bool moves_work;
    };
    Taken agreed(RunOptions const& options, std::function<std::vector<std::int64_t>()> const& choose) const {
        std::vector<std::int64_t> const found =
            options.member != nullptr ? options.member->agree("which form is the fastest", choose) : choose();
        return {candidates_.at(static_cast<std::size_t>(found.at(0))), static_cast<int>(found.at(1)), found.at(2) != 0};
    }

    std::vector<std::int64_t> usual_choice(DeviceKind device) const {
        return {static_cast<std::int64_t>(usual_(resolve_device(device))), 0, 0};
    }
    bool moves_work(std::size_t candidate, JobSample const& look) const {
        return candidates_[candidate].moves_work && is_worth_moving(look);
    }
    // Work that moves evens out jobs better than smaller pieces, each of which makes its root's matrix anew.
    std::vector<std::int64_t> choice_of(std::size_t candidate, int pieces, JobSample const& look) const {
        bool const moves = moves_work(candidate, look);
        return {static_cast<std::int64_t>(candidate), moves ? 1 : pieces, moves ? 1 : 0};
    }

    std::vector<std::int64_t> fastest_choice(Resident const& resident, RunOptions const& options) const {
        DeviceKind const device = resident.device();
        std::size_t const usual = usual_(device);
        bool const may_move = device == DeviceKind::cuda && candidates_[usual].moves_work;
        if (candidates_.size() == 1 && !may_move) return usual_choice(device);
        JobSample const look = look_at(candidate(device).form, resident, options);
        if (candidates_.size() == 1 || !is_long(look, device)) return choice_of(usual, 0, look);
        Race race(candidates_, usual, look.all_jobs, resident, options);
        race.run();
        return choice_of(race.winner(), race.pieces(), look);
    }

    RunResult run_fastest(Resident const& resident, RunOptions options, TimeLeft const& time) const {
        bool const is_fixed =
            options.checkpoint.on() || options.roots; // a resumed run must keep the form that began it
        Taken const taken = agreed(
            options, [&] { return is_fixed ? usual_choice(resident.device()) : fastest_choice(resident, options); });
        if (options.balance.pieces == 0) options.balance.pieces = taken.pieces;
        if (taken.moves_work) options = balanced(std::move(options));
        double const spent = time.spent();
        RunResult result = named(taken.candidate, taken.candidate.form.run(resident, time.in(options)));
        result.seconds.prepare += spent;
        return result;
    }

    std::vector<Candidate> const candidates_;
    std::function<std::size_t(DeviceKind)> const usual_;
};

} // namespace

Choice Form::choose(Graph const& graph, RunOptions const& options) const {
    Fastest const alone({{Algorithm::fast, BoundApplication(shared_from_this())}},
                        [](DeviceKind) { return std::size_t{0}; });
    return alone.choose(graph, options);
}

BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual) {
    return make_form<Fastest>(std::move(candidates), std::move(usual));
}

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
    if (!options.is_shared()) return form_->run(graph, options);
    return run_on_devices<RunResult>(graph, options, [&](RunOptions const& own) { return form_->run(graph, own); });
}

bool allows_sums(Graph const& graph, RunOptions const& options) {
    BalanceOptions const& balance = options.balance;
    bool const asks_for_jobs = options.roots || options.checkpoint.on() || balance.pieces != 0 ||
                               balance.mechanism != BalanceMechanism::none || balance.observe || balance.observe_jobs;
    bool const is_wide = options.warp_width == 0 || options.warp_width == full_warp_width;
    return !asks_for_jobs && is_wide && !is_directed(graph);
}

std::span<int const> bound_warp_widths() { return bound_widths; }

std::string_view name_of(Algorithm algorithm) { return name_in(algorithm_words, algorithm); }

std::string checkpoint_key(std::string_view application, int first, int last, Algorithm algorithm) {
    // An automatic run with a checkpoint never takes a formula.
    Algorithm const form = algorithm == Algorithm::automatic ? Algorithm::fast : algorithm;
    std::string const to = last == std::numeric_limits<int>::max() ? "all" : std::to_string(last);
    return std::string(application) + " of " + std::to_string(first) + " to " + to + " vertices by " +
           std::string(name_of(form));
}

std::uint64_t memory_of(DeviceKind kind) {
    std::string_view const name = kind == DeviceKind::cuda ? "cuda" : "host";
    std::optional<int> const device = kind == DeviceKind::cuda ? device_of_thread() : std::nullopt;
    int of_kind = 0;
    for (DeviceDescription const& one : list_devices()) {
        if (one.kind == name && of_kind++ == device.value_or(0)) return one.memory_bytes;
    }
    return 0;
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
