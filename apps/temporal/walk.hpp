// The walk of a lane over the matches of a pattern, arc by arc.
#pragma once

#include "temporal/temporal.hpp"

namespace cerrado::temporal {

// How the arcs of a pattern are found one after the other. It is data that all lanes read alike.
struct WalkPlan {
    static constexpr int max_arcs = 12, max_vertices = 8;
    using Positions = std::uint16_t; // bit i: the i-th arc of the walk
    using Vertices = std::uint8_t;

    enum class From : std::uint8_t { out_of, into, between }; // the bound ends: the source, the target, both

    // The conditions on the arc that follows those before it. A condition that another one implies is left out.
    struct Step {
        std::uint8_t arc = 0;          // of the pattern
        std::uint8_t from = 0, to = 0; // vertices of the pattern
        bool is_either = false;        // or from `to` to `from`
        From list = From::between;
        Vertices bound = 0;              // before this step
        Positions after = 0, before = 0; // in time: it is after these, and before those
        Positions above = 0, below = 0;  // its rank is above theirs, and below theirs
        Positions latest = 0;            // it is at most delta before these, of which one is the latest so far
        Positions earliest = 0;          // at most delta after these, of which one is the earliest so far
        std::int8_t gap_after = -1;      // the position of the arc at most `gap` earlier, or -1
        std::int8_t gap_before = -1;     // that of the one at most `next_gap` later
        std::int64_t gap = 0, next_gap = 0;
        // The arc of the walk, or -1, near to whose place in the list the arcs of this step lie, and which of ArcPlaces has it. The list
        // is that of `from` if both ends are bound.
        std::int8_t near = -1;
        std::uint8_t near_in = 0;
    };

    std::int8_t arcs = 0, vertices = 0;
    bool is_consecutive = false;
    bool counts_last = true; // the last arc is counted by searches: nothing depends on which it is
    // From this step on, all vertices are known, and each arc is after all arcs before it: a match is a word, whose letters are
    // pairs of vertices. Or max_arcs.
    std::int8_t word = max_arcs;
    bool is_forward = false; // each arc is after the one before it, and nothing else bounds its time but delta
    // Bit i: the vertex of the graph, or the arc of a rank, bears a label that vertex i, or arc i, of the pattern asks for.
    // Null: the pattern asks for none.
    std::uint8_t const* vertex_fits = nullptr;
    std::uint16_t const* arc_fits = nullptr;
    VertexId vertices_of_graph = 0; // after which `vertex_fits` begins again
    Step step[max_arcs];
    std::uint8_t position_of[max_arcs] = {}; // in the walk, by arc of the pattern
};

// The place of each arc in the lists of its ends, by rank, or of the first arc after it. Null: not made.
struct ArcPlaces {
    enum In : std::uint8_t { out_of_source, out_of_target, into_source, into_target, kinds };
    std::uint32_t* of[kinds] = {};
};

struct FindPlaces {
    ArcArrays arcs;
    ArcPlaces places;
    Rank arcs_of_job = 0;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs.arcs, arcs_of_job, [&](std::uint64_t i) {
            auto const rank = static_cast<Rank>(i);
            auto const place = [&](RankList const& list) { return static_cast<std::uint32_t>(list.place(rank)); };
            if (places.of[ArcPlaces::out_of_source] != nullptr) places.of[ArcPlaces::out_of_source][arcs.out[i]] = rank;
            if (places.of[ArcPlaces::into_target] != nullptr) places.of[ArcPlaces::into_target][arcs.in[i]] = rank;
            if (places.of[ArcPlaces::out_of_target] != nullptr)
                places.of[ArcPlaces::out_of_target][i] = place(arcs.out_of(arcs.target[i]));
            if (places.of[ArcPlaces::into_source] != nullptr)
                places.of[ArcPlaces::into_source][i] = place(arcs.into(arcs.source[i]));
        });
    }
};

