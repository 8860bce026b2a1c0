// What the tests of applications share: options per device, and slow, obvious counts over vertex subsets.
#pragma once

#include <cerrado/graph/generators.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cerrado::test {

inline RunOptions on(DeviceKind device, int threads_or_workers = 0) {
    RunOptions options;
    options.device = device;
    (device == DeviceKind::host ? options.threads : options.workers) = threads_or_workers;
    return options;
}

inline bool adjacent(Graph const& graph, VertexId u, VertexId v) {
    auto const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

// Calls visit(clique) with the ascending vertices of every clique of k vertices that begins with `clique`.
template <class Visit>
void for_each_clique(Graph const& graph, int k, std::vector<VertexId>& clique, Visit const& visit) {
    if (static_cast<int>(clique.size()) == k) return visit(clique);
    for (VertexId v = clique.empty() ? 0 : clique.back() + 1; v < graph.vertex_count(); ++v) {
        if (!std::ranges::all_of(clique, [&](VertexId u) { return adjacent(graph, u, v); })) continue;
        clique.push_back(v);
        for_each_clique(graph, k, clique, visit);
        clique.pop_back();
    }
}

template <class Visit> void for_each_clique(Graph const& graph, int k, Visit const& visit) {
    std::vector<VertexId> clique;
    for_each_clique(graph, k, clique, visit);
}

inline Count binomial(Count n, Count k) {
    Count value = 1;
    for (Count i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
    return value;
}

} // namespace cerrado::test
