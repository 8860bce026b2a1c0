#include <cerrado/graph/marks.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/shares.hpp>
#include <cerrado/graph/text_input.hpp>
#include <cerrado/graph/vertex_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <unordered_map>

namespace cerrado {

namespace {

std::shared_ptr<GraphMarks> copied_marks(Graph const& graph) {
    return graph.marks ? std::make_shared<GraphMarks>(*graph.marks) : std::make_shared<GraphMarks>();
}

// Of each text its place among them, each once and ascending; no_label for an empty one.
std::vector<std::uint32_t> numbered(std::vector<std::string> const& texts, std::vector<std::string>& names) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (std::string const& text : texts) {
        if (!text.empty()) places.emplace(text, 0);
    }
    names.clear();
    for (auto const& [name, place] : places) names.emplace_back(name);
    std::ranges::sort(names);
    for (std::uint32_t place = 0; place < names.size(); ++place) places.at(names[place]) = place;
    std::vector<std::uint32_t> numbers;
    numbers.reserve(texts.size());
    for (std::string const& text : texts) numbers.push_back(text.empty() ? GraphMarks::no_label : places.at(text));
    return numbers;
}

constexpr OriginalId unknown_name = ~OriginalId{0};

OriginalId id_of_name(Graph const& graph, std::string_view name) {
    std::vector<std::string> const& names = *graph.marks->names;
    auto const place = std::ranges::lower_bound(names, name);
    if (place == names.end() || *place != name) return unknown_name;
    return static_cast<OriginalId>(place - names.begin());
}

// Of a line of a file that is about the graph.
OriginalId read_id(detail::TextInput& input, Graph const& graph) {
    bool const by_name = has_names(graph);
    OriginalId const id = by_name ? id_of_name(graph, input.name()) : input.number(detail::vertex_noun);
    by_name ? input.skip_name_separators() : input.skip_separators();
    return id;
}

std::string id_text(Graph const& graph, OriginalId id) {
    if (!has_names(graph)) return fmt::to_string(id);
    return id == unknown_name ? "of another graph" : detail::printable(vertex_name(graph, id));
}

} // namespace

Graph with_arcs(Graph graph, std::span<Edge const> arcs, Team& team) {
    auto marks = copied_marks(graph);
    marks->arcs.assign(graph.neighbour_array().size(), 0);
    GraphRef const ref = graph.ref();
    std::atomic<bool> are_there = true;
    std::atomic<std::uint64_t> loops = 0, distinct = 0; // an arc is distinct at its source
    auto const mark = [&](VertexId v, VertexId u, std::uint8_t bit) {
        EdgeOffset const entry = ref.find(v, u);
        if (entry == ref.end(v)) {
            are_there = false;
            return;
        }
        std::uint8_t const before = std::atomic_ref(marks->arcs[entry]).fetch_or(bit, std::memory_order_relaxed);
        if ((before & bit) == 0 && bit == GraphMarks::arc_to) ++distinct;
    };
    team.run([&](Member member) {
        member.for_part_of(arcs.size(), [&](std::size_t i) {
            auto const [source, target] = arcs[i];
            if (source == target) {
                ++loops;
                return;
            }
            if (std::max(source, target) >= ref.vertex_count) {
                are_there = false;
                return;
            }
            mark(source, target, GraphMarks::arc_to);
            mark(target, source, GraphMarks::arc_from);
        });
    });
    if (!are_there) throw InputError("an arc joins vertices that the graph has no edge between: give the graph's own");
    graph.marks = std::move(marks);
    graph.cleaning.duplicates = arcs.size() - loops - distinct;
    return graph;
}

Graph graph_from_arcs(VertexId vertex_count, std::span<Edge const> arcs, std::vector<OriginalId> original_ids) {
    Team team;
    return with_arcs(graph_from_edges(vertex_count, arcs, std::move(original_ids), team), arcs, team);
}

Graph with_labels(Graph graph, std::vector<std::string> const& labels) {
    if (labels.size() != graph.vertex_count()) {
        throw InputError(fmt::format("{} for {}; give one per vertex, empty for none", counted(labels.size(), "label"),
                                     counted(graph.vertex_count(), "vertex")));
    }
    auto marks = copied_marks(graph);
    marks->labels = numbered(labels, marks->label_names);
    graph.marks = std::move(marks);
    return graph;
}

