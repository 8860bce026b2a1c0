// `cerrado temporal`: motifs and patterns of arcs in the order of time.
#include "temporal/command.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/picture.hpp"
#include "command/record/record.hpp"
#include "command/record/significance.hpp"
#include "command/run/work.hpp"
#include "temporal/patterns.hpp"
#include "temporal/verifier.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/temporal.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

constexpr std::string_view default_label_column = "label";

struct TemporalRequest {
    std::string graph;
    GraphMarksRequest marks;
    TimeColumn time;
    std::vector<std::string> deltas;
    std::string ties = "order";
    bool undirected = false; // the motifs of contacts
    std::vector<std::string> patterns;
    std::string file; // of patterns
    std::string order, gap;
    bool consecutive = false;
    std::string edge_labels; // a column, or empty
    std::string list;        // a file, "-", or empty; so are those below
    std::optional<std::uint64_t> limit;
    bool exists = false;
    std::string per_vertex, per_arc;
    std::optional<std::uint32_t> random_graphs; // set: random graphs are counted, too
    std::string null = "times";
    std::uint64_t seed = 1;
    std::string counts, picture; // of random graphs
    Parameters parameters;
    CheckpointRequest checkpoint;
    OutputRequest output;

    bool has_patterns() const { return !patterns.empty() || !file.empty(); }
    bool is_local() const { return !per_vertex.empty() || !per_arc.empty(); }
    Ties how_ties() const {
        return std::ranges::find(ties_words, ties, [](auto const& word) { return word.name; })->value;
    }
    // Requires: random graphs are counted.
    TemporalRandom random() const {
        return {.null = value_of(temporal_null_words, "--null", null), .graphs = *random_graphs, .seed = seed};
    }
};

// Patterns.

// A pattern as typed, and how it is to be read.
struct TypedPattern {
    std::string text, order, gap;
    std::string place; // "FILE:3", or empty
};

std::vector<TypedPattern> patterns_of_file(TemporalRequest const& request) {
    std::ifstream file(request.file);
    std::vector<TypedPattern> typed;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        TypedPattern pattern{{}, request.order, request.gap, fmt::format("{}:{}", request.file, number)};
        std::string more;
        if (!(words >> pattern.text)) continue;
        words >> pattern.order >> pattern.gap;
        if (words >> more) {
            throw InputError(
                fmt::format("{}: \"{}\" is one word too many; expected a pattern, perhaps its order, and "
                            "perhaps its gaps, such as: 0>1,1>2 total 10min",
                            pattern.place, more));
        }
        typed.push_back(std::move(pattern));
    }
    if (!file.eof())
        throw InputError(fmt::format("--patterns {}: the file cannot be read; check the path", request.file));
    if (typed.empty())
        throw InputError(
            fmt::format("--patterns {}: the file has no pattern; expected one on each line", request.file));
    return typed;
}

std::vector<TypedPattern> typed_patterns(TemporalRequest const& request) {
    if (!request.file.empty()) return patterns_of_file(request);
    std::vector<TypedPattern> typed;
    for (std::string const& text : request.patterns) typed.push_back({text, request.order, request.gap, {}});
    return typed;
}

// `unit`: that of the graph's times. Nothing: it is not known yet, and gaps are not read.
std::vector<TemporalPattern> parsed(std::vector<TypedPattern> const& typed, bool consecutive,
                                    std::optional<TimeUnit> unit, bool are_dates = false) {
    std::vector<TemporalPattern> patterns;
    for (TypedPattern const& one : typed) {
        try {
            std::vector<TemporalPattern> const own =
                parse_temporal_patterns(one.text, {.order = one.order,
                                                   .gap = unit ? one.gap : std::string(),
                                                   .is_consecutive = consecutive,
                                                   .unit = unit.value_or(TimeUnit::none),
                                                   .are_dates = are_dates});
            std::ranges::copy(own, std::back_inserter(patterns));
        } catch (InputError const& error) {
            if (one.place.empty()) throw;
            throw InputError(fmt::format("{}: {}", one.place, error.what()));
        }
    }
    return patterns;
}

std::string name_of(TemporalPattern const& pattern) { return pattern.name.empty() ? text_of(pattern) : pattern.name; }

std::string gaps_text(TemporalPattern const& pattern, TimeUnit unit) {
    std::vector<std::string> gaps;
    for (std::int64_t const gap : pattern.gaps) gaps.push_back(format_duration(gap, unit));
    bool const are_alike = std::ranges::adjacent_find(gaps, std::ranges::not_equal_to()) == gaps.end();
    if (are_alike && !gaps.empty()) gaps.resize(1);
    return joined(gaps, ",");
}

// Motifs: the arcs u>v, then those of the row and of the column.

constexpr std::string_view second_arcs[] = {"w>v", "v>w", "w>u", "u>w", "v>u", "u>v"};
constexpr std::string_view third_arcs[] = {"u>v", "v>u", "u>w", "w>u", "v>w", "w>v"};

// The names of the counted motifs: three arcs, separated by blanks.
std::vector<std::string> names_of_motifs(bool undirected) {
    if (undirected) return {std::begin(contact_names), std::end(contact_names)};
    std::vector<std::string> names;
    for (std::string_view const second : second_arcs)
        for (std::string_view const third : third_arcs) names.push_back(fmt::format("u>v {} {}", second, third));
    return names;
}

// Returns: the counts in the order of names_of_motifs().
std::vector<WideCount> counts_of_motifs(MotifTable const& table, bool undirected) {
    if (!undirected) return {table.begin(), table.end()};
    ContactTable const contacts = contacts_of(table);
    return {contacts.begin(), contacts.end()};
}

// Returns: the motif in the order of names_of_motifs().
TemporalPattern motif_of(std::size_t number, bool undirected) {
    if (!undirected) return motif_of_cell(static_cast<int>(number / 6), static_cast<int>(number % 6));
    std::string text(contact_names[number]);
    std::ranges::transform(text, text.begin(), [](char sign) {
        return sign == ' ' ? ',' : sign == '-' ? sign : static_cast<char>(sign - 'u' + '0');
    });
    return parse_temporal_patterns(text).front();
}

WideCount sum_of(std::span<WideCount const> counts) {
    return std::accumulate(counts.begin(), counts.end(), WideCount{0});
}

// Returns: the column with the labels of arcs, as TemporalSettings::arc_labels.
std::string label_column(TemporalRequest const& request, Graph const& graph) {
    std::string asked = request.edge_labels;
    if (asked.empty()) return "";
    std::string const& columns = request.marks.columns;
    if (asked == default_label_column && std::ranges::count(columns, ',') == 2)
        asked = columns.substr(columns.rfind(',') + 1);
    bool const is_number = asked.find_first_not_of("0123456789") == std::string::npos;
    for (std::string const& name : {asked, is_number ? "column" + asked : asked}) {
        if (graph.columns->row_column(name) != nullptr) return name;
    }
    if (asked == default_label_column && has_edge_labels(graph)) return "";
    std::vector<std::string> names;
    for (Column const& column : graph.columns->of_rows) names.push_back(on_one_line(column.name));
    throw InputError(
        fmt::format("--edge-labels: there is no column '{}'; the edges have the columns {}; give --edge-labels=COLUMN",
                    on_one_line(asked), joined(names, ", ")));
}

// Rows of the file.

std::string id_text(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? vertex_name(graph, id) : fmt::to_string(id);
}
Json id_json(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? Json(vertex_name(graph, id)) : Json(id);
}
Json time_json(Arcs const& arcs, std::uint32_t rank) {
    return arcs.are_dates ? Json(format_time(arcs.time[rank], true)) : Json(arcs.time[rank]);
}
std::uint64_t row_number(std::uint32_t line) { return std::uint64_t{line} + 1; }

