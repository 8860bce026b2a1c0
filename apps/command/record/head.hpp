// What every record has, whatever the command counted.
#pragma once

#include "command/record/json.hpp"
#include "command/run/stages.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <string>

namespace cerrado::command {

// What a command's record has of its own.
struct RecordParts {
    std::string application;
    Json parameters;
    std::string semantics;         // what exactly is counted
    Json answer = Json::object();  // an object: the members that say what came out
    Json further = Json::object(); // an object: members about files, load balancing and the like
};

// The record: what was asked, of which graph, what came out and under which conditions. Its `seconds` go on until it is called.
std::string record_text(RecordParts const& parts, Graph const& graph, RunResult const& result, Stages const& stages);

} // namespace cerrado::command
