// The table of graph formats. A new format needs a reader in a file of its own and a line in format.cpp. Detection,
// --format, help, errors and docs/formats.md follow from the table.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

class EdgeLineReader;
class OutputFile;

struct FormatSource {
    std::string_view bytes; // unpacked
    std::string const& path;
    ReadOptions const& options;
    ReadReport& report;
    std::shared_ptr<void const> storage; // owner of the bytes, if the graph may share them
    EdgeLineReader* lines;               // reader that has read them as a plain edge list, or null
};

// Parts that a file may have besides edges.
enum Holds : unsigned {
    ids = 1,
    names = 2,
    directions = 4,
    labels = 8,
    edge_labels = 16,
    lone_vertices = 32,
    attributes = 64, // that are written, too
    rows = 128       // attributes of edges
};

struct Format {
    std::string_view name;       // for --format
    std::string_view title;      // for a person
    std::string_view extensions; // separated by blanks; the first is the usual one
    std::string_view mark;       // how its content is recognised, for a person
    bool (*is_marked)(
        std::string_view bytes); // true if the content certainly has this format; null: the content cannot show this
    Graph (*read)(FormatSource const& source);
    void (*write)(Graph const& graph, OutputFile& file); // null: the format is not written
    unsigned holds;
    std::string_view written_by = {};                   // the command that writes the format if write is null
    char const* (*loses)(Graph const& graph) = nullptr; // other parts of this graph that the format loses, or null

    std::vector<std::string> extension_list() const;
    bool has_extension(std::string_view extension) const;
    bool may_hold(unsigned what) const { return (holds & what) == what; }
};

// The formats in the order in which their marks are looked for. Tables have no mark and come last.
std::span<Format const> formats();
Format const* find_format(std::string_view name); // null if there is none
// Throws InputError, which names all formats.
Format const& format_named(std::string_view name);
// Returns: the format that is written for this extension, or null if there is none.
Format const* written_format(std::string_view extension);
// The extensions and formats that can be written: ".txt, .el, .edges (edge list), .mtx (Matrix Market), ...".
std::string written_extensions();
std::string format_names(); // "cbin, mtx, ..."
// Returns: whether the format of this name is a table of edges: csv, tsv or edges.
bool is_edge_table(std::string_view format);

// Returns: the last extension of a path in lower case. If this is the extension of a packing, returns the one before
// it.
std::string format_extension(std::string const& path);

[[noreturn]] void refuse_directions(std::string const& path);
[[noreturn]] void refuse_names(std::string const& path);

} // namespace cerrado::detail
