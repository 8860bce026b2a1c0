// Long runs: a count that may be ended at any moment, and goes on where it was the next time.
#include "square.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/run/run.hpp>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <iostream>

std::atomic<bool> told = false;

int main() {
    std::signal(SIGINT, [](int) { told = true; });
    try {
        cerrado::Graph const graph = cerrado::generate_graph("gen:er:n=2000,m=40000,seed=1");
        cerrado::RunOptions options;
        options.interrupt = &told;
        options.checkpoint.file = std::filesystem::temp_directory_path() / "squares.checkpoint";
        options.checkpoint.every_seconds = 60;
        options.checkpoint.note = [](std::string const& text) { std::cerr << text << '\n'; };
        auto const result = cerrado::run(Square{}, graph, options);
        std::cout << cerrado::to_string(result.count) << " squares, " << cerrado::to_string(result.status) << '\n';
        if (result.status == cerrado::Status::complete) std::filesystem::remove(options.checkpoint.file);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    }
}
