#include "discovery/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "discovery/command_check.hpp"
#include "discovery/command_report.hpp"
#include "library/device_numbers.hpp"

#include <cerrado/core/clock.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

namespace cerrado::command {
namespace {

std::map<std::string, NullModel> const null_models = {{"degree", NullModel::degree}, {"mutual", NullModel::mutual},
                                                      {"global", NullModel::global}, {"jdm", NullModel::jdm},
                                                      {"triads", NullModel::triads}, {"er", NullModel::er}};
std::map<std::string, DiscoveryStatistic> const statistics = {{"count", DiscoveryStatistic::count},
                                                              {"concentration", DiscoveryStatistic::concentration}};

OutputTargets targets_of(DiscoverRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.add("--counts", request.counts);
    targets.add("--svg", request.picture);
    targets.add_file("--checkpoint", request.checkpoint.file);
    return targets;
}

class DiscoverWork : public Work {
public:
    DiscoverWork(DiscoverRequest const& request, Graph graph) : request_(request), graph_(std::move(graph)) {}

    Graph const& graph() const override { return graph_; }
    // A few random graphs tell how long the others take.
    void print_plan(bool) override {
        constexpr int most_measured = 16;
        constexpr double most_seconds = 5;
        DiscoveryQuery query = request_.query;
        query.random_graphs = std::min(query.random_graphs, most_measured);
        RunOptions options = options_of(request_.parameters, std::nullopt);
        options.deadline_seconds = most_seconds;
        Stopwatch const watch;
        Discovery const measured = discover(graph_, query, options);
        write_standard_output(discovery_estimate(request_, graph_, measured, watch.seconds()));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        if (request_.checkpoint.on()) options.checkpoint = checkpoint_options(request_.checkpoint, "");
        found_ = discover(graph_, request_.query, options);
    }
    RunResult const& result() const override { return found_; }
    RecordParts record() const override { return discovery_record(request_, found_); }
    std::string rows() const override { return discovery_rows(graph_, request_, found_); }
    std::string table() const override { return discovery_table(request_, graph_, found_); }
    std::vector<ExtraOutput> extra_outputs() const override {
        std::vector<ExtraOutput> outputs;
        if (!request_.counts.empty()) {
            auto const write = [this] { write_result(request_.counts, random_counts_rows(found_)); };
            outputs.push_back({request_.counts == "-", write});
        }
        if (!request_.picture.empty()) {
            auto const write = [this] { write_result(request_.picture, discovery_picture(request_, graph_, found_)); };
            outputs.push_back({request_.picture == "-", write});
        }
        if (!request_.random_graphs.empty()) outputs.push_back({false, [this] { write_random_graphs(); }});
        return outputs;
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return discovery_check(request_, graph_, found_); });
        return checks;
    }

private:
    void write_random_graphs() const {
        std::filesystem::path const folder(request_.random_graphs);
        std::size_t const digits = fmt::to_string(request_.query.random_graphs - 1).size();
        for (std::uint32_t const number : found_.numbers) {
            save_graph(made_again(graph_, request_.query, found_, number),
                       folder / fmt::format("random-{:0{}}.txt", number, digits));
        }
    }

    DiscoverRequest const& request_;
    Graph graph_;
    Discovery found_;
};

void make_folder(std::filesystem::path const& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder)) {
        throw Error(fmt::format("--write-random {}: no folder of that name can be made ({})", folder.string(),
                                error ? error.message() : "a file has it"));
    }
}

// The patterns say how many vertices they have.
void read_patterns(DiscoverRequest& request) {
    if (request.patterns.empty()) {
        if (!request.k) throw InputError("how many vertices have the patterns? give -k, or --patterns");
        request.query.k = *request.k;
        return;
    }
    std::vector<GivenPattern> const given = listed_patterns(request.patterns, request.marks);
    if (given.empty()) throw InputError(fmt::format("{} lists no pattern", request.patterns));
    for (GivenPattern const& one : given) request.query.patterns.push_back(one.pattern);
    request.query.k = request.k.value_or(given.front().pattern.size());
}

ExitCode run_discover(DiscoverRequest& request) {
    if (!request.model.empty()) request.query.model = null_models.at(request.model);
    request.query.statistic = statistics.at(request.statistic);
    request.query.directed = request.marks.directed;
    request.query.labels = request.has_own_labels || !request.marks.labels.empty();
    request.query.edge_labels = request.marks.edge_labels;
    if (request.query.free_labels && !request.query.labels && !request.query.edge_labels) {
        throw InputError("--free-labels is of labels: give --labels, --vertex-labels or --edge-labels, too");
    }
    if (!request.query.sample.empty() && !request.output.verify.empty()) {
        throw InputError("--verify compares exact counts, and --sample estimates them: leave one of them out");
    }
    request.query.min_count = request.min_count;
    request.query.keep_counts = !request.counts.empty() || !request.output.verify.empty();
    read_patterns(request);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    if (!request.patterns.empty()) files.reads("the patterns", request.patterns);
    if (!is_same_file(request.checkpoint.resumed, request.checkpoint.file)) {
        files.reads("the checkpoint of --resume", request.checkpoint.resumed);
    }
    targets_of(request).check(files);
    if (!request.random_graphs.empty()) make_folder(request.random_graphs); // before a long run
    WorkRequest const work{
        .output = request.output, .targets = targets_of(request), .deadline = request.parameters.deadline};
    return run_work(work, [&](Stages& stages) {
        stages.in_parts = request.checkpoint.on();
        DeviceKind const device = kind_of(request.query.devices, options_of(request.parameters, std::nullopt).device);
        Graph graph = load_beside(
            [&] { start_device(resolve_device(device)); },
            [&] { return open_graph_argument(request.graph, request.parameters.threads, request.marks); }, stages);
        return std::make_unique<DiscoverWork>(request, std::move(graph));
    });
}

