// Switching: the random graphs of a null model, a worker each.
//
// Problem. A random graph takes ten steps for each edge, one after the other, and a search for motifs wants a thousand
// graphs. Most of a step is waiting for memory.
//
// Method. A job is a random graph, and has its own targets of slots (see SwitchedGraph). The lanes look at the next
// steps together, each at one, as if it were next. A step that was changed by an earlier one of them must be looked at
// again: so they take those before the first such step, which is what one lane would do step by step. What a step reads
// and changes are pairs of its three or four vertices. So it was not changed by a step with which it shares less than
// two of them.
//
// Needs. The slots of the graph, its filter of pairs, and for each random graph its number and memory. A round takes
// some steps of each graph, so that a run can be ended.
//
// Cost. A step reads twelve words at random, or three times that number with a 3-cycle; a taken one writes as many. One
// step in four looks through lists of two vertices, all lanes together.
//
// Source. Cerrado's own; the steps are those of SwitchedGraph.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pair_filter.hpp"

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado::discovery {

// What all random graphs have alike, and what they begin with.
struct SlotsRef {
    NullModel model;
    bool has_ordered_pairs;                 // an arc either way is another pair
    int shift;                              // of the filter
    Slot arcs, slots;                       // arcs come first
    ArrayRef<VertexId> sources, targets;    // by slot
    ArrayRef<Slot> other_ends;              // by slot of an edge
    ArrayRef<Slot> first_arcs, first_edges; // by vertex, and one more
    ArrayRef<std::uint32_t> classes;        // by vertex; of the model `jdm` alone
    ArrayRef<std::uint32_t> filter;         // four counts in a word
};

// The slots of one random graph, while its lanes change them. Lanes: all call its functions, each with a step of its own.
template <class W> class ChangingSlots {
public:
    CERRADO_FN ChangingSlots(W const& warp, SlotsRef const& shared, VertexId* targets, Slot* other_ends,
                             std::uint32_t* filter)
        : warp_(warp),
          shared_(shared),
          targets_(targets),
          other_ends_(other_ends),
          filter_(filter) {}

    CERRADO_FN void begin() const {
        copy(targets_, shared_.targets);
        copy(other_ends_, shared_.other_ends);
        copy(filter_, shared_.filter);
        warp_.sync();
    }

    // Takes the steps from `first` to `end`. Returns: how many of them changed the graph.
    CERRADO_FN Count take_steps(std::uint64_t first, std::uint64_t end, std::uint64_t seed,
                                std::uint32_t number) const {
        Count taken = 0;
        while (first < end) {
            std::uint64_t const step = first + static_cast<std::uint64_t>(warp_.lane());
            Look const look = step < end
                                  ? look_at(drawn_switch(step, random_words(seed, number, step, DrawnFor::switches),
                                                         shared_.arcs, shared_.slots))
                                  : Look{};
            Look const known = decided(look);
            LaneMask const changing = warp_.ballot(known.changes);
            LaneMask const late = warp_.ballot(was_changed(known, changing));
            int const done = late == 0 ? W::width : lowest_bit(late);
            apply(known, known.changes && warp_.lane() < done);
            taken += static_cast<Count>(popcount(done < 32 ? changing & ((LaneMask{1} << done) - 1) : changing));
            first += static_cast<std::uint64_t>(done);
        }
        return taken;
    }

private:
    // A step, and what it found. A switch joins x to q and p to y, where x to y and p to q were joined; a cycle x > y >
    // z > x, with z for p, has its slots in `one`, `other` and `third`.
    struct Look {
        SwitchDraw draw{};
        Slot third = 0;
        VertexId x = 0, y = 0, p = 0, q = 0;
        bool changes = false; // what it is found to do
        bool is_open = false; // what it does depends on the targets of slots
    };
    struct Pair {
        VertexId u, v;
    };

    static constexpr VertexId nobody(int lane) { return ~VertexId{0} - static_cast<VertexId>(lane); }

    template <class T> CERRADO_FN void copy(T* to, ArrayRef<T> const& from) const {
        for (std::uint64_t i = static_cast<std::uint64_t>(warp_.lane()); i < from.size(); i += W::width)
            to[i] = from[i];
    }

    // What does not depend on whether other pairs are joined. Lanes: any.
    CERRADO_FN Look look_at(SwitchDraw const& draw) const {
        Look look{.draw = draw, .x = shared_.sources[draw.one], .y = targets_[draw.one]};
        look.is_open = true;
        if (draw.turns_cycle) {
            Slot const begin = shared_.first_arcs[look.y], count = shared_.first_arcs[look.y + 1] - begin;
            look.p = look.q = look.x; // nobody else
            look.changes = count > 0;
            if (count == 0) return look;
            look.draw.other = begin + static_cast<Slot>(WideCount{draw.choice} * count >> 64);
            look.p = targets_[look.draw.other];
            look.changes = !is_jdm() || keeps_classes(look.x, look.y, look.p);
            return look;
        }
        look.p = shared_.sources[draw.other];
        look.q = targets_[draw.other];
        look.is_open = look.x != look.p;
        look.changes = look.is_open && look.y != look.q && look.x != look.q && look.p != look.y;
        if (is_jdm() && shared_.classes[look.y] != shared_.classes[look.q] &&
            shared_.classes[look.x] != shared_.classes[look.p]) {
            look.changes = false;
        }
        return look;
    }

    CERRADO_FN bool is_jdm() const { return shared_.model == NullModel::jdm; }
    CERRADO_FN bool keeps_classes(VertexId x, VertexId y, VertexId z) const {
        std::uint32_t const a = shared_.classes[x], b = shared_.classes[y], c = shared_.classes[z];
        return a == b || b == c || a == c;
    }

    // Asks which pairs are joined.
    CERRADO_FN Look decided(Look look) const {
        bool const turns = look.draw.turns_cycle;
        bool const either_way = !shared_.has_ordered_pairs && !turns;
        VertexId const x = look.x, y = look.y, p = look.p, q = look.q;
        bool const closes = has(look.changes, turns ? Pair{p, x} : Pair{x, q}, either_way);
        look.changes = look.changes && closes == turns;
        look.changes = !has(look.changes, turns ? Pair{y, x} : Pair{p, y}, either_way) && look.changes;
        bool const is_global = shared_.model == NullModel::global;
        if (warp_.any(look.changes && (turns || is_global))) {
            bool const asks = look.changes && (turns || is_global);
            bool const one = has(asks, turns ? Pair{p, y} : Pair{y, x}, false);
            bool const other = has(asks, turns ? Pair{x, p} : Pair{q, p}, false);
            int before = int{one} + int{other}, after = 0; // mutual edges
            if (is_global) {
                bool const switches = asks && !turns;
                after += int{has(switches, {q, x}, false)};
                after += int{has(switches, {y, p}, false)};
            }
            if (asks) look.changes = before == after;
        }
        if (warp_.any(look.changes && turns)) find_third(look);
        return look;
    }

    // Whether u > v is there, or they are joined at all. Lanes: each asks for its own pair, if it `asks`.
    CERRADO_FN bool has(bool asks, Pair const& pair, bool either_way) const {
        bool const may_have = asks && count_of(pair) != 0;
        bool is_there = false;
        for (LaneMask rest = warp_.ballot(may_have); rest != 0; rest &= rest - 1) {
            int const asker = lowest_bit(rest);
            VertexId const u = warp_.shuffle(pair.u, asker), v = warp_.shuffle(pair.v, asker);
            bool const both = warp_.shuffle(std::uint32_t{either_way}, asker) != 0;
            bool const found =
                find(arcs_from(u), v) != no_slot || (both && find(arcs_from(v), u) != no_slot) || has_edge(u, v);
            if (warp_.lane() == asker) is_there = found;
        }
        return is_there;
    }
    CERRADO_FN void find_third(Look& look) const {
        bool const asks = look.changes && look.draw.turns_cycle;
        for (LaneMask rest = warp_.ballot(asks); rest != 0; rest &= rest - 1) {
            int const asker = lowest_bit(rest);
            Slot const found = find(arcs_from(warp_.shuffle(look.p, asker)), warp_.shuffle(look.x, asker));
            if (warp_.lane() != asker) continue;
            look.third = found;
            look.changes = found != no_slot;
        }
    }

    struct Range {
        Slot begin, end;
    };
    static constexpr Slot no_slot = ~Slot{0};

    CERRADO_FN Range arcs_from(VertexId v) const {
        if (shared_.arcs == 0) return {0, 0};
        return {shared_.first_arcs[v], shared_.first_arcs[v + 1]};
    }
    CERRADO_FN Range edges_at(VertexId v) const { return {shared_.first_edges[v], shared_.first_edges[v + 1]}; }
    CERRADO_FN bool has_edge(VertexId u, VertexId v) const {
        if (shared_.arcs == shared_.slots) return false;
        Range const at_u = edges_at(u), at_v = edges_at(v);
        return at_u.end - at_u.begin < at_v.end - at_v.begin ? find(at_u, v) != no_slot : find(at_v, u) != no_slot;
    }
    // Lanes: all, with the same arguments.
    CERRADO_FN Slot find(Range const& range, VertexId target) const {
        for (std::uint64_t i = range.begin; i < range.end; i += W::width) {
            std::uint64_t const slot = i + static_cast<std::uint64_t>(warp_.lane());
            LaneMask const found = warp_.ballot(slot < range.end && targets_[slot] == target);
            if (found != 0) return static_cast<Slot>(i) + static_cast<Slot>(lowest_bit(found));
        }
        return no_slot;
    }

    // Whether a step of `changing` lanes before this one has two vertices of this step.
    CERRADO_FN bool was_changed(Look const& look, LaneMask changing) const {
        bool const turns = look.draw.turns_cycle;
        VertexId const own_q = turns ? nobody(warp_.lane()) : look.q;
        bool const is_double_p = look.p == look.y || look.p == look.x,
                   is_double_q = look.q == look.x || look.q == look.y;
        bool changed = false;
        for (LaneMask rest = changing; rest != 0; rest &= rest - 1) {
            int const lane = lowest_bit(rest);
            VertexId const a = warp_.shuffle(look.x, lane), b = warp_.shuffle(look.y, lane);
            VertexId const c = warp_.shuffle(look.p, lane), d = warp_.shuffle(own_q, lane);
            auto const is_one = [&](VertexId v) { return v == a || v == b || v == c || v == d; };
            int const shared = int{is_one(look.x)} + int{is_one(look.y)} + int{!is_double_p && is_one(look.p)} +
                               int{!is_double_q && is_one(own_q)};
            changed = changed || (lane < warp_.lane() && shared >= 2);
        }
        return changed && look.is_open;
    }

    // Lanes: all; those that `take` change the graph. They share no slots, and no pairs.
    CERRADO_FN void apply(Look const& look, bool take) const {
        bool const turns = look.draw.turns_cycle;
        VertexId const x = look.x, y = look.y, p = look.p, q = look.q;
        constexpr int most_pairs = 3;
        Pair const before[most_pairs] = {{x, y}, turns ? Pair{y, p} : Pair{p, q}, {p, x}};
        Pair const after[most_pairs] = {turns ? Pair{x, p} : Pair{x, q}, turns ? Pair{y, x} : Pair{p, y}, {p, y}};
        int const pairs = take ? (turns ? 3 : 2) : 0;
        std::uint32_t removed = 0, added = 0; // which of them the filter counts
        for (int i = 0; i < pairs; ++i) {
            removed |= std::uint32_t{count_of(before[i]) < full} << i;
            added |= std::uint32_t{count_of(after[i]) < full} << i;
        }
        warp_.sync(); // all have read the counts
        if (take) retarget(look);
        for (int i = 0; i < pairs; ++i) {
            if ((removed >> i & 1) != 0) add(before[i], ~std::uint32_t{0});
            if ((added >> i & 1) != 0) add(after[i], 1);
        }
        warp_.sync();
    }
    CERRADO_FN void retarget(Look const& look) const {
        Slot const one = look.draw.one, other = look.draw.other;
        if (look.draw.turns_cycle) {
            targets_[one] = look.p;
            targets_[other] = look.x;
            targets_[look.third] = look.y;
            return;
        }
        targets_[one] = look.q;
        targets_[other] = look.y;
        if (one < shared_.arcs) return;
        Slot* const ends = other_ends_ - shared_.arcs; // by slot
        Slot const of_one = ends[one], of_other = ends[other];
        targets_[of_one] = look.p; // at y
        targets_[of_other] = look.x;
        ends[of_one] = other;
        ends[of_other] = one;
        ends[one] = of_other;
        ends[other] = of_one;
    }

    // A count that has reached `full` stays there. In one step of all lanes a count grows by less than what is left to
    // 256.
    static constexpr std::uint32_t full = 128;

    CERRADO_FN std::uint64_t place_of(Pair const& pair) const {
        bool const is_as_it_is = shared_.has_ordered_pairs || pair.u < pair.v;
        return place_of_pair(is_as_it_is ? Edge{pair.u, pair.v} : Edge{pair.v, pair.u}, shared_.shift);
    }
    CERRADO_FN std::uint32_t count_of(Pair const& pair) const {
        std::uint64_t const place = place_of(pair);
        return filter_[place / 4] >> 8 * (place % 4) & 0xFF;
    }
    CERRADO_FN void add(Pair const& pair, std::uint32_t number) const {
        std::uint64_t const place = place_of(pair);
        W::lane_add(&filter_[place / 4], number << 8 * (place % 4));
    }

    W const& warp_;
    SlotsRef const& shared_;
    VertexId* targets_;
    Slot* other_ends_;
    std::uint32_t* filter_;
};

struct Switching {
    SlotsRef shared;
    ArrayRef<std::uint32_t> numbers;      // of the random graphs
    ArrayRef<ArrayRef<VertexId>> targets; // of `graphs_of_array` graphs each
    ArrayRef<Slot> other_ends;            // by graph
    ArrayRef<std::uint32_t> filters;
    ArrayRef<Count> taken;
    std::uint32_t graphs_of_array;
    std::uint64_t seed, steps, steps_of_round;

    int rounds() const { return steps == 0 ? 1 : static_cast<int>((steps + steps_of_round - 1) / steps_of_round); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const i = te.number();
        ChangingSlots<typename Traversal::WarpType> const graph(
            te.warp(), shared, targets[i / graphs_of_array].data + i % graphs_of_array * shared.slots,
            other_ends.data + i * (shared.slots - shared.arcs), filters.data + i * shared.filter.size());
        std::uint64_t const first = static_cast<std::uint64_t>(te.round()) * steps_of_round;
        std::uint64_t const end = first + steps_of_round < steps ? first + steps_of_round : steps;
        if (te.round() == 0) graph.begin();
        Count const of_round = graph.take_steps(first, end, seed, numbers[i]);
        if (te.warp().lane() == 0) taken[i] += of_round;
    }
};

} // namespace cerrado::discovery
