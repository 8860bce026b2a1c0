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
    cerrado::ArrayRef<std::uint32_t> next;     // what they become; at first the same
    cerrado::ArrayRef<std::uint32_t> support;  // the neighbours whose numbers are not below `next`
    int rounds() const { return 1000 * 1000; } // at most

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.round() % 2 == 0)
            fall(te);
        else
            tell(te);
    }

private:
    // A vertex takes the greatest h of which h neighbours have at least h. Each pass over the neighbours tries four.
    template <class Traversal> CERRADO_FN void fall(Traversal& te) const {
        std::uint32_t const own = cores[te.root()];
        std::uint32_t most = own, least = 0, support_of_least = 0;
        for (std::uint32_t step = 1; least < most;) {
            std::uint32_t tried[4], count[4] = {};
            for (std::uint32_t j = 0; j < 4; ++j) tried[j] = most - least > j * step ? most - j * step : least;
            te.fold([&](VertexId u, auto) {
                for (int j = 0; j < 4; ++j) count[j] += cores[u] >= tried[j] ? 1 : 0;
            });
            int found = 4;
            for (int j = 3; j >= 0; --j) {
                count[j] = te.warp().reduce_add(count[j]);
                if (count[j] >= tried[j]) found = j;
            }
            if (found == 4) {
                most = tried[3] - 1;
                step *= 4;
                continue;
            }
            least = tried[found];
            support_of_least = count[found];
            if (found > 0) most = tried[found - 1] - 1;
            if (found == 0) break;
            step = (most - least + 3) / 4;
        }
        if (te.warp().lane() != 0) return;
        next[te.root()] = least;
        support[te.root()] = support_of_least;
        if (least < own) te.add_job(te.root());
    }

    // Takes the vertex away from the support of its neighbours. Those whose support does not suffice have to fall, too.
    template <class Traversal> CERRADO_FN void tell(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint32_t const before = cores[te.root()], now = next[te.root()];
        te.fold([&](VertexId u, auto) {
            std::uint32_t const at_u = next[u];
            if (now < at_u && at_u <= before && W::grid_add(&support[u], ~std::uint32_t{0}) == at_u) te.add_job(u);
        });
        if (te.warp().lane() == 0) cores[te.root()] = now;
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
            auto const next = resident.array(cerrado::Per::vertex, degrees);
            auto const support = resident.array<std::uint32_t>(cerrado::Per::vertex);
            cerrado::run(CoreNumbers{cores.ref(), next.ref(), support.ref()}, resident, asked.options);
            return line(cores.read());
        },
        [&](Asked const& asked) { return line(peel(asked.graph)); });
}
