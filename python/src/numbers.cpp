#include "numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace cerrado::python {

nb::int_ to_int(WideCount count) {
    auto const low = static_cast<std::uint64_t>(count);
    auto const high = static_cast<std::uint64_t>(count >> 64);
    if (high == 0) return nb::int_(low);
    return nb::int_((nb::int_(high) << nb::int_(64)) | nb::int_(low));
}

nb::int_ to_int(std::string const& digits) {
    nb::object made = nb::steal(PyLong_FromString(digits.c_str(), nullptr, 10));
    if (!made.is_valid()) nb::raise_python_error();
    return nb::int_(made);
}

WideCount to_count(nb::int_ const& number, std::string const& what) {
    nb::int_ const zero(0), most = to_int(~WideCount{0});
    int const is_below = PyObject_RichCompareBool(number.ptr(), zero.ptr(), Py_LT);
    int const is_above = PyObject_RichCompareBool(number.ptr(), most.ptr(), Py_GT);
    if (is_below < 0 || is_above < 0) nb::raise_python_error();
    if (is_below == 1 || is_above == 1) {
        refuse(what + "=" + nb::cast<std::string>(nb::str(number)) + ": expected a number from 0 to 2^128 - 1");
    }
    nb::object const low = number & to_int(WideCount{~std::uint64_t{0}});
    nb::object const high = number >> nb::int_(64);
    return WideCount{nb::cast<std::uint64_t>(high)} << 64 | nb::cast<std::uint64_t>(low);
}

nb::object counts_array(std::span<WideCount const> counts, std::vector<std::size_t> const& shape) {
    WideCount const largest = counts.empty() ? WideCount{0} : *std::ranges::max_element(counts);
    if (largest <= static_cast<WideCount>(std::numeric_limits<std::int64_t>::max())) {
        return array_of(std::vector<std::int64_t>(counts.begin(), counts.end()), shape);
    }
    if (largest <= ~std::uint64_t{0}) return array_of(std::vector<std::uint64_t>(counts.begin(), counts.end()), shape);
    nb::list made;
    for (WideCount const count : counts) made.append(to_int(count));
    return made;
}

} // namespace cerrado::python
