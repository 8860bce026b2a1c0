// The domains of patterns, on any device. A domain is the set of vertices that stand for a vertex of the pattern in some
// embedding, as a row of bits over the vertices of its class. Vertices of one orbit have one domain.
//
// Three programs make the rows of many patterns at once. Begin: a row begins as the intersection of its parents' rows,
// or as the whole class. Narrow: a vertex stays if it has enough neighbours in the rows of each kind of neighbour that
// the pattern asks for. Search: each vertex that is left needs an embedding, and each embedding that is found settles
// all of its vertices.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <cstdint>

namespace cerrado::frequent {

inline constexpr int most_vertices = 15; // of a pattern

// Asks for `count` different neighbours in a row. The needs of one side follow each other, and together ask for as many
// different neighbours as their counts add up to.
struct Need {
    std::uint32_t side = 0; // of the typed lists
    std::uint32_t row = 0;
    std::uint32_t count = 1;
    friend bool operator==(Need const&, Need const&) = default;
};

// Asks that the vertex is in a list of an earlier vertex, or that it is not.
struct Test {
    std::uint32_t side = 0;
    std::uint8_t position = 0;
    bool wanted = true;
    friend bool operator==(Test const&, Test const&) = default;
};

// The next vertex of an embedding.
struct Step {
    std::uint32_t row = 0;
    std::uint32_t first_test = 0;
    std::uint16_t tests = 0;
    std::uint16_t apart = 0; // bit i: it differs from the i-th vertex, which is of the same class
    std::uint16_t above = 0; // bit i: its rank exceeds that of the i-th vertex, with which it could change places
    friend bool operator==(Step const&, Step const&) = default;
};

struct Row {
    std::uint64_t first_word = 0;
    std::uint32_t bits = 0;
    std::uint32_t pattern = 0;
    std::uint32_t first_need = 0, needs = 0;
    std::uint32_t first_parent = 0, parents = 0; // places where the parents' rows begin
    std::uint32_t first_step = 0;                // of the embedding whose first vertex is of this row
    std::uint32_t steps = 0;
    friend bool operator==(Row const&, Row const&) = default;

    CERRADO_FN std::uint64_t words() const { return (bits + 31) / 32; }
};

// The arrays that the programs share. Every worker sees them alike.
struct DomainArrays {
    ArrayRef<std::uint64_t> first, begins; // the typed lists
    ArrayRef<std::uint32_t> ranks;
    ArrayRef<Row> rows;
    ArrayRef<Need> needs;
    ArrayRef<Step> steps;
    ArrayRef<Test> tests;
    ArrayRef<std::uint32_t> domains; // words: vertices that may be in the domain
    ArrayRef<std::uint32_t> met;     // words: vertices that an embedding has met
    ArrayRef<std::uint32_t> sizes;   // by row: bits of `domains`
    ArrayRef<std::uint32_t> dead;    // by pattern: a row is smaller than the least support
    std::uint32_t support = 1;       // the least one

    struct List {
        std::uint64_t begin, end;
        CERRADO_FN std::uint64_t size() const { return end - begin; }
    };
    CERRADO_FN List list(std::uint32_t side, std::uint32_t rank) const {
        std::uint64_t const at = first[side] + rank;
        return {begins[at], begins[at + 1]};
    }
    CERRADO_FN bool is_in(List list, std::uint32_t rank) const {
        while (list.begin < list.end) {
            std::uint64_t const middle = list.begin + (list.end - list.begin) / 2;
            std::uint32_t const found = ranks[middle];
            if (found == rank) return true;
            (found < rank ? list.begin : list.end) = found < rank ? middle + 1 : middle;
        }
        return false;
    }
    CERRADO_FN std::uint64_t word_of(std::uint32_t row, std::uint32_t rank) const {
        return rows[row].first_word + rank / 32;
    }
    template <class W> CERRADO_FN bool may_have(std::uint32_t row, std::uint32_t rank) const {
        return (W::grid_load(&domains[word_of(row, rank)]) >> rank % 32 & 1) != 0;
    }
    template <class W> CERRADO_FN bool has_met(std::uint32_t row, std::uint32_t rank) const {
        return (W::grid_load(&met[word_of(row, rank)]) >> rank % 32 & 1) != 0;
    }
    // Takes so many vertices from the row's number. Lanes: one.
    template <class W> CERRADO_FN void shrink(std::uint32_t row, std::uint32_t by) const {
        if (by == 0) return;
        std::uint32_t const left = W::grid_add(&sizes[row], ~by + 1) - by;
        if (left < support) W::grid_store(&dead[rows[row].pattern], std::uint32_t{1});
    }
};

// The jobs of some rows: each is a block of a row's words.
struct RowBlocks {
    ArrayRef<std::uint32_t> rows;  // those that have jobs
    ArrayRef<std::uint64_t> first; // the first job of each, and the number of all jobs
    std::uint32_t words_of_block = 1;