// A list of matches: the vertices, the rows of the arcs, and their times.
class MatchesFile {
public:
    MatchesFile(std::string const& target, Arcs const& arcs, TemporalPattern const& pattern)
        : lines_(target),
          arcs_(arcs),
          is_json_(target.ends_with(".jsonl")),
          is_csv_(target.ends_with(".csv")) {
        if (!is_csv_) return;
        std::string header;
        auto const add = [&](std::string_view what, std::size_t first, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i)
                header += fmt::format("{}{}{}", header.empty() ? "" : ",", what, first + i);
        };
        add("vertex", 0, static_cast<std::size_t>(pattern.vertices()));
        add("row", 1, pattern.arcs.size());
        add("time", 1, pattern.arcs.size());
        lines_.add(header + "\n");
    }

    void write(TemporalMatch const& match) { lines_.add(is_json_ ? json_of(match) : text_of(match)); }
    void commit() { lines_.commit(); }

private:
    std::string text_of(TemporalMatch const& match) const {
        std::string text;
        auto const add = [&](std::string const& cell) { text += (text.empty() ? "" : is_csv_ ? "," : " ") + cell; };
        for (VertexId const v : match.vertices) {
            std::string const id = id_text(arcs_.graph, v);
            add(!has_names(arcs_.graph) ? id : is_csv_ ? csv_field(id) : name_on_line(id));
        }
        for (std::uint32_t const rank : match.arcs) add(fmt::to_string(row_number(arcs_.line[rank])));
        for (std::uint32_t const rank : match.arcs) add(format_time(arcs_.time[rank], arcs_.are_dates));
        return text + "\n";
    }
    std::string json_of(TemporalMatch const& match) const {
        Json vertices = Json::array(), rows = Json::array(), times = Json::array();
        for (VertexId const v : match.vertices) vertices.push(id_json(arcs_.graph, v));
        for (std::uint32_t const rank : match.arcs) {
            rows.push(row_number(arcs_.line[rank]));
            times.push(time_json(arcs_, rank));
        }
        return Json{{"vertices", vertices}, {"rows", rows}, {"times", times}}.text() + "\n";
    }

    ResultLines lines_;
    Arcs const& arcs_;
    bool const is_json_, is_csv_;
};

std::int64_t time_in(Column const& times, std::uint32_t row) {
    return times.type == ColumnType::real ? static_cast<std::int64_t>(times.real[row]) : times.whole[row];
}

// A table of counts with a line for each row of the file, in its order. Rows that are no arcs, loops and those out of the
// bounds, have zeros.
void write_rows(std::string const& target, Arcs const& arcs, std::vector<std::string> const& names,
                std::vector<std::vector<WideCount>> const& of_arcs) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    GraphColumns const& columns = *arcs.graph.columns;
    std::vector<std::uint32_t> rank_of(columns.rows, none);
    for (std::uint32_t rank = 0; rank < arcs.size(); ++rank) rank_of[arcs.row[rank]] = rank;
    std::vector<Edge> const ends = detail::ends_of_rows(arcs.graph);
    Column const& times = *columns.row_column(arcs.column);
    ResultLines lines(target);
    std::string header = "row,source,target,time";
    for (std::string const& name : names) header += "," + csv_field(name);
    lines.add(header + "\n");
    for (std::uint32_t const row : detail::rows_by_line(columns)) {
        std::string text = fmt::format(
            "{},{},{},{}", row_number(columns.line_of(row)), csv_field(id_text(arcs.graph, ends[row].source)),
            csv_field(id_text(arcs.graph, ends[row].target)), format_time(time_in(times, row), arcs.are_dates));
        std::uint32_t const rank = rank_of[row];
        for (std::vector<WideCount> const& counts : of_arcs)
            text += "," + (rank == none ? "0" : to_string(counts[rank]));
        lines.add(text + "\n");
    }
    lines.commit();
}

// The answers.

std::int64_t duration_of(std::string const& delta, TimeUnit unit, bool are_dates) {
    try {
        return parse_duration(delta, unit, are_dates);
    } catch (InputError const& error) {
        throw InputError(fmt::format("--delta {}", error.what()));
    }
}

// The counts with one delta. Nothing: the run was ended before.
struct OfDelta {
    std::int64_t delta = 0;
    std::vector<WideCount> counts;          // by motif, or by pattern; patterns that were not counted are missing
    std::vector<std::optional<bool>> exist; // by pattern
};

// Compares the counts of one delta with those of the serial program, of all arcs, or of those that begin with one of the
// first arcs.
class TemporalCheck : public Check {
public:
    // The arcs are those of the graph or of a random graph.
    TemporalCheck(Arcs arcs, std::vector<TemporalPattern> const& patterns, TemporalRequest const& request,
                  OfDelta found, VerifyRequest const& verify)
        : arcs_(std::move(arcs)),
          patterns_(patterns),
          request_(request),
          found_(std::move(found)),
          first_arcs_(verify.roots ? static_cast<std::uint32_t>(std::min<std::uint64_t>(*verify.roots, arcs_.size()))
                                   : arcs_.size()) {}

    std::size_t steps() const override { return patterns_.empty() ? 1 : patterns_.size(); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t i = first; i < first + count; ++i)
            patterns_.empty() ? compare_motifs(look) : compare_pattern(i, look);
    }
    std::string agreement(std::size_t done) const override {
        std::string const what = patterns_.empty() ? "the motifs agree" : counted(done, "pattern") + " agree";
        return first_arcs_ == arcs_.size()
                   ? what + " with the serial program"
                   : fmt::format("{} with the serial program, in the matches that begin with one of the first {}", what,
                                 counted(first_arcs_, "arc"));
    }

private:
    void compare_motifs(StopLook& look) const {
        Ties const ties = request_.how_ties();
        MotifTable const expected =
            verify_temporal_motifs(arcs_, found_.delta, ties, first_arcs_, [&] { look(); }).table;
        std::vector<WideCount> counts = found_.counts;
        if (first_arcs_ < arcs_.size()) {
            MotifTable const later = count_temporal_motifs(later_arcs(), {found_.delta}, ties).tables.at(0);
            subtract(counts, counts_of_motifs(later, request_.undirected));
        }
        std::vector<std::string> const names = names_of_motifs(request_.undirected);
        std::vector<WideCount> const serial = counts_of_motifs(expected, request_.undirected);
        for (std::size_t i = 0; i < names.size(); ++i) require_same(names[i], counts[i], serial[i]);
    }
    void compare_pattern(std::size_t i, StopLook& look) const {
        TemporalSettings const settings{found_.delta, request_.how_ties(), label_column(request_, arcs_.graph), true};
        WideCount const expected = verify_temporal(arcs_, patterns_[i], settings, first_arcs_, [&] { look(); }).count;
        WideCount count = found_.counts[i];
        if (first_arcs_ < arcs_.size()) count -= count_temporal(later_arcs(), {patterns_[i]}, settings).count;
        require_same(name_of(patterns_[i]), count, expected);
    }

    // Returns: the arcs without the first ones. All matches among them are left out by the serial program.
    Arcs later_arcs() const {
        Arcs later = arcs_;
        auto const cut = [&](auto& values) { values.erase(values.begin(), values.begin() + first_arcs_); };
        cut(later.source);
        cut(later.target);
        cut(later.time);
        cut(later.row);
        cut(later.line);
        return later;
    }
    static void subtract(std::vector<WideCount>& from, std::vector<WideCount> const& counts) {
        for (std::size_t i = 0; i < from.size(); ++i) from[i] -= counts[i];
    }
    void require_same(std::string const& name, WideCount count, WideCount expected) const {
        if (count == expected) return;
        throw Error(
            fmt::format("temporal {}: verification failed for {} with a delta of {}: the count is {}, but the "
                        "serial program finds {}; do not use this result, and report it with the command line",
                        arcs_.graph.source, name, format_duration(found_.delta, arcs_.unit), to_string(count),
                        to_string(expected)));
    }

    Arcs const arcs_;
    std::vector<TemporalPattern> const& patterns_;
    TemporalRequest const& request_;
    OfDelta const found_;
    std::uint32_t const first_arcs_;
};

