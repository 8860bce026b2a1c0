#include "frequent/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "frequent/verifier.hpp"

#include <cerrado/apps/frequent.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

struct FrequentRequest {
    std::string graph;
    GraphMarksRequest marks;
    std::string support; // as typed: a number, or a share of the vertices such as 2%; empty: 1
    FrequentQuery query;
    PatternRequest patterns; // if any is given, their supports are asked for
    std::uint64_t at_least = 0;
    std::string domains; // the file of --domains, "-", or empty
    Parameters parameters;
    OutputRequest output;

    bool has_patterns() const { return !patterns.texts.empty() || !patterns.file.empty(); }
};

[[noreturn]] void refuse_support(std::string const& typed) {
    throw InputError(
        fmt::format("--support {}: expected a number of vertices, such as 300, or a share of them above 0 "
                    "and up to 100, such as 2%",
                    typed));
}

// A share of the most that there can be, the vertices or the graphs, is rounded up.
std::uint64_t support_of(std::string const& typed, std::uint64_t most) {
    if (typed.empty()) return 1;
    bool const is_share = typed.ends_with('%');
    char const* const end = typed.data() + typed.size() - (is_share ? 1 : 0);
    if (!is_share) {
        std::uint64_t support = 0;
        auto const read = std::from_chars(typed.data(), end, support);
        if (read.ec != std::errc() || read.ptr != end) refuse_support(typed);
        return support;
    }
    double share = 0;
    auto const read = std::from_chars(typed.data(), end, share);
    if (read.ec != std::errc() || read.ptr != end || !(share > 0 && share <= 100)) refuse_support(typed);
    constexpr double rounding = 1e-9; // 2 % of 100,000 is not above 2,000
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(share / 100 * static_cast<double>(most) - rounding)));
}

// A pattern of the result, with its text.
struct FrequentRow {
    std::string text;
    FrequentPattern pattern;
    std::optional<bool> is_at_least;
};

// If there are several graphs, the number of one and the id in it: "2:17".
std::string id_text(Graph const& graph, OriginalId id) {
    if (graph.read_as && !graph.read_as->graph_of.empty()) return fmt::format("{}:{}", id >> 32, id & 0xffffffff);
    return has_names(graph) ? vertex_name(graph, id) : std::to_string(id);
}

std::string sizes_text(FrequentPattern const& pattern) {
    std::string text;
    for (std::size_t v = 0; v < pattern.domain_sizes.size(); ++v)
        text += (v == 0 ? "" : " ") + std::to_string(pattern.domain_sizes[v]);
    return text;
}

std::string domains_text(Graph const& graph, std::vector<FrequentRow> const& rows) {
    std::string text = "pattern,vertex,orbit,ids\n";
    for (FrequentRow const& row : rows) {
        for (std::size_t v = 0; v < row.pattern.domains.size(); ++v) {
            auto const orbit = static_cast<std::size_t>(row.pattern.orbits[v]);
            std::string ids;
            for (OriginalId const id : row.pattern.domains[orbit])
                ids += (ids.empty() ? "" : " ") +
                       (has_names(graph) ? name_on_line(id_text(graph, id)) : id_text(graph, id));
            text += fmt::format("{},{},{},{}\n", csv_field(row.text), v, orbit, csv_field(ids));
        }
    }
    return text;
}

// Compares the domains of each pattern with those of the serial program.
class DomainsCheck : public Check {
public:
    DomainsCheck(Graph const& graph, std::vector<FrequentRow> const& rows, bool induced)
        : graph_(graph),
          rows_(rows),
          induced_(induced) {}

    std::size_t steps() const override { return rows_.size(); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t i = first; i < first + count; ++i) {
            FrequentPattern const& found = rows_[i].pattern;
            auto const expected = frequent::domain_sizes_serially(graph_, found.pattern, induced_, [&] { look(); });
            if (expected == found.domain_sizes) continue;
            throw Error(
                fmt::format("frequent {}: verification failed for the pattern {}: its domains have {} vertices, "
                            "but the serial program finds {}; do not use this result, and report it with the "
                            "command line",
                            graph_.source, rows_[i].text, sizes_text(found), fmt::join(expected, " ")));
        }
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("the domains of {} of {} agree with the serial program", done,
                           counted(rows_.size(), "pattern"));
    }

private:
    Graph const& graph_;
    std::vector<FrequentRow> const& rows_;
    bool const induced_;
};

