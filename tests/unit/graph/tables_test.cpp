// Tables without a mark of their format: what their lines tell, and what is said of it.
#include "equivalence/sanitizers.hpp"
#include "unit/graph/helpers.hpp"

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>

#include <set>

namespace cerrado::test {
namespace {

Graph read(std::string_view text, ReadOptions const& options = {}, std::string const& name = "g.txt") {
    return detail::read_buffer(text, name, {}, options);
}
std::string said_of(Graph const& graph) { return described(*graph.read_as); }
std::string error(std::string_view text, ReadOptions const& options = {}) {
    return error_of([&] { read(text, options); });
}
bool has(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

using EdgesByName = std::set<std::pair<std::string, std::string>>;
EdgesByName by_name(Graph const& graph) {
    EdgesByName edges;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        edges.insert({vertex_name(graph, graph.original_id(v)), vertex_name(graph, graph.original_id(u))});
    });
    return edges;
}

NamedEdges const paw{{10, 20}, {10, 30}, {20, 30}, {30, 40}};

} // namespace

TEST(Tables, AHeaderNamesTheColumnsOfTheEnds) {
    for (std::string const header :
         {"id,source,target", "weight,from,to", "x,src,dst", "key,from_node,to_node", "w,node1,node2", "w,i,j", "w,u,v",
          "w,Source,Target", "n,FromNodeId,ToNodeId", "n,protein1,protein2", "n,head,tail", "n,id_1,id_2",
          "n,Gene A,Gene B", "\"\",\"from\",\"to\"", ",source,target", "# n,source,target"}) {
        Graph const graph = read(header + "\n1,10,20\n2,10,30\n3,20,30\n4,30,40\n");
        EXPECT_EQ(named_edges(graph), paw) << header;
        EXPECT_EQ(graph.read_as->columns[0].number, 2u) << header;
        EXPECT_TRUE(graph.read_as->is_doubtful) << header;
    }
    Graph const graph =
        read("# a\n# b\nid\tname\ttarget\tsource\n1\tx y\t20\t10\n2\tz\t30\t10\n3\ta\t30\t20\n4\tb\t40\t30\n");
    EXPECT_EQ(named_edges(graph), paw);
    EXPECT_TRUE(has(said_of(graph), "columns source (4) and target (3) of 4, 1 header line, 2 comments"))
        << said_of(graph);
}

TEST(Tables, ThousandsOfColumnsTakeNoTime) {
    constexpr int columns = 10'000;
    auto const line = [](auto const& cell) {
        std::string text;
        for (int i = 0; i < columns; ++i) text += (i == 0 ? "" : ",") + cell(i);
        return text + "\n";
    };
    auto const value = [](int i) { return std::string(i >= columns - 2 ? "7" : "x") + (i % 2 == 0 ? "1" : "2"); };
    for (std::string const name : {"node", "source"}) {
        auto const word = [&](int i) {
            return i == columns - 2 ? "from" : i == columns - 1 ? "to" : name + std::to_string(i);
        };
        Stopwatch const watch;
        Graph const graph = read(line(word) + line(value) + line(value));
        EXPECT_EQ(named_edges(graph), (NamedEdges{{71, 72}})) << name;
        EXPECT_LT(watch.seconds(), under_thread_sanitizer ? 60 : 20) << name;
    }
}

TEST(Tables, NumbersThatAreNoHeaderAreNone) {
    // 11 and 12, or gene1 and gene2 on other lines, are no pair of words.
    EXPECT_EQ(named_edges(read("0 11 12\n3 4 5\n")), (NamedEdges{{0, 11}, {3, 4}}));
    EXPECT_EQ(by_name(read("gene1\tgene2\ngene2\tgene3\n", {.names = true})).size(), 2u);
    EXPECT_EQ(by_name(read("A B\nC D\n", {.names = true})).size(), 2u);
    EXPECT_EQ(by_name(read("from,to\nA,B\nB,C\n", {.names = true})), (EdgesByName{{"A", "B"}, {"B", "C"}}));
    EXPECT_EQ(by_name(read("u,v\nA,B\nB,C\n", {.names = true})), (EdgesByName{{"A", "B"}, {"B", "C"}}));
    EXPECT_EQ(by_name(read("u v\nv w\n", {.names = true})).size(), 2u);
}

