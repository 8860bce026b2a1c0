// The slots of one random graph, which the lanes of a worker change together; see switching.hpp.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pairs.hpp"

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/warp/detail/warp.hpp>

namespace cerrado::discovery {

// The data that all random graphs share, and the slots with which they begin.
struct SlotsRef {
    NullModel model;
    bool has_ordered_pairs;                 // true: (u, v) and (v, u) are different pairs
    Slot arcs, slots;                       // arcs come first
    ArrayRef<VertexId> sources, targets;    // by slot
    ArrayRef<Slot> other_ends;              // by slot of an edge
    ArrayRef<Slot> first_arcs, first_edges; // by vertex, with one more entry
    ArrayRef<std::uint32_t> classes;        // by vertex; only for the model `jdm`
    ArrayRef<std::uint32_t> index;          // see pair_index
    SlotClasses alike{};                    // only with labels
};

// Changes the slots of one random graph. Lanes: all call its functions together, each with a step of its own.
template <class W> class ChangingSlots {
public:
    CERRADO_FN ChangingSlots(W const& warp, SlotsRef const& shared, VertexId* targets, Slot* other_ends,
                             std::uint32_t* index)
        : warp_(warp),
          shared_(shared),
          targets_(targets),
          other_ends_(other_ends),
          index_(index) {}

    CERRADO_FN void begin() const {
        copy(targets_, shared_.targets);
        copy(other_ends_, shared_.other_ends);
        copy(index_, shared_.index);
        warp_.sync();
    }

    // Takes the steps from `first` to before `end`. Returns: the number of steps that changed the graph.
    CERRADO_FN Count take_steps(std::uint64_t first, std::uint64_t end, std::uint64_t seed,
                                std::uint32_t number) const {
        Count taken = 0;
        while (first < end) {
            std::uint64_t const step = first + static_cast<std::uint64_t>(warp_.lane());
            Look const look = step < end
                                  ? look_at(drawn_switch(step, random_words(seed, number, step, DrawnFor::switches),
                                                         shared_.arcs, shared_.slots, shared_.alike))
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
    // A cell of the index, with the value that was read.
    struct Cell {
        std::uint32_t place = 0, seen = 0;
    };
    struct Cells {
        Cell asked[2], removed[2]; // cells of a switch; it adds the pairs that it asked for
    };
    // A step with its vertices. A switch replaces x to y and p to q by x to q and p to y. A path x > y > p > q, in
    // which q may be x, has the slots `one`, `other` and `third`.
    struct Look {
        SwitchDraw draw{};
        Slot third = 0;
        Slot of_one = 0, of_other = 0; // the other slots of two edges
        VertexId x = 0, y = 0, p = 0, q = 0;
        bool changes = false; // true: the step changes the graph
        bool is_open = false; // true: the outcome depends on the targets of slots
        Cells cells{};
    };
    template <class T> CERRADO_FN void copy(T* to, ArrayRef<T> const& from) const {
        for (std::uint64_t i = static_cast<std::uint64_t>(warp_.lane()); i < from.size(); i += W::width)
            to[i] = from[i];
    }

    // Does the part of a step that does not depend on other pairs. Lanes: any.
    CERRADO_FN Look look_at(SwitchDraw const& draw) const {
        Look look{.draw = draw, .x = shared_.sources[draw.one], .y = targets_[draw.one], .is_open = true};
        if (draw.one >= shared_.arcs) {
            look.of_one = other_ends_[draw.one - shared_.arcs];
            look.of_other = other_ends_[draw.other - shared_.arcs];
        }
        if (draw.turns_path) return look_at_path(look);
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

    // Finds the vertices of a path. If the path ends early, the third and fourth vertex are set to the first.
    CERRADO_FN Look look_at_path(Look look) const {
        std::uint64_t choice = look.draw.choice;
        look.p = look.q = look.x;
        Range const of_y = range(shared_.first_arcs, look.y);
        if (look.draw.rests || of_y.size() == 0) {
            look.is_open = !look.draw.rests;
            return look;
        }
        look.draw.other = of_y.begin + take_choice(choice, of_y.size());
        look.p = targets_[look.draw.other];
        Range const of_z = range(shared_.first_arcs, look.p);
        if (of_z.size() == 0) return look;
        look.third = of_z.begin + take_choice(choice, of_z.size());
        look.q = targets_[look.third];
        look.changes = look.x != look.p && look.y != look.q && shared_.alike.are_same(look.draw.one, look.draw.other) &&
                       shared_.alike.are_same(look.draw.one, look.third);
        if (is_jdm() && !turns_within_classes(shared_.classes[look.x], shared_.classes[look.y], shared_.classes[look.p],
                                              shared_.classes[look.q])) {
            look.changes = false;
        }
        return look;
    }

    CERRADO_FN bool is_jdm() const { return shared_.model == NullModel::jdm; }

    // Decides whether the step changes the graph, by the pairs that are joined. A cycle in the model `mutual` needs no
    // such test, since only its own arcs join its pairs.
    CERRADO_FN Look decided(Look look) const {
        bool const turns = look.draw.turns_path;
        bool const either_way = !shared_.has_ordered_pairs;
        VertexId const x = look.x, y = look.y, p = look.p, q = look.q;
        bool const is_cycle = turns && q == x;
        Edge const one = turns ? Edge{x, p} : Edge{x, q}, two = turns ? Edge{y, q} : Edge{p, y};
        bool const asks_ends = look.changes && !(is_cycle && either_way);
        look.cells = {{cell(asks_ends, one), cell(asks_ends, two)},
                      {cell(look.changes && !turns, {x, y}), cell(look.changes && !turns, {p, q})}};
        bool const is_one_joined = joined(look.cells.asked[0].seen, one, either_way) != no_slot;
        bool const is_two_joined = joined(look.cells.asked[1].seen, two, either_way) != no_slot;
        look.changes = look.changes && !is_one_joined && !is_two_joined;
        bool const asks_middle = look.changes && turns && !either_way; // the turned middle arc is a new arc, too
        if (warp_.any(asks_middle) && is_joined(asks_middle, {p, y}, false)) look.changes = false;
        bool const asks = look.changes && shared_.model == NullModel::global && !is_cycle;
        if (!warp_.any(asks)) return look;
        int const before = int{is_joined(asks, {y, x}, false)} + int{is_joined(asks, {q, p}, false)};
        int const after = int{is_joined(asks, turns ? Edge{p, x} : Edge{q, x}, false)} + // numbers of mutual edges
                          int{is_joined(asks, turns ? Edge{q, y} : Edge{y, p}, false)};
        if (asks) look.changes = before == after;
        return look;
    }

    CERRADO_FN bool is_joined(bool asks, Edge const& pair, bool either_way) const {
        return joined(cell(asks, pair).seen, pair, either_way) != no_slot;
    }
    // Returns: the slot that joins the source to the target, or in either direction if `either_way`. Lanes: all, each
    // with its own pair and cell.
    CERRADO_FN Slot joined(std::uint32_t cell, Edge const& pair, bool either_way) const {
        bool const is_one = cell != 0 && cell < pair_index::several;
        Slot slot = is_one ? cell - 1 : no_slot;
        if (is_one && !joins(slot, pair, either_way)) slot = no_slot;
        for (LaneMask rest = warp_.ballot(cell >= pair_index::several); rest != 0; rest &= rest - 1) {
            int const asker = lowest_bit(rest);
            Edge const asked{warp_.shuffle(pair.source, asker), warp_.shuffle(pair.target, asker)};
            bool const both = warp_.shuffle(std::uint32_t{either_way}, asker) != 0;
            Slot const found = found_in_lists(asked, both);
            if (warp_.lane() == asker) slot = found;
        }
        return slot;
    }
    CERRADO_FN bool joins(Slot slot, Edge const& pair, bool either_way) const {
        VertexId const source = shared_.sources[slot], target = targets_[slot];
        bool const this_way = source == pair.source && target == pair.target;
        bool const that_way = source == pair.target && target == pair.source;
        return this_way || (that_way && (either_way || slot >= shared_.arcs));
    }

    static constexpr Slot no_slot = ~Slot{0};

    struct Range {
        Slot begin, end;
        CERRADO_FN Slot size() const { return end - begin; }
    };
    static CERRADO_FN Range range(ArrayRef<Slot> const& first, VertexId v) { return {first[v], first[v + 1]}; }

    // Searches the arcs from u, also those from v if `either_way`, and the shorter list of edges. Lanes: all, with the
    // same arguments.
    CERRADO_FN Slot found_in_lists(Edge const& pair, bool either_way) const {
        auto const [u, v] = pair;
        Range const from_u = range(shared_.first_arcs, u), from_v = range(shared_.first_arcs, v);
        Range const at_u = range(shared_.first_edges, u), at_v = range(shared_.first_edges, v);
        bool const is_u_shorter = at_u.size() < at_v.size();
        Range const edges = is_u_shorter ? at_u : at_v;
        std::uint64_t const first = from_u.size(), second = first + (either_way ? from_v.size() : 0);
        std::uint64_t const all = second + edges.size();
        for (std::uint64_t i = 0; i < all; i += W::width) {
            std::uint64_t const place = i + static_cast<std::uint64_t>(warp_.lane());
            std::uint64_t slot = from_u.begin + place;
            bool is_at_u = true;
            if (place >= first) {
                slot = from_v.begin + (place - first);
                is_at_u = false;
            }
            if (place >= second) {
                slot = edges.begin + (place - second);
                is_at_u = is_u_shorter;
            }
            bool const is_it = place < all && targets_[slot] == (is_at_u ? v : u);
            LaneMask const found = warp_.ballot(is_it);
            if (found != 0) return warp_.shuffle(static_cast<std::uint32_t>(slot), lowest_bit(found));
        }
        return no_slot;
    }

    // Returns: whether an earlier step of the lanes `changing` shares at least two vertices with this step.
    CERRADO_FN bool was_changed(Look const& look, LaneMask changing) const {
        bool const is_double_p = look.p == look.y || look.p == look.x,
                   is_double_q = look.q == look.x || look.q == look.y || look.q == look.p;
        bool changed = false;
        for (LaneMask rest = changing; rest != 0; rest &= rest - 1) {
            int const lane = lowest_bit(rest);
            VertexId const a = warp_.shuffle(look.x, lane), b = warp_.shuffle(look.y, lane);
            VertexId const c = warp_.shuffle(look.p, lane), d = warp_.shuffle(look.q, lane);
            auto const is_one = [&](VertexId v) { return v == a || v == b || v == c || v == d; };
            int const shared = int{is_one(look.x)} + int{is_one(look.y)} + int{!is_double_p && is_one(look.p)} +
                               int{!is_double_q && is_one(look.q)};
            changed = changed || (lane < warp_.lane() && shared >= 2);
        }
        return changed && look.is_open;
    }

    // Applies the steps of the lanes with `take`. They share no slots and no pairs. Lanes: all.
    CERRADO_FN void apply(Look const& look, bool take) const {
        warp_.sync(); // all lanes have finished reading
        if (take && look.draw.turns_path) turn_path(look);
        if (take && !look.draw.turns_path) switch_ends(look);
        warp_.sync();
    }
    CERRADO_FN void turn_path(Look const& look) const {
        VertexId const x = look.x, y = look.y, z = look.p, w = look.q;
        Slot const one = look.draw.one, other = look.draw.other;
        remove(cell(true, {x, y}));
        remove(cell(true, {y, z}));
        remove(cell(true, {z, w}));
        add(cell(true, {x, z}), one);
        add(cell(true, {z, y}), look.third);
        add(cell(true, {y, w}), other);
        targets_[one] = z;
        targets_[other] = w;
        targets_[look.third] = y;
    }
    CERRADO_FN void switch_ends(Look const& look) const {
        Slot const one = look.draw.one, other = look.draw.other;
        // Tries all four cells at once, to wait for memory only once. Repeats those that changed meanwhile.
        bool const is_removed[2] = {try_remove(look.cells.removed[0]), try_remove(look.cells.removed[1])};
        bool const is_added[2] = {try_add(look.cells.asked[0], one), try_add(look.cells.asked[1], other)};
        for (int i = 0; i < 2; ++i) {
            if (!is_removed[i]) remove(look.cells.removed[i]);
            if (!is_added[i]) add(look.cells.asked[i], i == 0 ? one : other);
        }
        targets_[one] = look.q;
        targets_[other] = look.y;
        if (one < shared_.arcs) return;
        Slot* const ends = other_ends_ - shared_.arcs; // indexed by slot
        targets_[look.of_one] = look.p;                // the slot at y
        targets_[look.of_other] = look.x;
        ends[look.of_one] = other;
        ends[look.of_other] = one;
        ends[one] = look.of_other;
        ends[other] = look.of_one;
    }

    CERRADO_FN Cell cell(bool asks, Edge const& pair) const {
        if (!asks) return {};
        std::uint32_t const place =
            pair_index::place_of(pair_of(pair, shared_.has_ordered_pairs), shared_.index.size());
        return {place, index_[place]};
    }
    CERRADO_FN bool try_add(Cell const& cell, Slot slot) const {
        return W::lane_cas(index_ + cell.place, cell.seen, pair_index::with_one_more(cell.seen, slot)) == cell.seen;
    }
    CERRADO_FN bool try_remove(Cell const& cell) const {
        return W::lane_cas(index_ + cell.place, cell.seen, pair_index::with_one_less(cell.seen)) == cell.seen;
    }
    CERRADO_FN void add(Cell cell, Slot slot) const {
        do cell.seen = W::lane_add(index_ + cell.place, 0u);
        while (!try_add(cell, slot));
    }
    CERRADO_FN void remove(Cell cell) const {
        do cell.seen = W::lane_add(index_ + cell.place, 0u);
        while (!try_remove(cell));
    }

    W const& warp_;
    SlotsRef const& shared_;
    VertexId* targets_;
    Slot* other_ends_;
    std::uint32_t* index_;
};

} // namespace cerrado::discovery
