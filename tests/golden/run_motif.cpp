#include "rows.hpp"

#include <motif/motif.hpp>

#include <cerrado/runtime/run.hpp>

namespace cerrado::test {

RunResult run_motif(int k, Graph const& graph, RunOptions const& options) { return run(Motif{k}, graph, options); }

} // namespace cerrado::test
