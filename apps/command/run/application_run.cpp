#include "command/run/application_run.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/application.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

// The trace of a run, with one file for each device.
class Traces {
public:
    // From now on `options` write to the traces. If `path` is empty, there are none.
    Traces(std::string const& path, TraceHeader header, RunOptions& options);
    Traces(Traces const&) = delete;

    void finish(RunResult const& result);

private:
    std::deque<TraceWriter> writers_; // by device
};

// Notes the time of each job, and writes the times to a file.
class JobTimesFile {
public:
    // From now on `options` note the times.
    JobTimesFile(std::string path, Record const& record, RunOptions& options);
    JobTimesFile(JobTimesFile const&) = delete;

    // Writes the file. After a partial run there is no file, and a line says so.
    void finish(RunResult const& result);

private:
    std::string path_;
    JobCosts costs_;
};

Asked asked_of(RunRequest const& request) {
    using Output = Asked::Output;
    Output const local = request.local.edges.empty() ? Output::per_vertex : Output::per_edge;
    Output const output = request.exists       ? Output::existence
                          : request.list.on()  ? Output::list
                          : request.local.on() ? local
                                               : Output::count;
    return {request.parameters.sizes, request.parameters.algorithm, output};
}

Asked asked_in(Graph const& graph, RunRequest const& request) {
    Asked asked = asked_of(request);
    asked.through = ids_of_words(graph, request.through);
    vertices_of(graph, asked.through); // throws for those that are not there
    return asked;
}

std::vector<BoundApplication> bind_each(std::span<Application const> applications, Asked const& asked) {
    std::vector<BoundApplication> bound;
    for (Application const& application : applications) bound.push_back(application.bind(asked));
    return bound;
}

// Returns: the applications for the graph that was read. The graph decides the order in which a pattern's vertices are
// found.
std::vector<Application> suited(std::span<Application const> applications, Graph const& graph,
                                RunRequest const& request) {
    int const width = request.parameters.warp_width;
    Asked asked = asked_in(graph, request);
    if (width != 0 && width != full_warp_width) asked.algorithm = Algorithm::walk;
    std::vector<Application> suited;
    for (Application const& each : applications) suited.push_back(each.for_graph ? each.for_graph(graph, asked) : each);
    return suited;
}

std::string rounded_seconds(double seconds) { return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 3 : 0); }

std::string prediction_text(Choice::Prediction const& prediction) {
    if (prediction.is_more) return "longer: the sample was not done in its time";
    return prediction.seconds > 0 ? "about " + rounded_seconds(prediction.seconds)
                                  : "not tried: the search is short, and this algorithm is seldom the faster one";
}

std::string_view chosen_name(Choice const& choice, Algorithm asked) {
    return name_of(choice.chosen.algorithm == Algorithm::fast ? asked : choice.chosen.algorithm);
}

// `asked` is the algorithm of --algorithm. `device` is the device that the run would use.
std::string explanation(Choice const& choice, Algorithm asked, std::string_view device) {
    if (choice.jobs == 0) return "there is nothing to search, so there is no choice and no predicted time\n";
    if (choice.sampled == 0) {
        return fmt::format("algorithm  {:<10} on {}; no sample tells how long it takes\n", chosen_name(choice, asked),
                           device);
    }
    std::string text =
        fmt::format("algorithm  {:<10} {} on {}\n", chosen_name(choice, asked), prediction_text(choice.chosen), device);
    for (Choice::Prediction const& other : choice.others) {
        text += fmt::format("           {:<10} {}\n", name_of(other.algorithm), prediction_text(other));
    }
    text += fmt::format("order      {:<10} {}\n", to_string(choice.order),
                        choice.longest_list == 0
                            ? "of whole lists"
                            : fmt::format("the longest oriented list has {}", counted(choice.longest_list, "vertex")));
    text += fmt::format("sample     {} of {}, the heaviest and an even part of the others, in {}\n",
                        grouped(choice.sampled), counted(choice.jobs, "job"), rounded_seconds(choice.sampling_seconds));
    if (choice.pieces > 0) {
        text += fmt::format("pieces     {:<10} of each worker's share, so that workers end together\n", choice.pieces);
    }
    if (choice.moves_work) text += "balance    share      work moves to workers that are done\n";
    return text;
}

