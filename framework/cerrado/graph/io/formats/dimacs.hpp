// DIMACS files: benchmarks of colouring and of complete subgraphs (`p edge n m`, `e u v`), road networks (`p sp n m`,
// `a u v w`), and the files of the PACE challenges (`p tw n m`, `u v`).
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the first line besides comments, `c ...`, is `p KIND n m`.
bool is_dimacs(std::string_view text);

// Vertices are 1 to n, with an edge or without. Lines `a` are arcs. Lines `e`, or of two numbers alone, are edges. A
// number after the ends is a weight and becomes the edge's label. Lines `n` and lines of drawings are passed over.
// Throws InputError "path:line: ...", also for a file that is cut, and for problems that are no graphs. O(text + n log
// n).
Graph read_dimacs(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes `p edge` and `e`, or `p sp` and `a` for a directed graph. Comments give names, and original ids if they are
// not 1 to n. Labels of edges are kept if all are whole numbers.
void write_dimacs(Graph const& graph, OutputFile& file);
char const* lost_in_dimacs(Graph const& graph);

} // namespace cerrado::detail
