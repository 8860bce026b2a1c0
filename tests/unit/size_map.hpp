// Counts by size as a map, for comparing.
#pragma once

#include <cerrado/output/size_counts.hpp>

#include <map>
#include <string>

namespace cerrado::test {

using SizeMap = std::map<int, std::string>;

inline SizeMap map_of(SizeCounts const& counts) {
    SizeMap sizes;
    for (SizeCount const& row : counts.sizes) {
        if (row.count != "0") sizes[row.k] = row.count;
    }
    return sizes;
}

} // namespace cerrado::test
