// A load-balancing policy of one's own: workers give in proportion to the square of their weight.
#include <cerrado/graph/open.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <iostream>

using cerrado::Donation;
using cerrado::Policy;
using cerrado::PolicySettings;
using cerrado::WorkerStates;

std::vector<Donation> weigh_squares(WorkerStates const& states, std::uint32_t donations) {
    double const wanted = static_cast<double>(cerrado::wanted_donations(states, donations));
    auto const square = [&](std::uint32_t worker) {
        double const weight = states.workers[worker].weight;
        return weight * weight;
    };
    std::vector<std::uint32_t> const donors = cerrado::donors_by_weight(states);
    double sum = 0;
    for (std::uint32_t const donor : donors) sum += square(donor);

    std::vector<Donation> plan;
    for (std::uint32_t const donor : donors) {
        auto const part = static_cast<std::uint32_t>(wanted * square(donor) / sum);
        std::uint32_t const count = std::min(part, states.workers[donor].weight - 1);
        if (count > 0) plan.push_back({donor, count});
    }
    return plan;
}

Policy square_policy(PolicySettings const& settings) {
    auto const when = [settings](WorkerStates const& states) { return states.idle_share() > settings.threshold; };
    auto const how = [settings](WorkerStates const& states) { return weigh_squares(states, settings.donations); };
    return {"square", when, how};
}

// Three workers at work and two idle.
void show_decision(Policy const& policy) {
    std::vector<cerrado::WorkerState> const workers = {{true, 30}, {false, 0}, {true, 10}, {true, 2}, {false, 0}};
    cerrado::Decision const decision = cerrado::decide(policy, {.workers = workers});
    std::cout << decision.reason << '\n';
    for (Donation const& donation : decision.donations) {
        std::cout << "worker " << donation.worker << " gives up to " << donation.count << '\n';
    }
}

struct Path {
    int k = 4;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(te.size() - 1, te.size());
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

int main(int argument_count, char** arguments) {
    if (argument_count != 3) {
        std::cerr << "usage: weigh_squares POLICY GRAPH\n";
        return 2;
    }
    try {
        cerrado::register_policy("square", "above the threshold, by the square of the weight", square_policy);
        Policy const policy = cerrado::make_policy(arguments[1], {.threshold = 0.2, .donations = 16});
        show_decision(policy);

        cerrado::RunOptions options;
        options.balance = cerrado::balance_options(cerrado::BalanceMechanism::share, policy);
        auto const result = cerrado::run(Path{}, cerrado::open_graph(arguments[2]), options);
        std::cout << cerrado::to_string(result.count) << " walks without a repeated vertex\n";
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
