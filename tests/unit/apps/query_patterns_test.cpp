// Queries for all small patterns whose vertices have one of two colours, in one graph: against the serial verifier, and against
// each other.
#include "query/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/canonical/small_graphs.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/graph/columns.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

constexpr int most_vertices = 5;

struct ColouredPattern {
    int size = 0;
    std::uint64_t adjacency = 0;
    unsigned reds = 0; // a bit for each vertex; the others are blue
    std::uint64_t symmetries = 0;

    bool is_red(int v) const { return (reds >> v & 1) != 0; }
    std::string text() const {
        auto const name = [](int v) { return std::string(1, static_cast<char>('a' + v)); };
        std::string paths, conditions;
        for (int v = 0; v < size; ++v) {
            for (int u = 0; u < v; ++u)
                if (adjacent(adjacency, u, v))
                    paths += (paths.empty() ? "(" : ", (") + name(u) + ")--(" + name(v) + ")";
            conditions += (v == 0 ? "" : " AND ") + name(v) + ".colour = '" + (is_red(v) ? "red" : "blue") + "'";
        }
        return "MATCH DIFFERENT NODES " + (size == 1 ? "(a)" : paths) + " WHERE " + conditions + " RETURN count(*)";
    }
};

// Connected ones of so many vertices, each once up to a renaming of the vertices.
std::vector<ColouredPattern> coloured_patterns(int size) {
    std::vector<std::vector<int>> renamings;
    std::vector<int> names(static_cast<std::size_t>(size));
    std::iota(names.begin(), names.end(), 0);
    do renamings.push_back(names);
    while (std::ranges::next_permutation(names).found);
    std::vector<ColouredPattern> patterns;
    std::set<std::uint64_t> seen;
    for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(size); ++adjacency) {
        if (seen.contains(adjacency) || !is_connected(size, adjacency)) continue;
        std::vector<std::vector<int>> automorphisms;
        for (std::vector<int> const& renaming : renamings) {
            std::uint64_t const renamed = relabel(size, adjacency, renaming);
            seen.insert(renamed);
            if (renamed == adjacency) automorphisms.push_back(renaming);
        }
        for (unsigned reds = 0; reds < 1u << size; ++reds) {
            ColouredPattern pattern{size, adjacency, reds};
            bool is_first = true;
            for (std::vector<int> const& renaming : automorphisms) {
                unsigned renamed = 0;
                for (int v = 0; v < size; ++v) renamed |= (reds >> v & 1) << renaming[static_cast<std::size_t>(v)];
                is_first = is_first && renamed >= reds;
                pattern.symmetries += renamed == reds ? 1 : 0;
            }
            if (is_first) patterns.push_back(pattern);
        }
    }
    return patterns;
}

// Each vertex is red or blue but the last one, which has no colour. Some edges come twice, and some vertices have loops.
Graph coloured_graph() {
    constexpr VertexId vertices = 9;
    std::mt19937 random(7);
    std::vector<Edge> edges;
    for (int i = 0; i < 30; ++i)
        edges.push_back({static_cast<VertexId>(random() % vertices), static_cast<VertexId>(random() % vertices)});
    std::vector<Cell> colours;
    for (VertexId v = 0; v + 1 < vertices; ++v) colours.emplace_back(v % 2 == 0 ? "red" : "blue");
    colours.emplace_back();
    Graph const graph = with_vertex_column(graph_from_edges(vertices, edges), column_of("colour", colours));
    return with_rows(graph, edges, {});
}

// The sets of so many vertices with a colour that are connected.
std::uint64_t connected_sets(Graph const& graph, int size) {
    Column const& colours = *graph.columns->vertex_column("colour");
    std::uint64_t count = 0;
    for (unsigned set = 0; set < 1u << graph.vertex_count(); ++set) {
        std::vector<VertexId> members;
        for (VertexId v = 0; v < graph.vertex_count(); ++v)
            if ((set >> v & 1) != 0 && !colours.is_missing(v)) members.push_back(v);
        if (std::popcount(set) != size || members.size() != static_cast<std::size_t>(size)) continue;
        std::uint64_t adjacency = 0;
        for (int v = 0; v < size; ++v)
            for (int u = 0; u < v; ++u)
                if (std::ranges::binary_search(graph.neighbours(members[static_cast<std::size_t>(v)]),
                                               members[static_cast<std::size_t>(u)]))
                    adjacency |= adjacency_bit(u, v);
        count += is_connected(size, adjacency) ? 1 : 0;
    }
    return count;
}

TEST(ColouredPatterns, AreAsManyAsIsKnown) { // sequence A054921 of the OEIS
    std::vector<std::size_t> counts;
    for (int size = 1; size <= most_vertices; ++size) counts.push_back(coloured_patterns(size).size());
    EXPECT_EQ(counts, (std::vector<std::size_t>{2, 3, 10, 50, 354}));
}

class QueriesOfColouredPatterns : public OnDeviceOrLockstep {
protected:
    static std::vector<ColouredPattern> patterns() {
        std::vector<ColouredPattern> all;
        for (int size = 1; size <= most_vertices; ++size) {
            for (ColouredPattern const& pattern : coloured_patterns(size)) all.push_back(pattern);
        }
        if (!is_slow()) return all;
        std::vector<ColouredPattern> some;
        for (std::size_t i = 0; i < all.size(); i += 20) some.push_back(all[i]);
        return some;
    }
};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(QueriesOfColouredPatterns);

TEST_P(QueriesOfColouredPatterns, AreAsVerified) {
    Graph const graph = coloured_graph();
    int found_some = 0;
    std::vector<ColouredPattern> const all = patterns();
    for (ColouredPattern const& pattern : all) {
        for (bool const induced : {false, true}) {
            SCOPED_TRACE(pattern.text() + (induced ? ", induced" : ""));
            Query const query = parse_query(pattern.text());
            VerifiedQuery const expected = verify_query(graph, query, induced);
            QueryResult const found = count_query(graph, query, {.induced = induced}, options());
            QueryResult const distinct = count_query(graph, query, {.induced = induced, .distinct = true}, options());
            EXPECT_EQ(to_string(found.count), to_string(expected.rows));
            EXPECT_EQ(to_string(found.symmetries), std::to_string(pattern.symmetries));
            EXPECT_EQ(to_string(found.matches.value() * pattern.symmetries), to_string(expected.rows));
            EXPECT_EQ(to_string(distinct.count), to_string(found.matches.value()));
            found_some += found.count != 0 ? 1 : 0;
        }
    }
    EXPECT_GT(found_some, static_cast<int>(all.size()) / 3);
}

TEST_P(QueriesOfColouredPatterns, InducedOnesAddUpToTheConnectedSets) {
    if (is_slow()) GTEST_SKIP() << "all patterns take long";
    Graph const graph = coloured_graph();
    for (int size = 1; size <= most_vertices; ++size) {
        WideCount sum = 0;
        for (ColouredPattern const& pattern : coloured_patterns(size))
            sum += count_query(graph, parse_query(pattern.text()), {.induced = true}, options()).matches.value();
        EXPECT_EQ(to_string(sum), std::to_string(connected_sets(graph, size))) << size;
        EXPECT_GT(sum, 0u);
    }
}

} // namespace
} // namespace cerrado::test
