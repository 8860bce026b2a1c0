#include "command/run/work.hpp"

#include "command/record/output.hpp"
#include "command/run/interrupt.hpp"
#include "command/run/process_clock.hpp"
#include "command/several/ranks_of_program.hpp"

#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <unistd.h>

namespace cerrado::command {
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
    if (!request.targets.to_standard_output()) add("-", [&] { write_standard_output(work.table()); });
    write_outputs(outputs);
}

// Beneath the table, or on standard error if an output has taken its place.
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

// A bar and a list would mix on one terminal.
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
    InterruptGuard const guard; // to the end: a result that is there is written
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
