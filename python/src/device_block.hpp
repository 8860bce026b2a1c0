// A block of a list in the memory of a GPU, as other libraries read it without a copy.
#pragma once

#include <nanobind/nanobind.h>

#include <cerrado/run/kept_batch.hpp>

#include <cstddef>
#include <utility>

namespace cerrado::python {

namespace nb = nanobind;

// Ids of 32 bits, all below 2^31: (rows, width).
class DeviceBlock {
public:
    DeviceBlock(KeptBatch batch, std::size_t width) : batch_(std::move(batch)), width_(width) {}

    std::size_t rows() const { return batch_.count / width_; }
    std::size_t width() const { return width_; }
    KeptBatch const& batch() const { return batch_; }

private:
    KeptBatch batch_;
    std::size_t width_;
};

} // namespace cerrado::python
