#include "fastest.hpp"

#include <cerrado/graph/numbering.hpp>
#include <cerrado/runtime/devices.hpp>
#include <cerrado/runtime/resident_state.hpp>
#include <cerrado/runtime/session.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace cerrado {
namespace {

// A sample has the heaviest jobs, which can take more time than all others, a part of those that follow, and a smaller
// one of the rest.
constexpr std::uint64_t head_jobs = 2;
constexpr std::uint64_t middle_end = 1024;
constexpr std::uint64_t middle_stride = 128; // one job of so many
constexpr std::uint64_t most_stride = 4096;
constexpr double short_run = 0.01;   // seconds; the usual form may take a few more of them than the best
constexpr double first_limit = 0.01; // seconds, of a candidate's first sample
constexpr double last_limit = 1;     // where no candidate has come to the end of a sample
constexpr double most_share = 0.02;  // of the predicted time, for all samples
constexpr int most_turns = 4;        // each with four times the jobs

// What is asked of a sample: to be done in this time, unseen.
RunOptions sampling(RunOptions const& options, double seconds) {
    RunOptions own = options;
    own.deadline_seconds = seconds;
    own.progress = {};
    own.balance = {};
    own.limit = {};
    bool const lists = own.sink || own.batch_sink || own.narrow_sink || own.device_sink;
    own.sink = {};
    own.narrow_sink = {};
    own.device_sink = {};
    if (lists) own.batch_sink = [](std::span<OriginalId const>) {};
    return own;
}

// How long a form takes for some of its jobs, and for all of which they are a part.
class Stratum {
public:
    Stratum() = default;
    Stratum(JobSample const& sample, std::uint64_t stride) : sample_(sample), stride_(stride) {}

    JobSample const& sample() const { return sample_; }
    std::uint64_t stride() const { return stride_; }
    // A device that the sample does not fill takes no longer for a larger one.
    double predicted_seconds() const {
        if (stride_ == 1) return sample_.seconds;
        double const filled = static_cast<double>(sample_.jobs) / static_cast<double>(std::max(1, sample_.workers));
        return sample_.seconds * static_cast<double>(stride_) * std::min(1.0, filled);
    }

private:
    JobSample sample_;
    std::uint64_t stride_ = 1;
};

// The strides of a turn.
struct Strides {
    std::uint64_t middle = middle_stride;
    std::uint64_t rest = most_stride;

    static Strides first(std::uint64_t jobs) {
        std::uint64_t const rest = jobs > middle_end ? jobs - middle_end : 0;
        return {middle_stride, std::clamp(rest * middle_stride / middle_end, middle_stride, most_stride)};
    }
    void refine() {
        middle /= 4;
        rest /= 4;
    }
};

// A candidate on all of a sample.
class Measured {
public:
    bool is_asked() const { return asked_; }
    bool is_whole() const { return head_.sample().is_whole && middle_.sample().is_whole && rest_.sample().is_whole; }
    double sampled_seconds() const {
        return head_.sample().seconds + middle_.sample().seconds + rest_.sample().seconds;
    }
    std::uint64_t jobs() const { return head_.sample().jobs + middle_.sample().jobs + rest_.sample().jobs; }
    JobSample const& head() const { return head_.sample(); }
    double predicted_seconds() const {
        return head_.predicted_seconds() + middle_.predicted_seconds() + rest_.predicted_seconds();
    }

    // Runs what is not known yet, for so long at most. Returns: the seconds that it took.
    double run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
               Strides const& strides, double limit) {
        double spent = 0;
        auto const run_one = [&](Stratum& stratum, SampledJobs const& jobs) {
            double const left = std::max(limit - spent, limit / 8);
            stratum = {form.sample(resident, sampling(options, left), jobs), jobs.stride};
            spent += stratum.sample().seconds;
            return stratum.sample().is_whole;
        };
        asked_ = true;
        if (middle_.stride() != strides.middle) middle_ = {};
        if (rest_.stride() != strides.rest) rest_ = {};
        if (!head_.sample().is_whole && !run_one(head_, {0, 1, head_jobs})) return spent;
        SampledJobs const middle{head_jobs + strides.middle / 2, strides.middle, middle_end};
        if (!middle_.sample().is_whole && !run_one(middle_, middle)) return spent;
        if (!rest_.sample().is_whole) run_one(rest_, {middle_end + strides.rest / 2, strides.rest});
        return spent;
    }

private:
    bool asked_ = false;
    Stratum head_, middle_, rest_;
};

