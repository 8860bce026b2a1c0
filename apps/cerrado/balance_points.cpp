#include "balance_lists.hpp"
#include "balance_sweep.hpp"

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

} // namespace

std::vector<SweepPoint> sweep_points(SweepRequest const& request) {
    std::vector<PolicySettings> const settings = settings_of(request);
    std::vector<std::string> const policies = parse_words("--policies", request.policies);
    for (std::string const& policy : policies) make_policy(policy);
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
