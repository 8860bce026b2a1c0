#include "six/proof/soundness.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cerrado::six {

double bits_of_check(SixInstance const& instance) {
    auto const degree = static_cast<double>(std::max<std::uint64_t>(instance.degree(), 1));
    std::uint32_t const smaller = std::min(six_primes[0].p, six_primes[1].p);
    return std::log2((smaller - 1) / degree);
}

int checks_for(SixInstance const& instance, double soundness) {
    constexpr double most = 1000;
    if (!(soundness > 0 && soundness <= most)) { // NaN is refused, too
        throw InputError(
            fmt::format("a soundness of {:g} is asked for; choose one above 0 and up to {:g}, as 40", soundness, most));
    }
    return static_cast<int>(std::ceil(soundness / bits_of_check(instance)));
}

} // namespace cerrado::six
