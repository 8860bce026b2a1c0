#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/names.hpp>

#include <fmt/format.h>

#include <array>
#include <unordered_map>

namespace cerrado {

namespace {

struct ListedName {
    char const* graph6;
    char const* name;
};

constexpr ListedName listed_names[] = {
    {"A_", "edge"},
    {"BW", "wedge"},
    {"Bw", "triangle"},
    {"CF", "3-star"},
    {"CR", "4-path"},
    {"CN", "tailed-triangle"},
    {"Cr", "4-cycle"},
    {"C^", "diamond"},
    {"C~", "4-clique"},
    {"D?{", "4-star"},
    {"D@s", "Prong"},
    {"DDW", "4-path"},
    {"D@{", "Forktailed-tri"},
    {"DBw", "Tailed-4-cycle"},
    {"DD[", "Doubletailed-tri"},
    {"D`[", "Lontailed-tri"},
    {"DqK", "5-cycle"},
    {"DB{", "Stingray"},
    {"DFw", "3-wedge-col"},
    {"DJk", "Cobra"},
    {"D`{", "Hourglass"},
    {"Dd[", "Hatted-4-cycle"},
    {"DF{", "3-tri-collision"},
    {"DJ{", "Tailed-4-clique"},
    {"DR{", "Triangle-strip"},
    {"Dr[", "Diamond-wed-col"},
    {"DN{", "Hatted-4-clique"},
    {"Dr{", "4-wheel"},
    {"D^{", "Almost-5-clique"},
    {"D~{", "5-clique"},
};

using NameMap = std::unordered_map<std::uint64_t, std::string>; // by canonical adjacency

// A graph under construction.
class Sketch {
public:
    Sketch& edge(int u, int v) {
        adjacency_ |= adjacency_bit(u, v);
        return *this;
    }
    Sketch& path(int begin, int end) {
        for (int v = begin; v + 1 < end; ++v) edge(v, v + 1);
        return *this;
    }
    Sketch& cycle(int begin, int end) { return path(begin, end).edge(begin, end - 1); }
    Sketch& clique(int begin, int end) {
        for (int v = begin; v < end; ++v)
            for (int u = begin; u < v; ++u) edge(u, v);
        return *this;
    }
    Sketch& hub(int centre, int begin, int end) {
        for (int v = begin; v < end; ++v) edge(centre, v);
        return *this;
    }
    // Vertex begin + i with vertex begin + size + i.
    Sketch& rungs(int begin, int size) {
        for (int i = 0; i < size; ++i) edge(begin + i, begin + size + i);
        return *this;
    }
    Sketch& without(int u, int v) {
        adjacency_ &= ~adjacency_bit(u, v);
        return *this;
    }
    std::uint64_t adjacency() const { return adjacency_; }

private:
    std::uint64_t adjacency_ = 0;
};

Sketch complete_multipartite(std::vector<int> const& parts) {
    Sketch sketch;
    int begin = 0;
    for (int part : parts) {
        for (int v = begin; v < begin + part; ++v) sketch.hub(v, 0, begin);
        begin += part;
    }
    return sketch;
}

class Families {
public:
    explicit Families(int k) : k_(k) {}

    NameMap build() {
        add_simple();
        add_decorated();
        if (k_ % 2 == 0) add_doubled(k_ / 2);
        if (k_ % 2 == 1) add_windmill();
        if (k_ == 9) add_grid();
        std::vector<int> parts;
        add_multipartite(parts, k_, 1);
        return std::move(names_);
    }

private:
    // The first name of a graph stands.
    void add(std::string const& name, Sketch const& sketch) {
        names_.try_emplace(canonical_form(k_, sketch.adjacency()).adjacency, name);
    }

