// Local counts without a walk. One set of passes sums up how often each vertex has each role in the patterns of up to 5
// vertices; and pivoting counts the cliques of each vertex.
#include "isomorphism/formula/local_counts.hpp"

#include "isomorphism/plan/plan.hpp"
#include "library/form.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/contract/declared.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// Where a row of count_graphlet_orbits() has the orbits of a pattern.
struct RolesOfPattern {
    GraphletOrbitsQuery query;
    std::vector<std::size_t> columns; // for each of match_orbits()
    int members = 0;                  // vertices of the first of these orbits
    bool is_clique = false;
};

// Returns: nothing for a pattern of fewer than 3 vertices or more than 5, with arcs, labels or anti-vertices, or that
// forbids some of the edges that it lacks.
std::optional<RolesOfPattern> roles_of(MatchQuery const& query) {
    Pattern const& pattern = query.pattern;
    int const k = pattern.size();
    if (k < 3 || k > max_graphlet_vertices || pattern.has_marks() || pattern.core() != pattern.all()) return {};
    std::uint64_t adjacency = 0;
    int forbidden = 0;
    for (int v = 1; v < k; ++v) {
        Pattern::Vertices const below = Pattern::bit(v) - 1;
        forbidden += std::popcount(pattern.strangers(v) & below);
        for (int u = 0; u < v; ++u) {
            if ((pattern.neighbours(v) & Pattern::bit(u)) != 0) adjacency |= adjacency_bit(u, v);
        }
    }
    int const lacking = k * (k - 1) / 2 - std::popcount(adjacency);
    if (forbidden != 0 && forbidden != lacking) return {};
    bool const is_induced = query.induced || forbidden != 0;
    Located const& located = locate(k, adjacency);
    Graphlet const& graphlet = graphlets_of(k)[static_cast<std::size_t>(located.index)];
    auto const orbit_of = [&](int v) {
        return graphlet.orbits[static_cast<std::size_t>(located.vertex[static_cast<std::size_t>(v)])];
    };
    RolesOfPattern roles{
        .query = {.k = std::max(k, 4), .induced = is_induced}, .columns = {}, .is_clique = lacking == 0};
    for (int const v : match_orbits(pattern)) roles.columns.push_back(static_cast<std::size_t>(orbit_of(v)));
    for (int v = 0; v < k; ++v) roles.members += static_cast<std::size_t>(orbit_of(v)) == roles.columns.front() ? 1 : 0;
    return roles;
}

// The matches of the roles. The first vertices of all matches are those of the first orbit.
void take_roles(RunResult& result, GraphletOrbits const& found, RolesOfPattern const& roles, Graph const& graph) {
    std::vector<VertexId> by_id(graph.vertex_count());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return graph.original_id(v); };
    if (!std::ranges::is_sorted(by_id, {}, id_of)) std::ranges::sort(by_id, {}, id_of);
    LocalCounts& counts = result.of<PerOrbit>();
    WideCount first = 0;
    for (VertexId const v : by_id) {
        WideCount of_vertex = 0;
        for (std::size_t const column : roles.columns) {
            counts.by_orbit.push_back(found.row(v)[column]);
            add_to(of_vertex, counts.by_orbit.back());
        }
        add_to(first, found.row(v)[roles.columns.front()]);
        counts.vertices.push_back({id_of(v), of_vertex});
    }
    result.count = first / static_cast<WideCount>(roles.members);
}

// Counts as its walk does, by roles where these take less.
class ByRoles : public Decorator {
public:
    ByRoles(BoundApplication walk, MatchQuery query, RolesOfPattern roles)
        : Decorator(std::move(walk)),
          query_(std::move(query)),
          roles_(std::move(roles)) {}

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        if (!serves(graph, options)) return Decorator::choose(graph, options);
        Choice choice;
        choice.jobs = graph.vertex_count();
        choice.order = GraphOrder::degree;
        choice.chosen.algorithm = Algorithm::formula;
        return choice;
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!serves(graph.graph(), options)) return Decorator::run(graph, options);
        RunResult result = roles_.is_clique ? by_cliques(graph, options) : by_roles(graph, options);
        result.chosen.form = name_of(Algorithm::formula);
        return result;
    }

private:
    bool serves(Graph const& graph, RunOptions const& options) const {
        bool const asks_for_jobs = options.roots || options.checkpoint.on() || options.balance.pieces != 0 ||
                                   options.balance.mechanism != BalanceMechanism::none || options.balance.observe ||
                                   options.balance.observe_jobs;
        bool const is_wide = options.warp_width == 0 || options.warp_width == full_warp_width;
        if (asks_for_jobs || !is_wide || is_directed(graph)) return false;
        return roles_.is_clique || query_.algorithm == Algorithm::formula || is_cheaper(graph);
    }

    // In look-ups, some nanoseconds of a host's thread each.
    bool is_cheaper(Graph const& graph) const {
        constexpr double short_walk = 1e7;
        double const of_a_wedge = roles_.query.k == 4 ? 20 : 150;    // as timed on a host
        constexpr std::uint64_t most_words = std::uint64_t{1} << 30; // that count_graphlet_orbits() has room for
        double wedges = 0;
        std::uint64_t words = 0;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            std::uint64_t const degree = graph.degree(v);
            wedges += static_cast<double>(degree) * (static_cast<double>(degree) - 1) / 2;
            words += degree * ((degree + 63) / 64);
        }
        if (words > most_words) return false;
        std::vector<int> const order = matching_order(query_.pattern, query_.induced, graph);
        double const walk = predicted_work_to_each(query_, order, graph);
        return walk > std::max(short_walk, wedges * of_a_wedge);
    }

    RunResult by_roles(GraphOrResident const& graph, RunOptions const& options) const {
        GraphletOrbits const found = count_graphlet_orbits(graph, roles_.query, options);
        RunResult result = found;
        result.count = 0;
        if (result.status == Status::complete) take_roles(result, found, roles_, graph.graph());
        return result;
    }

    // A clique's vertices are one orbit.
    RunResult by_cliques(GraphOrResident const& graph, RunOptions const& options) const {
        RunResult result = count_local_cliques(graph, {.k = query_.pattern.size()}, options);
        LocalCounts& counts = result.of<PerOrbit>();
        counts = std::exchange(result.of<PerVertexAndEdge>(), {});
        for (VertexCount const& vertex : counts.vertices) counts.by_orbit.push_back(vertex.count);
        return result;
    }

    MatchQuery const query_;
    RolesOfPattern const roles_;
};

} // namespace

BoundApplication by_roles_where_cheaper(BoundApplication walk, MatchQuery const& query) {
    if (!query.order.empty() || query.algorithm == Algorithm::walk) return walk;
    if (std::optional<RolesOfPattern> roles = roles_of(query)) {
        return make_form<ByRoles>(std::move(walk), query, *std::move(roles));
    }
    return walk;
}

bool has_roles(MatchQuery const& query) { return query.order.empty() && roles_of(query).has_value(); }

} // namespace cerrado
