#include "command/run/application_run.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/application.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
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

// A run whose result is verified.
struct VerifySubject {
    Application const& application;
    BoundApplication const& bound;
    Graph const& graph;
    Parameters const& parameters;
    RunResult const& result; // for the whole graph
    RunOptions options;      // of the run
    std::optional<TransitionTable> const& tables;
};

BoundApplication bind(Application const& application, RunRequest const& request) {
    Parameters const& parameters = request.parameters;
    if (request.exists) return application.bind_exists(parameters.algorithm);
    if (request.list.on()) return application.bind_list(parameters.k, parameters.algorithm);
    if (request.local.on()) {
        return application.bind_local(parameters.k, parameters.algorithm, !request.local.edges.empty());
    }
    return application.bind(parameters.sizes, parameters.algorithm);
}

std::vector<BoundApplication> bind_each(std::span<Application const> applications, RunRequest const& request) {
    std::vector<BoundApplication> bound;
    for (Application const& application : applications) bound.push_back(bind(application, request));
    return bound;
}

// Returns: the applications for the graph that was read. The graph decides the order in which a pattern's vertices are
// found.
std::vector<Application> suited(std::span<Application const> applications, Graph const& graph,
                                RunRequest const& request) {
    for (Application const& each : applications) {
        if (each.check_graph) each.check_graph(graph);
    }
    if (request.exists) return {applications.begin(), applications.end()}; // their search has an order of its own
    int const width = request.parameters.warp_width;
    bool const walks = request.list.on() || request.local.on() || (width != 0 && width != full_warp_width);
    Algorithm const algorithm = walks ? Algorithm::walk : request.parameters.algorithm;
    std::vector<Application> suited;
    for (Application const& each : applications) {
        suited.push_back(each.for_graph ? each.for_graph(graph, algorithm) : each);
    }
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
std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list) {
    Sizes const sizes = record.parameters.sizes;
    std::string const listed = list.on() ? ", listed as " + listed_as(record.graph, list) : "";
    if (pattern) {
        return fmt::format("{} of {}, found as {} ({}){}", record.application, pattern->text,
                           joined(pattern->order, ","), record.semantics, listed);
    }
    return checkpoint_key(record.application, sizes.first, sizes.last, record.parameters.algorithm) + listed;
}

[[noreturn]] void fail(std::string const& what, std::string const& of_what, WideCount counted, WideCount expected) {
    throw Error(
        fmt::format("{}: verification failed{}: counted {}, the serial program counts {}; do not use this "
                    "result, report it with the command line",
                    what, of_what, to_string(counted), to_string(expected)));
}

std::string name_of(VertexCount const& row) { return fmt::format(" for vertex {}", row.vertex); }
std::string name_of(EdgeCount const& row) { return fmt::format(" for edge {} {}", row.source, row.target); }

// Both have a row for every vertex, or edge, of one graph.
template <class Row>
void require_equal_rows(std::string const& what, std::vector<Row> const& counted, std::vector<Row> const& expected) {
    if (counted.size() != expected.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} rows of local counts, the serial program has {} (please "
                        "report this)",
                        what, counted.size(), expected.size()));
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
        if (counted[i] != expected[i]) fail(what, name_of(counted[i]), counted[i].count, expected[i].count);
    }
}

// Throws Error, which names the first vertex or edge whose counts differ. It compares edges only if they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected) {
    require_equal_rows(what, counted.vertices, expected.vertices);
    if (!counted.edges.empty()) require_equal_rows(what, counted.edges, expected.edges);
    if (counted.by_orbit.size() != expected.by_orbit.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} counts by orbit, the serial program has {} (please report this)",
                        what, counted.by_orbit.size(), expected.by_orbit.size()));
    }
    std::size_t const orbits = counted.vertices.empty() ? 0 : counted.by_orbit.size() / counted.vertices.size();
    for (std::size_t i = 0; i < counted.by_orbit.size(); ++i) {
        if (counted.by_orbit[i] == expected.by_orbit[i]) continue;
        fail(what, fmt::format("{}, orbit {} of {}", name_of(counted.vertices[i / orbits]), i % orbits, orbits),
             counted.by_orbit[i], expected.by_orbit[i]);
    }
}

