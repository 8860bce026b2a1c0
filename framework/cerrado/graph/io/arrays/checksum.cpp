#include <cerrado/graph/io/arrays/checksum.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace cerrado::detail {

namespace {

// P and Q of docs/formats.md.
constexpr std::uint64_t checksum_p = 0x9e3779b185ebca87u;
constexpr std::uint64_t checksum_q = 0xc2b2ae3d27d4eb4fu;

} // namespace

void Checksum::mix(int lane, std::uint64_t word) {
    lanes_[lane] = std::rotl(lanes_[lane] + word * checksum_q, 31) * checksum_p;
}

void Checksum::add(std::string_view bytes) {
    std::size_t position = 0;
    for (; position + 32 <= bytes.size() && words_ % 4 == 0; position += 32, words_ += 4) {
        std::array<std::uint64_t, 4> stripe;
        std::memcpy(stripe.data(), bytes.data() + position, sizeof stripe);
        for (int lane = 0; lane < 4; ++lane) mix(lane, stripe[lane]);
    }
    for (; position < bytes.size(); position += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + position, std::min<std::size_t>(8, bytes.size() - position));
        mix(static_cast<int>(words_++ % 4), word);
    }
}

std::uint64_t Checksum::value() const {
    std::uint64_t sum = words_ * checksum_p;
    for (std::uint64_t lane : lanes_) sum = std::rotl(sum ^ lane * checksum_q, 27) * checksum_p;
    sum = (sum ^ sum >> 33) * checksum_q;
    return sum ^ sum >> 29;
}

} // namespace cerrado::detail
