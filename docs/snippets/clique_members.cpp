// Tutorial 3: which vertices are in how many 4-cliques, from all that are listed; and a run that ends early.
#include <cerrado/engine/rows.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>
#include <map>

using cerrado::OriginalId;

struct ListedClique {
    int k;
    using Engine = cerrado::Rows;
    using Output = cerrado::Store;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_common();
        } else {
            finish(te, te.store());
        }
    }
};

int main() {
    cerrado::Graph const graph = cerrado::open_graph("datasets/karate.txt");
    std::map<OriginalId, int> cliques_of;
    cerrado::RunOptions options;
    options.of<cerrado::Store>().batch_sink = [&](std::span<OriginalId const> ids) {
        for (OriginalId const id : ids) ++cliques_of[id];
    };
    cerrado::run(ListedClique{4}, graph, options);
    for (auto const& [id, cliques] : cliques_of) std::cout << id << " is in " << cliques << '\n';

    std::size_t vertices = 0;
    options.of<cerrado::Store>().batch_sink = [&](std::span<OriginalId const> ids) { vertices += ids.size(); };
    options.of<cerrado::Store>().limit = 5;
    auto const result = cerrado::run(ListedClique{4}, graph, options);
    std::cout << "then " << vertices << " ids of " << cerrado::to_string(result.count) << " cliques ("
              << cerrado::to_string(result.status) << ")\n";
}
