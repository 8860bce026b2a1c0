#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

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

// In these files the header's number of edges often differs from the number of lines, since each edge may have one line
// or two.
bool counts_edges_freely(std::string_view kind) {
    static constexpr std::array<std::string_view, 4> kinds{"edge", "edges", "col", "clq"};
    return std::ranges::find(kinds, kind) != kinds.end();
}

// The kinds are: colouring and complete subgraphs, shortest paths, flows, and the problems of the PACE challenges.
constexpr std::array<std::string_view, 16> graph_kinds{"edge", "edges", "col", "clq", "sp",  "max", "min", "asn",
                                                       "tw",   "td",    "cep", "vc",  "fvs", "ds",  "tww", "graph"};

bool is_graph(std::string_view kind) { return std::ranges::find(graph_kinds, kind) != graph_kinds.end(); }

class DimacsLines {
public:
    DimacsLines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : lines_(text, path),
          report_(report),
          assembly_(path, options, text) {}

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
        if (!header_) lines_.fail_whole(fmt::format("no line has the size; {}", expected_dimacs_header));
        assembly_.edges_are_rows();
        Graph graph = assembly_.finish([&](std::string const& sentence) { report_.remark(sentence); });
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
            lines_.fail(fmt::format("'{}' comes before the size; {} first", printable(kind), expected_dimacs_header));
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
            lines_.fail(
                fmt::format("the problem has the kind '{}', whose lines are more than edges; expected a graph: {}",
                            printable(header_->kind), joined(graph_kinds, ", ")));
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
        if (assembly_.keeps_attributes() && !weight.empty()) {
            require_weight(weight, lines_);
            assembly_.edge_attribute(weight_column, weight);
        }
        ++edge_lines_;
    }

    void read_bare_edge() {
        std::string_view rest = lines_.line();
        read_edge(rest, false);
        for (int i = 0; i < 2; ++i) next_word(rest);
        if (!next_word(rest).empty())
            lines_.fail("the line has more than two numbers; expected an edge, 'vertex vertex'");
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

// Each arc of `p sp` has a weight.
char const* lost_in_dimacs(Graph const& graph) {
    if (!has_edge_labels(graph)) return nullptr;
    if (!std::ranges::all_of(graph.marks->edge_label_names, is_whole_number)) {
        return "labels of edges that are no whole numbers";
    }
    bool is_some_without = false;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        is_some_without |= graph.marks->edge_labels[graph.ref().find(v, u)] == GraphMarks::no_label;
    });
    return is_some_without && is_directed(graph) ? "labels of arcs beside arcs without one" : nullptr;
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

namespace {

constexpr std::string_view comment_marks = "#%";

// Returns: the first word of the rest of the line. In a label a colon may occur; elsewhere it separates numbers.
std::string_view first_word(TextInput& input) {
    std::string_view const rest = input.rest_of_line();
    return rest.substr(0, rest.find_first_of(" \t"));
}

class Lines {
public:
    Lines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : input_(text, path),
          options_(options),
          report_(report) {}

    void read() {
        while (!is_over_ && input_.seek_content(comment_marks)) {
            std::string_view const kind = input_.word();
            input_.skip_separators();
            if (kind == "t" || kind == "XP" || kind == "XN") {
                begin_graph();
            } else {
                graphs_ += graphs_ == 0;
                if (options_.graph == 0 || options_.graph == graphs_) read_line(kind);
            }
            input_.skip_line();
        }
        report_.comments = input_.comments();
        if (options_.graph > graphs_) {
            input_.fail_whole(fmt::format("graph {} was asked for, the file has {}", options_.graph, graphs_));
        }
        if (ids_.empty()) input_.fail_whole("no vertex in the file; expected lines 'v id label'");
    }

