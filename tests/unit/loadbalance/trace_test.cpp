#include "unit/loadbalance/trace_helpers.hpp"

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <unistd.h>

namespace cerrado {

// A trace gives back what the balancer saw.

namespace {

class Trace : public test::TraceFile {};

TEST_F(Trace, GivesBackTheHeader) {
    TraceHeader const header = test::sample_header("even", {0.45, 3, 99});
    {
        TraceWriter trace(path_, header);
        test::observe_run(trace, make_policy("even"), 1);
        trace.finish(0.25, Status::interrupted);
    }
    TraceReader reader(path_);
    EXPECT_EQ(reader.header().application, header.application);
    EXPECT_EQ(reader.header().graph, header.graph);
    EXPECT_EQ(reader.header().k, 5);
    EXPECT_EQ(reader.header().algorithm, "fast");
    EXPECT_EQ(reader.header().mechanism, BalanceMechanism::share);
    EXPECT_EQ(reader.header().policy, "even");
    EXPECT_EQ(reader.header().settings, header.settings);
    EXPECT_EQ(reader.header().poll_seconds, 1e-4);
    EXPECT_EQ(reader.header().workers, 24u);
    EXPECT_EQ(reader.header().device, "host");
    while (reader.next()) {
    }
    ASSERT_TRUE(reader.end());
    EXPECT_EQ(reader.end()->seconds, 0.25);
    EXPECT_EQ(reader.end()->status, "interrupted");
    EXPECT_EQ(reader.note(), "");
}

TEST_F(Trace, GivesBackEveryLookExactly) {
    std::vector<TraceLook> seen;
    {
        TraceWriter trace(path_, test::sample_header(), 0);
        seen = test::observe_run(trace, make_policy("dumato", {0.2, 4}));
        trace.finish(1, Status::complete);
    }
    TraceReader reader(path_);
    std::size_t merged = 0;
    std::size_t i = 0;
    while (reader.next()) {
        TraceLook const& look = reader.look();
        merged += look.skipped;
        i += look.skipped;
        ASSERT_LT(i, seen.size());
        TraceLook const& expected = seen[i++];
        ASSERT_EQ(look.seconds, expected.seconds); // to the last bit
        ASSERT_EQ(look.queued_jobs, expected.queued_jobs);
        ASSERT_EQ(look.shared_jobs, expected.shared_jobs);
        ASSERT_EQ(look.donated, expected.donated);
        ASSERT_EQ(look.stop_seconds, expected.stop_seconds);
        ASSERT_EQ(look.decision.rebalance, expected.decision.rebalance);
        ASSERT_EQ(look.decision.reason, expected.decision.reason);
        ASSERT_EQ(look.decision.donations, expected.decision.donations);
        for (std::size_t w = 0; w < look.workers.size(); ++w) {
            ASSERT_EQ(look.workers[w].active, expected.workers[w].active);
            ASSERT_EQ(look.workers[w].weight, expected.workers[w].weight);
        }
    }
    EXPECT_EQ(reader.looks(), seen.size());
    EXPECT_LT(merged, seen.size() / 4);
}

TEST_F(Trace, MergesLooksInWhichNothingChanged) {
    test::SampleStates sample = test::sample({5, 6, -1});
    Decision const waits{false, "waits", {}};
    {
        TraceWriter trace(path_, test::sample_header());
        for (int i = 0; i < 10; ++i) {
            sample.seconds = i;
            if (i == 7) sample.workers[0].weight = 4;
            trace({sample.states(), waits, 0, 0});
        }
        trace.finish(10, Status::complete);
    }
    std::vector<TraceLook> const looks = read_all();
    ASSERT_EQ(looks.size(), 2u);
    EXPECT_EQ(looks[0].seconds, 0);
    EXPECT_EQ(looks[1].seconds, 7);
    EXPECT_EQ(looks[1].skipped, 6u);
    TraceReader reader(path_);
    while (reader.next()) {
    }
    EXPECT_EQ(reader.looks(), 10u);
}

TEST_F(Trace, KeepsEveryRebalanceWhereItThinsOut) {
    test::SampleStates sample = test::sample({5, 6, -1});
    std::size_t rebalances = 0;
    {
        TraceWriter trace(path_, test::sample_header(), 1000);
        for (int i = 0; i < 2000; ++i) {
            sample.seconds = i * 1e-4;
            sample.workers[0].weight = static_cast<std::uint32_t>(2 + i);
            bool const rebalance = i % 100 == 99;
            rebalances += rebalance ? 1 : 0;
            trace({sample.states(),
                   {rebalance, "", rebalance ? std::vector<Donation>{{0, 1}} : std::vector<Donation>{}},
                   0,
                   0});
        }
        trace.finish(0.2, Status::complete);
    }
    std::vector<TraceLook> const looks = read_all();
    EXPECT_LT(looks.size(), 200u);
    EXPECT_EQ(std::ranges::count_if(looks, [](TraceLook const& look) { return look.decision.rebalance; }),
              static_cast<std::ptrdiff_t>(rebalances));
    std::uint64_t all = 0;
    for (TraceLook const& look : looks) {
        all += 1 + look.skipped;
        EXPECT_EQ(look.workers[0].weight, all + 1) << "the states of a look after those left out";
    }
    EXPECT_EQ(all, 2000u);
}

bool are_equal(WorkerState const& a, WorkerState const& b) { return a.active == b.active && a.weight == b.weight; }

// Thirty seconds of a thousand workers, a third of which change at every look: 240 MB if all of it were written.
TEST_F(Trace, GrowsWithTheLogarithmOfTheTime) {
    constexpr std::size_t dense_bytes = 40000;
    constexpr int count = 60'000;
    constexpr double between = 5e-4;
    test::SampleStates sample = test::sample(std::vector<int>(1000, 7));
    auto const show = [&sample](int i) {
        sample.seconds = i * between;
        sample.queued = static_cast<std::uint64_t>(count - i);
        for (std::size_t j = static_cast<std::size_t>(i % 3); j < sample.workers.size(); j += 3) {
            sample.workers[j] = {(static_cast<std::size_t>(i) + j) % 4 != 0, static_cast<std::uint32_t>(i % 1000)};
        }
    };
    {
        TraceWriter trace(path_, test::sample_header(), dense_bytes);
        for (int i = 0; i < count; ++i) {
            show(i);
            trace({sample.states(), {false, "waits", {}}, 0, 0});
        }
        trace.finish(30, Status::complete);
    }
    EXPECT_LT(content().size(), 40 * dense_bytes);
    sample = test::sample(std::vector<int>(1000, 7));
    TraceReader reader(path_);
    double last = 0;
    double widest = 0;
    int i = 0;
    while (reader.next()) {
        TraceLook const& look = reader.look();
        for (int const until = i + 1 + static_cast<int>(look.skipped); i < until; ++i) show(i);
        ASSERT_EQ(look.seconds, sample.seconds);
        ASSERT_TRUE(std::ranges::equal(look.workers, sample.workers, are_equal));
        widest = std::max(widest, look.seconds - last);
        last = look.seconds;
    }
    EXPECT_LT(widest, 6) << "a part of the run cannot be seen";
    EXPECT_EQ(reader.looks(), static_cast<std::uint64_t>(count));
    ASSERT_TRUE(reader.end());
    EXPECT_GT(reader.end()->thinned, static_cast<std::uint64_t>(count) * 9 / 10);
}

TEST_F(Trace, BriefLooksFillTheGapsBetweenStates) {
    test::SampleStates sample = test::sample(std::vector<int>(3000, 7));
    {
        TraceWriter trace(path_, test::sample_header(), 10'000);
        for (int i = 0; i < 2000; ++i) {
            sample.seconds = i * 1e-4;
            sample.workers[static_cast<std::size_t>(i)] = {false, 3};
            trace({sample.states(), {i == 1500, i == 1500 ? "now" : "waits", {}}, i == 1501 ? 1e-3 : 0, 0});
        }
        trace.finish(0.2, Status::interrupted);
    }
    std::vector<TraceLook> const looks = read_all();
    std::string const text = content();
    std::size_t const lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) - 2;
    EXPECT_GT(lines, looks.size() + 100);
    EXPECT_NE(text.find("\"all\":["), std::string::npos);
    EXPECT_NE(text.find("\"changes\":["), std::string::npos);
    std::vector<int> kept;
    for (TraceLook const& look : looks) {
        int const i = static_cast<int>(look.seconds * 1e4 + 0.5);
        EXPECT_EQ(look.states().idle(), static_cast<std::size_t>(i) + 1);
        EXPECT_EQ(look.workers[static_cast<std::size_t>(i)].weight, 3u) << "an idle worker's weight";
        if (look.decision.rebalance || look.stop_seconds > 0) kept.push_back(i);
    }
    EXPECT_EQ(kept, (std::vector<int>{1500, 1501}));
}

TEST_F(Trace, IsReadableWhileTheRunGoesOn) {
    TraceWriter trace(path_, test::sample_header(), 0);
    std::vector<TraceLook> const seen = test::observe_run(trace, make_policy("dumato"), 50);
    ::usleep(60000);
    test::SampleStates sample = test::sample(std::vector<int>(24, 1));
    sample.seconds = 1;
    trace({sample.states(), {}, 0, 0});
    TraceReader reader(path_);
    std::size_t looks = 0;
    while (reader.next()) ++looks;
    EXPECT_GT(looks, 40u);
    EXPECT_FALSE(reader.end());
    EXPECT_NE(reader.note().find("no end"), std::string::npos) << reader.note();
}

TEST_F(Trace, OfARunWithoutALookIsATrace) {
    {
        TraceWriter trace(path_, test::sample_header());
        trace.finish(1e-6, Status::complete);
    }
    EXPECT_TRUE(read_all().empty());
}

TEST_F(Trace, ReportsAFullDiskAtItsEnd) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
    TraceWriter trace("/dev/full", test::sample_header());
    test::observe_run(trace, make_policy("dumato"), 10);
    try {
        trace.finish(1, Status::complete);
        FAIL() << "no error";
    } catch (Error const& error) {
        EXPECT_NE(std::string(error.what()).find("/dev/full: the trace could not be written"), std::string::npos)
            << error.what();
    }
}

TEST_F(Trace, CannotBeCreatedInAFolderThatIsNotThere) {
    EXPECT_THROW(TraceWriter((folder_ / "nowhere" / "run.trace").string(), test::sample_header()), Error);
}

} // namespace

