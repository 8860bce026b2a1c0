// Per vertex and edge: the number of subgraphs that contain each vertex and each edge of the graph. Requires: the
// application has `bool per_edge`, and runs on the oriented graph.
#pragma once

#include <cerrado/contract/detail/notes.hpp>
#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/output_list.hpp>

namespace cerrado {

struct PerVertexAndEdge {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        WideCells vertices; // by vertex
        WideCells edges;    // by position in the oriented lists; null unless edges were asked for
    };
    using Result = LocalCounts; // number of edges; 0 unless they were asked for
    static void merge(Result& total, Result const& part) { add_to(total, part); }
    static constexpr bool reads_graph = true;

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const& session, RunMemory& memory, int)
            : Memory(app.per_edge, session, memory) {}
        Ref ref() const;
        void collect();
        void conclude(RunResult& result, Session const& session);
        Result const& result() const { return counts_; }

    private:
        Memory(bool per_edge, Session const& session, RunMemory& memory);
        RunMemory* memory_;
        std::uint64_t vertex_count_;
        std::uint64_t edge_count_;
        Count* vertices_; // the low words of all counters, then the high words
        Count* edges_;
        LocalCells cells_;
        Result counts_;
    };

    template <class W, class Te> class Operators {
    public:
        CERRADO_FN auto& per_vertex_and_edge() { return *this; }
        // Returns: the application's per_edge. Lanes: any.
        CERRADO_FN bool counts_edges() const { return ref().edges.low != nullptr; }
        // Adds to a counter of 128 bits. Lanes: any. Cost: one or two atomic additions.
        CERRADO_FN void add_to_vertex(VertexId vertex, WideCount count) {
            phase::note_output(static_cast<Te&>(*this));
            if (count != 0) phase::add_wide<W>(ref().vertices, vertex, count);
        }
        // `position` is the position of the edge in the oriented lists.
        // Requires: counts_edges(). Lanes: any. Cost: one or two atomic additions.
        CERRADO_FN void add_to_edge(EdgeOffset position, WideCount count) {
            phase::note_output(static_cast<Te&>(*this));
            if (count != 0) phase::add_wide<W>(ref().edges, position, count);
        }

    private:
        CERRADO_FN Ref const& ref() const {
            return static_cast<Te const&>(*this).context().outputs.template get<PerVertexAndEdge>();
        }
    };
};

} // namespace cerrado
