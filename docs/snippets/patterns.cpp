// Tutorial 1, step 6: counts by pattern, with each subgraph met once by ESU.
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

struct Motifs {
    int k;
    using Engine = cerrado::Exclusive;
    using Output = cerrado::ByPattern;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_exclusive();
        if (te.size() == k - 1) te.aggregate_pattern();
    }
};

int main() {
    int const k = 4;
    auto const table = cerrado::TransitionTable::load(k);
    cerrado::RunOptions options;
    options.of<cerrado::ByPattern>().tables = table.ref();
    auto const result = cerrado::run(Motifs{k}, cerrado::open_graph("datasets/karate.txt"), options);

    auto const patterns = cerrado::describe_all(table);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        std::cout << patterns[i].graph6 << ' ' << cerrado::to_string(result.of<cerrado::ByPattern>()[i]) << ' '
                  << patterns[i].name << '\n';
    }
}
