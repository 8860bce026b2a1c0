// count_motifs: counts with the pattern that each is of, and the tables that it finds by itself.
#include "support.hpp"

#include <motif/verifier.hpp>

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>

namespace cerrado::test {
namespace {

// An empty cache for tables, for as long as it lives.
class EmptyCache {
public:
    EmptyCache() : folder_(testing::TempDir() + "cerrado_apps_cache") {
        std::filesystem::remove_all(folder_);
        ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    }
    ~EmptyCache() {
        ::unsetenv("XDG_CACHE_HOME");
        std::filesystem::remove_all(folder_);
    }
    EmptyCache(EmptyCache const&) = delete;
    EmptyCache& operator=(EmptyCache const&) = delete;
    bool is_empty() const { return !std::filesystem::exists(folder_); }

private:
    std::string folder_;
};

std::map<std::string, WideCount> by_graph6(MotifResult const& result) {
    std::map<std::string, WideCount> counts;
    for (MotifCount const& motif : result.motifs) {
        if (motif.count != 0) counts[motif.pattern.graph6] = motif.count;
    }
    return counts;
}

} // namespace

class CountMotifsOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountMotifsOn);

TEST_P(CountMotifsOn, RandomGraphsIsAsTheSerialVerifierSays) {
    EmptyCache const cache;
    Graph const graph = generate_graph("gen:er:n=30,m=80,seed=1");
    std::vector<VertexId> all;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) all.push_back(v);
    for (Algorithm const algorithm : {Algorithm::automatic, Algorithm::fast, Algorithm::paper, Algorithm::formula}) {
        for (int k = 3; k <= 5; ++k) {
            MotifResult const result = count_motifs(graph, {.k = k, .algorithm = algorithm}, options());
            EXPECT_EQ(by_graph6(result), motif::count_motifs(graph, k, all)) << name_of(algorithm) << ", k " << k;
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST(CountMotifs, HaveTheNameOfEveryPatternThatThereIs) {
    EmptyCache const cache;
    MotifResult const result = count_motifs(generate_graph("gen:complete:n=6"), {.k = 4});
    ASSERT_EQ(result.motifs.size(), 6u);
    std::map<std::string, std::string> counts;
    for (MotifCount const& motif : result.motifs) counts[motif.pattern.name] = to_string(motif.count);
    EXPECT_EQ(counts.at("4-clique"), "15");
    EXPECT_EQ(counts.at("4-path"), "0");
    EXPECT_EQ(to_string(result.count), "15");
}

TEST(CountMotifs, LoadTablesWhereNoneAreGiven) {
    Graph const graph = generate_graph("gen:cycle:n=8");
    EmptyCache const cache;
    TransitionTable const tables = TransitionTable::build(4);
    EXPECT_EQ(to_string(count_motifs(graph, {.k = 4, .tables = &tables}).count), "8");
    EXPECT_TRUE(cache.is_empty()) << "tables were loaded beside those given";
    EXPECT_EQ(to_string(count_motifs(graph, {.k = 4}).count), "8");
    EXPECT_FALSE(cache.is_empty());
}

// A formula has no roots, and shares its work in its own way.
TEST_P(CountMotifsOn, AreByFormulaUnlessTheOptionsForbidIt) {
    Graph const graph = generate_graph("gen:ba:n=60,m=3,seed=1");
    EXPECT_EQ(count_motifs(graph, {.k = 4}, options()).chosen.form, "formula");
    EXPECT_EQ(count_motifs(graph, {.k = 5, .edge_induced = true}, options()).chosen.form, "formula");
    MotifQuery const by_enumeration{.k = 4, .algorithm = Algorithm::fast};
    EXPECT_NE(count_motifs(graph, by_enumeration, options()).chosen.form, "formula");
    EXPECT_EQ(count_motifs(graph, {.k = 3}, options()).chosen.form, "formula");
    EXPECT_NE(count_motifs(graph, {.k = 6}, options()).chosen.form, "formula");
    RunOptions of_roots = options(), shared = options(), in_pieces = options();
    of_roots.roots = std::vector<VertexId>{3, 9};
    shared.balance.mechanism = BalanceMechanism::share;
    in_pieces.balance.pieces = 8;
    for (RunOptions const& own : {of_roots, shared, in_pieces}) {
        MotifResult const enumerated = count_motifs(graph, {.k = 4}, own);
        EXPECT_NE(enumerated.chosen.form, "formula");
        EXPECT_EQ(enumerated.of<ByPattern>(), count_motifs(graph, by_enumeration, own).of<ByPattern>());
    }
}

TEST(CountMotifs, RefuseWhatTheyCannotCount) {
    Graph const graph = generate_graph("gen:cycle:n=8");
    TransitionTable const tables = TransitionTable::build(3);
    expect_refusal("algorithm pivot is not for motifs",
                   [&] { count_motifs(graph, {.k = 4, .algorithm = Algorithm::pivot}); });
    expect_refusal("tables are for k = 3", [&] { count_motifs(graph, {.k = 4, .tables = &tables}); });
    for (int const k : {0, 2, 10}) expect_refusal("3", [&] { count_motifs(graph, {.k = k}); });
}

// Two ways that share nothing but the graph: motifs and C(P, Q), or a walk to each match.
TEST_P(CountMotifsOn, OfAllSubgraphsAreTheMatches) {
    for (char const* source : {"gen:er:n=24,m=60,seed=3", "gen:ba:n=30,m=3,seed=1"}) {
        Resident const graph(generate_graph(source), options());
        for (int k = 3; k <= 6; ++k) {
            for (bool const induced : {false, true}) {
                MotifResult const all = count_motifs(graph, {.k = k, .edge_induced = !induced}, options());
                WideCount sum = 0;
                for (MotifCount const& motif : all.motifs) {
                    Pattern const pattern = parse_pattern(motif.pattern.graph6);
                    MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::walk};
                    EXPECT_EQ(to_string(motif.count), to_string(count_matches(graph, query, options()).count))
                        << source << ", " << motif.pattern.graph6 << (induced ? " induced" : "");
                    sum += motif.count;
                }
                EXPECT_EQ(to_string(all.count), to_string(sum));
            }
        }
    }
}

} // namespace cerrado::test
