#include <cerrado/graph/edge_list.hpp>

#include <cerrado/graph/output_file.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace cerrado::detail {
namespace {

constexpr VertexId unnumbered = std::numeric_limits<VertexId>::max();

struct ListedEdge {
    OriginalId source, target;
};

struct ListedEdges {
    std::vector<ListedEdge> edges;
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;
};

struct NumberedEdges {
    std::vector<Edge> edges;
    std::vector<OriginalId> original_ids; // empty: the identity
    VertexId vertex_count = 0;
};

std::size_t most_edges(std::string_view text) {
    constexpr std::size_t shortest_line = 4;
    auto const lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    return std::min(lines, text.size() / shortest_line + 1);
}

ListedEdges parse(std::string_view text, TextInput& input) {
    ListedEdges list;
    list.edges.reserve(most_edges(text));
    while (input.seek_content("#%")) {
        OriginalId const source = input.number("vertex id");
        input.skip_separators();
        if (input.at_line_end()) {
            input.fail(fmt::format("one id, {}, on the line; expected two ids, an edge's ends (is the file truncated?)",
                                   source));
        }
        OriginalId const target = input.number("vertex id");
        input.skip_line();
        if (source == target) {
            ++list.self_loops;
            continue;
        }
        list.edges.push_back({source, target});
        list.largest_id = std::max({list.largest_id, source, target});
    }
    return list;
}

// Ids up to a few times the number of endpoints: a table by id.
NumberedEdges number_by_table(ListedEdges const& list, TextInput const& input) {
    std::vector<VertexId> position(list.largest_id + 1, unnumbered);
    for (auto const& edge : list.edges) position[edge.source] = position[edge.target] = 0;
    std::uint64_t const count = static_cast<std::uint64_t>(std::count(position.begin(), position.end(), VertexId{0}));
    check_vertex_count(count, input);
    NumberedEdges numbered;
    numbered.vertex_count = static_cast<VertexId>(count);
    bool const identity = count == position.size();
    if (!identity) numbered.original_ids.reserve(count);
    VertexId next = 0;
    for (std::size_t id = 0; id < position.size(); ++id) {
        if (position[id] == unnumbered) continue;
        position[id] = next++;
        if (!identity) numbered.original_ids.push_back(id);
    }
    numbered.edges.reserve(list.edges.size());
    for (auto const& edge : list.edges) numbered.edges.push_back({position[edge.source], position[edge.target]});
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
    numbered.edges.reserve(list.edges.size());
    for (auto const& edge : list.edges) {
        VertexId const source = table.rank(edge.source);
        numbered.edges.push_back({source, table.rank(edge.target)});
        if (table.ids().size() >= unnumbered) check_vertex_count(table.ids().size() + 1, input);
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

NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input) {
    constexpr std::uint64_t table_entries_per_edge = 8;
    constexpr std::uint64_t small_table = 1 << 16;
    if (list.largest_id < list.edges.size() * table_entries_per_edge + small_table) return number_by_table(list, input);
    return number_by_hashing(list, input);
}

std::uint64_t count_isolated(Graph const& graph) {
    std::vector<bool> touched(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) touched[u] = touched[v] = true;
    }
    return static_cast<std::uint64_t>(std::count(touched.begin(), touched.end(), false));
}

} // namespace

Graph read_edge_list(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    NumberedEdges numbered;
    std::uint64_t self_loops = 0;
    {
        ListedEdges const list = parse(text, input);
        self_loops = list.self_loops;
        if (!list.edges.empty()) numbered = number_vertices(list, input);
    }
    Graph graph;
    if (numbered.vertex_count > 0) {
        graph = graph_from_edges(numbered.vertex_count, numbered.edges, std::move(numbered.original_ids));
    }
    graph.cleaning.self_loops += self_loops;
    return graph;
}

void write_edge_list(Graph const& graph, OutputFile& file) {
    std::uint64_t const isolated = count_isolated(graph);
    file.write(fmt::format("# vertices: {}\n# edges: {}, each once, by original ids\n", graph.vertex_count(),
                           graph.edge_count()));
    if (isolated > 0) file.write(fmt::format("# not listed: {} vertices without an edge\n", isolated));
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) {
            if (u < v) continue;
            file.write_number(graph.original_id(v));
            file.write(" ");
            file.write_number(graph.original_id(u));
            file.write("\n");
        }
    }
}

} // namespace cerrado::detail
