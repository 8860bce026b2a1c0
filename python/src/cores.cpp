// Core numbers: the largest k of each vertex such that it is in a subgraph whose degrees are k or more.
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

} // namespace

void bind_cores(nb::module_& module) {
    module.def(
        "core_numbers",
        [](Subject const& subject) {
            return array_of(call_plainly<std::vector<std::int64_t>>([subject] { return core_numbers(subject.graph()); }));
        },
        nb::arg("graph"));
}

} // namespace cerrado::python
