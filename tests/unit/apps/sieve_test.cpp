// The sieve on every device: its sums are the definition's, byte by byte, and what it finds is what walking finds.
#include "places.hpp"
#include "support.hpp"

#include "sieve/coloured_sets.hpp"
#include "sieve/problem.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/store.hpp>

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

namespace cerrado::test {
namespace {

SieveQuery query_of(std::string const& motif, std::string const& colours, Graph const& graph) {
    SieveQuery query;
    query.motif = parse_coloured_motif(motif);
    query.colours = colours_of(colours, graph);
    return query;
}

std::vector<std::vector<VertexId>> matches_of(Graph const& graph, SieveQuery const& query) {
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    std::vector<std::vector<VertexId>> matches;
    sieve_serial::for_each_match(graph, static_cast<int>(query.motif.size()), shades,
                                 [&](std::vector<VertexId> const& match) { matches.push_back(match); });
    std::ranges::sort(matches);
    return matches;
}

std::vector<VertexId> union_of(std::vector<std::vector<VertexId>> const& matches) {
    std::set<VertexId> all;
    for (auto const& match : matches) all.insert(match.begin(), match.end());
    return {all.begin(), all.end()};
}

std::vector<std::vector<VertexId>> listed(Graph const& graph, SieveQuery const& query, RunOptions options) {
    std::vector<std::vector<VertexId>> matches;
    std::size_t const k = query.motif.size();
    std::map<OriginalId, VertexId> positions;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) positions[graph.original_id(v)] = v;
    options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
        for (std::size_t i = 0; i < ids.size(); i += k) {
            std::vector<VertexId> match;
            for (OriginalId const id : ids.subspan(i, k)) match.push_back(positions.at(id));
            std::ranges::sort(match);
            matches.push_back(match);
        }
    };
    list_sieved_matches(graph, query, options);
    std::ranges::sort(matches);
    return matches;
}

Graph karate() { return open_graph((source_folder() / "datasets/karate.txt").string()); }

struct Golden {
    char const* motif;
    char const* colours;
    std::size_t matches, support;
    std::uint32_t crc;
};

std::uint32_t crc_of(std::vector<std::uint8_t> const& sums) {
    return static_cast<std::uint32_t>(crc32(0, sums.data(), static_cast<unsigned>(sums.size())));
}

} // namespace

class SieveOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(SieveOn);

// Seed 1, run 0: figures that several programs agree on.
TEST_P(SieveOn, GivesTheKnownSums) {
    Graph const graph = karate();
    for (Golden const& golden : {Golden{"0,0,1,1,2", "mod:3", 2002, 34, 0xaa822b64},
                                 {"0^6", "mod:1", 54185, 34, 0xaf579e81},
                                 {"0,1,2,*", "mod:3", 1177, 34, 0xea44f809},
                                 {"0^4,1", "mod:4", 6, 10, 0xfe681276},
                                 {"3^4,5", "mod:7", 1, 5, 0x5d032f38}}) {
        SieveQuery const query = query_of(golden.motif, golden.colours, graph);
        SieveResult const result = sieve(graph, query, options());
        EXPECT_EQ(crc_of(result.sums[0]), golden.crc) << golden.motif;
        EXPECT_EQ(result.support.size(), golden.support) << golden.motif;
        EXPECT_EQ(listed(graph, query, options()).size(), golden.matches) << golden.motif;
        if (golden.matches == 2002) {
            EXPECT_EQ(std::vector(result.sums[0].begin(), result.sums[0].begin() + 4),
                      (std::vector<std::uint8_t>{0xd6, 0xb3, 0xa1, 0x8c}));
        }
    }
    SieveQuery const lone = query_of("3^4,5", "mod:7", graph);
    SieveResult const runs = sieve(graph, lone, options());
    ASSERT_GT(runs.sums.size(), 3u);
    EXPECT_TRUE(std::ranges::all_of(runs.sums[3], [](auto sum) { return sum == 0; }));

    SieveQuery two;
    two.motif = parse_coloured_motif("0,1,2,3,4,4");
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        two.colours.push_back({graph.original_id(v) % 3, graph.original_id(v) % 5});
    }
    SieveResult const of_two = sieve(graph, two, options());
    EXPECT_EQ(crc_of(of_two.sums[0]), 0xec93c39cu);
    EXPECT_EQ(listed(graph, two, options()).size(), 14165u);

    Graph const petersen = open_graph((source_folder() / "datasets/petersen.txt").string());
    SieveQuery const half = query_of("0^3,1^3", "mod:2", petersen);
    EXPECT_EQ(crc_of(sieve(petersen, half, options()).sums[0]), 0x6ad5e06cu);
    EXPECT_EQ(listed(petersen, half, options()).size(), 76u);
}

