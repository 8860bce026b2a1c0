#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/detail/graphlets/copies.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// Joins the canonical form of a graph and that of the isomorphic graph in the list, so that vertices of the first are
// mapped to vertices of the second.
Located compose(int k, int index, CanonicalForm const& given, CanonicalForm const& listed) {
    Located located{index, {}};
    for (int i = 0; i < k; ++i)
        for (int v = 0; v < k; ++v)
            if (listed.position(v) == given.position(i))
                located.vertex[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(v);
    return located;
}

class SmallGraphs {
public:
    explicit SmallGraphs(int k) {
        std::uint64_t const words = std::uint64_t{1} << adjacency_bits(k);
        std::vector<CanonicalForm> forms;
        for (std::uint64_t adjacency = 0; adjacency < words; ++adjacency) forms.push_back(canonical_form(k, adjacency));
        for (Graphlet const& graphlet : graphlets_of(k)) list(graphlet.adjacency, forms);
        std::ptrdiff_t const connected = std::ssize(graphs);
        for (std::uint64_t adjacency = 0; adjacency < words; ++adjacency) list(adjacency, forms);
        std::stable_sort(graphs.begin() + connected, graphs.end(),
                         [](auto a, auto b) { return std::popcount(a) < std::popcount(b); });
        for (std::size_t i = 0; i < graphs.size(); ++i) index_of_[forms[graphs[i]].adjacency] = static_cast<int>(i);
        for (CanonicalForm const& form : forms) {
            int const index = index_of_.at(form.adjacency);
            located.push_back(compose(k, index, form, forms[graphs[static_cast<std::size_t>(index)]]));
        }
    }

    std::vector<std::uint64_t> graphs;
    std::vector<Located> located; // by adjacency

private:
    // Adds a graph unless its pattern is in the list.
    void list(std::uint64_t adjacency, std::vector<CanonicalForm> const& forms) {
        if (index_of_.emplace(forms[adjacency].adjacency, 0).second) graphs.push_back(adjacency);
    }

    std::unordered_map<std::uint64_t, int> index_of_; // by canonical adjacency
};

SmallGraphs const& tables_of(int k) {
    static std::array<SmallGraphs, 4> const tables = {SmallGraphs(2), SmallGraphs(3), SmallGraphs(4), SmallGraphs(5)};
    return tables[static_cast<std::size_t>(k - 2)];
}

} // namespace

std::vector<std::uint64_t> const& small_graphs(int k) { return tables_of(k).graphs; }

std::string small_graph_name(int k, int index) {
    auto const i = static_cast<std::size_t>(index);
    if (i < graphlets_of(k).size()) return std::string(graphlets_of(k)[i].name);
    return format_graph6(k, canonical_form(k, small_graphs(k)[i]).adjacency);
}

Located const& locate(int k, std::uint64_t adjacency) { return tables_of(k).located[adjacency]; }

