// One run in all processes that mpirun started, or in this one alone.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/broadcast.hpp>
#include <cerrado/run/ranks.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

int main() {
    cerrado::Ranks ranks;
    auto const read = [] { return cerrado::open_graph("gen:grid:rows=100,columns=100"); };
    cerrado::Graph const graph = cerrado::broadcast(ranks, read); // rank 0 reads it
    cerrado::RunOptions options;
    options.ranks = &ranks;
    auto const result = cerrado::run(Square{}, graph, options);
    if (ranks.rank() == 0) std::cout << cerrado::to_string(result.count) << " squares\n";
    return ranks.finish(0, ""); // all processes get the exit code of rank 0
}
