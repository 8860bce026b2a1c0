#include "isomorphism/command.hpp"

#include "command/output/output.hpp"
#include "isomorphism/least_image.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/verifier.hpp"
#include "isomorphism/way.hpp"
#include "motif/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/parts.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace cerrado::command {

namespace {

std::vector<std::pair<int, int>> restrictions_of(MatchingPlan const& plan, std::vector<int> const& order) {
    std::vector<std::pair<int, int>> restrictions;
    for (int i = 0; i < std::min(plan.size, MatchingPlan::max_vertices); ++i) {
        int const v = order[static_cast<std::size_t>(i)];
        for (int j = 0; j < i; ++j) {
            int const u = order[static_cast<std::size_t>(j)];
            if ((plan.steps[i].above >> j & 1) != 0) restrictions.emplace_back(u, v);
            if ((plan.steps[i].below >> j & 1) != 0) restrictions.emplace_back(v, u);
        }
    }
    return restrictions;
}

// `formula`: the formula that counts the pattern, in words; empty if a walk counts it.
MatchedPattern describe(PatternQuery const& query, Pattern const& pattern, std::vector<int> const& order,
                        std::string const& formula) {
    MatchedPattern matched;
    matched.text = query.text;
    matched.is_file = query.is_file;
    Automorphisms found = automorphisms(pattern);
    matched.automorphisms = found.count;
    matched.orbits = std::move(found.orbits);
    matched.orbit_columns = match_orbits(pattern);
    matched.order = order;
    if (auto const plan = plan_if_short(pattern, query.induced, order)) {
        matched.walked = plan->walked;
        matched.restrictions = restrictions_of(*plan, order);
        matched.plan = plan_text(*plan, pattern, order);
    }
    if (!formula.empty())
        matched.plan = fmt::format("formula      {}; a walk would take this plan:\n\n{}", formula, matched.plan);
    if (auto const form = canonical_pattern(pattern)) matched.graph6 = format_graph6(*form);
    if (auto const form = canonical_form(pattern)) matched.name = common_name(pattern.size(), form->adjacency);
    return matched;
}

// Returns: how the records of a list are arranged, if they are to be arranged.
ListOrder list_order(Pattern const& pattern, std::vector<int> const& order) {
    auto const image = std::make_shared<LeastImage const>(pattern, order);
    if (image->is_ascending()) return {};
    return {[image](std::span<std::uint32_t> ids) { image->arrange(ids); },
            [image](std::span<OriginalId> ids) { image->arrange(ids); }};
}

// Changes an application to one that counts one pattern. `order`: the order of vertices in which a walk finds them.
// `by_labels`: it also counts by label if the pattern discovers labels.
Application of_pattern(Application application, PatternQuery const& query, Pattern const& pattern,
                       std::vector<int> const& order, std::string const& formula, bool by_labels) {
    application.pattern = describe(query, pattern, order, formula);
    for (int v = 0; by_labels && v < pattern.size(); ++v) {
        if (pattern.discovers(v)) application.pattern->discovered.push_back(v);
    }
    application.pattern->by_labels = [](RunResult const& result) {
        std::vector<LabelledMatches> rows;
        for (auto const& [labels, count] : result.of<ByLabels>()) rows.push_back({labels, count});
        return rows;
    };
    application.pattern->terms = [](RunResult const& result) {
        CountPlan const& plan = result.of<ByParts>();
        std::vector<CountedTerm> terms;
        for (CountTerm const& term : plan.terms)
            terms.push_back({term.graph6, fmt::format("{}/{}", to_string(term.factor), to_string(plan.divisor)),
                             term.heads, term.count, term.seconds});
        return terms;
    };
    application.k_min = application.k_max = static_cast<int>(application.pattern->order.size());
    application.semantics = semantics_of_matches(query.induced);
    MatchQuery const matches{
        .pattern = pattern, .induced = query.induced, .order = query.order, .labels_may_lack = query.is_one_of_many};
    application.bind = [matches, order, walks = formula.empty()](Asked const& asked) {
        MatchQuery own = matches;
        own.algorithm = asked.algorithm;
        if (asked.is_local()) return bind_local_matches(own);
        if (asked.output == Asked::Output::existence) return bind_match_exists(own);
        bool const is_listed = asked.output == Asked::Output::list;
        bool const may_walk = asked.algorithm != Algorithm::formula && asked.algorithm != Algorithm::parts;
        if (is_listed || (walks && may_walk)) own.order = order;
        own.as_found = is_listed; // the threads that write a list arrange it
        return is_listed ? bind_match_list(own) : bind_matches(own);
    };
    application.approximate = [matches](Graph const& graph, Asked const&, Precision const& precision,
                                        RunOptions const& options) {
        return approximate_matches(graph, matches, precision, options);
    };
    application.lists = application.locates = true;
    application.list_order = list_order(pattern, order);
    application.serial = serial_program(MatchQuery{.pattern = query.pattern, .induced = query.induced}, by_labels);
    return application;
}

void tell_lacking_label(PatternQuery const& query, Graph const& graph) {
    std::string const lacking = lacking_label(query.pattern, graph);
    if (lacking.empty()) return;
    if (!query.is_one_of_many) throw InputError(lacking);
    say(fmt::format("pattern \"{}\": {}", query.text, lacking));
}

// A vertex whose label is discovered is not alike to one whose label is not. This can surprise.
void tell_broken_symmetry(PatternQuery const& query, Pattern const& pattern) {
    if (pattern.discovered() == 0) return;
    WideCount const times = automorphisms(pattern.without_discovery()).count / automorphisms(pattern).count;
    if (times == 1) return;
    say(
        fmt::format("pattern \"{}\": ? tells vertices apart that are alike without it, so there are {} times as many "
                    "matches as without ?",
                    query.text, to_string(times)));
}

// Changes the application of a pattern to one of its matches that have the given vertices.
Application through_vertices(Application application, MatchQuery const& matches) {
    application.bind = [matches](Asked const& asked) {
        MatchQuery own = matches;
        own.algorithm = asked.algorithm;
        own.through = asked.through;
        own.labels_may_lack = true; // it was told
        if (asked.is_local()) return bind_local_matches(own);
        if (asked.output == Asked::Output::existence) return bind_match_exists(own);
        return asked.output == Asked::Output::list ? bind_match_list(own) : bind_matches(own);
    };
    application.list_order = {[](std::span<std::uint32_t>) {}, [](std::span<OriginalId>) {}}; // the list is arranged
    return application;
}

Application of_pattern(Application const& application, PatternQuery const& query) {
    MatchQuery const matches = as_meant({.pattern = query.pattern, .induced = query.induced, .order = query.order});
    auto const found_by = [application, query, matches](MatchWay const& way, bool by_labels) {
        return of_pattern(application, query, matches.pattern, way.order, describe(way, matches.pattern), by_labels);
    };
    Application of_no_graph = found_by(way_of(matches), true);
    of_no_graph.for_graph = [=](Graph const& graph, Asked const& asked) {
        tell_lacking_label(query, graph);
        if (!asked.through.empty()) return through_vertices(of_no_graph, matches);
        if (asked.output == Asked::Output::existence) return of_no_graph; // that search has an order of its own
        MatchQuery own = matches;
        own.algorithm = asked.output == Asked::Output::count ? asked.algorithm : Algorithm::walk;
        MatchWay const way = way_of(own, graph);
        tell_broken_symmetry(query, matches.pattern);
        Application of_graph = found_by(way, asked.output == Asked::Output::count);
        if (way.sum) of_graph.bind = [=](Asked const&) { return bind_way(own, way); };
        if (way.parts) of_graph.bind = [=](Asked const&) { return bind_known_way(own, way); };
        if (way.is_walk()) {
            of_graph.pattern->predict = [=] {
                return predicted_traversals(matches.pattern, query.induced, way.order, graph);
            };
        }
        return of_graph;
    };
    return of_no_graph;
}

// Changes an application to one that counts every pattern of k vertices. Induced matches are counted as motifs are, and
// the counts of edge-induced matches follow from these.
Application of_all(Application application, bool induced) {
    application.k_min = 3;
    application.k_max = max_pattern_vertices;
    application.has_patterns = true;
    application.semantics = semantics_of_matches(induced);
    application.bind = [induced](Asked const& asked) {
        if (asked.algorithm != Algorithm::fast) refuse(asked.algorithm, "counts one pattern; leave it out with --all");
        return bind_motifs({.k = asked.sizes.first, .edge_induced = !induced, .through = asked.through});
    };
    application.serial = induced ? serial_program(MotifQuery()) : serial_program_of_all();
    if (induced) {
        application.approximate = [](Graph const& graph, Asked const& asked, Precision const& precision,
                                     RunOptions const& options) {
            return approximate_motifs(graph, {.k = asked.sizes.first}, precision, options);
        };
    }
    return application;
}

Application isomorphism_application() {
    Application application;
    application.name = "match";
    application.alias = "isomorphism";
    application.summary = "Count the matches of a pattern";
    application.examples =
        "A pattern is a name, graph6, or items between commas, its vertices numbered from 0 on:\n"
        "  0-1   an edge          0~1   no edge          0-1,0~2,1~2   an edge that is in no triangle\n"
        "  0>1   an arc           0~>1  no arc           '0>1,1>2,0>2' in quotes, as > is the shell's\n"
        "  0:A   a vertex that bears the label A         0:A|B,1:C,0-1 one that bears A or B, joined to a C\n"
        "  0:?   a vertex whose label is discovered      '0:?,1:?,0-1' the pairs of labels of edges, with their "
        "numbers\n"
        "  0-1/x an edge, and 0>1/x an arc, that bears the label x\n"
        "\nExamples:\n"
        "  cerrado match graph.txt --pattern house                     edge-induced: other edges may be there\n"
        "  cerrado match graph.txt --pattern 4-cycle --induced         no chord\n"
        "  cerrado match graph.txt --pattern 0-1,1-2,2-3,3-0,0~2       one chord may be there\n"
        "  cerrado match graph.txt --pattern Dd[ --json -              a house in graph6; the record of the run\n"
        "  cerrado match graph.lg --pattern query.lg                   a pattern from a file; --list-names: all names\n"
        "  cerrado match graph.txt --pattern 17-star                   up to 32 vertices, if the walk has to find few\n"
        "  cerrado match graph.txt --pattern bull --explain            the plan of the search, and its predicted time\n"
        "  cerrado match graph.txt --pattern 0-1,1-2 --list -          one match on each line: the ids of 0, 1, 2\n"
        "  cerrado match graph.txt --pattern house --per-orbit h.csv   the times that a vertex is the roof, ...\n"
        "  cerrado match graph.txt --pattern 6-cycle --exists          ends at the first match\n"
        "  cerrado match graph.txt --all 5                             every pattern of 5 vertices\n"
        "  cerrado match graph.txt --pattern 7-cycle --approximate 1%  an estimate with its interval\n"
        "  cerrado match graph.txt --pattern bull --verify             check by a serial program; for small graphs\n"
        "  cerrado match genes.txt --directed --pattern FFL            feed-forward loops: '0>1,1>2,0>2'\n"
        "  cerrado match ppi.txt --labels go.txt --pattern '0:TF,1:kinase,0-1'   vertices with labels\n"
        "  cerrado match ppi.txt --labels go.txt --pattern '0:?,1:?,0-1'         which labels there are, a row for "
        "each\n";
    application.algorithms = {Algorithm::fast, Algorithm::walk, Algorithm::formula, Algorithm::parts};
    application.algorithms_help =
        "auto, or fast: a formula if the pattern has one, else parts or a walk; walk: find matches vertex by vertex; "
        "formula: count by a formula, or report that there is none; parts: the same by a plan, for 6 to 10 vertices";
    application.has_through = true;
    application.estimates = true;
    application.of_all = [application](bool induced) { return of_all(application, induced); };
    application.of_pattern = [application](PatternQuery const& query) { return of_pattern(application, query); };
    return application;
}

} // namespace

Command match_command() { return command_of(isomorphism_application(), 30); }

} // namespace cerrado::command