namespace {

// The facts that cannot be computed: the edges, and a vertex and an edge of each orbit. ORCA numbers orbits by
// graphlet, and within a graphlet in the order of this list.
struct Listed {
    std::string_view name;
    int size;
    std::string_view edges, vertices_of_orbits, edges_of_orbits;
};

constexpr std::array<Listed, graphlet_count> listed = {{
    {"edge", 2, "01", "0", ""},
    {"path3", 3, "01 02", "10", "01"},
    {"triangle", 3, "01 02 12", "0", "01"},
    {"path4", 4, "01 12 23", "01", "01 12"},
    {"star3", 4, "01 02 03", "10", "01"},
    {"cycle4", 4, "01 12 23 30", "0", "01"},
    {"paw", 4, "01 02 12 03", "310", "03 12 01"},
    {"diamond", 4, "01 02 03 12 13", "20", "02 01"},
    {"K4", 4, "01 02 03 12 13 23", "0", "01"},
    {"path5", 5, "01 12 23 34", "012", "01 12"},
    {"fork", 5, "01 02 03 34", "4130", "34 01 03"},
    {"star4", 5, "01 02 03 04", "10", "01"},
    {"bull", 5, "01 02 12 03 14", "320", "03 02 01"},
    {"lollipop", 5, "01 02 12 23 34", "4302", "34 23 01 02"},
    {"cricket", 5, "01 02 12 03 04", "310", "03 12 01"},
    {"cycle5", 5, "01 12 23 34 40", "0", "01"},
    {"banner", 5, "01 12 23 30 04", "4210", "04 12 01"},
    {"dart", 5, "01 02 03 12 13 04", "4210", "04 12 02 01"},
    {"butterfly", 5, "01 02 12 03 04 34", "10", "12 01"},
    {"kite", 5, "01 02 03 12 13 24", "4320", "24 03 02 01"},
    {"K23", 5, "02 03 04 12 13 14", "20", "02"},
    {"house", 5, "01 12 23 30 04 14", "240", "23 12 04 01"},
    {"book", 5, "01 02 03 04 12 13 14", "20", "02 01"},
    {"K4tail", 5, "01 02 03 12 13 23 04", "410", "04 12 01"},
    {"gem", 5, "01 02 03 04 12 23 34", "120", "12 01 23 02"},
    {"W4-spoke", 5, "02 03 04 12 13 14 23", "402", "04 02 23"},
    {"K4hat", 5, "01 02 03 12 13 23 04 14", "420", "04 23 02 01"},
    {"W4", 5, "01 02 03 04 12 23 34 41", "10", "12 01"},
    {"K5-e", 5, "01 02 03 04 12 13 14 23 24", "30", "03 01"},
    {"K5", 5, "01 02 03 04 12 13 14 23 24 34", "0", "01"},
}};

// The vertices of a word of digits. Two digits are an edge, and a blank ends it.
int digit(char c) { return c - '0'; }

std::vector<std::pair<int, int>> pairs(std::string_view text) {
    std::vector<std::pair<int, int>> found;
    for (std::size_t i = 0; i + 1 < text.size(); i += 3) found.emplace_back(digit(text[i]), digit(text[i + 1]));
    return found;
}

int bit_position(int u, int v) { return std::countr_zero(adjacency_bit(u, v)); }

using Permutation = std::array<int, max_graphlet_vertices>;

std::vector<Permutation> symmetries(Graphlet const& graphlet) {
    std::vector<std::pair<int, int>> const edges = edges_of(graphlet.size, graphlet.adjacency);
    std::vector<Permutation> found;
    Permutation image;
    std::iota(image.begin(), image.end(), 0);
    auto const at = [&](int v) { return image[static_cast<std::size_t>(v)]; };
    do {
        bool const keeps_edges = std::ranges::all_of(
            edges, [&](auto edge) { return adjacent(graphlet.adjacency, at(edge.first), at(edge.second)); });
        if (keeps_edges) found.push_back(image);
    } while (std::next_permutation(image.begin(), image.begin() + graphlet.size));
    return found;
}

// Makes a graphlet whose orbits are numbered from the given numbers on. Sets these to the first numbers of the next
// graphlet.
Graphlet make_graphlet(Listed const& from, std::int8_t& vertex_orbit, std::int8_t& edge_orbit) {
    Graphlet graphlet{from.name, from.size, 0, {}, {}};
    for (auto [u, v] : pairs(from.edges)) graphlet.adjacency |= adjacency_bit(u, v);
    graphlet.orbits.fill(-1);
    graphlet.edge_orbits.fill(-1);
    std::vector<Permutation> const images = symmetries(graphlet);
    auto const at = [](int v) { return static_cast<std::size_t>(v); };
    for (char const vertex : from.vertices_of_orbits) {
        for (Permutation const& image : images) graphlet.orbits[at(image[at(digit(vertex))])] = vertex_orbit;
        ++vertex_orbit;
    }
    for (auto [u, v] : pairs(from.edges_of_orbits)) {
        for (Permutation const& image : images)
            graphlet.edge_orbits[at(bit_position(image[at(u)], image[at(v)]))] = edge_orbit;
        ++edge_orbit;
    }
    return graphlet;
}

std::array<Graphlet, graphlet_count> make_graphlets() {
    std::array<Graphlet, graphlet_count> made;
    std::int8_t vertex_orbit = 0, edge_orbit = 0;
    std::ranges::transform(listed, made.begin(),
                           [&](Listed const& from) { return make_graphlet(from, vertex_orbit, edge_orbit); });
    return made;
}

std::vector<GraphletOrbit> make_orbits(bool per_edge) {
    std::vector<GraphletOrbit> made(static_cast<std::size_t>(per_edge ? edge_orbits(5) : vertex_orbits(5)), {0, -1, 0});
    for (int g = 0; g < graphlet_count; ++g) {
        Graphlet const& graphlet = graphlets()[static_cast<std::size_t>(g)];
        std::span<std::int8_t const> const orbits = per_edge ? std::span<std::int8_t const>(graphlet.edge_orbits)
                                                             : std::span<std::int8_t const>(graphlet.orbits);
        for (std::size_t i = 0; i < orbits.size(); ++i) {
            if (orbits[i] < 0) continue;
            GraphletOrbit& orbit = made[static_cast<std::size_t>(orbits[i])];
            orbit = {g, orbit.size == 0 ? static_cast<int>(i) : orbit.member, orbit.size + 1};
        }
    }
    return made;
}

} // namespace