// A drawing of a pattern, for a picture. If its order is total, each arc has its place in it. Arcs between the same two
// vertices are curves side by side.
std::string drawn(TemporalPattern const& pattern, Point centre) {
    constexpr double most_between = 10, most_wide = 24; // pixels
    PatternDrawing const drawing(pattern.vertices(), centre);
    auto const ends = [&](TemporalPattern::Arc const& arc) { return std::minmax(arc.from, arc.to); };
    std::string text;
    for (std::size_t i = 0; i < pattern.arcs.size(); ++i) {
        TemporalPattern::Arc const& arc = pattern.arcs[i];
        auto const is_alike = [&](TemporalPattern::Arc const& other) { return ends(other) == ends(arc); };
        auto const all = std::ranges::count_if(pattern.arcs, is_alike);
        auto const before =
            std::count_if(pattern.arcs.begin(), pattern.arcs.begin() + static_cast<std::ptrdiff_t>(i), is_alike);
        double const between = std::min(most_between, all == 1 ? 0 : most_wide / static_cast<double>(all - 1));
        double const bend = (static_cast<double>(before) - static_cast<double>(all - 1) / 2) * between;
        std::string const number =
            pattern.is_total() ? fmt::to_string(temporal::place_in_time(pattern, static_cast<int>(i)) + 1) : "";
        text += drawing.curve(arc.from, arc.to, arc.from < arc.to ? bend : -bend, !arc.is_either, number);
    }
    for (int v = 0; v < pattern.vertices(); ++v) text += drawing.vertex(v);
    return text;
}

class TemporalWork : public Work {
public:
    TemporalWork(TemporalRequest const& request, std::vector<TypedPattern> const& typed, Arcs arcs)
        : request_(request),
          arcs_(std::move(arcs)),
          patterns_(parsed(typed, request.consecutive, arcs_.unit, arcs_.are_dates)),
          names_(names_of_motifs(request.undirected)) {
        for (std::string const& text : request.deltas)
            deltas_.push_back(duration_of(text, arcs_.unit, arcs_.are_dates));
        if (!patterns_.empty()) {
            names_.clear();
            std::ranges::transform(patterns_, std::back_inserter(names_), name_of);
        }
        label_column(request_, arcs_.graph); // throws for one that is not there
        if (request.random_graphs && std::ranges::any_of(patterns_, &TemporalPattern::has_arc_labels)) {
            throw InputError(
                "--random exchanges times or ends of arcs, and labels of arcs belong to both: give patterns without "
                "them, "
                "or count these without --random");
        }
        if (!request.list.empty() && (patterns_.size() > 1 || deltas_.size() > 1)) {
            throw InputError(
                fmt::format("--list takes one pattern and one delta, and there are {} and {}; list each alone",
                            counted(patterns_.size(), "pattern"), counted(deltas_.size(), "delta")));
        }
    }

    Graph const& graph() const override { return arcs_.graph; }
    // Counts a share of the work, or a few random graphs, and predicts the time of the rest from theirs.
    void print_plan(bool) override {
        constexpr double most_seconds = 5;
        RunOptions options = options_of(request_.parameters, std::nullopt);
        options.deadline_seconds = most_seconds;
        write_standard_output(request_.random_graphs ? plan_of_random(options) : plan_of_counts(options));
    }

    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(!request_.list.empty());
        if (request_.checkpoint.on()) options.checkpoint = checkpoint_options(request_.checkpoint, "");
        if (request_.random_graphs) return discover(options);
        if (!request_.list.empty())
            list(options);
        else
            count(options);
        is_counted_ = result_.status == Status::complete;
    }
    RunResult const& result() const override { return result_; }

    RecordParts record() const override {
        RecordParts parts;
        parts.application = "temporal";
        parts.semantics = semantics();
        parts.parameters = parameters();
        parts.answer["arcs"] = arcs_json();
        if (request_.exists) {
            parts.answer["patterns"] = patterns_json();
            return parts;
        }
        parts.answer[key_of_count()] = to_string(result_.count);
        if (request_.random_graphs) {
            parts.answer["random_graphs"] = counted_random();
            parts.answer["keeps"] = kept_by(request_.random().null);
            parts.answer["statistics"] = statistics_json();
        }
        if (!request_.list.empty()) {
            parts.further["list"] = Json{{"file", request_.list}};
            parts.answer["patterns"] = patterns_json();
        } else if (patterns_.empty()) {
            parts.answer["tables"] = tables_json();
        } else {
            parts.answer["patterns"] = patterns_json();
        }
        return parts;
    }

    std::string rows() const override { return patterns_.empty() ? rows_of_motifs() : rows_of_patterns(); }

    std::string table() const override {
        if (request_.checkpoint.is_part()) return part_table(request_.checkpoint, arcs_.graph, result_);
        std::string text = head_of_table("temporal", arcs_.graph);
        text += fmt::format("{}\n{}\nrun {:.3f} s on {} ({}); {}\n\n", arcs_text(), semantics(), result_.seconds.run,
                            result_.device.kind, result_.device.name, to_string(result_.status));
        text += !statistics_.empty() ? table_of_statistics()
                : patterns_.empty()  ? tables_of_motifs()
                                     : table_of_patterns();
        if (request_.random_graphs && is_counted_) text += "\n" + random_text();
        bool const is_stopped = result_.status != Status::complete && result_.status != Status::limit;
        bool const is_listed = !request_.list.empty() && request_.list != "-";
        if (request_.checkpoint.on()) {
            text +=
                fmt::format("\n{:.3f} s in all parts of the run\n", result_.seconds.run_before + result_.seconds.run);
        }
        if (is_listed) text += fmt::format("\n{} listed in {}\n", grouped(result_.count), request_.list);
        if (is_stopped) text += "PARTIAL: the run was stopped; what is missing was not counted\n";
        return text;
    }

    std::vector<ExtraOutput> extra_outputs() const override {
        std::vector<ExtraOutput> outputs;
        if (!request_.counts.empty())
            outputs.push_back({request_.counts == "-", [this] { write_result(request_.counts, random_rows()); }});
        if (!request_.picture.empty())
            outputs.push_back({request_.picture == "-", [this] { write_result(request_.picture, picture()); }});
        if (result_.status != Status::complete) return outputs;
        if (!request_.per_vertex.empty()) outputs.push_back({request_.per_vertex == "-", [this] { write_vertices(); }});
        if (!request_.per_arc.empty()) {
            outputs.push_back({request_.per_arc == "-",
                               [this] { write_rows(request_.per_arc, arcs_, names_of_columns(), of_arcs_); }});
        }
        return outputs;
    }
    std::string remark() const override {
        bool const lacks_counts = request_.is_local() && result_.status != Status::complete;
        return lacks_counts ? "no counts per vertex or arc are written: the run is partial\n" : "";
    }
    Checks checks(VerifyRequest const& request) override {
        Checks checks;
        for (OfDelta const& found : found_) {
            std::string const subject =
                found_.size() == 1 ? "" : fmt::format("delta {}: ", format_duration(found.delta, arcs_.unit));
            checks.emplace_back(subject, [this, &found, request] {
                return std::make_unique<TemporalCheck>(arcs_, patterns_, request_, found, request);
            });
        }
        constexpr std::size_t most_random = 2;
        for (std::size_t number = 0; number < std::min(counted_random(), most_random); ++number) {
            for (std::size_t i = 0; i < deltas_.size(); ++i) {
                checks.emplace_back(
                    fmt::format("random graph {}, delta {}: ", random_.numbers[number], delta_text(deltas_[i])),
                    [this, number, i, request] {
                        return std::make_unique<TemporalCheck>(random_graph(number), patterns_, request_,
                                                               of_random(number, i), request);
                    });
            }
        }
        return checks;
    }