class FrequentWork : public Work {
public:
    FrequentWork(FrequentRequest const& request, Graph graph, std::vector<GivenPattern> patterns)
        : request_(request),
          graph_(std::move(graph)),
          patterns_(std::move(patterns)),
          query_(request.query) {
        if (graph_.read_as) query_.graph_of = graph_.read_as->graph_of;
        if (!request.has_patterns()) query_.support = support_of(request.support, most_support());
        query_.domains = !request.domains.empty();
        query_.note = [](std::string const& line) { say(line); };
    }

    Graph const& graph() const override { return graph_; }
    void print_plan(bool) override {
        write_standard_output(estimate_frequent(graph_, query_, options_of(request_.parameters, std::nullopt)));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        auto const show = progress.for_share("frequent");
        if (show) options.progress = [show](Progress const& now) { show(now.share); };
        request_.has_patterns() ? find_supports(options) : mine(options);
    }
    RunResult const& result() const override { return result_; }

    RecordParts record() const override {
        RecordParts parts;
        parts.application = "frequent";
        parts.semantics = semantics_of(query_);
        parts.parameters = {{"support", request_.has_patterns() ? Json(nullptr) : Json(query_.support)},
                            {"at_least", request_.at_least == 0 ? Json(nullptr) : Json(request_.at_least)},
                            {"max_edges", query_.max_edges == 0 ? Json(nullptr) : Json(query_.max_edges)},
                            {"max_vertices", query_.max_vertices == 0 ? Json(nullptr) : Json(query_.max_vertices)},
                            {"induced", query_.induced},
                            {"closed", query_.closed},
                            {"maximal", query_.maximal},
                            {"top", query_.top == 0 ? Json(nullptr) : Json(query_.top)},
                            {"device", request_.parameters.device},
                            {"threads", request_.parameters.threads},
                            {"deadline", request_.parameters.deadline}};
        parts.answer["count"] = rows_.size();
        Json patterns = Json::array();
        for (FrequentRow const& row : rows_) patterns.push(row_json(row));
        parts.answer["patterns"] = std::move(patterns);
        Json levels = Json::array();
        for (FrequentLevel const& level : levels_) {
            levels.push({{query_.induced ? "vertices" : "edges", level.size},
                         {"candidates", level.candidates},
                         {"frequent", level.frequent}});
        }
        if (!request_.has_patterns()) parts.answer["levels"] = std::move(levels);
        return parts;
    }
    std::string rows() const override {
        std::string text = "pattern,vertices,edges,support,domains,at_least,graph,status\n";
        for (FrequentRow const& row : rows_) {
            bool const is_known = !row.is_at_least;
            text += fmt::format(
                "{},{},{},{},{},{},{},{}\n", csv_field(row.text), row.pattern.pattern.size(), row.pattern.edges,
                is_known ? std::to_string(row.pattern.support) : "", is_known ? sizes_text(row.pattern) : "",
                is_known ? "" : (*row.is_at_least ? "yes" : "no"), csv_field(graph_.source), to_string(result_.status));
        }
        return text;
    }
    std::string table() const override {
        std::string text = head_of_table("frequent", graph_);
        if (has_several_graphs())
            text += fmt::format("{} graphs; the support is the number of those that have a pattern\n",
                                grouped(static_cast<WideCount>(most_support())));
        text += fmt::format("{}\nrun {:.3f} s on {} ({}); {}\n\n", semantics_of(query_), result_.seconds.run,
                            result_.device.kind, result_.device.name, to_string(result_.status));
        text += request_.has_patterns() ? table_of_given() : table_of_mined();
        if (result_.status != Status::complete) {
            text += request_.has_patterns()
                        ? "PARTIAL: the run was stopped, so the other patterns have no support here\n"
                        : fmt::format(
                              "PARTIAL: the run was stopped; these are the patterns of whole levels, and "
                              "larger ones are missing\n");
        }
        return text;
    }
    std::vector<ExtraOutput> extra_outputs() const override {
        if (request_.domains.empty()) return {};
        return {{request_.domains == "-", [this] { write_result(request_.domains, domains_text(graph_, rows_)); }}};
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return std::make_unique<DomainsCheck>(graph_, rows_, query_.induced); });
        return checks;
    }

