#include "six/proof/recurrence.hpp"

#include "six/field/products.hpp"

namespace cerrado::six {

namespace {

// The halves of the products are added apart, so that the sums do not overflow.
std::uint32_t inner_product(PrimeField const& field, std::span<std::uint32_t const> a, std::uint32_t const* b) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint64_t const product = std::uint64_t{a[i]} * b[i];
        low += product & 0xFFFFFFFFu;
        high += product >> 32;
    }
    std::uint64_t const unit = (std::uint64_t{1} << 32) % field.p;
    return static_cast<std::uint32_t>((high % field.p * unit + low % field.p) % field.p);
}

void subtract_multiple(PrimeField const& field, std::uint32_t* __restrict from, std::span<std::uint32_t const> of,
                       std::uint32_t factor) {
    FixedFactor const multiplier = FixedFactor::of(field.subtract(0, factor), field.p);
    for (std::size_t i = 0; i < of.size(); ++i) from[i] = field.add(from[i], multiplier.times(of[i], field.p));
}

} // namespace

std::vector<std::uint32_t> shortest_recurrence(PrimeField const& field, std::span<std::uint32_t const> sequence,
                                               std::size_t longest) {
    std::vector<std::uint32_t> const reversed(sequence.rbegin(), sequence.rend());
    std::vector<std::uint32_t> current(sequence.size() + 1);
    current[0] = 1;
    std::size_t length = 0;
    std::vector<std::uint32_t> former{1}; // the recurrence before its length last grew
    std::size_t since = 1;                // terms since then
    std::uint32_t inverse = 1;            // of what the former one missed the term by
    for (std::size_t n = 0; n < sequence.size(); ++n, ++since) {
        std::uint32_t const missed =
            inner_product(field, std::span(current).first(length + 1), &reversed[sequence.size() - 1 - n]);
        if (missed == 0) continue;
        std::uint32_t const factor = field.multiply(missed, inverse);
        if (2 * length > n) {
            subtract_multiple(field, &current[since], former, factor);
            continue;
        }
        if (n + 1 - length > longest) return {};
        std::vector<std::uint32_t> before(current.begin(), current.begin() + static_cast<std::ptrdiff_t>(length + 1));
        subtract_multiple(field, &current[since], former, factor);
        former.swap(before);
        length = n + 1 - length;
        inverse = field.inverse(missed);
        since = 0;
    }
    current.resize(length + 1);
    return current;
}

} // namespace cerrado::six
