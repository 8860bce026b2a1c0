// Local counts as a form: its count is the number of cliques, and every vertex and edge is held against the serial verifier.
#pragma once

#include "forms.hpp"

#include <clique/verifier.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

// The serial answer, kept for the next run on the same graph: a trial makes dozens. The copy shares the graph's arrays and keeps them,
// so that no other graph can lie in their place.
inline LocalCounts const& verified_local(int k, Graph const& graph) {
    static Graph last;
    static int last_k = 0;
    static LocalCounts counts;
    if (k != last_k || graph.offsets().data() != last.offsets().data()) {
        counts = clique::count_local(graph, k);
        last = graph;
        last_k = k;
    }
    return counts;
}

template <class Result>
RunResult with_local_counts_verified(Result result, int k, Graph const& graph, RunOptions const& options) {
    if (result.status == Status::complete) {
        bool const same = options.roots ? result.local == clique::count_local(graph, k, *options.roots)
                                        : result.local == verified_local(k, graph);
        EXPECT_TRUE(same) << "local counts differ from the serial verifier's";
    }
    return result;
}

} // namespace cerrado::test
