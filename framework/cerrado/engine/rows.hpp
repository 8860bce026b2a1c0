// Rows: the extensions of a level are a bit row over the root's neighbourhood, and the common extensions of a traversal
// are the AND of the rows of a bit matrix. It is for oriented graphs, and traversals start from vertices.
//
// A matrix row speaks of lower members alone. Extensions are consumed from the highest down, and a consumed bit is
// never asked for again. So it can be cleared.
// Source: the bitmaps of G2Miner, and the induced subgraphs of kClist.
#pragma once

#include <cerrado/engine/detail/rows/bit_tiles.hpp>
#include <cerrado/engine/detail/rows/complete_among_few.hpp>
#include <cerrado/engine/detail/rows/matrix.hpp>
#include <cerrado/output/detail/records.hpp>

namespace cerrado {

struct RowsRef : MatrixSizes {
    // few[s] is a number of extensions. If a traversal has at most this many, the subgraphs that take s of them are
    // counted at once, on a matrix of these extensions alone.
    std::uint8_t few[max_traversal_length + 1] = {};
};

struct Rows {
    // A row as a list, for outputs that hand over subgraphs.
    struct RowList : ArrayOf<VertexId, Place::device> {};
    using Arrays = JoinArrays<MatrixArrays, ArrayList<RowList>>;
    using LevelState = NoState;
    using Carried = NoState;
    using Ref = RowsRef;
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    template <class Outputs> static constexpr bool narrows = !Outputs::records;
    static constexpr int max_vertices = max_traversal_length;
    static constexpr int most_counted_levels = 3;

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request);
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
        static JobNeeds jobs(TraversalNeeds const& needs);
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Rows::Operators : public MatrixOperators<W, Te> {
    using Base = MatrixOperators<W, Te>;
    using Base::te;

public:
    CERRADO_FN std::uint32_t* extension_row(int length) const { return Base::level_row(0, length); }
    // Returns: the vertex of a member. (If records are made, members() has the names for the records instead.)
    CERRADO_FN VertexId member(std::uint32_t i) const {
        if constexpr (Te::Outputs::records) return te().graph().neighbours[te().graph().begin(te().root()) + i];
        return Base::members()[i];
    }
    // For a full warp that makes records. Lane i gets the i-th vertex. Returns: the name of this vertex of the
    // traversal in records.
    CERRADO_FN VertexId own_name() const { return own_name_; }
    CERRADO_FN VertexId* spare() const { return Base::spare(); }

    // Opens the extensions, the vertices adjacent to all of the traversal. Their row exists already, because descend()
    // made it. If only few of many members are left and more than two levels follow, the matrix is narrowed to them.
    // Lanes: all. Returns: as extend(). Cost: O(1), or that of narrow().
    CERRADO_FN bool extend_common() {
        auto& level = te().top();
        if (phase::is_extended(te())) return false;
        if constexpr (Base::narrows()) {
            bool const is_looked_up = te().k() - te().size() > 2 && !has_few_extensions();
            if (is_looked_up && Base::can_narrow(level.total)) Base::narrow(extension_row(te().size()), level.total);
        }
        level.size = level.total;
        level.generated = true;
        return true;
    }
    // Returns: true if finish() may be called above its usual level to count all remaining levels: the output counts,
    // no extension was taken, and there are at most 64, or fewer if many vertices are left to choose.
    // Lanes: any. Cost: O(1).
    CERRADO_FN bool has_few_extensions() const {
        if constexpr (Te::Outputs::records || !makes_small_matrices<W>) return false;
        auto const& level = te().top();
        return te().size() > 1 && !level.generated && level.total <= te().context().engine.few[te().k() - te().size()];
    }
    CERRADO_FN VertexId const* listed_extensions() const; // the row as a list of vertices
    // Computes the row of the traversal, whose last vertex is `member`, from the row before. Lanes: all. Cost: the
    // words of a row, divided by the width.
    CERRADO_FN void descend(std::uint32_t member);

    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {
        Base::return_to_matrix();
        std::uint32_t const member = Base::highest_open(extension_row(te().size()));
        pass_extensions(member);
        te().push(this->member(member), {});
        descend(member);
    }
    CERRADO_FN void on_enter(Entry entry);

private:
    CERRADO_FN void pass_extensions(std::uint32_t member);
    CERRADO_FN void name_members();
    CERRADO_FN void divide_extensions();

    VertexId own_name_ = 0;
};

// Makes the matrix of the root's neighbourhood, and the rows of all levels that the traversal already has. Cost: the
// lists of the members, divided by the width.
template <class W, class Te> CERRADO_FN void Rows::Operators<W, Te>::on_enter(Entry entry) {
    static_assert(is_oriented<typename Te::Application>(), "Rows needs `static constexpr bool oriented = true`");
    Base::count_members();
    Base::collect_members();
    Base::template build_matrix<false>();
    if constexpr (Te::Outputs::records) name_members();
    Base::set_all(extension_row(1));
    int const length = te().size();
    for (int prefix = 2; prefix <= length; ++prefix) {
        te().set_size(prefix);
        descend(Base::number_of(te().last()));
    }
    if (Te::Outputs::records && entry == Entry::handed_out) divide_extensions();
}

template <class W, class Te> CERRADO_FN void Rows::Operators<W, Te>::descend(std::uint32_t member) {
    Base::note_matrix(te().size());
    std::uint32_t const words = Base::row_words();
    std::uint32_t const* const before = extension_row(te().size() - 1);
    std::uint32_t* const row = extension_row(te().size());
    for (std::uint32_t word = static_cast<std::uint32_t>(te().warp().lane()); word < words; word += W::width) {
        row[word] = before[word] & Base::matrix_word(member, word);
    }
    te().warp().sync();
    if constexpr (Te::Outputs::records) {
        if (te().warp().lane() == te().size() - 1) own_name_ = Base::members()[member];
    }
    te().top().total = count_bits<W>(row, words);
}

// Removes the extensions from `member` on from the row. Each lane writes only the words that it reads in descend(), so
// no sync is needed. Lanes: all.
template <class W, class Te> CERRADO_FN void Rows::Operators<W, Te>::pass_extensions(std::uint32_t member) {
    std::uint32_t* const row = extension_row(te().size());
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::row_words(); i += W::width) {
        if (i >= member / 32) row[i] = i == member / 32 ? row[i] & ((1u << member % 32) - 1) : 0;
    }
}

