// Tutorial 1, step 5: the subgraphs themselves. Lists the 5-cliques of a graph by original ids.
#include <cerrado/graph/open.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <iostream>
#include <set>
#include <vector>

using cerrado::OriginalId;
using cerrado::VertexId;

struct StoredClique {
    int k;
    using Output = cerrado::Store;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        }
        if (te.size() == k - 1) te.aggregate_store();
    }
};

int main() {
    std::set<std::vector<OriginalId>> cliques;
    cerrado::RunOptions options;
    options.of<cerrado::Store>().sink = [&](std::span<OriginalId const> vertices) {
        std::vector<OriginalId> clique(vertices.begin(), vertices.end());
        std::ranges::sort(clique);
        cliques.insert(clique);
    };
    cerrado::run(StoredClique{5}, cerrado::open_graph("datasets/karate.txt"), options);

    for (auto const& clique : cliques) {
        for (OriginalId const id : clique) std::cout << id << (id == clique.back() ? '\n' : ' ');
    }
}
