#include "balance_delayed.hpp"

#include <clique/clique.hpp>

#include <cerrado/run/run.hpp>

namespace cerrado::test {

Form const delayed_clique_form{
    "clique",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<Clique>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(Clique{k}, graph); },
};

Form const delayed_clique_paper_form{
    "clique_paper",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<CliquePaper>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliquePaper{k}, graph); },
};

// Walks to the level of the last three, so that there is work to move.
struct WalkedBitmap : CliqueBitmap {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 3) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

Form const delayed_clique_bitmap_form{
    "clique_bitmap",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<WalkedBitmap>{{{k}}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueBitmap{k}, graph); },
};

Form const bitmap_at_once_form{
    "bitmap_at_once",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<CliqueBitmap>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueBitmap{k}, graph); },
};

} // namespace cerrado::test
