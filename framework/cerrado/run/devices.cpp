#include <cerrado/run/devices.hpp>

#include <cerrado/application/application.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/run/device_links.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/cuda_start.hpp>
#include <cuda_runtime_api.h>
#endif

namespace cerrado {

namespace {

DeviceDescription describe_host() {
    auto const pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
    auto const page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    return {"host", "CPU", pages * page, hardware_threads(), ""};
}

std::vector<DeviceDescription> describe_cuda() {
    std::vector<DeviceDescription> devices;
#if CERRADO_HAS_CUDA
    for (int i = 0; i < cuda_device_count(); ++i) {
        cudaDeviceProp properties;
        cudaError_t const status = cudaGetDeviceProperties(&properties, i);
        if (status != cudaSuccess) {
            cudaGetLastError();
            devices.push_back({"cuda", fmt::format("device {}", i), 0, 0, cudaGetErrorString(status)});
            continue;
        }
        devices.push_back({"cuda", properties.name, properties.totalGlobalMem, properties.multiProcessorCount,
                           i == 0 ? "" : "for --devices; else runs use device 0, choose with CUDA_VISIBLE_DEVICES"});
    }
#endif
    return devices;
}

} // namespace

#if CERRADO_HAS_CUDA

std::string why_no_cuda() {
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) {
        cudaGetLastError();
        return cudaGetErrorString(status);
    }
    return count > 0 ? "" : "no CUDA device is present";
}

int cuda_device_count() {
    int count = 0;
    return why_no_cuda().empty() && cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

namespace {

int used_device() {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess) cudaGetLastError();
    return device;
}

// Returns: why it cannot be used, or empty text.
std::string use_device(int device) {
    cudaError_t const status = cudaSetDevice(device);
    if (status == cudaSuccess) return "";
    cudaGetLastError();
    return cudaGetErrorString(status);
}

} // namespace

#else

std::string why_no_cuda() { return "this build has no CUDA"; }
int cuda_device_count() { return 0; }

namespace {
int used_device() { return 0; }
std::string use_device(int) { return why_no_cuda(); }
} // namespace

std::vector<DeviceLink> measure_device_links() { return {}; }

#endif

DeviceScope::DeviceScope(std::optional<int> device) {
    if (!device) return;
    int const before = used_device();
    std::string const reason = use_device(*device);
    if (!reason.empty()) {
        throw Error(fmt::format("CUDA device {} cannot be used: {}; give others", *device, reason));
    }
    before_ = before;
}

DeviceScope::~DeviceScope() {
    if (before_) use_device(*before_);
}

std::optional<int> device_of_thread() { return why_no_cuda().empty() ? std::optional(used_device()) : std::nullopt; }

std::vector<DeviceDescription> list_devices() {
    std::vector<DeviceDescription> devices = describe_cuda();
    if (devices.empty()) devices.push_back({"cuda", "-", 0, 0, why_no_cuda()});
    devices.push_back(describe_host());
    return devices;
}

namespace {

// Of the device that runs use; one attribute, since to read all properties takes as long as a small run.
int multiprocessors() {
    int count = 0;
#if CERRADO_HAS_CUDA
    if (cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, used_device()) != cudaSuccess)
        cudaGetLastError();
#endif
    return std::max(1, count);
}

} // namespace

int expected_workers(RunOptions const& options) {
    if (options.device == DeviceKind::lockstep) return std::max(1, options.workers);
    if (options.device == DeviceKind::cuda) {
        constexpr int warps_per_multiprocessor = 32; // full ones
        int const tiles_per_warp = options.warp_width > 0 ? full_warp_width / options.warp_width : 1;
        return options.workers > 0 ? options.workers : multiprocessors() * warps_per_multiprocessor * tiles_per_warp;
    }
    return options.threads > 0 ? options.threads : hardware_threads();
}

DeviceKind resolve_device(DeviceKind wanted) {
    if (wanted != DeviceKind::automatic && wanted != DeviceKind::cuda) return wanted;
    std::string const reason = why_no_cuda();
    if (reason.empty()) return DeviceKind::cuda;
    if (wanted == DeviceKind::cuda) {
        throw Error(fmt::format("no CUDA device can be used: {}; use --device host or auto", reason));
    }
    return DeviceKind::host;
}

void start_device([[maybe_unused]] DeviceKind device) {
#if CERRADO_HAS_CUDA
    if (device == DeviceKind::cuda) start_cuda();
#endif
}

} // namespace cerrado