private:
    bool has_several_graphs() const { return !query_.graph_of.empty(); }
    std::uint64_t most_support() const {
        return has_several_graphs() ? *std::ranges::max_element(query_.graph_of) : graph_.vertex_count();
    }

    void mine(RunOptions const& options) {
        FrequentResult found = mine_frequent(graph_, query_, options);
        for (FrequentPattern& pattern : found.patterns) {
            std::string text = format_pattern(pattern.pattern);
            rows_.push_back({std::move(text), std::move(pattern), std::nullopt});
        }
        levels_ = std::move(found.levels);
        result_ = std::move(found);
    }
    void find_supports(RunOptions const& options) {
        TimeLeft const time(options);
        for (GivenPattern const& given : patterns_) {
            SupportResult found = cerrado::support_of(graph_,
                                                      {.pattern = given.pattern,
                                                       .induced = query_.induced,
                                                       .at_least = request_.at_least,
                                                       .domains = query_.domains,
                                                       .graph_of = query_.graph_of},
                                                      time.in(options));
            add_seconds(result_, found);
            result_.device = found.device;
            result_.chosen = found.chosen;
            result_.status = found.status;
            if (found.status != Status::complete) break;
            FrequentRow row{given.text, {}, found.is_at_least};
            row.pattern.pattern = given.pattern;
            if (found.found) row.pattern = *std::move(found.found);
            rows_.push_back(std::move(row));
        }
        result_.count = rows_.size();
    }

    Json row_json(FrequentRow const& row) const {
        Json json = {{"pattern", row.text}, {"vertices", row.pattern.pattern.size()}};
        if (row.is_at_least) {
            json["is_at_least"] = *row.is_at_least;
            return json;
        }
        json["edges"] = row.pattern.edges;
        json["support"] = row.pattern.support;
        json["orbits"] = row.pattern.orbits;
        json["domain_sizes"] = row.pattern.domain_sizes;
        return json;
    }

    std::string table_of_given() const {
        bool const asks_whether = request_.at_least != 0;
        Table table({{"pattern"},
                     {"vertices", true},
                     {asks_whether ? fmt::format("at least {}", request_.at_least) : "support", true},
                     {asks_whether ? "" : "domains"}});
        for (FrequentRow const& row : rows_) {
            std::string const answer = row.is_at_least ? (*row.is_at_least ? "yes" : "no")
                                                       : grouped(static_cast<WideCount>(row.pattern.support));
            std::string const domains = row.is_at_least ? std::string() : sizes_text(row.pattern);
            table.add_row({{row.text}, {std::to_string(row.pattern.pattern.size())}, {answer}, {domains}});
        }
        return table.text();
    }
    std::string table_of_mined() const {
        std::string text;
        for (FrequentLevel const& level : levels_) {
            text += fmt::format("{}: {} of {} frequent\n",
                                counted(static_cast<WideCount>(level.size), query_.induced ? "vertex" : "edge"),
                                grouped(static_cast<WideCount>(level.frequent)),
                                counted(static_cast<WideCount>(level.candidates), "candidate"));
        }
        if (rows_.empty()) {
            return text + fmt::format("no pattern has a support of {} or more; take a smaller --support\n",
                                      grouped(static_cast<WideCount>(query_.support)));
        }
        constexpr std::size_t most_rows = 100;
        Table table({{"pattern"}, {"vertices", true}, {"edges", true}, {"support", true}});
        std::size_t const shown = std::min(rows_.size(), most_rows);
        for (std::size_t i = 0; i < shown; ++i) {
            FrequentPattern const& one = rows_[i].pattern;
            table.add_row({{rows_[i].text},
                           {std::to_string(one.pattern.size())},
                           {std::to_string(one.edges)},
                           {grouped(static_cast<WideCount>(one.support))}});
        }
        text += "\n" + table.text();
        if (shown < rows_.size()) {
            text += fmt::format("{} more: --csv FILE and --json FILE write all\n",
                                counted(static_cast<WideCount>(rows_.size() - shown), "pattern"));
        }
        if ((query_.closed || query_.maximal) && (query_.max_edges != 0 || query_.max_vertices != 0)) {
            text += "the largest patterns are compared with none, since none larger was mined\n";
        }
        return text;
    }

    FrequentRequest const& request_;
    Graph graph_;
    std::vector<GivenPattern> patterns_;
    FrequentQuery query_;
    RunResult result_;
    std::vector<FrequentRow> rows_;
    std::vector<FrequentLevel> levels_;
};

void check(FrequentRequest const& request) {
    if (request.has_patterns()) return;
    if (request.at_least != 0) throw InputError("--at-least asks about given patterns: give --pattern, or --support");
    if (request.support.empty() && request.query.top == 0) {
        throw InputError(
            "the least support is missing: give --support 300, or --support 2% for a share of the "
            "vertices; --top 20 alone finds the 20 patterns of the greatest support");
    }
    if (!request.support.empty()) support_of(request.support, 1); // throws for a wrong text
}

