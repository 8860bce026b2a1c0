// Tutorial 2: Cerrado inside a program that has a graph in memory and a time limit.
#include "square.hpp"

#include <cerrado/run/run.hpp>

#include <iostream>
#include <vector>

int main() {
    std::vector<cerrado::Edge> const edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {4, 0}};
    try {
        cerrado::Graph const graph = cerrado::graph_from_edges(5, edges);
        cerrado::RunOptions options;
        options.deadline_seconds = 60;
        auto const result = cerrado::run(Square{}, graph, options);
        std::cout << cerrado::to_string(result.count) << " squares, " << cerrado::to_string(result.status) << '\n';
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
