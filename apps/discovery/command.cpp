#include "discovery/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/picture.hpp"
#include "command/record/record.hpp"
#include "command/record/significance.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "discovery/verifier.hpp"
#include "isomorphism/verifier.hpp"
#include "motif/verifier.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

struct DiscoverRequest {
    std::string graph; // as typed
    GraphMarksRequest marks;
    bool has_own_labels = false; // --vertex-labels
    DiscoveryQuery query;
    Parameters parameters; // device, devices, threads and deadline
    OutputRequest output;
    CheckpointRequest checkpoint;
    std::optional<int> k;
    std::string patterns; // the file of --patterns, or empty
    std::string model;    // the model of --null; if empty, the default model
    std::string statistic = "count";
    std::uint64_t min_count = 0;
    std::string counts;        // the file of --counts, "-", or empty
    std::string picture;       // the file of --svg, "-", or empty
    std::string random_graphs; // the folder of --write-random, or empty
};

inline constexpr char no_label_text[] = "(none)";

// Writes patterns with labels.

std::string text_of(std::string const& label) { return label.empty() ? no_label_text : label; }

// Texts of a row's pattern: the labels of its vertices, such as "0:kinase 1:receptor", or nothing; and its edges with
// their labels, such as "0>1/binds 1>2/cuts".
std::string vertex_labels_text(ClassStatistics const& row) {
    std::string text;
    for (std::size_t v = 0; v < row.labels.size(); ++v) {
        text += fmt::format("{}{}:{}", v == 0 ? "" : " ", v, text_of(row.labels[v]));
    }
    return text;
}

std::string labelled_edges_text(PatternKind kind, ClassStatistics const& row) {
    if (row.edge_labels.empty()) return edges_text(kind, row.pattern);
    std::string text;
    for (std::size_t i = 0; i < row.edge_labels.size(); ++i) {
        auto const [from, to] = row.pattern.edges[i];
        text += fmt::format("{}{}{}{}/{}", i == 0 ? "" : " ", from, kind == PatternKind::directed ? '>' : '-', to,
                            text_of(row.edge_labels[i]));
    }
    return text;
}

// The pattern with its labels, as parse_pattern() reads it. Returns: nothing if a label cannot be written so.
std::optional<std::string> pattern_items(DiscoverRequest const& request, ClassStatistics const& row) {
    std::string items =
        labelled_edges_text(request.query.directed ? PatternKind::directed : PatternKind::undirected, row);
    std::ranges::replace(items, ' ', ',');
    for (std::size_t v = 0; v < row.labels.size(); ++v) items += fmt::format(",{}:{}", v, label_in_item(row.labels[v]));
    try {
        Pattern const read = parse_pattern(items);
        for (int v = 0; v < request.query.k; ++v) {
            auto const i = static_cast<std::size_t>(v);
            bool const is_same =
                row.labels.empty() ? read.labels(v).empty() : read.labels(v) == std::vector{row.labels[i]};
            if (!is_same) return std::nullopt;
        }
        for (std::size_t i = 0; i < row.edge_labels.size(); ++i) {
            auto const [from, to] = row.pattern.edges[i];
            if ((request.query.directed ? read.arc_label(from, to) : read.edge_label(from, to)) != row.edge_labels[i]) {
                return std::nullopt;
            }
        }
    } catch (InputError const&) { // a label has a comma, or another sign that separates items
        return std::nullopt;
    }
    return items;
}

PatternKind kind_of(DiscoverRequest const& request) {
    return request.query.directed ? PatternKind::directed : PatternKind::undirected;
}

