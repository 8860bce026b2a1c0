#include <cerrado/run/cuda/cuda_pinned.hpp>

#include <cerrado/run/cuda/device_buffer.hpp>

#include <mutex>
#include <new>
#include <vector>

namespace cerrado {

namespace {

// Of the process: they end with it.
struct IdlePages {
    std::mutex mutex;
    std::vector<char*> pages;
};

IdlePages& idle_pages() {
    static auto* const idle = new IdlePages; // outlives whoever runs while the process ends
    return *idle;
}

} // namespace

PinnedPage::PinnedPage() {
    IdlePages& idle = idle_pages();
    std::lock_guard const lock(idle.mutex);
    if (idle.pages.empty()) {
        check_cuda(cudaHostAlloc(reinterpret_cast<void**>(&memory_), bytes, cudaHostAllocPortable),
                   "allocating pinned host memory");
    } else {
        memory_ = idle.pages.back();
        idle.pages.pop_back();
    }
}

PinnedPage::~PinnedPage() {
    IdlePages& idle = idle_pages();
    std::lock_guard const lock(idle.mutex);
    try {
        idle.pages.push_back(memory_);
    } catch (std::bad_alloc const&) {
        cudaFreeHost(memory_);
    }
}

} // namespace cerrado
