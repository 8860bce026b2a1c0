// Formats that Cerrado does not read but recognises, so that a refusal names them and the way out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cerrado::detail {

struct ForeignFormat {
    std::string name;   // with its article: "a DOT (Graphviz) file"
    std::string remedy; // what to do, with a command if there is one
};

// Returns: nothing unless the content is a foreign format beyond doubt. A table of edges, by numbers or names, never is
// one. `path` decides only if the content is no text. Looks at the beginning, and at all lines if they may be those of
// a LAD file.
std::optional<ForeignFormat> foreign_format(std::string_view bytes, std::string const& path);

} // namespace cerrado::detail
