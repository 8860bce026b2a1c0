#include <cerrado/graph/detail/io/foreign.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

using namespace std::string_view_literals;
using detail::foreign_format;

// "NAME; REMEDY", empty for none.
std::string sight(std::string_view bytes, std::string const& path = "g.txt") {
    auto const found = foreign_format(bytes, path);
    return found ? found->name + "; " + found->remedy : "";
}
bool is_seen(std::string_view bytes, std::string_view name) { return sight(bytes).find(name) != std::string::npos; }

} // namespace

TEST(Foreign, KnowsDot) {
    for (char const* text : {"graph G {\n1 -- 2;\n}\n", "strict graph {", "digraph{", "DiGraph \"my graph\" {\n",
                             "// a comment\n/* another { */ # third\nstrict digraph g_1\n{", "\xEF\xBB\xBFgraph {"}) {
        EXPECT_TRUE(is_seen(text, "DOT (Graphviz)")) << text;
    }
    EXPECT_NE(sight("graph {").find("`gv2gml FILE > FILE.gml`"), std::string::npos);
}

TEST(Foreign, KnowsOtherTexts) {
    EXPECT_TRUE(is_seen("<?xml version=\"1.0\"?>\n<gexf version=\"1.2\">", "GEXF"));
    EXPECT_TRUE(is_seen("# a comment\nLEDA.GRAPH\r\nvoid\n", "LEDA"));
    EXPECT_TRUE(is_seen("dl n=4 format=edgelist1\n", "UCINET"));
    EXPECT_TRUE(is_seen("DL\nN = 5,\nformat = fullmatrix\n", "UCINET"));
    EXPECT_TRUE(is_seen("dl format = nodelist1 n=4\n", "UCINET"));
    EXPECT_TRUE(is_seen("<?xml?><graph label=\"x\" xmlns=\"http://www.cs.rpi.edu/XGMML\">", "XGMML"));
    EXPECT_TRUE(is_seen("4\n2 1 2\n1 2\n0\n\n3 0 1 2\n", "LAD"));
    EXPECT_TRUE(is_seen("AdjacencyGraph\n3\n4\n", "PBBS or Ligra"));
    EXPECT_TRUE(is_seen("WeightedAdjacencyGraph\r\n3\n4\n", "Ligra"));
    EXPECT_TRUE(is_seen("EdgeArray\n1 2\n", "PBBS"));
    for (char const* text :
         {"{\"directed\": false}", "[[0, 1], [1, 2]]", " \n[\n {\"id\": 1}]", "{}", "[1, 2]\n[2, 3]\n"}) {
        EXPECT_TRUE(is_seen(text, "JSON")) << text;
    }
    EXPECT_TRUE(is_seen("<!DOCTYPE HTML>\n<html>", "HTML"));
    EXPECT_TRUE(is_seen("<?xml version='1.0'?><!-- x --><html xmlns='x'>", "HTML"));
    EXPECT_TRUE(is_seen("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"));
    EXPECT_TRUE(is_seen("33D32945 STP File, STP Format Version 1.0\n", "STP"));
    EXPECT_TRUE(is_seen("nodedef>name VARCHAR\n", "GDF"));
    EXPECT_TRUE(is_seen("(tlp \"2.3\"\n", "Tulip"));
}

TEST(Foreign, KnowsJsonByTheProgramThatWroteIt) {
    EXPECT_TRUE(is_seen("[[0,1],[1,2]]", "a JSON list of edges"));
    EXPECT_TRUE(is_seen("{\"graph\":{\"nodes\":{\"a\":{}},\"edges\":[]}}", "a JSON file;"));
    EXPECT_TRUE(is_seen("[{\"CXVersion\": \"2.0\"}, {\"edges\": []}]", "a CX file"));
    EXPECT_TRUE(is_seen("{\"elements\": {\"nodes\": []}}", "cytoscape.js"));
    EXPECT_TRUE(is_seen("{\"a\": [\"b\"]}", "a Python dictionary"));
}