    struct Block {
        std::uint32_t row;
        std::uint64_t begin, end; // words of the row
    };
    CERRADO_FN Block of(DomainArrays const& arrays, Count job) const {
        std::uint64_t low = 0;
        for (std::uint64_t high = rows.size(); low + 1 < high;) {
            std::uint64_t const middle = low + (high - low) / 2;
            (first[middle] <= job ? low : high) = middle;
        }
        std::uint64_t const begin = (job - first[low]) * words_of_block;
        std::uint64_t const words = arrays.rows[rows[low]].words();
        return {rows[low], begin, begin + words_of_block < words ? begin + words_of_block : words};
    }
};

struct Begin {
    DomainArrays arrays;
    RowBlocks blocks;
    ArrayRef<std::uint32_t> parent_words;
    ArrayRef<std::uint64_t> parents; // where a parent's row begins

    template <class Te> CERRADO_FN void visit(Te& te) const {
        using W = typename Te::WarpType;
        RowBlocks::Block const block = blocks.of(arrays, te.number());
        Row const& row = arrays.rows[block.row];
        std::uint32_t size = 0;
        for (std::uint64_t i = block.begin + static_cast<std::uint64_t>(te.warp().lane()); i < block.end;
             i += W::width) {
            std::uint32_t word = ~std::uint32_t{0};
            if (i + 1 == row.words() && row.bits % 32 != 0) word = (std::uint32_t{1} << row.bits % 32) - 1;
            for (std::uint32_t p = 0; p < row.parents; ++p) word &= parent_words[parents[row.first_parent + p] + i];
            arrays.domains[row.first_word + i] = word;
            size += static_cast<std::uint32_t>(popcount(word));
        }
        size = te.warp().reduce_add(size);
        if (te.warp().lane() == 0) W::grid_add(&arrays.sizes[block.row], size);
    }
};

struct Narrow {
    DomainArrays arrays;
    RowBlocks blocks;
    ArrayRef<std::uint32_t> changed; // by row: the last round in which it shrank
    std::uint32_t round = 1;

    template <class Te> CERRADO_FN void visit(Te& te) const {
        using W = typename Te::WarpType;
        RowBlocks::Block const block = blocks.of(arrays, te.number());
        Row const& row = arrays.rows[block.row];
        if (W::grid_load(&arrays.dead[row.pattern]) != 0) return;
        std::uint32_t const open = open_needs<W>(row);
        std::uint32_t dropped = 0;
        for (std::uint64_t i = block.begin; i < block.end; ++i) {
            std::uint32_t* const word = &arrays.domains[row.first_word + i];
            std::uint32_t const given = W::grid_load(word);
            std::uint32_t kept = 0;
            for (std::uint32_t bit = 0; given != 0 && bit < 32; bit += W::width) {
                std::uint32_t const own = bit + static_cast<std::uint32_t>(te.warp().lane());
                bool const stays =
                    (given >> own & 1) != 0 && is_supported<W>(row, open, static_cast<std::uint32_t>(i) * 32 + own);
                kept |= te.warp().ballot(stays) << bit;
            }
            if (kept == given) continue;
            if (te.warp().lane() == 0) W::grid_store(word, kept);
            dropped += static_cast<std::uint32_t>(popcount(given ^ kept));
        }
        if (dropped == 0 || te.warp().lane() != 0) return;
        arrays.shrink<W>(block.row, dropped);
        W::grid_store(&changed[block.row], round);
    }

private:
    // Returns: bit n if need n may not be met any more: its row, or another of its side, changed since the last round.
    template <class W> CERRADO_FN std::uint32_t open_needs(Row const& row) const {
        std::uint32_t open = 0;
        for (std::uint32_t n = 0; n < row.needs; ++n) {
            std::uint32_t const at = arrays.needs[row.first_need + n].row;
            if (round == 1 || W::grid_load(&changed[at]) + 1 >= round) open |= std::uint32_t{1} << n;
        }
        return open;
    }

