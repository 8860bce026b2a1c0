// graph_from_edges by parting: each edge is put twice, as an arc from either end, in the bucket of a range of vertices
// whose arcs fit into a cache. Whoever is free takes the next bucket: by the digits of where the arcs lead, then by where
// they come from, it becomes the ascending lists of its vertices. Nothing depends on how many are at work.
#include <cerrado/core/error.hpp>
#include <cerrado/core/unfilled_vector.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/partition.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>

namespace cerrado {
namespace {

struct Arc {
    VertexId from, to;
};

struct BuiltArrays {
    UnfilledVector<EdgeOffset> offsets;
    UnfilledVector<VertexId> neighbours;
    std::vector<OriginalId> original_ids;
};

[[noreturn]] void refuse_edge(VertexId vertex_count, std::span<Edge const> edges) {
    for (std::size_t i = 0;; ++i) {
        Edge const& edge = edges[i];
        if (std::max(edge.source, edge.target) < vertex_count) continue;
        throw InputError(fmt::format("edge {} of {} ({} {}): ends must be below the vertex count {}", i + 1,
                                     edges.size(), edge.source, edge.target, vertex_count));
    }
}

// Returns: the self-loops.
std::uint64_t check_edges(VertexId vertex_count, std::span<Edge const> edges, Team& team) {
    std::atomic<std::uint64_t> self_loops = 0;
    std::atomic<bool> valid = true;
    team.run([&](Member member) {
        std::uint64_t loops = 0;
        VertexId highest = 0;
        member.for_part_of(edges.size(), [&](std::size_t i) {
            highest = std::max({highest, edges[i].source, edges[i].target});
            loops += edges[i].source == edges[i].target;
        });
        self_loops += loops;
        if (member.begin(edges.size()) < member.end(edges.size()) && highest >= vertex_count) valid = false;
    });
    if (!valid) refuse_edge(vertex_count, edges);
    return self_loops;
}

// Buckets of a power of two of vertices each.
struct Ranges {
    std::uint32_t vertex_bits; // of all vertices
    std::uint32_t shift;
    std::size_t count;

    Ranges(VertexId vertex_count, std::size_t arcs) : vertex_bits(std::bit_width(std::max(vertex_count, 1u) - 1)) {
        constexpr std::size_t arcs_in_cache = std::size_t{1} << 16;
        constexpr std::size_t most = 2048; // more places to write to than a processor keeps addresses of
        auto const wanted =
            static_cast<std::uint32_t>(std::bit_width(std::clamp<std::size_t>(arcs / arcs_in_cache, 1, most)) - 1);
        shift = vertex_bits - std::min(vertex_bits, wanted);
        count = (std::size_t{std::max(vertex_count, 1u) - 1} >> shift) + 1;
    }
    std::size_t of(VertexId v) const { return v >> shift; }
};

// Sorts arcs by where they lead, from the lowest digit to the highest.
class ArcSorter {
public:
    explicit ArcSorter(std::uint32_t vertex_bits)
        : passes_(std::max(1u, (vertex_bits + most_digit_bits - 1) / most_digit_bits)),
          digit_bits_((vertex_bits + passes_ - 1) / passes_),
          places_(std::size_t{1} << digit_bits_) {}

    // Returns: where they are sorted, `arcs` or memory of this object.
    std::span<Arc> sort(std::span<Arc> arcs) {
        if (arcs.size() < few) {
            std::ranges::sort(arcs, {}, &Arc::to);
            return arcs;
        }
        if (other_.size() < arcs.size()) other_.resize(arcs.size());
        std::span<Arc> from = arcs, into(other_.data(), arcs.size());
        for (std::uint32_t pass = 0; pass < passes_; ++pass, std::swap(from, into)) sort_by_digit(from, into, pass);
        return from;
    }

private:
    static constexpr std::uint32_t most_digit_bits = 11;
    static constexpr std::size_t few = 1024; // quicker by comparing

    void sort_by_digit(std::span<Arc const> from, std::span<Arc> into, std::uint32_t pass) {
        std::uint32_t const shift = pass * digit_bits_;
        auto const mask = static_cast<VertexId>(places_.size() - 1);
        std::ranges::fill(places_, 0);
        for (Arc const& arc : from) ++places_[arc.to >> shift & mask];
        std::size_t next = 0;
        for (std::size_t& place : places_) next += std::exchange(place, next);
        for (Arc const& arc : from) into[places_[arc.to >> shift & mask]++] = arc;
    }

    std::uint32_t passes_, digit_bits_;
    std::vector<std::size_t> places_;
    UnfilledVector<Arc> other_;
};

class Building {
public:
    Building(VertexId vertex_count, std::span<Edge const> edges, Team& team) : n_(vertex_count), team_(team) {
        loops_ = check_edges(vertex_count, edges, team);
        part(edges);
    }

