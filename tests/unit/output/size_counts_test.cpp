// Bundles of subgraphs: a class each, and the number of subgraphs of every size that they stand for.
#include "unit/size_map.hpp"

#include <cerrado/output/size_counts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cerrado::test {

TEST(Bundles, ClassesAreDistinct) {
    std::vector<int> met(bundle_classes(10));
    for (std::uint32_t fixed = 0; fixed <= 10; ++fixed) {
        for (std::uint32_t optional = 0; fixed + optional <= 10; ++optional) ++met.at(bundle_class(fixed, optional));
    }
    EXPECT_EQ(std::ranges::count(met, 1), 66);
    EXPECT_EQ(met.size(), 66u);
}

// x (1 + x)^2 + 3 x^2
TEST(Bundles, BecomeSizes) {
    std::vector<WideCount> bundles(bundle_classes(5));
    bundles[bundle_class(1, 2)] = 1;
    bundles[bundle_class(2, 0)] = 3;
    EXPECT_EQ(map_of(sizes_of_bundles(bundles, 1, 100)), (SizeMap{{1, "1"}, {2, "5"}, {3, "1"}}));
    EXPECT_EQ(map_of(sizes_of_bundles(bundles, 2, 2)), (SizeMap{{2, "5"}}));
    EXPECT_EQ(sizes_of_bundles(bundles, 1, 100).sum, "7");
    EXPECT_TRUE(sizes_of_bundles(bundles, 4, 9).sizes.empty());
    EXPECT_EQ(to_count("340282366920938463463374607431768211455"), ~WideCount{0});
    EXPECT_EQ(to_count("340282366920938463463374607431768211454"), ~WideCount{0} - 1);
    EXPECT_EQ(to_count("340282366920938463463374607431768211456"), ~WideCount{0}) << "and nothing larger";
}

} // namespace cerrado::test