// The rest of a walk from one of its levels on: the arcs that it took, and the places of the next one.
struct WalkPart {
    Rank rank[WalkPlan::max_arcs];
    VertexId image[WalkPlan::max_vertices];
    std::uint32_t slot = 0;
    std::uint8_t depth = 0, side = 0;
    std::uint32_t begin = 0, end = 0; // of a list; none: nothing is left
};

class LaneWalk {
public:
    CERRADO_FN LaneWalk(ArcArrays const& arcs, Times const& times, ArcPlaces const& places)
        : arcs_(arcs),
          times_(times),
          places_(places) {}

    // Begins, or goes on, with what is left of a walk.
    CERRADO_FN void take(WalkPlan const& plan, WalkPart const& part) {
        take(plan, part.depth, part.side, part.begin, part.end);
        for (int i = 0; i < part.depth; ++i) rank_[i] = part.rank[i];
        for (int v = 0; v < plan.vertices; ++v) image_[v] = part.image[v];
    }
    // Begins with a first arc; side 1: its source is the pattern's target.
    CERRADO_FN void take_first(WalkPlan const& plan, Rank rank, int side) { take(plan, 0, side, rank, rank + 1); }
    CERRADO_FN bool is_over() const { return depth_ < base_; }

    // Goes on a little. Returns: the matches that were found, at most one unless `counts`, which counts them and does not visit one by
    // one. Requires: the walk is not over.
    template <bool counts> CERRADO_FN WideCount step() {
        ++cost_;
        bool has_arc = false;
        for (int candidate = 0; candidate < 8 && !has_arc;
             ++candidate) { // so that lanes seldom wait for one that has an arc
            if (at_[depth_] < end_[depth_]) {
                has_arc = takes(depth_, side_[depth_], at_[depth_]++);
            } else if (has_other_side(depth_)) {
                open_side(depth_, ++side_[depth_]);
            } else if (--depth_ < base_) {
                return 0;
            }
        }
        if (!has_arc) return 0;
        return depth_ == plan_->arcs - 1 ? WideCount{is_match()} : enter<counts>(depth_ + 1);
    }
    // Steps so far, of all walks. A walk that reaches the most need not count right any more.
    CERRADO_FN Count cost() const { return cost_; }
    CERRADO_FN void set_most_cost(Count most) { most_cost_ = most; }

    // Returns: a bound on the parts that hand_on() gives, each in pieces.
    template <class PiecesOf>
    CERRADO_FN std::uint64_t parts_left(PiecesOf const& pieces_of, std::uint64_t most_pieces) const {
        std::uint64_t found = 0;
        for (int depth = base_; depth <= depth_; ++depth)
            found += pieces_of(end_[depth] - at_[depth]) + (has_other_side(depth) ? most_pieces : 0);
        return found;
    }
    // Calls give(part, begin, end) for what is left of each level, and is over.
    template <class Give> CERRADO_FN void hand_on(Give const& give) {
        for (int depth = base_; depth <= depth_; ++depth) {
            WalkPart part;
            part.depth = static_cast<std::uint8_t>(depth);
            for (;;) {
                for (int i = 0; i < depth; ++i) part.rank[i] = rank_[i];
                for (int v = 0; v < plan_->vertices; ++v) part.image[v] = image_[v];
                part.side = side_[depth];
                if (at_[depth] < end_[depth]) give(part, at_[depth], end_[depth]);
                if (!has_other_side(depth)) break;
                open_side(depth, ++side_[depth]);
            }
        }
        depth_ = base_ - 1;
    }

    // The match's arcs and vertices, by those of the pattern.
    CERRADO_FN Rank arc(int i) const { return rank_[plan_->position_of[i]]; }
    CERRADO_FN VertexId vertex(int i) const { return image_[i]; }

private:
    using Step = WalkPlan::Step;
    using Positions = WalkPlan::Positions;