TEST(Tables, ColumnsMayBeGiven) {
    std::string const text = "1 10 20 7\n1 10 30 7\n2 20 30 7\n2 30 40 7\n";
    EXPECT_EQ(named_edges(read(text, {.columns = "2,3"})), paw);
    EXPECT_FALSE(read(text, {.columns = "2,3"}).read_as->is_doubtful);
    EXPECT_TRUE(has(error(text, {}), "columns 2 and 3 have 2")) << "the first column has nothing in common with others";
    EXPECT_TRUE(read("1 2 7 8\n2 3 7 8\n").read_as->is_doubtful) << "all four columns could be ids";
    Graph const labelled =
        read("layer;a;b;kind\n1;10;20;x y\n1;10;30;\n", {.edge_labels = true, .columns = "a,B,kind"});
    EXPECT_EQ(named_edges(labelled), (NamedEdges{{10, 20}, {10, 30}}));
    EXPECT_EQ(labelled.marks->edge_label_names, (std::vector<std::string>{"x y"}));
    EXPECT_TRUE(has(error(text, {.columns = "2,9"}),
                    "g.txt:1: the line has 4 columns; expected the ends of the edge in columns 2 and 9"));
    EXPECT_TRUE(has(error(text, {.columns = "2,two"}), "no column 'two'"));
    EXPECT_TRUE(
        has(error(text, {.columns = "2,3,9"}), "--columns 2,3,9: lines have 4 columns, and there is no column 9"));
    EXPECT_TRUE(has(error(text, {.columns = "2,2"}), "expected two columns"));
    EXPECT_TRUE(has(error(text, {.columns = "0,1"}), "columns count from 1"));
    EXPECT_EQ(by_name(read("A*x*B\nB*y*C\n", {.names = true, .columns = "1,3", .delimiter = "*"})),
              (EdgesByName{{"A", "B"}, {"B", "C"}}));
    EXPECT_EQ(named_edges(read("1/2\n2/3/x\n", {.delimiter = "/"})), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_TRUE(has(error("1 2\n2 3\n", {.delimiter = "tab"}), "the line has one id, 1 2;"));
    EXPECT_TRUE(has(error(text, {.delimiter = "**"}), "--delimiter **: expected one character"));
}

TEST(Tables, OneSeparatorIsThatOfTheFile) {
    ReadOptions const names{.names = true};
    EdgesByName const teas{{"Black Tea", "Green Tea"}, {"Black Tea", "White Rice"}};
    EXPECT_EQ(by_name(read("Green Tea\tBlack Tea\nBlack Tea\tWhite Rice\n", names)), teas);
    EXPECT_EQ(by_name(read("Green Tea, Black Tea\r\nBlack Tea,White Rice \r\n", names)), teas);
    EXPECT_EQ(by_name(read("Green Tea;Black Tea;0,5\nBlack Tea;White Rice;2\n", names)), teas);
    EXPECT_EQ(by_name(read("\"Green Tea\" \"Black Tea\" 5\n\"Black Tea\" \"White Rice\" 2\n", names)), teas);
    EXPECT_EQ(by_name(read("A B 0,5\nB C 1,5\n", names)), (EdgesByName{{"A", "B"}, {"B", "C"}})) << "decimal commas";
    EXPECT_EQ(by_name(read("\"a \"\"b\"\"\",c\nd,c\n", names)), (EdgesByName{{"a \"b\"", "c"}, {"c", "d"}}));
    EXPECT_EQ(named_edges(read("\"10\",\"20\"\n\"10\",\"30\"\n")), (NamedEdges{{10, 20}, {10, 30}}));
    EXPECT_EQ(named_edges(read("1::2::5\n2::3::4\n")), (NamedEdges{{1, 2}, {2, 3}}));
}

TEST(Tables, AnEmptyCellIsAnError) {
    EXPECT_TRUE(has(error("1,,2\n2,,3\n"), "g.txt:1: a cell is empty"));
    EXPECT_TRUE(has(error("1,2\n2,,3\n"), "g.txt:2: a cell is empty"));
    EXPECT_TRUE(has(error("source,target\n1,2\n,3\n"), "g.txt:3: "));
    EXPECT_TRUE(has(error("a,b\na,,red\n", {.names = true}), "g.txt:2: a cell is empty"));
    EXPECT_EQ(named_edges(read(",1,2\n,2,3\n")), (NamedEdges{{1, 2}, {2, 3}})) << "a column that is empty on each line";
}

TEST(Tables, AFirstLineOfSizesIsNoEdge) {
    for (std::string const header : {"4 4", "4 4 4", "# ORCA\n4 4", "4\t4"}) {
        Graph const graph = read(header + "\n0 1\n0 2\n1 2\n2 3\n");
        EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {1, 2}, {2, 3}})) << header;
        EXPECT_TRUE(has(said_of(graph), "is a header: 4 lines follow, and no id exceeds 4")) << said_of(graph);
    }
    EXPECT_EQ(named_edges(read("3 3 0\n0 1\n1 2\n2 0\n")).size(), 4u) << "n n m, and m is wrong";
    EXPECT_EQ(named_edges(read("2 3\n1 2\n1 3\n3 4\n")).size(), 4u) << "ids pass 2";
    EXPECT_EQ(named_edges(read("4 3\n0 1\n0 2\n1 2\n2 3\n")).size(), 5u) << "four lines follow";
    Graph const cut = read("9 8\n0 1\n0 2\n1 2\n2 3\n");
    EXPECT_TRUE(has(said_of(cut), "if it is a header n m, 4 lines are missing or too many")) << said_of(cut);
    EXPECT_EQ(named_edges(read("2 3 x\n1 2 y\n", {.edge_labels = true})).size(), 2u);
    EXPECT_EQ(named_edges(read("4 4\n0 1 a\n0 2 b\n1 2 c\n2 3 d\n", {.edge_labels = true})).size(), 4u);
}

