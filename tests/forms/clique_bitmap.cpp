#include "form.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

Form const clique_bitmap_form{
    "clique_bitmap",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(OfEveryWarpWidth<CliqueBitmap>{{k}}, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueBitmap{k}, graph); },
};

} // namespace cerrado::test
