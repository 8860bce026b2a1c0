#include "command/options/pattern_source.hpp"

#include "command/record/message.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/pattern/from_graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

namespace cerrado::command {

namespace {

bool is_file(std::string const& path) {
    std::error_code error;
    return std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
}

GivenPattern read_pattern(std::string const& path, GraphMarksRequest of_graph) {
    of_graph.labels.clear(); // which are of the graph's vertices
    Graph const graph = open_graph_argument(path, 0, of_graph);
    try {
        Pattern const pattern = pattern_from_graph(graph);
        pattern.require_connected();
        return {path, pattern, true};
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: as a pattern: {}", path, error.what()));
    }
}

std::vector<GivenPattern> patterns_in_folder(std::string const& path, GraphMarksRequest const& of_graph) {
    std::vector<std::string> files;
    for (auto const& entry : std::filesystem::directory_iterator(path)) {
        bool const is_hidden = entry.path().filename().string().starts_with('.');
        if (entry.is_regular_file() && !is_hidden) files.push_back(entry.path().string());
    }
    std::ranges::sort(files);
    std::vector<GivenPattern> patterns;
    for (std::string const& file : files) patterns.push_back(read_pattern(file, of_graph));
    return patterns;
}

} // namespace

GivenPattern given_pattern(std::string const& text, GraphMarksRequest const& of_graph) {
    auto const note = [](std::string const& line) { print_message("cerrado: {}\n", line); };
    bool const is_there = is_file(text);
    try {
        GivenPattern given{text, parse_pattern(text, note)};
        if (is_there) note(fmt::format("pattern \"{0}\" is not the file of that name, which is ./{0}", text));
        return given;
    } catch (InputError const& error) {
        if (is_there) return read_pattern(text, of_graph);
        if (text.find_first_of("./") == std::string::npos) throw;
        throw InputError(fmt::format("{}; nor is there such a file", error.what()));
    }
}

std::vector<GivenPattern> listed_patterns(std::string const& path, GraphMarksRequest const& of_graph) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        std::vector<GivenPattern> patterns = patterns_in_folder(path, of_graph);
        if (patterns.empty()) throw InputError(path + ": no file is in it; expected files of graphs, a pattern each");
        return patterns;
    }
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot be read; expected a file of patterns, one a line", path));
    std::vector<GivenPattern> patterns;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        std::size_t const begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        try {
            patterns.push_back(given_pattern(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin), of_graph));
        } catch (InputError const& wrong) {
            throw InputError(fmt::format("{}:{}: {}{}", path, number, wrong.what(),
                                         patterns.empty() ? "; where the file is a graph, give it as --pattern" : ""));
        }
    }
    if (patterns.empty()) throw InputError(path + ": it has no pattern; expected one a line");
    return patterns;
}

} // namespace cerrado::command
