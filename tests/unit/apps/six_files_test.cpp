#include "isomorphism/verifier.hpp"
#include "six/files.hpp"
#include "unit/apps/six_support.hpp"
#include "unit/random_arcs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

namespace cerrado::test {

// The files of counts with a proof: what is read is what was written, and damage is told.

namespace {

std::string content_of(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_content(std::string const& path, std::string const& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

std::vector<std::uint32_t> ascending(std::size_t count, std::uint32_t first = 0) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

// Hears what is told.
struct Notes {
    std::string text;
    SixNote note() {
        return [this](std::string const& line) { text += line + "\n"; };
    }
};

SixShard shard_of(std::vector<SixRange> ranges, std::uint64_t instance = 77) {
    return {instance, std::move(ranges), ""};
}

class SixFiles : public testing::Test {
protected:
    std::string path(char const* name) const { return folder_.path(name); }

    // What reading says of the file with that byte changed.
    template <class Read> std::string refusal_with_change(std::string const& file, std::size_t at, Read const& read) {
        std::string content = content_of(file);
        content[at] = static_cast<char>(content[at] ^ 4);
        write_content(path("changed"), content);
        return message_of<InputError>([&] { read(path("changed")); });
    }
    template <class Read> std::string refusal_cut_to(std::string const& file, std::size_t size, Read const& read) {
        write_content(path("cut"), content_of(file).substr(0, size));
        return message_of<InputError>([&] { read(path("cut")); });
    }

private:
    ScopedFolder folder_;
};

SixShard with_change(std::string const& file, std::size_t at, SixNote const& note = {}) {
    std::string content = content_of(file);
    content[at] = static_cast<char>(content[at] ^ 4);
    write_content(file + ".changed", content);
    return read_six_shard(file + ".changed", note);
}

constexpr std::size_t head_bytes = 32, block_bytes = 32 + 4 * 4096;

} // namespace

TEST_F(SixFiles, AnInstanceIsReadAsItWasWritten) {
    SixInstance const written = six_instance(dataset("karate"), six_cycle, true, 3);
    write_six(written, path("c.six"));
    SixInstance const read = read_six_instance(path("c.six"));
    EXPECT_EQ(read.checksum(), written.checksum());
    EXPECT_EQ(read.pattern_text(), written.pattern_text());
    EXPECT_EQ(read.vertices(), 34u);
    EXPECT_EQ(read.split(), 3);
    EXPECT_EQ(read.automorphisms(), 12u);
    EXPECT_TRUE(std::ranges::equal(read.parts().words, written.parts().words));
}

TEST_F(SixFiles, AnyChangeOfAnInstanceIsFound) {
    write_six(six_instance(dataset("petersen"), six_cycle), path("c.six"));
    std::size_t const size = content_of(path("c.six")).size();
    for (std::size_t at = 0; at < size; at += at < 200 ? 1 : 37) {
        std::string const message = refusal_with_change(path("c.six"), at, read_six_instance);
        char const* const expected = at < 8    ? "this is no instance of cerrado six"
                                     : at < 12 ? "the instance has version"
                                               : "the instance is ";
        expect_part(path("changed") + ": " + expected, message);
    }
    for (std::size_t cut = 1; cut < size; cut += 37) {
        expect_part("the instance is cut short", refusal_cut_to(path("c.six"), cut, read_six_instance));
    }
    write_content(path("long"), content_of(path("c.six")) + "x");
    expect_part("damaged", message_of<InputError>([&] { read_six_instance(path("long")); }));
    expect_part("this is no instance", refusal_cut_to(path("c.six"), 0, read_six_instance));
    expect_part("no such file", message_of<InputError>([&] { read_six_instance(path("none")); }));
}

TEST_F(SixFiles, AProofIsReadAsItWasWritten) {
    SixProof const written{5, {{{1, 2, six_primes[0].p - 1}, {7}}}};
    write_six_proof(written, path("c.proof"));
    SixProof const read = read_six_proof(path("c.proof"));
    EXPECT_EQ(read.instance, 5u);
    EXPECT_EQ(read.coefficients, written.coefficients);
    for (std::size_t at = 0; at < content_of(path("c.proof")).size(); ++at) {
        expect_part("proof", refusal_with_change(path("c.proof"), at, read_six_proof));
    }
    write_six_proof({5, {{{1}, {7, six_primes[1].p}}}}, path("large.proof"));
    try { // that it is wrong is what was to be found out: not wrong usage
        read_six_proof(path("large.proof"));
        ADD_FAILURE() << "no error came";
    } catch (Error const& error) {
        expect_part("the proof is wrong: coefficient 1 of prime 1", error.what());
        EXPECT_EQ(error.exit_code(), ExitCode::failed);
    }
}

TEST_F(SixFiles, OneIsNotTakenForAnother) {
    write_six(six_instance(dataset("petersen"), six_cycle), path("c.six"));
    write_six_shard(shard_of({}), path("a.shard"));
    write_six_proof({}, path("c.proof"));
    expect_part("this is a shard; give an instance",
                message_of<InputError>([&] { read_six_instance(path("a.shard")); }));
    expect_part("this is an instance; give a shard", message_of<InputError>([&] { read_six_shard(path("c.six")); }));
    expect_part("this is an instance; give a proof", message_of<InputError>([&] { read_six_proof(path("c.six")); }));
    std::string const before = content_of(path("c.proof"));
    expect_part("this is a proof", message_of<InputError>([&] { six::ShardFile(path("c.proof"), 77); }));
    EXPECT_EQ(content_of(path("c.proof")), before);
}

TEST_F(SixFiles, WhatCannotBeWrittenLeavesNothing) {
    expect_part("create its folder first", message_of<Error>([&] { write_six_proof({}, path("none/c.proof")); }));
    expect_part("create its folder first", message_of<Error>([&] { six::ShardFile(path("none/a.shard"), 1); }));
    expect_part("free some disk space", message_of<Error>([&] { write_six_proof({}, "/dev/full"); }));
}

TEST_F(SixFiles, AShardIsReadAsItWasWritten) {
    std::vector<std::uint32_t> holes = ascending(20000);
    std::fill(holes.begin() + 3000, holes.begin() + 16000, six_missing);
    holes[17] = six_disputed;
    holes[40] = six_missing;
    SixShard const written = shard_of({{0, 5, ascending(10000)},
                                       {0, 20000, holes},
                                       {1, 0, {1, 2, 3}},
                                       {1, 1811939327, {9}},
                                       {1, 1811939320, std::vector<std::uint32_t>(5, six_missing)}});
    write_six_shard(written, path("a.shard"));
    Notes notes;
    SixShard read = read_six_shard(path("a.shard"), notes.note());
    EXPECT_EQ(notes.text, "");
    EXPECT_EQ(read.instance, 77u);
    EXPECT_EQ(read.source, path("a.shard"));
    std::swap(read.ranges[3], read.ranges[4]);
    EXPECT_EQ(read.ranges, written.ranges);
    EXPECT_LT(std::filesystem::file_size(path("a.shard")), 4 * (10000u + 20000 - 8000))
        << "what is missing takes no room";
    EXPECT_EQ(missing_six_points(read).front(), (SixPoints{0, 20040, 1}));
    EXPECT_EQ(disputed_six_points(read), (std::vector<SixPoints>{{0, 20017, 1}}));
}

TEST_F(SixFiles, ADamagedBlockIsMissing) {
    write_six_shard(shard_of({{1, 100, ascending(10000)}}), path("a.shard"));
    std::size_t const first_block = head_bytes + 32; // behind the block that says what was asked for
    for (std::size_t const at : {std::size_t{0}, std::size_t{5}, std::size_t{9}, std::size_t{17}, std::size_t{30},
                                 std::size_t{32}, std::size_t{9000}, block_bytes - 1}) {
        Notes notes;
        SixShard const read = with_change(path("a.shard"), first_block + block_bytes + at, notes.note());
        EXPECT_EQ(missing_six_points(read), (std::vector<SixPoints>{{1, 100 + 4096, 4096}})) << at;
        expect_part("16,416 bytes from byte 16480 on are damaged", notes.text);
        EXPECT_EQ(read.ranges[0].values[4095], 4095u);
        EXPECT_EQ(read.ranges[0].values[8192], 8192u);
    }
    Notes notes;
    EXPECT_EQ(with_change(path("a.shard"), head_bytes + 20, notes.note()).ranges[0].values, ascending(10000));
    expect_part("32 bytes from byte 32 on are damaged", notes.text);
    for (std::size_t at = 0; at < head_bytes; ++at) {
        expect_part("shard",
                    refusal_with_change(path("a.shard"), at, [](std::string const& file) { read_six_shard(file); }));
    }
}

TEST_F(SixFiles, AShardMayBeCutShortAnywhere) {
    write_six_shard(shard_of({{0, 0, ascending(5000)}}), path("a.shard"));
    std::string const whole = content_of(path("a.shard"));
    for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 1 : 977) {
        write_content(path("cut.shard"), whole.substr(0, size));
        if (size < head_bytes) {
            expect_part("cut short", message_of<InputError>([&] { read_six_shard(path("cut.shard")); }));
            continue;
        }
        Notes notes;
        SixShard const read = read_six_shard(path("cut.shard"), notes.note());
        bool const is_between = size == head_bytes || size == head_bytes + 32 || size == head_bytes + 32 + block_bytes;
        if (!is_between)
            expect_part("cut short", notes.text);
        else
            EXPECT_EQ(notes.text, "");
        std::size_t const there = size < head_bytes + 32 + block_bytes ? 0 : 4096;
        if (size >= head_bytes + 32) {
            EXPECT_EQ(missing_six_points(read), (std::vector<SixPoints>{{0, there, 5000 - there}})) << size;
        }
    }
}

TEST_F(SixFiles, ValuesThatAreNoResiduesAreMissing) {
    write_six_shard(shard_of({{1, 0, {1, six_primes[1].p, 3}}}), path("a.shard"));
    EXPECT_EQ(read_six_shard(path("a.shard")).ranges[0].values, (std::vector<std::uint32_t>{1, six_missing, 3}));
}

TEST_F(SixFiles, AShardGoesOn) {
    {
        six::ShardFile file(path("a.shard"), 77);
        EXPECT_TRUE(file.begun().ranges.empty());
        file.ask({0, 10, 10000});
        file.append(0, 10, ascending(5000));
        expect_part("another process writes this shard",
                    message_of<Error>([&] { six::ShardFile(path("a.shard"), 77); }));
    }
    std::size_t const size = std::filesystem::file_size(path("a.shard"));
    std::filesystem::resize_file(path("a.shard"), size - 6);
    Notes notes;
    {
        six::ShardFile file(path("a.shard"), 77, notes.note());
        expect_part("part of a block that was cut short", notes.text);
        EXPECT_EQ(missing_six_points(file.begun()), (std::vector<SixPoints>{{0, 10 + 4096, 10000 - 4096}}));
        file.append(0, 10 + 4096, ascending(10000 - 4096, 4096));
    }
    notes.text.clear();
    SixShard const read = read_six_shard(path("a.shard"), notes.note());
    EXPECT_EQ(notes.text, "");
    EXPECT_EQ(read.ranges, (std::vector<SixRange>{{0, 10, ascending(10000)}}));
    expect_part("to another instance", message_of<InputError>([&] { six::ShardFile(path("a.shard"), 78); }));
    six::ShardFile file(path("a.shard"), 77);
    expect_part("points 2013265919 to 2013265920 are asked for, and prime 0 has 2,013,265,920",
                message_of<InputError>([&] {
                    file.ask({0, 2013265919, 2});
                }));
    expect_part("prime 2 does not exist", message_of<InputError>([&] { file.ask({2, 0, 1}); }));
    expect_part("the count of points is 0", message_of<InputError>([&] { file.ask({0, 0, 0}); }));
    expect_part("a shard takes at most 67,108,864", message_of<InputError>([&] { file.ask({0, 0, 70'000'000}); }));
}

TEST_F(SixFiles, MergesShards) {
    Notes notes;
    SixShard const merged =
        merge_six({shard_of({{0, 0, {0, 1, 2, 3}}, {1, 7, {6}}}), shard_of({{0, 4, {4, 5}}, {0, 100, {9}}}),
                   shard_of({{0, 2, {2, six_missing, 4, 50, 6}}, {1, 7, {six_missing, 8}}})},
                  notes.note());
    EXPECT_EQ(merged.ranges,
              (std::vector<SixRange>{{0, 0, {0, 1, 2, 3, 4, six_disputed, 6}}, {0, 100, {9}}, {1, 7, {6, 8}}}));
    EXPECT_EQ(notes.text, "prime 0 has different values for 1 point, taken as missing: 5\n");
    SixShard const again = merge_six({merged, shard_of({{0, 5, {5}}})});
    EXPECT_EQ(again.ranges, merged.ranges) << "a third value does not settle it";
    write_six_shard(merged, path("all.shard"));
    EXPECT_EQ(read_six_shard(path("all.shard")).ranges, merged.ranges);
}

TEST_F(SixFiles, MergesNoShardsThatDoNotBelongTogether) {
    SixShard other = shard_of({{0, 4, {4}}}, 78);
    other.source = "b.shard";
    expect_part("b.shard: the shard belongs to another instance", message_of<InputError>([&] {
                    merge_six({shard_of({}), other});
                }));
    expect_part("no shard", message_of<InputError>([&] { merge_six({}); }));
    std::vector<SixPoints> const many = {{0, 0, 1}, {0, 2, 2}, {0, 9, 1}, {0, 20, 1}, {0, 30, 1}, {0, 40, 5}};
    SixShard one = shard_of({{0, 0, ascending(50)}}), two = one;
    for (SixPoints const& points : many) {
        for (std::uint64_t i = 0; i < points.count; ++i) two.ranges[0].values[points.first + i] += 1;
    }
    Notes notes;
    EXPECT_EQ(disputed_six_points(merge_six({one, two}, notes.note())), many);
    expect_part("prime 0 has different values for 11 points, taken as missing: 0, 2 to 3, 9, 20, 30 and 5 others",
                notes.text);
}

// What an instance is: the matrices of a graph and a pattern have as many injective maps as a walk finds.

namespace {

// A graph of 9 vertices whose original ids are in no order.
Graph small_graph(bool directed, unsigned seed) {
    std::vector<Edge> const arcs = random_arcs(9, 40, seed);
    std::vector<OriginalId> const ids = {70, 3, 12, 5, 8, 100, 41, 2, 9};
    return directed ? graph_from_arcs(9, arcs, ids) : graph_from_edges(9, arcs, ids);
}

Graph with_marks(Graph graph, unsigned seed) {
    std::mt19937 random(seed);
    auto const any = [&] { return std::string(random() % 4 == 0 ? "" : random() % 2 == 0 ? "A" : "B"); };
    std::vector<std::string> labels, edge_labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(any());
    std::vector<Edge> edges;
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) { edges.push_back({from, to}); });
    for (std::size_t i = 0; i < edges.size(); ++i) edge_labels.push_back(any());
    return with_edge_labels(with_labels(std::move(graph), labels), edges, edge_labels);
}

void expect_serial_count(Graph const& graph, char const* pattern) {
    for (bool const induced : {false, true}) {
        EXPECT_EQ(count_with_matrices(graph, pattern, induced),
                  count_matches_serially(graph, parse_pattern(pattern), induced))
            << pattern << (induced ? ", induced" : "");
    }
}

std::string refusal_of(Graph const& graph, SixQuery const& query) {
    return message_of<InputError>([&] { prepare_six(graph, query); });
}

std::string refusal_of(Graph const& graph, char const* pattern) {
    return refusal_of(graph, {.pattern = parse_pattern(pattern)});
}

Graph edgeless(VertexId vertices) { return graph_from_edges(vertices, {}); }

} // namespace