TEST(Tables, MetisIsKnownByItsLines) {
    for (std::string const& text :
         {std::string("4 4\n2 3\n1 3\n1 2 4\n3\n"), std::string("% c\r\n4 4 0\r\n2 3 \r\n1 3 \r\n1 2 4\r\n3\r\n"),
          std::string("4 4 1\n2 9 3 9\n1 9 3 9\n1 9 2 9 4 9\n3 9\n"),
          std::string("4 4 10\n7 2 3\n7 1 3\n7 1 2 4\n7 3\n")}) {
        Graph const graph = read(text);
        EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {1, 3}, {2, 3}, {3, 4}})) << text;
        EXPECT_EQ(graph.read_as->format, "METIS");
        EXPECT_TRUE(has(error(text, {.directed = true}), "this format has no directions"));
        EXPECT_TRUE(has(error(text, {.names = true}), "the vertices of this format have no names"));
    }
    std::string const ring = "4 4\n2 4\n1 3\n2 4\n1 3\n";
    EXPECT_TRUE(has(error(ring), "give --format metis or --format edges"));
    EXPECT_EQ(named_edges(read(ring, {.format = "metis"})), (NamedEdges{{1, 2}, {1, 4}, {2, 3}, {3, 4}}));
    EXPECT_EQ(named_edges(read(ring, {.format = "edges"})), (NamedEdges{{1, 3}, {2, 4}}));
    // One-sided lists are no METIS; nor are they adjacency lists, as their first line is a header.
    EXPECT_TRUE(has(error("3 3\n2 3 2\n1\n3\n"), "--format"));
}

