#include "cerrado/selftest.hpp"

#include "build_of_program.hpp"
#include "command/output/json.hpp"
#include "command/output/output.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <spawn.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace cerrado::command {
namespace {

using Words = std::vector<std::string>;

// A command whose result is known. The number comes from a formula, or the serial program finds it, too.
struct Check {
    std::string what;
    Words words;
    std::string expected; // a text of the record
    Words before = {};    // a command that makes the graph; may be empty
    bool takes_minutes_on_lockstep = false;
};

std::vector<Check> checks() {
    std::string const random = "gen:er:n=60,m=600,seed=1";
    std::string const arcs = "gen:bursts:n=30,m=60,span=1000,seed=1";
    std::string const in_random = R"("count": "654")";
    return {
        {"cliques", {"clique", "gen:complete:n=12", "-k", "5", "--verify"}, R"("count": "792")"}, // 12 choose 5
        {"cliques, oriented", {"clique", random, "-k", "4", "--algorithm", "oriented", "--verify"}, in_random},
        {"cliques, bitmap", {"clique", random, "-k", "4", "--algorithm", "bitmap", "--verify"}, in_random},
        {"cliques, paper", {"clique", random, "-k", "4", "--algorithm", "paper", "--verify"}, in_random},
        {"maximal cliques", {"clique", "gen:bipartite:a=4,b=5", "--maximal", "--verify"}, R"("count": "20")"}, // 4 * 5
        {"motifs", {"motif", "gen:star:n=20", "-k", "4", "--verify"}, R"("count": "969")"}, // 19 choose 3
        {"motifs, each met",
         {"motif", "gen:star:n=20", "-k", "5", "--algorithm", "fast", "--verify"},
         R"("count": "3876")"}, // 19 choose 4
        {"motifs, paper",
         {"motif", "gen:er:n=40,m=150,seed=1", "-k", "4", "--algorithm", "paper", "--verify"},
         R"("count": "6820")"},
        {"directed motifs", {"motif", arcs, "--directed", "-k", "3", "--verify"}, R"("count": "100")"},
        {"matches",
         {"match", "gen:complete:n=8", "--pattern", "house", "--verify"},
         R"("count": "3360")"}, // 8! / 3! / 2
        {"matches, walked",
         {"match", "gen:grid:rows=4,columns=5", "--pattern", "4-cycle", "--algorithm", "walk", "--verify"},
         R"("count": "12")"}, // 3 * 4 squares
        {"orbits",
         {"graphlets", "gen:star:n=20", "-k", "5", "--orbits", "vertex", "roles.csv", "--verify"},
         R"("count": "5016")"}, // 19 choose 2, 3 and 4
        {"query", {"query", "gen:cycle:n=10", "MATCH (a)--(b)--(c)", "--verify"}, R"("count": "20")"},
        {"temporal motifs", {"temporal", arcs, "--delta", "50", "--verify"}, R"("count": "6")"},
        {"discover",
         {"discover", "gen:er:n=30,m=60,seed=1", "-k", "3", "--random", "3", "--verify"},
         R"("count": "202")"},
        {"frequent patterns", // the edge and the paths of two and three edges
         {"frequent", "gen:cycle:n=12", "--support", "12", "--max-edges", "3", "--verify"},
         R"("count": 3,)"},
        {"compression", {"compress", "score", "gen:complete:n=6", "-k", "3", "--verify"}, R"("cliques":"20")"},
        {"compressed graph",
         {"clique", "graph.cgz", "-k", "4", "--verify"},
         in_random,
         {"compress", random, "-o", "graph.cgz"}},
        {"sieve",
         {"sieve", "gen:cycle:n=12", "--colours", "mod:3", "--motif", "0,1", "--verify"},
         R"("vertices": 8,)"}, // four edges, apart from each other
        {"six",
         {"six", "count", "gen:complete:n=7", "--pattern", "triangle"},
         R"("count": "35")",
         {},
         true}, // 7 choose 3
    };
}

// A device to be tested: the value of --device, and which one of several it is.
struct TestedDevice {
    std::string name;
    std::string option;
    std::optional<std::size_t> number = std::nullopt;
};

struct Skipped {
    std::string device, reason;
};

std::vector<TestedDevice> devices_of_machine(std::vector<Skipped>& skipped) {
    std::vector<TestedDevice> devices;
    std::size_t number = 0;
    for (DeviceDescription const& device : list_devices()) {
        bool const is_cuda = device.kind == "cuda";
        std::string const name = is_cuda && device.name != "-" ? fmt::format("cuda:{}", number) : device.kind;
        if (device.name == "-") {
            skipped.push_back({name, device.note});
        } else if (is_cuda) {
            devices.push_back({name, "cuda", number++});
        } else {
            devices.push_back({name, device.kind});
        }
    }
    if (has_lockstep) devices.push_back({"lockstep", "lockstep"});
    return devices;
}

// Returns: the variable that shows CUDA this device alone.
std::string visible_device(std::size_t number) {
    char const* const given = std::getenv("CUDA_VISIBLE_DEVICES");
    std::string list = given != nullptr ? given : "";
    if (list.empty()) return fmt::format("CUDA_VISIBLE_DEVICES={}", number);
    for (; number > 0; --number) list.erase(0, std::min(list.find(','), list.size() - 1) + 1);
    return "CUDA_VISIBLE_DEVICES=" + list.substr(0, list.find(','));
}

// A folder for the files of the commands, which run in it.
class Folder {
public:
    Folder() {
        std::error_code error;
        std::string name = (std::filesystem::temp_directory_path(error) / "cerrado-selftest-XXXXXX").string();
        if (error || ::mkdtemp(name.data()) == nullptr)
            throw Error(
                "selftest: no folder can be made in the folder for temporary files; set TMPDIR to one that can "
                "be written");
        path_ = name;
    }
    ~Folder() {
        std::error_code none;
        std::filesystem::remove_all(path_, none);
    }
    Folder(Folder const&) = delete;

