// Chooses at which vertex a search for the first match begins next, and how long it may take there.
#pragma once

#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/graph/graph.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace cerrado {

// A root that was not searched to its end comes again with twice the budget. All budgets get about as much of the time,
// so that neither many hopeless roots nor a deep one starve the others.
// Source: Luby, Sinclair and Zuckerman 1993, Optimal speedup of Las Vegas algorithms.
class FirstRoots {
public:
    struct Turn {
        VertexId root = 0;
        int level = 0; // the budget is 2 to this power
        std::uint64_t number = 0;
    };

    FirstRoots(Graph const& graph, std::vector<VertexId> roots);

    // Any thread. Returns: nothing if the only roots left are those at which other threads are.
    std::optional<Turn> next();
    void put_back(Turn const& turn); // its budget was not enough
    void finish();                   // the root of a turn was searched to its end
    bool is_empty() const { return finished_ == given_; }
    std::uint64_t given() const { return given_; }
    std::uint64_t finished() const { return finished_; }

private:
    std::optional<VertexId> new_root();

    Graph const& graph_;
    std::uint64_t const given_;
    std::atomic<std::uint64_t> finished_ = 0;
    std::mutex mutex_;
    std::vector<VertexId> roots_; // nobody was yet at those from new_ on
    std::size_t new_ = 0;
    std::vector<std::deque<VertexId>> waiting_; // by their next level
    std::uint64_t turns_ = 0;
    RandomSource random_{1};
};

} // namespace cerrado