ExitCode run_frequent(FrequentRequest const& request) {
    check(request);
    WorkRequest work{.output = request.output, .targets = {}, .deadline = request.parameters.deadline};
    work.targets.add(request.output);
    work.targets.add("--domains", request.domains);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    if (!request.patterns.file.empty()) files.reads("the patterns", request.patterns.file);
    work.targets.check(files);
    std::vector<GivenPattern> patterns;
    for (std::string const& text : request.patterns.texts) patterns.push_back(given_pattern(text, request.marks));
    if (!request.patterns.file.empty()) patterns = listed_patterns(request.patterns.file, request.marks);
    GraphMarksRequest marks = request.marks;
    marks.together = true;
    return run_work(work, [&](Stages& stages) {
        return std::make_unique<FrequentWork>(request, load_graph(request.graph, marks, request.parameters, stages),
                                              patterns);
    });
}

void add_frequent_command(Options& program) {
    Options& command = program.add_command("frequent", "Find frequent subgraphs, and the supports of patterns");
    auto const request = std::make_shared<FrequentRequest>();
    FrequentQuery& query = request->query;
    add_graph(command, request->graph).required();
    Option const support =
        command
            .add("--support", request->support,
                 "Least support of a pattern: a number, or a share of the vertices such as 2%, which is rounded up")
            .shown_as("N|P%");
    Option const edges = command.add("--max-edges", query.max_edges, "Most edges of a pattern [any number]").positive();
    Option const vertices =
        command.add("--max-vertices", query.max_vertices, "Most vertices of a pattern, up to 15 [15]").range(2, 15);
    command.flag("--induced", query.induced,
                 "No edge but the pattern's joins its vertices; patterns then grow by vertices [other edges may be "
                 "there]");
    Option const closed =
        command.flag("--closed", query.closed, "Only patterns of which none larger has the same support");
    Option const maximal =
        command.flag("--maximal", query.maximal, "Only patterns of which none larger is frequent").excludes(closed);
    Option const top =
        command.add("--top", query.top, "Only so many patterns, those of the greatest support [all]").positive();
    command.add("--domains", request->domains, "Write the vertices that stand for each vertex of a pattern as CSV")
        .shown_as("FILE|-");
    Option const pattern = command
                               .add("--pattern", request->patterns.texts,
                                    "Give the support of this pattern, and the size of each domain: as in match")
                               .repeated()
                               .shown_as("TEXT");
    Option const file = command
                            .add("--patterns", request->patterns.file,
                                 "The same for the patterns of a file, one on each line, or of a folder's files")
                            .shown_as("FILE")
                            .excludes(pattern);
    command
        .add("--at-least", request->at_least,
             "Only say whether the support of the patterns is this or more, which takes less time")
        .positive();
    for (Option const& mining : {support, edges, vertices, closed, maximal, top}) {
        Option(mining).excludes(pattern).excludes(file);
    }
    add_marks_options(command, request->marks);
    add_output_options(command, request->output, "the patterns");
    add_verify_option(command, request->output, false);
    add_where_options(command, request->parameters);
    add_plan_options(command, request->output, false, {"--domains", "--pattern", "--patterns"});
    command.footer(
        "\nThe support of a pattern is the least number of vertices that stand for one of its vertices, over all of "
        "its\n"
        "embeddings (MNI). No larger pattern has more.\n"
        "\nExamples:\n"
        "  cerrado frequent ppi.txt --labels go.txt --support 2%            every pattern, of any size\n"
        "  cerrado frequent ppi.txt --labels go.txt --support 300 --max-edges 4\n"
        "  cerrado frequent genes.txt --directed --top 20 --max-vertices 5  the 20 of the greatest support\n"
        "  cerrado frequent ppi.txt --labels go.txt --support 300 --maximal --csv patterns.csv\n"
        "  cerrado frequent graph.txt --pattern house                       the support of one pattern\n"
        "  cerrado frequent graph.txt --pattern house --at-least 300        yes or no\n"
        "  cerrado frequent graph.txt --pattern house --domains -           the vertices that stand for each\n");
    command.runs([request] { return run_frequent(*request); });
}

} // namespace

Command frequent_command() { return {.names = {"frequent"}, .place = 45, .add = add_frequent_command}; }

} // namespace cerrado::command
