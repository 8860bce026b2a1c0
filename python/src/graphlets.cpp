#include "subject.hpp"
namespace cerrado::python {
void bind_graphlets(nb::module_&) {}
} // namespace cerrado::python