std::string listed_as(Graph const& graph, ListRequest const& list) {
    if (list.format_of_target() == ListFormat::binary) return "numbers";
    if (!has_names(graph)) return "text";
    return fmt::format("names ({:016x})", checksum_of(detail::packed_names(*graph.marks->names)));
}

// Returns: the algorithm's name. An automatic run with a trace or a checkpoint never takes a formula.
std::string_view name_of_form(Parameters const& parameters) {
    return name_of(parameters.algorithm == Algorithm::automatic ? Algorithm::fast : parameters.algorithm);
}

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device) {
    TraceHeader header;
    header.application = record.application;
    header.graph = record.graph.source;
    header.k = record.parameters.k;
    header.algorithm = name_of_form(record.parameters);
    header.mechanism = choice.mechanism;
    header.policy = choice.policy;
    header.settings = choice.settings;
    header.poll_seconds = choice.poll_seconds();
    header.device = name_in(device_words, resolve_device(device));
    return header;
}

// Returns: the file of each device, FILE, FILE.1 and so on.
std::vector<std::string> trace_files(std::string const& path, std::vector<DeviceName> const& devices) {
    std::vector<std::string> files = {path};
    for (std::size_t i = 1; i < devices.size(); ++i) files.push_back(fmt::format("{}.{}", path, i));
    return files;
}

Traces::Traces(std::string const& path, TraceHeader header, RunOptions& options) {
    if (path.empty()) return;
    for (std::string const& file : trace_files(path, options.devices)) {
        if (!options.devices.empty()) header.device = to_string(options.devices[writers_.size()]);
        writers_.emplace_back(file, header);
    }
    options.balance.observe = [this](BalanceObservation const& look) { writers_[look.device](look); };
}

void Traces::finish(RunResult const& result) {
    for (TraceWriter& writer : writers_) writer.finish(result.seconds.run, result.status);
}

JobTimesFile::JobTimesFile(std::string path, Record const& record, RunOptions& options) : path_(std::move(path)) {
    costs_.application = record.application;
    costs_.graph = record.graph.source;
    costs_.k = record.parameters.k;
    costs_.algorithm = name_of_form(record.parameters);
    costs_.device = name_in(device_words, resolve_device(options.device));
    options.balance.observe_jobs = [this](std::span<std::uint64_t const> nanoseconds) {
        costs_.runs.emplace_back(nanoseconds.begin(), nanoseconds.end());
    };
}

void JobTimesFile::finish(RunResult const& result) {
    if (result.status != Status::complete) {
        print_message("{}: the file is not written, because the run did not do all jobs\n", path_);
        return;
    }
    if (costs_.jobs() == 0) {
        throw InputError(
            "--job-times: the times of this run's jobs are not known; choose a walk with --algorithm paper");
    }
    costs_.workers = static_cast<std::uint32_t>(result.device.workers);
    costs_.seconds = result.seconds.run;
    write_job_costs(path_, costs_);
}

// Returns: null if `path` is empty.
std::unique_ptr<JobTimesFile> open_job_times(std::string const& path, Record const& record, RunOptions& options) {
    return path.empty() ? nullptr : std::make_unique<JobTimesFile>(path, record, options);
}

// Returns: the subject of a checkpoint. The runtime adds the rest of its key.
std::string subject_of(Record const& record, Application const& application, ListRequest const& list) {
    std::optional<MatchedPattern> const& pattern = application.pattern;
    std::string const own = own_values(application);
    Sizes const sizes = record.parameters.sizes;
    std::string const listed = own + (list.on() ? ", listed as " + listed_as(record.graph, list) : "");
    if (pattern) {
        return fmt::format("{} of {}, found as {} ({}){}", record.application, pattern->text,
                           joined(pattern->order, ","), record.semantics, listed);
    }
    return checkpoint_key(record.application, sizes.first, sizes.last, record.parameters.algorithm) + listed;
}

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

// A run that takes longer, in seconds, gains more from other devices than their start costs.
constexpr double worth_sharing = 1;

