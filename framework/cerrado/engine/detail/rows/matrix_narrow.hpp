// narrow(): the walk goes on with a matrix of the members that are left. Deep in the search few members are left: rows
// of thousands of bits have only hundreds of them set, and later only tens.
#pragma once

#include <cerrado/engine/detail/rows/matrix.hpp>

namespace cerrado {

// From the traversal's level on, the matrix has only the `count` members in `row`. `row` becomes the row of all members
// of the new matrix. Members keep their order, so extensions keep their ranks. The new matrix lies behind the one in
// use, and has at most half of its members. Lanes: all. Cost: the square of `count`, divided by the width.
template <class W, class Te> CERRADO_FN void MatrixOperators<W, Te>::narrow(std::uint32_t* row, std::uint32_t count) {
    VertexId const* const old_members = members();
    Submatrix const to{submatrix_.end(), count};
    // at first these are numbers of the old matrix
    VertexId* const members = area() + to.begin + count * to.row_words();
    std::uint32_t const lane = static_cast<std::uint32_t>(te().warp().lane());
    number_members(row, members);
    te().warp().sync();
    for (std::uint32_t i = lane; i < count; i += W::width) copy_row(row, members[i], to, i);
    te().warp().sync(); // every lane has read the row
    for (std::uint32_t i = lane; i < count; i += W::width) members[i] = old_members[members[i]];
    submatrix_ = to;
    note_matrix(te().size());
    set_all(row);
}

// Lists the numbers of the members in `row`. Lanes: all.
template <class W, class Te>
CERRADO_FN void MatrixOperators<W, Te>::number_members(std::uint32_t const* row, std::uint32_t* numbers) const {
    for (std::uint32_t word = 0; word < row_words(); ++word) {
        std::uint32_t const bits = row[word];
        for_each_bit(te().warp(), bits,
                     [&](std::uint32_t bit) { numbers[popcount(bits & ((1u << bit) - 1))] = 32 * word + bit; });
        numbers += popcount(bits);
    }
}

// Row `i` of the matrix `to`: the bits of the row of member `number` at the places of the bits of `row`, packed
// together. Lanes: any.
template <class W, class Te> CERRADO_FN void MatrixOperators<W, Te>::copy_row(std::uint32_t const* row,
                                                                              std::uint32_t number, Submatrix const& to,
                                                                              std::uint32_t i) const {
    std::uint32_t* const matrix = area() + to.begin;
    std::uint32_t filled = 0; // bits
    std::uint32_t next = 0;   // word
    for (std::uint32_t word = 0; word < row_words(); ++word) {
        std::uint32_t rest = row[word];
        if (rest == 0) continue;
        std::uint32_t const own = matrix_word(number, word);
        for (; rest != 0; rest &= rest - 1) {
            next |= (own >> lowest_bit(rest) & 1) << filled % 32;
            if (++filled % 32 != 0) continue;
            matrix[matrix_entry<W>(to.members, to.row_words(), i, filled / 32 - 1)] = next;
            next = 0;
        }
    }
    for (std::uint32_t word = filled / 32; word < to.row_words(); ++word) {
        matrix[matrix_entry<W>(to.members, to.row_words(), i, word)] = next;
        next = 0;
    }
}

} // namespace cerrado
