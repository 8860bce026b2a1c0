// What `cerrado graphlets compare` was asked and found, and how that is told.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/apps/graphlet_distance.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

std::map<std::string, GraphletDistance> const& graphlet_distances(); // by the words of --distance

struct CompareRequest {
    std::vector<std::string> graphs; // as typed
    GraphMarksRequest marks;         // of all of them
    Parameters parameters;           // device, threads and deadline
    OutputRequest output;
    std::string distance = "gcd11";
    std::string gcm, svg;
    bool no_row_of_ones = false;

    GraphletDistance kind() const { return graphlet_distances().at(distance); }
    int k() const { return kind() == GraphletDistance::gcd11 ? 4 : 5; }
    bool has_correlations() const { return distance.starts_with("gcd"); }
    bool is_of_one() const { return !gcm.empty() || !svg.empty(); }
};

struct Network {
    std::string source;
    std::uint64_t vertices = 0, edges = 0;
    Json json;
    GraphletSignature signature;
};

struct Comparison {
    std::vector<Network> networks; // fewer than asked for if a run was stopped
    RunResult run;                 // the status and the seconds of all
    Stages stages;

    bool is_complete() const { return run.status == Status::complete; }
    std::optional<double> distance(std::size_t i, std::size_t j) const {
        return graphlet_distance(networks[i].signature, networks[j].signature);
    }
};

std::string distances_csv(Comparison const& comparison);
std::string comparison_table(CompareRequest const& request, Comparison const& comparison);
std::string comparison_json(CompareRequest const& request, Comparison const& comparison);
std::string correlation_title(Comparison const& comparison); // requires a network

} // namespace cerrado::command
