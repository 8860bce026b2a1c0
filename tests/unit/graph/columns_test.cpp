#include "unit/graph/helpers.hpp"
#include "unit/graph/shown_columns.hpp"

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <utility>

namespace cerrado::test {

// Columns: the types that cells show, the rows of edges, parallel edges and loops, and tables of vertices.

namespace {

class Columns : public TemporaryFolder {
protected:
    Graph read(std::string const& text, OpenedMarks wanted = {}, int threads = 0, std::string const& name = "g.csv") {
        write(name, text);
        wanted.attributes = true;
        return open_marked_graph(path(name), wanted, threads);
    }
    // Returns: the error, without the folder of the file.
    template <class Work> std::string problem_of(Work const& work) const { return without_folder(error_of(work)); }
    std::string problem(std::string const& text, OpenedMarks const& wanted = {}) {
        return problem_of([&] { read(text, wanted); });
    }
    std::string without_folder(std::string text) const {
        std::string const folder = path("");
        for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
        return text;
    }
    Graph with_vertices(Graph const& graph, std::string const& text, std::string const& id = {},
                        ColumnTypes const& types = {}) {
        return read_vertex_columns(graph, write("v.csv", text), id, types,
                                   [&](std::string const& note) { notes.push_back(without_folder(note)); });
    }

