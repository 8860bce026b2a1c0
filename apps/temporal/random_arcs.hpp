// Random graphs with the arcs of a graph, made where runs read them. A batch of them lies one behind the other, as a graph of
// many parts, whose times are so far apart that no match has arcs of two. They are those of random_arcs().
#pragma once

#include "temporal/temporal.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/core/detail/philox.hpp>

#include <cstdint>

namespace cerrado::temporal {

// The random numbers of a graph. A stream is for one purpose.
struct RandomNumbers {
    enum class Stream : std::uint8_t { times, uniform, intervals, timelines, targets, swaps };

    std::uint64_t seed = 0;
    std::uint32_t graph = 0;
    Stream stream = Stream::times;

    CERRADO_FN std::uint64_t word(std::uint32_t item, std::uint32_t attempt = 0) const {
        std::uint32_t counter[] = {item, graph, static_cast<std::uint32_t>(stream), attempt};
        philox(seed, counter);
        return std::uint64_t{counter[1]} << 32 | counter[0];
    }
    static constexpr int key_bits = 48; // of a key by which items are sorted, so that a graph's number fits before it
    CERRADO_FN std::uint64_t key(std::uint32_t item) const { return word(item) >> (64 - key_bits); }
    CERRADO_FN std::uint64_t below(std::uint64_t bound, std::uint32_t item, std::uint32_t attempt = 0) const {
        std::uint64_t const own = word(item, attempt);
        return bound == 0 ? own : static_cast<std::uint64_t>(WideCount{own} * bound >> 64); // 0: 2^64
    }
};

// Mends a graph's loops, by ascending rank. Requires: as many arcs leave and enter each vertex as in a graph without loops.
// Then another arc can always be found that exchanges its target with the loop's: were there none for a loop at x, each arc
// would leave x or enter x, and fewer arcs enter x from others than the graph without loops has.
class LoopMender {
public:
    CERRADO_FN LoopMender(VertexId const* source, VertexId* target, Rank arcs, RandomNumbers const& numbers)
        : source_(source),
          target_(target),
          arcs_(arcs),
          numbers_(numbers) {}

    CERRADO_FN bool is_loop(Rank rank) const { return source_[rank] == target_[rank]; }
    CERRADO_FN void mend(Rank rank) const {
        constexpr std::uint32_t attempts = 64;
        Rank other = 0;
        for (std::uint32_t attempt = 0; attempt < attempts; ++attempt) {
            other = static_cast<Rank>(numbers_.below(arcs_, rank, attempt));
            if (fits(rank, other)) return exchange(rank, other);
        }
        while (!fits(rank, other)) other = other + 1 < arcs_ ? other + 1 : 0;
        exchange(rank, other);
    }

private:
    CERRADO_FN bool fits(Rank rank, Rank other) const {
        return target_[other] != source_[rank] && target_[rank] != source_[other];
    }
    CERRADO_FN void exchange(Rank rank, Rank other) const {
        VertexId const own = target_[rank];
        target_[rank] = target_[other];
        target_[other] = own;
    }

    VertexId const* source_;
    VertexId* target_;
    Rank arcs_;
    RandomNumbers const& numbers_;
};

// The pairs of vertices that have arcs, by source and target.
struct ArcPairs {
    std::uint32_t pairs = 0;
    Rank const* arcs = nullptr;           // by pair, and then ascending
    std::uint32_t const* begin = nullptr; // by pair, and the end of all
    std::uint32_t const* of = nullptr;    // by place in `arcs`
};

// A batch is made of these.
struct RandomWork {
    ArcArrays given;
    Slices slices;
    RandomNumbers numbers;                     // of the first graph
    std::uint64_t first_time = 0, spacing = 0; // of the given graph, and between graphs
    std::uint32_t items_of_job = 0;

    CERRADO_FN std::uint64_t arcs() const { return std::uint64_t{slices.graphs} * slices.arcs; }
    CERRADO_FN RandomNumbers numbers_of(std::uint64_t graph) const {
        RandomNumbers own = numbers;
        own.graph += static_cast<std::uint32_t>(graph);
        return own;
    }
    // Returns: a time of the given graph in one of the batch.
    CERRADO_FN std::uint64_t time_in(std::uint64_t graph, std::int64_t time) const {
        return static_cast<std::uint64_t>(time) - first_time + graph * spacing;
    }
};

// Makes keys by which the items of each graph are permuted.
struct PermutationKeys : RandomWork {
    std::uint32_t items = 0; // of a graph
    std::uint64_t* keys = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, std::uint64_t{slices.graphs} * items, items_of_job, [&](std::uint64_t i) {
            keys[i] =
                i / items << RandomNumbers::key_bits | numbers_of(i / items).key(static_cast<std::uint32_t>(i % items));
        });
    }
};

// Draws times. `end`: of the span; 0: 2^64.
struct UniformKeys : RandomWork {
    std::uint64_t end = 0;
    std::uint64_t* keys = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs(), items_of_job, [&](std::uint64_t i) {
            std::uint64_t const graph = i / slices.arcs;
            keys[i] = graph * spacing + numbers_of(graph).below(end, static_cast<std::uint32_t>(i % slices.arcs));
        });
    }
};

