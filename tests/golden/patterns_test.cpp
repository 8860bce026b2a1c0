// The verifier of isomorphism counts against counts of given patterns that others have verified.
#include "rows.hpp"

#include "isomorphism/verifier.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

// Those of up to five vertices, and some of six: the verifier takes a second for such.
TEST(GoldenPatterns, OfASmallGraphAreThoseOfTheVerifier) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    Graph const graph = open_real("karate");
    int compared = 0, of_six = 0;
    for (GoldenPattern const& row : golden_patterns("karate")) {
        Pattern const pattern = parse_pattern(row.pattern);
        if (pattern.size() > 5 && (pattern.size() > 6 || of_six++ % 48 != 0)) continue;
        EXPECT_EQ(to_string(count_matches_serially(graph, pattern, row.induced)), row.count) << row.pattern;
        EXPECT_EQ(automorphisms(pattern).count, count_automorphisms_serially(pattern)) << row.pattern;
        ++compared;
    }
    EXPECT_GE(compared, 30) << "the rows are gone from PATTERNS.csv";
}

} // namespace cerrado::test
