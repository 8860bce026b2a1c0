// The smallest program around an application: a graph argument in, a count out.
#include "wedge.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: " << arguments[0]
                  << " GRAPH   (a file, or a generator such as gen:er:n=100,m=500,seed=1)\n";
        return static_cast<int>(cerrado::ExitCode::bad_input);
    }
    try {
        cerrado::Graph const graph = cerrado::open_graph(arguments[1]);
        auto const result = cerrado::run(Wedge{}, graph);
        std::cout << cerrado::to_string(result.count) << " wedges, " << result.seconds.run << " s on "
                  << result.device.kind << '\n';
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
