#include "library/race.hpp"

#include <cerrado/output/store_input.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <algorithm>
#include <limits>

namespace cerrado {
namespace {

constexpr std::uint64_t middle_end = 1024;
constexpr std::uint64_t most_stride = 4096;
constexpr double short_run = 0.01;     // seconds; the usual form may take a few more of them than the best
constexpr double short_samples = 7;    // as is a run of so many times what the usual form took for its sample
constexpr double most_share = 0.02;    // of the predicted time, for all samples
constexpr double deadline_share = 0.1; // of the time that a run has
constexpr double last_limit_alone = 1; // seconds: where there is nothing to choose, only how long it takes is asked

struct Sampling {
    std::uint64_t head_jobs;
    std::uint64_t middle_stride;
    std::uint64_t jobs_of_rest; // at least
    std::uint32_t parts_of_heavy, parts_of_rest;
    double first_limit; // seconds, of a candidate's first sample
    double last_limit;  // where no candidate has come to the end of a sample: the whole takes hours
    int turns;
};
constexpr Sampling sampling_on_host{2, 128, 8, 1, 1, 0.01, 20, 4};
constexpr Sampling sampling_on_device{32, 4, 1024, 32, 16, 0.1, 0.5, 1};

Sampling const& sampling_on(DeviceKind device) {
    return device == DeviceKind::cuda ? sampling_on_device : sampling_on_host;
}

} // namespace

RunOptions sampling(RunOptions const& options, double seconds) {
    RunOptions own = options;
    own.deadline_seconds = seconds;
    own.progress = {};
    own.balance = {};
    own.of<StoreInput>().limit = {};
    bool const lists = own.of<StoreInput>().sink || own.of<StoreInput>().batch_sink ||
                       own.of<StoreInput>().narrow_sink || own.of<StoreInput>().device_sink;
    own.of<StoreInput>().sink = {};
    own.of<StoreInput>().narrow_sink = {};
    own.of<StoreInput>().device_sink = {};
    if (lists) own.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    return own;
}

std::vector<SampledJobs> first_samples(std::uint64_t jobs, DeviceKind device) {
    Sampling const& rule = sampling_on(device);
    std::uint64_t const middle = rule.middle_stride;
    std::uint64_t const jobs_of_rest = jobs > middle_end ? jobs - middle_end : 0;
    std::uint64_t const rest = std::clamp(jobs_of_rest / rule.jobs_of_rest, middle, most_stride);
    return {{.end = rule.head_jobs, .parts = rule.parts_of_heavy},
            {.first = rule.head_jobs + middle / 2, .stride = middle, .end = middle_end, .parts = rule.parts_of_heavy},
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

namespace {

// To ask the others of it would take longer than they can save.
bool is_short(Measured const& form) {
    return form.predicted_seconds() < std::max(short_run, short_samples * form.sampled_seconds());
}

} // namespace

bool Measured::is_whole() const {
    return is_asked() && std::ranges::all_of(strata_, [](Stratum const& one) { return one.found.is_whole; });
}

// When all workers are busy to the end.
double Measured::predicted_seconds() const {
    double seconds = 0;
    for (Stratum const& one : strata_) seconds += one.found.seconds * static_cast<double>(one.jobs.stride);
    return seconds / workers_;
}

// As many as add a fifth to the whole, which is less than what the last jobs take alone: what jobs do before their first
// extension, they do once for each piece. Where a sample was not done in its time, the run is long, and that is little.
int Measured::pieces() const {
    constexpr double most_added = 0.2;
    constexpr double least_seconds = 0.05; // shorter runs gain less than new jobs take
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

} // namespace cerrado
