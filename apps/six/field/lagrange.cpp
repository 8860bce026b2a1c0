#include "six/field/lagrange.hpp"

#include "six/field/factorials.hpp"
#include "six/field/products.hpp"

namespace cerrado::six {

LagrangeNodes::LagrangeNodes(PrimeField const& field, std::size_t nodes) : field_(field), factors_(nodes) {
    Factorials const factorials(field, nodes);
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t power = root; // w^(g+1)
    std::uint32_t triangular = forms.one;
    for (std::size_t g = 0; g < nodes; ++g) {
        std::size_t const l = nodes - 1 - g;
        std::uint32_t const parts = forms.multiply(factorials.inverses[l], factorials.inverses[g]);
        std::uint32_t const value = forms.plain_of(forms.multiply(parts, triangular));
        factors_[l] = g % 2 == 0 ? value : field.subtract(0, value);
        triangular = forms.multiply(triangular, power);
        power = forms.multiply(power, root);
    }
}

// N / [e-l] is the product of the other [e-j]: of those before l, and of those after. So nothing is divided, and a node
// needs no case of its own.
std::vector<std::uint32_t> LagrangeNodes::values_at(std::uint32_t x) const {
    Montgomery const forms(field_);
    std::size_t const nodes = factors_.size();
    std::uint32_t const root = forms.form_of(field_.root);
    std::uint32_t const inverse_root = forms.form_of(field_.inverse(field_.root));
    std::vector<std::uint32_t> values(nodes);
    std::uint32_t power = forms.form_of(x); // w^(e-l)
    std::uint32_t before = forms.one;
    for (std::size_t l = 0; l < nodes; ++l) {
        values[l] = forms.multiply(factors_[l], before);
        before = forms.multiply(before, field_.subtract(power, forms.one));
        power = forms.multiply(power, inverse_root);
    }
    std::uint32_t after = forms.one;
    for (std::size_t l = nodes; l-- > 0;) {
        power = forms.multiply(power, root);
        values[l] = forms.multiply(values[l], after);
        after = forms.multiply(after, field_.subtract(power, forms.one));
    }
    return values;
}

} // namespace cerrado::six