    std::string file(char const* name) const { return (path_ / name).string(); }
    std::string text_of(char const* name) const {
        std::ifstream stream(path_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    char const* path() const { return path_.c_str(); }

private:
    std::filesystem::path path_;
};

constexpr std::chrono::seconds longest{60}; // a check takes a fraction of a second

// Runs this program in a process of its own, with its messages in the file `messages`. Returns: its exit code, or what
// was wrong instead.
std::optional<int> run_itself(Words words, TestedDevice const& device, Folder const& folder, std::string& wrong) {
    words.insert(words.begin(), "cerrado");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::string visible = device.number ? visible_device(*device.number) : "";
    std::vector<char*> environment;
    for (char** one = environ; *one != nullptr; ++one) {
        bool const is_other = visible.empty() || !std::string_view(*one).starts_with("CUDA_VISIBLE_DEVICES=");
        if (is_other) environment.push_back(*one);
    }
    if (!visible.empty()) environment.push_back(visible.data());
    environment.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder.path());
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, folder.file("messages").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t interrupt; // this process ignores it, and waits for the other one
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &interrupt);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t id = 0;
    int const failure = ::posix_spawn(&id, "/proc/self/exe", &files, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failure != 0) throw Error(fmt::format("selftest: no process could be started ({})", std::strerror(failure)));
    auto const end = std::chrono::steady_clock::now() + longest;
    bool is_late = false;
    int status = 0;
    while (::waitpid(id, &status, is_late ? 0 : WNOHANG) == 0) {
        is_late = std::chrono::steady_clock::now() > end;
        if (is_late) ::kill(id, SIGKILL);
        ::usleep(1000);
    }
    if (is_late) {
        wrong = fmt::format("it did not end in {} s", longest.count());
    } else if (WIFSIGNALED(status)) {
        wrong = fmt::format("its process was lost ({})", ::strsignal(WTERMSIG(status)));
    } else {
        return WEXITSTATUS(status);
    }
    return std::nullopt;
}

struct Outcome {
    std::string device, what, command;
    std::string wrong; // empty: the check passed
    double seconds = 0;
};

// Returns: what is wrong, or "".
std::string fault_of(Check const& check, Words const& words, TestedDevice const& device, Folder const& folder) {
    std::string wrong;
    for (Words const& each : {check.before, words}) {
        if (each.empty()) continue;
        std::optional<int> const exit_code = run_itself(each, device, folder, wrong);
        if (!exit_code) return wrong;
        if (*exit_code == static_cast<int>(ExitCode::partial)) throw Error("selftest: interrupted");
        if (*exit_code != 0)
            return fmt::format("exit code {}: {}", *exit_code, on_one_line(folder.text_of("messages")));
    }
    std::string const record = folder.text_of("record.json");
    if (record.find(check.expected) != std::string::npos) return "";
    std::size_t const count = record.find("\"count\"");
    std::string const found = count == std::string::npos ? "" : record.substr(count, record.find('\n', count) - count);
    return fmt::format("expected {}, found {}", check.expected, found.empty() ? "a record without it" : found);
}

Outcome outcome_of(Check const& check, TestedDevice const& device, Folder const& folder) {
    Words words = check.words;
    words.insert(words.end(), {"--device", device.option, "--json", "record.json"});
    auto const begin = std::chrono::steady_clock::now();
    std::string wrong = fault_of(check, words, device, folder);
    std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - begin;
    return {device.name, check.what, "cerrado " + joined(words, " "), std::move(wrong), seconds.count()};
}

Json json_of(std::vector<Outcome> const& outcomes, std::vector<Skipped> const& skipped) {
    Json json = {{"app", "selftest"},
                 {"version", CERRADO_VERSION},
                 {"passed", std::ranges::all_of(outcomes, &std::string::empty, &Outcome::wrong)},
                 {"checks", Json::array()},
                 {"skipped", Json::array()}};
    for (Outcome const& each : outcomes) {
        json["checks"].push({{"device", each.device},
                             {"what", each.what},
                             {"command", each.command},
                             {"passed", each.wrong.empty()},
                             {"message", each.wrong.empty() ? Json() : Json(each.wrong)},
                             {"seconds", each.seconds}});
    }
    for (auto const& [device, reason] : skipped) json["skipped"].push({{"device", device}, {"reason", reason}});
    return json;
}

ExitCode run_selftest(std::vector<std::string> const& commands, std::string const& json) {
    std::vector<Skipped> skipped;
    std::vector<TestedDevice> const devices = devices_of_machine(skipped);
    bool const prints = json != "-";
    if (!json.empty()) check_result(json);
    std::signal(SIGINT, SIG_IGN);
    Folder const folder;
    auto const is_there = [&](Words const& words) {
        return words.empty() || std::ranges::find(commands, words.front()) != commands.end();
    };
    std::vector<Outcome> outcomes;
    for (TestedDevice const& device : devices) {
        for (Check const& check : checks()) {
            if (!is_there(check.words) || !is_there(check.before)) continue; // the program is built without it
            if (check.takes_minutes_on_lockstep && device.name == "lockstep") continue;
            Outcome const& outcome = outcomes.emplace_back(outcome_of(check, device, folder));
            if (prints) {
                write_standard_output(fmt::format("{:<10}{:<20}{:>7.2f} s  {}\n", outcome.device, outcome.what,
                                                  outcome.seconds, outcome.wrong.empty() ? "right" : "WRONG"));
            }
            if (!outcome.wrong.empty()) say(fmt::format("{}: {}", outcome.command, outcome.wrong));
        }
    }
    auto const wrong = std::ranges::count_if(outcomes, [](Outcome const& each) { return !each.wrong.empty(); });
    if (prints) {
        for (auto const& [device, reason] : skipped) {
            write_standard_output(fmt::format("{:<10}not tested: {}\n", device, reason));
        }
        write_standard_output(fmt::format("\n{} on {}: {}\n", counted(outcomes.size(), "check"),
                                          counted(devices.size(), "device"),
                                          wrong == 0 ? "all are right" : fmt::format("{} WRONG", wrong)));
    }
    if (!json.empty()) write_result(json, json_of(outcomes, skipped).lines());
    return wrong == 0 ? ExitCode::done : ExitCode::failed;
}

} // namespace

void add_selftest_command(Options& program) {
    Options& command =
        program.add_command("selftest", "Count small graphs on every device of this machine, and compare");
    auto const json = std::make_shared<std::string>();
    command.add("--json", *json, "Write the results to FILE, or to standard output (-) instead of the table")
        .shown_as("FILE|-");
    command.footer(
        "\nEach command that counts runs on small graphs whose counts are known by a formula, or are compared with a\n"
        "serial program. It needs no files, and a few seconds on each device. The exit code is 1 if a count is wrong.\n"
        "\nExamples:\n"
        "  cerrado selftest\n"
        "  cerrado selftest --json -   for programs\n");
    command.runs([&program, json] { return run_selftest(program.commands(), *json); });
}

} // namespace cerrado::command
