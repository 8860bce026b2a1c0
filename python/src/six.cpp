#include "subject.hpp"
namespace cerrado::python {
void bind_six(nb::module_&) {}
} // namespace cerrado::python
