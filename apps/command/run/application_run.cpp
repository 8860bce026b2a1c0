#include "command/run/application_run.hpp"

#include "command/check/verification.hpp"
#include "command/list/list_writer.hpp"
#include "command/list/local_writer.hpp"
#include "command/record/output.hpp"
#include "command/run/bind_request.hpp"
#include "command/run/explanation.hpp"
#include "command/run/process_clock.hpp"
#include "command/run/run_subject.hpp"
#include "command/several/gathered_list.hpp"
#include "command/several/ranks_of_program.hpp"
#include "command/several/shared_graph.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/arrays/binary_csr.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/checkpoint.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/session/session.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace cerrado::command {
namespace {

std::optional<TransitionTable> load_tables(Application const& application, RunRequest const& request, double& seconds) {
    if (!application.has_patterns) return std::nullopt;
    ProgressReport progress(request.output.progress_mode());
    Stopwatch const loading;
    TransitionTable tables = TransitionTable::load(request.parameters.k, application.pattern_kind,
                                                   progress.for_share("building pattern tables"));
    seconds = loading.seconds();
    return tables;
}

std::vector<PatternRow> pattern_rows(TransitionTable const& tables, std::vector<WideCount> const& counts) {
    std::vector<PatternRow> rows;
    std::vector<std::uint64_t> const& patterns = tables.representatives(tables.k());
    for (std::size_t i = 0; i < patterns.size(); ++i) rows.push_back({patterns[i], counts.at(i)});
    return rows;
}

class ApplicationWork : public Work {
public:
    ApplicationWork(std::span<Application const> asked, RunRequest const& request, BalanceChoice balance,
                    Stages& stages)
        : request_(request),
          balance_(std::move(balance)) {
        record_.application = asked.front().name;
        record_.semantics = asked.front().semantics;
        record_.subgraph = asked.front().subgraph;
        record_.largest = asked.front().largest;
        record_.pattern_kind = asked.front().pattern_kind;
        record_.shown = request.shown;
        record_.parameters = request.parameters;
        if (names_no_devices(request.parameters)) record_.parameters.devices.clear();
        record_.exists = request.exists;
        if (balance_.on()) record_.balance = balance_;
        load(bind_each(asked, request).front(), stages);
        Stopwatch const choosing;
        applications_ = suited(asked, record_.graph, request);
        stages.choice = choosing.seconds();
        bound_ = bind_each(applications_, request);
        tables_ = load_tables(applications_.front(), request, stages.tables);
        stages.in_parts = request.checkpoint.on();
        if (names_no_devices(request.parameters))
            record_.parameters.devices = chosen_devices(bound_, record_.graph, run_options());
    }

    Graph const& graph() const override { return record_.graph; }

    void print_plan(bool explain) override {
        RunOptions const options = run_options();
        for (std::size_t i = 0; i < bound_.size(); ++i) {
            if (i > 0) write_standard_output("\n");
            if (bound_.size() > 1) write_standard_output(applications_[i].pattern->text + "\n\n");
            write_standard_output(explain ? explanation_of(i, options) : bound_[i].estimate(record_.graph, options));
        }
    }

    void run(Until const& until, ProgressReport& progress) override {
        until_ = until;
        RunOptions options = until.in(run_options());
        options.progress = progress.for_roots(request_.list.on());
        if (request_.checkpoint.on()) {
            options.checkpoint = checkpoint_options(request_.checkpoint,
                                                    subject_of(record_, applications_.front().pattern, request_.list));
        }
        Traces traces(request_.balance.trace, trace_header(record_, balance_, options.device), options);
        auto const times = open_job_times(request_.balance.job_times, record_, options);
        if (bound_.size() > 1) {
            run_each(options);
        } else {
            record_.result = run_listed(bound_.front(), options);
            if (pattern()) record_.matches.push_back({*pattern(), record_.result});
        }
        traces.finish(record_.result);
        if (times) times->finish(record_.result);
        if (request_.list.on()) record_.list = request_.list;
        if (request_.local.on() && is_complete()) record_.local = request_.local;
        if (tables_) record_.patterns = pattern_rows(*tables_, record_.result.of<ByPattern>());
    }

    RunResult const& result() const override { return record_.result; }
    RecordParts record() const override { return parts_of(record_); }
    std::string rows() const override { return to_csv(record_); }
    std::string table() const override { return is_part() ? part_table() : to_table(record_); }

    std::vector<ExtraOutput> extra_outputs() const override {
        if (!record_.local) return {};
        auto const write = [this] {
            write_local(*record_.local, local_counts_of(record_.result), record_.parameters.k,
                        record_.matches.empty() ? std::vector<int>{} : record_.matches.front().pattern.orbit_columns,
                        vertex_names(record_.graph));
        };
        return {{record_.local->to_standard_output(), write}};
    }

    std::string remark() const override {
        bool const lacks_counts = request_.local.on() && !is_complete();
        return lacks_counts ? "no counts per vertex or edge are written: the run is partial\n" : "";
    }

    Checks checks(VerifyRequest const& request) override {
        Checks checks;
        for (std::size_t i = 0; i < bound_.size(); ++i) {
            checks.emplace_back(bound_.size() == 1 ? "" : applications_[i].pattern->text + ": ",
                                [this, i, request] { return check(i, request); });
        }
        return checks;
    }

private:
    std::optional<MatchedPattern> const& pattern() const { return applications_.front().pattern; }
    bool is_part() const { return request_.checkpoint.is_part() && !part_of(request_.checkpoint.part).is_whole(); }

