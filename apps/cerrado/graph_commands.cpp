#include "cerrado/graph_commands.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/output/json.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/record/report.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/compressed_graph.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/device_links.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace cerrado::command {
namespace {

// `cerrado info --formats`: lists the formats of graphs, their marks and their contents.

// `cerrado info --device`: lists the devices of this machine, and the load-balancing settings that runs on them begin
// with.

std::vector<std::string> held_by(FormatInfo const& format) {
    std::vector<std::string> held;
    if (format.ids) held.emplace_back("ids");
    if (format.names) held.emplace_back("names");
    if (format.directions) held.emplace_back("directions");
    if (format.labels) held.emplace_back("labels");
    if (format.edge_labels) held.emplace_back("labels of edges");
    if (format.lone_vertices) held.emplace_back("vertices without an edge");
    if (format.attributes) held.emplace_back("attributes");
    return held;
}

std::string formats_json() {
    Json json = Json::array();
    for (FormatInfo const& format : graph_formats()) {
        json.push({{"name", format.name},
                   {"title", format.title},
                   {"endings", format.extensions},
                   {"known_by", format.known_by},
                   {"written_by", format.written_by.empty() ? Json() : Json(format.written_by)},
                   {"holds", held_by(format)}});
    }
    return json.lines();
}

std::string formats_table() {
    Table table({{"--format"}, {"format"}, {"endings"}, {"known by"}, {"written by"}, {"holds"}});
    for (FormatInfo const& format : graph_formats()) {
        table.add_row({{format.name},
                       {format.title},
                       {joined(format.extensions, " ")},
                       {format.known_by},
                       {format.written_by.empty() ? "-" : format.written_by},
                       {joined(held_by(format), ", ")}});
    }
    return table.text() +
           "\nThe content of a file decides its format. If the content fits several, --format decides, or else the "
           "ending.\n"
           "A file of any format may be packed with gzip, zstd, xz or bzip2.\n";
}

struct DeviceInfo {
    DeviceDescription device;
    std::optional<BalanceDefaults> balance; // empty for a device that runs do not use
};

// Examines the devices. A device that cannot be used or measured is listed with the reason.
std::vector<DeviceInfo> examine_devices() {
    std::vector<DeviceInfo> devices;
    for (DeviceDescription const& device : list_devices()) {
        devices.push_back({device, std::nullopt});
        if (!device.note.empty()) continue;
        try {
            devices.back().balance = balance_defaults(device.kind == "cuda" ? DeviceKind::cuda : DeviceKind::host);
        } catch (Error const& error) {
            devices.back().device.note = error.what();
        }
    }
    return devices;
}

Json json_of(BalanceDefaults const& defaults) {
    return {{"workers", defaults.workers},
            {"threshold", defaults.threshold},
            {"donations", defaults.donations},
            {"poll_seconds", std::chrono::duration<double>(defaults.poll).count()},
            {"origins",
             {{"workers", defaults.origins.workers},
              {"threshold", defaults.origins.threshold},
              {"donations", defaults.origins.donations},
              {"poll_seconds", defaults.origins.poll}}}};
}

struct Links {
    std::vector<DeviceLink> all;
    std::string note; // the reason why they could not be measured, or empty
};

Links examine_links() {
    try {
        return {measure_device_links(), ""};
    } catch (Error const& error) {
        return {{}, error.what()};
    }
}

char const* name_of(DeviceReach reach) {
    if (reach == DeviceReach::nvlink) return "NVLink";
    return reach == DeviceReach::pcie ? "PCIe" : "through the host";
}

// Returns: the links from the CUDA device with that number.
Json links_json(std::vector<DeviceLink> const& links, int device) {
    Json json = Json::array();
    for (DeviceLink const& link : links) {
        if (link.from != device) continue;
        json.push({{"to", link.to}, {"reach", name_of(link.reach)}, {"bytes_per_second", link.bytes_per_second}});
    }
    return json;
}

// Returns: the table of links. It is empty if there are fewer than two devices.
std::string links_table() {
    Table table({{"from"}, {"to"}, {"reach"}, {"GB/s", true}});
    auto const [links, note] = examine_links();
    if (!note.empty()) return "\nThe links between CUDA devices could not be measured: " + note + "\n";
    if (links.empty()) return "";
    for (DeviceLink const& link : links) {
        table.add_row({{fmt::format("cuda:{}", link.from)},
                       {fmt::format("cuda:{}", link.to)},
                       {name_of(link.reach)},
                       {fmt::format("{:.0f}", link.bytes_per_second * 1e-9)}});
    }
    return "\nThe links between CUDA devices, and the speed of a copy of 64 MiB:\n\n" + table.text();
}

void add_rows(Table& table, std::string const& kind, BalanceDefaults const& defaults) {
    char const* const workers = kind == "cuda" ? "--workers" : "--threads";
    table.add_row({{kind}, {workers}, {fmt::to_string(defaults.workers)}, {defaults.origins.workers}});
    table.add_row({{kind}, {"--threshold"}, {fmt::format("{:g}", defaults.threshold)}, {defaults.origins.threshold}});
    table.add_row({{kind}, {"--donations"}, {fmt::to_string(defaults.donations)}, {defaults.origins.donations}});
    table.add_row({{kind}, {"--poll"}, {fmt::format("{}us", defaults.poll.count())}, {defaults.origins.poll}});
}

// Both texts measure the defaults if they were not measured before: see balance_defaults().
std::string devices_json() {
    Json json = Json::array();
    Links const links = examine_links();
    int number = 0;
    for (auto const& [device, balance] : examine_devices()) {
        Json const of_device = links_json(links.all, device.kind == "cuda" ? number++ : -1);
        json.push({{"kind", device.kind},
                   {"name", device.name},
                   {"memory_bytes", device.memory_bytes},
                   {"multiprocessors", device.multiprocessors},
                   {"note", device.note},
                   {"links", of_device},
                   {"balance", balance ? json_of(*balance) : Json()}});
    }
    return json.lines();
}

std::string devices_table() {
    Table table({{"device"}, {"name"}, {"memory", true}, {"processors", true}, {"note"}});
    Table measured({{"device"}, {"option"}, {"default", true}, {"where it comes from"}});
    for (auto const& [device, balance] : examine_devices()) {
        table.add_row({{device.kind},
                       {device.name},
                       {device.memory_bytes == 0 ? "-" : bytes_text(device.memory_bytes)},
                       {device.multiprocessors == 0 ? "-" : fmt::to_string(device.multiprocessors)},
                       {device.note}});
        if (balance) add_rows(measured, device.kind, *balance);
    }
    return table.text() + "\nThe defaults of options for load balancing, as measured:\n\n" + measured.text() +
           links_table();
}

// A group of options, and why commands have none of them, by command; "": the others.
struct OptionGroup {
    std::vector<std::string> options;
    std::string purpose;
    std::vector<std::pair<std::string, std::string>> why_not;
    std::vector<std::string> of_another_kind = {}; // commands whose option of the same name has another purpose
};

std::vector<OptionGroup> const& option_groups() {
    std::string const one_graph = "it reads a graph, and has no run";
    static std::vector<OptionGroup> const groups = {
        {{"-k"},
         "the size of subgraphs",
         {{"match", "the pattern has a size; --all K takes all patterns of K vertices"},
          {"query", "the pattern has a size"},
          {"temporal", "motifs have three arcs; --pattern takes others"},
          {"graphlets compare", "its distances have sizes of their own"},
          {"sieve", "the motif has a size"},
          {"six count", "the pattern has a size"},
          {"frequent", "patterns grow; --max-vertices and --max-edges bound them"},
          {"", "it reads a graph, and has no run"}}},
        {{"--directed"},
         "directions of edges",
         {{"clique", "cliques have no directions"},
          {"graphlets", "its patterns have no directions; --undirected takes the arcs of a file as edges"},
          {"graphlets compare", "its patterns have no directions; --undirected takes the arcs of a file as edges"},
          {"compress score", "cliques have no directions"},
          {"sieve", "its matches are connected without regard to directions"},
          {"temporal",
           "arcs have directions anyway; --undirected counts contacts, and 0-1 in a pattern is either direction"},
          {"", "it reads edges as the file has them"}}},
        {{"--json", "--csv", "--report", "--plot", "--progress"},
         "results for programs and for people, and how far the run is",
         {{"", one_graph}}},
        {{"--verify"},
         "a check by a serial program",
         {{"graphlets compare", "check each network with cerrado graphlets"},
          {"six count", "it always checks its proof, and compares with cerrado match"},
          {"", one_graph}}},
        {{"--estimate"},
         "the memory and time of a run",
         {{"graphlets compare", "estimate each network with cerrado graphlets"},
          {"six count", "cerrado six prepare measures what the points take"},
          {"", one_graph}}},
        {{"--explain"},
         "the choice of an algorithm",
         {{"discover", "it has one algorithm for each kind of pattern"},
          {"frequent", "it has one algorithm"},
          {"graphlets", "it has one algorithm"},
          {"compress score", "the sizes decide"},
          {"sieve", "it has one algorithm"},
          {"", "it chooses no algorithm"}}},
        {{"--device", "--threads", "--deadline"}, "where, and for how long", {{"", one_graph}}},
        {{"--devices", "--isolate", "--read-each"},
         "several devices and processes",
         {{"graphlets compare", "count each network with cerrado graphlets --devices"},
          {"query", "it runs on one device"},
          {"frequent", "its levels follow each other on one device"},
          {"", one_graph}}},
        {{"--through"},
         "subgraphs that have given vertices",
         {{"discover", "random graphs have other vertices at each place"},
          {"query", "conditions say which vertices a variable may have"},
          {"temporal", "--per-vertex and --per-arc count for each of them, and --list writes the matches"},
          {"frequent", "a support counts vertices all over the graph"},
          {"graphlets", "cerrado motif --through counts by pattern"},
          {"compress score", "a score is of all cliques"},
          {"sieve", "its file of vertices says which are in a match"},
          {"six count", "a proof is of the whole number; cerrado match has --through"},
          {"", "it counts nothing"}}},
        {{"--approximate", "--confidence"},
         "estimates in place of counts",
         {{"discover", "--sample draws from the subgraphs of each random graph"},
          {"query", "its counts are exact; cerrado match estimates patterns with labels"},
          {"temporal", "its counts are exact"},
          {"frequent", "a support is a number of vertices, not of matches; --at-least ends early"},
          {"graphlets", "cerrado motif --approximate estimates the patterns of one size"},
          {"compress score", "a score is exact"},
          {"sieve", "it finds with a known chance already: see --error"},
          {"six count", "a proof is of an exact number; cerrado match has --approximate"},
          {"", "it counts nothing"}}},
        {{"--random", "--null", "--counts"},
         "counts beside those of random graphs",
         {{"motif", "cerrado discover compares the patterns of a size with those of random graphs"},
          {"match", "cerrado discover --patterns compares a pattern with those of random graphs"},
          {"graphlets", "cerrado discover compares the patterns of a size with those of random graphs"},
          {"",
           "cerrado discover compares patterns with those of random graphs, and cerrado temporal patterns in time"}}},
        {{"--algorithm", "--workers", "--warp-width", "--pieces"},
         "the form of a walk, and its workers",
         {{"discover", "it chooses a form and workers for the random graphs that it counts together"},
          {"", "it has one form, and plans its own workers"}}},
        {{"--order"},
         "the order of vertices",
         {{"match", ""},
          {"query", "it takes the order of degrees"},
          {"temporal", "it finds arcs, not vertices; its own --order is that of a pattern's arcs in time"},
          {"frequent", "its lists have an order of their own"},
          {"", "its sums need an order of their own"}},
         {"temporal"}},
        {{"--list", "--list-format", "--limit"},
         "each subgraph",
         {{"discover", "it counts by pattern; its record has a command for each that lists it"},
          {"query", "--rows writes its rows"},
          {"temporal", "the ending of the list's name says its format: .csv, .jsonl, or else text"},
          {"graphlets", "it counts by pattern; cerrado match lists those of one pattern"},
          {"compress score", "cerrado clique lists the cliques"},
          {"six count", "a proof is of the number alone; cerrado match lists the matches"},
          {"frequent", "cerrado match lists the matches of a pattern; --domains writes their vertices"},
          {"", "it has no subgraphs"}}},
        {{"--gather"},
         "one list of several processes",
         {{"query", "it runs in one process"},
          {"temporal", "the first process lists all matches"},
          {"sieve", "each process writes the list of its share, FILE.1 and so on"},
          {"", "it has no list"}}},
        {{"--per-vertex", "--local-format"},
         "counts of each vertex",
         {{"motif", "cerrado graphlets --per-vertex counts the patterns of each vertex"},
          {"query", "its file of vertices is CSV"},
          {"temporal", "its files of vertices and arcs are CSV"},
          {"discover", "cerrado graphlets --per-vertex counts the patterns of each vertex"},
          {"compress score", "a score is of cliques"},
          {"six count", "a proof is of the number alone; cerrado match has counts of each vertex"},
          {"frequent", "--domains writes the vertices of each pattern"},
          {"sieve", "its file of vertices is CSV"},
          {"", "it counts nothing"}}},
        {{"--balance", "--policy", "--threshold", "--donations", "--poll", "--trace", "--job-times", "--deal"},
         "load balancing",
         {{"discover", "it balances by itself where random graphs have long jobs"},
          {"query", "it balances by itself where jobs are long"},
          {"temporal", "its jobs are cut into even parts"},
          {"frequent", "its long searches are cut in parts"},
          {"graphlets", "its passes are cut into even jobs"},
          {"compress score", "its searches are short"},
          {"sieve", "its rounds are even"},
          {"six count", "its points are even"},
          {"", "it has no long run"}}},
        {{"--checkpoint", "--checkpoint-every", "--resume", "--part", "--merge"},
         "runs that go on, and parts of runs",
         {{"query", "it keeps no state; --deadline ends it with what it has"},
          {"graphlets", "it takes sums over the whole graph, and a part of them tells nothing"},
          {"graphlets compare", "it takes sums over the whole graph, and a part of them tells nothing"},
          {"compress score", "it scores one size after the other; score the sizes apart"},
          {"six count", "cerrado six evaluate keeps points in a shard"},
          {"frequent", "a level is done or not; --deadline keeps the whole ones"},
          {"", "it has no long run"}}},
    };
    return groups;
}

} // namespace