Graph with_edge_labels(Graph graph, std::span<Edge const> edges, std::vector<std::string> const& labels) {
    if (labels.size() != edges.size()) {
        throw InputError(fmt::format("{} for {}; give one per edge, empty for none", counted(labels.size(), "label"),
                                     counted(edges.size(), "edge")));
    }
    auto marks = copied_marks(graph);
    std::vector<std::uint32_t> const places = numbered(labels, marks->edge_label_names);
    marks->edge_labels.assign(graph.neighbour_array().size(), GraphMarks::no_label);
    GraphRef const ref = graph.ref();
    auto const name = [&](char const* what, Edge const& edge, std::string const& problem) {
        throw InputError(fmt::format("the {} from {} to {} {}", what, id_text(graph, graph.original_id(edge.source)),
                                     id_text(graph, graph.original_id(edge.target)), problem));
    };
    auto const mark = [&](Edge const& edge, std::uint32_t label) {
        EdgeOffset const entry = ref.find(edge.source, edge.target);
        bool const directed = !marks->arcs.empty();
        bool const is_there = entry < ref.end(edge.source) && (!directed || (marks->arcs[entry] & GraphMarks::arc_to));
        char const* const what = directed ? "arc" : "edge";
        if (!is_there) name(what, edge, "is not in the graph; give labels of the graph's own");
        std::uint32_t& given = marks->edge_labels[entry];
        if (given != GraphMarks::no_label && given != label) {
            name(what, edge,
                 fmt::format("is labelled '{}' and '{}'; give it one label", marks->edge_label_names[given],
                             marks->edge_label_names[label]));
        }
        given = label;
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
        auto const [source, target] = edges[i];
        if (source == target || places[i] == GraphMarks::no_label) continue;
        if (std::max(source, target) >= ref.vertex_count) {
            throw InputError(
                fmt::format("an edge joins vertices {} and {}; there are {}", source, target, ref.vertex_count));
        }
        mark({source, target}, places[i]);
        if (marks->arcs.empty()) mark({target, source}, places[i]);
    }
    graph.marks = std::move(marks);
    return graph;
}

Graph read_labels(Graph graph, std::string const& path, std::function<void(std::string const&)> const& note) {
    std::vector<std::string> labels(graph.vertex_count());
    auto const take = [&](detail::VertexLine const& line) {
        std::string& label = labels[line.vertex];
        if (!label.empty()) {
            line.fail(fmt::format("vertex {} has a label already; give it one", detail::printable(line.id)));
        }
        label = line.text;
    };
    detail::read_vertex_lines(graph, path, "label", take, note);
    return with_labels(std::move(graph), labels);
}

Graph detail::read_third_column(Graph graph, std::string_view text, std::string const& path) {
    TextInput input(text, path);
    detail::VertexById const vertices(graph);
    std::vector<Edge> edges;
    std::vector<std::string> labels;
    bool is_any = false;
    if (!has_names(graph) && input.seek_content("#%")) input.skip_header();
    while (input.seek_content("#%")) {
        OriginalId const source = read_id(input, graph);
        OriginalId const target = read_id(input, graph);
        if (source != target) { // a vertex of loops alone is not in the graph
            edges.push_back({vertices.find(source).value(), vertices.find(target).value()});
            labels.emplace_back(input.rest_of_line());
            is_any |= !labels.back().empty();
        }
        input.skip_line();
    }
    if (!is_any) input.fail_whole("no line has a third column; expected lines 'id id label'");
    try {
        return with_edge_labels(std::move(graph), edges, labels);
    } catch (InputError const& error) {
        input.fail_whole(error.what());
    }
}

std::shared_ptr<GraphMarks const> marks_in_order(Graph const& graph, Graph const& renumbered, VertexOrder const& order,
                                                 Team& team) {
    if (!graph.marks) return nullptr;
    auto marks = std::make_shared<GraphMarks>();
    marks->label_names = graph.marks->label_names;
    marks->edge_label_names = graph.marks->edge_label_names;
    marks->names = graph.marks->names;
    GraphRef const from = graph.ref();
    GraphRef const to = renumbered.ref();
    if (has_labels(graph)) marks->labels.resize(to.vertex_count);
    bool const directed = is_directed(graph), labelled = has_edge_labels(graph);
    if (directed) marks->arcs.resize(renumbered.neighbour_array().size());
    if (labelled) marks->edge_labels.resize(renumbered.neighbour_array().size());
    team.run([&](Member member) {
        for_vertices_of(member, to, [&](VertexId v) {
            VertexId const old = order[v];
            if (has_labels(graph)) marks->labels[v] = graph.marks->labels[old];
            if (!directed && !labelled) return;
            for (EdgeOffset p = to.begin(v); p < to.end(v); ++p) {
                EdgeOffset const entry = from.find(old, order[to.neighbours[p]]);
                if (directed) marks->arcs[p] = graph.marks->arcs[entry];
                if (labelled) marks->edge_labels[p] = graph.marks->edge_labels[entry];
            }
        });
    });
    return marks;
}

} // namespace cerrado
