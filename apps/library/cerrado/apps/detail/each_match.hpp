// The plan of a walk that meets each match of a pattern in a graph.
#pragma once

#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/run/resident.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {
struct MatchQuery;
} // namespace cerrado

namespace cerrado::detail {

// The plan that meets each match, and the vertices of the pattern in its order.
struct PlanToEach {
    MarkedPlan plan;
    std::shared_ptr<MarkBits const> bits; // that the plan points into
    std::vector<int> order;
    std::string key; // of a checkpoint
};
PlanToEach plan_to_each(MatchQuery const& query, Graph const& graph);

// A list for each vertex: the entries of its list that meet conditions.
struct EntryLists {
    std::vector<EdgeOffset> offsets{};
    std::vector<VertexId> neighbours{};   // in the numbering of the resident graph
    std::vector<std::uint64_t> entries{}; // their places in the lists of the given graph, if they are asked for
};
// Makes lists for the steps of a plan, which then tests no bits of entries where it has them. Conditions that all entries
// meet are dropped. The plan's `lists` do not point into them yet. `threads` share the work. O(entries) for each list.
std::vector<EntryLists> take_lists(MarkedPlan& plan, Resident const& graph, MarkBits const& bits, bool wants_entries,
                                   int threads);

// Makes the application for a graph. The bits of its directions and labels, and the lists of entries that meet conditions,
// are read where the graph lies. `wants_entries`: EntryLists::entries are kept in `lists`.
template <class App> struct PlacedMatch {
    PlacedMatch(Resident const& graph, App of_no_graph, MarkedPlan const& given, MarkBits const& bits, int threads,
                bool takes_lists = true, bool wants_entries = false)
        : app(std::move(of_no_graph)) {
        MarkedPlan plan = given;
        if (takes_lists) lists = take_lists(plan, graph, bits, wants_entries, threads);
        if (!bits.of_vertex.empty()) plan.of_vertex = kept(graph.array(Per::vertex, bits.of_vertex));
        if (plan.tests_bits_of_entries()) {
            plan.of_entry = bits.of_entry.empty() ? nullptr : kept(graph.array(Per::edge, bits.of_entry));
            plan.wide_of_entry =
                bits.wide_of_entry.empty() ? nullptr : kept(graph.array(Per::edge, bits.wide_of_entry));
        }
        for (std::size_t i = 0; i < lists.size(); ++i) {
            plan.lists[i] = {kept(graph.array(lists[i].offsets)), kept(graph.array(lists[i].neighbours)),
                             graph.graph().vertex_count()};
            lists[i].offsets = {};
            lists[i].neighbours = {};
        }
        static_cast<MarkedPlan&>(app.plan) = plan;
    }

    App app;
    std::vector<EntryLists> lists{};

protected:
    // Returns: where the array lies. It stays there as long as this object.
    template <class T> T const* kept(ResidentArray<T> array) {
        if (array.size() == 0) return nullptr;
        T const* const data = array.ref().data;
        arrays_.emplace_back(std::move(array));
        return data;
    }

private:
    std::vector<std::any> arrays_;
};

} // namespace cerrado::detail
