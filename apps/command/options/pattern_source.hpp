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

// Reads the text as parse_pattern() does. If it is no pattern but a file has that name, the pattern is the file's
// graph: its vertices in ascending order of their ids, with its arcs if directions are asked for, and its labels.
// Throws InputError if it is neither.
GivenPattern given_pattern(std::string const& text, GraphMarksRequest const& of_graph);

// The patterns on the lines of a file, as given_pattern() reads them; # begins a comment. For a folder, one for each
// file, by name. Throws InputError, which names the line.
std::vector<GivenPattern> listed_patterns(std::string const& path, GraphMarksRequest const& of_graph);

} // namespace cerrado::command