    std::vector<std::string> notes;
};

using Cells = std::vector<Cell>;

} // namespace

TEST_F(Columns, AColumnHasTheTypeOfItsCells) {
    EXPECT_EQ(shown(column_of("a", Cells{std::int64_t{3}, {}, std::int64_t{-4}})), "int64: 3 - -4");
    EXPECT_EQ(shown(column_of("a", Cells{std::int64_t{3}, 0.5, std::nan("")})), "double: 3. 0.5 -");
    EXPECT_EQ(shown(column_of("a", Cells{true, {}, false})), "bool: true - false");
    EXPECT_EQ(shown(column_of("a", Cells{std::string("b"), {}, std::string(), std::string("a")})),
              "text: 'b' - '' 'a'");
    EXPECT_EQ(shown(column_of("a", Cells{Time{1500000}, {}})), "time: 1970-01-01T00:00:01.500000 -");
    EXPECT_EQ(shown(column_of("a", Cells{{}, {}})), "text: - -");
    EXPECT_EQ(column_of("a", Cells{std::string("b"), std::string("a"), std::string("b")}).words, (Names{"a", "b"}));
    EXPECT_EQ(error_of([] {
                  column_of("a", Cells{{}, std::int64_t{3}, std::string("x")});
              }),
              "input: column 'a': cell 2 is text, and those before it are int64; give cells of one type");
    EXPECT_THROW(column_of("a", Cells{true, 0.5}), InputError);
    EXPECT_THROW(column_of("a", Cells{std::numeric_limits<std::int64_t>::min()}), InputError);
}

TEST_F(Columns, TimesAreReadWithOffsetsAndFractions) {
    auto const is = [](std::string_view text) {
        auto const time = parse_time(text);
        return time ? format_time(*time) : std::string("none");
    };
    EXPECT_EQ(is("2024-01-15"), "2024-01-15T00:00:00");
    EXPECT_EQ(is("2024-01-15T10:30:00"), "2024-01-15T10:30:00");
    EXPECT_EQ(is("2024-01-15 10:30"), "2024-01-15T10:30:00");
    EXPECT_EQ(is("2024-01-15T10:30:00Z"), "2024-01-15T10:30:00");
    EXPECT_EQ(is("2024-01-15T00:30:00+02:00"), "2024-01-14T22:30:00");
    EXPECT_EQ(is("2024-01-15T10:30:00-0530"), "2024-01-15T16:00:00");
    EXPECT_EQ(is("2024-01-15 10:30:00 +02"), "2024-01-15T08:30:00");
    EXPECT_EQ(is("2024-01-15T10:30:00.25"), "2024-01-15T10:30:00.250000");
    EXPECT_EQ(is("2024-01-15T10:30:00.123456789Z"), "2024-01-15T10:30:00.123456");
    EXPECT_EQ(is("1969-12-31T23:59:59.5"), "1969-12-31T23:59:59.500000");
    EXPECT_EQ(is("2024-02-29"), "2024-02-29T00:00:00");
    EXPECT_EQ(parse_time("1970-01-02"), Time{86'400'000'000});
    for (char const* const text :
         {"", "2024", "2024-1-15", "2024-13-01", "2023-02-29", "2024-01-15T", "2024-01-15T24:00:00", "2024-01-15T10:60",
          "2024-01-15T10:30:00.", "2024-01-15T10:30:00+2", "2024-01-15T10:30:00Zz", "2024-01-15Z", "20240115",
          "a2024-01-15"}) {
        EXPECT_EQ(is(text), "none") << text;
    }
}

TEST_F(Columns, TypesAreReadFromText) {
    ColumnTypes const types = parse_column_types("weight:double,a:b:text,t:time,n:int64,f:bool");
    EXPECT_EQ(types.given.size(), 5u);
    EXPECT_EQ(types.given[1], (std::pair<std::string, ColumnType>("a:b", ColumnType::text)));
    EXPECT_TRUE(parse_column_types("").given.empty());
    EXPECT_EQ(
        error_of([] { parse_column_types("weight:doubl"); }),
        "input: 'weight:doubl': 'doubl' is no type of a column, did you mean double?; expected COLUMN:TYPE with one of "
        "the types int64, double, bool, text, time");
    EXPECT_THROW(parse_column_types("weight"), InputError);
    EXPECT_THROW(parse_column_types(":text"), InputError);
    EXPECT_THROW(parse_column_types("a:text,a:bool"), InputError);
}

TEST_F(Columns, ATableOfEdgesKeepsItsColumns) {
    Graph const graph = read(
        "source,target,weight,delay,flag,kind,at,none\n"
        "1,2,3,0.5,true,exc,2024-01-15,\n"
        "2,3,-4,1e3,FALSE,\"in,h\",2024-01-15T10:00:00,NA\n"
        "3,1,,NaN,NULL,,,\n");
    GraphColumns const& columns = *graph.columns;
    EXPECT_EQ(columns.rows, 3u);
    EXPECT_EQ(names_of(columns.of_rows), (Names{"weight", "delay", "flag", "kind", "at", "none"}));
    EXPECT_TRUE(columns.goes_on.empty());
    EXPECT_TRUE(columns.first_loop.empty());
    EXPECT_FALSE(columns.has_parallel);
    EXPECT_EQ(columns.row_column("weight")->type, ColumnType::integer);
    EXPECT_EQ(columns.row_column("delay")->type, ColumnType::real);
    EXPECT_EQ(columns.row_column("flag")->type, ColumnType::boolean);
    EXPECT_EQ(columns.row_column("at")->type, ColumnType::time);
    EXPECT_EQ(columns.row_column("none")->type, ColumnType::text);
    EXPECT_EQ(columns.row_column("weights"), nullptr);
    EXPECT_EQ(columns.vertex_column("weight"), nullptr);
    EXPECT_EQ(cells_of(graph, 3, 2, "kind"), "'in,h'");
    EXPECT_EQ(cells_of(graph, 1, 2, "weight"), "3");
    EXPECT_EQ(cells_of(graph, 2, 1, "weight"), "3");
    EXPECT_EQ(cells_of(graph, 1, 3, "delay"), "-");
    EXPECT_EQ(cells_of(graph, 2, 3, "flag"), "false");
    EXPECT_EQ(cells_of(graph, 2, 3, "at"), "2024-01-15T10:00:00");
}

TEST_F(Columns, NothingIsKeptUnlessItIsAskedFor) {
    write("g.csv", "source,target,weight\n1,2,3\n");
    EXPECT_EQ(open_graph(path("g.csv")).columns, nullptr);
}

TEST_F(Columns, MissingCellsAndEmptyTextsDiffer) {
    Graph const graph = read("source,target,note,size\n1,2,\"\",\"5\"\n1,3,,\n1,4,NA,NA\n1,5,\"NA\",\" 6\"\n1,6,a,7\n");
    EXPECT_EQ(shown(graph.columns->row_column("note")), "text: '' - - 'NA' 'a'");
    EXPECT_EQ(shown(graph.columns->row_column("size")), "text: '5' - - ' 6' '7'")
        << "a blank in quotation marks counts";
    Graph const quoted = read("source,target,weight\n1,2,\"5\"\n1,3,\"6\"\n");
    EXPECT_EQ(shown(quoted.columns->row_column("weight")), "int64: 5 6");
    OpenedMarks wanted;
    wanted.column_types = parse_column_types("weight:double");
    EXPECT_EQ(
        shown(read("source,target,weight\n1,2,\"5\"\n1,3,\"\"\n1,4,\"NA\"\n", wanted).columns->row_column("weight")),
        "double: 5. - -");
}

TEST_F(Columns, TypesFollowTheWholeColumn) {
    auto const type = [&](std::string const& cells) {
        std::string text = "source,target,a\n";
        int line = 2;
        for (char const c : "," + cells) text += c == ',' ? "\n1," + std::to_string(line++) + "," : std::string(1, c);
        return shown(read(text + "\n").columns->row_column("a"));
    };
    EXPECT_EQ(type("1,2,+3"), "int64: 1 2 3");
    EXPECT_EQ(type("1,2,3.5"), "double: 1. 2. 3.5");
    EXPECT_EQ(type("1,true"), "text: '1' 'true'");
    EXPECT_EQ(type("True,fALSE"), "bool: true false");
    EXPECT_EQ(type("9223372036854775807,-9223372036854775807"), "int64: 9223372036854775807 -9223372036854775807");
    EXPECT_EQ(type("-9223372036854775808"), "double: -9223372036854775808.");
    EXPECT_EQ(type("1e400,-inf"), "double: inf -inf");
    EXPECT_EQ(type("1e-400"), "double: 0.");
    EXPECT_EQ(type("+-1"), "text: '+-1'");
    EXPECT_EQ(type("2024-01-15,2024-01-15T10:00:00+01:00"), "time: 2024-01-15T00:00:00 2024-01-15T09:00:00");
    EXPECT_EQ(type("2024-01-15,2024-02-30"), "text: '2024-01-15' '2024-02-30'");
}

TEST_F(Columns, GivenTypesAreKept) {
    OpenedMarks wanted;
    wanted.column_types = parse_column_types("a:text,b:double,c:bool,d:time,other:text");
    Graph const graph = read("source,target,a,b,c,d\n1,2,007,1,0,2024-01-15\n2,3,8,NA,true,\n", wanted);
    EXPECT_EQ(shown(graph.columns->row_column("a")), "text: '007' '8'");
    EXPECT_EQ(shown(graph.columns->row_column("b")), "double: 1. -");
    EXPECT_EQ(shown(graph.columns->row_column("c")), "bool: false true");
    EXPECT_EQ(shown(graph.columns->row_column("d")), "time: 2024-01-15T00:00:00 -");
    EXPECT_EQ(error_of([&] { require_columns(graph, wanted.column_types); }),
              "input: the graph has no column 'other'; it has a, b, c, d");
    wanted.column_types = parse_column_types("a:int64");
    EXPECT_EQ(
        problem("source,target,a\n1,2,5\n# a remark\n\n2,3,5.0\n", wanted),
        "input: g.csv:5: '5.0' does not fit the type int64 of column 'a'; expected a whole number of 64 bits, or give "
        "the column the type text");
}

TEST_F(Columns, ATextAmongNumbersIsRemarked) {
    Graph const graph = read("source,target,a\n1,2,5\n2,3,6\n3,4,7\n4,5,x\n5,6,8\n");
    EXPECT_EQ(graph.columns->row_column("a")->type, ColumnType::text);
    ASSERT_EQ(graph.read_as->remarks.size(), 1u);
    EXPECT_EQ(graph.read_as->remarks[0],
              "column 'a' has numbers and 1 text, and is read as text; the first text is 'x' on line 5");
    EXPECT_TRUE(read("source,target,a\n1,2,5\n2,3,x\n3,4,y\n").read_as->remarks.empty());
}

TEST_F(Columns, ParallelRowsFollowTheOrderOfTheFile) {
    std::string const text = "source,target,w\n5,6,1\n6,7,2\n6,5,3\n5,6,4\n7,7,5\n6,6,6\n7,7,7\n8,5,8\n";
    Graph const graph = read(text);
    GraphColumns const& columns = *graph.columns;
    EXPECT_EQ(columns.rows, 8u);
    EXPECT_TRUE(columns.has_parallel);
    EXPECT_EQ(cells_of(graph, 5, 6, "w"), "1 3 4");
    EXPECT_EQ(cells_of(graph, 6, 5, "w"), "1 3 4");
    EXPECT_EQ(cells_of(graph, 7, 6, "w"), "2");
    EXPECT_EQ(cells_of(graph, 7, 7, "w"), "5 7");
    EXPECT_EQ(cells_of(graph, 6, 6, "w"), "6");
    EXPECT_EQ(cells_of(graph, 5, 5, "w"), "");
    Graph const arcs = read(text, {.directed = true});
    EXPECT_EQ(cells_of(arcs, 5, 6, "w"), "1 4");
    EXPECT_EQ(cells_of(arcs, 6, 5, "w"), "3");
    EXPECT_EQ(cells_of(arcs, 7, 6, "w"), "") << "only the reverse arc is there";
    EXPECT_EQ(cells_of(arcs, 7, 7, "w"), "5 7");
    Graph const loops = read("source,target,w\n1,2,1\n2,2,2\n2,2,3\n");
    EXPECT_FALSE(loops.columns->has_parallel) << "loops do not count";
    EXPECT_EQ(cells_of(loops, 2, 2, "w"), "2 3");
}

TEST_F(Columns, ALoopOfALonelyVertexIsLeftOut) {
    Graph const graph = read("source,target,w\n1,2,1\n9,9,2\n");
    EXPECT_EQ(graph.columns->rows, 1u);
    ASSERT_EQ(graph.read_as->remarks.size(), 1u);
    EXPECT_EQ(graph.read_as->remarks[0], "1 self-loop of a vertex without another edge is left out");
    EXPECT_TRUE(graph.columns->line.empty());
}

// Results name rows by their place in the file, whatever was left out before.
TEST_F(Columns, RowsKnowTheirLinesInTheFile) {
    Graph const graph = read("source,target,w\n9,9,1\n2,1,2\n1,1,3\n8,8,4\n1,3,5\n7,7,6\n", {.directed = true});
    EXPECT_EQ(cells_of(graph, 2, 1, "w"), "2");
    EXPECT_EQ(graph.columns->line, (std::vector<std::uint32_t>{4, 1, 2})); // 1>3, 2>1, and the loop
    std::string long_table = "source,target,w\n9,9,1\n";                   // read by several threads
    for (int i = 0; i < 50000; ++i) long_table += fmt::format("{},{},7\n", 10 + i, i % 2 == 0 ? 10 + i : 0);
    Graph const large = read(long_table, {.directed = true});
    EXPECT_EQ(large.columns->rows, 25000u);
    for (std::uint32_t row = 0; row < large.columns->rows; ++row) ASSERT_EQ(large.columns->line_of(row), 2 * row + 2);
    Graph const mixed =
        read("Source,Target,Type,w\n1,2,Directed,5\n2,3,Undirected,6\n3,4,Directed,7\n", {.directed = true});
    EXPECT_EQ(mixed.columns->line, (std::vector<std::uint32_t>{0, 1, 3, 2})) << "3>2 is of no line";
}

TEST_F(Columns, OtherTablesHaveColumnsToo) {
    Graph const tabs = read("# source\ttarget\tnote\n10\t20\ta b\n20\t30\t\n", {}, 0, "g.tsv");
    EXPECT_EQ(shown(tabs.columns->row_column("note")), "text: 'a b' -") << "a header in a comment";
    Graph const plain = read("1 2 0.5 # remark\n2 3 1.5\n3 1\n", {}, 0, "g.txt");
    EXPECT_EQ(names_of(plain.columns->of_rows), (Names{"column3"}));
    EXPECT_EQ(shown(plain.columns->row_column("column3")), "double: 0.5 - 1.5") << "in the order of the edges";
    Graph const pairs = read("1 2\n2 3\n1 2\n", {}, 0, "g.txt");
    EXPECT_EQ(pairs.columns->rows, 3u);
    EXPECT_TRUE(pairs.columns->of_rows.empty());
    EXPECT_TRUE(pairs.columns->has_parallel);
    Graph const sizes = read("3 2\n1 2\n2 3\n", {}, 0, "g.txt");
    EXPECT_EQ(sizes.columns->rows, 2u) << "the sizes are no row";
    Graph const given = read("weight;b;a;;weight\n5;1;2;x;6\n6;2;3;y;7\n", {.columns = "a,b"});
    EXPECT_EQ(names_of(given.columns->of_rows), (Names{"weight", "column4", "column5"}));
    Graph const rows = read(",source,target,w\n0,1,2,5\n1,2,3,6\n");
    EXPECT_EQ(names_of(rows.columns->of_rows), (Names{"w"})) << "the numbers of rows are no attribute";
    Graph const sides = read("user,item,w\n1,1,5\n2,1,6\n", {.bipartite = true});
    EXPECT_EQ(cells_of(sides, 1, 3, "w"), "5");
    EXPECT_EQ(cells_of(sides, 2, 3, "w"), "6");
    EXPECT_EQ(open_marked_graph("gen:complete:n=4", {.attributes = true}).columns, nullptr);
}

TEST_F(Columns, NamesLeadToRows) {
    Graph const graph = read(
        "pre,post,kind,count\nADAL,\"AD,R\",E,1\nNA,ADAL,E,9\n\"AD,R\",RIM,C,2\npre,post,kind,count\nRIM,RIM,E,3\n",
        {.directed = true, .names = true});
    EXPECT_EQ(graph.columns->rows, 3u) << "repeated headers and missing ends are no rows";
    EXPECT_EQ(cells_of(graph, 1, 0, "count"), "1") << "AD,R comes before ADAL";
    EXPECT_EQ(cells_of(graph, 0, 2, "count"), "2");
    EXPECT_EQ(cells_of(graph, 2, 2, "kind"), "'E'");
}

TEST_F(Columns, AnEdgeWithoutADirectionIsARowOfBothArcs) {
    Graph const graph =
        read("Source,Target,Type,w\n1,2,Directed,5\n2,3,Undirected,6\n3,3,Undirected,7\n", {.directed = true});
    EXPECT_EQ(cells_of(graph, 1, 2, "w"), "5");
    EXPECT_EQ(cells_of(graph, 2, 1, "w"), "");
    EXPECT_EQ(cells_of(graph, 2, 3, "w"), "6");
    EXPECT_EQ(cells_of(graph, 3, 2, "w"), "6");
    EXPECT_EQ(cells_of(graph, 3, 3, "w"), "7");
    EXPECT_EQ(graph.columns->rows, 4u);
}

TEST_F(Columns, ThreadsDoNotChangeThem) {
    std::mt19937 random(7);
    std::string text = "source,target,w,kind,note\n";
    for (int i = 0; i < 20000; ++i) {
        text += std::to_string(random() % 300 * 1000) + "," + std::to_string(random() % 300 * 1000) + "," +
                std::to_string(i) + ",k" + std::to_string(random() % 50) +
                (random() % 3 == 0 ? ",\n" : ",\"a \"\"b\"\"\"\n");
    }
    for (bool const directed : {false, true}) {
        Graph const one = read(text, {.directed = directed}, 1), four = read(text, {.directed = directed}, 4);
        EXPECT_EQ(one.columns->first_row, four.columns->first_row);
        EXPECT_EQ(one.columns->first_loop, four.columns->first_loop);
        EXPECT_EQ(one.columns->goes_on, four.columns->goes_on);
        for (char const* const name : {"w", "kind", "note"}) {
            EXPECT_EQ(shown(one.columns->row_column(name)), shown(four.columns->row_column(name)));
        }
    }
}

TEST_F(Columns, EachRowIsFoundFromItsEnds) {
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
        bool const directed = round % 2 == 0;
        std::string text = "source,target,w\n0,1,-1\n1,2,-2\n";
        std::map<std::pair<OriginalId, OriginalId>, std::string> expected{{{0, 1}, "-1"}, {{1, 2}, "-2"}};
        if (!directed) expected.insert({{{1, 0}, "-1"}, {{2, 1}, "-2"}});
        for (int i = 0; i < 60; ++i) {
            OriginalId const from = random() % 12, to = random() % 12;
            if (from == to && from > 2) continue; // its vertex may have no other edge
            std::string const cell = std::to_string(i);
            text += std::to_string(from) + "," + std::to_string(to) + "," + cell + "\n";
            auto const add = [&](OriginalId a, OriginalId b) {
                expected[{a, b}] += (expected[{a, b}].empty() ? "" : " ") + cell;
            };
            add(from, to);
            if (!directed && from != to) add(to, from);
        }
        Graph const graph = read(text, {.directed = directed});
        std::size_t rows = 0;
        for (OriginalId from = 0; from < 12; ++from) {
            for (OriginalId to = 0; to < 12; ++to)
                EXPECT_EQ(cells_of(graph, from, to, "w"), (expected[{from, to}])) << text;
        }
        for (auto const& [ends, cells] : expected) {
            bool const is_counted = !cells.empty() && (directed || ends.first <= ends.second);
            if (is_counted) rows += 1 + static_cast<std::size_t>(std::ranges::count(cells, ' '));
        }
        EXPECT_EQ(graph.columns->rows, rows);
    }
}

TEST_F(Columns, GraphmlHasThem) {
    std::string const text =
        "<graphml><key id=\"k\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"><default>KC</default></key>\n"
        "<key id=\"s\" for=\"node\" attr.name=\"size\" attr.type=\"double\"/>"
        "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>"
        "<key id=\"l\" for=\"all\" attr.name=\"label\" attr.type=\"string\"/>"
        "<key id=\"g\" for=\"node\" yfiles.type=\"nodegraphics\"/>\n"
        "<graph edgedefault=\"directed\"><node id=\"7\"><data key=\"s\">1.5</data><data "
        "key=\"g\"><a>9</a></data></node>\n"
        "<node id=\"5\"><data key=\"k\">7</data><data key=\"l\">five</data></node><node id=\"9\"/>\n"
        "<edge source=\"7\" target=\"5\"><data key=\"w\">3</data></edge><edge source=\"7\" target=\"5\"/>\n"
        "<edge source=\"5\" target=\"5\"><data key=\"w\">4</data></edge>\n"
        "<edge source=\"7\" target=\"9\" directed=\"false\"><data key=\"w\">5</data></edge></graph></graphml>\n";
    Graph const graph = read(text, {.directed = true}, 0, "g.graphml");
    EXPECT_EQ(names_of(graph.columns->of_vertices), (Names{"kind", "size", "label"}));
    EXPECT_EQ(shown(graph.columns->vertex_column("kind")), "text: '7' 'KC' 'KC'");
    EXPECT_EQ(shown(graph.columns->vertex_column("size")), "double: - 1.5 -");
    EXPECT_EQ(shown(graph.columns->vertex_column("label")), "text: 'five' - -");
    EXPECT_EQ(names_of(graph.columns->of_rows), (Names{"weight"}));
    EXPECT_EQ(cells_of(graph, 7, 5, "weight"), "3 -");
    EXPECT_EQ(cells_of(graph, 5, 7, "weight"), "");
    EXPECT_EQ(cells_of(graph, 5, 5, "weight"), "4");
    EXPECT_EQ(cells_of(graph, 7, 9, "weight"), "5");
    EXPECT_EQ(cells_of(graph, 9, 7, "weight"), "5");
    EXPECT_EQ(labels_of(graph), (Names{"five", "", ""})) << "labels are read as ever";
    EXPECT_EQ(problem_of([&] { read(text, {.column_types = parse_column_types("kind:bool")}, 0, "g.graphml"); }),
              "input: g.graphml: 'KC' does not fit the type bool of column 'kind'; expected true or false, or give the "
              "column "
              "the type text");
    EXPECT_EQ(open_graph(path("g.graphml")).columns, nullptr);
}

TEST_F(Columns, GmlHasThem) {
    Graph const graph = read(
        "graph [ directed 0 node [ id 3 label \"a\" Size 2 graphics [ x 1 ] ] node [ id 2 code \"007\" ]\n"
        "edge [ source 3 target 2 weight 1.5 on 1 ] edge [ target 3 source 2 weight NaN ] ]\n",
        {}, 0, "g.gml");
    EXPECT_EQ(shown(graph.columns->vertex_column("label")), "text: - 'a'");
    EXPECT_EQ(shown(graph.columns->vertex_column("Size")), "int64: - 2");
    EXPECT_EQ(shown(graph.columns->vertex_column("code")), "text: '007' -");
    EXPECT_EQ(names_of(graph.columns->of_rows), (Names{"weight", "on"}));
    EXPECT_EQ(cells_of(graph, 2, 3, "weight"), "1.5 -");
}

TEST_F(Columns, MatrixMarketHasWeights) {
    std::string const entries = "3 3 4\n1 2 0.5\n2 1 2\n3 3 -1\n3 2 1e3\n";
    Graph const graph =
        read("%%MatrixMarket matrix coordinate real general\n" + entries, {.directed = true}, 0, "g.mtx");
    EXPECT_EQ(cells_of(graph, 1, 2, "weight"), "0.5");
    EXPECT_EQ(cells_of(graph, 2, 1, "weight"), "2.");
    EXPECT_EQ(cells_of(graph, 3, 3, "weight"), "-1.");
    EXPECT_EQ(cells_of(graph, 3, 2, "weight"), "1000.");
    Graph const pattern = read("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", {}, 0, "g.mtx");
    EXPECT_EQ(pattern.columns->rows, 1u);
    EXPECT_TRUE(pattern.columns->of_rows.empty());
    std::string const real = "%%MatrixMarket matrix coordinate real general\n% a remark\n";
    EXPECT_EQ(
        problem_of([&] { read(real + entries, {.column_types = parse_column_types("weight:int64")}, 0, "g.mtx"); }),
        "input: g.mtx:4: '0.5' does not fit the type int64 of column 'weight'; expected a whole number of 64 bits, or "
        "give the column the type text");
    Graph const complex = read("%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 1 2\n", {}, 0, "g.mtx");
    EXPECT_TRUE(complex.columns->of_rows.empty());
    EXPECT_EQ(complex.read_as->remarks,
              (Names{"the weights are complex numbers, which no column holds, and are left out"}));
}

TEST_F(Columns, PajekHasWeights) {
    std::string const text =
        "*Vertices 4\n1 \"a\"\n*Arcs\n1 2 0.5\n1 2 3 l \"x y\"\n2 3\n3 4 c Red\n4 4 nan\n*Edges\n2 4 +7\n"
        "*Arcslist\n4 1 3\n";
    Graph const graph = read(text, {.directed = true}, 0, "g.net");
    EXPECT_EQ(names_of(graph.columns->of_rows), (Names{"weight"}));
    EXPECT_EQ(cells_of(graph, 1, 2, "weight"), "0.5 3.");
    EXPECT_EQ(cells_of(graph, 2, 3, "weight"), "-");
    EXPECT_EQ(cells_of(graph, 3, 4, "weight"), "-");
    EXPECT_EQ(cells_of(graph, 4, 4, "weight"), "-");
    EXPECT_EQ(cells_of(graph, 2, 4, "weight"), "7.");
    EXPECT_EQ(cells_of(graph, 4, 2, "weight"), "7.");
    EXPECT_EQ(cells_of(graph, 4, 1, "weight"), "-");
    EXPECT_EQ(cells_of(read(text, {}, 0, "g.net"), 3, 4, "weight"), "- -") << "from either end";
    expect_kept(graph);
    Graph const matrix =
        read("*Vertices 3\n*Matrix\n0 2 0\n0 0 9007199254740993\n-1 0 0\n", {.directed = true}, 0, "g.net");
    EXPECT_EQ(shown(matrix.columns->row_column("weight")), "int64: 2 9007199254740993 -1");
}

TEST_F(Columns, WrongWeightsOfPajekAreRefused) {
    std::string const text = "*Vertices 3\n*Edges\n1 2 1\n2 3 x5\n";
    EXPECT_EQ(problem_of([&] { read(text, {}, 0, "g.net"); }),
              "input: g.net:4: 'x5' is the weight of an edge; expected a number");
    EXPECT_EQ(open_graph(path("g.net")).edge_count(), 2u) << "nobody asked for weights";
    EXPECT_EQ(
        problem_of([&] {
            read("*Vertices 3\n*Edges\n1 2 1\n\n2 3 .5\n", {.column_types = parse_column_types("weight:int64")}, 0,
                 "g.net");
        }),
        "input: g.net:5: '.5' does not fit the type int64 of column 'weight'; expected a whole number of 64 bits, "
        "or give the column the type text");
}

TEST_F(Columns, DimacsHasWeights) {
    Graph const graph =
        read("c roads\np sp 3 4\na 1 2 5\na 1 2 7\na 2 3 9007199254740993\na 3 2 -4\n", {.directed = true}, 0, "g.gr");
    EXPECT_EQ(cells_of(graph, 1, 2, "weight"), "5 7");
    EXPECT_EQ(cells_of(graph, 2, 3, "weight"), "9007199254740993");
    EXPECT_EQ(cells_of(graph, 3, 2, "weight"), "-4");
    expect_kept(graph);
    Graph const some = read("p edge 3 2\ne 1 2\ne 2 3 0.5\n", {}, 0, "g.col");
    EXPECT_EQ(shown(some.columns->row_column("weight")), "double: - 0.5");
    Graph const none = read("p tw 3 2\n1 2\n2 3\n", {}, 0, "g.gr");
    EXPECT_EQ(none.columns->rows, 2u);
    EXPECT_TRUE(none.columns->of_rows.empty());
    EXPECT_EQ(problem_of([&] { read("p sp 2 1\nc a remark\na 1 2 far\n", {}, 0, "g.gr"); }),
              "input: g.gr:3: 'far' is the weight of an edge; expected a number");
    EXPECT_EQ(
        problem_of(
            [&] { read("p sp 2 1\na 1 2 1.5\n", {.column_types = parse_column_types("weight:int64")}, 0, "g.gr"); }),
        "input: g.gr:2: '1.5' does not fit the type int64 of column 'weight'; expected a whole number of 64 bits, "
        "or give the column the type text");
}

TEST_F(Columns, ABinaryFileKeepsThem) {
    std::string const text =
        "source,target,w,k,on,at,x\nb,a,1,u,true,2024-01-15,0.5\na,b,,,,,\nb,a,3,\"\",false,,1e9\nb,b,4,v,,,\nc,a,5,u,"
        "true,,\n";
    for (bool const directed : {false, true}) {
        Graph graph = read(text, {.directed = directed, .names = true});
        graph = with_vertices(graph, "name,type,size\nc,KC,1\na,APL,\n");
        save_graph(graph, path("g.cbin"));
        EXPECT_EQ(open_graph(path("g.cbin")).columns, nullptr);
        Graph const kept = open_marked_graph(path("g.cbin"), {.attributes = true});
        expect_same_columns(*kept.columns, *graph.columns);
        EXPECT_EQ(kept.columns->has_parallel, graph.columns->has_parallel);
        EXPECT_EQ(names_of(kept.columns->of_rows), (Names{"w", "k", "on", "at", "x"}));
        EXPECT_EQ(
            error_of([&] { require_columns(kept, parse_column_types("w:text")); }),
            "input: column 'w' has the type int64 in the file, and no other can be given; convert the graph again with "
            "the type text");
    }
    save_graph(read(text, {.names = true}), path("e.csv"));
    EXPECT_EQ(lost_in(read(text, {.names = true}), path("e.csv")), "");
    EXPECT_EQ(lost_in(read(text, {.names = true}), path("e.txt")),
              "attributes are not kept in this format; .cbin keeps them");
}

TEST_F(Columns, LinesThatCannotBeToldApartAreRefused) {
    EXPECT_EQ(problem("source,target,note\n1,2,a\n2,3,\"b\n3,4,c\n"),
              "input: g.csv:3: a quotation mark is not closed; expected a cell between two");
}

TEST_F(Columns, ProgramsGiveRowsAndColumns) {
    Graph const graph = graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}, {5, 6, 7});
    std::vector<Edge> const edges{{2, 1}, {1, 0}, {1, 2}, {0, 0}};
    auto const with = [&](std::vector<Edge> const& rows, std::vector<Column> columns) {
        return with_rows(graph, rows, std::move(columns));
    };
    Column const weights = column_of("w", Cells{std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{4}});
    Graph const rows = with(edges, {weights});
    EXPECT_EQ(cells_of(rows, 6, 7, "w"), "1 3");
    EXPECT_EQ(cells_of(rows, 5, 6, "w"), "2");
    EXPECT_EQ(cells_of(rows, 5, 5, "w"), "4");
    EXPECT_EQ(with({}, {}).columns->rows, 0u);
    EXPECT_TRUE(with({}, {}).columns->first_row.empty());
    EXPECT_EQ(error_of([&] {
                  with({{0, 1}, {0, 2}}, {});
              }),
              "input: row 1: the graph has no edge from 5 to 7; give rows only for edges of the graph");
    EXPECT_THROW(with({{0, 9}}, {}), InputError);
    EXPECT_THROW(with({{0, 1}}, {weights}), InputError);
    EXPECT_THROW(with(edges, {weights, weights}), InputError) << "two of one name";
    Graph const arcs = graph_from_arcs(3, std::vector<Edge>{{0, 1}, {1, 2}});
    EXPECT_THROW(with_rows(arcs, std::vector<Edge>{{1, 0}}, {}), InputError) << "the reverse arc";

