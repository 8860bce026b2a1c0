// A page of pinned host memory that the process keeps between runs, because pinning takes longer than a small run.
#pragma once

#include <cstddef>

namespace cerrado {

class PinnedPage {
public:
    static constexpr std::size_t bytes = 4096;

    PinnedPage(); // throws Error if the device has none
    ~PinnedPage();
    PinnedPage(PinnedPage const&) = delete;

    char* data() const { return memory_; }

private:
    char* memory_ = nullptr;
};

} // namespace cerrado