// Overwrites the members with their names in records. Requires: the matrix is made. Lanes: all.
template <class W, class Te> CERRADO_FN void Rows::Operators<W, Te>::name_members() {
    auto const& store = te().store();
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::member_count(); i += W::width) {
        Base::members()[i] = store.name_of(Base::members()[i]);
    }
    own_name_ = store.name_of(te().root());
}

// If there are more slices than extensions, gives each slice one extension, and a part of the subgraphs that are stored
// under it.
template <class W, class Te> CERRADO_FN void Rows::Operators<W, Te>::divide_extensions() {
    JobShare& job = te().job();
    std::uint32_t const members = Base::member_count();
    if (job.slices <= members) return;
    job.parts = job.slices / members;
    job.part = job.slice / members;
    job.slice %= members;
    job.slices = members;
}

namespace phase {

// Lists the vertices of the bits of the traversal's row. Each lane of a warp takes one bit at a time, and a warp reads
// several such batches before it writes. Lanes: all. Returns: the list, valid until the next call. Cost: the bits of a
// row, divided by the width.
template <class T> CERRADO_FN VertexId const* list_row(T const& te) {
    using W = typename T::WarpType;
    VertexId* const list = te.template array<Rows::RowList>();
    std::uint32_t const* const row = te.extension_row(te.size());
    std::uint32_t const bits_of_row = 32 * te.row_words();
    std::uint32_t count = 0;
    if constexpr (W::width == 1) {
        for (std::uint32_t word = 0; word < bits_of_row / 32; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                list[count++] = te.member(32 * word + static_cast<std::uint32_t>(lowest_bit(bits)));
            }
        }
    } else {
        std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t first = 0; first < bits_of_row; first += store_batch * W::width) {
            LaneMask bits[store_batch];
            VertexId found[store_batch];
            for (std::uint32_t i = 0; i < store_batch; ++i) {
                std::uint32_t const at = first + i * W::width;
                bits[i] = at < bits_of_row ? row[at / 32] >> at % 32 & (~LaneMask{0} >> (32 - W::width)) : 0;
                found[i] = (bits[i] >> lane & 1) != 0 ? te.member(at + lane) : 0;
            }
            for (std::uint32_t i = 0; i < store_batch; ++i) {
                if ((bits[i] >> lane & 1) != 0)
                    list[count + static_cast<std::uint32_t>(te.warp().rank_below(bits[i]))] = found[i];
                count += static_cast<std::uint32_t>(popcount(bits[i]));
            }
        }
        te.warp().sync();
    }
    return list;
}

// Counts the pairs of adjacent members in `row`. Each lane takes members of its own.
// Lanes: all. Returns: this lane's share. Cost: the members of the row times its words, divided by the width.
CERRADO_CALLS_HOST template <class T> CERRADO_FN Count count_pairs_of_row(T const& te, std::uint32_t const* row) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.row_words();
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return count_row_pairs(te.matrix(), row, words);
    } else {
        return count_common_bits(te, row, [](std::uint32_t member) { return member / 32 + 1; });
    }
}

// Counts the complete subgraphs of `size` vertices among the extensions. Requires: has_few_extensions(). Lanes: all.
// Returns: this lane's share.
CERRADO_CALLS_HOST template <class T> CERRADO_FN Count count_among_few(T const& te, int size) {
    using W = typename T::WarpType;
    std::uint32_t const* const row = te.extension_row(te.size());
    std::uint32_t const words = te.row_words();
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return cerrado::count_complete_among_few(te.matrix(), row, words, size);
    } else {
        auto const word_of = [&](std::uint32_t member, std::uint32_t word) { return te.matrix_word(member, word); };
        return count_complete_among_few(SmallMatrix<W>(te.warp(), row, words, word_of), size);
    }
}

// Counts the triangles among the extensions of the traversal. Lanes: all. Returns: this lane's share.
template <class T> CERRADO_FN Count count_triangles_of_row(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const* const row = te.extension_row(te.size());
    if constexpr (W::width == 32) {
        return count_triangles_by_tiles(te, row);
    } else {
        std::uint32_t* const below = te.extension_row(te.size() + 1);
        Count triangles = 0;
        for (std::uint32_t word = 0; word < te.row_words(); ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                std::uint32_t const top = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
                for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < te.row_words();
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

template <class W, class Te> CERRADO_FN VertexId const* Rows::Operators<W, Te>::listed_extensions() const {
    return phase::list_row(te());
}

} // namespace cerrado

#include <cerrado/engine/detail/rows/rows_finish.hpp>
