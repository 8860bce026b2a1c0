// DIMACS files: benchmarks of colouring and of complete subgraphs (`p edge n m`, `e u v`), road networks (`p sp n m`, `a u v w`), and those of
// the PACE challenges (`p tw n m`, `u v`).
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

// Vertices are 1 to n, with an edge or without. Lines `a` are arcs; `e`, or two numbers alone, are edges. A number behind the
// ends, a weight, is the label of the edge. Lines `n` and those of drawings are passed over. Throws InputError "path:line: ...",
// for a file that is cut, and for problems that are no graphs. O(text + n log n).
Graph read_dimacs(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// `p edge` and `e`, of a directed graph `p sp` and `a`. Comments tell original ids or names that are not 1 to n. Labels of edges
// are kept where all are whole numbers.
void write_dimacs(Graph const& graph, OutputFile& file);
char const* lost_in_dimacs(Graph const& graph);

} // namespace cerrado::detail
