#include <cerrado/output/codes/by_code.hpp>

#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/detail/placed_tables.hpp>

#include <fmt/format.h>

#include <bit>

namespace cerrado {

// A code has the bits of a class, and two for each later vertex and vertex before it.
void ByCode::check(Session const& session) {
    ByCodeInput const& input = session.input<ByCodeInput>();
    int const of_tables = input.tables.k, k = session.needs.k;
    if (of_tables == 0 || of_tables >= k || input.tables.mask_bits != 2 || session.needs.mask_bits != 2) {
        throw InputError(fmt::format(
            "codes of {} vertices need tables of smaller directed patterns: set ByCodeInput::tables to such", k));
    }
    std::uint32_t const classes = input.tables.classes[of_tables];
    int bits = std::bit_width(classes - 1);
    for (int length = of_tables; length < k; ++length) bits += 2 * length;
    if (!std::has_single_bit(input.slots) || input.slots < 2 || input.groups == 0) {
        throw InputError(fmt::format("{} slots and {} groups: slots are a power of two, and groups one or more",
                                     input.slots, input.groups));
    }
    bits += std::bit_width(input.groups - 1);
    if (bits > 63) {
        throw InputError(
            fmt::format("codes of {} vertices in {} groups would have {} bits, and 63 are the most: set "
                        "ByCodeInput::tables to tables of larger patterns than {}, or take fewer groups",
                        k, input.groups, bits, of_tables));
    }
}

ByCode::Memory::Memory(Session const& session, RunMemory& memory)
    : patterns_(detail::placed_tables(memory, session.input<ByCodeInput>().tables)),
      groups_(session.input<ByCodeInput>().groups),
      keys_(memory, session.input<ByCodeInput>().slots),
      low_(memory, keys_.size()),
      high_(memory, keys_.size()),
      is_full_(memory, 1) {}

ByCode::Ref ByCode::Memory::ref() const {
    auto const slots = static_cast<std::uint32_t>(keys_.size());
    return {.keys = keys_.data(),
            .counts = {low_.data(), high_.data()},
            .is_full = is_full_.data(),
            .groups = groups_,
            .hash_shift = 64 - std::countr_zero(slots),
            .last_slot = slots - 1,
            .patterns = patterns_};
}

void ByCode::Memory::collect() {
    result_ = {};
    result_.is_full = is_full_.read().front() != 0;
    std::vector<std::uint64_t> const keys = keys_.read();
    std::vector<Count> const low = low_.read(), high = high_.read();
    for (std::uint64_t slot = 0; slot < keys.size(); ++slot) {
        if (keys[slot] == 0) continue;
        std::uint64_t const key = keys[slot] - 1;
        result_.counts.push_back(
            {key / groups_, static_cast<std::uint32_t>(key % groups_), WideCount{high[slot]} << 64 | low[slot]});
    }
}

void ByCode::Memory::conclude(RunResult& result, Session const&) const {
    for (CodeCount const& one : result_.counts) add_to(result.count, one.count);
}

} // namespace cerrado
