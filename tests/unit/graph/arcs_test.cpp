#include "places.hpp"
#include "unit/graph/helpers.hpp"
#include "unit/graph/shown_columns.hpp"

#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/open.hpp>

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace cerrado::test {

// Arcs: which column has the times, what cells may be, the order of arcs, and what is refused.

namespace {

class ArcsOfFiles : public TemporaryFolder {
protected:
    Arcs open(std::string const& text, TimeColumn const& time = {}, ReadOptions const& options = {},
              std::string const& name = "g.txt") {
        notes.clear();
        return open_arcs(write(name, text), options, time,
                         [&](std::string const& note) { notes.push_back(without_folder(note)); });
    }
    // Returns: the error, without the folder and the name of the file.
    std::string problem(std::string const& text, TimeColumn const& time = {}, ReadOptions const& options = {},
                        std::string const& name = "g.txt") {
        return without_folder(error_of([&] { open(text, time, options, name); }));
    }
    std::string without_folder(std::string text) const {
        std::string const folder = path("");
        for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
        return text;
    }
    bool has_note(std::string const& part) const {
        return std::ranges::any_of(notes, [&](std::string const& note) { return note.find(part) != note.npos; });
    }

    std::vector<std::string> notes;
};

// Returns: "1>2@5 ..." by original ids.
std::string shown(Arcs const& arcs) {
    std::string text;
    for (std::uint32_t rank = 0; rank < arcs.size(); ++rank) {
        text += fmt::format("{}{}>{}@{}", rank == 0 ? "" : " ", arcs.graph.original_id(arcs.source[rank]),
                            arcs.graph.original_id(arcs.target[rank]), arcs.time[rank]);
    }
    return text;
}

using Lines = std::vector<std::uint32_t>;

Graph directed(std::string const& path) { return open_marked_graph(path, {.directed = true, .attributes = true}); }

} // namespace

TEST_F(ArcsOfFiles, AreInTheOrderOfTimeAndThenOfLines) {
    Arcs const arcs = open(
        "from,to,amount,time\n"
        "3,1,a,20\n" // parallel to others, and with ties of other pairs
        "1,2,b,10\n"
        "2,1,c,10\n"
        "1,2,d,10\n"
        "5,5,e,15\n"
        "1,5,f,10\n"
        "3,1,g,5\n"
        "3,1,h,20\n",
        {}, {}, "g.csv");
    EXPECT_EQ(shown(arcs), "3>1@5 1>2@10 2>1@10 1>2@10 1>5@10 3>1@20 3>1@20");
    EXPECT_EQ(arcs.line, (Lines{6, 1, 2, 3, 5, 0, 7}));
    EXPECT_EQ(arcs.column, "time");
    EXPECT_EQ(arcs.unit, TimeUnit::none);
    EXPECT_FALSE(arcs.are_dates);
    EXPECT_EQ(arcs.loops, 1u);
    EXPECT_EQ(arcs.lines, 8u);
    std::string amounts;
    for (std::uint32_t const row : arcs.row) amounts += shown((*arcs.graph.columns->row_column("amount"))[row]);
    EXPECT_EQ(amounts, "'g''b''c''d''f''a''h'");
    EXPECT_TRUE(is_directed(arcs.graph));
    EXPECT_EQ(count_arcs_or_edges(arcs.graph), 4u);
    EXPECT_EQ(notes, (Names{"g.csv: 1 self-loop is left out",
                            "g.csv: the arcs are not in the order of time, and were sorted"}));
}

TEST_F(ArcsOfFiles, InOrderAreNotSorted) {
    EXPECT_EQ(shown(open("from,to,time\n2,1,-3\n1,2,4\n2,1,4\n", {}, {}, "g.csv")), "2>1@-3 1>2@4 2>1@4");
    EXPECT_TRUE(notes.empty());
}

TEST_F(ArcsOfFiles, AreSortedAsAStableSortDoes) {
    std::mt19937_64 random(5);
    for (std::int64_t const span : {3LL, 5000LL, 1LL << 21, (1LL << 32) - 1, 1LL << 32, 1LL << 50, (1LL << 62) - 1}) {
        std::vector<Edge> edges;
        std::vector<std::int64_t> times;
        for (int i = 0; i < 5000; ++i) {
            edges.push_back({static_cast<VertexId>(random() % 20), static_cast<VertexId>(random() % 20)});
            times.push_back(static_cast<std::int64_t>(random() % (2 * static_cast<std::uint64_t>(span))) - span);
        }
        times[7] = times[9] = -span;
        times[8] = span - 1;
        Graph graph = with_rows(graph_from_arcs(20, edges), edges, {{.name = "t", .whole = times}});
        Lines lines;
        for (std::uint32_t i = 0; i < edges.size(); ++i) {
            if (edges[i].source != edges[i].target) lines.push_back(i);
        }
        std::ranges::stable_sort(lines, {}, [&](std::uint32_t line) { return times[line]; });
        Arcs const arcs = arcs_of(std::move(graph));
        ASSERT_EQ(arcs.line, lines) << span;
        for (std::uint32_t rank = 0; rank < arcs.size(); ++rank) {
            ASSERT_EQ(arcs.time[rank], times[lines[rank]]);
            ASSERT_EQ(arcs.source[rank], edges[lines[rank]].source);
            ASSERT_EQ(arcs.target[rank], edges[lines[rank]].target);
            ASSERT_EQ(arcs.graph.columns->line_of(arcs.row[rank]), lines[rank]);
        }
    }
}

TEST_F(ArcsOfFiles, TimesMayBeAsFarApartAsIntegersCan) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(shown(open(fmt::format("from,to,time\n1,2,{}\n2,3,{}\n3,1,0\n", most, -most), {}, {}, "g.csv")),
              fmt::format("2>3@{} 3>1@0 1>2@{}", -most, most));
}

