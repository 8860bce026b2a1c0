#include <cerrado/run/cuda/cuda_upload.hpp>

#include <cerrado/core/team.hpp>
#include <cerrado/run/cuda/device_buffer.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cerrado {

namespace {

constexpr std::size_t memory_bytes = std::size_t{32} << 20;
constexpr std::size_t step_bytes = std::size_t{4} << 20; // filled while the one before is on its way
constexpr std::size_t least_bytes = std::size_t{64} << 10;
constexpr std::size_t least_part_bytes = std::size_t{256} << 10; // worth the waking of a thread
constexpr int most_threads = 8;                                  // more wait for memory
constexpr std::size_t line_bytes = 64;

// To memory aligned to a line. Past the caches, where there is a way: the bus alone reads what is written, and lines
// that are written need not be read first.
void copy_lines(char* to, std::byte const* from, std::size_t bytes) {
#if defined(__SSE2__)
    constexpr std::size_t words = line_bytes / sizeof(__m128i);
    for (; bytes >= line_bytes; bytes -= line_bytes, to += line_bytes, from += line_bytes) {
        auto* const into = reinterpret_cast<__m128i*>(to);
        auto const* const words_from = reinterpret_cast<__m128i const*>(from);
        for (std::size_t i = 0; i < words; ++i) _mm_stream_si128(into + i, _mm_loadu_si128(words_from + i));
    }
    _mm_sfence();
#endif
    std::memcpy(to, from, bytes);
}

// Of a device, and used by one run at a time: what lies there may be on its way in that device's stream.
struct UploadMemory {
    std::mutex mutex;
    char* memory = nullptr;
    std::unique_ptr<Team> team; // to start threads for each run would take longer than to copy
    std::size_t used = 0;       // what lies before may be on its way

    char* take(std::size_t bytes) {
        bytes = (bytes + line_bytes - 1) / line_bytes * line_bytes;
        if (used + bytes > memory_bytes) {
            check_cuda(cudaStreamSynchronize(nullptr), "copying to the device");
            used = 0;
        }
        used += bytes;
        return memory + used - bytes;
    }

    void fill(char* place, std::span<std::byte const> from, int threads) {
        auto const paying = static_cast<int>(std::min<std::size_t>(from.size() / least_part_bytes, most_threads));
        int const parts = std::min({paying, team->size(), threads > 0 ? threads : most_threads});
        if (parts <= 1) return copy_lines(place, from.data(), from.size());
        std::size_t const lines = (from.size() + line_bytes - 1) / line_bytes;
        team->run([&](Member member) {
            if (member.index >= parts) return;
            Member const part{member.index, parts};
            std::size_t const begin = part.begin(lines) * line_bytes;
            std::size_t const end = std::min(part.end(lines) * line_bytes, from.size());
            copy_lines(place + begin, from.data() + begin, end - begin);
        });
    }
};

struct UploadMemories {
    std::mutex mutex;
    std::map<int, UploadMemory> of_device;
};

UploadMemory& upload_memory() {
    static auto* const all = new UploadMemories; // outlives whoever runs while the process ends
    std::lock_guard const lock(all->mutex);
    return all->of_device[current_device()];
}

} // namespace

void make_upload_memory() {
    UploadMemory& between = upload_memory();
    std::lock_guard const lock(between.mutex);
    if (between.memory != nullptr) return;
    if (cudaHostAlloc(reinterpret_cast<void**>(&between.memory), memory_bytes, cudaHostAllocPortable) != cudaSuccess) {
        between.memory = nullptr;
        cudaGetLastError();
        return;
    }
    between.team = std::make_unique<Team>(std::min(hardware_threads(), most_threads));
}

void upload(void* to, std::span<std::byte const> from, int threads) {
    if (from.empty()) return;
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
        between.fill(place, step, threads);
        check_cuda(cudaMemcpyAsync(into, place, step.size(), cudaMemcpyHostToDevice, nullptr), "copying to the device");
        into += step.size();
    }
}

} // namespace cerrado
