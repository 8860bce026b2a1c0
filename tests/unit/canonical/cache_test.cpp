#include "small_graphs.hpp"

#include <cerrado/canonical/transition_table.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

namespace cerrado::test {

namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
protected:
    void SetUp() override {
        for (char const* name : {"XDG_CACHE_HOME", "HOME"}) {
            char const* const value = std::getenv(name);
            saved_.emplace_back(name, value != nullptr ? std::optional<std::string>(value) : std::nullopt);
        }
        std::string pattern = (fs::temp_directory_path() / "cerrado-cache-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        home_ = pattern;
        setenv("XDG_CACHE_HOME", home_.c_str(), 1);
    }
    void TearDown() override {
        for (auto const& [name, value] : saved_) {
            if (value)
                setenv(name, value->c_str(), 1);
            else
                unsetenv(name);
        }
        fs::remove_all(home_);
    }

    fs::path file(int k) const { return transition_file(home_ / "cerrado", k); }

    // Loads the table, checks it whole, and says whether it had to be built.
    static bool load_builds(int k) {
        int calls = 0;
        TransitionTable const table = TransitionTable::load(k, [&](double) { ++calls; });
        EXPECT_EQ(table.k(), k);
        for (int i = 1; i < k; ++i) EXPECT_EQ(table.level(i), table_of(k).level(i));
        for (int i = 1; i <= k; ++i) EXPECT_EQ(table.representatives(i), table_of(k).representatives(i));
        return calls > 0;
    }

    std::size_t files_in_cache() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(home_ / "cerrado"), fs::directory_iterator()));
    }

    void flip_bit(int k, std::uint64_t position, int bit) const {
        std::fstream stream(file(k), std::ios::binary | std::ios::in | std::ios::out);
        stream.seekg(static_cast<std::streamoff>(position));
        char byte = static_cast<char>(stream.get());
        byte = static_cast<char>(byte ^ (1 << bit));
        stream.seekp(static_cast<std::streamoff>(position));
        stream.put(byte);
        ASSERT_TRUE(stream.good());
    }

    fs::path home_;
    std::vector<std::pair<char const*, std::optional<std::string>>> saved_;
};

} // namespace

TEST_F(Cache, SecondLoadReadsTheFile) {
    EXPECT_TRUE(load_builds(6));
    EXPECT_TRUE(fs::is_regular_file(file(6)));
    EXPECT_EQ(files_in_cache(), 1u);
    EXPECT_FALSE(load_builds(6));
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, AnyFlippedBitOfTheFileIsNoticed) {
    load_builds(4);
    std::uint64_t const size = fs::file_size(file(4));
    for (std::uint64_t position = 0; position < size; ++position) {
        flip_bit(4, position, static_cast<int>(position % 8));
        ASSERT_TRUE(load_builds(4)) << "byte " << position;
        ASSERT_FALSE(load_builds(4)) << "not repaired, byte " << position;
    }
}

TEST_F(Cache, ATruncatedEmptyOrExtendedFileIsRebuilt) {
    load_builds(5);
    std::uint64_t const size = fs::file_size(file(5));
    for (std::uint64_t length : {size - 1, size / 2, std::uint64_t{40}, std::uint64_t{7}, std::uint64_t{0}, size + 8}) {
        fs::resize_file(file(5), length);
        EXPECT_TRUE(load_builds(5)) << length;
        EXPECT_EQ(fs::file_size(file(5)), size);
    }
}

TEST_F(Cache, AFileOfAnotherKOrOfZerosIsRebuilt) {
    load_builds(4);
    load_builds(5);
    fs::copy_file(file(5), file(4), fs::copy_options::overwrite_existing);
    EXPECT_TRUE(load_builds(4));
    std::uint64_t const size = fs::file_size(file(5));
    std::ofstream(file(5), std::ios::binary) << std::string(size, '\0');
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, SwappedEntriesAreNoticed) {
    load_builds(6);
    TransitionArrays arrays;
    ASSERT_TRUE(read_transitions(file(6), 6, arrays));
    std::fstream stream(file(6), std::ios::binary | std::ios::in | std::ios::out);
    std::uint64_t words[2];
    std::streamoff const payload = 40 + 8 * 20;
    stream.seekg(payload);
    stream.read(reinterpret_cast<char*>(words), sizeof words);
    ASSERT_NE(words[0], words[1]);
    std::swap(words[0], words[1]);
    stream.seekp(payload);
    stream.write(reinterpret_cast<char const*>(words), sizeof words);
    stream.close();
    EXPECT_FALSE(read_transitions(file(6), 6, arrays));
    EXPECT_TRUE(load_builds(6));
}

TEST_F(Cache, AFolderOrAPipeInPlaceOfTheFileIsNoError) {
    fs::create_directories(file(4));
    EXPECT_TRUE(load_builds(4));
    EXPECT_EQ(files_in_cache(), 1u) << "a temporary file was left";
    ASSERT_EQ(mkfifo(file(5).c_str(), 0600), 0);
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, AFolderThatCannotBeWrittenIsNoError) {
    fs::path const obstacle = home_ / "obstacle";
    std::ofstream(obstacle) << "a file where a folder should be";
    setenv("XDG_CACHE_HOME", obstacle.c_str(), 1);
    EXPECT_TRUE(load_builds(5));
    EXPECT_TRUE(load_builds(5));
}

TEST_F(Cache, AFullDiskLeavesNoFile) {
    table_of(6);
    pid_t const child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit const limit{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(load_builds(6) && files_in_cache() == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(Cache, ProcessesThatBuildAtOnceLeaveOneWholeFile) {
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
        pid_t const child = fork();
        if (child == 0) {
            TransitionTable const table = TransitionTable::load(7);
            _exit(table.representatives(7).size() == 853 ? 0 : 1);
        }
        children.push_back(child);
    }
    for (pid_t child : children) {
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    EXPECT_EQ(files_in_cache(), 1u);
    EXPECT_FALSE(load_builds(7));
}

TEST_F(Cache, FolderFollowsTheEnvironment) {
    EXPECT_EQ(cache_folder(), home_ / "cerrado");
    setenv("HOME", home_.c_str(), 1);
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(cache_folder(), home_ / ".cache" / "cerrado");
    setenv("XDG_CACHE_HOME", "not/absolute", 1);
    EXPECT_EQ(cache_folder(), home_ / ".cache" / "cerrado");
    unsetenv("HOME");
    EXPECT_EQ(cache_folder(), fs::path());
    EXPECT_TRUE(load_builds(4));
}

} // namespace cerrado::test
