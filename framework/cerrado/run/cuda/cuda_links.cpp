#include <cerrado/run/device_links.hpp>

#if CERRADO_HAS_CUDA
#include <cerrado/core/clock.hpp>
#include <cerrado/run/cuda/cuda_start.hpp>
#include <cerrado/run/cuda/device_buffer.hpp>
#include <cerrado/run/devices.hpp>

#include <cuda_runtime_api.h>

namespace cerrado {

namespace {

constexpr std::uint64_t copied_bytes = std::uint64_t{64} << 20;
constexpr int copies = 8;

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

double copy_rate(int from, int to) {
    DeviceScope const of_source(from);
    MemoryMeter source_meter, target_meter;
    start_cuda();
    DeviceBuffer<char> const source(copied_bytes, source_meter);
    DeviceScope const of_target(to);
    start_cuda();
    DeviceBuffer<char> const target(copied_bytes, target_meter);
    DeviceScope const back(from);
    PeerAccess const access(to);
    auto const copy = [&] {
        check_cuda(cudaMemcpyPeerAsync(target.data(), to, source.data(), from, copied_bytes, nullptr),
                   "copying between devices");
    };
    copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    Stopwatch const watch;
    for (int i = 0; i < copies; ++i) copy();
    check_cuda(cudaDeviceSynchronize(), "copying between devices");
    return copies * static_cast<double>(copied_bytes) / watch.seconds();
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
