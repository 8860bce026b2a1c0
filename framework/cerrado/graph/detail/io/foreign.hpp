// Formats that Cerrado recognises but does not read. An error for such a file names the format and a way to convert it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cerrado::detail {

struct ForeignFormat {
    std::string name;   // with its article: "a DOT (Graphviz) file"
    std::string remedy; // advice, with a command if there is one
};

// Returns: nothing unless the content certainly is a foreign format. A table of edges, by numbers or names, never is
// one. `path` decides only if the content is no text. Looks at the beginning, and at all lines if they may be those of
// a LAD file.
std::optional<ForeignFormat> foreign_format(std::string_view bytes, std::string const& path);

} // namespace cerrado::detail
