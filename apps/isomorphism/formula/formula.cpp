#include "isomorphism/formula/formula.hpp"

#include "isomorphism/forms.hpp"
#include "isomorphism/plan/plan.hpp"
#include "library/form.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/by_id.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

class OfFormula : public Decorator {
public:
    using Decorator::Decorator;

    Choice choose(Graph const& graph, RunOptions const&) const override { return choice_of_formula(graph); }

protected:
    // Drops the count of a partial run, and the counts by length, since each part may walk by a plan of its own.
    RunResult made_of(RunResult result) const override {
        if (result.status != Status::complete) result.count = 0;
        result.of<ByLength>().clear();
        result.chosen.form = name_of(Algorithm::formula);
        return result;
    }
};

} // namespace

namespace {

bool is_clique(Pattern const& pattern) {
    if (pattern.size() < 3 || pattern.has_marks()) return false;
    for (int v = 0; v < pattern.size(); ++v) {
        if (std::popcount(pattern.edges(v)) != pattern.size() - 1) return false;
    }
    return true;
}

} // namespace

std::optional<Formula> formula_of(MatchQuery const& query) {
    if (!query.order.empty() || query.algorithm == Algorithm::walk) return std::nullopt;
    if (is_clique(query.pattern)) return Formula::cliques;
    if (query.induced) return std::nullopt;
    std::optional<CanonicalForm> const form = canonical_form(query.pattern);
    if (!form) return std::nullopt;
    static std::map<std::string, Formula> const formulas = {{"4-cycle", Formula::four_cycles},
                                                            {"5-cycle", Formula::five_cycles},
                                                            {"diamond", Formula::diamonds},
                                                            {"house", Formula::houses},
                                                            {"butterfly", Formula::butterflies},
                                                            {"(3,2)-tadpole", Formula::tailed_triangles},
                                                            {"5-path", Formula::five_paths},
                                                            {"banner", Formula::tailed_cycles},
                                                            {"gem", Formula::gems}};
    auto const found = formulas.find(common_name(query.pattern.size(), form->adjacency));
    return found == formulas.end() ? std::nullopt : std::optional(found->second);
}

std::string_view describe(Formula formula) {
    switch (formula) {
    case Formula::cliques: return "cliques, by pivots";
    case Formula::four_cycles: return "pairs of paths of two edges that join the same vertices";
    case Formula::five_cycles: return "edges, times the paths of two edges from one vertex to both ends";
    case Formula::diamonds: return "pairs of triangles at each edge";
    case Formula::butterflies: return "pairs of triangles at each vertex, less those with an edge in common";
    case Formula::tailed_triangles: return "triangles times paths of two edges at each vertex, less those that meet";
    case Formula::five_paths: return "pairs of paths of two edges at each vertex, less those that meet";
    case Formula::tailed_cycles: return "4-cycles times other neighbours at each vertex, less those across a chord";
    case Formula::gems: return "pairs of triangles at two edges of a triangle, less 12 4-cliques";
    case Formula::houses: break;
    }
    return "triangles times 4-cycles at each edge, less those with a vertex in common";
}

BoundApplication as_formula(BoundApplication const& sums) { return make_form<OfFormula>(sums); }

WideCount copies_of(Pattern const& pattern, GraphletCounts const& counts) {
    std::uint64_t const wanted = canonical_form(pattern)->adjacency;
    int const k = pattern.size();
    int const index = locate(k, wanted).index;
    std::uint64_t const adjacency = small_graphs(k)[static_cast<std::size_t>(index)];
    auto const is_it = [&](GraphletCount const& count) { return count.size == k && count.adjacency == adjacency; };
    return std::ranges::find_if(counts.patterns, is_it)->non_induced;
}

// Signed sums of patterns of up to 5 vertices, computed from the numbers of all graphlets. One set of passes counts
// these.

