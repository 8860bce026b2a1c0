#include <cerrado/run/device_links.hpp>

#if CERRADO_HAS_CUDA
#include <cerrado/core/clock.hpp>
#include <cerrado/run/cuda/device_buffer.hpp>
#include <cerrado/run/devices.hpp>

#include <cuda_runtime_api.h>

namespace cerrado {

namespace {

constexpr std::uint64_t bytes_of_copy = std::uint64_t{64} << 20;
constexpr int copies_of_pair = 8;

bool has_attribute(cudaDeviceP2PAttr attribute, int from, int to) {
    int value = 0;
    check_cuda(cudaDeviceGetP2PAttribute(&value, attribute, from, to), "asking how devices reach each other");
    return value != 0;
}

// While it lives, copies from the current device to another one go straight.
class PeerAccess {
public:
    explicit PeerAccess(int to) : to_(to) {
        cudaError_t const status = cudaDeviceEnablePeerAccess(to, 0);
        is_ours_ = status == cudaSuccess;
        if (!is_ours_) cudaGetLastError(); // it was enabled before, or the copies go through the host
    }
    ~PeerAccess() {
        if (is_ours_) cudaDeviceDisablePeerAccess(to_);
    }
    PeerAccess(PeerAccess const&) = delete;

private:
    int to_;
    bool is_ours_;
};

// Not from a pool, which other devices cannot reach.
class PlainMemory {
public:
    PlainMemory() { check_cuda(cudaMalloc(&memory_, bytes_of_copy), "allocating memory for a copy between devices"); }
    ~PlainMemory() { cudaFree(memory_); }
    PlainMemory(PlainMemory const&) = delete;
    void* data() const { return memory_; }

private:
    void* memory_ = nullptr;
};

double copy_rate(int from, int to) {
    DeviceScope const of_target(to);
    PlainMemory const target;
    DeviceScope const of_source(from);
    PlainMemory const source;
    PeerAccess const access(to);
    auto const copy = [&] {
        check_cuda(cudaMemcpyPeerAsync(target.data(), to, source.data(), from, bytes_of_copy, nullptr),
                   "copying between devices");
    };
    copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    Stopwatch const watch;
    for (int i = 0; i < copies_of_pair; ++i) copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    return copies_of_pair * static_cast<double>(bytes_of_copy) / watch.seconds();
}

} // namespace

std::vector<DeviceLink> measure_device_links() {
    std::vector<DeviceLink> links;
    int const devices = cuda_device_count();
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            if (from == to) continue;
            DeviceLink link{.from = from, .to = to};
            if (has_attribute(cudaDevP2PAttrAccessSupported, from, to)) {
                link.reach = has_attribute(cudaDevP2PAttrNativeAtomicSupported, from, to) ? DeviceReach::nvlink
                                                                                          : DeviceReach::pcie;
            }
            link.bytes_per_second = copy_rate(from, to);
            links.push_back(link);
        }
    }
    return links;
}

} // namespace cerrado

#else

namespace cerrado {

std::vector<DeviceLink> measure_device_links() { return {}; }

} // namespace cerrado

#endif
