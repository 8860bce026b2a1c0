// Tutorial 11: the frequent subgraphs of a graph with labels.
#include <cerrado/apps/frequent.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <iostream>

int main() {
    cerrado::Graph const graph =
        cerrado::read_labels(cerrado::open_graph("datasets/karate.txt"), "datasets/karate.labels.txt");
    for (auto const& found : cerrado::mine_frequent(graph, {.support = 14, .max_edges = 2}).patterns)
        std::cout << cerrado::format_pattern(found.pattern) << ": " << found.support << "\n";
}
