// Approximate numbers of matches: mappings of a spanning tree of the pattern are drawn, and the other conditions asked.
#include "approximate/approximate.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/way.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace cerrado {

namespace approximate {

namespace {

bool has(Pattern::Vertices set, int v) { return (set & Pattern::bit(v)) != 0; }

// A spanning tree of a pattern: its vertices in an order, and the place of each one's parent.
struct SpanningTree {
    std::vector<int> order;
    Parents parents;

    std::set<std::pair<int, int>> edges() const {
        std::set<std::pair<int, int>> edges;
        for (std::size_t i = 1; i < order.size(); ++i)
            edges.insert(std::minmax(order[i], order[static_cast<std::size_t>(parents[i])]));
        return edges;
    }
};

// Returns: the tree of a search from the vertex. `breadth`: a vertex that was found first is left first; else last.
SpanningTree search_from(Pattern const& pattern, int first, bool breadth) {
    SpanningTree tree;
    std::vector<std::pair<int, int>> open{{first, -1}}; // vertices, and the places of those that found them
    Pattern::Vertices seen = 0;
    while (!open.empty()) {
        auto const at = breadth ? open.begin() : open.end() - 1;
        auto const [v, parent] = *at;
        open.erase(at);
        if (has(seen, v)) continue;
        seen |= Pattern::bit(v);
        auto const place = static_cast<int>(tree.order.size());
        tree.order.push_back(v);
        tree.parents.push_back(parent);
        for (int u = 0; u < pattern.size(); ++u) {
            if (has(pattern.neighbours(v), u) && !has(seen, u)) open.emplace_back(u, place);
        }
    }
    return tree;
}

// Returns: the same edges, from a vertex with the most of them, so that few sums are kept.
SpanningTree from_centre(Pattern const& pattern, SpanningTree const& tree) {
    Pattern only_tree(pattern.size());
    std::vector<int> degree(static_cast<std::size_t>(pattern.size()));
    for (auto const& [u, v] : tree.edges()) {
        only_tree.require_edge(u, v);
        ++degree[static_cast<std::size_t>(u)];
        ++degree[static_cast<std::size_t>(v)];
    }
    auto const centre = static_cast<int>(std::ranges::max_element(degree) - degree.begin());
    return search_from(only_tree, centre, true);
}

std::vector<SpanningTree> some_trees(Pattern const& pattern) {
    std::vector<SpanningTree> trees;
    std::set<std::set<std::pair<int, int>>> known;
    for (int v = 0; v < pattern.size(); ++v) {
        for (bool const breadth : {true, false}) {
            SpanningTree tree = search_from(pattern, v, breadth);
            if (known.insert(tree.edges()).second) trees.push_back(from_centre(pattern, tree));
        }
    }
    return trees;
}

// The conditions of a plan on a vertex and on the edge to its parent. The plan must outlive them.
TreeConditions conditions_of(MarkedPlan const& plan, Parents const& parents) {
    TreeConditions conditions;
    auto const is_set = [](auto bits) { return bits != 0; };
    bool const has_of_edges = std::ranges::any_of(plan.asked, is_set);
    if (!has_of_edges && std::ranges::none_of(plan.vertex_needs, is_set)) return conditions;
    conditions.alike = false;
    conditions.vertex = [&plan](int i, VertexId image) {
        MarkedPlan::Bits const needs = plan.vertex_needs[i];
        return needs == 0 || (plan.of_vertex[image] & needs) == needs;
    };
    if (!has_of_edges) return conditions;
    conditions.edge = [&plan, &parents](int i, VertexId, EdgeOffset entry) {
        auto const& [needs, refused] = plan.entries[i][parents[static_cast<std::size_t>(i)]];
        MarkedPlan::Bits const bits = (needs | refused) != 0 ? plan.bits_of(entry) : 0;
        return (bits & needs) == needs && (bits & refused) == 0;
    };
    return conditions;
}

void check_pattern(MatchQuery const& query) {
    Pattern const& pattern = query.pattern;
    if (std::popcount(pattern.core()) != pattern.size())
        throw InputError("a pattern with an anti-vertex has no approximate count: count it exactly");
    if (pattern.discovered() != 0)
        throw InputError("an approximate count needs the labels: write 0:A for 0:?, or count exactly");
    if (!query.through.empty())
        throw InputError("matches through given vertices have no approximate count: count them exactly");
    if (pattern.size() > TreeArrays::most_vertices) {
        throw InputError(fmt::format("a pattern of {} vertices has no approximate count: give up to {}", pattern.size(),
                                     TreeArrays::most_vertices));
    }
}

// Returns: the spanning tree that has the fewest mappings into the graph.
SpanningTree rarest_tree(Graph const& graph, MatchQuery const& query, MarkedPattern const& marked, int threads) {
    SpanningTree best;
    double least = 0;
    for (SpanningTree& tree : some_trees(query.pattern)) {
        MarkedPlan const plan = marked.plan(tree.order);
        double const mappings = mappings_of(graph, tree.parents, conditions_of(plan, tree.parents), threads);
        if (!best.order.empty() && mappings >= least) continue;
        best = std::move(tree);
        least = mappings;
    }
    return best;
}

Prepared prepare(Graph const& graph, MatchQuery const& query, RunOptions const& options) {
    require_marks(query, graph);
    MarkedPattern const marked(query.pattern, query.induced, graph, query.meaning.get());
    SpanningTree const best = rarest_tree(graph, query, marked, options.threads);
    MarkedPlan const plan = marked.plan(best.order);
    TreeSums const sums = tree_sums(graph, {best.parents}, conditions_of(plan, best.parents), options.threads);
    auto const symmetries = static_cast<double>(automorphisms(query.pattern).count);
    return {{1, sums.mappings, [symmetries](int, std::uint32_t) { return symmetries; }},
            match_sampler(graph, sums, plan, *marked.bits(), options)};
}

} // namespace
} // namespace approximate

double most_mappings(Graph const& graph, MatchQuery const& query, int threads) {
    approximate::SpanningTree const tree = approximate::search_from(query.pattern, 0, true);
    MarkedPattern const marked(query.pattern, query.induced, graph, query.meaning.get());
    MarkedPlan const plan = marked.plan(tree.order);
    return approximate::mappings_of(graph, tree.parents, approximate::conditions_of(plan, tree.parents), threads);
}

Approximation approximate_matches(GraphOrResident const& graph, MatchQuery const& given, Precision const& asked,
                                  RunOptions const& options) {
    MatchQuery const query = as_meant(given);
    approximate::check_pattern(query);
    return approximate::estimate(graph, asked, options, [&](Graph const& own, RunOptions const& of_one) {
        return approximate::prepare(own, query, of_one);
    });
}

} // namespace cerrado
