// Tutorial 1, step 2: the program around Square.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: " << arguments[0] << " GRAPH\n";
        return static_cast<int>(cerrado::ExitCode::bad_input);
    }
    try {
        auto const result = cerrado::run(Square{}, cerrado::open_graph(arguments[1]));
        std::cout << cerrado::to_string(result.count) << " squares\n";
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