    CERRADO_FN void take(WalkPlan const& plan, int depth, int side, std::uint32_t begin, std::uint32_t end) {
        plan_ = &plan;
        base_ = depth_ = depth;
        side_[depth] = static_cast<std::uint8_t>(side);
        at_[depth] = begin;
        end_[depth] = end;
    }

    CERRADO_FN int sides(int depth) const { return plan_->step[depth].is_either ? 2 : 1; }
    CERRADO_FN bool has_other_side(int depth) const {
        return depth > base_ && side_[depth] + 1 < sides(depth); // a part has one side
    }

    // The array of the lists for a step. Side 1: arcs against the direction of the pattern's.
    CERRADO_FN Rank const* ranks(int depth, int side) const {
        Step const& step = plan_->step[depth];
        if (step.list == WalkPlan::From::between) return arcs_.by_target;
        return (step.list == WalkPlan::From::out_of) == (side == 0) ? arcs_.out : arcs_.in;
    }
    CERRADO_FN RankList list(int depth, int side) const {
        Step const& step = plan_->step[depth];
        VertexId const from = image_[step.from], to = image_[step.to];
        if (step.list == WalkPlan::From::between) return side == 0 ? arcs_.between(from, to) : arcs_.between(to, from);
        if (step.list == WalkPlan::From::out_of) return side == 0 ? arcs_.out_of(from) : arcs_.into(from);
        return side == 0 ? arcs_.into(to) : arcs_.out_of(to);
    }

    // The arcs of the list in a range.
    CERRADO_FN RankList list_within(int depth, int side, RankRange range) const {
        RankList const all = list(depth, side);
        std::uint32_t const* const places = near_places(depth, side);
        bool const is_near = places != nullptr && plan_->step[depth].list != WalkPlan::From::between;
        return is_near ? all.within_near(range, places[rank_[plan_->step[depth].near]]) : all.within(range);
    }
    CERRADO_FN std::uint32_t const* near_places(int depth, int side) const {
        Step const& step = plan_->step[depth];
        return step.near >= 0 && side == 0 ? places_.of[step.near_in] : nullptr;
    }

    // Calls visit(rank) for the arcs at these positions.
    template <class Visit> CERRADO_FN void for_each(Positions positions, Visit const& visit) const {
        for (std::uint32_t left = positions; left != 0; left &= left - 1) visit(rank_[lowest_bit(left)]);
    }

    // The ranks that the next arc may have, by the arcs before it.
    CERRADO_FN RankRange range(int depth) const {
        if (plan_->is_forward) return {times_.end_of_ties(rank_[depth - 1]), times_.within_end[rank_[0]]};
        Step const& step = plan_->step[depth];
        RankRange found{0, arcs_.arcs};
        auto const from = [&](Rank begin) { found.begin = begin > found.begin ? begin : found.begin; };
        auto const to = [&](Rank end) { found.end = end < found.end ? end : found.end; };
        if (step.latest != 0) {
            Rank latest = 0;
            for_each(step.latest, [&](Rank rank) { latest = rank > latest ? rank : latest; });
            from(times_.within_begin[latest]);
        }
        if (step.earliest != 0) {
            Rank earliest = ~Rank{0};
            for_each(step.earliest, [&](Rank rank) { earliest = rank < earliest ? rank : earliest; });
            to(times_.within_end[earliest]);
        }
        for_each(step.after, [&](Rank rank) { from(times_.end_of_ties(rank)); });
        for_each(step.before, [&](Rank rank) { to(times_.begin_of_ties(rank)); });
        for_each(step.above, [&](Rank rank) { from(rank + 1); });
        for_each(step.below, [&](Rank rank) { to(rank); });
        if (step.gap_after >= 0) to(first_later(rank_[step.gap_after], step.gap, found));
        if (step.gap_before >= 0) from(first_within(rank_[step.gap_before], step.next_gap, found));
        return found;
    }
    CERRADO_FN Rank first_later(Rank rank, std::int64_t gap, RankRange within) const {
        std::int64_t const time = arcs_.time[rank];
        if (time > INT64_MAX - 1 - gap || within.begin >= within.end) return within.end;
        return static_cast<Rank>(place_of(arcs_.time, within.begin, within.end, time + gap + 1));
    }
    CERRADO_FN Rank first_within(Rank rank, std::int64_t gap, RankRange within) const {
        std::int64_t const time = arcs_.time[rank];
        if (time < INT64_MIN + gap || within.begin >= within.end) return within.begin;
        return static_cast<Rank>(place_of(arcs_.time, within.begin, within.end, time - gap));
    }

