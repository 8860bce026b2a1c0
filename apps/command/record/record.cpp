#include "command/record/record.hpp"

#include "command/output/json.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/picture.hpp"
#include "command/record/significance.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_size.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <numbers>
#include <set>
#include <span>

namespace cerrado::command {

Json number_json(WideCount number) {
    bool const is_wide = number >> 64 != 0;
    return is_wide ? Json(to_string(number)) : Json(static_cast<std::uint64_t>(number));
}

Json seconds_json(Stages const& stages, Seconds const& run) {
    double const start = stages.start + run.start;
    double const prepare = run.prepare + stages.tables + stages.choice;
    double const now = process_seconds();
    Json json = {{"load", stages.load},
                 {"start", start},
                 {"prepare", prepare},
                 {"run", run.run},
                 {"output", std::max(0.0, now - stages.load - start - prepare - run.run)},
                 {"total", now}};
    if (stages.broadcast) json["broadcast"] = *stages.broadcast;
    if (stages.in_parts) json["run_of_all_parts"] = run.run_before + run.run;
    return json;
}

namespace {

Json read_as_json(ReadReport const& report) {
    Json json = {{"format", report.format}};
    if (!report.packing.empty()) json["packing"] = report.packing;
    for (ReadReport::Column const& column : report.columns) {
        Json described = {{"meaning", column.meaning}, {"number", column.number}};
        if (!column.name.empty()) described["name"] = column.name;
        json["columns"].push(std::move(described));
    }
    if (report.columns_in_file > 0) json["columns_in_file"] = report.columns_in_file;
    if (!report.separator.empty()) json["separator"] = report.separator;
    json["header_lines"] = report.header_lines;
    json["comments"] = report.comments;
    json["skipped"] = report.skipped;
    if (!report.remarks.empty()) json["remarks"] = report.remarks;
    return json;
}

} // namespace

Json graph_json(Graph const& graph) {
    Json json = {{"source", graph.source},
                 {"vertices", graph.vertex_count()},
                 {"edges", graph.edge_count()},
                 {"max_degree", graph.max_degree()}};
    if (is_directed(graph)) json["directed"] = true;
    if (has_labels(graph)) json["labels"] = graph.marks->label_names.size();
    if (has_edge_labels(graph)) json["edge_labels"] = graph.marks->edge_label_names.size();
    if (has_names(graph)) json["names"] = true;
    json["read_as"] = graph.read_as ? read_as_json(*graph.read_as) : Json(nullptr);
    return json;
}

namespace {

std::string words_for_a_shell(std::vector<std::string> const& words) {
    constexpr std::string_view plain = "-_./=:,+%@";
    std::string text = "cerrado"; // wherever it was started
    for (std::size_t i = 1; i < words.size(); ++i) {
        std::string const& word = words[i];
        bool const is_plain = !word.empty() && std::ranges::all_of(word, [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos;
        });
        if (is_plain) {
            text += " " + word;
            continue;
        }
        text += " '";
        for (char const c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
        text += "'";
    }
    return text;
}

std::string time_now() {
    std::time_t const now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &utc)};
}

} // namespace

Json program_json() {
    return {{"command line", words_for_a_shell(words_of_command())},
            {"version", "Cerrado " CERRADO_VERSION},
            {"written", time_now()}};
}

std::string record_text(RecordParts const& parts, Graph const& graph, RunResult const& result, Stages const& stages) {
    Json json = {
        {"app", parts.application},
        {"version", CERRADO_VERSION},
        {"graph", graph_json(graph)},
        {"parameters", parts.parameters},
        {"form", result.chosen.form.empty() ? Json(nullptr) : Json(result.chosen.form)},
        {"semantics", parts.semantics},
        {"order", to_string(result.chosen.order)},
        {"status", to_string(result.status)},
    };
    json.update(parts.answer);
    json["seconds"] = seconds_json(stages, result.seconds);
    add_conditions(json, result);
    json.update(parts.further);
    return json.lines();
}

namespace {

bool is_met(PatternRow const& row) { return row.count > 0; }

} // namespace

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

