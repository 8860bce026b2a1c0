// Shares of vertices and of edges for the threads of a team.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/graph_ref.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

// Divides the vertices of a graph among the members of a team.

// Calls visit(v) by ascending v for a member's part of the vertices. The number of vertices and list entries together
// is about the same in all parts.
template <class Visit> void for_vertices_of(Member member, GraphRef const& graph, Visit const& visit) {
    VertexId const n = graph.vertex_count;
    if (n == 0) return;
    std::size_t const work = graph.end(n - 1) + n;
    auto const first_from = [&](std::size_t begin) {
        VertexId low = 0;
        for (VertexId high = n; low < high;) {
            VertexId const middle = low + (high - low) / 2;
            if (graph.begin(middle) + middle < begin) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    };
    VertexId const last = first_from(member.end(work));
    for (VertexId v = first_from(member.begin(work)); v < last; ++v) visit(v);
}

// Returns: the number of members of the team for which a table of `table` entries each is worth its cost if `items` are
// entered. At least one.
inline int members_for_tables(Team const& team, std::size_t items, std::size_t table) {
    return static_cast<int>(std::clamp<std::size_t>(items / table, 1, static_cast<std::size_t>(team.size())));
}

// All members of a team part items into buckets at once. Lengths become offsets.

// Replaces each of `lengths` by the sum of all up to and including it. Returns: the last sum.
template <class T> T add_up(Team& team, std::span<T> lengths) {
    std::vector<T> before(static_cast<std::size_t>(team.size()) + 1);
    team.run([&](Member member) {
        before[static_cast<std::size_t>(member.index) + 1] = std::reduce(
            lengths.data() + member.begin(lengths.size()), lengths.data() + member.end(lengths.size()), T{0});
    });
    std::partial_sum(before.begin(), before.end(), before.begin());
    team.run([&](Member member) {
        T sum = before[static_cast<std::size_t>(member.index)];
        member.for_part_of(lengths.size(), [&](std::size_t i) { sum = lengths[i] += sum; });
    });
    return before.back();
}

// The places where the items of each bucket begin. There is one entry more than there are buckets.
using BucketBegins = std::vector<std::size_t>;

// Calls visit(i, put) twice for each i below `items`, by the member whose part i is in. It calls put(bucket, item) for
// the content of item i, the same both times. In the first round the calls are counted. Then allocate(count) gives the
// memory. In the second round each item is written to its bucket. Within a bucket the items lie in the order of i.
template <class Item, class Visit, class Allocate> BucketBegins partition(Team& team, std::size_t items,
                                                                          std::size_t buckets, Visit const& visit,
                                                                          Allocate const& allocate) {
    auto const members = static_cast<std::size_t>(team.size());
    std::vector<std::vector<std::size_t>> places(members);
    team.run([&](Member member) {
        std::vector<std::size_t> counts(buckets);
        member.for_part_of(items, [&](std::size_t i) { visit(i, [&](std::size_t b, Item const&) { ++counts[b]; }); });
        places[static_cast<std::size_t>(member.index)] = std::move(counts);
    });
    BucketBegins begins(buckets + 1);
    std::size_t next = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        begins[bucket] = next;
        for (std::vector<std::size_t>& of_member : places) next += std::exchange(of_member[bucket], next);
    }
    begins[buckets] = next;
    Item* const out = allocate(next);
    team.run([&](Member member) {
        std::vector<std::size_t>& place = places[static_cast<std::size_t>(member.index)];
        member.for_part_of(
            items, [&](std::size_t i) { visit(i, [&](std::size_t b, Item const& item) { out[place[b]++] = item; }); });
    });
    return begins;
}

} // namespace cerrado
