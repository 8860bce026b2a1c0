// Patterns, and what people call them.
#pragma once

#include "errors.hpp"

#include <cerrado/canonical/catalogue.hpp>

namespace cerrado::python {

nb::dict dictionary_of(PatternInfo const& pattern); // graph6, name, aliases, edges

} // namespace cerrado::python
