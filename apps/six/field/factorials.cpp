#include "six/field/factorials.hpp"

#include "six/field/products.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado::six {

Factorials::Factorials(PrimeField const& field, std::size_t count) : values(count), inverses(count) {
    if (count >= field.p) {
        throw InputError(fmt::format("{} points are asked for, and modulo {} there are {}: take fewer points", count,
                                     field.p, field.p - 1));
    }
    if (count == 0) return;
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t power = forms.one; // w^n
    values[0] = forms.one;
    for (std::size_t n = 1; n < count; ++n) {
        power = forms.multiply(power, root);
        values[n] = forms.multiply(values[n - 1], field.subtract(power, forms.one));
    }
    std::uint32_t const inverse_root = forms.form_of(field.inverse(field.root));
    inverses[count - 1] = forms.form_of(field.inverse(forms.plain_of(values[count - 1])));
    for (std::size_t n = count; --n > 0; power = forms.multiply(power, inverse_root)) {
        inverses[n - 1] = forms.multiply(inverses[n], field.subtract(power, forms.one));
    }
}

} // namespace cerrado::six
