#include "sieve/command.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "sieve/problem.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

struct SieveRequest {
    std::string graph, colours, motif; // as typed; the graph's file may have the colours and the motif
    GraphMarksRequest marks;           // names, labels
    SieveQuery query;                  // without its colours and motif
    Parameters parameters;             // device, devices, threads and deadline
    ListRequest list;                  // how to list all matches
    OutputRequest output;
    CheckpointRequest checkpoint;
    std::string per_vertex;
    bool first = false;

    // Returns: true if the graph's file has the colours and the motif, too.
    bool reads_problem() const { return colours.empty() && marks.labels.empty() && motif.empty(); }
};

// The answer to any kind of question.
struct Found {
    SieveResult sieved;             // the answer without --first
    std::optional<SievedMatch> one; // the answer to --first
    bool counts_matches = false;    // true if `sieved` has the number of matches
    RunResult const& run() const { return one ? static_cast<RunResult const&>(*one) : sieved; }
    std::optional<bool> exists() const { // returns nothing if this is not known
        if (one ? !one->vertices.empty() : !sieved.support.empty()) return true;
        return run().status == Status::complete ? std::optional(false) : std::nullopt;
    }
};

std::vector<OriginalId> ids_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) ids.push_back(graph.original_id(v));
    std::ranges::sort(ids);
    return ids;
}

// The ids or names in ascending order, with blanks between.
std::string text_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    std::string text;
    for (OriginalId const id : ids_of(graph, vertices)) {
        if (!text.empty()) text += ' ';
        text += has_names(graph) ? name_on_line(vertex_name(graph, id)) : fmt::to_string(id);
    }
    return text;
}

Json json_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    if (!has_names(graph)) return ids_of(graph, vertices);
    Json names = Json::array();
    for (OriginalId const id : ids_of(graph, vertices)) names.push(vertex_name(graph, id));
    return names;
}

// The motif as a user types it, such as 0^2,1,*.
std::string text_of(ColouredMotif const& motif) {
    std::vector<std::string> parts;
    for (std::size_t i = 0, end = 0; i < motif.size(); i = end) {
        while (end < motif.size() && motif[end] == motif[i]) ++end;
        std::string const entry = motif[i] ? fmt::to_string(*motif[i]) : "*";
        parts.push_back(end - i == 1 ? entry : fmt::format("{}^{}", entry, end - i));
    }
    return joined(parts, ",");
}

std::string motif_of(SieveRequest const& request, SieveProblem const& problem) {
    return request.reads_problem() ? text_of(problem.query.motif) : request.motif;
}

std::string subject(SieveRequest const& request, SieveProblem const& problem) {
    return head_of_table("sieve", problem.graph) +
           fmt::format("motif     {}: {}\n", motif_of(request, problem), counted(problem.query.motif.size(), "vertex"));
}

std::string answer(SieveProblem const& problem, Found const& found) {
    bool const is_whole = found.run().status == Status::complete;
    if (found.one) {
        if (!found.one->vertices.empty())
            return fmt::format("match     {}\n", text_of(problem.graph, found.one->vertices));
        return is_whole ? "match     none\n" : "match     none was found before the run was stopped\n";
    }
    SieveResult const& sieved = found.sieved;
    std::string text;
    if (problem.query.oracle) {
        text += sieved.support.empty() ? is_whole ? "match     no\n" : "match     not known: the run was stopped\n"
                                       : "match     yes\n";
    } else {
        text += fmt::format("vertices  {} {}{} in a match\n", grouped(sieved.support.size()),
                            is_whole ? "" : "or more ", is_whole && sieved.support.size() == 1 ? "is" : "are");
    }
    if (found.counts_matches) text += fmt::format("matches   {}\n", grouped(sieved.count));
    if (problem.query.oracle && !sieved.support.empty()) return text; // a match that was found is certain
    if (sieved.sieved == 0) return text + "missed    none: no component has the motif's colours\n";
    return text + fmt::format("missed    each vertex of a match with a probability of at most {:.2g}\n", sieved.miss);
}

