#include "form.hpp"

#include <motif/motif.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const motif_form{
    "motif",
    true,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(OfEveryWarpWidth<Motif>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(Motif{k}, graph); },
};

} // namespace cerrado::test