    void add_simple() {
        add(fmt::format("{}-path", k_), Sketch().path(0, k_));
        add(fmt::format("{}-cycle", k_), Sketch().cycle(0, k_));
        add(fmt::format("{}-star", k_ - 1), Sketch().hub(k_ - 1, 0, k_ - 1));
        add(fmt::format("{}-clique", k_), Sketch().clique(0, k_));
        add(fmt::format("Almost-{}-clique", k_), Sketch().clique(0, k_).without(0, 1));
        add(fmt::format("{}-wheel", k_ - 1), Sketch().cycle(0, k_ - 1).hub(k_ - 1, 0, k_ - 1));
        add(fmt::format("{}-fan", k_ - 1), Sketch().path(0, k_ - 1).hub(k_ - 1, 0, k_ - 1));
        add(fmt::format("{}-book", k_ - 2), Sketch().hub(0, 1, k_).hub(1, 2, k_));
    }

    void add_decorated() {
        int const last = k_ - 1;
        add(fmt::format("Tailed-{}-cycle", last), Sketch().cycle(0, last).edge(last - 1, last));
        add(fmt::format("Tailed-{}-clique", last), Sketch().clique(0, last).edge(last - 1, last));
        add(fmt::format("Hatted-{}-cycle", last), Sketch().cycle(0, last).edge(last, 0).edge(last, 1));
        add(fmt::format("Hatted-{}-clique", last), Sketch().clique(0, last).edge(last, 0).edge(last, 1));
    }

    void add_doubled(int half) {
        add(half == 3 ? "dumbbell" : fmt::format("{}-clique-dumbbell", half),
            Sketch().clique(0, half).clique(half, k_).edge(half - 1, half));
        add(half == 3 ? "net" : fmt::format("{}-clique-net", half), Sketch().clique(0, half).rungs(0, half));
        if (half > 3) add(fmt::format("{}-sunlet", half), Sketch().cycle(0, half).rungs(0, half));
        Sketch sun = Sketch().clique(0, half).rungs(0, half).edge(0, k_ - 1);
        for (int i = 1; i < half; ++i) sun.edge(i, half + i - 1);
        add(fmt::format("sun{}", half), sun);
        std::string const prism = half == 3 ? "prism" : half == 4 ? "cube" : fmt::format("{}-prism", half);
        add(prism, Sketch().cycle(0, half).cycle(half, k_).rungs(0, half));
        add(half == 3 ? "domino" : fmt::format("{}-ladder", half),
            Sketch().path(0, half).path(half, k_).rungs(0, half));
        if (half == 3) add("octahedron", complete_multipartite({2, 2, 2}));
    }

    void add_windmill() {
        Sketch windmill = Sketch().hub(k_ - 1, 0, k_ - 1);
        for (int v = 0; v + 1 < k_; v += 2) windmill.edge(v, v + 1);
        add(fmt::format("{}-windmill", k_ / 2), windmill);
    }

    void add_grid() {
        Sketch grid;
        for (int row = 0; row < 9; row += 3) grid.path(row, row + 3);
        add("3x3-grid", grid.rungs(0, 3).rungs(3, 3));
    }

    // Complete multipartite graphs by ascending part sizes: K33, K222, ...
    void add_multipartite(std::vector<int>& parts, int left, int smallest) {
        if (left == 0 && parts.size() >= 2) {
            std::string name = "K";
            for (int part : parts) name += fmt::format("{}", part);
            add(name, complete_multipartite(parts));
        }
        for (int part = smallest; part <= left; ++part) {
            parts.push_back(part);
            add_multipartite(parts, left - part, part);
            parts.pop_back();
        }
    }

    int k_;
    NameMap names_;
};

NameMap names_of(int k) {
    if (k > 5) return Families(k).build();
    NameMap names;
    for (ListedName const& entry : listed_names) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(entry.graph6, size);
        if (size == k) names.emplace(canonical_form(k, adjacency).adjacency, entry.name);
    }
    return names;
}

} // namespace

std::string common_name(int k, std::uint64_t canonical) {
    require_adjacency(k, canonical);
    static std::array<NameMap, max_adjacency_vertices + 1> const names = [] {
        std::array<NameMap, max_adjacency_vertices + 1> all;
        for (int size = 2; size <= max_adjacency_vertices; ++size) all[static_cast<std::size_t>(size)] = names_of(size);
        return all;
    }();
    NameMap const& of_size = names[static_cast<std::size_t>(k)];
    auto const found = of_size.find(canonical);
    return found == of_size.end() ? std::string() : found->second;
}

} // namespace cerrado
