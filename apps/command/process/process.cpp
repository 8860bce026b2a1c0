#include "command/process/process.hpp"

#include "command/output/output.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/ranks/transport.hpp>
#include <cerrado/run/ranks.hpp>

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ;

namespace cerrado::command {

namespace {

using Clock = std::chrono::steady_clock;
Clock::time_point const loaded = Clock::now(); // it is set before main()

} // namespace

double process_seconds() { return std::chrono::duration<double>(Clock::now() - loaded).count(); }

double seconds_left(double deadline) { return deadline > 0 ? std::max(deadline - process_seconds(), 1e-3) : 0; }

namespace {

Ranks* all = nullptr;

} // namespace

void take_part(Ranks& ranks) {
    if (ranks.size() == 1) return;
    all = &ranks;
    if (!is_other_rank()) return;
    int const nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
}

Ranks* ranks_of_program() { return all; }
bool is_other_rank() { return all != nullptr && all->rank() > 0; }

void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared) {
    if (all == nullptr || words.size() < 2 || words[1].starts_with('-')) return;
    std::string const& command = words[1];
    std::string const both = words.size() > 2 ? command + " " + words[2] : command;
    auto const is_one = [&](std::string const& name) { return name == command || name == both; };
    if (std::ranges::any_of(shared, is_one)) return;
    throw InputError(
        fmt::format("{} processes were started, and `cerrado {}` needs exactly one: run it without the launcher. "
                    "Several processes can share {}",
                    all->size(), command, joined(shared, ", ")));
}

namespace {

// Makes one command from the words of another.

// A command without some of its options.
class Words {
public:
    explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}

    bool has(std::string_view option) const {
        return std::ranges::any_of(words_, [&](std::string const& word) { return is(word, option); });
    }

    // Removes every use of the option. Returns: the option's values in their order.
    std::vector<std::string> take(std::string_view option, bool has_value = true) {
        std::vector<std::string> values;
        std::vector<std::string> kept;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (!is(words_[i], option)) {
                kept.push_back(words_[i]);
            } else if (words_[i].size() > option.size()) {
                values.push_back(words_[i].substr(option.size() + 1));
            } else if (has_value && i + 1 < words_.size()) {
                values.push_back(words_[++i]);
            }
        }
        words_ = std::move(kept);
        return values;
    }

    std::vector<std::string> with(std::vector<std::string> const& more) const {
        std::vector<std::string> all = words_;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

private:
    static bool is(std::string const& word, std::string_view option) {
        return word.starts_with(option) && (word.size() == option.size() || word[option.size()] == '=');
    }

    std::vector<std::string> words_;
};

// The checkpoint of the run in a temporary folder, if the command names no checkpoint and can have one.
class KeptRun {
public:
    KeptRun(Words const& words, bool has_checkpoints) {
        for (char const* const other :
             {"--checkpoint", "--resume", "--list", "--exists", "--patterns", "--merge", "--estimate", "--explain"}) {
            has_checkpoints = has_checkpoints && !words.has(other);
        }
        if (!has_checkpoints) return;
        std::error_code error;
        std::string name = (std::filesystem::temp_directory_path(error) / "cerrado-isolate-XXXXXX").string();
        if (!error && ::mkdtemp(name.data()) == nullptr) error.assign(errno, std::generic_category());
        if (error) {
            char const* const given = std::getenv("TMPDIR");
            throw InputError(
                fmt::format("--isolate: no folder for the checkpoint can be made in {} ({}); set TMPDIR to a folder "
                            "that this user may write, or give --checkpoint FILE",
                            given == nullptr ? "/tmp" : given, error.message()));
        }
        folder_ = name;
    }
    ~KeptRun() {
        std::error_code none;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, none);
    }
    KeptRun(KeptRun const&) = delete;

    std::vector<std::string> options() const {
        if (folder_.empty()) return {};
        return {"--checkpoint", file().string()};
    }

    // For a run that has failed: keeps its checkpoint. Returns: words that name its file; empty if there is none.
    std::string keep() {
        std::error_code none;
        if (folder_.empty() || !std::filesystem::exists(file(), none)) return "";
        std::string kept = file().string();
        folder_.clear();
        return fmt::format("; the counts until then are kept in {0}: --resume {0} goes on from there", kept);
    }