// Predicts the time of these searches, one after the other, by samples on one device, and prints it. Returns: the words
// for all CUDA devices if the searches take longer than the start of these devices; else no words.
std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options) {
    int const devices = cuda_device_count();
    if (devices < 2) {
        print_message("--devices auto: there are no two CUDA devices here, so {} does the run\n",
                      devices == 1 ? "the one device" : "the host");
        return {};
    }
    double seconds = 0;
    bool is_more = false;
    for (BoundApplication const& search : searches) {
        Choice::Prediction const found = search.choose(graph, options).chosen;
        seconds += found.seconds;
        is_more = is_more || found.is_more;
    }
    std::string const time = is_more        ? "for long"
                             : seconds == 0 ? "for an unknown time (no sample was taken)"
                                            : fmt::format("for about {:.2g} s", seconds);
    if (!is_more && seconds <= worth_sharing) {
        print_message("--devices auto: one device would run {}, so one device does the run\n", time);
        return {};
    }
    print_message("--devices auto: one device would run {}, so all {} devices share the run\n", time, devices);
    std::vector<std::string> words;
    for (int device = 0; device < devices; ++device) words.push_back(std::to_string(device));
    return words;
}

class ApplicationWork : public Work {
public:
    ApplicationWork(std::span<Application const> asked, RunRequest const& request, BalanceChoice balance,
                    Stages& stages)
        : request_(request),
          balance_(std::move(balance)) {
        record_.application = asked.front().name;
        record_.semantics = asked.front().semantics;
        if (!request.through.empty()) record_.semantics += ", through " + joined(request.through, ", ");
        record_.subgraph = asked.front().subgraph;
        record_.largest = asked.front().largest;
        record_.own_options = asked.front().own_options;
        record_.pattern_kind = asked.front().pattern_kind;
        record_.shown = request.shown;
        record_.parameters = request.parameters;
        if (request.parameters.names_no_devices()) record_.parameters.devices.clear();
        record_.exists = request.exists;
        if (balance_.on()) record_.balance = balance_;
        auto const warm_up = [bound = bind_each(asked, asked_of(request)).front()](RunOptions const& own) {
            bound.warm_up(own);
        };
        record_.graph = load_graph(request.graph, request.marks, record_.parameters, stages, warm_up);
        Stopwatch const choosing;
        applications_ = suited(asked, record_.graph, request);
        stages.choice = choosing.seconds();
        bound_ = bind_each(applications_, asked_in(record_.graph, request));
        tables_ = load_tables(applications_.front(), request, stages.tables);
        stages.in_parts = request.checkpoint.on();
        if (request.parameters.names_no_devices())
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
            options.checkpoint =
                checkpoint_options(request_.checkpoint, subject_of(record_, applications_.front(), request_.list));
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
        if (applications_.front().conclude) applications_.front().conclude(record_.graph, record_.result);
        if (request_.list.on()) record_.list = request_.list;
        if (request_.local.on() && is_complete()) record_.local = request_.local;
        if (tables_ && !request_.list.on()) record_.patterns = pattern_rows(*tables_, record_.result.of<ByPattern>());
    }

