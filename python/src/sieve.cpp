#include "subject.hpp"
namespace cerrado::python {
void bind_sieve(nb::module_&) {}
} // namespace cerrado::python