std::string model_text(DiscoverRequest const& request, Discovery const& found) {
    std::string text =
        fmt::format("{} of {}; null model {}", grouped(static_cast<WideCount>(found.counted)),
                    counted(static_cast<WideCount>(request.query.random_graphs), "random graph"), name_of(found.model));
    if (found.model == NullModel::er) return text + "\n";
    double const share = found.steps == 0 ? 0 : static_cast<double>(found.taken) / static_cast<double>(found.steps);
    text += fmt::format(", {:g} switches for each edge, {:.0f} % of them taken\n", found.switches, 100 * share);
    if (found.steps > 0 && found.taken == 0) {
        text +=
            "no switch can change this graph: each random graph equals the graph, so no pattern can be more frequent "
            "in it\n";
    }
    double const of_edge = found.switches * share;
    if (found.taken > 0 && of_edge < 1) {
        text += fmt::format(
            "few switches are taken, {:.2g} for each edge: the random graphs are still similar to this graph, and z "
            "says little; give more switches, such as --switches {:.0f}\n",
            of_edge, std::ceil(1 / share));
    }
    if (found.far > 0) {
        text += fmt::format(
            "{} of the random graphs do not have nearly the same patterns of three vertices as this graph: the model "
            "does not hold for them, because rare patterns are hard to reach\n",
            grouped(static_cast<WideCount>(found.far)));
    }
    if (request.query.free_labels) text += "--free-labels: the random graphs do not keep which labels the edges join\n";
    if (!request.query.sample.empty()) {
        double share = 1;
        for (double const probability : request.query.sample) share *= probability;
        text += fmt::format(
            "approximate: a subgraph was counted with probability {:.4g}. Counts are means of ten samples, with their "
            "standard error. Each random graph was sampled once, so sd includes the error of a sample\n",
            share);
    }
    if (request.query.directed && request.query.k == 3 && found.model == NullModel::mutual) {
        text +=
            "the model keeps degrees, so only 7 of the counts of the 13 triads are independent: several z say the "
            "same\n";
    }
    return text;
}

// The command that lists the subgraphs of a pattern. Its words are quoted for a shell.
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

// Returns: the rows by descending z. Those without z come last, by descending count.
std::vector<ClassStatistics const*> by_z(Discovery const& found) {
    std::vector<ClassStatistics const*> rows;
    for (ClassStatistics const& row : found.classes) rows.push_back(&row);
    sort_by_z(rows, [](ClassStatistics const& row) { return row.value; });
    return rows;
}

// There may be hundreds of thousands of rows, so each is written as text at once.
std::string classes_json(DiscoverRequest const& request, Discovery const& found) {
    std::string text = "[";
    for (ClassStatistics const* row : by_z(found)) {
        text += text.size() == 1 ? "\n    " : ",\n    ";
        text += class_json(request, *row).text();
    }
    return text.size() == 1 ? "[]" : text + "\n  ]";
}

// The parts that a table of patterns shows besides the numbers.
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
    add_significance_columns(columns);
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
    if (shown.errors) cells.push_back({value_text(row.error.value_or(0))});
    add_significance_cells(cells, row);
    return cells;
}

std::string discovery_table(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    std::string text = head_of_table("discover", graph);
    text += fmt::format("(network motifs of {} vertices)\nrun {:.3f} s on {} ({}); {}\n\n", request.query.k,
                        found.seconds.run, found.device.kind, found.device.name, to_string(found.status));
    if (found.classes.empty() && found.counted >= 2) {
        return text + fmt::format(
                          "no pattern: neither the graph nor a random graph has a connected subgraph of {} "
                          "vertices; take a smaller k\n",
                          request.query.k);
    }
    if (found.classes.empty()) {
        return text +
               fmt::format(
                   "no statistics: {} counted, and statistics need 2 or more; give more time, or a larger --random\n",
                   counted(static_cast<WideCount>(found.counted), "random graph"));
    }
    constexpr std::size_t most_rows = 200; // a longer table would not be read
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
        text += fmt::format("{} more, {} of them without z: --csv FILE and --json FILE write all patterns\n",
                            counted(rows.size() - listed, "pattern"), grouped(static_cast<WideCount>(without_z)));
    }
    return text + model_text(request, found);
}