TEST_P(SieveOn, IsTheDefinitionOnRandomGraphs) {
    int seed = 0;
    for (char const* spec : {"gen:er:n=40,m=70,seed=3", "gen:star:n=16", "gen:complete:n=7", "gen:er:n=3,m=0,seed=1"}) {
        Graph const graph = generate_graph(spec);
        for (char const* motif : {"0", "1,*", "0,1,1", "2,1,0,*", "*,0,1,2,2,1"}) {
            SieveQuery query = query_of(motif, "mod:3", graph);
            query.seed = static_cast<std::uint64_t>(++seed) << 31;
            query.error = 1e-6;
            SieveResult const result = sieve(graph, query, options());
            ASSERT_EQ(result.status, Status::complete);
            std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
            auto const matches = matches_of(graph, query);
            EXPECT_EQ(result.support, union_of(matches)) << spec << " " << motif;
            EXPECT_EQ(listed(graph, query, options()), matches) << spec << " " << motif;
            for (std::uint32_t run = 0; run < result.sums.size() && run < 2; ++run) {
                EXPECT_EQ(result.sums[run],
                          sieve_serial::sums(graph, static_cast<int>(query.motif.size()), shades, query.seed, run))
                    << spec << " " << motif;
            }
        }
    }
}

// More points than a line has, and more layers than one.
TEST_P(SieveOn, TakesManyPoints) {
    Graph const graph = generate_graph("gen:er:n=60,m=90,seed=11");
    SieveQuery query = query_of("0^11", "mod:1", graph);
    query.repeat = 1;
    SieveResult const result = sieve(graph, query, options());
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    EXPECT_EQ(result.sums[0], sieve_serial::sums(graph, 11, shades, 1, 0));
}

TEST_P(SieveOn, FindsOneMatch) {
    Graph const graph = generate_graph("gen:ba:n=200,m=3,seed=4");
    SieveQuery const query = query_of("0^8", "plant:k=8,seed=3", graph);
    SievedMatch const found = find_sieved_match(graph, query, options());
    ASSERT_EQ(found.vertices.size(), 8u);
    for (VertexId const v : found.vertices) EXPECT_EQ(query.colours[v], std::vector<Colour>{0});
    SieveQuery const none = query_of("0^9", "plant:k=8,seed=3", graph);
    EXPECT_TRUE(find_sieved_match(graph, none, options()).vertices.empty());
    SieveQuery const many = query_of("0^5", "mod:2", graph);
    std::vector<VertexId> const one = find_sieved_match(graph, many, options()).vertices;
    auto const all = matches_of(graph, many);
    EXPECT_TRUE(std::ranges::find(all, one) != all.end());
}

// In lockstep 32 threads go through each collective.
TEST(SieveInLockstep, IsTheDefinition) {
    Graph const graph = generate_graph("gen:er:n=9,m=16,seed=3");
    SieveQuery query = query_of("0,1,1,*", "mod:2", graph);
    query.repeat = 1;
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    EXPECT_EQ(sieve(graph, query, on(DeviceKind::lockstep)).sums[0], sieve_serial::sums(graph, 4, shades, 1, 0));
}

// Each vertex of a match with a probability of (2k - 1) / 254 at most.
TEST(Sieve, MissesRarely) {
    struct Lone {
        int k;
        int runs;
        char const* graphs[4];
    };
    for (Lone const& lone :
         {Lone{4, 500, {"gen:star:n=4", "gen:complete:n=4", "gen:path:n=4", "gen:cycle:n=4"}},
          Lone{8, 300, {"gen:star:n=8", "gen:complete:n=8", "gen:path:n=8", "gen:ba:n=8,m=1,seed=5"}},
          Lone{11, 60, {"gen:star:n=11", "gen:complete:n=11", "gen:path:n=11", "gen:ba:n=11,m=1,seed=3"}}}) {
        for (char const* spec : lone.graphs) {
            Graph const graph = generate_graph(spec);
            for (bool const is_rainbow : {false, true}) {
                SieveQuery query;
                query.colours = colours_modulo(graph, is_rainbow ? 64 : 1);
                for (auto const& colours : query.colours) query.motif.emplace_back(colours[0]);
                query.repeat = lone.runs;
                SieveResult const result = sieve(graph, query, on(DeviceKind::host));
                EXPECT_EQ(result.support.size(), query.motif.size());
                for (std::size_t v = 0; v < query.motif.size(); ++v) {
                    auto const missed = std::ranges::count_if(result.sums, [&](auto const& q) { return q[v] == 0; });
                    EXPECT_LE(missed, lone.runs * (2.0 * lone.k - 1) / 254) << spec << (is_rainbow ? " rainbow" : "");
                }
            }
        }
    }
}

