#include "command/several/shared_graph.hpp"

#include "command/run/work.hpp"
#include "command/several/ranks_of_program.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks/broadcast.hpp>

namespace cerrado::command {

void add_read_each_option(Options& command, bool& read_each) {
    command
        .flag(
            "--read-each",
            [&read_each] {
                if (ranks_of_program() == nullptr) {
                    throw InputError(
                        "--read-each has no effect in one process, which reads the graph itself; leave it out, "
                        "or start several with mpirun");
                }
                read_each = true;
            },
            "With mpirun: each process reads the graph, from a disk that all have; else the first sends it to the "
            "others")
        .group("How the graph is read");
}

Graph open_graph_in_ranks(std::string const& graph, int threads, GraphMarksRequest const& marks, Stages& stages) {
    Ranks* const ranks = ranks_of_program();
    if (ranks == nullptr || marks.read_each) return open_graph_argument(graph, threads, marks);
    double is_read = process_seconds();
    Graph of_all = broadcast(*ranks, [&] {
        Graph opened = open_graph_argument(graph, threads, marks);
        is_read = process_seconds();
        return opened;
    });
    stages.broadcast = process_seconds() - is_read;
    return of_all;
}

} // namespace cerrado::command
