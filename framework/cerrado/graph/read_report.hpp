// A report on how a file was read. A graph from a file has it as `graph.read_as`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

struct ReadReport {
    struct Column {
        std::string meaning; // "source", "target", "label"
        std::string name;    // format in the header of the file; empty if it has none
        std::size_t number;  // from 1
    };

    std::string format;              // "edge list", "METIS"
    std::string packing;             // "gzip"; empty: none
    std::vector<Column> columns;     // of a table of edges: the columns that were read
    std::size_t columns_in_file = 0; // of a table: columns of each line, 0 if lines differ
    std::string separator;           // of a table: "tab", "comma", "semicolon", "blanks"
    std::uint64_t header_lines = 0;
    std::uint64_t comments = 0; // lines
    std::uint64_t skipped = 0;  // lines that are no edges
    // The content may be read in another way. A person should see how it was read, even if there is no remark.
    bool is_doubtful = false;
    std::vector<std::string> remarks; // remarks for a person, one sentence each, without the path

    // By vertex, if several graphs were read side by side: the number of the graph that it belongs to, from 1.
    std::vector<std::uint32_t> graph_of;

    std::vector<std::string> reasons; // reasons for the way of reading, one decision each: `cerrado info --explain`

    void remark(std::string text) { remarks.push_back(std::move(text)); }
};

// One line for a person: "CSV: columns source (2) and target (3) of 4, 1 header line, 12 comments; ", and the remarks.
std::string described(ReadReport const& report);

} // namespace cerrado