// Writes text directly: there may be 261,080 patterns (k = 9), which would take 1 GB as Json objects.
std::string patterns_json(Record const& record) {
    std::string text = "[";
    for (PatternRow const& row : listed_patterns(record)) {
        PatternInfo const info = describe_canonical(record.pattern_kind, record.parameters.k, row.adjacency);
        std::string const aliases = info.aliases.empty() ? "" : "\"aliases\":" + Json(info.aliases).text() + ",";
        text += fmt::format(R"({}    {{"graph6":{},"name":"{}",{}"edges":{},"{}":"{}"}})",
                            text.size() == 1 ? "\n" : ",\n", Json(info.graph6).text(), info.name, aliases,
                            Json(info.edges).text(), count_key(record.result), to_string(row.count));
    }
    return text.size() == 1 ? "[]" : text + "\n  ]";
}

std::string patterns_csv(Record const& record, std::string const& the_run) {
    std::string text = "graph6,name,edges,count,graph,k,algorithm,status,seconds,device\n";
    for (PatternRow const& row : listed_patterns(record)) {
        PatternInfo const info = describe_canonical(record.pattern_kind, record.parameters.k, row.adjacency);
        text += fmt::format("{},{},{},{},{}", csv_field(info.graph6), csv_field(info.name),
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
        text += fmt::format("\n{} more occur: {}--csv FILE writes them\n", counted(met - rows.size(), "pattern"),
                            record.shown.by_option ? "--patterns all shows them, " : "");
    }
    return text + fmt::format("\n{} of {} vertices, {} of {} met\n", counted(record.result.count, "subgraph"), k,
                              grouped(met), counted(record.patterns.size(), "pattern"));
}

namespace {

Json sizes_json(Parameters const& parameters) {
    if (parameters.k != 0) return {{"k", parameters.k}};
    if (parameters.sizes.first == 0) return {{"k", nullptr}}; // each pattern has its own
    Json const last = parameters.sizes.last == largest_there_is ? Json(nullptr) : Json(parameters.sizes.last);
    return {{"min_k", parameters.sizes.first}, {"max_k", last}};
}

Json json_of(BalanceChoice const& choice, BalanceUse const& use) {
    return {{"mechanism", to_string(choice.mechanism)},
            {"policy", choice.policy},
            {"threshold", choice.settings.threshold},
            {"donations", choice.settings.donations},
            {"poll_seconds", choice.poll_seconds()},
            {"donated", use.donated},
            {"stops", use.stops},
            {"stop_seconds", use.stop_seconds}};
}

Json json_of(ListRequest const& list) {
    return {{"file", list.target},
            {"format", list.format_of_target() == ListFormat::text ? "text" : "binary"},
            {"limit", list.limit}};
}

Json json_of(LocalRequest const& local, bool of_orbits) {
    auto const target_json = [&](std::string const& target) -> Json {
        if (target.empty()) return nullptr;
        return {{"file", target}, {"format", local.format_of(target) == LocalFormat::csv ? "csv" : "binary"}};
    };
    if (of_orbits) return {{"per_vertex", target_json(local.vertices)}, {"per_orbit", target_json(local.orbits)}};
    return {{"per_vertex", target_json(local.vertices)}, {"per_edge", target_json(local.edges)}};
}

Json plan_json(MatchedPattern const& pattern, RunResult const& result) {
    std::vector<int> const counted(pattern.order.begin() + pattern.walked, pattern.order.end());
    std::vector<std::uint64_t> predicted;
    for (double const traversals : pattern.predict ? pattern.predict() : std::vector<double>())
        predicted.push_back(static_cast<std::uint64_t>(std::llround(traversals)));
    std::vector<std::uint64_t> const visited(result.of<ByLength>().begin(), result.of<ByLength>().end());
    return {{"order", pattern.order},   {"restrictions", pattern.restrictions},
            {"levels", pattern.walked}, {"counted", counted},
            {"predicted", predicted},   {"visited", visited}};
}

// Returns: the number of mappings of so many matches; empty if it exceeds 128 bits.
std::string mappings_digits(MatchedPattern const& pattern, WideCount matches) {
    std::optional<WideCount> const mappings = product_of(matches, pattern.automorphisms);
    return mappings ? to_string(*mappings) : "";
}

// `exists_alone`: the user only asked whether there is a match, so nothing was counted and no plan was used.
Json json_of(MatchedPattern const& pattern, RunResult const& result, bool exists_alone) {
    auto const known = [](std::string const& text) { return text.empty() ? Json() : Json(text); };
    Json json = {{"pattern", pattern.text},
                 {"is_file", pattern.is_file},
                 {"graph6", known(pattern.graph6)},
                 {"name", known(pattern.name)},
                 {"automorphisms", number_json(pattern.automorphisms)},
                 {"orbits", pattern.orbits}};
    if (!exists_alone) {
        json[count_key(result)] = to_string(result.count);
        json["mappings"] = known(mappings_digits(pattern, result.count));
    }
    if (!exists_alone && !pattern.discovered.empty()) {
        json["discovered"] = pattern.discovered;
        Json& rows = json["by_labels"] = Json::array();
        for (auto const& [labels, count] : pattern.by_labels(result)) {
            rows.push({{"labels", labels}, {count_key(result), to_string(count)}});
        }
    }
    json["exists"] = is_there(result);
    json["form"] = known(result.chosen.form);
    json["seconds"] = result.seconds.run;
    if (!exists_alone) json["plan"] = plan_json(pattern, result);
    if (std::vector<CountedTerm> const terms = pattern.terms ? pattern.terms(result) : std::vector<CountedTerm>();
        !terms.empty()) {
        Json& rows = json["terms"] = Json::array();
        for (CountedTerm const& term : terms)
            rows.push({{"graph6", term.graph6},
                       {"factor", term.factor},
                       {"heads", term.heads},
                       {"count", to_string(term.count)},
                       {"seconds", term.seconds}});
    }
    return json;
}

Json sizes_rows(RunResult const& result) {
    Json rows = Json::array();
    for (SizeCount const& row : result.of<BySize>().sizes) rows.push({{"k", row.k}, {count_key(result), row.count}});
    return rows;
}

// The name of a JSON member: "a number" -> "a_number".
std::string key_of(std::string words) {
    std::ranges::replace(words, ' ', '_');
    return words;
}

} // namespace

Json parameters_json(Parameters const& parameters) {
    Json json = sizes_json(parameters);
    json.update({{"algorithm", name_of(parameters.algorithm)},
                 {"device", parameters.devices.empty() ? Json(parameters.device) : Json(parameters.devices)},
                 {"threads", parameters.threads},
                 {"workers", parameters.workers},
                 {"warp_width", parameters.warp_width},
                 {"pieces", parameters.pieces},
                 {"order", parameters.order},
                 {"seed", parameters.seed},
                 {"deadline", parameters.deadline}});
    return json;
}

bool has_sizes(Record const& record) { return record.parameters.k == 0 && record.matches.empty(); }

std::optional<int> largest_size(Record const& record) {
    std::vector<SizeCount> const& sizes = record.result.of<BySize>().sizes;
    bool const is_known = record.parameters.sizes.last == largest_there_is && record.result.status == Status::complete;
    return is_known && !sizes.empty() ? std::optional(sizes.back().k) : std::nullopt;
}

std::optional<bool> is_there(RunResult const& result) {
    if (result.count > 0) return true;
    return result.status == Status::complete ? std::optional(false) : std::nullopt;
}

std::string exists_text(std::optional<bool> exists) { return !exists ? "" : *exists ? "true" : "false"; }

char const* count_key(RunResult const& result) {
    bool const is_exact = result.status == Status::complete || result.status == Status::limit;
    return is_exact ? "count" : "count_at_least";
}

std::string count_digits(RunResult const& result) {
    return result.of<BySize>().sum.empty() ? to_string(result.count) : result.of<BySize>().sum;
}

RecordParts parts_of(Record const& record) {
    RunResult const& result = record.result;
    RecordParts parts;
    parts.application = record.application;
    parts.parameters = parameters_json(record.parameters);
    for (OwnOption const& option : record.own_options) {
        Json& member = parts.parameters[option.name.substr(option.name.find_first_not_of('-'))];
        std::visit([&](auto const* value) { member = Json(*value); }, option.value);
    }
    parts.semantics = record.semantics;
    if (record.exists) {
        parts.answer["exists"] = is_there(result);
    } else {
        parts.answer[count_key(result)] = count_digits(result);
    }
    parts.answer["patterns"] = Json::written(patterns_json(record));
    if (has_sizes(record)) {
        parts.answer["sizes"] = sizes_rows(result);
        std::optional<int> const largest = largest_size(record);
        if (!record.largest.empty()) parts.answer[key_of(record.largest)] = largest;
    }
    if (!record.matches.empty()) {
        Json& matches = parts.answer["matches"] = Json::array();
        for (MatchedRun const& match : record.matches)
            matches.push(json_of(match.pattern, match.result, record.exists));
    }
    if (record.list) parts.further["list"] = json_of(*record.list);
    if (record.local) parts.further["local"] = json_of(*record.local, !record.matches.empty());
    if (record.balance) {
        parts.further["balance"] = json_of(*record.balance, result.balance);
    } else if (!result.chosen.balance.empty()) { // the application's own choice, without a policy
        parts.further["balance"] = {{"mechanism", result.chosen.balance},
                                    {"automatic", true},
                                    {"donated", result.balance.donated},
                                    {"stops", result.balance.stops},
                                    {"stop_seconds", result.balance.stop_seconds}};
    }
    return parts;
}

namespace {

// Returns: the vertices whose labels any of the patterns discovers, ascending.
std::vector<int> discovered_in(Record const& record) {
    std::set<int> all;
    for (MatchedRun const& match : record.matches)
        all.insert(match.pattern.discovered.begin(), match.pattern.discovered.end());
    return {all.begin(), all.end()};
}

// Returns: a field for each column, empty if the pattern discovers no label there or the vertex has none.
std::string label_fields(std::vector<int> const& columns, std::vector<int> const& discovered,
                         std::vector<std::string> const& labels) {
    std::string text;
    for (int const v : columns) {
        auto const place = static_cast<std::size_t>(std::ranges::find(discovered, v) - discovered.begin());
        text += "," + (place < labels.size() ? csv_field(labels[place]) : "");
    }
    return text;
}

// Returns: the end of a row about a run of subgraphs of k vertices.
std::string run_csv(Record const& record, RunResult const& run, int k) {
    return fmt::format("{},{},{},{},{:.6f},{}\n", csv_field(record.graph.source), k,
                       name_of(record.parameters.algorithm), to_string(run.status), run.seconds.run, run.device.kind);
}

// A row for each pattern, or for each combination of labels that it discovers.
std::string matches_csv(Record const& record) {
    std::vector<int> const columns = record.exists ? std::vector<int>() : discovered_in(record);
    std::string text = "pattern";
    for (int const v : columns) text += fmt::format(",label{}", v);
    text += fmt::format(",{},graph,k,algorithm,status,seconds,device\n", record.exists ? "exists" : "count,mappings");
    for (MatchedRun const& match : record.matches) {
        auto const add = [&](std::vector<std::string> const& labels, std::string const& answer) {
            text += fmt::format("{}{},{},{}", csv_field(match.pattern.text),
                                label_fields(columns, match.pattern.discovered, labels), answer,
                                run_csv(record, match.result, static_cast<int>(match.pattern.order.size())));
        };
        auto const counts = [&](WideCount count) {
            return to_string(count) + "," + mappings_digits(match.pattern, count);
        };
        if (record.exists) {
            add({}, exists_text(is_there(match.result)));
        } else if (match.pattern.discovered.empty()) {
            add({}, counts(match.result.count));
        } else {
            for (LabelledMatches const& row : match.pattern.by_labels(match.result)) add(row.labels, counts(row.count));
        }
    }
    return text;
}

} // namespace

std::string to_csv(Record const& record) {
    RunResult const& result = record.result;
    auto const run_of = [&](int k) { return run_csv(record, result, k); };
    if (!record.matches.empty()) return matches_csv(record);
    if (record.patterns.empty()) {
        std::string text = "count,graph,k,algorithm,status,seconds,device\n";
        if (record.parameters.k != 0) return text + count_digits(result) + "," + run_of(record.parameters.k);
        for (SizeCount const& row : result.of<BySize>().sizes) text += row.count + "," + run_of(row.k);
        return text;
    }
    return patterns_csv(record, run_of(record.parameters.k));
}

// The record for a person: the graph, the counts, and the reasons why they may be incomplete.

namespace {

std::string seconds_text(double seconds) { return fmt::format("{:.3f}", seconds); }

std::string run_line(Record const& record) {
    return fmt::format("{} s on {} ({})\n", seconds_text(record.result.seconds.run), record.result.device.kind,
                       record.result.device.name);
}

// A table of the work that each of several devices did.
std::string devices_table(RunResult const& result) {
    if (std::ranges::none_of(result.devices, [](DeviceShare const& one) { return one.parts > 0; })) {
        return fmt::format("the work was not shared among the {} devices\n", result.devices.size());
    }
    Table table({{"device", false}, {"name", false}, {"jobs", true}, {"busy s", true}, {"handed over", true}});
    for (DeviceShare const& one : result.devices) {
        table.add_row({{one.name},
                       {one.use.name},
                       {grouped(one.jobs)},
                       {seconds_text(one.busy_seconds)},
                       {grouped(one.handed_over)}});
    }
    std::string text = table.text();
    for (DeviceShare const& one : result.devices) {
        if (!one.note.empty()) text += fmt::format("{} was left out: {}\n", one.name, one.note);
    }
    return text;
}

std::string count_table(Record const& record) {
    RunResult const& result = record.result;
    Table table({{"k", true}, {"count", true}, {"seconds", true}, {"device", false}});
    table.add_row({{fmt::to_string(record.parameters.k)},
                   {grouped(count_digits(result))},
                   {seconds_text(result.seconds.run)},
                   {fmt::format("{} ({})", result.device.kind, result.device.name)}});
    return table.text();
}

std::string sizes_table(Record const& record) {
    RunResult const& result = record.result;
    Table table({{"k", true}, {"count", true}});
    for (SizeCount const& row : result.of<BySize>().sizes)
        table.add_row({{fmt::to_string(row.k)}, {grouped(row.count)}});
    std::string text = table.text();
    auto const largest = largest_size(record);
    if (largest && !record.largest.empty()) text += fmt::format("\n{} {}\n", record.largest, *largest);
    return text + fmt::format("\n{}\n", counted(count_digits(result), record.subgraph)) + run_line(record);
}

std::string mappings_cell(MatchedPattern const& pattern, RunResult const& run) {
    std::optional<WideCount> const mappings = product_of(run.count, pattern.automorphisms);
    return mappings ? grouped(*mappings) : "over 2^128";
}

std::string match_table(Record const& record) {
    Table table({{"pattern", false}, {"matches", true}, {"mappings", true}, {"seconds", true}, {"device", false}});
    for (auto const& [pattern, run] : record.matches) {
        table.add_row({{on_one_line(pattern.text)},
                       {grouped(run.count)},
                       {mappings_cell(pattern, run)},
                       {seconds_text(run.seconds.run)},
                       {fmt::format("{} ({})", run.device.kind, run.device.name)}});
    }
    return table.text();
}

// A table for each pattern that discovers labels, with the combinations of labels that have the most matches.
std::string label_tables(Record const& record) {
    std::string text;
    for (auto const& [pattern, run] : record.matches) {
        if (pattern.discovered.empty() || run.count == 0) continue;
        std::vector<LabelledMatches> const rows = pattern.by_labels(run);
        std::vector<Table::Column> columns;
        for (int const v : pattern.discovered) columns.push_back({fmt::format("label of {}", v), false});
        columns.push_back({"matches", true});
        columns.push_back({"share", true});
        Table table(std::move(columns));
        std::size_t const shown = std::min(rows.size(), record.shown.most);
        for (auto const& [labels, count] : std::span(rows).first(shown)) {
            std::vector<Table::Cell> cells;
            for (std::string const& label : labels) cells.push_back({label.empty() ? "(none)" : on_one_line(label)});
            cells.push_back({grouped(count)});
            cells.push_back({share_text(count, run.count)});
            table.add_row(std::move(cells));
        }
        text += record.matches.size() == 1 ? "\n" : fmt::format("\n{}\n", on_one_line(pattern.text));
        text += table.text();
        if (shown < rows.size()) {
            text += fmt::format("{} more occur: --csv FILE writes them\n", counted(rows.size() - shown, "combination"));
        }
    }
    return text;
}

std::string exists_table(Record const& record) {
    Table table({{"pattern", false}, {"exists", false}, {"seconds", true}, {"device", false}});
    for (auto const& [pattern, run] : record.matches) {
        std::optional<bool> const exists = is_there(run);
        table.add_row({{on_one_line(pattern.text)},
                       {!exists   ? "not known"
                        : *exists ? "yes"
                                  : "no"},
                       {seconds_text(run.seconds.run)},
                       {fmt::format("{} ({})", run.device.kind, run.device.name)}});
    }
    return table.text();
}

// ", directed, 7 labels"
std::string marks_text(Graph const& graph) {
    std::string text = is_directed(graph) ? ", directed" : "";
    if (has_labels(graph)) text += ", " + counted(graph.marks->label_names.size(), "label");
    if (has_edge_labels(graph)) text += ", " + counted(graph.marks->edge_label_names.size(), "label") + " of edges";
    return text;
}

} // namespace

std::string head_of_table(std::string_view application, Graph const& graph) {
    return fmt::format("{} of {}: {}, {}, largest degree {}{}\n", application, on_one_line(graph.source),
                       counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
                       grouped(graph.max_degree()), marks_text(graph));
}

std::string to_table(Record const& record) {
    std::string text = head_of_table(record.application, record.graph) + fmt::format("({})\n\n", record.semantics);
    if (!record.matches.empty()) {
        text += record.exists ? exists_table(record) : match_table(record) + label_tables(record);
    } else if (has_sizes(record)) {
        text += sizes_table(record);
    } else {
        text += record.patterns.empty() ? count_table(record) : pattern_table(record) + run_line(record);
    }
    if (!record.result.devices.empty()) text += "\n" + devices_table(record.result);
    if (record.result.seconds.run_before > 0) {
        Seconds const& seconds = record.result.seconds;
        text += fmt::format("\n{} s in all parts of the run\n", seconds_text(seconds.run_before + seconds.run));
    }
    if (record.list) text += fmt::format("\n{} listed in {}\n", grouped(record.result.count), record.list->target);
    if (record.local && !record.local->vertices.empty()) {
        text += fmt::format("\ncounts per vertex in {}\n", record.local->vertices);
    }
    if (record.local && !record.local->edges.empty()) {
        text += fmt::format("\ncounts per edge in {}\n", record.local->edges);
    }
    if (record.local && !record.local->orbits.empty()) {
        text += fmt::format("\ncounts per vertex and orbit in {}\n", record.local->orbits);
    }
    if (record.result.status == Status::limit) {
        text += "\nPARTIAL (limit): there are more\n";
    } else if (record.result.status != Status::complete) {
        text += fmt::format("\nPARTIAL ({}): {}; {} of {} were done\n", to_string(record.result.status),
                            record.exists ? "the answer is not known yet" : "the counts are lower bounds",
                            grouped(record.result.roots.done), counted(record.result.roots.given, "job"));
    }
    return text;
}

// Pictures of counts.

namespace {

struct Page { // in pixels
    static constexpr double line = 56, top = 64, bottom = 40, drawn = 40, radius = 18, text = 84, bars_begin = 330,
                            bars_end = 730, width = 800, zero = (bars_begin + bars_end) / 2;
    static constexpr std::size_t most_highest = 25, most_lowest = 10; // rows
};

constexpr char const* picture_style =
    "text{font:13px sans-serif;fill:#222}.small{font-size:11px;fill:#666}.title{font-size:15px}"
    ".order{font-size:9px;paint-order:stroke;stroke:#fff;stroke-width:3}"
    ".edge{stroke:#444;stroke-width:1.6;fill:none}.vertex{fill:#fff;stroke:#444;stroke-width:1.4}"
    ".over{fill:#c0392b}.under{fill:#2c6fbb}.other{fill:#b9b9b9}.axis{stroke:#222;stroke-width:1}";

constexpr double disc = 4.5, arrow = 3;

std::string bar(PictureRow const& row, double largest, double y, double theta) {
    double const zero = Page::zero, scale = (Page::bars_end - zero) / largest;
    double const end = zero + row.z * scale;
    char const* const kind = row.is_over ? "over" : row.z <= -theta ? "under" : "other";
    return fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\"/>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{:.2f}</text>\n",
        kind, std::min(zero, end), y - 8, std::abs(end - zero), end + (row.z < 0 ? -5 : 5), y + 4,
        row.z < 0 ? "end" : "start", row.z);
}

} // namespace