// Throws Error, which names the first pattern whose counts differ.
void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected) {
    auto const count_in = [](CountsByPattern const& counts, std::string const& pattern) {
        auto const found = counts.find(pattern);
        return found == counts.end() ? WideCount{0} : found->second;
    };
    CountsByPattern all = counted;
    all.insert(expected.begin(), expected.end());
    for (auto const& entry : all) {
        WideCount const here = count_in(counted, entry.first);
        WideCount const there = count_in(expected, entry.first);
        if (here == there) continue;
        fail(what, entry.first.empty() ? "" : " for pattern " + entry.first, here, there);
    }
}

// The counts that --verify compares, a few roots at a time.

std::string key_of(int k) { return fmt::format("{} vertices", k); }

// Returns: the counts by graph6, or by size if there are several sizes.
CountsByPattern counts_of(RunResult const& result, Sizes sizes, std::optional<TransitionTable> const& tables) {
    CountsByPattern counts;
    if (!sizes.is_one()) {
        for (SizeCount const& row : result.of<BySize>().sizes) counts[key_of(row.k)] = to_count(row.count);
        return counts;
    }
    if (!tables) return {{"", result.count}};
    for (std::size_t i = 0; i < result.of<ByPattern>().size(); ++i) {
        WideCount const count = result.of<ByPattern>()[i];
        if (count == 0) continue;
        std::uint64_t const pattern = tables->representatives(tables->k())[i];
        counts[describe_canonical(tables->kind(), tables->k(), pattern).graph6] = count;
    }
    return counts;
}

// Returns: the counts of the serial program for one size, or for all sizes up to the largest that occurs.
CountsByPattern serial_counts(Application const& application, Graph const& prepared, Sizes sizes,
                              std::span<VertexId const> roots, Look const& look) {
    if (sizes.is_one()) return application.verify(prepared, sizes.first, roots, look);
    CountsByPattern counts;
    for (int k = sizes.first; k <= sizes.last; ++k) {
        WideCount const count = application.verify(prepared, k, roots, look).begin()->second;
        if (count == 0) break;
        counts[key_of(k)] = count;
    }
    return counts;
}

// A check in which each step is a root.
class RootsCheck : public Check {
public:
    RootsCheck(VerifySubject subject, std::string what, VerifyRequest const& request)
        : subject_(std::move(subject)),
          what_(std::move(what)),
          prepared_(subject_.bound.prepare(subject_.graph, subject_.options)),
          roots_(
              sample_roots(prepared_.vertex_count(), request.roots.value_or(prepared_.vertex_count()), request.seed)) {}

    std::size_t steps() const override { return roots_.size(); }
    // Local counts of the whole graph are compared at every step, even if it has few roots.
    bool has_dear_steps() const override { return has_local(); }

    void compare(std::size_t first, std::size_t count, StopLook& look_for_stop) override {
        auto const roots = std::span(roots_).subspan(first, count);
        Sizes const sizes = subject_.parameters.sizes;
        Look const look = [&] { look_for_stop(); };
        CountsByPattern const expected = serial_counts(subject_.application, prepared_, sizes, roots, look);
        if (subject_.application.mappings_of_match) { // mappings can only be compared as a whole
            for (auto const& [pattern, mappings] : expected) sum_[pattern] += mappings;
            if (has_local()) add_to(local_sum_, subject_.application.verify_local(prepared_, sizes.first, roots, look));
            return;
        }
        RunResult const again = run(roots, look_for_stop);
        require_equal(what_, counts_of(again, sizes, subject_.tables), expected);
        for (auto const& [pattern, counted] : expected) add_to(sum_[pattern], counted);
        if (!has_local()) return;
        LocalCounts const& local = local_counts_of(again);
        require_equal(what_, local, subject_.application.verify_local(prepared_, sizes.first, roots, look));
        add_to(local_sum_, local);
    }

