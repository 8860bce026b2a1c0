#include "device_block.hpp"

#include "subject.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>

namespace cerrado::python {
namespace {

constexpr int dlpack_cuda = 2; // kDLCUDA of DLPack

// All is there already: the reader's stream, and the other wishes of newer versions of DLPack, change nothing.
nb::object to_dlpack(nb::pointer_and_handle<DeviceBlock> self, nb::kwargs const&) {
    DeviceBlock const& block = *self.p;
    std::size_t const shape[] = {block.rows(), block.width()};
    using Ids = nb::ndarray<std::int32_t, nb::device::cuda, nb::c_contig>;
    auto* const ids = reinterpret_cast<std::int32_t*>(const_cast<std::uint32_t*>(block.batch().ids.get()));
    return nb::cast(Ids(ids, 2, shape, self.h, nullptr, nb::dtype<std::int32_t>(), dlpack_cuda, block.batch().device));
}

// Version 3 of the interface, https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html
nb::dict cuda_array_interface(DeviceBlock const& block) {
    nb::dict made;
    made["shape"] = nb::make_tuple(block.rows(), block.width());
    made["typestr"] = "<i4";
    made["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(block.batch().ids.get()), false);
    made["strides"] = nb::none();
    made["stream"] = nb::none();
    made["version"] = 3;
    return made;
}

std::string text_of(DeviceBlock const& block) {
    return "<DeviceBlock on cuda:" + std::to_string(block.batch().device) + ", int32, (" +
           std::to_string(block.rows()) + ", " + std::to_string(block.width()) + ")>";
}

} // namespace

void bind_device_blocks(nb::module_& module) {
    nb::class_<DeviceBlock>(module, "DeviceBlock",
                            "Subgraphs in the memory of a GPU: int32, (subgraphs, vertices). torch.from_dlpack(block), "
                            "cupy.asarray(block) and jax.dlpack.from_dlpack(block) read it where it is.")
        .def("__dlpack__", to_dlpack, nb::sig("def __dlpack__(self, **kwargs: object) -> object"))
        .def("__dlpack_device__",
             [](DeviceBlock const& block) { return nb::make_tuple(dlpack_cuda, block.batch().device); })
        .def_prop_ro("__cuda_array_interface__", cuda_array_interface)
        .def_prop_ro("shape", [](DeviceBlock const& block) { return nb::make_tuple(block.rows(), block.width()); })
        .def_prop_ro("dtype", [](DeviceBlock const&) { return "int32"; })
        .def_prop_ro("device", [](DeviceBlock const& block) { return "cuda:" + std::to_string(block.batch().device); })
        .def("__len__", &DeviceBlock::rows)
        .def("__repr__", text_of);
}

} // namespace cerrado::python
