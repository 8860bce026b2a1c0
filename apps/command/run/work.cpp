#include "command/run/work.hpp"

#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/report.hpp"

#include <cerrado/run/broadcast.hpp>
#include <cerrado/run/detail/many/distant_deal.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <exception>
#include <future>
#include <numeric>
#include <random>
#include <system_error>
#include <unistd.h>

namespace cerrado::command {

namespace {

std::atomic<bool> interrupted = false;
std::atomic<std::int64_t> interrupted_at = 0; // by the steady clock, in nanoseconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "the signal handler writes them");

// `timeout` and job schedulers signal a process and then its group. A second signal this soon counts as the same one.
constexpr std::int64_t again_after = 1'000'000'000;

std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// Ends the program by the signal, so that its parent sees the cause.
void end_by(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t just_this;
    sigemptyset(&just_this);
    sigaddset(&just_this, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &just_this, nullptr);
    std::raise(signal);
}

void on_signal(int signal) {
    int const error = errno; // the value that the interrupted code may still read
    std::int64_t first = 0;
    if (interrupted_at.compare_exchange_strong(first, now())) {
        interrupted = true;
        constexpr char message[] = "\ncerrado: stopping; interrupt again after a second to stop at once\n";
        write_message({message, sizeof message - 1});
    } else if (now() - first >= again_after) {
        remove_unfinished();
        end_by(signal);
    }
    errno = error;
}

} // namespace

InterruptGuard::InterruptGuard() {
    interrupted = false;
    interrupted_at = 0;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &previous_interrupt_);
    ::sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptGuard::~InterruptGuard() {
    ::sigaction(SIGINT, &previous_interrupt_, nullptr);
    ::sigaction(SIGTERM, &previous_terminate_, nullptr);
}

std::atomic<bool> const* InterruptGuard::flag() const { return &interrupted; }

ProgressReport::ProgressReport(ProgressMode mode)
    : mode_(mode),
      bar_(mode == ProgressMode::automatic && ::isatty(STDERR_FILENO) == 1) {}

ProgressReport::~ProgressReport() { clear(); }

void ProgressReport::clear() {
    if (shown_) write_message("\r\033[K");
    shown_ = false;
}

namespace {

// Returns: a text about the time that is left, or "" while too little is done to predict it.
std::string remaining(Progress const& progress) {
    constexpr double least_share = 0.02;
    if (progress.share < least_share || progress.seconds < 1) return "";
    return fmt::format(", about {:.0f} s left", progress.seconds * (1 - progress.share) / progress.share);
}

} // namespace

std::function<void(Progress const&)> ProgressReport::for_roots(bool lists) {
    if (mode_ == ProgressMode::json) {
        return [lists](Progress const& progress) {
            std::string const listed = lists ? fmt::format(",\"listed\":{}", progress.delivered) : "";
            print_message(
                "{{\"event\":\"progress\",\"roots_done\":{},\"roots_given\":{},\"share\":{:.4f},"
                "\"seconds\":{:.3f}{}}}\n",
                progress.roots_done, progress.roots_given, progress.share, progress.seconds, listed);
        };
    }
    if (!bar_) return {};
    return [this, lists](Progress const& progress) {
        std::string detail = fmt::format("{:.0f} s{}, {} / {} begun", progress.seconds, remaining(progress),
                                         grouped(progress.roots_done), counted(progress.roots_given, "job"));
        if (lists) {
            double const rate = static_cast<double>(progress.delivered) / std::max(progress.seconds, 1e-3);
            detail += fmt::format(", {} listed, {} a second", grouped(progress.delivered),
                                  grouped(static_cast<std::uint64_t>(rate)));
        }
        show_bar(lists ? "listing" : "counting", progress.share, detail);
    };
}

std::function<void(double)> ProgressReport::for_share(std::string const& stage) {
    if (mode_ == ProgressMode::json) {
        return [stage](double share) { print_message("{{\"event\":\"{}\",\"share\":{:.3f}}}\n", stage, share); };
    }
    if (!bar_) return {};
    return [this, stage](double share) { show_bar(stage, share, ""); };
}

void ProgressReport::show_bar(std::string const& label, double share, std::string const& detail) {
    constexpr int width = 30;
    int const filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
    print_message("\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f} % {}", label, "", filled, "", width - filled, 100 * share,
                  detail);
    shown_ = true;
}

namespace {

// Starts `work` on another thread. If the system has no more threads, it does the work on this one.
std::future<void> begin(std::function<void()> const& work) {
    try {
        return std::async(std::launch::async, work);
    } catch (std::system_error const&) {
        std::packaged_task<void()> task(work);
        task();
        return task.get_future();
    }
}

} // namespace

Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages) {
    std::future<void> const starting = begin(start);
    double const begun = process_seconds();
    Graph graph = open();
    stages.load = process_seconds() - begun;
    starting.wait();
    stages.start = process_seconds() - stages.load;
    return graph;
}

