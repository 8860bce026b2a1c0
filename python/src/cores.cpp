// What networkx asks of each vertex and no application counts: core numbers, and 4-cycles.
#include "numbers.hpp"
#include "subject.hpp"

#include <algorithm>
#include <numeric>

namespace cerrado::python {
namespace {

// Takes a vertex of least degree among those left, one after the other. O(n + m). Source: Batagelj and Zaversnik 2003.
std::vector<std::int64_t> core_numbers(Graph const& graph) {
    VertexId const n = graph.vertex_count();
    std::vector<VertexId> degree(n), order(n), place(n), begin(std::size_t{graph.max_degree()} + 2);
    for (VertexId v = 0; v < n; ++v) ++begin[(degree[v] = graph.degree(v)) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<VertexId> next = begin;
    for (VertexId v = 0; v < n; ++v) order[place[v] = next[degree[v]]++] = v;
    for (VertexId i = 0; i < n; ++i) {
        VertexId const v = order[i];
        for (VertexId const u : graph.neighbours(v)) {
            if (degree[u] <= degree[v]) continue;
            VertexId const first = std::max(begin[degree[u]], i + 1);
            VertexId const other = order[first];
            std::swap(order[place[u]], order[first]);
            std::swap(place[u], place[other]);
            begin[degree[u]] = first + 1;
            --degree[u];
        }
    }
    return {degree.begin(), degree.end()};
}

// The number of 4-cycles of each vertex, whatever other edges there are: at each end of its paths of two edges as many
// as pairs of them. O(sum of squared degrees). None if `told` is interrupted.
std::vector<std::int64_t> squares(Graph const& graph, Told const& told) {
    VertexId const n = graph.vertex_count();
    std::vector<std::int64_t> found(n);
    std::vector<std::uint32_t> paths(n);
    std::vector<VertexId> reached;
    for (VertexId v = 0; v < n && !told.interrupt; ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            for (VertexId const x : graph.neighbours(u)) {
                if (x == v) continue;
                if (paths[x]++ == 0) reached.push_back(x);
            }
        }
        for (VertexId const x : reached) {
            found[v] += std::int64_t{paths[x]} * (std::int64_t{paths[x]} - 1) / 2;
            paths[x] = 0;
        }
        reached.clear();
    }
    return found;
}

nb::object squares_of(Subject const& subject) {
    auto const told = std::make_shared<Told>();
    auto [found, raised] = call<std::vector<std::int64_t>>(
        [graph = subject.graph(), told] { return squares(graph, *told); }, told, nb::none());
    if (raised) throw std::move(*raised);
    return array_of(std::move(*found));
}

} // namespace

void bind_cores(nb::module_& module) {
    module.def(
        "core_numbers",
        [](Subject const& subject) {
            return array_of(
                call_plainly<std::vector<std::int64_t>>([subject] { return core_numbers(subject.graph()); }));
        },
        nb::arg("graph"));
    module.def("squares", squares_of, nb::arg("graph"));
}

} // namespace cerrado::python