// Traces that were cut off are read as far as they go; damaged ones are refused with file and line.

namespace {

class DamagedTrace : public test::TraceFile {
protected:
    DamagedTrace() {
        TraceWriter trace(path_, test::sample_header(), 0);
        test::observe_run(trace, make_policy("dumato"), 30);
        trace.finish(1, Status::complete);
        whole_ = content();
    }

    // The message with which reading the file ends.
    std::string refusal() const {
        try {
            read_all();
        } catch (InputError const& error) {
            return error.what();
        }
        return "not refused";
    }

    void replace(std::string const& text, std::string const& with) {
        std::string changed = whole_;
        std::size_t const at = changed.rfind(text);
        ASSERT_NE(at, std::string::npos) << text;
        write(changed.replace(at, text.size(), with));
    }

    std::string whole_;
};

TEST_F(DamagedTrace, EveryCutAfterTheHeaderIsReadAsFarAsItGoes) {
    std::size_t const all = read_all().size();
    std::size_t const header = whole_.find('\n') + 1;
    std::size_t cut_lines = 0;
    for (std::size_t length = header; length < whole_.size(); length += 7) {
        write(whole_.substr(0, length));
        TraceReader reader(path_);
        std::size_t looks = 0;
        while (reader.next()) ++looks;
        std::size_t const lines = static_cast<std::size_t>(
            std::count(whole_.begin(), whole_.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
        ASSERT_EQ(looks, std::min(all, lines - 1)) << length;
        ASSERT_FALSE(reader.end());
        ASSERT_FALSE(reader.note().empty());
        if (reader.note().find("cut off") != std::string::npos) ++cut_lines;
    }
    EXPECT_GT(cut_lines, 100u);
}

TEST_F(DamagedTrace, ADamagedLineIsNamed) {
    replace("\"reason\"", "\"raisin\"");
    EXPECT_NE(refusal().find("run.trace:" + std::to_string(std::count(whole_.begin(), whole_.end(), '\n') - 1) +
                             ": a damaged line"),
              std::string::npos)
        << refusal();
}

TEST_F(DamagedTrace, AMissingLineIsNoticed) {
    std::size_t const second = whole_.find("\n{\"time\"", whole_.find('\n') + 1);
    std::size_t const third = whole_.find('\n', second + 1);
    write(std::string(whole_).erase(whole_.find('\n') + 1, third - whole_.find('\n')));
    EXPECT_NE(refusal().find("a line is missing"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, AWorkerBeyondTheHeaderIsRefused) {
    replace("\"changes\":[", "\"changes\":[[4000000000,1,1],");
    EXPECT_NE(refusal().find("beyond the 24"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, StatesOfAnotherNumberOfWorkersAreRefused) {
    replace("\"all\":[", "\"all\":[5,");
    EXPECT_NE(refusal().find("the look has states of 25 workers, but the header has 24"), std::string::npos)
        << refusal();
}

TEST_F(DamagedTrace, ABriefLookThatRebalancesIsRefused) {
    write(whole_.substr(0, whole_.find('\n') + 1) +
          R"({"time":1,"skipped":0,"active":0,"idle":24,"queued":0,"shared":0,"donated":0,"rebalance":true})" + "\n");
    EXPECT_NE(refusal().find("has no states"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, OtherVersionsAndFormatsAreRefused) {
    replace("\"version\":2", "\"version\":1");
    EXPECT_NE(refusal().find("run.trace:1: the trace has version 1"), std::string::npos) << refusal();
    replace("cerrado-trace", "cerrado-crate");
    EXPECT_NE(refusal().find("another format"), std::string::npos) << refusal();
    replace("\"workers\":24", "\"workers\":4000000000");
    EXPECT_NE(refusal().find("too many"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, WhatIsNoTraceIsRefused) {
    for (auto const& [text, says] :
         std::vector<std::pair<std::string, std::string>>{{"", "empty"},
                                                          {"1 2\n3 4\n", "no header"},
                                                          {"[]\n", "no header"},
                                                          {"{\"format\":\"cerrado-trace\"", "cut off"}}) {
        write(text);
        EXPECT_NE(refusal().find(says), std::string::npos) << text << ": " << refusal();
    }
    path_ = folder_.string();
    EXPECT_NE(refusal().find("a directory"), std::string::npos) << refusal();
    path_ += "/nothing";
    EXPECT_NE(refusal().find("cannot be opened"), std::string::npos) << refusal();
}

} // namespace

} // namespace cerrado
