// The random graphs that a search for network motifs has counted, and the checkpoint that keeps them.
#pragma once

#include "discovery/classes/statistics.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/core/clock.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <optional>
#include <vector>

namespace cerrado::discovery {

struct CountedGraph {
    std::uint32_t number = 0;
    ClassCounts counts;
    std::uint64_t steps = 0, taken = 0; // of the null model
    bool is_near = true;                // see RandomGraph
};

struct CountedGraphs {
    RunResult run;                    // of the given graph, and the seconds of all
    std::vector<ClassCounts> given;   // once, or of each sample
    std::vector<CountedGraph> random; // in any order
};

class KeptGraphs {
public:
    // Throws InputError as find_checkpoint() and check_subject() do, and for a null model of one's own without a key.
    KeptGraphs(Graph const& graph, DiscoveryQuery const& query, NullModel model, CheckpointOptions const& options);

    // Returns: what a checkpoint has from which the search goes on. A search may ask for more random graphs than the one
    // that wrote it, or fewer; then it gets those with the first numbers, and the others stay in the file.
    std::optional<CountedGraphs> read();
    bool is_due() const { return is_on() && since_.seconds() >= options_.every_seconds; }
    void write(CountedGraphs const& counted); // nothing without a checkpoint

private:
    bool is_on() const { return options_.on(); }

    CheckpointOptions const& options_;
    int random_graphs_;
    bool is_sample_;
    Checkpoint checkpoint_;
    std::vector<CountedGraph> beyond_; // that were counted, and are not asked for
    Stopwatch since_;                  // the last one was written
};

} // namespace cerrado::discovery
