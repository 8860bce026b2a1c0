#include "unit/graph/helpers.hpp"
#include "unit/graph/shown_columns.hpp"

#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace cerrado::test {

namespace {

class Writing : public TemporaryFolder {
protected:
    // 0-1, 1-2 and the isolated 3, called 5, 7, 9 and 11.
    static Graph small() {
        std::vector<Edge> const edges{{0, 1}, {1, 2}};
        return graph_from_edges(4, edges, {5, 7, 9, 11});
    }
    std::string written(Graph const& graph, std::string const& name) {
        write_graph(graph, path(name));
        return content_of(path(name));
    }
};

// Files of this process end after `bytes`, as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit const limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_F(Writing, EdgeListNamesOriginalIds) {
    EXPECT_EQ(
        written(small(), "g.txt"),
        "# vertices: 4\n# edges: 2, each once, by original ids\n# not listed: 1 vertex without an edge\n5 7\n7 9\n");
}

TEST_F(Writing, MatrixMarketCountsPositionsFromOne) {
    EXPECT_EQ(written(small(), "g.mtx"),
              "%%MatrixMarket matrix coordinate pattern symmetric\n"
              "% rows are positions from 1; original ids are not kept\n4 4 2\n2 1\n3 2\n");
}

TEST_F(Writing, MetisCountsPositionsFromOne) {
    EXPECT_EQ(written(small(), "g.metis"),
              "% vertices are positions from 1; original ids are not kept\n4 2\n2\n1 3\n2\n\n");
}

TEST_F(Writing, OrientedGraphsBecomeUndirectedInTextFormats) {
    Graph const oriented({0, 2, 3, 3}, {1, 2, 2}, {}, true);
    for (std::string name : {"g.el", "g.mtx", "g.graph"}) {
        write_graph(oriented, path(name));
        Graph const graph = read_graph(path(name));
        EXPECT_FALSE(graph.oriented()) << name;
        EXPECT_EQ(graph.edge_count(), 3u) << name;
    }
}

TEST_F(Writing, PacksWhenTheNameEndsInGz) {
    std::string const bytes = written(small(), "g.txt.gz");
    EXPECT_EQ(detail::packing_of(bytes), "gzip");
    EXPECT_EQ(detail::unpack(bytes, "g").bytes, written(small(), "g.txt"));
}

TEST_F(Writing, ReplacesTheFileBehindALinkAndLeavesNothingElse) {
    write("target.txt", "old");
    std::filesystem::create_symlink("target.txt", path("link.txt"));
    write_graph(small(), path("link.txt"));
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.txt")));
    EXPECT_EQ(named_edges(read_graph(path("target.txt"))), (NamedEdges{{5, 7}, {7, 9}}));
    EXPECT_EQ(listing(), (std::vector<std::string>{"link.txt", "target.txt"}));
}

TEST_F(Writing, MakesTheFileThatALinkLeadsToAndIsNotThere) {
    std::filesystem::create_directory(folder_ / "other");
    std::filesystem::create_symlink("other/real.txt", folder_ / "link.txt"); // from where the link is
    write_graph(small(), folder_ / "link.txt");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.txt"));
    EXPECT_TRUE(std::filesystem::is_regular_file(folder_ / "other" / "real.txt"));
    std::filesystem::create_symlink("ring.txt", folder_ / "ring.txt");
    EXPECT_THROW(write_graph(small(), folder_ / "ring.txt"), Error);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "ring.txt"));
}