namespace {

// All processes must call it. Throws InputError on each of them unless `mine` is the same on all.
void require_alike(Ranks& ranks, std::string const& mine, std::string const& problem) {
    std::uint64_t const line = RunLines{ranks.next_run()}.greeting();
    auto const receive_from = [&](int rank) {
        std::optional<std::string> frame;
        while (!frame) frame = ranks.receive(rank, line, 1);
        ranks.leave(rank, line);
        return std::move(*frame);
    };
    if (ranks.rank() != 0) {
        ranks.send(0, line, mine);
        receive_from(0); // throws if rank 0 has ended
        return;
    }
    for (int rank = 1; rank < ranks.size(); ++rank) {
        if (receive_from(rank) != mine) throw InputError(fmt::format("rank {} of {}: {}", rank, ranks.size(), problem));
    }
    ranks.send_to_others(line, {});
}

// Opens the graph on all processes: the first one reads it and sends it to the others, or each process reads it.
Graph open_graph_in_ranks(std::string const& graph, int threads, GraphMarksRequest const& marks, Stages& stages) {
    Ranks* const ranks = ranks_of_program();
    if (ranks == nullptr) return open_graph_argument(graph, threads, marks);
    require_alike(*ranks, marks.read_each ? "reads" : "gets",
                  "--read-each is given to some of the processes; give it to all or to none");
    if (marks.read_each) {
        Graph own = open_graph_argument(graph, threads, marks);
        require_alike(*ranks, fmt::format("{:016x}", checksum_of(own)),
                      "its graph differs from that of rank 0 in edges, ids, directions, labels or names; give all the "
                      "same graph and options");
        return own;
    }
    double is_read = process_seconds();
    Graph of_all = broadcast(*ranks, [&] {
        Graph opened = open_graph_argument(graph, threads, marks);
        is_read = process_seconds();
        return opened;
    });
    stages.broadcast = process_seconds() - is_read;
    return of_all;
}

} // namespace

Graph load_graph(std::string const& graph, GraphMarksRequest const& marks, Parameters const& parameters, Stages& stages,
                 std::function<void(RunOptions const&)> const& start) {
    return load_beside([&] { start(options_of(parameters, std::nullopt)); },
                       [&] { return open_graph_in_ranks(graph, parameters.threads, marks, stages); }, stages);
}

namespace {

void write_all(WorkRequest const& request, Work const& work, Stages const& stages) {
    OutputRequest const& output = request.output;
    std::vector<ExtraOutput> outputs = work.extra_outputs();
    auto const add = [&](std::string const& target, std::function<void()> const& write) {
        if (!target.empty()) outputs.push_back({target == "-", write});
    };
    add(output.json,
        [&] { write_result(output.json, record_text(work.record(), work.graph(), work.result(), stages)); });
    add(output.csv, [&] { write_result(output.csv, work.rows()); });
    auto const page = [&] {
        return page_of(work.record(), work.rows(), work.table(), work.graph(), work.result(), stages);
    };
    add_reports(output, page, add);
    if (!request.targets.to_standard_output()) add("-", [&] { write_standard_output(work.table()); });
    write_outputs(outputs);
}

// Prints the text below the table, or on standard error if another output is on standard output.
void say(WorkRequest const& request, std::string const& text) {
    if (text.empty()) return;
    if (request.targets.to_standard_output()) return write_message(text);
    write_standard_output("\n" + text);
}

bool verify_all(WorkRequest const& request, Work& work, Until until) {
    VerifyRequest const asked = parse_verify(request.output.verify, request.seed);
    ProgressReport progress(request.output.progress_mode());
    bool is_whole = true;
    for (auto const& [subject, make_check] : work.checks(asked)) {
        std::unique_ptr<Check> const check = make_check();
        until.deadline_seconds = seconds_left(request.deadline);
        Verdict const verdict = run_check(*check, until, progress.for_share("verifying"));
        progress.clear();
        say(request, subject + verdict.line);
        is_whole = is_whole && verdict.is_whole;
    }
    return is_whole;
}

// Returns: the mode of progress. A bar is off if it would mix with a list on one terminal.
ProgressMode progress_beside(WorkRequest const& request) {
    ProgressMode const mode = request.output.progress_mode();
    bool const shares = request.targets.streams_to_standard_output() && ::isatty(STDOUT_FILENO) == 1;
    return shares && mode == ProgressMode::automatic ? ProgressMode::off : mode;
}

} // namespace

void write_outputs(std::vector<ExtraOutput> const& outputs) {
    std::exception_ptr failure;
    for (bool const to_standard_output : {false, true}) {
        for (ExtraOutput const& each : outputs) {
            if (each.to_standard_output != to_standard_output) continue;
            try {
                each.write();
            } catch (...) {
                if (!failure) failure = std::current_exception();
            }
        }
    }
    if (failure) std::rethrow_exception(failure);
}

VerifyRequest parse_verify(std::string const& text, std::uint64_t seed) {
    if (text == "all") return {std::nullopt, seed};
    std::uint64_t roots = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), roots);
    if (error != std::errc{} || end != text.data() + text.size() || roots == 0) {
        throw InputError(
            fmt::format("--verify={}: expected a number of roots above 0, or --verify alone for all", text));
    }
    return {roots, seed};
}

ExitCode run_work(WorkRequest const& request, std::function<std::unique_ptr<Work>(Stages& stages)> const& open) {
    Stages stages;
    std::unique_ptr<Work> const work = open(stages);
    if (request.output.prints_plan()) {
        work->print_plan(request.output.explain);
        return ExitCode::done;
    }
    InterruptGuard const guard; // it lives to the end, so that a result is written in spite of Ctrl-C
    Until const until{guard.flag(), seconds_left(request.deadline)};
    ProgressReport progress(progress_beside(request));
    work->run(until, progress);
    progress.clear();
    if (is_other_rank()) return work->result().status == Status::complete ? ExitCode::done : ExitCode::partial;
    write_all(request, *work, stages);
    say(request, work->remark());
    bool const is_complete = work->result().status == Status::complete;
    bool is_whole = is_complete;
    if (!request.output.verify.empty()) {
        if (is_complete) {
            is_whole = verify_all(request, *work, until);
        } else {
            say(request, "not verified: the run is partial\n");
        }
    }
    if (is_complete) work->conclude();
    return is_whole ? ExitCode::done : ExitCode::partial;
}

} // namespace cerrado::command
