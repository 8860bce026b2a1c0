#include "query/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "query/verifier.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

struct QueryRequest {
    std::string graph;
    std::string text, file; // one of both
    std::string returns;    // of a motif, as after RETURN
    std::string mode;       // as typed; empty: that of the text
    std::optional<std::uint64_t> limit;
    QuerySettings settings;
    bool exists = false;
    std::string rows;       // the file of --rows, "-", or empty
    std::string per_vertex; // the same
    GraphMarksRequest marks;
    Parameters parameters;
    OutputRequest output;
};

constexpr WordFor<QueryMode> mode_words[] = {
    {"nodes", QueryMode::nodes}, {"edges", QueryMode::edges}, {"all", QueryMode::all}};

// Calls work(). If it throws an InputError about a place in the query's text, which has several lines, all are shown.
template <class Work> auto with_places(Work const& work) {
    try {
        return work();
    } catch (InputError const& error) {
        if (std::string_view(error.what()).find('\n') == std::string_view::npos) throw;
        throw UsageError(std::string("cerrado ") + error.what());
    }
}

Query query_of(QueryRequest const& request) {
    if (request.text.empty() == request.file.empty())
        throw InputError("query: give the text of one query, or --file with the file that has it");
    std::string text = request.text;
    if (!request.file.empty()) text = detail::load_file(request.file).bytes;
    Query query = with_places([&] { return parse_query(text, request.returns); });
    if (!request.mode.empty()) {
        query.mode = std::ranges::find(mode_words, request.mode, [](auto const& word) { return word.name; })->value;
    }
    if (request.limit) query.limit = request.limit;
    return query;
}

bool returns_count(Query const& query) {
    return std::ranges::any_of(query.items, [](QueryItem const& item) { return item.kind == QueryItem::Kind::count; });
}
// A count for each value of the other items.
bool returns_groups(Query const& query) { return returns_count(query) && query.items.size() > 1; }

std::vector<std::string> names_of_items(Query const& query) {
    std::vector<std::string> names;
    for (QueryItem const& item : query.items)
        if (item.kind != QueryItem::Kind::count) names.push_back(item.name);
    return names;
}

Json json_of(Cell const& cell) {
    switch (cell.index()) {
    case 0: return Json(nullptr);
    case 1: return Json(std::get<std::int64_t>(cell));
    case 2: return Json(std::get<double>(cell));
    case 3: return Json(std::get<bool>(cell));
    default: return Json(text_of(cell));
    }
}

Json json_or_null(std::string const& text) { return text.empty() ? Json(nullptr) : Json(text); }

// An empty text is in quotation marks, so that it is no missing value.
std::string csv_of(Cell const& cell) {
    auto const* const text = std::get_if<std::string>(&cell);
    return text != nullptr && text->empty() ? "\"\"" : csv_field(text_of(cell));
}

// Writes the rows of an answer, one on each line.
class RowsFile {
public:
    RowsFile(std::string const& target, std::vector<std::string> names)
        : lines_(target),
          names_(std::move(names)),
          is_json_(target.ends_with(".jsonl")) {
        if (is_json_) return;
        std::string header;
        for (std::string const& name : names_) header += (&name == names_.data() ? "" : ",") + csv_field(name);
        lines_.add(header + "\n");
    }

    void write(std::vector<Cell> const& cells) { lines_.add((is_json_ ? json_text(cells) : csv_text(cells)) + "\n"); }
    void commit() { lines_.commit(); }

private:
    std::string json_text(std::vector<Cell> const& cells) const {
        Json row = Json::object();
        for (std::size_t i = 0; i < cells.size(); ++i) row[names_[i]] = json_of(cells[i]);
        return row.text();
    }
    static std::string csv_text(std::vector<Cell> const& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + csv_of(cells[i]);
        return text;
    }

    ResultLines lines_;
    std::vector<std::string> const names_;
    bool const is_json_;
};