RecordParts discovery_record(DiscoverRequest const& request, Discovery const& found) {
    RecordParts parts;
    parts.application = "discover";
    parts.semantics = semantics_of(request.query);
    parts.parameters = {{"k", request.query.k},
                        {"directed", request.query.directed},
                        {"patterns", request.patterns.empty() ? Json(nullptr) : Json(request.patterns)},
                        {"edge_induced", request.query.edge_induced},
                        {"random", request.query.random_graphs},
                        {"null", name_of(found.model)},
                        {"switches", found.switches},
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
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row->pattern.graph6),
            csv_field(row->pattern.name), csv_field(labelled_edges_text(kind_of(request), *row)),
            csv_field(vertex_labels_text(*row)), to_string(row->count), row->value, value_field(row->error), row->mean,
            row->deviation, value_field(row->z), row->skew, row->p_over, row->p_under, row->q_over,
            value_field(row->p_of_all), value_field(row->profile), row->is_motif, csv_field(graph.source),
            request.query.k, name_of(found.model), found.counted, to_string(found.status));
    }
    return text;
}

// The name of a pattern's column. It has the labels, so that patterns that differ by labels alone have different names.
std::string column_name(ClassStatistics const& row) {
    std::string name = row.pattern.graph6;
    if (!row.labels.empty()) name += " " + vertex_labels_text(row);
    for (std::string const& label : row.edge_labels) name += "/" + label;
    return name;
}

// The CSV has a line for each random graph, and a column for each class.
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

// The text of --estimate. It predicts the whole search from `measured`, a search with few random graphs that took
// `seconds`.
std::string discovery_estimate(DiscoverRequest const& request, Graph const& graph, Discovery const& measured,
                               double seconds) {
    int const wanted = request.query.random_graphs;
    bool const has_model = measured.model != NullModel::er;
    std::string text = fmt::format("device         {} ({})\n", measured.device.name, measured.device.kind);
    text += fmt::format("random graphs  {}, null model {}{}\n", grouped(static_cast<WideCount>(wanted)),
                        name_of(measured.model),
                        has_model ? fmt::format(", {:g} switches for each of {} edges", measured.switches,
                                                grouped(count_arcs_or_edges(graph)))
                                  : "");
    text += fmt::format("peak memory    {}\n", bytes_text(measured.device.memory.peak_bytes));
    if (measured.counted == 0) {
        return text +
               fmt::format("time           more than {:.0f} s for each random graph: none was counted in this time\n",
                           seconds);
    }
    text += fmt::format("measured       {} and the graph itself in {:.3g} s\n",
                        counted(static_cast<WideCount>(measured.counted), "random graph"), seconds);
    return text + fmt::format("time           about {:.3g} s\n", seconds * wanted / measured.counted);
}

// The picture of `cerrado discover --svg`.
std::string discovery_picture(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    PictureOfRows picture{
        .title = fmt::format("Patterns of {} vertices in {}", request.query.k, graph.source),
        .remark = fmt::format("{}, null model {}. Red: motifs. z = (count - mean) / sd",
                              counted(static_cast<WideCount>(found.counted), "random graph"), name_of(found.model)),
        .noun = "pattern",
        .theta = request.query.theta};
    for (ClassStatistics const* row : by_z(found)) {
        if (!row->z) continue;
        auto const drawing = [row, k = request.query.k, is_directed = request.query.directed](Point centre) {
            PatternDrawing const drawn(k, centre);
            std::string text;
            for (auto const& [u, v] : row->pattern.edges) text += drawn.edge(u, v, is_directed);
            for (int v = 0; v < k; ++v) text += drawn.vertex(v);
            return text;
        };
        std::string name = row->pattern.name.empty() ? row->pattern.graph6 : row->pattern.name;
        if (!row->labels.empty()) name += "  " + vertex_labels_text(*row);
        picture.rows.push_back({.drawing = drawing,
                                .name = std::move(name),
                                .count = row->count,
                                .mean = row->mean,
                                .deviation = row->deviation,
                                .z = *row->z,
                                .is_over = row->is_motif});
    }
    return picture_of(picture);
}