    RunResult const& result() const override { return record_.result; }
    RecordParts record() const override { return parts_of(record_); }
    std::string rows() const override { return to_csv(record_); }
    std::string table() const override {
        return request_.checkpoint.is_part() ? part_table(request_.checkpoint, record_.graph, record_.result)
                                             : to_table(record_);
    }

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
    bool is_complete() const { return record_.result.status == Status::complete; }

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
                std::vector<std::string> numbers;
                for (double const predicted : pattern->predict()) numbers.push_back(fmt::format("{:.3g}", predicted));
                text += fmt::format("predicted    {} traversals of one vertex, two and so on\n", joined(numbers, ", "));
            }
            text += "\n";
        }
        return text + explanation(bound_[i].choose(record_.graph, options), request_.parameters.algorithm,
                                  name_in(device_words, resolve_device(options.device)));
    }

    // Runs the search, with a list if one was asked for. After a failure there is no list. After an early stop the list
    // has its beginning.
    RunResult run_listed(BoundApplication const& search, RunOptions options) {
        if (!request_.list.on()) return search.run(record_.graph, options);
        if (request_.list.limit) options.of<StoreInput>().limit = static_cast<std::uint64_t>(*request_.list.limit);
        auto const run = [&](RunOptions const& own) { return search.run(record_.graph, own); };
        bool const is_gathered = request_.list.is_gathered;
        if (is_gathered && is_other_rank()) return run_for_rank_0(*ranks_of_program(), options, run);
        Application const& application = applications_.front();
        ListWriter list(request_.list, request_.parameters.k, request_.parameters.threads, application.list_order,
                        request_.checkpoint.on() ? ListWriter::Mode::grows : ListWriter::Mode::whole,
                        names_on_lines(vertex_names(record_.graph)),
                        application.line_end ? application.line_end(record_.graph, request_.parameters.k) : LineEnd());
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

    // Runs the searches one after the other on a graph that is brought to its device once. After an early end the
    // others end at once.
    void run_each(RunOptions options) {
        RunResult& sum = record_.result;
        Stopwatch const preparing;
        std::optional<Resident> resident; // with several devices, each run brings the graph to them
        if (!options.is_shared()) resident.emplace(record_.graph, options);
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
        if (request_.list.on()) {
            options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {
            }; // only numbers of subgraphs are compared
        }
        Sizes const sizes = record_.parameters.sizes;
        Asked const asked = asked_in(record_.graph, request_);
        SerialProgram serial = applications_[i].serial;
        if (!asked.through.empty()) serial = through(std::move(serial), asked.through, sizes.first, sizes.last);
        std::string const of_what = applications_[i].pattern ? applications_[i].pattern->text
                                    : sizes.is_one()         ? fmt::format("k={}", sizes.first)
                                                             : "all sizes asked for";
        return check_by_roots({.what = fmt::format("{} of {}, {}", record_.application, record_.graph.source, of_what),
                               .first_k = sizes.first,
                               .last_k = sizes.last,
                               .serial = serial,
                               .bound = bound_[i],
                               .graph = record_.graph,
                               .options = options,
                               .result = bound_.size() == 1 ? record_.result : record_.matches[i].result,
                               .tables = tables_ ? &*tables_ : nullptr},
                              request);
    }

    RunRequest const& request_;
    BalanceChoice balance_;
    Record record_;
    std::vector<Application> applications_;
    std::vector<BoundApplication> bound_;
    std::optional<TransitionTable> tables_;
    Until until_; // the end of the run
};

} // namespace

OutputTargets targets_of(RunRequest const& request) {
    OutputTargets targets;
    targets.add(request.output);
    targets.add("--per-vertex", request.local.vertices);
    targets.add("--per-edge", request.local.edges);
    targets.add("--per-orbit", request.local.orbits);
    targets.add_list("--list", request.list.target);
    if (!request.balance.trace.empty()) {
        for (std::string const& file : trace_files(request.balance.trace, devices_named(request.parameters.devices)))
            targets.add_file("--trace", file);
    }
    targets.add_file("--job-times", request.balance.job_times);
    targets.add_file("--checkpoint", request.checkpoint.file);
    return targets;
}

ExitCode run_application(std::span<Application const> asked, RunRequest const& request) {
    bool const is_traced = !request.balance.trace.empty();
    BalanceChoice balance =
        choose_balance(request.balance,
                       {request.parameters.device_kind(), request.parameters.asks_to_share(), is_traced}, option_text);
    if (is_traced || !request.balance.job_times.empty())
        balance.automatic = false; // they are about the balancing that was asked for
    WorkRequest const work{.output = request.output,
                           .targets = targets_of(request),
                           .deadline = request.parameters.deadline,
                           .seed = request.parameters.seed};
    return run_work(work,
                    [&](Stages& stages) { return std::make_unique<ApplicationWork>(asked, request, balance, stages); });
}

// Estimates in place of counts.

namespace {

// Reads a share such as 1% or .01. Throws InputError.
double share_of(std::string const& option, std::string const& typed) {
    bool const is_percent = typed.ends_with('%');
    char const* const end = typed.data() + typed.size() - (is_percent ? 1 : 0);
    double share = 0;
    auto const read = std::from_chars(typed.data(), end, share);
    if (is_percent) share /= 100;
    if (read.ec != std::errc() || read.ptr != end || !(share > 0 && share < 1)) {
        throw InputError(fmt::format("{} {}: expected a share above 0 and below 1, such as 5% or .05", option, typed));
    }
    return share;
}

// A count that is only estimated has no exact digits, but up to 2^53 they tell it best.
std::string number_text(double number) {
    constexpr double exact = 9e15, few = 1000;
    if (number < few) return fmt::format("{:.4g}", number);
    return number < exact ? grouped(static_cast<WideCount>(std::llround(number))) : fmt::format("{:.4e}", number);
}

struct EstimateRow {
    std::string name; // of the pattern; empty if it has none
    std::string graph6;
    Estimate estimate;
};

class ApproximateWork : public Work {
public:
    ApproximateWork(std::span<Application const> asked, RunRequest const& request, Precision const& precision,
                    Stages& stages)
        : request_(request),
          applications_(asked.begin(), asked.end()),
          precision_(precision),
          graph_(load_graph(request.graph, request.marks, request.parameters, stages)) {}

