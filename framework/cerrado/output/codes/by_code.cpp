#include <cerrado/output/codes/by_code.hpp>

#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <bit>

namespace cerrado {

CodeTableMemory::CodeTableMemory(ByCodeInput const& input, RunMemory& memory)
    : groups_(input.groups),
      keys_(memory, input.slots),
      low_(memory, keys_.size()),
      high_(memory, keys_.size()),
      is_full_(memory, 1) {}

CodeTable CodeTableMemory::table() const {
    auto const slots = static_cast<std::uint32_t>(keys_.size());
    return {.keys = keys_.data(),
            .counts = {low_.data(), high_.data()},
            .is_full = is_full_.data(),
            .groups = groups_,
            .hash_shift = 64 - std::countr_zero(slots),
            .last_slot = slots - 1};
}

void CodeTableMemory::collect() {
    counts_ = {};
    counts_.is_full = is_full_.read().front() != 0;
    std::vector<std::uint64_t> const keys = keys_.read();
    std::vector<Count> const low = low_.read(), high = high_.read();
    for (std::uint64_t slot = 0; slot < keys.size(); ++slot) {
        if (keys[slot] == 0) continue;
        std::uint64_t const key = keys[slot] - 1;
        counts_.counts.push_back(
            {key / groups_, static_cast<std::uint32_t>(key % groups_), WideCount{high[slot]} << 64 | low[slot]});
    }
}

void CodeTableMemory::conclude(RunResult& result) const {
    for (CodeCount const& one : counts_.counts) add_to(result.count, one.count);
}

void check_code_table(ByCodeInput const& input) {
    if (!std::has_single_bit(input.slots) || input.slots < 2 || input.groups == 0) {
        throw InputError(fmt::format("{} slots and {} groups: slots are a power of two, and groups one or more",
                                     input.slots, input.groups));
    }
}

void ByCode::check(Session const& session) { check_code_table(session.input<ByCodeInput>()); }

ByCode::Memory::Memory(Session const& session, RunMemory& memory) : table_(session.input<ByCodeInput>(), memory) {}

} // namespace cerrado
