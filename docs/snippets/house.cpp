// Tutorial 1, step 7: the program around House and CountedHouse.
#include "house.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>
#include <string_view>

using cerrado::RunResult;

int main(int argument_count, char** arguments) {
    if (argument_count != 3) {
        std::cerr << "usage: " << arguments[0] << " walked|counted GRAPH\n";
        return static_cast<int>(cerrado::ExitCode::bad_input);
    }
    try {
        cerrado::Graph const graph = cerrado::open_graph(arguments[2]);
        bool const counted = std::string_view(arguments[1]) == "counted";
        RunResult const result = counted ? RunResult(run(CountedHouse{}, graph)) : run(House{}, graph);
        std::cout << cerrado::to_string(result.count) << " houses\n";
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
