// The checksum of Cerrado's binary files. docs/formats.md gives it in full.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cerrado::detail {

// A 64-bit checksum over 8-byte words in four independent lanes. A short last word counts as filled with zeros. It
// finds damage by accident, but not by intent. It takes about one cycle per word.
class Checksum {
public:
    void add(std::string_view bytes);
    std::uint64_t value() const;

private:
    void mix(int lane, std::uint64_t word);

    std::array<std::uint64_t, 4> lanes_{0x243f6a8885a308d3u, 0x13198a2e03707344u, 0xa4093822299f31d0u,
                                        0x082efa98ec4e6c89u};
    std::uint64_t words_ = 0;
};

} // namespace cerrado::detail