TEST(Tables, LinesOfDifferentLengthsAreAdjacencyLists) {
    Graph const graph = read("# networkx\n0 1 2 3\n1 2 3\n2 3\n3\n4\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
    EXPECT_EQ(graph.vertex_count(), 5u);
    EXPECT_TRUE(has(said_of(graph), "adjacency list")) << said_of(graph);
    EXPECT_EQ(count_arcs_or_edges(read("0 1 2\n1 2\n2\n", {.directed = true})), 3u);
    EXPECT_EQ(count_arcs_or_edges(read("0 1 2\n1 0 2\n2 0 1\n3 0\n0\n", {.format = "adjlist"})), 4u);
    EXPECT_EQ(by_name(read("oak ash elm\nash elm\nelm\n", {.names = true, .format = "adjlist"})).size(), 3u);
    EXPECT_TRUE(has(error("oak ash elm\nash elm\nelm yew\n", {.names = true}), "lines have between 2 and 3 words"));
    EXPECT_EQ(by_name(read("oak ash 0.5\nash elm\n", {.names = true})).size(), 2u) << "some have weights";
}

TEST(Tables, WhatMayBeMoreThanOneThingIsAskedFor) {
    // Two lines begin with 1; the last line alone is shorter; one id is missing.
    EXPECT_TRUE(has(error("1 2 5\n1 3\n2 3 4\n"), "each line begins with another vertex"));
    EXPECT_TRUE(has(error("1 2 5\n2 3 4\n3 4\n"), "more than the last line would be shorter"));
    EXPECT_EQ(named_edges(read("1 2 5\n1 3\n2 3 4\n", {.columns = "1,2"})), (NamedEdges{{1, 2}, {1, 3}, {2, 3}}));
    EXPECT_TRUE(has(error("0 1\n1 2\n2\n"), "g.txt:3: the line has one id, 2;"));
    EXPECT_EQ(named_edges(read("0 1\n1 2\n2\n", {.format = "adjlist"})), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(named_edges(read("1 2 0.5\n1 3\n2 3 some text\n")).size(), 3u) << "what is behind the ends are no ids";
    EXPECT_EQ(named_edges(read("1 2 # 5\n2 3\n3 1 # 4 6\n")).size(), 3u);
}

TEST(Tables, SquaresOfZerosAndOnesAreMatrices) {
    NamedEdges const edges{{0, 1}, {0, 2}, {1, 2}, {2, 3}};
    for (std::string const& text :
         {std::string("0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1 0\n"), std::string("0,1,1,0\n1,0,1,0\n1,1,0,1\n0,0,1,0\n"),
          std::string(",0,1,2,3\n0,0,1,1,0\n1,1,0,1,0\n2,1,1,0,1\n3,0,0,1,0\n"),
          std::string("0 1 2 3\n0 0 1 1 0\n1 1 0 1 0\n2 1 1 0 1\n3 0 0 1 0\n")}) {
        Graph const graph = read(text);
        EXPECT_EQ(named_edges(graph), edges) << text;
        EXPECT_EQ(graph.read_as->format, "adjacency matrix");
        EXPECT_EQ(graph.cleaning.duplicates, 0u);
    }
    Graph const named = read(",x,y,z\nx,0,1,0\ny,0,0,1\nz,0,0,0\n", {.directed = true, .names = true});
    EXPECT_EQ(by_name(named), (EdgesByName{{"x", "y"}, {"y", "z"}}));
    EXPECT_TRUE(read("0 1 0 0\n0 0 1 0\n0 0 0 1\n0 0 0 0\n").cleaning.directed);
    EXPECT_EQ(read("0 1 0 0\n1 0 0 0\n0 0 0 0\n0 0 0 0\n").vertex_count(), 4u);
    EXPECT_TRUE(has(error("0 1 1 0\n1 0 1 0\n1 1 0 1\n"), "fewer than 4 lines of 4 zeros and ones"));
    EXPECT_EQ(named_edges(read("0 1\n1 0\n")), (NamedEdges{{0, 1}})) << "an edge list";
}

TEST(Tables, SquaresOfNumbersWithZerosOnTheDiagonalAreMatrices) {
    NamedEdges const edges{{0, 1}, {0, 3}, {1, 2}};
    for (std::string const& text : {std::string("0 2.5 0 1\n2.5 0 4 0\n0 4 0 0\n1 0 0 0\n"),
                                    std::string("0,7,0,1\n7,0,4,0\n0,4,0,0\n1,0,0,0\n")}) {
        EXPECT_EQ(named_edges(read(text)), edges) << text;
    }
    EXPECT_TRUE(has(error("0 2 1\n2 0 4\n1 4 0\n"), "--format matrix or --format edges"));
    EXPECT_EQ(named_edges(read("1 2 5 9\n2 3 1 9\n1 3 2 9\n3 4 1 9\n")).size(), 4u) << "edges with further columns";
}

TEST(Tables, AMatrixHasItsEdgesByTheNamesOfRowsAndColumns) {
    std::string const columns_in_other_order =
        ",b,a,d,c,e,f\na,0,1,1,0,0,0\nb,1,0,1,0,0,0\nc,1,1,0,1,0,0\nd,0,0,1,0,1,0\ne,0,0,0,1,0,0\nf,0,0,0,0,0,0\n";
    Graph const graph = read(columns_in_other_order, {.names = true});
    EXPECT_EQ(by_name(graph), (EdgesByName{{"a", "c"}, {"a", "d"}, {"b", "c"}, {"b", "d"}, {"c", "e"}, {"d", "e"}}));
    EXPECT_EQ(graph.vertex_count(), 6u);
    EXPECT_TRUE(has(said_of(graph), "rows come in another order than columns")) << said_of(graph);
    EXPECT_EQ(by_name(read(",y,x\nx,1,0\ny,0,1\n", {.names = true})), (EdgesByName{{"x", "y"}})) << "both ways";
    EXPECT_EQ(by_name(read("a b c\nc 0 .5 0\nb 0 0 0\na 0 0 0\n", {.directed = true, .names = true})),
              (EdgesByName{{"c", "b"}}))
        << "R, without a corner";
    EXPECT_TRUE(
        has(error(",a,b,c\na,0,1,1\nb,1,0,0\n", {.names = true}), "a column has the name 'c', and no row has it"));
    EXPECT_TRUE(has(error(",a,a,c\na,0,1,1\nc,1,0,0\n", {.names = true}), "two columns have the same name"));
    EXPECT_EQ(by_name(read("ash 0 1 1 0\nelm 1 0 0 0\noak 1 0 0 1\nyew 0 0 1 0\n", {.names = true})),
              (EdgesByName{{"ash", "elm"}, {"ash", "oak"}, {"oak", "yew"}}))
        << "rows alone have names";
}

TEST(Tables, AMatrixWithOtherNamesForRowsHasTwoKindsOfVertices) {
    Graph const bits = read(",bee,fly,ant,moth\nrose,1,0,1,0\nlily,0,1,1,0\nfern,1,1,0,1\nmoss,0,0,1,1\n");
    EXPECT_EQ(bits.vertex_count(), 8u);
    EXPECT_EQ(bits.edge_count(), 9u);
    EXPECT_TRUE(has(said_of(bits), "taken as two kinds of vertices")) << said_of(bits);
    for (std::string const text :
         {"\"\",\"bee\",\"fly\",\"ant\"\n\"rose\",1,0,5\n\"lily\",0,2,3\n", "bee fly ant\nrose 1 0 5\nlily 0 2 3\n",
          "\tbee\tfly\tant\nrose\t1\t\t5\nlily\t\t2\t3\n"}) {
        EXPECT_EQ(by_name(read(text, {.names = true})),
                  (EdgesByName{{"ant", "lily"}, {"ant", "rose"}, {"bee", "rose"}, {"fly", "lily"}}))
            << text;
    }
    EXPECT_EQ(read(",site1,site2,site3\nrose,1,0,2\nlily,0,2,0\n").edge_count(), 3u) << "sites are no ends";
    std::string const with_corner = "plant,bee,fly,ant\nrose,1,0,5\nlily,0,2,3\n";
    EXPECT_TRUE(has(error(with_corner, {.names = true}), "if it is one, give --format matrix, otherwise --columns"));
    EXPECT_EQ(read(with_corner, {.names = true, .format = "matrix"}).edge_count(), 4u);
    EXPECT_TRUE(has(error(",a,b,c\na,0,1,1\nx,1,0,1\n", {.names = true}),
                    "some rows of this matrix have the names of columns"));
    EXPECT_TRUE(has(error(",10,20,30\n10,0,1,1\n40,1,0,1\n"),
                    "the rows of this matrix have other numbers than its columns, such as 40"));
}

TEST(Tables, AMatrixMayHaveNumbersAroundIt) {
    NamedEdges const edges{{0, 1}, {0, 2}, {1, 2}, {2, 3}};
    for (std::string const text :
         {"0,1,2,3\n0,1,1,0\n1,0,1,0\n1,1,0,1\n0,0,1,0\n", "0 0 1 1 0\n1 1 0 1 0\n2 1 1 0 1\n3 0 0 1 0\n",
          "0110\n1010\n1101\n0010\n", "0;0,5;0,2;0\n0,5;0;0,9;0\n0,2;0,9;0;0,1\n0;0;0,1;0\n",
          "0 0,5 0,2 0\n0,5 0 0,9 0\n0,2 0,9 0 0,1\n0 0 0,1 0\n",
          "FALSE,TRUE,TRUE,FALSE\nTRUE,FALSE,TRUE,FALSE\nTRUE,TRUE,FALSE,TRUE\n"
          "FALSE,FALSE,TRUE,FALSE\n",
          ",1,1,\n1,,1,\n1,1,,1\n,,1,\n"}) {
        Graph const graph = read(text);
        EXPECT_EQ(named_edges(graph), edges) << text;
        EXPECT_EQ(graph.read_as->format, "adjacency matrix") << text;
        EXPECT_EQ(graph.vertex_count(), 4u) << text;
    }
    EXPECT_EQ(named_edges(read("1,2,3,4\n0,1,0,0\n1,0,0,0\n0,0,0,1\n0,0,1,0\n")), (NamedEdges{{1, 2}, {3, 4}}));
    EXPECT_EQ(by_name(read(",a,b,c,d\na,,1,1,\nb,1,,1,\nc,1,1,,1\nd,,,1,\n", {.names = true})),
              (EdgesByName{{"a", "b"}, {"a", "c"}, {"b", "c"}, {"c", "d"}}));
}

TEST(Tables, WhatIsNoNumberInAMatrixIsNoEdge) {
    Graph const graph = read("0 1 nan 0\n1 0 1 NA\nNaN 1 0 inf\n0 NA -inf 0\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_TRUE(has(said_of(graph), "6 entries are NaN or infinite, which are no edges")) << said_of(graph);
}

TEST(Tables, ATableOfEdgesIsNoMatrix) {
    EXPECT_EQ(named_edges(read(",source,target,weight\n0,101,102,0\n1,102,103,6\n2,103,101,7\n")),
              (NamedEdges{{101, 102}, {101, 103}, {102, 103}}));
    EXPECT_EQ(named_edges(read("name,node1,node2\ne1,0,11\ne2,3,11\n")), (NamedEdges{{0, 11}, {3, 11}}));
    EXPECT_EQ(named_edges(read("0,1\n1,2\n")), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(Tables, ListsBehindColonsAreAdjacencyLists) {
    NamedEdges const edges{{0, 1}, {0, 2}, {1, 2}};
    EXPECT_EQ(named_edges(read("0: 1 2\n1: 0 2\n2: 0 1\n3:\n")), edges);
    EXPECT_EQ(named_edges(read("0 1 2\n1 0 3\n2 0 3\n3 1 2\n")), (NamedEdges{{0, 1}, {0, 2}, {1, 3}, {2, 3}}))
        << "each edge stands on the lines of both ends";
    EXPECT_EQ(named_edges(read("1:2\n2:3\n")), (NamedEdges{{1, 2}, {2, 3}})) << "an edge list";
    EXPECT_TRUE(has(error("oak: ash elm\nash: oak\n", {.names = true}), "--format adjlist"));
}

TEST(Tables, ListsMayHaveLabelsAndWeights) {
    NamedEdges const edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}};
    std::string const lists = "0 3 1 2 3\n1 0 0 2\n2 2 0 1 3\n3 1 0 2\n";
    for (Graph const& graph : {read(lists), read(lists, {.format = "adjlist"}), read(lists, {}, "g.graph"),
                               read("0 3 1,5 2,5 3,6\n1 0 0,5 2,5\n2 2 0,5 1,5 3,7\n3 1 0,6 2,7\n")}) {
        EXPECT_EQ(named_edges(graph), edges);
        EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"3", "0", "2", "1"}));
        EXPECT_TRUE(has(said_of(graph), "a vertex, its label and its neighbours")) << said_of(graph);
    }
    EXPECT_EQ(named_edges(read("0 7 1 2\n1 7 0 2\n2 8 0 1\n")), (NamedEdges{{0, 1}, {0, 2}, {1, 2}})) << "regular";
    EXPECT_EQ(named_edges(read("0 A 1 2\n1 B 0\n2 A 0\n", {.format = "adjlist"})), (NamedEdges{{0, 1}, {0, 2}}));
    NamedEdges const paw_of_one{{1, 2}, {1, 3}, {2, 3}, {3, 4}};
    for (std::string const text :
         {"1\t2,80\t3,81\n2\t1,80\t3,82\n3\t1,81\t2,82\t4,83\n4\t3,83\n",
          "1 2:80 3:81\n2 1:80 3:82\n3 1:81 2:82 4:83\n4 3:83\n", "1 2:80 3:81\n2 3:82\n3 4:83\n"}) {
        EXPECT_EQ(named_edges(read(text)), paw_of_one) << text;
        EXPECT_EQ(read(text, {.edge_labels = true}).marks->edge_label_names,
                  (std::vector<std::string>{"80", "81", "82", "83"}))
            << text;
    }
    EXPECT_EQ(named_edges(read("1 2 0,5\n2 3 0,7\n3 1 0,2\n")).size(), 3u) << "edges with decimal weights";
}