    Graph run(std::vector<OriginalId> original_ids) {
        auto arrays = std::make_shared<BuiltArrays>();
        arrays->original_ids = std::move(original_ids);
        arrays->offsets.resize(n_ + std::size_t{1});
        UnfilledVector<VertexId> lists(arcs_.size());
        write_lists(arrays->offsets.data(), lists.data());
        std::uint64_t const duplicates = (arcs_.size() - arrays->offsets.back()) / 2;
        UnfilledVector<Arc>().swap(arcs_);
        if (duplicates == 0) {
            arrays->neighbours = std::move(lists);
        } else {
            close_gaps(*arrays, lists.data());
        }
        BuiltArrays const& made = *arrays;
        Graph graph(made.offsets, made.neighbours, made.original_ids, std::move(arrays));
        graph.cleaning = {loops_, duplicates};
        return graph;
    }

private:
    void part(std::span<Edge const> edges) {
        ranges_ = Ranges(n_, 2 * edges.size());
        begins_ = partition<Arc>(
            team_, edges.size(), ranges_.count,
            [&](std::size_t i, auto const& put) {
                auto const [source, target] = edges[i];
                if (source == target) return;
                put(ranges_.of(source), Arc{source, target});
                put(ranges_.of(target), Arc{target, source});
            },
            [&](std::size_t count) {
                arcs_.resize(count);
                return arcs_.data();
            });
    }

    // Calls visit(range) for each, on whoever is free.
    template <class MakeVisit> void for_ranges(MakeVisit const& make_visit) {
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            auto visit = make_visit();
            for (std::size_t range; (range = next++) < ranges_.count;) visit(range);
        });
    }

    // The lists of a range begin where its arcs do, and there may be gaps before the next.
    void write_lists(EdgeOffset* offsets, VertexId* lists) {
        offsets[0] = 0;
        for_ranges([&] {
            return [&, sorter = ArcSorter(ranges_.vertex_bits)](std::size_t range) mutable {
                std::size_t const begin = begins_[range];
                std::span<Arc> const arcs = sorter.sort(std::span(arcs_).subspan(begin, begins_[range + 1] - begin));
                write_lists_of(range, arcs, offsets + 1, lists + begin);
            };
        });
        add_up(team_, std::span(offsets + 1, n_));
    }

    // Leaves the length of each list in `ends`.
    void write_lists_of(std::size_t range, std::span<Arc const> arcs, EdgeOffset* ends, VertexId* lists) const {
        auto const first = static_cast<VertexId>(range << ranges_.shift);
        auto const last = static_cast<VertexId>(std::min<std::size_t>((range + 1) << ranges_.shift, n_));
        std::fill(ends + first, ends + last, 0);
        for (Arc const& arc : arcs) ++ends[arc.from];
        EdgeOffset next = 0;
        for (VertexId v = first; v < last; ++v) next += std::exchange(ends[v], next);
        for (Arc const& arc : arcs) lists[ends[arc.from]++] = arc.to;
        EdgeOffset kept = 0, from = 0;
        for (VertexId v = first; v < last; ++v) {
            EdgeOffset const begin = kept;
            for (; from < ends[v]; ++from) {
                if (kept == begin || lists[kept - 1] != lists[from]) lists[kept++] = lists[from];
            }
            ends[v] = kept - begin;
        }
    }

    void close_gaps(BuiltArrays& arrays, VertexId const* lists) {
        arrays.neighbours.resize(arrays.offsets.back());
        for_ranges([&] {
            return [&](std::size_t range) {
                EdgeOffset const begin = arrays.offsets[range << ranges_.shift];
                EdgeOffset const end = arrays.offsets[std::min<std::size_t>((range + 1) << ranges_.shift, n_)];
                std::copy_n(lists + begins_[range], end - begin, arrays.neighbours.data() + begin);
            };
        });
    }

    VertexId n_;
    Team& team_;
    std::uint64_t loops_ = 0;
    Ranges ranges_{0, 0};
    BucketBegins begins_;
    UnfilledVector<Arc> arcs_;
};

} // namespace

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids,
                       Team& team) {
    if (!original_ids.empty() && original_ids.size() != vertex_count) {
        throw InputError(fmt::format("{} original ids for {} vertices; give one per vertex or none",
                                     original_ids.size(), vertex_count));
    }
    require_distinct(original_ids);
    return Building(vertex_count, edges, team).run(std::move(original_ids));
}

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids) {
    Team team(team_size(edges.size(), 0));
    return graph_from_edges(vertex_count, edges, std::move(original_ids), team);
}

} // namespace cerrado
