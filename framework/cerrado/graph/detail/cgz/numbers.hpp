// A .cgz writes a number as a byte, which is entropy-coded with similar bytes, and as raw bits. A number below 16 is
// the byte alone. For a larger number the byte gives the power of two and the next two bits, and the other bits follow
// raw.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

inline constexpr unsigned small_numbers = 16; // numbers below this are a byte alone

struct CodedNumber {
    std::uint8_t byte = 0;
    int raw_bits = 0;
    std::uint64_t rest = 0;
};

inline CodedNumber coded(std::uint64_t number) {
    if (number < small_numbers) return {static_cast<std::uint8_t>(number), 0, 0};
    int const power = std::bit_width(number) - 1; // 4 to 63
    int const bits = power - 2;
    auto const byte = static_cast<std::uint8_t>(small_numbers + (power - 4) * 4 + ((number >> bits) & 3));
    return {byte, bits, number & ((std::uint64_t{1} << bits) - 1)};
}

inline int raw_bits_after(std::uint8_t byte) { return byte < small_numbers ? 0 : (byte - 16) / 4 + 2; }

inline std::uint64_t number_of(std::uint8_t byte, std::uint64_t rest) {
    if (byte < small_numbers) return byte;
    return (std::uint64_t{4} | (byte & 3)) << raw_bits_after(byte) | rest;
}

// Folds numbers that may rise and fall: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...
inline std::uint64_t folded(std::uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
inline std::uint64_t unfolded(std::uint64_t number) { return (number >> 1) ^ (0 - (number & 1)); }

// Fills each byte from its lowest bit on.
class BitWriter {
public:
    void put(std::uint64_t value, int bits) {
        while (bits > 0) {
            int const taken = bits < 64 - held_ ? bits : 64 - held_;
            word_ |= value << held_;
            held_ += taken;
            if (held_ == 64) flush(8);
            value = taken < 64 ? value >> taken : 0;
            bits -= taken;
        }
    }
    std::string finish() {
        flush(static_cast<std::size_t>(held_ + 7) / 8);
        return std::move(bytes_);
    }

private:
    void flush(std::size_t bytes) {
        bytes_.append(reinterpret_cast<char const*>(&word_), bytes);
        word_ = 0;
        held_ = 0;
    }

    std::string bytes_;
    std::uint64_t word_ = 0;
    int held_ = 0;
};

// Past the end it reads zeros, and overran() becomes true.
class BitReader {
public:
    explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t take(int bits) { // at most 61
        std::uint64_t value = word_at(position_ / 8) >> (position_ % 8);
        int const had = 64 - static_cast<int>(position_ % 8);
        if (position_ % 8 != 0 && bits > had) value |= word_at(position_ / 8 + 8) << had;
        position_ += static_cast<std::size_t>(bits);
        return value & ((std::uint64_t{1} << bits) - 1);
    }
    bool overran() const { return position_ > bytes_.size() * 8; }
    bool at_end() const { return (position_ + 7) / 8 == bytes_.size(); }

private:
    std::uint64_t word_at(std::size_t byte) const {
        std::uint64_t word = 0;
        if (byte + sizeof word <= bytes_.size()) {
            std::memcpy(&word, bytes_.data() + byte, sizeof word);
        } else if (byte < bytes_.size()) {
            std::memcpy(&word, bytes_.data() + byte, bytes_.size() - byte);
        }
        return word;
    }

    std::string_view bytes_;
    std::size_t position_ = 0; // place of the next bit
};

// Lengths between other data. Each byte holds seven bits, the lowest first. If its high bit is set, more bytes follow.
inline void put_length(std::string& bytes, std::uint64_t length) {
    for (; length >= 128; length >>= 7) bytes.push_back(static_cast<char>(length | 128));
    bytes.push_back(static_cast<char>(length));
}

// Takes a length off the front. Returns: false if there is none.
inline bool take_length(std::string_view& bytes, std::uint64_t& length) {
    length = 0;
    for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        auto const byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        length |= static_cast<std::uint64_t>(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

} // namespace cerrado::detail::cgz
