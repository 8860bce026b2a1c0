#include <cerrado/graph/open.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/detail/io/direction.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/edges/edge_list.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/foreign.hpp>
#include <cerrado/graph/detail/io/format.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/tables/table.hpp>
#include <cerrado/graph/detail/io/tables/timed_table.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

std::string plain_count(std::uint64_t count, char const* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string columns_text(ReadReport const& report) {
    std::string text;
    for (std::size_t i = 0; i < report.columns.size(); ++i) {
        ReadReport::Column const& column = report.columns[i];
        char const* const between = i == 0 ? "columns " : i + 1 == report.columns.size() ? " and " : ", ";
        text += between + (column.name.empty() ? fmt::to_string(column.number)
                                               : fmt::format("{} ({})", column.name, column.number));
    }
    if (report.columns_in_file > 0) text += fmt::format(" of {}", report.columns_in_file);
    return text;
}

} // namespace

std::string described(ReadReport const& report) {
    std::string text = report.format;
    bool const is_usual = report.separator.empty() || report.separator == "blanks" || report.separator == "comma";
    if (!is_usual) text += fmt::format(" ({})", report.separator);
    if (!report.packing.empty()) text += fmt::format(", packed with {}", report.packing);
    char const* between = ": ";
    auto const add = [&](std::string const& part) {
        text += between + part;
        between = ", ";
    };
    if (!report.columns.empty()) add(columns_text(report));
    if (report.header_lines > 0) add(plain_count(report.header_lines, "header line"));
    if (report.comments > 0) add(plain_count(report.comments, "comment"));
    if (report.skipped > 0) add(plain_count(report.skipped, "line") + " without an edge");
    for (std::string const& remark : report.remarks) text += "; " + remark;
    return text;
}

