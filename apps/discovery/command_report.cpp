#include "discovery/command_report.hpp"

#include "command/record/output.hpp"
#include "command/record/record.hpp"

#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

PatternKind kind_of(DiscoverRequest const& request) {
    return request.query.directed ? PatternKind::directed : PatternKind::undirected;
}

std::string z_text(ClassStatistics const& row) { return row.z ? fmt::format("{:.2f}", *row.z) : "-"; }

std::string model_text(DiscoverRequest const& request, Discovery const& found) {
    std::string text =
        fmt::format("{} of {}; null model {}", grouped(static_cast<WideCount>(found.counted)),
                    counted(static_cast<WideCount>(request.query.random_graphs), "random graph"), name_of(found.model));
    if (found.model == NullModel::er) return text + "\n";
    double const share = found.steps == 0 ? 0 : static_cast<double>(found.taken) / static_cast<double>(found.steps);
    text += fmt::format(", {:g} switches for each edge, {:.0f} % of them taken\n", request.query.switches, 100 * share);
    if (found.steps > 0 && found.taken == 0) {
        text += "no switch can change this graph: all random graphs are the graph itself, and no pattern can differ\n";
    }
    if (found.far > 0) {
        text += fmt::format(
            "{} of them did not come near the patterns of three vertices, as rare ones are hard to hit: for these the "
            "model is not met\n",
            grouped(static_cast<WideCount>(found.far)));
    }
    if (request.query.free_labels) text += "labels are free: random graphs do not keep which labels edges join\n";
    if (!request.query.sample.empty()) {
        double share = 1;
        for (double const probability : request.query.sample) share *= probability;
        text += fmt::format(
            "approximate: a subgraph was counted with probability {:.4g}. Counts are means of ten samples, with their "
            "standard error; of each random graph one sample was taken, and sd has what that adds\n",
            share);
    }
    if (request.query.directed && request.query.k == 3 && found.model == NullModel::mutual) {
        text += "with these degrees kept, the 13 triads have 7 free counts: several z say the same\n";
    }
    return text;
}

// The command that lists the subgraphs of a pattern. The program takes its words as they are, so they are quoted.
std::optional<std::string> listing_command(DiscoverRequest const& request, ClassStatistics const& row) {
    auto const quoted = [](std::string const& word) {
        std::string text = "'";
        for (char const c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
        return text + "'";
    };
    GraphMarksRequest const& marks = request.marks;
    bool const is_labelled = !row.labels.empty() || !row.edge_labels.empty();
    std::optional<std::string> const pattern = is_labelled ? pattern_items(request, row) : row.pattern.graph6;
    if (row.count == 0 || !pattern) return std::nullopt;
    std::string command = "cerrado match " + quoted(request.graph);
    if (!marks.labels.empty()) command += " --labels " + quoted(marks.labels);
    if (marks.edge_labels) command += " --edge-labels";
    if (marks.directed) command += " --directed";
    if (marks.names) command += " --names";
    for (auto const& [option, value] : {std::pair("--format", marks.format), std::pair("--columns", marks.columns),
                                        std::pair("--delimiter", marks.delimiter)}) {
        if (!value.empty()) command += fmt::format(" {} {}", option, quoted(value));
    }
    if (marks.graph != 0) command += fmt::format(" --graph {}", marks.graph);
    if (!request.query.edge_induced) command += " --induced";
    return command + fmt::format(" --pattern {} --list -", quoted(*pattern));
}

Json class_json(DiscoverRequest const& request, ClassStatistics const& row) {
    std::optional<std::string> const command = listing_command(request, row);
    return {{"graph6", row.pattern.graph6},
            {"name", row.pattern.name.empty() ? Json(nullptr) : Json(row.pattern.name)},
            {"edges", row.pattern.edges},
            {"labels", row.labels.empty() ? Json(nullptr) : Json(row.labels)},
            {"edge_labels", row.edge_labels.empty() ? Json(nullptr) : Json(row.edge_labels)},
            {"count", to_string(row.count)},
            {"value", row.value},
            {"error", row.error},
            {"mean", row.mean},
            {"deviation", row.deviation},
            {"z", row.z},
            {"skew", row.skew},
            {"p_over", row.p_over},
            {"p_under", row.p_under},
            {"q_over", row.q_over},
            {"p_of_all", row.p_of_all},
            {"profile", row.profile},
            {"motif", row.is_motif},
            {"command", command}};
}

// There may be hundred thousands, which are written one by one.
std::string classes_json(DiscoverRequest const& request, Discovery const& found) {
    std::string text = "[";
    for (ClassStatistics const* row : by_z(found)) {
        text += text.size() == 1 ? "\n    " : ",\n    ";
        text += class_json(request, *row).text();
    }
    return text.size() == 1 ? "[]" : text + "\n  ]";
}

std::string field(std::optional<double> const& value) { return value ? fmt::format("{}", *value) : ""; }

} // namespace

