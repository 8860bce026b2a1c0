#include <cerrado/run/cuda/cuda_stream.hpp>

#include <cerrado/run/cuda/device_buffer.hpp>

#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace cerrado {

namespace {

// Of the process: they end with it.
struct IdleStreams {
    std::mutex mutex;
    std::map<int, std::vector<cudaStream_t>> of_device;
};

IdleStreams& idle_streams() {
    static auto* const idle = new IdleStreams; // outlives whoever runs while the process ends
    return *idle;
}

} // namespace

CudaStream::CudaStream() : device_(current_device()) {
    IdleStreams& idle = idle_streams();
    std::lock_guard const lock(idle.mutex);
    std::vector<cudaStream_t>& streams = idle.of_device[device_];
    if (streams.empty()) {
        check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    } else {
        stream_ = streams.back();
        streams.pop_back();
    }
}

CudaStream::~CudaStream() {
    IdleStreams& idle = idle_streams();
    std::lock_guard const lock(idle.mutex);
    try {
        idle.of_device[device_].push_back(stream_);
    } catch (std::bad_alloc const&) {
        cudaStreamDestroy(stream_);
    }
}

} // namespace cerrado