// Candidates on samples of growing size, until the winner's time can be told.
class Race {
public:
    // `jobs`: of the usual candidate.
    Race(std::vector<Candidate> const& candidates, std::size_t usual, std::uint64_t jobs, Resident const& resident,
         RunOptions const& options)
        : candidates_(candidates),
          usual_(usual),
          jobs_(jobs),
          resident_(resident),
          options_(options),
          measured_(candidates.size()) {}

    void run() {
        Strides strides = Strides::first(jobs_);
        double limit = first_limit;
        for (int turn = 1; !is_told_to_end();) {
            run_all(strides, limit);
            Measured const& winner = measured_[best_];
            if (!winner.is_whole()) {
                limit *= 4;
                if (limit > last_limit) return;
                continue;
            }
            double const seconds = winner.predicted_seconds();
            if (seconds < short_run || sampled_ > most_share * seconds || turn++ == most_turns) return;
            strides.refine();
            limit = std::max(first_limit, most_share * seconds);
        }
    }

    std::size_t winner() const { return best_; }

    Choice choice() const {
        Measured const& winner = measured_[best_];
        Choice choice;
        auto const prediction_of = [&](std::size_t i) -> Choice::Prediction {
            Measured const& measured = measured_[i];
            return {candidates_[i].algorithm, measured.predicted_seconds(),
                    measured.is_asked() && !measured.is_whole()};
        };
        choice.chosen = prediction_of(best_);
        choice.order = resident_.state().order();
        choice.longest_list = winner.head().longest_list;
        choice.sampling_seconds = sampled_;
        choice.sampled = winner.jobs();
        choice.jobs = jobs_;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (i != best_) choice.others.push_back(prediction_of(i));
        }
        return choice;
    }

private:
    bool is_told_to_end() const {
        bool const interrupted = options_.interrupt != nullptr && options_.interrupt->load();
        return interrupted || (options_.deadline_seconds > 0 && watch_.seconds() >= options_.deadline_seconds);
    }

    // Runs the usual candidate and, where the whole will take its time, the others, each for little more than the best so
    // far took.
    void run_all(Strides const& strides, double limit) {
        best_ = usual_;
        run_one(usual_, strides, limit);
        for (std::size_t i = 0; i < candidates_.size() && !is_told_to_end(); ++i) {
            Measured const& best = measured_[best_];
            bool const is_known = best.is_whole();
            if (i == usual_ || (is_known && best.predicted_seconds() < short_run)) continue;
            run_one(i, strides, is_known ? 1.2 * best.sampled_seconds() + first_limit / 10 : limit);
            Measured const& mine = measured_[i];
            if (!mine.is_whole()) continue;
            if (!is_known || mine.predicted_seconds() < best.predicted_seconds()) best_ = i;
        }
    }

    void run_one(std::size_t i, Strides const& strides, double limit) {
        sampled_ += measured_[i].run(candidates_[i].form, resident_, options_, strides, limit);
    }

    std::vector<Candidate> const& candidates_;
    std::size_t const usual_;
    std::uint64_t const jobs_;
    Resident const& resident_;
    RunOptions const& options_;
    std::vector<Measured> measured_;
    std::size_t best_ = 0;
    double sampled_ = 0; // seconds of all searches
    Stopwatch watch_;
};

// Nothing is run: what the graph is like, as the form reads it.
JobSample look_at(BoundApplication const& form, Resident const& resident, RunOptions const& options) {
    return form.sample(resident, sampling(options, first_limit), {0, 1, 0});
}

// Whether the search may take long enough for a race to pay.
bool is_long(JobSample const& look, DeviceKind device) {
    // That a device, and a host, goes through within some milliseconds.
    constexpr double short_cubes = 5e9;
    constexpr double short_cubes_of_host = 3e8;
    return look.list_cubes > (device == DeviceKind::cuda ? short_cubes : short_cubes_of_host);
}

