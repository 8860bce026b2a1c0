// Core numbers: vertices whose neighbours have changed are visited again, until nothing changes.
#include "gallery.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

using cerrado::VertexId;

struct CoreNumbers {
    using Engine = cerrado::Neighbours;
    static constexpr bool by_frontier = true;
    cerrado::ArrayRef<std::uint32_t> cores;    // by vertex; at first the degrees
    int rounds() const { return 1000 * 1000; } // at most

    // A vertex takes the greatest h of which h neighbours have at least h.
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint32_t const own = te.warp().shuffle(W::grid_load(&cores[te.root()]), 0);
        std::uint32_t least = 0, most = own;
        for (std::uint32_t h = own; least < most; h = least + (most - least + 1) / 2) {
            std::uint32_t count = 0;
            te.fold([&](VertexId u, auto) { count += W::grid_load(&cores[u]) >= h ? 1 : 0; });
            if (te.warp().reduce_add(count) >= h)
                least = h;
            else
                most = h - 1;
        }
        if (least == own) return;
        if (te.warp().lane() == 0) W::grid_store(&cores[te.root()], least);
        te.fold([&](VertexId u, auto) {
            if (least < W::grid_load(&cores[u])) te.add_job(u); // its number may have to fall, too
        });
    }
};

// The same without Cerrado: take away a vertex of least degree, again and again. Source: Batagelj and Zaversnik, 2003.
std::vector<std::uint32_t> peel(cerrado::Graph const& graph) {
    VertexId const n = graph.vertex_count();
    std::vector<std::uint32_t> degrees(n), first(graph.max_degree() + 2), order(n), place(n);
    for (VertexId v = 0; v < n; ++v) ++first[(degrees[v] = graph.degree(v)) + 1];
    for (std::size_t d = 1; d < first.size(); ++d) first[d] += first[d - 1];
    std::vector<std::uint32_t> next = first;
    for (VertexId v = 0; v < n; ++v) order[place[v] = next[degrees[v]]++] = v;
    for (VertexId i = 0; i < n; ++i) {
        VertexId const v = order[i];
        for (VertexId const u : graph.neighbours(v)) {
            if (degrees[u] <= degrees[v]) continue;
            std::uint32_t const begin = std::max(first[degrees[u]], i + 1);
            VertexId const w = order[begin];
            std::swap(order[begin], order[place[u]]);
            std::swap(place[w], place[u]);
            first[degrees[u]--] = begin + 1;
        }
    }
    return degrees;
}

int main(int argument_count, char** arguments) {
    auto const line = [](std::vector<std::uint32_t> const& cores) {
        std::uint64_t sum = 0;
        for (std::uint32_t const core : cores) sum += core;
        return "core numbers up to " + std::to_string(cores.empty() ? 0 : *std::ranges::max_element(cores)) + ", " +
               std::to_string(sum) + " together";
    };
    return gallery(
        argument_count, arguments, 0, "core_numbers GRAPH [--host | --serial] [--time]",
        [&](Asked const& asked) {
            cerrado::Resident const resident(asked.graph, asked.options);
            std::vector<std::uint32_t> degrees;
            for (VertexId v = 0; v < asked.graph.vertex_count(); ++v) degrees.push_back(asked.graph.degree(v));
            auto const cores = resident.array(cerrado::Per::vertex, degrees);
            cerrado::run(CoreNumbers{cores.ref()}, resident, asked.options);
            return line(cores.read());
        },
        [&](Asked const& asked) { return line(peel(asked.graph)); });
}