    void compare_whole() override {
        if (roots_.size() != prepared_.vertex_count()) return;
        if (subject_.application.mappings_of_match) divide();
        require_equal(what_, counts_of(subject_.result, subject_.parameters.sizes, subject_.tables), sum_);
        if (has_local()) require_equal(what_, local_counts_of(subject_.result), local_sum_);
    }

    std::string agreement(std::size_t done) const override {
        std::size_t const of = done == roots_.size() ? prepared_.vertex_count() : roots_.size();
        return fmt::format("{} of {} agree with the serial program", grouped(done), counted(of, "root"));
    }

private:
    bool has_local() const { return !local_counts_of(subject_.result).vertices.empty(); }

    // Turns numbers of mappings into numbers of matches.
    void divide() {
        for (auto& [pattern, count] : sum_) {
            WideCount const mappings = subject_.application.mappings_of_match(pattern);
            count /= mappings;
            if (!has_local()) continue; // there is one pattern if it has
            for (VertexCount& row : local_sum_.vertices) row.count /= mappings;
            for (WideCount& local : local_sum_.by_orbit) local /= mappings;
        }
    }

    RunResult run(std::span<VertexId const> roots, StopLook const& look) const {
        RunOptions options = subject_.options;
        options.order = GraphOrder::given;
        options.roots.emplace(roots.begin(), roots.end());
        options.deadline_seconds = look.seconds_left();
        RunResult result = subject_.bound.run(prepared_, options);
        if (result.status == Status::interrupted) throw StoppedBy{"Ctrl-C"};
        if (result.status == Status::deadline) throw StoppedBy{"the deadline"};
        return result;
    }

    VerifySubject subject_;
    std::string what_;
    Graph prepared_;
    std::vector<VertexId> roots_;
    CountsByPattern sum_; // the counts of the serial program
    LocalCounts local_sum_;
};

// Returns: a check that counts the sampled roots, or all, again on the prepared graph, by the run and by the serial
// program.
std::unique_ptr<Check> check_by_roots(VerifySubject subject, VerifyRequest const& request) {
    Sizes const sizes = subject.parameters.sizes;
    std::string const of_what = subject.application.pattern ? subject.application.pattern->text
                                : sizes.is_one()            ? fmt::format("k={}", sizes.first)
                                                            : "all sizes asked for";
    std::string what = fmt::format("{} of {}, {}", subject.application.name, subject.graph.source, of_what);
    return std::make_unique<RootsCheck>(std::move(subject), std::move(what), request);
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
        record_.subgraph = asked.front().subgraph;
        record_.largest = asked.front().largest;
        record_.pattern_kind = asked.front().pattern_kind;
        record_.shown = request.shown;
        record_.parameters = request.parameters;
        if (request.parameters.names_no_devices()) record_.parameters.devices.clear();
        record_.exists = request.exists;
        if (balance_.on()) record_.balance = balance_;
        auto const warm_up = [bound = bind_each(asked, request).front()](RunOptions const& own) { bound.warm_up(own); };
        record_.graph = load_graph(request.graph, request.marks, record_.parameters, stages, warm_up);
        Stopwatch const choosing;
        applications_ = suited(asked, record_.graph, request);
        stages.choice = choosing.seconds();
        bound_ = bind_each(applications_, request);
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
        options.devices.clear(); // one device counts again
        options.ranks = nullptr;
        if (request_.list.on())
            options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {
            }; // only numbers of subgraphs are compared
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
    Until until_; // the end of the run
};

} // namespace

OutputTargets targets_of(RunRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
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

} // namespace cerrado::command
