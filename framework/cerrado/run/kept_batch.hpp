// A copy of a batch for a StoreInput::device_sink. It lies on the same device and is independent of the run.
#pragma once

#include <cerrado/output/store_input.hpp>

#include <cstdint>
#include <memory>

namespace cerrado {

// Copies share the memory. It is freed on the device's default stream: work that reads it on another stream must have
// ended by then. Runs may go on meanwhile.
struct KeptBatch {
    std::shared_ptr<std::uint32_t const> ids; // in the memory of the device
    std::uint64_t count = 0;                  // the number of ids
    int device = 0;                           // CUDA's number of the device
};

// Copies a batch on its device, and waits until all is copied. A sink must not call cudaFree or launch a kernel for the
// first time: both wait for the run, which may wait for the sink, so the program hangs. It may also hang if another
// thread does this on the same device. Throws Error if the device has no memory left, or if this build has no CUDA.
KeptBatch keep(DeviceBatch const& batch);

} // namespace cerrado
