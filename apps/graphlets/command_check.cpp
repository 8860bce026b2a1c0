#include "graphlets/command_check.hpp"

#include "command/record/output.hpp"
#include "command/run/work.hpp"
#include "graphlets/verifier.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graphlets/graphlets.hpp>
#include <cerrado/canonical/graphlets/small_graphs.hpp>

#include <fmt/format.h>

#include <map>

namespace cerrado::command {
namespace {

[[noreturn]] void throw_difference(Graph const& graph, std::string const& what, WideCount counted, WideCount expected) {
    throw Error(
        fmt::format("graphlets of {}: verification failed for {}: counted {}, the serial program counts {}; do not use "
                    "this result, report it with the command line",
                    graph.source, what, to_string(counted), to_string(expected)));
}

class PatternsCheck : public Check {
public:
    PatternsCheck(GraphletsRequest const& request, Graph const& graph, GraphletCounts const& counts)
        : query_(request.query),
          graph_(graph) {
        for (GraphletCount const& row : counts.patterns) counted_[key_of(row.size, row.adjacency)] = row.induced;
    }

    std::size_t steps() const override { return query_.all ? static_cast<std::size_t>(query_.k) - 1 : 1; }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t step = first; step < first + count; ++step) {
            if (step == 0) {
                compare_connected(look);
            } else {
                compare_all(static_cast<int>(step) + 2, look);
            }
        }
    }
    std::string agreement(std::size_t done) const override {
        return done == steps() ? fmt::format("{} agree with the serial program", counted(counted_.size(), "pattern"))
                               : "the patterns of some sizes agree with the serial program";
    }

private:
    using Key = std::pair<int, std::uint64_t>;
    static Key key_of(int size, std::uint64_t adjacency) { return {size, canonical_form(size, adjacency).adjacency}; }

    void compare_connected(StopLook& look) const {
        auto const expected = cuts::count_graphlets_serially(graph_, query_.k, [&] { look(); });
        for (int i = 1; i < graphlets_up_to(query_.k); ++i) { // the first is the edge
            auto const place = static_cast<std::size_t>(i);
            compare(graphlets()[place].size, graphlets()[place].adjacency, expected.induced[place]);
        }
    }

    void compare_all(int size, StopLook& look) const {
        std::vector<WideCount> const expected = cuts::count_small_graphs_serially(graph_, size, [&] { look(); });
        for (std::size_t i = 0; i < expected.size(); ++i) compare(size, small_graphs(size)[i], expected[i]);
    }

    void compare(int size, std::uint64_t adjacency, WideCount expected) const {
        WideCount const counted = counted_.at(key_of(size, adjacency));
        if (counted != expected) throw_difference(graph_, name_of_pattern(size, adjacency), counted, expected);
    }

    GraphletQuery query_;
    Graph const& graph_;
    std::map<Key, WideCount> counted_;
};

class OrbitsCheck : public Check {
public:
    OrbitsCheck(int k, Graph const& graph, GraphletOrbits const* orbits, RunOptions options,
                VerifyRequest const& sample)
        : k_(k),
          graph_(graph),
          orbits_(orbits),
          options_(std::move(options)),
          is_of_edges_(orbits != nullptr && !orbits->edges.empty()),
          of_(is_of_edges_ ? orbits->rows() : graph.vertex_count()),
          rows_(sample_roots(static_cast<VertexId>(of_), sample.roots.value_or(of_), sample.seed)) {}

    std::size_t steps() const override { return rows_.size(); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        if (orbits_ == nullptr) count_orbits(look);
        for (std::size_t i = first; i < first + count; ++i) compare(rows_[i], look);
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("orbits of {} of {} agree with the serial program", grouped(done),
                           counted(done == rows_.size() ? of_ : rows_.size(), is_of_edges_ ? "edge" : "vertex"));
    }

private:
    void count_orbits(StopLook const& look) {
        options_.deadline_seconds = look.seconds_left();
        own_ = count_graphlet_orbits(graph_, {k_, false}, options_);
        if (own_.status == Status::interrupted) throw StoppedBy{"Ctrl-C"};
        if (own_.status == Status::deadline) throw StoppedBy{"the deadline"};
        orbits_ = &own_;
    }

    void compare(std::size_t row, StopLook& look) const {
        auto const look_on = [&] { look(); };
        std::vector<WideCount> const expected =
            is_of_edges_ ? cuts::count_orbits_of_edge_serially(graph_, orbits_->edges[row].first,
                                                               orbits_->edges[row].second, k_, look_on)
                         : cuts::count_orbits_of_vertex_serially(graph_, static_cast<VertexId>(row), k_, look_on);
        for (std::size_t orbit = 0; orbit < expected.size(); ++orbit) {
            WideCount const counted = orbits_->row(row)[orbit];
            if (counted == expected[orbit]) continue;
            throw_difference(graph_, fmt::format("orbit {} of {}", orbit, name_of(row)), counted, expected[orbit]);
        }
    }

    std::string name_of(std::size_t row) const {
        if (!is_of_edges_) return fmt::format("vertex {}", graph_.original_id(static_cast<VertexId>(row)));
        auto const& [u, v] = orbits_->edges[row];
        return fmt::format("edge {} {}", graph_.original_id(u), graph_.original_id(v));
    }

    int k_;
    Graph const& graph_;
    GraphletOrbits const* orbits_; // null until they are counted
    GraphletOrbits own_;
    RunOptions options_;
    bool is_of_edges_;
    std::size_t of_;
    std::vector<VertexId> rows_;
};

} // namespace

std::unique_ptr<Check> check_of_patterns(GraphletsRequest const& request, Graph const& graph,
                                         GraphletCounts const& counts) {
    return std::make_unique<PatternsCheck>(request, graph, counts);
}

std::unique_ptr<Check> check_of_orbits(GraphletsRequest const& request, Graph const& graph,
                                       GraphletOrbits const* orbits, RunOptions const& options,
                                       VerifyRequest const& sample) {
    return std::make_unique<OrbitsCheck>(request.orbits_k(), graph, orbits, options, sample);
}

} // namespace cerrado::command