    // Goes to the next level. Returns: the matches there if they are counted at once; then the walk stays at this level.
    template <bool counts> CERRADO_FN WideCount enter(int depth) {
        if constexpr (counts) {
            if (depth == plan_->word) return count_word();
            if (depth == plan_->arcs - 1 && plan_->counts_last) return count_last(depth);
        }
        depth_ = depth;
        side_[depth] = 0;
        open_side(depth, 0);
        return 0;
    }
    CERRADO_FN void open_side(int depth, int side) {
        RankList const found = list_within(depth, side, range(depth));
        at_[depth] = static_cast<std::uint32_t>(found.begin);
        end_[depth] = static_cast<std::uint32_t>(found.end);
    }

    CERRADO_FN bool arc_fits(int depth, Rank rank) const {
        return plan_->arc_fits == nullptr || (plan_->arc_fits[rank] >> plan_->step[depth].arc & 1) != 0;
    }
    CERRADO_FN bool vertex_fits(int vertex, VertexId v) const {
        return plan_->vertex_fits == nullptr || (plan_->vertex_fits[v % plan_->vertices_of_graph] >> vertex & 1) != 0;
    }
    CERRADO_FN bool is_taken(int depth, Rank rank) const {
        for (int i = 0; i < depth; ++i)
            if (rank_[i] == rank) return true;
        return false;
    }
    CERRADO_FN bool is_bound(Step const& step, VertexId v) const {
        for (std::uint32_t left = step.bound; left != 0; left &= left - 1)
            if (image_[lowest_bit(left)] == v) return true;
        return false;
    }
    // Returns: the end of an arc of the list that is not bound.
    CERRADO_FN VertexId new_end(Step const& step, int side, Rank rank) const {
        bool const is_source = (step.list == WalkPlan::From::into) == (side == 0);
        return is_source ? arcs_.source[rank] : arcs_.target[rank];
    }

    // Takes the arc at a place of the list if it can be one of the match.
    CERRADO_FN bool takes(int depth, int side, std::uint32_t at) {
        Step const& step = plan_->step[depth];
        Rank const rank = depth == 0 ? at : ranks(depth, side)[at];
        if (!arc_fits(depth, rank)) return false;
        rank_[depth] = rank;
        if (depth == 0) {
            VertexId const source = arcs_.source[rank], target = arcs_.target[rank];
            image_[step.from] = side == 0 ? source : target;
            image_[step.to] = side == 0 ? target : source;
            return vertex_fits(step.from, image_[step.from]) && vertex_fits(step.to, image_[step.to]);
        }
        if (step.list == WalkPlan::From::between)
            return !is_taken(depth, rank); // else its new end differs from those of others
        VertexId const found = new_end(step, side, rank);
        int const vertex = step.list == WalkPlan::From::into ? step.from : step.to;
        if (!vertex_fits(vertex, found) || is_bound(step, found)) return false;
        image_[vertex] = found;
        return true;
    }