TEST(Tables, ListsThatHaveSomeEdgesAtOneEndMayBeArcs) {
    std::string const said = "give --directed";
    EXPECT_TRUE(has(said_of(read("0 1 2\n1 0\n2 1\n3 0 2\n")),
                    "and 4 of 6 neighbours do not have the vertex on their own lines"));
    EXPECT_TRUE(has(said_of(read("0 1 2\n1 2\n2 3 1\n3 0\n")), said)) << "one leads back";
    EXPECT_FALSE(has(said_of(read("0 1 2 3\n1 2 3\n2 3\n3\n")), said)) << "each at its first end";
    EXPECT_FALSE(has(said_of(read("0 1 2\n1 0\n2 0\n")), said)) << "each at both ends";
    EXPECT_FALSE(has(said_of(read("0 1 2\n1 0\n2 1\n3 0 2\n", {.directed = true})), said));
}

TEST(Tables, AFirstLineOfOneNumberIsTheNumberOfVertices) {
    for (std::string const text :
         {"5\n1 2\n2 3\n3 1\n3 4\n4 5\n", "# c\n\n 5 \r\n1 2 7\r\n1 3 7\r\n2 3 7\r\n3 4 7\r\n4 5 7\r\n"}) {
        Graph const graph = read(text);
        EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}}));
        EXPECT_TRUE(has(said_of(graph), "1 header line")) << said_of(graph);
        EXPECT_TRUE(has(said_of(graph), "'5', is taken as the number of vertices")) << said_of(graph);
    }
    EXPECT_TRUE(has(error("3\n1 2\n2 4\n"), "g.txt:1: the line has one id, 3;")) << "an id exceeds it";
    EXPECT_TRUE(has(error("4\n1 2\n2 x\n"), "g.txt:3: 'x' is not a vertex id"));
}