Point PatternDrawing::at(int v) const {
    double const turned = k_ % 2 == 0 ? .5 : 0; // a side or a corner on top
    double const angle = 2 * std::numbers::pi * (v + turned) / k_ - std::numbers::pi / 2;
    return {centre_.x + Page::radius * std::cos(angle), centre_.y + Page::radius * std::sin(angle)};
}

std::string PatternDrawing::edge(int u, int v, bool is_arc) const {
    Point const a = at(u), b = at(v);
    double const length = std::hypot(b.x - a.x, b.y - a.y), end = disc + (is_arc ? arrow : 0);
    double const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    return fmt::format("<line class=\"edge\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}/>\n",
                       a.x + dx * disc, a.y + dy * disc, b.x - dx * end, b.y - dy * end,
                       is_arc ? " marker-end=\"url(#arrow)\"" : "");
}

std::string PatternDrawing::curve(int u, int v, double bend, bool is_arc, std::string_view text) const {
    Point const a = at(u), b = at(v);
    double const length = std::hypot(b.x - a.x, b.y - a.y), end = disc + (is_arc ? arrow : 0);
    double const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    Point const middle{(a.x + b.x) / 2 - dy * bend, (a.y + b.y) / 2 + dx * bend};
    // The curve passes through the middle if its control point is twice as far away.
    Point const control{middle.x - dy * bend, middle.y + dx * bend};
    auto const toward = [&](Point from, double by) {
        double const far = std::hypot(control.x - from.x, control.y - from.y);
        return Point{from.x + (control.x - from.x) / far * by, from.y + (control.y - from.y) / far * by};
    };
    Point const begin = toward(a, disc), tip = toward(b, end);
    return fmt::format(
        "<path class=\"edge\" d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}\"{}/>\n"
        "<text class=\"order\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
        begin.x, begin.y, control.x, control.y, tip.x, tip.y, is_arc ? " marker-end=\"url(#arrow)\"" : "", middle.x,
        middle.y + 3, xml_text(text));
}

