#include "command/options/inputs.hpp"

#include "command/options/options.hpp"
#include "command/output/json.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/pattern/from_graph.hpp>

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cerrado::command {

namespace {

FileIdentity identity_of(struct stat const& status) {
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
    return {status.st_dev, status.st_ino, ""};
}

// Returns: the path that a link leads to, even if no file is there.
std::filesystem::path follow_links(std::filesystem::path path) {
    constexpr int most_links = 40; // the system follows as many
    std::error_code error;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i) {
        std::filesystem::path const target = std::filesystem::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / target;
    }
    return path;
}

} // namespace

FileIdentity identity_of(std::string const& path) {
    struct stat status {};
    if (path.empty()) return {};
    if (::stat(path.c_str(), &status) == 0) return identity_of(status);
    std::filesystem::path const target = follow_links(path);
    std::string const folder = target.parent_path().string();
    if (::stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return {};
    FileIdentity identity = identity_of(status);
    identity.name = target.filename().string();
    return identity;
}

bool is_same_file(std::string const& a, std::string const& b) {
    FileIdentity const identity = identity_of(a);
    return !identity.is_none() && identity == identity_of(b);
}

void CommandFiles::reads(std::string const& what, std::string const& path) {
    struct stat status {};
    if (path == "-") {
        if (::fstat(STDIN_FILENO, &status) == 0) read_.push_back({what, path, identity_of(status)});
    } else if (::stat(path.c_str(), &status) == 0) {
        read_.push_back({what, path, identity_of(status)});
    }
}

void CommandFiles::writes(std::string const& option, std::string const& path) {
    if (!path.empty() && path != "-") written_.push_back({option, path, identity_of(path)});
}

void CommandFiles::check() const {
    for (std::size_t i = 0; i < written_.size(); ++i) {
        File const& file = written_[i];
        if (file.identity.is_none()) continue;
        for (File const& input : read_) {
            if (input.identity != file.identity) continue;
            throw InputError(fmt::format("{} {}: this file is {}, which is read; give another one to write to",
                                         file.what, file.path, input.what));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (written_[j].identity != file.identity) continue;
            throw InputError(fmt::format("{} {} and {} {}: both are written to one file; give each its own",
                                         written_[j].what, written_[j].path, file.what, file.path));
        }
    }
}

Option add_graph(Options& command, std::string& graph, std::string const& what, std::string const& more) {
    return command
        .add("GRAPH", graph,
             what +
                 ": a file in a format that `cerrado info --formats` lists, packed or not; - for standard input; or a "
                 "generator, see `cerrado generate --help`" +
                 more)
        .shown_as(" ");
}

void add_reading_options(Options& command, GraphMarksRequest& marks) {
    constexpr char group[] = "How the graph is read";
    command
        .flag("--names", marks.names,
              "Read the ids of vertices as names (genes, people) instead of numbers, and write the names to outputs")
        .group(group);
    command
        .add("--format", marks.format,
             fmt::format("Format of the graph: {} [found by the file's content or ending]", format_names()))
        .shown_as("NAME")
        .group(group);
    command
        .add("--columns", marks.columns,
             "Columns that are read of a table of edges: the two ends of an edge, and its label if a third column is "
             "given; by number from 1, or by name, such as 2,3 or source,target,kind [as the header says, else 1,2]")
        .shown_as("LIST")
        .group(group);
    command
        .add("--delimiter", marks.delimiter,
             "Separator of the columns of a table: a character, or one of the words tab, comma, semicolon, bar, colon "
             "and blank [found by the content]")
        .shown_as("WORD")
        .group(group);
    command
        .flag(
            "--bipartite", marks.bipartite,
            "Read the ids of the two columns as ids of two kinds, such as users and items: the number 1 in one column "
            "is another vertex than 1 in the other")
        .group(group);
    command
        .add(
            "--within", marks.within,
            "Keep only the vertices whose ids are in a file, and the edges between them: one id on each line, # begins "
            "a comment [all]")
        .shown_as("FILE")
        .group(group);
    command.add("--graph", marks.graph, "Read the Nth graph of a file that has several, counted from 1")
        .shown_as("N")
        .positive()
        .group(group);
}

void add_directed_option(Options& command, GraphMarksRequest& marks) {
    command.flag("--directed", marks.directed, "Read each edge as an arc from the first id of its line to the second");
}

void add_undirected_option(Options& command, GraphMarksRequest& marks) {
    marks.refuses_arcs = true;
    command.flag(
        "--undirected", [&marks] { marks.refuses_arcs = false; },
        "Ignore the directions of edges, even if the file says that edges have them");
}

void add_read_each_option(Options& command, bool& read_each) {
    command
        .flag(
            "--read-each",
            [&read_each] {
                if (ranks_of_program() == nullptr) {
                    throw InputError(
                        "--read-each has no effect in one process, which reads the graph itself; leave it out, "
                        "or start several with mpirun");
                }
                read_each = true;
            },
            "With mpirun: each process reads the graph from a disk that all of them have. Without this option the "
            "first process reads it and sends it to the others")
        .group("How the graph is read");
}

void add_marks_options(Options& command, GraphMarksRequest& marks) {
    add_reading_options(command, marks);
    add_directed_option(command, marks);
    command.add("--labels", marks.labels, "Read the labels of vertices from a file of lines 'id label'")
        .shown_as("FILE");
    command.flag("--edge-labels", marks.edge_labels, "Read the labels of edges: the text after the two ids of a line");
}

void add_attribute_options(Options& command, AttributeFiles& files) {
    constexpr char group[] = "How attributes are read";
    Option const vertices =
        command
            .add("--vertices", files.vertices,
                 "Read attributes of vertices from a table, CSV or TSV: its header names the columns, and a line has "
                 "the id of a vertex and a cell for each attribute")
            .shown_as("FILE")
            .group(group);
    command.add("--id", files.id, "Column of that table that has the ids of vertices [the first]")
        .shown_as("COLUMN")
        .needs(vertices)
        .group(group);
    command
        .add("--types", files.types,
             "Types of columns, such as weight:double,kind:text; the types are int64, double, bool, text and time "
             "[found from all cells of a column]")
        .shown_as("LIST")
        .group(group);
}

void add_kept_attributes_options(Options& command, bool& attributes, GraphMarksRequest& marks) {
    command.flag(
        "--attributes", attributes,
        "Keep the attributes of edges, such as the further columns of a table; .cbin, .cgz, .csv and .tsv hold them");
    add_attribute_options(command, marks.attributes.emplace());
}

void add_time_options(Options& command, TimeColumn& time) {
    constexpr char group[] = "How times are read";
    command
        .add(
            "--time", time.name,
            "Column of the graph that has the times of arcs, by its name, or in a table without a header by its number "
            "[time, timestamp, ts, t, date, datetime, unixtime or created_at]")
        .shown_as("COLUMN")
        .group(group);
    command
        .add(
            "--time-unit", [&time](std::string const& word) { time.unit = parse_time_unit(word); },
            "Unit of times that are whole numbers: s, ms, us, ns, or none if they are plain numbers [s, ms, us or ns "
            "if "
            "all times have 10, 13, 16 or 19 digits]")
        .shown_as("UNIT")
        .group(group);
    command.add("--from", time.from, "Leave out arcs before this time: a date, or a number as in the graph")
        .shown_as("TIME")
        .group(group);
    command.add("--until", time.until, "Leave out arcs after this time").shown_as("TIME").group(group);
}

void drop_unasked_attributes(bool attributes, GraphMarksRequest& marks) {
    bool const is_asked = attributes || !marks.attributes->vertices.empty() || !marks.attributes->types.empty();
    if (!is_asked) marks.attributes.reset();
}

std::string kept_columns_text(GraphColumns const& columns) {
    return fmt::format("{} of vertices, and {} of edges in {}\n", counted(columns.of_vertices.size(), "attribute"),
                       counted(columns.of_rows.size(), "attribute"), counted(columns.rows, "row"));
}

Graph with_attributes(Graph graph, AttributeFiles const& files, std::function<void(std::string const&)> const& note) {
    ColumnTypes const types = parse_column_types(files.types);
    if (!files.vertices.empty()) {
        graph = read_vertex_columns(std::move(graph), files.vertices, files.id, types, note);
    }
    try {
        require_columns(graph, types);
    } catch (InputError const& error) {
        throw InputError(fmt::format("--types {}: {}", files.types, error.what()));
    }
    return graph;
}

void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks) {
    if (!is_generator_spec(graph)) files.reads("the graph", graph);
    files.reads("the file of labels", marks.labels);
    files.reads("the file of vertices", marks.within);
    if (marks.attributes) files.reads("the table of vertices", marks.attributes->vertices);
}

