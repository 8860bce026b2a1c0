#include "codec/estimate.hpp"

#include <cmath>
#include <numeric>

namespace cerrado::compression {

double StreamCounts::bits() const {
    auto bits = static_cast<double>(raw_bits_);
    for (auto const& stream : counts_) {
        auto const total = static_cast<double>(std::reduce(stream.begin(), stream.end()));
        for (std::uint64_t const count : stream) {
            if (count > 0) bits += static_cast<double>(count) * std::log2(total / static_cast<double>(count));
        }
    }
    return bits;
}

NumberCosts StreamCounts::costs() const {
    NumberCosts costs;
    for (std::size_t stream = 0; stream < counts_.size(); ++stream) {
        auto const& counts = counts_[stream];
        auto const total = static_cast<float>(std::reduce(counts.begin(), counts.end()) + counts.size());
        for (std::size_t byte = 0; byte < counts.size(); ++byte) {
            costs[stream][byte] = std::log2(total / static_cast<float>(counts[byte] + 1)) +
                                  static_cast<float>(detail::cgz::raw_bits_after(static_cast<std::uint8_t>(byte)));
        }
    }
    return costs;
}

StreamCounts counts_of(detail::cgz::GroupedLists const& lists) {
    StreamCounts counts;
    put_block(lists, {0, lists.vertex_count(), 0, lists.groups.count()}, counts);
    return counts;
}

} // namespace cerrado::compression
