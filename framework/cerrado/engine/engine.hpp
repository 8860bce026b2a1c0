// Engines. An engine represents, produces and consumes the extensions of a level. An application names one: `using
// Engine = Rows;`.
//
// An engine is a type with
//   Arrays               an ArrayList of its arrays in each worker, see contract/arrays.hpp
//   LevelState           its data for a level; trivially copyable, travels with saved traversals; else NoState
//   Carried              its data for a vertex that travels with donated traversals, from which the rest follows; else
//                        NoState
//   static Carried carried(LevelState const&)  that data of a level, if Carried is not empty
//   static Carried carried_along_edge()        that data of an initial edge's second vertex, if it is not Carried{}
//   Ref                  a trivially copyable view of its plan, for the workers: te.context().engine
//   has_lists            whether its operators have extensions(length)
//   has_masks            whether they have extension_masks(length)
//   mask_bits            bits of a mask for each vertex of the traversal; optional: 1
//   has_sizes            true if the application gives the sizes, and there is no RunOptions::k; optional
//   has_stages           true if a level whose extensions are done can have others, of a next stage; optional. Then LevelState
//                        has gave_later_stages, which the core sets if another worker does them
//   has_numbers          true if a job is a number, which take_number(number) of the operators gets; optional
//   max_vertices         most vertices of a traversal
//   most_counted_levels  most levels that finish() takes together; 1 if there is no finish()
//   layers_of_a_job_follow  true: all layers of a job come before the next job; optional, else layer after layer
//   Planner              the host's side of its plan, made from the application: see EnginePlanner
//   Memory               what all workers share; optional
//     Memory(App const&, Session const&, RunMemory&, int workers)  takes its arrays
//     void complete(Ref&) const                                    adds what the plan does not know
//     void conclude(RunResult const&, Session const&)              throws Error if the result is wrong
//   Operators<W, Te>     methods that the traversal has, and what each lane keeps; a base of the traversal Te
//
// The core calls these hooks of the operators, each by all lanes. take_extension and on_push are required.
//   on_begin()             the worker begins
//   help()                 true: the application visits a traversal of another worker, which the engine has put here and
//                          of which it does a part; asked before each job and step
//   on_enter(entry)        a traversal was handed_out, donated, attached or resumed: makes what its levels need
//   take_extension()       takes the last open extension of the last level, and pushes it
//   on_push(carried)       the traversal has one more vertex
//   first_of_slice(level)  where a slice's extensions begin (default: with the slice's number); any lane
//   has_later_stages(length)   of an engine with stages: the level has stages that are worth giving away; any lane
//   attachment_words(length)   of an engine with attachments: the words of its state at a level; any lane
//   write_attachment(length, to)   writes this state, which travels with a part of the level that is given away
//   take_attachment(from)      takes this state; the vertices were pushed. ArrayPlan::attach() makes room for it
//   on_pause()             the traversal will be saved
//   on_leave()             a job is done
//   on_finish()            the worker ends
//
// Aggregating extension by extension needs extensions(length), storing extension by extension listed_extensions().
//
// An engine may have a free template finish(te, output), constrained to T::Engine. It gives the output the subgraphs
// that extend the traversal, and consumes the extensions. output/output_list.hpp lists what an output can take.
#pragma once

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/detail/hooks.hpp>

namespace cerrado {

// The questions of the runtime to an engine's planner, with the answers that most engines give. The planner is made
// from the application.
struct EnginePlanner {
    // Returns: the most vertices of a traversal. A subgraph has one more.
    static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.k - 1; }
    // Both throw InputError: check() if the engine cannot take the graph, check_size() if it cannot take k.
    static void check(PlanRequest const&) {}
    static void check_size(TraversalNeeds const& needs) { check_subgraph_size(needs); }
    // How initial traversals are cut into jobs: here, for a walk over all levels but the counted ones.
    static JobNeeds jobs(TraversalNeeds const& needs) { return walked_jobs(needs); }
    // Each planner also has
    //     Ref plan(ArrayPlan arrays, PlanRequest const& request) const
    // which reserves the arrays. The same request gives the same plan.
};

} // namespace cerrado
