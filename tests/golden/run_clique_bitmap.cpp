#include "rows.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

RunResult run_clique_bitmap(int k, Graph const& graph, RunOptions const& options) {
    return run(CliqueBitmap{k}, graph, options);
}

} // namespace cerrado::test