std::string sieve_plan(SieveRequest const& request, SieveProblem const& problem, SievePlan const& plan) {
    std::string text = subject(request, problem);
    text += fmt::format("sieved    {}, {}\n", counted(plan.sieved, "vertex"), counted(plan.edges, "edge"));
    if (plan.sieved == 0) return text + "runs      none: no component has the motif's colours\n";
    std::string const of_each = plan.devices > 1 ? fmt::format(" on each of {} devices", plan.devices) : "";
    text += fmt::format("runs      {}; each takes {} and {:.3g} products over edges\n", plan.runs,
                        counted(plan.points, "point"), plan.products);
    text +=
        fmt::format("layers    {} a run, {} at once{}\n", grouped(plan.layers), grouped(plan.layers_at_once), of_each);
    return text +
           fmt::format("memory    {} on {}{}\n", bytes_text(plan.bytes), name_in(device_words, plan.device), of_each);
}

std::string sieve_table(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    RunResult const& run = found.run();
    std::string text = subject(request, problem);
    if (!found.one) {
        text += fmt::format("sieved    {}, {} of {}\n", counted(found.sieved.sieved, "vertex"), found.sieved.runs,
                            counted(static_cast<WideCount>(found.sieved.planned), "run"));
    }
    text += fmt::format("run       {}, {:.3f} s; {}\n", run.device.kind.empty() ? "none" : run.device.kind,
                        run.seconds.run, to_string(run.status));
    return text + answer(problem, found);
}

RecordParts sieve_record(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    Graph const& graph = problem.graph;
    SieveQuery const& query = problem.query;
    bool const is_labelled = !request.marks.labels.empty();
    RecordParts parts;
    parts.application = "sieve";
    parts.semantics = semantics_of(request.query);
    parts.parameters = {{"motif", motif_of(request, problem)},
                        {"k", query.motif.size()},
                        {is_labelled ? "labels" : "colours", request.reads_problem() ? graph.source
                                                             : is_labelled           ? request.marks.labels
                                                                                     : request.colours},
                        {"error", query.error},
                        {"repeat", query.repeat},
                        {"seed", query.seed},
                        {"device", request.parameters.device},
                        {"threads", request.parameters.threads},
                        {"deadline", request.parameters.deadline}};
    parts.answer["exists"] = found.exists();
    if (found.one) {
        parts.answer["match"] = json_of(graph, found.one->vertices);
        return parts;
    }
    parts.answer["sieved"] = found.sieved.sieved;
    parts.answer["runs"] = found.sieved.runs;
    parts.answer["miss"] = query.oracle && !found.sieved.support.empty() ? 0 : found.sieved.miss;
    if (!query.oracle) parts.answer["vertices"] = found.sieved.support.size();
    if (found.counts_matches) parts.answer["count"] = to_string(found.sieved.count);
    return parts;
}

// The answer as CSV.
std::string sieve_rows(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    RunResult const& run = found.run();
    bool const has_vertices = !found.one && !problem.query.oracle;
    return fmt::format("motif,exists,vertices,count,graph,k,status,seconds,device\n{},{},{},{},{},{},{},{:.6f},{}\n",
                       csv_field(motif_of(request, problem)), exists_text(found.exists()),
                       has_vertices ? fmt::to_string(found.sieved.support.size()) : "",
                       found.counts_matches ? to_string(found.sieved.count) : "", csv_field(problem.graph.source),
                       problem.query.motif.size(), to_string(run.status), run.seconds.run, run.device.kind);
}

// A CSV that tells for each vertex if it is in a match.
std::string vertices_in_matches(SieveProblem const& problem, SieveResult const& result) {
    std::string text = "vertex,in_match\n";
    for (VertexId v = 0; v < problem.graph.vertex_count(); ++v) {
        bool const is_in = std::ranges::binary_search(result.support, v);
        OriginalId const id = problem.graph.original_id(v);
        std::string const name =
            has_names(problem.graph) ? csv_field(vertex_name(problem.graph, id)) : fmt::to_string(id);
        text += fmt::format("{},{}\n", name, is_in ? 1 : 0);
    }
    return text;
}

// The check has one step, in which the serial program finds all matches.
class SieveCheck : public Check {
public:
    SieveCheck(SieveProblem const& problem, Found const& found) : problem_(problem), found_(found) {}

