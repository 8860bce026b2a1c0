// What a command reads: the graph, files beside it, and patterns.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// The files of a command. It makes sure that the command overwrites no file that it reads or writes elsewhere.

// A file as the system knows it, after links are followed. A file that exists is known by device and inode, a new one
// by its folder and name. Pipes and devices have no identity, since writing to them loses nothing.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::string name; // in that folder; empty: the file exists
    bool is_none() const { return inode == 0; }
    friend bool operator==(FileIdentity const&, FileIdentity const&) = default;
};

FileIdentity identity_of(std::string const& path);
bool is_same_file(std::string const& a, std::string const& b);

class CommandFiles {
public:
    // `what` says what it is: "the graph". "-" is the file that standard input is, if it is one.
    void reads(std::string const& what, std::string const& path);
    // `option` names it: "--json". An empty path and "-" name no file.
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

// Adds it. `what` it is, and what it may be besides, is for the help.
Option add_graph(Options& command, std::string& graph, std::string const& what = "A graph",
                 std::string const& more = "");

// What is read of the graph besides its edges.
struct GraphMarksRequest {
    bool directed = false;
    bool refuses_arcs = false; // of a file that says its edges have directions; otherwise they are lost with a warning
    bool names = false;        // ids are names
    std::string labels;        // a file, or empty
    bool edge_labels = false;
    // As ReadOptions has them.
    std::string format, columns, delimiter;
    bool bipartite = false;
    std::uint64_t graph = 0;
    bool read_each = false; // by each of several processes
};

// --names, --format, --columns, --delimiter, --bipartite and --graph.
void add_reading_options(Options& command, GraphMarksRequest& marks);
void add_directed_option(Options& command, GraphMarksRequest& marks); // --directed
// --undirected: without it, such a file is refused.
void add_undirected_option(Options& command, GraphMarksRequest& marks);
// Adds those of add_reading_options(), and --directed, --labels and --edge-labels.
void add_marks_options(Options& command, GraphMarksRequest& marks);

// Adds the files that open_graph_argument() reads.
void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks = {});

// Does what open_graph() does. A line on standard error says how the file was read if that is not beyond doubt. Another
// warns if the file says that its edges have directions, and these are lost. Throws InputError instead if they must not be.
Graph open_graph_argument(std::string const& graph, int threads = 0, GraphMarksRequest const& marks = {});

// Where patterns come from: the command line, files of graphs, files that list them.

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

// --pattern, --patterns, --all, --induced, --order: which patterns are looked for.

// As typed. A member without a value was not given.
struct PatternRequest {
    std::vector<std::string> texts;
    std::string file;       // of patterns, one a line; or a folder
    std::optional<int> all; // every pattern of this many vertices
    bool induced = false;
    std::vector<int> order;
};

void add_pattern_options(Options& command, PatternRequest& request);

// If the application looks for patterns: an application for each pattern that was asked for, or one for all patterns of
// a size. Throws InputError for what cannot be had.
std::vector<Application> applications_of(Application const& application, PatternRequest const& request,
                                         GraphMarksRequest const& marks);

} // namespace cerrado::command
