#include "form.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const clique_form{
    "clique",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(OfEveryWarpWidth<Clique>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(Clique{k}, graph); },
};

} // namespace cerrado::test