namespace {

// Makes the form that runs the terms of a sum one by one. It serves where the passes cannot: in a directed graph, and
// with a checkpoint.
using TermsOf = std::function<BoundApplication(Graph const&)>;

// Returns: whether the passes over graphlets serve patterns of that many vertices.
bool has_graphlets(int vertices) { return vertices >= 3 && vertices <= max_graphlet_vertices; }

bool has_graphlets(int vertices, Graph const& graph) { return has_graphlets(vertices) && !is_directed(graph); }

class SumOfGraphlets : public Decorator {
public:
    SumOfGraphlets(SignedSum sum, Pattern const& pattern, BoundApplication usual, TermsOf parts)
        : Decorator(std::move(usual)),
          sum_(std::move(sum)),
          pattern_(pattern),
          parts_(std::move(parts)) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        if (!serves(graph, options)) return parts_(graph).estimate(graph, options);
        return estimate_graphlets(graph, query(), options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!serves(graph.graph(), options)) return parts_(graph.graph()).run(graph, options);
        GraphletCounts const counts = count_graphlets(graph, query(), options);
        RunResult result = counts;
        result.count = counts.status == Status::complete ? sum_of(counts) : 0;
        return result;
    }

private:
    GraphletQuery query() const { return {.k = pattern_.size()}; }
    bool serves(Graph const& graph, RunOptions const& options) const {
        return has_graphlets(pattern_.size(), graph) && !options.checkpoint.on();
    }
    // Returns: the sum of mappings modulo 2^128. Negative terms wrap around, and the total comes out right.
    WideCount sum_of(GraphletCounts const& counts) const {
        WideCount mappings = 0;
        for (SumTerm const& term : sum_) {
            auto const symmetries = static_cast<std::int64_t>(automorphisms(term.pattern).count);
            add_mappings(mappings, copies_of(term.pattern, counts), term.coefficient * symmetries);
        }
        return mappings / automorphisms(pattern_).count;
    }

    SignedSum const sum_;
    Pattern const pattern_;
    TermsOf const parts_;
};

// Returns: a rough number of look-ups of the passes, in the unit of predicted_work().
double work_of_graphlets(int vertices, Graph const& graph) {
    constexpr double of_a_wedge[] = {2, 5, 30}; // for 3, 4 and 5 vertices; measured on a host
    return wedges_of(graph) * of_a_wedge[vertices - 3];
}

BoundApplication bind_graphlets(SignedSum const& sum, Pattern const& pattern, BoundApplication const& usual,
                                TermsOf const& parts) {
    return make_form<SumOfGraphlets>(sum, pattern, usual, parts);
}

struct Pair {
    int u, v;
};

std::vector<Pair> forbidden_edges(MatchQuery const& query) {
    Pattern const& pattern = query.pattern;
    std::vector<Pair> pairs;
    for (int v = 1; v < pattern.size(); ++v) {
        for (int u = 0; u < v; ++u) {
            bool const is_edge = (pattern.neighbours(v) & Pattern::bit(u)) != 0;
            bool const is_forbidden = query.induced || (pattern.strangers(v) & Pattern::bit(u)) != 0;
            if (!is_edge && is_forbidden) pairs.push_back({u, v});
        }
    }
    return pairs;
}

Pattern with_edges(Pattern const& pattern, std::vector<Pair> const& pairs, unsigned chosen) {
    Pattern result(pattern.size());
    for (int v = 1; v < pattern.size(); ++v) {
        for (int u = 0; u < v; ++u) {
            if ((pattern.neighbours(v) & Pattern::bit(u)) != 0) result.require_edge(u, v);
        }
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if ((chosen >> i & 1) != 0) result.require_edge(pairs[i].u, pairs[i].v);
    }
    return result;
}

// The limits for walks, in look-ups. A look-up takes some nanoseconds of a host's thread.
constexpr double far = 3, short_walk = 1e8, to_look_at_a_term = 1e7;

// Returns: whether the terms together take less work than `walk`.
bool are_cheaper(SignedSum& sum, double walk, Graph const& graph) {
    double terms = 0;
    for (SumTerm& term : sum) {
        if (formula_of({.pattern = term.pattern})) continue;
        term.order = matching_order(term.pattern, false, graph);
        terms += predicted_work(term.pattern, false, term.order, graph);
        if (terms > walk) return false;
    }
    return true;
}

// Refuses a part of 2^128 mappings or more. A sum of mappings modulo 2^128 is right if each of its parts has fewer.
void require_countable(WideCount count, std::int64_t factor) {
    if (product_of(count, static_cast<WideCount>(std::abs(factor)))) return;
    throw InputError("the formula would sum more mappings than 128 bits can hold: take the algorithm walk");
}

RunResult run_parts(std::vector<CountedPart> const& parts, WideCount divisor, Resident const& graph,
                    RunOptions options) {
    TimeLeft const time(options);
    SeveralRuns const runs(options.checkpoint, static_cast<int>(parts.size()));
    RunResult total =
        runs.finished(); // its count is modulo 2^128, so negative terms wrap around and the total comes out right
    for (int i = runs.first(); i < static_cast<int>(parts.size()); ++i) {
        CountedPart const& part = parts[static_cast<std::size_t>(i)];
        options.checkpoint = runs.options_of(i, total);
        RunResult const result = part.bound.run(graph, time.in(options));
        WideCount sum = total.count;
        add_mappings(sum, result.count, part.factor);
        add_result(total, result);
        total.count = sum;
        total.status = result.status;
        total.roots = result.roots;
        if (result.status != Status::complete) break;
    }
    total.count = total.status == Status::complete ? total.count / divisor : 0;
    return total;
}

