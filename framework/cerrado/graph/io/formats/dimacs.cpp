#include <cerrado/graph/io/formats/dimacs.hpp>

#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cerrado::detail {
namespace {

constexpr std::string_view expected_dimacs_header = "expected 'p KIND vertices edges', such as 'p edge 4 5'";

bool is_dimacs_comment(std::string_view line) { return line.starts_with('c') || line.starts_with('#'); }

struct DimacsHeader {
    std::string kind;
    std::uint64_t vertices, edges;
};

std::optional<DimacsHeader> dimacs_header(std::string_view line) {
    if (next_word(line) != "p") return std::nullopt;
    std::string const kind = in_lower_case(next_word(line));
    auto const vertices = whole_number(next_word(line));
    auto const edges = whole_number(next_word(line));
    bool const is_word = std::ranges::all_of(kind, is_letter) && !kind.empty();
    if (!is_word || !vertices || !edges || !next_word(line).empty()) return std::nullopt;
    return DimacsHeader{kind, *vertices, *edges};
}

// Of these the header's number of edges is often another than that of the lines: each edge may have one or two.
bool counts_edges_freely(std::string_view kind) {
    static constexpr std::array<std::string_view, 4> kinds{"edge", "edges", "col", "clq"};
    return std::ranges::find(kinds, kind) != kinds.end();
}

// Of colouring and of complete subgraphs, shortest paths, flows, and the problems of the PACE challenges.
constexpr std::array<std::string_view, 16> graph_kinds{"edge", "edges", "col", "clq", "sp",  "max", "min", "asn",
                                                       "tw",   "td",    "cep", "vc",  "fvs", "ds",  "tww", "graph"};

bool is_graph(std::string_view kind) { return std::ranges::find(graph_kinds, kind) != graph_kinds.end(); }

class DimacsLines {
public:
    DimacsLines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : lines_(text, path),
          report_(report),
          assembly_(path, options) {}

    Graph read() {
        while (lines_.next()) {
            if (lines_.line().empty()) continue;
            if (is_dimacs_comment(lines_.line())) {
                ++report_.comments;
                continue;
            }
            lines_.require_text();
            read_line();
        }
        if (!header_) lines_.fail_whole(fmt::format("no line that tells its size; {}", expected_dimacs_header));
        Graph graph = assembly_.finish();
        check_edge_count(graph.edge_count());
        return graph;
    }

private:
    void read_line() {
        static constexpr std::array<std::string_view, 4> passed_over{"n", "d", "v", "x"};
        std::string_view rest = lines_.line();
        std::string_view const kind = next_word(rest);
        if (kind == "p") return read_header();
        if (!header_)
            lines_.fail(fmt::format("'{}' before the size; {} first", printable(kind), expected_dimacs_header));
        if (kind == "e" || kind == "a") return read_edge(rest, kind == "a");
        if (whole_number(kind)) return read_bare_edge();
        if (std::ranges::find(passed_over, kind) == passed_over.end()) {
            lines_.fail(fmt::format("'{}'; expected 'e vertex vertex' or 'a vertex vertex weight'", printable(kind)));
        }
        ++report_.skipped;
    }

    void read_header() {
        if (header_) lines_.fail("a second line 'p'; expected one graph, split the file");
        header_ = dimacs_header(lines_.line());
        if (!header_) lines_.fail(fmt::format("'{}'; {}", printable(lines_.line()), expected_dimacs_header));
        if (!is_graph(header_->kind)) {
            lines_.fail(fmt::format("a problem of the kind '{}', whose lines are more than edges; expected a graph: {}",
                                    printable(header_->kind), fmt::join(graph_kinds, ", ")));
        }
        require_vertex_count(header_->vertices, lines_);
        assembly_.count_vertices(header_->vertices, 1);
    }

    VertexId vertex(std::string_view& rest) { return counted_vertex(next_word(rest), header_->vertices, lines_); }

    void read_edge(std::string_view rest, bool is_arc) {
        VertexId const source = vertex(rest);
        VertexId const target = vertex(rest);
        std::string_view const weight = next_word(rest);
        if (is_arc) {
            assembly_.arc(source, target, weight);
        } else {
            assembly_.edge(source, target, weight);
        }
        ++edge_lines_;
    }

    void read_bare_edge() {
        std::string_view rest = lines_.line();
        read_edge(rest, false);
        for (int i = 0; i < 2; ++i) next_word(rest);
        if (!next_word(rest).empty()) lines_.fail("more than two numbers on a line; expected an edge, 'vertex vertex'");
    }

    void check_edge_count(std::uint64_t edges) {
        std::uint64_t const promised = header_->edges;
        if (promised == edge_lines_ || promised == edges || promised == 2 * edge_lines_) return;
        if (promised > edge_lines_ && !counts_edges_freely(header_->kind)) {
            lines_.fail(fmt::format("the file ends after {} of the {} edges that line 'p' promises; fetch it again",
                                    edge_lines_, promised));
        }
        report_.remarks.push_back(
            fmt::format("line 'p' promises {} edges, the file has {} lines of edges", promised, edge_lines_));
    }

    TextLines lines_;
    ReadReport& report_;
    Assembly assembly_;
    std::optional<DimacsHeader> header_;
    std::uint64_t edge_lines_ = 0;
};

bool is_whole_number(std::string_view text) { return whole_number(text).has_value(); }

void write_dimacs_ids(Graph const& graph, OutputFile& file) {
    bool const named = has_names(graph);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        OriginalId const id = graph.original_id(v);
        if (named) {
            file.write(fmt::format("c vertex {} is {}\n", v + 1ull, vertex_name(graph, id)));
        } else if (id != v + 1ull) {
            file.write(fmt::format("c vertex {} is {}\n", v + 1ull, id));
        }
    }
}

} // namespace

bool is_dimacs(std::string_view text) {
    std::string const nowhere;
    TextLines lines(text, nowhere);
    while (lines.next()) {
        if (!lines.line().empty() && !is_dimacs_comment(lines.line())) return dimacs_header(lines.line()).has_value();
    }
    return false;
}

Graph read_dimacs(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return DimacsLines(text, path, options, report).read();
}

char const* lost_in_dimacs(Graph const& graph) {
    bool const fits = !has_edge_labels(graph) || std::ranges::all_of(graph.marks->edge_label_names, is_whole_number);
    return fits ? nullptr : "labels of edges that are no whole numbers";
}

void write_dimacs(Graph const& graph, OutputFile& file) {
    bool const directed = is_directed(graph);
    file.write("c vertices count from 1\n");
    write_dimacs_ids(graph, file);
    file.write(fmt::format("p {} {} {}\n", directed ? "sp" : "edge", graph.vertex_count(), count_arcs_or_edges(graph)));
    bool const weighted = has_edge_labels(graph) && lost_in_dimacs(graph) == nullptr;
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write(directed ? "a " : "e ");
        file.write_number(v + 1ull);
        file.write(" ");
        file.write_number(u + 1ull);
        std::uint32_t const label = weighted ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        if (label != GraphMarks::no_label) {
            file.write(" ");
            file.write(graph.marks->edge_label_names[label]);
        } else if (directed) {
            file.write(" 1");
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