namespace detail {
namespace {

bool asks_for_gzip(std::string const& path) { return std::filesystem::path(path).extension() == ".gz"; }

// Finds the format by marks in the content. If there are none, the option or the extension decides. Null: a table
// without a mark.
Format const* format_of(std::string_view bytes, std::string const& path, ReadOptions const& options) {
    auto const marked = std::ranges::find_if(
        formats(), [&](Format const& format) { return format.is_marked != nullptr && format.is_marked(bytes); });
    Format const* const found = marked == formats().end() ? nullptr : &*marked;
    // If ids are words, 'v' and 't' may be the ends of an edge.
    std::string const extension = format_extension(path);
    bool const may_be_names = found != nullptr && options.names && found->name == "lg" && extension != ".lg" &&
                              extension != ".graph" && extension != ".metis";
    if (!options.format.empty()) {
        Format const& wanted = format_named(options.format);
        bool const is_other = found != nullptr && found != &wanted && !may_be_names;
        if (is_other) {
            throw InputError(fmt::format("{}: --format {} was given, and the content is {}; leave --format out", path,
                                         wanted.name, found->title));
        }
        return &wanted;
    }
    if (found != nullptr && !may_be_names) return found;
    bool const is_table = extension == ".txt" || extension == ".el" || extension == ".edges" || extension == ".csv" ||
                          extension == ".tsv" || extension == ".adjacency";
    if (is_table) return nullptr;
    auto const named =
        std::ranges::find_if(formats(), [&](Format const& format) { return format.has_extension(extension); });
    return named == formats().end() ? nullptr : &*named;
}

void refuse_unheld(Format const& format, std::string const& path, ReadOptions const& options) {
    if (options.directed && !format.may_hold(directions)) refuse_directions(path);
    if (options.names && !format.may_hold(names)) refuse_names(path);
    if (options.bipartite && !is_edge_table(format.name)) {
        throw InputError(fmt::format("{}: --bipartite is only for tables of edges, and this is {}; leave it out", path,
                                     format.title));
    }
    bool const asks_for_columns = !options.columns.empty() || !options.delimiter.empty();
    if (!asks_for_columns || is_edge_table(format.name) || (format.name == "adjlist" && options.columns.empty()))
        return;
    throw InputError(
        fmt::format("{}: --columns and --delimiter are only for tables of edges, and this is {}; leave them out", path,
                    format.title));
}

Graph read_format(Format const* format, FormatSource const& source) {
    ReadOptions const& options = source.options;
    if (format == nullptr) {
        return read_table(source.bytes, source.path, options, source.report, source.lines);
    }
    if (options.time && !format->may_hold(rows)) refuse_times(source.path, format->title);
    refuse_unheld(*format, source.path, options);
    source.report.format = format->title;
    Graph graph = format->read(source);
    if (options.directed && !is_directed(graph)) refuse_directions(source.path);
    if (options.names && !has_names(graph)) refuse_names(source.path);
    return graph;
}

// Returns true if lines of a text end with only a carriage return, as old programs and some spreadsheets write them.
bool has_lone_returns(std::string_view bytes) {
    for (std::size_t at = bytes.find('\r'); at != std::string_view::npos; at = bytes.find('\r', at + 1)) {
        if (at + 1 == bytes.size() || bytes[at + 1] != '\n') return bytes.find('\0') == std::string_view::npos;
    }
    return false;
}

// Returns: the text with \n as the end of lines that ended with \r or \r\n.
std::string with_line_ends(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
        text += bytes[i] == '\r' ? '\n' : bytes[i];
    }
    return text;
}

void refuse_foreign(std::string_view bytes, std::string const& path) {
    if (auto const foreign = foreign_format(bytes, path)) {
        throw InputError(
            fmt::format("{}: this is {}, which Cerrado does not read; {}", path, foreign->name, foreign->remedy));
    }
}

// `lines`: has read the same bytes if they are a plain edge list.
Graph read_unpacked(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                    ReadOptions const& options, ReadReport& report, EdgeLineReader* lines) {
    if (bytes.empty()) {
        throw InputError(fmt::format("{}: the file is empty; expected a graph", path));
    }
    refuse_foreign(bytes, path);
    if (has_lone_returns(bytes)) {
        auto const text = std::make_shared<std::string const>(with_line_ends(bytes));
        return read_unpacked(*text, path, text, options, report, nullptr);
    }
    Format const* const format = format_of(bytes, path, options);
    bool const says_so = format != nullptr && !options.directed && said_direction(bytes).directed;
    Graph graph = read_format(format, {bytes, path, options, report, std::move(storage), lines});
    if (options.edge_labels && !has_edge_labels(graph)) {
        throw InputError(
            fmt::format("{}: the edges of this file have no labels; give an edge list of lines 'id id label', an LG or "
                        "GraphML file, or a .cbin of a graph with them",
                        path));
    }
    // Many lists that are called directed have each edge twice.
    if (says_so) graph.cleaning.directed = graph.cleaning.duplicates < graph.edge_count();
    return graph;
}

// A file that is no graph is refused by its beginning, before all of it is unpacked. Text has no zeros.
void refuse_by_beginning(std::string_view text, std::string const& path, std::string_view packing,
                         ReadOptions const& options) {
    require_unpacked(text, path, packing);
    bool const is_binary = text.find('\0') != std::string_view::npos;
    if (!is_binary || format_of(text, path, options) != nullptr) return;
    refuse_foreign(text, path);
    throw InputError(fmt::format(
        "{}: the {} data unpacks to binary data; give a graph file, `cerrado convert --help` names the formats", path,
        packing));
}

// The lines of a plain edge list are read while the next lines are unpacked.
Graph read_packed(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::optional<EdgeLineReader> lines;
    bool is_first = true;
    FileBytes const unpacked = unpack(bytes, path, [&](std::string_view text) {
        if (text.empty()) return;
        if (is_first) refuse_by_beginning(text, path, packing_of(bytes), options);
        if (std::exchange(is_first, false) && format_of(text, path, options) == nullptr && !options.edge_labels) {
            TableLayout const layout = survey_table(text, path, options);
            if (layout.is_plain()) lines.emplace(line_rules(layout), options.threads);
        }
        if (lines) lines->add(text);
    });
    report.packing = packing_of(bytes);
    require_unpacked(unpacked.bytes, path, report.packing);
    return read_unpacked(unpacked.bytes, path, unpacked.storage, options, report, lines ? &*lines : nullptr);
}

void require_edge(Graph const& graph, std::string const& path) {
    if (graph.edge_count() > 0) return;
    std::string const loops = graph.cleaning.self_loops > 0 ? fmt::format(" besides self-loops ({}), which are dropped",
                                                                          graph.cleaning.self_loops)
                                                            : std::string();
    throw InputError(
        fmt::format("{}: the file has no edge{}; expected at least one, is it the right file?", path, loops));
}

bool is_stream(std::string const& path) {
    std::error_code error;
    auto const status = std::filesystem::status(path, error);
    return std::filesystem::is_character_file(status) || std::filesystem::is_fifo(status);
}

// A stream without an extension (/dev/stdout) gets an edge list.
Format const& format_to_write(std::string const& path) {
    std::string const extension = format_extension(path);
    if (extension == ".cgz") {
        throw InputError(
            fmt::format("{0}: compressing is a command of its own; use `cerrado compress GRAPH -o {0}`", path));
    }
    std::string const packing = std::filesystem::path(path).extension().string();
    if (packing == ".zst" || packing == ".xz" || packing == ".bz2") {
        throw InputError(
            fmt::format("{}: Cerrado reads {}, but does not write it; expected .gz, or no packing", path, packing));
    }
    if (extension.empty() && is_stream(path)) return format_named("edges");
    if (Format const* const format = written_format(extension)) return *format;
    throw InputError(fmt::format("{}: no graph format is written for this extension; expected {}, and .gz after it",
                                 path, written_extensions()));
}

// Returns true if the ids are 0, 1, ... or 1, 2, ..., which formats without ids can keep.
bool are_positions(Graph const& graph) {
    auto const ids = graph.original_ids();
    if (ids.empty()) return true;
    for (VertexId v = 0; v < ids.size(); ++v) {
        if (ids[v] != v + ids[0]) return false;
    }
    return ids[0] <= 1;
}

// If memory runs out while reading, at any place, the error gets a remedy.
template <class Work> auto with_memory_errors(std::string const& path, char const* action, Work&& work) {
    try {
        return work();
    } catch (std::bad_alloc const&) {
        throw Error(
            fmt::format("{}: not enough memory to {} this graph; free some or use a larger machine", path, action));
    } catch (std::length_error const&) {
        throw Error(
            fmt::format("{}: not enough memory to {} this graph; free some or use a larger machine", path, action));
    }
}

} // namespace

