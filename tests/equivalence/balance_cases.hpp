// Settings of load balancing to try, and trials that hold a run with them against the serial verifiers.
#pragma once

#include "balance_delayed.hpp"
#include "sanitizers.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/loadbalance/policy.hpp>

#include <ostream>

namespace cerrado::test {

struct BalanceCase {
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy = "never";
    PolicySettings settings;
    int workers = 1;
};

void PrintTo(BalanceCase const& balance, std::ostream* out);
std::ostream& operator<<(std::ostream& out, BalanceCase const& balance);

// Every setting with these worker counts: without balancing, and with both mechanisms, every bundled policy and
// "halves" (everyone gives half all the time), the thresholds 0, 0.3 and 1, and 1 and 16 donations. Each has a seed
// of its own. Returns every `stride`-th of them, from the `offset`-th on.
std::vector<BalanceCase> balance_cases(std::vector<int> const& workers, std::size_t stride = 1, std::size_t offset = 0);

// What balancing did in several runs together.
struct BalanceTally {
    std::uint64_t runs = 0;
    std::uint64_t donated = 0;
    std::uint64_t stops = 0;

    void add(BalanceUse const& use);
};

// A form, k and a graph with the serial answer. The observer of its runs sleeps now and then, and looks follow each
// other closely.
class BalanceTrial {
public:
    BalanceTrial(Form const& form, int k, Graph graph);

    Form const& form() const { return form_; }

    // Runs. The test fails unless the run is complete, nothing was lost, the counts are those of the verifier, and
    // what is said of balancing agrees with what was observed.
    BalanceUse expect_exact(DeviceKind device, BalanceCase const& balance) const;

    // Runs with deadlines after which the run goes on from its checkpoint, on the devices in turn, until it is complete.
    // The test fails unless the counts are those of the verifier. Returns: how many runs it took.
    int expect_exact_in_parts(std::vector<DeviceKind> const& devices, BalanceCase const& balance) const;

private:
    void compare(RunResult const& result, BalanceCase const& balance) const;
    void compare_counts(RunResult const& result) const;

    Form const& form_;
    int k_;
    Graph graph_;
    TransitionTableRef patterns_{};
    std::vector<std::string> expected_;   // by canonical class, or one count
    std::vector<WideCount> traversals_{}; // of matches: those of a complete pattern are cliques
};

// Runs until something was seen to happen (a donation; under `stop` a round too), or so often that it never does.
BalanceTally tally_until_moved(BalanceTrial const& trial, DeviceKind device, BalanceMechanism mechanism,
                               std::string const& policy, int workers = 5);

// Ends a run that would take long, while work moves all the time. The test fails unless the result is partial, and
// there soon.
enum class Cut { interrupt, deadline };
void expect_partial(DeviceKind device, BalanceMechanism mechanism, int workers, Cut cut);

// Trials of the delayed forms, each on a graph on which its work is skewed. Built once.
std::vector<BalanceTrial> const& host_trials();
std::vector<BalanceTrial> const& at_once_trials(); // of forms that count what is left of few candidates at once
std::vector<BalanceTrial> const& at_once_lockstep_trials();
std::vector<BalanceTrial> const& lockstep_trials();
std::vector<BalanceTrial> const& middle_trials(); // in lockstep a second a run, with jobs long enough to give from
std::vector<BalanceTrial> const& cuda_trials();

} // namespace cerrado::test
