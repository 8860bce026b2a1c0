// --per-vertex, --per-edge, --per-orbit, --local-format: where counts per vertex, edge and orbit go.
#pragma once

#include "command/options/list_options.hpp"

#include <optional>
#include <string>

namespace cerrado::command {

enum class LocalFormat { csv, binary };

// As typed. A member without a value was not given.
struct LocalRequest {
    std::string vertices; // a file, "-", or empty
    std::string edges;    // the same
    std::string orbits;   // the same; counts of each vertex by orbit
    std::optional<std::string> format;

    bool on() const { return !vertices.empty() || !edges.empty() || !orbits.empty(); }
    bool to_standard_output() const { return vertices == "-" || edges == "-" || orbits == "-"; }
    LocalFormat format_of(std::string const& target) const; // the given format; if none was given, binary for a name
                                                            // that ends in .bin
};

// `list` is the option that excludes these. `of_orbits`: subgraphs are matches of a pattern, which has orbits. Other
// subgraphs have counts per edge.
void add_local_options(Options& command, LocalRequest& request, Option list, bool of_orbits);

} // namespace cerrado::command
