// The state that an application keeps for each level: it follows the walk, and it travels with work that moves.
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/run.hpp>

#include <functional>

namespace cerrado::test {
namespace {

CERRADO_FN std::uint64_t mixed(std::uint64_t state, VertexId vertex) {
    return (state ^ (vertex + 1)) * 0x9e3779b97f4a7c15u;
}

// Cliques of k vertices. The state of a level is mixed from that of the level before, and is compared with what follows
// from the vertices. `root`: vertices of an initial traversal.
template <class EngineType, int root = 1> struct MixedCliques {
    using Engine = EngineType;
    static constexpr bool oriented = std::is_same_v<Engine, Lists> || std::is_same_v<Engine, Rows>;
    struct LevelState {
        std::uint64_t mix = 7;
        std::uint8_t visits = 0;
        std::uint16_t size = 0;
    };
    struct Accumulator {
        std::uint64_t sum = 0, wrong = 0;
    };
    int k;
    bool rests = false; // so that workers fall idle at odd moments

    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        into.sum += from.sum;
        into.wrong += from.wrong;
    }
    int root_size() const { return root; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        LevelState& own = te.state();
        std::uint64_t mix = 0, wrong = 0;
        for (int i = 0; i < te.size(); ++i) {
            mix = mixed(mix, te.vertex(i));
            if (i < root - 1 || i + 1 == te.size()) continue;
            wrong += te.state(i).mix == mix && te.state(i).visits > 0 && te.state(i).size == i + 1 ? 0 : 1;
        }
        if (extend(te)) { // the first visit
            wrong += own.mix == 7 && own.visits == 0 ? 0 : 1;
            own.mix = te.size() == root ? mix : mixed(te.state(te.size() - 2).mix, te.last());
            own.size = static_cast<std::uint16_t>(te.size());
        }
        wrong += own.mix == mix ? 0 : 1;
        own.visits = 1;
        if (te.warp().lane() == 0) te.accumulator().wrong += wrong;
        if (rests && te.size() == k - 2 && (mix >> 60) == 0) W::rest();
        if (te.size() < k - 1 || !te.aggregates_here()) return;
        if (te.warp().lane() == 0) te.accumulator().sum += own.mix * te.extension_count();
        te.aggregate_counter();
    }

private:
    template <class Traversal> static CERRADO_FN bool extend(Traversal& te) {
        if constexpr (oriented) {
            return te.extend_common();
        } else {
            constexpr bool is_exclusive = std::is_same_v<Engine, Exclusive>;
            bool is_new = false;
            if constexpr (is_exclusive)
                is_new = te.extend_exclusive();
            else
                is_new = te.extend(te.size() - 1, te.size());
            if (!is_new) return false;
            te.filter([](auto const& t, VertexId v) { return (is_exclusive || above_last(t, v)) && is_clique(t, v); });
            return true;
        }
    }
};

struct Cliques {
    std::uint64_t count = 0;
    std::uint64_t sum = 0; // of what is mixed from all but the last vertex
};

// Returns: what is known of the cliques of k vertices.
Cliques cliques_of(Graph const& graph, int k) {
    Cliques cliques;
    std::vector<VertexId> clique;
    std::function<void(VertexId, std::uint64_t)> const grow = [&](VertexId from, std::uint64_t mix) {
        for (VertexId v = from; v < graph.vertex_count(); ++v) {
            bool fits = true;
            for (VertexId const u : clique) fits = fits && graph.ref().adjacent(u, v);
            if (!fits) continue;
            if (static_cast<int>(clique.size()) == k - 1) {
                ++cliques.count;
                cliques.sum += mix;
                continue;
            }
            clique.push_back(v);
            grow(v + 1, mixed(mix, v));
            clique.pop_back();
        }
    };
    grow(0, 0);
    return cliques;
}

// On Rows and Exclusive another vertex of a clique is the last one, so the sum is another, too.
template <class App> void compare(Cliques const& cliques, App const&, auto const& result) {
    EXPECT_EQ(result.accumulator.wrong, 0u);
    if (result.status != Status::complete) return;
    EXPECT_TRUE(result.count == cliques.count) << to_string(result.count);
    constexpr bool ascends =
        std::is_base_of_v<Lists, typename App::Engine> && !std::is_same_v<typename App::Engine, Exclusive>;
    EXPECT_TRUE(!ascends || result.accumulator.sum == cliques.sum) << result.accumulator.sum;
}

} // namespace

class LevelStatesOf : public OnDevices {
protected:
    RunOptions in_given_order() const {
        RunOptions all = options();
        all.order = GraphOrder::given;
        return all;
    }
};

TEST_P(LevelStatesOf, EachEngineFollowTheWalk) {
    Graph const graph = generate_graph(this->graph("gen:er:n=60,m=700,seed=4", "gen:er:n=18,m=90,seed=4"));
    Cliques const cliques = cliques_of(graph, 4);
    ASSERT_NE(cliques.count, 0u);
    auto const follows = [&](auto const& app) { compare(cliques, app, run(app, graph, in_given_order())); };
    follows(MixedCliques<Lists>{4});
    follows(MixedCliques<Lists, 2>{4});
    follows(MixedCliques<Masks>{4});
    follows(MixedCliques<Exclusive>{4});
    follows(MixedCliques<Rows>{4});
}

TEST_P(LevelStatesOf, MovedWorkAreTheDonors) {
    Graph const graph = generate_graph(this->graph("gen:complete:n=26", "gen:complete:n=10"));
    int const k = 6;
    Cliques const cliques = cliques_of(graph, k);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        std::uint64_t donated = 0;
        for (int attempt = 0; attempt < (GetParam().workers == 1 ? 1 : 20) && donated == 0; ++attempt) {
            RunOptions all = in_given_order();
            all.balance = balance_options(mechanism, make_policy("even", {.threshold = 0, .donations = 4}),
                                          std::chrono::microseconds(1));
            auto const moved = [&](auto const& app) {
                auto const result = run(app, graph, all);
                donated += result.balance.donated;
                compare(cliques, app, result);
            };
            moved(MixedCliques<Lists>{k, true});
            moved(MixedCliques<Lists, 2>{k, true});
            moved(MixedCliques<Masks>{k, true});
            moved(MixedCliques<Exclusive>{k, true});
            moved(MixedCliques<Rows>{k, true});
        }
        EXPECT_TRUE(donated > 0 || GetParam().workers == 1) << to_string(mechanism);
    }
}

TEST_P(LevelStatesOf, LeftWorkAreInTheCheckpoint) {
    Graph const graph = generate_graph(this->graph("gen:complete:n=26", "gen:complete:n=10"));
    Cliques const cliques = cliques_of(graph, 6);
    ScopedFolder const folder;
    auto const in_parts = [&](auto const& app, std::string const& name) {
        double seconds = 0.001;
        for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
            RunOptions all = in_given_order();
            all.checkpoint.file = folder.path(name);
            all.checkpoint.resume = part > 0;
            all.deadline_seconds = seconds;
            auto const result = run(app, graph, all);
            compare(cliques, app, result);
            if (result.status == Status::complete) return;
        }
        ADD_FAILURE() << "it does not end";
    };
    in_parts(MixedCliques<Lists>{6, true}, "lists");
    in_parts(MixedCliques<Masks>{6, true}, "masks");
}

CERRADO_ON_EVERY_DEVICE(LevelStatesOf);

} // namespace cerrado::test