// A form whose count is a sum over its parts. The first part answers everything else.
class SumOfParts : public Decorator {
public:
    SumOfParts(std::vector<CountedPart> parts, WideCount divisor)
        : Decorator(parts.front().bound),
          parts_(std::move(parts)),
          divisor_(divisor) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        std::string text;
        for (CountedPart const& part : parts_) {
            text += (text.empty() ? "" : "\n") + part.bound.estimate(graph, options);
        }
        return text;
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
            return run_parts(parts_, divisor_, resident, own);
        });
    }

private:
    std::vector<CountedPart> const parts_;
    WideCount const divisor_;
};

BoundApplication parts_of(SignedSum const& sum, Pattern const& pattern) {
    std::vector<CountedPart> parts;
    for (SumTerm const& term : sum) {
        auto const symmetries = static_cast<std::int64_t>(automorphisms(term.pattern).count);
        parts.push_back({bind_matches({.pattern = term.pattern, .order = term.order}), term.coefficient * symmetries});
    }
    return bind_parts(parts, automorphisms(pattern).count);
}

// Returns: the sum with an order for each term that a walk counts.
SignedSum ordered(SignedSum sum, Graph const& graph) {
    for (SumTerm& term : sum) {
        if (!formula_of({.pattern = term.pattern})) term.order = matching_order(term.pattern, false, graph);
    }
    return sum;
}

} // namespace

std::optional<SignedSum> signed_sum_of(MatchQuery const& query) {
    constexpr std::size_t most_forbidden = 6;
    Pattern const& pattern = query.pattern;
    bool const is_plain = !pattern.has_marks() && pattern.core() == pattern.all();
    if (!is_plain || !query.order.empty() || query.algorithm == Algorithm::walk) return std::nullopt;
    std::vector<Pair> const pairs = forbidden_edges(query);
    if (pairs.size() > most_forbidden || (pairs.empty() && !has_graphlets(pattern.size()))) return std::nullopt;
    SignedSum sum;
    std::map<std::uint64_t, std::size_t> place; // place in the sum of each canonical form
    for (unsigned chosen = 0; chosen < 1u << pairs.size(); ++chosen) {
        Pattern const with = with_edges(pattern, pairs, chosen);
        std::optional<CanonicalForm> const form = canonical_form(with);
        if (!form) return std::nullopt; // too many vertices
        auto const [at, is_new] = place.try_emplace(form->adjacency, sum.size());
        if (is_new) sum.push_back({with});
        sum[at->second].coefficient += std::popcount(chosen) % 2 == 0 ? 1 : -1;
    }
    return sum;
}

bool is_cheaper(SignedSum& sum, MatchQuery const& query, std::vector<int> const& order, Graph const& graph) {
    double const walk = predicted_work(query.pattern, query.induced, order, graph, query.meaning.get());
    if (has_graphlets(query.pattern.size(), graph)) {
        return walk > std::max(short_walk, work_of_graphlets(query.pattern.size(), graph));
    }
    if (walk < short_walk + to_look_at_a_term * static_cast<double>(sum.size())) return false;
    return sum.size() > 1 && are_cheaper(sum, walk / far, graph);
}

std::string describe(SignedSum const& sum, Pattern const& pattern) {
    auto const symmetries = static_cast<std::int64_t>(automorphisms(pattern).count);
    std::string text;
    for (SumTerm const& term : sum) {
        std::int64_t const matches =
            term.coefficient * static_cast<std::int64_t>(automorphisms(term.pattern).count) / symmetries;
        std::uint64_t const adjacency = canonical_form(term.pattern)->adjacency;
        std::string const name = common_name(term.pattern.size(), adjacency);
        text += text.empty() ? "" : matches < 0 ? " - " : " + ";
        if (std::abs(matches) != 1) text += fmt::format("{} ", std::abs(matches));
        text += name.empty() ? format_graph6(term.pattern.size(), adjacency) : name;
    }
    return text;
}

double wedges_of(Graph const& graph) {
    double wedges = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const degree = static_cast<double>(graph.degree(v));
        wedges += degree * (degree - 1) / 2;
    }
    return wedges;
}

BoundApplication bind_parts(std::vector<CountedPart> const& parts, WideCount divisor) {
    return make_form<SumOfParts>(parts, divisor);
}

void add_mappings(WideCount& sum, WideCount count, std::int64_t factor) {
    require_countable(count, factor);
    sum += count * static_cast<WideCount>(static_cast<__int128>(factor));
}