    Graph const both = with_vertex_column(rows, column_of("size", Cells{std::int64_t{1}, {}, std::int64_t{3}}));
    EXPECT_EQ(shown(both.columns->vertex_column("size")), "int64: 1 - 3");
    EXPECT_EQ(both.columns->rows, 4u);
    Graph const again = with_vertex_column(both, column_of("size", Cells{true, true, false}));
    EXPECT_EQ(again.columns->of_vertices.size(), 1u);
    EXPECT_EQ(shown(again.columns->vertex_column("size")), "bool: true true false");
    EXPECT_THROW(with_vertex_column(rows, weights), InputError);
    EXPECT_THROW(with_vertex_column(rows, Column{.name = "t", .type = ColumnType::text, .text = {0, 1, 2}}),
                 InputError);
}

TEST_F(Columns, AnEmptyTableOfRowsKeepsColumnsOfVertices) {
    Graph graph = graph_from_edges(2, std::vector<Edge>{{0, 1}});
    graph = with_vertex_column(graph, column_of("a", Cells{true, false}));
    EXPECT_EQ(with_rows(graph, {}, {}).columns->of_vertices.size(), 1u);
}

TEST_F(Columns, APartOfAGraphKeepsItsColumns) {
    std::string const text = "source,target,w,k\n5,6,1,a\n6,7,2,b\n6,5,3,c\n7,5,4,d\n7,7,5,e\n5,5,6,f\n5,8,7,g\n";
    for (bool const directed : {false, true}) {
        Graph graph = read(text, {.directed = directed});
        graph = with_vertices(graph, "id,name\n8,x\n5,y\n7,z\n");
        std::vector<OriginalId> const ids{8, 7, 5};
        Graph const part = within(graph, vertices_of(graph, ids));
        EXPECT_EQ(part.columns->rows, 4u);
        EXPECT_EQ(cells_of(part, 7, 5, "w"), "4");
        EXPECT_EQ(cells_of(part, 5, 7, "w"), directed ? "" : "4");
        EXPECT_EQ(cells_of(part, 5, 8, "k"), "'g'");
        EXPECT_EQ(cells_of(part, 7, 7, "k"), "'e'");
        EXPECT_EQ(part.columns->row_column("k")->words, (Names{"d", "e", "f", "g"}));
        EXPECT_EQ(shown(part.columns->vertex_column("name")), "text: 'y' 'z' 'x'");
        EXPECT_FALSE(part.columns->has_parallel);
    }
    Graph const graph = read(text);
    Graph const part = within(graph, {0, 1});
    EXPECT_EQ(cells_of(part, 5, 6, "w"), "1 3");
    EXPECT_TRUE(part.columns->has_parallel);
}

