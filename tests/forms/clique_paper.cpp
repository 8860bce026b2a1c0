#include "form.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const clique_paper_form{
    "clique_paper",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(OfEveryWarpWidth<CliquePaper>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliquePaper{k}, graph); },
};

} // namespace cerrado::test
