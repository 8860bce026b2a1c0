// Numbers and arrays between the library and Python.
#pragma once

#include "errors.hpp"

#include <cerrado/core/types.hpp>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::python {

nb::int_ to_int(WideCount count);
nb::int_ to_int(std::string const& digits);
WideCount to_count(nb::int_ const& number, std::string const& what); // throws InputError below 0 or above 128 bits

// An array that owns its values. `shape` has one number or two.
template <class T> nb::object array_of(std::vector<T> values, std::vector<std::size_t> const& shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    nb::capsule const owner(owned.get(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    static_cast<void>(owned.release());
    return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner));
}
template <class T> nb::object array_of(std::vector<T> values) {
    std::size_t const size = values.size();
    return array_of(std::move(values), {size});
}

// An array that reads the values of `owner`, without a copy.
template <class T> nb::object view_of(std::span<T const> values, nb::handle owner) {
    std::size_t const shape[] = {values.size()};
    return nb::cast(nb::ndarray<nb::numpy, T const>(values.data(), 1, shape, owner));
}

// Exact numbers: int64, or uint64, or a list of int where these do not hold them.
nb::object counts_array(std::span<WideCount const> counts, std::vector<std::size_t> const& shape);

using ArrayIn = nb::ndarray<nb::ro, nb::device::cpu>;

} // namespace cerrado::python
