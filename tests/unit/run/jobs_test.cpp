#include "clique/verifier.hpp"
#include "unit/hubs_of_a_hub.hpp"
#include "unit/run/runs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace cerrado::test {

// make_jobs: every initial traversal once, heaviest first, heavy ones in slices that make up the whole.

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

// Jobs in parts: every job is in one part, whatever is taken from where.

namespace {

std::vector<std::uint64_t> jobs_in(std::vector<JobRange> const& ranges) {
    std::vector<std::uint64_t> jobs;
    for (JobRange const& range : ranges) {
        for (std::uint64_t i = 0; i < range.count; ++i) jobs.push_back(range.first + i);
    }
    return jobs;
}

// The jobs that workers are given, ticket after ticket.
std::vector<std::uint64_t> jobs_taken(JobRanges const& jobs, std::uint64_t first, std::uint64_t end) {
    JobQueue queue;
    queue.dealt = jobs.dealt(jobs.ranges().data());
    std::vector<std::uint64_t> taken;
    for (std::uint64_t ticket = first; ticket < end; ++ticket) {
        if (Count const job = job_of(queue, ticket); job != no_job) taken.push_back(job);
    }
    return taken;
}

TEST(JobRanges, AllJobsAreTickets) {
    JobRanges const all;
    EXPECT_TRUE(all.are_all());
    EXPECT_EQ(job_of(JobQueue{}, 17), 17u);
    EXPECT_EQ(jobs_in(all.from_ticket(7, 10).ranges()), (std::vector<std::uint64_t>{7, 8, 9}));
    EXPECT_EQ(all.from_ticket(12, 10).count(), 0u);
    EXPECT_FALSE(all.from_ticket(12, 10).are_all());
}

TEST(JobRanges, EachJobIsTakenOnceOrLeft) {
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        std::vector<JobRange> ranges;
        std::uint64_t at = 0;
        for (auto parts = random() % 8; parts > 0; --parts) {
            at += random() % 5;
            ranges.push_back({at, random() % 40});
            at += ranges.back().count;
        }
        JobRanges const jobs(ranges);
        std::vector<std::uint64_t> const all = jobs_in(ranges);
        EXPECT_EQ(jobs.count(), all.size());
        EXPECT_EQ(jobs_taken(jobs, 0, jobs.tickets()), all);
        std::uint64_t const next = random() % (jobs.tickets() + 3);
        std::vector<std::uint64_t> both = jobs_taken(jobs, 0, std::min(next, jobs.tickets()));
        std::vector<std::uint64_t> const rest = jobs_in(jobs.from_ticket(next, at).ranges());
        both.insert(both.end(), rest.begin(), rest.end());
        EXPECT_EQ(both, all);
    }
}

TEST(JobRanges, ManyJobsTakeASmallTable) {
    JobRanges const jobs({{5, std::uint64_t{1} << 33}, {std::uint64_t{1} << 40, 1000}});
    EXPECT_LE(jobs.ranges().size(), std::size_t{1} << 18);
    EXPECT_EQ(jobs.count(), (std::uint64_t{1} << 33) + 1000);
    EXPECT_LT(jobs.tickets() - jobs.count(), jobs.count() / 1000); // without a job
    EXPECT_EQ(jobs.from_ticket(jobs.tickets() - 1, 0).count() + jobs.from_ticket(0, 0).count(), jobs.count());
}

TEST(DealJobs, GivesEachJobToOneInProportion) {
    std::vector<JobRange> const jobs{{0, 1000}, {2000, 500}, {10000, 1}};
    for (std::vector<double> const& weights : {std::vector<double>{1}, {1, 1}, {3, 1}, {1, 1, 1, 1, 1, 1, 1}}) {
        std::vector<std::vector<JobRange>> const shares = deal_jobs(jobs, weights);
        ASSERT_EQ(shares.size(), weights.size());
        double const all = std::accumulate(weights.begin(), weights.end(), 0.0);
        std::vector<std::uint64_t> together;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            std::vector<std::uint64_t> const own = jobs_in(shares[i]);
            EXPECT_NEAR(static_cast<double>(own.size()), 1501 * weights[i] / all, 2);
            EXPECT_LT(own.front(), 10u);  // everyone has heavy jobs,
            EXPECT_GT(own.back(), 2400u); // and light ones
            together.insert(together.end(), own.begin(), own.end());
        }
        std::ranges::sort(together);
        EXPECT_EQ(together, jobs_in(jobs));
    }
}

TEST(DealJobs, OfFewerJobsThanDevicesSomeGetNone) {
    std::vector<std::vector<JobRange>> const shares = deal_jobs({{3, 2}}, {1, 1, 1});
    EXPECT_EQ(shares[0], (std::vector<JobRange>{{3, 1}}));
    EXPECT_EQ(shares[1], (std::vector<JobRange>{{4, 1}}));
    EXPECT_TRUE(shares[2].empty());
}

} // namespace

// The time of each job, as a run observes it.