TEST_F(Writing, GivesTheUsualRights) {
    mode_t const before = ::umask(022);
    written(small(), "g.txt");
    ::umask(before);
    struct stat status {};
    ASSERT_EQ(::stat(path("g.txt").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_F(Writing, FullDevice) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    for (std::string name : {"g.txt", "g.mtx", "g.graph", "g.cbin", "g.txt.gz", "g.cbin.gz"}) {
        std::filesystem::create_symlink("/dev/full", path(name));
        EXPECT_EQ(
            error_of([&] { write_graph(small(), path(name)); }),
            "error: " + path(name) +
                ": the file could not be written completely (No space left on device); free some disk space or choose "
                "another disk; no partial file was left");
        std::filesystem::remove(path(name));
    }
    EXPECT_NE(
        error_of([&] { write_graph(small(), "/dev/full"); }).find("error: /dev/full: the file could not be written"),
        std::string::npos);
    EXPECT_TRUE(listing().empty());
}

// Where the file system has files without names.
TEST_F(Writing, AProcessThatIsKilledLeavesNothing) {
    int const unnamed = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (unnamed < 0) GTEST_SKIP() << "no files without names in " << folder_;
    ::close(unnamed);
    write("g.txt", "old");
    EXPECT_EXIT(
        {
            detail::OutputFile file(path("g.txt"), false);
            file.write(std::string(std::size_t{5} << 20, 'x'));
            std::raise(SIGKILL);
        },
        testing::KilledBySignal(SIGKILL), "");
    EXPECT_EQ(content_of(path("g.txt")), "old");
    EXPECT_EQ(listing(), (std::vector<std::string>{"g.txt"}));
}

TEST_F(Writing, FullDiskLeavesTheOldFileAndNoPartialOne) {
    Graph const graph = random_graph(2000, 40000, Ids::gaps, 5);
    for (std::string name : {"g.txt", "g.mtx", "g.graph", "g.cbin", "g.txt.gz", "g.cbin.gz"}) {
        write(name, "old");
        std::string error;
        {
            FileSizeLimit const limit(20000);
            error = error_of([&] { write_graph(graph, path(name)); });
        }
        EXPECT_EQ(
            error,
            "error: " + path(name) +
                ": the file could not be written completely (File too large); free some disk space or choose another "
                "disk; no partial file was left");
        EXPECT_EQ(content_of(path(name)), "old");
        EXPECT_EQ(listing(), (std::vector<std::string>{name}));
        std::filesystem::remove(path(name));
    }
}

TEST_F(Writing, UnusableTargets) {
    EXPECT_EQ(
        error_of([&] { write_graph(small(), path("none/g.txt")); }),
        "error: " + path("none/g.txt") + ": cannot be written (No such file or directory); create its folder first");
    std::filesystem::create_directory(path("folder.txt"));
    EXPECT_EQ(error_of([&] { write_graph(small(), path("folder.txt")); }),
              "error: " + path("folder.txt") + ": cannot be written (Is a directory); give a file name in it");
    EXPECT_EQ(listing(), (std::vector<std::string>{"folder.txt"}));
}

TEST_F(Writing, SaysWhatIsLost) {
    Graph const graph = graph_from_edges(4, std::vector<Edge>{{0, 1}, {1, 3}}, {7, 8, 9, 12});
    EXPECT_EQ(lost_in(graph, path("g.txt")), "vertices without an edge are not kept in this format; .cbin keeps them");
    EXPECT_EQ(lost_in(graph, path("g.csv")), lost_in(graph, path("g.txt")));
    for (char const* name : {"g.mtx", "g.graph", "g.g6", "g.dimacs"}) {
        EXPECT_EQ(lost_in(graph, path(name)), "original ids are not kept in this format; .cbin keeps them") << name;
    }
    EXPECT_EQ(lost_in(graph, path("g.gml")), "");
    EXPECT_EQ(lost_in(graph_from_edges(2, std::vector<Edge>{{0, 1}}, {1, 2}), path("g.g6")), "") << "counted from 1";
    Graph const marked =
        with_edge_labels(graph_from_edges(2, std::vector<Edge>{{0, 1}}), std::vector<Edge>{{0, 1}}, {"x"});
    EXPECT_EQ(lost_in(marked, path("g.dimacs")),
              "labels of edges that are no whole numbers are not kept in this format; .cbin keeps them");
    Graph const named = with_names(with_labels(graph_from_edges(2, std::vector<Edge>{{0, 1}}), {"A", "B"}), {"a", "b"});
    EXPECT_EQ(lost_in(named, path("g.gml")),
              "labels of vertices beside names are not kept in this format; .cbin keeps them");
    EXPECT_EQ(lost_in(named, path("g.graphml")), "");
}

TEST_F(Writing, UnknownExtension) {
    for (std::string name : {"g", "g.gz", "g.doc", "g.lg.gz"}) {
        std::string const error = error_of([&] { write_graph(small(), path(name)); });
        EXPECT_TRUE(error.starts_with("input: " + path(name) +
                                      ": no graph format is written for this extension; expected .cbin"))
            << error;
    }
    EXPECT_NE(error_of([&] { write_graph(small(), path("g.txt.xz")); }).find(".xz, but does not write it"),
              std::string::npos);
    EXPECT_TRUE(listing().empty());
}

} // namespace

// Edges written as CSV.

namespace {

class CsvWriter : public TemporaryFolder {
protected:
    std::string written(Graph const& graph, std::string const& name = "g.csv") {
        save_graph(graph, path(name));
        return content_of(path(name));
    }
};

TEST_F(CsvWriter, HasOriginalIds) {
    EXPECT_EQ(written(graph_from_edges(3, std::vector<Edge>{{0, 2}, {1, 2}}, {5, 70, 900})),
              "source,target\n5,900\n70,900\n");
}

TEST_F(CsvWriter, QuotesNamesThatNeedIt) {
    Graph const graph = with_names(graph_from_edges(4, std::vector<Edge>{{0, 1}, {2, 3}, {0, 3}}),
                                   {" x", "New York", "a, b", "the \"y\""});
    EXPECT_EQ(written(graph), "source,target\n\" x\",New York\n\" x\",\"the \"\"y\"\"\"\n\"a, b\",\"the \"\"y\"\"\"\n");
}

// A row for each line, also of loops and parallel arcs, in their order; what is read again is the same.
TEST_F(CsvWriter, HasTheRowsOfAGraph) {
    std::string const text =
        "source,target,when,amount,rate,note,ok\n"
        "\"Smith, A\",bob,2024-01-01T10:00:00.250000,5,1.0,\"wire, fast\",true\n"
        "bob,cid,2024-01-01T10:30:00,-4,2.0,\"say \"\"hi\"\"\",false\n"
        "cid,cid,2024-01-01T10:40:00,,3.0,,true\n"
        "cid,\"Smith, A\",1969-12-31T23:59:59,3,,\"\",true\n"
        "\"Smith, A\",bob,2023-01-01T10:30:00,2,1e+300,\"NA\",\n"
        "\"Smith, A\",bob,,9223372036854775807,-0.1,\"# x\",false\n"
        "\"Smith, A\",bob,2023-01-01T10:30:00,2,-inf,5,false\n";
    for (bool const directed : {true, false}) {
        ReadOptions const options{.directed = directed, .names = true, .attributes = true};
        Graph const graph = detail::read_buffer(text, "g.csv", {}, options);
        ASSERT_EQ(graph.columns->rows, 7u);
        EXPECT_EQ(lost_in(graph, path("g.csv")), "");
        std::string const again = written(graph);
        if (directed) {
            EXPECT_EQ(again, text);
        }
        for (std::string const& content : {again, written(graph, "g.tsv")}) {
            Graph const back = detail::read_buffer(content, "g", {}, options);
            expect_same_columns(*back.columns, *graph.columns);
            EXPECT_EQ(back.columns->line, graph.columns->line);
            EXPECT_EQ(*back.marks->names, *graph.marks->names);
        }
    }
}

TEST_F(CsvWriter, HasTabsInATsv) {
    Graph const graph =
        with_names(graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}), {"New York", "a, b", "the \"y\""});
    EXPECT_EQ(written(graph, "g.tsv"), "source\ttarget\nNew York\t\"a, b\"\n\"a, b\"\t\"the \"\"y\"\"\"\n");
    Graph const back = detail::read_buffer(content_of(path("g.tsv")), "g.tsv", {}, {.names = true});
    EXPECT_EQ(*back.marks->names, *graph.marks->names);
    std::vector<Edge> const arcs{{1, 0}, {1, 2}};
    EXPECT_EQ(written(with_edge_labels(graph_from_arcs(3, arcs), arcs, {"x,y", ""}), "g.tsv"),
              "source\ttarget\tlabel\n1\t0\t\"x,y\"\n1\t2\t\n");
    Column const amount{.name = "amount", .whole = {7, 8}};
    EXPECT_EQ(written(with_rows(graph_from_arcs(3, arcs), arcs, {amount}), "g.tsv"),
              "source\ttarget\tamount\n1\t0\t7\n1\t2\t8\n");
}

