#include "balance_delayed.hpp"

#include <motif/motif.hpp>

#include <cerrado/run/run.hpp>

namespace cerrado::test {

Form const delayed_motif_form{
    "motif",
    true,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<Motif>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(Motif{k}, graph); },
};

Form const delayed_motif_paper_form{
    "motif_paper",
    true,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<MotifPaper>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(MotifPaper{k}, graph); },
};

} // namespace cerrado::test
