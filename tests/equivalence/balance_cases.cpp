#include "equivalence/balance_cases.hpp"

#include "balance_cases.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace cerrado::test {

namespace {

std::vector<std::string> by_class(Counts const& counts, int k) {
    std::vector<std::string> texts;
    for (PatternInfo const& pattern : describe_all(table_of(k))) {
        auto const count = counts.find(pattern.graph6);
        texts.push_back(to_string(count == counts.end() ? WideCount{0} : count->second));
    }
    return texts;
}

// Under `share` busy workers serve waiting ones unasked, whatever the policy.
bool may_move(BalanceCase const& balance) {
    if (balance.mechanism == BalanceMechanism::share) return true;
    bool const waits = balance.policy == "never" ||
                       (balance.settings.threshold == 1 && balance.policy != "random" && balance.policy != "halves");
    return balance.mechanism == BalanceMechanism::stop && !waits;
}

// Looks now and then take long, and are counted.
class SleepyObserver {
public:
    void operator()(BalanceObservation const& observation) {
        if (++looks_ % 24 == 0) std::this_thread::sleep_for(std::chrono::microseconds(looks_ % 5 * 60));
        EXPECT_GE(observation.donated, donated_) << "donations were taken back";
        donated_ = observation.donated;
        stops_ += observation.stop_seconds > 0 ? 1 : 0;
    }

    void compare(BalanceUse const& use) const {
        EXPECT_LE(donated_, use.donated);
        EXPECT_EQ(stops_, use.stops);
        EXPECT_EQ(use.stop_seconds > 0, use.stops > 0);
    }

private:
    int looks_ = 0;
    std::uint64_t donated_ = 0;
    int stops_ = 0;
};

// Asks every worker for half of what it has, whether or not anyone is idle, unless much of that waits already.
Policy halving_policy() {
    auto const when = [](WorkerStates const& states) {
        return states.shared_jobs < 64 && !donors_by_weight(states).empty();
    };
    auto const how = [](WorkerStates const& states) {
        std::vector<Donation> plan;
        for (std::uint32_t const donor : donors_by_weight(states)) {
            plan.push_back({donor, states.workers[donor].weight / 2});
        }
        return plan;
    };
    return {"halves", when, how};
}

Policy policy_of(BalanceCase const& balance) {
    return balance.policy == "halves" ? halving_policy() : make_policy(balance.policy, balance.settings);
}

// Cliques of five vertices in it take seconds, though none of its jobs takes as long.
char const* long_work(DeviceKind device) {
    switch (device) {
    case DeviceKind::lockstep: return "gen:complete:n=20";
    case DeviceKind::cuda: return "gen:complete:n=200";
    default: return "gen:complete:n=64";
    }
}

} // namespace

void PrintTo(BalanceCase const& balance, std::ostream* out) {
    *out << to_string(balance.mechanism) << ", " << balance.policy << ", threshold " << balance.settings.threshold
         << ", donations " << balance.settings.donations << ", seed " << balance.settings.seed << ", workers "
         << balance.workers;
}

std::ostream& operator<<(std::ostream& out, BalanceCase const& balance) {
    PrintTo(balance, &out);
    return out;
}

std::vector<BalanceCase> balance_cases(std::vector<int> const& workers, std::size_t stride, std::size_t offset) {
    std::vector<BalanceCase> all;
    for (int const count : workers) all.push_back({BalanceMechanism::none, "never", {}, count});
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        for (std::string const policy : {"dumato", "even", "halves", "heaviest", "never", "random"}) {
            for (double const threshold : {0.0, 0.3, 1.0}) {
                for (std::uint32_t const donations : {1u, 16u}) {
                    for (int const count : workers) {
                        all.push_back({mechanism, policy, {threshold, donations, all.size() + 1}, count});
                    }
                }
            }
        }
    }
    std::vector<BalanceCase> chosen;
    for (std::size_t i = offset; i < all.size(); i += stride) chosen.push_back(all[i]);
    return chosen;
}

void BalanceTally::add(BalanceUse const& use) {
    ++runs;
    donated += use.donated;
    stops += static_cast<std::uint64_t>(use.stops);
}

