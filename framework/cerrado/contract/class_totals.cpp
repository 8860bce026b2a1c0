#include <cerrado/contract/class_totals_memory.hpp>

#include <algorithm>

namespace cerrado {

std::uint32_t bank_count(std::uint32_t classes, int workers) {
    constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20; // to clear and to add up takes no longer than a launch
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

} // namespace cerrado