    std::size_t steps() const override { return 1; }
    void compare(std::size_t, std::size_t, StopLook& look) override {
        Graph const& graph = problem_.graph;
        SieveQuery const& query = problem_.query;
        std::vector<bool> is_in(graph.vertex_count());
        std::uint64_t matches = 0;
        bool is_match = false;
        std::vector<VertexId> const one = found_.one ? found_.one->vertices : std::vector<VertexId>{};
        auto const take = [&](std::vector<VertexId> const& match) {
            ++matches;
            is_match |= match == one;
            for (VertexId const v : match) is_in[v] = true;
        };
        sieve_serial::for_each_match(graph, static_cast<int>(query.motif.size()),
                                     shades_of(query.motif, query.colours, graph), take, std::ref(look));
        if (found_.one) {
            if (one.empty() != (matches == 0)) refuse("one program finds a match, and the other finds none");
            if (!one.empty() && !is_match) refuse("the set that was found is no match");
        } else if (query.oracle) {
            if (found_.sieved.support.empty() != (matches == 0))
                refuse("one program finds a match, and the other finds none");
        } else {
            compare(is_in, matches);
        }
    }
    std::string agreement(std::size_t) const override { return "the serial program finds the same"; }

private:
    void compare(std::vector<bool> const& is_in, std::uint64_t matches) const {
        for (VertexId v = 0; v < problem_.graph.vertex_count(); ++v) {
            if (is_in[v] != std::ranges::binary_search(found_.sieved.support, v)) {
                refuse(fmt::format("by the serial program, vertex {} is {}in a match", problem_.graph.original_id(v),
                                   is_in[v] ? "" : "not "));
            }
        }
        if (found_.counts_matches && found_.sieved.count != matches) {
            refuse(fmt::format("the sieve finds {}, and the serial program finds {}",
                               counted(found_.sieved.count, "match"), matches));
        }
    }

    [[noreturn]] void refuse(std::string const& because) const {
        throw Error(
            fmt::format("sieve of {}: {}; the sieve missed a match, which has a small probability, or there is a bug: "
                        "take a smaller --error, or report this with the command line",
                        problem_.graph.source, because));
    }

    SieveProblem const& problem_;
    Found const& found_;
};

// Compares with a walk to all matches. Both find the same, unless the runs of the sieve missed a vertex. The result
// refers to both arguments.
std::unique_ptr<Check> sieve_check(SieveProblem const& problem, Found const& found) {
    return std::make_unique<SieveCheck>(problem, found);
}

// Throws Error unless the result is the one that the file claims. Requires: a complete run.
void check_claim(SieveProblem const& problem, Found const& found) {
    if (!problem.only_match && !problem.match_count) return;
    std::vector<VertexId> const& vertices = found.one ? found.one->vertices : found.sieved.support;
    auto const refuse = [&](std::string const& claim, std::string const& instead) {
        throw Error(
            fmt::format("{}: the test in the file fails: it claims {}, and the sieve finds {}; check the file's line "
                        "that begins with t, or take a smaller --error",
                        problem.graph.source, claim, instead));
    };
    auto const told = [&](std::vector<VertexId> const& of) { return of.empty() ? "none" : text_of(problem.graph, of); };
    if (problem.match_count && found.counts_matches) {
        if (found.sieved.count == *problem.match_count) return write_message("the test of the file holds\n");
        refuse(counted(*problem.match_count, "match"), grouped(found.sieved.count));
    }
    bool const claims_one = problem.only_match || *problem.match_count > 0;
    if (claims_one == vertices.empty()) refuse(claims_one ? "a match" : "no match", claims_one ? "none" : "one");
    // If all matches together have no more vertices than one match, there is no other match.
    if (problem.only_match && !problem.query.oracle && vertices != *problem.only_match) {
        refuse("the only match is " + told(*problem.only_match),
               vertices.size() > problem.only_match->size()
                   ? fmt::format("{} vertices in matches", grouped(vertices.size()))
                   : told(vertices));
    }
    write_message("the test of the file holds\n");
}

OutputTargets targets_of(SieveRequest const& request) {
    OutputTargets targets;
    targets.add(request.output);
    targets.add("--per-vertex", request.per_vertex);
    targets.add_list("--list", request.list.target);
    targets.add_file("--checkpoint", request.checkpoint.file);
    return targets;
}

void check_files(SieveRequest const& request) {
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.reads("the file of colours", request.colours);
    add_checkpoint_files(files, request.checkpoint);
    targets_of(request).check(files);
}

