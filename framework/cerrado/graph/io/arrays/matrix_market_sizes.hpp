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

// "rows columns entries". `text` is what follows the banner: the line may stand behind '%' there, which is remarked;
// then no line of `input` is passed. Throws InputError where there is none, the matrix is not square, or the file has
// no room for what it promises.
MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report);

// "rows columns" of a dense matrix: the one number that both are.
std::uint64_t read_dense_size(TextInput& input);

} // namespace cerrado::detail
