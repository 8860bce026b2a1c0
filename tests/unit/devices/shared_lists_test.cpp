// Subgraphs that several devices hand over: each once, on the thread of the caller.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/output/store_input.hpp>

#include <stdexcept>
#include <thread>

namespace cerrado::test {
namespace {

TEST_P(OnDevices, AListHasEachSubgraphOnce) {
    auto const listed = [](Graph const& graph, RunOptions options) {
        std::vector<std::vector<OriginalId>> all;
        std::thread::id const here = std::this_thread::get_id();
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            for (; !ids.empty(); ids = ids.subspan(3)) all.emplace_back(ids.begin(), ids.begin() + 3);
        };
        RunResult const result = list_cliques(graph, {.k = 3}, options);
        EXPECT_EQ(result.count, all.size());
        for (auto& one : all) std::ranges::sort(one);
        std::ranges::sort(all);
        return all;
    };
    EXPECT_EQ(listed(graph(), options()), listed(graph(), on_host()));
    RunOptions finely = options();
    finely.balance.pieces = most_pieces; // so finely that what is under an extension is divided, too
    Graph const dense = generate_graph("gen:complete:n=40");
    EXPECT_EQ(listed(dense, finely), listed(dense, on_host()));
}

// One device makes these for all.
TEST_P(OnDevices, AListOfVerticesOrEdgesHasEachOnce) {
    for (int const k : {1, 2}) {
        RunOptions options = OnDevices::options();
        std::vector<OriginalId> all;
        std::thread::id const here = std::this_thread::get_id();
        options.of<StoreInput>().sink = [&](std::span<OriginalId const> ids) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            ASSERT_EQ(ids.size(), static_cast<std::size_t>(k));
            all.insert(all.end(), ids.begin(), ids.end());
        };
        Graph const of = graph();
        RunResult const result = list_cliques(of, {.k = k}, options);
        EXPECT_EQ(result.count, k == 1 ? of.vertex_count() : of.neighbour_array().size() / 2);
        EXPECT_EQ(result.count * static_cast<unsigned>(k), all.size());
    }
}

TEST_P(OnDevices, AFewMatchesAreListedOnce) {
    MatchQuery const query{.pattern = parse_pattern("house")};
    for (std::uint64_t const limit : {1, 5, 60}) {
        RunOptions options = OnDevices::options();
        std::vector<std::vector<OriginalId>> all;
        options.of<StoreInput>().limit = limit;
        options.of<StoreInput>().sink = [&](std::span<OriginalId const> ids) {
            all.emplace_back(ids.begin(), ids.end());
        };
        RunResult const result = list_matches(graph(), query, options);
        EXPECT_EQ(result.status, Status::limit);
        EXPECT_EQ(result.count, limit);
        EXPECT_EQ(all.size(), limit);
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    }
}

TEST_P(OnDevices, AMatchIsFoundByOne) {
    FoundMatch const found = find_match(graph(), {.pattern = parse_pattern("house")}, options());
    EXPECT_EQ(found.exists, true);
    EXPECT_EQ(found.vertices.size(), 5U);
    EXPECT_EQ(find_match(graph(), {.pattern = parse_pattern("K9")}, options()).exists, false);
}

TEST_P(OnDevices, AMatchExistsForAll) {
    for (int again = 0; again < 10; ++again) { // whichever device comes first
        EXPECT_EQ(bind_match_exists({.pattern = parse_pattern("house")}).run(graph(), options()).count, 1);
        EXPECT_EQ(bind_match_exists({.pattern = parse_pattern("K9")}).run(graph(), options()).count, 0);
    }
}

// A list that one kind of device has begun, and another ends.
TEST_P(OnDevices, AListGoesOnOnOtherDevices) {
    ScopedFolder const folder;
    std::vector<std::vector<OriginalId>> all;
    Graph const large = generate_graph(is_lockstep() ? "gen:er:n=60,m=900,seed=1" : "gen:er:n=300,m=12000,seed=1");
    auto const list = [&](RunOptions options, double seconds) {
        options.balance.pieces = most_pieces;
        options.deadline_seconds = seconds;
        options.checkpoint.file = (folder.path() / "ck").string();
        options.checkpoint.key = "cliques";
        options.checkpoint.mark = [&] { return all.size(); };
        options.checkpoint.go_back = [&](std::uint64_t mark) { all.resize(mark); };
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
            for (; !ids.empty(); ids = ids.subspan(4)) all.emplace_back(ids.begin(), ids.begin() + 4);
        };
        return list_cliques(large, {.k = 4}, options);
    };
    RunResult result;
    result.status = Status::deadline;
    for (int part = 0; result.status != Status::complete; ++part) {
        ASSERT_LT(part, 200);
        result = list(part % 2 == 0 ? options() : on_host(), part < 6 ? 0.005 : 0);
    }
    EXPECT_EQ(result.count, count_cliques(large, {.k = 4}, on_host()).count);
    EXPECT_EQ(result.count, all.size());
    for (auto& one : all) std::ranges::sort(one);
    std::ranges::sort(all);
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
}

TEST_P(OnDevices, ALimitIsOfAllDevices) {
    for (std::uint64_t const limit : {0u, 1u, 77u}) {
        std::uint64_t delivered = 0;
        RunOptions limited = options();
        limited.of<StoreInput>().limit = limit;
        limited.of<StoreInput>().sink = [&](std::span<OriginalId const>) { ++delivered; };
        RunResult const result = list_cliques(graph(), {.k = 3}, limited);
        EXPECT_EQ(delivered, limit);
        EXPECT_EQ(result.count, limit);
        EXPECT_EQ(result.status, Status::limit);
    }
}

TEST_P(OnDevices, WhatASinkThrowsEndsTheRun) {
    RunOptions throwing = options();
    int calls = 0;
    throwing.of<StoreInput>().sink = [&](std::span<OriginalId const>) {
        if (++calls == 5) throw std::runtime_error("the disk is full");
    };
    EXPECT_EQ(message_of<std::runtime_error>([&] { list_cliques(graph(), {.k = 3}, throwing); }), "the disk is full");
}

} // namespace
} // namespace cerrado::test