// The column of the time.

TEST_F(ArcsOfFiles, ColumnsAreFoundByTheirNames) {
    for (std::string const name : {"time", "Timestamp", "TS", "t", "date", "DateTime", "unixtime", "created_at"}) {
        EXPECT_EQ(open("source,target,x," + name + "\n1,2,7,3\n2,3,8,4\n", {}, {}, "g.csv").column, name);
        EXPECT_TRUE(notes.empty());
    }
    EXPECT_EQ(open("source,target,date,time\n1,2,7,3\n", {}, {}, "g.csv").column, "time");
    EXPECT_EQ(open("source,target,at,x\n1,2,2024-01-15,3\n", {}, {}, "g.csv").column, "at"); // the only dates
    EXPECT_TRUE(has_note("times are taken from 'at'; --time takes another column"));
    EXPECT_EQ(
        problem("source,target,sent,x\n1,2,7,3\n", {}, {}, "g.csv"),
        "input: g.csv: which column has the times? None is called time, timestamp, ts, t, date, datetime, unixtime and "
        "created_at; its edges have the columns sent, x; give one of them (--time)");
    EXPECT_EQ(shown(open("source,target,sent,time\n1,2,7,3\n", {.name = "SENT"}, {}, "g.csv")), "1>2@7");
    EXPECT_EQ(
        problem("source,target,sent,time\n1,2,7,3\n", {.name = "semt"}, {}, "g.csv"),
        "input: g.csv: there is no column 'semt', did you mean sent?; its edges have the columns sent, time; give one "
        "that has times (--time)");
}

TEST_F(ArcsOfFiles, ATimeBeforeTheEndsIsNoEnd) {
    EXPECT_EQ(shown(open("time,user,item\n5,1,2\n6,2,1\n", {}, {}, "g.csv")), "1>2@5 2>1@6");
    EXPECT_EQ(shown(open("user,time,item\n1,5,2\n2,6,1\n", {}, {}, "g.csv")), "1>2@5 2>1@6");
    EXPECT_EQ(shown(open("a,b,c\n1,5,2\n2,6,1\n", {.name = "b"}, {}, "g.csv")), "1>2@5 2>1@6");
}

