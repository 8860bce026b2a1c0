#include "compression/estimate.hpp"

#include <cerrado/graph/cgz/block.hpp>

#include <array>
#include <cmath>

namespace cerrado::compression {
namespace {

class StreamCounts {
public:
    void put(int stream, std::uint64_t number) {
        auto const coding = detail::cgz::coded(number);
        ++counts_[static_cast<std::size_t>(stream)][coding.byte];
        raw_bits_ += static_cast<std::uint64_t>(coding.raw_bits);
    }

    double bits() const {
        auto bits = static_cast<double>(raw_bits_);
        for (auto const& stream : counts_) {
            double total = 0;
            for (std::uint64_t const count : stream) total += static_cast<double>(count);
            for (std::uint64_t const count : stream) {
                if (count > 0) bits += static_cast<double>(count) * std::log2(total / static_cast<double>(count));
            }
        }
        return bits;
    }

private:
    std::array<std::array<std::uint64_t, 256>, detail::cgz::streams> counts_{};
    std::uint64_t raw_bits_ = 0;
};

} // namespace

double estimated_bits(detail::cgz::GroupedLists const& lists) {
    StreamCounts counts;
    put_block(lists, {0, lists.vertex_count(), 0, lists.groups.count()}, counts);
    return counts.bits();
}

} // namespace cerrado::compression