// The graph in the order that run() gives it: by degeneracy where lists are far shorter then.
Resident make_resident(Graph const& graph, RunOptions const& options, BoundApplication const& form) {
    Resident by_degree(graph, options);
    if (options.order != GraphOrder::automatic) return by_degree;
    VertexId const longest = look_at(form, by_degree, options).longest_list;
    if (degree_order_serves(options.order, longest)) return by_degree;
    RunOptions ordered = options;
    ordered.order = GraphOrder::degeneracy;
    Resident by_degeneracy(graph, ordered);
    return look_at(form, by_degeneracy, options).longest_list <= longest / 2 ? by_degeneracy : by_degree;
}

class Fastest {
public:
    Fastest(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual)
        : candidates_(std::move(candidates)),
          usual_(std::move(usual)) {}

    BoundApplication const& usual(DeviceKind device) const { return candidate(device).form; }

    RunResult run(Graph const& graph, RunOptions const& options) const {
        if (options.checkpoint.on() || options.roots || graph.oriented()) {
            Candidate const& taken = candidate(options.device);
            return named(taken, taken.form.run(graph, options));
        }
        Stopwatch const preparing;
        return run(make_resident(graph, options, usual(options.device)), options, preparing);
    }

    RunResult run(Resident const& resident, RunOptions const& options) const {
        return run(resident, options, Stopwatch());
    }

    Choice choose(Graph const& graph, RunOptions const& options) const {
        Resident const resident = make_resident(graph, options, usual(options.device));
        std::uint64_t const jobs = look_at(usual(resident.device()), resident, options).all_jobs;
        Race race(candidates_, usual_(resident.device()), jobs, resident, options);
        if (jobs > 0) race.run();
        return race.choice();
    }

private:
    Candidate const& candidate(DeviceKind device) const { return candidates_[usual_(resolve_device(device))]; }

    static RunResult named(Candidate const& candidate, RunResult result) {
        result.form = name_of(candidate.algorithm);
        return result;
    }

    RunResult run(Resident const& resident, RunOptions options, Stopwatch const& since) const {
        Candidate const* taken = &candidate(resident.device());
        JobSample const look = options.roots ? JobSample{} : look_at(taken->form, resident, options);
        if (is_long(look, resident.device())) {
            Race race(candidates_, usual_(resident.device()), look.all_jobs, resident, options);
            race.run();
            taken = &candidates_[race.winner()];
        }
        double const spent = since.seconds();
        if (options.deadline_seconds > 0) options.deadline_seconds = std::max(options.deadline_seconds - spent, 1e-3);
        RunResult result = named(*taken, taken->form.run_resident(resident, options));
        result.seconds.prepare += spent;
        return result;
    }

    std::vector<Candidate> const candidates_;
    std::function<std::size_t(DeviceKind)> const usual_;
};

} // namespace

BoundApplication fastest_of(std::vector<Candidate> candidates, std::function<std::size_t(DeviceKind)> usual) {
    auto const fastest = std::make_shared<Fastest const>(std::move(candidates), std::move(usual));
    auto const usual_form = [=](RunOptions const& options) { return fastest->usual(options.device); };
    return {
        [=](RunOptions const& options) { usual_form(options).warm_up(options); },
        [=](Graph const& graph, RunOptions const& options) { return usual_form(options).prepare(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return usual_form(options).estimate(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return fastest->run(graph, options); },
        [=](Resident const& graph, RunOptions const& options) { return fastest->run(graph, options); },
        [=](Resident const& graph, RunOptions const& options, SampledJobs const& jobs) {
            return fastest->usual(graph.device()).sample(graph, options, jobs);
        },
        [=](Graph const& graph, RunOptions const& options) { return fastest->choose(graph, options); },
    };
}

BoundApplication with_prediction(BoundApplication form) {
    auto const alone = std::make_shared<Fastest const>(std::vector<Candidate>{{Algorithm::fast, form}},
                                                       [](DeviceKind) { return std::size_t{0}; });
    form.choose = [=](Graph const& graph, RunOptions const& options) { return alone->choose(graph, options); };
    return form;
}

} // namespace cerrado
