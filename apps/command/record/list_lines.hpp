// Listed subgraphs as bytes, of text or of numbers.
#pragma once

#include "command/options/list_options.hpp"

#include <cerrado/core/types.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

// Many subgraphs, and what they are in a list. Its memory is used again.
struct ListLines {
    std::vector<std::uint32_t> narrow; // ids, k each; of a run either these
    std::vector<OriginalId> wide;      // or these
    std::vector<char> bytes;           // room for what comes of them
    std::size_t size = 0;              // of it, in use

    std::string_view text() const { return {bytes.data(), size}; }
};

// Writes the ids into `lines.bytes`, in that order, and clears them. k is max_traversal_length at most. `names`: of ids,
// which text has in their place; or null.
void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names = nullptr);

} // namespace cerrado::command
