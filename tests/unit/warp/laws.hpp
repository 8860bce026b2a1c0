// The laws of the Warp concept, as one program that all lanes of a warp run; each law that a lane finds broken sets a
// bit.
#pragma once

#include <cerrado/warp/warp.hpp>

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
