// --verify: a check finds each number that differs from that of the serial program, and says how much it has compared.
#include "library/verifier.hpp"

#include "clique/verifier.hpp"
#include "isomorphism/verifier.hpp"
#include "motif/verifier.hpp"

#include "unit/message_of.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <utility>

namespace cerrado::test {
namespace {

std::atomic<bool> const never = false;

class CheckByRoots : public testing::Test {
protected:
    CheckByRoots() { options_.device = DeviceKind::host; }

    CheckedRun checked(SerialProgram serial, BoundApplication const& bound, int first, int last) {
        result_ = bound.run(graph_, options_);
        return {.what = "this run",
                .first_k = first,
                .last_k = last,
                .serial = std::move(serial),
                .bound = bound,
                .graph = graph_,
                .options = options_,
                .result = result_,
                .tables = nullptr};
    }
    CheckedRun cliques(int k) { return checked(serial_program(CliqueQuery()), bind_cliques({.k = k}), k, k); }
    static Verdict verdict(CheckedRun const& run, VerifyRequest const& request = {}) {
        return run_check(*check_by_roots(run, request), {.interrupt = &never}, {});
    }

    Graph graph_ = generate_graph("gen:er:n=40,m=200,seed=1");
    RunOptions options_;
    RunResult result_;
};

SerialProgram one_more(SerialProgram serial) {
    serial.count = [count = serial.count](Graph const& prepared, int k, std::span<VertexId const> roots,
                                          Look const& look) {
        CountsByPattern counts = count(prepared, k, roots, look);
        for (auto& [pattern, number] : counts) ++number;
        return counts;
    };
    return serial;
}

TEST_F(CheckByRoots, FindsNoDifferenceWhereThereIsNone) {
    EXPECT_EQ(verdict(cliques(3)).line, "verified: 40 of 40 roots agree with the serial program\n");
    EXPECT_EQ(verdict(cliques(3), {5, 1}).line, "verified: 5 of 40 roots agree with the serial program\n");
    constexpr int all = std::numeric_limits<int>::max();
    EXPECT_TRUE(verdict(checked(serial_program(CliqueQuery()), bind_cliques({}), 1, all)).is_whole);
    EXPECT_TRUE(verdict(checked(serial_program(CliqueQuery()), bind_local_cliques({.k = 3}), 3, 3)).is_whole);
    MatchQuery const house{.pattern = parse_pattern("house")};
    EXPECT_TRUE(verdict(checked(serial_program(house), bind_matches(house), 5, 5)).is_whole);
    EXPECT_TRUE(verdict(checked(serial_program(house), bind_local_matches(house), 5, 5)).is_whole);
}

TEST_F(CheckByRoots, ComparesMatchesByLabel) {
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph_.vertex_count(); ++v) labels.emplace_back(v % 7 == 0 ? "" : v % 2 == 0 ? "a" : "b");
    graph_ = with_labels(graph_, labels);
    for (char const* text :
         {"0:?,1:?,2:?,0-1,1-2,2-0", "0:?,2:?,0-1,1-2", "1:?,2:?,0-1,0-2,0-3", "0:?,3:?,0-1,1-2,2-3"}) {
        MatchQuery const query{.pattern = parse_pattern(text)};
        int const k = query.pattern.size();
        EXPECT_TRUE(verdict(checked(serial_program(query), bind_matches(query), k, k)).is_whole) << text;
        EXPECT_TRUE(verdict(checked(serial_program(query, false), bind_local_matches(query), k, k)).is_whole) << text;
        CheckedRun run = checked(serial_program(query), bind_matches(query), k, k);
        ++result_.of<ByLabels>().front().count;
        EXPECT_NE(message_of<Error>([&] { verdict(run); }).find("verification failed for labels \""),
                  std::string::npos);
    }
}

TEST_F(CheckByRoots, FindsAWrongSerialCount) {
    CheckedRun run = cliques(3);
    run.serial = one_more(run.serial);
    EXPECT_EQ(message_of<Error>([&] {
                  verdict(run, {1, 1});
              }).substr(0, 39),
              "this run: verification failed: counted ");
}

TEST_F(CheckByRoots, FindsAWrongSum) {
    CheckedRun const run = cliques(3);
    WideCount const right = std::exchange(result_.count, result_.count + 7);
    EXPECT_EQ(message_of<Error>([&] { verdict(run); }),
              "this run: verification failed: counted " + to_string(right + 7) + ", the serial program counts " +
                  to_string(right) + "; do not use this result, and report it with what you called");
    EXPECT_TRUE(verdict(run, {5, 1}).is_whole); // five roots say nothing about the sum
}

TEST_F(CheckByRoots, FindsAWrongSize) {
    CheckedRun const run = checked(serial_program(CliqueQuery()), bind_cliques({}), 1, 40);
    ASSERT_EQ(result_.of<BySize>().sizes[2].k, 3);
    result_.of<BySize>().sizes[2].count = "1";
    EXPECT_NE(message_of<Error>([&] { verdict(run); }).find("failed for 3 vertices: counted 1,"), std::string::npos);
}

TEST_F(CheckByRoots, FindsAWrongPattern) {
    TransitionTable const tables = TransitionTable::load(3);
    options_.of<ByPatternInput>().tables = tables.ref();
    for (bool const edge_induced : {false, true}) {
        MotifQuery const query{.k = 3, .edge_induced = edge_induced, .tables = &tables};
        CheckedRun run =
            checked(edge_induced ? serial_program_of_all() : serial_program(query), bind_motifs(query), 3, 3);
        run.tables = &tables;
        EXPECT_TRUE(verdict(run).is_whole);
        ++result_.of<ByPattern>()[1];
        EXPECT_NE(message_of<Error>([&] { verdict(run); }).find("failed for pattern B"), std::string::npos);
    }
}

TEST_F(CheckByRoots, FindsAWrongVertex) {
    CheckedRun const run = checked(serial_program(CliqueQuery()), bind_local_cliques({.k = 3}), 3, 3);
    ++result_.of<PerVertexAndEdge>().vertices[4].count;
    EXPECT_NE(message_of<Error>([&] { verdict(run); }).find("failed for vertex 4: counted "), std::string::npos);
}

TEST_F(CheckByRoots, SaysThatItWasStopped) {
    std::atomic<bool> const interrupted = true;
    Verdict const found = run_check(*check_by_roots(cliques(3), {}), {.interrupt = &interrupted}, {});
    EXPECT_FALSE(found.is_whole);
    EXPECT_EQ(found.line, "verified: 0 of 40 roots agree with the serial program, stopped by Ctrl-C\n");
}

TEST(SampleRoots, AreThoseOfTheSeed) {
    EXPECT_EQ(sample_roots(100, 5, 3), sample_roots(100, 5, 3));
    EXPECT_NE(sample_roots(100, 5, 3), sample_roots(100, 5, 4));
    EXPECT_EQ(sample_roots(100, 5, 3).size(), 5u);
    EXPECT_EQ(sample_roots(4, 9, 1), (std::vector<VertexId>{0, 1, 2, 3}));
}

} // namespace
} // namespace cerrado::test