BalanceTrial::BalanceTrial(Form const& form, int k, Graph graph) : form_(form), k_(k), graph_(std::move(graph)) {
    Counts const counts = verified(form, k, graph_);
    if (form.patterns) {
        patterns_ = table_of(k).ref();
        expected_ = by_class(counts, k);
    } else {
        expected_ = {to_string(counts.empty() ? WideCount{0} : counts.at(""))};
    }
    EXPECT_FALSE(counts.empty()) << form.name << ": nothing to count";
    if (&form != &delayed_match_form) return;
    traversals_.push_back(graph_.vertex_count());
    for (int size = 2; size < k; ++size) traversals_.push_back(verified(form, size, graph_).at(""));
}

BalanceUse BalanceTrial::expect_exact(DeviceKind device, BalanceCase const& balance) const {
    SleepyObserver observer;
    RunOptions options = on(device, balance.workers);
    options.of<ByPattern>().tables = patterns_;
    options.balance = balance_options(balance.mechanism, policy_of(balance), std::chrono::microseconds(1));
    options.balance.observe = std::ref(observer);
    RunResult const result = form_.run(k_, graph_, options);
    compare(result, balance);
    observer.compare(result.balance);
    return result.balance;
}

void BalanceTrial::compare(RunResult const& result, BalanceCase const& balance) const {
    SCOPED_TRACE(testing::Message() << form_.name << ", k " << k_ << ": " << balance);
    compare_counts(result);
    std::uint64_t const moved = result.balance.donated + static_cast<std::uint64_t>(result.balance.stops);
    EXPECT_TRUE(may_move(balance) || moved == 0) << moved << " donations and stops";
    EXPECT_TRUE(balance.mechanism == BalanceMechanism::stop || result.balance.stops == 0) << "stops";
}

void BalanceTrial::compare_counts(RunResult const& result) const {
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.roots.done, result.roots.given);
    std::vector<std::string> counts;
    for (WideCount const count : result.of<ByPattern>()) counts.push_back(to_string(count));
    if (!form_.patterns) counts.push_back(to_string(result.count));
    EXPECT_EQ(counts, expected_);
    EXPECT_TRUE(result.of<ByLength>() == traversals_) << "other traversals were met";
}

int BalanceTrial::expect_exact_in_parts(std::vector<DeviceKind> const& devices, BalanceCase const& balance) const {
    SCOPED_TRACE(testing::Message() << form_.name << ", k " << k_ << ": " << balance << ", in parts");
    ScopedFolder const folder;
    double seconds = 0.0005;
    for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
        RunOptions options = on(devices[static_cast<std::size_t>(part) % devices.size()], balance.workers);
        options.of<ByPattern>().tables = patterns_;
        options.balance = balance_options(balance.mechanism, policy_of(balance), std::chrono::microseconds(1));
        options.balance.observe = [](BalanceObservation const&) {}; // so the conductor looks often
        options.checkpoint.file = folder.path("checkpoint");
        options.checkpoint.key = "the form of this folder"; // some have settings that only a key tells apart
        options.checkpoint.every_seconds = part % 3 == 0 ? seconds / 3 : 0; // several in one run, too
        options.checkpoint.resume = part > 0;
        options.deadline_seconds = seconds;
        RunResult const result = form_.run(k_, graph_, options);
        if (result.status == Status::deadline) continue;
        compare_counts(result);
        return part + 1;
    }
    ADD_FAILURE() << "it does not end";
    return 0;
}

BalanceTally tally_until_moved(BalanceTrial const& trial, DeviceKind device, BalanceMechanism mechanism,
                               std::string const& policy, int workers) {
    BalanceTally tally;
    bool const stop = mechanism == BalanceMechanism::stop;
    while (tally.runs < 200 && (tally.donated == 0 || (stop && tally.stops == 0))) {
        tally.add(trial.expect_exact(device, {mechanism, policy, {0, 4, tally.runs}, workers}));
    }
    return tally;
}

