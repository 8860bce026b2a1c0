// Tutorial 5, step 5: layers. Which vertices end a path that has every colour once, by sums that cancel where a walk
// has not.
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <iostream>

using cerrado::VertexId;

// 32 bits that look drawn.
CERRADO_FN std::uint32_t drawn(std::uint64_t edge, std::uint32_t round, std::uint32_t run) {
    std::uint64_t bits = (edge * 64 + round) * 0x9E3779B97F4A7C15u + run * 0xD1B54A32D192ED03u;
    bits = (bits ^ bits >> 29) * 0xBF58476D1CE4E5B9u;
    return static_cast<std::uint32_t>((bits ^ bits >> 32) * 0x94D049BB133111EBu >> 32);
}

struct ColourfulPaths {
    using Engine = cerrado::Neighbours;
    int colour_count;
    std::uint32_t run;
    cerrado::ArrayRef<std::uint32_t> colours;   // by vertex
    cerrado::ArrayRef<std::uint32_t> even, odd; // by layer and vertex: sums that even and odd rounds make
    cerrado::ArrayRef<std::uint32_t> found;     // by vertex
    int rounds() const { return colour_count + 1; }
    int layers() const { return 1 << colour_count; } // the sets of colours

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        VertexId const n = te.graph().vertex_count;
        auto const round = static_cast<std::uint32_t>(te.round());
        auto const from = round % 2 == 0 ? odd : even;
        auto const to = round % 2 == 0 ? even : odd;
        if (te.round() == colour_count) return add_up(te, from);
        std::uint64_t const layer = std::uint64_t(te.layer()) * n;
        std::uint32_t sum = round == 0 && te.warp().lane() == 0 ? ~0u : 0;
        if (round > 0) te.fold([&](VertexId u, auto edge) { sum ^= from[layer + u] & drawn(edge, round, run); });
        sum = te.warp().reduce_xor(sum);
        bool const is_in_set = (te.layer() >> colours[te.root()] & 1) != 0;
        if (te.warp().lane() == 0) to[layer + te.root()] = is_in_set ? sum : 0;
    }

    template <class Traversal> CERRADO_FN void add_up(Traversal& te, cerrado::ArrayRef<std::uint32_t> from) const {
        if (te.layer() != 0) return; // one job of each vertex has the sums of all layers
        std::uint32_t sum = 0;
        for (int l = te.warp().lane(); l < 1 << colour_count; l += Traversal::WarpType::width) {
            sum ^= from[std::uint64_t(l) * te.graph().vertex_count + te.root()];
        }
        sum = te.warp().reduce_xor(sum);
        if (te.warp().lane() == 0) found[te.root()] |= sum;
    }
};

int main() {
    constexpr int colour_count = 5;
    cerrado::Resident const resident(cerrado::open_graph("datasets/karate.txt"));
    std::uint64_t const sums = std::uint64_t(resident.graph().vertex_count()) << colour_count;
    auto const colours = resident.array_by_id([](cerrado::OriginalId id) { return std::uint32_t(id % colour_count); });
    auto const even = resident.array<std::uint32_t>(sums);
    auto const odd = resident.array<std::uint32_t>(sums);
    auto const found = resident.array<std::uint32_t>(cerrado::Per::vertex);
    for (std::uint32_t run = 0; run < 10; ++run) {
        cerrado::run(ColourfulPaths{colour_count, run, colours.ref(), even.ref(), odd.ref(), found.ref()}, resident);
    }
    std::vector<std::uint32_t> const ends = found.read();
    std::cout << std::ranges::count_if(ends, [](auto sum) { return sum != 0; }) << " vertices end a path of "
              << colour_count << " colours\n";
}
