// Algorithm 19 of the DuMato thesis: every clique is listed, once to count how many each edge is in, and once to rank it.
#include "compression/score_forms.hpp"

#include <cerrado/apps/clique.hpp>

#include <algorithm>
#include <map>

namespace cerrado {

CompressionResult score_by_list(Graph const& graph, int k, RunOptions const& options) {
    std::map<std::pair<OriginalId, OriginalId>, int> edges; // in how many cliques each is, up to 2
    auto const for_each_edge = [](std::span<OriginalId const> clique, auto const& visit) {
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) visit(std::minmax({clique[i], clique[j]}));
        }
    };
    CompressionResult result{list_cliques(
                                 graph, {.k = k},
                                 [&](std::span<OriginalId const> clique) {
                                     for_each_edge(clique, [&](auto const& edge) {
                                         int& count = edges[edge];
                                         count = std::min(count + 1, 2);
                                     });
                                 },
                                 options),
                             {}};
    result.form = name_of(Algorithm::paper);
    if (result.status != Status::complete) return result;
    CompressionRow row{k, to_string(result.count)};
    RunResult const again = list_cliques(
        graph, {.k = k},
        [&](std::span<OriginalId const> clique) {
            int rank = k * (k - 1) / 2 - (k + 1);
            for_each_edge(clique, [&](auto const& edge) { rank -= edges[edge] > 1 ? 1 : 0; });
            if (rank < 1) return;
            ++row.compressing;
            row.score += static_cast<unsigned>(rank);
        },
        options);
    result.status = again.status;
    result.seconds.run += again.seconds.run;
    if (result.status == Status::complete) result.rows.push_back(row);
    return result;
}

} // namespace cerrado