void expect_partial(DeviceKind device, BalanceMechanism mechanism, int workers, Cut cut) {
    SCOPED_TRACE(testing::Message() << to_string(mechanism) << ", workers " << workers);
    Graph const graph = generate_graph(long_work(device));
    RunOptions options = on(device, workers);
    options.balance = balance_options(mechanism, halving_policy(), std::chrono::microseconds(1));
    std::atomic<bool> interrupt = false;
    options.balance.observe = [&](BalanceObservation const& observation) {
        if (cut == Cut::interrupt && observation.donated > 0) interrupt = true;
    };
    options.interrupt = &interrupt;
    RunResult result;
    // A deadline may come before anything moved: then it is given more time.
    for (double deadline = 0.1; result.balance.donated == 0 && deadline < 2; deadline *= 2) {
        if (cut == Cut::deadline) options.deadline_seconds = deadline;
        Stopwatch const running;
        result = delayed_clique_paper_form.run(5, graph, options);
        EXPECT_LT(running.seconds(), 60);
        EXPECT_EQ(to_string(result.status), cut == Cut::interrupt ? "interrupted" : "deadline");
        EXPECT_LT(result.roots.done, result.roots.given);
    }
    EXPECT_GT(result.balance.donated, 0u);
}

// The delayed forms with graphs on which their work is skewed, for each device.

namespace {

struct TrialGraph {
    Form const* form;
    int k;
    char const* spec;
};

std::vector<BalanceTrial> make_trials(std::vector<TrialGraph> const& graphs) {
    std::vector<BalanceTrial> trials;
    for (TrialGraph const& trial : graphs) trials.emplace_back(*trial.form, trial.k, generate_graph(trial.spec));
    return trials;
}

} // namespace

std::vector<BalanceTrial> const& host_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=16"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=14"},
        {&delayed_motif_form, 6, "gen:star:n=24"},
        {&delayed_motif_paper_form, 5, "gen:star:n=24"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=16"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=72,m=1270,seed=2"},
        {&delayed_clique_sizes_form, 6, "gen:er:n=66,m=1070,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=16"},
        {&delayed_clique_local_form, 8, "gen:er:n=72,m=1400,seed=2"},
        {&delayed_maximal_form, 3, "gen:er:n=60,m=900,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& at_once_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&bitmap_at_once_form, 6, "gen:er:n=72,m=1270,seed=2"},
        {&pivot_at_once_form, 6, "gen:er:n=72,m=1270,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& at_once_lockstep_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&bitmap_at_once_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&pivot_at_once_form, 5, "gen:er:n=14,m=72,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& lockstep_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 5, "gen:complete:n=8"},
        {&delayed_clique_paper_form, 4, "gen:complete:n=7"},
        {&delayed_motif_form, 5, "gen:star:n=9"},
        {&delayed_motif_paper_form, 4, "gen:star:n=8"},
        {&delayed_clique_bitmap_form, 5, "gen:complete:n=8"},
        {&delayed_clique_pivot_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&delayed_clique_sizes_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=9"},
        {&delayed_clique_local_form, 5, "gen:er:n=14,m=72,seed=2"},
        {&delayed_maximal_form, 2, "gen:er:n=13,m=50,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& middle_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=12"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=11"},
        {&delayed_motif_form, 6, "gen:star:n=12"},
        {&delayed_motif_paper_form, 5, "gen:star:n=11"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=12"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=44,m=500,seed=2"},
        {&delayed_clique_sizes_form, 5, "gen:er:n=40,m=400,seed=2"},
        {&delayed_match_form, 6, "gen:complete:n=11"},
        {&delayed_clique_local_form, 5, "gen:er:n=40,m=400,seed=2"},
        {&delayed_maximal_form, 2, "gen:er:n=34,m=350,seed=2"},
    });
    return trials;
}

std::vector<BalanceTrial> const& cuda_trials() {
    static std::vector<BalanceTrial> const trials = make_trials({
        {&delayed_clique_form, 6, "gen:complete:n=26"},
        {&delayed_clique_paper_form, 5, "gen:complete:n=24"},
        {&delayed_motif_form, 6, "gen:star:n=40"},
        {&delayed_motif_paper_form, 5, "gen:star:n=32"},
        {&delayed_clique_bitmap_form, 6, "gen:complete:n=26"},
        {&delayed_clique_pivot_form, 6, "gen:er:n=70,m=1800,seed=2"},
        {&delayed_clique_sizes_form, 6, "gen:er:n=70,m=1800,seed=2"},
        {&delayed_match_form, 7, "gen:complete:n=22"},
        {&delayed_clique_local_form, 6, "gen:er:n=70,m=1800,seed=2"},
        {&delayed_maximal_form, 3, "gen:er:n=70,m=1500,seed=2"},
    });
    return trials;
}

} // namespace cerrado::test
