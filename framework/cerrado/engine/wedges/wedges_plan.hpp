// The engine Wedges as the host plans it: its arrays, and what an application may say. wedges.hpp has what it does.
#pragma once

#include <cerrado/engine/lists/list_entries.hpp>
#include <cerrado/engine/visits/one_visit.hpp>
#include <cerrado/engine/wedges/tally.hpp>

namespace cerrado {

struct Wedges : OneVisit {
    struct Ends : ArrayOf<VertexId, Place::device> {};
    struct OwnLists : ArrayOf<phase::PartOfList, Place::device> {};
    using Arrays = JoinArrays<TallyArrays, ArrayList<Ends, OwnLists>>;
    static constexpr int max_vertices = 1;
    struct Ref {
        TallySizes tally;
        std::uint32_t room = 0; // vertices that a tally holds
    };

    // Roots with fewer lower neighbours are left out, unless the application has `least_lower`.
    static constexpr std::uint32_t usual_least_lower = 1;
    // The number of pieces of a worker's share in a slice of a root, unless the application has `pieces_a_slice`. A
    // smaller number cuts finer, but each slice computes again what it needs from the others.
    static constexpr int usual_pieces_a_slice = 2;
    // The 8-byte slots in fast memory of a full warp's tally, unless the application has `fast_tally_slots`. More slots
    // leave room for fewer warps.
    static constexpr std::uint32_t usual_fast_slots = 1024;
    // An application whose tallies are all of for_each_own_range(), or of lower neighbours, says with `most_tallied` how
    // many vertices they hold at most. Else each worker has room for all that lies within two steps of a root.

    struct Planner : OneVisit::Planner {
        template <class App> explicit Planner(App const& app) : OneVisit::Planner(app) {
            if constexpr (requires { App::fast_tally_slots; }) fast_slots_ = App::fast_tally_slots;
            if constexpr (requires { App::least_lower; }) least_lower_ = App::least_lower;
            if constexpr (requires { App::pieces_a_slice; }) pieces_a_slice_ = App::pieces_a_slice;
            if constexpr (requires { App::most_tallied; }) most_tallied_ = App::most_tallied;
        }
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
        JobNeeds jobs(TraversalNeeds const&) const;
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const;

    private:
        std::uint32_t fast_slots_ = usual_fast_slots;
        std::uint32_t least_lower_ = usual_least_lower;
        int pieces_a_slice_ = usual_pieces_a_slice;
        std::uint32_t most_tallied_ = ~std::uint32_t{0};
    };

    template <class W, class Te> class Operators;
};

} // namespace cerrado