std::string why_not(std::string const& command, std::string const& option) {
    for (OptionGroup const& group : option_groups()) {
        if (std::ranges::find(group.options, option) == group.options.end()) continue;
        if (command == "selftest") return "it counts small graphs of its own, on every device";
        for (auto const& [name, why] : group.why_not) {
            if (name == command || name.empty()) return why;
        }
    }
    return "";
}

namespace {

// `cerrado info --options`: which commands have which groups of options, and why others have not.
constexpr char const* counting_commands[] = {"clique",         "motif",     "match",
                                             "query",          "temporal",  "discover",
                                             "frequent",       "graphlets", "graphlets compare",
                                             "compress score", "sieve",     "six count"};

// Returns: the command of that name; null if the program was built without it.
Options* find_command(Options& program, std::string const& name) {
    Options* command = &program;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t const end = std::min(name.find(' ', at), name.size());
        std::string const word = name.substr(at, end - at);
        std::vector<std::string> const known = command->commands();
        if (std::ranges::find(known, word) == known.end()) return nullptr;
        command = &command->command(word);
        at = end + 1;
    }
    return command;
}

// The commands of the program that have a group's options, and those that lack them with the reasons.
struct Serving {
    std::vector<std::string> commands;
    std::vector<std::pair<std::string, std::string>> refused;
};