    template <class W> CERRADO_FN bool is_supported(Row const& row, std::uint32_t open, std::uint32_t rank) const {
        for (std::uint32_t n = 0; n < row.needs;) {
            std::uint32_t const first = n, side = arrays.needs[row.first_need + n].side;
            std::uint32_t wanted = 0;
            for (; n < row.needs && arrays.needs[row.first_need + n].side == side; ++n)
                wanted += arrays.needs[row.first_need + n].count;
            if ((open >> first & ((std::uint32_t{1} << (n - first)) - 1)) == 0) continue;
            bool const has = n - first == 1
                                 ? has_one_kind<W>(arrays.needs[row.first_need + first], rank)
                                 : has_all_kinds<W>(row.first_need + first, row.first_need + n, wanted, rank);
            if (!has) return false;
        }
        return true;
    }

    template <class W> CERRADO_FN bool has_one_kind(Need const& need, std::uint32_t rank) const {
        DomainArrays::List const list = arrays.list(need.side, rank);
        if (list.size() < need.count) return false;
        std::uint32_t left = need.count;
        for (std::uint64_t i = list.begin; i < list.end; ++i) {
            if (arrays.may_have<W>(need.row, arrays.ranks[i]) && --left == 0) return true;
        }
        return false;
    }

    // Returns: whether the vertex has enough neighbours for the needs from `first` on, which are of one side.
    template <class W> CERRADO_FN bool has_all_kinds(std::uint32_t first, std::uint32_t end, std::uint32_t wanted,
                                                     std::uint32_t rank) const {
        DomainArrays::List const list = arrays.list(arrays.needs[first].side, rank);
        if (list.size() < wanted) return false;
        std::uint32_t found = 0; // neighbours in any of the rows
        std::uint32_t open = (std::uint32_t{1} << (end - first)) - 1;
        std::uint8_t of_need[most_vertices] = {};
        for (std::uint64_t i = list.begin; i < list.end; ++i) {
            std::uint32_t const neighbour = arrays.ranks[i];
            bool is_one = false;
            for (std::uint32_t n = 0; n < end - first; ++n) {
                Need const& need = arrays.needs[first + n];
                if (!arrays.may_have<W>(need.row, neighbour)) continue;
                is_one = true;
                if (++of_need[n] == need.count) open &= ~(std::uint32_t{1} << n);
            }
            found += is_one ? 1 : 0;
            if (open == 0 && found >= wanted) return true;
        }
        return false;
    }
};

// Backtracking from a vertex. A step's candidates are the shortest of the lists that it asks for, and the lanes look at
// as many of them together. A step without candidates goes back to the last of the places that took candidates from it,
// since others between cannot help. All lanes know the same. Source: Prosser 1993, conflict-directed backjumping.
template <class Te> class Embedding {
public:
    using W = typename Te::WarpType;
    enum class End { found, none, unknown };

    // `part` of `parts`: only embeddings whose vertices at the places 1 to `cut` fall into this part.
    struct Share {
        std::uint32_t part = 0, parts = 1;
        int cut = 1;
    };

    CERRADO_FN Embedding(Te& te, DomainArrays const& arrays, std::uint32_t row)
        : te_(te),
          arrays_(arrays),
          number_(row),
          row_(arrays.rows[row]) {}

    // Looks for an embedding that begins with the vertex, in at most so many chunks of candidates. Ends early if the
    // answer is no longer needed. Lanes: all.
    CERRADO_FN End from(std::uint32_t rank, Share const& share, std::uint32_t budget) {
        rank_[0] = rank;
        int const last = static_cast<int>(row_.steps) - 1;
        int const cut = share.cut < last ? share.cut : last;
        int at = 1;
        open(at);
        for (std::uint32_t chunks = 0; at > 0;) {
            Frame& frame = frames_[at];
            if (frame.found == 0) {
                if (frame.next >= frame.end) {
                    at = back_from(at);
                    continue;
                }
                if (chunks == budget || (chunks % look_interval == look_interval - 1 && is_over())) return End::unknown;
                ++chunks;
                find(at);
                continue;
            }
            rank_[at] = arrays_.ranks[frame.chunk + static_cast<std::uint64_t>(lowest_bit(frame.found))];
            frame.found &= frame.found - 1;
            if (share.parts > 1 && at == cut && part_of(cut, share.parts) != share.part) {
                frame.blamed |= (std::uint32_t{1} << cut) - 1;
                continue;
            }
            if (at == last) return End::found;
            open(++at);
        }
        return End::none;
    }

    // Notes that the vertices of the embedding are met. `met_sizes`: by row; may be empty. Lanes: all.
    CERRADO_FN void note(ArrayRef<std::uint32_t> const& met_sizes) const {
        for (auto i = static_cast<std::uint32_t>(te_.warp().lane()); i < row_.steps; i += W::width) {
            std::uint32_t const row = arrays_.steps[row_.first_step + i].row;
            if (arrays_.template has_met<W>(row, rank_[i])) continue;
            std::uint32_t const bit = std::uint32_t{1} << rank_[i] % 32;
            std::uint32_t const old = W::grid_or(&arrays_.met[arrays_.word_of(row, rank_[i])], bit);
            if (met_sizes.size() > 0 && (old & bit) == 0) W::grid_add(&met_sizes[row], std::uint32_t{1});
        }
        te_.warp().sync();
    }

private:
    static constexpr std::uint32_t look_interval = 256; // chunks between two looks whether the search is in vain

    struct Frame {
        std::uint64_t next, end; // entries that are left of the source
        std::uint64_t chunk;     // the entries of which the bits of `found` say that they fit
        LaneMask found;
        std::uint32_t source; // the test that asks for the source
        std::uint32_t blamed; // bit i: another choice at place i could give this place a candidate
    };

    CERRADO_FN Step const& step(int at) const {
        return arrays_.steps[row_.first_step + static_cast<std::uint32_t>(at)];
    }
    CERRADO_FN DomainArrays::List list_of(Test const& test) const {
        return arrays_.list(test.side, rank_[test.position]);
    }

    CERRADO_FN void open(int at) {
        Step const& next = step(at);
        Frame& frame = frames_[at];
        frame.next = frame.end = frame.chunk = 0;
        frame.found = frame.blamed = 0;
        frame.source = next.first_test;
        for (std::uint32_t t = next.first_test; t < next.first_test + next.tests; ++t) {
            Test const& test = arrays_.tests[t];
            if (!test.wanted) continue;
            DomainArrays::List const list = list_of(test);
            if (frame.end > 0 && list.size() >= frame.end - frame.next) continue;
            frame.next = list.begin;
            frame.end = list.end;
            frame.source = t;
            if (list.size() == 0) return;
        }
    }

    // Returns: the last place where another choice could help, with what is known of it; 0 if there is none.
    CERRADO_FN int back_from(int at) {
        std::uint32_t const blamed = frames_[at].blamed | std::uint32_t{1}
                                                              << arrays_.tests[frames_[at].source].position;
        int back = 0;
        for (std::uint32_t later = blamed >> 1; later != 0; later >>= 1) ++back;
        if (back > 0) frames_[back].blamed |= blamed & ~(std::uint32_t{1} << back);
        return back;
    }

    // Looks at the next candidates.
    CERRADO_FN void find(int at) {
        Frame& frame = frames_[at];
        std::uint64_t const i = frame.next + static_cast<std::uint64_t>(te_.warp().lane());
        std::uint32_t blamed = 0;
        frame.found = te_.warp().ballot(i < frame.end && fits(at, frame.source, arrays_.ranks[i], blamed));
        frame.blamed |= te_.warp().reduce_or(blamed);
        frame.chunk = frame.next;
        frame.next += W::width;
    }

    // `blamed` gets the place that does not let it fit.
    CERRADO_FN bool fits(int at, std::uint32_t source, std::uint32_t rank, std::uint32_t& blamed) const {
        Step const& next = step(at);
        if (!arrays_.template may_have<W>(next.row, rank)) return false;
        for (std::uint32_t apart = next.apart; apart != 0; apart &= apart - 1) {
            blamed = apart & (~apart + 1);
            if (rank_[lowest_bit(apart)] == rank) return false;
        }
        for (std::uint32_t above = next.above; above != 0; above &= above - 1) {
            blamed = above & (~above + 1);
            if (rank_[lowest_bit(above)] >= rank) return false;
        }
        for (std::uint32_t t = next.first_test; t < next.first_test + next.tests; ++t) {
            Test const& test = arrays_.tests[t];
            blamed = std::uint32_t{1} << test.position;
            if (t != source && arrays_.is_in(list_of(test), rank) != test.wanted) return false;
        }
        blamed = 0;
        return true;
    }

    CERRADO_FN std::uint32_t part_of(int cut, std::uint32_t parts) const {
        std::uint32_t mixed = 0;
        for (int i = 1; i <= cut; ++i) mixed = (mixed ^ rank_[i]) * 0x9e3779b1u;
        return (mixed ^ mixed >> 15) % parts;
    }

    CERRADO_FN bool is_over() const {
        bool over = false;
        if (te_.warp().lane() == 0) {
            over = W::grid_load(te_.context().queue.stop) >= queue_is_stopped ||
                   W::grid_load(&arrays_.dead[row_.pattern]) != 0 || arrays_.template has_met<W>(number_, rank_[0]);
        }
        return te_.warp().any(over);
    }

    Te& te_;
    DomainArrays const& arrays_;
    std::uint32_t const number_;
    Row const row_;
    Frame frames_[most_vertices];
    std::uint32_t rank_[most_vertices];
};

struct Search {
    DomainArrays arrays;
    RowBlocks blocks;
    ArrayRef<std::uint32_t> met_sizes; // by row. Empty: exact domains are asked for, not only whether they are large
    ArrayRef<std::uint32_t> left;      // by row: vertices whose search ran out of its budget
    std::uint32_t budget = 1;

