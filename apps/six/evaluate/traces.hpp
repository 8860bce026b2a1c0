// Evaluates the polynomial at many points, in rounds.
//
// The sum over l of the traces of X0_l X1_l X2_l is the trace of X0 X1 X2, where each side is one matrix of all its
// blocks. Strassen's factors express the same sum with fewer products: 7^q products of n x n matrices instead of Q^3 =
// 8^q. The device takes the Q^3 products all the same, since it then needs only the 4^q blocks, and not the 7^q
// matrices X_l, in memory.
//
// A batch of points takes three rounds. Two rounds make the sides (side_blocks.hpp), and the third adds up the traces.
// The jobs of a round deal out its tasks in turn.
#pragma once

#include "six/evaluate/side_blocks.hpp"

namespace cerrado::six {

struct SideTraces {
    TileSizes sizes;
    Residues residues;
    SideBlocks blocks;
    std::uint64_t points, at_once; // points that have an M; points of a batch
    std::uint64_t jobs;            // number of jobs of a round
    ArrayRef<Count> traces;        // by point: the sum of residues, each divided by 2^96

    static constexpr int resident_warps = 12;
    static constexpr int steps = 3;
    // The sizes of a task of the last round: the columns of X2 and the terms that lie in fast memory, and the rows of
    // X1.
    static constexpr std::uint32_t strip = 4, most_chunks = 4, most_tiles = 8;

    // Returns: the number of tasks of a point in the last round.
    CERRADO_FN static std::uint32_t trace_tasks(TileSizes const& sizes) {
        return sizes.all_eights() / strip * groups(sizes.all_chunks(), most_chunks) *
               groups(sizes.all_row_tiles(), most_tiles);
    }
    static constexpr std::uint32_t room = strip * most_chunks * 64; // of a worker in fast memory
    std::uint32_t scratch_blocks() const { return room; }
    int rounds() const { return steps * static_cast<int>((points + at_once - 1) / at_once); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        if constexpr (W::width == 32) {
            LaneOfTile const lane(te.warp().lane());
            int const step = te.round() % steps;
            std::uint64_t const first = static_cast<std::uint64_t>(te.round() / steps) * at_once;
            std::uint64_t const count = points - first < at_once ? points - first : at_once;
            std::uint32_t const of_point = tasks_of_point(step);
            for (std::uint64_t task = te.number(); task < count * of_point; task += jobs) {
                PointPlace const at{first + task / of_point, task / of_point};
                auto const own = static_cast<std::uint32_t>(task % of_point);
                if (step == 0) blocks.make_inner(te.warp(), lane, at, own);
                if (step == 1) blocks.make_blocks(te.warp(), lane, at, own, fast_of(te, lane), room);
                if (step == 2) add_trace(te, lane, at, own);
            }
        }
    }

private:
    CERRADO_FN static std::uint32_t groups(std::uint32_t all, std::uint32_t most) {
        return all < most ? 1 : all / most;
    }
    CERRADO_FN std::uint32_t tasks_of_point(int step) const {
        return step == 0 ? blocks.inner_tasks() : step == 1 ? blocks.block_tasks() : trace_tasks(sizes);
    }

    // The part of a task: some columns of X2, some terms of the product with X1, and some rows of X1.
    struct Part {
        std::uint32_t first_eight, first_chunk, chunks, first_tile, tiles;
    };
    CERRADO_FN Part part_of(std::uint32_t task) const {
        std::uint32_t const of_tiles = groups(sizes.all_row_tiles(), most_tiles);
        std::uint32_t const tiles = sizes.all_row_tiles() / of_tiles;
        std::uint32_t const of_chunks = groups(sizes.all_chunks(), most_chunks),
                            chunks = sizes.all_chunks() / of_chunks;
        std::uint32_t const of_tile = task / of_tiles;
        return {of_tile / of_chunks * strip, of_tile % of_chunks * chunks, chunks, task % of_tiles * tiles, tiles};
    }

    template <class Traversal> CERRADO_FN static Four* fast_of(Traversal& te, LaneOfTile const& lane) {
        return Traversal::WarpType::fast(reinterpret_cast<Four*>(te.scratch())) + lane.number;
    }

