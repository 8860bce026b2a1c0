// Random graphs that the device of the runs makes, many together.
#pragma once

#include "discovery/models/random_graphs.hpp"

#include <cerrado/run/options.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::discovery {

struct MadeSlots; // see list_making.hpp

// Some random graphs, where they were made. Several threads may read them.
class MadeGraphs {
public:
    virtual ~MadeGraphs() = default;
    // Returns: the i-th of them, which comes to the host. May be called once for each.
    virtual RandomEdges graph(std::size_t i) = 0;
    // What is known of the i-th without its edges.
    virtual RandomEdges account(std::size_t i) const = 0;
    // All of them, where they are. Requires: graph() was not called.
    virtual MadeSlots slots() const = 0;
};

// Whether the model takes switches alone.
constexpr bool is_switched(NullModel model) { return model != NullModel::er && model != NullModel::triads; }

class SwitchedTogether {
public:
    // Requires: is_switched(query.model), and the graph has an edge, and less than 2^30. The random graphs lie where this
    // thread's runs are, which has `memory` bytes.
    SwitchedTogether(Graph const& graph, RandomGraphQuery const& query, std::uint64_t memory,
                     RunOptions const& options);
    ~SwitchedTogether();

    // The random graphs that are made at the same time. A quarter of the memory has room for them.
    std::size_t most() const;
    // Makes the graphs random_graph() gives for these numbers. Returns null if the run is ended before.
    std::unique_ptr<MadeGraphs> make(std::span<std::uint32_t const> numbers, RunOptions const& options) const;

private:
    struct Shared;
    class Made;
    std::shared_ptr<Shared const> shared_;
    std::uint64_t memory_;
};

} // namespace cerrado::discovery