BoundApplication bind_sum(SignedSum const& sum, Pattern const& pattern) {
    std::string const key = describe(sum, pattern);
    BoundApplication const parts = parts_of(sum, pattern);
    if (!has_graphlets(pattern.size())) return with_key(as_formula(parts), key);
    auto const in_order = [sum, pattern](Graph const& graph) { return parts_of(ordered(sum, graph), pattern); };
    return with_key(as_formula(bind_graphlets(sum, pattern, parts, in_order)), key);
}

// Local counts without a walk. One set of passes counts how often each vertex has each role in the patterns of up to 5
// vertices. Pivoting counts the cliques of each vertex.

std::size_t role_column(int k, std::uint64_t adjacency, int vertex) {
    Located const& located = locate(k, adjacency);
    Graphlet const& graphlet = graphlets_of(k)[static_cast<std::size_t>(located.index)];
    auto const member = static_cast<std::uint8_t>(located.vertex[static_cast<std::size_t>(vertex)]);
    return std::size_t{static_cast<std::uint8_t>(graphlet.orbits[member])};
}

namespace {

// The question to count_graphlet_orbits() for a pattern: a column for each of match_orbits().
struct RolesOfPattern {
    GraphletOrbitsQuery query;
    int members = 0; // number of vertices in the first of these orbits
    bool is_clique = false;
};

// Returns: the columns, or nothing for a pattern of fewer than 3 vertices or more than 5, with arcs, labels or
// anti-vertices, or one that forbids some, but not all, of the edges that it lacks.
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
    auto const orbit_of = [&](int v) { return role_column(k, adjacency, v); };
    RolesOfPattern roles{.query = {.k = std::max(k, 4), .induced = is_induced}, .is_clique = lacking == 0};
    for (int const v : match_orbits(pattern)) roles.query.columns.push_back(orbit_of(v));
    for (int v = 0; v < k; ++v) roles.members += orbit_of(v) == roles.query.columns.front() ? 1 : 0;
    return roles;
}

// Turns the counts of roles into those of matches. The count of the run follows from the first orbit, since each match
// has the same number of vertices in it.
void take_roles(RunResult& result, GraphletOrbits const& found, RolesOfPattern const& roles, Graph const& graph) {
    LocalCounts& counts = result.of<PerOrbit>();
    WideCount first = 0;
    for (VertexId const v : vertices_by_id(graph)) {
        WideCount of_vertex = 0;
        for (WideCount const count : found.row(v)) {
            counts.by_orbit.push_back(count);
            add_to(of_vertex, count);
        }
        add_to(first, found.row(v).front());
        counts.vertices.push_back({graph.original_id(v), of_vertex});
    }
    result.count = first / static_cast<WideCount>(roles.members);
}

// Gives the counts of a walk, but counts by roles if these take less work.
class ByRoles : public Decorator {
public:
    ByRoles(BoundApplication walk, MatchQuery query, RolesOfPattern roles)
        : Decorator(std::move(walk)),
          query_(std::move(query)),
          roles_(std::move(roles)) {}

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        return serves(graph, options) ? choice_of_formula(graph) : Decorator::choose(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!serves(graph.graph(), options)) return Decorator::run(graph, options);
        RunResult result = roles_.is_clique ? by_cliques(graph, options) : by_roles(graph, options);
        result.chosen.form = name_of(Algorithm::formula);
        return result;
    }

private:
    bool serves(Graph const& graph, RunOptions const& options) const {
        if (!allows_sums(graph, options)) return false;
        return roles_.is_clique || query_.algorithm == Algorithm::formula || is_cheaper(graph);
    }

    // Compares the work, in look-ups. A look-up takes some nanoseconds of a host's thread.
    bool is_cheaper(Graph const& graph) const {
        constexpr double short_walk = 1e7;
        double const of_a_wedge = roles_.query.k == 4 ? 20 : 150; // measured on a host
        constexpr std::uint64_t most_words = std::uint64_t{1}
                                             << 30; // largest table that count_graphlet_orbits() may make
        std::uint64_t words = 0;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            std::uint64_t const degree = graph.degree(v);
            words += degree * ((degree + 63) / 64);
        }
        if (words > most_words) return false;
        std::vector<int> const order = matching_order(query_.pattern, query_.induced, graph, query_.meaning.get());
        double const walk = predicted_work_to_each(query_, order, graph);
        return walk > std::max(short_walk, wedges_of(graph) * of_a_wedge);
    }

    RunResult by_roles(GraphOrResident const& graph, RunOptions const& options) const {
        GraphletOrbits const found = count_graphlet_orbits(graph, roles_.query, options);
        RunResult result = found;
        result.count = 0;
        if (result.status == Status::complete) take_roles(result, found, roles_, graph.graph());
        return result;
    }

    // Counts a clique, whose vertices are one orbit.
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