private:
    std::string delta_text(std::int64_t delta) const { return format_duration(delta, arcs_.unit); }
    std::string unit_text() const { return std::string(to_string(arcs_.unit)); }

    // Runs.

    void take(RunResult const& found) {
        add_seconds(result_, found);
        result_.seconds.run_before += found.seconds.run_before;
        result_.roots = found.roots;
        result_.device = found.device;
        result_.devices = found.devices;
        result_.status = found.status;
    }
    void count(RunOptions const& options) {
        if (patterns_.empty() && !request_.is_local()) return count_motifs(options);
        TimeLeft const time(options);
        for (std::int64_t const delta : deltas_) {
            found_.push_back({delta, {}, {}});
            bool const goes_on = request_.exists       ? find(delta, time, options)
                                 : request_.is_local() ? count_local(delta, time, options)
                                                       : count_patterns(delta, time, options);
            if (!goes_on) break;
        }
        result_.count = found_.empty() ? 0 : sum_of(found_.front().counts);
    }
    void count_motifs(RunOptions const& options) {
        TemporalMotifs found = count_temporal_motifs(arcs_, deltas_, request_.how_ties(), options);
        for (std::size_t i = 0; i < found.tables.size(); ++i)
            found_.push_back({deltas_[i], counts_of_motifs(found.tables[i], request_.undirected), {}});
        result_ = std::move(found);
    }
    bool count_patterns(std::int64_t delta, TimeLeft const& time, RunOptions const& options) {
        TemporalCounts found = count_temporal(arcs_, patterns_, settings(delta), time.in(options));
        take(found);
        found_.back().counts = std::move(found.counts);
        return result_.status == Status::complete;
    }
    bool find(std::int64_t delta, TimeLeft const& time, RunOptions const& options) {
        for (TemporalPattern const& pattern : patterns_) {
            RunResult found = list_temporal(
                arcs_, pattern, settings(delta), [](TemporalMatch const&) {}, 1, time.in(options));
            if (found.count > 0) found.status = Status::complete;
            take(found);
            found_.back().exist.push_back(is_there(found));
            found_.back().counts.push_back(found.count > 0 ? 1 : 0);
            if (found.status != Status::complete) return false;
        }
        return true;
    }
    void list(RunOptions const& options) {
        std::optional<MatchesFile> file; // of rank 0, whose first device lists all
        if (!is_other_rank()) file.emplace(request_.list, arcs_, patterns_.front());
        result_ = list_temporal(
            arcs_, patterns_.front(), settings(deltas_.front()),
            [&](TemporalMatch const& match) { file->write(match); }, request_.limit, options);
        if (file) file->commit();
        found_.push_back({deltas_.front(), {result_.count}, {}});
    }
    // The counts of the whole graph follow: each match has as many vertices and arcs as its pattern.
    bool count_local(std::int64_t delta, TimeLeft const& time, RunOptions const& options) {
        for (TemporalPer const per : {TemporalPer::vertex, TemporalPer::arc}) {
            bool const is_arc = per == TemporalPer::arc;
            if ((is_arc ? request_.per_arc : request_.per_vertex).empty()) continue;
            LocalTemporal const found =
                patterns_.empty()
                    ? count_local_temporal_motifs(arcs_, per, delta, request_.how_ties(), time.in(options))
                    : count_local_temporal(arcs_, per, patterns_, settings(delta), time.in(options));
            take(found);
            if (result_.status != Status::complete) return false;
            take_columns(found, is_arc);
        }
        return true;
    }
    void take_columns(LocalTemporal const& local, bool is_arc) {
        std::size_t const width = local.columns, rows = width == 0 ? 0 : local.of.size() / width;
        std::vector<std::vector<WideCount>> columns(names_.size(), std::vector<WideCount>(rows));
        for (std::size_t i = 0; i < width; ++i) {
            auto const place = request_.undirected ? contact_of_cell(static_cast<int>(i / 6), static_cast<int>(i % 6))
                                                   : static_cast<int>(i);
            std::vector<WideCount>& column = columns[static_cast<std::size_t>(place)];
            for (std::size_t row = 0; row < rows; ++row) column[row] += local.of[row * width + i];
        }
        found_.back().counts.clear();
        for (std::size_t i = 0; i < columns.size(); ++i)
            found_.back().counts.push_back(sum_of(columns[i]) /
                                           static_cast<WideCount>(is_arc ? arcs_in(i) : vertices_in(i)));
        std::ranges::move(columns, std::back_inserter(is_arc ? of_arcs_ : of_vertices_));
    }
    // The sizes of a match of the i-th pattern or motif.
    std::size_t arcs_in(std::size_t i) const { return patterns_.empty() ? 3 : patterns_[i].arcs.size(); }
    int vertices_in(std::size_t i) const {
        if (!patterns_.empty()) return patterns_[i].vertices();
        return names_[i].find('w') == std::string::npos ? 2 : 3;
    }

    // Random graphs.

    TemporalQuestion question() const { return {deltas_, patterns_, request_.undirected, request_.how_ties()}; }
    void discover(RunOptions const& options) {
        TemporalDiscovery found = discover_temporal(arcs_, question(), request_.random(), options);
        for (std::size_t first = 0; first < found.counts.size(); first += names_.size()) {
            auto const own =
                std::span(found.counts).subspan(first, std::min(names_.size(), found.counts.size() - first));
            found_.push_back({deltas_[first / names_.size()], {own.begin(), own.end()}, {}});
        }
        is_counted_ = found.counts.size() == deltas_.size() * names_.size();
        random_ = std::move(found.random);
        statistics_ = std::move(found.rows);
        result_ = std::move(found);
    }
    std::size_t counted_random() const { return random_.columns == 0 ? 0 : random_.of.size() / random_.columns; }
    Arcs random_graph(std::size_t number) const {
        TemporalRandom const random = request_.random();
        return random_arcs(arcs_, random.null, random.seed, random_.numbers[number]);
    }
    std::string plan_of_random(RunOptions const& options) const {
        constexpr std::uint32_t most_measured = 16;
        TemporalRandom random = request_.random();
        random.graphs = std::min(random.graphs, most_measured);
        Stopwatch const watch;
        TemporalDiscovery const measured = discover_temporal(arcs_, question(), random, options);
        std::string const text =
            fmt::format("device         {} ({})\nrandom graphs  {}, null model {}\npeak memory    {}\n",
                        measured.device.name, measured.device.kind, grouped(*request_.random_graphs), request_.null,
                        bytes_text(measured.device.memory.peak_bytes));
        std::size_t const counted_graphs = measured.random.numbers.size();
        if (counted_graphs == 0)
            return text + fmt::format(
                              "time           more than {:.0f} s for each random graph: none was counted in "
                              "this time\n",
                              watch.seconds());
        return text + fmt::format("measured       {} and the graph itself in {:.3g} s\ntime           about {:.3g} s\n",
                                  counted(counted_graphs, "random graph"), watch.seconds(),
                                  watch.seconds() * *request_.random_graphs / static_cast<double>(counted_graphs));
    }
    std::string plan_of_counts(RunOptions const& options) const {
        TemporalPlan const plan = plan_temporal(arcs_, question(), settings(0), options);
        std::string const text = fmt::format(
            "device         {} ({})\ncounts         {} in {}\npeak memory    {}\n", plan.device.name, plan.device.kind,
            counted(deltas_.size() * names_.size(), patterns_.empty() ? "motif" : "pattern"),
            counted(arcs_.size(), "arc"), bytes_text(plan.device.memory.peak_bytes));
        if (!plan.seconds) return text + fmt::format("time           more than {:.3g} s\n", plan.measured_seconds);
        return text + fmt::format("measured       {:.3g} % of the work in {:.3g} s\ntime           about {:.3g} s\n",
                                  100 * plan.share, plan.measured_seconds, *plan.seconds);
    }
    // Returns: the counts of a random graph with the i-th delta.
    OfDelta of_random(std::size_t number, std::size_t i) const {
        auto const counts = std::span(random_.of).subspan(number * random_.columns + i * names_.size(), names_.size());
        return {deltas_[i], {counts.begin(), counts.end()}, {}};
    }

    TemporalSettings settings(std::int64_t delta) const {
        return {delta, request_.how_ties(), label_column(request_, arcs_.graph), patterns_.size() > 1};
    }

    // Words.

    std::string semantics() const {
        std::string const what =
            patterns_.empty()
                ? (request_.undirected ? "motifs of three contacts, which have no direction, and up to three vertices: "
                                       : "motifs of three arcs and up to three vertices: ")
                : "matches: different arcs and different vertices for those of the pattern, in its order of time, each "
                  "once; other arcs may be there; ";
        std::string const ties = request_.how_ties() == Ties::order
                                     ? "arcs at equal times are in the order of their rows (ties: order)"
                                     : "an arc is before another if its time is less (ties: strict)";
        return fmt::format("{}the last arc is at most delta after the first; {}; self-loops are left out", what, ties);
    }
    std::string arcs_text() const {
        return fmt::format("{} from {} to {}; times: column {}, {}{}", counted(arcs_.size(), "arc"),
                           format_time(arcs_.time.front(), arcs_.are_dates),
                           format_time(arcs_.time.back(), arcs_.are_dates), on_one_line(arcs_.column),
                           arcs_.are_dates                ? "dates"
                           : arcs_.unit == TimeUnit::none ? "plain numbers"
                                                          : "in " + unit_text(),
                           arcs_.loops == 0 ? "" : fmt::format("; without {}", counted(arcs_.loops, "self-loop")));
    }
    Json arcs_json() const {
        return {{"count", arcs_.size()},        {"column", arcs_.column},
                {"unit", unit_text()},          {"dates", arcs_.are_dates},
                {"first", time_json(arcs_, 0)}, {"last", time_json(arcs_, arcs_.size() - 1)},
                {"self_loops", arcs_.loops}};
    }
    Json parameters() const {
        Json deltas = Json::array();
        for (std::int64_t const delta : deltas_) deltas.push(delta);
        auto const given = [](std::string const& text) { return text.empty() ? Json(nullptr) : Json(text); };
        return {{"delta", std::move(deltas)},
                {"ties", request_.ties},
                {"undirected", request_.undirected},
                {"order", given(request_.order)},
                {"gap", given(request_.gap)},
                {"consecutive", request_.consecutive},
                {"labels", given(request_.marks.labels)},
                {"edge_labels", given(label_column(request_, arcs_.graph))},
                {"time", given(request_.time.name)},
                {"time_unit", request_.time.unit ? Json(to_string(*request_.time.unit)) : Json(nullptr)},
                {"from", given(request_.time.from)},
                {"until", given(request_.time.until)},
                {"limit", request_.limit ? Json(*request_.limit) : Json(nullptr)},
                {"random", request_.random_graphs ? Json(*request_.random_graphs) : Json(nullptr)},
                {"null", request_.random_graphs ? Json(request_.null) : Json(nullptr)},
                {"seed", request_.random_graphs ? Json(request_.seed) : Json(nullptr)},
                {"device", request_.parameters.devices.empty() ? Json(request_.parameters.device)
                                                               : Json(request_.parameters.devices)},
                {"threads", request_.parameters.threads},
                {"deadline", request_.parameters.deadline}};
    }

    // Answers.

    // Random graphs that were not counted take nothing from the counts of the graph.
    char const* key_of_count() const { return is_counted_ ? "count" : count_key(result_); }
    // Returns: the count of a pattern, or nothing if it was not counted.
    std::optional<WideCount> count_of(OfDelta const& found, std::size_t i) const {
        return i < found.counts.size() ? std::optional(found.counts[i]) : std::nullopt;
    }
    std::optional<bool> existence_of(OfDelta const& found, std::size_t i) const {
        return i < found.exist.size() ? found.exist[i] : std::nullopt;
    }
    Json tables_json() const {
        Json tables = Json::array();
        for (OfDelta const& found : found_) {
            Json cells = Json::array();
            if (request_.undirected) {
                for (WideCount const count : found.counts) cells.push(to_string(count));
            }
            for (std::size_t row = 0; row < 6 && !request_.undirected && !found.counts.empty(); ++row) {
                Json line = Json::array();
                for (std::size_t column = 0; column < 6; ++column) line.push(to_string(found.counts[6 * row + column]));
                cells.push(std::move(line));
            }
            Json table = {
                {"delta", found.delta}, {"text", delta_text(found.delta)}, {"count", to_string(sum_of(found.counts))}};
            if (request_.undirected) {
                table["motifs"] = names_;
            } else {
                table["second"] = std::vector<std::string>(std::begin(second_arcs), std::end(second_arcs));
                table["third"] = std::vector<std::string>(std::begin(third_arcs), std::end(third_arcs));
            }
            table["counts"] = std::move(cells);
            tables.push(std::move(table));
        }
        return tables;
    }
    Json patterns_json() const {
        Json rows = Json::array();
        for (std::size_t i = 0; i < patterns_.size(); ++i) {
            TemporalPattern const& pattern = patterns_[i];
            Json answers = Json::array();
            for (OfDelta const& found : found_) {
                Json answer = {{"delta", found.delta}, {"text", delta_text(found.delta)}};
                auto const count = count_of(found, i);
                if (request_.exists) {
                    answer["exists"] = Json(existence_of(found, i));
                } else {
                    answer[key_of_count()] = count ? Json(to_string(*count)) : Json(nullptr);
                }
                answers.push(std::move(answer));
            }
            rows.push({{"name", names_[i]},
                       {"pattern", text_of(pattern)},
                       {"order", order_of(pattern)},
                       {"gaps", pattern.gaps},
                       {"consecutive", pattern.is_consecutive},
                       {"deltas", std::move(answers)}});
        }
        return rows;
    }
    // The fields of CSV behind a count.
    std::string fields_behind_counts() const {
        return request_.random_graphs ? "mean,deviation,z,p_over,p_under,q_over,p_of_all,profile,ties,graph,null,keeps,"
                                        "seed,random,status\n"
                                      : "ties,graph,status\n";
    }
    std::string end_of_row(std::size_t delta, std::size_t i) const {
        std::string const graph = csv_field(arcs_.graph.source);
        if (!request_.random_graphs) return fmt::format("{},{},{}\n", request_.ties, graph, to_string(result_.status));
        std::string text = ",,,,,,,";
        if (!statistics_.empty()) {
            TemporalSignificance const& own = statistics_[delta * names_.size() + i];
            text = fmt::format("{},{},{},{},{},{},{},{}", own.mean, own.deviation, value_field(own.z), own.p_over,
                               own.p_under, own.q_over, value_field(own.p_of_all), value_field(own.profile));
        }
        return fmt::format("{},{},{},{},{},{},{},{}\n", text, request_.ties, graph, request_.null,
                           csv_field(kept_by(request_.random().null)), request_.seed, counted_random(),
                           to_string(result_.status));
    }
    std::string rows_of_motifs() const {
        std::string text = "delta,unit,first,second,third,count," + fields_behind_counts();
        for (std::size_t delta = 0; delta < found_.size(); ++delta) {
            OfDelta const& found = found_[delta];
            for (std::size_t i = 0; i < found.counts.size(); ++i) {
                std::string arcs = names_[i];
                std::ranges::replace(arcs, ' ', ',');
                text += fmt::format("{},{},{},{},{}", found.delta, unit_text(), arcs, to_string(found.counts[i]),
                                    end_of_row(delta, i));
            }
        }
        return text;
    }
    std::string rows_of_patterns() const {
        std::string text = fmt::format("name,pattern,order,gap,consecutive,delta,unit,{},{}",
                                       request_.exists ? "exists" : "count", fields_behind_counts());
        for (std::size_t i = 0; i < patterns_.size(); ++i) {
            for (std::size_t delta = 0; delta < found_.size(); ++delta) {
                OfDelta const& found = found_[delta];
                auto const count = count_of(found, i);
                text +=
                    fmt::format("{},{},{},{},{},{},{},{},{}", csv_field(names_[i]), csv_field(text_of(patterns_[i])),
                                csv_field(order_of(patterns_[i])), csv_field(joined(patterns_[i].gaps, ",")),
                                request_.consecutive, found.delta, unit_text(),
                                request_.exists ? exists_text(existence_of(found, i))
                                : count         ? to_string(*count)
                                                : "",
                                end_of_row(delta, i));
            }
        }
        return text;
    }

    std::string tables_of_motifs() const {
        std::string text;
        for (OfDelta const& found : found_) {
            text += fmt::format("{}delta {}: {}\n", text.empty() ? "" : "\n", delta_text(found.delta),
                                counted(sum_of(found.counts), "motif"));
            text += request_.undirected ? table_of_contacts(found) : table_of_cells(found);
        }
        return text;
    }
    std::string table_of_cells(OfDelta const& found) const {
        if (found.counts.empty()) return "";
        std::vector<Table::Column> columns{{"u>v, then"}};
        for (std::string_view const third : third_arcs) columns.push_back({std::string(third), true});
        Table table(std::move(columns));
        for (std::size_t row = 0; row < 6; ++row) {
            std::vector<Table::Cell> cells{{std::string(second_arcs[row])}};
            for (std::size_t column = 0; column < 6; ++column)
                cells.push_back({grouped(found.counts[6 * row + column])});
            table.add_row(std::move(cells));
        }
        return table.text();
    }
    std::string table_of_contacts(OfDelta const& found) const {
        Table table({{"motif"}, {"count", true}});
        for (std::size_t i = 0; i < found.counts.size(); ++i) table.add_row({{names_[i]}, {grouped(found.counts[i])}});
        return table.text();
    }
    // A table says these of each pattern.
    bool have_gaps() const {
        return std::ranges::any_of(patterns_, [](auto const& pattern) { return !pattern.gaps.empty(); });
    }
    bool have_own_names() const {
        return std::ranges::any_of(patterns_,
                                   [](auto const& pattern) { return name_of(pattern) != cerrado::text_of(pattern); });
    }
    std::vector<Table::Column> columns_of_patterns() const {
        std::vector<Table::Column> columns{{"pattern"}, {"order"}};
        if (have_own_names()) columns.insert(columns.begin(), {"name"});
        if (have_gaps()) columns.push_back({"gap"});
        return columns;
    }
    std::vector<Table::Cell> cells_of_pattern(std::size_t i) const {
        std::vector<Table::Cell> cells{{text_of(patterns_[i])}, {order_of(patterns_[i])}};
        if (have_own_names()) cells.insert(cells.begin(), {names_[i]});
        if (have_gaps()) cells.push_back({gaps_text(patterns_[i], arcs_.unit)});
        return cells;
    }
    std::string table_of_patterns() const {
        std::vector<Table::Column> columns = columns_of_patterns();
        for (OfDelta const& found : found_) columns.push_back({"delta " + delta_text(found.delta), true});
        Table table(std::move(columns));
        for (std::size_t i = 0; i < patterns_.size(); ++i) {
            std::vector<Table::Cell> cells = cells_of_pattern(i);
            for (OfDelta const& found : found_) cells.push_back({cell_of(found, i)});
            table.add_row(std::move(cells));
        }
        return table.text();
    }
    std::string cell_of(OfDelta const& found, std::size_t i) const {
        if (request_.exists) {
            auto const there = existence_of(found, i);
            return !there ? "not known" : *there ? "yes" : "no";
        }
        auto const count = count_of(found, i);
        if (!count) return "-";
        return (is_counted_ ? "" : "at least ") + grouped(*count);
    }

    // Statistics.

    // Returns: by descending z, of all deltas or of one.
    std::vector<TemporalSignificance const*> by_z(std::span<TemporalSignificance const> rows) const {
        std::vector<TemporalSignificance const*> sorted;
        for (TemporalSignificance const& row : rows) sorted.push_back(&row);
        sort_by_z(sorted, [](TemporalSignificance const& row) { return row.count; });
        return sorted;
    }
    // Returns: the place of a row in statistics_: its delta, and its motif or pattern.
    std::pair<std::size_t, std::size_t> place_of(TemporalSignificance const* row) const {
        auto const place = static_cast<std::size_t>(row - statistics_.data());
        return {place / names_.size(), place % names_.size()};
    }
    std::string table_of_statistics() const {
        std::vector<Table::Column> columns =
            patterns_.empty() ? std::vector<Table::Column>{{"motif"}} : columns_of_patterns();
        if (deltas_.size() > 1) columns.insert(columns.begin(), {"delta"});
        columns.push_back({"count", true});
        add_significance_columns(columns);
        Table table(std::move(columns));
        for (std::size_t delta = 0; delta < deltas_.size(); ++delta) {
            for (TemporalSignificance const* row :
                 by_z(std::span(statistics_).subspan(delta * names_.size(), names_.size()))) {
                std::size_t const i = place_of(row).second;
                std::vector<Table::Cell> cells =
                    patterns_.empty() ? std::vector<Table::Cell>{{names_[i]}} : cells_of_pattern(i);
                if (deltas_.size() > 1) cells.insert(cells.begin(), {delta_text(deltas_[delta])});
                cells.push_back({grouped(row->count)});
                add_significance_cells(cells, *row);
                table.add_row(std::move(cells));
            }
        }
        return table.text();
    }
    std::string random_text() const {
        TemporalRandom const random = request_.random();
        std::string text =
            fmt::format("{} of {}; null model {} keeps {}; seed {}\n", grouped(counted_random()),
                        counted(random.graphs, "random graph"), request_.null, kept_by(random.null), random.seed);
        if (statistics_.empty()) {
            text += fmt::format(
                "no statistics: {} counted, and statistics need 2 or more; give more time, or a larger --random\n",
                counted(counted_random(), "random graph"));
        }
        return text;
    }
    Json statistics_json() const {
        Json rows = Json::array();
        for (TemporalSignificance const& row : statistics_) {
            auto const [delta, i] = place_of(&row);
            rows.push({{"delta", deltas_[delta]},
                       {"text", delta_text(deltas_[delta])},
                       {"name", names_[i]},
                       {"count", to_string(row.count)},
                       {"mean", row.mean},
                       {"deviation", row.deviation},
                       {"z", row.z},
                       {"p_over", row.p_over},
                       {"p_under", row.p_under},
                       {"q_over", row.q_over},
                       {"p_of_all", row.p_of_all},
                       {"profile", row.profile}});
        }
        return rows;
    }
    // CSV with a line for each random graph, and a column for each delta and motif or pattern.
    std::string random_rows() const {
        std::string text = "random";
        for (std::string const& name : names_of_columns()) text += "," + csv_field(name);
        for (std::size_t number = 0; number < counted_random(); ++number) {
            text += fmt::format("\n{}", random_.numbers[number]);
            for (WideCount const count : std::span(random_.of).subspan(number * random_.columns, random_.columns))
                text += "," + to_string(count);
        }
        return text + "\n";
    }
    std::string picture() const {
        constexpr double theta = 2;
        PictureOfRows made{.title = fmt::format("{} in {}", patterns_.empty() ? "Temporal motifs" : "Temporal patterns",
                                                arcs_.graph.source),
                           .remark = fmt::format("{}, null model {}. Red: z of {:g} or more. z = (count - mean) / sd",
                                                 counted(counted_random(), "random graph"), request_.null, theta),
                           .noun = patterns_.empty() ? "motif" : "pattern",
                           .theta = theta};
        std::vector<std::string> const names = names_of_columns();
        for (TemporalSignificance const* row : by_z(statistics_)) {
            if (!row->z) continue;
            auto const [delta, i] = place_of(row);
            made.rows.push_back(
                {.drawing = [pattern = patterns_.empty() ? motif_of(i, request_.undirected) : patterns_[i]](
                                Point centre) { return drawn(pattern, centre); },
                 .name = names[delta * names_.size() + i],
                 .count = row->count,
                 .mean = row->mean,
                 .deviation = row->deviation,
                 .z = *row->z,
                 .is_over = *row->z >= theta});
        }
        return picture_of(made);
    }

    // Names of columns, by delta and motif or pattern.
    std::vector<std::string> names_of_columns() const {
        if (deltas_.size() == 1) return names_;
        std::vector<std::string> names;
        for (std::int64_t const delta : deltas_)
            for (std::string const& name : names_)
                names.push_back(fmt::format("{} within {}", name, delta_text(delta)));
        return names;
    }
    void write_vertices() const {
        std::string header = "vertex";
        for (std::string const& name : names_of_columns()) header += "," + csv_field(name);
        std::vector<WideCount> counts;
        auto const row = [&](std::size_t v) {
            counts.clear();
            for (std::vector<WideCount> const& column : of_vertices_) counts.push_back(column[v]);
            return CountRow{
                .ids = {arcs_.graph.original_id(static_cast<VertexId>(v))}, .id_count = 1, .counts = counts};
        };
        write_counts(request_.per_vertex, LocalFormat::csv,
                     {header, "", 0, vertex_names(arcs_.graph), arcs_.graph.vertex_count(), row});
    }

    TemporalRequest const& request_;
    Arcs const arcs_;
    std::vector<TemporalPattern> const patterns_;
    std::vector<std::string> names_; // of the motifs, or of the patterns
    std::vector<std::int64_t> deltas_;
    RunResult result_;
    bool is_counted_ = false; // the graph itself
    std::vector<OfDelta> found_;
    RandomTemporal random_;                        // columns: by delta and motif or pattern
    std::vector<TemporalSignificance> statistics_; // by delta and motif or pattern; empty: too few random graphs
    std::vector<std::vector<WideCount>> of_vertices_, of_arcs_; // columns, by delta and motif or pattern
};

