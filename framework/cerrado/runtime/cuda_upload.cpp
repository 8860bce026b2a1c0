#if CERRADO_HAS_CUDA
#include <cerrado/runtime/cuda_upload.hpp>

#include <cerrado/runtime/device_buffer.hpp>

#include <algorithm>
#include <cstring>
#include <mutex>

namespace cerrado {

namespace {

constexpr std::size_t memory_bytes = std::size_t{32} << 20;
constexpr std::size_t step_bytes = std::size_t{4} << 20; // filled while the one before is on its way
constexpr std::size_t least_bytes = std::size_t{64} << 10;

// Of the process, and used by one run at a time.
struct UploadMemory {
    std::mutex mutex;
    char* memory = nullptr;
    std::size_t used = 0; // what lies before may be on its way

    char* take(std::size_t bytes) {
        if (used + bytes > memory_bytes) {
            check_cuda(cudaStreamSynchronize(nullptr), "copying to the device");
            used = 0;
        }
        used += bytes;
        return memory + used - bytes;
    }
};

UploadMemory& upload_memory() {
    static auto* const between = new UploadMemory; // outlives whoever runs while the process ends
    return *between;
}

} // namespace

void make_upload_memory() {
    UploadMemory& between = upload_memory();
    std::lock_guard const lock(between.mutex);
    if (between.memory != nullptr) return;
    if (cudaHostAlloc(reinterpret_cast<void**>(&between.memory), memory_bytes, cudaHostAllocPortable) == cudaSuccess)
        return;
    between.memory = nullptr;
    cudaGetLastError();
}

int upload_team_size(std::size_t bytes, int threads) {
    constexpr std::size_t of_a_member = std::size_t{2} << 20;
    constexpr int most = 8; // more wait for memory
    return static_cast<int>(
        std::clamp<std::size_t>(bytes / of_a_member, 1, static_cast<std::size_t>(std::clamp(threads, 1, most))));
}

void upload(void* to, std::span<std::byte const> from, Team& team) {
    UploadMemory& between = upload_memory();
    std::unique_lock const lock(between.mutex, std::try_to_lock);
    if (!lock || between.memory == nullptr || from.size() < least_bytes) {
        check_cuda(cudaMemcpy(to, from.data(), from.size(), cudaMemcpyHostToDevice), "copying to the device");
        return;
    }
    auto* into = static_cast<char*>(to);
    for (; !from.empty(); from = from.subspan(std::min(step_bytes, from.size()))) {
        std::span<std::byte const> const step = from.first(std::min(step_bytes, from.size()));
        char* const place = between.take(step.size());
        team.run([&](Member member) {
            std::size_t const begin = member.begin(step.size());
            std::memcpy(place + begin, step.data() + begin, member.end(step.size()) - begin);
        });
        check_cuda(cudaMemcpyAsync(into, place, step.size(), cudaMemcpyHostToDevice, nullptr), "copying to the device");
        into += step.size();
    }
}

} // namespace cerrado
#endif
