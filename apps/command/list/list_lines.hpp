// Listed subgraphs as bytes, of text or of numbers.
#pragma once

#include "command/options/run_options.hpp"

#include <cerrado/core/types.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

// Many subgraphs, and their bytes in a list. Its memory is used again.
struct ListLines {
    std::vector<std::uint32_t> narrow; // ids, k each; a run fills this one
    std::vector<OriginalId> wide;      // or this one
    std::vector<char> bytes;           // room for the list's bytes
    std::size_t size = 0;              // how many bytes are in use

    std::string_view text() const { return {bytes.data(), size}; }
};

// Writes the ids into `lines.bytes`, in that order, and clears them. Requires: k <= max_traversal_length. Text has
// `names` instead of ids, unless that is null.
void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names = nullptr);

} // namespace cerrado::command