TEST_F(ArcsOfFiles, WithoutAHeaderThePlaceDecides) {
    EXPECT_EQ(shown(open("2 1 5\n1 2 5\n1 3 4\n")), "1>3@4 2>1@5 1>2@5"); // the first column falls
    EXPECT_TRUE(has_note("times are taken from 'column3'"));
    EXPECT_EQ(shown(open("1 2 9 5\n2 1 9 6\n1 3 8 7\n")), "1>2@5 2>1@6 1>3@7"); // KONECT
    EXPECT_EQ(shown(open("% asym weighted\n% 3 3 3\n1 2\t1\t5\n2 3\t1\t6\n1 3\t1\t4\n")), "1>3@4 1>2@5 2>3@6");
    EXPECT_EQ(shown(open("% sym weighted\n1 2 1 5\n3 2 1 6\n")), "1>2@5 3>2@6");
    EXPECT_TRUE(has_note("the file says that its edges are undirected; each is taken as an arc from its first end"));
    EXPECT_EQ(shown(open("% bip weighted\n1 1 1 5\n2 1 1 6\n")), "1>3@5 2>3@6"); // the ids of the right come after
    EXPECT_EQ(shown(open("5 7 8\n5 7 6\n6 8 7\n")), "7>8@5 7>6@5 8>7@6");        // SocioPatterns
    EXPECT_TRUE(has_note("the first column never falls, and is taken as the time; --columns takes other ends"));
    EXPECT_EQ(shown(open("5 7 8 A B\n5 7 6 A C\n6 8 7 B A\n")), "7>8@5 7>6@5 8>7@6"); // with classes
    EXPECT_EQ(shown(open("5 7 8 A B\n5 7 6 A C\n6 8 7 B A\n", {}, {.names = true})), "1>2@5 1>0@5 2>1@6");
    EXPECT_EQ(problem("1 2 5\n2 3 6\n3 4 7\n"),
              "input: g.txt: neither the first column nor the third one ever falls, and either may be the time; give "
              "--columns 1,2 if the ends of arcs come first, or else --columns 2,3");
    EXPECT_EQ(shown(open("1 2 5\n2 3 6\n3 4 7\n", {}, {.columns = "1,2"})), "1>2@5 2>3@6 3>4@7");
    EXPECT_EQ(shown(open("1 2 5\n2 3 6\n3 4 7\n", {}, {.columns = "2,3"})), "2>5@1 3>6@2 4>7@3");
    EXPECT_EQ(shown(open("1 2 5\n2 3 6\n3 4 7\n", {.name = "1"})), "2>5@1 3>6@2 4>7@3");
    EXPECT_EQ(shown(open("1 2 5\n2 3 6\n3 4 7\n", {.name = "column2"})), "1>5@2 2>6@3 3>7@4");
    EXPECT_EQ(shown(open("1 2 5 9\n2 3 6 9\n3 4 7 8\n", {.name = "3"})), "1>2@5 2>3@6 3>4@7");
    EXPECT_EQ(
        problem("2 3 6 9 8\n1 2 5 9 8\n", {}),
        "input: g.txt: which column has the times? None is called time, timestamp, ts, t, date, datetime, unixtime and "
        "created_at; its edges have the columns column3, column4, column5; give one of them (--time)");
    EXPECT_EQ(shown(open("1 2 2024-01-15\n2 3 2024-01-16\n")), "1>2@1705276800000000 2>3@1705363200000000");
    EXPECT_EQ(shown(open("2024-01-15 1 2\n2024-01-16 2 3\n")), "1>2@1705276800000000 2>3@1705363200000000");
}

TEST_F(ArcsOfFiles, NamesMayFollowATime) {
    Arcs const arcs = open("10\tann\tbob\n12\tbob\tcat\n12\tann\tcat\n", {}, {.names = true});
    EXPECT_EQ(shown(arcs), "0>1@10 1>2@12 0>2@12");
}

// A long file is looked at in parts.
TEST_F(ArcsOfFiles, OneFallAnywhereShowsWhereTheTimeIs) {
    std::string text;
    for (int i = 0; i < 60000; ++i) text += fmt::format("{} {} {}\n", 1000 + i, i % 7, 100 + i);
    EXPECT_EQ(problem(text).substr(0, 28), "input: g.txt: neither the fi");
    std::string const third_falls = text + "70000 1 100\n", first_falls = text + "1000 1 70000\n";
    EXPECT_EQ(open(third_falls).time.back(), 70000);
    EXPECT_EQ(open(first_falls).time.front(), 100);
}

// Cells.

TEST_F(ArcsOfFiles, NumbersWithAFractionAreRefused) {
    EXPECT_EQ(shown(open("2 1 5.0\n1 2 6e2\n")), "2>1@5 1>2@600");
    EXPECT_EQ(problem("from,to,t\n1,2,5\n2,3,7.5\n3,4,8.5\n", {}, {}, "g.csv"),
              "input: g.csv: the time 7.5 of row 2 in column 't' has a fraction; write times as whole numbers, of "
              "milliseconds "
              "say, or as dates such as 2024-01-15T10:30:00.250Z");
    EXPECT_EQ(problem("from,to,t\n1,2,5.5\n2,3,1e16\n3,4,inf\n", {}, {.column_types = parse_column_types("t:double")},
                      "g.csv")
                  .substr(0, 44),
              "input: g.csv: the time 5.5 of row 1 in colum");
    EXPECT_NE(problem("from,to,t\n1,2,1e16\n", {}, {}, "g.csv").find("is too large to be exact"), std::string::npos);
    EXPECT_NE(problem("from,to,t\n1,2,inf\n", {}, {}, "g.csv").find("is too large to be exact"), std::string::npos);
}

