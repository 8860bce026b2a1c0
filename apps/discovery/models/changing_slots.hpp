// The slots of one random graph, which the lanes of a worker change together; see switching.hpp.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pairs.hpp"

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/warp/detail/byte_product.hpp>
#include <cerrado/warp/detail/warp.hpp>

namespace cerrado::discovery {

// The data that all random graphs share, and the slots with which they begin.
struct SlotsRef {
    NullModel model;
    bool has_ordered_pairs;                 // true: (u, v) and (v, u) are different pairs
    Slot arcs, slots;                       // arcs come first
    ArrayRef<VertexId> sources;             // by slot
    ArrayRef<std::uint32_t> ends;           // by slot: the target of an arc, the other slot of an edge
    ArrayRef<Slot> first_arcs, first_edges; // by vertex, with one more entry
    ArrayRef<std::uint32_t> classes;        // by vertex; only for the model `jdm`
    ArrayRef<std::uint32_t> index;          // words of the PairIndex
    PairIndex places;
    SlotClasses alike{}; // only with labels
};

// Changes the slots of one random graph. Lanes: all call its functions together, each with a step of its own.
template <class W> class ChangingSlots {
public:
    CERRADO_FN ChangingSlots(W const& warp, SlotsRef const& shared, std::uint32_t* ends, std::uint32_t* index)
        : warp_(warp),
          shared_(shared),
          ends_(ends),
          index_(index) {}

    CERRADO_FN void begin() const {
        fill(ends_, shared_.slots, [&](std::uint64_t i) { return shared_.ends[i]; });
        fill(index_, shared_.index.size(), [&](std::uint64_t i) { return shared_.index[i]; });
        warp_.sync();
    }
    // Replaces the other slots of edges by the targets. No steps can follow.
    CERRADO_FN void end() const {
        fill(ends_ + shared_.arcs, shared_.slots - shared_.arcs,
             [&](std::uint64_t i) { return target_of_edge(shared_.arcs + static_cast<Slot>(i)); });
    }

    // Takes the steps from `first` to before `end`. Returns: the number of steps that changed the graph.
    CERRADO_FN Count take_steps(std::uint64_t first, std::uint64_t end, std::uint64_t seed,
                                std::uint32_t number) const {
        Count taken = 0;
        while (first < end) {
            std::uint64_t const step = first + static_cast<std::uint64_t>(warp_.lane());
            Look const look = step < end ? look_at(draw(step, seed, number)) : Look{};
            if (steps_ahead > 0 && step + steps_ahead < end) fetch(draw(step + steps_ahead, seed, number));
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
    // The slots of a step are prefetched that many steps before it; 0: never. The host does not prefetch by W.
    static constexpr std::uint64_t steps_ahead = W::width == 1 ? 0 : W::width;

    // The bucket of a pair, as it was read.
    struct Bucket {
        FourWords words{};
        PairIndex::Place place{0, 1};
    };
    // A word of the index, with the value that was read.
    struct Cell {
        std::uint32_t place = 0, seen = 0;
    };
    // A step with its vertices. A switch replaces x to y and p to q by x to q and p to y. A path x > y > p > q, in
    // which q may be x, has the slots `one`, `other` and `third`.
    struct Look {
        SwitchDraw draw{};
        Slot third = 0;
        Slot of_one = 0, of_other = 0; // the other slots of two edges
        VertexId x = 0, y = 0, p = 0, q = 0;
        bool changes = false;          // true: the step changes the graph
        bool is_open = false;          // true: the outcome depends on the targets of slots
        bool moves_pairs = false;      // true: it takes x y and p q out of the index, and adds two others
        Cell removed[2]{}, added[2]{}; // their words
    };
    struct TwoPairs {
        Edge one, other;
    };
    static CERRADO_FN TwoPairs added_by(Look const& look) {
        if (look.draw.turns_path) return {{look.x, look.p}, {look.y, look.q}};
        return {{look.x, look.q}, {look.p, look.y}};
    }
    // Writes read(i) to each place i. A lane reads several words before it writes them, to wait for memory less often.
    template <class Read> CERRADO_FN void fill(std::uint32_t* to, std::uint64_t count, Read const& read) const {
        constexpr std::uint64_t at_once = 4;
        for (auto i = static_cast<std::uint64_t>(warp_.lane()); i < count; i += at_once * W::width) {
            std::uint32_t words[at_once];
            for (std::uint64_t j = 0; j < at_once; ++j) {
                std::uint64_t const place = i + j * W::width;
                words[j] = place < count ? read(place) : 0;
            }
            for (std::uint64_t j = 0; j < at_once; ++j) {
                std::uint64_t const place = i + j * W::width;
                if (place < count) to[place] = words[j];
            }
        }
    }

    CERRADO_FN SwitchDraw draw(std::uint64_t step, std::uint64_t seed, std::uint32_t number) const {
        return drawn_switch(step, random_words(seed, number, step, DrawnFor::switches), shared_.arcs, shared_.slots,
                            shared_.alike);
    }
    CERRADO_FN void fetch(SwitchDraw const& draw) const {
        W::prefetch(ends_ + draw.one);
        if (!draw.turns_path) W::prefetch(ends_ + draw.other);
    }

    // Does the part of a step that does not depend on other pairs. Lanes: any.
    CERRADO_FN Look look_at(SwitchDraw const& draw) const {
        Look look{.draw = draw, .x = shared_.sources[draw.one], .y = ends_[draw.one], .is_open = true};
        if (draw.turns_path) return look_at_path(look);
        look.p = shared_.sources[draw.other];
        look.q = ends_[draw.other];
        if (draw.one >= shared_.arcs) {
            look.of_one = look.y;
            look.of_other = look.q;
            look.y = shared_.sources[look.of_one];
            look.q = shared_.sources[look.of_other];
        }
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
        look.p = ends_[look.draw.other];
        Range const of_z = range(shared_.first_arcs, look.p);
        if (of_z.size() == 0) return look;
        look.third = of_z.begin + take_choice(choice, of_z.size());
        look.q = ends_[look.third];
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
        VertexId const x = look.x, y = look.y, p = look.p, q = look.q;
        bool const is_cycle = turns && q == x;
        auto const [one, other] = added_by(look);
        look.moves_pairs = look.changes && (shared_.has_ordered_pairs || !is_cycle);
        Bucket const to_one = bucket(look.moves_pairs, one), to_other = bucket(look.moves_pairs, other);
        Bucket const of_one = bucket(look.moves_pairs, {x, y}), of_other = bucket(look.moves_pairs, {p, q});
        look.removed[0] = own(of_one);
        look.removed[1] = own(of_other);
        look.added[0] = free(to_one);
        look.added[1] = free(to_other);
        bool const is_one_joined = joined(to_one, one), is_other_joined = joined(to_other, other);
        look.changes = look.changes && !is_one_joined && !is_other_joined;
        bool const asks_middle = look.changes && turns && shared_.has_ordered_pairs; // the turned middle arc is new
        if (warp_.any(asks_middle) && is_joined(asks_middle, {p, y})) look.changes = false;
        bool const asks = look.changes && shared_.model == NullModel::global && !is_cycle;
        if (!warp_.any(asks)) return look;
        int const before = int{is_joined(asks, {y, x})} + int{is_joined(asks, {q, p})};
        int const after = int{is_joined(asks, {one.target, x})} + // numbers of mutual edges
                          int{is_joined(asks, {other.target, other.source})};
        if (asks) look.changes = before == after;
        return look;
    }

    CERRADO_FN bool is_joined(bool asks, Edge const& pair) const { return joined(bucket(asks, pair), pair); }
    // Lanes: all, each with its own pair and bucket.
    CERRADO_FN bool joined(Bucket const& bucket, Edge const& pair) const {
        std::uint32_t const seen = own(bucket).seen;
        bool is = seen == bucket.place.own;
        bool const is_sure = is ? shared_.places.is_exact() : seen < PairIndex::several;
        for (LaneMask rest = warp_.ballot(!is_sure); rest != 0; rest &= rest - 1) {
            int const asker = lowest_bit(rest);
            bool const found = is_in_lists({warp_.shuffle(pair.source, asker), warp_.shuffle(pair.target, asker)});
            if (warp_.lane() == asker) is = found;
        }
        return is;
    }

    struct Range {
        Slot begin, end;
        CERRADO_FN Slot size() const { return end - begin; }
    };
    static CERRADO_FN Range range(ArrayRef<Slot> const& first, VertexId v) { return {first[v], first[v + 1]}; }

    // Searches the arcs from u, also those from v if pairs have no order, and the shorter list of edges. Lanes: all,
    // with the same arguments.
    CERRADO_FN bool is_in_lists(Edge const& pair) const {
        VertexId const u = pair.source, v = pair.target;
        Range const from_u = range(shared_.first_arcs, u), from_v = range(shared_.first_arcs, v);
        Range const at_u = range(shared_.first_edges, u), at_v = range(shared_.first_edges, v);
        bool const is_u_shorter = at_u.size() < at_v.size();
        Range const edges = is_u_shorter ? at_u : at_v;
        std::uint64_t const first = from_u.size();
        std::uint64_t const second = first + (shared_.has_ordered_pairs ? 0 : from_v.size());
        std::uint64_t const all = second + edges.size();
        auto const is_at = [&](std::uint64_t place) {
            if (place >= second)
                return target_of_edge(edges.begin + static_cast<Slot>(place - second)) == (is_u_shorter ? v : u);
            bool const is_from_u = place < first;
            return ends_[is_from_u ? from_u.begin + place : from_v.begin + (place - first)] == (is_from_u ? v : u);
        };
        constexpr std::uint64_t at_once = 4; // words of a lane, so that it waits for memory less often
        for (std::uint64_t begin = 0; begin < all; begin += at_once * W::width) {
            bool is_there = false;
            for (std::uint64_t j = 0; j < at_once; ++j) {
                std::uint64_t const place = begin + j * W::width + static_cast<std::uint64_t>(warp_.lane());
                is_there |= is_at(place < all ? place : all - 1);
            }
            if (warp_.any(is_there)) return true;
        }
        return false;
    }
    CERRADO_FN VertexId target_of_edge(Slot slot) const { return shared_.sources[ends_[slot]]; }

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
        if (take) {
            move_pairs(look);
            look.draw.turns_path ? turn_path(look) : switch_ends(look);
        }
        warp_.sync();
    }
    CERRADO_FN void move_pairs(Look const& look) const {
        bool const is_middle_moved = look.draw.turns_path && shared_.has_ordered_pairs;
        if (is_middle_moved) remove({look.y, look.p});
        if (is_middle_moved) add({look.p, look.y});
        if (!look.moves_pairs) return;
        auto const [one, other] = added_by(look);
        // Tries all four words at once, to wait for memory only once. Repeats those that changed meanwhile.
        bool const is_removed[2] = {try_remove(look.removed[0]), try_remove(look.removed[1])};
        bool const is_added[2] = {try_add(look.added[0], place(one).own), try_add(look.added[1], place(other).own)};
        if (!is_removed[0]) remove({look.x, look.y});
        if (!is_removed[1]) remove({look.p, look.q});
        if (!is_added[0]) add(one);
        if (!is_added[1]) add(other);
    }
    CERRADO_FN void turn_path(Look const& look) const {
        ends_[look.draw.one] = look.p;
        ends_[look.draw.other] = look.q;
        ends_[look.third] = look.y;
    }
    CERRADO_FN void switch_ends(Look const& look) const {
        Slot const one = look.draw.one, other = look.draw.other;
        bool const are_edges = one >= shared_.arcs;
        ends_[one] = are_edges ? look.of_other : look.q;
        ends_[other] = are_edges ? look.of_one : look.y;
        if (!are_edges) return;
        ends_[look.of_one] = other; // the slot at y
        ends_[look.of_other] = one;
    }

    CERRADO_FN PairIndex::Place place(Edge const& pair) const {
        return shared_.places.place_of(pair_of(pair, shared_.has_ordered_pairs));
    }
    CERRADO_FN Bucket bucket(bool asks, Edge const& pair) const {
        if (!asks) return {};
        PairIndex::Place const at = place(pair);
        return {read_at_once(reinterpret_cast<FourWords const*>(index_ + at.first)), at};
    }
    // The same while other lanes change the index.
    CERRADO_FN Bucket bucket_now(Edge const& pair) const {
        Bucket now{.place = place(pair)};
        for (std::uint32_t i = 0; i < 4; ++i) now.words.word[i] = W::lane_add(index_ + now.place.first + i, 0u);
        return now;
    }
    // Returns: the word of the pair, or the last word if it has none.
    static CERRADO_FN Cell own(Bucket const& bucket) { return first_with(bucket, bucket.place.own); }
    // Returns: the word where the pair can be added.
    static CERRADO_FN Cell free(Bucket const& bucket) { return first_with(bucket, 0); }
    static CERRADO_FN Cell first_with(Bucket const& bucket, std::uint32_t value) {
        std::uint32_t const place = PairIndex::first_with(value, 0, bucket.words.word);
        std::uint32_t const last = bucket.words.word[3];
        return {bucket.place.first + place, place < 3 ? value : last};
    }
    CERRADO_FN bool try_add(Cell const& cell, std::uint32_t own) const {
        return W::lane_cas(index_ + cell.place, cell.seen, PairIndex::with_one_more(cell.seen, own)) == cell.seen;
    }
    CERRADO_FN bool try_remove(Cell const& cell) const {
        return W::lane_cas(index_ + cell.place, cell.seen, PairIndex::with_one_less(cell.seen)) == cell.seen;
    }
    CERRADO_FN void add(Edge const& pair) const {
        while (!try_add(free(bucket_now(pair)), place(pair).own)) {
        }
    }
    CERRADO_FN void remove(Edge const& pair) const {
        while (!try_remove(own(bucket_now(pair)))) {
        }
    }

    W const& warp_;
    SlotsRef const& shared_;
    std::uint32_t* ends_; // see SlotsRef
    std::uint32_t* index_;
};

} // namespace cerrado::discovery
