// Where patterns come from: the command line, files of graphs, files that list them.
#pragma once

#include "command/options/graph_argument.hpp"

#include <cerrado/pattern/pattern.hpp>

#include <string>
#include <vector>

namespace cerrado::command {

struct GivenPattern {
    std::string text; // as it was given
    Pattern pattern;
    bool is_file = false; // `text` is a file of any graph format
};

// What is no pattern as parse_pattern() reads it is a file, where there is one of that name: its vertices in ascending
// order of their ids, with its arcs where the graph is asked for directions, and its labels. Throws InputError for what is
// neither.
GivenPattern given_pattern(std::string const& text, GraphMarksRequest const& of_graph);

// Of a file those on its lines, as given_pattern(); # begins a comment. Of a folder each file, by name. Throws InputError,
// with the line.
std::vector<GivenPattern> listed_patterns(std::string const& path, GraphMarksRequest const& of_graph);

} // namespace cerrado::command
