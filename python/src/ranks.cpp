// The processes that do one run together.
#include "options.hpp"

#include <cerrado/run/ranks/ranks.hpp>

#include <nanobind/stl/string.h>

namespace cerrado::python {

void bind_ranks(nb::module_& module) {
    using Unlocked = nb::call_guard<nb::gil_scoped_release>; // other ranks may take their time
    nb::class_<Ranks>(module, "Ranks", "The processes that a launcher of MPI started with this one.")
        .def(nb::init<>(), Unlocked())
        .def_prop_ro("rank", &Ranks::rank)
        .def_prop_ro("size", &Ranks::size)
        .def("finish", &Ranks::finish, nb::arg("exit_code"), nb::arg("message"), Unlocked());
    module.def("is_launched", is_launched);
}

} // namespace cerrado::python
