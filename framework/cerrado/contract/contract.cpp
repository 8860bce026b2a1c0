#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/contract/detail/class_totals_memory.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/contract/result.hpp>
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
    double const work = neighbourhoods * size * size; // the memory grows with the square of the size
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

char const* ByteReader::take(std::uint64_t count, std::uint64_t size) {
    if (count > bytes_.size() / size) throw InputError("there are fewer bytes than were written");
    char const* const from = bytes_.data();
    bytes_.remove_prefix(count * size);
    return from;
}

std::uint32_t bank_count(std::uint32_t classes, int workers) {
    // few enough that clearing and adding them up takes no longer than a launch
    constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;
    std::uint64_t const banks = std::max<std::uint64_t>(1, most_bytes / (classes * sizeof(Count)));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(banks, static_cast<std::uint64_t>(workers)));
}

Count bank_budget(std::uint32_t banks, int workers) {
    std::uint32_t const sharers = (static_cast<std::uint32_t>(workers) + banks - 1) / banks;
    return (Count{1} << 63) / sharers;
}

ClassTotalsMemory::ClassTotalsMemory(RunMemory& memory, std::uint32_t classes, int workers) : memory_(&memory) {
    totals_.classes = classes;
    totals_.banks = bank_count(classes, workers);
    totals_.budget = bank_budget(totals_.banks, workers);
    RunArray<Count> const partial(memory, std::uint64_t{totals_.banks} * classes);
    RunArray<Count> const low(memory, classes);
    RunArray<Count> const high(memory, classes);
    totals_.partial = partial.data();
    totals_.wide = {low.data(), high.data()};
}

WideCount first_number(std::vector<WideCount> const& numbers) {
    for (WideCount const number : numbers) {
        if (number != 0) return number;
    }
    return 0;
}

void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts) {
    total.resize(std::max(total.size(), counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) total[i] += counts[i];
}

std::string to_string(WideCount count) {
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
        count /= 10;
    } while (count != 0);
    return {digits.rbegin(), digits.rend()};
}

std::optional<WideCount> product_of(WideCount a, WideCount b) {
    WideCount product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

std::string_view to_string(Status status) {
    switch (status) {
    case Status::complete: return "complete";
    case Status::deadline: return "deadline";
    case Status::interrupted: return "interrupted";
    case Status::limit: return "limit";
    }
    return "unknown";
}

} // namespace cerrado