std::vector<OriginalId> ids_of_words(Graph const& graph, std::vector<std::string> const& words) {
    std::vector<OriginalId> ids;
    for (std::string const& word : words) {
        OriginalId id = 0;
        if (has_names(graph)) {
            auto const& names = *graph.marks->names;
            auto const found = std::ranges::lower_bound(names, word);
            if (found == names.end() || *found != word)
                throw InputError(fmt::format("the graph has no vertex {}; give names of its vertices", word));
            id = static_cast<OriginalId>(found - names.begin());
        } else {
            auto const read = std::from_chars(word.data(), word.data() + word.size(), id);
            if (read.ec != std::errc() || read.ptr != word.data() + word.size())
                throw InputError(fmt::format("{}: expected the id of a vertex, a number", word));
        }
        ids.push_back(id);
    }
    return ids;
}

namespace {

// Returns: the graph of the vertices that the file names. A line has an id, or a name; # begins a comment.
Graph within_file(Graph const& graph, std::string const& path) {
    std::ifstream file(path);
    std::vector<std::string> words;
    for (std::string line; std::getline(file, line);) {
        line.resize(std::min(line.find('#'), line.size()));
        auto const first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
        if (first != std::string::npos) words.push_back(line.substr(first, last - first + 1));
    }
    if (!file.eof()) throw Error(fmt::format("--within {}: the file cannot be read", path));
    if (words.empty()) throw InputError(fmt::format("--within {}: the file names no vertex", path));
    if (graph.read_as && !graph.read_as->graph_of.empty()) {
        throw InputError(
            fmt::format("--within {}: each of several graphs has ids of its own; choose one with --graph", path));
    }
    try {
        Graph part = within(graph, vertices_of(graph, ids_of_words(graph, words)));
        part.source += fmt::format(" within {}", path);
        return part;
    } catch (InputError const& error) {
        throw InputError(fmt::format("--within {}: {}", path, error.what()));
    }
}

} // namespace