std::span<Graphlet const> graphlets() {
    static std::array<Graphlet, graphlet_count> const all = make_graphlets();
    return all;
}

std::span<Graphlet const> graphlets_of(int k) {
    auto const begin = static_cast<std::size_t>(graphlets_up_to(k - 1));
    return graphlets().subspan(begin, static_cast<std::size_t>(graphlets_up_to(k)) - begin);
}

std::span<GraphletOrbit const> graphlet_orbits(bool per_edge) {
    static std::vector<GraphletOrbit> const of_vertices = make_orbits(false), of_edges = make_orbits(true);
    return per_edge ? of_edges : of_vertices;
}

namespace {

using Table = std::vector<std::vector<std::uint16_t>>; // [j][i]

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Calls visit(subset) for each set of edges of a graph, also for all edges and for none.
template <class Visit> void for_each_subset(std::uint64_t adjacency, Visit&& visit) {
    std::uint64_t subset = adjacency;
    for (;;) {
        visit(subset);
        if (subset == 0) return;
        subset = (subset - 1) & adjacency;
    }
}

CopyMatrix make_spanning_copies(int k, bool connected) {
    std::vector<std::uint64_t> graphs = small_graphs(k);
    if (connected) graphs.resize(graphlets_of(k).size());
    Table copies(graphs.size(), std::vector<std::uint16_t>(graphs.size()));
    std::vector<int> edges;
    for (std::size_t j = 0; j < graphs.size(); ++j) {
        edges.push_back(std::popcount(graphs[j]));
        for_each_subset(graphs[j], [&](std::uint64_t subset) {
            std::size_t const i = at(locate(k, subset).index);
            if (i < graphs.size()) ++copies[j][i];
        });
    }
    return {std::move(copies), edges};
}

// Returns: the orbit in a subgraph of a graphlet to which a member of the graphlet, a vertex or an edge, belongs.
// Returns none if the subgraph is not connected or does not have the edge.
std::optional<int> role_of(bool per_edge, int k, std::uint64_t subgraph, int member) {
    Located const& located = locate(k, subgraph);
    if (at(located.index) >= graphlets_of(k).size()) return std::nullopt;
    Graphlet const& graphlet = graphlets_of(k)[at(located.index)];
    if (!per_edge) return graphlet.orbits[at(located.vertex[at(member)])];
    std::uint64_t const edge = std::uint64_t{1} << member;
    if ((subgraph & edge) == 0) return std::nullopt;
    auto const [u, v] = edges_of(k, edge).front();
    return graphlet.edge_orbits[at(std::countr_zero(adjacency_bit(located.vertex[at(u)], located.vertex[at(v)])))];
}

CopyMatrix make_rooted_copies(bool per_edge, int k) {
    std::size_t const count = at(per_edge ? edge_orbits(k) : vertex_orbits(k));
    Table copies(count, std::vector<std::uint16_t>(count));
    std::vector<int> edges;
    for (GraphletOrbit const& orbit : graphlet_orbits(per_edge).first(count)) {
        Graphlet const& graphlet = graphlets()[at(orbit.graphlet)];
        std::vector<std::uint16_t>& column = copies[edges.size()];
        edges.push_back(std::popcount(graphlet.adjacency));
        for_each_subset(graphlet.adjacency, [&](std::uint64_t subset) {
            if (auto const role = role_of(per_edge, graphlet.size, subset, orbit.member)) ++column[at(*role)];
        });
    }
    return {std::move(copies), edges};
}

bool is_connected_alone(int k, std::vector<WideCount> const& counts) {
    std::size_t const all = small_graphs(k).size(), connected = graphlets_of(k).size();
    if (counts.size() != all && counts.size() != connected)
        throw InputError(
            fmt::format("{} numbers were given for graphs of {} vertices: give all {}, or the {} of the connected ones",
                        counts.size(), k, all, connected));
    return counts.size() == connected;
}

// Returns: false if the sum overflows.
bool add_product(WideCount& sum, WideCount number, WideCount factor) {
    WideCount product;
    return !__builtin_mul_overflow(number, factor, &product) && !__builtin_add_overflow(sum, product, &sum);
}

[[noreturn]] void throw_contradiction(std::string const& name) {
    throw Error(fmt::format("the counts of {} contradict each other; this is a bug, please report it", name));
}

} // namespace

