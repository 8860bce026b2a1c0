// The record for a person: the graph, the counts, and whatever makes them less than complete.
#include "command/record/pattern_rows.hpp"
#include "command/record/record.hpp"
#include "command/record/text.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_size.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {
namespace {

std::string seconds_text(double seconds) { return fmt::format("{:.3f}", seconds); }

std::string run_line(Record const& record) {
    return fmt::format("{} s on {} ({})\n", seconds_text(record.result.seconds.run), record.result.device.kind,
                       record.result.device.name);
}

// What each of several devices did.
std::string devices_table(RunResult const& result) {
    if (std::ranges::none_of(result.devices, [](DeviceShare const& one) { return one.parts > 0; })) {
        return fmt::format("not shared among the {} devices\n", result.devices.size());
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
        table.add_row({{pattern.text},
                       {grouped(run.count)},
                       {mappings_cell(pattern, run)},
                       {seconds_text(run.seconds.run)},
                       {fmt::format("{} ({})", run.device.kind, run.device.name)}});
    }
    return table.text();
}

std::string exists_table(Record const& record) {
    Table table({{"pattern", false}, {"exists", false}, {"seconds", true}, {"device", false}});
    for (auto const& [pattern, run] : record.matches) {
        std::optional<bool> const exists = is_there(run);
        table.add_row({{pattern.text},
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

std::string to_table(Record const& record) {
    Graph const& graph = record.graph;
    std::string text = fmt::format("{} of {}: {}, {}, largest degree {}{}\n({})\n\n", record.application, graph.source,
                                   counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
                                   grouped(graph.max_degree()), marks_text(graph), record.semantics);
    if (!record.matches.empty()) {
        text += record.exists ? exists_table(record) : match_table(record);
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
                            record.exists ? "it is not known yet" : "at least so many",
                            grouped(record.result.roots.done), counted(record.result.roots.given, "job"));
    }
    return text;
}

} // namespace cerrado::command