TEST_F(Columns, ATableOfVerticesNamesThem) {
    Graph const graph = read("source,target\n10,20\n20,30\n30,40\n");
    Graph const full =
        with_vertices(graph, "id,type,size,note\n30,KC,1.5,\"\"\n99,x,9,other\n10,APL,2,right ventral\n40,KC,,\n");
    EXPECT_EQ(names_of(full.columns->of_vertices), (Names{"type", "size", "note"}));
    EXPECT_EQ(shown(full.columns->vertex_column("type")), "text: 'APL' - 'KC' 'KC' 'x'");
    EXPECT_EQ(shown(full.columns->vertex_column("size")), "double: 2. - 1.5 - 9.");
    EXPECT_EQ(shown(full.columns->vertex_column("note")), "text: 'right ventral' - '' - 'other'");
    EXPECT_EQ(full.columns->rows, 3u) << "the rows are kept";
    EXPECT_EQ(notes, (Names{"v.csv: 1 vertex of the table has no edge; it belongs to the graph as well",
                            "v.csv: 1 vertex of the graph has no line, and so no attributes"}));
    Graph const named =
        with_vertices(graph, "type\tbody id\tsize\nKC\t30\t5\n", "Body ID", parse_column_types("size:double"));
    EXPECT_EQ(names_of(named.columns->of_vertices), (Names{"type", "size"}));
    EXPECT_EQ(shown(named.columns->vertex_column("size")), "double: - - 5. -");
}

