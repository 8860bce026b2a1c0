// RunResult::traversals of a count of matches: what a plan walks to, on every device against a serial walk.
#include "support.hpp"

#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_length.hpp>

#include <atomic>
#include <filesystem>
#include <tuple>

namespace cerrado::test {
namespace {

// Every vertex is tried in every place.
template <class Plan> class SerialWalk {
public:
    SerialWalk(Graph const& graph, Plan const& plan) : graph_(graph), plan_(plan) {
        if constexpr (Plan::has_marks) {
            plan_.arcs = graph.marks->arcs.data();
            plan_.labels = graph.marks->labels.data();
            plan_.edge_labels = graph.marks->edge_labels.data();
        }
        walk();
        traversals_.front() = graph.vertex_count(); // whether a match can begin there or not
    }
    std::vector<WideCount> const& traversals() const { return traversals_; }

private:
    struct Level {
        VertexId vertex;
    };
    struct View { // what MarkedPlan asks of a traversal
        SerialWalk const& walk;
        GraphRef graph() const { return walk.graph_.ref(); }
        Level level(int i) const { return {walk.path_[static_cast<std::size_t>(i)]}; }
    };

    void walk() {
        if (path_.size() == traversals_.size()) return;
        for (VertexId u = 0; u < graph_.vertex_count(); ++u) {
            if (!fits(u)) continue;
            ++traversals_[path_.size()];
            path_.push_back(u);
            walk();
            path_.pop_back();
        }
    }

    bool fits(VertexId u) const {
        auto const number = [&](VertexId v) { return std::tuple(graph_.degree(v), v); };
        MatchingPlan::Step const& step = plan_.steps[path_.size()];
        if (graph_.degree(u) < step.degree) return false;
        for (std::size_t i = 0; i < path_.size(); ++i) {
            VertexId const v = path_[i];
            bool const is_adjacent = graph_.ref().adjacent(v, u);
            if (u == v || ((step.adjacent >> i & 1) != 0 && !is_adjacent)) return false;
            if ((step.strange >> i & 1) != 0 && is_adjacent) return false;
            if ((step.above >> i & 1) != 0 && number(u) < number(v)) return false;
            if ((step.below >> i & 1) != 0 && number(v) < number(u)) return false;
        }
        if constexpr (Plan::has_marks) {
            return plan_.allows(View{*this}, static_cast<int>(path_.size()), u, 0,
                                [&](int i) { return graph_.ref().find(path_[static_cast<std::size_t>(i)], u); });
        }
        return true;
    }

    Graph const& graph_;
    Plan plan_;
    std::vector<WideCount> traversals_ = std::vector<WideCount>(static_cast<std::size_t>(plan_.walked));
    std::vector<VertexId> path_;
};

std::vector<WideCount> walked_serially(Graph const& graph, MatchQuery const& query) {
    if (query.pattern.has_marks()) {
        return SerialWalk(graph, make_marked_plan(query.pattern, query.induced, query.order, graph)).traversals();
    }
    return SerialWalk(graph, make_plan(query.pattern, query.induced, query.order)).traversals();
}

// With an order, so that it is walked by the plan of that.
MatchQuery query_of(char const* text, bool induced = false) {
    Pattern const pattern = parse_pattern(text);
    return {.pattern = pattern, .induced = induced, .order = matching_order(pattern, induced)};
}

Graph directed_graph() {
    std::vector<Edge> arcs;
    std::vector<std::string> labels;
    for (VertexId v = 0; v < 30; ++v) {
        labels.push_back(v % 3 == 0 ? "A" : "B");
        for (VertexId const step : {1u, 4u, 9u}) arcs.push_back({v, (v * step + step) % 30});
        arcs.push_back({v % 7, v}); // to some many more
    }
    return with_labels(graph_from_arcs(30, arcs), labels);
}

constexpr char const* plain[] = {"claw",    "4-path", "diamond", "gem",    "house",      "5-cycle",
                                 "6-cycle", "K5-e",   "K4",      "5-path", "0-1,0~2,1~2"};
constexpr char const* marked[] = {"0>1,1>2,0>2", "0:A,1:B,0>1,1-2", "0:B,1:B,2:B,0-1,1-2,2-0,2>3"};

void expect_same(MatchResult const& result, std::vector<WideCount> const& expected) {
    EXPECT_EQ(result.status, Status::complete);
    std::vector<std::uint64_t> const met(result.of<ByLength>().begin(), result.of<ByLength>().end());
    EXPECT_EQ(met, std::vector<std::uint64_t>(expected.begin(), expected.end()));
}

void expect_serial(Graph const& graph, std::span<char const* const> texts, RunOptions const& options) {
    for (char const* text : texts) {
        for (bool const induced : {false, true}) {
            SCOPED_TRACE(std::string(text) + (induced ? " induced" : ""));
            MatchQuery const query = query_of(text, induced);
            expect_same(count_matches(graph, query, options), walked_serially(graph, query));
        }
    }
}

} // namespace

TEST(TraversalsInLockstep, AreThoseOfASerialWalk) {
    expect_serial(generate_graph("gen:ba:n=12,m=3,seed=2"), std::span(plain).subspan(3, 4), on(DeviceKind::lockstep));
    expect_serial(directed_graph(), std::span(marked).first(2), on(DeviceKind::lockstep));
}

class Traversals : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Traversals);

TEST_P(Traversals, AreThoseOfASerialWalk) {
    expect_serial(generate_graph("gen:ba:n=24,m=4,seed=2"), plain, options());
    expect_serial(directed_graph(), marked, options());
}

// Slices of a root and donated traversals meet again what another has counted.
TEST_P(Traversals, AreTheSameHoweverTheWorkIsShared) {
    Graph const graph = generate_graph("gen:ba:n=120,m=5,seed=3");
    for (char const* text : {"house", "5-cycle", "K5-e"}) {
        SCOPED_TRACE(text);
        MatchQuery const query = query_of(text);
        RunOptions own = options();
        own.threads = own.device == DeviceKind::host ? 3 : 0;
        own.balance.pieces = 1;
        std::vector<WideCount> const expected = count_matches(graph, query, own).of<ByLength>();
        own.balance.pieces = most_pieces;
        MatchResult const sliced = count_matches(graph, query, own);
        EXPECT_GT(sliced.roots.given, graph.vertex_count());
        expect_same(sliced, expected);
        for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
            own.balance.mechanism = mechanism;
            expect_same(count_matches(graph, query, own), expected);
        }
    }
}

TEST_P(Traversals, AddUpOverThePartsOfARun) {
    Graph const graph = generate_graph("gen:ba:n=300,m=8,seed=3");
    MatchQuery const query = query_of("5-path");
    std::vector<WideCount> const expected = count_matches(graph, query, options()).of<ByLength>();
    RunOptions own = options();
    own.checkpoint.file = testing::TempDir() + "traversals.checkpoint";
    std::filesystem::remove(own.checkpoint.file);
    MatchResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.deadline_seconds = 0.0005 * (1 + part);
        own.checkpoint.resume = part > 0;
        result = count_matches(graph, query, own);
        for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_LE(result.of<ByLength>()[i], expected[i]);
    }
    expect_same(result, expected);
}

TEST_P(Traversals, AreNotThereWhereAFormulaCounts) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    for (char const* text : {"house", "gem", "0-1,1-2,2-3,0~2"}) {
        MatchQuery const query{.pattern = parse_pattern(text), .algorithm = Algorithm::formula};
        EXPECT_TRUE(count_matches(graph, query, options()).of<ByLength>().empty()) << text;
    }
}

} // namespace cerrado::test
