#include "six/files/shard_blocks.hpp"

#include <cerrado/graph/io/arrays/checksum.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace cerrado::six {

namespace {

constexpr std::string_view block_mark = "6pts";
constexpr std::size_t block_step = sizeof(std::uint32_t); // blocks begin at multiples of it

std::uint64_t checksum_of_block(BlockHead const& head, std::string_view values) {
    detail::Checksum checksum;
    checksum.add({reinterpret_cast<char const*>(&head), offsetof(BlockHead, checksum)});
    checksum.add(values);
    return checksum.value();
}

void append_block(std::string& to, BlockKind kind, SixPoints const& points, std::span<std::uint32_t const> values) {
    BlockHead head{};
    std::memcpy(head.mark, block_mark.data(), sizeof head.mark);
    head.kind = kind;
    head.prime = static_cast<std::uint16_t>(points.prime);
    head.first = points.first;
    head.count = static_cast<std::uint32_t>(points.count);
    std::string_view const bytes(reinterpret_cast<char const*>(values.data()), values.size_bytes());
    head.checksum = checksum_of_block(head, bytes);
    to.append(reinterpret_cast<char const*>(&head), sizeof head);
    to.append(bytes);
}

// Whether its numbers are those of a block.
bool is_sound(BlockHead const& head) {
    if (std::string_view(head.mark, sizeof head.mark) != block_mark || head.zero != 0 || head.count == 0) return false;
    if (head.kind != BlockKind::values && head.kind != BlockKind::asked) return false;
    if (head.count > (head.kind == BlockKind::values ? block_values : max_asked_points)) return false;
    if (head.prime >= six_primes.size()) return false;
    std::uint64_t const points = six_primes[head.prime].p - 1;
    return head.first < points && head.count <= points - head.first;
}

std::optional<BlockHead> head_at(std::string_view bytes) {
    BlockHead head{};
    if (bytes.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes.data(), sizeof head);
    return is_sound(head) ? std::optional(head) : std::nullopt;
}

std::size_t value_bytes(BlockHead const& head) {
    return head.kind == BlockKind::values ? head.count * sizeof(std::uint32_t) : 0;
}

// The block that the bytes begin with.
std::optional<Piece> piece_at(std::string_view bytes) {
    std::optional<BlockHead> const head = head_at(bytes);
    if (!head || bytes.size() < sizeof *head + value_bytes(*head)) return std::nullopt;
    std::string_view const values = bytes.substr(sizeof *head, value_bytes(*head));
    if (checksum_of_block(*head, values) != head->checksum) return std::nullopt;
    Piece piece{{head->prime, head->first, head->count}, {}};
    piece.values.resize(values.size() / sizeof(std::uint32_t));
    if (!values.empty()) std::memcpy(piece.values.data(), values.data(), values.size());
    // A residue that is none is as good as missing.
    for (std::uint32_t& value : piece.values) {
        if (is_six_value(value) && value >= six_primes[head->prime].p) value = six_missing;
    }
    return piece;
}

std::size_t bytes_of_piece(Piece const& piece) {
    return sizeof(BlockHead) + piece.values.size() * sizeof(std::uint32_t);
}

} // namespace

std::string blocks_of(int prime, std::uint64_t first, std::span<std::uint32_t const> values) {
    std::string blocks;
    for (std::size_t done = 0; done < values.size(); done += block_values) {
        auto const some = values.subspan(done, std::min<std::size_t>(block_values, values.size() - done));
        append_block(blocks, BlockKind::values, {prime, first + done, some.size()}, some);
    }
    return blocks;
}

std::string asked_block(SixPoints const& points) {
    std::string block;
    append_block(block, BlockKind::asked, points, {});
    return block;
}

ReadBlocks read_blocks(std::string_view bytes) {
    ReadBlocks read;
    for (std::size_t at = 0; at < bytes.size();) {
        std::optional<Piece> piece = piece_at(bytes.substr(at));
        if (!piece) {
            at += block_step;
            continue;
        }
        if (at > read.good_bytes) {
            if (read.damaged_bytes == 0) read.first_damaged = read.good_bytes;
            read.damaged_bytes += at - read.good_bytes;
        }
        at += bytes_of_piece(*piece);
        read.good_bytes = at;
        read.pieces.push_back(std::move(*piece));
    }
    std::string_view const rest = bytes.substr(read.good_bytes);
    std::optional<BlockHead> const head = head_at(rest);
    bool const is_short_head = rest.size() < sizeof(BlockHead) && rest.starts_with(block_mark.substr(0, rest.size()));
    read.is_cut = !rest.empty() && (is_short_head || (head && rest.size() < sizeof *head + value_bytes(*head)));
    return read;
}

} // namespace cerrado::six