Graph read_buffer(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                  ReadOptions const& options) {
    auto const report = std::make_shared<ReadReport>();
    Graph graph;
    if (packing_of(bytes).empty()) {
        bool const is_zip_of_others = bytes.starts_with("PK\x03\x04") && foreign_format(bytes, path); // a workbook
        if (!is_npz(bytes) && !is_zip_of_others) require_unpacked(bytes, path, {});
        graph = read_unpacked(bytes, path, std::move(storage), options, *report, nullptr);
    } else {
        graph = read_packed(bytes, path, options, *report);
    }
    require_edge(graph, path);
    graph.source = path;
    graph.read_as = report;
    return graph;
}

} // namespace detail

Graph read_graph(std::string const& path, ReadOptions const& options) {
    return detail::with_memory_errors(path, "read", [&] {
        detail::FileBytes file = detail::load_file(path);
        return detail::read_buffer(file.bytes, path, std::move(file.storage), options);
    });
}

std::vector<FormatInfo> graph_formats() {
    std::vector<FormatInfo> infos;
    for (detail::Format const& format : detail::formats()) {
        infos.push_back({.name = std::string(format.name),
                         .title = std::string(format.title),
                         .extensions = format.extension_list(),
                         .known_by = std::string(format.mark),
                         .written_by = std::string(format.write != nullptr ? "cerrado convert" : format.written_by),
                         .ids = format.may_hold(detail::ids),
                         .names = format.may_hold(detail::names),
                         .directions = format.may_hold(detail::directions),
                         .labels = format.may_hold(detail::labels),
                         .edge_labels = format.may_hold(detail::edge_labels),
                         .lone_vertices = format.may_hold(detail::lone_vertices),
                         .attributes = format.may_hold(detail::attributes)});
    }
    return infos;
}

std::string format_names() { return detail::format_names(); }
std::string written_formats() { return detail::written_extensions(); }

bool keeps_directions(std::string const& path) { return detail::format_to_write(path).may_hold(detail::directions); }
bool keeps_labels(std::string const& path) { return detail::format_to_write(path).may_hold(detail::labels); }
bool keeps_edge_labels(std::string const& path) { return detail::format_to_write(path).may_hold(detail::edge_labels); }
bool keeps_attributes(std::string const& path) { return detail::format_to_write(path).may_hold(detail::attributes); }
bool keeps_names(std::string const& path) { return detail::format_to_write(path).may_hold(detail::names); }

