#include "clique/pivot/binomials.hpp"

#include <algorithm>

namespace cerrado {

namespace {

WideCount saturated_sum(WideCount a, WideCount b) { return a > ~b ? ~WideCount{0} : a + b; }

} // namespace

// C(134, 67) needs more than 128 bits, and so does what lies beyond it.
std::uint32_t binomial_columns(int size) { return static_cast<std::uint32_t>(std::min(size, 67)); }

BinomialTable make_binomials(std::uint32_t most, int size) {
    BinomialTable table;
    table.columns = binomial_columns(size);
    table.values.assign((std::size_t{most} + 1) * table.columns, 0);
    for (std::uint32_t n = 0; n <= most; ++n) {
        WideCount* const row = table.values.data() + std::size_t{n} * table.columns;
        row[0] = 1;
        for (std::uint32_t i = 1; i < table.columns && 2 * i <= n; ++i) {
            WideCount const* const before = row - table.columns;
            row[i] = saturated_sum(before[i - 1], before[std::min(i, n - 1 - i)]);
        }
    }
    return table;
}

} // namespace cerrado