TEST_F(ArcsOfFiles, MissingTimesAndTextsAreRefused) {
    EXPECT_EQ(problem("from,to,t\n2,1,5\n1,2,\n1,3,4\n", {}, {}, "g.csv"),
              "input: g.csv: row 2 has no time in column 't'; leave such rows out, or give another column (--time)");
    EXPECT_EQ(problem("from,to,t\n2,1,5\n1,2,4\n1,3,NaN\n", {}, {}, "g.csv"),
              "input: g.csv: row 3 has no time in column 't'; leave such rows out, or give another column (--time)");
    EXPECT_EQ(problem("from,to,t\n2,1,5\n1,2,soon\n1,3,later\n", {}, {}, "g.csv"),
              "input: g.csv: 'soon' of row 2 in column 't' is no time like those before it; expected a whole number or "
              "a date "
              "such as 2024-01-15T10:30:00Z, or give another column (--time)");
    EXPECT_EQ(problem("from,to,t\n2,1,now\n", {}, {}, "g.csv"),
              "input: g.csv: 'now' of row 1 in column 't' is no time; expected a whole number or a date such as "
              "2024-01-15T10:30:00Z, or give another column (--time)");
    EXPECT_EQ(problem("from,to,t\n2,1,2024-01-15\n1,2,2023-02-29\n1,3,later\n", {}, {}, "g.csv").substr(0, 54),
              "input: g.csv: '2023-02-29' of row 2 in column 't' is n"); // no such day
    EXPECT_EQ(problem("from,to,t\n3,1,2024-01-15\n1,2,17\n", {}, {}, "g.csv").substr(0, 46),
              "input: g.csv: '17' of row 2 in column 't' is n");
    EXPECT_EQ(problem("from,to,t\n2,1,true\n", {}, {}, "g.csv"),
              "input: g.csv: column 't' has true and false, and no times; give another column (--time)");
    EXPECT_NE(problem("from,to,t\n", {}, {}, "g.csv").find("there is no edge after the first line"), std::string::npos);
    EXPECT_NE(problem("", {}, {}, "g.csv").find("the file is empty"), std::string::npos);
}

TEST_F(ArcsOfFiles, DatesAreMicrosecondsInUtc) {
    Arcs const arcs = open(
        "from,to,date\n1,2,1970-01-01T02:00:00+02:00\n2,3,1970-01-01 00:00:00.000007Z\n"
        "3,1,1969-12-31T23:59:59-00:00\n",
        {}, {}, "g.csv");
    EXPECT_EQ(shown(arcs), "3>1@-1000000 1>2@0 2>3@7");
    EXPECT_EQ(arcs.unit, TimeUnit::microseconds);
    EXPECT_TRUE(arcs.are_dates);
    EXPECT_EQ(format_time(arcs.time[0], arcs.are_dates), "1969-12-31T23:59:59");
    EXPECT_EQ(problem("from,to,date\n1,2,2024-01-15\n", {.unit = TimeUnit::seconds}, {}, "g.csv"),
              "input: g.csv: the times in column 'date' are dates, and have no other unit; leave out the unit");
    EXPECT_EQ(problem("from,to,date\n1,2,2024-01-15T10:00Z\n2,3,2024-01-16\n", {}, {}, "g.csv"),
              "input: g.csv:3: the time '2024-01-16' has no offset from UTC, unlike those before it; give all times "
              "one, such "
              "as Z, or none");
    EXPECT_EQ(problem("from,to,date\n1,2,2024-01-15T10:00\n2,3,2024-01-16T10:00-05\n", {}, {}, "g.csv").substr(0, 62),
              "input: g.csv:3: the time '2024-01-16T10:00-05' has an offset f");
}

TEST_F(ArcsOfFiles, UnitsAreGuessedByDigitsAndTold) {
    auto const unit = [&](std::string const& a, std::string const& b) {
        return open("from,to,t\n1,2," + a + "\n2,3," + b + "\n", {}, {}, "g.csv").unit;
    };
    EXPECT_EQ(unit("1082040961", "1082040962"), TimeUnit::seconds);
    EXPECT_EQ(notes,
              (Names{"g.csv: times have 10 digits, and are taken as seconds since 1970; --time-unit takes them as "
                     "others"}));
    EXPECT_EQ(unit("1082040961000", "1082040961001"), TimeUnit::milliseconds);
    EXPECT_EQ(unit("1082040961000000", "1082040961000001"), TimeUnit::microseconds);
    EXPECT_EQ(unit("1082040961000000000", "1082040961000000001"), TimeUnit::nanoseconds);
    EXPECT_EQ(unit("999999999", "1082040962"), TimeUnit::none);
    EXPECT_EQ(unit("10820409611", "10820409622"), TimeUnit::none);
    EXPECT_EQ(unit("-1082040961", "1082040961"), TimeUnit::none);
    EXPECT_TRUE(notes.empty());
    std::string const text = "from,to,t\n1,2,1082040961\n";
    EXPECT_EQ(open(text, {.unit = TimeUnit::none}, {}, "g.csv").unit, TimeUnit::none);
    EXPECT_EQ(open(text, {.unit = TimeUnit::milliseconds}, {}, "g.csv").unit, TimeUnit::milliseconds);
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(parse_time_unit("ms"), TimeUnit::milliseconds);
    EXPECT_EQ(to_string(parse_time_unit("us")), "microseconds");
    EXPECT_EQ(error_of([] { parse_time_unit("m"); }), "input: 'm' is no unit of times; expected s, ms, us, ns or none");
}