TEST(SixInstance, HasKnownCounts) {
    Graph const karate = dataset("karate");
    EXPECT_EQ(count_with_matrices(karate, "6-path"), 43244u);
    EXPECT_EQ(count_with_matrices(karate, "prism"), 37u);
    EXPECT_EQ(count_with_matrices(karate, "octahedron"), 3u);
    EXPECT_EQ(count_with_matrices(karate, "K3,3"), 4u);
    EXPECT_EQ(count_with_matrices(karate, "6-cycle", true), 2u);
    EXPECT_EQ(count_with_matrices(karate, "6-path", true), 1099u);
    EXPECT_EQ(count_with_matrices(karate, "prism", true), 8u);
    EXPECT_EQ(count_with_matrices(dataset("icosahedron"), "6-cycle"), 240u);
    EXPECT_EQ(count_with_matrices(dataset("icosahedron"), "6-cycle", true), 40u);
}

TEST(SixInstance, VerticesBeyondThePatternAreFree) {
    SixInstance const cycles = six_instance(dataset("petersen"), "0-1,1-2,2-3,3-4,0-4");
    EXPECT_EQ(maps_of(cycles), 600u);
    EXPECT_EQ(cycles.count_of(600), 12u);
    std::vector<Edge> const arcs = {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 2}, {4, 5}, {0, 5}};
    SixInstance const loops = six_instance(graph_from_arcs(6, arcs), "FFL");
    EXPECT_EQ(maps_of(loops), 6u);
    EXPECT_EQ(loops.count_of(6), 1u);
    expect_part("no multiple", message_of<Error>([&] { (void)loops.count_of(7); }));
}