    // Returns: the number of arcs that can be the last one.
    CERRADO_FN Count count_last(int depth) const {
        constexpr std::uint64_t few = 8;
        Step const& step = plan_->step[depth];
        RankRange const range = this->range(depth);
        if (range.begin >= range.end) return 0;
        Count found = 0;
        if (step.list == WalkPlan::From::between && !step.is_either) {
            // few arcs leave the source in the range, often none
            if (std::uint32_t const* const places = near_places(depth, 0)) {
                RankList const all = arcs_.out_of(image_[step.from]).within_near(range, places[rank_[step.near]]);
                if (all.size() <= few) {
                    for (std::uint64_t i = all.begin; i < all.end; ++i) {
                        Rank const rank = all.ranks[i];
                        found += arcs_.target[rank] == image_[step.to] && !is_taken(depth, rank) ? 1 : 0;
                    }
                    return found;
                }
            }
        }
        for (int side = 0; side < sides(depth); ++side) {
            RankList const all = list_within(depth, side, range);
            found += all.size();
            if (step.list == WalkPlan::From::between || all.size() == 0) continue;
            if (all.size() <= few) {
                for (std::uint64_t i = all.begin; i < all.end; ++i)
                    found -= is_bound(step, new_end(step, side, all.ranks[i])) ? 1 : 0;
                continue;
            }
            VertexId const own = image_[step.list == WalkPlan::From::into ? step.to : step.from];
            bool const leads_out = (step.list == WalkPlan::From::out_of) == (side == 0);
            for (std::uint32_t left = step.bound; left != 0; left &= left - 1) { // arcs to vertices of the match
                VertexId const other = image_[lowest_bit(left)];
                if (other != own)
                    found -= (leads_out ? arcs_.between(own, other) : arcs_.between(other, own)).count(range);
            }
        }
        if (step.list != WalkPlan::From::between || found == 0) return found;
        for (int i = 0; i < depth; ++i) { // arcs of the match
            if (rank_[i] < range.begin || rank_[i] >= range.end) continue;
            VertexId const from = arcs_.source[rank_[i]], to = arcs_.target[rank_[i]];
            bool const is_there = from == image_[step.from] && to == image_[step.to];
            bool const is_back = step.is_either && from == image_[step.to] && to == image_[step.from];
            found -= is_there || is_back ? 1 : 0;
        }
        return found;
    }

    // Returns: the number of ways to take the rest of the arcs. The lists of the pairs of vertices are merged. `ways[i]` has the
    // ways to take the first i letters so far.
    CERRADO_FN WideCount count_word() {
        int const letters = plan_->arcs - plan_->word, first = plan_->arcs - letters;
        RankRange const range = this->range(first);
        if (range.begin >= range.end) return 0;
        RankList lists[2 * WalkPlan::max_arcs];
        Positions letters_of[2 * WalkPlan::max_arcs]; // the letters that its arcs can be
        std::uint8_t ends_of[2 * WalkPlan::max_arcs]; // vertices of the pattern
        int count = 0;
        for (int i = 0; i < letters; ++i) {
            Step const& step = plan_->step[first + i];
            Count arcs = 0;
            for (int side = 0; side < sides(first + i); ++side) {
                auto const ends =
                    static_cast<std::uint8_t>(side == 0 ? step.from << 4 | step.to : step.to << 4 | step.from);
                int own = 0;
                while (own < count && ends_of[own] != ends) ++own;
                if (own == count) {
                    ends_of[count] = ends;
                    letters_of[count] = 0;
                    lists[count++] = list(first + i, side).within(range);
                }
                letters_of[own] |= static_cast<Positions>(1u << i);
                arcs += lists[own].size();
            }
            if (arcs == 0) return 0;
        }
        WideCount ways[WalkPlan::max_arcs + 1] = {1}, more[WalkPlan::max_arcs + 1] = {};
        Rank past_ties = 0; // arcs below it are as early as the last one
        for (;;) {
            int next = -1;
            Rank rank = ~Rank{0};
            for (int i = 0; i < count; ++i) {
                if (lists[i].begin == lists[i].end || lists[i].ranks[lists[i].begin] >= rank) continue;
                rank = lists[i].ranks[lists[i].begin];
                next = i;
            }
            if (next < 0 || rank >= past_ties) {
                for (int i = 1; i <= letters; ++i) ways[i] += more[i], more[i] = 0;
                if (next < 0) return ways[letters];
                past_ties = times_.end_of_ties(rank);
            }
            ++lists[next].begin;
            if (++cost_ >= most_cost_) return 0; // of a sample, whose counts nobody reads
            for (std::uint32_t left = letters_of[next]; left != 0; left &= left - 1)
                more[lowest_bit(left) + 1] += ways[lowest_bit(left)];
        }
    }