// Bounds.

TEST_F(ArcsOfFiles, BoundsCutTimesOff) {
    std::string const numbers = "from,to,t\n1,2,10\n2,3,20\n3,3,20\n3,1,30\n1,3,40\n";
    auto const cut = [&](std::string const& from, std::string const& until) {
        return shown(open(numbers, {.from = from, .until = until}, {}, "g.csv"));
    };
    EXPECT_EQ(cut("20", ""), "2>3@20 3>1@30 1>3@40");
    EXPECT_EQ(cut("19", "30"), "2>3@20 3>1@30");
    EXPECT_EQ(cut("-5", "10"), "1>2@10");
    Arcs const arcs = open(numbers, {.from = "25"}, {}, "g.csv");
    EXPECT_EQ(arcs.line, (Lines{3, 4}));
    EXPECT_EQ(arcs.lines, 5u);
    EXPECT_EQ(count_arcs_or_edges(arcs.graph), 4u); // the graph is whole
}

TEST_F(ArcsOfFiles, BoundsMayBeDatesIfTimesHaveAUnit) {
    auto const problem_of = [&](std::string const& text, TimeColumn const& time) {
        return problem(text, time, {}, "g.csv");
    };
    std::string const numbers = "from,to,t\n1,2,10\n2,3,20\n3,1,30\n";
    EXPECT_EQ(
        shown(open(numbers,
                   {.unit = TimeUnit::seconds, .from = "1970-01-01T00:00:19.5", .until = "1970-01-01T00:00:20.5Z"}, {},
                   "g.csv")),
        "2>3@20");
    EXPECT_EQ(shown(open(numbers, {.unit = TimeUnit::nanoseconds, .from = "1970-01-01T00:00:00", .until = "9999-01-01"},
                         {}, "g.csv")),
              "1>2@10 2>3@20 3>1@30");
    EXPECT_EQ(
        problem_of(numbers, {.from = "2024-01-15"}),
        "input: g.csv: --from 2024-01-15: times are plain numbers without a unit; give a number, or the unit of times "
        "(--time-unit)");
    EXPECT_EQ(problem_of(numbers, {.until = "soon"}),
              "input: g.csv: --until soon: expected a date such as 2024-01-15T10:30:00, or a whole number");
    EXPECT_EQ(problem_of(numbers, {.from = "31", .until = "50"}),
              "input: g.csv: no arc lies between these bounds, from 31, until 50; times go from 10 to 30");
    std::string const dates = "from,to,t\n1,2,2024-01-15\n2,3,2024-01-16\n";
    EXPECT_EQ(open(dates, {.from = "2024-01-15T12:00:00"}, {}, "g.csv").size(), 1u);
    EXPECT_EQ(problem_of(dates, {.from = "5"}),
              "input: g.csv: --from 5: expected a date such as 2024-01-15T10:30:00, as the times of the graph are");
    EXPECT_EQ(problem_of(dates, {.from = "2025-01-01"}),
              "input: g.csv: no arc lies between these bounds, from 2025-01-01; times go from 2024-01-15T00:00:00 to "
              "2024-01-16T00:00:00");
}

TEST_F(ArcsOfFiles, OnlyDirectedGraphsWithTimesHaveArcs) {
    EXPECT_EQ(problem("1 2\n2 3\n"),
              "input: g.txt: its lines have only the ends of edges; expected a third column, which has the times");
    std::string const times =
        ", whose edges have no times; give a table with a line 'from to time' for each arc, or another "
        "format whose edges have attributes (docs/formats.md)";
    EXPECT_EQ(problem("3 2\n2\n1 3\n2\n", {}, {}, "g.metis"), "input: g.metis: this is METIS" + times);
    EXPECT_EQ(problem("4 4\n2 3\n1 3\n1 2 4\n3\n"), "input: g.txt: this is METIS" + times); // by its content
    EXPECT_EQ(problem("Bw\n", {}, {}, "g.g6"), "input: g.g6: this is graph6" + times);
    EXPECT_EQ(problem("0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0\n"), "input: g.txt: this is an adjacency matrix" + times);
    EXPECT_EQ(problem("1: 2 3\n2: 1\n3: 1\n"), "input: g.txt: this is an adjacency list" + times);
    std::string const file = write("u.csv", "from,to,time\n1,2,3\n");
    EXPECT_EQ(without_folder(error_of([&] { arcs_of(open_marked_graph(file, {.attributes = true})); })),
              "input: u.csv: the graph has no directions, and arcs have them; read or write it as a directed graph");
    std::vector<Edge> const loops{{0, 0}, {1, 1}};
    Graph const graph = with_rows(graph_from_arcs(2, loops), loops, {Column{.name = "time", .whole = {5, 6}}});
    EXPECT_EQ(error_of([&] { arcs_of(graph); }), "input: all of its arcs are self-loops; expected others");
    EXPECT_EQ(without_folder(error_of([&] { arcs_of(open_directed_graph(file)); })),
              "input: u.csv: its edges have no times; expected a table with a third column, such as lines 'from to "
              "time', that "
              "is read with its attributes");
    EXPECT_EQ(error_of([] { open_arcs("gen:er:n=10,m=5"); }),
              "input: gen:er:n=10,m=5: generated graphs have no directions; give a file, or gen:bursts");
}