void check_of_patterns(TemporalRequest const& request) {
    if (request.has_patterns()) {
        if (!request.undirected) return;
        throw InputError(
            "--undirected counts the 5 motifs of contacts; in a pattern, write 0-1 for an arc of either direction");
    }
    for (auto const& [is_given, option] : {std::pair{!request.order.empty(), "--order"},
                                           {!request.gap.empty(), "--gap"},
                                           {request.consecutive, "--consecutive"},
                                           {!request.marks.labels.empty(), "--labels"},
                                           {!request.edge_labels.empty(), "--edge-labels"},
                                           {!request.list.empty(), "--list"},
                                           {request.exists, "--exists"}}) {
        if (is_given) {
            throw InputError(
                fmt::format("{} is for a pattern: give one, such as --pattern '0>1,1>2,2>0'; without one the "
                            "motifs of three arcs are counted",
                            option));
        }
    }
}

// A wrong text is found before the graph is read, unless the unit of times decides.
void check_delta(std::string const& text) {
    if (text.find('.') != std::string::npos) return;
    try {
        parse_duration(text, TimeUnit::nanoseconds);
    } catch (InputError const&) {
        duration_of(text, TimeUnit::seconds, false);
    }
}

// A checkpoint is of one run.
void check_of_checkpoint(TemporalRequest const& request) {
    auto const refuse = [](std::string const& why) {
        throw InputError("--checkpoint keeps counts of one run: " + why);
    };
    if (!request.checkpoint.on()) return;
    for (auto const& [is_given, option] : {std::pair{!request.list.empty(), "--list"},
                                           {request.exists, "--exists"},
                                           {!request.per_vertex.empty(), "--per-vertex"},
                                           {!request.per_arc.empty(), "--per-arc"}}) {
        if (is_given) refuse(fmt::format("leave {} out, or the checkpoint", option));
    }
    if (request.has_patterns() && !request.random_graphs && request.deltas.size() > 1)
        refuse("count patterns with each --delta alone, in a file of its own");
}