std::string number_text(double value) {
    if (value == 0) return "0";
    double const size = std::abs(value);
    return size >= 1e6 || size < 1e-3 ? fmt::format("{:.3e}", value) : fmt::format("{:.{}f}", value, size < 10 ? 3 : 1);
}

std::vector<ClassStatistics const*> by_z(Discovery const& found) {
    std::vector<ClassStatistics const*> rows;
    for (ClassStatistics const& row : found.classes) rows.push_back(&row);
    std::ranges::stable_sort(rows, [](ClassStatistics const* one, ClassStatistics const* other) {
        if (one->z.has_value() != other->z.has_value()) return one->z.has_value();
        return one->z ? *one->z > *other->z : one->value > other->value;
    });
    return rows;
}

namespace {

// What a table of the patterns shows besides their numbers.
struct Shown {
    bool drawings, labels, errors;
};

std::vector<Table::Column> columns_of(Shown const& shown) {
    std::vector<Table::Column> columns = {{"motif"}};
    if (shown.drawings) columns.push_back({"drawn"});
    columns.insert(columns.end(), {{"graph6"}, {"name"}});
    if (shown.labels) columns.push_back({"labels"});
    columns.push_back({shown.errors ? "estimate" : "count", true});
    if (shown.errors) columns.push_back({"error", true});
    for (char const* title : {"mean", "sd", "z", "p over", "of all", "p under"}) columns.push_back({title, true});
    return columns;
}

std::vector<Table::Cell> cells_of(DiscoverRequest const& request, ClassStatistics const& row, Shown const& shown) {
    std::vector<Table::Cell> cells = {{row.is_motif ? "yes" : ""}};
    if (shown.drawings) cells.push_back(draw_pattern(kind_of(request), request.query.k, row.canonical));
    cells.insert(cells.end(), {{row.pattern.graph6}, {row.pattern.name}});
    if (shown.labels) {
        std::vector<std::string> lines;
        if (request.query.labels) lines.push_back(vertex_labels_text(row));
        if (request.query.edge_labels) lines.push_back(labelled_edges_text(kind_of(request), row));
        cells.push_back(lines);
    }
    cells.push_back({grouped(row.count)});
    if (shown.errors) cells.push_back({number_text(row.error.value_or(0))});
    for (double const value : {row.mean, row.deviation}) cells.push_back({number_text(value)});
    cells.push_back({z_text(row)});
    cells.push_back({number_text(row.p_over)});
    cells.push_back({row.p_of_all ? number_text(*row.p_of_all) : "-"});
    cells.push_back({number_text(row.p_under)});
    return cells;
}

} // namespace