// Makes a random graph of the search again, because the search does not keep them.
Graph made_again(Graph const& graph, DiscoveryQuery const& query, Discovery const& found, std::uint32_t number) {
    return random_graph(graph, random_graph_query(query, found.model, number)).graph;
}

std::vector<VertexId> all_vertices(Graph const& graph) {
    std::vector<VertexId> vertices(graph.vertex_count());
    std::iota(vertices.begin(), vertices.end(), VertexId{0});
    return vertices;
}

class CountsCheck : public Check {
public:
    CountsCheck(DiscoverRequest const& request, Graph const& graph, Discovery const& found)
        : query_(request.query),
          graph_(graph),
          found_(found) {}

    std::size_t steps() const override { return 1 + std::min<std::size_t>(found_.random.size(), most_random); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t step = first; step < first + count; ++step) {
            if (step == 0) {
                compare_with(graph_, "the graph", look,
                             [](ClassStatistics const& row, std::size_t) { return row.count; });
                continue;
            }
            std::size_t const g = step - 1;
            compare_with(made_again(graph_, query_, found_, found_.numbers[g]),
                         fmt::format("random graph {}", found_.numbers[g]), look,
                         [&](ClassStatistics const&, std::size_t row) { return found_.random[g][row]; });
        }
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("the counts of the graph and of {} agree with the serial program",
                           counted(done == 0 ? 0 : done - 1, "random graph"));
    }

private:
    static constexpr std::size_t most_random = 3;

    template <class CountOf>
    void compare_with(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        if (query_.edge_induced) return compare_subgraphs(graph, what, look, count_of);
        if (query_.labels || query_.edge_labels) return compare_labelled(graph, what, look, count_of);
        std::vector<VertexId> const roots = all_vertices(graph);
        auto const look_on = [&] { look(); };
        std::map<std::string, WideCount> expected = query_.directed
                                                        ? motif::count_directed_motifs(graph, query_.k, roots, look_on)
                                                        : motif::count_motifs(graph, query_.k, roots, look_on);
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            std::string const& graph6 = found_.classes[row].pattern.graph6;
            require_same(what, graph6, count_of(found_.classes[row], row), expected[graph6]);
            expected.erase(graph6);
        }
        if (!query_.patterns.empty()) return;
        for (auto const& [graph6, count] : expected) require_same(what, graph6, 0, count);
    }
    template <class CountOf>
    void compare_subgraphs(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        std::vector<VertexId> const roots = all_vertices(graph);
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            Pattern const& pattern = query_.patterns[found_.classes[row].class_number];
            WideCount maps = count_ascending_serially(graph, pattern, false, roots, [&] { look(); });
            maps = maps * count_exchanges_serially(pattern) / count_automorphisms_serially(pattern);
            require_same(what, found_.classes[row].pattern.graph6, count_of(found_.classes[row], row), maps);
        }
    }
    template <class CountOf>
    void compare_labelled(Graph const& graph, std::string const& what, StopLook& look, CountOf const& count_of) const {
        auto expected = discovery::count_labelled_serially(
            graph, query_.k, {query_.directed, query_.labels, query_.edge_labels}, [&] { look(); });
        for (std::size_t row = 0; row < found_.classes.size(); ++row) {
            ClassStatistics const& pattern = found_.classes[row];
            std::string const text = discovery::least_text(query_.k, query_.directed, pattern.labels,
                                                           pattern.pattern.edges, pattern.edge_labels);
            require_same(what, pattern.pattern.graph6 + " " + vertex_labels_text(pattern), count_of(pattern, row),
                         expected[text]);
            expected.erase(text);
        }
        if (!query_.patterns.empty()) return;
        for (auto const& [text, count] : expected) require_same(what, "a pattern that is not listed", 0, count);
    }
    void require_same(std::string const& what, std::string const& graph6, WideCount counted, WideCount expected) const {
        if (counted == expected) return;
        throw Error(
            fmt::format("discover {}: verification failed for {} in {}: counted {}, the serial program counts {}; do "
                        "not use this result, report it with the command line",
                        graph_.source, graph6, what, to_string(counted), to_string(expected)));
    }

    DiscoveryQuery const& query_;
    Graph const& graph_;
    Discovery const& found_;
};

