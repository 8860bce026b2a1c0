#include "places.hpp"
#include "unit/graph/helpers.hpp"
#include "unit/graph/naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>

namespace cerrado {

namespace {

class OpenGraph : public testing::Test {
protected:
    test::ScopedFolder const scope_;
    std::filesystem::path const folder_ = scope_.path();
};

TEST_F(OpenGraph, GeneratesFromASpec) {
    Graph const graph = open_graph("gen:complete:n=5");
    EXPECT_EQ(graph.edge_count(), 10u);
    EXPECT_EQ(graph.source, "gen:complete:n=5");
}

TEST_F(OpenGraph, AnEdgelessGeneratedGraphIsNoError) { EXPECT_EQ(open_graph("gen:er:n=5,m=0").edge_count(), 0u); }

TEST_F(OpenGraph, ReadsBackWhatSaveGraphWrote) {
    Graph const graph = open_graph("gen:er:n=100,m=300,seed=2");
    for (char const* name : {"graph.txt", "graph.txt.gz", "graph.mtx", "graph.metis", "graph.cbin"}) {
        std::string const path = (folder_ / name).string();
        save_graph(graph, path);
        Graph const again = open_graph(path);
        EXPECT_EQ(again.source, path);
        EXPECT_EQ(again.edge_count(), graph.edge_count()) << name;
    }
}

TEST_F(OpenGraph, RefusesAPathThatIsNotThereAndABadSpec) {
    EXPECT_THROW(open_graph((folder_ / "missing.txt").string()), InputError);
    EXPECT_THROW(open_graph("gen:nothing"), InputError);
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

namespace {

using ReadingPaths = TemporaryFolder;

std::string error(std::string const& path) {
    return error_of([&] { read_graph(path); });
}

TEST_F(ReadingPaths, Missing) {
    EXPECT_EQ(error(path("none.txt")), "input: " + path("none.txt") + ": no such file; check the path");
    EXPECT_EQ(error(write("file", "0 1\n") + "/below"),
              "input: " + path("file/below") + ": no such file; check the path");
    EXPECT_EQ(error(""), "input: no file name was given for the graph; give a path");
}

TEST_F(ReadingPaths, Directory) {
    EXPECT_EQ(error(folder_.string()), "input: " + folder_.string() + ": is a directory; give a graph file in it");
}

TEST_F(ReadingPaths, Device) {
    EXPECT_EQ(error("/dev/zero"), "input: /dev/zero: is a device; give a graph file or a pipe");
}

TEST_F(ReadingPaths, TooLong) {
    EXPECT_NE(error(path(std::string(5000, 'x'))).find("the path cannot be used (File name too long)"),
              std::string::npos);
}

TEST_F(ReadingPaths, PermissionIsAnErrorOfTheSystem) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    std::string const file = write("secret.txt", "0 1\n");
    ::chmod(file.c_str(), 0);
    EXPECT_EQ(error(file), "error: " + file + ": permission denied; make the file readable for this user (chmod u+r)");
}

TEST_F(ReadingPaths, FailedReadIsAnErrorOfTheSystem) {
    std::string const file = "/proc/self/mem";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << " to provoke a failing read";
    EXPECT_EQ(error(file), "error: " + file + ": cannot be read (Input/output error); check the file and its disk");
}

TEST_F(ReadingPaths, EmptyFile) {
    std::string const file = write("empty.txt", "");
    EXPECT_EQ(error(file), "input: " + file + ": the file is empty; expected a graph");
}

TEST_F(ReadingPaths, PipesAreReadToTheirEnd) {
    std::string const pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << "0 1\n1 2\n"; });
    Graph const graph = read_graph(pipe);
    writer.join();
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST_F(ReadingPaths, ErrorsNameFileAndLine) {
    std::string const file = write("bad.txt", "0 1\n1 x\n");
    EXPECT_EQ(error(file), "input: " + file +
                               ":2: 'x' is not a vertex id; expected a whole number, or give --names if ids are names");
}

struct Shape {
    VertexId vertices;
    std::size_t edges;
};

class RoundTrip : public TemporaryFolder {
protected:
    Graph there_and_back(Graph const& graph, std::string const& name) {
        write_graph(graph, path(name));
        return read_graph(path(name));
    }