Graph open_graph_argument(std::string const& graph, int threads, GraphMarksRequest const& marks) {
    auto const note = [](std::string const& text) { say(text); };
    OpenedMarks const wanted{
        .directed = marks.directed,
        .edge_labels = marks.edge_labels,
        .names = marks.names,
        .format = marks.format,
        .columns = marks.columns,
        .delimiter = marks.delimiter,
        .bipartite = marks.bipartite,
        .graph = marks.graph,
        .together = marks.together,
        .attributes = marks.attributes.has_value(),
        .time = marks.time,
        .column_types = marks.attributes ? parse_column_types(marks.attributes->types) : ColumnTypes{},
        .note = note};
    Graph opened = open_marked_graph(graph, wanted, threads);
    if (marks.attributes) opened = with_attributes(std::move(opened), *marks.attributes, note);
    if (!marks.labels.empty()) opened = read_labels(std::move(opened), marks.labels, note);
    if (opened.cleaning.directed && marks.refuses_arcs) {
        throw InputError(
            fmt::format("{}: the file says that its edges are directed, and this command counts without directions; "
                        "give --undirected to ignore them",
                        graph));
    }
    if (opened.cleaning.directed) {
        say(graph + ": the file says that its edges are directed; they are taken as undirected");
    }
    if (!marks.within.empty()) opened = within_file(opened, marks.within);
    return opened;
}

