// The record for a person: the graph, the counts, and whatever makes them less than complete.
#include "common/record.hpp"
#include "common/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {
namespace {

constexpr std::size_t most_rows = 40; // of patterns; --csv and --json have them all
constexpr int largest_drawn = 5;      // vertices of a pattern that is drawn; larger ones are given by their edges

Table::Cell picture(PatternInfo const& info, std::uint64_t adjacency, int k) {
    if (k <= largest_drawn) return draw_pattern(k, adjacency);
    return {edges_text(info)};
}

std::string seconds_text(double seconds) { return fmt::format("{:.3f}", seconds); }

std::string clique_table(Record const& record) {
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
    for (SizeCount const& row : result.sizes.sizes) table.add_row({{fmt::to_string(row.k)}, {grouped(row.count)}});
    std::string text = table.text();
    if (auto const largest = clique_number(record)) text += fmt::format("\nclique number {}\n", *largest);
    text += fmt::format("\n{} cliques\n{} s on {} ({})\n", grouped(count_digits(result)),
                        seconds_text(result.seconds.run), result.device.kind, result.device.name);
    return text;
}

std::string pattern_table(Record const& record) {
    std::vector<PatternRow const*> rows;
    for (PatternRow const& row : record.patterns) rows.push_back(&row);
    std::ranges::stable_sort(rows, [](auto const* a, auto const* b) { return a->count > b->count; });
    std::size_t const met =
        static_cast<std::size_t>(std::ranges::count_if(rows, [](auto const* row) { return row->count > 0; }));
    std::size_t const shown = std::min(rows.size(), rows.size() <= most_rows ? rows.size() : std::min(met, most_rows));

    int const k = record.parameters.k;
    Table table({{"name"}, {"graph6"}, {k <= largest_drawn ? "pattern" : "edges"}, {"count", true}, {"share", true}});
    for (std::size_t i = 0; i < shown; ++i) {
        PatternRow const& row = *rows[i];
        PatternInfo const info = describe_pattern(k, row.adjacency);
        table.add_row({{info.name},
                       {info.graph6},
                       picture(info, row.adjacency, k),
                       {grouped(row.count)},
                       {share_text(row.count, record.result.count)}});
    }
    std::string text = table.text();
    if (shown < met)
        text += fmt::format("\n{} more patterns with a count above 0: --csv FILE has them all\n", met - shown);
    text += fmt::format("\n{} subgraphs of {} vertices, {} of {} patterns met\n", grouped(record.result.count), k,
                        grouped(met), grouped(record.patterns.size()));
    text += fmt::format("{} s on {} ({})\n", seconds_text(record.result.seconds.run), record.result.device.kind,
                        record.result.device.name);
    return text;
}

} // namespace

std::string to_table(Record const& record) {
    Graph const& graph = record.graph;
    std::string text = fmt::format("{} of {}: {} vertices, {} edges, largest degree {}\n({})\n\n", record.application,
                                   graph.source, grouped(graph.vertex_count()), grouped(graph.edge_count()),
                                   grouped(graph.max_degree()), record.semantics);
    if (record.parameters.k == 0) {
        text += sizes_table(record);
    } else {
        text += record.patterns.empty() ? clique_table(record) : pattern_table(record);
    }
    if (record.list) text += fmt::format("\n{} listed in {}\n", grouped(record.result.count), record.list->target);
    if (record.local && !record.local->vertices.empty()) {
        text += fmt::format("\ncounts per vertex in {}\n", record.local->vertices);
    }
    if (record.local && !record.local->edges.empty()) {
        text += fmt::format("\ncounts per edge in {}\n", record.local->edges);
    }
    if (record.result.status == Status::limit) {
        text += "\nPARTIAL (limit): there are more\n";
    } else if (record.result.status != Status::complete) {
        text += fmt::format("\nPARTIAL ({}): exact for {} of {} roots, not for the graph\n",
                            to_string(record.result.status), grouped(record.result.roots.done),
                            grouped(record.result.roots.given));
    }
    return text;
}

} // namespace cerrado::command