    template <class Check> void for_all_graphs(std::vector<std::string> const& names, Check&& check) {
        for (std::string const& name : names) {
            for (Shape const shape :
                 {Shape{2, 20}, Shape{9, 12}, Shape{100, 60}, Shape{300, 9000}, Shape{20000, 30000}}) {
                for (Ids const ids : {Ids::positions, Ids::gaps}) {
                    SCOPED_TRACE(name + " of " + std::to_string(shape.vertices) + " vertices");
                    Graph const graph = random_graph(shape.vertices, shape.edges, ids, shape.edges);
                    check(graph, there_and_back(graph, name));
                }
            }
        }
    }
};

TEST_F(RoundTrip, EdgeListsKeepNamedEdges) {
    for_all_graphs({"g.txt", "g.el", "g.edges", "g.txt.gz", "G.TXT"}, [](Graph const& before, Graph const& after) {
        EXPECT_EQ(named_edges(after), named_edges(before));
        EXPECT_EQ(after.cleaning.duplicates, 0u);
    });
}

TEST_F(RoundTrip, MatrixMarketAndMetisKeepTheStructure) {
    for_all_graphs({"g.mtx", "g.mtx.gz", "g.graph", "g.metis", "g.graph.gz"},
                   [](Graph const& before, Graph const& after) {
                       expect_same_structure(after, before);
                       EXPECT_EQ(after.original_id(0), 1u);
                       EXPECT_EQ(after.cleaning.duplicates, 0u);
                   });
}

// What a format keeps: a line for each vertex and edge, by names or ids or else by places.
struct Kept {
    bool names, directions, labels, edge_labels, lone_vertices;
};

std::vector<std::string> lines_of(Graph const& graph, Kept const& kept) {
    auto const text_of = [&](VertexId v) {
        if (!kept.names) return std::to_string(v);
        OriginalId const id = graph.original_id(v);
        return has_names(graph) ? vertex_name(graph, id) : std::to_string(id);
    };
    auto const label = [](bool has, std::vector<std::uint32_t> const& of, std::vector<std::string> const& names,
                          std::size_t at) {
        return has && of[at] != GraphMarks::no_label ? " [" + names[of[at]] + "]" : "";
    };
    GraphMarks const none;
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    std::vector<std::string> lines;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (!kept.lone_vertices && graph.degree(v) == 0) continue;
        lines.push_back(text_of(v) + label(kept.labels && has_labels(graph), marks.labels, marks.label_names, v));
    }
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        auto const entry = static_cast<std::size_t>(graph.ref().find(v, u));
        std::string const ends = kept.directions
                                     ? text_of(v) + " > " + text_of(u)
                                     : std::min(text_of(v), text_of(u)) + " - " + std::max(text_of(v), text_of(u));
        lines.push_back(
            ends + label(kept.edge_labels && has_edge_labels(graph), marks.edge_labels, marks.edge_label_names, entry));
    });
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end()); // arcs both ways without directions
    return lines;
}

class EveryWriter : public TemporaryFolder {
protected:
    // Returns: the formats that refuse it. Others give back all that lost_in() does not name.
    std::set<std::string> refused_by(Graph const& graph) {
        std::set<std::string> refused;
        for (FormatInfo const& format : graph_formats()) {
            if (format.written_by != "cerrado convert") continue;
            std::string const file = path("g" + format.extensions.front());
            SCOPED_TRACE(format.name);
            try {
                write_graph(graph, file);
            } catch (InputError const&) {
                EXPECT_FALSE(std::filesystem::exists(file));
                refused.insert(format.name);
                continue;
            }
            expect_read_back(graph, file, format);
            std::filesystem::remove(file);
        }
        return refused;
    }

private:
    static void expect_read_back(Graph const& graph, std::string const& file, FormatInfo const& format) {
        std::string const lost = lost_in(graph, file);
        auto const is_lost = [&](char const* what) { return lost.find(what) != std::string::npos; };
        bool const keeps_labels_of_edges =
            format.edge_labels && !is_lost("labels of edges") && !is_lost("labels of arcs");
        Kept const kept{.names = has_names(graph) ? format.names : format.ids,
                        .directions = format.directions && is_directed(graph),
                        .labels = format.labels && !is_lost("labels of vertices") && !is_lost("labels that"),
                        .edge_labels = keeps_labels_of_edges && has_edge_labels(graph),
                        .lone_vertices = format.lone_vertices};
        Graph const after = read_graph(
            file,
            {.directed = kept.directions, .edge_labels = kept.edge_labels, .names = has_names(graph) && format.names});
        EXPECT_EQ(lines_of(after, kept), lines_of(graph, kept));
    }
};