TEST_F(Columns, ATableOfVerticesMayComeFromOtherSystems) {
    Graph const graph = read("source,target\n10,20\n");
    Graph const marked = with_vertices(graph, "\xEF\xBB\xBFid;size\r\n# a remark\r\n20;5\r\n\r\n10;\r\n");
    EXPECT_EQ(shown(marked.columns->vertex_column("size")), "int64: - 5");
    Graph const rows = with_vertices(graph, "size kind\n10 1 a\n20 2 b\n");
    EXPECT_EQ(shown(rows.columns->vertex_column("kind")), "text: 'a' 'b'")
        << "as R writes it: the rows' names have no header";
}

TEST_F(Columns, ATableOfVerticesMayHaveNames) {
    Graph const graph = read("a b\nb \"c d\"\n", {.names = true}, 0, "g.txt");
    Graph const full = with_vertices(graph, "name,size\nc d,1\na,2\nNA,3\nb,4\n");
    EXPECT_EQ(shown(full.columns->vertex_column("size")), "int64: 2 4 1");
    EXPECT_EQ(notes, (Names{"v.csv: 1 of 4 lines names no vertex"})) << "NA is none";
}

// The graph with its vertices of the table that have no edge is that of a file which has them.
TEST_F(Columns, VerticesWithoutAnEdgeComeFromTheirTable) {
    for (bool const directed : {false, true}) {
        Graph graph = read("source,target,w\n5,9,1\n9,5,2\n9,9,3\n7,9,4\n", {.directed = directed});
        graph = with_vertex_column(std::move(graph), column_of("old", Cells{std::int64_t{50}, {}, std::int64_t{90}}));
        graph = with_labels(std::move(graph), std::vector<std::string>{"a", "", "b"});
        Graph const full = with_vertices(graph, "id,size\n10,100\n9,99\n6,66\n0,0\n8,\n");
        EXPECT_EQ(std::vector<OriginalId>(full.original_ids().begin(), full.original_ids().end()),
                  (std::vector<OriginalId>{0, 5, 6, 7, 8, 9, 10}));
        EXPECT_EQ(named_edges(full), named_edges(graph));
        EXPECT_EQ(is_directed(full), directed);
        EXPECT_EQ(labels_of(full), (Names{"", "a", "", "", "", "b", ""}));
        EXPECT_EQ(shown(full.columns->vertex_column("size")), "int64: 0 - 66 - - 99 100");
        EXPECT_EQ(shown(full.columns->vertex_column("old")), "int64: - 50 - - - 90 -");
        EXPECT_EQ(cells_of(full, 5, 9, "w"), directed ? "1" : "1 2");
        EXPECT_EQ(cells_of(full, 9, 5, "w"), directed ? "2" : "1 2");
        EXPECT_EQ(cells_of(full, 9, 9, "w"), "3");
        EXPECT_EQ(cells_of(full, 9, 7, "w"), directed ? "" : "4");
        EXPECT_EQ(full.source, graph.source);
        EXPECT_EQ(full.read_as, graph.read_as);
        expect_kept(full);
    }
    EXPECT_EQ(notes.front(), "v.csv: 4 vertices of the table have no edge; they belong to the graph as well");
    Graph const positions = with_vertices(read("source,target\n0,1\n1,2\n"), "id,size\n3,1\n4,2\n0,3\n");
    EXPECT_TRUE(positions.original_ids().empty()) << "each is its own id";
    EXPECT_EQ(shown(positions.columns->vertex_column("size")), "int64: 3 - - 1 2");
    EXPECT_EQ(without_folder(error_of([&] { with_vertices(positions, "id,size\n0,1\n7,2\n07,3\n"); })),
              "input: v.csv:4: vertex 07 has a line already; give it one line");
}

