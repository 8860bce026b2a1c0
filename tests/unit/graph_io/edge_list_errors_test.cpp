#include "helpers.hpp"

namespace cerrado::test {
namespace {

std::string error(std::string_view text) { return reading_error(text, "g.txt"); }

TEST(EdgeListErrors, NegativeId) {
    EXPECT_EQ(error("0 1\n2 -5\n"), "input: g.txt:2: negative vertex id -5; expected whole numbers from 0");
    EXPECT_EQ(error("-1 1\n"), "input: g.txt:1: negative vertex id -1; expected whole numbers from 0");
}

TEST(EdgeListErrors, IdAbove64Bits) {
    EXPECT_EQ(error("0 1\n\n# c\n18446744073709551616 1\n"),
              "input: g.txt:4: vertex id 18446744073709551616 does not fit into 64 "
              "bits; expected whole numbers from 0 to 18446744073709551615");
    EXPECT_NE(error("1 99999999999999999999999999999999999999999999999999999999999999999\n")
                  .find("does not fit into 64 bits"),
              std::string::npos);
}

TEST(EdgeListErrors, NotANumber) {
    EXPECT_EQ(
        error("1,2\nTP53,MDM2\n"),
        "input: g.txt:2: 'TP53' is not a vertex id; expected a whole number, or give --names where ids are names");
    for (std::string_view line : {"1.5 2", "1 2e3", "+1 2", "0x1 2", "1 b", "1 \"2.\"", "- 2", "\xC3\xA9 1"}) {
        EXPECT_NE(error(std::string(line) + "\n").find("is not a vertex id"), std::string::npos) << line;
    }
}

TEST(EdgeListErrors, OneIdOnTheLine) {
    std::string const expected =
        "one id, 3, on the line; expected two ids, an edge's ends (is the file truncated?); lists of neighbours "
        "need --format adjlist";
    EXPECT_EQ(error("0 1\n3\n4 5\n"), "input: g.txt:2: " + expected);
    EXPECT_EQ(error("0 1\n3 \t\r\n"), "input: g.txt:2: " + expected);
    EXPECT_EQ(error("0 1\n3"), "input: g.txt:2: " + expected);
}

TEST(EdgeListErrors, NoEdge) {
    EXPECT_EQ(error("# nothing\n"), "input: g.txt: no edge in the file; expected at least one, is it the right file?");
    EXPECT_EQ(error("4 4\n"),
              "input: g.txt: no edge in the file besides self-loops (1), which are dropped; expected at least one, "
              "is it the right file?");
}

TEST(EdgeListErrors, EmptyFile) { EXPECT_EQ(error(""), "input: g.txt: the file is empty; expected a graph"); }

TEST(EdgeListErrors, BinaryData) {
    EXPECT_EQ(error(std::string_view("\x7f"
                                     "ELF\x02\x01\0\0\n",
                                     9)),
              "input: g.txt:1: binary data in a text line; expected a text file, fetch or export it again");
    EXPECT_NE(error(std::string_view("1 2\n3 4 \0\0\0\n", 12)).find("g.txt:2: binary data in a text line"),
              std::string::npos);
}

TEST(EdgeListErrors, CarriageReturnsAsLineEndsDoNotHideEdges) {
    std::string const expected =
        "input: g.txt:1: a carriage return inside a line; expected lines that end with LF or CRLF, convert "
        "the file's line ends";
    EXPECT_EQ(error("1 2\r3 4\r5 6\r"), expected);
    EXPECT_EQ(error("1 2 x\r3 4\r"), expected);
}

} // namespace
} // namespace cerrado::test