Serving serving(Options& program, OptionGroup const& group) {
    Serving found;
    std::string const& option = group.options.front();
    for (std::string const name : counting_commands) {
        Options const* const command = find_command(program, name);
        if (command == nullptr) continue;
        bool const is_another = std::ranges::find(group.of_another_kind, name) != group.of_another_kind.end();
        if (command->has(option) && !is_another) {
            found.commands.push_back(name);
        } else {
            found.refused.emplace_back(name, why_not(name, option));
        }
    }
    return found;
}

std::string options_json(Options& program) {
    Json rows = Json::array();
    for (OptionGroup const& group : option_groups()) {
        Serving const found = serving(program, group);
        Json refused = Json::object();
        for (auto const& [name, why] : found.refused) refused[name] = why;
        rows.push({{"options", group.options},
                   {"purpose", group.purpose},
                   {"commands", found.commands},
                   {"refused", refused}});
    }
    return rows.lines();
}

std::string options_table(Options& program) {
    Table table({{"options"}, {"commands"}, {"others"}});
    for (OptionGroup const& group : option_groups()) {
        Serving const found = serving(program, group);
        Table::Cell refused;
        for (auto const& [name, why] : found.refused) refused.push_back(name + ": " + why);
        table.add_row({group.options, found.commands, refused});
    }
    return table.text();
}

