#include <cerrado/graph/edge_list.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/edge_lines.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/output_file.hpp>
#include <cerrado/graph/partition.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <optional>

namespace cerrado::detail {
namespace {

constexpr VertexId unnumbered = std::numeric_limits<VertexId>::max();

struct NumberedEdges {
    UnfilledVector<Edge> edges;
    std::vector<OriginalId> original_ids; // empty: the identity
    VertexId vertex_count = 0;
};

// Where the edges of each part go.
std::vector<std::size_t> begins_of(ListedEdges const& list) {
    std::vector<std::size_t> begins{0};
    for (ListedPart const& part : list.parts) begins.push_back(begins.back() + part.edges.size());
    return begins;
}

// Calls visit(edge, i) for all edges, i being their place among all, on all members of the team.
template <class Visit> void for_edges(ListedEdges const& list, Team& team, Visit const& visit) {
    std::vector<std::size_t> const begins = begins_of(list);
    team.run([&](Member member) {
        std::size_t const last = member.end(begins.back());
        std::size_t i = member.begin(begins.back());
        auto part = static_cast<std::size_t>(std::ranges::upper_bound(begins, i) - begins.begin()) - 1;
        for (; i < last; ++part) {
            for (std::size_t const end = std::min(last, begins[part + 1]); i < end; ++i) {
                visit(list.parts[part].edges[i - begins[part]], i);
            }
        }
    });
}

// Ids of less than 32 bits, up to a few times the number of endpoints: a table by id.
NumberedEdges number_by_table(ListedEdges const& list, Team& team) {
    UnfilledVector<VertexId> position(list.largest_id + 1); // first whether there is such a vertex, 0 or 1
    team.run([&](Member member) { member.for_part_of(position.size(), [&](std::size_t id) { position[id] = 0; }); });
    auto const mark = [&](OriginalId id) {
        std::atomic_ref place(position[id]);
        if (place.load(std::memory_order_relaxed) == 0) place.store(1, std::memory_order_relaxed);
    };
    for_edges(list, team, [&](ListedEdge const& edge, std::size_t) {
        mark(edge.source);
        mark(edge.target);
    });
    VertexId const count = add_up(team, std::span(position)); // now: vertices up to and with this one
    NumberedEdges numbered;
    numbered.vertex_count = count;
    if (count != position.size()) {
        numbered.original_ids.resize(count);
        team.run([&](Member member) {
            member.for_part_of(position.size(), [&](std::size_t id) {
                VertexId const before = id == 0 ? 0 : position[id - 1];
                if (position[id] != before) numbered.original_ids[before] = id;
            });
        });
    }
    numbered.edges.resize(list.edge_count());
    for_edges(list, team, [&](ListedEdge const& edge, std::size_t i) {
        numbered.edges[i] = {position[edge.source] - 1, position[edge.target] - 1};
    });
    return numbered;
}

// An open-addressing table from id to the rank of its first appearance.
class IdTable {
public:
    IdTable() : slots_(std::size_t{1} << 12) {}

    VertexId rank(OriginalId id) {
        for (std::size_t place = mixed(id) & mask();; place = (place + 1) & mask()) {
            Slot& slot = slots_[place];
            if (slot.rank != unnumbered && slot.id == id) return slot.rank;
            if (slot.rank == unnumbered) return insert(slot, id);
        }
    }
    std::vector<OriginalId> const& ids() const { return ids_; }

private:
    struct Slot {
        OriginalId id = 0;
        VertexId rank = unnumbered;
    };

    static std::size_t mixed(OriginalId id) {
        id ^= id >> 32;
        id *= 0x9e3779b97f4a7c15u;
        return id ^ id >> 29;
    }
    std::size_t mask() const { return slots_.size() - 1; }

    VertexId insert(Slot& slot, OriginalId id) {
        auto const rank = static_cast<VertexId>(ids_.size());
        slot = {id, rank};
        ids_.push_back(id);
        if (ids_.size() * 2 > slots_.size()) grow();
        return rank;
    }

