// What `cerrado discover` was asked, and how its answer is told.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/apps/discovery.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

struct DiscoverRequest {
    std::string graph; // as typed
    GraphMarksRequest marks;
    bool has_own_labels = false; // --vertex-labels
    DiscoveryQuery query;
    Parameters parameters; // device, threads and deadline
    OutputRequest output;
    CheckpointRequest checkpoint;
    std::optional<int> k;
    std::string patterns; // of --patterns: a file, or empty
    std::string model;    // of --null, or empty: the usual one
    std::string statistic = "count";
    std::uint64_t min_count = 0;
    std::string counts;        // of --counts: a file, "-", or empty
    std::string picture;       // of --svg, likewise
    std::string random_graphs; // of --write-random: a folder, or empty
};

// What a row's pattern says besides its edges: "0:kinase 1:receptor", or nothing. And its edges with their labels:
// "0>1/binds 1>2/cuts".
std::string vertex_labels_text(ClassStatistics const& row);
std::string labelled_edges_text(PatternKind kind, ClassStatistics const& row);
// The pattern with its labels as parse_pattern() reads it. Nothing if it cannot be written so.
std::optional<std::string> pattern_items(DiscoverRequest const& request, ClassStatistics const& row);
inline constexpr char no_label_text[] = "(none)";

// The largest z first; those that have none come last, the most frequent first.
std::vector<ClassStatistics const*> by_z(Discovery const& found);
std::string number_text(double value);

std::string discovery_table(DiscoverRequest const& request, Graph const& graph, Discovery const& found);
RecordParts discovery_record(DiscoverRequest const& request, Discovery const& found);
std::string discovery_rows(Graph const& graph, DiscoverRequest const& request, Discovery const& found); // CSV
// CSV: a line for each random graph, a column for each class.
std::string random_counts_rows(Discovery const& found);
// For --estimate: what `measured` says of the whole search. It is of some random graphs, and took `seconds`.
std::string discovery_estimate(DiscoverRequest const& request, Graph const& graph, Discovery const& measured,
                               double seconds);
std::string discovery_picture(DiscoverRequest const& request, Graph const& graph, Discovery const& found); // SVG

} // namespace cerrado::command