    template <class Te> CERRADO_FN void visit(Te& te) const {
        using W = typename Te::WarpType;
        RowBlocks::Block const block = blocks.of(arrays, te.number());
        Row const& row = arrays.rows[block.row];
        std::uint32_t dropped = 0, postponed = 0;
        for (std::uint64_t i = block.begin; i < block.end; ++i) {
            std::uint32_t* const word = &arrays.domains[row.first_word + i];
            std::uint32_t kept = te.warp().shuffle(W::grid_load(word), 0);
            std::uint32_t open = kept & ~te.warp().shuffle(W::grid_load(&arrays.met[row.first_word + i]), 0);
            for (; open != 0; open &= open - 1) {
                int const bit = lowest_bit(open);
                std::uint32_t const rank = static_cast<std::uint32_t>(i) * 32 + static_cast<std::uint32_t>(bit);
                if (te.warp().any(te.warp().lane() == 0 && arrays.has_met<W>(block.row, rank))) continue;
                if (te.warp().any(te.warp().lane() == 0 && is_decided<W>(block.row, row))) break;
                Embedding<Te> embedding(te, arrays, block.row);
                auto const end = embedding.from(rank, {}, budget);
                if (end == Embedding<Te>::End::found) embedding.note(met_sizes);
                if (end == Embedding<Te>::End::none) {
                    kept &= ~(std::uint32_t{1} << bit);
                    ++dropped;
                    if (te.warp().lane() == 0) W::grid_store(word, kept); // this job alone writes the word
                }
                postponed += end == Embedding<Te>::End::unknown ? 1 : 0;
            }
        }
        if (te.warp().lane() != 0) return;
        arrays.shrink<W>(block.row, dropped);
        if (postponed > 0) W::grid_add(&left[block.row], postponed);
    }

private:
    template <class W> CERRADO_FN bool is_decided(std::uint32_t number, Row const& row) const {
        if (W::grid_load(&arrays.dead[row.pattern]) != 0) return true;
        return met_sizes.size() > 0 && W::grid_load(&met_sizes[number]) >= arrays.support;
    }
};

// The searches that ran out of their budget, each in parts.
struct SearchInParts {
    struct Item {
        std::uint32_t row = 0, rank = 0;
    };

