#include "command/record/pattern_rows.hpp"

#include "command/record/json.hpp"
#include "command/record/text.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace cerrado::command {
namespace {

bool is_met(PatternRow const& row) { return row.count > 0; }

} // namespace

std::string edges_text(PatternKind kind, PatternInfo const& info) {
    char const sign = kind == PatternKind::directed ? '>' : '-';
    std::string text;
    for (auto [u, v] : info.edges) text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", u, sign, v);
    return text;
}

PatternChoice choose_patterns(std::string const& text, bool draw) {
    PatternChoice choice;
    choice.draw = draw;
    choice.all = text == "all";
    if (choice.all || text.empty()) return choice;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), choice.most);
    if (error != std::errc{} || end != text.data() + text.size() || choice.most == 0) {
        throw InputError(fmt::format("--patterns {}: expected a number of patterns above 0, or all", text));
    }
    return choice;
}

std::vector<PatternRow> listed_patterns(Record const& record) {
    if (record.shown.all) return record.patterns;
    std::vector<PatternRow> rows;
    std::ranges::copy_if(record.patterns, std::back_inserter(rows), is_met);
    return rows;
}

std::vector<PatternRow> most_frequent_patterns(Record const& record) {
    bool const have_room = record.shown.all || record.patterns.size() <= record.shown.most;
    std::vector<PatternRow> rows = have_room ? record.patterns : listed_patterns(record);
    std::ranges::stable_sort(rows, [](PatternRow const& a, PatternRow const& b) { return a.count > b.count; });
    if (!have_room) rows.resize(std::min(rows.size(), record.shown.most));
    return rows;
}

std::size_t patterns_met(Record const& record) {
    return static_cast<std::size_t>(std::ranges::count_if(record.patterns, is_met));
}

// Of 9 vertices there may be 261,080, which as Json objects would take 1 GB.
std::string patterns_json(Record const& record) {
    std::string text = "[";
    for (PatternRow const& row : listed_patterns(record)) {
        PatternInfo const info = describe_canonical(record.pattern_kind, record.parameters.k, row.adjacency);
        std::string const aliases = info.aliases.empty() ? "" : "\"aliases\":" + Json(info.aliases).text() + ",";
        fmt::format_to(std::back_inserter(text), R"({}    {{"graph6":{},"name":"{}",{}"edges":{},"{}":"{}"}})",
                       text.size() == 1 ? "\n" : ",\n", Json(info.graph6).text(), info.name, aliases,
                       Json(info.edges).text(), count_key(record.result), to_string(row.count));
    }
    return text.size() == 1 ? "[]" : text + "\n  ]";
}

std::string patterns_csv(Record const& record, std::string const& the_run) {
    std::string text = "graph6,name,edges,count,graph,k,algorithm,status,seconds,device\n";
    for (PatternRow const& row : listed_patterns(record)) {
        PatternInfo const info = describe_canonical(record.pattern_kind, record.parameters.k, row.adjacency);
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{}", csv_field(info.graph6), csv_field(info.name),
                       edges_text(record.pattern_kind, info), to_string(row.count), the_run);
    }
    return text;
}

std::string pattern_table(Record const& record) {
    int const k = record.parameters.k;
    bool const draws = k <= largest_drawn || record.shown.draw;
    Table table({{"name"}, {"graph6"}, {draws ? "pattern" : "edges"}, {"count", true}, {"share", true}});
    std::vector<PatternRow> const rows = most_frequent_patterns(record);
    for (PatternRow const& row : rows) {
        PatternInfo const info = describe_canonical(record.pattern_kind, k, row.adjacency);
        table.add_row({{info.name},
                       {info.graph6},
                       draws ? draw_pattern(record.pattern_kind, k, row.adjacency)
                             : Table::Cell{edges_text(record.pattern_kind, info)},
                       {grouped(row.count)},
                       {share_text(row.count, record.result.count)}});
    }
    std::string text = table.text();
    std::size_t const met = patterns_met(record);
    if (rows.size() < met) {
        text += fmt::format("\n{} more occur: {}--csv FILE has them\n", counted(met - rows.size(), "pattern"),
                            record.shown.by_option ? "--patterns all shows them, " : "");
    }
    return text + fmt::format("\n{} of {} vertices, {} of {} met\n", counted(record.result.count, "subgraph"), k,
                              grouped(met), counted(record.patterns.size(), "pattern"));
}

} // namespace cerrado::command