constexpr char const* odd_texts[] = {
    " x",   "x ",  " ",     "x  y",   "//x",     "/x",         "#x",    "# x", "%x",       "a,b",
    "a;b",  "a|b", "a:b",   "a\"b",   "\"a\"",   "\"",         "{x}",   "a{",  "{'w': 1}", "-",
    "--",   "&",   "&amp;", "&#34;",  "&\"amp;", "<b>",        "]]>",   "'",   "\xC3\xA4", "5",
    "05",   "1.5", "-7",    "*Edges", "c x",     "p edge 2 1", "graph", "l",   "e",        "source,target",
    "NULL", "nan", "0 l x"};

// A path of four vertices and a vertex without an edge, in which the text has the first place or the last.
TEST_F(EveryWriter, IsReadBackWithNames) {
    for (std::string const text : odd_texts) {
        std::vector<std::string> names{text, "m", "n", "o", "q"};
        std::ranges::sort(names);
        auto const place = static_cast<VertexId>(std::ranges::find(names, text) - names.begin());
        std::vector<VertexId> others;
        for (VertexId v = 0; v < 5; ++v) {
            if (v != place) others.push_back(v);
        }
        std::vector<Edge> const edges{{others[0], place}, {place, others[1]}, {others[2], others[1]}};
        std::set<std::string> expected;
        if (text.starts_with(' ') || text.ends_with(' ') || text.starts_with('#')) expected.insert("sif");
        SCOPED_TRACE("'" + text + "'");
        EXPECT_EQ(refused_by(with_names(graph_from_edges(5, edges), names)), expected);
        EXPECT_EQ(refused_by(with_names(graph_from_arcs(5, edges), names)), expected);
    }
}

TEST_F(EveryWriter, IsReadBackWithLabels) {
    std::vector<Edge> const edges{{0, 1}, {2, 1}, {2, 3}};
    for (std::string const text : odd_texts) {
        bool const has_blank = text.starts_with(' ') || text.ends_with(' ');
        std::set<std::string> of_vertices, expected;
        if (has_blank) of_vertices = {"graphml"}, expected = {"graphml", "sif"};
        if (text == "-") expected = {"sif"};
        SCOPED_TRACE("'" + text + "'");
        for (bool const directed : {false, true}) {
            Graph const plain =
                directed ? graph_from_arcs(5, edges, {2, 3, 5, 7, 8}) : graph_from_edges(5, edges, {2, 3, 5, 7, 8});
            EXPECT_EQ(refused_by(with_labels(plain, {"", text, text, "z", ""})), of_vertices);
            EXPECT_EQ(refused_by(with_edge_labels(plain, edges, {text, "z", text})), expected);
            EXPECT_EQ(refused_by(with_edge_labels(plain, edges, {text, "", ""})), expected);
        }
    }
}

// 5 2, and 2 lines more in which no id exceeds 5, would be a header.
TEST_F(EveryWriter, IsReadBackWhereTheFirstArcLooksLikeAHeader) {
    Graph const graph = graph_from_arcs(4, std::vector<Edge>{{3, 0}, {3, 1}, {3, 2}}, {2, 3, 4, 5});
    EXPECT_EQ(refused_by(graph), (std::set<std::string>{}));
}

