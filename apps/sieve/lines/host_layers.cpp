#include "sieve/lines/host_layers.hpp"

#include "sieve/lines/host_lines.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>

namespace cerrado {

namespace {

// A job is a layer. P(i, s) is made of all P(j, t) with t < s at once, so that no R is kept.
struct LayerByLayer : HostLayers {
    using Engine = Neighbours;
    int layers() const { return static_cast<int>(range.end - range.first); }

    template <class Traversal> void visit(Traversal& te) const {
        if constexpr (Traversal::WarpType::width == 1) {
            GraphRef const& graph = te.graph();
            std::uint64_t const first_vertex = std::uint64_t{te.worker()} * graph.vertex_count;
            Layer const layer{*this, graph, lines.data + first_vertex * bytes_of_vertex()};
            std::uint64_t const number = range.first + static_cast<std::uint64_t>(te.layer());
            layer.begin(number * points);
            for (int s = 2; s <= factors.k; ++s) layer.pull(s);
            layer.add_totals(totals.data + first_vertex);
        }
    }

private:
    std::uint64_t bytes_of_vertex() const { return static_cast<std::uint64_t>(factors.k) * points; }

    struct Layer {
        LayerByLayer const& run;
        GraphRef const& graph;
        Byte* lines;

        Byte* line(VertexId v) const { return lines + v * run.bytes_of_vertex(); }

        // P(i, 1) from `point` on, a multiple of 64: the sum of the factors at the bits of the point.
        void begin(std::uint64_t point) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                Byte const* const own = run.factors.of_vertices.data + std::uint64_t{v} * run.factors.vertex_stride();
                Byte low[fewest_points] = {0}; // at the six lowest bits
                for (std::uint32_t l = 0; l < 6; ++l) {
                    for (std::uint32_t x = 0; x < 1u << l; ++x) low[x + (1u << l)] = low[x] ^ own[l];
                }
                for (std::uint32_t first = 0; first < run.points; first += fewest_points) {
                    Byte high = 0;
                    for (int l = 6; l < run.factors.k; ++l) high ^= (point + first) >> l & 1 ? own[l] : Byte{0};
                    for (std::uint32_t x = 0; x < fewest_points; ++x) line(v)[first + x] = low[x] ^ high;
                }
            }
        }

        void pull(int s) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                EdgeOffset const edge = graph.begin(v);
                LinesOfEdges const edges{
                    lines,
                    run.bytes_of_vertex(),
                    graph.neighbours + edge,
                    graph.degree(v),
                    run.factors.of_edges.data + edge * run.factors.edge_stride<ScalarWarp>() + (s - 2),
                    run.factors.edge_stride<ScalarWarp>()};
                detail::pull_line(line(v), s, edges, run.points);
            }
        }

        void add_totals(Byte* totals) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                Byte const* const last = line(v) + static_cast<std::uint64_t>(run.factors.k - 1) * run.points;
                Byte sum = 0;
                for (std::uint32_t x = 0; x < run.points; ++x) sum ^= last[x];
                totals[run.places[v]] ^= sum;
            }
        }
    };
};

} // namespace

RunResult run_host_layers(HostLayers const& work, Resident const& resident, RunOptions const& options) {
    RunOptions of_one = options;
    of_one.roots = std::vector<VertexId>{0}; // a job does all vertices
    return run(LayerByLayer{work}, resident, of_one);
}

} // namespace cerrado
