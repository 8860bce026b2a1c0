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

#include <cerrado/traversal/context.hpp>
#include <cerrado/traversal/edge_position.hpp>
#include <cerrado/traversal/fault.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/traversal/hooks.hpp>
#include <cerrado/traversal/rounds.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado {

// The times, by W::clock(), at which a worker began its job and at which it last looked at the requests.
struct JobClock {
    std::uint32_t last_look = 0;
    std::uint32_t began = 0;
};

// The methods that belong to no single engine or output: methods that concern several vertices or rounds, and the
// remedies for methods of engines and outputs that the application does not name.
template <class W, class App, class Te> class CommonOperators : public EdgePositions<Te>,
                                                                public RoundOperators<Te>,
                                                                public PartsOf<App>::template Remedies<W, Te> {};

template <class W, class App> class Traversal : public EngineOf<App>::template Operators<W, Traversal<W, App>>,
                                                public OutputsOf<App>::template Operators<W, Traversal<W, App>>,
                                                public CommonOperators<W, App, Traversal<W, App>> {
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
    CERRADO_FN int size() const { return length_; } // vertices of the traversal
    // vertices of the subgraphs sought; 0 if the engine has its own sizes
    CERRADO_FN int k() const { return context_.k; }
    CERRADO_FN VertexId vertex(int i) const {
        return levels_[phase::checked_position(*this, i, Method::vertex)].vertex;
    }
    CERRADO_FN VertexId root() const { return levels_[0].vertex; }
    CERRADO_FN VertexId last() const { return levels_[length_ - 1].vertex; }
    CERRADO_FN bool adjacent(int i, VertexId u) const {
        return graph().adjacent(levels_[phase::checked_position(*this, i, Method::adjacent)].vertex, u);
    }
    // Are the i-th and the j-th vertices adjacent? Cost: O(1) with masks, else O(log degree).
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
    CERRADO_FN bool contains(VertexId u) const {
        bool found = false;
        for (int i = 0; i < length_; ++i) found |= levels_[i].vertex == u;
        return found;
    }
    CERRADO_FN std::uint32_t extension_count() const { return top().size; }
    // number of the round, from 0; writes of earlier rounds are visible
    CERRADO_FN int round() const { return context_.round; }
    // number of the layer, from 0, below the application's layers()
    CERRADO_FN int layer() const { return job_.layer(); }
    CERRADO_FN GraphRef const& graph() const { return context_.graph; }
    CERRADO_FN W const& warp() const { return warp_; }

    // --- the walk; each is described in its own file ----------------------------------------------------------------
    CERRADO_FN bool control();
    CERRADO_FN void move();

    // --- for engines and outputs, not for applications --------------------------------------------------------------
    // Several jobs can share one traversal. Then only one of them, the first slice or the donor, aggregates the
    // subgraphs that end at that traversal. Several jobs can also share an extension. Then only one of them aggregates
    // the results that are not stored in parts.
    CERRADO_FN bool aggregates_here() const {
        return job_.part == 0 &&
               (length_ > job_.first_length || (job_.slice == 0 && job_.origin != JobOrigin::donated));
    }
    CERRADO_FN Level& top() { return levels_[length_ - 1]; }
    CERRADO_FN Level const& top() const { return levels_[length_ - 1]; }
    CERRADO_FN Level& level(int i) { return levels_[i]; }
    CERRADO_FN Level const& level(int i) const { return levels_[i]; }
    CERRADO_FN ContextOf<App> const& context() const { return context_; }
    template <class Array> CERRADO_FN typename Array::Entry* array() const { return memory_.template get<Array>(); }
    CERRADO_FN std::uint32_t worker() const { return memory_.worker; }
    CERRADO_FN LayeredShare& job() { return job_; }
    CERRADO_FN LayeredShare const& job() const { return job_; }
    CERRADO_FN JobClock& clock() { return clock_; }
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

#include <cerrado/traversal/balance.hpp>
#include <cerrado/traversal/control.hpp>