std::string discovery_table(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    std::string text = fmt::format("network motifs of {} vertices in {}: {}, {}\n", request.query.k, graph.source,
                                   counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"));
    text += fmt::format("run {:.3f} s on {} ({}); {}\n\n", found.seconds.run, found.device.kind, found.device.name,
                        to_string(found.status));
    if (found.classes.empty()) {
        return text + fmt::format("no statistics: {} counted, and 2 are the fewest\n",
                                  counted(static_cast<WideCount>(found.counted), "random graph"));
    }
    constexpr std::size_t most_rows = 200; // nobody reads more
    bool const is_short = found.classes.size() <= most_rows;
    Shown const shown{.drawings = request.query.k <= largest_drawn && is_short,
                      .labels = request.query.labels || request.query.edge_labels,
                      .errors = !request.query.sample.empty()};
    Table table(columns_of(shown));
    std::vector<ClassStatistics const*> rows = by_z(found);
    std::size_t const listed = std::min(rows.size(), most_rows);
    for (std::size_t i = 0; i < listed; ++i) table.add_row(cells_of(request, *rows[i], shown));
    text += table.text() + "\n";
    if (!is_short) {
        auto const without_z = std::count_if(rows.begin() + most_rows, rows.end(),
                                             [](ClassStatistics const* row) { return !row->z.has_value(); });
        text += fmt::format("{} more, {} of them without z: --csv FILE and --json FILE have all\n",
                            counted(rows.size() - listed, "pattern"), grouped(static_cast<WideCount>(without_z)));
    }
    return text + model_text(request, found);
}

RecordParts discovery_record(DiscoverRequest const& request, Discovery const& found) {
    RecordParts parts;
    parts.application = "discover";
    parts.semantics = request.query.edge_induced
                          ? "subgraphs of the given patterns, induced or not, beside those of random graphs"
                          : "induced subgraphs of k vertices by pattern, beside those of random graphs";
    parts.parameters = {{"k", request.query.k},
                        {"directed", request.query.directed},
                        {"patterns", request.patterns.empty() ? Json(nullptr) : Json(request.patterns)},
                        {"edge_induced", request.query.edge_induced},
                        {"random", request.query.random_graphs},
                        {"null", name_of(found.model)},
                        {"switches", request.query.switches},
                        {"seed", request.query.seed},
                        {"theta", request.query.theta},
                        {"min_count", to_string(request.query.min_count)},
                        {"min_excess", request.query.min_excess},
                        {"statistic", request.statistic},
                        {"labels", request.query.labels},
                        {"edge_labels", request.query.edge_labels},
                        {"free_labels", request.query.free_labels},
                        {"sample", request.query.sample.empty() ? Json(nullptr) : Json(request.query.sample)},
                        {"device", request.parameters.device},
                        {"threads", request.parameters.threads},
                        {"deadline", request.parameters.deadline}};
    parts.answer["count"] = to_string(found.count);
    parts.answer["approximate"] = !request.query.sample.empty();
    parts.answer["random_graphs"] = found.counted;
    parts.answer["steps"] = found.steps;
    parts.answer["taken"] = found.taken;
    parts.answer["far"] = found.far;
    parts.answer["patterns"] = Json::written(classes_json(request, found));
    return parts;
}

std::string discovery_rows(Graph const& graph, DiscoverRequest const& request, Discovery const& found) {
    std::string text =
        "graph6,name,edges,labels,count,value,error,mean,deviation,z,skew,p_over,p_under,q_over,p_of_all,profile,motif,"
        "graph,k,null,"
        "random,status\n";
    for (ClassStatistics const* row : by_z(found)) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                            csv_field(row->pattern.graph6), csv_field(row->pattern.name),
                            csv_field(labelled_edges_text(kind_of(request), *row)), csv_field(vertex_labels_text(*row)),
                            to_string(row->count), row->value, field(row->error), row->mean, row->deviation,
                            field(row->z), row->skew, row->p_over, row->p_under, row->q_over, field(row->p_of_all),
                            field(row->profile), row->is_motif, csv_field(graph.source), request.query.k,
                            name_of(found.model), found.counted, to_string(found.status));
    }
    return text;
}

// Patterns that differ by labels alone have columns of their own.
std::string column_name(ClassStatistics const& row) {
    std::string name = row.pattern.graph6;
    if (!row.labels.empty()) name += " " + vertex_labels_text(row);
    for (std::string const& label : row.edge_labels) name += "/" + label;
    return name;
}

std::string random_counts_rows(Discovery const& found) {
    std::string text = "random";
    for (ClassStatistics const& row : found.classes) text += "," + csv_field(column_name(row));
    text += '\n';
    for (std::size_t g = 0; g < found.random.size(); ++g) {
        text += fmt::to_string(found.numbers[g]);
        for (WideCount const count : found.random[g]) text += "," + to_string(count);
        text += '\n';
    }
    return text;
}

std::string discovery_estimate(DiscoverRequest const& request, Graph const& graph, Discovery const& measured,
                               double seconds) {
    int const wanted = request.query.random_graphs;
    bool const has_model = measured.model != NullModel::er;
    std::string text = fmt::format("device         {} ({})\n", measured.device.name, measured.device.kind);
    text += fmt::format("random graphs  {}, null model {}{}\n", grouped(static_cast<WideCount>(wanted)),
                        name_of(measured.model),
                        has_model ? fmt::format(", {:g} switches for each of {} edges", request.query.switches,
                                                grouped(count_arcs_or_edges(graph)))
                                  : "");
    text += fmt::format("peak memory    {}\n", bytes_text(measured.memory.peak_bytes));
    if (measured.counted == 0) {
        return text + fmt::format("time           more than {:.0f} s for each random graph: none was counted by then\n",
                                  seconds);
    }
    text += fmt::format("measured       {} and the graph itself in {:.3g} s\n",
                        counted(static_cast<WideCount>(measured.counted), "random graph"), seconds);
    return text + fmt::format("time           about {:.3g} s\n", seconds * wanted / measured.counted);
}

} // namespace cerrado::command
