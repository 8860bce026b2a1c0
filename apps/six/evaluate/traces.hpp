// Evaluates the polynomial at many points, in rounds.
//
// The sum over l of the traces of X0_l X1_l X2_l is the trace of X0 X1 X2, where each side is one matrix of all its
// blocks. Strassen's factors express the same sum with fewer products: 7^q products of n x n matrices instead of Q^3 =
// 8^q. The device takes the Q^3 products all the same, since it then needs only the 4^q blocks, and not the 7^q
// matrices X_l, in memory.
//
// A batch of points takes three rounds. Two rounds make the sides (side_blocks.hpp), and the third adds up the traces.
// The jobs of a round deal out its tasks in turn. A block of a GPU is a team that visits a job together. In the third round a
// group of four of its warps has a task, so that the columns of X2 lie in fast memory once for these, and the groups have
// tasks side by side, so that rows of X1 are read from L2 once for all of them.
#pragma once

#include "six/evaluate/side_blocks.hpp"

#include <cerrado/warp/detail/group_product.hpp>

namespace cerrado::six {

struct SideTraces {
    TileSizes sizes;
    Residues residues;
    SideBlocks blocks;
    std::uint64_t points, at_once; // points that have an M; points of a batch
    std::uint64_t jobs;            // number of jobs of a round
    ArrayRef<Count> traces;        // by point: the sum of residues, each divided by 2^96

    static constexpr int resident_warps = 12, warps_of_team = 12;
    static constexpr int steps = 3;
    // A task of the last round is a strip of 32 columns of X2 and some chunks of 32 terms: those whose columns lie in the fast
    // memory of a warp, and of four.
    static constexpr std::uint32_t warps_of_group = 4, groups_of_team = warps_of_team / warps_of_group;
    static constexpr std::uint32_t most_chunks = 4, chunks_of_group = warps_of_group * most_chunks;
    static constexpr std::uint32_t eights = 4; // of the columns of a strip
    static constexpr std::uint32_t fours_of_eight = TileSizes::fours_of_chunk / 2,
                                   fours_of_columns = eights * fours_of_eight;

    // Returns: the number of tasks of a point in the last round.
    CERRADO_FN static std::uint32_t trace_tasks(TileSizes const& sizes) {
        return groups(sizes.all_chunks(), chunks_of_group) * sizes.all_strips();
    }
    static constexpr std::uint32_t fours_behind_rows =
        2 * most_chunks * TileSizes::fours_of_chunk;                      // are read, not used
    static constexpr std::uint32_t room = most_chunks * fours_of_columns; // of a worker in fast memory
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
            std::uint32_t const together = step == 2 && goes_in_groups(te) ? warps_of_group : 1;
            auto const at_a_time = static_cast<std::uint64_t>(te.members()) / together;
            std::uint64_t task = te.number() * at_a_time + static_cast<std::uint64_t>(te.member()) / together;
            for (; task < count * of_point; task += jobs * at_a_time) {
                PointPlace const at{first + task / of_point, task / of_point};
                auto const own = static_cast<std::uint32_t>(task % of_point);
                if (step == 0) blocks.make_inner(te.warp(), lane, at, own);
                if (step == 1) blocks.make_blocks(te.warp(), lane, at, own, fast_of(te, lane), room);
                if (step == 2) add_trace(te, lane, at, own);
            }
        }
    }

