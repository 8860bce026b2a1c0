// Checkpoints of runs on a resident graph and of numbers: every part begins with a Resident and arrays of its own, as
// in another process, and all parts together give what one run gives.
#include "unit/growing_deadlines.hpp"
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/run.hpp>

#include <atomic>
#include <filesystem>
#include <functional>

namespace cerrado::test {
namespace {

struct PaperClique {
    int k;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// Work that takes a while: numbers up to `steps`, without a closed form for the compiler.
CERRADO_FN inline std::uint32_t walk_of(std::uint64_t number, std::uint32_t steps) {
    auto value = static_cast<std::uint32_t>(number);
    for (std::uint32_t i = 0; i < steps; ++i) value = value * 1664525u + 1013904223u;
    return value;
}

// In each round it adds the round to a number's mark, and counts by what an earlier round has left there.
struct MarkInRounds {
    ArrayRef<std::uint32_t> marks;
    std::uint32_t steps;
    int rounds_of_run = 3;
    int layers_of_round = 1;
    int rounds() const { return rounds_of_run; }
    int layers() const { return layers_of_round; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const of_layer = marks.size() / std::uint64_t(layers_of_round);
        std::uint64_t const at = std::uint64_t(te.layer()) * of_layer + te.number();
        std::uint32_t const before = marks[at];
        te.warp().sync();
        if (te.warp().lane() == 0) marks[at] = before + 1 + (walk_of(te.number(), steps) & 1u);
        if (te.round() == 0) {
            te.counter().subtract_shared(te.warp().lane() == 0 ? te.number() + 1 : 0);
        } else {
            te.counter().add_once(Count{before} * (te.number() + 1));
        }
    }
};

struct SumOfNumbers {
    std::uint32_t steps;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.counter().add_once((walk_of(te.number(), steps) & 1u) + te.number());
    }
};

// Counts the vertices and their degrees, after some work.
struct SumOfDegrees {
    std::uint32_t steps;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        auto const v = static_cast<VertexId>(te.number());
        te.counter().add_once((walk_of(v, steps) & 1u) + te.graph().degree(v));
    }
};

} // namespace

class KeptRuns : public OnDevices {
protected:
    bool on_lockstep() const { return GetParam().device == DeviceKind::lockstep; }

    // Steps of each job. All warps of a GPU are done with short jobs at once, a few would take minutes for long ones.
    std::uint32_t steps(std::uint32_t on_host) const {
        if (on_lockstep()) return 100;
        return !on_cuda() ? on_host : GetParam().workers == 0 ? 400000 : 20000;
    }

    // The options of a run that goes on from the file.
    RunOptions kept() const {
        RunOptions own = options();
        own.checkpoint.file = file_;
        return own;
    }

    // Runs until the result is complete, with deadlines. part(options) is one part.
    template <class Part> auto until_complete(Part const& part) {
        return run_in_growing_parts(kept(), 0.004, parts_, part);
    }

    ScopedFolder folder_;
    std::string file_ = folder_.path("kept_runs.checkpoint");
    int parts_ = 0;
};

