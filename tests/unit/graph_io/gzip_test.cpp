#include "helpers.hpp"

#include <cerrado/graph/gzip_file.hpp>
#include <cerrado/graph/output_file.hpp>

namespace cerrado::test {
namespace {

class Gzip : public TemporaryFolder {
protected:
    std::string packed(std::string_view content) {
        detail::OutputFile file(path("packed.gz"), true);
        file.write(content);
        file.commit();
        return content_of(path("packed.gz"));
    }
};

TEST_F(Gzip, UnpacksWhatItPacked) {
    std::string content;
    for (std::uint64_t i = 0; i < 700000; ++i) content += std::to_string(i * 7919 % 100003) + "\n";
    EXPECT_EQ(detail::unpack_gzip(packed(content), "g.gz").bytes, content);
    EXPECT_EQ(detail::unpack_gzip(packed(""), "g.gz").bytes, "");
}

TEST_F(Gzip, ContentDecidesWhateverTheExtension) {
    EXPECT_EQ(named_edges(detail::read_buffer(packed("0 1\n1 2\n"), "g.txt")), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(named_edges(detail::read_buffer("0 1\n1 2\n", "g.txt.gz")), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(named_edges(detail::read_buffer(packed("2 1\n2\n1\n"), "g.graph.gz")), (NamedEdges{{1, 2}}));
}

TEST_F(Gzip, ReadsSeveralMembersAndPadding) {
    std::string const members =
        packed("0 1\n1") + packed(" 2\n") + packed("") + packed("2 3\n") + std::string(512, '\0');
    EXPECT_EQ(named_edges(detail::read_buffer(members, "g.gz")), (NamedEdges{{0, 1}, {1, 2}, {2, 3}}));
}

TEST_F(Gzip, EveryTruncationIsFound) {
    std::string const bytes = packed("0 1\n1 2\n2 3\n3 4\n");
    for (std::size_t length = 2; length < bytes.size(); ++length) {
        EXPECT_EQ(reading_error(bytes.substr(0, length), "g.gz"),
                  "input: g.gz: the gzip data is truncated; fetch the file again")
            << length;
    }
}

TEST_F(Gzip, DamageIsFound) {
    std::string bytes = packed("0 1\n1 2\n2 3\n3 4\n");
    bytes[bytes.size() - 6] ^= 1;
    EXPECT_EQ(reading_error(bytes, "g.gz"),
              "input: g.gz: the gzip data is damaged (incorrect data check); fetch the file again");
    std::string method = packed("0 1\n");
    method[2] = 7;
    EXPECT_EQ(reading_error(method, "g.gz"),
              "input: g.gz: the gzip data is damaged (unknown compression method); fetch the file again");
}

TEST_F(Gzip, OtherBytesAfterTheDataAreRefused) {
    EXPECT_EQ(reading_error(packed("0 1\n") + "1 2\n", "g.gz"),
              "input: g.gz: other bytes follow the gzip data; fetch the file again");
}

TEST_F(Gzip, EmptyAndNestedContent) {
    EXPECT_NE(reading_error(packed(""), "g.gz").find("g.gz: the file is empty"), std::string::npos);
    EXPECT_EQ(reading_error(packed(packed("0 1\n")), "g.gz"),
              "input: g.gz: packed with gzip, twice; expected gzip or no packing, unpack it with gzip -d");
}

TEST(OtherPackers, AreNamed) {
    EXPECT_EQ(reading_error(std::string_view("\xFD"
                                             "7zXZ\0...",
                                             9),
                            "g.xz"),
              "input: g.xz: packed with xz; expected gzip or no packing, unpack it with xz -d");
    EXPECT_NE(reading_error("PK\x03\x04...", "g.zip").find("packed with zip"), std::string::npos);
}

} // namespace
} // namespace cerrado::test