    DomainArrays arrays;
    ArrayRef<Item> items;
    ArrayRef<std::uint32_t> in_vain; // by item: the parts without an embedding
    ArrayRef<std::uint32_t> met_sizes;
    std::uint32_t parts = 1;
    int cut = 1;
    std::uint32_t budget = 1;

    template <class Te> CERRADO_FN void visit(Te& te) const {
        using W = typename Te::WarpType;
        auto const at = static_cast<std::uint32_t>(te.number() / parts);
        Item const item = items[at];
        bool const is_met = arrays.has_met<W>(item.row, item.rank);
        if (te.warp().any(te.warp().lane() == 0 &&
                          (is_met || W::grid_load(&arrays.dead[arrays.rows[item.row].pattern]) != 0)))
            return;
        Embedding<Te> embedding(te, arrays, item.row);
        auto const end =
            embedding.from(item.rank, {static_cast<std::uint32_t>(te.number() % parts), parts, cut}, budget);
        if (end == Embedding<Te>::End::found) embedding.note(met_sizes);
        if (end != Embedding<Te>::End::none || te.warp().lane() != 0) return;
        if (W::grid_add(&in_vain[at], std::uint32_t{1}) + 1 < parts) return;
        std::uint32_t const bit = std::uint32_t{1} << item.rank % 32; // it is set, and no other job clears it
        W::grid_add(&arrays.domains[arrays.word_of(item.row, item.rank)], ~bit + 1);
        arrays.shrink<W>(item.row, 1);
    }
};

} // namespace cerrado::frequent
