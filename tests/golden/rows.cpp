#include "rows.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cerrado::test {
namespace {

std::filesystem::path data_folder() {
    char const* const folder = std::getenv("CERRADO_DATA_DIR");
    return folder != nullptr ? folder : CERRADO_DEFAULT_DATA_DIR;
}

Counts counts_of(GoldenCase const& expected, RunResult const& result, TransitionTable const* tables) {
    Counts counts;
    if (tables == nullptr) {
        if (result.count != 0) counts[""] = result.count;
        return counts;
    }
    for (std::size_t i = 0; i < result.pattern_counts.size(); ++i) {
        if (result.pattern_counts[i] == 0) continue;
        counts[describe_pattern(expected.k, tables->representatives(expected.k)[i]).graph6] = result.pattern_counts[i];
    }
    return counts;
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

Graph open_real(std::string const& name) { return open_graph((data_folder() / (name + ".txt.gz")).string()); }

void expect_golden(GoldenCase const& expected, RunForm& run, Graph const& graph, RunOptions options) {
    SCOPED_TRACE(expected.graph + ", " + expected.task + ", k " + std::to_string(expected.k));
    bool const motif = expected.task == "motif";
    TransitionTable const tables = TransitionTable::build(motif ? expected.k : 3);
    if (motif) options.patterns = tables.ref();
    RunResult const result = run(expected.k, graph, options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(counts_of(expected, result, motif ? &tables : nullptr), expected.counts);
}

} // namespace cerrado::test
