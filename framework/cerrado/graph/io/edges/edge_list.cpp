#include <cerrado/graph/io/edges/edge_list.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/edges/edge_lines.hpp>
#include <cerrado/graph/io/edges/edge_numbering.hpp>
#include <cerrado/graph/io/edges/named_edges.hpp>
#include <cerrado/graph/io/tables/adjacency_list.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace cerrado::detail {
namespace {

// What the lines of all parts come to.
struct ReadEdges {
    VertexId vertices = 0;
    std::vector<OriginalId> ids;
    VertexNames names;
    UnfilledVector<Edge> edges;
    std::vector<std::string> labels;
    std::vector<bool> are_arcs;
    std::uint64_t self_loops = 0;
};

class EdgeList {
public:
    EdgeList(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
             ReadReport& report)
        : text_(text),
          path_(path),
          layout_(layout),
          options_(options),
          report_(report),
          team_(team_size(text.size() / bytes_an_entry, options.threads)) {}

    Graph read(EdgeLineReader* read_before) {
        report_layout(layout_, report_);
        refuse_unfitting_options();
        if (layout_.names) {
            read_names();
        } else if (layout_.is_plain() && !options_.edge_labels) {
            std::optional<ListedEdges> list;
            if (read_before != nullptr) list = read_before->finish();
            if (!list) list = list_edges(text_, path_, line_rules(layout_), team_);
            if (are_neighbours(*list)) return read_adjacency_list(text_, path_, options_, report_);
            number(std::move(*list));
        } else {
            ListedEdges list;
            for (TablePart& part : list_table(text_, path_, layout_, options_, team_)) list.add(std::move(part.list));
            if (are_neighbours(list)) return read_adjacency_list(text_, path_, options_, report_);
            number(std::move(list));
        }
        return graph();
    }

private:
    static constexpr std::size_t bytes_an_entry = 8;

    void refuse_unfitting_options() const {
        if (layout_.said.bipartite && layout_.names) {
            throw InputError(
                fmt::format("{}: a bipartite graph of KONECT (% bip), whose left and right ids are numbers that are "
                            "counted apart; leave --names out",
                            path_));
        }
        if (!options_.directed || !(layout_.said.undirected || layout_.said.bipartite)) return;
        throw InputError(
            fmt::format("{}: the file says that its edges are undirected, so that they have no directions; leave "
                        "--directed out",
                        path_));
    }

    // Whether lines are adjacency lists: they differ in length, and hold ids alone.
    bool are_neighbours(ListedEdges& list) {
        take_sizes(list);
        bool const are_columns = layout_.are_given || !layout_.header.empty() || layout_.separation.character() != 0 ||
                                 options_.edge_labels || (options_.format == "edges" || options_.format == "csv");
        LineTally const& tally = list.tally;
        if (are_columns || !tally.differ() || !tally.are_ids || tally.most_columns < 3) {
            if (tally.lone > 0) refuse_lone_id(text_, path_);
            if (!are_columns) refuse_two_long_lines(tally);
            return false;
        }
        std::string_view const doubt = report_.header_lines > 0 ? "its first line is that of another format"
                                                                : doubt_about_adjacency_list(text_, path_);
        if (doubt.empty()) return true;
        throw InputError(
            fmt::format("{}: lines of {} to {} numbers; for an adjacency list {}, and an edge list has equally many "
                        "on each; give --format adjlist, --format metis, or --columns 1,2 for the first two of "
                        "each line",
                        path_, tally.least_columns, tally.most_columns, doubt));
    }

    // Edges as two rows, of all sources and of all targets.
    void refuse_two_long_lines(LineTally const& tally) const {
        constexpr std::size_t many = 6;
        if (tally.lines != 2 || tally.differ() || !tally.are_ids || tally.most_columns < many) return;
        throw InputError(fmt::format(
            "{}: two lines of {} numbers, which may be the sources and the targets of edges; make a line of "
            "each edge (numpy: savetxt('FILE', edges.T, fmt='%d')), or give --columns 1,2 for the first two "
            "of each line",
            path_, tally.most_columns));
    }

