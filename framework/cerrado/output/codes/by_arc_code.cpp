#include <cerrado/output/codes/by_arc_code.hpp>

#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/detail/placed_tables.hpp>

#include <fmt/format.h>

#include <bit>

namespace cerrado {

// A code has the bits of a class, and two for each later vertex and vertex before it.
void ByArcCode::check(Session const& session) {
    ByArcCodeInput const& input = session.input<ByArcCodeInput>();
    int const of_tables = input.tables.k, k = session.needs.k;
    if (of_tables == 0 || of_tables >= k || input.tables.mask_bits != 2 || session.needs.mask_bits != 2) {
        throw InputError(fmt::format(
            "codes of {} vertices need tables of smaller directed patterns: set ByArcCodeInput::tables to such", k));
    }
    check_code_table(input);
    std::uint32_t const classes = input.tables.classes[of_tables];
    int bits = std::bit_width(classes - 1) + std::bit_width(input.groups - 1);
    for (int length = of_tables; length < k; ++length) bits += 2 * length;
    if (bits > 63) {
        throw InputError(
            fmt::format("codes of {} vertices in {} groups would have {} bits, and 63 are the most: set "
                        "ByArcCodeInput::tables to tables of larger patterns than {}, or take fewer groups",
                        k, input.groups, bits, of_tables));
    }
}

ByArcCode::Memory::Memory(Session const& session, RunMemory& memory)
    : patterns_(detail::placed_tables(memory, session.input<ByArcCodeInput>().tables)),
      table_(session.input<ByArcCodeInput>(), memory) {}

} // namespace cerrado