    Graph graph() {
        bool const has_several = options_.together && options_.graph == 0 && graphs_ > 1;
        if (has_several && options_.names) input_.fail_whole("names with several graphs; leave --names out");
        if (has_several && has_large_ids_)
            input_.fail_whole("ids of 2^32 or more with several graphs; give smaller ones");
        for (OriginalId& id : ids_) id += has_several ? OriginalId{1} << 32 : 0;
        SortedNames const sorted = sorted_names(names_.names());
        for (OriginalId& id : ids_) id = options_.names ? sorted.places[id] : id;
        std::vector<VertexId> by_id(ids_.size()), place(ids_.size());
        std::iota(by_id.begin(), by_id.end(), VertexId{0});
        std::ranges::sort(by_id, {}, [&](VertexId v) { return ids_[v]; });
        std::vector<OriginalId> ids;
        std::vector<std::string> labels;
        for (VertexId const v : by_id) {
            place[v] = static_cast<VertexId>(ids.size());
            ids.push_back(ids_[v]);
            labels.push_back(labels_[v]);
            if (has_several) report_.graph_of.push_back(static_cast<std::uint32_t>(ids_[v] >> 32));
        }
        std::vector<Edge> edges = edges_;
        for (auto& [source, target] : edges) {
            source = place[source];
            target = place[target];
        }
        auto const vertices = static_cast<VertexId>(ids.size());
        Graph graph = options_.directed ? graph_from_arcs(vertices, edges, std::move(ids))
                                        : graph_from_edges(vertices, edges, std::move(ids));
        if (options_.names) graph = with_sorted_names(std::move(graph), sorted.names);
        auto const is_any = [](std::vector<std::string> const& all) {
            return std::ranges::any_of(all, [](std::string const& label) { return !label.empty(); });
        };
        if (is_any(labels)) graph = with_labels(std::move(graph), labels);
        bool const loses_directions = has_arcs_ && !options_.directed;
        graph.cleaning.directed = loses_directions && graph.cleaning.duplicates < graph.edge_count();
        return is_any(edge_labels_) ? with_labels_of_edges(std::move(graph), edges) : graph;
    }

private:
    // If nobody asks for labels of edges, labels that contradict each other are dropped.
    Graph with_labels_of_edges(Graph graph, std::vector<Edge> const& edges) {
        try {
            return with_edge_labels(graph, edges, edge_labels_);
        } catch (InputError const& error) {
            if (options_.edge_labels) input_.fail_whole(error.what());
            report_.remark(fmt::format("{}; so labels of edges are left out", error.what()));
            return graph;
        }
    }

    // 't # -1' ends a file.
    void begin_graph() {
        if (input_.rest_of_line().ends_with("-1")) {
            is_over_ = true;
        } else if (options_.graph == 0 && !ids_.empty() && !options_.together) {
            input_.fail("a second graph begins; give --graph 1 for the first, --graph 2 for this one");
        } else {
            ++graphs_;
        }
    }

    // SUBDUE has 'u' for an edge and 'd' for an arc.
    void read_line(std::string_view kind) {
        if (kind == "v") {
            read_vertex();
        } else if (kind == "e" || kind == "u" || kind == "d") {
            read_edge(kind == "u");
            has_arcs_ |= kind == "d";
        } else {
            input_.fail(fmt::format("'{}'; expected 'v id label', 'e id id' or 't'", printable(kind)));
        }
    }

    // Returns: the rank of a name.
    OriginalId read_id() {
        if (options_.names) {
            VertexId const rank = names_.rank(input_.name());
            input_.skip_name_separators();
            return rank;
        }
        OriginalId const id = input_.number(vertex_noun);
        input_.skip_separators();
        if (id >> 32 != 0) has_large_ids_ = true;
        return options_.together && options_.graph == 0 ? id + ((graphs_ - 1) << 32) : id;
    }
    std::string text_of(OriginalId id) const {
        if (options_.names) return printable(names_.names()[id]);
        return fmt::to_string(options_.together ? id & 0xffffffff : id);
    }

    void read_vertex() {
        OriginalId const id = read_id();
        check_vertex_count(ids_.size() + 1, input_);
        if (!place_.emplace(id, static_cast<VertexId>(ids_.size())).second) {
            input_.fail(fmt::format("vertex {} has a line already; give it one", text_of(id)));
        }
        ids_.push_back(id);
        labels_.emplace_back(first_word(input_));
    }

    VertexId read_end() {
        OriginalId const id = read_id();
        auto const found = place_.find(id);
        if (found == place_.end())
            input_.fail(
                fmt::format("there is no line for vertex {} before this edge; expected a line of the vertex above it",
                            text_of(id)));
        return found->second;
    }

    void read_edge(bool has_no_direction) {
        VertexId const source = read_end(), target = read_end();
        std::string const label(first_word(input_));
        edges_.push_back({source, target});
        edge_labels_.push_back(label);
        if (!has_no_direction || !options_.directed) return;
        edges_.push_back({target, source});
        edge_labels_.push_back(label);
    }

    TextInput input_;
    ReadOptions const& options_;
    ReadReport& report_;
    NameTable names_; // names of vertices, if ids are names
    std::unordered_map<OriginalId, VertexId> place_;
    std::vector<OriginalId> ids_; // in the order of the file
    std::vector<std::string> labels_;
    std::vector<Edge> edges_;
    std::vector<std::string> edge_labels_;
    std::uint64_t graphs_ = 0; // that have begun
    bool is_over_ = false, has_arcs_ = false, has_large_ids_ = false;
};

} // namespace

bool is_lg(std::string_view text) {
    std::string const nowhere;
    try {
        TextInput input(text, nowhere);
        if (!input.seek_content(comment_marks)) return false;
        std::string_view const line = input.rest_of_line();
        bool const begins = line.starts_with('t') || line.starts_with('v');
        bool const is_line = begins && (line.size() == 1 || line[1] == ' ' || line[1] == '\t'); // not `t,source,target`
        return is_line || line == "XP" || line == "XN";
    } catch (InputError const&) { // binary data
        return false;
    }
}