private:
    std::filesystem::path file() const { return folder_ / "run"; }

    std::filesystem::path folder_;
};

struct Process {
    pid_t id = 0;
    std::optional<int> status = {}; // the status from waitpid()
    bool is_lost() const { return status && WIFSIGNALED(*status); }
};

// Returns: the signals that wait_for_end() waits for. No handler gets them. They are those to pass on to the processes,
// and the one that a process has ended.
sigset_t waited_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (int const signal : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&set, signal);
    return set;
}

Process start(std::vector<std::string> words, std::vector<int> const& sockets, std::string const& rank) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::string variable = fmt::format("{}={}", socket_ranks_variable, rank);
    std::vector<char*> environment;
    for (char** one = environ; *one != nullptr; ++one) environment.push_back(*one);
    if (!rank.empty()) environment.push_back(variable.data());
    environment.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (int const socket : sockets) posix_spawn_file_actions_adddup2(&files, socket, socket); // keeps it open
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    Process process;
    std::string const program = std::filesystem::read_symlink("/proc/self/exe").string(); // `ps` shows its name
    int const failure =
        ::posix_spawn(&process.id, program.c_str(), &files, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failure != 0)
        throw Error(fmt::format(
            "--isolate: no process could be started ({}); raise the limit of processes, or leave --isolate out",
            std::strerror(failure)));
    return process;
}

std::vector<Process> start_all(Words const& words, std::vector<DeviceName> const& devices, KeptRun const& kept) {
    std::vector<SocketPair> const sockets = make_sockets(static_cast<int>(devices.size()));
    std::vector<Process> processes;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        std::vector<std::string> options = kept.options();
        options.insert(options.end(), {"--devices", to_string(devices[i])});
        std::vector<int> own;
        for (std::size_t other = 1; other < devices.size(); ++other) {
            if (i == 0) own.push_back(sockets[other - 1].of_first);
            if (i == other) own.push_back(sockets[other - 1].of_other);
        }
        std::string const rank = devices.size() == 1 ? std::string() : socket_ranks_text(static_cast<int>(i), sockets);
        processes.push_back(start(words.with(options), own, rank));
    }
    for (SocketPair const& pair : sockets) {
        ::close(pair.of_first);
        ::close(pair.of_other);
    }
    return processes;
}

void signal_all(std::vector<Process> const& processes, int signal) {
    for (Process const& process : processes) {
        if (!process.status) ::kill(process.id, signal);
    }
}

// Waits until all processes have ended. If a process is lost, it kills the others. When the first process has ended,
// the others have some seconds to end. Returns: the process that was lost first.
std::optional<std::size_t> wait_for_end(std::vector<Process>& processes) {
    constexpr double most_seconds = 10;
    sigset_t const waited = waited_signals();
    std::optional<std::time_t> first_ended;
    std::optional<std::size_t> lost;
    while (std::ranges::any_of(processes, [](Process const& one) { return !one.status.has_value(); })) {
        timespec const pause{0, 100'000'000};
        int const signal = ::sigtimedwait(&waited, nullptr, &pause);
        if (signal == SIGINT || signal == SIGTERM) signal_all(processes, signal);
        for (Process& process : processes) {
            int status = 0;
            if (!process.status && ::waitpid(process.id, &status, WNOHANG) == process.id) process.status = status;
        }
        if (processes.front().status && !first_ended) first_ended = std::time(nullptr);
        bool const is_late = first_ended && std::difftime(std::time(nullptr), *first_ended) > most_seconds;
        auto const gone = std::ranges::find_if(processes, &Process::is_lost);
        if (!lost && !is_late && gone != processes.end()) lost = static_cast<std::size_t>(gone - processes.begin());
        if (lost || is_late) signal_all(processes, SIGKILL);
    }
    return lost;
}

} // namespace

