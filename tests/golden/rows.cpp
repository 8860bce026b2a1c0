#include "rows.hpp"
#include "places.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/size_counts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cerrado::test {
namespace {

Counts counts_of(GoldenCase const& expected, RunResult const& result, TransitionTable const* tables) {
    Counts counts;
    if (tables == nullptr) {
        if (result.count != 0) counts[""] = result.count;
        return counts;
    }
    for (std::size_t i = 0; i < result.of<ByPattern>().size(); ++i) {
        if (result.of<ByPattern>()[i] == 0) continue;
        counts[describe_pattern(expected.k, tables->representatives(expected.k)[i]).graph6] = result.of<ByPattern>()[i];
    }
    return counts;
}

// The rows of a graph. Fields stand between commas, and between quotes where they have some.
std::vector<std::vector<std::string>> rows_of_patterns(std::string const& graph) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream in(data_folder() / "PATTERNS.csv");
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> fields(1);
        bool is_quoted = false;
        for (char const c : line) {
            if (c == '"') is_quoted = !is_quoted;
            if (c == ',' && !is_quoted) fields.emplace_back();
            if (c != '"' && (c != ',' || is_quoted)) fields.back() += c;
        }
        if (fields.size() >= 4 && fields[0] == graph) rows.push_back(std::move(fields));
    }
    return rows;
}

template <class Row> WideCount sum(std::vector<Row> const& rows) {
    WideCount total = 0;
    for (Row const& row : rows) total += row.count;
    return total;
}

} // namespace

std::string why_no_data() {
    if (std::filesystem::exists(data_folder() / "EXPECTED.csv")) return "";
    return "no " + (data_folder() / "EXPECTED.csv").string() + ": set CERRADO_DATA_DIR";
}

std::vector<GoldenCase> golden_cases() {
    std::map<std::tuple<std::string, std::string, int>, Counts> rows;
    std::ifstream in(data_folder() / "EXPECTED.csv");
    std::string line;
    std::getline(in, line); // the header
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        std::string graph, task, k, graph6, name, count;
        for (std::string* field : {&graph, &task, &k, &graph6, &name, &count}) std::getline(fields, *field, ',');
        if (task != "clique" && task != "motif") continue;
        Counts& counts = rows[{graph, task, std::stoi(k)}];
        if (count != "0") counts[graph6] = std::stoull(count);
    }
    std::vector<GoldenCase> cases;
    for (auto& [key, counts] : rows) {
        cases.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::move(counts)});
    }
    return cases;
}

std::vector<GoldenPattern> golden_patterns(std::string const& graph) {
    std::vector<GoldenPattern> rows;
    for (std::vector<std::string> const& fields : rows_of_patterns(graph)) {
        bool const is_count = fields[2] == "edge-induced" || fields[2] == "induced" || fields[2] == "induced (class)";
        bool const is_pattern = fields[1].find("vertex") == std::string::npos;
        if (!is_count || !is_pattern) continue;
        std::size_t const name = fields[1].find(": "); // before the items, in some
        std::string pattern = name == std::string::npos ? fields[1] : fields[1].substr(name + 2);
        if (pattern.starts_with('&')) pattern.resize(std::min(pattern.size(), pattern.find(' '))); // its items follow
        rows.push_back({pattern, fields[2] != "edge-induced", fields[3]});
    }
    return rows;
}

std::map<int, GoldenCensus> golden_censuses(std::string const& graph) {
    std::map<int, GoldenCensus> censuses;
    for (std::vector<std::string> const& fields : rows_of_patterns(graph)) {
        std::string const& what = fields[1];
        int k = 0;
        if (fields[2] == "induced (class)") {
            censuses[what[1] - 63].counts[what.substr(0, what.find(' '))] = fields[3];
        } else if (std::sscanf(what.c_str(), "all connected %d-vertex subgraphs", &k) == 1) {
            censuses[k].subgraphs = fields[3];
        } else if (fields[2] == "classes" && std::sscanf(what.c_str(), "connected %d-vertex directed", &k) == 1) {
            censuses[k].classes = fields[3];
        }
    }
    return censuses;
}

Graph open_real_directed(std::string const& name) {
    return open_directed_graph((data_folder() / (name + ".txt.gz")).string());
}

