#include <cerrado/loadbalance/replay.hpp>

namespace cerrado {
namespace {

std::uint64_t asked_for(Decision const& decision) {
    std::uint64_t sum = 0;
    for (Donation const& donation : decision.donations) sum += donation.count;
    return sum;
}

bool same(Decision const& a, Decision const& b) {
    return a.rebalance == b.rebalance && (!a.rebalance || a.donations == b.donations);
}

} // namespace

ReplayReport replay(TraceReader& trace, Policy const& policy, std::size_t most_differences) {
    ReplayReport report;
    while (trace.next()) {
        TraceLook const& look = trace.look();
        WorkerStates const states = look.states();
        Decision const other = decide(policy, states);
        ++report.looks;
        report.recorded_rebalances += look.decision.rebalance ? 1 : 0;
        report.replayed_rebalances += other.rebalance ? 1 : 0;
        report.common_rebalances += look.decision.rebalance && other.rebalance ? 1 : 0;
        if (look.decision.rebalance) report.recorded_donations += asked_for(look.decision);
        report.replayed_donations += asked_for(other);
        if (same(look.decision, other)) continue;
        ++report.different;
        if (report.differences.size() < most_differences) {
            report.differences.push_back({look.seconds, states.active(), look.workers.size(), look.decision, other});
        }
    }
    report.skipped = trace.looks() - report.looks;
    return report;
}

} // namespace cerrado
