#include "race.hpp"

#include <cerrado/runtime/resident_state.hpp>

#include <algorithm>
#include <limits>

namespace cerrado {
namespace {

constexpr std::uint64_t head_jobs = 2;
constexpr std::uint64_t middle_end = 1024;
constexpr std::uint64_t most_stride = 4096;
constexpr double short_run = 0.01;     // seconds; the usual form may take a few more of them than the best
constexpr double most_share = 0.02;    // of the predicted time, for all samples
constexpr double deadline_share = 0.1; // of the time that a run has

struct Sampling {
    std::uint64_t middle_stride;
    std::uint64_t jobs_of_rest; // at least
    std::uint32_t parts_of_heavy, parts_of_rest;
    double first_limit; // seconds, of a candidate's first sample
    double last_limit;  // where no candidate has come to the end of a sample: the whole takes hours
    int turns;
};
constexpr Sampling sampling_on_host{128, 8, 1, 1, 0.01, 20, 4};
constexpr Sampling sampling_on_device{64, 64, 64, 16, 0.1, 0.5, 1};

Sampling const& sampling_on(DeviceKind device) {
    return device == DeviceKind::cuda ? sampling_on_device : sampling_on_host;
}

} // namespace

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

double Stratum::predicted_seconds() const {
    if (jobs_.stride == 1 && jobs_.parts == 1) return sample_.seconds;
    auto const run = static_cast<double>(sample_.jobs * jobs_.parts);
    double const filled = run / static_cast<double>(std::max(1, sample_.workers));
    return sample_.seconds * static_cast<double>(jobs_.stride) * std::min(1.0, filled);
}

std::vector<SampledJobs> first_samples(std::uint64_t jobs, DeviceKind device) {
    Sampling const& rule = sampling_on(device);
    std::uint64_t const middle = rule.middle_stride;
    std::uint64_t const jobs_of_rest = jobs > middle_end ? jobs - middle_end : 0;
    std::uint64_t const rest = std::clamp(jobs_of_rest / rule.jobs_of_rest, middle, most_stride);
    return {{.end = head_jobs, .parts = rule.parts_of_heavy},
            {.first = head_jobs + middle / 2, .stride = middle, .end = middle_end, .parts = rule.parts_of_heavy},
            {.first = middle_end + rest / 2, .stride = rest, .parts = rule.parts_of_rest}};
}

void refine(std::vector<SampledJobs>& samples) {
    for (SampledJobs& jobs : samples) {
        if (jobs.stride == 1) continue;
        std::uint64_t const begin = jobs.first - jobs.stride / 2;
        jobs.stride /= 4;
        jobs.first = begin + jobs.stride / 2;
    }
}

bool Measured::is_whole() const {
    return is_asked() && std::ranges::all_of(strata_, [](Stratum const& one) { return one.sample().is_whole; });
}

double Measured::sampled_seconds() const {
    return sum([](Stratum const& one) { return one.sample().seconds; });
}

double Measured::predicted_seconds() const {
    return sum([](Stratum const& one) { return one.predicted_seconds(); });
}

std::uint64_t Measured::jobs() const {
    std::uint64_t jobs = 0;
    for (Stratum const& one : strata_) jobs += one.sample().jobs;
    return jobs;
}

double Measured::run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
                     std::vector<SampledJobs> const& samples, double limit) {
    double spent = 0;
    strata_.resize(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (strata_[i].jobs().stride != samples[i].stride) strata_[i] = {};
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (strata_[i].sample().is_whole) continue;
        double const left = std::max(limit - spent, limit / 8);
        strata_[i] = {form.sample(resident, sampling(options, left), samples[i]), samples[i]};
        spent += strata_[i].sample().seconds;
        if (!strata_[i].sample().is_whole) break;
    }
    return spent;
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
            if (limit > rule.last_limit) return;
            continue;
        }
        double const seconds = winner.predicted_seconds();
        if (seconds < short_run || sampled_ > most_share * seconds || turn++ == rule.turns) return;
        refine(samples);
        limit = std::max(rule.first_limit, most_share * seconds);
    }
}

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
    choice.sampled = winner.jobs();
    choice.jobs = jobs_;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (i != best_) choice.others.push_back(prediction_of(i));
    }
    return choice;
}

// Of the time that is there for the race.
double Race::seconds_left() const {
    if (options_.deadline_seconds <= 0) return std::numeric_limits<double>::infinity();
    return deadline_share * options_.deadline_seconds - watch_.seconds();
}

bool Race::is_told_to_end() const {
    return seconds_left() <= 0 || (options_.interrupt != nullptr && options_.interrupt->load());
}

// Runs the usual candidate and, where the whole will take its time, the others, each for little more than the best so
// far took.
void Race::run_all(std::vector<SampledJobs> const& samples, double limit) {
    double const spare = sampling_on(resident_.device()).first_limit / 10;
    best_ = usual_;
    run_one(usual_, samples, limit);
    for (std::size_t i = 0; i < candidates_.size() && !is_told_to_end(); ++i) {
        Measured const& best = measured_[best_];
        bool const is_known = best.is_whole();
        if (i == usual_ || (is_known && best.predicted_seconds() < short_run)) continue;
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

} // namespace cerrado
