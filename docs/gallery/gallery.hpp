// What the programs of the gallery have in common: they take a graph, numbers and a device, and run either the
// application or the plain serial program beside it.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/options.hpp>

#include <chrono>
#include <iostream>
#include <string>
#include <vector>

struct Asked {
    cerrado::Graph graph;
    std::vector<int> numbers;
    cerrado::RunOptions options;
};

// Runs `own`, or `serial` after the option --serial, on the graph and `count` numbers of the command line. Both return
// a line, which goes to standard output. With --time they run twice, and the seconds of the second run go to standard
// error.
template <class Own, class Serial> int gallery(int argument_count, char** arguments, std::size_t count,
                                               char const* usage, Own const& own, Serial const& serial) {
    try {
        Asked asked;
        bool is_serial = false, is_timed = false;
        std::vector<std::string> words(arguments + 1, arguments + argument_count);
        if (words.size() < 1 + count) throw cerrado::InputError(std::string("usage: ") + usage);
        for (std::size_t i = 1; i <= count; ++i) asked.numbers.push_back(std::stoi(words[i]));
        for (std::size_t i = 1 + count; i < words.size(); ++i) {
            if (words[i] == "--serial")
                is_serial = true;
            else if (words[i] == "--time")
                is_timed = true;
            else if (words[i] == "--host")
                asked.options.device = cerrado::DeviceKind::host;
            else
                throw cerrado::InputError(std::string("usage: ") + usage);
        }
        asked.graph = cerrado::open_graph(words[0]);
        std::string line;
        double seconds = 0;
        for (int run = 0; run < (is_timed ? 2 : 1); ++run) { // the first also makes the device ready
            auto const begun = std::chrono::steady_clock::now();
            line = is_serial ? serial(asked) : own(asked);
            seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        }
        std::cout << line << '\n';
        if (is_timed) std::cerr << seconds << " s\n";
        return static_cast<int>(cerrado::ExitCode::done);
    } catch (cerrado::Error const& error) {
        std::cerr << error.what() << '\n';
        return static_cast<int>(error.exit_code());
    } catch (std::exception const&) { // of std::stoi
        std::cerr << "usage: " << usage << '\n';
        return static_cast<int>(cerrado::ExitCode::bad_input);
    }
}