// Compares the counts of the graph and of random graphs, which it makes again, with the serial program. All arguments
// must outlive the result.
std::unique_ptr<Check> discovery_check(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    return std::make_unique<CountsCheck>(request, graph, found);
}

OutputTargets targets_of(DiscoverRequest const& request) {
    OutputTargets targets;
    targets.add(request.output);
    targets.add("--counts", request.counts);
    targets.add("--svg", request.picture);
    targets.add_file("--checkpoint", request.checkpoint.file);
    return targets;
}

class DiscoverWork : public Work {
public:
    DiscoverWork(DiscoverRequest const& request, Graph graph) : request_(request), graph_(std::move(graph)) {}

    Graph const& graph() const override { return graph_; }
    // Counts a few random graphs, and predicts the time of the others from theirs.
    void print_plan(bool) override {
        constexpr int most_measured = 16;
        constexpr double most_seconds = 5;
        DiscoveryQuery query = request_.query;
        query.random_graphs = std::min(query.random_graphs, most_measured);
        RunOptions options = options_of(request_.parameters, std::nullopt);
        options.deadline_seconds = most_seconds;
        Stopwatch const watch;
        Discovery const measured = discover(graph_, query, options);
        write_standard_output(discovery_estimate(request_, graph_, measured, watch.seconds()));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        if (request_.checkpoint.on()) options.checkpoint = checkpoint_options(request_.checkpoint, "");
        found_ = discover(graph_, request_.query, options);
    }
    RunResult const& result() const override { return found_; }
    RecordParts record() const override { return discovery_record(request_, found_); }
    std::string rows() const override { return discovery_rows(graph_, request_, found_); }
    std::string table() const override {
        if (request_.checkpoint.is_part()) return part_table(request_.checkpoint, graph_, found_);
        return discovery_table(request_, graph_, found_);
    }
    std::vector<ExtraOutput> extra_outputs() const override {
        std::vector<ExtraOutput> outputs;
        if (!request_.counts.empty()) {
            auto const write = [this] { write_result(request_.counts, random_counts_rows(found_)); };
            outputs.push_back({request_.counts == "-", write});
        }
        if (!request_.picture.empty()) {
            auto const write = [this] { write_result(request_.picture, discovery_picture(request_, graph_, found_)); };
            outputs.push_back({request_.picture == "-", write});
        }
        if (!request_.random_graphs.empty()) outputs.push_back({false, [this] { write_random_graphs(); }});
        return outputs;
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return discovery_check(request_, graph_, found_); });
        return checks;
    }

private:
    void write_random_graphs() const {
        std::filesystem::path const folder(request_.random_graphs);
        std::size_t const digits = fmt::to_string(request_.query.random_graphs - 1).size();
        for (std::uint32_t const number : found_.numbers) {
            save_graph(made_again(graph_, request_.query, found_, number),
                       folder / fmt::format("random-{:0{}}.txt", number, digits));
        }
    }

    DiscoverRequest const& request_;
    Graph graph_;
    Discovery found_;
};

void make_folder(std::filesystem::path const& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder)) {
        throw Error(fmt::format("--write-random {}: this folder cannot be made ({}); name another folder",
                                folder.string(), error ? error.message() : "a file has this name"));
    }
}

