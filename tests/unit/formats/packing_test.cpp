#include "unit/graph/helpers.hpp"

#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <string>
#include <string_view>

namespace cerrado::test {

// Bytes in hexadecimal, as other programs wrote them.

inline std::string bytes_of_hex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    }
    return bytes;
}

// Packings: what is unpacked, whatever the file is called, and what is refused by its name.

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
    EXPECT_EQ(detail::unpack(packed(content), "g.gz").bytes, content);
    EXPECT_EQ(detail::unpack(packed(""), "g.gz").bytes, "");
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
              "input: g.gz: the file has more bytes after the end of its gzip data; fetch the file again");
}

TEST_F(Gzip, EmptyAndNestedContent) {
    EXPECT_NE(reading_error(packed(""), "g.gz").find("g.gz: the file is empty"), std::string::npos);
    EXPECT_EQ(
        reading_error(packed(packed("0 1\n")), "g.gz"),
        "input: g.gz: this is packed with gzip, twice; unpack it once with `gzip -dc FILE > INNER` and give INNER");
}

// What the programs zstd, xz and bzip2 make of the square's edges.
struct PackedSquare {
    std::string name, bytes;
};

std::vector<PackedSquare> packed_squares() {
    return {
        {"zstd", bytes_of_hex("28b52ffd04588100003020310a3120320a3220330a3320300a2bcf9b5f")},
        {"xz",
         bytes_of_hex(
             "fd377a585a000004e6d6b4460200210116000000742fe5a301000f3020310a3120320a3220330a3320300a00c4419779af3e25"
             "9b00012810e50b6c601fb6f37d010000000004595a")},
        {"bzip2", bytes_of_hex("425a68393141592653592b628456000004d8000010400078002000221ea7a20c0399715b4003c5dc914e142"
                               "40ad8a11580")}};
}

NamedEdges const square_edges{{0, 1}, {0, 3}, {1, 2}, {2, 3}};

TEST(Packings, AreUnpackedByContent) {
    for (auto const& [name, bytes] : packed_squares()) {
        EXPECT_EQ(detail::packing_of(bytes), name);
        if (!detail::unpacker_of(name)) continue; // a library of choice; WithoutALibrary says what is then
        std::string pieces;
        auto const unpacked = detail::unpack(bytes, "g", [&](std::string_view piece) { pieces += piece; });
        EXPECT_EQ(unpacked.bytes, "0 1\n1 2\n2 3\n3 0\n");
        EXPECT_EQ(pieces, unpacked.bytes);
        EXPECT_EQ(named_edges(detail::read_buffer(bytes, "g.txt")), square_edges);
    }
}

TEST(Packings, WithoutALibraryAreRefusedWithTheCommand) {
    for (auto const& [name, bytes] : packed_squares()) {
        if (detail::unpacker_of(name)) continue;
        EXPECT_EQ(reading_error(bytes, "g"), "input: g: this file is packed with " + name +
                                                 ", and Cerrado was built without the library for it; "
                                                 "unpack it with `" +
                                                 name + " -dc FILE | cerrado info -`");
    }
}

TEST(Packings, FollowEachOtherAndMayBePadded) {
    for (auto const& [name, bytes] : packed_squares()) {
        if (!detail::unpacker_of(name)) continue;
        EXPECT_EQ(detail::unpack(bytes + bytes + std::string(8, '\0'), "g").bytes.size(), 2u * 16);
        EXPECT_EQ(reading_error(bytes + "1 2\n", "g"),
                  "input: g: the file has more bytes after the end of its " + name + " data; fetch the file again");
    }
}

TEST(Packings, EveryTruncationIsFound) {
    for (auto const& [name, bytes] : packed_squares()) {
        if (!detail::unpacker_of(name)) continue;
        for (std::size_t length = 6; length < bytes.size(); ++length) {
            EXPECT_EQ(reading_error(bytes.substr(0, length), "g"),
                      "input: g: the " + name + " data is truncated; fetch the file again")
                << length;
        }
    }
}

TEST(Packings, ThatHoldMoreThanThereIsMemoryForAreRefused) {
    for (auto const& [name, bytes] : packed_squares()) {
        if (!detail::unpacker_of(name)) continue;
        auto const unpack = [&packed = bytes](std::uint64_t most) { // clang captures no structured binding
            return error_of([&] {
                detail::unpack(
                    packed, "g", [](std::string_view) {}, most);
            });
        };
        EXPECT_EQ(unpack(16), "no error");
        EXPECT_EQ(unpack(15).find("input: g: more than 0 MiB come out of the " + name + " data"), 0u) << unpack(15);
    }
    EXPECT_GT(detail::free_memory(), std::uint64_t{1} << 20);
}