namespace {

bool is_file(std::string const& path) {
    std::error_code error;
    return std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
}

GivenPattern read_pattern(std::string const& path, GraphMarksRequest of_graph) {
    of_graph.labels.clear(); // they are labels of the graph's vertices
    of_graph.within.clear();
    of_graph.attributes.reset();
    Graph const graph = open_graph_argument(path, 0, of_graph);
    try {
        Pattern const pattern = pattern_from_graph(graph);
        pattern.require_connected();
        return {path, pattern, true};
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: as a pattern: {}", path, error.what()));
    }
}

std::vector<GivenPattern> patterns_in_folder(std::string const& path, GraphMarksRequest const& of_graph) {
    std::vector<std::string> files;
    for (auto const& entry : std::filesystem::directory_iterator(path)) {
        bool const is_hidden = entry.path().filename().string().starts_with('.');
        if (entry.is_regular_file() && !is_hidden) files.push_back(entry.path().string());
    }
    std::ranges::sort(files);
    std::vector<GivenPattern> patterns;
    for (std::string const& file : files) patterns.push_back(read_pattern(file, of_graph));
    return patterns;
}

} // namespace

GivenPattern given_pattern(std::string const& text, GraphMarksRequest const& of_graph) {
    auto const note = [](std::string const& line) { say(line); };
    bool const is_there = is_file(text);
    try {
        GivenPattern given{text, parse_pattern(text, note)};
        if (is_there)
            note(fmt::format("\"{0}\" is read as a pattern, not as the file of that name; give ./{0} to read the file",
                             text));
        return given;
    } catch (InputError const& error) {
        if (is_there) return read_pattern(text, of_graph);
        if (text.find_first_of("./") == std::string::npos) throw;
        throw InputError(fmt::format("{}; there is no such file either", error.what()));
    }
}

std::vector<GivenPattern> listed_patterns(std::string const& path, GraphMarksRequest const& of_graph) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        std::vector<GivenPattern> patterns = patterns_in_folder(path, of_graph);
        if (patterns.empty())
            throw InputError(path + ": the folder has no files; expected a file of a graph for each pattern");
        return patterns;
    }
    std::ifstream file(path);
    if (!file)
        throw InputError(
            fmt::format("{}: the file cannot be read; expected a file with one pattern on each line", path));
    std::vector<GivenPattern> patterns;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        std::size_t const begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        try {
            patterns.push_back(given_pattern(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin), of_graph));
        } catch (InputError const& wrong) {
            throw InputError(fmt::format("{}:{}: {}{}", path, number, wrong.what(),
                                         patterns.empty() ? "; if the file is a graph, give it with --pattern" : ""));
        }
    }
    if (patterns.empty()) throw InputError(path + ": the file has no pattern; expected one on each line");
    return patterns;
}

// The names of patterns, and their edges.

std::string edges_text(PatternKind kind, PatternInfo const& info) {
    char const sign = kind == PatternKind::directed ? '>' : '-';
    std::string text;
    for (auto [u, v] : info.edges) text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", u, sign, v);
    return text;
}

namespace {

struct Named {
    PatternKind kind;
    int k;
    PatternWord canonical;
    PatternInfo info;
};

std::vector<Named> all_patterns() {
    std::vector<Named> all;
    for (NamedAdjacency const& each : all_named()) {
        all.push_back({PatternKind::undirected, each.k, each.adjacency, describe_canonical(each.k, each.adjacency)});
    }
    for (DirectedName const& each : directed_names()) {
        Pattern const pattern = parse_pattern(each.items);
        PatternWord const canonical = canonical_arcs(pattern.size(), arcs_of(pattern).value()).arcs;
        all.push_back({PatternKind::directed, pattern.size(), canonical,
                       describe_canonical(PatternKind::directed, pattern.size(), canonical)});
    }
    return all;
}

std::string table(std::vector<Named> const& all) {
    Table table({{"name"}, {"other names"}, {"graph6"}, {"pattern"}});
    for (Named const& each : all) {
        bool const is_drawn = each.k <= largest_drawn;
        table.add_row({{each.info.name},
                       each.info.aliases,
                       {each.info.graph6},
                       is_drawn ? draw_pattern(each.kind, each.k, each.canonical)
                                : Table::Cell{counted(static_cast<WideCount>(each.k), "vertex")}});
    }
    return table.text() +
           "\nNames can be typed in upper or lower case, without hyphens, underscores and blanks. More names are:\n"
           "paths, cycles (C12) and cliques (K12) of up to 16 vertices, and stars of up to 31 leaves.\n";
}

std::string csv(std::vector<Named> const& all) {
    std::string text = "name,other_names,graph6,vertices,edges,directed\n";
    for (auto const& [kind, k, canonical, info] : all) {
        text += fmt::format("{},{},{},{},{},{}\n", csv_field(info.name), csv_field(joined(info.aliases, " ")),
                            csv_field(info.graph6), k, edges_text(kind, info), kind == PatternKind::directed ? 1 : 0);
    }
    return text;
}

std::string json(std::vector<Named> const& all) {
    Json patterns = Json::array();
    for (auto const& [kind, k, canonical, info] : all) {
        patterns.push({{"name", info.name},
                       {"aliases", info.aliases},
                       {"graph6", info.graph6},
                       {"vertices", k},
                       {"edges", info.edges},
                       {"directed", kind == PatternKind::directed}});
    }
    return Json({{"patterns", patterns}}).lines();
}

// Returns: every named pattern, for a person with drawings, or as CSV or JSON. `format` is table, csv or json. Throws
// InputError for others.
std::string pattern_names(std::string const& format) {
    if (format == "table") return table(all_patterns());
    if (format == "csv") return csv(all_patterns());
    if (format == "json") return json(all_patterns());
    throw InputError(
        fmt::format("--list-names={}: expected --list-names, --list-names=csv or --list-names=json", format));
}

} // namespace

