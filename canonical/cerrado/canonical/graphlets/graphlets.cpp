#include <cerrado/canonical/graphlets/graphlets.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// What is not generated: the edges, and a vertex and an edge of each orbit. ORCA numbers orbits by graphlet, and within
// a graphlet in the order that is written here.
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

// The vertices of a word of digits; an edge is two of them, and a blank ends it.
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

// Makes a graphlet whose orbits are numbered from the given ones on, and leaves there the numbers of the next.
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

} // namespace cerrado