std::optional<int> run_isolated(std::vector<std::string> const& given, bool has_checkpoints) {
    Words words(given);
    if (!words.has("--isolate") || words.has("--help") || given.size() < 2) return std::nullopt;
    if (is_launched())
        throw InputError(
            "--isolate: a launcher such as mpirun has started this process, and has given each rank a process already; "
            "leave --isolate out");
    words.take("--isolate", false);
    std::vector<std::string> names;
    for (std::string const& list : words.take("--devices")) {
        for (std::size_t at = 0; at <= list.size();) {
            std::size_t const end = std::min(list.find(',', at), list.size());
            names.push_back(list.substr(at, end - at));
            at = end + 1;
        }
    }
    std::vector<DeviceName> devices = devices_named(names);
    if (devices.empty()) throw InputError("--isolate: name the devices that get a process each, with --devices");
    check_devices(devices);
    KeptRun kept(words, has_checkpoints);
    sigset_t const waited = waited_signals();
    ::sigprocmask(SIG_BLOCK, &waited, nullptr);
    for (;;) {
        if (devices.size() == 1) { // these options need several processes
            for (char const* const option : {"--read-each", "--gather"}) words.take(option, false);
        }
        std::vector<Process> processes = start_all(words, devices, kept);
        std::optional<std::size_t> const lost = wait_for_end(processes);
        if (!lost) {
            int const exit_code = WEXITSTATUS(*processes.front().status);
            std::string const where = exit_code == static_cast<int>(ExitCode::failed) ? kept.keep() : "";
            if (!where.empty()) say("--isolate: the run has failed" + where);
            return exit_code;
        }
        auto const device = devices.begin() + static_cast<std::ptrdiff_t>(*lost);
        std::string const what = fmt::format("the process of {} was lost ({})", to_string(*device),
                                             ::strsignal(WTERMSIG(*processes[*lost].status)));
        if (devices.size() == 1) throw Error(what + ", and no device is left" + kept.keep());
        say(what + "; the run goes on without it, from its last checkpoint");
        devices.erase(device);
    }
}

namespace {

std::vector<std::string> kept;

// The options that belong to one part, and those that say where and for how long it runs. Each takes a value.
constexpr std::array<std::string_view, 11> of_a_part = {"--part",     "--checkpoint", "--resume",  "--checkpoint-every",
                                                        "--deadline", "--device",     "--devices", "--threads",
                                                        "--workers",  "--warp-width", "--progress"};

// Returns: the command for the whole run: `words` without these options, followed by `more`.
std::vector<std::string> words_of_run(std::vector<std::string> const& words, std::vector<std::string> const& more) {
    Words of_run(words);
    for (std::string_view const option : of_a_part) of_run.take(option);
    of_run.take("--read-each", false);
    return of_run.with(more);
}

} // namespace

void keep_words_of_command(std::vector<std::string> words) { kept = std::move(words); }

std::vector<std::string> words_of_command() { return kept; }

std::vector<std::string> words_that_merge(std::vector<std::string> const& given) {
    auto const is_option = [](std::string const& word) { return word.size() > 1 && word.starts_with('-'); };
    if (std::ranges::find_if(given, is_option) == given.begin()) {
        throw InputError("cerrado merge: give the checkpoints of all parts first; see `cerrado merge --help`");
    }
    Checkpoint const first = read_checkpoint(given.front());
    if (first.part.is_whole() || first.words.empty()) {
        throw InputError(given.front() +
                         ": this checkpoint belongs to a whole run and not to a part; give checkpoints that were "
                         "written with --part");
    }
    std::vector<std::string> merging = {"--merge"};
    merging.insert(merging.end(), given.begin(), given.end());
    return words_of_run(first.words, merging);
}

} // namespace cerrado::command
