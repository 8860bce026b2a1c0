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

    // The conditions on the arc that follows those before it.
    struct Step {
        std::uint8_t from = 0, to = 0; // vertices of the pattern
        bool is_either = false;        // or from `to` to `from`
        From list = From::between;
        Vertices bound = 0;              // before this step
        Positions after = 0, before = 0; // in time: it is after these, and before those
        Positions above = 0, below = 0;  // its rank is above theirs, and below theirs
        std::int8_t gap_after = -1;      // the position of the arc at most `gap` earlier, or -1
        std::int8_t gap_before = -1;     // that of the one at most `next_gap` later
        std::int64_t gap = 0, next_gap = 0;
    };

    int arcs = 0, vertices = 0;
    bool is_consecutive = false;
    Step step[max_arcs];
    std::uint8_t position_of[max_arcs] = {}; // in the walk, by arc of the pattern
};

class LaneWalk {
public:
    CERRADO_FN LaneWalk(ArcArrays const& arcs, Times const& times, WalkPlan const& plan)
        : arcs_(arcs),
          times_(times),
          plan_(plan) {}

    // Begins with a first arc; `is_back`: its source is the pattern's target.
    CERRADO_FN void begin(Rank rank, bool is_back) {
        rank_[0] = rank;
        image_[plan_.step[0].from] = is_back ? arcs_.target[rank] : arcs_.source[rank];
        image_[plan_.step[0].to] = is_back ? arcs_.source[rank] : arcs_.target[rank];
        depth_ = 0;
    }
    // Returns: the number of arcs that may be the second one. There may be fewer that are.
    CERRADO_FN Count seconds() {
        Count found = 0;
        for (int side = 0; side < sides(1); ++side) found += list(1, side).count(range(1));
        return found;
    }
    // Restricts the walk to one of these, by its number below seconds(). Returns: whether it is one.
    CERRADO_FN bool take_second(Count number) {
        RankRange const within = range(1);
        for (int side = 0; side < sides(1); ++side) {
            RankList const from = list(1, side);
            Count const own = from.count(within);
            if (number >= own) {
                number -= own;
                continue;
            }
            depth_ = 1;
            return takes(1, side, from.ranks[from.place(within.begin) + number]);
        }
        return false;
    }

    // Returns: the number of matches that go on from the arcs that were taken. is_over() is asked now and then; if it is true,
    // the number is too small.
    template <class IsOver> CERRADO_FN WideCount count(IsOver const& is_over) {
        WideCount found = 0;
        int const base = depth_, last = plan_.arcs - 1;
        if (base == last) return is_match() ? 1 : 0;
        for (open(++depth_); depth_ > base;) {
            if (is_time_to_ask() && is_over()) break;
            if (depth_ == last && !plan_.is_consecutive) {
                found += count_last();
                --depth_;
            } else if (!take_next()) {
                --depth_;
            } else if (depth_ == last) {
                found += is_match() ? 1 : 0;
            } else {
                open(++depth_);
            }
        }
        return found;
    }

    // Goes to the next match that goes on from the arcs that were taken; `is_first`: to the first. Returns: false if there is
    // no more, or if is_over(), which is asked now and then.
    template <class IsOver> CERRADO_FN bool next(bool is_first, IsOver const& is_over) {
        int const last = plan_.arcs - 1;
        if (is_first) {
            base_ = depth_;
            if (base_ == last) return is_match();
            open(++depth_);
        }
        while (depth_ > base_) {
            if (is_time_to_ask() && is_over()) return false;
            if (!take_next()) {
                --depth_;
            } else if (depth_ < last) {
                open(++depth_);
            } else if (is_match()) {
                return true;
            }
        }
        return false;
    }

    // The match's arcs and vertices, by those of the pattern.
    CERRADO_FN Rank arc(int i) const { return rank_[plan_.position_of[i]]; }
    CERRADO_FN VertexId vertex(int i) const { return image_[i]; }

private:
    using Step = WalkPlan::Step;

    CERRADO_FN bool is_time_to_ask() { return (++steps_ & 255) == 0; }

    CERRADO_FN int sides(int depth) const { return plan_.step[depth].is_either ? 2 : 1; }

    // Side 1: arcs against the direction of the pattern's.
    CERRADO_FN RankList list(int depth, int side) const {
        Step const& step = plan_.step[depth];
        VertexId const from = image_[step.from], to = image_[step.to];
        if (step.list == WalkPlan::From::between) return side == 0 ? arcs_.between(from, to) : arcs_.between(to, from);
        if (step.list == WalkPlan::From::out_of) return side == 0 ? arcs_.out_of(from) : arcs_.into(from);
        return side == 0 ? arcs_.into(to) : arcs_.out_of(to);
    }

