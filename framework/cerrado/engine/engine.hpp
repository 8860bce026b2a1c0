// Engines: how the extensions of a level are represented, produced and consumed. An application names one (`using
// Engine = Rows;`).
//
// An engine is a type with
//   Arrays              what each worker has of it, see traversal/arrays.hpp
//   LevelState          what it knows of a level; trivially copyable, travels with saved traversals
//   Carried             what travels of a vertex with donated traversals, from which the rest follows; NoState where nothing does
//   static Carried carried(LevelState const&)      where there is something
//   static Carried carried_along_edge()            of the second vertex of an initial edge, where that is not Carried{}
//   Ref                 a trivially copyable view of its plan, for the workers
//   max_vertices        vertices of a traversal, at most
//   Planner             the host's side, made from the application: see EnginePlanner
//   Operators<W, Te>    methods that the traversal has, and what each lane keeps. The core calls
//                           take_extension()    takes the last open extension and pushes it
//                           on_push(carried)    the traversal has one vertex more
//                       and, where they are there,
//                           on_begin()          the worker begins
//                           on_enter(entry)     a traversal was handed out, donated or resumed: makes what its levels need
//                           on_leave()          a job is done
//                           on_pause()          the traversal will be saved
//                           on_finish()         the worker ends
//                           first_of_slice(level)    where a slice's extensions begin (default: with the slice's number)
//                       `generated` says of a level that its extensions were produced, `size` how many are open.
#pragma once

#include <cerrado/engine/plan.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/declared.hpp>
#include <cerrado/traversal/hooks.hpp>

namespace cerrado {

// What the runtime asks of an engine's planner, and what most engines answer.
struct EnginePlanner {
    // Vertices of a traversal at most: one less than a subgraph has.
    static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.k - 1; }
    // Throws InputError where k or the graph is out of the engine's range.
    static void check(PlanRequest const&) {}
    static void check_size(TraversalNeeds const& needs) { check_subgraph_size(needs); }
    static JobNeeds jobs(TraversalNeeds const& needs) { return walked_jobs(needs); }
    // The device may number and orient the graph: the plan asks for its shape alone.
    static constexpr bool plans_by_shape = false;
    //   Ref plan(ArrayPlan arrays, PlanRequest const& request) const    entries of its arrays
};

} // namespace cerrado
