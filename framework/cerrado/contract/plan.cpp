#include <cerrado/contract/plan.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado {

JobNeeds walked_jobs(TraversalNeeds const& needs) {
    int const counted = needs.records ? 1 : needs.counted_levels;
    return {.levels_below = std::max(0, needs.k - counted - needs.root_size)};
}

void check_subgraph_size(TraversalNeeds const& needs) {
    if (needs.k >= 3 && needs.k <= needs.max_vertices) return;
    throw InputError(fmt::format("k = {} is not supported here; choose k from 3 to {}", needs.k, needs.max_vertices));
}

void WorkBySlots::add(double size, double neighbourhoods) {
    double const work = neighbourhoods * size * size; // it grows with the square of the size
    work_[std::min<int>(most_bits, std::bit_width(static_cast<std::uint64_t>(size * 4 / 3)))] += work;
    total_ += work;
}

std::uint32_t WorkBySlots::slots(double share) const {
    int bits = 0;
    for (double covered = work_[0]; bits < most_bits && covered < share * total_;) covered += work_[++bits];
    return 1u << bits;
}

WorkBySlots work_of_lists(GraphShape const& shape) {
    WorkBySlots work;
    for (std::size_t length = 0; length < shape.lists->size(); ++length) {
        auto const size = static_cast<double>(length);
        work.add(size, size * (*shape.lists)[length]);
    }
    return work;
}

} // namespace cerrado
