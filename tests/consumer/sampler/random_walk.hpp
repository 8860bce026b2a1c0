// An engine that goes down from each root by random walks, instead of visiting every traversal.
//
// Where n extensions stand, a walk takes one of them, and from there on stands for n times as much. On average the sum
// of what walks stand for where they end is the true count.
// Source: Knuth, Estimating the efficiency of backtrack programs, 1975.
#pragma once

#include <cerrado/engine/lists.hpp>

// What the engine knows of a walk at each of its levels. It travels with saved and with donated traversals.
struct Walk {
    cerrado::Count weight = 1; // traversals that it stands for; fewer than 2^64
    std::uint32_t number = 0;  // of the walks from its root
};

struct RandomWalk : cerrado::Lists { // its arrays and its plan of them
    using LevelState = Walk;
    using Carried = Walk;
    static CERRADO_FN Walk carried(Walk const& level) { return level; }

    struct Ref : cerrado::Lists::Ref {
        std::uint64_t seed = 0;
    };

    // The host's side. Its jobs are whole roots: a few walks are not worth being shared by slices.
    class Planner : public cerrado::EnginePlanner {
    public:
        template <class App> explicit Planner(App const& app) : seed_(app.seed) {}
        Ref plan(cerrado::ArrayPlan arrays, cerrado::PlanRequest const& request) const {
            return {cerrado::Lists::Planner::plan(arrays, request), seed_};
        }
        static cerrado::JobNeeds jobs(cerrado::TraversalNeeds const&) { return {}; }

    private:
        std::uint64_t seed_;
    };

    template <class W, class Te> class Operators;
};

// The same number for the same walk, on whatever device and worker.
CERRADO_FN inline std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

template <class W, class Te> class RandomWalk::Operators : public cerrado::Lists::Operators<W, Te> {
public:
    // After the filters: the walk goes on with one of the extensions. From a root `walks` walks go on, each with any of
    // them.
    CERRADO_FN void choose(std::uint32_t walks) {
        auto& level = te().top();
        level.size = level.total == 0 ? 0 : te().size() == 1 ? walks : 1;
    }

    CERRADO_FN void on_push(Walk const& walk) { static_cast<Walk&>(te().top()) = walk; }
    CERRADO_FN void take_extension() {
        auto& level = te().top();
        int const length = te().size();
        --level.size;
        std::uint32_t const number = length == 1 ? level.size : level.number;
        std::uint64_t const place = std::uint64_t{te().root()} << 32 | number;
        std::uint64_t const walk = mixed(place ^ mixed(te().context().engine.seed));
        std::uint64_t const random = mixed(walk + static_cast<std::uint64_t>(length));
        te().push(te().extensions(length)[random % level.total], {level.weight * level.total, number});
    }

private:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
};
