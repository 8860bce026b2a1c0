// Checkpoints of forms that keep arrays beside the graph, run in rounds, or are several runs: directed motifs, labelled
// matches, formulas and signed sums. Parts that end in the middle add up to what one run gives.
#include "support.hpp"
#include "unit/growing_parts.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <unistd.h>

namespace cerrado::test {
namespace {

Graph marked_graph(VertexId vertices, int arcs, unsigned seed) {
    std::vector<std::string> labels;
    for (VertexId v = 0; v < vertices; ++v) labels.emplace_back(1, static_cast<char>('A' + v % 3));
    return with_labels(graph_from_arcs(vertices, random_arcs(vertices, arcs, seed)), labels);
}

std::vector<WideCount> counts(MotifResult const& result) {
    std::vector<WideCount> all;
    for (MotifCount const& motif : result.motifs) all.push_back(motif.count);
    return all;
}

} // namespace

class KeptForms : public OnDevice {
protected:
    KeptForms() { std::filesystem::remove(file_); }
    ~KeptForms() override { std::filesystem::remove(file_); }

    RunOptions kept() const {
        RunOptions own = options();
        own.checkpoint.file = file_;
        own.checkpoint.key = "test";
        return own;
    }

    // Runs with deadlines until the result is complete.
    template <class Part> auto until_complete(Part const& part) {
        return run_in_growing_parts(kept(), 0.005, parts_, part);
    }

    // All of that for a query's matches.
    void expect_kept(Graph const& graph, MatchQuery const& query, char const* form) {
        std::filesystem::remove(file_);
        std::string const whole = to_string(count_matches(graph, query, options()).count);
        auto const result = until_complete([&](RunOptions const& own) { return count_matches(graph, query, own); });
        EXPECT_EQ(to_string(result.count), whole);
        EXPECT_EQ(result.chosen.form, form);
        most_parts_ = std::max(most_parts_, parts_);
        MatchResult const again = count_matches(Resident(graph, options()), query, kept());
        EXPECT_EQ(to_string(again.count), whole);
        EXPECT_EQ(again.seconds.run, 0);
        EXPECT_GT(again.seconds.run_before, 0);
    }

    std::string file_ = testing::TempDir() + "kept_forms_" + std::to_string(::getpid()) + ".checkpoint";
    // Requires: something was counted that takes a while on any machine.
    void expect_several_parts() const {
        if (GetParam() != DeviceKind::host) return;
        EXPECT_GT(most_parts_, 1) << "it was never ended in the middle";
    }

    int parts_ = 0;
    int most_parts_ = 0; // of all that expect_kept() counted
};
CERRADO_ON_EVERY_DEVICE(KeptForms);

TEST_P(KeptForms, OfDirectedMotifs) {
    Graph const graph = marked_graph(1500, 15000, 5);
    MotifQuery const query{.k = 4, .directed = true};
    std::vector<WideCount> const whole = counts(count_motifs(graph, query, options()));
    auto const result = until_complete([&](RunOptions const& own) { return count_motifs(graph, query, own); });
    EXPECT_EQ(counts(result), whole);
    if (GetParam() == DeviceKind::host) {
        EXPECT_GT(parts_, 1) << "it was never ended in the middle";
    }
    EXPECT_EQ(counts(count_motifs(graph, query, kept())), whole) << "again";
    Graph const turned = marked_graph(1500, 15000, 6);
    expect_refusal("a graph of", [&] { count_motifs(turned, query, kept()); });
}

// The same edges, turned the other way: only the arcs tell.
TEST_P(KeptForms, OfDirectedMotifsAreOfTheseArcs) {
    std::vector<Edge> arcs = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}};
    Graph const graph = graph_from_arcs(5, arcs);
    for (Edge& arc : arcs) std::swap(arc.source, arc.target);
    count_motifs(graph, {.k = 3, .directed = true}, kept());
    expect_refusal("arrays that begin as",
                   [&] { count_motifs(graph_from_arcs(5, arcs), {.k = 3, .directed = true}, kept()); });
}

TEST_P(KeptForms, OfLabelledMatches) {
    Graph const graph = marked_graph(3000, 120000, 7);
    MatchQuery const query{.pattern = parse_pattern("0:A,1:B,0>1,1>2,2-3")};
    expect_kept(graph, query, "walk");
    expect_several_parts();
    for (char const* other : {"0:B,1:A,0>1,1>2,2-3", "0:A,1:B,1>0,1>2,2-3"}) {
        expect_refusal("the run", [&] { count_matches(graph, {.pattern = parse_pattern(other)}, kept()); });
    }
}