Graph open_real_labelled(std::string const& name) {
    return read_labels(open_real(name), (data_folder() / (name + ".labels.txt.gz")).string());
}

std::vector<GoldenScore> golden_scores(std::string const& graph) {
    std::vector<GoldenScore> rows;
    std::ifstream file(data_folder() / "COMPRESS_SCORE.csv");
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r')) line.pop_back();
        std::istringstream fields(line);
        std::string name, k;
        GoldenScore row;
        std::getline(fields, name, ',');
        std::getline(fields, k, ',');
        std::getline(fields, row.compressing, ',');
        std::getline(fields, row.score, ',');
        if (name != graph) continue;
        row.k = k == "all" ? 0 : std::stoi(k);
        rows.push_back(row);
    }
    return rows;
}

Graph open_real(std::string const& name) { return open_graph((data_folder() / (name + ".txt.gz")).string()); }

void expect_golden(GoldenCase const& expected, RunForm& run, Graph const& graph, RunOptions options) {
    SCOPED_TRACE(expected.graph + ", " + expected.task + ", k " + std::to_string(expected.k));
    bool const motif = expected.task == "motif";
    TransitionTable const tables = TransitionTable::build(motif ? expected.k : 3);
    if (motif) options.of<ByPattern>().tables = tables.ref();
    RunResult const result = run(expected.k, graph, options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(counts_of(expected, result, motif ? &tables : nullptr), expected.counts);
}

void expect_golden_every_way(std::string const& name, int k, RunOptions options, int repetitions) {
    std::vector<GoldenCase> const cases = golden_cases();
    auto const is_row = [&](GoldenCase const& row) { return row.graph == name && row.task == "clique" && row.k == k; };
    auto const expected = std::ranges::find_if(cases, is_row);
    ASSERT_TRUE(expected != cases.end()) << name << ": the row is gone from EXPECTED.csv";
    Graph const graph = open_real(name);
    for (Form const* form : {&clique_form, &clique_paper_form, &clique_bitmap_form, &clique_pivot_form}) {
        for (GraphOrder const order : {GraphOrder::degree, GraphOrder::degeneracy}) {
            if (form == &clique_paper_form && order == GraphOrder::degeneracy) continue; // for oriented graphs
            for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
                SCOPED_TRACE(std::string(form->name) + ", " + to_string(mechanism));
                options.order = order;
                options.balance =
                    balance_options(mechanism, make_policy("dumato", {0.1, 8, 1}), std::chrono::microseconds(100));
                for (int i = 0; i < repetitions; ++i) expect_golden(*expected, *form->run, graph, options);
            }
        }
    }
}

// A clique is counted at each of its k vertices, and at each of its pairs of them.
RunResult run_clique_local(int k, Graph const& graph, RunOptions const& options) {
    RunResult const result = clique_local_form.run(k, graph, options);
    EXPECT_EQ(result.of<PerVertexAndEdge>().vertices.size(), graph.vertex_count());
    EXPECT_EQ(result.of<PerVertexAndEdge>().edges.size(), graph.edge_count());
    auto const vertices = static_cast<WideCount>(k);
    EXPECT_EQ(to_string(sum(result.of<PerVertexAndEdge>().vertices)), to_string(vertices * result.count));
    EXPECT_EQ(to_string(sum(result.of<PerVertexAndEdge>().edges)),
              to_string(vertices * (vertices - 1) / 2 * result.count));
    return result;
}

int expect_golden_sizes(std::string const& name, Graph const& graph, int longest, RunOptions const& options) {
    RunResult const result = run_clique_sizes(1, longest, graph, options);
    EXPECT_EQ(result.status, Status::complete);
    int compared = 0;
    for (GoldenCase const& expected : golden_cases()) {
        if (expected.graph != name || expected.task != "clique" || expected.k > longest) continue;
        Counts counts;
        for (SizeCount const& row : result.of<BySize>().sizes) {
            if (row.k == expected.k) counts[""] = to_count(row.count);
        }
        EXPECT_EQ(counts, expected.counts) << name << ", k " << expected.k;
        ++compared;
    }
    return compared;
}

} // namespace cerrado::test