TEST(Foreign, KnowsMoleculesAndTriples) {
    EXPECT_NE(sight("CCO ethanol\nCCN ethylamine\n", "m.smi"), "");
    EXPECT_TRUE(is_seen("CC(=O)O acetic acid\nc1ccccc1 benzene\n", "SMILES"));
    EXPECT_EQ(sight("CCO CCN\nCCN COO\n"), "") << "they may be names";
    EXPECT_EQ(sight("1 2\n2 3\n", "g.smi"), "") << "and these are none";
    EXPECT_TRUE(is_seen("@<TRIPOS>MOLECULE\nx\n", "MOL2"));
    EXPECT_TRUE(is_seen("@prefix x: <http://x/> .\n", "Turtle"));
    EXPECT_TRUE(is_seen("(mclheader\nmcltype matrix\n", "MCL"));
    EXPECT_TRUE(is_seen("<?xml version='1.0'?><sbml xmlns='x'>", "SBML"));
    EXPECT_TRUE(is_seen("<?xml version='1.0'?><osm version='0.6'>", "OpenStreetMap"));
    EXPECT_TRUE(is_seen("<?xml version='1.0'?><!DOCTYPE pathway><pathway name='x'>", "KGML"));
    EXPECT_TRUE(is_seen("<entrySet level='2'>", "PSI-MI"));
}

TEST(Foreign, KnowsBinaryFiles) {
    EXPECT_TRUE(is_seen("ARROW1\0\0"sv, "Feather"));
    EXPECT_TRUE(is_seen("FEA1", "Feather"));
    EXPECT_TRUE(is_seen("Obj\1"sv, "Avro"));
    EXPECT_TRUE(is_seen("ORC\x08", "ORC"));
    EXPECT_TRUE(is_seen("12345678DUCK@\0"sv, "DuckDB"));
    EXPECT_TRUE(is_seen("PK\x03\x04 archive/data.pkl\x80\x02"sv, "PyTorch"));
    EXPECT_TRUE(is_seen(std::string(257, '\0') + "ustar\0", "tar archive"));
    EXPECT_NE(sight("a.txt\0\0\0"sv, "old.tar").find("tar xf"), std::string::npos);
    EXPECT_TRUE(
        is_seen("\xFF\xFE"
                "1\0 \0"sv,
                "iconv -f UTF-16 -t"));
    EXPECT_TRUE(
        is_seen("\xFE\xFF\0"
                "1\0 "sv,
                "iconv -f UTF-16 -t"));
    EXPECT_TRUE(
        is_seen("1\0 \0"
                "2\0\n\0"sv,
                "iconv -f UTF-16LE"));
    EXPECT_TRUE(
        is_seen("\0"
                "1\0 \0"
                "2\0\n"sv,
                "iconv -f UTF-16BE"));
    EXPECT_EQ(sight("\xFF\xFE<\0?\0x\0"sv), "") << "an XML parser reads it";
    EXPECT_TRUE(is_seen("%PDF-1.4\n", "PDF"));
    EXPECT_TRUE(is_seen("\x80\x04\x95"sv, "pickle"));
    EXPECT_TRUE(is_seen("RDX3\nX\n", "R workspace"));
    EXPECT_TRUE(is_seen("X\n\0\0\0\x03"sv, "readRDS"));
    EXPECT_TRUE(is_seen("PK\x03\x04 [Content_Types].xml", "Excel"));
    EXPECT_TRUE(is_seen("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "Excel"));
    EXPECT_TRUE(is_seen("PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "OpenDocument"));
    EXPECT_TRUE(is_seen("MATLAB 5.0 MAT-file, Platform", "MATLAB"));
    EXPECT_TRUE(is_seen("25\nc x\np col 5 6\n\x80\xc0", "bin2asc"));
}

TEST(Foreign, LeavesTablesOfEdgesAlone) {
    for (char const* text : {"",
                             "1 2\n",
                             "graph theory\ntheory graph\n",
                             "graph G\nG H\n",
                             "{a} b\n",
                             "[a] [b]\n",
                             "dl n\nn m\n",
                             "dl 5\n",
                             "LEDA.GRAPH void\n",
                             "AdjacencyGraph Ligra\n",
                             "strict digraph\n",
                             "strict rules\n",
                             "# graph {\n1 2\n",
                             "version 2\n",
                             "// comment\n1 2\n",
                             "/* comment */ 1 2\n",
                             "/* no end",
                             "source,target\n",
                             "<a> <b>\n",
                             "%%MatrixMarket\n",
                             "graph [\n",
                             "<graphml><graph/></graphml>",
                             "X\n1\n",
                             "4\n0 1\n0 2\n1 2\n2 3\n",
                             "3\n1 1\n1 0\n",
                             "2\n1 1\n1 2\n",
                             "3\n",
                             "3 2\n2 3\n1\n1\n",
                             "4\np colour\n"}) {
        EXPECT_EQ(sight(text), "") << text;
    }
    EXPECT_EQ(sight("PK\x03\x04 arr_0.npy"), "") << "an .npz file is a zip too";
}

} // namespace cerrado::test
