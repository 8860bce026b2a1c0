// What a StoreInput::device_sink keeps of a batch: a copy on the same device, which takes no part in the run.
#pragma once

#include <cerrado/output/store_input.hpp>

#include <cstdint>
#include <memory>

namespace cerrado {

// Copies share the memory. It is freed on the device's default stream: work that reads it on another stream must have
// ended by then. Runs may go on meanwhile.
struct KeptBatch {
    std::shared_ptr<std::uint32_t const> ids; // in the memory of the device
    std::uint64_t count = 0;                  // of ids
    int device = 0;                           // as CUDA numbers it
};

// Copies a batch on its device, and waits until all is copied. cudaFree and the first launch of a kernel wait for the
// run, which may wait for the sink: a sink that does them hangs, and so may one beside a thread that does them on the
// device. Throws Error if the device has no memory left, or if this is a build without CUDA.
KeptBatch keep(DeviceBatch const& batch);

} // namespace cerrado