// Lines.

TEST_F(ArcsOfFiles, ABinaryFileKeepsTheOrderOfLines) {
    std::string const text = "from,to,kind,time\n9,1,x,5\n1,2,y,5\n2,2,z,5\n9,1,w,5\n2,1,v,5\n1,9,u,4\n";
    Arcs const arcs = open(text, {}, {}, "g.csv");
    save_graph(directed(path("g.csv")), path("g.cbin"));
    Arcs const again = open_arcs(path("g.cbin"));
    EXPECT_EQ(shown(again), shown(arcs));
    EXPECT_EQ(again.line, arcs.line);
    EXPECT_EQ(again.row, arcs.row);
    EXPECT_EQ(again.lines, 6u);
    EXPECT_EQ(again.graph.columns->line, arcs.graph.columns->line);
    expect_same_columns(*again.graph.columns, *arcs.graph.columns);
    save_graph(again.graph, path("again.cbin"));
    EXPECT_EQ(content_of(path("again.cbin")), content_of(path("g.cbin")));
}

TEST_F(ArcsOfFiles, APartOfAGraphKeepsTheLines) {
    write("g.csv", "from,to,time\n9,1,5\n1,2,5\n2,3,1\n2,2,5\n9,1,4\n2,1,5\n");
    Graph const graph = directed(path("g.csv"));
    Arcs const part = arcs_of(within(graph, {0, 1, 3})); // without 3
    EXPECT_EQ(shown(part), "9>1@4 9>1@5 1>2@5 2>1@5");
    EXPECT_EQ(part.line, (Lines{4, 0, 1, 5}));
    EXPECT_EQ(part.lines, 6u);
    save_graph(part.graph, path("part.cbin"));
    EXPECT_EQ(open_arcs(path("part.cbin")).line, (Lines{3, 0, 1, 4})); // of this file
}

TEST_F(ArcsOfFiles, RowsInTheOrderOfListsHaveNoLines) {
    write("g.csv", "from,to,time\n1,2,5\n1,2,6\n2,1,5\n2,3,1\n3,3,1\n");
    EXPECT_TRUE(directed(path("g.csv")).columns->line.empty());
    write("h.csv", "from,to,time\n2,1,5\n1,2,5\n");
    Graph const graph = directed(path("h.csv"));
    EXPECT_EQ(graph.columns->line, (Lines{1, 0}));
    EXPECT_EQ(graph.columns->line_of(0), 1u);
}

// Facts.

TEST_F(ArcsOfFiles, FactsCountTiesAndLoops) {
    write("g.csv", "from,to,time\n1,2,5\n2,3,6\n3,1,5\n3,3,5\n1,3,7\n2,1,9\n3,2,7\n1,2,7\n");
    for (bool const is_directed : {false, true}) { // the graph may be undirected
        Graph const graph = open_marked_graph(path("g.csv"), {.directed = is_directed, .attributes = true});
        EXPECT_TRUE(has_time_column(graph));
        TimeFacts const facts = time_facts(graph);
        EXPECT_EQ(facts.column, "time");
        EXPECT_EQ(facts.arcs, 7u);
        EXPECT_EQ(facts.loops, 1u);
        EXPECT_EQ(facts.ties, 5u);
        EXPECT_EQ(facts.first, 5);
        EXPECT_EQ(facts.last, 9);
        EXPECT_EQ(time_facts(graph, {.from = "6", .until = "7"}).arcs, 4u);
    }
    write("h.txt", "2 1 5\n1 2 6\n");
    EXPECT_FALSE(has_time_column(open_marked_graph(path("h.txt"), {.attributes = true}))); // it may be a weight
    write("i.csv", "from,to,time\n2,1,noon\n");
    EXPECT_FALSE(has_time_column(open_marked_graph(path("i.csv"), {.attributes = true})));
}

TEST_F(ArcsOfFiles, UndirectedTablesMayHaveTheTimeFirst) {
    write("g.txt", "5 7 8\n5 7 6\n6 8 7\n");
    OpenedMarks wanted{.attributes = true, .time = ""};
    Graph const graph = open_marked_graph(path("g.txt"), wanted);
    EXPECT_FALSE(is_directed(graph));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{6, 7}, {7, 8}}));
    EXPECT_EQ(time_facts(graph, {.name = ""}).ties, 2u);
}