Graph read_lg(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    Lines lines(text, path, options, report);
    lines.read();
    return lines.graph();
}

std::optional<std::string> without_vertex_count(std::string_view text, std::string const& path, ReadReport& report) {
    TextLines lines(text, path);
    std::uint64_t count = 0, largest = 0, edges = 0;
    std::size_t columns = 0;
    char const* place = nullptr; // of the number
    std::unordered_set<std::string_view> sources;
    bool is_repeated = false;
    while (lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty() || rest.starts_with('#') || rest.starts_with('%') || rest.starts_with("//")) continue;
        if (place == nullptr) {
            place = rest.data();
            count = whole_number(rest).value_or(0);
            if (count < 2) return std::nullopt;
            continue;
        }
        std::string_view const first = next_word(rest);
        auto const source = whole_number(first), target = whole_number(next_word(rest));
        std::size_t in_line = 2;
        for (; !next_word(rest).empty(); ++in_line) {
        }
        if (!source || !target || (columns != 0 && columns != in_line)) return std::nullopt;
        columns = in_line;
        largest = std::max({largest, *source, *target});
        if (largest > count) return std::nullopt;
        is_repeated |= columns > 2 && !is_repeated && !sources.insert(first).second;
        ++edges;
    }
    if (edges == 0 || (columns > 2 && !is_repeated)) return std::nullopt;
    report.remark(fmt::format("the first line, '{}', is taken as the number of vertices, as no id is larger", count));
    std::string without(text);
    without[static_cast<std::size_t>(place - text.data())] = '#';
    return without;
}

namespace {

// The atoms and bonds of a molecule in a file. Blanks at the beginning of lines are kept, since columns have fixed
// widths.
class MolLines {
public:
    MolLines(std::string_view text, std::string const& path) : rest_(without_byte_order_mark(text)), path_(path) {}

    bool next() {
        if (rest_.empty()) return false;
        std::size_t const end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        ++number_;
        return true;
    }
    std::string_view line() const { return line_; }
    // Returns: the whole number in the three columns from `place` on, or nothing if there is none.
    std::optional<std::uint64_t> number(std::size_t place) const {
        constexpr std::size_t width = 3;
        if (place >= line_.size()) return std::nullopt;
        std::string_view column = line_.substr(place, width);
        return whole_number(next_word(column));
    }
    [[noreturn]] void fail(std::string const& problem) const {
        throw InputError(fmt::format("{}:{}: {}", path_, number_, problem));
    }

private:
    std::string_view rest_, line_;
    std::string const& path_;
    std::uint64_t number_ = 0;
};

constexpr int mol_header_lines = 4; // the last of these lines has the numbers of atoms and bonds

bool next_molecule(MolLines& lines) {
    for (int i = 0; i < mol_header_lines; ++i) {
        if (!lines.next()) return false;
    }
    return true;
}

void end_molecule(MolLines& lines) {
    while (lines.line() != "$$$$" && lines.next()) {
    }
}

Graph read_molecule(MolLines& lines, std::string const& path, ReadOptions const& options) {
    auto const atoms = lines.number(0), bonds = lines.number(3);
    if (lines.line().find("V3000") != std::string_view::npos) {
        lines.fail("the molecule is in the format V3000; write it as V2000: `obabel FILE -O FILE.sdf`");
    }
    if (!atoms || !bonds) lines.fail("the line has no numbers of atoms and bonds; expected them in columns 1 to 6");
    constexpr std::size_t place_of_symbol = 31;
    Assembly assembly(path, options);
    assembly.count_vertices(*atoms, 1);
    for (VertexId atom = 0; atom < *atoms; ++atom) {
        if (!lines.next() || lines.line().size() <= place_of_symbol)
            lines.fail("the file ends before its last atom; fetch it again");
        std::string_view symbol = lines.line().substr(place_of_symbol);
        assembly.label(atom, next_word(symbol));
    }
    for (std::uint64_t bond = 0; bond < *bonds; ++bond) {
        if (!lines.next()) lines.fail("the file ends before its last bond; fetch it again");
        auto const source = lines.number(0), target = lines.number(3), kind = lines.number(6);
        if (!source || !target || *source < 1 || *target < 1 || std::max(*source, *target) > *atoms) {
            lines.fail(fmt::format("a bond joins other atoms than 1 to {}; fetch the file again", *atoms));
        }
        assembly.edge(static_cast<VertexId>(*source - 1), static_cast<VertexId>(*target - 1),
                      fmt::to_string(kind.value_or(0)));
    }
    return assembly.finish();
}

} // namespace