void check(TemporalRequest const& request) {
    if (request.deltas.empty()) {
        throw InputError(
            "the span of time of a match is missing: give --delta 1h, or --delta 10min,1h,1d for an answer to each; "
            "`cerrado info GRAPH` prints the span and the unit of the graph's times");
    }
    std::ranges::for_each(request.deltas, check_delta);
    if (!request.output.verify.empty()) parse_verify(request.output.verify, 1); // throws for a wrong text
    if (request.random_graphs && *request.random_graphs < 2)
        throw InputError(fmt::format("--random {}: statistics need 2 random graphs or more", *request.random_graphs));
    check_of_patterns(request);
    check_of_checkpoint(request);
    check_checkpoint(request.checkpoint, request.output,
                     !request.counts.empty()    ? "--counts"
                     : !request.picture.empty() ? "--svg"
                                                : "");
}

Arcs load_arcs(TemporalRequest const& request, Stages& stages) {
    GraphMarksRequest marks = request.marks;
    marks.directed = true;
    marks.time = request.time.name;
    Graph graph = load_graph(request.graph, marks, request.parameters, stages);
    double const begun = process_seconds();
    Arcs arcs = arcs_of(std::move(graph), request.time, [](std::string const& note) { say(note); });
    stages.load += process_seconds() - begun;
    return arcs;
}

