#include "balance/balance_lists.hpp"
#include "balance/balance_sweep.hpp"

#include <cerrado/run/conduct/calibration.hpp>

#include <fmt/format.h>

namespace cerrado::command {
namespace {

constexpr int most_donations = 1 << 20;
constexpr int most_workers = 1 << 20;

std::vector<PolicySettings> settings_of(SweepRequest const& request) {
    std::vector<PolicySettings> all;
    std::vector<int> const donations = parse_numbers("--donations", request.donations, 1, most_donations);
    for (double const threshold : parse_shares("--thresholds", request.thresholds)) {
        for (int const count : donations) all.push_back({threshold, static_cast<std::uint32_t>(count)});
    }
    return all;
}

void fill(std::string& field, std::string const& value) {
    if (field.empty()) field = value;
}

} // namespace

void take_recorded(SweepRequest& request, SweepTable const& table, SweepWork const& work) {
    fill(request.thresholds, table.common_value(work, &SweepKey::threshold));
    fill(request.donations, table.common_value(work, &SweepKey::donations));
    std::string const seconds = table.common_value(work, &SweepKey::poll_seconds);
    if (!seconds.empty()) fill(request.poll, seconds + "s");
}

void take_measured(SweepRequest& request, DeviceKind device) {
    if (!request.thresholds.empty() && !request.donations.empty() && !request.poll.empty()) return;
    BalanceDefaults const& defaults = balance_defaults(device);
    fill(request.thresholds, fmt::to_string(defaults.threshold));
    fill(request.donations, fmt::to_string(defaults.donations));
    fill(request.poll, fmt::format("{}us", defaults.poll.count()));
}

std::vector<SweepPoint> sweep_points(SweepRequest const& request) {
    std::vector<PolicySettings> const settings = settings_of(request);
    std::vector<std::string> const policies = parse_words("--policies", request.policies);
    for (std::string const& policy : policies) policy_description(policy); // refuses what is none
    std::vector<SweepPoint> points;
    for (int const workers : parse_numbers("--workers", request.workers, 0, most_workers)) {
        for (std::string const& word : parse_words("--mechanisms", request.mechanisms)) {
            BalanceMechanism const mechanism = parse_mechanism(word);
            if (mechanism == BalanceMechanism::none) {
                points.push_back({mechanism, "", {}, workers});
                continue;
            }
            for (std::string const& policy : policies) {
                for (PolicySettings const& each : settings) points.push_back({mechanism, policy, each, workers});
            }
        }
    }
    return points;
}

} // namespace cerrado::command
