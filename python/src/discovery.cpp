#include "subject.hpp"
namespace cerrado::python {
void bind_discovery(nb::module_&) {}
} // namespace cerrado::python