// Compares the number of rows with that of the serial program.
class RowsCheck : public Check {
public:
    RowsCheck(Graph const& graph, Query const& query, QueryRequest const& request, QueryResult const& result)
        : graph_(graph),
          query_(query),
          request_(request),
          result_(result) {}

    std::size_t steps() const override { return 1; }
    void compare(std::size_t, std::size_t count, StopLook&) override {
        if (count == 0) return;
        WideCount rows = verify_query(graph_, query_, request_.settings.induced,
                                      {request_.settings.label, request_.settings.edge_label})
                             .rows;
        if (request_.settings.distinct) rows /= result_.symmetries;
        if (rows == result_.count) return;
        throw Error(
            fmt::format("query {}: verification failed: there are {} rows, but the serial program finds {}; do not use "
                        "this result, and report it with the command line",
                        graph_.source, to_string(result_.count), to_string(rows)));
    }
    std::string agreement(std::size_t) const override { return "the number of rows agrees with the serial program"; }

private:
    Graph const& graph_;
    Query const& query_;
    QueryRequest const& request_;
    QueryResult const& result_;
};

class QueryWork : public Work {
public:
    QueryWork(QueryRequest const& request, Query query, Graph graph)
        : request_(request),
          query_(std::move(query)),
          graph_(std::move(graph)) {
        for (std::string const& note : query_.notes) say(note);
    }

    Graph const& graph() const override { return graph_; }
    void print_plan(bool explain) override {
        write_standard_output(with_places([&] {
            if (explain) return describe_query(graph_, query_, request_.settings);
            return estimate_query(graph_, query_, request_.settings, options_of(request_.parameters, std::nullopt));
        }));
    }

    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        with_places([&] { answer(options); });
        for (std::string const& note : result_.notes)
            if (std::ranges::find(query_.notes, note) == query_.notes.end()) say(note);
    }
    RunResult const& result() const override { return result_; }

    RecordParts record() const override {
        RecordParts parts;
        parts.application = "query";
        parts.semantics = semantics();
        parts.parameters = {{"query", query_.text},
                            {"language", query_.language == Query::Language::match ? "MATCH" : "DotMotif"},
                            {"mode", std::string(mode_word())},
                            {"induced", request_.settings.induced},
                            {"label", json_or_null(request_.settings.label)},
                            {"edge_label", json_or_null(request_.settings.edge_label)},
                            {"distinct", request_.settings.distinct},
                            {"limit", query_.limit ? Json(*query_.limit) : Json(nullptr)},
                            {"device", request_.parameters.device},
                            {"threads", request_.parameters.threads},
                            {"deadline", request_.parameters.deadline}};
        if (request_.exists) {
            auto const there = is_there(result_);
            parts.answer["exists"] = there ? Json(*there) : Json(nullptr);
            return parts;
        }
        parts.answer[count_key(result_)] = to_string(result_.count);
        parts.answer["symmetries"] = number_json(result_.symmetries);
        parts.answer["matches"] = result_.matches ? Json(to_string(*result_.matches)) : Json(nullptr);
        if (!returns_groups(query_) || !request_.per_vertex.empty()) return parts;
        Json groups = Json::array();
        std::vector<std::string> const names = names_of_items(query_);
        for (QueryGroup const& one : groups_) {
            Json row = Json::object();
            for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = json_of(one.key[i]);
            row["count"] = to_string(one.count);
            groups.push(std::move(row));
        }
        parts.answer["groups"] = std::move(groups);
        return parts;
    }

    std::string rows() const override {
        std::string text;
        if (returns_groups(query_) && !request_.exists && request_.per_vertex.empty()) {
            for (std::string const& name : names_of_items(query_)) text += csv_field(name) + ",";
            text += "count,graph,status\n";
            for (QueryGroup const& one : groups_) {
                for (Cell const& cell : one.key) text += csv_of(cell) + ",";
                text += fmt::format("{},{},{}\n", to_string(one.count), csv_field(graph_.source),
                                    to_string(result_.status));
            }
            return text;
        }
        return fmt::format("query,mode,{},symmetries,matches,graph,status\n{},{},{},{},{},{},{}\n",
                           request_.exists ? "exists" : "count", csv_field(query_.text), mode_word(),
                           request_.exists ? exists_text(is_there(result_)) : count_digits(result_),
                           to_string(result_.symmetries), result_.matches ? to_string(*result_.matches) : "",
                           csv_field(graph_.source), to_string(result_.status));
    }

    std::string table() const override {
        std::string text = head_of_table("query", graph_);
        std::string line = query_.text;
        std::ranges::replace(line, '\n', ' ');
        text += fmt::format("{}\n{}\nrun {:.3f} s on {} ({}); {}\n\n", on_one_line(line), semantics(),
                            result_.seconds.run, result_.device.kind, result_.device.name, to_string(result_.status));
        if (request_.exists) return text + answer_text();
        bool const is_partial = result_.status != Status::complete;
        text += fmt::format("{}{}\n", is_partial ? "at least " : "",
                            counted(result_.count, request_.settings.distinct ? "match" : "row"));
        if (result_.symmetries > 1 && result_.matches && !request_.settings.distinct) {
            text += fmt::format("{}: the query has {} symmetries\n", counted(*result_.matches, "match"),
                                grouped(result_.symmetries));
        }
        if (!shown_.empty()) text += "\n" + table_of(shown_, names_of_items(query_), false);
        if (returns_groups(query_) && !groups_.empty()) text += "\n" + table_of_groups();
        if (is_partial && result_.status != Status::limit) text += "PARTIAL: the run was stopped\n";
        return text;
    }

    std::vector<ExtraOutput> extra_outputs() const override {
        if (request_.per_vertex.empty()) return {};
        return {{request_.per_vertex == "-", [this] { write_result(request_.per_vertex, vertices_text()); }}};
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        if (result_.status == Status::complete && !request_.exists) {
            checks.emplace_back("", [this] { return std::make_unique<RowsCheck>(graph_, query_, request_, result_); });
        }
        return checks;
    }

