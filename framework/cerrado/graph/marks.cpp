#include <cerrado/graph/marks.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/gzip_file.hpp>
#include <cerrado/graph/shares.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <optional>

namespace cerrado {

namespace {

std::shared_ptr<GraphMarks> copied_marks(Graph const& graph) {
    return graph.marks ? std::make_shared<GraphMarks>(*graph.marks) : std::make_shared<GraphMarks>();
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
    marks->label_names.clear();
    std::map<std::string, std::uint32_t> places;
    for (std::string const& label : labels) {
        if (!label.empty()) places.emplace(label, 0);
    }
    for (auto& [name, place] : places) {
        place = static_cast<std::uint32_t>(marks->label_names.size());
        marks->label_names.push_back(name);
    }
    marks->labels.clear();
    marks->labels.reserve(labels.size());
    for (std::string const& label : labels) {
        marks->labels.push_back(label.empty() ? GraphMarks::no_label : places.at(label));
    }
    graph.marks = std::move(marks);
    return graph;
}

Graph read_labels(Graph graph, std::string const& path) {
    detail::FileBytes file = detail::load_file(path);
    if (detail::is_gzip(file.bytes)) file = detail::unpack_gzip(file.bytes, path, [](std::string_view) {});
    detail::TextInput input(file.bytes, path);
    VertexById const vertices(graph);
    std::vector<std::string> labels(graph.vertex_count());
    bool is_any = false;
    while (input.seek_content("#%")) {
        OriginalId const id = input.number("vertex id");
        input.skip_separators();
        std::string_view const label = input.rest_of_line();
        if (label.empty()) input.fail(fmt::format("no label after vertex {}; expected 'id label'", id));
        if (std::optional<VertexId> const v = vertices.find(id)) {
            if (!labels[*v].empty()) input.fail(fmt::format("vertex {} has a label already; give it one", id));
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
    GraphRef const from = graph.ref();
    GraphRef const to = renumbered.ref();
    if (has_labels(graph)) marks->labels.resize(to.vertex_count);
    if (is_directed(graph)) marks->arcs.resize(renumbered.neighbour_array().size());
    team.run([&](Member member) {
        for_vertices_of(member, to, [&](VertexId v) {
            VertexId const old = order[v];
            if (has_labels(graph)) marks->labels[v] = graph.marks->labels[old];
            if (!is_directed(graph)) return;
            for (EdgeOffset p = to.begin(v); p < to.end(v); ++p) {
                marks->arcs[p] = graph.marks->arcs[from.find(old, order[to.neighbours[p]])];
            }
        });
    });
    return marks;
}

} // namespace cerrado