bool is_mol(std::string_view text) {
    std::string const nowhere;
    MolLines lines(text, nowhere);
    return next_molecule(lines) && (lines.line().ends_with("V2000") || lines.line().ends_with("V3000"));
}

Graph read_mol(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    MolLines lines(text, path);
    std::uint64_t const wanted = std::max<std::uint64_t>(options.graph, 1);
    std::uint64_t seen = 0;
    Graph graph;
    for (; next_molecule(lines); end_molecule(lines)) {
        if (++seen == wanted) graph = read_molecule(lines, path, options);
    }
    if (seen < wanted) lines.fail(fmt::format("graph {} was asked for, the file has {}", wanted, seen));
    if (options.graph == 0 && seen > 1) {
        report.remark(fmt::format("this is the first of {} molecules; --graph N takes another", seen));
    }
    return graph;
}

namespace {

// Takes a term off a line of N-Triples: an IRI without its brackets, a blank node, or the mark of a literal.
std::optional<std::string_view> take_term(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (rest.starts_with('<')) {
        std::size_t const end = rest.find_first_of("> \t");
        if (end == std::string_view::npos || rest[end] != '>' || end == 1) return std::nullopt;
        std::string_view const term = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
        return term;
    }
    if (rest.starts_with("_:")) {
        std::string_view const term = rest.substr(0, rest.find_first_of(" \t<"));
        std::string_view const label = term.ends_with('.') ? term.substr(0, term.size() - 1) : term;
        rest.remove_prefix(label.size());
        return label;
    }
    if (!rest.starts_with('"')) return std::nullopt;
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size()) return std::nullopt;
    rest.remove_prefix(end + 1);
    rest.remove_prefix(std::min(rest.find_first_of(" \t"), rest.size())); // a literal's language or type
    return "\"";
}

struct Triple {
    std::string_view subject, predicate, object;
    bool has_literal() const { return object == "\""; }
};

// A fourth term, as N-Quads have it, is passed over.
std::optional<Triple> triple_of(std::string_view line) {
    auto const subject = take_term(line), predicate = take_term(line), object = take_term(line);
    if (!subject || !predicate || !object || subject == "\"" || predicate == "\"") return std::nullopt;
    take_term(line);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with('.')) return std::nullopt;
    line.remove_prefix(1);
    std::string_view const behind = next_word(line);
    if (!behind.empty() && behind[0] != '#') return std::nullopt;
    return Triple{*subject, *predicate, *object};
}

bool is_comment_or_empty(std::string_view line) { return line.empty() || line[0] == '#'; }

} // namespace

bool is_ntriples(std::string_view text) {
    constexpr int lines_to_see = 100;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    int seen = 0;
    while (seen < lines_to_see && lines.next() && !lines.is_cut()) {
        if (is_comment_or_empty(lines.line())) continue;
        if (!triple_of(lines.line())) return false;
        ++seen;
    }
    return seen > 0 || triple_of(lines.line()).has_value();
}

Graph read_ntriples(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    std::uint64_t literals = 0;
    while (lines.next()) {
        if (is_comment_or_empty(lines.line())) {
            report.comments += !lines.line().empty();
            continue;
        }
        lines.require_text();
        auto const triple = triple_of(lines.line());
        if (!triple) lines.fail("the line is no triple; expected '<subject> <predicate> <object> .'");
        literals += triple->has_literal();
        if (triple->has_literal()) continue;
        VertexId const source = assembly.vertex(triple->subject);
        assembly.arc(source, assembly.vertex(triple->object), triple->predicate);
    }
    if (literals > 0) {
        report.remark(fmt::format("{} whose object is a text or a number {} passed over", counted(literals, "triple"),
                                  literals == 1 ? "is" : "are"));
    }
    return assembly.finish();
}

namespace {

constexpr char lgl_mark = '#';

// A number that is no id: 0.5, 1e-3.
bool is_decimal(std::string_view word) {
    bool const is_number = std::ranges::all_of(
        word, [](char c) { return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; });
    return is_number && word.find('.') != std::string_view::npos &&
           word.find_first_of("0123456789") != std::string_view::npos;
}

// A line of a table: 1,2 or a|b or 1:2, which is hardly a name.
bool is_row(std::string_view word) {
    if (word.find_first_of(",;|") != std::string_view::npos) return true;
    std::size_t const colon = word.find(':');
    return colon != std::string_view::npos && std::ranges::all_of(word.substr(0, colon), is_digit);
}

} // namespace

