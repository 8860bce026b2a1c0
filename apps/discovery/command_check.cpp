#include "discovery/command_check.hpp"

#include "discovery/verifier.hpp"
#include "isomorphism/verifier.hpp"
#include "motif/verifier.hpp"

#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace cerrado::command {

Graph made_again(Graph const& graph, DiscoveryQuery const& query, Discovery const& found, std::uint32_t number) {
    return random_graph(graph, random_graph_query(query, found.model, number)).graph;
}

namespace {

std::vector<VertexId> all_vertices(Graph const& graph) {
    std::vector<VertexId> vertices(graph.vertex_count());
    std::iota(vertices.begin(), vertices.end(), VertexId{0});
    return vertices;
}

class CountsCheck : public Check {
public:
    CountsCheck(DiscoverRequest const& request, Graph const& graph, Discovery const& found)
        : query_(request.query),
          graph_(graph),
          found_(found) {}

    std::size_t steps() const override { return 1 + std::min<std::size_t>(found_.random.size(), most_random); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t step = first; step < first + count; ++step) {
            if (step == 0) {
                compare_with(graph_, "the graph", look,
                             [](ClassStatistics const& row, std::size_t) { return row.count; });
                continue;
            }
            std::size_t const g = step - 1;
            compare_with(made_again(graph_, query_, found_, found_.numbers[g]),
                         fmt::format("random graph {}", found_.numbers[g]), look,
                         [&](ClassStatistics const&, std::size_t row) { return found_.random[g][row]; });
        }
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("the counts of the graph and of {} agree with the serial program",
                           counted(done == 0 ? 0 : done - 1, "random graph"));
    }

private:
    static constexpr std::size_t most_random = 3;

    template <class CountOf>
    void compare_with(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        if (query_.edge_induced) return compare_subgraphs(graph, what, look, count_of);
        if (query_.labels || query_.edge_labels) return compare_labelled(graph, what, look, count_of);
        std::vector<VertexId> const roots = all_vertices(graph);
        auto const look_on = [&] { look(); };
        std::map<std::string, WideCount> expected = query_.directed
                                                        ? motif::count_directed_motifs(graph, query_.k, roots, look_on)
                                                        : motif::count_motifs(graph, query_.k, roots, look_on);
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            std::string const& graph6 = found_.classes[row].pattern.graph6;
            require_same(what, graph6, count_of(found_.classes[row], row), expected[graph6]);
            expected.erase(graph6);
        }
        if (!query_.patterns.empty()) return;
        for (auto const& [graph6, count] : expected) require_same(what, graph6, 0, count);
    }
    template <class CountOf>
    void compare_subgraphs(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        std::vector<VertexId> const roots = all_vertices(graph);
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            Pattern const& pattern = query_.patterns[found_.classes[row].class_number];
            WideCount maps = count_ascending_serially(graph, pattern, false, roots, [&] { look(); });
            maps = maps * count_exchanges_serially(pattern) / count_automorphisms_serially(pattern);
            require_same(what, found_.classes[row].pattern.graph6, count_of(found_.classes[row], row), maps);
        }
    }
    template <class CountOf>
    void compare_labelled(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        auto expected = discovery::count_labelled_serially(
            graph, query_.k, {query_.directed, query_.labels, query_.edge_labels}, [&] { look(); });
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            ClassStatistics const& pattern = found_.classes[row];
            std::string const text = discovery::least_text(query_.k, query_.directed, pattern.labels,
                                                           pattern.pattern.edges, pattern.edge_labels);
            require_same(what, pattern.pattern.graph6 + " " + vertex_labels_text(pattern), count_of(pattern, row),
                         expected[text]);
            expected.erase(text);
        }
        if (!query_.patterns.empty()) return;
        for (auto const& [text, count] : expected) require_same(what, "a pattern that is not listed", 0, count);
    }
    void require_same(std::string const& what, std::string const& graph6, WideCount counted, WideCount expected) const {
        if (counted == expected) return;
        throw Error(
            fmt::format("discover {}: verification failed for {} in {}: counted {}, the serial program counts "
                        "{}; do not use this result, report it with the command line",
                        graph_.source, graph6, what, to_string(counted), to_string(expected)));
    }

    DiscoveryQuery const& query_;
    Graph const& graph_;
    Discovery const& found_;
};

} // namespace

std::unique_ptr<Check> discovery_check(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    return std::make_unique<CountsCheck>(request, graph, found);
}

} // namespace cerrado::command