// If patterns are given, k defaults to their number of vertices.
void read_patterns(DiscoverRequest& request) {
    if (request.patterns.empty()) {
        if (!request.k) throw InputError("the size of the patterns is missing: give -k, or --patterns");
        request.query.k = *request.k;
        return;
    }
    std::vector<GivenPattern> const given = listed_patterns(request.patterns, request.marks);
    if (given.empty())
        throw InputError(
            fmt::format("{} lists no pattern: write a pattern on each line, such as 0-1,1-2", request.patterns));
    for (GivenPattern const& one : given) request.query.patterns.push_back(one.pattern);
    request.query.k = request.k.value_or(given.front().pattern.size());
}

ExitCode run_discover(DiscoverRequest& request) {
    if (!request.model.empty()) request.query.model = value_of(null_model_words, "--null", request.model);
    request.query.statistic = value_of(discovery_statistic_words, "--statistic", request.statistic);
    request.query.directed = request.marks.directed;
    request.query.labels = request.has_own_labels || !request.marks.labels.empty();
    request.query.edge_labels = request.marks.edge_labels;
    if (request.query.free_labels && !request.query.labels && !request.query.edge_labels) {
        throw InputError("--free-labels needs labels: give --labels, --vertex-labels or --edge-labels, too");
    }
    if (!request.query.sample.empty() && !request.output.verify.empty()) {
        throw InputError("--verify compares exact counts, and --sample estimates them: leave one of them out");
    }
    request.query.min_count = request.min_count;
    request.query.keep_counts = !request.counts.empty() || !request.output.verify.empty();
    read_patterns(request);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    if (!request.patterns.empty()) files.reads("the patterns", request.patterns);
    add_checkpoint_files(files, request.checkpoint);
    check_checkpoint(request.checkpoint, request.output,
                     !request.counts.empty()          ? "--counts"
                     : !request.picture.empty()       ? "--svg"
                     : !request.random_graphs.empty() ? "--write-random"
                                                      : "");
    targets_of(request).check(files);
    if (!request.random_graphs.empty()) make_folder(request.random_graphs); // before a long run
    WorkRequest const work{
        .output = request.output, .targets = targets_of(request), .deadline = request.parameters.deadline};
    return run_work(work, [&](Stages& stages) {
        stages.in_parts = request.checkpoint.on();
        return std::make_unique<DiscoverWork>(request,
                                              load_graph(request.graph, request.marks, request.parameters, stages));
    });
}

void add_question_options(Options& command, DiscoverRequest& request) {
    DiscoveryQuery& query = request.query;
    command.add("-k", request.k, "Vertices of each pattern, 3 to 9");
    Option const patterns =
        command
            .add("--patterns", request.patterns,
                 "Count only the patterns that a file lists, one on each line, all of one size [all patterns]")
            .shown_as("FILE");
    command
        .flag("--edge-induced", query.edge_induced,
              "Also count subgraphs whose vertices are joined by further edges [induced subgraphs alone]")
        .needs(patterns);
    command
        .add("--sample", query.sample,
             "Estimate the counts from a sample that takes the 1st, 2nd, ... of the k vertices with these "
             "probabilities, such as 1,1,.5,.2 [count all]")
        .between_commas()
        .shown_as("P,..");
    command
        .add("--theta", query.theta, "Least number of standard deviations by which a motif's count is above the mean")
        .shows_default();
    command.add("--min-count", request.min_count, "Least count of a motif in the graph").shows_default();
    command
        .add("--min-excess", query.min_excess,
             "Least excess of a motif's count over the mean, as a share of the mean; mfinder takes .1")
        .shows_default();
    command
        .add("--statistic", request.statistic,
             "Number to compare: count; or concentration, the count divided by that of all patterns, as in FANMOD")
        .one_of(discovery_statistic_words)
        .shows_default();
}