bool is_lgl(std::string_view text) {
    constexpr std::uint64_t lines_to_see = 1000;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t heads = 0, neighbours = 0;
    while (lines.next() && lines.number() <= lines_to_see) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        bool const is_head = rest[0] == lgl_mark;
        if (is_head) rest.remove_prefix(1);
        std::string_view const name = next_word(rest);
        std::string_view const weight = next_word(rest);
        bool const has_more = !next_word(rest).empty();
        bool const is_fit = is_head ? weight.empty() : weight.empty() || is_decimal(weight);
        bool const is_vertex = !name.empty() && (is_head || !is_row(name));
        if (!is_vertex || has_more || !is_fit || (!is_head && heads == 0)) return false;
        ++(is_head ? heads : neighbours);
    }
    return heads > 1 && neighbours > 0;
}

Graph read_lgl(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    std::optional<VertexId> head;
    while (lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        lines.require_text();
        bool const is_head = rest[0] == lgl_mark;
        if (is_head) rest.remove_prefix(1);
        std::string_view const name = next_word(rest);
        std::string_view const weight = next_word(rest);
        if (name.empty()) lines.fail("there is no name after '#'; expected a vertex, '# name'");
        if (!next_word(rest).empty() || (is_head && !weight.empty())) {
            lines.fail(
                fmt::format("'{}' is neither a vertex nor a neighbour; expected '# name', or a neighbour's name and at "
                            "most a weight",
                            printable(lines.line())));
        }
        VertexId const vertex = assembly.vertex(name);
        if (is_head) {
            head = vertex;
        } else if (head) {
            assembly.edge(*head, vertex, weight);
        } else {
            lines.fail(fmt::format("'{}' comes before the first vertex; expected '# name'", printable(lines.line())));
        }
    }
    return assembly.finish();
}

namespace {

constexpr std::string_view no_sif_type = "-";

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Cytoscape's rule: if there is a tab in the file, columns end at tabs.
void split_sif(std::string_view line, bool at_tabs, std::vector<std::string_view>& columns) {
    columns.clear();
    if (!at_tabs) {
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) columns.push_back(word);
        return;
    }
    for (;;) {
        std::size_t const tab = line.find('\t');
        columns.push_back(without_blanks(line.substr(0, tab)));
        if (tab == std::string_view::npos) return;
        line.remove_prefix(tab + 1);
    }
}

bool is_sif_comment(std::string_view line) { return line.starts_with('#'); }

bool has_sif_tab(std::string_view text, std::string const& path) {
    for (TextLines lines(text, path); lines.next();) {
        if (!is_sif_comment(lines.line()) && lines.line().find('\t') != std::string_view::npos) return true;
    }
    return false;
}

} // namespace

bool is_sif(std::string_view) { return false; }

Graph read_sif(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    std::vector<std::string_view> columns;
    bool const at_tabs = has_sif_tab(text, path);
    std::uint64_t odd_lines = 0;
    while (lines.next()) {
        if (lines.line().empty()) continue;
        if (is_sif_comment(lines.line())) {
            ++report.comments;
            continue;
        }
        lines.require_text();
        split_sif(lines.line(), at_tabs, columns);
        odd_lines += at_tabs && columns.size() == 1 && columns[0].find(' ') != std::string_view::npos;
        if (columns.size() == 2) lines.fail("the line has two columns; expected 'source type target', or a name alone");
        if (std::ranges::find(columns, std::string_view()) != columns.end()) {
            lines.fail("there is nothing between two tabs; expected 'source type target'");
        }
        VertexId const source = assembly.vertex(columns[0]);
        for (std::size_t i = 2; i < columns.size(); ++i) {
            VertexId const target = assembly.vertex(columns[i]);
            std::string_view const kind = columns[1] == no_sif_type ? "" : columns[1];
            options.directed ? assembly.arc(source, target, kind) : assembly.edge(source, target, kind);
        }
    }
    if (odd_lines > 0) {
        report.remarks.push_back(fmt::format(
            "columns end at tabs; {} lines without a tab are taken as vertices whose names have blanks", odd_lines));
    }
    return assembly.finish();
}

namespace {

std::string_view sif_problem(std::string_view text) {
    if (std::ranges::any_of(text, is_control)) return "has a control character, and SIF cannot hold it; write a .cbin";
    bool const keeps_ends = !text.starts_with(' ') && !text.ends_with(' ');
    return keeps_ends ? "" : "begins or ends with a blank, which SIF does not keep; write GraphML instead";
}

void require_sif(Graph const& graph) {
    require_written(graph, WrittenTexts::names, sif_problem);
    if (has_edge_labels(graph) &&
        std::ranges::find(graph.marks->edge_label_names, no_sif_type) != graph.marks->edge_label_names.end()) {
        throw InputError("the label '-' means no label in a SIF file; write GraphML instead");
    }
    if (!has_names(graph)) return;
    auto const comment = std::ranges::find_if(*graph.marks->names, is_sif_comment);
    if (comment == graph.marks->names->end()) return;
    throw InputError(
        fmt::format("'{}' would begin a comment of a SIF file; write GraphML instead", printable(*comment)));
}

} // namespace

