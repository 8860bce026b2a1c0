// The neighbourhood of the root as a bit matrix, so that the common neighbours of a traversal are the AND of its rows.
// This is the common part of engines on bit rows.
//
// The members are the root's successors, ascending: its neighbours in the oriented graph, or those above it in a graph that
// is numbered by degree. All lanes build the matrix, once per job.
// Cost: the lists of the members, streamed once.
// Source: the bitmaps of G2Miner (Chen and Arvind, OSDI 2022) and the induced subgraphs of kClist (Danisch et al., WWW
// 2018).
#pragma once

#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/engine/engine.hpp>

namespace cerrado {

// A worker's area: the matrix, the rows of the levels, the members.
struct MatrixArea : ArrayOf<std::uint32_t, Place::planned> {};
using MatrixArrays = JoinArrays<TableArrays, ArrayList<MatrixArea>>;

// The matrix in use. It is either the matrix of all members, or the matrix of the members that were left at some level.
// The latter are numbered by their rank.
struct Submatrix {
    std::uint32_t begin = 0; // place in the worker's area; the members lie behind the matrix
    std::uint32_t members = 0;

    CERRADO_FN std::uint32_t row_words() const { return words_of_row(members); }
    CERRADO_FN std::uint32_t words() const { return members * (row_words() + 1); }
    CERRADO_FN std::uint32_t end() const { return begin + words(); }
};

struct MatrixSizes {
    std::uint32_t row_words = 0;    // 32-bit words of a level's row
    std::uint32_t row_capacity = 0; // members of the largest neighbourhood
    std::uint32_t level_rows = 0;   // rows of all levels
    std::uint32_t area = 0;         // words of MatrixArea
    bool is_fast = false;           // the area lies in shared memory; true only if that leaves room for enough warps
    bool narrows = false;           // there is room for the matrices of narrow()
    std::uint32_t submatrices = 0;  // place in the area of the table of these matrices by level
    CERRADO_FN std::uint32_t begin() const { return level_rows * row_words; } // place of the matrix of all members
    TableSizes table;                                                         // table of the members' numbers
};

// Returns: the most neighbours above a vertex that a graph of this shape can have if it is numbered by degree.
VertexId most_successors(GraphShape const& shape);

// Returns: the sizes with `rows_of_level` rows for each of `levels` levels. `may_narrow`: the engine calls narrow().
MatrixSizes matrix_sizes(PlanRequest const& request, int levels, int rows_of_level, bool may_narrow);

// Matrices with fewer members than this are not narrowed.
inline constexpr std::uint32_t least_narrowed_members = 129;

template <class List> void plan_matrix(ArrayPlan& arrays, PlanRequest const& request, MatrixSizes& sizes) {
    arrays.reserve<List, MatrixArea>(sizes.area, sizes.is_fast);
    sizes.table = plan_table<List>(arrays, request, std::max(1u, sizes.row_capacity),
                                   [&] { return work_of_lists(request.shape); });
}

// Returns: the least number of successors with which a root can lead to a subgraph. All other vertices of the subgraph
// are among them.
inline std::uint32_t least_successors(int smallest_subgraph) {
    return static_cast<std::uint32_t>(smallest_subgraph - 1);
}

template <class W, class Te> class MatrixOperators {
public:
    // The matrix in use at a level, which travels with a donated traversal. Lanes: any.
    CERRADO_FN Submatrix matrix_at(int length) const {
        return narrows() && sizes().narrows ? matrix_of_level(length) : submatrix_;
    }
    // Writes a matrix and its members. Lanes: all.
    CERRADO_FN void write_matrix(Submatrix const& matrix, std::uint32_t* to) const {
        copy_words(to, area() + matrix.begin, matrix.words());
    }
    // Reads them; from now on this matrix is in use. Lanes: all.
    CERRADO_FN void take_matrix(std::uint32_t members, std::uint32_t const* from) {
        submatrix_ = {sizes().begin(), members};
        copy_words(area() + submatrix_.begin, from, submatrix_.words());
        note_matrix(te().size());
    }
    CERRADO_FN void copy_words(std::uint32_t* to, std::uint32_t const* from, std::uint32_t words) const {
        for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < words; i += W::width)
            to[i] = from[i];
    }

