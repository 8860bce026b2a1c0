#include "library/on_devices.hpp"
#include "places.hpp"
#include "sieve/coloured_sets.hpp"
#include "sieve/forms.hpp"
#include "sieve/lines.hpp"
#include "sieve/problem.hpp"
#include "sieve/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/warp/detail/lockstep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <vector>
#include <zlib.h>

namespace cerrado::test {

// The sieve on every device: its sums are the definition's, byte by byte, and what it finds is what walking finds.

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
    ScopedFolder const folder;
    std::string const file = folder.path("colours.txt");
    for (auto const& [text, message] : {std::pair("0 1\n0 2\n", ":2: vertex 0 is on an earlier line"),
                                        {"# c\n9 1\n", "no line has a colour for a vertex of the graph"},
                                        {"0 1\nx 1\n", ":2: 'x' is not a vertex id"},
                                        {"1\n", ":1: the line has no colour after vertex 1"},
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
    expect_refusal("colours are given for 3 vertices", [&] { sieve(graph, query, on(DeviceKind::host)); });
    query.motif.clear();
    expect_refusal("the motif has 0 entries", [&] { sieve(graph, query, on(DeviceKind::host)); });
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

// What lines are made of: traces, bit planes, and sums over edges by tiles of bits, on lanes that check each other.

namespace {

// Bytes that are read and written as words of two, four and sixteen.
struct alignas(16) Sixteen {
    Byte byte[16] = {};
};
using Bytes = std::vector<Sixteen>;
Bytes bytes(std::size_t count) { return Bytes(count / 16); }
Byte* data(Bytes& all) { return all.front().byte; }

// A vertex with the lines of its neighbours, and what sums over its edges are.
struct Star {
    static constexpr std::uint32_t points = 1024, stride = 16; // of eight factors
    std::uint32_t edges;
    int count;
    std::vector<VertexId> neighbours = std::vector<VertexId>(edges);
    std::vector<Byte> factors = std::vector<Byte>(edges * stride / bytes_of_traces);
    Bytes lines = bytes(edges * points), traces_of_factors = bytes(edges * stride);

    Star(std::uint32_t edge_count, int sums) : edges(edge_count), count(sums) {
        std::iota(neighbours.begin(), neighbours.end(), VertexId{0});
        RandomSource random(edges);
        for (std::uint32_t i = 0; i < edges * points; ++i) data(lines)[i] = static_cast<Byte>(random.below(256));
        for (std::size_t i = 0; i < factors.size(); ++i) {
            factors[i] = static_cast<Byte>(random.below(256));
            reinterpret_cast<std::uint16_t*>(data(traces_of_factors))[i] = traces(factors[i]);
        }
    }
    LinesOfEdges of_edges() { return {data(lines), points, neighbours.data(), edges, data(traces_of_factors), stride}; }
    // Where a line of bytes has a point, a line of planes has it as bit 8 b + i of its lane: of byte b of word i.
    std::vector<Byte> expected() {
        std::vector<Byte> sums(static_cast<std::size_t>(count) * points);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            for (std::uint32_t e = 0; e < edges; ++e) {
                sums[i] ^=
                    product(factors[e * stride / bytes_of_traces + i / points], data(lines)[e * points + i % points]);
            }
        }
        return sums;
    }
};

std::vector<Byte> values_of(Bytes& traces_of_sums, int count) {
    std::vector<Byte> values;
    auto const* words = reinterpret_cast<std::uint32_t const*>(data(traces_of_sums));
    for (std::uint32_t lane = 0; lane < static_cast<std::uint32_t>(count) * 32; ++lane) {
        std::uint32_t planes[8];
        std::copy_n(words + 8 * lane, 8, planes);
        values_from_traces(planes);
        transpose_bits(planes);
        for (std::uint32_t const word : planes) {
            for (int b = 0; b < 4; ++b) values.push_back(static_cast<Byte>(word >> 8 * b));
        }
    }
    return values;
}

template <class Sum> std::vector<Byte> sums_of(Star& star, Sum const& sum) {
    using Warp = LockstepTile<32>;
    Warp::Group group;
    Bytes sums = bytes(static_cast<std::size_t>(star.count) * Star::points);
    LinesOfEdges const edges = star.of_edges();
    group.run([&](int lane) { sum(Warp(group, lane), data(sums), star.count, edges); });
    return values_of(sums, star.count);
}

} // namespace

TEST(SieveTraces, SayWhatAProductIs) {
    for (unsigned a = 0; a < 256; a += 5) {
        for (unsigned b = 0; b < 256; ++b) {
            std::uint32_t const of_factor = traces(static_cast<Byte>(a));
            std::uint32_t bits = 0;
            for (int i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(popcount(of_factor >> i & b) & 1) << i;
            EXPECT_EQ(bits, traces(product(static_cast<Byte>(a), static_cast<Byte>(b))) & 0xFFu) << a << " " << b;
        }
    }
}

TEST(SieveLines, SumsOverEdgesAreThoseOfBytes) {
    Star star(33, 3);
    auto const by_masks = sums_of(star, [](auto const& warp, Byte* sums, int count, LinesOfEdges const& edges) {
        Lines(warp, 0, nullptr).sum_edges(sums, count, edges);
    });
    EXPECT_EQ(by_masks, star.expected());
}

// More edges than a tile has, and bytes of which all bits are ones.
TEST(SieveLines, TilesGiveTheSameSums) {
    Star star(edges_of_tile + 2, 2);
    for (std::uint32_t i = 0; i < edges_of_tile * Star::points; ++i) data(star.lines)[i] |= i % 7 == 0 ? 0xFF : 0;
    std::vector<ScratchBlock> scratch(blocks_of_tiles(2));
    auto const by_tiles = sums_of(star, [&](auto const& warp, Byte* sums, int count, LinesOfEdges const& edges) {
        EdgeTiles(warp, edges, scratch.data()).sum(sums, count);
    });
    EXPECT_EQ(by_tiles, star.expected());
    Star alone(0, 2);
    EXPECT_EQ(
        sums_of(alone, [&](auto const& warp, Byte* sums, int count,
                           LinesOfEdges const& edges) { EdgeTiles(warp, edges, scratch.data()).sum(sums, count); }),
        std::vector<Byte>(2 * Star::points));
}

// How runs of the sieve are made: whichever way, their sums are the same.

namespace {

using Sums = std::vector<std::uint8_t>;

struct Sieved {
    Graph graph;
    int k;
    std::vector<std::uint32_t> shades;
    ReducedGraph reduced;

    Sieved(std::string const& spec, std::string const& motif, std::string const& colours) : graph(open_graph(spec)) {
        ColouredMotif const entries = parse_coloured_motif(motif);
        k = static_cast<int>(entries.size());
        shades = shades_of(entries, colours_of(colours, graph), graph);
        reduced = reduce(graph, k, shades);
    }

    // The sums of run 3 with seed 7, made in this order.
    Sums sums(DeviceKind device, SieveOrder order = SieveOrder::automatic) const {
        SieveShape const shape = shape_of(reduced, k, on(device), order);
        SieveShare share(reduced, shape, {0, shape.layers}, std::uint64_t{1} << 34, on(device));
        SieveSums const found = share.run(7, 3, on(device));
        EXPECT_EQ(found.run.status, Status::complete);
        Sums of_graph(graph.vertex_count());
        for (std::size_t v = 0; v < found.sums.size(); ++v) of_graph[reduced.positions[v]] = found.sums[v];
        return of_graph;
    }
    Sums expected() const { return sieve_serial::sums(graph, k, shades, 7, 3); }
};

} // namespace

class SieveRunsOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(SieveRunsOn);

TEST_P(SieveRunsOn, HubsAreCutIntoSlices) {
    for (auto const& [spec, slices] : {std::pair("gen:star:n=200", 4), {"gen:bipartite:a=3,b=150", 9}}) {
        for (char const* motif : {"0,1", "0,1,*,1,0"}) {
            Sieved const sieved(spec, motif, "mod:2");
            SieveShape const shape = shape_of(sieved.reduced, sieved.k, options(), SieveOrder::by_rounds);
            EXPECT_EQ(shape.slices.count, slices) << spec;
            EXPECT_EQ(sieved.sums(GetParam(), SieveOrder::by_rounds), sieved.expected()) << spec << " " << motif;
        }
    }
}

TEST(SieveRuns, HubsAreCutInLockstep) {
    Sieved const sieved("gen:star:n=140", "0,*,1", "mod:2");
    EXPECT_EQ(sieved.sums(DeviceKind::lockstep), sieved.expected());
}

TEST(SieveRuns, SlicesAreOfHubsAlone) {
    EXPECT_EQ(slices_for(generate_graph("gen:complete:n=300")).count, 0u);
    EXPECT_EQ(slices_for(generate_graph("gen:grid:rows=9,columns=9")).count, 0u);
    SliceSizes const of_star = slices_for(generate_graph("gen:star:n=200000"));
    EXPECT_EQ(of_star.edges, 465u); // whole tiles; about as many as there are slices
    EXPECT_EQ(of_star.count, 431u);
}

// P(i, s) at once, layer by layer, or a sum for each s in rounds.
TEST(SieveRuns, OrdersOfTheSumsAgree) {
    for (auto const& [graph, motif] : {std::pair("gen:er:n=40,m=70,seed=3", "2,1,0,*,0,1"),
                                       {"gen:er:n=60,m=90,seed=11", "0^4,1^2,*^3"},
                                       {"gen:complete:n=12", "0^3,1^3,2^2"}}) {
        Sieved const sieved(graph, motif, "mod:3");
        Sums const expected = sieved.expected();
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_layers), expected) << motif;
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_rounds), expected) << motif;
    }
    Sieved const large("gen:ba:n=24,m=1,seed=3", "0^9,1^9", "mod:2"); // more sums than stay in registers
    EXPECT_EQ(large.sums(DeviceKind::host, SieveOrder::by_layers), large.sums(DeviceKind::host, SieveOrder::by_rounds));
}