void add_pattern_options(Options& command, PatternRequest& request) {
    command
        .add("--pattern", request.texts,
             "Pattern to count: a name (house, K5, ...); graph6; items between commas: 0-1 for an edge, 0~1 for no "
             "edge, 0>1 for an arc, 0:A for a label, 0:? for a label to discover; or a file of a graph. The option can "
             "be given several times")
        .repeated()
        .shown_as("PATTERN");
    command
        .add("--patterns", request.file,
             "Count the patterns of a file, one on each line, # begins a comment; or those of a folder, one in each "
             "file")
        .shown_as("FILE");
    command.printing_flag("--list-names{table}", pattern_names,
                          "Print all patterns that have names, and stop; =csv and =json print them for programs");
    command.add("--all", request.all, "Count every connected pattern of K vertices, 3 to 9, in one run").shown_as("K");
    Option const induced = command.flag("--induced", request.induced,
                                        "Count only matches whose vertices have no edges but those of the pattern");
    command.flag("--edge-induced", "Count matches even if their vertices have further edges; this is the default")
        .excludes(induced);
    command
        .add("--order", request.order,
             "Find the vertices of the pattern in this order, such as 2,0,1 [chosen by the program]")
        .between_commas()
        .shown_as("V,V,...");
}

std::vector<Application> applications_of(Application const& application, PatternRequest const& request,
                                         GraphMarksRequest const& marks) {
    bool const is_some = !request.texts.empty() || !request.file.empty();
    if (request.all.has_value() == is_some) {
        throw InputError(is_some
                             ? "--all counts every pattern of K vertices; drop --pattern and --patterns"
                             : "no pattern is given; give --pattern PATTERN, --patterns FILE or --all K, see --help");
    }
    if (request.all) {
        if (!request.order.empty() || marks.directed || !marks.labels.empty()) {
            throw InputError(
                "--all counts patterns without order, arcs and labels; drop --order, --directed and "
                "--labels");
        }
        Application const all = application.of_all(request.induced);
        if (*request.all < all.k_min || *request.all > all.k_max) {
            throw InputError(fmt::format("--all {}: this number of vertices is out of range; expected {} to {}",
                                         *request.all, all.k_min, all.k_max));
        }
        return {all};
    }
    std::vector<GivenPattern> given;
    for (std::string const& text : request.texts) given.push_back(given_pattern(text, marks));
    if (!request.file.empty()) std::ranges::move(listed_patterns(request.file, marks), std::back_inserter(given));
    bool const is_many = given.size() > 1;
    if (is_many && !request.order.empty()) {
        throw InputError("--order is for one pattern; give one --pattern with it");
    }
    std::vector<Application> all;
    for (GivenPattern const& each : given) {
        all.push_back(application.of_pattern({.text = each.text,
                                              .pattern = each.pattern,
                                              .is_file = each.is_file,
                                              .induced = request.induced,
                                              .order = request.order,
                                              .is_one_of_many = is_many}));
    }
    return all;
}

} // namespace cerrado::command
