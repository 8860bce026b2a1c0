// What a run on a resident graph costs beside its search. The search is measured as what ten more rounds of the same
// jobs take, which the device does one after the other without the host.
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace cerrado;

namespace {

struct Triangles { // by rows, as the bundled cliques
    int k = 3;
    int round_count = 1;
    using Engine = Rows;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;
    int rounds() const { return round_count; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { finish(te, te.counter()); }
};

struct Sweep { // of a sum over the neighbours
    using Engine = Neighbours;
    ArrayRef<Count> from, to;
    int round_count = 1;
    int rounds() const { return round_count; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count sum = 0;
        te.fold([&](VertexId u, EdgeOffset) { sum += from[u]; });
        sum = te.warp().reduce_add(sum);
        if (te.warp().lane() == 0) to[te.root()] = sum;
    }
};

struct Times { // medians, in microseconds
    double whole, prepare, run;
};

double median(std::vector<double>& values) {
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle * 1e6;
}

template <class App> Times times_of(App const& app, Resident const& resident) {
    std::vector<double> whole, prepare, run;
    for (int i = 0; i < 200; ++i) {
        Stopwatch const watch;
        RunResult const result = cerrado::run(app, resident);
        whole.push_back(watch.seconds());
        prepare.push_back(result.seconds.prepare);
        run.push_back(result.seconds.run);
    }
    return {median(whole), median(prepare), median(run)};
}

template <class App> void measure(char const* name, App app, Resident const& resident) {
    Times const one = times_of(app, resident);
    app.round_count = 11;
    double const search = (times_of(app, resident).whole - one.whole) / 10;
    std::printf("%-28s %-10s %9.1f %9.1f %9.1f %9.1f %9.1f\n", resident.graph().source.c_str(), name, one.whole,
                one.prepare, one.run, search, one.whole - search);
}

} // namespace

int main(int count, char** arguments) {
    std::printf("microseconds, medians of 200 runs\n%-28s %-10s %9s %9s %9s %9s %9s\n", "graph", "work", "run()",
                "prepare", "run", "search", "beside");
    for (int i = 1; i < count; ++i) {
        Resident const resident(open_graph(arguments[i]));
        measure("triangles", Triangles{}, resident);
        auto const from = resident.array<Count>(Per::vertex);
        auto const to = resident.array<Count>(Per::vertex);
        measure("sweep", Sweep{from.ref(), to.ref()}, resident);
        std::fflush(stdout);
    }
}
