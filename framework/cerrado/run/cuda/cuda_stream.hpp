// A stream that does not wait for the default one. Used streams are kept, because making one takes as long as a small
// run.
#pragma once

#include <cuda_runtime_api.h>

namespace cerrado {

class CudaStream {
public:
    CudaStream(); // throws Error
    ~CudaStream();
    CudaStream(CudaStream const&) = delete;
    CudaStream& operator=(CudaStream const&) = delete;

    cudaStream_t get() const { return stream_; }

private:
    int device_;
    cudaStream_t stream_ = nullptr;
};

} // namespace cerrado