TEST_F(Gzip, WhatIsNoGraphIsRefusedByItsBeginning) {
    std::string zeros = packed(std::string(std::size_t{8} << 20, '\0'));
    zeros.resize(zeros.size() - 20); // if it came to the end, it would say that this is truncated
    EXPECT_EQ(reading_error(zeros, "g").find("input: g: the gzip data unpacks to binary data"), 0u);
    std::string tar(std::size_t{8} << 20, '\0');
    tar.replace(257, 5, "ustar");
    tar = packed(tar);
    tar.resize(tar.size() - 20);
    EXPECT_EQ(reading_error(tar, "g").find("input: g: this is a tar archive packed with gzip"), 0u);
}

// The last but two bytes are of a checksum in each of them.
TEST(Packings, DamageIsFound) {
    for (auto const& [name, bytes] : packed_squares()) {
        if (!detail::unpacker_of(name)) continue;
        std::string damaged = bytes;
        damaged[bytes.size() - (name == "xz" ? 10 : 3)] ^= 1;
        std::string const error = reading_error(damaged, "g");
        EXPECT_EQ(error.find("input: g: the " + name + " data is damaged ("), 0u) << error;
    }
}

TEST(Packings, OfZstdMayBeginWithAFrameToSkip) {
    std::string const skippable = bytes_of_hex("502a4d1804000000") + "abcd";
    std::string const square = packed_squares()[0].bytes;
    EXPECT_EQ(detail::unpack(skippable + square + skippable, "g").bytes.size(), 16u);
    EXPECT_EQ(detail::packing_of(skippable), "");
}

TEST(Packings, AreNotSeenInText) {
    EXPECT_EQ(detail::packing_of("BZh9 BZh8\n"), "");
    EXPECT_EQ(detail::packing_of("BZh"), "");
    EXPECT_EQ(detail::packing_of(""), "");
}

TEST(OtherPackers, AreNamedWithTheCommandThatUnpacks) {
    auto const says = [](std::string const& bytes, std::string const& problem) {
        EXPECT_EQ(reading_error(bytes, "g"), "input: g: " + problem);
    };
    says("PK\x03\x04...", "this is a zip archive; unpack it with `unzip -p FILE | cerrado info -`");
    says("7z\xBC\xAF\x27\x1C...", "this is a 7z archive; unpack it with `7z x -so FILE | cerrado info -`");
    says("\x1f\x9d...", "this is packed with compress; unpack it with `gzip -dc < FILE | cerrado info -`");
    says(bytes_of_hex("04224d18") + "...", "this is packed with lz4; unpack it with `lz4 -dc FILE | cerrado info -`");
    says("Rar!\x1a\x07...", "this is a rar archive; unpack it with `unrar p -inul FILE | cerrado info -`");
}

TEST_F(Gzip, ArchivesWithinAreNamed) {
    std::string const tar = "g.txt" + std::string(252, '\0') + "ustar" + std::string(250, '\0');
    EXPECT_EQ(reading_error(tar, "g"),
              "input: g: this is a tar archive; unpack it with `tar xf FILE` and give a file of it");
    EXPECT_EQ(reading_error(packed(tar), "g"),
              "input: g: this is a tar archive packed with gzip; unpack it with `tar zxf FILE` and give a file of it");
    EXPECT_EQ(
        reading_error(packed("PK\x03\x04..."), "g"),
        "input: g: this is a zip archive within gzip; unpack it once with `gzip -dc FILE > INNER` and give INNER");
}

TEST_F(Gzip, LabelsMayBePackedInAnyWay) {
    Graph const graph = detail::read_buffer("0 1\n1 2\n", "g");
    std::string const tar = "g.txt" + std::string(252, '\0') + "ustar" + std::string(250, '\0');
    write("labels", packed("0 a\n1 b\n"));
    EXPECT_EQ(labels_of(read_labels(graph, path("labels"))), (std::vector<std::string>{"a", "b", ""}));
    write("labels", packed_squares()[0].bytes); // of vertices that are there, but for 3
    EXPECT_EQ(labels_of(read_labels(graph, path("labels"))), (std::vector<std::string>{"1", "2", "3"}));
    write("labels", tar);
    EXPECT_NE(error_of([&] { read_labels(graph, path("labels")); }).find("a tar archive"), std::string::npos);
}

} // namespace

} // namespace cerrado::test
