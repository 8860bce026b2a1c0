#include "forms.hpp"
#include "graphs.hpp"
#include "sanitizers.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

// The host against the serial verifiers.

class HostEquivalence : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostEquivalence, EveryFormIsEquivalentToTheSerialVerifier) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= GetParam().k_max; ++k) {
        for (Form const* form : all_forms()) {
            Counts const expected = verified(*form, k, graph);
            for (int threads : {1, 2, 5}) {
                ASSERT_EQ(counted(*form, k, graph, on(DeviceKind::host, threads)), expected)
                    << form->name << ", k " << k << ", threads " << threads;
            }
        }
    }
}

TEST_P(HostEquivalence, CliquesAreEquivalentToTheDensestMotif) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= GetParam().k_max; ++k) {
        std::string const densest = describe_pattern(k, (std::uint64_t{1} << adjacency_bits(k)) - 1).graph6;
        Counts const motifs = counted(motif_form, k, graph, on(DeviceKind::host, 1));
        auto const entry = motifs.find(densest);
        Counts const expected = entry == motifs.end() ? Counts{} : Counts{{"", entry->second}};
        ASSERT_EQ(counted(clique_form, k, graph, on(DeviceKind::host, 1)), expected) << "k " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostEquivalence, testing::ValuesIn(small_graphs()), name_of_graph);

// The checking warps against the serial verifiers: the same phases over 32 lanes and the hash table.

class LockstepEquivalence : public testing::TestWithParam<NamedGraph> {
protected:
    void expect_equivalence(Form const& form, int workers) {
        Graph const graph = open(GetParam());
        for (int k = 3; k <= GetParam().k_max; ++k) {
            ASSERT_EQ(counted(form, k, graph, on(DeviceKind::lockstep, workers)), verified(form, k, graph))
                << "k " << k;
        }
    }
};

TEST_P(LockstepEquivalence, CliqueIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_form, 1); }
TEST_P(LockstepEquivalence, CliquePaperIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_paper_form, 2); }
TEST_P(LockstepEquivalence, CliqueBitmapIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_bitmap_form, 2); }
TEST_P(LockstepEquivalence, CliquePivotIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_pivot_form, 1); }
TEST_P(LockstepEquivalence, CliqueSizesAreEquivalentToTheSerialVerifier) { expect_equivalence(clique_sizes_form, 2); }
TEST_P(LockstepEquivalence, CliqueLocalIsEquivalentToTheSerialVerifier) {
    expect_equivalence(checked_clique_local_form, 2);
}
TEST_P(LockstepEquivalence, MotifIsEquivalentToTheSerialVerifier) { expect_equivalence(motif_form, 2); }
TEST_P(LockstepEquivalence, MotifPaperIsEquivalentToTheSerialVerifier) { expect_equivalence(motif_paper_form, 1); }

INSTANTIATE_TEST_SUITE_P(Tiny, LockstepEquivalence, testing::ValuesIn(tiny_graphs()), name_of_graph);

// A hub's neighbourhood does not fit the table in fast memory; the few roots keep it short.
TEST(LockstepLargeTable, MotifIsEquivalentToTheSerialVerifier) {
    Graph const graph = generate_graph("gen:star:n=1500");
    Graph const prepared = motif_form.prepare(4, graph);
    std::vector<VertexId> const roots{1490, 1495, 1498, 1499};
    RunOptions options = on(DeviceKind::lockstep, 1);
    options.order = GraphOrder::given;
    options.roots = roots;
    EXPECT_EQ(counted(motif_form, 4, prepared, options), verified(motif_form, 4, prepared, roots));
    EXPECT_EQ(counted(motif_paper_form, 4, prepared, options), verified(motif_form, 4, prepared, roots));
}

// What is counted depends on the graph alone: not on how its vertices are numbered.

class HostOrder : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostOrder, RenumberedGraphIsEquivalentToTheOriginal) {
    Graph const graph = open(GetParam());
    for (Form const* form : all_forms()) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            Counts const original = counted(*form, k, graph, on(DeviceKind::host, 2));
            for (std::uint64_t seed : {1, 2, 3}) {
                ASSERT_EQ(counted(*form, k, renumbered(graph, seed), on(DeviceKind::host, 2)), original)
                    << form->name << ", k " << k << ", seed " << seed;
            }
        }
    }
}