// Makes keys by which the arcs are sorted, then, by PairKeys, those of each pair, whose first arc stays the first.
struct IntervalKeys : RandomWork {
    ArcPairs pairs;
    std::uint64_t* keys = nullptr; // by place in pairs.arcs

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs(), items_of_job, [&](std::uint64_t i) {
            std::uint64_t const place = i % slices.arcs;
            bool const is_first = pairs.begin[pairs.of[place]] == place;
            keys[i] = is_first ? 0 : numbers_of(i / slices.arcs).key(pairs.arcs[place]);
        });
    }
};
struct PairKeys : RandomWork {
    ArcPairs pairs;
    std::uint32_t const* places = nullptr; // sorted by IntervalKeys
    std::uint64_t* keys = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs(), items_of_job, [&](std::uint64_t i) {
            keys[i] = std::uint64_t{places[i] / slices.arcs} * pairs.pairs + pairs.of[places[i] % slices.arcs];
        });
    }
};
// Adds up the intervals of each pair: the times of its arcs.
struct IntervalTimes : RandomWork {
    ArcPairs pairs;
    std::uint32_t const* places = nullptr; // sorted by IntervalKeys
    std::uint32_t const* order = nullptr;  // of these, sorted by PairKeys
    std::uint64_t* keys = nullptr;         // the times, by rank

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, std::uint64_t{slices.graphs} * pairs.pairs, items_of_job, [&](std::uint64_t i) {
            std::uint64_t const graph = i / pairs.pairs, pair = i % pairs.pairs, base = graph * slices.arcs;
            std::uint64_t time = time_in(graph, given.time[pairs.arcs[pairs.begin[pair]]]);
            for (std::uint64_t at = pairs.begin[pair]; at < pairs.begin[pair + 1]; ++at) {
                std::uint64_t const place = places[order[base + at]] - base; // of an arc, and the interval before it
                if (at != pairs.begin[pair])
                    time += static_cast<std::uint64_t>(given.time[pairs.arcs[place]]) -
                            static_cast<std::uint64_t>(given.time[pairs.arcs[place - 1]]);
                keys[base + pairs.arcs[at]] = time;
            }
        });
    }
};

// Gives each arc of a pair the ends of the pair that gets its series of times.
struct TimelineEnds : RandomWork {
    ArcPairs pairs;
    std::uint32_t const* places = nullptr; // the pairs, permuted
    std::uint32_t* ends = nullptr;         // by rank: an arc of that pair

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, std::uint64_t{slices.graphs} * pairs.pairs, items_of_job, [&](std::uint64_t i) {
            std::uint64_t const graph = i / pairs.pairs, base = graph * slices.arcs;
            std::uint64_t const pair = i % pairs.pairs, series = places[i] - graph * pairs.pairs;
            for (std::uint64_t at = pairs.begin[series]; at < pairs.begin[series + 1]; ++at)
                ends[base + pairs.arcs[at]] = static_cast<std::uint32_t>(base + pairs.arcs[pairs.begin[pair]]);
        });
    }
};

// Makes the arcs of a batch.
struct TakeArcs : RandomWork {
    std::uint32_t const *source_of = nullptr, *target_of = nullptr; // by rank: the arc that has the end; null: the same
    std::uint64_t const* time_of = nullptr;                         // by rank; null: as in the given graph
    std::uint64_t add_to_time = 0;
    VertexId *source = nullptr, *target = nullptr;
    std::int64_t* time = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs(), items_of_job, [&](std::uint64_t i) {
            std::uint64_t const graph = i / slices.arcs, base = graph * slices.arcs, rank = i - base;
            VertexId const first = static_cast<VertexId>(graph) * slices.vertices;
            source[i] = first + given.source[source_of == nullptr ? rank : source_of[i] - base];
            target[i] = first + given.target[target_of == nullptr ? rank : target_of[i] - base];
            std::uint64_t const own = time_of == nullptr ? time_in(graph, given.time[rank]) : time_of[i];
            time[i] = static_cast<std::int64_t>(own + add_to_time);
        });
    }
};

// A job is a graph.
struct MendLoops : RandomWork {
    VertexId const* source = nullptr;
    VertexId* target = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const base = te.number() * slices.arcs;
        RandomNumbers const own = numbers_of(te.number());
        LoopMender const mender(source + base, target + base, slices.arcs, own);
        for (std::uint64_t first = 0; first < slices.arcs; first += W::width) {
            std::uint64_t const rank = first + static_cast<std::uint64_t>(te.warp().lane());
            bool const is_one = rank < slices.arcs && mender.is_loop(static_cast<Rank>(rank));
            LaneMask const loops = te.warp().ballot(is_one);
            if (loops == 0) continue;
            if (te.warp().lane() == 0) {
                for (LaneMask left = loops; left != 0; left &= left - 1) {
                    Rank const loop = static_cast<Rank>(first) + static_cast<Rank>(lowest_bit(left));
                    if (mender.is_loop(loop)) mender.mend(loop); // an earlier one may have exchanged with it
                }
            }
            te.warp().sync();
        }
    }
};

} // namespace cerrado::temporal