void write_sif(Graph const& graph, OutputFile& file) {
    require_sif(graph);
    auto const write_vertex = [&](VertexId v) {
        OriginalId const id = graph.original_id(v);
        if (has_names(graph)) {
            file.write(vertex_name(graph, id));
        } else {
            file.write_number(id);
        }
    };
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        std::uint32_t const label =
            has_edge_labels(graph) ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        write_vertex(v);
        file.write("\t");
        file.write(label == GraphMarks::no_label ? no_sif_type : graph.marks->edge_label_names[label]);
        file.write("\t");
        write_vertex(u);
        file.write("\n");
    });
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (!graph.neighbours(v).empty()) continue;
        write_vertex(v);
        file.write("\n");
    }
}

namespace {

constexpr std::string_view tgf_separator = "#";

// Returns true if a line has only the separator. Tables of edges have none, and need no look at each of their lines.
bool has_tgf_separator(std::string_view text) {
    constexpr std::string_view before = " \t", behind = " \t\r";
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        std::size_t const begin = text.substr(0, at).find_last_not_of(before);
        std::size_t const end = text.find_first_not_of(behind, at + 1);
        bool const is_alone = (begin == std::string_view::npos || text[begin] == '\n') &&
                              (end == std::string_view::npos || text[end] == '\n');
        if (is_alone) return true;
    }
    return false;
}

// Returns true if the line could be an edge between numbers.
bool may_be_an_edge_of_numbers(std::string_view line) {
    return whole_number(next_word(line)).has_value() && whole_number(next_word(line)).has_value();
}

} // namespace

bool is_tgf(std::string_view text) {
    if (!has_tgf_separator(text)) return false;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::unordered_set<std::string_view> ids;
    bool are_words = true; // true if all ids are words with a label, which may be edges between names
    while (lines.next() && lines.line() != tgf_separator) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        std::string_view const id = next_word(rest);
        if (id.starts_with('#') || id.starts_with('%') || may_be_an_edge_of_numbers(lines.line()) ||
            !ids.insert(id).second)
            return false;
        are_words &= !whole_number(id) && !rest.empty();
    }
    if (ids.empty() || lines.line() != tgf_separator) return false;
    std::size_t edges = 0;
    for (; lines.next(); ++edges) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        if (!ids.contains(next_word(rest)) || !ids.contains(next_word(rest))) return false;
    }
    return edges > 0 || !are_words;
}

Graph read_tgf(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    while (lines.next() && lines.line() != tgf_separator) {
        if (lines.line().empty()) continue;
        lines.require_text();
        std::string_view rest = lines.line();
        std::string_view const id = next_word(rest);
        std::uint64_t const before = assembly.vertex_count();
        VertexId const handle = assembly.vertex(id);
        if (handle < before) lines.fail(fmt::format("vertex {} has a line already; give it one", printable(id)));
        if (!rest.empty()) assembly.label(handle, without_blanks(rest));
    }
    if (lines.line() != tgf_separator) {
        lines.fail_whole("the file has no line '#'; expected one between the vertices and the edges");
    }
    while (lines.next()) {
        if (lines.line().empty()) continue;
        lines.require_text();
        std::string_view rest = lines.line();
        std::uint64_t const vertices = assembly.vertex_count();
        auto const end = [&] {
            std::string_view const id = next_word(rest);
            if (id.empty()) lines.fail("a line of edges has one id; expected two ids");
            VertexId const handle = assembly.vertex(id);
            if (handle >= vertices)
                lines.fail(fmt::format("there is no line for vertex {} before '#'; expected one", printable(id)));
            return handle;
        };
        VertexId const source = end();
        VertexId const target = end();
        std::string_view const label = without_blanks(rest);
        options.directed ? assembly.arc(source, target, label) : assembly.edge(source, target, label);
    }
    return assembly.finish();
}

namespace {

constexpr char lowest_of_six_bits = 63;   // '?' stands for six zero bits
constexpr char highest_of_six_bits = 126; // '~' stands for six one bits, or is the mark of a longer number
constexpr std::uint64_t bits_per_graph6 = 6;

enum class Graph6Kind { graph6, sparse6, digraph6 };

constexpr std::array<std::string_view, 3> graph6_headers{">>graph6<<", ">>sparse6<<", ">>digraph6<<"};

std::string_view graph6_header(std::string_view line) {
    auto const* const found =
        std::ranges::find_if(graph6_headers, [&](auto header) { return line.starts_with(header); });
    return found == graph6_headers.end() ? std::string_view() : *found;
}

bool is_of_six_bits(char c) { return c >= lowest_of_six_bits && c <= highest_of_six_bits; }

// The parts of a line: its kind, its number of vertices, and the characters after that.
struct Graph6Line {
    Graph6Kind kind = Graph6Kind::graph6;
    std::uint64_t vertices = 0;
    std::string_view bits;

