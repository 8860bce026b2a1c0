// Finds the columns of a table that have the ends of edges, by the words of its header.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

struct EndColumns {
    std::size_t source, target; // from 0
    bool are_words = true;      // such as source and target, which are hardly names of vertices
    bool have_noun = true;      // such as node1 and node2; letters have none: u and v, i and j
};

// Finds pairs of columns whose words go together: source and target, from_node and to_node, node1 and node2, Interactor
// A and Interactor B. Tries them in the order of their first columns. `is_usable` says whether a pair may be taken.
std::optional<EndColumns> end_columns(std::vector<std::string> const& header,
                                      std::function<bool(EndColumns const&)> const& is_usable);

// The column of this name. Case does not matter.
std::optional<std::size_t> column_named(std::vector<std::string> const& header, std::string_view name);

} // namespace cerrado::detail