ExitCode run_temporal(TemporalRequest const& request) {
    check(request);
    WorkRequest work{.output = request.output, .targets = {}, .deadline = request.parameters.deadline};
    work.targets.add(request.output);
    work.targets.add_list("--list", request.list);
    work.targets.add("--per-vertex", request.per_vertex);
    work.targets.add("--per-arc", request.per_arc);
    work.targets.add("--counts", request.counts);
    work.targets.add("--svg", request.picture);
    work.targets.add_file("--checkpoint", request.checkpoint.file);
    CommandFiles files;
    add_checkpoint_files(files, request.checkpoint);
    add_graph_files(files, request.graph, request.marks);
    if (!request.file.empty()) files.reads("the file of patterns", request.file);
    work.targets.check(files);
    std::vector<TypedPattern> const typed = typed_patterns(request);
    parsed(typed, request.consecutive, std::nullopt);
    return run_work(work, [&](Stages& stages) {
        stages.in_parts = request.checkpoint.on();
        return std::make_unique<TemporalWork>(request, typed, load_arcs(request, stages));
    });
}

void add_pattern_options(Options& command, TemporalRequest& request) {
    Option const pattern =
        command
            .add("--pattern", request.patterns,
                 "Count this pattern: arcs such as 0>1,1>2,2>0 (0-1: either way), in the order of time, perhaps with "
                 "labels, "
                 "0:A,0>1/x; or names: "
                 "cycle:K, path:K, ping-pong:K, burst:K, fan-in:K, fan-out:K, scatter-gather:K, gather-scatter:K, "
                 "stack:K, where K may be a range, 2..6 [the motifs of three arcs]")
            .repeated()
            .shown_as("TEXT");
    command
        .add("--patterns", request.file,
             "The same for the patterns of a file: on each line one, perhaps its order, and perhaps its gaps")
        .shown_as("FILE")
        .excludes(pattern);
    command
        .add("--order", request.order,
             "Order of the patterns' arcs in time, by their numbers from 1, such as 1<3,2<3; none; or total, that of "
             "the "
             "text [total; names have their own]")
        .shown_as("ORDER");
    command
        .add("--gap", request.gap,
             "Most time between an arc of the pattern and the next one: for all, or for each, such as 15min,30min")
        .shown_as("TIME,..");
    command.flag("--consecutive", request.consecutive,
                 "Between two arcs of a match, none of its vertices has another arc");
    command
        .add("--labels", request.marks.labels,
             "Read the labels of vertices, which a pattern names as 0:A or 0:A|B, from a file of lines 'id label'")
        .shown_as("FILE");
    command.flag(
        fmt::format("--edge-labels{{{}}}", default_label_column), request.edge_labels,
        "The labels of arcs, which a pattern names as 0>1/x, are those of the column label, or of the third one "
        "of --columns; =COLUMN takes another one");
}