namespace {

class JobTimesOfRun : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

INSTANTIATE_TEST_SUITE_P(Host, JobTimesOfRun, testing::Values(DeviceKind::host));
INSTANTIATE_TEST_SUITE_P(Lockstep, JobTimesOfRun, testing::Values(DeviceKind::lockstep));
INSTANTIATE_TEST_SUITE_P(Cuda, JobTimesOfRun, testing::Values(DeviceKind::cuda));

TEST_P(JobTimesOfRun, IsThatOfItsWorker) {
    Graph const graph = generate_graph("gen:er:n=60,m=300,seed=1");
    RunOptions options = on(GetParam(), 2);
    RunResult const expected = run_slow(1000, graph, options);
    std::vector<std::uint64_t> times;
    options.balance.observe_jobs = [&](std::span<std::uint64_t const> nanoseconds) {
        EXPECT_TRUE(times.empty()) << "called twice";
        times.assign(nanoseconds.begin(), nanoseconds.end());
    };
    RunResult const result = run_slow(1000, graph, options);
    EXPECT_EQ(result.count, expected.count);
    ASSERT_EQ(times.size(), result.roots.given);
    EXPECT_EQ(std::ranges::count(times, std::uint64_t{0}), 0);
    double const sum = std::accumulate(times.begin(), times.end(), 0.0) * 1e-9;
    EXPECT_LE(sum, result.device.workers * result.seconds.run * 1.01);
}

TEST_P(JobTimesOfRun, AreKnownOnlyIfOneWorkerDoesAJobOnce) {
    ScopedFolder const folder;
    Graph const graph = generate_graph("gen:cycle:n=10");
    auto const refused = [&](auto const& change) {
        RunOptions options = on(GetParam(), 2);
        options.balance.observe_jobs = [](std::span<std::uint64_t const>) {};
        change(options);
        return message_of<InputError>([&] { run_slow(1, graph, options); });
    };
    EXPECT_NE(
        refused([](RunOptions& options) { options.balance.mechanism = BalanceMechanism::share; }).find("observe_jobs"),
        std::string::npos);
    EXPECT_NE(refused([&](RunOptions& options) { options.checkpoint.file = folder.path("ck"); }).find("observe_jobs"),
              std::string::npos);
    EXPECT_NE(refused([](RunOptions& options) {
                  options.devices = {{DeviceKind::host, 0}, {DeviceKind::host, 1}};
              }).find("observe_jobs"),
              std::string::npos);
}

} // namespace

// The order that a run gives its vertices, and that it is the one of prepare().

namespace {

RunOptions ordered(GraphOrder order) {
    RunOptions options = on(DeviceKind::host, 2);
    options.order = order;
    return options;
}

} // namespace

TEST(RuntimeOrder, IsAsAskedFor) {
    Graph const small = generate_graph("gen:ba:n=200,m=4,seed=1");
    Graph const large = hubs_of_a_hub(513, 5);
    for (Graph const& graph : {small, large}) {
        for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy}) {
            EXPECT_EQ(run_clique(4, graph, ordered(order)).chosen.order, order);
        }
    }
    EXPECT_EQ(run_clique(4, small, ordered(GraphOrder::automatic)).chosen.order, GraphOrder::degree);
    EXPECT_EQ(run_clique(4, large, ordered(GraphOrder::automatic)).chosen.order, GraphOrder::degeneracy);
}

TEST(RuntimeOrder, ByDegeneracyIsForOrientedApplications) {
    Graph const graph = generate_graph("gen:complete:n=5");
    RunOptions options = ordered(GraphOrder::degeneracy);
    options.k = 4;
    std::string const message = message_of<InputError>([&] { run_clique_of_options(graph, options); });
    EXPECT_NE(message.find("order"), std::string::npos) << message;
}

TEST(RuntimeOrder, OfPreparedRootsIsThatOfTheRun) {
    Graph const graph = hubs_of_a_hub(520, 12);
    for (GraphOrder order : {GraphOrder::automatic, GraphOrder::degree, GraphOrder::degeneracy}) {
        RunOptions options = ordered(order);
        Graph const prepared = prepare_clique(4, graph, options);
        EXPECT_FALSE(prepared.oriented());
        Team team(1);
        GraphOrder const kind = order == GraphOrder::automatic ? GraphOrder::degeneracy : order;
        EXPECT_TRUE(std::ranges::equal(orient(prepared).neighbour_array(),
                                       number_vertices(graph, kind, true, team).graph.neighbour_array()));
        RunResult const result = run_clique(4, prepared, ordered(GraphOrder::given));
        EXPECT_EQ(result.count, 495u); // 12 choose 4
        EXPECT_EQ(result.chosen.order, GraphOrder::given);
    }
}

// Vertex v of the graph has some number in the run. Its jobs are the same, whoever numbers the graph.
TEST(RuntimeOrder, RootsAreVerticesOfTheGivenGraph) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy, GraphOrder::given}) {
        RunOptions options = ordered(order);
        Team team(1);
        VertexOrder const renamed = order_of(graph, order, team);
        Graph const prepared = prepare_clique(4, graph, options);
        RunOptions as_given = ordered(GraphOrder::given);
        WideCount sum = 0;
        for (VertexId number = 0; number < graph.vertex_count(); ++number) {
            options.roots = {renamed[number]};
            as_given.roots = {number};
            WideCount const count = run_clique(4, graph, options).count;
            ASSERT_EQ(count, run_clique(4, prepared, as_given).count) << to_string(order) << ", number " << number;
            ASSERT_EQ(count, clique::count_cliques(prepared, 4, *as_given.roots));
            sum += count;
        }
        EXPECT_EQ(sum, run_clique(4, graph, ordered(order)).count);
        EXPECT_GT(sum, 0u);
    }
}

} // namespace cerrado::test
