// Tutorial 1, step 4: a total of one's own. The transitivity of a graph is the share of its wedges that are closed.
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

using cerrado::VertexId;

struct Transitivity {
    int k = 3;
    static constexpr int extension_lists = 1;

    struct Accumulator {
        cerrado::Count open = 0;
        cerrado::Count closed = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        into.open += from.open;
        into.closed += from.closed;
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1) && te.size() == 2) {
            te.filter([](auto const& t, VertexId v) { return v > t.last(); });
        }
        if (te.size() == 2) {
            te.aggregate(
                [](Accumulator& sum, auto const& t, VertexId v) { ++(t.adjacent(1, v) ? sum.closed : sum.open); });
        }
    }
};

int main() {
    auto const result = cerrado::run(Transitivity{}, cerrado::open_graph("datasets/karate.txt"));
    auto const [open, closed] = result.accumulator;
    std::cout << closed << " of " << open + closed << " wedges are closed: transitivity "
              << static_cast<double>(closed) / static_cast<double>(open + closed) << '\n';
}
