// A run in parts that do not know of each other: their checkpoints add up to the whole, and nothing less is taken for it.
#include "runs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>

#include <atomic>
#include <filesystem>
#include <functional>

namespace cerrado::test {
namespace {

using Program = std::function<RunResult(Graph const&, RunOptions const&)>;

Graph graph() { return generate_graph("gen:er:n=90,m=900,seed=1"); }
RunResult cliques(Graph const& of, RunOptions const& options) { return run_clique(4, of, options); }
RunResult larger_cliques(Graph const& of, RunOptions const& options) { return run_clique(5, of, options); }
RunResult motifs(Graph const& of, RunOptions options) {
    static TransitionTable const tables = TransitionTable::load(4);
    options.of<ByPatternInput>().tables = tables.ref();
    return run_motif(4, of, options);
}
RunResult slow(Graph const& of, RunOptions const& options) { return run_slow(20000, of, options); }

class RunParts : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }

    std::string file(int number) const { return folder_.path("part" + std::to_string(number) + ".ck"); }

    RunOptions options_of(int number, int of, DeviceKind device) const {
        RunOptions options = on(device, device == DeviceKind::host ? 2 : 0);
        options.checkpoint.file = file(number);
        options.checkpoint.key = "this run";
        options.checkpoint.part = {number, of};
        return options;
    }

    // Every other part is the host's.
    void run_part(Program const& run, int number, int of) const {
        run(graph(), options_of(number, of, number % 2 == 0 ? DeviceKind::host : GetParam()));
    }

    RunOptions merging(std::vector<int> const& numbers, DeviceKind device = DeviceKind::host) const {
        RunOptions options = on(device);
        options.checkpoint.key = "this run";
        for (int const number : numbers) options.checkpoint.merged.push_back(file(number));
        return options;
    }

    ScopedFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Host, RunParts, testing::Values(DeviceKind::host));
INSTANTIATE_TEST_SUITE_P(Lockstep, RunParts, testing::Values(DeviceKind::lockstep));
INSTANTIATE_TEST_SUITE_P(Cuda, RunParts, testing::Values(DeviceKind::cuda));

TEST_P(RunParts, AddUpToTheWhole) {
    for (Program const& run : {Program(cliques), Program(motifs)}) {
        RunResult const whole = run(graph(), on(DeviceKind::host));
        for (int of = 1; of <= (GetParam() == DeviceKind::lockstep ? 3 : 9); ++of) {
            std::vector<int> numbers;
            for (int number = 1; number <= of; ++number) {
                run_part(run, number, of);
                numbers.insert(numbers.begin(), number);
            }
            RunResult const sum = run(graph(), merging(numbers, GetParam()));
            EXPECT_EQ(sum.count, whole.count) << of;
            EXPECT_EQ(sum.status, Status::complete);
            EXPECT_EQ(sum.roots.done, sum.roots.given);
            for (int const number : numbers) std::filesystem::remove(file(number));
        }
    }
}

TEST_P(RunParts, MoreThanJobsAddUp) {
    Graph const small = generate_graph("gen:complete:n=5");
    std::vector<int> numbers;
    for (int number = 1; number <= 40; ++number) {
        cliques(small, options_of(number, 40, GetParam()));
        numbers.push_back(number);
    }
    EXPECT_EQ(cliques(small, merging(numbers)).count, 5u);
}

TEST_P(RunParts, OnSeveralDevicesAddUp) {
    for (int number = 1; number <= 2; ++number) {
        RunOptions options = options_of(number, 2, GetParam());
        options.devices = {{GetParam(), 0}, {DeviceKind::host, 0}};
        options.threads = 2;
        cliques(graph(), options);
    }
    EXPECT_EQ(cliques(graph(), merging({1, 2})).count, cliques(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, ThatWereEndedGoOnBeforeTheyAreMerged) {
    std::atomic<bool> const ends = true;
    RunOptions first = options_of(1, 2, GetParam());
    first.interrupt = &ends;
    slow(graph(), first);
    run_part(slow, 2, 2);
    EXPECT_NE(message_of<InputError>([&] {
                  slow(graph(), merging({1, 2}));
              }).find("part 1 of 2 is not done"),
              std::string::npos);
    slow(graph(), options_of(1, 2, DeviceKind::host));
    EXPECT_EQ(slow(graph(), merging({1, 2})).count, slow(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, AreNotTakenForAnythingElse) {
    for (int number = 1; number <= 4; ++number) run_part(cliques, number, 4);
    auto const refusal = [&](std::function<void()> const& run) { return message_of<InputError>(run); };
    auto const expect = [](std::string const& message, std::string const& part) {
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect(refusal([&] { cliques(graph(), merging({1, 3})); }), "of 4 parts these are missing: 2, 4");
    expect(refusal([&] { cliques(graph(), merging({1, 2, 2, 3, 4})); }), "part 2 of 4 is in");
    expect(refusal([&] { larger_cliques(graph(), merging({1, 2, 3, 4})); }), "the checkpoint is of the application");
    expect(refusal([&] { cliques(generate_graph("gen:er:n=90,m=900,seed=2"), merging({1, 2, 3, 4})); }), "a graph");
    RunOptions other = options_of(1, 3, DeviceKind::host);
    expect(refusal([&] { cliques(graph(), other); }), "the checkpoint is of part 1 of 4, and part 1 of 3 is asked for");
    other.checkpoint.part = {};
    expect(refusal([&] { cliques(graph(), other); }), "go on with it as that part");
    other.checkpoint.file = file(5);
    other.checkpoint.part = {3, 5};
    cliques(graph(), other);
    expect(refusal([&] { cliques(graph(), merging({1, 2, 3, 4, 5})); }), "different runs");
    for (PartOfRun const part : {PartOfRun{0, 2}, PartOfRun{3, 2}, PartOfRun{1, 0}}) {
        RunOptions bad = options_of(7, 1, DeviceKind::host);
        bad.checkpoint.part = part;
        expect(refusal([&] { cliques(graph(), bad); }), "expected 1 to 65536 parts");
    }
    RunOptions twice = merging({1, 2, 3, 4});
    twice.checkpoint.file = file(8);
    expect(refusal([&] { cliques(graph(), twice); }), "without a checkpoint");
    EXPECT_EQ(cliques(graph(), merging({4, 3, 2, 1})).count, cliques(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, OfListsAreRefused) {
    RunOptions options = options_of(1, 2, GetParam());
    options.checkpoint.mark = [] { return std::uint64_t{0}; };
    options.checkpoint.go_back = [](std::uint64_t) {};
    options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    EXPECT_NE(message_of<InputError>([&] { run_list(3, graph(), options); }).find("a sink"), std::string::npos);
}

} // namespace
} // namespace cerrado::test
