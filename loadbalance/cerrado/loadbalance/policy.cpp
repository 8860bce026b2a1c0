#include <cerrado/loadbalance/policy.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/conduct/calibration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cerrado {

std::size_t hungry_workers(WorkerStates const& states) {
    std::uint64_t const waiting = states.queued_jobs + states.shared_jobs;
    std::size_t const idle = states.idle();
    return idle - static_cast<std::size_t>(std::min<std::uint64_t>(idle, waiting));
}

std::uint64_t wanted_donations(WorkerStates const& states, std::uint32_t donations) {
    return std::uint64_t{hungry_workers(states)} * donations;
}

std::vector<std::uint32_t> donors_by_weight(WorkerStates const& states) {
    std::vector<std::uint32_t> donors;
    for (std::uint32_t i = 0; i < states.workers.size(); ++i) {
        if (states.workers[i].active && states.workers[i].weight >= 2) donors.push_back(i);
    }
    std::ranges::stable_sort(
        donors, [&](std::uint32_t a, std::uint32_t b) { return states.workers[a].weight > states.workers[b].weight; });
    return donors;
}

PolicySettings measured_settings(DeviceKind device) {
    BalanceDefaults const& defaults = balance_defaults(device);
    return {.threshold = defaults.threshold, .donations = defaults.donations};
}

Policy make_policy(std::string const& name) { return make_policy(name, measured_settings()); }

Decision decide(Policy const& policy, WorkerStates const& states) {
    Decision decision;
    std::string const seen = fmt::format("{} of {} workers idle", states.idle(), states.workers.size());
    if (!policy.when(states)) {
        decision.reason = fmt::format("{}: {} waits", seen, policy.name);
        return decision;
    }
    decision.donations = policy.how(states);
    if (decision.donations.empty()) {
        decision.reason = fmt::format("{}: {} finds nothing to give", seen, policy.name);
        return decision;
    }
    auto const add = [](std::uint64_t sum, Donation const& donation) { return sum + donation.count; };
    std::uint64_t const total =
        std::accumulate(decision.donations.begin(), decision.donations.end(), std::uint64_t{0}, add);
    decision.rebalance = true;
    decision.reason =
        fmt::format("{}: {} asks {} workers for {} traversals", seen, policy.name, decision.donations.size(), total);
    return decision;
}

BalanceOptions balance_options(BalanceMechanism mechanism, Policy policy,
                               std::optional<std::chrono::microseconds> poll) {
    BalanceOptions options;
    options.mechanism = mechanism;
    if (poll) options.poll = *poll;
    if (mechanism == BalanceMechanism::none) return options;
    if (!poll) options.poll = balance_defaults().poll;
    options.serves_unasked = policy.serves_unasked;
    options.decide = [policy = std::move(policy)](WorkerStates const& states) { return decide(policy, states); };
    return options;
}

std::string to_string(BalanceMechanism mechanism) {
    switch (mechanism) {
    case BalanceMechanism::none: return "none";
    case BalanceMechanism::stop: return "stop";
    case BalanceMechanism::share: return "share";
    }
    return "unknown";
}

BalanceMechanism parse_mechanism(std::string const& name) {
    for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
        if (to_string(mechanism) == name) return mechanism;
    }
    throw InputError(fmt::format("'{}' is no mechanism of load balancing; expected none, stop or share", name));
}

} // namespace cerrado