    void grow() {
        std::vector<Slot> larger(slots_.size() * 2);
        slots_.swap(larger);
        for (auto const& slot : larger) {
            if (slot.rank == unnumbered) continue;
            std::size_t place = mixed(slot.id) & mask();
            while (slots_[place].rank != unnumbered) place = (place + 1) & mask();
            slots_[place] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::vector<OriginalId> ids_;
};

// Ids anywhere in 64 bits: ranks by first appearance, then the distinct ids alone are sorted.
NumberedEdges number_by_hashing(ListedEdges const& list, TextInput const& input) {
    IdTable table;
    NumberedEdges numbered;
    numbered.edges.reserve(list.edge_count());
    for (ListedPart const& part : list.parts) {
        for (auto const& edge : part.edges) {
            VertexId const source = table.rank(edge.source);
            numbered.edges.push_back({source, table.rank(edge.target)});
            if (table.ids().size() >= unnumbered) check_vertex_count(table.ids().size() + 1, input);
        }
    }
    std::vector<VertexId> by_id(table.ids().size());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    std::sort(by_id.begin(), by_id.end(), [&](VertexId a, VertexId b) { return table.ids()[a] < table.ids()[b]; });
    std::vector<VertexId> position(by_id.size());
    numbered.original_ids.resize(by_id.size());
    for (VertexId i = 0; i < by_id.size(); ++i) {
        position[by_id[i]] = i;
        numbered.original_ids[i] = table.ids()[by_id[i]];
    }
    for (auto& edge : numbered.edges) edge = {position[edge.source], position[edge.target]};
    numbered.vertex_count = static_cast<VertexId>(by_id.size());
    return numbered;
}

NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input, Team& team) {
    constexpr std::uint64_t table_entries_per_edge = 8;
    constexpr std::uint64_t small_table = 1 << 16;
    std::uint64_t const most = list.edge_count() * table_entries_per_edge + small_table;
    if (list.largest_id < std::min<std::uint64_t>(most, unnumbered)) return number_by_table(list, team);
    return number_by_hashing(list, input);
}

std::uint64_t count_isolated(Graph const& graph) {
    std::vector<bool> touched(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) touched[u] = touched[v] = true;
    }
    return static_cast<std::uint64_t>(std::count(touched.begin(), touched.end(), false));
}

void note_header(ListedEdges const& list, std::string const& path, ReadOptions const& options) {
    std::string const header = printable(list.header);
    if (list.edge_count() == 0 && list.self_loops == 0) {
        throw InputError(fmt::format(
            "{}: no edge after the first line, '{}', which is no edge of numbers; give --names where ids are names",
            path, header));
    }
    if (options.note) options.note(fmt::format("{}: the first line, '{}', is taken as a header", path, header));
}

} // namespace

Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options,
                     EdgeLineReader* read_before) {
    constexpr std::size_t bytes_an_entry = 8;
    Team team(team_size(text.size() / bytes_an_entry, options.threads));
    NumberedEdges numbered;
    std::uint64_t self_loops = 0;
    {
        std::optional<ListedEdges> list;
        if (read_before != nullptr) list = read_before->finish();
        if (!list) list = list_edges(text, path, team);
        self_loops = list->self_loops;
        if (!list->header.empty()) note_header(*list, path, options);
        if (list->edge_count() > 0) numbered = number_vertices(*list, TextInput(text, path), team);
    }
    Graph graph;
    if (numbered.vertex_count > 0) {
        graph = graph_from_edges(numbered.vertex_count, numbered.edges, std::move(numbered.original_ids), team);
        if (options.directed) graph = with_arcs(std::move(graph), numbered.edges, team);
    }
    graph.cleaning.self_loops += self_loops;
    return graph;
}

void write_edge_list(Graph const& graph, OutputFile& file) {
    std::uint64_t const isolated = count_isolated(graph);
    char const* const ids = has_names(graph) ? "names" : "original ids";
    if (is_directed(graph)) {
        file.write(fmt::format(
            "# Directed graph: arcs go from the first id to the second\n# vertices: {}\n# arcs: {}, by {}\n",
            graph.vertex_count(), count_arcs_or_edges(graph), ids));
    } else {
        file.write(fmt::format("# vertices: {}\n# edges: {}, each once, by {}\n", graph.vertex_count(),
                               graph.edge_count(), ids));
    }
    if (isolated > 0) file.write(fmt::format("# not listed: {} without an edge\n", counted(isolated, "vertex")));
    bool const labelled = has_edge_labels(graph);
    GraphRef const ref = graph.ref();
    auto const write_end = [&](VertexId v) {
        OriginalId const id = graph.original_id(v);
        if (has_names(graph)) {
            file.write(vertex_name(graph, id));
        } else {
            file.write_number(id);
        }
    };
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        write_end(v);
        file.write(" ");
        write_end(u);
        if (labelled) {
            std::uint32_t const label = graph.marks->edge_labels[ref.find(v, u)];
            if (label != GraphMarks::no_label) {
                file.write(" ");
                file.write(graph.marks->edge_label_names[label]);
            }
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