struct InfoRequest {
    bool explained = false;
    std::string graph;
    GraphMarksRequest marks;
    TimeColumn time;
    std::string report;            // a file, "-", or empty
    std::vector<std::string> json; // empty: a table; one entry: the file of the record
    bool wants_json = false;
    bool devices = false;
    bool formats = false;
    bool options = false;
};

struct Components {
    std::uint64_t count = 0;
    std::uint64_t largest = 0; // number of vertices
};

Components connected_components(Graph const& graph) {
    Components components;
    std::vector<bool> seen(graph.vertex_count());
    std::vector<VertexId> open;
    for (VertexId start = 0; start < graph.vertex_count(); ++start) {
        if (seen[start]) continue;
        ++components.count;
        std::uint64_t size = 0;
        seen[start] = true;
        open.push_back(start);
        while (!open.empty()) {
            VertexId const v = open.back();
            open.pop_back();
            ++size;
            for (VertexId u : graph.neighbours(v)) {
                if (seen[u]) continue;
                seen[u] = true;
                open.push_back(u);
            }
        }
        components.largest = std::max(components.largest, size);
    }
    return components;
}

WideCount count_triangles(Graph const& graph) {
    RunOptions options;
    options.device = DeviceKind::host;
    return count_cliques(graph, {.k = 3}, options).count;
}

struct GraphFacts {
    Graph graph;
    std::optional<TimeFacts> times;
    double mean_degree = 0;
    VertexId degeneracy = 0;
    WideCount triangles = 0;
    Components components;
};

GraphFacts examine(Graph graph) {
    GraphFacts facts;
    facts.graph = std::move(graph);
    VertexId const vertices = facts.graph.vertex_count();
    if (vertices > 0) facts.mean_degree = 2.0 * static_cast<double>(facts.graph.edge_count()) / vertices;
    facts.degeneracy = degeneracy(facts.graph);
    facts.triangles = count_triangles(facts.graph);
    facts.components = connected_components(facts.graph);
    return facts;
}

// Returns: what the times of arcs tell if an option asks for it, or if a column certainly has times.
std::optional<TimeFacts> examine_times(Graph const& graph, TimeColumn const& time) {
    auto const note = [](std::string const& text) { say(text); };
    bool const is_asked = !time.name.empty() || time.unit || !time.from.empty() || !time.until.empty();
    if (is_asked) return time_facts(graph, time, note);
    if (!has_time_column(graph)) return std::nullopt;
    try {
        return time_facts(graph, time);
    } catch (InputError const&) { // the column is shown as any other
        return std::nullopt;
    }
}

// Returns: the number of vertices with each label.
std::map<std::string, std::uint64_t> label_counts(Graph const& graph) {
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t const label : graph.marks->labels) {
        if (label != GraphMarks::no_label) ++counts[graph.marks->label_names[label]];
    }
    return counts;
}

