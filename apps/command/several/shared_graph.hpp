// The graph of several processes: one reads it and sends it to the others, or each reads it.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/record/record.hpp"

#include <string>

namespace cerrado::command {

// --read-each. It is refused where there are no several processes.
void add_read_each_option(Options& command, bool& read_each);

// Does what open_graph_argument() does, in the first process alone, which sends the graph to the others; with --read-each
// in each of them. `stages` gets the time of the sending.
Graph open_graph_in_ranks(std::string const& graph, int threads, GraphMarksRequest const& marks, Stages& stages);

} // namespace cerrado::command