CopyMatrix::CopyMatrix(Table copies, std::span<int const> edges) : copies_(std::move(copies)) {
    std::vector<std::size_t> order(copies_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t j) { return edges[j]; });
    for (std::size_t const i : order) {
        Row row{i, {}};
        for (std::size_t j = 0; j < copies_.size(); ++j)
            if (j != i && copies_[j][i] != 0) row.larger.push_back({static_cast<std::uint16_t>(j), copies_[j][i]});
        rows_.push_back(std::move(row));
    }
}

// The things that have copies of a thing come before it, so their numbers are final. A sum that overflows is also too
// large.
std::optional<int> CopyMatrix::to_induced(std::span<WideCount> counts) const {
    for (Row const& row : rows_) {
        WideCount sum = 0;
        for (Term const term : row.larger)
            if (!add_product(sum, counts[term.thing], term.copies)) return static_cast<int>(row.thing);
        if (sum > counts[row.thing]) return static_cast<int>(row.thing);
        counts[row.thing] -= sum;
    }
    return std::nullopt;
}

// Goes from the fewest edges to the most. A number is not read again after something was added to it.
void CopyMatrix::to_copies(std::span<WideCount> counts) const {
    for (std::size_t i = rows_.size(); i-- > 0;) {
        Row const& row = rows_[i];
        for (Term const term : row.larger) {
            if (!add_product(counts[row.thing], counts[term.thing], term.copies)) {
                throw InputError("there are more subgraphs than 128 bits can count: take fewer vertices");
            }
        }
    }
}

CopyMatrix const& spanning_copies(int k, bool connected) {
    using Pair = std::array<CopyMatrix, 2>;
    auto const make = [](int size) {
        return Pair{make_spanning_copies(size, false), make_spanning_copies(size, true)};
    };
    static std::array<Pair, 4> const matrices = {make(2), make(3), make(4), make(5)};
    return matrices[at(k - 2)][connected ? 1 : 0];
}

std::vector<WideCount> induced_of_copies(int k, std::vector<WideCount> counts) {
    std::optional<int> const negative = spanning_copies(k, is_connected_alone(k, counts)).to_induced(counts);
    if (negative) throw_contradiction(small_graph_name(k, *negative));
    return counts;
}

std::vector<WideCount> copies_of_induced(int k, std::vector<WideCount> counts) {
    spanning_copies(k, is_connected_alone(k, counts)).to_copies(counts);
    return counts;
}

OrbitSystem::OrbitSystem(bool per_edge, int k) : per_edge_(per_edge), matrix_(make_rooted_copies(per_edge, k)) {}

void OrbitSystem::induced_of_copies(std::span<WideCount> row) const {
    require_columns(row.size());
    std::optional<int> const negative = matrix_.to_induced(row);
    if (!negative) return;
    GraphletOrbit const& orbit = graphlet_orbits(per_edge_)[at(*negative)];
    throw_contradiction(fmt::format("{} in orbit {}", graphlets()[at(orbit.graphlet)].name, *negative));
}

void OrbitSystem::copies_of_induced(std::span<WideCount> row) const {
    require_columns(row.size());
    matrix_.to_copies(row);
}

void OrbitSystem::require_columns(std::size_t numbers) const {
    if (numbers != at(columns())) throw InputError(fmt::format("a row has {} orbits: give all {}", numbers, columns()));
}

} // namespace cerrado
