#include "rows.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

RunResult run_clique(int k, Graph const& graph, RunOptions const& options) { return run(Clique{k}, graph, options); }

} // namespace cerrado::test