    template <class Traversal>
    CERRADO_FN void add_trace(Traversal& te, LaneOfTile const& lane, PointPlace const& at, std::uint32_t task) const {
        using W = typename Traversal::WarpType;
        Part const part = part_of(task);
        std::uint64_t const matrix = at.slot * sizes.fours() + lane.number;
        Four* const right = fast_of(te, lane);
        load(right, blocks.columns.data + matrix, part);
        Count trace = 0;
        for (std::uint32_t tile = part.first_tile; tile < part.first_tile + part.tiles; ++tile) {
            std::uint64_t const chunk = std::uint64_t{tile} * sizes.all_chunks() + part.first_chunk;
            Four const* const weights =
                blocks.weights.data + matrix + (std::uint64_t{tile} * sizes.all_eights() + part.first_eight) * 32;
            trace += of_rows(te.warp(), blocks.rows.data + matrix + chunk * TileSizes::fours_of_chunk, right, weights,
                             part.chunks);
        }
        trace = te.warp().reduce_add(trace);
        if (lane.number == 0) W::grid_add(traces.data + at.point, trace);
    }

    // A lane reads only what it has loaded.
    CERRADO_FN void load(Four* to, Four const* columns, Part const& part) const {
        for (std::uint32_t eight = 0; eight < strip; ++eight) {
            std::uint64_t const chunk = std::uint64_t{part.first_eight + eight} * sizes.all_chunks() + part.first_chunk;
            copy_part(to + eight * most_chunks * 64, columns + chunk * 64, part.chunks * 64);
        }
    }

    // Multiplies 16 rows of X1 by the columns in fast memory, and adds up the entries of the product times their
    // weights.
    template <class W> CERRADO_FN Count of_rows(W const& warp, Four const* left, Four const* right, Four const* weights,
                                                std::uint32_t chunks) const {
        int product[strip][2 * digits - 1][4] = {};
        CERRADO_ROLLED for (std::uint32_t chunk = 0; chunk < chunks; ++chunk, left += TileSizes::fours_of_chunk) {
            Four const rows[digits] = {read_at_once(left), read_at_once(left + 32), read_at_once(left + 64),
                                       read_at_once(left + 96)};
            for (std::uint32_t eight = 0; eight < strip; eight += 2) {
                Four const* const column = right + (eight * most_chunks + chunk) * 64;
                Four const* const next = column + most_chunks * 64;
                Four const columns[2][2] = {{read_at_once(column), read_at_once(column + 32)},
                                            {read_at_once(next), read_at_once(next + 32)}};
                multiply(warp, product[eight], product[eight + 1], rows, columns);
            }
        }
        std::int64_t sums[2 * digits - 1] = {};
        for (std::uint32_t eight = 0; eight < strip; ++eight)
            add_weighted(sums, product[eight], read_at_once(weights + eight * 32));
        return residues.of_sums(sums);
    }

    // Computes two products in turn, since each sum waits for the one before it.
    template <class W> CERRADO_FN static void multiply(W const& warp, int (&product)[2 * digits - 1][4],
                                                       int (&next)[2 * digits - 1][4], Four const (&rows)[digits],
                                                       Four const (&columns)[2][2]) {
        for (int i = 0; i < digits; ++i) {
            for (int j = 0; j < digits; ++j) {
                add_byte_products(warp, product[i + j], tile_of(rows[i], columns[0], j));
                add_byte_products(warp, next[i + j], tile_of(rows[i], columns[1], j));
            }
        }
    }

    // Adds entries times their weights, by digit: a residue is made once a tile, and not for each entry. Each sum stays within
    // 2^58, which of_sums() needs.
    CERRADO_FN static void add_weighted(std::int64_t (&sums)[2 * digits - 1], int const (&product)[2 * digits - 1][4],
                                        Four const& weights) {
        static_assert(most_chunks * strip <= 16);
        for (int entry = 0; entry < 4; ++entry) {
            auto const weight = static_cast<std::int32_t>(weights.word[entry]);
            for (int t = 0; t < 2 * digits - 1; ++t) sums[t] += std::int64_t{product[t][entry]} * weight;
        }
    }
};

} // namespace cerrado::six