TEST(SieveRuns, SharesOfTheLayersAddUp) {
    Sieved const sieved("gen:er:n=60,m=90,seed=11", "0^6,1^5", "mod:2"); // 2^11 points, 8 or 16 layers
    for (SieveOrder const order : {SieveOrder::by_layers, SieveOrder::by_rounds}) {
        SieveShape const shape = shape_of(sieved.reduced, sieved.k, on(DeviceKind::host), order);
        Sums all(sieved.reduced.graph.vertex_count());
        for (LayerRange const layers : {LayerRange{0, 1}, LayerRange{1, 6}, LayerRange{6, shape.layers}}) {
            SieveShare share(sieved.reduced, shape, layers, std::uint64_t{1} << 34, on(DeviceKind::host));
            Sums const some = share.run(7, 3, on(DeviceKind::host)).sums;
            for (std::size_t v = 0; v < all.size(); ++v) all[v] ^= some[v];
        }
        Sums of_graph(sieved.graph.vertex_count());
        for (std::size_t v = 0; v < all.size(); ++v) of_graph[sieved.reduced.positions[v]] = all[v];
        EXPECT_EQ(of_graph, sieved.sums(DeviceKind::host));
    }
}

TEST(SieveRuns, DevicesOfTwoKindsAreRefused) {
    Graph const graph = generate_graph("gen:path:n=4");
    SieveQuery query;
    query.motif = parse_coloured_motif("0");
    query.colours = colours_modulo(graph, 1);
    RunOptions options;
    options.devices = {{DeviceKind::host, 0}, {DeviceKind::lockstep, 0}};
    expect_refusal("needs devices of one kind", [&] { sieve(graph, query, options); });
}

