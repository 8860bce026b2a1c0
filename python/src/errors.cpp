#include "errors.hpp"

#include <cerrado/core/error.hpp>

#include <new>
#include <string>

namespace cerrado::python {
namespace {

PyObject* error_type = nullptr;
PyObject* input_error_type = nullptr;

// The module keeps the type, and so does this program until it ends.
PyObject* make_type(nb::module_& module, char const* name, nb::handle base, char const* doc) {
    nb::object type = nb::steal(PyErr_NewExceptionWithDoc(name, doc, base.ptr(), nullptr));
    if (!type.is_valid()) nb::raise_python_error();
    module.attr(std::string(name).substr(std::string(name).rfind('.') + 1).c_str()) = type;
    return type.release().ptr();
}

void translate(std::exception_ptr const& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (InputError const& error) {
        PyErr_SetString(input_error_type, error.what());
    } catch (Error const& error) {
        PyErr_SetString(error_type, error.what());
    } catch (std::bad_alloc const&) {
        PyErr_SetString(PyExc_MemoryError,
                        "this machine's memory does not hold it; estimate() says what a run would need");
    }
}

} // namespace

void bind_errors(nb::module_& module) {
    error_type = make_type(module, "cerrado.Error", PyExc_RuntimeError,
                           "The machine cannot do it: no GPU, a full disk, a file that cannot be read.");
    input_error_type =
        make_type(module, "cerrado.InputError", PyExc_ValueError,
                  "The caller can mend it: an argument, options that do not fit each other, the content of a file.");
    nb::register_exception_translator(translate, nullptr);
}

void refuse(std::string const& text) { throw InputError(text); }

} // namespace cerrado::python
