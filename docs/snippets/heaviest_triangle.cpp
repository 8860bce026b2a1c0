// Tutorial 13: an application of one's own that reads a column. The triangle of cells with the most synapses.
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/best.hpp>
#include <cerrado/run/run.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

using cerrado::VertexId;
using Heaviest = cerrado::Best<cerrado::Greatest<std::uint32_t>>;

struct HeaviestTriangle {
    int k = 3;
    using Output = Heaviest;
    static constexpr int extension_lists = 1;
    cerrado::ArrayRef<std::uint32_t> weights; // by edge

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        }
        if (te.size() == 2) {
            std::uint32_t const first = weights[te.edge_position(0, 1)];
            te.aggregate_best([&](auto const& t, VertexId v) {
                return first + weights[t.edge_position(0, v)] + weights[t.edge_position(1, v)];
            });
        }
    }
};

// For each entry of the lists, the sum over the rows of its edge. A missing weight counts as 0.
std::vector<std::uint32_t> sums(cerrado::GraphColumns const& columns, cerrado::Column const& weight) {
    std::vector<std::uint32_t> sums;
    for (std::uint32_t const first : columns.first_row) {
        std::uint32_t sum = 0;
        columns.for_each_row(first, [&](std::uint32_t row) {
            if (!weight.is_missing(row)) sum += static_cast<std::uint32_t>(weight.whole[row]);
        });
        sums.push_back(sum);
    }
    return sums;
}

int main() {
    cerrado::Graph const graph = cerrado::open_marked_graph("datasets/synapses.csv", {.attributes = true});
    cerrado::Resident const resident(graph);
    auto const weights = resident.array(cerrado::Per::edge, sums(*graph.columns, *graph.columns->row_column("weight")));
    auto const result = cerrado::run(HeaviestTriangle{.weights = weights.ref()}, resident);

    auto const& best = result.of<Heaviest>();
    for (auto const id : best.vertices()) std::cout << id << ' ';
    std::cout << "have " << best.value << " synapses\n";
}