template <class Values> std::vector<std::string> names_of(Values const& values) {
    std::vector<std::string> names;
    for (auto const& [name, value] : values) names.push_back(name);
    return names;
}

void add_question_options(Options& command, DiscoverRequest& request) {
    DiscoveryQuery& query = request.query;
    command.add("-k", request.k, "Vertices of the patterns, 3 to 9");
    Option const patterns =
        command.add("--patterns", request.patterns, "Only the patterns that a file lists, of one size, a line each")
            .shown_as("FILE");
    command
        .flag("--edge-induced", query.edge_induced,
              "Count all their subgraphs, whether or not other edges join the vertices [induced subgraphs]")
        .needs(patterns);
    command
        .add("--sample", query.sample,
             "Estimate the counts: the probability that a vertex is taken, for each of the k, as 1,1,.5,.2")
        .between_commas()
        .shown_as("P,..");
    command.add("--theta", query.theta, "A motif is so many standard deviations above the mean, or more")
        .shows_default();
    command.add("--min-count", request.min_count, "A motif is so often in the graph, or more").shows_default();
    command
        .add("--min-excess", query.min_excess,
             "A motif is more frequent than the mean by this share of it, or more; mfinder takes .1")
        .shows_default();
    command
        .add("--statistic", request.statistic,
             "count, or concentration: the count divided by that of all patterns, as FANMOD compares")
        .one_of(names_of(statistics))
        .shows_default();
}

void add_random_options(Options& command, DiscoverRequest& request) {
    DiscoveryQuery& query = request.query;
    command.add("--random", query.random_graphs, "Random graphs, 2 or more").shows_default();
    command
        .add("--null", request.model,
             "What random graphs keep. degree: the degree of each vertex, in and out; mutual: these, and the mutual "
             "edges of each; global: these of the whole graph; jdm: how many edges join each two degrees; triads: what "
             "mutual keeps, and nearly the patterns of three vertices; er: the "
             "number of edges alone [mutual with --directed, else degree]")
        .one_of(names_of(null_models));
    command.add("--switches", query.switches, "Attempts to exchange two ends, for each edge of a random graph")
        .shows_default();
    command.add("--seed", query.seed, "The same seed gives the same random graphs").shows_default();
}

void add_label_options(Options& command, DiscoverRequest& request) {
    command.flag("--vertex-labels", request.has_own_labels, "Take the labels that the graph's file gives its vertices")
        .excludes(command.option("--labels"));
    command.flag("--free-labels", request.query.free_labels,
                 "Random graphs keep what --null says whatever the labels are; else also how many edges of each "
                 "label lead from each vertex to vertices of each label");
}

void add_file_options(Options& command, DiscoverRequest& request) {
    command.add("--counts", request.counts, "Write the counts of each random graph, CSV").shown_as("FILE|-");
    command.add("--svg", request.picture, "Draw the patterns beside bars of their z").shown_as("FILE|-");
    command.add("--write-random", request.random_graphs, "Write each random graph, an edge list").shown_as("FOLDER");
}

void add_discover_command(Options& program) {
    Options& command =
        program.add_command("discover", "Find network motifs: patterns that are more frequent than in random graphs");
    auto const request = std::make_shared<DiscoverRequest>();
    command.add("GRAPH", request->graph, "A graph, as for `cerrado motif`").required().shown_as(" ");
    add_question_options(command, *request);
    add_random_options(command, *request);
    add_file_options(command, *request);
    add_marks_options(command, request->marks);
    add_label_options(command, *request);
    add_output_options(command, request->output, "the patterns");
    add_verify_option(command, request->output, false);
    add_where_options(command, request->parameters);
    add_devices_option(command, request->query.devices, "CUDA devices that share the random graphs");
    add_checkpoint_options(command, request->checkpoint);
    add_plan_options(command, request->output, false,
                     {"--counts", "--svg", "--write-random", "--checkpoint", "--resume"});
    command.footer(
        "\nExamples:\n"
        "  cerrado discover genes.txt --directed -k 3                      the triads of a network, by z\n"
        "  cerrado discover ppi.txt -k 4 --random 200 --csv motifs.csv     a table for other programs\n"
        "  cerrado discover genes.txt --directed -k 3 --svg motifs.svg     a picture of them\n"
        "  cerrado discover genes.txt --directed -k 3 --counts random.csv  every random graph's counts\n"
        "  cerrado discover genes.txt --directed --patterns mine.txt       of some patterns alone: \"FFL\", "
        "\"0>1,0>2\"\n"
        "  cerrado discover genes.txt --directed -k 3 --labels kinds.txt   by the labels of the vertices, too\n"
        "  cerrado discover genes.txt --directed -k 6 --sample 1,1,1,.5,.2,.1   an estimate\n"
        "  cerrado discover genes.txt --directed -k 4 --null jdm           against graphs with the same joint degrees\n"
        "  cerrado discover genes.txt --directed -k 4 --deadline 60        of the random graphs that are done by "
        "then\n");
    command.runs([request] { return run_discover(*request); });
}

} // namespace

Command discover_command() { return {.names = {"discover"}, .place = 50, .add = add_discover_command}; }

} // namespace cerrado::command
