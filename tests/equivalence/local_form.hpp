// Local counts as a form: its count is the number of cliques, and every vertex and edge is held against the serial verifier.
#pragma once

#include "forms.hpp"

#include <clique/verifier.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

template <class Result>
RunResult with_local_counts_verified(Result result, int k, Graph const& graph, RunOptions const& options) {
    if (result.status == Status::complete) {
        bool const same = result.local == (options.roots ? clique::count_local(graph, k, *options.roots)
                                                         : clique::count_local(graph, k));
        EXPECT_TRUE(same) << "local counts differ from the serial verifier's";
    }
    return result;
}

} // namespace cerrado::test
