// Bytes packed by zstd, which is named in frames.cpp alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

inline constexpr std::size_t most_unpacked_per_byte =
    40000; // a frame of n bytes cannot hold more than this many times n

// Packs one piece after another; one for each thread.
class FramePacker {
public:
    explicit FramePacker(int effort); // 1 to 3
    ~FramePacker();
    FramePacker(FramePacker const&) = delete;
    FramePacker& operator=(FramePacker const&) = delete;

    // One zstd frame without the four bytes that every frame begins with, or the bytes as they are, whichever is shorter:
    // then it is as long as they.
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

    // False unless they are exactly `size` bytes packed as above. Memory: as many as `packed` can hold at most.
    bool unpack(std::string_view packed, std::size_t size, std::string& bytes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

} // namespace cerrado::detail::cgz
