#include "form.hpp"

#include <motif/motif.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const motif_paper_form{
    "motif_paper",
    true,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(OfEveryWarpWidth<MotifPaper>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(MotifPaper{k}, graph); },
};

} // namespace cerrado::test