TEST(SixInstance, CountsAreThoseOfAWalk) {
    for (unsigned seed = 1; seed <= 2; ++seed) {
        Graph const graph = small_graph(false, seed);
        for (char const* pattern : {"0-1,1-2,2-3,3-4,4-5,0~2,1~3", "K3", "claw", "house", "0-1,1-2,0~2", six_cycle,
                                    "gem", "0-1,0-2,0-3,0-4,4-5,1-2,1~5", "0-1,0-2,0-3,1~2"}) {
            expect_serial_count(graph, pattern);
        }
    }
}

TEST(SixInstance, DirectedAndLabelledCountsAreThoseOfAWalk) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        Graph const graph = with_marks(small_graph(true, seed), seed);
        for (char const* pattern :
             {"FFL", "0>1,1>2,2>0", "0>1,1>2,2~>1", "0<>1,1>2,2>3,3-0", "0>1,2>1,2>3,4>3,4-5", "0>1,0-1,1>2,2~>0",
              "0:A,1:B,0-1,1-2", "0>1/A,1>2/B", "0-1/A,1>2,2-3", "0:A|B,0>1,1>2/A,2>3,3:B,0~3", "0<>1/A,1-2/B,2>3",
              "0>2,1>2,2~>0", "0>2,1>2,0~>1", "0>2,1>2,0-2"}) {
            expect_serial_count(graph, pattern);
        }
        Graph const undirected = with_marks(small_graph(false, seed), seed);
        for (char const* pattern :
             {"0:A,1:B,2:A,0-1,1-2,0-2", "0-1/A,1-2/B,2-3/A,3-0", "0:A|B,0-1,1-2/B,2-3,3-4,4-5"}) {
            expect_serial_count(undirected, pattern);
        }
    }
}