TEST_P(KeptForms, OfFormulas) {
    bool const is_cuda = GetParam() == DeviceKind::cuda;
    Graph const graph = generate_graph(is_cuda ? "gen:ba:n=20000,m=20,seed=3" : "gen:ba:n=8000,m=20,seed=3");
    for (char const* text : {"4-cycle", "diamond", "house", "5-cycle", "butterfly", "gem"}) {
        SCOPED_TRACE(text);
        expect_kept(graph, {.pattern = parse_pattern(text), .algorithm = Algorithm::formula}, "formula");
    }
    expect_several_parts();
    expect_refusal("the run", [&] {
        count_matches(graph, {.pattern = parse_pattern("house"), .algorithm = Algorithm::formula}, kept());
    });
}

// Several runs, one of which is several runs itself.
TEST_P(KeptForms, OfSignedSums) {
    Graph const graph = generate_graph("gen:ba:n=9000,m=12,seed=3");
    for (char const* text : {"claw", "house", "0-1,1-2,2-3,3-0,0~2"}) {
        SCOPED_TRACE(text);
        bool const induced = std::string_view(text).find('~') == std::string_view::npos;
        MatchQuery const query{.pattern = parse_pattern(text), .induced = induced, .algorithm = Algorithm::formula};
        expect_kept(graph, query, "formula");
    }
    expect_several_parts();
    MatchQuery const other{.pattern = parse_pattern("claw"), .induced = true, .algorithm = Algorithm::formula};
    expect_refusal("the run", [&] { count_matches(graph, other, kept()); });
}

// From the checkpoint of a run of several to another file: the one that is further, whichever part it is in.
TEST_P(KeptForms, OfSignedSumsGoOnFromTheFurther) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=12,seed=3");
    MatchQuery const query{.pattern = parse_pattern("house"), .induced = true, .algorithm = Algorithm::formula};
    RunOptions brief = kept();
    brief.deadline_seconds = 0.004;
    if (count_matches(graph, query, brief).status == Status::complete) GTEST_SKIP() << "it is too quick to be ended";
    std::string const other = file_ + ".other";
    std::filesystem::remove(other);
    RunOptions to_other = kept();
    to_other.checkpoint.file = other;
    to_other.checkpoint.from = file_;
    std::string const whole = to_string(count_matches(graph, query, to_other).count);
    std::vector<std::string> notes;
    to_other.checkpoint.note = [&](std::string const& note) { notes.push_back(note); };
    EXPECT_EQ(to_string(count_matches(graph, query, to_other).count), whole);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("come to its end"), std::string::npos) << notes[0];
    EXPECT_EQ(whole, to_string(count_matches(graph, query, options()).count));
    std::filesystem::remove(other);
}

// Lists and counts for each vertex of a pattern with labels.
TEST_P(KeptForms, OfLabelledMatchesOneByOne) {
    Graph const graph = marked_graph(2000, 30000, 9);
    MatchQuery const query{.pattern = parse_pattern("0:A,0>1,1>2")};
    LocalCounts const whole = count_local_matches(graph, query, options()).of<PerOrbit>();
    auto const result = until_complete([&](RunOptions const& own) { return count_local_matches(graph, query, own); });
    EXPECT_EQ(result.of<PerOrbit>(), whole);
    std::filesystem::remove(file_);
    std::vector<OriginalId> ids;
    auto const list = [&](RunOptions own) {
        own.checkpoint.mark = [&] { return std::uint64_t{ids.size()}; };
        own.checkpoint.go_back = [&](std::uint64_t mark) { ids.resize(mark); };
        own.of<Store>().batch_sink = [&](std::span<OriginalId const> some) {
            ids.insert(ids.end(), some.begin(), some.end());
        };
        return list_matches(graph, query, own);
    };
    auto const listed = until_complete(list);
    EXPECT_EQ(ids.size(), 3 * static_cast<std::size_t>(listed.count));
    EXPECT_EQ(to_string(listed.count), to_string(count_matches(graph, query, options()).count));
    std::vector<std::array<OriginalId, 3>> matches;
    for (std::size_t i = 0; i < ids.size(); i += 3) matches.push_back({ids[i], ids[i + 1], ids[i + 2]});
    std::ranges::sort(matches);
    EXPECT_EQ(std::ranges::adjacent_find(matches), matches.end()) << "a match is there twice";
}

} // namespace cerrado::test
