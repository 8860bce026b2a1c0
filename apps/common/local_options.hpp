// --per-vertex, --per-edge, --local-format: where counts per vertex and edge go.
#pragma once

#include "common/list_options.hpp"

#include <optional>
#include <string>

namespace cerrado::command {

enum class LocalFormat { csv, binary };

// As typed; what is not there was not given.
struct LocalRequest {
    std::string vertices; // a file, "-", or empty
    std::string edges;    // likewise
    std::optional<std::string> format;

    bool on() const { return !vertices.empty() || !edges.empty(); }
    bool to_standard_output() const { return vertices == "-" || edges == "-"; }
    LocalFormat format_of(std::string const& target) const; // as it was given; else binary for a name that ends in .bin
};

// `list`: the option that excludes these.
void add_local_options(CLI::App& command, LocalRequest& request, CLI::Option* list);

} // namespace cerrado::command
