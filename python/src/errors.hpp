// Errors of the library as exceptions of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace cerrado::python {

namespace nb = nanobind;

// InputError becomes cerrado.InputError, a ValueError; Error becomes cerrado.Error, a RuntimeError.
void bind_errors(nb::module_& module);

[[noreturn]] void refuse(std::string const& text); // throws InputError

} // namespace cerrado::python
