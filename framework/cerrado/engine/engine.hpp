// Engines. An engine represents, produces and consumes the extensions of a level. An application names one: `using
// Engine = Rows;`.
//
// An engine is a type with
//   Arrays              its arrays in each worker, see contract/arrays.hpp
//   LevelState          its data for a level; trivially copyable, travels with saved traversals
//   Carried             its data for a vertex that travels with donated traversals, from which the rest follows; else
//                       NoState
//   static Carried carried(LevelState const&)   that data of a level, if Carried is not empty
//   static Carried carried_along_edge()         that data of an initial edge's second vertex, if it is not Carried{}
//   Ref                 a trivially copyable view of its plan, for the workers
//   has_lists           true if its operators have extensions(length)
//   has_masks           true if they have extension_masks(length)
//   mask_bits           bits of a mask for each vertex of the traversal (default: 1)
//   has_sizes           true if the application gives the sizes, and there is no RunOptions::k; optional
//   has_stages          true if a level whose extensions are done can have others, of a next stage; optional
//   has_numbers         true if a job is a number instead of an initial traversal; the operators then have
//                       take_number(number); optional
//   max_vertices        most vertices of a traversal
//   most_counted_levels most levels that finish() takes together; 1 if there is no finish()
//   Planner             the host's side of its plan, made from the application: see EnginePlanner
//   Memory              the data that all workers share; optional
//                           Memory(App const&, Session const&, RunMemory&, int workers)
//                           void complete(Ref&) const                          adds data that the plan does not have
//                           void conclude(RunResult const&, Session const&)    throws Error if the result is wrong
//   Operators<W, Te>    methods that the traversal has, and the data of each lane; a base of the traversal Te
//
// The core calls these hooks of the operators, each by all lanes. take_extension and on_push are required.
//   on_begin()               the worker begins
//   on_enter(entry)          a traversal was handed out, donated or resumed: makes the data that its levels need
//   take_extension()         takes the last open extension of the last level, and pushes it
//   on_push(carried)         the traversal has one more vertex
//   first_of_slice(level)    where a slice's extensions begin (default: with the slice's number); any lane
//   on_pause()               the traversal will be saved
//   on_leave()               a job is done
//   on_finish()              the worker ends
//
// A level's `generated` is true if its extensions were produced, and `size` is the number of open ones. Aggregating
// extension by extension needs extensions(length). Storing extension by extension needs listed_extensions().
//
// An engine may have a free template finish(te, output), constrained to T::Engine. It gives the output the subgraphs
// that extend the traversal, and consumes the extensions. output/output_list.hpp lists what an output can take.
#pragma once

#include <cerrado/contract/declared.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/fault.hpp>
#include <cerrado/traversal/hooks.hpp>

namespace cerrado {

// The questions of the runtime to an engine's planner, with the answers that most engines give. The planner is made
// from the application.
struct EnginePlanner {
    // Returns: the most vertices of a traversal. A subgraph has one more.
    static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.k - 1; }
    // Both throw InputError: check() if the engine cannot take the graph, check_size() if it cannot take k.
    static void check(PlanRequest const&) {}
    static void check_size(TraversalNeeds const& needs) { check_subgraph_size(needs); }
    static JobNeeds jobs(TraversalNeeds const& needs) { return walked_jobs(needs); }
    // Each planner also has
    //     Ref plan(ArrayPlan arrays, PlanRequest const& request) const
    // which reserves the arrays. The same request gives the same plan.
};

} // namespace cerrado