    // What it counts is a part of what a formula or a table needs.
    std::string part_table() const {
        RunResult const& result = record_.result;
        std::string const part = fmt::format("part {} of {}", request_.checkpoint.part, request_.graph);
        std::string const jobs =
            fmt::format("{} of {}", grouped(result.roots.done), counted(result.roots.given, "job"));
        if (!is_complete()) {
            return fmt::format("{}: stopped ({}) with {} done; the same command goes on\n", part,
                               to_string(result.status), jobs);
        }
        return fmt::format(
            "{}: {} done in {:.3f} s, in {}\nWhen all parts are, `cerrado merge FILE...` adds them up.\n", part, jobs,
            result.seconds.run_before + result.seconds.run, request_.checkpoint.written());
    }

    bool is_complete() const { return record_.result.status == Status::complete; }

    // Reads the graph while the device is made ready.
    void load(BoundApplication const& bound, Stages& stages) {
        RunOptions const options = options_of(record_.parameters, std::nullopt);
        auto const open = [&] { return open_graph_in_ranks(request_.graph, options.threads, request_.marks, stages); };
        record_.graph = load_beside([&] { bound.warm_up(options); }, open, stages);
    }

    RunOptions run_options() const {
        RunOptions options = options_of(record_.parameters, tables_);
        options.balance = balance_.options();
        options.balance.pieces = request_.parameters.pieces;
        return options;
    }

    std::string explanation_of(std::size_t i, RunOptions const& options) const {
        std::string text;
        if (std::optional<MatchedPattern> const& pattern = applications_[i].pattern) {
            text += pattern->plan;
            if (pattern->predict) {
                text += fmt::format("predicted    {:.3g} traversals of one vertex, two and so on\n",
                                    fmt::join(pattern->predict(), ", "));
            }
            text += "\n";
        }
        return text + explanation(bound_[i].choose(record_.graph, options), request_.parameters.algorithm,
                                  device_name(resolve_device(options.device)));
    }

    // The run itself, with the list where one was asked for. After a failure there is no list, after an early stop its
    // beginning.
    RunResult run_listed(BoundApplication const& search, RunOptions options) {
        if (!request_.list.on()) return search.run(record_.graph, options);
        if (request_.list.limit) options.of<StoreInput>().limit = static_cast<std::uint64_t>(*request_.list.limit);
        auto const run = [&](RunOptions const& own) { return search.run(record_.graph, own); };
        bool const is_gathered = request_.list.is_gathered;
        if (is_gathered && is_other_rank()) return run_for_rank_0(*ranks_of_program(), options, run);
        ListWriter list(request_.list, request_.parameters.k, request_.parameters.threads,
                        applications_.front().list_order,
                        request_.checkpoint.on() ? ListWriter::Mode::grows : ListWriter::Mode::whole,
                        names_on_lines(vertex_names(record_.graph)));
        options.checkpoint.mark = [&] { return list.mark(); };
        options.checkpoint.go_back = [&](std::uint64_t mark) { list.go_back(mark); };
        auto const write = [&](auto ids) { list.write(ids); };
        if (!is_gathered && ids_are_narrow(record_.graph)) {
            options.of<StoreInput>().narrow_sink = write;
        } else {
            options.of<StoreInput>().batch_sink = write;
        }
        RunResult result = is_gathered ? run_and_gather(*ranks_of_program(), options, run, write) : run(options);
        list.commit();
        return result;
    }

    // One after the other on a graph that is brought to its device once. After an early end the others end at once.
    void run_each(RunOptions options) {
        RunResult& sum = record_.result;
        Stopwatch const preparing;
        std::optional<Resident> resident; // several devices each bring it there for each pattern
        if (!is_shared(options)) resident.emplace(record_.graph, options);
        sum.seconds.prepare = preparing.seconds();
        GraphOrResident const where = resident ? GraphOrResident(*resident) : GraphOrResident(record_.graph);
        for (std::size_t i = 0; i < bound_.size(); ++i) {
            options.deadline_seconds = seconds_left(request_.parameters.deadline);
            RunResult const result = bound_[i].run(where, options);
            add_result(sum, result);
            sum.roots.given += result.roots.given;
            bool const is_ended = sum.status == Status::deadline || sum.status == Status::interrupted;
            if (result.status != Status::complete && !is_ended) sum.status = result.status;
            record_.matches.push_back({*applications_[i].pattern, result});
        }
    }

    std::unique_ptr<Check> check(std::size_t i, VerifyRequest const& request) const {
        RunOptions options = until_.in(run_options());
        options.devices.clear(); // one counts again
        options.ranks = nullptr;
        if (request_.list.on())
            options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {}; // their number is compared
        RunResult const& result = bound_.size() == 1 ? record_.result : record_.matches[i].result;
        return check_by_roots(
            {applications_[i], bound_[i], record_.graph, record_.parameters, result, options, tables_}, request);
    }

    RunRequest const& request_;
    BalanceChoice balance_;
    Record record_;
    std::vector<Application> applications_;
    std::vector<BoundApplication> bound_;
    std::optional<TransitionTable> tables_;
    Until until_; // of the run
};

} // namespace

ExitCode run_application(std::span<Application const> asked, RunRequest const& request) {
    check_request(asked, request);
    BalanceChoice const balance = choose_balance(request.balance, device_kind(request.parameters.device));
    WorkRequest const work{.output = request.output,
                           .targets = targets_of(request),
                           .deadline = request.parameters.deadline,
                           .seed = request.parameters.seed};
    return run_work(work,
                    [&](Stages& stages) { return std::make_unique<ApplicationWork>(asked, request, balance, stages); });
}

} // namespace cerrado::command
