#include "command/run/application_outputs.hpp"

#include "command/record/local_writer.hpp"
#include "command/record/message.hpp"
#include "command/record/output.hpp"
#include "command/run/process_clock.hpp"
#include "command/run/verification.hpp"

#include <cerrado/graph/names.hpp>

#include <exception>

namespace cerrado::command {

namespace {

bool is_standard_output_taken(RunRequest const& request) {
    return request.json == "-" || request.csv == "-" || request.list.to_standard_output() ||
           request.local.to_standard_output();
}

} // namespace

void say(RunRequest const& request, std::string const& text) {
    if (text.empty()) return;
    if (is_standard_output_taken(request)) return write_message(text);
    write_standard_output("\n" + text);
}

void write_outputs(Record const& record, RunRequest const& request) {
    std::exception_ptr failure;
    auto const attempt = [&](auto&& write) {
        try {
            write();
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    };
    for (bool const to_standard_output : {false, true}) {
        auto const is_due = [&](std::string const& target) {
            return !target.empty() && (target == "-") == to_standard_output;
        };
        if (record.local && request.local.to_standard_output() == to_standard_output) {
            attempt([&] {
                write_local(*record.local, record.result.local, record.parameters.k,
                            record.matches.empty() ? std::vector<int>{} : record.matches.front().pattern.orbit_columns,
                            vertex_names(record.graph));
            });
        }
        if (is_due(request.json)) attempt([&] { write_result(request.json, to_json(record)); });
        if (is_due(request.csv)) attempt([&] { write_result(request.csv, to_csv(record)); });
    }
    if (!is_standard_output_taken(request)) attempt([&] { write_standard_output(to_table(record)); });
    if (failure) std::rethrow_exception(failure);
}

ExitCode verify_runs(std::span<Application const> applications, std::span<BoundApplication const> bound,
                     Record const& record, RunOptions options, std::optional<TransitionTable> const& tables,
                     RunRequest const& request) {
    if (record.result.status != Status::complete) {
        say(request, "not verified: the run is partial\n");
        return ExitCode::partial;
    }
    if (request.list.on()) options.batch_sink = [](std::span<OriginalId const>) {}; // their number is compared
    VerifyRequest const asked = parse_verify(request.verify, request.parameters.seed);
    bool is_whole = true;
    for (std::size_t i = 0; i < applications.size(); ++i) {
        options.deadline_seconds = seconds_left(record.parameters.deadline);
        RunResult const& result = applications.size() == 1 ? record.result : record.matches[i].result;
        ProgressReport progress(request.progress);
        Verdict const verdict =
            verify({applications[i], bound[i], record.graph, record.parameters, result, options, tables}, asked,
                   progress.for_share("verifying"));
        progress.clear();
        std::string const of_which = applications.size() == 1 ? "" : applications[i].pattern->text + ": ";
        say(request, of_which + verdict.line);
        is_whole = is_whole && verdict.is_whole;
    }
    return is_whole ? ExitCode::done : ExitCode::partial;
}

} // namespace cerrado::command