std::string lost_in(Graph const& graph, std::string const& path) {
    detail::Format const& format = detail::format_to_write(path);
    std::vector<char const*> lost;
    if (is_directed(graph) && !keeps_directions(path)) lost.push_back("directions");
    if (has_labels(graph) && !keeps_labels(path)) lost.push_back("labels");
    if (has_edge_labels(graph) && !keeps_edge_labels(path)) lost.push_back("labels of edges");
    if (has_names(graph) && !keeps_names(path)) lost.push_back("names");
    bool const has_columns = graph.columns && !(graph.columns->of_vertices.empty() && graph.columns->of_rows.empty());
    if (has_columns && !keeps_attributes(path)) lost.push_back("attributes");
    if (!has_names(graph) && !format.may_hold(detail::ids) && !detail::are_positions(graph))
        lost.push_back("original ids");
    if (!format.may_hold(detail::lone_vertices) && detail::count_isolated(graph) > 0)
        lost.push_back("vertices without an edge");
    if (char const* const besides = format.loses != nullptr ? format.loses(graph) : nullptr) lost.push_back(besides);
    if (lost.empty()) return "";
    char const* const last = lost.back();
    lost.pop_back();
    char const* const between = lost.empty() ? "" : " and ";
    return fmt::format("{}{}{} are not kept in this format; .cbin keeps them", joined(lost, ", "), between, last);
}

void write_graph(Graph const& graph, std::string const& path) {
    detail::with_memory_errors(path, "write", [&] {
        detail::Format const& format = detail::format_to_write(path);
        detail::OutputFile file(path, detail::asks_for_gzip(path));
        format.write(graph, file);
        file.commit();
    });
}

namespace {

Graph read(std::string const& path, ReadOptions const& options) {
    Graph graph = read_graph(path == "-" ? std::string("/dev/stdin") : path, options);
    graph.source = path;
    return graph;
}

// Says how the file was read if the content may be read in another way, or if there is a remark.
void tell_doubts(Graph const& graph, std::function<void(std::string const&)> const& note) {
    ReadReport const& report = *graph.read_as;
    if (!note || !(report.is_doubtful || !report.remarks.empty())) return;
    note(fmt::format("{}: read as {}", graph.source, described(report)));
}

} // namespace

Graph open_graph(std::string const& path_or_spec, int threads) {
    if (!is_generator_spec(path_or_spec)) return read(path_or_spec, {.threads = threads});
    Graph graph = generate_graph(path_or_spec, threads);
    graph.source = path_or_spec;
    return graph;
}

Graph open_directed_graph(std::string const& path, int threads) {
    return open_marked_graph(path, {.directed = true}, threads);
}

Graph open_marked_graph(std::string const& path, OpenedMarks const& wanted, int threads) {
    if (!is_generator_spec(path)) {
        Graph graph = read(path, {.threads = threads,
                                  .directed = wanted.directed,
                                  .edge_labels = wanted.edge_labels,
                                  .names = wanted.names,
                                  .format = wanted.format,
                                  .columns = wanted.columns,
                                  .delimiter = wanted.delimiter,
                                  .bipartite = wanted.bipartite,
                                  .graph = wanted.graph,
                                  .together = wanted.together,
                                  .attributes = wanted.attributes,
                                  .time = wanted.time,
                                  .column_types = wanted.column_types});
        tell_doubts(graph, wanted.note);
        return graph;
    }
    for (auto const& [is_wanted, what] : {std::pair{wanted.edge_labels, "labels of edges"},
                                          {wanted.names, "names"},
                                          {!wanted.format.empty(), "format"},
                                          {!wanted.columns.empty(), "columns"},
                                          {!wanted.delimiter.empty(), "columns, and no delimiter between them"},
                                          {wanted.bipartite, "two columns, and so no bipartite ids"},
                                          {wanted.graph != 0, "file with several graphs"}}) {
        if (is_wanted) throw InputError(fmt::format("{}: generated graphs have no {}; give a file", path, what));
    }
    Graph graph = open_graph(path, threads);
    if (wanted.directed && !is_directed(graph)) {
        throw InputError(fmt::format("{}: generated graphs have no directions; give a file, or gen:bursts", path));
    }
    return graph;
}

Arcs open_arcs(std::string const& path_or_spec, ReadOptions const& options, TimeColumn const& time,
               TimeNote const& note) {
    if (is_generator_spec(path_or_spec)) {
        return arcs_of(open_marked_graph(path_or_spec, {.directed = true}, options.threads), time, note);
    }
    ReadOptions wanted = options;
    wanted.directed = wanted.attributes = true;
    wanted.time = time.name;
    Graph graph = read(path_or_spec, wanted);
    tell_doubts(graph, note);
    return arcs_of(std::move(graph), time, note);
}

void save_graph(Graph const& graph, std::string const& path) { write_graph(graph, path); }

} // namespace cerrado
