#include "subject.hpp"
namespace cerrado::python {
void bind_compression(nb::module_&) {}
} // namespace cerrado::python