    CERRADO_FN bool is_match() const {
        if (!plan_->is_consecutive) return true;
        for (int v = 0; v < plan_->vertices; ++v)
            if (!is_consecutive(image_[v])) return false;
        return true;
    }
    // Returns: whether the vertex has no other arc between its first and its last one in the match.
    CERRADO_FN bool is_consecutive(VertexId v) const {
        Rank first = ~Rank{0}, last = 0;
        Count own = 0;
        for (int i = 0; i < plan_->arcs; ++i) {
            if (arcs_.source[rank_[i]] != v && arcs_.target[rank_[i]] != v) continue;
            ++own;
            first = rank_[i] < first ? rank_[i] : first;
            last = rank_[i] > last ? rank_[i] : last;
        }
        RankRange const between{first, last + 1};
        return arcs_.out_of(v).count(between) + arcs_.into(v).count(between) == own;
    }

    ArcArrays const& arcs_;
    Times const& times_;
    ArcPlaces const& places_;
    WalkPlan const* plan_ = nullptr;
    Rank rank_[WalkPlan::max_arcs]; // by position in the walk
    VertexId image_[WalkPlan::max_vertices];
    std::uint32_t at_[WalkPlan::max_arcs], end_[WalkPlan::max_arcs]; // in the array of the lists
    std::uint8_t side_[WalkPlan::max_arcs];
    int depth_ = 0, base_ = 1; // over
    Count cost_ = 0, most_cost_ = ~Count{0};
};

// The common part of the runs that walk. A slot is a graph and a plan: graph * plan_count + plan. A job is some first arcs of a
// slot, or some parts that an earlier run has left. The lanes of a warp take its items one after the other. When none is left, a lane
// that goes on for long hands its walk on, in pieces, so that no lane decides how long a run takes.
struct WalkJobs {
    ArcArrays arcs;
    Slices slices;
    Times times;
    ArcPlaces places;
    WalkPlan const* plans = nullptr;
    std::uint32_t plan_count = 0;
    std::uint32_t items_of_job = 0;
    WorkShare share; // of the first arcs

    WalkPart const* parts = nullptr; // null: first arcs are walked
    std::uint64_t part_count = 0;
    WalkPart* left = nullptr;    // takes what is handed on
    Count* left_count = nullptr; // may grow beyond left_room
    std::uint64_t left_room = 0;

    CERRADO_FN std::uint64_t jobs_of_slot() const {
        return (share.arcs(slices.arcs) + items_of_job - 1) / items_of_job;
    }
    CERRADO_FN std::uint64_t jobs() const {
        if (parts != nullptr) return (part_count + items_of_job - 1) / items_of_job;
        return jobs_of_slot() * slices.graphs * plan_count;
    }

