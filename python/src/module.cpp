// The module cerrado._core, through which Python calls the library. All that Python can do itself is in cerrado/*.py.
#include "run.hpp"

NB_MODULE(_core, module) {
    using namespace cerrado::python;
    nb::set_leak_warnings(false); // a run at the end of the process keeps its objects alive
    bind_errors(module);
    bind_options(module);
    bind_columns(module);
    bind_graph(module);
    bind_build(module);
    bind_patterns(module);
    bind_device_blocks(module);
    bind_listing(module);
    bind_lists(module);
    bind_cliques(module);
    bind_motifs(module);
    bind_matches(module);
    bind_queries(module);
    bind_temporal(module);
    bind_compression(module);
    bind_graphlets(module);
    bind_discovery(module);
    bind_frequent(module);
    bind_sieve(module);
    bind_six(module);
    bind_devices(module);
    bind_ranks(module);
    bind_cores(module);
    module.def("end_all_calls", end_all_calls, "Interrupts all runs. The end of the process calls it.");
    module.def("forget_threads", forget_threads, "Forgets the threads of the parent. The child of a fork calls it.");
}