void check(SieveRequest const& request) {
    check_files(request);
    check_list(request.list);
    if (!request.list.on() && (request.list.limit || request.list.format)) {
        throw InputError("--limit and --list-format need --list: give it, too");
    }
    bool const has_colours = !request.colours.empty() || !request.marks.labels.empty();
    if (has_colours == request.motif.empty()) {
        throw InputError(
            "a sieve needs colours and a motif: give --colours and --motif, or --labels and --motif; give none of them "
            "if the graph's file has both");
    }
    if (!request.colours.empty() && !request.marks.labels.empty()) {
        throw InputError(
            "--colours and --labels exclude each other, because a motif has either colours or labels: give one of "
            "them");
    }
    if (request.reads_problem() && is_generator_spec(request.graph)) {
        throw InputError(fmt::format("{}: --colours and --motif are missing; give both", request.graph));
    }
    check_checkpoint(request.checkpoint, request.output,
                     request.list.on()             ? "--list"
                     : !request.per_vertex.empty() ? "--per-vertex"
                                                   : "");
    if (request.checkpoint.on() && (request.first || request.list.on())) {
        throw InputError(
            "a checkpoint does not keep the search of --first and --list: leave --checkpoint, --resume and --merge "
            "out");
    }
    if (request.first && (request.query.oracle || request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--first finds a single match: leave --oracle, --list and --per-vertex out");
    }
    if (request.query.oracle && (request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--oracle only says yes or no: leave --list and --per-vertex out");
    }
}

// Reads the graph while the device is made ready.
SieveProblem read_problem(SieveRequest const& request, Stages& stages) {
    SieveProblem problem;
    bool const is_labelled = !request.marks.labels.empty();
    bool const has_motif = !request.reads_problem();
    if (has_motif && !is_labelled) problem.query.motif = parse_coloured_motif(request.motif);
    if (has_motif) {
        problem.graph = load_graph(request.graph, request.marks, request.parameters, stages);
    } else {
        auto const read = [&] {
            problem = read_sieve_problem(request.graph);
            return std::move(problem.graph);
        };
        problem.graph = load_beside([&] { start_devices(options_of(request.parameters, std::nullopt)); }, read, stages);
    }
    if (has_motif && is_labelled) problem.query.motif = parse_labelled_motif(request.motif, problem.graph);
    auto const note = [](std::string const& text) { say(text); };
    if (has_motif) {
        problem.query.colours =
            is_labelled ? colours_of_labels(problem.graph) : colours_of(request.colours, problem.graph, note);
    }
    SieveQuery query = request.query;
    query.motif = std::move(problem.query.motif);
    query.colours = std::move(problem.query.colours);
    problem.query = std::move(query);
    return problem;
}

class SieveWork : public Work {
public:
    SieveWork(SieveRequest const& request, SieveProblem problem) : request_(request), problem_(std::move(problem)) {}

    Graph const& graph() const override { return problem_.graph; }
    void print_plan(bool) override {
        RunOptions const options = options_of(request_.parameters, std::nullopt);
        SievePlan const plan = plan_sieve(problem_.graph, problem_.query, options);
        write_standard_output(sieve_plan(request_, problem_, plan));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        if (request_.checkpoint.on()) options.checkpoint = checkpoint_options(request_.checkpoint, "");
        if (request_.first) {
            found_.one = find_sieved_match(problem_.graph, problem_.query, options);
            return;
        }
        found_.counts_matches = request_.list.on() || (problem_.match_count && !problem_.query.oracle);
        if (request_.list.on()) {
            list(options);
        } else if (found_.counts_matches) {
            options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {}; // drops the matches
            found_.sieved = list_sieved_matches(problem_.graph, problem_.query, options);
        } else {
            found_.sieved = sieve(problem_.graph, problem_.query, options);
        }
    }
    RunResult const& result() const override { return found_.run(); }
    RecordParts record() const override { return sieve_record(request_, problem_, found_); }
    std::string rows() const override { return sieve_rows(request_, problem_, found_); }
    std::string table() const override {
        if (request_.checkpoint.is_part()) return part_table(request_.checkpoint, problem_.graph, found_.run());
        return sieve_table(request_, problem_, found_);
    }
    std::vector<ExtraOutput> extra_outputs() const override {
        if (request_.per_vertex.empty()) return {};
        return {{request_.per_vertex == "-",
                 [this] { write_result(request_.per_vertex, vertices_in_matches(problem_, found_.sieved)); }}};
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return sieve_check(problem_, found_); });
        return checks;
    }
    void conclude() override { check_claim(problem_, found_); }

private:
    void list(RunOptions& options) {
        ListWriter writer(request_.list, static_cast<int>(problem_.query.motif.size()), options.threads, {},
                          ListWriter::Mode::whole, names_on_lines(vertex_names(problem_.graph)));
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { writer.write(ids); };
        if (request_.list.limit) options.of<StoreInput>().limit = static_cast<std::uint64_t>(*request_.list.limit);
        found_.sieved = list_sieved_matches(problem_.graph, problem_.query, options);
        writer.commit();
    }

    SieveRequest const& request_;
    SieveProblem problem_;
    Found found_;
};

