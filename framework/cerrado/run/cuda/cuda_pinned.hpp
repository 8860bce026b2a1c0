// A page of pinned host memory, which the process keeps between runs: to pin one takes longer than a small run.
#pragma once

#include <cstddef>

namespace cerrado {

class PinnedPage {
public:
    static constexpr std::size_t bytes = 4096;

    PinnedPage(); // throws Error where the device has none
    ~PinnedPage();
    PinnedPage(PinnedPage const&) = delete;

    char* data() const { return memory_; }

private:
    char* memory_ = nullptr;
};

} // namespace cerrado
