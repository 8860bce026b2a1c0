// Frontiers: the jobs of a round are the vertices that the round before has given. There are two lists, of which a
// round reads one and writes the other, and three counts: a round reads one, adds to the next, and clears the third.
// So rounds can be launched ahead, and nobody waits between them. It is part of the traversal as outputs are.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/job.hpp>

namespace cerrado {

struct Frontier {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        VertexId* lists = nullptr; // two, of `vertices` entries
        Count* counts = nullptr;   // three
        Count* given = nullptr;    // by vertex: the last round that it was given to, from 1; 0: none
        std::uint64_t vertices = 0;

        CERRADO_FN VertexId* list_of(int round) const { return lists + (round % 2 == 0 ? 0 : vertices); }
        CERRADO_FN Count* count_of(int round) const { return counts + round % 3; }
    };

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : vertices_(session.shape.vertex_count),
              lists_(memory, 2 * vertices_),
              counts_(memory, 3),
              given_(memory, vertices_) {}
        Ref ref() const { return {lists_.data(), counts_.data(), given_.data(), vertices_}; }
        void conclude(RunResult&, Session const&) const {}

    private:
        std::uint64_t vertices_;
        RunArray<VertexId> lists_;
        RunArray<Count> counts_, given_;
    };

    template <class W, class Te> class Operators {
    public:
        // Gives the next round a job that begins at the vertex, once, however often it is called. The last of the
        // application's rounds() gives nothing. Requires: the application's by_frontier. Lanes: any. Cost: a read, and
        // four atomic operations for a vertex that is new.
        CERRADO_FN void add_job(VertexId vertex) {
            auto const& context = te().context();
            int const next = context.round + 1;
            if (next == context.rounds) return;
            Ref const& own = ref();
            if (W::grid_load(own.given + vertex) == static_cast<Count>(next)) return;
            if (W::grid_exchange(own.given + vertex, static_cast<Count>(next)) == static_cast<Count>(next)) return;
            own.list_of(next)[W::grid_add(own.count_of(next), Count{1})] = vertex;
            W::grid_add(context.added_jobs, Count{1});
            te().note_change();
        }

        CERRADO_FN void on_begin() {             // the count that the round before has read
            if (ref().counts == nullptr) return; // this happens while a kernel is warmed up
            int const round = te().context().round;
            if (te().worker() == 0 && te().warp().lane() == 0) W::grid_store(ref().count_of(round + 2), Count{0});
        }

        // For the runtime. Returns: how many jobs this round has, if it is not the first. Lanes: any.
        CERRADO_FN Count job_count() const { return W::grid_load(ref().count_of(te().context().round)); }
        CERRADO_FN Job job_of_frontier(Count index) const {
            return {ref().list_of(te().context().round)[index], no_vertex, 0, 1};
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
        CERRADO_FN Ref const& ref() const { return te().context().outputs.template get<Frontier>(); }
    };
};

} // namespace cerrado