    // Decides whether the first line, of two or three numbers, has the sizes n m or n n m.
    void take_sizes(ListedEdges& list) {
        std::vector<OriginalId> const& first = list.first;
        if (first.empty()) return;
        std::uint64_t const lines = list.tally.lines;
        bool const are_twice = first.back() <= lines / 2 && first.back() * 2 == lines;
        bool const are_sizes = (first.back() == lines || are_twice) && list.largest_id <= first[0] &&
                               (first.size() == 2 || first[0] == first[1]) && first[0] > 1 && lines > 0 &&
                               options_.columns.empty() && (!are_twice || list.has_both_ways());
        if (!are_sizes) {
            note_lonely_first_line(list);
            LineRules rules = line_rules(layout_);
            rules.has_labels = options_.edge_labels;
            list.add_first_as_edge(rules);
            return;
        }
        ++report_.header_lines;
        report_.is_doubtful = true;
        report_.remark(fmt::format("the first line, '{}', is a header: {} lines follow{}, and no id exceeds {}",
                                   fmt::join(first, " "), lines, are_twice ? ", each edge both ways" : "", first[0]));
        list.first.clear();
    }

    // Sizes of which the second is wrong look like this.
    void note_lonely_first_line(ListedEdges const& list) {
        std::vector<OriginalId> const& first = list.first;
        bool const may_be = list.tally.lines > 1 && first.size() == 2 && first[0] >= list.largest_id &&
                            first[1] > list.largest_id && first[0] != first[1] && list.largest_id > 0;
        if (!may_be) return;
        report_.is_doubtful = true;
        std::uint64_t const lines = list.tally.lines;
        report_.remark(fmt::format(
            "the first line joins {} and {}, which no other id exceeds; if it is a header n m, {} lines are "
            "missing or too many",
            first[0], first[1], std::max(first[1], lines) - std::min(first[1], lines)));
    }

    void number(ListedEdges list) {
        if (list.edge_count() == 0 && list.self_loops == 0 && layout_.header_is_line) {
            throw InputError(
                fmt::format("{}: no edge after the first line, '{}', which is no edge of numbers; give --names where "
                            "ids are names",
                            path_, printable(layout_.header_line)));
        }
        if (layout_.said.bipartite) part_sides(list);
        report_.comments = list.tally.comments;
        read_.self_loops = list.self_loops;
        for (ListedPart& part : list.parts) take_marks(part);
        if (list.edge_count() == 0) return;
        NumberedEdges numbered = number_vertices(list, TextInput(text_, path_), team_);
        read_.vertices = numbered.vertex_count;
        read_.ids = std::move(numbered.original_ids);
        read_.edges = std::move(numbered.edges);
    }

    void take_marks(ListedPart& part) {
        std::ranges::move(part.labels, std::back_inserter(read_.labels));
        read_.are_arcs.insert(read_.are_arcs.end(), part.are_arcs.begin(), part.are_arcs.end());
    }

    // KONECT counts left and right vertices apart.
    void part_sides(ListedEdges& list) {
        OriginalId left = layout_.said.left;
        for (ListedPart const& part : list.parts) {
            for (ListedEdge const& edge : part.edges) left = std::max(left, edge.source);
        }
        if (list.largest_id > ~OriginalId{0} - left) {
            throw InputError(
                fmt::format("{}: the ids of a bipartite graph do not fit into 64 bits; expected smaller ones", path_));
        }
        for (ListedPart& part : list.parts) {
            for (ListedEdge& edge : part.edges) edge.target += left;
        }
        list.largest_id += left;
        report_.is_doubtful = true;
        report_.remark(
            fmt::format("a bipartite graph (% bip): right ids come after the left ones, {} is added to them", left));
    }

    void read_names() {
        std::vector<TablePart> parts = list_table(text_, path_, layout_, options_, team_);
        LineTally tally;
        bool are_further_numbers = true;
        for (TablePart& part : parts) {
            tally.add(part.list.tally);
            are_further_numbers &= part.are_further_numbers;
            read_.self_loops += part.list.self_loops;
            take_marks(part.list);
        }
        bool const is_sure = layout_.are_given || options_.edge_labels || are_further_numbers || !tally.differ() ||
                             !layout_.header.empty() || (options_.format == "edges" || options_.format == "csv");
        if (!is_sure) refuse_ragged_names(tally);
        report_.comments = tally.comments;
        NumberedNames numbered = number_names(std::move(parts), TextInput(text_, path_), team_);
        read_.vertices = static_cast<VertexId>(numbered.names->size());
        read_.names = std::move(numbered.names);
        read_.edges.assign(numbered.edges.begin(), numbered.edges.end());
    }

