// ThreadSanitizer sees a missing sync in a lockstep program: what the lockstep warp is there for. The program is
// compiled by the test, with and without the sync, because a race must not be part of this executable.
#include "places.hpp"
#include "unit/scoped_folder.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace cerrado::test {
namespace {

struct Outcome {
    int exit_code = -1;
    std::string output;
};

class PlantedRaceLockstep : public testing::Test {
protected:
    void SetUp() override {
        std::ofstream(folder_ / "empty.cpp") << "int main() {}\n";
        if (compile("empty.cpp", "").exit_code != 0) GTEST_SKIP() << compiler() << " cannot build with ThreadSanitizer";
        Outcome const empty = run_program();
        if (empty.exit_code != 0) GTEST_SKIP() << "ThreadSanitizer does not run on this machine: " << empty.output;
        std::filesystem::copy_file(source_folder() / "tests/unit/engine/planted_race.cpp.in", folder_ / "race.cpp");
    }

    Outcome compile(std::string const& source, std::string const& flags) {
        return shell(compiler() + " -std=c++20 -O1 -g1 -fsanitize=thread -pthread -I'" +
                     (source_folder() / "framework").string() + "' " + flags + " '" + (folder_ / source).string() +
                     "' -o '" + (folder_ / "program").string() + "'");
    }

    // Without address randomisation where that can be switched off: newer kernels lay memory out as ThreadSanitizer
    // does not expect.
    Outcome run_program() {
        std::string const fixed = shell("setarch -R true").exit_code == 0 ? "setarch -R " : "";
        return shell("TSAN_OPTIONS=exitcode=66 " + fixed + "'" + (folder_ / "program").string() + "'");
    }

    static std::string compiler() {
        char const* const chosen = std::getenv("CXX");
        return chosen != nullptr && *chosen != '\0' ? chosen : "c++";
    }

private:
    Outcome shell(std::string const& command) {
        std::filesystem::path const log = folder_ / "log";
        int const status = std::system(("( " + command + " ) >'" + log.string() + "' 2>&1").c_str());
        std::ostringstream text;
        text << std::ifstream(log).rdbuf();
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text.str()};
    }

    ScopedFolder const scope_;
    std::filesystem::path const folder_ = scope_.path();
};

} // namespace

TEST_F(PlantedRaceLockstep, MissingSyncIsReported) {
    Outcome const built = compile("race.cpp", "-DPLANTED_RACE");
    ASSERT_EQ(built.exit_code, 0) << built.output;
    Outcome const outcome = run_program();
    EXPECT_EQ(outcome.exit_code, 66);
    EXPECT_NE(outcome.output.find("data race"), std::string::npos) << outcome.output;
}

TEST_F(PlantedRaceLockstep, SameProgramWithTheSyncIsClean) {
    Outcome const built = compile("race.cpp", "");
    ASSERT_EQ(built.exit_code, 0) << built.output;
    Outcome const outcome = run_program();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_EQ(outcome.output, "");
}

} // namespace cerrado::test