// Returns: the number of edges with each label, or of arcs in a directed graph.
std::map<std::string, std::uint64_t> edge_label_counts(Graph const& graph) {
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t const label : graph.marks->edge_labels) {
        if (label != GraphMarks::no_label) ++counts[graph.marks->edge_label_names[label]];
    }
    if (is_directed(graph)) return counts;
    for (auto& [label, count] : counts) count /= 2; // each edge stands in two lists
    return counts;
}

// The facts about a column of attributes. `least` and `largest` are missing if all cells are.
struct ColumnFacts {
    std::uint64_t missing = 0;
    std::uint64_t distinct = 0;
    Cell least, largest;
};

template <class Value> ColumnFacts examine(Column const& column, std::vector<Value> const& cells) {
    std::vector<std::pair<Value, std::size_t>> values;
    values.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!column.is_missing(i)) values.emplace_back(cells[i], i);
    }
    ColumnFacts facts;
    facts.missing = cells.size() - values.size();
    if (values.empty()) return facts;
    std::ranges::sort(values);
    for (std::size_t i = 0; i < values.size(); ++i) facts.distinct += i == 0 || values[i].first != values[i - 1].first;
    facts.least = column[values.front().second];
    facts.largest = column[values.back().second];
    return facts;
}

ColumnFacts examine(Column const& column) {
    switch (column.type) {
    case ColumnType::real: return examine(column, column.real);
    case ColumnType::text: return examine(column, column.text);
    default: return examine(column, column.whole);
    }
}

std::string cell_text(Cell const& cell) {
    if (auto const* const whole = std::get_if<std::int64_t>(&cell)) return fmt::to_string(*whole);
    if (auto const* const real = std::get_if<double>(&cell)) return fmt::to_string(*real);
    if (auto const* const flag = std::get_if<bool>(&cell)) return *flag ? "true" : "false";
    if (auto const* const text = std::get_if<std::string>(&cell)) return *text;
    if (auto const* const time = std::get_if<Time>(&cell)) return format_time(*time);
    return "-";
}