private:
    template <class Traversal> CERRADO_FN static bool goes_in_groups(Traversal& te) {
        return te.members() == warps_of_team;
    }
    CERRADO_FN static std::uint32_t groups(std::uint32_t all, std::uint32_t most) {
        return all < most ? 1 : all / most;
    }
    CERRADO_FN std::uint32_t tasks_of_point(int step) const {
        return step == 0 ? blocks.inner_tasks() : step == 1 ? blocks.block_tasks() : trace_tasks(sizes);
    }
    template <class Traversal> CERRADO_FN static Four* fast_of(Traversal& te, LaneOfTile const& lane) {
        return Traversal::WarpType::fast(reinterpret_cast<Four*>(te.scratch())) + lane.number;
    }

    // A strip of columns of X2, and some chunks of its product with X1.
    struct Part {
        std::uint64_t matrix; // where the lane's part of the point's matrices begins
        std::uint32_t strip, first_chunk, chunks;
    };
    // The workers that have the same part, a group of four or one alone, and the place of this one: each has every fourth
    // digit of X1.
    struct Share {
        std::uint32_t member, members;
    };

    template <class Traversal>
    CERRADO_FN void add_trace(Traversal& te, LaneOfTile const& lane, PointPlace const& at, std::uint32_t task) const {
        std::uint32_t const of_chunks = groups(sizes.all_chunks(), chunks_of_group),
                            chunks = sizes.all_chunks() / of_chunks;
        std::uint32_t const first = task / sizes.all_strips() * chunks;
        Part part{at.slot * sizes.fours() + lane.number, task % sizes.all_strips(), first, chunks};
        if constexpr (has_team<typename Traversal::WarpType>) {
            if (goes_in_groups(te)) {
                std::uint32_t const member = static_cast<std::uint32_t>(te.member()) % warps_of_group;
                return add_part<ProductsOfGroup>(te, at, part, Share{member, warps_of_group});
            }
        }
        part.chunks = chunks < most_chunks ? chunks : most_chunks;
        for (; part.first_chunk < first + chunks; part.first_chunk += part.chunks)
            add_part<ProductsAlone>(te, at, part, Share{0, 1});
    }

    template <class Products, class Traversal>
    CERRADO_FN void add_part(Traversal& te, PointPlace const& at, Part const& part, Share const& share) const {
        meet(te, share);
        for (std::uint32_t i = 0; i < most_chunks; ++i) load(te, part, share, share.member * most_chunks + i);
        publish_columns();
        meet(te, share);
        Count trace = 0;
        for (std::uint32_t digit = share.member; digit < digits; digit += share.members)
            trace += of_rows<Products>(te, part, share, digit);
        trace = te.warp().reduce_add(trace);
        if (te.warp().lane() == 0) Traversal::WarpType::grid_add(traces.data + at.point, trace);
    }
    template <class Traversal> CERRADO_FN static void meet(Traversal& te, Share const& share) {
        using W = typename Traversal::WarpType;
        if constexpr (has_team<W>) {
            if (share.members > 1) return W::group_sync();
        }
        te.warp().sync();
    }

    // Where the columns of a chunk lie in fast memory: each member has some. Those of a digit are side by side.
    template <class Traversal>
    CERRADO_FN static Four* columns_of(Traversal& te, Share const& share, std::uint32_t chunk) {
        std::uint32_t const owner = chunk / most_chunks;
        auto const another = te.member() + static_cast<int>(owner) - static_cast<int>(share.member);
        return Traversal::WarpType::fast(reinterpret_cast<Four*>(te.scratch_of(another))) +
               chunk % most_chunks * fours_of_columns;
    }
    // A chunk that is not there is 0, so that steps of several chunks may go beyond the last one: `rows` has room behind it.
    template <class Traversal>
    CERRADO_FN void load(Traversal& te, Part const& part, Share const& share, std::uint32_t chunk) const {
        constexpr std::uint32_t of_digit = fours_of_eight / digits;
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        Four* const to = columns_of(te, share, chunk) + lane % of_digit;
        for (std::uint32_t eight = 0; eight < eights; ++eight) {
            std::uint64_t const place =
                std::uint64_t{part.strip * eights + eight} * sizes.all_chunks() + part.first_chunk + chunk;
            Four const* const from = blocks.columns.data + part.matrix + place * fours_of_eight;
            for (std::uint32_t i = 0; i < fours_of_eight; i += 32) {
                std::uint32_t const digit = (i + lane) / of_digit;
                write_at_once(to + (digit * eights + eight) * of_digit,
                              chunk < part.chunks ? read_at_once(from + i) : Four{});
            }
        }
    }

    // Multiplies a digit of X1, in tiles of 16 rows, by all digits of the columns in fast memory. Adds up the entries of the
    // products times their weights. Rows are read several products before they are needed.
    template <class Products, class Traversal>
    CERRADO_FN Count of_rows(Traversal& te, Part const& part, Share const& share, std::uint32_t digit) const {
        constexpr std::uint32_t ring = Products::is_group ? 2 * most_chunks : most_chunks, tiles_at_once = 8;
        std::uint32_t const tiles = sizes.all_row_tiles();
        std::uint32_t const fours_of_tile = sizes.all_chunks() * TileSizes::fours_of_chunk;
        std::uint32_t const weights_of_tile = sizes.all_eights() * 32;
        Four const* of_tile =
            blocks.rows.data + part.matrix + part.first_chunk * TileSizes::fours_of_chunk + 32 * digit;
        Four const* weights = blocks.weights.data + part.matrix + part.strip * eights * 32;
        Four const* next = of_tile; // where the rows that come into the ring are
        Four rows[ring];
        for (std::uint32_t i = 0; i + 1 < ring; ++i) rows[i] = read_ahead(next + i * TileSizes::fours_of_chunk);
        Count trace = 0;
        std::int64_t sums[digits] = {};
        CERRADO_ROLLED for (std::uint32_t tile = 0; tile < tiles; ++tile) {
            if (tile + tiles_ahead < tiles)
                ask_for_tile(te, part, share, digit, of_tile + tiles_ahead * fours_of_tile,
                             weights + tiles_ahead * weights_of_tile);
            if (tile + 1 < tiles) of_tile += fours_of_tile;
            GroupSums product = {};
            CERRADO_ROLLED for (std::uint32_t chunk = 0; chunk < part.chunks; chunk += ring) {
                for (std::uint32_t i = 0; i < ring; ++i) {
                    auto const* const columns = reinterpret_cast<std::uint32_t const*>(
                        columns_of(te, share, chunk + i / most_chunks * most_chunks));
                    Products::add(te.warp(), product, rows[i], {columns, i % most_chunks});
                    std::uint32_t const last = (i + ring - 1) % ring;
                    rows[last] = read_ahead(next + last * TileSizes::fours_of_chunk);
                    if (i > 0) continue;
                    next += ring * TileSizes::fours_of_chunk;
                    if (chunk + ring >= part.chunks) next = of_tile;
                }
            }
            Products::end(product);
            add_weighted(sums, product, weights_at(weights));
            weights += weights_of_tile;
            if (tile % tiles_at_once == tiles_at_once - 1 || tile + 1 == tiles) {
                trace += residues.of_sums(sums, digit);
                for (std::int64_t& sum : sums) sum = 0;
            }
        }
        return trace;
    }
    // Asks for the lines that a group will read, since all blocks read the same rows at about the same time and would wait for
    // memory together.
    static constexpr std::uint32_t tiles_ahead = 2;
    template <class Traversal> CERRADO_FN static void ask_for_tile(Traversal& te, Part const& part, Share const& share,
                                                                   std::uint32_t digit, Four const* rows,
                                                                   Four const* weights) {
        using W = typename Traversal::WarpType;
        constexpr std::uint32_t of_line = 8;
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        if (te.member() < static_cast<int>(warps_of_group) || part.strip == 0) { // the first to read these rows
            std::uint32_t const lines = part.chunks * TileSizes::fours_of_chunk / of_line;
            for (std::uint32_t line = share.member * W::width + lane; line < lines; line += share.members * W::width)
                W::prefetch(rows - lane - 32 * digit + line * of_line);
        }
        if (lane < 4) W::prefetch(weights - lane + (4 * share.member + lane) * of_line);
    }
    struct Weights {
        Four of_eight[eights];
    };
    CERRADO_FN static Weights weights_at(Four const* from) {
        return {{read_ahead(from), read_ahead(from + 32), read_ahead(from + 64), read_ahead(from + 96)}};
    }

    // Adds entries times their weights, by digit of the columns: a residue is made once for many entries. A product is at most
    // 2^23, a weight 2^31, and a sum has 2^7 of them.
    CERRADO_FN static void add_weighted(std::int64_t (&sums)[digits], GroupSums const& product,
                                        Weights const& weights) {
        static_assert(chunks_of_group <= 16 && digits * eights == GroupColumns::eights);
        for (std::uint32_t eight = 0; eight < eights; ++eight) {
            for (int entry = 0; entry < 4; ++entry) {
                auto const weight = static_cast<std::int32_t>(weights.of_eight[eight].word[entry]);
                for (std::uint32_t digit = 0; digit < digits; ++digit)
                    sums[digit] += std::int64_t{product[digit * eights + eight][entry]} * weight;
            }
        }
    }
};

} // namespace cerrado::six