TEST_P(KeptRuns, OfNumbersAddUp) {
    std::uint64_t const count = on_lockstep() ? 3000 : 200000;
    std::uint32_t const steps = this->steps(2000);
    WideCount const whole = run_jobs(count, SumOfNumbers{steps}, options()).count;
    auto const result =
        until_complete([&](RunOptions const& own) { return run_jobs(count, SumOfNumbers{steps}, own); });
    EXPECT_EQ(result.count, whole);
    EXPECT_EQ(result.roots.done, count);
    EXPECT_GT(parts_, 1) << "it was never ended in the middle";
    auto const again = run_jobs(count, SumOfNumbers{steps}, kept());
    EXPECT_EQ(again.count, whole);
    EXPECT_EQ(again.seconds.run, 0);
    EXPECT_GT(again.seconds.run_before, 0);
    EXPECT_NE(message_of<InputError>([&] { run_jobs(count + 1, SumOfNumbers{steps}, kept()); }).find("jobs"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([&] { run_jobs(count, SumOfNumbers{steps + 1}, kept()); }).find("application"),
              std::string::npos);
}

TEST_P(KeptRuns, OfNumbersBesideAGraphAreOfThatGraph) {
    Graph const graph =
        generate_graph(on_lockstep() ? "gen:er:n=2000,m=9000,seed=1" : "gen:er:n=90000,m=400000,seed=1");
    std::uint32_t const steps = this->steps(3000);
    WideCount const whole = run_jobs(graph.vertex_count(), SumOfDegrees{steps}, Resident(graph, options())).count;
    auto const result = until_complete([&](RunOptions const& own) {
        return run_jobs(graph.vertex_count(), SumOfDegrees{steps}, Resident(graph, options()), own);
    });
    EXPECT_EQ(result.count, whole);
    EXPECT_GT(parts_, 1) << "it was never ended in the middle";
    Graph const other = generate_graph("gen:er:n=2000,m=9000,seed=2");
    EXPECT_NE(message_of<InputError>([&] {
                  run_jobs(graph.vertex_count(), SumOfDegrees{steps}, Resident(other, options()), kept());
              }).find("a graph of"),
              std::string::npos);
}

// What the rounds leave in the array is there again, and counts that are taken away first come to the right sum.
TEST_P(KeptRuns, OfRoundsAndLayersKeepTheirArrays) {
    std::uint64_t const of_layer = on_lockstep() ? 600 : 40000;
    std::uint32_t const steps = this->steps(2000);
    for (int const layers : {1, 2}) {
        std::filesystem::remove(file_);
        std::uint64_t const all = of_layer * std::uint64_t(layers);
        std::vector<std::uint32_t> marks;
        auto const part = [&](RunOptions const& own) {
            Resident const memory(options());
            auto const array = memory.array<std::uint32_t>(all);
            auto const result = run_jobs(of_layer, MarkInRounds{array.ref(), steps, 3, layers}, memory, own);
            marks = array.read();
            return result;
        };
        WideCount const whole = part(options()).count;
        std::vector<std::uint32_t> const expected = marks;
        auto const result = until_complete(part);
        EXPECT_EQ(result.count, whole) << layers;
        EXPECT_EQ(result.roots.done, 3 * all);
        EXPECT_EQ(result.roots.given, 3 * all);
        EXPECT_EQ(marks, expected);
        EXPECT_GT(parts_, 1) << "it was never ended in the middle";
        marks.clear();
        EXPECT_EQ(part(kept()).count, whole) << "again";
        EXPECT_EQ(marks, expected);
    }
    Resident const memory(options());
    auto const begun = memory.array<std::uint32_t>(std::vector<std::uint32_t>(2 * of_layer, 1));
    EXPECT_NE(message_of<InputError>([&] {
                  run_jobs(of_layer, MarkInRounds{begun.ref(), steps, 3, 2}, memory, kept());
              }).find("arrays that begin as"),
              std::string::npos);
}

TEST_P(KeptRuns, OnAResidentGraphAddUp) {
    Graph const graph = generate_graph(on_lockstep()                          ? "gen:er:n=60,m=500,seed=3"
                                       : on_cuda() && GetParam().workers == 0 ? "gen:er:n=6000,m=1500000,seed=3"
                                                                              : "gen:er:n=1000,m=60000,seed=3");
    WideCount const whole = run(PaperClique{4}, graph, options()).count;
    auto const result =
        until_complete([&](RunOptions const& own) { return run(PaperClique{4}, Resident(graph, options()), own); });
    EXPECT_EQ(result.count, whole);
    EXPECT_EQ(result.roots.done, result.roots.given);
    EXPECT_GT(parts_, 1) << "it was never ended in the middle";
    EXPECT_THROW(run(PaperClique{5}, Resident(graph, options()), kept()), InputError);
    Graph const other = generate_graph("gen:er:n=60,m=500,seed=4");
    EXPECT_NE(
        message_of<InputError>([&] { run(PaperClique{4}, Resident(other, options()), kept()); }).find("a graph of"),
        std::string::npos);
}

CERRADO_ON_EVERY_DEVICE(KeptRuns);

TEST(KeptRunsRefuse, RoundsThatLeaveTheirArraysNowhere) {
    std::vector<std::uint32_t> marks(10);
    ScopedFolder const folder;
    RunOptions options;
    options.device = DeviceKind::host;
    options.checkpoint.file = folder.path("refused.checkpoint");
    options.checkpoint.key = "marks";
    MarkInRounds const work{{marks.data(), marks.size()}, 1};
    EXPECT_NE(message_of<InputError>([&] { run_jobs(10, work, options); }).find("resident"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(options.checkpoint.file));
}

} // namespace cerrado::test