    // Calls visit(walk, slot, found) each time that lanes have gone on. `found`: the matches that a lane has found. All
    // lanes call it equally often.
    template <bool counts, class Traversal, class Visit> CERRADO_FN void walk(Traversal& te, Visit const& visit) const {
        using W = typename Traversal::WarpType;
        W const& warp = te.warp();
        LaneWalk walk(arcs, times, places);
        Items const items = items_of(te.number());
        std::uint64_t next = 0;
        std::uint32_t slot = items.slot, turns = 0, begun_at = 0;
        for (;;) {
            LaneMask const idle = warp.ballot(walk.is_over());
            if (idle != 0 && next < items.count) {
                std::uint64_t const own = next + static_cast<std::uint64_t>(warp.rank_below(idle));
                if (walk.is_over() && own < items.count) {
                    take(walk, items, own, slot);
                    begun_at = turns;
                }
                next += static_cast<std::uint64_t>(popcount(idle));
            } else if (popcount(idle) == W::width) {
                return;
            }
            WideCount const found = walk.is_over() ? 0 : walk.template step<counts>();
            visit(walk, slot, found);
            if (++turns % 64 != 0) continue;
            if (W::grid_load(te.context().queue.stop) >= queue_is_stopped) return;
            if (left_room == 0) continue;
            // The fewer places are left, the longer a lane must have walked to get some: there are few long walks.
            std::uint64_t const quarter = 4 * W::grid_load(left_count) / left_room;
            std::uint32_t const needed = turns_before_handing_on<W> << 2 * (quarter < 4 ? quarter : 4);
            if (!walk.is_over() && turns - begun_at >= needed && hand_on<W>(walk, slot)) begun_at = turns;
        }
    }

private:
    // A lane of a host is a thread, which has other jobs to take.
    template <class W> static constexpr std::uint32_t turns_before_handing_on = W::width == 1 ? 1u << 13 : 96;
    static constexpr std::uint64_t most_pieces = 4; // of a level

    struct Items {
        std::uint64_t first = 0, count = 0; // arcs, or parts
        std::uint32_t slot = 0;             // of first arcs
        std::uint64_t forward = 0;          // the items from here on are arcs in the other direction
    };
    CERRADO_FN Items items_of(std::uint64_t number) const {
        auto const at_most = [&](std::uint64_t begin, std::uint64_t end) {
            return end - begin < items_of_job ? end - begin : std::uint64_t{items_of_job};
        };
        if (parts != nullptr) {
            std::uint64_t const first = number * items_of_job;
            return {first, at_most(first, part_count), 0, 0};
        }
        std::uint64_t const slot = number / jobs_of_slot(), part = number % jobs_of_slot();
        std::uint64_t const base = slot / plan_count * slices.arcs, first = base + part * items_of_job;
        std::uint64_t const count = at_most(first, base + share.arcs(slices.arcs));
        bool const is_either = plans[slot % plan_count].step[0].is_either;
        return {first, is_either ? 2 * count : count, static_cast<std::uint32_t>(slot), count};
    }

    CERRADO_FN void take(LaneWalk& walk, Items const& items, std::uint64_t number, std::uint32_t& slot) const {
        if (parts != nullptr) {
            WalkPart const& part = parts[items.first + number];
            slot = part.slot;
            walk.take(plans[slot % plan_count], part);
        } else {
            bool const is_back = number >= items.forward;
            auto const rank = static_cast<Rank>(share.arc(items.first + number - (is_back ? items.forward : 0)));
            walk.take_first(plans[slot % plan_count], rank, is_back ? 1 : 0);
        }
    }

    CERRADO_FN static std::uint64_t pieces_of(std::uint64_t places) {
        std::uint64_t const pieces = places / 4 + 1;
        return pieces < most_pieces ? pieces : most_pieces;
    }
    // Returns: false if there was no room. The walk goes on then.
    template <class W> CERRADO_FN bool hand_on(LaneWalk& walk, std::uint32_t slot) const {
        std::uint64_t const most = walk.parts_left(pieces_of, most_pieces);
        std::uint64_t at = W::grid_add(left_count, Count{most});
        bool const has_room = at + most <= left_room;
        std::uint64_t const end = has_room ? at + most : left_room;
        if (has_room) {
            walk.hand_on([&](WalkPart& part, std::uint32_t first, std::uint32_t last) {
                part.slot = slot;
                std::uint64_t const count = pieces_of(last - first), size = last - first;
                for (std::uint64_t i = 0; i < count; ++i) {
                    part.begin = first + static_cast<std::uint32_t>(size * i / count);
                    part.end = first + static_cast<std::uint32_t>(size * (i + 1) / count);
                    left[at++] = part;
                }
            });
        }
        for (; at < end; ++at) left[at] = WalkPart{}; // nothing is left in them
        return has_room;
    }
};

