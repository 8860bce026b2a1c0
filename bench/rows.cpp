// Times rows of the bundled applications in one process: for comparing two builds, a graph is read and CUDA is started
// once. compare.py runs two such programs in alternation.
//
//   rows ROWS.csv DATA_DIR [SECONDS]
//
// ROWS.csv: work,graph,k,algorithm, a line a row; k = 0 is all sizes. A row is run for SECONDS (0.4), from 4 to 25
// times, the first one aside. Prints "row run prepare", the medians in microseconds.
#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace cerrado;

namespace {

struct Row {
    std::string work, graph, k, algorithm;
};

std::vector<Row> read_rows(char const* path) {
    std::ifstream file(path);
    if (!file) throw InputError(std::string(path) + ": cannot be read; give a file of rows");
    std::vector<Row> rows;
    std::string line;
    std::getline(file, line); // the names of the columns
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        Row row;
        std::getline(fields, row.work, ',');
        std::getline(fields, row.graph, ',');
        std::getline(fields, row.k, ',');
        std::getline(fields, row.algorithm, ',');
        if ((row.work != "clique" && row.work != "motif") || row.algorithm.empty()) {
            throw InputError(std::string(path) + ": '" + line + "': expected clique|motif,graph,k,algorithm");
        }
        rows.push_back(row);
    }
    if (rows.empty()) throw InputError(std::string(path) + ": no rows in it");
    return rows;
}

Algorithm algorithm_of(std::string const& name) {
    for (Algorithm const algorithm :
         {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap, Algorithm::pivot}) {
        if (name_of(algorithm) == name) return algorithm;
    }
    throw InputError("there is no algorithm " + name);
}

double median(std::vector<double>& values) {
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle * 1e6;
}

class Rows {
public:
    Rows(std::string data, double seconds) : data_(std::move(data)), seconds_(seconds) {}

    void time(Row const& row) {
        Graph const& graph = graph_of(row.graph);
        Algorithm const algorithm = algorithm_of(row.algorithm);
        int const k = std::atoi(row.k.c_str());
        Stopwatch const watch;
        std::vector<double> runs, prepares;
        for (int i = 0; i < 25 && (i < 4 || watch.seconds() < seconds_); ++i) {
            RunResult const result =
                row.work == "motif"
                    ? RunResult(count_motifs(graph, {.k = k, .algorithm = algorithm, .tables = &tables_of(k)}))
                    : count_cliques(graph, {.k = k, .algorithm = algorithm});
            if (i == 0) continue;
            runs.push_back(result.seconds.run);
            prepares.push_back(result.seconds.prepare);
        }
        std::printf("%s,%s,%s,%s %.1f %.1f\n", row.work.c_str(), row.graph.c_str(), row.k.c_str(),
                    row.algorithm.c_str(), median(runs), median(prepares));
        std::fflush(stdout);
    }

private:
    Graph const& graph_of(std::string const& name) {
        auto const found = graphs_.find(name);
        if (found != graphs_.end()) return found->second;
        return graphs_[name] = open_graph(data_ + "/" + name + ".txt.gz");
    }
    TransitionTable const& tables_of(int k) {
        auto const found = tables_.find(k);
        if (found != tables_.end()) return found->second;
        return tables_.emplace(k, TransitionTable::load(k)).first->second;
    }

    std::string data_;
    double seconds_;
    std::map<std::string, Graph> graphs_;
    std::map<int, TransitionTable> tables_;
};

} // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fputs("usage: rows ROWS.csv DATA_DIR [SECONDS]\n", stderr);
        return static_cast<int>(ExitCode::bad_input);
    }
    try {
        Rows rows(arguments[2], count > 3 ? std::atof(arguments[3]) : 0.4);
        for (Row const& row : read_rows(arguments[1])) rows.time(row);
        return static_cast<int>(ExitCode::done);
    } catch (Error const& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.exit_code());
    }
}