TEST(SixInstance, VerticesAreThoseOfTheGraphByOriginalId) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
    Graph const graph = graph_from_edges(7, edges, {30, 20, 10, 40, 50, 70, 60});
    SixInstance const instance = six_instance(graph, six_cycle);
    EXPECT_EQ(instance.padded(), 8u);
    EXPECT_EQ(instance.vertices(), 7u);
    EXPECT_EQ(instance.row_words(), 1u);
    int const asked = six_pair(0, 1), free = six_pair(0, 2);
    EXPECT_TRUE(instance.allows(asked, 0, 1)) << "10 and 20";
    EXPECT_TRUE(instance.allows(asked, 0, 3)) << "10 and 40";
    EXPECT_FALSE(instance.allows(asked, 0, 2)) << "10 and 30";
    EXPECT_TRUE(instance.allows(asked, 5, 6)) << "60 and 70";
    for (std::uint32_t x = 0; x < 8; ++x) {
        for (std::uint32_t y = 0; y < 8; ++y) {
            EXPECT_EQ(instance.allows(free, x, y), x != y && x < 7 && y < 7) << x << " " << y;
        }
    }
}

TEST(SixInstance, PairsComeInTheirOrder) {
    int expected = 0;
    for (int u = 0; u < six_vertices; ++u) {
        for (int v = u + 1; v < six_vertices; ++v) EXPECT_EQ(six_pair(u, v), expected++);
    }
    EXPECT_EQ(expected, six_pairs);
}

