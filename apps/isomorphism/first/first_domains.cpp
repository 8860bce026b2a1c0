#include "isomorphism/first/first_domains.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace cerrado {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

} // namespace

FirstDomains::FirstDomains(FirstQuestion const& question) : question_(question) {
    VertexId const vertices = question.graph().vertex_count();
    of_.reserve(vertices);
    for (VertexId x = 0; x < vertices; ++x) of_.push_back(question.candidate_for(x));
}

// Those of `of_x` that have what they need among the neighbours of x.
FirstDomains::Vertices FirstDomains::supported(VertexId x, Vertices of_x) const {
    Graph const& graph = question_.graph();
    bool const directed = is_directed(graph);
    std::array<std::uint8_t, Pattern::max_vertices> neighbours{};
    Vertices met = 0, met_by_arc_to = 0, met_by_arc_from = 0;
    Vertices left = of_x;
    auto const list = graph.neighbours(x);
    for (std::size_t entry = 0; entry < list.size() && left != 0; ++entry) {
        Vertices const of_neighbour = of(list[entry]);
        if (of_neighbour == 0) continue;
        met |= of_neighbour;
        if (directed) {
            unsigned const arcs = graph.marks->arcs[graph.offsets()[x] + entry];
            if ((arcs & GraphMarks::arc_to) != 0) met_by_arc_to |= of_neighbour;
            if ((arcs & GraphMarks::arc_from) != 0) met_by_arc_from |= of_neighbour;
        }
        for (Vertices rest = left; rest != 0; rest &= rest - 1) {
            int const i = std::countr_zero(rest);
            Vertices const asked = question_.neighbours(i);
            if ((asked & of_neighbour) == 0) continue;
            auto& count = neighbours[at(i)];
            if (count < Pattern::max_vertices) ++count;
            bool const has_all = count >= std::popcount(asked) && (asked & ~met) == 0 &&
                                 (question_.targets(i) & ~met_by_arc_to) == 0 &&
                                 (question_.sources(i) & ~met_by_arc_from) == 0;
            if (has_all) left &= ~Pattern::bit(i);
        }
    }
    return of_x & ~left;
}

void FirstDomains::filter(std::function<bool()> const& must_end) {
    constexpr VertexId look_every = 1 << 14;
    constexpr VertexId few = 16; // a turn that drops something of less than one vertex in so many is the last
    VertexId const vertices = question_.graph().vertex_count();
    for (VertexId changed = vertices; changed > 0 && changed >= vertices / few;) {
        changed = 0;
        for (VertexId x = 0; x < vertices; ++x) {
            if (x % look_every == 0 && must_end()) return;
            Vertices const before = of(x);
            if (before == 0) continue;
            Vertices const after = supported(x, before);
            if (after == before) continue;
            of_[x] = after;
            ++changed;
        }
    }
}

int FirstDomains::rarest() const {
    constexpr std::size_t enough = 1 << 12;
    std::array<std::int64_t, Pattern::max_vertices> counts{};
    for (std::size_t x = 0, step = 1 + of_.size() / enough; x < of_.size(); x += step) {
        for (Vertices rest = of_[x]; rest != 0; rest &= rest - 1) ++counts[at(std::countr_zero(rest))];
    }
    auto const rarity = [&](int i) { return std::pair(counts[at(i)], -std::popcount(question_.neighbours(i))); };
    int best = 0;
    for (int i = 1; i < question_.size(); ++i) {
        if (rarity(i) < rarity(best)) best = i;
    }
    return best;
}

std::vector<VertexId> FirstDomains::candidates(int i) const {
    std::vector<VertexId> found;
    for (VertexId x = 0; x < of_.size(); ++x) {
        if ((of_[x] & Pattern::bit(i)) != 0) found.push_back(x);
    }
    return found;
}

} // namespace cerrado