TEST_F(Columns, NamedVerticesWithoutAnEdgeComeFromTheirTable) {
    Graph const graph = read("b d\nd f\nf h\n", {.names = true}, 0, "g.txt");
    Graph const part = within(graph, {1, 2, 3}); // d, f, h; b keeps its name
    for (Graph const& few : {graph, part}) {
        Graph const full = with_vertices(few, "name,size\ng,7\nd,4\na,1\n\"NA\",0\nNA,5\nz z,26\n");
        Names all{"NA", "a", "d", "f", "g", "h", "z z"};
        if (few.vertex_count() == 4) all.insert(all.begin() + 2, "b");
        Names names;
        for (VertexId v = 0; v < full.vertex_count(); ++v) names.push_back(vertex_name(full, full.original_id(v)));
        EXPECT_EQ(names, all);
        Column const& sizes = *full.columns->vertex_column("size");
        EXPECT_EQ(shown(sizes), all.size() == 7 ? "int64: 0 1 4 - 7 - 26" : "int64: 0 1 - 4 - 7 - 26");
        EXPECT_EQ(full.edge_count(), few.edge_count());
        EXPECT_EQ(full.neighbours(all.size() == 7 ? 3 : 4).size(), 2u) << "f";
        expect_kept(full);
    }
}

TEST_F(Columns, WrongTablesOfVerticesAreRefused) {
    Graph const graph = read("source,target\n10,20\n20,30\n");
    auto const problem = [&](std::string const& text, std::string const& id = {}, std::string const& types = {}) {
        return without_folder(error_of([&] { with_vertices(graph, text, id, parse_column_types(types)); }));
    };
    EXPECT_EQ(problem("id,size\n10,1\n# a remark\n10,2\n"),
              "input: v.csv:4: vertex 10 has a line already; give it one line");
    EXPECT_EQ(
        problem("id,size\n10,1\n\n20,x\n", "", "size:int64"),
        "input: v.csv:4: 'x' does not fit the type int64 of column 'size'; expected a whole number of 64 bits, or give "
        "the column the type text");
    EXPECT_EQ(problem("id,size\n10,1\n", "body"),
              "input: v.csv: there is no column 'body' of ids; the header has id, size");
    EXPECT_EQ(
        problem("id,size\n11,1\n"),
        "input: v.csv: no line names a vertex of the graph; expected the graph's ids in column 1, or give another "
        "column of ids (--id)");
    EXPECT_EQ(
        problem("id,size\nKC,1\n"),
        "input: v.csv:2: 'KC' is not a vertex id; expected a whole number, give another column of ids (--id), or give "
        "--names if ids are names");
    EXPECT_EQ(
        problem("10,1\n20,2\n"),
        "input: v.csv: the first line, '10,1', is for vertex 10; expected a header with the names of the columns above "
        "the lines");
    EXPECT_EQ(
        problem(",id,size\n0,10,1\n"),
        "input: v.csv: the first column has no name, and column 2 is called 'id'; give the column of ids by its name "
        "(--id id)");
    EXPECT_EQ(
        problem("id,size\n,1\n"),
        "input: v.csv:2: the line has no id in column 1; expected the id of a vertex, or another column of ids (--id)");
    EXPECT_EQ(problem("# nothing\n"),
              "input: v.csv: the file has no line; expected a header, and a line for each vertex");
}

} // namespace cerrado::test
