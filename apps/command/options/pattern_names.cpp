#include "command/options/pattern_names.hpp"

#include "command/record/json.hpp"
#include "command/record/pattern_rows.hpp"
#include "command/record/text.hpp"

#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/names/directed_names.hpp>
#include <cerrado/canonical/names/names.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace cerrado::command {

namespace {

struct Named {
    PatternKind kind;
    int k;
    PatternWord canonical;
    PatternInfo info;
};

std::vector<Named> all_patterns() {
    std::vector<Named> all;
    for (NamedAdjacency const& each : all_named()) {
        all.push_back({PatternKind::undirected, each.k, each.adjacency, describe_canonical(each.k, each.adjacency)});
    }
    for (DirectedName const& each : directed_names()) {
        Pattern const pattern = parse_pattern(each.items);
        PatternWord const canonical = canonical_arcs(pattern.size(), arcs_of(pattern).value()).arcs;
        all.push_back({PatternKind::directed, pattern.size(), canonical,
                       describe_canonical(PatternKind::directed, pattern.size(), canonical)});
    }
    return all;
}

std::string table(std::vector<Named> const& all) {
    Table table({{"name"}, {"other names"}, {"graph6"}, {"pattern"}});
    for (Named const& each : all) {
        bool const is_drawn = each.k <= largest_drawn;
        table.add_row({{each.info.name},
                       each.info.aliases,
                       {each.info.graph6},
                       is_drawn ? draw_pattern(each.kind, each.k, each.canonical)
                                : Table::Cell{counted(static_cast<WideCount>(each.k), "vertex")}});
    }
    return table.text() +
           "\nUpper and lower case are alike; hyphens, underscores and blanks can be left out. These go on: paths,\n"
           "cycles (C12) and cliques (K12) to 16 vertices, stars to 31 leaves.\n";
}

std::string csv(std::vector<Named> const& all) {
    std::string text = "name,other_names,graph6,vertices,edges,directed\n";
    for (auto const& [kind, k, canonical, info] : all) {
        text += fmt::format("{},{},{},{},{},{}\n", csv_field(info.name),
                            csv_field(fmt::format("{}", fmt::join(info.aliases, " "))), csv_field(info.graph6), k,
                            edges_text(kind, info), kind == PatternKind::directed ? 1 : 0);
    }
    return text;
}

std::string json(std::vector<Named> const& all) {
    Json patterns = Json::array();
    for (auto const& [kind, k, canonical, info] : all) {
        patterns.push({{"name", info.name},
                       {"aliases", info.aliases},
                       {"graph6", info.graph6},
                       {"vertices", k},
                       {"edges", info.edges},
                       {"directed", kind == PatternKind::directed}});
    }
    return Json({{"patterns", patterns}}).lines();
}

} // namespace

std::string pattern_names(std::string const& format) {
    if (format == "table") return table(all_patterns());
    if (format == "csv") return csv(all_patterns());
    if (format == "json") return json(all_patterns());
    throw InputError(
        fmt::format("--list-names={}: expected --list-names, --list-names=csv or --list-names=json", format));
}

} // namespace cerrado::command
