// Extensions that are closed but not removed: maximal cliques, whose candidates are open, and whose other common
// neighbours are closed. Work that moves must have the same in the same order.
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>
#include <functional>

namespace cerrado::test {
namespace {

constexpr int most_vertices = 20;

// `rests`: so that workers fall idle at odd moments.
struct CountsMaximal {
    static constexpr bool may_find_nothing = true;
    static constexpr int extension_lists = 1;
    bool rests = false;
    int k = most_vertices + 1;

    struct LevelState {
        VertexId pivot = no_vertex;
    };
    struct Accumulator {
        std::uint64_t of_size[most_vertices + 1] = {};
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        for (int size = 0; size <= most_vertices; ++size) into.of_size[size] += from.of_size[size];
    }

    template <class View> CERRADO_FN bool is_candidate(View const& t, VertexId u) const {
        if (u < t.root()) return false;
        for (int i = 0; i + 1 < t.size(); ++i) {
            if (u > t.vertex(i + 1) && !t.graph().adjacent(t.state(i).pivot, u)) return false;
        }
        return true;
    }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (rests && te.last() % 8 == 0) Traversal::WarpType::rest();
        if (te.size() > 1 && te.graph().adjacent(te.state(te.size() - 2).pivot, te.last())) return;
        if (!te.extend_common()) return;
        std::uint32_t const all = te.extension_count();
        te.keep_open([&](auto const& t, VertexId u) { return is_candidate(t, u); });
        if (te.warp().lane() == 0 && all == 0 && te.aggregates_here()) ++te.accumulator().of_size[te.size()];
        if (te.extension_count() > 0) te.state().pivot = te.extensions(te.size())[0]; // any candidate serves
    }
};

// Returns: how many maximal cliques of each size there are.
std::vector<std::uint64_t> maximal_cliques(Graph const& graph) {
    std::vector<std::uint64_t> counts(most_vertices + 1);
    std::vector<VertexId> clique;
    auto const fits = [&](VertexId v) {
        return std::ranges::all_of(clique, [&](VertexId u) { return graph.ref().adjacent(u, v); });
    };
    std::function<void(VertexId)> const grow = [&](VertexId from) {
        bool is_maximal = !clique.empty();
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            if (!fits(v)) continue;
            is_maximal = false;
            if (v < from) continue;
            clique.push_back(v);
            grow(v + 1);
            clique.pop_back();
        }
        if (is_maximal) ++counts[clique.size()];
    };
    grow(0);
    return counts;
}

std::vector<std::uint64_t> counted(auto const& result) {
    return {std::begin(result.accumulator.of_size), std::end(result.accumulator.of_size)};
}

} // namespace

class Closed : public OnDevices {
protected:
    Graph random() const { return generate_graph(graph("gen:er:n=70,m=1200,seed=4", "gen:er:n=18,m=110,seed=4")); }
};

TEST_P(Closed, ExtensionsAreStillCommonNeighbours) {
    EXPECT_EQ(counted(run(CountsMaximal{}, random(), options())), maximal_cliques(random()));
}

TEST_P(Closed, ExtensionsAreTheSameWhereWorkMoves) {
    Graph const graph = random();
    std::vector<std::uint64_t> const expected = maximal_cliques(graph);
    run_where_work_moves([&](RunOptions const& moving) {
        auto const result = run(CountsMaximal{.rests = true}, graph, moving);
        EXPECT_EQ(counted(result), expected);
        return result;
    });
}

TEST_P(Closed, ExtensionsAreTheSameAfterACheckpoint) {
    Graph const graph = random();
    ScopedFolder const folder;
    double seconds = 0.001;
    for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
        RunOptions all = options();
        all.checkpoint.file = folder.path("run");
        all.checkpoint.resume = part > 0;
        all.deadline_seconds = seconds;
        auto const result = run(CountsMaximal{.rests = true}, graph, all);
        if (result.status == Status::deadline) continue;
        EXPECT_EQ(counted(result), maximal_cliques(graph));
        return;
    }
    ADD_FAILURE() << "it does not end";
}

CERRADO_ON_EVERY_DEVICE(Closed);

} // namespace cerrado::test