TEST(SixInstance, SaysWhatItIs) {
    Graph const graph = with_marks(small_graph(true, 1), 1);
    EXPECT_EQ(six_instance(graph, "2-0,1:B|A,0>1/A,1~>2").pattern_text(), "1:A|B,0>1/A,0-2,1~>2");
    EXPECT_EQ(six_instance(graph, "0<>1/A,1-2/B,0~2", true).pattern_text(), "0>1/A,1>0/A,0~2,1-2/B, induced");
    SixInstance const instance = six_instance(graph, "K3");
    EXPECT_EQ(instance.pattern_vertices(), 3);
    EXPECT_EQ(instance.automorphisms(), 6u);
    EXPECT_EQ(instance.bits(), 4);
    EXPECT_EQ(instance.blocks(), 4u);
    EXPECT_EQ(instance.block_size(), 4u);
    EXPECT_EQ(instance.nodes(), 49u);
}

TEST(SixInstance, RefusesWhatItCannotTake) {
    Graph const graph = dataset("karate");
    expect_part("has 2 vertices", refusal_of(graph, "0-1"));
    expect_part("has 7 vertices", refusal_of(graph, "7-cycle"));
    expect_part("vertex 2 of the pattern is an anti-vertex", refusal_of(graph, "0-1,0~2,1~2"));
    expect_part("the pattern discovers labels with ?", refusal_of(graph, "0:?,0-1,1-2"));
    expect_part("has arcs", refusal_of(graph, "FFL"));
    expect_part("has labels", refusal_of(graph, "0:A,0-1,1-2"));
    expect_part("labels of edges", refusal_of(graph, "0-1/x,1-2"));
    expect_part("not connected", refusal_of(graph, {.pattern = Pattern(3)}));
    expect_part("the graph has 5 vertices", refusal_of(edgeless(5), "K3"));
    expect_part("the graph has 1,025 vertices", refusal_of(edgeless(1025), "K3"));
    Graph const labelled = with_labels(graph, std::vector<std::string>(graph.vertex_count(), "A"));
    expect_part("\"B\"", refusal_of(labelled, "0:B,0-1,1-2"));
    SixQuery query{.pattern = parse_pattern("0:B,0-1,1-2"), .labels_may_lack = true};
    EXPECT_EQ(maps_of(prepare_six(labelled, query)), 0u);
}