// Walks from some of the first arcs, each a little, and adds up the steps that each plan takes.
struct SampleWalks : WalkJobs {
    static constexpr int samples_of_job = 32;

    std::uint32_t samples = 0;    // of each plan
    std::uint32_t most_steps = 0; // from each arc
    Count* steps = nullptr;       // by plan

    CERRADO_FN std::uint64_t sample_jobs() const { return std::uint64_t{plan_count} * jobs_of_plan(); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const plan = te.number() / jobs_of_plan(), part = te.number() % jobs_of_plan();
        std::uint64_t const past = (part + 1) * samples_of_job, end = past < samples ? past : samples;
        LaneWalk walk(arcs, times, places);
        for (std::uint64_t i = part * samples_of_job + static_cast<std::uint64_t>(te.warp().lane()); i < end;
             i += W::width) {
            Count const most = walk.cost() + most_steps;
            walk.set_most_cost(most);
            walk.take_first(plans[plan], static_cast<Rank>(i * arcs.arcs / samples), 0);
            while (!walk.is_over() && walk.cost() < most) walk.template step<true>();
        }
        Count const sum = te.warp().reduce_add(walk.cost());
        if (te.warp().lane() == 0) W::grid_add(steps + plan, sum);
    }

private:
    CERRADO_FN std::uint64_t jobs_of_plan() const { return (samples + samples_of_job - 1) / samples_of_job; }
};

struct CountWalk : WalkJobs {
    WideCells found; // by slot

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint32_t last = 0;
        WideCount sum = 0;
        this->template walk<true>(te, [&](LaneWalk const&, std::uint32_t slot, WideCount count) {
            if (slot != last && sum != 0) {
                phase::add_wide<W>(found, last, sum);
                sum = 0;
            }
            last = slot;
            sum += count;
        });
        // Most jobs have one slot. A sum of 32 bits less than those of a Count can be added up by the warp.
        std::uint32_t const own = te.warp().shuffle(last, 0);
        if (te.warp().any(sum >> 58 != 0 || last != own)) {
            if (sum != 0) phase::add_wide<W>(found, last, sum);
            return;
        }
        Count const all = te.warp().reduce_add(static_cast<Count>(sum));
        if (te.warp().lane() == 0 && all != 0) phase::add_wide<W>(found, own, all);
    }
};

// Counts the matches at each arc or each vertex.
struct CountWalkAt : WalkJobs {
    std::uint64_t* of = nullptr; // [rank or vertex][plan]
    bool at_arcs = false;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        this->template walk<false>(te, [&](LaneWalk const& walk, std::uint32_t slot, WideCount count) {
            if (count == 0) return;
            std::uint32_t const column = slot % plan_count;
            for (int i = 0; i < (at_arcs ? plans[column].arcs : plans[column].vertices); ++i)
                W::grid_add(&of[std::uint64_t{at_arcs ? walk.arc(i) : walk.vertex(i)} * plan_count + column], Count{1});
        });
    }
};

// A match that is handed over: its arcs, then its vertices.
struct WalkRow {
    std::uint32_t entry[WalkPlan::max_arcs + WalkPlan::max_vertices];
};

// It lists the matches of one plan.
struct ListWalk : WalkJobs {
    using Output = Table<WalkRow>;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->template walk<false>(te, [&](LaneWalk const& walk, std::uint32_t, WideCount count) {
            te.add_rows(count != 0, [&] {
                WalkRow row{};
                for (int i = 0; i < plans->arcs; ++i) row.entry[i] = walk.arc(i);
                for (int i = 0; i < plans->vertices; ++i) row.entry[WalkPlan::max_arcs + i] = walk.vertex(i);
                return row;
            });
        });
    }
};

} // namespace cerrado::temporal
