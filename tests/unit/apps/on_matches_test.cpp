// run_on_matches(): an application of one's own gets each match of a pattern once, with any output.
#include "unit/apps/support.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/on_matches.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cerrado::test {
namespace {

struct Counted : OnMatches {
    template <class Traversal> CERRADO_FN void found(Traversal& te) const { te.aggregate_counter(); }
};

// The matches by the image of one vertex of the pattern.
struct ByImage : OnMatches {
    std::uint32_t vertices;
    int v;
    using Output = ByKey<>;
    std::uint32_t keys() const { return vertices; }
    template <class Traversal> CERRADO_FN void found(Traversal& te) const {
        te.aggregate_key([own = *this](auto const& t, VertexId u) { return own.image(t, u, own.v); });
    }
};

// The greatest sum of the numbers of vertices in a match.
struct Greatest : OnMatches {
    int vertices;
    struct Accumulator {
        std::uint64_t most = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        if (into.most < from.most) into.most = from.most;
    }
    template <class Traversal> CERRADO_FN void found(Traversal& te) const {
        te.aggregate([own = *this](auto& best, auto const& t, VertexId u) {
            std::uint64_t sum = 0;
            for (int v = 0; v < own.vertices; ++v) sum += own.image(t, u, v);
            if (best.most < sum) best.most = sum;
        });
    }
};

struct Listed : OnMatches {
    using Output = Store;
    template <class Traversal> CERRADO_FN void found(Traversal& te) const { te.aggregate_store(); }
};

struct UntilOne : OnMatches {
    static constexpr bool ends_run = true;
    template <class Traversal> CERRADO_FN void found(Traversal& te) const {
        if (te.extension_count() > 0) te.end_run();
        te.aggregate_counter();
    }
};

std::vector<std::vector<OriginalId>> matches(Graph const& graph, MatchQuery const& query) {
    std::vector<std::vector<OriginalId>> all;
    list_matches(graph, query, [&](std::span<OriginalId const> ids) { all.emplace_back(ids.begin(), ids.end()); });
    return all;
}

class OnMatchesOf : public OnDeviceOrLockstep {
protected:
    static RunOptions options() {
        RunOptions options = on(GetParam());
        options.order = GraphOrder::given;
        return options;
    }
    static Graph graph() { return generate_graph(is_slow() ? "gen:er:n=12,m=28,seed=1" : "gen:er:n=60,m=300,seed=1"); }
    static char const* const* patterns() {
        static char const* const all[] = {"triangle", "3-path", "house", "0-1,1-2,2-0,0-3", "0-1,1-2,0~2", nullptr};
        return all;
    }
};

TEST_P(OnMatchesOf, AreAsManyAsAreCounted) {
    for (char const* const* text = patterns(); *text != nullptr; ++text) {
        for (bool const induced : {false, true}) {
            SCOPED_TRACE(std::string(*text) + (induced ? ", induced" : ""));
            MatchQuery const query{.pattern = parse_pattern(*text), .induced = induced};
            EXPECT_EQ(run_on_matches(graph(), query, Counted{}, options()).count, count_matches(graph(), query).count);
        }
    }
}

TEST_P(OnMatchesOf, HaveTheirVerticesInThePatternsOrder) {
    Graph const own = graph();
    MatchQuery const paw{.pattern = parse_pattern("0-1,1-2,2-0,0-3")}; // 0 and 3 are alone in their orbits
    std::vector<std::vector<OriginalId>> const all = matches(own, paw);
    ASSERT_FALSE(all.empty());
    for (int const v : {0, 3}) {
        std::vector<WideCount> expected(own.vertex_count());
        for (auto const& match : all) ++expected[match[static_cast<std::size_t>(v)]];
        auto const found = run_on_matches(own, paw, ByImage{{}, own.vertex_count(), v}, options());
        EXPECT_EQ(found.template of<ByKey<>>(), expected) << v;
        EXPECT_EQ(found.count, all.size());
    }
    std::uint64_t most = 0;
    for (auto const& match : all) most = std::max(most, match[0] + match[1] + match[2] + match[3]);
    EXPECT_EQ(run_on_matches(own, paw, Greatest{{}, 4}, options()).accumulator.most, most);
}

TEST_P(OnMatchesOf, GoToASink) {
    Graph const own = graph();
    MatchQuery const house{.pattern = parse_pattern("house")};
    std::set<std::set<OriginalId>> listed, expected;
    for (auto const& match : matches(own, house)) expected.emplace(match.begin(), match.end());
    RunOptions with = options();
    with.of<StoreInput>().sink = [&](std::span<OriginalId const> ids) { listed.emplace(ids.begin(), ids.end()); };
    EXPECT_EQ(run_on_matches(own, house, Listed{}, with).count, count_matches(own, house).count);
    EXPECT_EQ(listed, expected);
}

TEST_P(OnMatchesOf, HaveDirectionsAndLabels) {
    std::vector<Edge> arcs;
    for (VertexId v = 0; v < 30; ++v)
        for (VertexId const step : {1u, 2u, 7u}) arcs.push_back({v, (v * 5 + step) % 30});
    std::erase_if(arcs, [](auto const& arc) { return arc.source == arc.target; });
    Graph graph = graph_from_arcs(30, arcs);
    std::vector<std::string> labels;
    for (int v = 0; v < 30; ++v) labels.emplace_back(v % 3 == 0 ? "a" : "b");
    graph = with_labels(graph, labels);
    for (char const* const text : {"0>1,1>2", "0>1,1>2,0>2", "0:a,1:b,0>1", "0:a,1:b,2:b,0>1,1>2"}) {
        MatchQuery const query{.pattern = parse_pattern(text)};
        EXPECT_GT(count_matches(graph, query).count, WideCount{0}) << text;
        EXPECT_EQ(run_on_matches(graph, query, Counted{}, options()).count, count_matches(graph, query).count) << text;
    }
    EXPECT_NE(message_of<InputError>([&] {
                  run_on_matches(graph, {.pattern = parse_pattern("0:c,0-1")}, Counted{}, options());
              }).find("c"),
              std::string::npos);
}

TEST_P(OnMatchesOf, MayEndTheRun) {
    Graph const large = generate_graph(is_slow() ? "gen:complete:n=12" : "gen:complete:n=200");
    auto const found = run_on_matches(large, {.pattern = parse_pattern("6-clique")}, UntilOne{}, options());
    EXPECT_EQ(found.status, Status::limit);
    EXPECT_GT(found.count, WideCount{0});
}

TEST_P(OnMatchesOf, AreSharedByDevices) {
    if (is_slow()) GTEST_SKIP() << "lockstep is one device here";
    RunOptions shared = options();
    shared.devices = {{GetParam(), 0}, {DeviceKind::host}};
    MatchQuery const house{.pattern = parse_pattern("house")};
    auto const found = run_on_matches(graph(), house, Greatest{{}, 5}, shared);
    EXPECT_EQ(found.accumulator.most, run_on_matches(graph(), house, Greatest{{}, 5}, options()).accumulator.most);
    EXPECT_EQ(found.devices.size(), 2u);
}

CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(OnMatchesOf);

} // namespace
} // namespace cerrado::test