TEST(SixInstance, ASplitIsThereForLargeGraphs) {
    EXPECT_EQ(six_instance(edgeless(6), "K3").split(), 2);
    EXPECT_EQ(six_instance(edgeless(1024), "K3").split(), 2);
    EXPECT_EQ(six_instance(edgeless(1024), "K3").degree(), 3u * (5764801 - 1));
    EXPECT_EQ(six_instance(edgeless(1024), "K3", false, 10).points_needed(), 1u);
    auto const with_split = [](VertexId vertices, int split) {
        return refusal_of(edgeless(vertices), {.pattern = parse_pattern("K3"), .split = split});
    };
    expect_part("choose 2 or more", with_split(1024, 1));
    expect_part("choose 1 or more", with_split(512, 0));
    expect_part("choose 0 to 3", with_split(8, 4));
    expect_part("choose 0 to 3", with_split(8, -1));
}

TEST(SixInstance, TheChecksumIsOfWhatDecidesTheCount) {
    Graph const graph = dataset("karate");
    SixQuery query{.pattern = parse_pattern(six_cycle)};
    std::uint64_t const checksum = prepare_six(graph, query).checksum();
    query.text = "a ring";
    EXPECT_EQ(prepare_six(graph, query).checksum(), checksum) << "its name does not";
    EXPECT_EQ(prepare_six(graph, query).pattern_text(), "a ring");
    query.split = 3;
    EXPECT_NE(prepare_six(graph, query).checksum(), checksum);
    EXPECT_NE(six_instance(graph, six_cycle, true).checksum(), checksum);
    EXPECT_NE(six_instance(dataset("petersen"), six_cycle).checksum(), checksum);
}

} // namespace cerrado::test