private:
    static constexpr std::size_t most_shown = 30;

    std::string semantics() const { return semantics_of_query(query_, request_.settings); }
    std::string_view mode_word() const {
        return std::ranges::find(mode_words, query_.mode, [](auto const& word) { return word.value; })->name;
    }

    void answer(RunOptions const& options) {
        if (request_.exists) return find(options);
        if (!request_.per_vertex.empty()) return count_at_vertices(options);
        if (returns_groups(query_)) return group(options);
        if (returns_count(query_))
            result_ = count_query(graph_, query_, request_.settings, options);
        else
            list(options);
    }
    void find(RunOptions const& options) { result_ = find_query(graph_, query_, request_.settings, options); }
    void count_at_vertices(RunOptions const& options) {
        LocalQuery local = count_local_query(graph_, query_, request_.settings, options);
        of_variables_ = std::move(local.of_variables);
        result_ = std::move(local);
    }
    void group(RunOptions const& options) {
        GroupedQuery grouped = group_query(graph_, query_, request_.settings, options);
        groups_ = std::move(grouped.groups);
        result_ = std::move(grouped);
    }
    void list(RunOptions const& options) {
        std::optional<RowsFile> file;
        if (!request_.rows.empty()) file.emplace(request_.rows, names_of_items(query_));
        result_ = list_query(
            graph_, query_,
            [&](QueryRow const& row) {
                bool const is_shown = !file && shown_.size() < most_shown;
                if (!file && !is_shown) return;
                std::vector<Cell> cells = cells_of(graph_, query_, row);
                if (file)
                    file->write(cells);
                else
                    shown_.push_back(std::move(cells));
            },
            request_.settings, options);
        if (file) file->commit();
    }

    std::string answer_text() const {
        auto const there = is_there(result_);
        return there ? (*there ? "there is a row\n" : "there is no row\n")
                     : "PARTIAL: it is not known whether there is a row\n";
    }

    std::string table_of(std::vector<std::vector<Cell>> const& rows, std::vector<std::string> const& names,
                         bool has_count) const {
        std::vector<Table::Column> columns;
        for (std::string const& name : names) columns.push_back({name});
        if (has_count) columns.push_back({"count", true});
        Table table(columns);
        for (std::vector<Cell> const& row : rows) {
            std::vector<Table::Cell> cells;
            for (Cell const& cell : row) cells.push_back({cell.index() == 0 ? "null" : on_one_line(text_of(cell))});
            table.add_row(std::move(cells));
        }
        std::string text = table.text();
        if (!has_count && result_.count > rows.size()) {
            text += fmt::format("{} more: --rows FILE writes all\n",
                                counted(result_.count - static_cast<WideCount>(rows.size()), "row"));
        }
        return text;
    }
    std::string table_of_groups() const {
        constexpr std::size_t most_rows = 100;
        std::vector<QueryGroup> shown = groups_;
        std::ranges::stable_sort(shown, std::ranges::greater(), &QueryGroup::count);
        std::size_t const more = shown.size() > most_rows ? shown.size() - most_rows : 0;
        shown.resize(shown.size() - more);
        std::vector<std::vector<Cell>> rows;
        for (QueryGroup const& one : shown) {
            rows.push_back(one.key);
            rows.back().emplace_back(grouped(one.count));
        }
        std::string text = table_of(rows, names_of_items(query_), true);
        if (more > 0)
            text += fmt::format("{} more: --csv FILE and --json FILE write all\n",
                                counted(static_cast<WideCount>(more), "group"));
        return text;
    }

    // A line for each vertex that is in a row, and a column for each variable.
    std::string vertices_text() const {
        std::string text = "id";
        for (std::size_t v = 0; v < query_.variables.size(); ++v) {
            std::string const& name = query_.variables[v].name;
            text += "," + csv_field(name.empty() ? fmt::format("({})", v + 1) : name);
        }
        text += "\n";
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            bool const is_in = std::ranges::any_of(of_variables_, [v](auto const& counts) { return counts[v] != 0; });
            if (!is_in) continue;
            OriginalId const id = graph_.original_id(v);
            text += has_names(graph_) ? csv_field(vertex_name(graph_, id)) : fmt::to_string(id);
            for (auto const& counts : of_variables_) text += "," + to_string(counts[v]);
            text += "\n";
        }
        return text;
    }

    QueryRequest const& request_;
    Query const query_;
    Graph const graph_;
    QueryResult result_;
    std::vector<QueryGroup> groups_;
    std::vector<std::vector<Cell>> shown_; // the first rows
    std::vector<std::vector<WideCount>> of_variables_;
};