ExitCode run_sieve(SieveRequest const& request) {
    check(request);
    WorkRequest const work{
        .output = request.output, .targets = targets_of(request), .deadline = request.parameters.deadline};
    return run_work(work, [&](Stages& stages) {
        stages.in_parts = request.checkpoint.on();
        return std::make_unique<SieveWork>(request, read_problem(request, stages));
    });
}

void add_query_options(Options& command, SieveRequest& request) {
    add_graph(command, request.graph, "A graph",
              "; or a file that begins with `p motif`, and has the colours and the motif, too")
        .required();
    command
        .add("--colours", request.colours,
             "Colours of the vertices: a file of lines `id colour[,colour...]`; or mod:M for the id modulo M; or "
             "plant:k=K,seed=S for colour 0 on a random connected set of K vertices, and 1 elsewhere")
        .shown_as("FILE");
    command
        .add("--labels", request.marks.labels,
             "Labels of the vertices in place of colours: a file of lines `id label`; --motif then has labels, such as "
             "hi^2,officer")
        .shown_as("FILE");
    add_reading_options(command, request.marks);
    command
        .add("--motif", request.motif,
             "Colours of the vertices of a match, such as 0^2,1,*: two vertices of colour 0, one of colour 1, and one "
             "of any colour")
        .shown_as("COLOURS");
    Option const error =
        command.add("--error", request.query.error, "Largest probability of missing a vertex of a match [1e-9]");
    error.shown_as("E");
    command.add("--repeat", request.query.repeat, "Number of runs, in place of --error [as many as --error needs]")
        .range(1, 1 << 20)
        .shown_as("R")
        .excludes(error);
    command.add("--seed", request.query.seed, "Seed of the random numbers [1]").shown_as("S");
}

void add_result_options(Options& command, SieveRequest& request) {
    command.add("--per-vertex", request.per_vertex, "Write for each vertex if it is in a match, as CSV")
        .shown_as("FILE|-");
    command.flag("--first", request.first, "Find a single match [find the vertices of all matches]");
    command.flag("--oracle", request.query.oracle, "Only say if there is a match, and end as soon as one is found");
    add_list_options(command, request.list, false);
    add_output_options(command, request.output, "the answer");
    add_verify_option(command, request.output, false);
    add_where_options(command, request.parameters);
    add_sharing_options(command, request.parameters, &request.marks);
    add_checkpoint_options(command, request.checkpoint);
    add_plan_options(command, request.output, false, {"--list", "--per-vertex", "--checkpoint", "--resume", "--merge"});
}

void add_sieve_command(Options& program) {
    Options& command =
        program.add_command("sieve", "Find connected sets of up to 30 vertices with the colours of a motif");
    auto const request = std::make_shared<SieveRequest>();
    add_query_options(command, *request);
    add_result_options(command, *request);
    command.footer(
        "\nExamples:\n"
        "  cerrado sieve graph.txt --colours colours.txt --motif 0^2,1,*    the number of vertices in matches\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --per-vertex vertices.csv\n"
        "  cerrado sieve graph.txt --labels clubs.txt --motif hi^2,officer  labels in place of colours\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --first\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --list matches.txt\n"
        "  cerrado sieve graph.txt --colours plant:k=20,seed=1 --motif 0^20 --oracle\n"
        "  cerrado sieve problem.txt              graph, colours and motif from one file; checks its test");
    command.runs([request] { return run_sieve(*request); });
}

} // namespace

Command sieve_command() {
    return {.names = {"sieve"},
            .place = 80,
            .add = add_sieve_command,
            .shared = {"sieve"},
            .has_checkpoints = [](auto const&) { return true; }};
}

} // namespace cerrado::command
