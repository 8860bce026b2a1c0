// `fast` runs the form that samples say is the quickest, and gives what each of them gives.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>

namespace cerrado::test {
namespace {

// Sparse, but for some vertices that are all adjacent to each other: few jobs are nearly all of the work.
Graph clique_in_sparse_graph(VertexId vertices, VertexId clique) {
    Graph const sparse =
        generate_graph("gen:er:n=" + std::to_string(vertices) + ",m=" + std::to_string(2 * vertices) + ",seed=1");
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u) {
        for (VertexId const v : sparse.neighbours(u)) {
            if (u < v && (u % 7 != 0 || v % 7 != 0 || v >= 7 * clique)) edges.push_back({u, v});
        }
    }
    for (VertexId u = 0; u < clique; ++u) {
        for (VertexId v = u + 1; v < clique; ++v) edges.push_back({7 * u, 7 * v});
    }
    return graph_from_edges(vertices, edges);
}

double seconds_of(auto const& work) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

class Fastest : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Fastest);

TEST_P(Fastest, GivesTheCountOfEachForm) {
    for (char const* spec : {"gen:er:n=400,m=36000,seed=1", "gen:ba:n=2000,m=20,seed=2", "gen:complete:n=40"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int k = 3; k <= 7; ++k) {
            RunResult const result = count_cliques(graph, {.k = k}, options());
            EXPECT_EQ(to_string(result.count),
                      to_string(count_cliques(graph, {.k = k, .algorithm = Algorithm::bitmap}, options()).count))
                << spec << " k=" << k;
            EXPECT_EQ(to_string(result.count), to_string(count_cliques(resident, {.k = k}, options()).count));
            EXPECT_TRUE(result.chosen.form == "bitmap" || result.chosen.form == "pivot") << result.chosen.form;
        }
    }
}

// By rows it would take hours.
TEST_P(Fastest, TakesTheFormThatIsFarQuicker) {
    Graph const dense = generate_graph("gen:complete:n=150");
    for (int const k : {5, 9}) {
        RunResult const result = count_cliques(dense, {.k = k}, options());
        EXPECT_EQ(result.count, binomial(150, static_cast<Count>(k)));
        if (k > 5) {
            EXPECT_EQ(result.chosen.form, "pivot");
        }
    }
    RunResult const hidden = count_cliques(clique_in_sparse_graph(20000, 90), {.k = 9}, options());
    EXPECT_EQ(hidden.chosen.form, "pivot");
    EXPECT_GE(hidden.count, binomial(90, 9));
}

TEST_P(Fastest, SaysWhatItWouldChoose) {
    Graph const graph = generate_graph("gen:er:n=400,m=30000,seed=1");
    Choice const choice = bind_cliques({.k = 6}).choose(graph, options());
    EXPECT_TRUE(choice.chosen.algorithm == Algorithm::bitmap || choice.chosen.algorithm == Algorithm::pivot);
    EXPECT_GT(choice.chosen.seconds, 0);
    EXPECT_EQ(choice.others.size(), 1u);
    EXPECT_GT(choice.sampled, 0u);
    EXPECT_LE(choice.sampled, choice.jobs);
    EXPECT_EQ(choice.order, GraphOrder::degree);
    EXPECT_GT(choice.longest_list, 50u);
    TransitionTable const tables = TransitionTable::load(3);
    RunOptions own = options();
    own.of<ByPattern>().tables = tables.ref();
    Choice const alone = bind_motifs({.k = 3}).choose(generate_graph("gen:star:n=2000"), own);
    EXPECT_TRUE(alone.others.empty());
    EXPECT_EQ(alone.longest_list, 0u);
}

TEST_P(Fastest, FinerPiecesAreMoreJobsAndTheSameCount) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=8,seed=1");
    for (Algorithm const algorithm : {Algorithm::pivot, Algorithm::bitmap, Algorithm::fast}) {
        RunOptions own = options();
        own.threads = 2;
        own.balance.pieces = 1;
        RunResult const coarse = count_cliques(graph, {.k = 5, .algorithm = algorithm}, own);
        own.balance.pieces = most_pieces;
        RunResult const fine = count_cliques(graph, {.k = 5, .algorithm = algorithm}, own);
        EXPECT_EQ(fine.count, coarse.count);
        EXPECT_GT(coarse.count, 0u);
        EXPECT_GT(fine.roots.given, coarse.roots.given);
    }
    for (int const pieces : {-1, most_pieces + 1}) {
        RunOptions own = options();
        own.balance.pieces = pieces;
        EXPECT_THROW(count_cliques(graph, {.k = 5}, own), InputError) << pieces;
    }
}

// The jobs that are left are those that the run began with, into whatever pieces later ones would cut theirs.
TEST_P(Fastest, GoesOnWithTheJobsOfItsFirstPart) {
    Graph const graph = generate_graph("gen:rmat:scale=10,degree=12,seed=1");
    CliqueQuery const cliques{.k = 5, .algorithm = Algorithm::pivot};
    Count const all = count_cliques(graph, cliques, options()).count;
    RunOptions own = options();
    own.checkpoint.file = testing::TempDir() + "pieces.checkpoint";
    std::filesystem::remove(own.checkpoint.file);
    RunResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.balance.pieces = part % 2 == 0 ? most_pieces : 1;
        own.deadline_seconds = 0.002 * (1 + part);
        result = count_cliques(graph, cliques, own);
        own.checkpoint.resume = true;
    }
    EXPECT_EQ(result.count, all);
}

