// The table of graph formats. A new one is a reader in a file of its own and a line in format.cpp: detection, --format, help,
// errors and docs/formats.md follow from it.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
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
    std::shared_ptr<void const> storage; // of the bytes, where the graph may share it
    EdgeLineReader* lines;               // has read them as a plain edge list, or null
};

// What a file may hold besides edges.
enum Holds : unsigned { ids = 1, names = 2, directions = 4, labels = 8, edge_labels = 16, lone_vertices = 32 };

struct Format {
    std::string_view name;       // of --format
    std::string_view title;      // for a person
    std::string_view extensions; // apart by blanks; the first is the usual one
    std::string_view mark;       // by what its content is known, for a person
    bool (*is_marked)(
        std::string_view bytes); // whether the content is of this format beyond doubt; null: nothing tells
    Graph (*read)(FormatSource const& source);
    void (*write)(Graph const& graph, OutputFile& file); // null: it is not written
    unsigned holds;
    std::string_view written_by = {};                   // where write is null: the command that writes it
    char const* (*loses)(Graph const& graph) = nullptr; // what of this graph it does not keep besides, or null

    std::vector<std::string> extension_list() const;
    bool has_extension(std::string_view extension) const;
    bool may_hold(unsigned what) const { return (holds & what) == what; }
};

// In the order in which their marks are looked for. Tables without a mark come last.
std::span<Format const> formats();
Format const* find_format(std::string_view name); // null where there is none
// Throws InputError, with the names of all.
Format const& format_named(std::string_view name);
// The one that is written for this extension; null where there is none.
Format const* written_format(std::string_view extension);
// Of all that are written: ".txt, .el, .edges (edge list), .mtx (Matrix Market), ...".
std::string written_extensions();
std::string format_names(); // "cbin, mtx, ..."

// The last extension of a path in lower case, or that before it where the last is of a packing.
std::string format_extension(std::string const& path);

[[noreturn]] void refuse_directions(std::string const& path);
[[noreturn]] void refuse_names(std::string const& path);

} // namespace cerrado::detail
