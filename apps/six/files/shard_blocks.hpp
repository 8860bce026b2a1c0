// The blocks that a shard's file consists of. Each stands for itself: what is around it may be damaged or missing.
#pragma once

#include <cerrado/apps/six.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::six {

inline constexpr std::uint32_t block_values = 4096;                       // of a block, at most
inline constexpr std::uint64_t max_asked_points = std::uint64_t{1} << 26; // of a block without values

enum class BlockKind : std::uint16_t { values = 0, asked = 1 }; // an asked block has no values

struct BlockHead {
    char mark[4];
    BlockKind kind;
    std::uint16_t prime;
    std::uint64_t first;
    std::uint32_t count;
    std::uint32_t zero;
    std::uint64_t checksum; // of the 24 bytes before it, and of the values
};
static_assert(sizeof(BlockHead) == 32);

// The blocks of these values, or one that says that they are asked for.
std::string blocks_of(int prime, std::uint64_t first, std::span<std::uint32_t const> values);
std::string asked_block(SixPoints const& points);

// Points as one block has them, or as somebody asks for them.
struct Piece {
    SixPoints points;
    std::vector<std::uint32_t> values; // one for each, or none at all: they are asked for
};

// What is left of the bytes behind a shard's head.
struct ReadBlocks {
    std::vector<Piece> pieces;
    std::size_t good_bytes = 0;    // up to the end of the last block
    std::size_t damaged_bytes = 0; // before that
    std::size_t first_damaged = 0; // where they begin
    bool is_cut = false;           // what follows is the beginning of a block
};
ReadBlocks read_blocks(std::string_view bytes);

} // namespace cerrado::six
