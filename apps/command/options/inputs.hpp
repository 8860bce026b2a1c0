// The inputs of a command: the graph, files beside it, and patterns.
#pragma once

#include "command/options/application.hpp"
#include "command/options/options.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {
struct TimeColumn; // see arcs.hpp
} // namespace cerrado

namespace cerrado::command {

// The files of a command. A check makes sure that the command overwrites no file that it reads, and writes none twice.

// A file as the system knows it, after links are followed. A file that exists is known by device and inode, a new one
// by its folder and name. Pipes and devices have no identity, since writing to them loses nothing.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::string name; // of a new file in its folder; empty if the file exists
    bool is_none() const { return inode == 0; }
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

FileIdentity identity_of(std::string const& path);
bool is_same_file(std::string const& a, std::string const& b);

class CommandFiles {
public:
    // `what` describes the file for messages, such as "the graph". "-" is standard input, which counts if it is a file.
    void reads(std::string const& what, std::string const& path);
    // `option` names the option that gives the file, such as "--json". An empty path and "-" are no files.
    void writes(std::string const& option, std::string const& path);

    // Call it before any file is opened. Throws InputError if a file is both read and written, or written twice.
    void check() const;

private:
    struct File {
        std::string what;
        std::string path;
        FileIdentity identity;
    };

    std::vector<File> read_;
    std::vector<File> written_;
};

// The GRAPH of a command.

// Adds the word GRAPH. `what` begins its help, and `more` ends it.
Option add_graph(Options& command, std::string& graph, std::string const& what = "A graph",
                 std::string const& more = "");

// The attributes of vertices and edges, as typed.
struct AttributeFiles {
    std::string vertices; // a table of the vertices, or empty
    std::string id;       // its column of ids; empty: the first
    std::string types;    // as parse_column_types() reads them
};

// The options that say how the graph is read, and what is read besides its edges.
struct GraphMarksRequest {
    bool directed = false;
    bool refuses_arcs = false; // refuses a file of directed edges; else a warning says that directions are lost
    bool names = false;        // ids are names
    std::string labels;        // a file, or empty
    bool edge_labels = false;
    // As in ReadOptions.
    std::string format, columns, delimiter;
    bool bipartite = false;
    std::uint64_t graph = 0;
    std::string within; // a file with the ids of the only vertices that are kept, or empty
    // The graph gets the columns of its file, and of these. Other commands do not pay for them.
    std::optional<AttributeFiles> attributes = std::nullopt;
    // The column of arcs' times, which is beside their ends, or "" to find it; see ReadOptions::time. Needs `attributes`.
    std::optional<std::string> time = std::nullopt;
    bool together = false;  // all graphs of a file that has several, side by side
    bool read_each = false; // each of several processes reads the graph
};

// --names, --format, --columns, --delimiter, --bipartite and --graph.
void add_reading_options(Options& command, GraphMarksRequest& marks);
void add_directed_option(Options& command, GraphMarksRequest& marks); // --directed
// Adds --undirected. Without it, a file of directed edges is refused.
void add_undirected_option(Options& command, GraphMarksRequest& marks);
// Adds the options of add_reading_options(), and --directed, --labels and --edge-labels.
void add_marks_options(Options& command, GraphMarksRequest& marks);

// --vertices, --id and --types.
void add_attribute_options(Options& command, AttributeFiles& files);

// The same and --attributes, for commands that write the graph with its attributes if one of these options asks for it.
void add_kept_attributes_options(Options& command, bool& attributes, GraphMarksRequest& marks);
// Resets `marks.attributes` if none of them was given.
void drop_unasked_attributes(bool attributes, GraphMarksRequest& marks);
std::string kept_columns_text(GraphColumns const& columns); // a line for a person

// --time, --time-unit, --from and --until: which arcs a graph has, and when.
void add_time_options(Options& command, TimeColumn& time);

// Returns: the graph with the columns of the table of vertices, if there is one. Calls note() with remarks for a person.
// Throws InputError as read_vertex_columns() does, and if a type is given to a column that the graph has not.
// open_graph_argument() calls it if `attributes` is set.
Graph with_attributes(Graph graph, AttributeFiles const& files, std::function<void(std::string const&)> const& note);

// Adds --read-each. A process that is alone refuses the option.
void add_read_each_option(Options& command, bool& read_each);

// Returns: the ids that the words name. A word is an id, or the name of a vertex if the graph has names. Throws
// InputError for a word that names no vertex.
std::vector<OriginalId> ids_of_words(Graph const& graph, std::vector<std::string> const& words);

// Adds the files that open_graph_argument() reads.
void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks = {});

// Opens the graph as open_graph() does. If the format is in doubt, a line on standard error says how the file was read.
// If the file says that its edges have directions, and these are lost, another line warns. Throws InputError instead of
// the warning if `refuses_arcs` is set.
Graph open_graph_argument(std::string const& graph, int threads = 0, GraphMarksRequest const& marks = {});

// Where patterns come from: the command line, files of graphs, files that list them.

struct GivenPattern {
    std::string text; // as it was given
    Pattern pattern;
    bool is_file = false; // `text` is a file of any graph format
};

// Reads the text as parse_pattern() does. If it is no pattern and a file has that name, the pattern is the graph of
// the file: its vertices in ascending order of their ids, its arcs if directions are asked for, and its labels. Throws
// InputError if the text is neither a pattern nor a file.
GivenPattern given_pattern(std::string const& text, GraphMarksRequest const& of_graph);

// Returns: the patterns on the lines of a file, as given_pattern() reads them; # begins a comment. A folder has one
// pattern in each file, in the order of the files' names. Throws InputError, which names the line.
std::vector<GivenPattern> listed_patterns(std::string const& path, GraphMarksRequest const& of_graph);

// Patterns as text.

inline constexpr int largest_drawn = 6; // vertices of the largest pattern that is drawn without --draw

// "0-1 1-2", or "0>1 1>2".
std::string edges_text(PatternKind kind, PatternInfo const& info);

// --pattern, --patterns, --all, --induced, --order: the patterns to count.

// The options as typed. A member without a value was not given.
struct PatternRequest {
    std::vector<std::string> texts;
    std::string file;       // of patterns, one a line; or a folder
    std::optional<int> all; // every pattern of this many vertices
    bool induced = false;
    std::vector<int> order;
};

void add_pattern_options(Options& command, PatternRequest& request);

// Returns: an application for each pattern that was asked for, or one application for all patterns of a size. Throws
// InputError if the options do not go together. Requires: application.of_pattern.
std::vector<Application> applications_of(Application const& application, PatternRequest const& request,
                                         GraphMarksRequest const& marks);

} // namespace cerrado::command