void add_random_options(Options& command, DiscoverRequest& request) {
    DiscoveryQuery& query = request.query;
    command.add("--random", query.random_graphs, "Number of random graphs, 2 or more").shows_default();
    command
        .add(
            "--null", request.model,
            "Properties that random graphs keep. degree: the in- and out-degree of each vertex; mutual: the degrees, "
            "and the number of mutual edges of each vertex; global: the degrees, and the number of mutual edges of the "
            "whole graph; jdm: the number of edges between each two degrees; triads: as mutual, and nearly the counts "
            "of the patterns of three vertices; er: the number of edges alone [mutual with --directed, else degree]")
        .one_of(null_model_words);
    command.add(
        "--switches", query.switches,
        "Attempts to exchange two ends, for each edge of a random graph [10, or 100 with jdm; at least 500 in all]");
    command.add("--seed", query.seed, "Seed of the random numbers; the same seed gives the same random graphs")
        .shows_default();
}

void add_label_options(Options& command, DiscoverRequest& request) {
    command.flag("--vertex-labels", request.has_own_labels, "Distinguish vertices by the labels in the graph's file")
        .excludes(command.option("--labels"));
    command.flag("--free-labels", request.query.free_labels,
                 "Let random graphs keep only what --null says [they also keep, for each vertex, its number of edges "
                 "by the label of the edge and of the other vertex]");
}

void add_file_options(Options& command, DiscoverRequest& request) {
    command.add("--counts", request.counts, "Write the counts of each random graph as CSV").shown_as("FILE|-");
    command.add("--svg", request.picture, "Draw the patterns, and a bar for the z of each, as SVG").shown_as("FILE|-");
    command.add("--write-random", request.random_graphs, "Write each random graph as an edge list into a folder")
        .shown_as("FOLDER");
}

void add_discover_command(Options& program) {
    Options& command =
        program.add_command("discover", "Find network motifs: patterns that are more frequent than in random graphs");
    auto const request = std::make_shared<DiscoverRequest>();
    add_graph(command, request->graph).required();
    add_question_options(command, *request);
    add_random_options(command, *request);
    add_file_options(command, *request);
    add_marks_options(command, request->marks);
    add_label_options(command, *request);
    add_output_options(command, request->output, "the patterns");
    add_verify_option(command, request->output, false);
    add_where_options(command, request->parameters);
    add_sharing_options(command, request->parameters, &request->marks);
    add_checkpoint_options(command, request->checkpoint);
    add_plan_options(command, request->output, false,
                     {"--counts", "--svg", "--write-random", "--checkpoint", "--resume", "--merge"});
    command.footer(
        "\nExamples:\n"
        "  cerrado discover genes.txt --directed -k 3                      the triads of a network, by z\n"
        "  cerrado discover ppi.txt -k 4 --random 200 --csv motifs.csv     a table for other programs\n"
        "  cerrado discover genes.txt --directed -k 3 --svg motifs.svg     a picture of them\n"
        "  cerrado discover genes.txt --directed -k 3 --counts random.csv  every random graph's counts\n"
        "  cerrado discover genes.txt --directed --patterns mine.txt       some patterns alone: \"FFL\", "
        "\"0>1,0>2\"\n"
        "  cerrado discover genes.txt --directed -k 3 --labels kinds.txt   patterns with labels of vertices\n"
        "  cerrado discover genes.txt --directed -k 6 --sample 1,1,1,.5,.2,.1   an estimate\n"
        "  cerrado discover genes.txt --directed -k 4 --null jdm           against graphs with the same joint degrees\n"
        "  cerrado discover genes.txt --directed -k 4 --deadline 60        the random graphs that are done by then\n");
    command.runs([request] { return run_discover(*request); });
}

} // namespace

Command discover_command() {
    return {.names = {"discover"},
            .place = 50,
            .add = add_discover_command,
            .shared = {"discover"},
            .has_checkpoints = [](auto const&) { return true; }};
}

} // namespace cerrado::command
