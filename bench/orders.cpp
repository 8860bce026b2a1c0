// Whether the orders that are chosen for matches are good ones: every pattern of 3 to 5 vertices, edge-induced and
// induced, in every order on one host thread.
#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

using namespace cerrado;

namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

RunOptions on_one_thread() {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 1;
    return options;
}

// The least of some runs.
double seconds_of(Resident const& graph, MatchQuery const& query) {
    double least = 1e9, all = 0;
    for (int i = 0; i < 20 && (i < 3 || all < 0.02) && (i == 0 || all < 1); ++i) {
        double const begin = processor_seconds();
        count_matches(graph, query, on_one_thread());
        double const taken = processor_seconds() - begin;
        least = std::min(least, taken);
        all += taken;
    }
    return least;
}

std::string text_of(std::vector<int> const& order) {
    std::string text;
    for (int const v : order) text += std::to_string(v);
    return text;
}

// Returns: how many times as long the chosen order takes as the best.
double compare(Resident const& resident, std::string const& graph6, bool induced) {
    Pattern const pattern = parse_pattern(graph6);
    double const begin = processor_seconds();
    std::vector<int> const chosen = matching_order(pattern, induced, resident.graph());
    double const choosing = processor_seconds() - begin;
    double const of_chosen = seconds_of(resident, {pattern, induced, chosen, Algorithm::walk});
    double least = of_chosen;
    std::vector<int> best = chosen;
    std::vector<MatchingPlan> seen{make_plan(pattern, induced, chosen)};
    std::vector<int> order(chosen.size());
    std::iota(order.begin(), order.end(), 0);
    do {
        try {
            MatchingPlan const plan = make_plan(pattern, induced, order);
            if (std::ranges::find(seen, plan) != seen.end()) continue;
            seen.push_back(plan);
        } catch (InputError const&) { // a vertex before any that it is adjacent to
            continue;
        }
        double const seconds = seconds_of(resident, {pattern, induced, order, Algorithm::walk});
        if (seconds >= least) continue;
        least = seconds;
        best = order;
    } while (std::ranges::next_permutation(order).found);
    std::printf("%-6s %-8s %10.3f %8s %10.3f %8s %10.3f %8.2f\n", graph6.c_str(), induced ? "induced" : "",
                choosing * 1e3, text_of(chosen).c_str(), of_chosen * 1e3, text_of(best).c_str(), least * 1e3,
                of_chosen / least);
    std::fflush(stdout);
    return of_chosen / least;
}

} // namespace

int main(int count, char** arguments) {
    constexpr double wanted = 1.5;
    int cases = 0, good = 0;
    for (int i = 1; i < count; ++i) {
        Resident const resident(open_graph(arguments[i]), on_one_thread());
        std::printf("%s, ms\n%-15s %10s %8s %10s %8s %10s %8s\n", arguments[i], "pattern", "to choose", "chosen", "",
                    "best", "", "ratio");
        for (int k = 3; k <= 5; ++k) {
            for (PatternInfo const& info : describe_all(TransitionTable::load(k))) {
                for (bool const induced : {false, true}) {
                    good += compare(resident, info.graph6, induced) <= wanted ? 1 : 0;
                    ++cases;
                }
            }
        }
    }
    std::printf("within %.1f of the best: %d of %d\n", wanted, good, cases);
}
