#include <cerrado/run/host/host_memory.hpp>

#include <sys/mman.h>
#include <algorithm>
#include <cstring>
#include <new>

namespace cerrado {

namespace {
constexpr std::align_val_t alignment{64}; // a cache line, and the widest registers
constexpr std::uint64_t mapped_bytes = std::uint64_t{1} << 20;
} // namespace

void* allocate_on_host(std::uint64_t bytes) {
    if (bytes < mapped_bytes) {
        void* const memory = ::operator new(std::max<std::uint64_t>(bytes, 1), alignment);
        return std::memset(memory, 0, bytes);
    }
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return memory;
}

void free_on_host(void* memory, std::uint64_t bytes) noexcept {
    if (bytes < mapped_bytes) {
        ::operator delete(memory, alignment);
    } else {
        ::munmap(memory, bytes);
    }
}

} // namespace cerrado
