#include "form.hpp"

#include <clique/clique_local.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const clique_local_form{
    "clique_local",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(CliqueLocal{k, true}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueLocal{k}, graph); },
    false,
};

} // namespace cerrado::test
