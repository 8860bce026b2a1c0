// Files of labels as people have them: headers, quotation marks, separators, ids of other graphs; and what is said of them.
#include "helpers.hpp"

#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

namespace cerrado::test {
namespace {

using Texts = std::vector<std::string>;

class LabelsFile : public TemporaryFolder {
protected:
    // Of vertices 10, 20 and 30, or of those of the names `a b`, `c` and `d,e`.
    Texts read(std::string const& text) { return labels(numbers, text); }
    Texts read_by_name(std::string const& text) { return labels(names, text); }
    std::string error(std::string const& text) {
        return error_of([&] { read(text); });
    }

    Texts labels(Graph const& graph, std::string const& text) {
        notes.clear();
        write("l.txt", text);
        Graph const labelled =
            read_labels(graph, path("l.txt"), [&](std::string const& note) { notes.push_back(note); });
        return labels_of(labelled);
    }
    std::string note() const { return notes.size() == 1 ? notes.front() : std::to_string(notes.size()) + " notes"; }

    Graph numbers = graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}, {10, 20, 30});
    Graph names = detail::with_sorted_names(graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}),
                                            std::make_shared<Texts const>(Texts{"a b", "c", "d,e"}));
    Texts notes;
};

Texts const three = {"A", "B x", ""};

} // namespace

TEST_F(LabelsFile, AnySeparatorAndQuotationMarksWillDo) {
    for (char const* text : {"10 A\n20 B x\n", "10\tA\n20\tB x\n", "10,A\n20,B x\n", "10;A\r\n20; B x \r\n",
                             "\"10\",\"A\"\n\"20\",\"B x\"\n", "\"10\" A\n20,\"B x\",\n", "10 | A\n20:B x\n",
                             "\xEF\xBB\xBF"
                             "10,A\n\n20,B x"}) {
        EXPECT_EQ(read(text), three) << text;
        EXPECT_EQ(notes.size(), 0u) << text;
    }
    EXPECT_EQ(read("20,\"a, \"\"b\"\"\"\n"), (Texts{"", "a, \"b\"", ""}));
}

TEST_F(LabelsFile, AHeaderIsPassedAndSaid) {
    for (char const* text : {"id,label\n10,A\n20,B x\n", "\"id\",\"label\"\n\"10\",\"A\"\n\"20\",\"B x\"\n",
                             "# clubs\nvertex label\n10 A\n20 B x\n"}) {
        EXPECT_EQ(read(text), three) << text;
        EXPECT_NE(note().find("l.txt: the first line, '"), std::string::npos) << note();
        EXPECT_NE(note().find("is taken as a header"), std::string::npos) << note();
    }
    EXPECT_NE(error("10 A\nid label\n").find("l.txt:2: 'id' is not a vertex id"), std::string::npos);
    EXPECT_NE(error("-10 A\n").find("l.txt:1: '-10' is not a vertex id"), std::string::npos);
}

TEST_F(LabelsFile, SaysHowManyNameNoVertex) {
    EXPECT_EQ(read("10 A\n11 C\n12 C\n20 B x\n"), three);
    EXPECT_EQ(note(), path("l.txt") + ": 2 of 4 labels name no vertex of the graph");
    std::string many = "10 A\n";
    for (int id = 1000; id < 2283; ++id) many += std::to_string(id) + " A\n";
    read(many);
    EXPECT_EQ(note(), path("l.txt") + ": 1,283 of 1,284 labels name no vertex of the graph");
    read("10 A\n11 C\n");
    EXPECT_EQ(note(), path("l.txt") + ": 1 of 2 labels names no vertex of the graph");
}

TEST_F(LabelsFile, NamesMayHoldWhatSeparatesOthers) {
    for (char const* text :
         {"a b\tA\nd,e\tB x\n", "a b;A\nd,e;B x\n", "\"a b\",A\n\"d,e\",\"B x\"\n", "name;label\na b;A\nd,e;B x\n"}) {
        EXPECT_EQ(read_by_name(text), (Texts{"A", "", "B x"})) << text;
    }
    EXPECT_EQ(note(), path("l.txt") + ": the first line, 'name;label', is taken as a header");
    EXPECT_EQ(read_by_name("c B, x\nf C\n"), (Texts{"", "B, x", ""}));
    EXPECT_EQ(note(), path("l.txt") + ": 1 of 2 labels names no vertex of the graph");
}

TEST_F(LabelsFile, SaysWhatIsWrongAndWhere) {
    EXPECT_NE(error("10,A\n20,,B\n").find("l.txt:2: no label after vertex 20"), std::string::npos);
    EXPECT_NE(error("10,\n").find("l.txt:1: no label after vertex 10"), std::string::npos);
    EXPECT_NE(error("\"10,A\n").find("l.txt:1: a quotation mark that is not closed"), std::string::npos);
    EXPECT_NE(error("\"10\",\"A\",\"B\"\n").find("l.txt:1: more than an id and a label"), std::string::npos);
    EXPECT_NE(error("99999999999999999999 A\n").find("is not a vertex id"), std::string::npos);
    EXPECT_NE(error("id label\n").find("l.txt: no vertex of the graph has a label"), std::string::npos);
}

} // namespace cerrado::test