// Durations.

TEST(Durations, AreReadInTheUnitOfTimes) {
    constexpr TimeUnit s = TimeUnit::seconds, ms = TimeUnit::milliseconds, ns = TimeUnit::nanoseconds;
    EXPECT_EQ(parse_duration("900", s), 900);
    EXPECT_EQ(parse_duration("900", TimeUnit::none), 900);
    EXPECT_EQ(parse_duration("15min", TimeUnit::microseconds, true), 900'000'000);
    EXPECT_EQ(parse_duration("0", TimeUnit::microseconds, true), 0);
    EXPECT_THROW(parse_duration("900", TimeUnit::microseconds, true), InputError); // of dates nobody means microseconds
    EXPECT_EQ(parse_duration("0", s), 0);
    EXPECT_EQ(parse_duration("10min", s), 600);
    EXPECT_EQ(parse_duration("10 min", ms), 600'000);
    EXPECT_EQ(parse_duration("1.5h", s), 5400);
    EXPECT_EQ(parse_duration("2d", s), 172'800);
    EXPECT_EQ(parse_duration("4w", s), 2'419'200);
    EXPECT_EQ(parse_duration("30s", ms), 30'000);
    EXPECT_EQ(parse_duration("5ms", TimeUnit::microseconds), 5000);
    EXPECT_EQ(parse_duration("0.25us", ns), 250);
    EXPECT_EQ(parse_duration("1000ms", s), 1);
    EXPECT_EQ(parse_duration("2.0", TimeUnit::none), 2);
}

TEST(Durations, ThatDoNotFitAreRefused) {
    auto const problem = [](std::string_view text, TimeUnit unit) {
        return error_of([&] { parse_duration(text, unit); });
    };
    std::string const expected = "expected a duration such as 900, 30s, 10min, 1.5h, 2d or 4w";
    EXPECT_EQ(problem("10min", TimeUnit::none),
              "input: '10min': the times are plain numbers without a unit; give a plain number, or the unit of times "
              "(--time-unit s)");
    EXPECT_EQ(problem("-5", TimeUnit::seconds),
              "input: '-5': a duration is not negative; expected one such as 900 or 10min");
    EXPECT_EQ(problem("0.5s", TimeUnit::seconds),
              "input: '0.5s': the times are in whole seconds; expected a whole number of them");
    EXPECT_EQ(problem("1.5", TimeUnit::none), "input: '1.5': the times are whole numbers; expected a whole number");
    EXPECT_EQ(problem("10m", TimeUnit::seconds),
              "input: '10m': " + expected + "; the units are w, d, h, min, s, ms, us and ns");
    for (std::string_view const text : {"", "min", "1.", ".5h", "1234567890123456789", " 5"}) {
        EXPECT_EQ(problem(text, TimeUnit::seconds), fmt::format("input: '{}': {}, of up to 18 digits", text, expected));
    }
    EXPECT_EQ(problem("100000000000w", TimeUnit::nanoseconds),
              "input: '100000000000w': the duration is too long; expected one of 63 bits in the unit of times");
}

TEST(Durations, AreShownInTheLargestUnitThatIsExact) {
    constexpr TimeUnit s = TimeUnit::seconds;
    EXPECT_EQ(format_duration(900, TimeUnit::none), "900");
    EXPECT_EQ(format_duration(600, s), "10 min");
    EXPECT_EQ(format_duration(3600, s), "1 h");
    EXPECT_EQ(format_duration(5400, s), "90 min");
    EXPECT_EQ(format_duration(86'400, s), "1 d");
    EXPECT_EQ(format_duration(2'419'200, s), "4 w");
    EXPECT_EQ(format_duration(61, s), "61 s");
    EXPECT_EQ(format_duration(-120, s), "-2 min");
    EXPECT_EQ(format_duration(0, s), "0 s");
    EXPECT_EQ(format_duration(0, TimeUnit::nanoseconds), "0 ns");
    EXPECT_EQ(format_duration(1500, TimeUnit::microseconds), "1500 us");
    EXPECT_EQ(format_duration(60'000'000, TimeUnit::microseconds), "1 min");
}

// Generated arcs.

TEST(Bursts, AreArcsWithTimesInSeconds) {
    Arcs const arcs = open_arcs("gen:bursts:n=300,m=20000,span=1000000,seed=3");
    EXPECT_EQ(arcs.size(), 20000u);
    EXPECT_EQ(arcs.graph.vertex_count(), 300u);
    EXPECT_EQ(arcs.unit, TimeUnit::seconds);
    EXPECT_EQ(arcs.column, "time");
    EXPECT_EQ(arcs.loops, 0u);
    EXPECT_GE(arcs.time.front(), 0);
    EXPECT_FALSE(std::ranges::is_sorted(arcs.line));
    EXPECT_EQ(error_of([] { generate_graph("gen:bursts:n=1,m=5"); }),
              "input: gen:bursts:n=1,m=5: n=1 is out of range; arcs need two vertices");
    EXPECT_EQ(generate_graph("gen:bursts:n=0,m=0").vertex_count(), 0u);
    EXPECT_EQ(open_arcs("gen:bursts:n=2,m=100").size(), 100u);
}

// Half of the arcs answer others: 2 in 10 of all go back, 1 goes the same way, 2 go on.
TEST(Bursts, AnswerAsOftenAsTheyShould) {
    Graph const graph = generate_graph("gen:bursts:n=1000000,m=40000,span=4000000000,seed=1");
    std::vector<Edge> arcs(40000);
    Arcs const ranked = arcs_of(graph);
    std::vector<std::int64_t> times(40000);
    for (std::uint32_t rank = 0; rank < ranked.size(); ++rank) {
        arcs[ranked.line[rank]] = {ranked.source[rank], ranked.target[rank]};
        times[ranked.line[rank]] = ranked.time[rank];
    }
    // Fresh arcs are at even times.
    std::uint64_t fresh = 0, back = 0, again = 0, onward = 0;
    for (std::size_t i = 1; i < arcs.size(); ++i) {
        if (times[i] == static_cast<std::int64_t>(i * 100000)) {
            ++fresh;
            continue;
        }
        bool is_back = false, is_again = false, is_onward = false;
        for (std::size_t j = i - std::min<std::size_t>(i, 4096); j < i; ++j) {
            if (times[i] <= times[j] || times[i] > times[j] + 131072) continue;
            is_back |= arcs[j] == Edge{arcs[i].target, arcs[i].source};
            is_again |= arcs[j] == arcs[i];
            is_onward |= arcs[j].target == arcs[i].source;
        }
        ASSERT_TRUE(is_back || is_again || is_onward) << i;
        is_back ? ++back : is_again ? ++again : ++onward;
    }
    EXPECT_NEAR(static_cast<double>(fresh), 20000, 500);
    EXPECT_NEAR(static_cast<double>(onward), 8000, 500);
    EXPECT_GT(back, 7000u);
    EXPECT_GT(again, 2500u);
}

TEST(Bursts, AreTheSameWithAnyNumberOfThreads) {
    std::string const spec = "gen:bursts:n=20000,m=600000,seed=7";
    Graph const one = generate_graph(spec, 1), many = generate_graph(spec, 5);
    expect_same_structure(one, many);
    EXPECT_EQ(one.marks->arcs, many.marks->arcs);
    expect_same_columns(*one.columns, *many.columns);
    EXPECT_EQ(one.columns->line, many.columns->line);
    Arcs const arcs = arcs_of(generate_graph("gen:bursts:n=1000,m=50000,span=1000000,seed=1"));
    std::uint64_t hash = 0xcbf29ce484222325; // pinned: it is the same on every machine
    auto const add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
    for (std::uint32_t rank = 0; rank < arcs.size(); ++rank) {
        add(arcs.source[rank]);
        add(arcs.target[rank]);
        add(static_cast<std::uint64_t>(arcs.time[rank]));
        add(arcs.line[rank]);
    }
    EXPECT_EQ(hash, 11972081785002855985u);
}

// Real graphs, with the numbers of shared/data/temporal/README.md.

namespace {

struct KnownArcs {
    char const* file;
    std::uint32_t arcs;
    TimeUnit unit;
};

} // namespace

TEST(RealArcs, HaveTheirKnownNumbers) {
    std::filesystem::path const folder = data_folder() / "temporal";
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no " << folder << "; set CERRADO_DATA_DIR";
    for (KnownArcs const known : {KnownArcs{"collegemsg.txt.gz", 59835, TimeUnit::seconds},
                                  {"email-eu.txt.xz", 332334, TimeUnit::none},
                                  {"email-dept3.txt.gz", 12216, TimeUnit::none},
                                  {"bitcoinotc.txt.gz", 35592, TimeUnit::seconds},
                                  {"sfhh.txt.gz", 70261, TimeUnit::none}}) {
        Arcs const arcs = open_arcs((folder / known.file).string());
        EXPECT_EQ(arcs.size(), known.arcs) << known.file;
        EXPECT_EQ(arcs.unit, known.unit) << known.file;
        EXPECT_EQ(arcs.lines, known.arcs) << known.file;
        EXPECT_EQ(arcs.loops, 0u) << known.file;
        EXPECT_TRUE(std::ranges::is_sorted(arcs.time)) << known.file;
    }
}

} // namespace cerrado::test