    // The ranks that the next arc may have, by the arcs before it.
    CERRADO_FN RankRange range(int depth) const {
        Step const& step = plan_.step[depth];
        Rank least = rank_[0], greatest = rank_[0];
        for (int i = 1; i < depth; ++i) {
            least = rank_[i] < least ? rank_[i] : least;
            greatest = rank_[i] > greatest ? rank_[i] : greatest;
        }
        RankRange found{times_.within_begin[greatest], times_.within_end[least]};
        auto const from = [&](Rank begin) { found.begin = begin > found.begin ? begin : found.begin; };
        auto const to = [&](Rank end) { found.end = end < found.end ? end : found.end; };
        for (int i = 0; i < depth; ++i) {
            if ((step.after >> i & 1) != 0) from(times_.end_of_ties(rank_[i]));
            if ((step.before >> i & 1) != 0) to(times_.begin_of_ties(rank_[i]));
            if ((step.above >> i & 1) != 0) from(rank_[i] + 1);
            if ((step.below >> i & 1) != 0) to(rank_[i]);
        }
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

    CERRADO_FN void open(int depth) {
        side_[depth] = 0;
        open_side(depth, range(depth));
    }
    CERRADO_FN void open_side(int depth, RankRange within) {
        RankList const from = list(depth, side_[depth]);
        at_[depth] = from.place(within.begin);
        end_[depth] = within.begin < within.end ? from.place(within.end) : at_[depth];
        list_[depth] = from.ranks;
    }

    // Takes the next arc at the depth. Returns: false if there is no more.
    CERRADO_FN bool take_next() {
        for (;;) {
            while (at_[depth_] < end_[depth_]) {
                if (takes(depth_, side_[depth_], list_[depth_][at_[depth_]++])) return true;
            }
            if (++side_[depth_] >= sides(depth_)) return false;
            open_side(depth_, range(depth_));
        }
    }

    // Takes an arc of the list if it can be one of the match.
    CERRADO_FN bool takes(int depth, int side, Rank rank) {
        Step const& step = plan_.step[depth];
        for (int i = 0; i < depth; ++i)
            if (rank_[i] == rank) return false;
        rank_[depth] = rank;
        if (step.list == WalkPlan::From::between) return true;
        bool const is_source =
            (step.list == WalkPlan::From::into) == (side == 0); // of the arc, which is the new vertex
        VertexId const found = is_source ? arcs_.source[rank] : arcs_.target[rank];
        for (int v = 0; v < plan_.vertices; ++v)
            if ((step.bound >> v & 1) != 0 && image_[v] == found) return false;
        image_[step.list == WalkPlan::From::into ? step.from : step.to] = found;
        return true;
    }

    // Returns: the number of arcs that can be the last one.
    CERRADO_FN Count count_last() const {
        Step const& step = plan_.step[depth_];
        RankRange const within = range(depth_);
        if (within.begin >= within.end) return 0;
        Count found = 0;
        for (int side = 0; side < sides(depth_); ++side) {
            found += list(depth_, side).count(within);
            if (step.list == WalkPlan::From::between) continue;
            VertexId const own = image_[step.list == WalkPlan::From::into ? step.to : step.from];
            bool const leads_out = (step.list == WalkPlan::From::out_of) == (side == 0);
            for (int v = 0; v < plan_.vertices; ++v) { // arcs to vertices of the match
                if ((step.bound >> v & 1) == 0 || image_[v] == own) continue;
                found -= (leads_out ? arcs_.between(own, image_[v]) : arcs_.between(image_[v], own)).count(within);
            }
        }
        if (step.list != WalkPlan::From::between) return found;
        for (int i = 0; i < depth_; ++i) { // arcs of the match
            if (rank_[i] < within.begin || rank_[i] >= within.end) continue;
            VertexId const from = arcs_.source[rank_[i]], to = arcs_.target[rank_[i]];
            bool const is_there = from == image_[step.from] && to == image_[step.to];
            bool const is_back = step.is_either && from == image_[step.to] && to == image_[step.from];
            found -= is_there || is_back ? 1 : 0;
        }
        return found;
    }

    CERRADO_FN bool is_match() const {
        if (!plan_.is_consecutive) return true;
        for (int v = 0; v < plan_.vertices; ++v)
            if (!is_consecutive(image_[v])) return false;
        return true;
    }
    // Returns: whether the vertex has no other arc between its first and its last one in the match.
    CERRADO_FN bool is_consecutive(VertexId v) const {
        Rank first = ~Rank{0}, last = 0;
        Count own = 0;
        for (int i = 0; i < plan_.arcs; ++i) {
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
    WalkPlan const& plan_;
    Rank rank_[WalkPlan::max_arcs]; // by position in the walk
    VertexId image_[WalkPlan::max_vertices];
    std::uint64_t at_[WalkPlan::max_arcs], end_[WalkPlan::max_arcs];
    Rank const* list_[WalkPlan::max_arcs];
    std::uint8_t side_[WalkPlan::max_arcs];
    int depth_ = 0, base_ = 0;
    std::uint32_t steps_ = 0;
};

// First arcs that follow each other are a block. A job is a part of the pairs of a first arc of a block and a second arc.
struct WalkJob {
    std::uint32_t block = 0;
    std::uint64_t begin = 0, end = 0;
};

struct WalkJobs {
    static constexpr Rank block_size = 32;

    ArcArrays arcs;
    Times times;
    WalkPlan plan;
    std::uint32_t* seconds = nullptr; // by rank, of both directions of the first arc; at most 2^32 - 1

    CERRADO_FN int directions() const { return plan.step[0].is_either ? 2 : 1; }
};

// Counts the second arcs of each first one, those of each block, and all.
struct MeasureWalk : WalkJobs {
    std::uint64_t* of_block = nullptr;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const begin = te.number() * block_size, past = begin + block_size;
        Rank const end = static_cast<Rank>(past < arcs.arcs ? past : arcs.arcs);
        Count sum = 0;
        for (Rank r = static_cast<Rank>(begin) + static_cast<Rank>(te.warp().lane()); r < end; r += W::width) {
            Count own = 0;
            for (int direction = 0; direction < directions(); ++direction) {
                LaneWalk walk(arcs, times, plan);
                walk.begin(r, direction == 1);
                own += plan.arcs == 1 ? 1 : walk.seconds();
            }
            seconds[r] = static_cast<std::uint32_t>(own);
            sum += own;
        }
        te.counter().add_shared(sum);
        sum = te.warp().reduce_add(sum);
        if (te.warp().lane() == 0) of_block[te.number()] = sum;
    }
};

// The common part of the walks over all pairs of a first and a second arc.
struct WalkPairs : WalkJobs {
    WalkJob const* jobs = nullptr;

    // Lanes: any. Returns: whether the run was stopped.
    template <class Traversal> CERRADO_FN static bool is_over(Traversal const& te) {
        return Traversal::WarpType::grid_load(te.context().queue.stop) >= queue_is_stopped;
    }

    // Calls visit(is_one, walk) for each pair, one on a lane, when the walk has taken its arcs. All lanes call it equally
    // often; `is_one` is false for a lane that has no pair, or whose pair begins no match.
    template <class Traversal, class Visit> CERRADO_FN void for_each_pair(Traversal& te, Visit const& visit) const {
        using W = typename Traversal::WarpType;
        WalkJob const job = jobs[te.number()];
        Rank r = job.block * block_size;
        std::uint64_t before = 0; // pairs of the arcs before r
        LaneWalk walk(arcs, times, plan);
        for (std::uint64_t first = job.begin; first < job.end; first += W::width) {
            std::uint64_t const pair = first + static_cast<std::uint64_t>(te.warp().lane());
            bool is_one = pair < job.end;
            if (is_one) {
                while (pair >= before + seconds[r]) before += seconds[r++];
                Count number = pair - before;
                walk.begin(r, false);
                if (plan.arcs == 1) {
                    if (number == 1) walk.begin(r, true);
                } else {
                    Count const there = directions() == 2 ? walk.seconds() : ~Count{0};
                    if (number >= there) {
                        number -= there;
                        walk.begin(r, true);
                    }
                    is_one = walk.take_second(number);
                }
            }
            visit(is_one, walk);
        }
    }
};

struct CountWalk : WalkPairs {
    struct Accumulator {
        WideCount count = 0;
    };
    CERRADO_FN static void merge(Accumulator& into, Accumulator const& from) { into.count += from.count; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_each_pair(te, [&](bool is_one, LaneWalk& walk) {
            if (is_one) te.accumulator().count += walk.count([&] { return this->is_over(te); });
        });
    }
};

// Counts the matches at each arc or each vertex.
struct CountWalkAt : WalkPairs {
    std::uint64_t* of = nullptr; // [rank or vertex][column]
    std::uint32_t columns = 1, column = 0;
    bool at_arcs = false;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        auto const over = [&] { return this->is_over(te); };
        for_each_pair(te, [&](bool is_one, LaneWalk& walk) {
            for (bool is_first = true; is_one && walk.next(is_first, over); is_first = false) {
                for (int i = 0; i < (at_arcs ? plan.arcs : plan.vertices); ++i)
                    W::grid_add(&of[std::uint64_t{at_arcs ? walk.arc(i) : walk.vertex(i)} * columns + column],
                                Count{1});
            }
        });
    }
};

// A match that is handed over: its arcs, then its vertices.
struct WalkRow {
    std::uint32_t entry[WalkPlan::max_arcs + WalkPlan::max_vertices];
};

struct ListWalk : WalkPairs {
    using Output = Table<WalkRow>;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        auto const over = [&] { return this->is_over(te); };
        for_each_pair(te, [&](bool is_one, LaneWalk& walk) {
            for (bool is_first = true; te.warp().any(is_one); is_first = false) {
                is_one = is_one && walk.next(is_first, over);
                te.add_rows(is_one, [&] {
                    WalkRow row{};
                    for (int i = 0; i < plan.arcs; ++i) row.entry[i] = walk.arc(i);
                    for (int i = 0; i < plan.vertices; ++i) row.entry[WalkPlan::max_arcs + i] = walk.vertex(i);
                    return row;
                });
            }
        });
    }
};

} // namespace cerrado::temporal
