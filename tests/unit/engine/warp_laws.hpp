// The laws of the Warp concept, as one program that all lanes of a warp run; each law that a lane finds broken sets a
// bit.
#pragma once

#include <cerrado/warp/detail/bit_product.hpp>
#include <cerrado/warp/detail/byte_product.hpp>
#include <cerrado/warp/detail/group_product.hpp>

namespace cerrado::test {

enum Law : std::uint32_t {
    lane_law = 1,
    any_law = 2,
    ballot_law = 4,
    rank_law = 8,
    shuffle_law = 16,
    reduce_law = 32,
    sync_law = 64,
    lane_add_law = 128,
    lane_cas_law = 256,
    grid_law = 512,
    release_law = 1024,
    product_law = 2048,
};

// Memory that the lanes of one warp share; zero before.
struct SharedCells {
    std::uint32_t posted[32];
    std::uint32_t sum;
    std::uint32_t olds;   // bit i: some lane's lane_add saw i
    std::uint32_t winner; // 1 + the lane whose lane_cas came first
    std::uint32_t winners;
    Count total;
    Count exchanged;
    std::uint64_t word;
};

// A word of two matrices: rows are numbered from 0, columns from 16. All its bits are used.
CERRADO_FN inline std::uint32_t word_of_matrix(int line, int word) {
    return static_cast<std::uint32_t>(line + 1) * 2654435761u ^ static_cast<std::uint32_t>(word + 1) * 0x9E3779B9u;
}

// The sum of the products of the signed bytes of two lines.
CERRADO_FN inline int product_of_lines(int row, int column) {
    int sum = 0;
    for (int word = 0; word < 8; ++word) {
        for (int byte = 0; byte < 4; ++byte) {
            auto const left = static_cast<int>(word_of_matrix(row, word) >> 8 * byte & 0xFF),
                       right = static_cast<int>(word_of_matrix(column, word) >> 8 * byte & 0xFF);
            sum += (left < 128 ? left : left - 256) * (right < 128 ? right : right - 256);
        }
    }
    return sum;
}

// Products of 16 rows and 8 columns of eight words each, by bits and by bytes, against plain sums.
template <Warp W> CERRADO_FN bool are_products_right(W const& warp) {
    int const group = warp.lane() / 4, place = warp.lane() % 4;
    int bits[4] = {1, 2, 3, 4}, bytes[4] = {1, 2, 3, 4};
    std::uint32_t const rows[4] = {word_of_matrix(group, place), word_of_matrix(group + 8, place),
                                   word_of_matrix(group, place + 4), word_of_matrix(group + 8, place + 4)};
    std::uint32_t const columns[2] = {word_of_matrix(16 + group, place), word_of_matrix(16 + group, place + 4)};
    count_common_bits(warp, bits, {{rows[0], rows[1], rows[2], rows[3]}, {columns[0], columns[1]}});
    add_byte_products(warp, bytes, {{rows[0], rows[1], rows[2], rows[3]}, {columns[0], columns[1]}});
    bool is_right = true;
    for (int i = 0; i < 4; ++i) {
        int const row = group + i / 2 * 8, column = 16 + 2 * place + i % 2;
        int common = 0; // what the sums were before does not count
        for (int word = 0; word < 8; ++word)
            common += popcount(word_of_matrix(row, word) & word_of_matrix(column, word));
        is_right = is_right && bits[i] == common && bytes[i] == i + 1 + product_of_lines(row, column);
    }
    std::uint32_t words[4] = {0x03020100, 0x13121110, 0x23222120, 0x33323130};
    transpose_bytes(words);
    return is_right && words[0] == 0x30201000 && words[1] == 0x31211101 && words[2] == 0x32221202 &&
           words[3] == 0x33231303;
}

// A product of a group: 16 rows of each of its warps, and 128 columns, which are lines from 64 on.
inline constexpr int group_words = GroupColumns::eights * GroupColumns::words_of_eight;
CERRADO_FN inline std::uint32_t word_of_group(int i) {
    int const eight = i / 64, half = i / 32 % 2, lane = i % 32;
    return word_of_matrix(64 + 8 * eight + lane / 4, lane % 4 + 4 * half);
}
template <class Products, Warp W>
CERRADO_FN bool are_group_products_right(W const& warp, int first_row, std::uint32_t const* words) {
    int const row = first_row + warp.lane() / 4, place = warp.lane() % 4;
    GroupSums sums;
    for (int eight = 0; eight < GroupColumns::eights; ++eight) {
        for (int i = 0; i < 4; ++i) sums[eight][i] = eight + i;
    }
    FourWords const rows{{word_of_matrix(row, place), word_of_matrix(row + 8, place), word_of_matrix(row, place + 4),
                          word_of_matrix(row + 8, place + 4)}};
    Products::add(warp, sums, rows, {words});
    Products::end(sums);
    bool is_right = true;
    for (int eight = 0; eight < GroupColumns::eights; ++eight) {
        for (int i = 0; i < 4; ++i) {
            int const sum = product_of_lines(row + i / 2 * 8, 64 + 8 * eight + 2 * place + i % 2);
            is_right = is_right && sums[eight][i] == eight + i + sum;
        }
    }
    return is_right;
}

template <Warp W> CERRADO_FN std::uint32_t broken_collectives(W const& warp) {
    std::uint32_t broken = 0;
    int const lane = warp.lane();
    LaneMask const all = W::width == 32 ? ~LaneMask{0} : (LaneMask{1} << W::width % 32) - 1;
    if (lane < 0 || lane >= W::width) broken |= lane_law;
    for (int who = 0; who < W::width; ++who) {
        if (!warp.any(lane == who)) broken |= any_law;
        if (warp.ballot(lane == who) != LaneMask{1} << who) broken |= ballot_law;
        if (warp.ballot(lane != who) != (all & ~(LaneMask{1} << who))) broken |= ballot_law;
        if (warp.shuffle(std::uint32_t(100 + lane), who) != std::uint32_t(100 + who)) broken |= shuffle_law;
        if (warp.shuffle(Count(lane) << 40, who) != Count(who) << 40) broken |= shuffle_law;
    }
    if (warp.any(false)) broken |= any_law;
    if (warp.ballot(true) != all || warp.ballot(false) != 0) broken |= ballot_law;
    if (warp.rank_below(all) != lane || warp.rank_below(0) != 0) broken |= rank_law;
    LaneMask const even = 0x55555555u & all;
    if (warp.rank_below(even) != (lane + 1) / 2) broken |= rank_law;
    std::uint32_t const lanes = W::width;
    if (warp.reduce_add(std::uint32_t(lane + 1)) != lanes * (lanes + 1) / 2) broken |= reduce_law;
    if (warp.reduce_add(Count(lane) << 33) != (Count(lanes) * (lanes - 1) / 2) << 33) broken |= reduce_law;
    for (std::uint32_t who = 0; who < lanes; ++who) { // the largest value is lane `who`'s
        if (warp.reduce_max((std::uint32_t(lane) + lanes - who - 1) % lanes + 7) != lanes + 6) broken |= reduce_law;
    }
    if (warp.reduce_max(0xfffffff0u + std::uint32_t(lane) % 8) != 0xfffffff0u + (lanes < 8 ? lanes : 8) - 1)
        broken |= reduce_law;
    if (warp.reduce_or(std::uint32_t{1} << lane) != all) broken |= reduce_law;
    if (warp.reduce_or(0) != 0) broken |= reduce_law;
    if (warp.reduce_xor(std::uint32_t{1} << lane) != all) broken |= reduce_law; // each bit is one lane's
    if (warp.reduce_xor(0x12345678u) != (lanes % 2 == 0 ? 0 : 0x12345678u)) broken |= reduce_law;
    for (std::uint32_t who = 0; who < lanes; ++who) { // the least value is lane `who`'s
        if (warp.reduce_min((std::uint32_t(lane) + lanes - who) % lanes + 7) != 7) broken |= reduce_law;
    }
    if (warp.reduce_min(0xfffffff0u + std::uint32_t(lane) % 8) != 0xfffffff0u) broken |= reduce_law;
    if (warp.reduce_add(lane + 0.5) != lanes * lanes / 2.0) broken |= reduce_law;
    if constexpr (W::width == 32) {
        if (!are_products_right(warp)) broken |= product_law;
    }
    return broken;
}

template <Warp W> CERRADO_FN std::uint32_t broken_memory(W const& warp, SharedCells* cells) {
    std::uint32_t broken = 0;
    std::uint32_t const lane = static_cast<std::uint32_t>(warp.lane());
    std::uint32_t const lanes = W::width;
    for (std::uint32_t round = 1; round <= 5; ++round) {
        cells->posted[lane] = round * (lane + 1);
        warp.sync();
        for (std::uint32_t i = 0; i < lanes; ++i) {
            if (cells->posted[i] != round * (i + 1)) broken |= sync_law;
        }
        warp.sync();
    }
    std::uint32_t const old = W::lane_add(&cells->sum, 1u);
    if (old >= lanes) broken |= lane_add_law;
    W::lane_add(&cells->olds, std::uint32_t{1} << old % 32);
    if (W::lane_cas(&cells->winner, 0, lane + 1) == 0) W::lane_add(&cells->winners, 1u);
    W::grid_add(&cells->total, Count{1} << 35);
    W::grid_exchange(&cells->exchanged, Count{lane + 1});
    warp.sync();
    std::uint32_t const all = lanes == 32 ? ~0u : (1u << lanes % 32) - 1;
    if (cells->sum != lanes || cells->olds != all) broken |= lane_add_law;
    if (cells->winners != 1 || cells->winner == 0 || cells->winner > lanes) broken |= lane_cas_law;
    if (cells->total != Count{lanes} << 35) broken |= grid_law;
    if (cells->exchanged == 0 || cells->exchanged > lanes) broken |= grid_law;
    warp.sync();
    if (lane == 0) W::release(&cells->word, 77);
    warp.sync();
    if (W::acquire(&cells->word) != 77) broken |= release_law;
    if (W::fast(&cells->sum) != &cells->sum) broken |= release_law;
    return broken;
}

} // namespace cerrado::test