    bool bit(std::uint64_t place) const {
        int const value = bits[place / bits_per_graph6] - lowest_of_six_bits;
        return (value >> (bits_per_graph6 - 1 - place % bits_per_graph6) & 1) != 0;
    }
    std::uint64_t bit_count() const { return bits.size() * bits_per_graph6; }
};

// Takes the number off the front. Returns: nothing if its characters are cut off. Its form is N(n) of formats.txt.
std::optional<std::uint64_t> take_graph6_number(std::string_view& text) {
    std::size_t const marks = text.starts_with("~~") ? 2 : text.starts_with("~") ? 1 : 0;
    static constexpr std::array<std::size_t, 3> lengths{1, 3, 6};
    std::size_t const length = lengths[marks];
    if (text.size() < marks + length) return std::nullopt;
    std::uint64_t number = 0;
    for (char const c : text.substr(marks, length)) {
        number = number << bits_per_graph6 | static_cast<std::uint64_t>(c - lowest_of_six_bits);
    }
    text.remove_prefix(marks + length);
    return number;
}

// Takes a line apart. Returns: a sentence about the error in it, empty if there is none.
std::string parse_graph6_line(std::string_view line, Graph6Line& encoded) {
    if (line.starts_with(';')) {
        return "the line is incremental sparse6, which continues the line before; expected graph6, convert it with "
               "nauty's copyg -g";
    }
    encoded.kind = line.starts_with(':')   ? Graph6Kind::sparse6
                   : line.starts_with('&') ? Graph6Kind::digraph6
                                           : Graph6Kind::graph6;
    if (encoded.kind != Graph6Kind::graph6) line.remove_prefix(1);
    if (!std::ranges::all_of(line, is_of_six_bits)) {
        return "the line has a character that no graph6, sparse6 or digraph6 has; expected those from '?' to '~'";
    }
    auto const vertices = take_graph6_number(line);
    if (!vertices) return "the line is cut before its number of vertices; fetch the file again";
    encoded.vertices = *vertices;
    encoded.bits = line;
    if (encoded.kind == Graph6Kind::sparse6) return {};
    constexpr std::uint64_t most = std::uint64_t{1} << 31; // so that its square fits into 64 bits
    if (*vertices > most)
        return fmt::format("the line promises {} vertices, which no line of graph6 can have; fetch the file again",
                           *vertices);
    std::uint64_t const n = *vertices;
    std::uint64_t const bits = encoded.kind == Graph6Kind::digraph6 || n == 0 ? n * n : n * (n - 1) / 2;
    std::uint64_t const length = (bits + bits_per_graph6 - 1) / bits_per_graph6;
    if (length != line.size()) {
        return fmt::format(
            "the line has {} characters after the number of vertices, {}, which needs {}; fetch the file again",
            line.size(), n, length);
    }
    for (std::uint64_t place = bits; place < encoded.bit_count(); ++place) {
        if (encoded.bit(place)) return "the padding at the line's end is not zero; fetch the file again";
    }
    return {};
}

// Calls take(u, v) for each edge, or arc.
template <class Take> void for_matrix_bits(Graph6Line const& encoded, Take const& take) {
    auto const n = static_cast<VertexId>(encoded.vertices);
    bool const is_whole = encoded.kind == Graph6Kind::digraph6;
    std::uint64_t place = 0;
    for (VertexId row = 0; row < n; ++row) {
        VertexId const columns = is_whole ? n : row;
        for (VertexId column = 0; column < columns; ++column, ++place) {
            if (encoded.bit(place)) take(row, column);
        }
    }
}

// Reads pairs of a bit, which asks for the next vertex, and a number: the other end, or the vertex to go on with.
template <class Take> void for_sparse_edges(Graph6Line const& encoded, Take const& take) {
    std::uint64_t const n = encoded.vertices;
    auto const width = n > 0 ? static_cast<std::uint64_t>(std::bit_width(n - 1)) : 0;
    std::uint64_t vertex = 0;
    for (std::uint64_t place = 0; place + 1 + width <= encoded.bit_count() && vertex < n; place += 1 + width) {
        if (encoded.bit(place)) ++vertex;
        std::uint64_t end = 0;
        for (std::uint64_t i = 1; i <= width; ++i) end = end << 1 | static_cast<std::uint64_t>(encoded.bit(place + i));
        if (end > vertex) {
            vertex = end;
        } else if (vertex < n) {
            take(static_cast<VertexId>(end), static_cast<VertexId>(vertex));
        }
    }
}

// Moves to the next line that has a graph. Returns: this line without a header, or nothing at the end.
std::optional<std::string_view> next_graph6(TextLines& lines) {
    while (lines.next()) {
        std::string_view line = lines.line();
        line.remove_prefix(graph6_header(line).size());
        if (!line.empty()) return line;
    }
    return std::nullopt;
}

Graph decoded_graph6(Graph6Line const& encoded, TextLines const& lines, std::string const& path,
                     ReadOptions const& options) {
    require_vertex_count(encoded.vertices, lines);
    Assembly assembly(path, options);
    assembly.count_vertices(encoded.vertices, 0);
    if (encoded.kind == Graph6Kind::sparse6) {
        for_sparse_edges(encoded, [&](VertexId v, VertexId u) { assembly.edge(v, u); });
    } else if (encoded.kind == Graph6Kind::digraph6) {
        for_matrix_bits(encoded, [&](VertexId v, VertexId u) { assembly.arc(v, u); });
    } else {
        for_matrix_bits(encoded, [&](VertexId v, VertexId u) { assembly.edge(u, v); });
    }
    return assembly.finish();
}

// Collects six bits per character.
class SixBitWriter {
public:
    explicit SixBitWriter(OutputFile& file) : file_(file) {}
    void put(bool bit) {
        value_ = value_ << 1 | static_cast<unsigned>(bit);
        if (++count_ == bits_per_graph6) flush();
    }
    void end() {
        while (count_ != 0) put(false);
    }

private:
    void flush() {
        char const c = static_cast<char>(lowest_of_six_bits + static_cast<int>(value_));
        file_.write({&c, 1});
        value_ = 0;
        count_ = 0;
    }
    OutputFile& file_;
    unsigned value_ = 0;
    std::uint64_t count_ = 0;
};

void write_graph6_number(std::uint64_t count, OutputFile& file) {
    constexpr std::uint64_t most_of_one_character = 62, most_of_three = 258047;
    int const bits = count <= most_of_one_character ? 6 : count <= most_of_three ? 18 : 36;
    if (bits > 6) file.write(bits == 18 ? "~" : "~~");
    SixBitWriter writer(file);
    for (int bit = bits - 1; bit >= 0; --bit) writer.put((count >> bit & 1) != 0);
}

} // namespace

