// Dense mode: the neighbourhood of the root as a bit matrix, so that the common extensions of a traversal are the AND of its rows.
//
// The members are the root's successors in the oriented graph, ascending; bit i of row j says that member i < j is adjacent to member j.
// A row only speaks of lower members: extensions are consumed from the highest down, and a bit that was consumed is never asked for
// again, so it can be cleared. The matrix is built once per job, by all lanes; what it costs is the lists of the members, streamed once.
// Source: the bitmaps of G2Miner (Chen and Arvind, OSDI 2022) and the induced subgraphs of kClist (Danisch et al., WWW 2018).
#pragma once

#include <cerrado/traversal/bit_tiles.hpp>
#include <cerrado/traversal/dense_rows.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Over the members in `row`, this lane's share of them: the bits that theirs has in common with it, in the first words_of(member) words.
template <class T, class WordsOf>
CERRADO_FN Count count_common_bits(T const& te, std::uint32_t const* row, WordsOf words_of) {
    Count bits = 0;
    for (std::uint32_t member = static_cast<std::uint32_t>(te.warp().lane());
         member < 32 * te.context().layout.row_words; member += T::WarpType::width) {
        if ((row[member / 32] >> member % 32 & 1) == 0) continue;
        std::uint32_t const words = words_of(member);
        for (std::uint32_t word = 0; word < words; ++word) {
            bits += static_cast<Count>(popcount(te.matrix_word(member, word) & row[word]));
        }
    }
    return bits;
}

// Pairs of adjacent members in `row`; the total is this lane's share. Each lane takes members of its own.
template <class T> CERRADO_FN Count count_pairs_of_row(T const& te, std::uint32_t const* row) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.context().layout.row_words;
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return count_row_pairs(te.memory().dense, row, words);
    } else {
        return count_common_bits(te, row, [](std::uint32_t member) { return member / 32 + 1; });
    }
}

// Triangles among the extensions of the traversal; the total is this lane's share.
template <class T> CERRADO_FN Count count_triangles_of_row(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const* const row = te.extension_row(te.size());
    if constexpr (W::width == 32) {
        return count_triangles_by_tiles(te, row);
    } else {
        std::uint32_t* const below = te.extension_row(te.size() + 1);
        Count triangles = 0;
        for (std::uint32_t word = 0; word < te.context().layout.row_words; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                std::uint32_t const top = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
                for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < te.context().layout.row_words;
                     i += W::width) {
                    below[i] = row[i] & te.matrix_word(top, i);
                }
                te.warp().sync();
                triangles += count_pairs_of_row(te, below);
                te.warp().sync();
            }
        }
        return triangles;
    }
}

} // namespace phase

// A worker's area: the matrix, the extension rows of lengths 1 to k - 1 (pivoting: and as many candidate rows, with local counts pivot
// rows and hold rows too), the members.
template <class W, class App>
CERRADO_FN std::uint32_t& Traversal<W, App>::matrix_word(std::uint32_t member, std::uint32_t word) const {
    return memory_.dense[matrix_entry<W>(context_.layout, member, word)];
}

template <class W, class App>
CERRADO_FN std::uint32_t* Traversal<W, App>::level_row(std::uint32_t block, int length) const {
    WorkerLayout const& layout = context_.layout;
    std::uint32_t const row =
        block * static_cast<std::uint32_t>(context_.k - 1) + static_cast<std::uint32_t>(length) - 1;
    return memory_.dense + (layout.row_capacity + row) * layout.row_words;
}

template <class W, class App> CERRADO_FN std::uint32_t* Traversal<W, App>::extension_row(int length) const {
    return level_row(0, length);
}

template <class W, class App> CERRADO_FN VertexId* Traversal<W, App>::members() const {
    WorkerLayout const& layout = context_.layout;
    return memory_.dense + (layout.row_capacity + layout.level_rows) * layout.row_words;
}

template <class W, class App> CERRADO_FN VertexId Traversal<W, App>::member(std::uint32_t i) const {
    if constexpr (wants_store<App>()) return root_list_[i];
    return members()[i];
}

// Where subgraphs are stored the members give way to what records call them, once the matrix is made.
template <class W, class App> CERRADO_FN void Traversal<W, App>::name_members() {
    StoreRef const& store = context_.store;
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < member_count_; i += W::width) {
        members()[i] = stored_name(store, members()[i]);
    }
    own_name_ = stored_name(store, root());
}

// Makes the matrix of the root's neighbourhood, and the row of each level of the traversal as it was handed out or resumed.
template <class W, class App> CERRADO_FN void Traversal<W, App>::enter_neighbourhood() {
    static_assert(wants_orientation<App>(), "dense mode needs `static constexpr bool oriented = true`");
    levels_[0].total = member_count_ = graph().degree(root());
    if constexpr (wants_local<App>()) begin_local();
    if constexpr (wants_pivots<App>()) levels_[0].pivoting = {};
    collect_members();
    build_matrix();
    if constexpr (wants_store<App>()) name_members();
    std::uint32_t* const all = wants_pivots<App>() ? candidate_row(1) : extension_row(1);
    for (std::uint32_t word = static_cast<std::uint32_t>(warp_.lane()); word < context_.layout.row_words;
         word += W::width) {
        std::uint32_t const first = 32 * word;
        std::uint32_t const bits = member_count_ > first ? member_count_ - first : 0;
        all[word] = bits >= 32 ? ~0u : (1u << bits) - 1;
    }
    warp_.sync();
    replay_levels();
}

