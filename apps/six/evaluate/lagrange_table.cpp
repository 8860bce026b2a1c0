#include "six/evaluate/lagrange_table.hpp"

#include "six/field/products.hpp"

namespace cerrado::six {

LagrangeValues lagrange_values(PrimeField const& field, std::uint64_t nodes, std::uint64_t first, std::uint64_t count) {
    Montgomery const form(field);
    std::uint64_t const size = nodes - 1 + count, last = first + count - 1;
    std::uint64_t const lowest = first >= nodes ? first - nodes + 1 : 1; // of t; there is none if it exceeds `last`
    std::uint64_t const offset = lowest + nodes - 1 - first;             // of [lowest] among all
    std::vector<std::uint32_t> brackets, below{form.one};                // [t], and the products of those before it
    std::uint32_t const root = form.form_of(field.root);
    std::uint32_t power = form.form_of(field.power(field.root, lowest));
    for (std::uint64_t t = lowest; t <= last; ++t, power = form.multiply(power, root)) {
        brackets.push_back(field.subtract(power, form.one));
        below.push_back(form.multiply(below.back(), brackets.back()));
    }
    LagrangeValues values{std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(count)};
    std::uint32_t inverse =
        form.form_of(field.inverse(form.plain_of(below.back()))); // of the product of all that are left
    for (std::size_t i = brackets.size(); i-- > 0;) {
        values.inverses[offset + i] = form.multiply(inverse, below[i]);
        inverse = form.multiply(inverse, brackets[i]);
    }
    std::uint32_t product = form.one; // N, in Montgomery form
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t const e = first + i;
        if (e < nodes) continue;
        std::size_t const own = e - lowest; // of [e]
        if (i == 0 || e == nodes) {
            product = form.one;
            for (std::size_t t = own + 1 - nodes; t <= own; ++t) product = form.multiply(product, brackets[t]);
        } else {
            product = form.multiply(form.multiply(product, brackets[own]), values.inverses[offset + own - nodes]);
        }
        values.products[i] = form.plain_of(product);
    }
    return values;
}

} // namespace cerrado::six
