// Traversal (the literature's TE): the current vertices and their levels, and the walk over them.
//
// This is the core. The engine represents, produces and consumes extensions. The outputs take the results. The engine
// and the outputs are bases of the traversal, so an application finds all methods here. Everything that a lane keeps is
// one value.
//
// Every lane keeps warp-uniform state (length, levels, totals) for itself, so it needs no sync. Arrays lie in the
// worker's memory, and its lanes share them. Lanes: all lanes call each method with the same arguments, unless the
// method's comment says otherwise. Source: names and semantics are those of the DuMato thesis, Table 4.1 and Algorithms
// 9 to 16.
#pragma once

#include <cerrado/traversal/detail/context.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/detail/hooks.hpp>
#include <cerrado/traversal/edge_position.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/traversal/level_state.hpp>
#include <cerrado/traversal/rounds.hpp>
#include <cerrado/warp/detail/warp.hpp>

namespace cerrado {

// The times, by W::clock(), at which a worker began its job and at which it last looked at the requests.
struct JobClock {
    std::uint32_t last_look = 0;
    std::uint32_t began = 0;
    std::uint32_t last_read = 0;  // when it last read the clock, if it skips steps
    std::uint32_t steps_left = 0; // until it reads the clock again; an engine whose step was long sets it to 0
};

// The methods that belong to no single engine or output: methods that concern several vertices or rounds, and the
// remedies for methods of engines and outputs that the application does not name.
template <class W, class App, class Te> class CommonOperators : public EdgePositions<Te>,
                                                                public LevelStates<Te>,
                                                                public RoundOperators<Te>,
                                                                public PartsOf<App>::template Remedies<W, Te> {};

// `moves`: whether its work may move to other workers and be saved. If not, it has no code for either.
template <class W, class App, bool moves> class Traversal
    : public EngineOf<App>::template Operators<W, Traversal<W, App, moves>>,
      public OutputsOf<App>::template Operators<W, Traversal<W, App, moves>>,
      public CommonOperators<W, App, Traversal<W, App, moves>> {
public:
    using WarpType = W;
    using Application = App;
    using Engine = EngineOf<App>;
    using Outputs = OutputsOf<App>;
    using Level = LevelOf<App>;
    using LayeredShare = LayeredJobShare<HasLayers<App>>;
    static_assert(counted_levels_of<App>() <= Engine::most_counted_levels,
                  "the engine finishes fewer levels together: lower the application's counted_levels");

    // `levels` are this lane's own max_vertices_of<App>() levels. They lie outside the traversal, so that the compiler
    // can keep everything else in registers.
    CERRADO_FN Traversal(W warp, ContextOf<App> const& context, WorkerMemoryOf<App> const& memory, Level* levels)
        : warp_(warp),
          context_(context),
          memory_(memory),
          levels_(levels) {}
    Traversal(Traversal const&) = delete;

    // --- what an application reads; any lane ------------------------------------------------------------------------
    CERRADO_FN int size() const { return length_; } // vertices of the traversal, 1 to k - 1
    CERRADO_FN int k() const { return context_.k; } // of the subgraphs sought; 0 if the engine has its own sizes
    // The i-th vertex, 0 <= i < size().
    CERRADO_FN VertexId vertex(int i) const {
        return levels_[phase::checked_position(*this, i, Method::vertex)].vertex;
    }
    CERRADO_FN VertexId root() const { return levels_[0].vertex; }           // vertex(0)
    CERRADO_FN VertexId last() const { return levels_[length_ - 1].vertex; } // vertex(size() - 1)
    // Is u a neighbour of the i-th vertex, on an oriented graph a successor? Each lane may ask for another u. Cost:
    // O(log degree).
    CERRADO_FN bool adjacent(int i, VertexId u) const {
        return graph().adjacent(levels_[phase::checked_position(*this, i, Method::adjacent)].vertex, u);
    }
    // Are the i-th and the j-th vertices adjacent, on an oriented graph either way? Cost: O(1) with masks, else O(log
    // degree).
    CERRADO_FN bool edge(int i, int j) const {
        i = phase::checked_position(*this, i, Method::edge);
        j = phase::checked_position(*this, j, Method::edge);
        if constexpr (Engine::has_masks) {
            return i != j && of_vertex<Engine>(levels_[i < j ? j : i].mask, i < j ? i : j) != 0;
        }
        VertexId const u = levels_[i].vertex;
        VertexId const v = levels_[j].vertex;
        return u < v ? graph().adjacent(u, v) : graph().adjacent(v, u); // oriented lists hold the greater vertices
    }
    // Is u in the traversal? Each lane may ask for another u. Cost: O(size).
    CERRADO_FN bool contains(VertexId u) const {
        bool found = false;
        for (int i = 0; i < length_; ++i) found |= levels_[i].vertex == u;
        return found;
    }
    CERRADO_FN std::uint32_t extension_count() const { return top().size; } // not yet consumed
    CERRADO_FN int round() const { return context_.round; }             // from 0; what earlier rounds wrote is visible
    CERRADO_FN int layer() const { return job_.layer(); }               // from 0, below the application's layers()
    CERRADO_FN GraphRef const& graph() const { return context_.graph; } // as the traversal reads it
    CERRADO_FN W const& warp() const { return warp_; }                  // for work that is parallel over something else

    // --- the walk; each is described in its own file ----------------------------------------------------------------
    CERRADO_FN bool control();
    CERRADO_FN void move();

    // --- for engines and outputs, not for applications --------------------------------------------------------------
    // If several jobs share one traversal, only one of them, the first slice or the donor, aggregates what ends at that
    // traversal. If they share an extension, only one of them aggregates what is not stored in parts. The methods of
    // engines and outputs ask this, and so does an application that counts in its own way. Lanes: any. Cost: O(1).
    CERRADO_FN bool aggregates_here() const {
        phase::note_output(*this);
        return job_.part == 0 &&
               (length_ > job_.first_length || (job_.slice == 0 && job_.origin != JobOrigin::donated));
    }
    // A level has `vertex`, `generated` (its extensions were produced), `size` (how many are open: the first ones),
    // `total` (how many were produced), and the members of every LevelState.
    CERRADO_FN Level& top() { return levels_[length_ - 1]; }
    CERRADO_FN Level const& top() const { return levels_[length_ - 1]; }
    CERRADO_FN Level& level(int i) { return levels_[i]; }
    CERRADO_FN Level const& level(int i) const { return levels_[i]; }
    // Shared by all workers: engine, outputs.get<Output>(), graph, k, levels.
    CERRADO_FN ContextOf<App> const& context() const { return context_; }
    // The array of this worker. All its lanes share it.
    template <class Array> CERRADO_FN typename Array::Entry* array() const { return memory_.template get<Array>(); }
    CERRADO_FN std::uint32_t worker() const { return memory_.worker; } // its number
    CERRADO_FN LayeredShare& job() { return job_; }                    // this worker's share of the initial traversal
    CERRADO_FN LayeredShare const& job() const { return job_; }
    CERRADO_FN JobClock& clock() { return clock_; }
    // Appends a vertex.
    CERRADO_FN void push(VertexId vertex, typename Engine::Carried const& carried);
    CERRADO_FN void set_size(int length) { length_ = length; } // keeps only the first levels
    CERRADO_FN bool select_extension(int length);
    CERRADO_FN std::uint32_t open_extensions(int length) const;
    CERRADO_FN void begin_worker();
    CERRADO_FN void end_worker();

private:
    CERRADO_FN bool take_initial();
    CERRADO_FN bool take_left();
    CERRADO_FN void accept(Count ticket);

    W warp_;
    ContextOf<App> const& context_;
    WorkerMemoryOf<App> memory_;
    int length_ = 0;
    Level* levels_;
    LayeredShare job_;
    JobClock clock_;
    JobsDone done_;
};

} // namespace cerrado

#include <cerrado/traversal/detail/balance.hpp>
#include <cerrado/traversal/detail/control.hpp>
