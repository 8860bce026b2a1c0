// graph6, sparse6 and digraph6: one graph a line, as nauty, networkx and SageMath write them.
// Source: nauty's formats.txt.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether a header such as >>graph6<< comes first, or all lines at the beginning are graphs to the last character. A
// single line below 5 characters without a mark of its own (`Dhc`) is taken for a word.
bool is_graph6(std::string_view text);

// Reads the line that options.graph asks for, or the first one, and a remark then says that there are more. Vertices
// are 0 to n - 1, with an edge or without. Throws InputError "path:line: ...", also for incremental sparse6. O(text + n
// log n).
Graph read_graph6(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes a header and one line of graph6, or of digraph6 for a directed graph. Vertices are numbered from 0 in
// ascending order of their original ids. Throws InputError for more than 65,536 vertices. O(n^2).
void write_graph6(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
