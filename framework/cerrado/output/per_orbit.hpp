// Per orbit: for each vertex of the graph and each orbit of the pattern, the number of subgraphs in which the vertex
// has a position of the orbit. Requires: the application has `PositionOrbits orbits() const`.
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

#include <vector>

namespace cerrado {

// The orbits of the positions of a traversal, numbered from 0.
struct PositionOrbits {
    int count = 0;
    std::uint8_t of[max_traversal_length] = {}; // position -> orbit
};

struct PerOrbit {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        WideCells cells; // orbit by orbit; within an orbit by vertex
        PositionOrbits orbits;
    };
    using Result = LocalCounts; // without edges
    static void merge(Result& total, Result const& part) { add_to(total, part); }
    static constexpr bool reads_graph = true;
    static constexpr bool adds_to_counter = true;

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const& session, RunMemory& memory, int)
            : Memory(app.orbits(), session, memory) {}
        Ref ref() const;
        void collect();
        void conclude(RunResult& result, Session const& session);
        Result const& result() const { return counts_; }

    private:
        Memory(PositionOrbits const& orbits, Session const& session, RunMemory& memory);
        RunMemory* memory_;
        PositionOrbits orbits_;
        std::uint64_t vertex_count_;
        Count* cells_; // the low words of all counters, then the high words
        std::vector<Count> collected_;
        Result counts_;
    };

    template <class W, class Te> class Operators {
    public:
        // Counts the extended traversals. Each counts for all its vertices, by the orbits of their positions.
        // Requires: an engine with lists; size() is k - 1. Lanes: all. Cost: an atomic addition for each extension and
        // for each vertex of the traversal, divided by the width. Memory: 16 bytes for each vertex and orbit.
        CERRADO_FN void aggregate_orbits() {
            static_assert(Te::Engine::has_lists && !grows_by_edges<typename Te::Engine>,
                          "aggregate_orbits() needs an engine whose extensions are lists of vertices");
            if (!phase::is_at_last(te(), Method::aggregate_orbits) || !te().aggregates_here()) return;
            Count const found = te().top().size;
            if (found == 0) return;
            for (int i = te().warp().lane(); i < te().size(); i += W::width) add(te().level(i).vertex, i, found);
            phase::for_each_extension(te(), [&](auto const& view, VertexId u) { add(u, view.size(), 1); });
            te().add_once(found);
        }

        // Adds to the count of a vertex at an orbit, below the application's orbits().count. For subgraphs that are not
        // extensions. Lanes: any. Cost: an atomic addition, and a second one if the count exceeds 64 bits.
        CERRADO_FN void count_for(VertexId vertex, int orbit, WideCount count) {
            Ref const& ref = te().context().outputs.template get<PerOrbit>();
            std::uint64_t const first = static_cast<std::uint64_t>(orbit) * te().graph().vertex_count;
            phase::add_wide<W>(ref.cells, first + vertex, count);
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN void add(VertexId vertex, int position, Count count) {
            count_for(vertex, te().context().outputs.template get<PerOrbit>().orbits.of[position], count);
        }
    };
};

} // namespace cerrado