// Makes the rows of the levels that the traversal was given with.
template <class W, class App> CERRADO_FN void Traversal<W, App>::replay_levels() {
    int const length = length_;
    for (length_ = 1; length_ <= length; ++length_) {
        if (length_ > 1) descend(table_.state(table_.find(last())) - 1u);
        if constexpr (wants_pivots<App>()) {
            if (!top().generated) continue;
            std::uint32_t const size = top().size;
            Mask const taken = top().mask;
            top().mask = 0;
            for (open_stage(); top().mask < taken; open_stage()) take_pivot();
            if (length_ < length) {
                warp_.sync(); // every lane has counted the stage's extensions
                pass_extensions(table_.state(table_.find(levels_[length_].vertex)) - 1u);
                warp_.sync();
                top().total = count_bits<W>(extension_row(length_), context_.layout.row_words);
            }
            top().size = size;
        }
    }
    length_ = length;
}

// The table says of each member its number, plus 1.
template <class W, class App> CERRADO_FN void Traversal<W, App>::collect_members() {
    root_list_ = graph().neighbours + graph().begin(root());
    table_.reset(warp_, memory_, context_.layout, member_count_);
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < member_count_; i += W::width) {
        members()[i] = root_list_[i];
        table_.add(root_list_[i], static_cast<Mask>(i + 1));
    }
    warp_.sync();
}

// Calls edge(i, j, position) for every edge between members i < j, at `position` of the oriented lists; each on one lane. A group of 8
// lanes takes the list of a member.
template <class W, class App> template <class Edge>
CERRADO_FN void Traversal<W, App>::for_each_member_edge(Edge edge) const {
    constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
    std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
    for (std::uint32_t i = lane / group; i < member_count_; i += W::width / group) {
        VertexId const vertex = members()[i];
        EdgeOffset const end = graph().end(vertex);
        for (EdgeOffset p = graph().begin(vertex) + lane % group; p < end; p += group) {
            auto const slot = table_.find(graph().neighbours[p]);
            if (slot >= 0) edge(i, table_.state(slot) - 1u, p);
        }
    }
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::build_matrix() {
    std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
    std::uint32_t const words = context_.layout.row_words;
    for (std::uint32_t word = 0; word < words; ++word) {
        for (std::uint32_t i = lane; i < member_count_; i += W::width) matrix_word(i, word) = 0;
    }
    warp_.sync();
    for_each_member_edge([this](std::uint32_t i, std::uint32_t j, EdgeOffset) {
        W::lane_add(&matrix_word(j, i / 32), 1u << i % 32);
        if constexpr (wants_pivots<App>()) W::lane_add(&matrix_word(i, j / 32), 1u << j % 32);
    });
    warp_.sync();
}

// The row of the traversal, whose last vertex is `member`, from the one before.
template <class W, class App> CERRADO_FN void Traversal<W, App>::descend(std::uint32_t member) {
    std::uint32_t const words = context_.layout.row_words;
    std::uint32_t const* const before = wants_pivots<App>() ? candidate_row(length_ - 1) : extension_row(length_ - 1);
    std::uint32_t* const row = wants_pivots<App>() ? candidate_row(length_) : extension_row(length_);
    for (std::uint32_t word = static_cast<std::uint32_t>(warp_.lane()); word < words; word += W::width) {
        row[word] = before[word] & matrix_word(member, word);
    }
    warp_.sync();
    if constexpr (wants_store<App>()) {
        if (warp_.lane() == length_ - 1) own_name_ = members()[member];
    }
    if constexpr (wants_local<App>()) descend_local(member);
    if constexpr (wants_pivots<App>()) {
        top().pivoting = {};
        top().pivoting.pivots = levels_[length_ - 2].pivoting.pivots;
    } else {
        top().total = count_bits<W>(row, words);
    }
}

// The highest extension that is open; it is so no longer. Slices and donations may have taken higher ones.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::take_member() {
    std::uint32_t* const row = extension_row(length_);
    Level& level = top();
    std::uint32_t word = context_.layout.row_words - 1;
    std::uint32_t bits = row[word];
    std::uint32_t bit = 0;
    for (--level.size; level.total > level.size; --level.total) {
        while (bits == 0) bits = row[--word];
        bit = highest_bit(bits);
        bits ^= 1u << bit;
    }
    warp_.sync(); // every lane has read
    pass_extensions(32 * word + bit);
    return 32 * word + bit;
}

// Takes the extensions from `member` on out of the row; pivoting: of the candidates too, as what was consumed is no candidate of the
// others. Each lane writes the words that it reads in descend().
template <class W, class App> CERRADO_FN void Traversal<W, App>::pass_extensions(std::uint32_t member) {
    std::uint32_t* const row = extension_row(length_);
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < context_.layout.row_words; i += W::width) {
        if (i < member / 32) continue;
        std::uint32_t const open = i == member / 32 ? row[i] & ((1u << member % 32) - 1) : 0;
        if constexpr (wants_pivots<App>()) candidate_row(length_)[i] &= ~(row[i] ^ open);
        row[i] = open;
    }
}

} // namespace cerrado
