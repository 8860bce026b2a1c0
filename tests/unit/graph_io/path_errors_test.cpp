#include "helpers.hpp"

#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace cerrado::test {
namespace {

using ReadingPaths = TemporaryFolder;

std::string error(std::string const& path) {
    return error_of([&] { read_graph(path); });
}

TEST_F(ReadingPaths, Missing) {
    EXPECT_EQ(error(path("none.txt")), "input: " + path("none.txt") + ": no such file; check the path");
    EXPECT_EQ(error(write("file", "0 1\n") + "/below"),
              "input: " + path("file/below") + ": no such file; check the path");
    EXPECT_EQ(error(""), "input: no file name was given for the graph; give a path");
}

TEST_F(ReadingPaths, Directory) {
    EXPECT_EQ(error(folder_.string()), "input: " + folder_.string() + ": is a directory; give a graph file in it");
}

TEST_F(ReadingPaths, Device) {
    EXPECT_EQ(error("/dev/zero"), "input: /dev/zero: is a device; give a graph file or a pipe");
}

TEST_F(ReadingPaths, TooLong) {
    EXPECT_NE(error(path(std::string(5000, 'x'))).find("not a usable path (File name too long)"), std::string::npos);
}

TEST_F(ReadingPaths, PermissionIsAnErrorOfTheSystem) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    std::string const file = write("secret.txt", "0 1\n");
    ::chmod(file.c_str(), 0);
    EXPECT_EQ(error(file), "error: " + file + ": permission denied; make the file readable for this user (chmod u+r)");
}

TEST_F(ReadingPaths, FailedReadIsAnErrorOfTheSystem) {
    std::string const file = "/proc/self/mem";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << " to provoke a failing read";
    EXPECT_EQ(error(file), "error: " + file + ": cannot be read (Input/output error); check the file and its disk");
}

TEST_F(ReadingPaths, EmptyFile) {
    std::string const file = write("empty.txt", "");
    EXPECT_EQ(error(file), "input: " + file + ": the file is empty; expected a graph");
}

TEST_F(ReadingPaths, PipesAreReadToTheirEnd) {
    std::string const pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << "0 1\n1 2\n"; });
    Graph const graph = read_graph(pipe);
    writer.join();
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST_F(ReadingPaths, ErrorsNameFileAndLine) {
    std::string const file = write("bad.txt", "0 1\n1 x\n");
    EXPECT_EQ(
        error(file),
        "input: " + file + ":2: 'x' is not a vertex id; expected a whole number, or give --names where ids are names");
}

} // namespace
} // namespace cerrado::test