bool is_graph6(std::string_view text) {
    constexpr std::uint64_t lines_to_see = 100;
    constexpr std::size_t shortest_alone = 5;
    if (!graph6_header(without_byte_order_mark(text)).empty()) return true;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t seen = 0;
    bool is_certain = false;
    for (auto line = next_graph6(lines); line && seen < lines_to_see; line = next_graph6(lines), ++seen) {
        Graph6Line encoded;
        if (!parse_graph6_line(*line, encoded).empty()) return false;
        is_certain |= encoded.kind != Graph6Kind::graph6 || line->size() >= shortest_alone || seen > 0;
    }
    return is_certain;
}

Graph read_graph6(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    TextLines lines(text, path);
    std::uint64_t const wanted = std::max<std::uint64_t>(options.graph, 1);
    std::uint64_t seen = 0;
    Graph graph;
    for (auto line = next_graph6(lines); line; line = next_graph6(lines)) {
        if (++seen != wanted) continue;
        Graph6Line encoded;
        if (std::string const problem = parse_graph6_line(*line, encoded); !problem.empty()) lines.fail(problem);
        graph = decoded_graph6(encoded, lines, path, options);
    }
    if (seen == 0) lines.fail_whole("the file has no graph; expected one per line");
    if (seen < wanted) lines.fail_whole(fmt::format("graph {} was asked for, the file has {}", wanted, seen));
    if (options.graph == 0 && seen > 1) {
        report.remarks.push_back(fmt::format("this is the first of {} graphs; --graph N takes another", seen));
    }
    return graph;
}

void write_graph6(Graph const& graph, OutputFile& file) {
    constexpr VertexId most_vertices = 65536;
    VertexId const n = graph.vertex_count();
    if (n > most_vertices) {
        throw InputError(
            fmt::format("graph6 has a bit for each pair of vertices, and the graph has {} vertices; expected at most "
                        "{}, write a .cbin file",
                        n, most_vertices));
    }
    bool const directed = is_directed(graph);
    file.write(directed ? ">>digraph6<<&" : ">>graph6<<");
    write_graph6_number(n, file);
    SixBitWriter writer(file);
    for (VertexId v = 0; v < n; ++v) {
        auto const list = graph.neighbours(v);
        std::size_t i = 0;
        for (VertexId u = 0; u < (directed ? n : v); ++u) {
            bool const is_met = i < list.size() && list[i] == u;
            writer.put(is_met && (!directed || (graph.marks->arcs[graph.offsets()[v] + i] & GraphMarks::arc_to) != 0));
            i += is_met;
        }
    }
    writer.end();
    file.write("\n");
}

} // namespace cerrado::detail
