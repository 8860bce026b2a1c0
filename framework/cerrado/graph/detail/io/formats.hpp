// The readers, writers and detectors of the formats that their content makes known. io/format.cpp has the table.
#pragma once

#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace cerrado::detail {

// DIMACS files: benchmarks of colouring and of complete subgraphs (`p edge n m`, `e u v`), road networks (`p sp n m`,
// `a u v w`), and the files of the PACE challenges (`p tw n m`, `u v`).

// Returns true if the first line that is no comment (`c ...`) is `p KIND n m`.
bool is_dimacs(std::string_view text);

// Vertices are 1 to n, even without an edge. Lines `a` are arcs. Lines `e`, or of two numbers alone, are edges. A
// number after the ends is a weight and becomes the edge's label, and its attribute `weight`. Lines `n` and lines of
// drawings are passed over. Throws InputError "path:line: ...", also for a file that is cut, and for problems that are no
// graphs. O(text + n log n).
Graph read_dimacs(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes `p edge` and `e`, or `p sp` and `a` for a directed graph. Comments give names, and original ids if they are
// not 1 to n. Labels of edges are kept if all are whole numbers.
void write_dimacs(Graph const& graph, OutputFile& file);
char const* lost_in_dimacs(Graph const& graph);

// GML files, `graph [ node [ id 1 ] edge [ source 1 target 2 ] ]`, as networkx, igraph and many collections have them.

// Returns true if `graph [` comes first, apart from comments and keys such as `Creator "..."`.
bool is_gml(std::string_view text);

// Each node is a vertex, even without an edge. Its id is a whole number; any other id is its name. If names are asked
// for, its `label` is its name, or its `name` if it has no `label`. Otherwise this text is its label, unless all texts
// repeat the ids. The label of an edge is its `label`, or its `weight` or `value` if it has none. With `directed 1`
// edges are arcs. Keys may come in any order and case. Other keys are passed over with everything in their brackets.
// Throws InputError "path:line: ...", also for a second graph. O(text + n log n).
Graph read_gml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Ids are original ids, or places from 0 if the graph has names. `label` holds the names, or the labels if the graph
// has no names. Labels that all repeat the ids are lost.
void write_gml(Graph const& graph, OutputFile& file);
char const* lost_in_gml(Graph const& graph);

// graph6, sparse6 and digraph6: one graph per line, as nauty, networkx and SageMath write them. Source: nauty's
// formats.txt.

// Returns true if a header such as >>graph6<< comes first, or if all lines at the beginning are complete graphs. A
// single line of less than 5 characters without a mark of its own (`Dhc`) is taken for a word.
bool is_graph6(std::string_view text);

// Reads the line for which options.graph asks. Without this option it reads the first line, and a remark says if there
// are more. Vertices are 0 to n - 1, even without an edge. Throws InputError "path:line: ...", also for incremental
// sparse6. O(text + n log n).
Graph read_graph6(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes a header and one line of graph6, or of digraph6 for a directed graph. Vertices are numbered from 0 in
// ascending order of their original ids. Throws InputError for more than 65,536 vertices. O(n^2).
void write_graph6(Graph const& graph, OutputFile& file);

// GraphML files, as Cytoscape, Gephi, igraph and NetworkX write them.

class OutputFile;

// Returns true if the text begins like XML.
bool is_graphml(std::string_view text);

// Reads any encoding that Expat or iconv knows. Ids of nodes are names, see names.hpp. They are numbers if all are
// whole numbers and options.names is false. A node's label is its data whose key has the name `label`. The same holds
// for an edge if options.edge_labels is set. The directions of edges follow edgedefault and their own `directed`. If
// some edges have directions, an edge without one becomes two arcs. Throws InputError "path:line: ...", also if
// directions are asked for and missing, and for hyperedges, nested graphs and a second graph. O(text + n log n).
Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes names or ids, directions, and labels of vertices and edges. Throws InputError if a name or label is no UTF-8
// text, which XML requires, or if a label begins or ends with a blank.
void write_graphml(Graph const& graph, OutputFile& file);

// LG files, as programs for labelled graphs read them: lines `t ...`, `v id label`, `e id id`. Files of SUBDUE are
// similar, with `u` and `d` for edges and arcs, and `XP` or `XN` before an example.

// Returns true if the first line that is no comment is a line of `t` or `v`.
bool is_lg(std::string_view text);

// The line of a vertex comes before its edges. Its label is the word after the id, or none. Further words (such as the
// degree, which some programs need) are passed over. The label of an edge is the word after its ids, or none. If an
// edge has two labels and ReadOptions::edge_labels is off, no edge has a label, and the report notes it. If edges have
// directions, an edge goes from the first id of its line. Ids may be names. options.graph chooses one of several
// graphs. Throws InputError "path:line: ...", also for a second graph if it is 0. O(text + n log n).
Graph read_lg(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// MOL and SDF files of molecules, V2000.

// Returns true if the fourth line ends with the version.
bool is_mol(std::string_view text);

// Atoms are vertices 1 to n, and their symbols are labels. The kind of a bond is the edge's label. Takes the molecule
// for which options.graph asks. Without this option it takes the first one, and a remark says if there are more. Throws
// InputError "path:line: ...".
Graph read_mol(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// N-Triples and N-Quads, one arc per line: `<subject> <predicate> <object> .`.

// Returns true if the first lines are triples.
bool is_ntriples(std::string_view text);

// Names are IRIs without brackets, and blank nodes. The predicate is the label of the arc. Triples with a literal are
// passed over, and a remark has their number. Throws InputError "path:line: ...". O(text + n log n).
Graph read_ntriples(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// LGL files (.lgl). Each line `# name` is followed by the lines of its neighbours.

// Returns true if two or more lines are `# name`, and each line below them is a name, perhaps with a weight that is no
// whole number. If weights are whole numbers, only the file's extension distinguishes it from an edge list with
// comments.
bool is_lgl(std::string_view text);

// Each name is a vertex, even without an edge. If all are whole numbers, they are ids. Edges have no directions. The
// weight of an edge is its label. Throws InputError "path:line: ...". O(text + n log n).
Graph read_lgl(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Pajek networks (.net), as Pajek, networkx and igraph write them.

// Returns true if the first line that is no comment (`% ...`) is `*Network ...` or `*Vertices n`.
bool is_pajek(std::string_view text);

// Vertices are 1 to n, even without an edge. If names are asked for, the texts on their lines are their names. All
// sections *Arcs, *Edges, *Arcslist, *Edgeslist and *Matrix are read. A 0 in a matrix is no edge. A matrix of two
// modes, `*Vertices n n1`, joins the first n1 vertices with the others, without directions. The label of an edge is the
// text after `l` on its line, or its weight, which is also its attribute `weight`. *Partition, *Vector and the like are
// passed over, and a remark says so. Throws InputError "path:line: ...", also for a second network. O(text + n log n).
Graph read_pajek(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes *Vertices with names, or with original ids if these are not 1 to n, then *Arcs or *Edges with their labels.
void write_pajek(Graph const& graph, OutputFile& file);

// SIF files (.sif), the simple interaction format of Cytoscape: `source type target target ...`.

// Always false: its lines may also be an edge list of names.
bool is_sif(std::string_view text);

// Columns end at tabs if the file has one, so that names may hold blanks. Otherwise they end at blanks. A name alone is
// a vertex. If all names are whole numbers, they are ids. The type is the label of the edge. An edge goes from the
// source to its targets. Throws InputError "path:line: ...". O(text + n log n).
Graph read_sif(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes one line for each edge or arc, with tabs between names or original ids and the label, or `-`, and one line for
// each vertex without an edge. Throws InputError for a name that begins with #, a blank at an end, and the label `-`.
void write_sif(Graph const& graph, OutputFile& file);

// Trivial graph format (.tgf): lines `id label`, a line `#`, lines `id id label`.

// Returns true if a line `#` divides the file into lines of vertices, none of which could be an edge between numbers,
// and lines of edges between them. If labels are numbers, only the file's extension distinguishes it from an edge list.
// O(text).
bool is_tgf(std::string_view text);

// Each line before `#` is a vertex, even without an edge. Ids are whole numbers, or names. The text after an id is the
// vertex's label. The text after two ids is the edge's label. yEd takes such files as directed, so edges are arcs if
// directions are asked for. Throws InputError "path:line: ...". O(text + n log n).
Graph read_tgf(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// .gt files, the binary format of graph-tool, in which Netzschleuder offers its networks.

bool is_gt(std::string_view bytes);

// Vertices are 0 to n - 1, even without an edge. The property `label`, if it is text, is the label of vertices, and of
// edges if labels of edges are asked for. The text property `name` of vertices is their name if names are asked for.
// Properties of numbers and texts are attributes. Others are passed over; if attributes are asked for, a remark names
// them. Throws InputError "path: ..." if the file is truncated or damaged. O(bytes + n).
Graph read_gt(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

// .npy files of NumPy. They hold edges, or an adjacency matrix.

class NpyArray;

bool is_npy(std::string_view bytes);

// An array (m, 2) has edges by the ids of their ends. An array (m, 3) also has a weight, which is the edge's label if
// labels of edges are asked for, and its attribute `weight`. An array (2, m) with m > 3 has the ends in its two rows. A
// square array of more than three rows is an adjacency matrix: an entry that is not zero is an edge, or an arc if the
// matrix is not symmetric. Entries are weights, too; if attributes are kept, a matrix whose weights differ both ways has
// arcs. Throws InputError "path: ...". O(bytes), for a matrix times log(bytes).
Graph read_npy(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);
Graph graph_of_array(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report);

// .npz files. They hold a sparse matrix of SciPy (scipy.sparse.save_npz), or an array of NumPy.

// Returns true if the bytes are a zip archive whose first member is an array.
bool is_npz(std::string_view bytes);

// Each stored entry of a square matrix (csr, csc or coo) is an edge, whatever its value, or an arc if the matrix is not
// symmetric. Its value is a weight as in read_npy(). Vertices are 0 to n - 1, even without an edge. A file that has a
// single array, or one called `edges` or `edge_index`, is read as read_npy() does. Throws InputError "path: ...".
// O(bytes + entries log(entries)).
Graph read_npz(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

// Edges as a table of values with commas or tabs between, as Gephi and spreadsheets read it.

class OutputFile;

// Writes a header `source,target`, or `source,target,label` if edges have labels, and a line for each edge or arc, by
// names or original ids. A cell with a separator or a quotation mark stands in quotation marks (RFC 4180). The file does
// not keep vertices without an edge, labels of vertices, or whether the graph is directed.
void write_csv(Graph const& graph, OutputFile& file);
void write_tsv(Graph const& graph, OutputFile& file);
char const* lost_in_edge_table(Graph const& graph); // beside what the format never holds

// Adjacency lists: a vertex and its neighbours on each line, as networkx, DeepWalk and dumps of web graphs have them.

// Returns: the reason why lines of numbers may be something else, as the end of "for an adjacency list ...". It is
// empty if they can hardly be anything else: each line begins with another vertex, and more lines than the last are
// shorter than others.
std::string_view doubt_about_adjacency_list(std::string_view text, std::string const& path);

// An edge is on the line of one of its ends, or of both. If directions are asked for, arcs go from the first id of a
// line. A line of one id is a vertex, which may have no edge. A word between a vertex and its neighbours is the
// vertex's label, if then the neighbours' lines contain the vertex. If all neighbours have a weight (`2,80` or `2:7`),
// it is the label of the edge. Throws InputError "path:line: ...". O(text + n log n).
Graph read_adjacency_list(std::string_view text, std::string const& path, ReadOptions const& options,
                          ReadReport& report);

// Returns true if three things hold: there are four lines or more, each line begins with another vertex, and the lines
// of the neighbours behind it (or behind its label) contain this vertex. It looks at all lines up to the first that
// begins with a vertex for the second time.
bool lists_have_both_ways(std::string_view text, std::string const& path);
// Returns true if lines certainly have a label, as Arabesque and Fractal have them. Three lines are enough.
bool are_labelled_lists(std::string_view text, std::string const& path);
// Returns true if all lines are a vertex and neighbours with their weights. If a comma joins them, they may be decimal
// numbers, unless each neighbour begins a line.
bool are_weighted_lists(std::string_view text, std::string const& path);

// Edge lists after a line with the number of their vertices, as Kavosh and NetMODE have them.

// Returns: the text, with this number as a comment. Returns nothing unless the first line is one number that no other
// id exceeds, and the other lines have two columns, or more columns of which the first repeats. Adds a remark to
// `report`. O(text).
std::optional<std::string> without_vertex_count(std::string_view text, std::string const& path, ReadReport& report);

} // namespace cerrado::detail
