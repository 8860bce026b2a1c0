#include <cerrado/graph/marks.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/packing.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/shares.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
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

// Vertices by original id.
class VertexById {
public:
    explicit VertexById(Graph const& graph) : graph_(graph), by_id_(graph.vertex_count()) {
        std::iota(by_id_.begin(), by_id_.end(), VertexId{0});
        auto const id_of = [&](VertexId v) { return graph_.original_id(v); };
        if (!std::ranges::is_sorted(by_id_, {}, id_of)) std::ranges::sort(by_id_, {}, id_of);
    }

    std::optional<VertexId> find(OriginalId id) const {
        auto const place = std::ranges::lower_bound(by_id_, id, {}, [&](VertexId v) { return graph_.original_id(v); });
        if (place == by_id_.end() || graph_.original_id(*place) != id) return std::nullopt;
        return *place;
    }

private:
    Graph const& graph_;
    std::vector<VertexId> by_id_;
};

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
        throw InputError(fmt::format("{} labels for {} vertices; give one per vertex, empty for none", labels.size(),
                                     graph.vertex_count()));
    }
    auto marks = copied_marks(graph);
    marks->labels = numbered(labels, marks->label_names);
    graph.marks = std::move(marks);
    return graph;
}

Graph with_edge_labels(Graph graph, std::span<Edge const> edges, std::vector<std::string> const& labels) {
    if (labels.size() != edges.size()) {
        throw InputError(
            fmt::format("{} labels for {} edges; give one per edge, empty for none", labels.size(), edges.size()));
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

Graph read_labels(Graph graph, std::string const& path) {
    detail::FileBytes const file = detail::load_unpacked(path);
    detail::TextInput input(file.bytes, path);
    VertexById const vertices(graph);
    std::vector<std::string> labels(graph.vertex_count());
    bool is_any = false;
    while (input.seek_content("#%")) {
        OriginalId const id = read_id(input, graph);
        std::string_view const label = input.rest_of_line();
        if (label.empty()) input.fail(fmt::format("no label after vertex {}; expected 'id label'", id_text(graph, id)));
        if (std::optional<VertexId> const v = vertices.find(id)) {
            if (!labels[*v].empty())
                input.fail(fmt::format("vertex {} has a label already; give it one", id_text(graph, id)));
            labels[*v] = label;
            is_any = true;
        }
        input.skip_line();
    }
    if (!is_any) input.fail_whole("no vertex of the graph is labelled; expected lines 'id label' with the graph's ids");
    return with_labels(std::move(graph), labels);
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