    [[noreturn]] void refuse_ragged_names(LineTally const& tally) const {
        throw InputError(fmt::format(
            "{}: lines of {} to {} words, which may be names with blanks, lists of neighbours, or edges with their "
            "kind; give --columns 1,2 for the first two of each line, --format adjlist, --format sif, or "
            "--edge-labels",
            path_, tally.least_columns, tally.most_columns));
    }

    Graph graph() {
        if (read_.edges.empty()) {
            Graph graph;
            graph.cleaning.self_loops = read_.self_loops;
            return graph;
        }
        bool const says_arcs = std::ranges::find(read_.are_arcs, true) != read_.are_arcs.end();
        if (options_.directed) turn_edges(says_arcs);
        Graph graph = graph_from_edges(read_.vertices, read_.edges, std::move(read_.ids), team_);
        if (options_.directed) graph = with_arcs(std::move(graph), read_.edges, team_);
        if (read_.names) graph = with_sorted_names(std::move(graph), read_.names);
        bool const loses_directions = !options_.directed && (layout_.said.directed || says_arcs);
        // Many a list that calls itself directed has each edge twice.
        graph.cleaning.directed = loses_directions && graph.cleaning.duplicates < graph.edge_count();
        graph.cleaning.self_loops += read_.self_loops;
        note_lonely_names(graph);
        return options_.edge_labels ? labelled(std::move(graph)) : graph;
    }

    // Where the table says of each edge whether it has a direction: one without is an arc both ways.
    void turn_edges(bool says_arcs) {
        if (read_.are_arcs.empty()) return;
        if (!says_arcs) {
            throw InputError(
                fmt::format("{}: the column Type says that all edges are undirected; leave --directed out", path_));
        }
        for (std::size_t i = 0; i < read_.are_arcs.size(); ++i) {
            auto const [source, target] = read_.edges[i]; // a copy
            if (read_.are_arcs[i]) continue;
            read_.edges.push_back({target, source});
            if (options_.edge_labels) read_.labels.push_back(std::string(read_.labels[i]));
        }
    }

    // A header joins two names that are nowhere else.
    void note_lonely_names(Graph const& graph) {
        if (!read_.names || graph.edge_count() == 1) return;
        auto const [source, target] = read_.edges[0];
        if (graph.degree(source) > 1 || graph.degree(target) > 1) return;
        report_.is_doubtful = true;
        report_.remark(
            fmt::format("the first line joins '{}' and '{}', which are on no other line; if it is a header, begin it "
                        "with #",
                        printable(vertex_name(graph, source)), printable(vertex_name(graph, target))));
    }

    Graph labelled(Graph graph) const {
        if (std::ranges::all_of(read_.labels, [](std::string const& label) { return label.empty(); })) {
            throw InputError(fmt::format("{}: no line has a third column; expected lines 'id id label'", path_));
        }
        std::vector<Edge> const edges(read_.edges.begin(), read_.edges.end());
        try {
            return with_edge_labels(std::move(graph), edges, read_.labels);
        } catch (InputError const& error) {
            throw InputError(fmt::format("{}: {}", path_, error.what()));
        }
    }

    std::string_view text_;
    std::string const& path_;
    TableLayout const& layout_;
    ReadOptions const& options_;
    ReadReport& report_;
    Team team_;
    ReadEdges read_;
};

} // namespace

LineRules line_rules(TableLayout const& layout) {
    return {.has_header = layout.header_is_line, .keeps_loops = layout.said.bipartite};
}

Graph read_edge_list(std::string_view text, std::string const& path, TableLayout const& layout,
                     ReadOptions const& options, ReadReport& report, EdgeLineReader* read_before) {
    return EdgeList(text, path, layout, options, report).read(read_before);
}

Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options) {
    ReadReport report;
    return read_edge_list(text, path, survey_table(text, path, options), options, report);
}

} // namespace cerrado::detail
