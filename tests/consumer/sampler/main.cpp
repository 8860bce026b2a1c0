// Estimates the chordless squares of a graph by random walks, and counts them by a full search.
#include "squares.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iomanip>
#include <iostream>
#include <string>

int main(int argument_count, char** arguments) {
    std::string const device = argument_count > 1 ? arguments[1] : "host";
    std::string const graph_name = argument_count > 2 ? arguments[2] : "gen:er:n=60,m=300,seed=1";
    try {
        cerrado::RunOptions options;
        options.device = device == "cuda"       ? cerrado::DeviceKind::cuda
                         : device == "lockstep" ? cerrado::DeviceKind::lockstep
                                                : cerrado::DeviceKind::host;
        cerrado::Graph const graph = cerrado::open_graph(graph_name);
        auto const result = cerrado::run(SampledSquares{}, graph, options);
        auto const [mean, error] = result.of<Estimate>();
        std::cout << std::fixed << std::setprecision(1) << "estimated " << mean << " +- " << error << ", counted "
                  << cerrado::to_string(cerrado::run(AllSquares{}, graph, options).count) << '\n';
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
