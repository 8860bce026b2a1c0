// Bytes packed by zstd. Only frames.cpp names zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

inline constexpr std::size_t most_unpacked_per_byte =
    40000; // a frame of n bytes cannot hold more than this many times n

// Packs one piece after another. Each thread has its own packer.
class FramePacker {
public:
    explicit FramePacker(int effort); // 1 to 3
    ~FramePacker();
    FramePacker(FramePacker const&) = delete;
    FramePacker& operator=(FramePacker const&) = delete;

    // Returns: one zstd frame without the four bytes that begin every frame, or the bytes as they are if the frame is
    // not shorter. In that case the result is as long as the bytes.
    std::string pack(std::string_view bytes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
    int effort_;
};

class FrameUnpacker {
public:
    FrameUnpacker();
    ~FrameUnpacker();
    FrameUnpacker(FrameUnpacker const&) = delete;
    FrameUnpacker& operator=(FrameUnpacker const&) = delete;

    // Returns: false unless they are exactly `size` bytes packed as above. Memory: at most what `packed` can hold.
    bool unpack(std::string_view packed, std::size_t size, std::string& bytes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

} // namespace cerrado::detail::cgz