    Graph const& graph() const override { return graph_; }

    void print_plan(bool) override {
        constexpr double mebibyte = 1 << 20;
        double const lists = static_cast<double>(graph_.bytes()),
                     entries = static_cast<double>(graph_.neighbour_array().size());
        write_standard_output(fmt::format(
            "graph         {:.1f} MiB\n"
            "sums          {:.1f} MiB for each inner vertex of a tree that is drawn, or once if edges are drawn\n"
            "time          unknown: a first trial tells how many draws are needed; --deadline ends the run with what "
            "it has\n",
            lists / mebibyte, entries * sizeof(double) / mebibyte));
    }

    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        auto const show = progress.for_share("draws");
        if (show) options.progress = [show](Progress const& now) { show(now.share); };
        TimeLeft const time(options);
        Asked asked;
        asked.sizes = request_.parameters.sizes;
        for (Application const& each : applications_) {
            Approximation found = each.approximate(graph_, asked, precision_, time.in(options));
            result_.device = found.run.device;
            result_.status = found.run.status;
            add_seconds(result_, found.run);
            draws_ += found.draws;
            trial_draws_ += found.trial_draws;
            is_reached_ = is_reached_ && found.is_reached;
            add_rows(each, found);
            if (result_.status != Status::complete) break;
        }
        result_.chosen.form = "approximate";
    }
    RunResult const& result() const override { return result_; }

    RecordParts record() const override {
        RecordParts parts;
        parts.application = applications_.front().name;
        parts.semantics = semantics();
        parts.parameters = {{"approximate", precision_.error},
                            {"confidence", precision_.confidence},
                            {"seed", precision_.seed},
                            {"device", request_.parameters.device},
                            {"threads", request_.parameters.threads},
                            {"deadline", request_.parameters.deadline}};
        if (request_.parameters.k != 0) parts.parameters["k"] = request_.parameters.k;
        parts.answer["exact"] = false;
        parts.answer["is_reached"] = is_reached_;
        parts.answer["draws"] = draws_;
        parts.answer["trial_draws"] = trial_draws_;
        Json estimates = Json::array();
        for (EstimateRow const& row : rows_) {
            Json one = Json::object();
            if (!row.name.empty()) one["name"] = row.name;
            if (!row.graph6.empty()) one["graph6"] = row.graph6;
            one["estimate"] = row.estimate.count ? Json(*row.estimate.count) : Json(nullptr);
            one["standard_error"] = row.estimate.count ? Json(row.estimate.standard_error) : Json(nullptr);
            one["low"] = row.estimate.low;
            one["high"] = row.estimate.high;
            one["met"] = row.estimate.met;
            estimates.push(std::move(one));
        }
        parts.answer["estimates"] = std::move(estimates);
        return parts;
    }
    std::string rows() const override {
        std::string text = "name,graph6,estimate,standard_error,low,high,met,draws,confidence,exact,graph,status\n";
        for (EstimateRow const& row : rows_) {
            bool const is_met = row.estimate.count.has_value();
            text += fmt::format("{},{},{},{},{},{},{},{},{},false,{},{}\n", csv_field(row.name), csv_field(row.graph6),
                                is_met ? fmt::format("{}", *row.estimate.count) : "",
                                is_met ? fmt::format("{}", row.estimate.standard_error) : "", row.estimate.low,
                                row.estimate.high, row.estimate.met, draws_, precision_.confidence,
                                csv_field(graph_.source), to_string(result_.status));
        }
        return text;
    }
    std::string table() const override {
        std::string text = head_of_table(applications_.front().name, graph_);
        text += fmt::format("approximate: {}, seed {}\n{}\nrun {:.3f} s on {} ({}); {}\n\n",
                            counted(static_cast<WideCount>(draws_), "draw"), precision_.seed, semantics(),
                            result_.seconds.run, result_.device.kind, result_.device.name, to_string(result_.status));
        std::vector<EstimateRow> shown = rows_;
        std::ranges::stable_sort(shown, std::greater(),
                                 [](EstimateRow const& row) { return row.estimate.count.value_or(-1); });
        std::size_t const most = request_.shown.all ? shown.size() : std::min(shown.size(), request_.shown.most);
        Table table({{"pattern"}, {"estimate", true}, {"standard error", true}, {"from", true}, {"to", true}});
        for (std::size_t i = 0; i < most; ++i) {
            auto const& [name, graph6, one] = shown[i];
            table.add_row({{name.empty() ? graph6 : name},
                           {one.count ? number_text(*one.count) : "not met"},
                           {one.count ? number_text(one.standard_error) : ""},
                           {number_text(one.low)},
                           {number_text(one.high)}});
        }
        text += table.text();
        if (most < shown.size())
            text += fmt::format("{} more: --csv FILE and --json FILE write all\n",
                                counted(static_cast<WideCount>(shown.size() - most), "pattern"));
        if (is_reached_) return text;
        if (result_.status == Status::complete)
            return text + "NOT REACHED: no draw met one, so nobody knows how many draws are needed; count exactly\n";
        return text + fmt::format("PARTIAL: the run was stopped before the intervals were as narrow as {:g} %\n",
                                  100 * precision_.error);
    }
    Checks checks(VerifyRequest const&) override { return {}; } // refused before

private:
    std::string semantics() const {
        return fmt::format("{}; estimates, whose intervals hold the count for {:g} % of seeds, of half width {:g} %",
                           applications_.front().semantics, 100 * precision_.confidence, 100 * precision_.error);
    }

