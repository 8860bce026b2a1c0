#include <cerrado/graph/io/edges/edge_numbering.hpp>

#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/order/shares.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

namespace cerrado::detail {
namespace {

constexpr VertexId unnumbered = std::numeric_limits<VertexId>::max();

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

} // namespace

NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input, Team& team) {
    constexpr std::uint64_t table_entries_per_edge = 8;
    constexpr std::uint64_t small_table = 1 << 16;
    std::uint64_t const most = list.edge_count() * table_entries_per_edge + small_table;
    if (list.largest_id < std::min<std::uint64_t>(most, unnumbered)) return number_by_table(list, team);
    return number_by_hashing(list, input);
}

} // namespace cerrado::detail