TEST(SieveRuns, WhatTheyTakeIsKnownBefore) {
    Graph const graph = generate_graph("gen:regular:n=100,d=6,seed=1");
    SieveQuery query;
    query.motif = parse_coloured_motif("0^12");
    query.colours = colours_modulo(graph, 1);
    SievePlan const plan = plan_sieve(graph, query, on(DeviceKind::host));
    EXPECT_EQ(plan.sieved, 100u);
    EXPECT_EQ(plan.edges, 300u);
    EXPECT_EQ(plan.runs, sieve_runs(12, 1e-9));
    EXPECT_EQ(plan.points, 4096u);
    EXPECT_EQ(plan.products, 300. * 12 * 11 * 4096);
    EXPECT_GE(plan.layers, plan.layers_at_once);
    query.motif = parse_coloured_motif("1");
    EXPECT_EQ(plan_sieve(graph, query, on(DeviceKind::host)).sieved, 0u);
}

TEST(SieveRuns, MemoryThatThereIsNotIsRefusedWithTheNumber) {
    Sieved const sieved("gen:regular:n=100,d=6,seed=1", "0^12", "mod:1");
    SieveShape const shape = shape_of(sieved.reduced, 12, on(DeviceKind::cuda));
    std::uint64_t const least = shape.bytes_of_layer + shape.bytes_beside;
    EXPECT_GT(shape.bytes_of_layer, 100u * 78 * 1024); // 12 lines P and 66 R of each vertex
    EXPECT_EQ(layers_at_once(shape, 4, 2 * least), 1u);
    EXPECT_EQ(layers_at_once(shape, 4, 100 * least), 4u);
    EXPECT_EQ(layers_at_once(shape, 4, 13 * shape.bytes_of_layer), 2u); // of three, one would be left
    std::string const message = message_of<Error>([&] { layers_at_once(shape, 4, least); });
    EXPECT_NE(message.find("a sieve of 100 vertices for 12 colours needs 0 GB of memory, and 0 GB are there"),
              std::string::npos)
        << message;
}

} // namespace cerrado::test