void check(QueryRequest const& request, Query const& query) {
    bool const counts = returns_count(query);
    if (!request.rows.empty() && counts) {
        throw InputError(
            "--rows writes rows, and the query returns a count: name what a row has, with RETURN in the text or "
            "with --return a,b.type");
    }
    int const answers =
        (request.exists ? 1 : 0) + (request.per_vertex.empty() ? 0 : 1) + (request.rows.empty() ? 0 : 1);
    if (query.limit && !request.per_vertex.empty())
        throw InputError("--per-vertex counts all rows: leave out the limit");
    if (answers > 1) throw InputError("give one of --rows, --exists and --per-vertex");
    if (query.limit && counts && query.items.size() == 1 && !request.exists && request.per_vertex.empty())
        throw InputError("a limit is one of rows or of groups, and the query returns one count: leave it out");
}

ExitCode run_query(QueryRequest const& given) {
    QueryRequest request = given;
    Query query = query_of(request);
    check(request, query);
    WorkRequest work{.output = request.output, .targets = {}, .deadline = request.parameters.deadline};
    work.targets.add(request.output);
    work.targets.add("--rows", request.rows);
    work.targets.add("--per-vertex", request.per_vertex);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    if (!request.file.empty()) files.reads("the query", request.file);
    work.targets.check(files);
    return run_work(work, [&](Stages& stages) {
        return std::make_unique<QueryWork>(request, query,
                                           load_graph(request.graph, request.marks, request.parameters, stages));
    });
}

