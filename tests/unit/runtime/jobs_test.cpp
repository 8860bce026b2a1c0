// make_jobs: every initial traversal once, heaviest first, heavy ones in slices that make up the whole.
#include "runs.hpp"

#include <cerrado/graph/order/order.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace cerrado::test {
namespace {

using Pair = std::pair<VertexId, VertexId>;

std::uint64_t extensions(Graph const& graph, Job const& job) {
    auto const above = [&](VertexId v) {
        return std::ranges::count_if(graph.neighbours(v), [&](VertexId u) { return u > job.source; });
    };
    return static_cast<std::uint64_t>(above(job.source) + (job.target == no_vertex ? 0 : above(job.target)));
}

void expect_heaviest_first(Graph const& graph, std::vector<Job> const& jobs) {
    EXPECT_TRUE(std::ranges::is_sorted(jobs, std::greater<>{}, [&](Job const& job) { return extensions(graph, job); }));
}

// The slices of every job are 0 .. slices - 1, each once.
std::map<Pair, std::uint32_t> slices_of(std::vector<Job> const& jobs) {
    std::map<Pair, std::set<std::uint32_t>> seen;
    std::map<Pair, std::uint32_t> slices;
    for (Job const& job : jobs) {
        EXPECT_TRUE(seen[Pair(job.source, job.target)].insert(job.slice).second) << "a slice is there twice";
        auto const [place, fresh] = slices.emplace(Pair(job.source, job.target), job.slices);
        EXPECT_EQ(place->second, job.slices);
        EXPECT_LT(job.slice, job.slices);
    }
    for (auto const& [pair, parts] : seen) EXPECT_EQ(parts.size(), slices[pair]) << "a slice is missing";
    return slices;
}

} // namespace

TEST(RuntimeJobs, OfVerticesAreAllVerticesHeaviestFirst) {
    Graph const graph = generate_graph("gen:ba:n=300,m=3,seed=1");
    std::vector<Job> const jobs = make_jobs(graph, {1, 0, 4, {}});
    expect_heaviest_first(graph, jobs);
    auto const slices = slices_of(jobs);
    EXPECT_EQ(slices.size(), 300u);
    for (auto const& [pair, parts] : slices) {
        EXPECT_EQ(pair.second, no_vertex);
        EXPECT_EQ(parts, 1u) << "levels_below is 0: a job cannot be sliced";
    }
}

TEST(RuntimeJobs, OfEdgesAreAllEdgesHeaviestFirst) {
    Graph const graph = generate_graph("gen:er:n=60,m=400,seed=1");
    std::vector<Job> const jobs = make_jobs(graph, {2, 0, 4, {}});
    expect_heaviest_first(graph, jobs);
    EXPECT_EQ(jobs.size(), 400u);
    for (auto const& [pair, parts] : slices_of(jobs)) {
        EXPECT_LT(pair.first, pair.second);
        EXPECT_TRUE(graph.ref().adjacent(pair.first, pair.second));
    }
}

TEST(RuntimeJobs, HeavierThanAQuarterOfAShareAreSliced) {
    Graph const graph = generate_graph("gen:star:n=200"); // vertex 0 has all the work
    for (int workers : {1, 8, 1000}) {
        std::vector<Job> const jobs = make_jobs(graph, {1, 2, workers, {}});
        expect_heaviest_first(graph, jobs);
        auto const slices = slices_of(jobs);
        EXPECT_EQ(slices.size(), 200u);
        EXPECT_EQ(slices.at({0, no_vertex}), std::min(199u, 4u * static_cast<unsigned>(workers)));
        for (VertexId leaf = 1; leaf < 200; ++leaf) EXPECT_EQ(slices.at({leaf, no_vertex}), 1u);
    }
}

TEST(RuntimeJobs, ExtensionsAreDividedWhereTheyCanBe) {
    Graph const graph = generate_graph("gen:star:n=200");
    for (auto const& [workers, slices] : {std::pair{8, 4 * 8u}, {100, 3 * 199u}, {1000, 16 * 199u}}) {
        std::vector<Job> const jobs = make_jobs(graph, {1, 2, workers, {}, 0, 16});
        EXPECT_EQ(slices_of(jobs).at({0, no_vertex}), slices) << workers;
    }
}

TEST(RuntimeJobs, EvenWorkIsNotSliced) {
    Graph const graph = generate_graph("gen:cycle:n=1000");
    EXPECT_EQ(make_jobs(graph, {1, 3, 8, {}}).size(), 1000u);
}

TEST(RuntimeJobs, RootsChooseTheirJobs) {
    Graph const graph = generate_graph("gen:complete:n=10");
    auto const slices = slices_of(make_jobs(graph, {2, 0, 1, std::vector<VertexId>{7, 2}}));
    EXPECT_EQ(slices.size(), 2u + 7u);
    for (auto const& [pair, parts] : slices) EXPECT_TRUE(pair.first == 7 || pair.first == 2);
    EXPECT_TRUE(make_jobs(graph, {1, 0, 1, std::vector<VertexId>{}}).empty());
}

TEST(RuntimeJobs, AreTheSameForAnyTeam) {
    for (char const* spec : {"gen:rmat:scale=10,degree=8,seed=1", "gen:star:n=500", "gen:er:n=9,m=0"}) {
        Graph const undirected = generate_graph(spec);
        for (Graph const& graph : {undirected, orient(undirected)}) {
            for (JobPlan const& plan : {JobPlan{1, 2, 50, {}}, JobPlan{2, 0, 4, {}}, JobPlan{2, 1, 50, {}},
                                        JobPlan{1, 2, 4, std::vector<VertexId>{5, 3, 8}}}) {
                std::vector<Job> const jobs = make_jobs(graph, plan);
                expect_heaviest_first(graph, jobs);
                for (int members : {2, 5}) {
                    Team team(members);
                    EXPECT_TRUE(std::ranges::equal(make_jobs(graph, plan, team), jobs, [](Job const& a, Job const& b) {
                        return a.source == b.source && a.target == b.target && a.slice == b.slice &&
                               a.slices == b.slices;
                    })) << spec;
                }
            }
        }
    }
}

TEST(RuntimeJobs, OfAGraphWithoutEdges) {
    EXPECT_EQ(make_jobs(generate_graph("gen:er:n=5,m=0,seed=1"), {1, 3, 4, {}}).size(), 5u);
    EXPECT_TRUE(make_jobs(generate_graph("gen:er:n=5,m=0,seed=1"), {2, 3, 4, {}}).empty());
}

} // namespace cerrado::test