    // True if this engine narrows the matrix with the application's outputs. On the host narrowing does not pay.
    static CERRADO_FN constexpr bool narrows() {
        return !std::is_same_v<W, ScalarWarp> && Te::Engine::template narrows<typename Te::Outputs>;
    }
    CERRADO_FN MatrixSizes const& sizes() const { return te().context().engine; }
    CERRADO_FN std::uint32_t const* matrix() const { return area() + begin(); }
    // The number of words of a row, in the matrix and in a level.
    CERRADO_FN std::uint32_t row_words() const { return submatrix_.row_words(); }
    // The number of members for which the matrix has room, as an argument of matrix_entry().
    CERRADO_FN std::uint32_t member_room() const { return submatrix_.members; }
    // Bit i of word w of row j: member 32 w + i is adjacent to member j.
    CERRADO_FN std::uint32_t& matrix_word(std::uint32_t member, std::uint32_t word) const {
        return area()[begin() + matrix_entry<W>(member_room(), row_words(), member, word)];
    }
    // Returns: the row of the given kind for the traversal's first `length` vertices. Each kind has a block of rows.
    CERRADO_FN std::uint32_t* level_row(std::uint32_t kind, int length) const {
        std::uint32_t const row =
            kind * static_cast<std::uint32_t>(te().context().levels) + static_cast<std::uint32_t>(length) - 1;
        return area() + row * sizes().row_words;
    }
    // The vertices of the matrix.
    CERRADO_FN std::uint32_t member_count() const { return submatrix_.members; }
    CERRADO_FN VertexId* members() const { return area() + begin() + member_room() * row_words(); }
    // Requires: the vertex is a member, and the matrix in use is that of all members. Returns: its number.
    CERRADO_FN std::uint32_t number_of(VertexId member) const { return table_.value(table_.find(member)) - 1u; }

    // Returns: that number plus 1, or 0 if the vertex is no member.
    CERRADO_FN std::uint32_t number_or_none(VertexId vertex) const {
        auto const slot = table_.find(vertex);
        return slot < 0 ? 0 : table_.value(slot);
    }
    // Returns: the position of v's first successor in its list.
    CERRADO_FN EdgeOffset first_successor(VertexId v) const {
        if constexpr (is_oriented<typename Te::Application>()) return te().graph().begin(v);
        return te().graph().first_above(v, v);
    }

    // Calls edge(i, j, position) for every edge between members i < j, at `position` of the lists. A group of 8 lanes
    // takes the list of a member.
    // Requires: the matrix is that of all members. Lanes: all; each edge is visited on one lane.
    template <class Edge> CERRADO_FN void for_each_member_edge(Edge edge) const {
        constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
        std::uint32_t const lane = static_cast<std::uint32_t>(te().warp().lane());
        for (std::uint32_t i = lane / group; i < member_count(); i += W::width / group) {
            VertexId const vertex = members()[i];
            EdgeOffset const end = te().graph().end(vertex);
            for (EdgeOffset p = first_successor(vertex) + lane % group; p < end; p += group) {
                auto const slot = table_.find(te().graph().neighbours[p]);
                if (slot >= 0) edge(i, table_.value(slot) - 1u, p);
            }
        }
    }

    CERRADO_FN void on_finish() { table_.leave(); }

protected:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

    // Returns: room for as many vertices as there are members. It lies in the memory of the table. Requires: no more
    // look-ups of members.
    CERRADO_FN VertexId* spare() const { return table_.spare(); }

    // From now on the matrix of all members is in use.
    CERRADO_FN void count_members() {
        VertexId const root = te().root();
        submatrix_ = {sizes().begin(), static_cast<std::uint32_t>(te().graph().end(root) - first_successor(root))};
        te().level(0).total = submatrix_.members;
        note_matrix(1);
    }
    // Notes that the rows of this level belong to the matrix in use. Lanes: all, before a sync.
    CERRADO_FN void note_matrix(int length) {
        if (narrows() && sizes().narrows && te().warp().lane() == 0) matrix_of_level(length) = submatrix_;
    }
    // The walk came back to the last level, so its matrix is in use again.
    CERRADO_FN void return_to_matrix() {
        if (narrows() && sizes().narrows) submatrix_ = matrix_of_level(te().size());
    }
    // Returns true if a matrix of `count` members would be so much smaller that making it pays.
    CERRADO_FN bool can_narrow(std::uint32_t count) const {
        return sizes().narrows && member_count() >= least_narrowed_members && 2 * count <= member_count();
    }
    CERRADO_FN void narrow(std::uint32_t* row, std::uint32_t count);

