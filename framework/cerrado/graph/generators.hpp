// Graphs from a spec "gen:KIND:key=value,...". The same spec gives the same graph on every machine, and with any number
// of threads.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado {

bool is_generator_spec(std::string_view spec); // begins with "gen:"

// Makes the graph of a spec "gen:KIND:key=value,...". Vertices are 0 .. n-1, isolated ones included. Original ids are
// the identity. `source` is the spec. Self-loops and repeated edges that the model drew are dropped and counted in
// `cleaning`. Throws InputError in one line that names the spec, the offending key and what is accepted; Error if the
// graph would not fit in this machine's memory. `threads` draw and build the graph; 0: one per hardware thread.
Graph generate_graph(std::string const& spec, int threads = 0);

// A table of the kinds, their parameters with defaults, and an example of each, for --help.
std::string generator_help();

} // namespace cerrado
