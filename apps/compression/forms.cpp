#include "compression/forms.hpp"
#include "compression/score.hpp"
#include "library/bind.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

namespace cerrado {

namespace {

// Makes the application without its array.
CompressionScore score_of(Graph const& graph, int min_k) {
    constexpr std::uint32_t most = 10002; // pivoting refuses larger neighbourhoods
    CompressionScore score;
    score.min_k = min_k;
    score.most_vertices = std::min<std::uint32_t>(graph.max_degree(), most) + 2;
    return score;
}

} // namespace

CompressionResult score_by_leaves(Resident const& graph, int min_k, RunOptions const& options) {
    TimeLeft const time(options);
    auto const edges = graph.array<Count>(Per::oriented_edge);
    CompressionScore score = score_of(graph.graph(), min_k);
    score.edges = edges.ref();
    double const prepared = time.spent();
    auto const run = cerrado::run(score, graph, time.in(options));
    CompressionResult result{run, {}};
    result.seconds.prepare += prepared;
    result.chosen.form = name_of(Algorithm::pivot);
    result.count = 0;
    if (result.status != Status::complete) return result;
    auto const& by_key = run.template of<ByKey<>>();
    for (SizeCount const& size : run.of<BySize>().sizes) {
        auto const k = static_cast<std::size_t>(size.k);
        result.rows.push_back(
            {size.k, size.count, static_cast<std::uint64_t>(by_key[k]), by_key[score.most_vertices + k]});
    }
    return result;
}

std::string estimate_by_leaves(Graph const& graph, int min_k, RunOptions const& options) {
    return cerrado::estimate(score_of(graph, min_k), graph, options).describe();
}

BoundApplication score_paper_form(int k) { return bind_application(OfBoundWidths<CompressionPaper>{{k}}); }

} // namespace cerrado