TEST(Sieve, RunsAsOftenAsTheErrorAsks) {
    EXPECT_EQ(sieve_runs(10, 1e-9), 8);
    EXPECT_EQ(sieve_runs(20, 1e-9), 12);
    EXPECT_EQ(sieve_runs(30, 1e-9), 15);
    EXPECT_EQ(sieve_runs(5, 0.5), 1);
}

TEST(Sieve, ColoursAreToldApartAsAllOrdersWould) {
    RandomSource random(5);
    for (int round = 0; round < 2000; ++round) {
        int const k = 1 + static_cast<int>(random.below(6));
        std::vector<std::uint32_t> shades;
        for (int i = 0; i < k; ++i) shades.push_back(static_cast<std::uint32_t>(random.below(std::uint64_t{1} << k)));
        std::vector<int> entries(shades.size());
        std::iota(entries.begin(), entries.end(), 0);
        bool expected = false;
        do {
            bool fits = true;
            for (std::size_t i = 0; i < shades.size(); ++i) fits &= (shades[i] >> entries[i] & 1) != 0;
            expected |= fits;
        } while (std::ranges::next_permutation(entries).found);
        EXPECT_EQ(can_be_coloured(k, [&](int i) { return shades[static_cast<std::size_t>(i)]; }), expected);
        EXPECT_EQ(can_fill(k, shades), expected);
    }
}

TEST(Sieve, ReducesToComponentsThatCanFillTheMotif) {
    Graph const graph = generate_graph("gen:path:n=9"); // 0 - 1 - ... - 8
    SieveQuery query = query_of("0,1,2", "mod:3", graph);
    query.colours[4] = {}; // 0 1 2 3 | 5 6 7 8
    query.colours[6] = {}; // 5 | 7 8
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    EXPECT_EQ(reduce(graph, 3, shades).positions, (std::vector<VertexId>{0, 1, 2, 3}));
}

TEST(Sieve, RefusesWhatIsWrong) {
    Graph const graph = generate_graph("gen:path:n=4");
    for (char const* motif : {"", "a", "1,", "1^", "1^0", "0^31", "0^30,1", "*^x"}) {
        expect_refusal("motif", [&] { parse_coloured_motif(motif); });
    }
    EXPECT_EQ(parse_coloured_motif("0^2,*,7"), (ColouredMotif{0, 0, std::nullopt, 7}));
    expect_refusal("write mod:M", [&] { colours_of("mod:x", graph); });
    expect_refusal("above 0", [&] { colours_of("mod:0", graph); });
    expect_refusal("only 4 vertices can be reached", [&] { colours_of("plant:k=9,seed=1", graph); });
    expect_refusal("/none", [&] { colours_of("/none", graph); });
    std::string const file = testing::TempDir() + "colours.txt";
    for (auto const& [text, message] : {std::pair("0 1\n0 2\n", ":2: vertex 0 has its colours already"),
                                        {"# c\n9 1\n", "no vertex of the graph has a colour"},
                                        {"0 1\nx 1\n", ":2: 'x' is not a vertex id"},
                                        {"1\n", ":1: no colour after vertex 1"},
                                        {"1 2,a\n", "'a' is no colour"}}) {
        std::ofstream(file) << text;
        expect_refusal(message, [&] { read_colours(file, graph); });
    }
    std::ofstream(file) << "0 1,2 # two\n\n3\t5\n";
    EXPECT_EQ(read_colours(file, graph), (VertexColours{{1, 2}, {}, {}, {5}}));
    SieveQuery query = query_of("0,1", "mod:2", graph);
    for (double const error : {0.0, 1.0, -0.5, 2.0, std::nan("")}) {
        query.error = error;
        expect_refusal("a probability between 0 and 1", [&] { sieve(graph, query, on(DeviceKind::host)); });
    }
    query.repeat = -1;
    expect_refusal("repeat is -1", [&] { sieve(graph, query, on(DeviceKind::host)); });
    query = query_of("0,1", "mod:2", graph);
    query.colours.pop_back();
    expect_refusal("colours of 3 vertices", [&] { sieve(graph, query, on(DeviceKind::host)); });
    query.motif.clear();
    expect_refusal("a motif of 0 entries", [&] { sieve(graph, query, on(DeviceKind::host)); });
}

TEST(Sieve, EndsAtADeadline) {
    Graph const graph = generate_graph("gen:er:n=2000,m=20000,seed=1");
    SieveQuery const query = query_of("0^24", "mod:1", graph);
    RunOptions options = on(DeviceKind::host);
    options.deadline_seconds = 0.3;
    SieveResult const result = sieve(graph, query, options);
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_EQ(result.runs, 0);
    EXPECT_EQ(result.miss, 1);
}

} // namespace cerrado::test