void add_query_command(Options& program) {
    Options& command = program.add_command("query", "Find a pattern under conditions on attributes");
    auto const request = std::make_shared<QueryRequest>();
    request->marks.attributes.emplace();
    add_graph(command, request->graph).required();
    command.add("QUERY", request->text, "The query: a motif of DotMotif, or a text that begins with MATCH");
    command.add("--file", request->file, "Read the query from a file").shown_as("FILE");
    command
        .add("--return", request->returns,
             "Returned by a motif, as after RETURN: count(*); columns such as A,B.type,A_B.weight AS w; or columns and "
             "count(*), which counts the rows by their values [count(*)]")
        .shown_as("ITEMS");
    command
        .add("--rows", request->rows,
             "Write the rows: CSV, or one JSON object on each line if the name ends with .jsonl")
        .shown_as("FILE|-");
    command.flag("--exists", request->exists, "Only say whether there is a row");
    command.add("--limit", request->limit, "Most rows or groups [all]").positive();
    command
        .add("--per-vertex", request->per_vertex,
             "Write, for each vertex, the number of rows in which it stands for each variable")
        .shown_as("FILE|-");
    command.flag("--distinct", request->settings.distinct,
                 "One of the rows that differ by a symmetry of the query, the least");
    command
        .add("--mode", request->mode,
             "nodes: different variables have different vertices; edges: only edges differ, as in openCypher; all: "
             "nothing "
             "has to differ [as the text says: nodes for a motif, edges for MATCH]")
        .one_of(mode_words);
    command.flag("--induced", request->settings.induced,
                 "No edge but the pattern's joins its vertices; for the mode nodes");
    command
        .add("--label", request->settings.label,
             "Column of the vertices with the labels of (a:KC) [the labels of --labels]")
        .shown_as("COLUMN");
    command
        .add("--edge-label", request->settings.edge_label,
             "Column of the edges with the labels of -[e:SYN]-> [the labels of --edge-labels]")
        .shown_as("COLUMN");
    add_marks_options(command, request->marks);
    add_attribute_options(command, *request->marks.attributes);
    add_output_options(command, request->output, "the count, or the groups");
    add_verify_option(command, request->output, false);
    add_where_options(command, request->parameters);
    add_plan_options(command, request->output, true, {"--rows", "--per-vertex", "--exists"});
    command.footer(
        "\nA table of edges with a header gives columns of edges, and --vertices a table of vertices. Conditions read "
        "them:\n"
        "  A -> B [weight > 5]; B !> A; A.type = \"KC\"                 a motif, with an arc that must not be there\n"
        "  MATCH (a)-[e]->(b) WHERE e.weight > 5 RETURN a.type, count(*)\n"
        "A missing value meets no condition, and not its negation either. docs/formats.md has both languages.\n"
        "\nExamples:\n"
        "  cerrado query edges.csv --vertices cells.csv --directed 'A -> B [weight > 5]; B -> C; C -> A'\n"
        "  cerrado query edges.csv --vertices cells.csv --directed 'A -> B as ab; B -> A as ba; ab.weight > "
        "ba.weight'\n"
        "  cerrado query edges.csv --vertices cells.csv --directed --return 'A.type,B.type,count(*)' 'A -> B; B -> A'\n"
        "  cerrado query edges.csv --directed 'MATCH (a)-[e]->(b)-[f]->(c) WHERE f.time > e.time RETURN a, b, c' "
        "--rows r.csv\n"
        "  cerrado query edges.csv --vertices cells.csv --directed --label type 'MATCH (a:KC)-->(b:PN|KC) RETURN "
        "count(*)'\n"
        "  cerrado query edges.csv --directed --file loop.motif --per-vertex counts.csv\n"
        "  cerrado query edges.csv --directed 'A -> B; B -> C; C -> A' --explain      the plan of the search\n");
    command.runs([request] { return run_query(*request); });
}

} // namespace

Command query_command() { return {.names = {"query"}, .place = 35, .add = add_query_command}; }

} // namespace cerrado::command