    void add_rows(Application const& application, Approximation const& found) {
        if (application.pattern) {
            rows_.push_back({application.pattern->text, application.pattern->graph6, found.estimates.front()});
            return;
        }
        if (!application.has_patterns) {
            rows_.push_back({fmt::format("{} of {}", application.subgraph,
                                         counted(static_cast<WideCount>(request_.parameters.k), "vertex")),
                             "", found.estimates.front()});
            return;
        }
        int const k = request_.parameters.k;
        TransitionTable const tables = TransitionTable::load(k, application.pattern_kind);
        std::vector<std::uint64_t> const& patterns = tables.representatives(k);
        bool const is_asked_for_all = request_.shown.all;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            if (!found.estimates[i].count && !is_asked_for_all) continue;
            PatternInfo info = describe_canonical(application.pattern_kind, k, patterns[i]);
            rows_.push_back({std::move(info.name), std::move(info.graph6), found.estimates[i]});
        }
    }

    RunRequest const& request_;
    std::vector<Application> const applications_;
    Precision const precision_;
    Graph const graph_;
    RunResult result_;
    std::uint64_t draws_ = 0, trial_draws_ = 0;
    bool is_reached_ = true;
    std::vector<EstimateRow> rows_;
};

void check(std::span<Application const> applications, RunRequest const& request) {
    auto const refuse = [](bool is_given, std::string_view option) {
        if (is_given) {
            throw InputError(
                fmt::format("{} asks for exact counts or for subgraphs: leave it out, or --approximate", option));
        }
    };
    refuse(request.list.on(), "--list");
    refuse(request.exists, "--exists");
    refuse(request.local.on(), "a file per vertex or edge");
    refuse(!request.output.verify.empty(), "--verify");
    refuse(!request.through.empty(), "--through");
    refuse(request.checkpoint.on(), "a checkpoint");
    refuse(!request.balance.trace.empty(), "--trace");
    refuse(!request.balance.job_times.empty(), "--job-times");
    refuse(request.output.explain, "--explain");
    if (request.parameters.asks_to_share())
        throw InputError("--approximate takes one device in one process: leave --devices and the launcher out");
    for (Application const& each : applications) {
        if (each.approximate) continue;
        throw InputError(each.has_patterns ? "--approximate with --all estimates induced matches: add --induced"
                                           : "--approximate: these subgraphs have no approximate count; leave it out");
    }
}

} // namespace

ExitCode run_approximately(std::span<Application const> applications, RunRequest const& request) {
    check(applications, request);
    Precision const precision{share_of("--approximate", request.approximate),
                              share_of("--confidence", request.confidence), request.parameters.seed};
    WorkRequest const work{.output = request.output,
                           .targets = targets_of(request),
                           .deadline = request.parameters.deadline,
                           .seed = request.parameters.seed};
    return run_work(work, [&](Stages& stages) {
        return std::make_unique<ApproximateWork>(applications, request, precision, stages);
    });
}

} // namespace cerrado::command