TEST_P(HostOrder, DegreeAndDegeneracyAreEquivalent) {
    Graph const graph = open(GetParam());
    for (Form const* form : {&clique_form, &clique_bitmap_form}) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            RunOptions options = on(DeviceKind::host, 2);
            options.order = GraphOrder::degree;
            Counts const by_degree = counted(*form, k, graph, options);
            options.order = GraphOrder::degeneracy;
            ASSERT_EQ(counted(*form, k, graph, options), by_degree) << form->name << ", k " << k;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostOrder, testing::ValuesIn(small_graphs()), name_of_graph);

// RunOptions::roots: a run over some roots counts exactly the subgraphs that belong to them.

namespace {

std::vector<VertexId> every_second(Graph const& graph, VertexId first) {
    std::vector<VertexId> roots;
    for (VertexId v = first; v < graph.vertex_count(); v += 2) roots.push_back(v);
    return roots;
}

void expect_halves_add_up(Form const& form, int k, Graph const& graph, RunOptions options) {
    Graph const prepared = form.prepare(k, graph);
    Counts const all = counted(form, k, graph, options);
    Counts sum;
    options.order = GraphOrder::given;
    for (VertexId first : {0, 1}) {
        options.roots = every_second(prepared, first);
        Counts const half = counted(form, k, prepared, options);
        ASSERT_EQ(half, verified(form, k, prepared, *options.roots)) << form.name << ", k " << k << ", half " << first;
        add(sum, half);
    }
    EXPECT_EQ(sum, all) << form.name << ", k " << k;
}

} // namespace

class HostRoots : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostRoots, TwoHalvesAreEquivalentToAllRoots) {
    Graph const graph = open(GetParam());
    for (Form const* form : all_forms()) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            expect_halves_add_up(*form, k, graph, on(DeviceKind::host, 2));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostRoots, testing::ValuesIn(small_graphs()), name_of_graph);

TEST(LockstepRoots, TwoHalvesAreEquivalentToAllRoots) {
    Graph const graph = generate_graph("gen:er:n=9,m=14,seed=1");
    for (Form const* form : all_forms()) expect_halves_add_up(*form, 4, graph, on(DeviceKind::lockstep));
}

TEST(HostNoRoots, CountNothing) {
    Graph const graph = generate_graph("gen:complete:n=6");
    for (Form const* form : all_forms()) {
        RunOptions options = on(DeviceKind::host, 2);
        options.roots = std::vector<VertexId>{};
        EXPECT_EQ(counted(*form, 4, form->prepare(4, graph), options), Counts{}) << form->name;
    }
}

// Patterns of 7 to 9 vertices; 9 is the largest that the tables know.

namespace {

void expect_equivalence(int k) {
    for (char const* spec : {"gen:er:n=12,m=22,seed=1", "gen:complete:n=10", "gen:star:n=12", "gen:cycle:n=9"}) {
        Graph const graph = generate_graph(spec);
        Counts const expected = verified(motif_form, k, graph);
        EXPECT_EQ(counted(motif_form, k, graph, on(DeviceKind::host, 2)), expected) << spec;
        EXPECT_EQ(counted(motif_paper_form, k, graph, on(DeviceKind::host, 2)), expected) << spec;
    }
}

} // namespace

TEST(LargeMotifs, OfSevenVerticesAreEquivalentToTheSerialVerifier) { expect_equivalence(7); }
TEST(LargeMotifs, OfEightVerticesAreEquivalentToTheSerialVerifier) { expect_equivalence(8); }
TEST(LargeMotifs, OfNineVerticesAreEquivalentToTheSerialVerifier) {
    if (under_thread_sanitizer) GTEST_SKIP() << "one thread builds the table for 9, and takes minutes here";
    expect_equivalence(9);
}

// From 8 vertices on the pair counters leave the fast memory.
TEST(LockstepLargeMotifs, AreEquivalentToTheSerialVerifier) {
    for (char const* spec : {"gen:cycle:n=9", "gen:er:n=9,m=10,seed=2"}) {
        Graph const graph = generate_graph(spec);
        for (int k : {7, 8}) {
            EXPECT_EQ(counted(motif_form, k, graph, on(DeviceKind::lockstep)), verified(motif_form, k, graph))
                << spec << k;
        }
    }
}

} // namespace cerrado::test
