// What `cerrado graphlets` was asked, and how its answer is told.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/apps/graphlets.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

struct GraphletsRequest {
    std::string graph; // as typed
    GraphMarksRequest marks;
    GraphletQuery query;
    Parameters parameters; // device, threads and deadline
    OutputRequest output;
    bool non_induced = false;
    std::vector<std::pair<std::string, std::string>> orbits; // of --orbits: `vertex` or `edge`, and a file or "-"
    // What follows from --orbits, --per-vertex and --local-format: `orbits` are those of vertices, `edges` those of
    // edges, and `vertices` are numbers of graphlets.
    LocalRequest local;

    bool counts_vertices() const { return !local.orbits.empty() || !local.vertices.empty(); }
    bool counts_edges() const { return !local.edges.empty(); }
    int orbits_k() const { return query.k < 4 ? 4 : query.k; } // of the orbits that are counted
};

// What was counted.
struct GraphletsFound {
    GraphletCounts counts; // its status, seconds and memory are those of all runs together
    std::optional<GraphletOrbits> of_vertices, of_edges;

    bool are_counted() const { return !counts.patterns.empty(); }
};

// A pattern's name. One that is not connected is named by its parts: "triangle + 2 vertices".
std::string name_of_pattern(int k, std::uint64_t adjacency);

std::string graphlets_table(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found);
RecordParts graphlets_record(GraphletsRequest const& request, GraphletsFound const& found);
std::string graphlets_rows(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found); // CSV

} // namespace cerrado::command