TEST_F(CsvWriter, HasEdgesWithoutARowAndLabels) {
    std::vector<Edge> const arcs{{1, 0}, {1, 2}, {2, 0}}, rows{{1, 2}, {1, 0}, {1, 2}};
    Column const source{.name = "Source", .whole = {7, 8, 9}}, label{.name = "label", .whole = {1, 2, 3}};
    Graph graph = with_rows(graph_from_arcs(3, arcs), rows, {source, label});
    EXPECT_EQ(written(graph), "source,target,Source_,label\n1,2,7,1\n1,0,8,2\n1,2,9,3\n2,0,,\n");
    graph = with_edge_labels(std::move(graph), arcs, {"x,y", "", "z"});
    EXPECT_EQ(written(graph), "source,target,label,Source_,label_\n1,2,,7,1\n1,0,\"x,y\",8,2\n1,2,,9,3\n2,0,z,,\n");
    Column const same{
        .name = "kind", .type = ColumnType::text, .text = {Column::no_word, 0, Column::no_word}, .words = {"x,y"}};
    EXPECT_EQ(written(with_rows(graph, rows, {same})), "source,target,kind\n1,2,\n1,0,\"x,y\"\n1,2,\n2,0,\n");
}

TEST_F(CsvWriter, SaysWhichColumnsAreLost) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}};
    Column const numbers{.name = "code", .type = ColumnType::text, .text = {0, 1}, .words = {"007", "1e3"}};
    Graph graph = with_rows(graph_from_arcs(2, arcs), arcs, {numbers});
    std::string const end = " are not kept in this format; .cbin keeps them",
                      texts = "texts that all look like numbers or times";
    EXPECT_EQ(lost_in(graph, path("g.csv")), texts + end);
    Column const words{.name = "code", .type = ColumnType::text, .text = {0, 1}, .words = {"007", "b"}};
    EXPECT_EQ(lost_in(with_rows(graph, arcs, {words}), path("g.csv")), "");
    graph = with_vertex_column(std::move(graph), Column{.name = "size", .whole = {1, 2}});
    EXPECT_EQ(lost_in(graph, path("g.csv")), "attributes of vertices, " + texts + end);
    EXPECT_EQ(lost_in(graph, path("g.txt")), "attributes" + end);
    Column const broken{.name = "code", .type = ColumnType::text, .text = {0, 0}, .words = {"a\nb"}};
    EXPECT_NE(error_of([&] { written(with_rows(graph, arcs, {broken})); }).find("control character"),
              std::string::npos);
}

TEST_F(CsvWriter, HasDirectionsAndLabels) {
    std::vector<Edge> const arcs{{1, 0}, {1, 2}};
    EXPECT_EQ(written(with_edge_labels(graph_from_arcs(3, arcs), arcs, {"x,y", ""})),
              "source,target,label\n1,0,\"x,y\"\n1,2,\n");
}

} // namespace

} // namespace cerrado::test
