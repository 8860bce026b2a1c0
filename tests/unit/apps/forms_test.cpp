// What a form gives the one that it decorates or chooses, it gives it for every call.
#include "support.hpp"

#include "library/form.hpp"
#include "library/time_left.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <chrono>
#include <thread>

namespace cerrado::test {
namespace {

constexpr SampledJobs all_jobs[] = {{}};

// Notes the number of threads that it is given.
class Recorder : public Form {
public:
    explicit Recorder(std::vector<int>& given) : given_(given) {}

    void warm_up(RunOptions const&) const override {}
    Graph prepare(Graph const& graph, RunOptions const& options) const override { return note(options), graph; }
    std::string estimate(Graph const&, RunOptions const& options) const override { return note(options), ""; }
    RunResult run(GraphOrResident const&, RunOptions const& options) const override {
        note(options);
        RunResult result;
        result.count = 5;
        return result;
    }
    JobSample sample(Resident const&, RunOptions const& options, std::span<SampledJobs const>) const override {
        return note(options), JobSample{};
    }
    Choice choose(Graph const&, RunOptions const& options) const override { return note(options), Choice{}; }

private:
    void note(RunOptions const& options) const { given_.push_back(options.threads); }

    std::vector<int>& given_;
};

class OnSevenThreads : public Decorator {
public:
    using Decorator::Decorator;

protected:
    RunOptions given(Graph const&, RunOptions options) const override {
        options.threads = 7;
        return options;
    }
    RunResult made_of(RunResult result) const override {
        result.count *= 3;
        return result;
    }
};

} // namespace

TEST(Decorator, ChangesTheOptionsOfEveryCallAndTheResultOfRuns) {
    std::vector<int> given;
    BoundApplication const form = make_form<OnSevenThreads>(make_form<Recorder>(given));
    Graph const graph = generate_graph("gen:complete:n=4");
    RunOptions const options = on(DeviceKind::host);
    Resident const resident(graph, options);
    form.prepare(graph, options);
    form.estimate(graph, options);
    EXPECT_EQ(form.run(graph, options).count, 15u);
    EXPECT_EQ(form.run(resident, options).count, 15u);
    form.sample(resident, options, all_jobs);
    form.choose(graph, options);
    EXPECT_EQ(given, std::vector<int>(6, 7));
}

class Forms : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Forms);

// The triangles of the edges lie in an array beside the graph, which a sample reads as a run does.
TEST_P(Forms, SampleAFormulaWithItsArrays) {
    Resident const resident(generate_graph("gen:er:n=60,m=500,seed=3"), options());
    for (char const* pattern : {"house", "diamond", "butterfly", "4-cycle", "gem"}) {
        BoundApplication const matches = bind_matches({.pattern = parse_pattern(pattern)});
        JobSample const sample = matches.sample(resident, options(), all_jobs);
        ASSERT_EQ(sample.groups.size(), 1u) << pattern;
        EXPECT_GT(sample.all_jobs, 0u) << pattern;
        EXPECT_EQ(sample.groups[0].jobs, sample.all_jobs) << pattern;
        EXPECT_GT(sample.groups[0].seconds, 0) << pattern;
    }
}

TEST_P(Forms, RefuseInEveryCallWhatARunRefuses) {
    Graph const graph = generate_graph("gen:complete:n=5");
    Resident const resident(graph, options());
    BoundApplication const list = bind_match_list({.pattern = parse_pattern("house"), .as_found = true});
    std::string const refusal = "set MatchQuery::order";
    expect_refusal(refusal, [&] { list.run(graph, options()); });
    expect_refusal(refusal, [&] { list.run(resident, options()); });
    expect_refusal(refusal, [&] { list.estimate(graph, options()); });
    expect_refusal(refusal, [&] { list.sample(resident, options(), all_jobs); });
    expect_refusal(refusal, [&] { list.choose(graph, options()); });
}

TEST(TimeLeft, IsNoneWithoutADeadlineAndAMomentAfterIt) {
    EXPECT_EQ(TimeLeft(0).seconds(), 0);
    EXPECT_FALSE(TimeLeft(0).is_over());
    TimeLeft const time(1000);
    RunOptions options = on(DeviceKind::host);
    EXPECT_TRUE(time.set(options));
    EXPECT_LE(options.deadline_seconds, 1000);
    EXPECT_GT(options.deadline_seconds, 900);
    TimeLeft const passed(1e-3);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    EXPECT_TRUE(passed.is_over());
    EXPECT_FALSE(passed.set(options));
    EXPECT_GT(options.deadline_seconds, 0);
    EXPECT_LE(options.deadline_seconds, 1e-3);
}

} // namespace cerrado::test