void add_random_options(Options& command, TemporalRequest& request) {
    Option const random =
        command
            .add("--random", request.random_graphs,
                 "Count N random graphs, too, and compare: mean, standard deviation, z and p of each motif or pattern")
            .shown_as("N");
    for (char const* other : {"--list", "--exists", "--per-vertex", "--per-arc"})
        random.excludes(command.option(other));
    command
        .add("--null", request.null,
             "Properties that random graphs keep. times: each arc's ends, and all times; uniform: each arc's ends, and "
             "the span of time; intervals: each pair's first time, and its times between arcs; timelines: each pair "
             "with an arc, and all series of times of a pair; targets: each arc's source and time, and how many arcs "
             "each vertex gets")
        .one_of(temporal_null_words)
        .shows_default()
        .needs(random);
    command.add("--seed", request.seed, "Seed of the random numbers; the same seed gives the same random graphs")
        .shows_default()
        .needs(random);
    command.add("--counts", request.counts, "Write the counts of each random graph as CSV")
        .shown_as("FILE|-")
        .needs(random);
    command.add("--svg", request.picture, "Draw the motifs or patterns, and a bar for the z of each, as SVG")
        .shown_as("FILE|-")
        .needs(random);
}

void add_temporal_command(Options& program) {
    Options& command = program.add_command("temporal", "Count motifs and patterns of arcs that have times");
    auto const request = std::make_shared<TemporalRequest>();
    request->marks.attributes.emplace(); // the times are one of them
    add_graph(command, request->graph).required();
    command
        .add("--delta", request->deltas,
             "Most time from the first arc of a match to the last: a number in the unit of times, or 30s, 10min, 1.5h, "
             "2d, "
             "4w; an answer for each")
        .between_commas()
        .shown_as("TIME,..");
    command
        .add("--ties", request->ties,
             "order: of arcs at equal times, the one whose row comes first is before the other; strict: none is")
        .one_of(ties_words)
        .shows_default();
    command.flag("--undirected", request->undirected, "Arcs have no direction: count the 5 motifs of contacts");
    add_pattern_options(command, *request);
    Option const list =
        command
            .add(
                "--list", request->list,
                "Write the matches: the vertices, the rows of the arcs in the file, counted from 1, and their times. A "
                "line with blanks for each; CSV if the name ends with .csv, JSON objects if it ends with .jsonl")
            .shown_as("FILE|-");
    command.add("--limit", request->limit, "List at most N matches; if there are more, the exit code is 3")
        .shown_as("N")
        .positive()
        .needs(list);
    Option const exists = command.flag("--exists", request->exists, "Say only if there is a match").excludes(list);
    for (auto const& [name, target, what] :
         {std::tuple{"--per-vertex", &request->per_vertex, "vertex the number of motifs or matches that it is in"},
          std::tuple{"--per-arc", &request->per_arc, "row of the file, in its order, the number that its arc is in"}}) {
        command.add(name, *target, fmt::format("Write for each {}: CSV with a column for each motif or pattern", what))
            .shown_as("FILE|-")
            .excludes(list)
            .excludes(exists);
    }
    add_random_options(command, *request);
    add_time_options(command, request->time);
    add_reading_options(command, request->marks);
    add_output_options(command, request->output, "the counts");
    command
        .flag("--verify{all}", request->output.verify,
              "Check the counts against a serial program; =ARCS only the matches that begin with one of so many first "
              "arcs")
        .excludes(list)
        .excludes(exists);
    add_where_options(command, request->parameters);
    add_sharing_options(command, request->parameters, &request->marks);
    add_checkpoint_options(command, request->checkpoint);
    add_plan_options(command, request->output, false,
                     {"--list", "--exists", "--per-vertex", "--per-arc", "--counts", "--svg", "--checkpoint",
                      "--resume", "--merge"});
    command.footer(
        "\nAn arc is a line of the graph's file, with its time. A match takes different arcs in the order of the "
        "pattern. Rows\n"
        "of the table are the second arc of a motif, columns the third; the first is u>v.\n"
        "\nExamples:\n"
        "  cerrado temporal messages.txt --delta 10min,1h,1d                a table of the 36 motifs for each\n"
        "  cerrado temporal contacts.txt --undirected --delta 60 --ties strict\n"
        "  cerrado temporal transfers.csv --pattern '0>1,1>2,2>0' --delta 3d --list cycles.csv\n"
        "  cerrado temporal transfers.csv --pattern cycle:2..6,fan-in:4 --delta 1d --per-arc features.csv\n"
        "  cerrado temporal calls.csv --pattern '0>1,1>2,1>3' --order '1<2,1<3' --delta 1h\n"
        "  cerrado temporal calls.csv --pattern path:3 --gap 10min --consecutive --delta 1h --exists\n"
        "  cerrado temporal messages.txt --delta 1h --random 1000           beside graphs whose times are permuted\n"
        "  cerrado temporal calls.csv --pattern path:5 --delta 1w --checkpoint paths.ck    goes on after a stop\n"
        "  cerrado temporal calls.csv --pattern '0>1/sms,1>2,2:shop' --labels kinds.txt --edge-labels=how --delta 1d\n"
        "  cerrado temporal trips.csv --time start --from 2024-01-01 --until 2024-02-01 --delta 1d --csv -\n");
    command.runs([request] { return run_temporal(*request); });
}

} // namespace

Command temporal_command() {
    // Returns: whether it is a single run, which a checkpoint can keep.
    auto const has_checkpoints = [](std::vector<std::string> const& words) {
        auto const is_given = [&](std::string_view option) {
            return std::ranges::any_of(words, [&](std::string const& word) { return word.starts_with(option); });
        };
        bool has_deltas = false;
        for (std::size_t i = 1; i < words.size(); ++i)
            has_deltas |= (words[i - 1] == "--delta" || words[i].starts_with("--delta=")) &&
                          words[i].find(',') != std::string::npos;
        return !is_given("--per-") && (is_given("--random") || !is_given("--pattern") || !has_deltas);
    };
    return {.names = {"temporal"},
            .place = 37,
            .add = add_temporal_command,
            .shared = {"temporal"},
            .has_checkpoints = has_checkpoints};
}

} // namespace cerrado::command