// A run that goes on takes the form that began it, whatever samples would say there.
TEST_P(Fastest, TakesTheUsualFormWhereItMustBeTheSameAgain) {
    Graph const graph = generate_graph("gen:er:n=400,m=36000,seed=1");
    RunOptions own = options();
    own.checkpoint.file = testing::TempDir() + "fastest.checkpoint";
    for (auto const& [k, form] : {std::pair{4, "bitmap"}, {6, "pivot"}}) {
        EXPECT_EQ(count_cliques(graph, {.k = k}, own).chosen.form, form);
        std::filesystem::remove(own.checkpoint.file);
    }
}

TEST_P(Fastest, EndsWhenItIsTold) {
    Graph const graph = generate_graph("gen:er:n=1500,m=700000,seed=1");
    RunOptions own = options();
    own.deadline_seconds = 0.3;
    RunResult result;
    EXPECT_LT(seconds_of([&] { result = count_cliques(graph, {.k = 9}, own); }),
              3); // half a second, on an idle machine
    EXPECT_EQ(result.status, Status::deadline);
    std::atomic<bool> const interrupt = true;
    own = options();
    own.interrupt = &interrupt;
    EXPECT_EQ(count_cliques(graph, {.k = 9}, own).status, Status::interrupted);
}

// What workers spend on the jobs of a sample is what they spend on the run, where all jobs are in it.
TEST_P(Fastest, SamplesTellTheTimeOfAllJobs) {
    Graph const graph = generate_graph("gen:er:n=1200,m=200000,seed=1");
    BoundApplication const cliques = bind_cliques({.k = 5, .algorithm = Algorithm::pivot});
    Resident const resident(graph, options());
    std::vector<SampledJobs> const halves = {{.first = 0, .stride = 2}, {.first = 1, .stride = 2}};
    JobSample const all = cliques.sample(resident, options(), halves);
    ASSERT_EQ(all.groups.size(), 2u);
    EXPECT_EQ(all.groups[0].jobs + all.groups[1].jobs, all.all_jobs);
    double spent = 0;
    for (JobSample::Group const& group : all.groups) {
        EXPECT_TRUE(group.is_whole);
        EXPECT_GT(group.seconds, 0);
        spent += group.seconds;
    }
    EXPECT_LE(spent, 1.1 * all.seconds * all.workers);
    EXPECT_GT(cliques.sample(resident, options(), {}).all_jobs, 0u);
}

TEST_P(Fastest, SamplesSayWhatWasNotDone) {
    RunOptions own = options();
    own.deadline_seconds = 0.05;
    BoundApplication const cliques = bind_cliques({.k = 9, .algorithm = Algorithm::bitmap});
    Resident const resident(generate_graph("gen:complete:n=300"), own);
    std::vector<SampledJobs> const all = {{}}; // which would take years
    JobSample const cut = cliques.sample(resident, own, all);
    ASSERT_EQ(cut.groups.size(), 1u);
    EXPECT_FALSE(cut.groups[0].is_whole);
}

// A part of each job, and what comes before it, make about the whole: all jobs are alike here.
TEST_P(Fastest, PartsTellTheTimeOfTheirJobs) {
    Graph const graph = generate_graph("gen:er:n=1200,m=200000,seed=1");
    BoundApplication const cliques = bind_cliques({.k = 6, .algorithm = Algorithm::bitmap});
    Resident const resident(graph, options());
    std::vector<SampledJobs> const whole = {{.first = 40, .stride = 8}};
    std::vector<SampledJobs> const parts = {{.first = 40, .stride = 8, .parts = 8}};
    double const seconds = cliques.sample(resident, options(), whole).groups[0].seconds;
    double const predicted = cliques.sample(resident, options(), parts).groups[0].seconds;
    EXPECT_GT(predicted, 0.2 * seconds);
    EXPECT_LT(predicted, 5 * seconds);
}

TEST(SampledJobs, RunAPartOfEachJobAndOneWithoutExtensions) {
    SampleRun run({});
    std::vector<Job> const jobs = {{7, no_vertex, 0, 1}, {8, 9, 2, 3}};
    run.add(jobs, 1);
    run.add(jobs, 4);
    ASSERT_EQ(run.jobs().size(), 6u);
    EXPECT_EQ(run.times().groups[0].end, 2u);
    EXPECT_EQ(run.times().groups[1].end, 4u);
    EXPECT_EQ(run.times().groups[2].end, 6u);
    EXPECT_EQ(run.jobs()[3].slices, 12u);
    EXPECT_EQ(run.jobs()[3].slice % 3, 2u); // of the same slice
    for (JobTimes::Group& group : run.times().groups) group.nanoseconds = 0, group.done = 2;
    run.times().groups[0].nanoseconds = 3000000000;
    run.times().groups[1].nanoseconds = 1500000000;
    run.times().groups[2].nanoseconds = 1000000000;
    std::vector<JobSample::Group> const measured = run.measured();
    ASSERT_EQ(measured.size(), 2u);
    EXPECT_DOUBLE_EQ(measured[0].seconds, 3);
    EXPECT_DOUBLE_EQ(measured[1].seconds, 1 + 4 * 0.5);
    EXPECT_TRUE(measured[1].is_whole);
    run.times().groups[2].done = 1;
    EXPECT_FALSE(run.measured()[1].is_whole);
}

TEST(SampledJobs, AreCounted) {
    EXPECT_EQ(SampledJobs{}.count(7), 7u);
    EXPECT_EQ((SampledJobs{0, 1, 4}.count(7)), 4u);
    EXPECT_EQ((SampledJobs{0, 1, 4}.count(3)), 3u);
    EXPECT_EQ((SampledJobs{2, 3}.count(9)), 3u); // 2, 5, 8
    EXPECT_EQ((SampledJobs{2, 3}.count(8)), 2u);
    EXPECT_EQ((SampledJobs{9, 3}.count(9)), 0u);
}

} // namespace cerrado::test
