// Graphs from a spec "gen:KIND:key=value,...". The same spec gives the same graph on every machine, and with any number
// of threads.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado {

bool is_generator_spec(std::string_view spec); // begins with "gen:"

// The vertices are 0 to n-1, with isolated ones. Each vertex is its own original id. `source` is the spec. Self-loops
// and repeated edges that the model drew are dropped and counted in `cleaning`. Throws InputError in one line that
// names the spec, the wrong key and the accepted values. Throws Error if the graph would not fit into this machine's
// memory. `threads` draw and build the graph; 0: one per hardware thread.
Graph generate_graph(std::string const& spec, int threads = 0);

// A table of the kinds, their parameters with defaults, and an example of each, for --help.
std::string generator_help();

} // namespace cerrado
