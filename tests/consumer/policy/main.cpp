// Sweeps policies of load balancing, one of its own among them, over the motifs of a graph: consumer [GRAPH [K [DEVICE]]]
#include <cerrado/apps/motif.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/loadbalance/policy.hpp>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>

namespace {

// All that have something to give are asked for the same number, the heaviest first.
std::vector<cerrado::Donation> share_alike(cerrado::WorkerStates const& states, std::uint32_t donations) {
    std::vector<std::uint32_t> const donors = cerrado::donors_by_weight(states);
    std::uint64_t wanted = cerrado::wanted_donations(states, donations);
    std::uint64_t const each = donors.empty() ? 0 : (wanted + donors.size() - 1) / donors.size();
    std::vector<cerrado::Donation> plan;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const count = std::min<std::uint64_t>({each, wanted, states.workers[donor].weight - 1});
        if (count > 0) plan.push_back({donor, static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

cerrado::Policy alike_policy(cerrado::PolicySettings const& settings) {
    auto const when = [settings](cerrado::WorkerStates const& states) {
        return states.idle_share() > settings.threshold;
    };
    auto const how = [settings](cerrado::WorkerStates const& states) {
        return share_alike(states, settings.donations);
    };
    return {"alike", when, how};
}

cerrado::DeviceKind device_of(std::string const& name) {
    if (name == "cuda") return cerrado::DeviceKind::cuda;
    return name == "host" ? cerrado::DeviceKind::host : cerrado::DeviceKind::automatic;
}

void print_row(std::string const& policy, double threshold, cerrado::RunResult const& result) {
    std::cout << std::left << std::setw(8) << policy << std::right << std::fixed << std::setprecision(1)
              << std::setw(11) << threshold << std::setprecision(4) << std::setw(9) << result.seconds.run
              << std::setw(9) << result.balance.donated << "  " << cerrado::to_string(result.count) << '\n';
}

// Every policy with every threshold, in a table. Throws Error where one of them counts otherwise than no balancing.
void sweep(cerrado::Graph const& graph, int k, cerrado::RunOptions options) {
    cerrado::TransitionTable const tables = cerrado::TransitionTable::load(k);
    cerrado::MotifQuery const query{.k = k, .tables = &tables};
    cerrado::WideCount const expected = cerrado::count_motifs(graph, query, options).count;
    std::cout << "policy    threshold  seconds  donated  count\n";
    int runs = 0;
    for (std::string const policy : {"alike", "dumato", "even"}) {
        for (double const threshold : {0.0, 0.3, 0.6}) {
            cerrado::PolicySettings const settings{.threshold = threshold, .donations = 16};
            options.balance =
                cerrado::balance_options(cerrado::BalanceMechanism::share, cerrado::make_policy(policy, settings));
            cerrado::RunResult const result = cerrado::count_motifs(graph, query, options);
            print_row(policy, threshold, result);
            if (result.count != expected) throw cerrado::Error("another count than without balancing");
            ++runs;
        }
    }
    std::cout << runs << " runs count " << cerrado::to_string(expected) << " subgraphs\n";
}

} // namespace

int main(int argument_count, char** arguments) {
    std::string const graph = argument_count > 1 ? arguments[1] : "gen:complete:n=40";
    int const k = argument_count > 2 ? std::atoi(arguments[2]) : 6;
    cerrado::RunOptions options;
    options.device = device_of(argument_count > 3 ? arguments[3] : "host");
    try {
        cerrado::register_policy("alike", "above the threshold, the same from every worker", alike_policy);
        sweep(cerrado::open_graph(graph), k, options);
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
