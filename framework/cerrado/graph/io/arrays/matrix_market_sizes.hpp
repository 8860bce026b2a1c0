// The size line of a Matrix Market file.
#pragma once

#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstdint>
#include <string_view>

namespace cerrado::detail {

struct MatrixSizes {
    std::uint64_t vertices = 0, entries = 0;
};

// Reads "rows columns entries". `text` is what follows the banner. If the size line stands behind '%' there, a remark
// says so, and no line of `input` is passed. Throws InputError if there is no size line, if the matrix is not square,
// or if the file has no room for what the line promises.
MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report);

// Reads "rows columns" of a dense matrix. Returns: the number, since both are the same.
std::uint64_t read_dense_size(TextInput& input);

} // namespace cerrado::detail
