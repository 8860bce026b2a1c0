#include <cerrado/run/kept_batch.hpp>

#include <cerrado/core/error.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/cuda_resident.hpp>
#endif

namespace cerrado {

KeptBatch keep([[maybe_unused]] DeviceBatch const& batch) {
#if CERRADO_HAS_CUDA
    return {keep_on_device(batch), batch.count, current_device()};
#else
    throw Error("this build has no CUDA, and no subgraphs in the memory of a device");
#endif
}

} // namespace cerrado