TEST(Tables, ColumnsThatAreHardlyEndsAreAskedAbout) {
    EXPECT_TRUE(has(error("id,person,friend\n1,10,20\n2,10,30\n"), "the first column is called 'id'"));
    EXPECT_TRUE(has(error("A -> B\nB -> C\n", {.names = true}), "give --columns 1,3"));
    EXPECT_TRUE(has(error("A likes B\nB likes C\n", {.names = true}),
                    "'likes'; if it is the kind of an edge, give --columns 1,3"));
    EXPECT_TRUE(has(error("1 likes 2\n2 likes 3\n", {.names = true}),
                    "'likes'; if it is the kind of an edge, give --columns 1,3"));
    EXPECT_EQ(by_name(read("A B 0.5\nB C 1\n", {.names = true})).size(), 2u);
    EXPECT_TRUE(has(error("A B\nB C\n"), "g.txt:1: 'A' is not a vertex id")) << "a first line of words is no header";
    std::string const rows = "0 0 1 1 2 3 3\n1 2 2 3 3 4 5\n";
    EXPECT_TRUE(has(error(rows), "may be the sources and the targets of edges"));
    EXPECT_EQ(named_edges(read(rows, {.columns = "1,2"})), (NamedEdges{{1, 2}}));
    EXPECT_TRUE(has(error("[(1, 2), (2, 3)]\n"), "a Python list of pairs"));
    EXPECT_TRUE(has(error("{1: [2, 3], 2: [3]}\n"), "a Python dictionary"));
    EXPECT_EQ(named_edges(read("1,2,{'a': 1, 'b': 2}\n2,3,{}\n")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(read("3 3\n0 1\n1 0\n1 2\n2 1\n0 2\n2 0\n")).size(), 3u) << "sizes, and each edge twice";
}

TEST(Tables, TheRightIdsOfABipartiteGraphComeAfterTheLeftOnes) {
    Graph const graph = read("% bip unweighted\n% 4 2 3\n1 1\n1 2\n2 2\n2 3\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 3}, {1, 4}, {2, 4}, {2, 5}}));
    EXPECT_TRUE(
        has(said_of(graph), "the ids of the right vertices come after those of the left ones, so 2 is added to them"));
    EXPECT_EQ(named_edges(read("% bip posweighted\n% 2 9 9\n1 1 0.5\n3 2 1\n")), (NamedEdges{{1, 10}, {3, 11}}));
    EXPECT_TRUE(has(error("% bip\n1 1\n", {.directed = true}), "undirected"));
    EXPECT_TRUE(has(error("% bip\n1 1\n", {.names = true}), "leave --names out"));
    EXPECT_TRUE(has(error("% bip\n18446744073709551615 18446744073709551615\n"), "do not fit into 64 bits"));
}

TEST(Tables, DirectionsAreThoseThatTheFileSays) {
    for (char const* text : {"% sym\n1 2\n", "# Undirected graph: x\n1 2\n", "Source,Target,Type\n1,2,Undirected\n"}) {
        EXPECT_TRUE(has(error(text, {.directed = true}), "undirected")) << text;
        EXPECT_EQ(read(text).edge_count(), 1u);
    }
    std::string const gephi = "Source,Target,Type,Weight\n1,2,Directed,1\n2,3,Undirected,1\n1,3,Directed,2\n";
    EXPECT_EQ(count_arcs_or_edges(read(gephi, {.directed = true})), 4u)
        << "one without a direction is an arc both ways";
    EXPECT_TRUE(read(gephi).cleaning.directed);
}

TEST(Tables, AFormatThatIsNamedMustBeThatOfTheContent) {
    EXPECT_TRUE(has(error("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", {.format = "edges"}),
                    "--format edges was given, and the content is Matrix Market"));
    EXPECT_TRUE(has(error("1 2\n", {.format = "edge"}),
                    "--format edge: there is no format of this name; expected one of cbin"));
    EXPECT_TRUE(has(error("1 2\n", {.format = "graphml"}), "g.txt:1"));
    EXPECT_TRUE(has(error("p edge 2 1\ne 1 2\n", {.columns = "2,3"}),
                    "--columns and --delimiter are only for tables of edges"));
}

} // namespace cerrado::test