    // Lists the members. The table maps each to its number plus 1. Lanes: all.
    CERRADO_FN void collect_members() {
        VertexId const* const list = te().graph().neighbours + first_successor(te().root());
        table_.reset(te().warp(), table_memory(te()), sizes().table, member_count());
        for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < member_count(); i += W::width) {
            members()[i] = list[i];
            table_.add(list[i], static_cast<VertexValue>(i + 1));
        }
        te().warp().sync();
    }

    // Builds the matrix. Unless it is `symmetric`, a row has bits only for lower members. Lanes: all.
    template <bool symmetric> CERRADO_FN void build_matrix() {
        clear_matrix();
        te().warp().sync();
        if constexpr (symmetric || W::width == 1) {
            for_each_member_edge([this](std::uint32_t i, std::uint32_t j, EdgeOffset) {
                W::lane_add(&matrix_word(j, i / 32), 1u << i % 32);
                if constexpr (symmetric) W::lane_add(&matrix_word(i, j / 32), 1u << j % 32);
            });
        } else if (table_.in_fast_memory()) {
            add_lower_members(table_.template view<true>());
        } else {
            add_lower_members(table_.template view<false>());
        }
        te().warp().sync();
    }

    // Sets `row` to the row of all members. Lanes: all, each writes its own words.
    CERRADO_FN void set_all(std::uint32_t* row) {
        for (std::uint32_t word = static_cast<std::uint32_t>(te().warp().lane()); word < row_words();
             word += W::width) {
            std::uint32_t const first = 32 * word;
            std::uint32_t const bits = member_count() > first ? member_count() - first : 0;
            row[word] = bits >= 32 ? ~0u : (1u << bits) - 1;
        }
        te().warp().sync();
    }

    // Counts the highest open extension as consumed. The caller then removes its bit from the row. Slices and donations
    // may have taken higher extensions. Lanes: all. Returns: its member.
    CERRADO_FN std::uint32_t highest_open(std::uint32_t const* row) {
        auto& level = te().top();
        std::uint32_t word = row_words() - 1;
        std::uint32_t bits = row[word];
        std::uint32_t bit = 0;
        for (--level.size; level.total > level.size; --level.total) {
            while (bits == 0) bits = row[--word];
            bit = highest_bit(bits);
            bits ^= 1u << bit;
        }
        te().warp().sync(); // afterwards every lane has read the row
        return 32 * word + bit;
    }

private:
    CERRADO_FN Submatrix& matrix_of_level(int length) const {
        return reinterpret_cast<Submatrix*>(area() + sizes().submatrices)[length - 1];
    }
    CERRADO_FN std::uint32_t begin() const { return submatrix_.begin; }
    CERRADO_FN std::uint32_t* area() const { return te().template array<MatrixArea>(); }

    CERRADO_FN void clear_matrix() {
        std::uint32_t const lane = static_cast<std::uint32_t>(te().warp().lane());
        std::uint32_t* const matrix = area() + begin();
        for (std::uint32_t i = lane; i < member_count() * row_words(); i += W::width) matrix[i] = 0;
    }
    // Writes the rows with bits for lower members. A lane has several look-ups under way at once. (A second addition
    // for each edge, for a symmetric matrix, was slower; docs/experiments.md.)
    template <class View> CERRADO_FN void add_lower_members(View const& view) {
        constexpr std::uint32_t group = 8;
        constexpr std::uint32_t batch = 4;
        std::uint32_t const lane = static_cast<std::uint32_t>(te().warp().lane());
        for (std::uint32_t i = lane / group; i < member_count(); i += W::width / group) {
            VertexId const vertex = members()[i];
            EdgeOffset const end = te().graph().end(vertex);
            for (EdgeOffset p = te().graph().begin(vertex) + lane % group; p < end; p += batch * group) {
                VertexId others[batch], keys[batch];
                for (std::uint32_t b = 0; b < batch; ++b) {
                    EdgeOffset const at = p + b * group;
                    others[b] = at < end ? te().graph().neighbours[at] : no_vertex;
                }
                for (std::uint32_t b = 0; b < batch; ++b) keys[b] = view.keys[view.home(others[b])];
                for (std::uint32_t b = 0; b < batch && others[b] != no_vertex; ++b) {
                    auto const slot = view.find_from(view.home(others[b]), keys[b], others[b]);
                    if (slot >= 0) W::lane_add(&matrix_word(view.values[slot] - 1u, i / 32), 1u << i % 32);
                }
            }
        }
    }

    CERRADO_FN void number_members(std::uint32_t const* row, std::uint32_t* numbers) const;
    CERRADO_FN void copy_row(std::uint32_t const* row, std::uint32_t number, Submatrix const& to,
                             std::uint32_t i) const;

    VertexTable<W> table_;
    Submatrix submatrix_; // in use
};

namespace phase {

// For each member in `row`, counts the bits that its row has in common with `row` in the first words_of(member) words.
// Adds these numbers up. Lanes: all. Returns: this lane's share.
template <class T, class WordsOf>
CERRADO_FN Count count_common_bits(T const& te, std::uint32_t const* row, WordsOf words_of) {
    Count bits = 0;
    for (std::uint32_t member = static_cast<std::uint32_t>(te.warp().lane()); member < 32 * te.row_words();
         member += T::WarpType::width) {
        if ((row[member / 32] >> member % 32 & 1) == 0) continue;
        std::uint32_t const words = words_of(member);
        for (std::uint32_t word = 0; word < words; ++word) {
            bits += static_cast<Count>(popcount(te.matrix_word(member, word) & row[word]));
        }
    }
    return bits;
}

} // namespace phase

} // namespace cerrado

#include <cerrado/engine/detail/rows/matrix_narrow.hpp>
