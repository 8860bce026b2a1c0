// Every file of the corpus goes through its target in the ordinary tests. The names say what is expected: good_* is
// read, bad_* is refused, and what a fuzzer found (crash_*, or its hashes) may be either.
#include "format_targets.hpp"
#include "places.hpp"
#include "query_target.hpp"
#include "sieve_target.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace cerrado::fuzz {
namespace {

std::string content_of(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void replay(std::string const& name, bool (*target)(std::string_view)) {
    std::filesystem::path const folder = test::source_folder() / "tests/fuzz/corpus" / name;
    int good = 0, bad = 0;
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
        SCOPED_TRACE(entry.path().string());
        std::string const file = entry.path().filename().string();
        // An allocation of exactly the content's size lets the address sanitizer see any read past its end.
        std::string const content = content_of(entry.path());
        std::unique_ptr<char[]> const exact(new char[content.size()]);
        content.copy(exact.get(), content.size());
        bool const read = target({exact.get(), content.size()});
        EXPECT_FALSE(file.starts_with("good_") && !read) << "refused";
        EXPECT_FALSE(file.starts_with("bad_") && read) << "read";
        ++(read ? good : bad);
    }
    EXPECT_GE(good, 3) << "the corpus lacks files that are read";
    EXPECT_GE(bad, 3) << "the corpus lacks files that are refused";
}

TEST(FuzzReplay, EdgeList) { replay("edge_list", edge_list); }
TEST(FuzzReplay, NamedEdgeList) { replay("named_edge_list", named_edge_list); }
TEST(FuzzReplay, MatrixMarket) { replay("matrix_market", matrix_market); }
TEST(FuzzReplay, Metis) { replay("metis", metis); }
TEST(FuzzReplay, Lg) { replay("lg", lg); }
TEST(FuzzReplay, GraphMl) { replay("graphml", graphml); }
TEST(FuzzReplay, BinaryCsr) { replay("binary_csr", binary_csr); }
TEST(FuzzReplay, Compressed) { replay("compressed", compressed); }
TEST(FuzzReplay, Dimacs) { replay("dimacs", dimacs); }
TEST(FuzzReplay, Pajek) { replay("pajek", pajek); }
TEST(FuzzReplay, Gml) { replay("gml", gml); }
TEST(FuzzReplay, Graph6) { replay("graph6", graph6); }
TEST(FuzzReplay, Tgf) { replay("tgf", tgf); }
TEST(FuzzReplay, Lgl) { replay("lgl", lgl); }
TEST(FuzzReplay, Mol) { replay("mol", mol); }
TEST(FuzzReplay, NTriples) { replay("ntriples", ntriples); }
TEST(FuzzReplay, Sif) { replay("sif", sif); }
TEST(FuzzReplay, Foreign) { replay("foreign", foreign); }
TEST(FuzzReplay, Npy) { replay("npy", npy); }
TEST(FuzzReplay, Npz) { replay("npz", npz); }
TEST(FuzzReplay, Gt) { replay("gt", gt); }
TEST(FuzzReplay, Packing) { replay("packing", packing); }
TEST(FuzzReplay, AdjacencyList) { replay("adjacency_list", adjacency_list); }
TEST(FuzzReplay, Matrix) { replay("matrix", matrix); }
TEST(FuzzReplay, Table) { replay("table", table); }
TEST(FuzzReplay, SieveProblem) { replay("sieve_problem", sieve_problem); }
TEST(FuzzReplay, Query) { replay("query", query); }
TEST(FuzzReplay, AnyFormat) { replay("any_format", any_format); }

} // namespace
} // namespace cerrado::fuzz