std::string PatternDrawing::vertex(int v) const {
    return fmt::format("<circle class=\"vertex\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", at(v).x, at(v).y);
}

std::string picture_of(PictureOfRows const& picture) {
    std::vector<PictureRow const*> rows;
    for (PictureRow const& row : picture.rows) rows.push_back(&row);
    std::size_t const most = Page::most_highest + Page::most_lowest,
                      left_out = rows.size() - std::min(rows.size(), most);
    if (left_out > 0) rows.erase(rows.begin() + Page::most_highest, rows.end() - Page::most_lowest);
    double largest = 1;
    for (PictureRow const* row : rows) largest = std::max(largest, std::abs(row->z));
    double const lines_end = Page::top + Page::line * static_cast<double>(rows.size()),
                 height = lines_end + Page::bottom;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<style>{2}"
        "</style>\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"5\" refY=\"4\" markerWidth=\"5\" "
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#444\"/></marker></defs>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        Page::width, height, picture_style);
    text += fmt::format("<text class=\"title\" x=\"16\" y=\"24\">{}</text>\n", xml_text(picture.title));
    text += fmt::format("<text class=\"small\" x=\"16\" y=\"44\">{}</text>\n", xml_text(picture.remark));
    double y = Page::top + Page::line / 2;
    for (PictureRow const* row : rows) {
        text += row->drawing({Page::drawn, y});
        text += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", Page::text, y - 3, xml_text(row->name));
        text += fmt::format("<text class=\"small\" x=\"{}\" y=\"{:.1f}\">{}; {} ± {}</text>\n", Page::text, y + 13,
                            grouped(row->count), value_text(row->mean), value_text(row->deviation));
        text += bar(*row, largest, y, picture.theta);
        y += Page::line;
    }
    text += fmt::format("<line class=\"axis\" x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\"/>\n", Page::zero, Page::top,
                        lines_end);
    if (left_out > 0) {
        text += fmt::format(
            "<text class=\"small\" x=\"16\" y=\"{:.1f}\">{} with z between these are left out: --csv writes "
            "all</text>\n",
            lines_end + 24, counted(static_cast<WideCount>(left_out), picture.noun));
    }
    return text + "</svg>\n";
}

} // namespace cerrado::command
