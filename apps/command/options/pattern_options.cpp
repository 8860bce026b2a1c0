#include "command/options/pattern_options.hpp"

#include "command/options/options.hpp"
#include "command/options/pattern_names.hpp"
#include "command/options/pattern_source.hpp"
#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cerrado::command {

void add_pattern_options(Options& command, PatternRequest& request) {
    command
        .add("--pattern", request.texts,
             "What to look for: a name (house, K5, ...), graph6, items between commas: 0-1 an edge, 0~1 no edge, "
             "0>1 an arc, 0:A a label; or a file of a graph; may be given several times")
        .repeated()
        .shown_as("PATTERN");
    command.add("--patterns", request.file, "A file of patterns, one a line, # begins a comment; or a folder of files")
        .shown_as("FILE");
    command.printing_flag("--list-names{table}", pattern_names,
                          "Print every pattern that has a name, and stop; =csv or =json: for programs");
    command.add("--all", request.all, "Every connected pattern of K vertices, 3 to 9, in one run").shown_as("K");
    Option const induced =
        command.flag("--induced", request.induced, "No edge among the vertices of a match but the pattern's");
    command.flag("--edge-induced", "Other edges may be there; this is the default").excludes(induced);
    command.add("--order", request.order, "In which order its vertices are found, as 2,0,1 [chosen]")
        .between_commas()
        .shown_as("V,V,...");
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
    std::vector<GivenPattern> given;
    for (std::string const& text : request.texts) given.push_back(given_pattern(text, marks));
    if (!request.file.empty()) std::ranges::move(listed_patterns(request.file, marks), std::back_inserter(given));
    bool const is_many = given.size() > 1;
    if (is_many && !request.order.empty()) {
        throw InputError("--order: the vertices of one pattern; give one --pattern with it");
    }
    std::vector<Application> all;
    for (GivenPattern const& each : given) {
        all.push_back(application.of_pattern({.text = each.text,
                                              .pattern = each.pattern,
                                              .is_file = each.is_file,
                                              .induced = request.induced,
                                              .order = request.order,
                                              .is_one_of_many = is_many}));
    }
    return all;
}

} // namespace cerrado::command
