#include <cerrado/canonical/graphlets/copies.hpp>

#include <cerrado/canonical/graphlets/small_graphs.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

namespace cerrado {

namespace {

using Table = std::vector<std::vector<std::uint16_t>>; // [j][i]

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Calls visit(subset) for each set of edges of a graph, with all and with none of them, too.
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

// The orbit that a member of a graphlet, a vertex or an edge, has in a subgraph of it. None if the subgraph is not
// connected or lacks the edge.
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
            fmt::format("{} numbers of graphs of {} vertices: give all {}, or the {} of the connected ones",
                        counts.size(), k, all, connected));
    return counts.size() == connected;
}

// False if the sum overflows.
bool add_product(WideCount& sum, WideCount number, WideCount factor) {
    WideCount product;
    return !__builtin_mul_overflow(number, factor, &product) && !__builtin_add_overflow(sum, product, &sum);
}

[[noreturn]] void throw_contradiction(std::string const& name) {
    throw Error(fmt::format("the counts of {} contradict each other (please report this)", name));
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

// Those that have copies of a thing go before it, so their numbers are final. A sum that overflows is too large, too.
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

// From fewest edges to most: what is added to is not read again.
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
    if (numbers != at(columns())) throw InputError(fmt::format("a row of {} orbits: give all {}", numbers, columns()));
}

} // namespace cerrado