Json cell_json(Cell const& cell) {
    if (auto const* const whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (auto const* const real = std::get_if<double>(&cell)) return *real;
    if (auto const* const flag = std::get_if<bool>(&cell)) return *flag;
    return std::holds_alternative<std::monostate>(cell) ? Json() : Json(cell_text(cell));
}

Json columns_json(std::vector<Column> const& columns) {
    Json json = Json::array();
    for (Column const& column : columns) {
        ColumnFacts const facts = examine(column);
        json.push({{"name", column.name},
                   {"type", to_string(column.type)},
                   {"least", cell_json(facts.least)},
                   {"largest", cell_json(facts.largest)},
                   {"distinct", facts.distinct},
                   {"missing", facts.missing}});
    }
    return json;
}

std::string columns_table(std::string const& title, std::vector<Column> const& columns) {
    if (columns.empty()) return "";
    constexpr std::size_t longest = 40; // bytes
    auto const shown = [](Cell const& cell) {
        std::string text = cell_text(cell);
        if (text.size() > longest) {
            std::size_t end = longest; // not within a character of UTF-8
            while (end > 0 && (static_cast<unsigned char>(text[end]) >> 6) == 2) --end;
            text = text.substr(0, end) + "...";
        }
        return text.empty() ? std::string("\"\"") : on_one_line(text);
    };
    Table table({{title}, {"type"}, {"least", true}, {"largest", true}, {"distinct", true}, {"missing", true}});
    for (Column const& column : columns) {
        ColumnFacts const facts = examine(column);
        table.add_row({{on_one_line(column.name)},
                       {std::string(to_string(column.type))},
                       {shown(facts.least)},
                       {shown(facts.largest)},
                       {grouped(facts.distinct)},
                       {grouped(facts.missing)}});
    }
    return "\n" + table.text();
}

// Returns: tables of the attributes of vertices and edges.
std::string columns_tables(Graph const& graph) {
    if (!graph.columns) return "";
    GraphColumns const& columns = *graph.columns;
    return columns_table("attributes of vertices", columns.of_vertices) +
           columns_table(fmt::format("attributes of edges, in {}", counted(columns.rows, "row")), columns.of_rows);
}

Json times_json(TimeFacts const& times) {
    return {{"column", times.column},    {"unit", to_string(times.unit)},
            {"dates", times.are_dates},  {"arcs", times.arcs},
            {"self_loops", times.loops}, {"ties", times.ties},
            {"first", times.first},      {"last", times.last}};
}

// Returns: "3.2 d" for a span of time; a number if it has no unit.
std::string span_text(TimeFacts const& times) {
    auto const span = static_cast<std::uint64_t>(times.last) - static_cast<std::uint64_t>(times.first);
    if (times.unit == TimeUnit::none) return grouped(span);
    double const seconds = static_cast<double>(span) / static_cast<double>(parse_duration("1s", times.unit));
    constexpr std::pair<double, char const*> units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    for (auto const& [length, word] : units) {
        if (seconds >= length) return fmt::format("{:.1f} {}", seconds / length, word);
    }
    return fmt::format("{:g} s", seconds);
}

std::string times_table(TimeFacts const& times) {
    Table table({{fmt::format("times, in column {}", on_one_line(times.column))}, {"", true}});
    table.add_row({{"arcs"}, {grouped(times.arcs)}});
    table.add_row({{"first"}, {format_time(times.first, times.are_dates)}});
    table.add_row({{"last"}, {format_time(times.last, times.are_dates)}});
    table.add_row({{"span"}, {span_text(times)}});
    table.add_row({{"unit"}, {times.are_dates ? "dates" : std::string(to_string(times.unit))}});
    table.add_row({{"arcs at the time of another"}, {grouped(times.ties)}});
    table.add_row({{"self-loops"}, {grouped(times.loops)}});
    return "\n" + table.text();
}

Json facts_json(GraphFacts const& facts) {
    Graph const& graph = facts.graph;
    Json json = {
        {"app", "info"},
        {"version", CERRADO_VERSION},
        {"graph", graph_json(graph)},
        {"mean_degree", facts.mean_degree},
        {"degeneracy", facts.degeneracy},
        {"triangles", to_string(facts.triangles)},
        {"components", facts.components.count},
        {"largest_component", facts.components.largest},
        {"dropped", {{"self_loops", graph.cleaning.self_loops}, {"duplicates", graph.cleaning.duplicates}}},
        {"memory", {{"graph_bytes", graph.bytes()}}},
    };
    if (is_directed(graph)) json["graph"]["arcs"] = count_arcs_or_edges(graph);
    if (graph.read_as && !graph.read_as->reasons.empty()) json["explained"] = graph.read_as->reasons;
    if (has_labels(graph)) json["labels"] = label_counts(graph);
    if (has_edge_labels(graph)) json["edge_labels"] = edge_label_counts(graph);
    if (graph.columns && !(graph.columns->of_vertices.empty() && graph.columns->of_rows.empty())) {
        json["attributes"] = {{"vertices", columns_json(graph.columns->of_vertices)},
                              {"rows", graph.columns->rows},
                              {"edges", columns_json(graph.columns->of_rows)}};
    }
    if (facts.times) json["times"] = times_json(*facts.times);
    return json;
}

std::string facts_table(GraphFacts const& facts) {
    Graph const& graph = facts.graph;
    Table table({{on_one_line(graph.source)}, {"", true}});
    table.add_row({{"vertices"}, {grouped(graph.vertex_count())}});
    table.add_row({{"edges"}, {grouped(graph.edge_count())}});
    if (is_directed(graph)) table.add_row({{"arcs"}, {grouped(count_arcs_or_edges(graph))}});
    if (has_names(graph)) table.add_row({{"ids are"}, {"names"}});
    if (has_labels(graph)) table.add_row({{"labels"}, {grouped(graph.marks->label_names.size())}});
    if (has_edge_labels(graph)) {
        table.add_row({{"labels of edges"}, {grouped(graph.marks->edge_label_names.size())}});
    }
    table.add_row({{"largest degree"}, {grouped(graph.max_degree())}});
    table.add_row({{"mean degree"}, {fmt::format("{:.2f}", facts.mean_degree)}});
    table.add_row({{"degeneracy"}, {grouped(facts.degeneracy)}});
    table.add_row({{"triangles"}, {grouped(facts.triangles)}});
    table.add_row({{"components"}, {grouped(facts.components.count)}});
    table.add_row({{"largest component"}, {grouped(facts.components.largest)}});
    table.add_row({{"self-loops dropped"}, {grouped(graph.cleaning.self_loops)}});
    table.add_row({{"duplicates dropped"}, {grouped(graph.cleaning.duplicates)}});
    table.add_row({{"memory"}, {bytes_text(graph.bytes())}});
    return table.text();
}

// Returns: the page of --report, with a row for each label.
ReportPage page_of(GraphFacts const& facts, std::string printed) {
    ReportPage page;
    page.title = title_of("info", facts.graph);
    page.semantics = "vertices, edges, triangles and connected components of the graph";
    page.printed = std::move(printed);
    page.answer = {{"vertices", facts.graph.vertex_count()}, {"edges", facts.graph.edge_count()}};
    page.facts = {{"The run", program_json()}, {"Graph", graph_facts(facts.graph)}};
    Json const all = facts_json(facts);
    for (Json::Member const& member : all.members()) {
        if (member.key == "labels" || member.key == "edge_labels") {
            if (page.rows.empty()) page.rows = "labels of,label,count\n";
            for (Json::Member const& label : member.value.members()) {
                page.rows += fmt::format("{},{},{}\n", member.key == "labels" ? "vertices" : "edges",
                                         csv_field(label.key), label.value.plain());
            }
        } else if (member.value.is_object() && member.key != "graph") {
            page.facts.emplace_back(member.key, member.value);
        } else if (member.key != "app" && member.key != "version") {
            page.answer[member.key] = member.value;
        }
    }
    return page;
}

// Returns: lines about the way the file was read. With `explained` they include a line for each decision.
std::string read_as_lines(Graph const& graph, bool explained) {
    if (!graph.read_as) return "";
    std::string text = fmt::format("\nread as {}\n", described(*graph.read_as));
    if (explained) {
        for (std::string const& reason : graph.read_as->reasons) text += fmt::format("  {}\n", reason);
        if (graph.read_as->reasons.empty()) text += "  format: known by its content, its ending, or --format\n";
    }
    return text;
}

// Returns: a table of the parts of a .cgz file and their sizes.
std::string parts_table(CompressedGraph const& file) {
    auto const edges = static_cast<double>(std::max<std::uint64_t>(file.edge_count(), 1));
    double all = 0;
    Table table({{"what the file holds", false}, {"bytes", true}, {"bits an edge", true}});
    auto const add = [&](std::string const& name, double bytes) {
        table.add_row({{name},
                       {grouped(static_cast<std::uint64_t>(std::llround(bytes)))},
                       {fmt::format("{:.3f}", 8 * bytes / edges)}});
    };
    for (CompressedPart const& part : file.parts()) {
        if (part.bytes > 0) add(part.name, part.bytes);
        all += part.bytes;
    }
    add(fmt::format("all, in {}", counted(file.block_count(), "block")), all);
    return "\n" + table.text();
}

// A table whose attributes cannot be read is described without them, unless an option asks for them.
Graph open_to_describe(std::string const& path, GraphMarksRequest marks) {
    AttributeFiles const& files = *marks.attributes;
    std::error_code error;
    bool const is_asked = !files.vertices.empty() || !files.types.empty() || marks.time;
    if (is_asked || !std::filesystem::is_regular_file(path, error)) return open_graph_argument(path, 0, marks);
    try {
        return open_graph_argument(path, 0, marks);
    } catch (InputError const& problem) {
        marks.attributes.reset();
        Graph graph = open_graph_argument(path, 0, marks);
        say(fmt::format("{}; the graph is described without the attributes of its edges", problem.what()));
        return graph;
    }
}

void run_info(Options& program, InfoRequest const& request) {
    std::string const target = request.json.empty() || request.json.front().empty() ? "-" : request.json.front();
    if (!request.report.empty() && request.graph.empty())
        throw InputError("info --report describes a graph: give a file or a generator");
    if (request.devices) {
        return write_result(request.wants_json ? target : "-", request.wants_json ? devices_json() : devices_table());
    }
    if (request.formats) {
        return write_result(request.wants_json ? target : "-", request.wants_json ? formats_json() : formats_table());
    }
    if (request.options) {
        return write_result(request.wants_json ? target : "-",
                            request.wants_json ? options_json(program) : options_table(program));
    }
    if (request.graph.empty()) {
        throw InputError(
            "info: there is no GRAPH: give a file or a generator (with --json after it), or --formats, --options or "
            "--device");
    }
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.writes("--json", target);
    files.writes("--report", request.report);
    if (!request.report.empty()) files.writes("--report", csv_beside_report(request.report));
    files.check();
    check_result(request.report);
    GraphMarksRequest marks = request.marks;
    if (!request.time.name.empty()) marks.time = request.time.name;
    Graph graph = open_to_describe(request.graph, marks);
    std::optional<TimeFacts> const times = examine_times(graph, request.time);
    GraphFacts facts = examine(std::move(graph));
    facts.times = times;
    std::string const text = facts_table(facts) + columns_tables(facts.graph) + (times ? times_table(*times) : "") +
                             read_as_lines(facts.graph, request.explained);
    if (!request.report.empty()) write_report(request.report, page_of(facts, text));
    if ((!request.wants_json || target != "-") && request.report != "-") write_standard_output(text);
    if (!request.wants_json && detail::is_compressed_file(request.graph)) {
        write_standard_output(parts_table(CompressedGraph(request.graph)));
    }
    if (request.wants_json) write_result(target, facts_json(facts).lines());
}

void add_info_command(Options& program) {
    Options& command =
        program.add_command("info", "Describe a graph, the formats of graphs, or the devices of this machine");
    auto const request = std::make_shared<InfoRequest>();
    add_graph(command, request->graph);
    Option const json =
        command.add("--json", request->json, "Write JSON to FILE, or to standard output if there is no FILE")
            .optional_value()
            .shown_as("[FILE|-]");
    add_report_option(command, request->report);
    add_marks_options(command, request->marks);
    add_attribute_options(command, request->marks.attributes.emplace());
    add_time_options(command, request->time);
    command.flag("--explain", request->explained, "Explain how the file was read, with a line for each decision");
    command.flag("--device", request->devices, "List the devices and the settings of load balancing measured on them");
    command.flag("--formats", request->formats, "List the formats of graphs, their marks and their contents");
    command.flag("--options", request->options, "List which commands have which options, and why others lack them");
    command.footer(
        "\nExamples:\n"
        "  cerrado info graph.txt.gz\n"
        "  cerrado info gen:ba:n=1000,m=4,seed=1 --json\n"
        "  cerrado info table.csv --explain\n"
        "  cerrado info synapses.csv --directed --vertices neurons.csv   with attributes of vertices and edges\n"
        "  cerrado info messages.txt --time 3                            with the span of its times\n"
        "  cerrado info --formats\n"
        "  cerrado info --device\n");
    command.runs([&program, request, json] {
        request->wants_json = json.is_given();
        run_info(program, *request);
        return ExitCode::done;
    });
}

struct FromTo {
    std::string from;
    std::string to;
    GraphMarksRequest marks; // those of the graph to convert
    bool attributes = false;
};

std::string written(Graph const& graph, std::string const& path, std::string const& lost = {}) {
    std::string text =
        fmt::format("{}: {}, {}\n", path, counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"));
    if (is_directed(graph) && keeps_directions(path)) text += counted(count_arcs_or_edges(graph), "arc") + "\n";
    if (has_labels(graph) && keeps_labels(path)) text += counted(graph.marks->label_names.size(), "label") + "\n";
    if (has_edge_labels(graph) && lost.find("labels of edges") == std::string::npos) {
        std::size_t const labels = graph.marks->edge_label_names.size();
        text += fmt::format("{} of edges\n", counted(labels, "label"));
    }
    if (graph.columns && keeps_attributes(path)) {
        GraphColumns kept = *graph.columns;
        if (lost.find("attributes of vertices") != std::string::npos) kept.of_vertices.clear();
        text += kept_columns_text(kept);
    }
    if (graph.cleaning.self_loops + graph.cleaning.duplicates > 0) {
        text += fmt::format("dropped {} and {} of {}\n", counted(graph.cleaning.self_loops, "self-loop"),
                            counted(graph.cleaning.duplicates, is_directed(graph) ? "duplicate arc" : "duplicate edge"),
                            graph.source);
    }
    return text;
}

std::string output_formats() {
    return fmt::format("The ending of OUT decides the format; a further .gz compresses the file:\n{}.",
                       written_formats());
}

void add_generate_command(Options& program) {
    Options& command = program.add_command("generate", "Write a generated graph to a file");
    auto const arguments = std::make_shared<FromTo>();
    command.add("SPEC", arguments->from, "gen:KIND:key=value,... (kinds below)").required().shown_as(" ");
    command.add("OUT", arguments->to, "The file to write").required().shown_as(" ");
    command.footer(
        fmt::format("\n{}\n\n{}\nExamples:\n"
                    "  cerrado generate gen:er:n=1000,m=5000,seed=1 er.txt\n"
                    "  cerrado generate gen:rmat:scale=16,degree=16,seed=1 rmat.cbin\n"
                    "Every command takes such a SPEC in place of a GRAPH.",
                    output_formats(), generator_help()));
    command.runs([arguments] {
        std::string const spec = is_generator_spec(arguments->from) ? arguments->from : "gen:" + arguments->from;
        Graph const graph = generate_graph(spec);
        save_graph(graph, arguments->to);
        write_standard_output(written(graph, arguments->to));
        return ExitCode::done;
    });
}

void add_convert_command(Options& program) {
    Options& command =
        program.add_command("convert", "Write a graph in another format, without loops and duplicate edges");
    auto const arguments = std::make_shared<FromTo>();
    command.add("IN", arguments->from, "A graph file of any known format, or a generator").required().shown_as(" ");
    command.add("OUT", arguments->to, "The file to write").required().shown_as(" ");
    add_marks_options(command, arguments->marks);
    add_kept_attributes_options(command, arguments->attributes, arguments->marks);
    command.footer(fmt::format(
        "\n{}\n\nExamples:\n"
        "  cerrado convert graph.txt.gz graph.cbin       a format that is read fastest\n"
        "  cerrado convert graph.mtx graph.txt           Matrix Market to edge list\n"
        "  cerrado convert genes.txt genes.cbin --directed --labels go.txt   with directions and labels\n"
        "  cerrado convert network.graphml network.cbin  with labels, and with names if ids are not numbers\n"
        "  cerrado convert genes.csv genes.cbin --names  names as ids; genes.cbin needs no --names\n"
        "  cerrado convert synapses.csv brain.cbin --directed --vertices neurons.csv   with attributes\n"
        "Self-loops and duplicate edges are dropped and reported. Original ids are kept if the format can hold them.",
        output_formats()));
    command.runs([arguments] {
        drop_unasked_attributes(arguments->attributes, arguments->marks);
        CommandFiles files;
        add_graph_files(files, arguments->from, arguments->marks);
        files.writes("OUT", arguments->to);
        files.check();
        Graph const graph = open_graph_argument(arguments->from, 0, arguments->marks);
        std::string const lost = lost_in(graph, arguments->to);
        save_graph(graph, arguments->to);
        if (!lost.empty()) say(arguments->to + ": " + lost);
        write_standard_output(written(graph, arguments->to, lost));
        return ExitCode::done;
    });
}

} // namespace

void add_graph_commands(Options& program) {
    add_info_command(program);
    add_generate_command(program);
    add_convert_command(program);
}

} // namespace cerrado::command
