// Temporal graphs with known counts. They lie in the folder `temporal` of the data.
#pragma once

#include "places.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::test {

inline std::filesystem::path temporal_folder() { return data_folder() / "temporal"; }
inline std::string why_no_temporal() {
    if (std::filesystem::exists(temporal_folder() / "dev.csv")) return "";
    return "no " + (temporal_folder() / "dev.csv").string() + ": set CERRADO_DATA_DIR";
}

// The lines of a file of the folder, which may be packed.
inline std::vector<std::string> lines_of_temporal(std::string const& name) {
    std::istringstream in(std::string(detail::load_unpacked((temporal_folder() / name).string()).bytes));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// A line "u v t" of a file.
struct TimedLine {
    std::uint64_t from = 0, to = 0;
    std::int64_t time = 0;
};

inline TimedLine timed_line(std::string const& text) {
    TimedLine line;
    std::istringstream(text) >> line.from >> line.to >> line.time;
    return line;
}

// The arcs of such lines, without the readers of files. Vertices are in the order of their ids, and rows are lines.
inline Arcs arcs_from(std::vector<TimedLine> const& lines) {
    std::set<OriginalId> ids;
    for (TimedLine const& line : lines) ids.insert({line.from, line.to});
    std::vector<OriginalId> const id_of(ids.begin(), ids.end());
    auto const vertex = [&](std::uint64_t id) {
        return static_cast<VertexId>(std::ranges::lower_bound(id_of, id) - id_of.begin());
    };
    std::vector<std::uint32_t> order(lines.size()); // the lines, by time
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t line) { return lines[line].time; });
    Arcs arcs;
    std::vector<Edge> edges;
    for (std::uint32_t const i : order) {
        if (lines[i].from == lines[i].to) {
            ++arcs.loops;
            continue;
        }
        edges.push_back({vertex(lines[i].from), vertex(lines[i].to)});
        arcs.source.push_back(edges.back().source);
        arcs.target.push_back(edges.back().target);
        arcs.time.push_back(lines[i].time);
        arcs.row.push_back(i);
        arcs.line.push_back(i);
    }
    arcs.lines = lines.size();
    arcs.graph = graph_from_arcs(static_cast<VertexId>(id_of.size()), edges, id_of);
    return arcs;
}

// Arcs between few vertices at few times, so that there are many ties, loops and parallel arcs.
inline Arcs random_arcs_in_time(int vertices, int arcs, int times, unsigned seed) {
    std::mt19937 random(seed);
    auto const below = [&](int limit) { return static_cast<std::uint64_t>(random() % static_cast<unsigned>(limit)); };
    std::vector<TimedLine> lines;
    for (int i = 0; i < arcs; ++i)
        lines.push_back({below(vertices), below(vertices), static_cast<std::int64_t>(below(times)) - times / 2});
    return arcs_from(lines);
}

// collegemsg, email-eu, email-dept3, bitcoinotc or sfhh.
inline Arcs temporal_graph(std::string const& name) {
    std::vector<TimedLine> lines;
    for (std::string const& line : lines_of_temporal(name + (name == "email-eu" ? ".txt.xz" : ".txt.gz")))
        lines.push_back(timed_line(line));
    return arcs_from(lines);
}

// The small graphs of random.txt, by their names.
inline std::map<std::string, Arcs> random_temporal_graphs() {
    std::map<std::string, std::vector<TimedLine>> lines_of;
    std::string name;
    for (std::string const& line : lines_of_temporal("random.txt")) {
        if (line.starts_with("# "))
            name = line.substr(2);
        else
            lines_of[name].push_back(timed_line(line));
    }
    std::map<std::string, Arcs> graphs;
    for (auto const& [each, lines] : lines_of) graphs[each] = arcs_from(lines);
    return graphs;
}

inline Ties ties_of(std::string const& name) { return name == "strict" ? Ties::strict : Ties::order; }

// A pattern as the tables have it: gaps are "-", "600" or "900/1800/900".
struct GoldenPattern {
    std::string name{}, pattern{}, order{}, gap{};
    bool is_consecutive = false;

    TemporalPattern parsed() const {
        std::string gaps = gap == "-" ? "" : gap;
        std::ranges::replace(gaps, '/', ',');
        return parse_temporal_patterns(pattern, {.order = order, .gap = gaps, .is_consecutive = is_consecutive})[0];
    }
};

// A line of dev.csv or random.csv.gz.
struct GoldenTemporal {
    std::string graph{};
    std::string kind = "pattern"; // or motifs, vertex, arc, null mean
    GoldenPattern pattern{};      // for a vertex or an arc its name is the id or the line
    TemporalSettings settings{};
    std::string value{};

    std::uint64_t count() const { return std::stoull(value); }
    // The 36 cells.
    MotifTable table() const {
        MotifTable table{};
        std::istringstream in(value);
        for (WideCount& cell : table) {
            std::uint64_t number = 0;
            in >> number;
            cell = number;
        }
        return table;
    }
    std::string what() const {
        return graph + " " + kind + " " + pattern.name + ", delta " + std::to_string(settings.delta) +
               (settings.ties == Ties::strict ? ", strict" : ", order");
    }
};

// Fields may stand in quotation marks.
inline std::vector<std::string> fields_of(std::string const& line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (char const c : line) {
        if (c == '"')
            is_quoted = !is_quoted;
        else if (c == ',' && !is_quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

inline std::vector<GoldenTemporal> golden_of(std::string const& file, bool has_kinds) {
    std::vector<GoldenTemporal> rows;
    std::vector<std::string> const lines = lines_of_temporal(file);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        std::vector<std::string> fields = fields_of(lines[i]);
        if (!has_kinds) fields.insert(fields.begin() + 1, "pattern");
        GoldenTemporal row{.graph = fields[0], .kind = fields[1]};
        row.pattern = {fields[2], fields[3], fields[4], fields[6], fields[7] == "1"};
        row.settings = {std::stoll(fields[5]), ties_of(fields[8])};
        row.value = fields[9];
        rows.push_back(std::move(row));
    }
    return rows;
}

inline std::vector<GoldenTemporal> golden_temporal() { return golden_of("dev.csv", true); }
inline std::vector<GoldenTemporal> golden_random_temporal() { return golden_of("random.csv.gz", false); }

// Each pattern of the tables once, by its name.
inline std::map<std::string, GoldenPattern> golden_temporal_patterns() {
    std::map<std::string, GoldenPattern> patterns;
    for (std::vector<GoldenTemporal> const& rows : {golden_random_temporal(), golden_temporal()}) {
        for (GoldenTemporal const& row : rows) {
            if (row.kind == "pattern") patterns.emplace(row.pattern.name, row.pattern);
        }
    }
    return patterns;
}

} // namespace cerrado::test
