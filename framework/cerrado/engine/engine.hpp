// Engines: how the extensions of a level are represented, produced and consumed.
// An application names one: `using Engine = Rows;`.
//
// An engine is a type with
//   Arrays              what each worker has of it, see contract/arrays.hpp
//   LevelState          what it knows of a level; trivially copyable, travels with saved traversals
//   Carried             what travels of a vertex with donated traversals, from which the rest follows; else NoState
//   static Carried carried(LevelState const&)   of a level, where Carried is not empty
//   static Carried carried_along_edge()         of the second vertex of an initial edge, where that is not Carried{}
//   Ref                 a trivially copyable view of its plan, for the workers
//   has_lists           whether its operators have extensions(length)
//   has_masks           whether they have extension_masks(length)
//   mask_bits           bits of a mask for each vertex of the traversal; may be absent: 1
//   has_sizes           true where the application gives the sizes, and there is no RunOptions::k; may be absent
//   has_stages          true where a level whose extensions are done can have others, of a next stage; may be absent
//   has_numbers         true where a job is a number and no initial traversal, which take_number(number) of the operators
//                       is given; may be absent
//   max_vertices        vertices of a traversal, at most
//   most_counted_levels levels that finish() takes together, at most; 1 where there is no finish()
//   Planner             the host's side of its plan, made from the application: see EnginePlanner
//   Memory              what all workers share of it; may be absent
//                           Memory(App const&, Session const&, RunMemory&, int workers)
//                           void complete(Ref&) const                          adds what the plan does not know
//                           void conclude(RunResult const&, Session const&)    throws Error where the result is wrong
//   Operators<W, Te>    methods that the traversal has, and what each lane keeps; a base of the traversal Te
//
// The core calls these hooks of the operators, each by all lanes. take_extension and on_push must be there.
//   on_begin()               the worker begins
//   on_enter(entry)          a traversal was handed out, donated or resumed: makes what its levels need
//   take_extension()         takes the last open extension of the last level, and pushes it
//   on_push(carried)         the traversal has one vertex more
//   first_of_slice(level)    where a slice's extensions begin (default: with the slice's number); any lane
//   on_pause()               the traversal will be saved
//   on_leave()               a job is done
//   on_finish()              the worker ends
//
// Of a level, `generated` says that its extensions were produced, `size` how many are open. What is aggregated
// extension by extension needs extensions(length), what is stored so needs listed_extensions().
//
// An engine may have a free template finish(te, output), constrained to T::Engine: it gives the subgraphs that extend
// the traversal to the output, and consumes the extensions. output/output_list.hpp says what outputs have for it.
#pragma once

#include <cerrado/application/declared.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/fault.hpp>
#include <cerrado/traversal/hooks.hpp>

namespace cerrado {

// What the runtime asks of an engine's planner, and what most engines answer. The planner is made from the application.
struct EnginePlanner {
    // Returns: vertices of a traversal, at most. One less than a subgraph has.
    static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.k - 1; }
    // Both throw InputError: check() where the graph is out of the engine's range, check_size() where k is.
    static void check(PlanRequest const&) {}
    static void check_size(TraversalNeeds const& needs) { check_subgraph_size(needs); }
    static JobNeeds jobs(TraversalNeeds const& needs) { return walked_jobs(needs); }
    // Each planner has besides
    //     Ref plan(ArrayPlan arrays, PlanRequest const& request) const
    // which reserves the arrays. It gives the same for the same request.
};

} // namespace cerrado
