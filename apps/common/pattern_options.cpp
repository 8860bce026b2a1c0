#include "common/pattern_options.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace cerrado::command {

namespace {

// The patterns of a file, one a line.
void read_patterns(std::string const& path, std::vector<std::string>& texts) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot be read; expected a file of patterns, one a line", path));
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        std::size_t const begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        texts.push_back(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
        try {
            parse_pattern(texts.back());
        } catch (InputError const& error) {
            throw InputError(fmt::format("{}:{}: {}", path, number, error.what()));
        }
    }
}

} // namespace

void add_pattern_options(CLI::App& command, PatternRequest& request) {
    command
        .add_option("--pattern", request.texts,
                    "What to look for: a name (house, K5, ...), graph6, or items between commas: 0-1 an edge, 0~1 no "
                    "edge, 0>1 an arc, 0:A a label; may be given several times")
        ->allow_extra_args(false)
        ->option_text("PATTERN");
    command.add_option("--patterns", request.file, "A file of patterns, one a line; # begins a comment")
        ->option_text("FILE");
    command.add_option("--all", request.all, "Every connected pattern of K vertices, 3 to 9, in one run")
        ->option_text("K");
    auto* const induced =
        command.add_flag("--induced", request.induced, "No edge among the vertices of a match but the pattern's");
    command.add_flag("--edge-induced")->description("Other edges may be there; this is the default")->excludes(induced);
    command.add_option("--order", request.order, "In which order its vertices are found, as 2,0,1 [chosen]")
        ->delimiter(',')
        ->option_text("V,V,...");
}

std::vector<Application> applications_of(Application const& application, PatternRequest const& request,
                                         GraphMarksRequest const& marks) {
    bool const is_some = !request.texts.empty() || !request.file.empty();
    if (request.all.has_value() == is_some) {
        throw InputError(is_some ? "--all: every pattern of so many vertices; drop --pattern and --patterns"
                                 : "no pattern is given: --pattern PATTERN, --patterns FILE or --all K; see --help");
    }
    if (request.all) {
        if (!request.order.empty() || marks.directed || !marks.labels.empty()) {
            throw InputError(
                "--all: its patterns have neither order, arcs nor labels; drop --order, --directed and "
                "--labels");
        }
        Application const all = application.of_all(request.induced);
        if (*request.all < all.k_min || *request.all > all.k_max) {
            throw InputError(fmt::format("--all {}: every pattern of so many vertices; expected {} to {}", *request.all,
                                         all.k_min, all.k_max));
        }
        return {all};
    }
    std::vector<std::string> texts = request.texts;
    if (!request.file.empty()) read_patterns(request.file, texts);
    if (texts.empty()) throw InputError(request.file + ": it has no pattern; expected one a line");
    if (texts.size() > 1 && !request.order.empty()) {
        throw InputError("--order: the vertices of one pattern; give one --pattern with it");
    }
    std::vector<Application> all;
    for (std::string const& text : texts) {
        all.push_back(application.of_pattern({text, request.induced, request.order}));
    }
    return all;
}

} // namespace cerrado::command