TEST_F(EveryWriter, RefusesTextThatItCannotHold) {
    std::vector<Edge> const edges{{0, 1}};
    Graph const graph = graph_from_edges(2, edges);
    EXPECT_EQ(refused_by(with_names(graph, {"a", "\xE9"})), (std::set<std::string>{"graphml"}));
    EXPECT_EQ(refused_by(with_labels(graph, {"a\nb", ""})), (std::set<std::string>{"gml", "graphml"}));
    EXPECT_EQ(refused_by(with_edge_labels(graph, edges, {"a\nb"})),
              (std::set<std::string>{"csv", "edges", "gml", "graphml", "pajek", "sif", "tsv"}));
    // All repeat the ids, which GML says of vertices without labels.
    EXPECT_EQ(lost_in(with_labels(graph, {"0", ""}), path("g.gml")),
              "labels that repeat the ids of their vertices are not kept in this format; .cbin keeps them");
    EXPECT_EQ(lost_in(with_labels(graph, {"0", "x"}), path("g.gml")), "");
}

TEST_F(RoundTrip, BinaryKeepsEverything) {
    for_all_graphs({"g.cbin", "g.cbin.gz"}, [](Graph const& before, Graph const& after) {
        expect_same_structure(after, before);
        EXPECT_EQ(ids_of(after), ids_of(before));
        EXPECT_EQ(after.max_degree(), before.max_degree());
    });
}

} // namespace

} // namespace cerrado::test

namespace cerrado {

namespace {

using test::data_folder;

struct RealGraph {
    char const* name;
    VertexId vertices;
    std::uint64_t edges;
    VertexId degeneracy;
};

class RealGraphs : public testing::TestWithParam<RealGraph> {};

// The degeneracies are those given for these graphs in the k-core literature.
INSTANTIATE_TEST_SUITE_P(
    OfTheLiterature, RealGraphs,
    testing::Values(RealGraph{"karate", 34, 78, 4}, RealGraph{"facebook_combined", 4039, 88234, 115},
                    RealGraph{"wiki-vote", 7115, 100762, 53}, RealGraph{"ca-astroph", 18771, 198050, 56},
                    RealGraph{"email-enron", 36692, 183831, 43}, RealGraph{"com-dblp", 317080, 1049866, 113}),
    [](auto const& info) {
        std::string name = info.param.name;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

TEST_P(RealGraphs, OrientedByDegeneracyHaveNoLongerList) {
    RealGraph const expected = GetParam();
    std::filesystem::path const path = data_folder() / (std::string(expected.name) + ".txt.gz");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set CERRADO_DATA_DIR";
    Graph const graph = open_graph(path.string());
    EXPECT_EQ(graph.vertex_count(), expected.vertices);
    EXPECT_EQ(graph.edge_count(), expected.edges);
    EXPECT_EQ(degeneracy(graph), expected.degeneracy);
    Graph const oriented = orient(reorder(graph, degeneracy_order(graph)));
    EXPECT_EQ(oriented.max_degree(), expected.degeneracy);
    EXPECT_EQ(oriented.edge_count(), expected.edges);
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

namespace {

// Sizes after cleaning, as the files' own headers give them.
struct Known {
    char const* name;
    VertexId vertices;
    std::uint64_t edges;
};

TEST(RealGraphs, HaveTheirKnownSizes) {
    std::filesystem::path const folder = test::data_folder();
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no data folder " << folder << "; set CERRADO_DATA_DIR";
    for (Known const known :
         {Known{"karate", 34, 78}, Known{"citeseer", 3264, 4536}, Known{"ca-astroph", 18771, 198050},
          Known{"com-dblp", 317080, 1049866}, Known{"mico", 96638, 1080156}, Known{"wiki-vote-dir", 7115, 100762}}) {
        Graph const graph = read_graph((folder / (std::string(known.name) + ".txt.gz")).string());
        EXPECT_EQ(graph.vertex_count(), known.vertices) << known.name;
        EXPECT_EQ(graph.edge_count(), known.edges) << known.name;
        EXPECT_EQ(graph.cleaning.self_loops, 0u) << known.name;
    }
}

} // namespace

} // namespace cerrado::test
