// Spread: counts the maps of a pattern by vectors. A traversal is the images of a few vertices of the pattern, its
// heads, without which the pattern is a forest. A vector has a number for each vertex of the graph: the maps of a branch
// of the forest that take its root there. A step along an edge of the branch adds each number to the neighbours.
//
// Steps are data, so one kernel serves every pattern, and several at once: each is a layer of the run. The maps may join
// vertices of the forest with each other, but not with heads. See plan.hpp, which makes the steps, for what that is good
// for.
#pragma once

#include <cerrado/engine/detail/lists/list_entries.hpp>
#include <cerrado/engine/lists.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The heads and the steps for each traversal of them. Trivially copyable.
struct SpreadPlan {
    static constexpr int most_heads = 3, most_steps = 40, most_vectors = 8, most_tails = 32;

    // A set of heads; bit i: head i.
    using Heads = std::uint8_t;

    // Bits that the marks of a vertex, and of its entries in the lists of heads or of another vertex, must have.
    struct Needs {
        std::uint32_t of_vertex = 0;
        std::uint32_t of_entry[most_heads] = {};
        friend bool operator==(Needs const&, Needs const&) = default;
    };

    struct Head {
        std::uint8_t from = 0; // an earlier head
        bool is_far = false;   // two steps away from it, not one
        Heads adjacent = 0;    // to these earlier heads
        Heads above = 0;       // its number exceeds theirs
        Needs needs{};         // the entries are those in the lists of the earlier heads
        friend bool operator==(Head const&, Head const&) = default;
    };

    enum class Op : std::uint8_t {
        begin,       // to: 1 at each common neighbour of `heads`
        step,        // to: at each vertex the sum of `from` over its neighbours
        step_within, // the same where `within` is not 0
        multiply,    // to: times `from`, at each vertex
        raise,       // to: to the power of `number`, at each vertex
        tail,        // to: times tail `number`, at each vertex
        leaves,      // to: times the number of neighbours that are no heads to the power of `number`, at each vertex
        sum,         // the result: times the sum of `from` to the power of `number`; `from` is empty then
        give,        // the last step, if there are roles: each vertex of `from` gets its number times the result
        clear,       // `from` is empty then
    };
    struct Step {
        Op op;
        std::uint8_t to = 0, from = 0, within = 0, number = 0;
        Heads heads = 0;
        Needs needs{}; // of the vertices of `to`, if it is made by this step
    };

    int heads = 1, steps = 0, vectors = 0;
    int role = -1;         // the head whose image gets the result; -1: none
    bool is_below = false; // all images but that of head 0 are less than that one

    // Returns: whether both have the same images of heads.
    friend bool have_same_heads(SpreadPlan const& a, SpreadPlan const& b) {
        bool same = a.heads == b.heads && (a.heads == 1 || a.is_below == b.is_below);
        for (int i = 0; i < a.heads; ++i) same = same && a.head[i] == b.head[i];
        return same;
    }
    Head head[most_heads] = {};
    Step step[most_steps] = {};
};

// The marks of the graph's vertices and of the entries of its lists, as bits. Null where no plan needs them.
struct SpreadMarks {
    ArrayRef<std::uint32_t> of_vertex{};
    ArrayRef<std::uint8_t> of_entry{};

    CERRADO_FN bool vertex_meets(SpreadPlan::Needs const& needs, VertexId v) const {
        return needs.of_vertex == 0 || (of_vertex[v] & needs.of_vertex) == needs.of_vertex;
    }
    CERRADO_FN bool entry_meets(std::uint32_t needs, EdgeOffset entry) const {
        return needs == 0 || (of_entry[entry] & needs) == needs;
    }
};

// The members of a team share this while they visit a root.
struct SpreadTeam {
    LayeredJobShare<true> job;
    VertexId root;
    bool is_over; // from now on all have jobs of their own
    Count* numbers;
    VertexId* vertices;
    std::uint32_t sizes[SpreadPlan::most_vectors];
    Count sums[3]; // of 32, 32 and 64 bits
};

struct Spread : Lists {
    // A vector has the number of every vertex, all 0 between two traversals, and the vertices where it is not 0.
    struct Numbers : ArrayOf<Count, Place::device> {};
    struct Vertices : ArrayOf<VertexId, Place::device> {};
    using Arrays = JoinArrays<Lists::Arrays, ArrayList<Numbers, Vertices>>;
    static constexpr int max_vertices = SpreadPlan::most_heads + 1;
    static constexpr int most_counted_levels = 1;
    static constexpr bool layers_of_a_job_follow = true; // so that all heavy jobs come first

    struct Ref : Lists::Ref {
        int vectors = 0;
    };

    class Planner : public EnginePlanner {
    public:
        template <class App> explicit Planner(App const& app) : vectors_(app.vectors), is_below_(app.is_below) {}
        static void check_size(TraversalNeeds const&) {} // the application's plans say it
        // A greatest vertex has a neighbour below it.
        JobNeeds jobs(TraversalNeeds const& needs) const {
            constexpr int never = 1 << 20; // each slice would do most of the root's work again
            return {.levels_below = needs.k > 2 ? needs.k - 2 : 1,
                    .least_extensions = is_below_ ? 1u : 0,
                    .pieces_a_slice = needs.k == 2 ? never : 2,
                    .lists = is_below_ && needs.k == 2 ? ListPart::below : ListPart::whole};
        }
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const {
            Ref ref{{}, vectors_};
            std::uint64_t const vertices = request.shape.vertex_count;
            for (int length = 1; length < request.needs.k - 1; ++length)
                ref.level_offset[length] = static_cast<std::uint64_t>(length - 1) * vertices;
            arrays.reserve<Arrays, Extensions>(static_cast<std::uint64_t>(request.needs.k - 2) * vertices);
            arrays.reserve<Arrays, Numbers>(static_cast<std::uint64_t>(vectors_) * vertices);
            arrays.reserve<Arrays, Vertices>(static_cast<std::uint64_t>(vectors_) * vertices);
            return ref;
        }

    private:
        int vectors_;
        bool is_below_;
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Spread::Operators : public ListOperators<W, Te> {
    using Base = ListOperators<W, Te>;
    using Step = SpreadPlan::Step;
    using Op = SpreadPlan::Op;

public:
    // Makes the images of the next head the extensions. Lanes: all. Returns: as extend() of Lists.
    CERRADO_FN bool extend_heads(SpreadPlan const& plan, SpreadMarks const& marks) {
        Te& te = Base::te();
        if (phase::is_extended(te) || !phase::has_room(te, Method::extend)) return false;
        SpreadPlan::Head const head = plan.head[te.size()];
        is_below_ = plan.is_below;
        phase::produced(te, head.is_far ? list_far(head.from) : phase::extend_plain(te, head.from, head.from + 1));
        bool const is_root = marks.vertex_meets(plan.head[0].needs, te.root());
        Base::filter([&](auto const& t, VertexId u) {
            if (!is_root || (plan.is_below && u > t.root()) || !marks.vertex_meets(head.needs, u)) return false;
            for (int i = 0; i < t.size(); ++i) {
                bool const is_joined = (head.adjacent >> i & 1) != 0;
                if (is_joined && head.needs.of_entry[i] != 0) {
                    EdgeOffset const entry = te.graph().find(t.vertex(i), u);
                    if (entry == te.graph().end(t.vertex(i)) || !marks.entry_meets(head.needs.of_entry[i], entry))
                        return false;
                } else if (is_joined && i != head.from && !t.adjacent(i, u)) {
                    return false;
                }
                if ((head.above >> i & 1) != 0 && u < t.vertex(i)) return false;
            }
            return true;
        });
        return true;
    }

    // Returns: the number of maps of the pattern that take the heads to the traversal, modulo 2^128. tail(number, v) is a
    // number that is known for each vertex. give(v, maps) is called by one lane, for those that take the root of a tree
    // to v. Requires: the numbers in the vectors fit 64 bits. Lanes: all; all get the same. Cost: the lists of the
    // vertices where the vectors are not 0, divided by the width.
    template <class Tail, class Give>
    CERRADO_FN WideCount maps(SpreadPlan const& plan, SpreadMarks const& marks, Tail const& tail, Give const& give) {
        if (!marks.vertex_meets(plan.head[0].needs, Base::te().root())) return 0;
        marks_ = marks;
        is_below_ = plan.is_below;
        if constexpr (goes_in_teams<Te>()) {
            if (helps_ || lead(plan)) {
                WideCount const product = product_of_trees<Together>(plan, tail, give);
                return helps_ ? 0 : product; // the leader has the result
            }
        }
        return product_of_trees<Alone>(plan, tail, give);
    }

    CERRADO_FN void on_begin() {
        take_own_vectors();
        std::uint64_t const all = first_of(Base::te().context().engine.vectors);
        for (auto i = static_cast<std::uint64_t>(Base::te().warp().lane()); i < all; i += W::width) numbers(0)[i] = 0;
        for (std::uint32_t& size : sizes_) size = 0;
        Base::te().warp().sync();
        if constexpr (goes_in_teams<Te>()) {
            bool const is_team = W::team_size() > 1 && !Base::te().context().balance.enabled;
            leads_ = is_team && W::team_rank() == 0;
            helps_ = is_team && W::team_rank() > 0;
        }
    }
    CERRADO_FN void on_finish() {
        if constexpr (goes_in_teams<Te>()) {
            if (leads_) dismiss();
        }
    }

    // The vectors of all workers together exceed the second-level cache. So the workers of a block first visit heavy roots
    // together: one leads, and all use its vectors. The first light root ends that, since lighter ones follow.

    // Returns: true if the leader visits a root, which this traversal then has, too.
    CERRADO_FN bool help() {
        if constexpr (goes_in_teams<Te>()) {
            if (!helps_) return false;
            W::team_sync();
            SpreadTeam const& team = W::template of_team<SpreadTeam>();
            Te& te = Base::te();
            helps_ = !team.is_over;
            te.set_size(helps_ ? 1 : 0);
            if (helps_) {
                te.job() = team.job;
                te.level(0).vertex = team.root;
                numbers_ = team.numbers;
                vertices_ = team.vertices;
            } else {
                take_own_vectors();
            }
            return helps_;
        }
        return false;
    }

private:
    static constexpr int at_once = 4;
    template <class T> static consteval bool goes_in_teams() {
        return has_team<W> && requires { T::Application::warps_of_team; };
    }

    // The lanes that do the steps: those of this worker, or of its team, which shares the sizes of the vectors.
    struct Alone {
        static constexpr bool is_team = false;
        static CERRADO_FN std::uint32_t member() { return 0; }
        static CERRADO_FN std::uint32_t members() { return 1; }
    };
    struct Together {
        static constexpr bool is_team = true;
        static CERRADO_FN std::uint32_t member() { return static_cast<std::uint32_t>(W::team_rank()); }
        static CERRADO_FN std::uint32_t members() { return static_cast<std::uint32_t>(W::team_size()); }
    };
    template <class Who> CERRADO_FN void sync() const {
        if constexpr (Who::is_team)
            W::team_sync();
        else
            Base::te().warp().sync();
    }
    template <class Who> CERRADO_FN std::uint32_t& size_of(int vector) {
        if constexpr (Who::is_team)
            return W::template of_team<SpreadTeam>().sizes[vector];
        else
            return sizes_[vector];
    }
    template <class Who> CERRADO_FN std::uint32_t first_lane() const {
        return Who::member() * W::width + static_cast<std::uint32_t>(Base::te().warp().lane());
    }

    // Lanes: all. Returns: whether the team visits the root.
    CERRADO_FN bool lead(SpreadPlan const& plan) {
        constexpr std::uint32_t least_degree = 32;
        if (!leads_) return false;
        Te& te = Base::te();
        if (plan.heads > 1 || te.graph().degree(te.root()) < least_degree) {
            dismiss();
            return false;
        }
        SpreadTeam& team = W::template of_team<SpreadTeam>();
        if (te.warp().lane() == 0) {
            team.job = te.job();
            team.root = te.root();
            team.is_over = false;
            team.numbers = numbers_;
            team.vertices = vertices_;
            for (std::uint32_t& size : team.sizes) size = 0;
        }
        W::team_sync();
        return true;
    }
    CERRADO_FN void dismiss() {
        leads_ = false;
        if (Base::te().warp().lane() == 0) W::template of_team<SpreadTeam>().is_over = true;
        W::team_sync();
    }
    CERRADO_FN void take_own_vectors() {
        numbers_ = Base::te().template array<Numbers>();
        vertices_ = Base::te().template array<Vertices>();
    }

    template <class Who, class Tail, class Give>
    CERRADO_FN WideCount product_of_trees(SpreadPlan const& plan, Tail const& tail, Give const& give) {
        WideCount product = 1;
        for (int i = 0; i < plan.steps; ++i) {
            Step const step = plan.step[i];
            switch (step.op) {
            case Op::begin: begin<Who>(step); break;
            case Op::step: spread<Who, false>(step); break;
            case Op::step_within: spread<Who, true>(step); break;
            case Op::multiply:
                for_each<Who>(step.to, [&](VertexId v, Count& number) { number *= numbers(step.from)[v]; });
                break;
            case Op::raise:
                for_each<Who>(step.to, [&](VertexId, Count& number) { number = power(number, step.number); });
                break;
            case Op::tail:
                for_each<Who>(step.to, [&](VertexId v, Count& number) { number *= tail(step.number, v); });
                break;
            case Op::leaves:
                for_each<Who>(step.to, [&](VertexId v, Count& number) { number *= power(leaves_at(v), step.number); });
                break;
            case Op::sum: product *= power(sum<Who>(step.from), step.number); break;
            case Op::give:
                for_each<Who>(step.from, [&](VertexId v, Count const& number) { give(v, product * number); });
                break;
            case Op::clear: clear<Who>(step.from); break;
            }
            sync<Who>();
            if (product == 0) break; // all other factors are numbers of maps
        }
        for (int vector = 0; vector < plan.vectors; ++vector) clear<Who>(vector);
        return product;
    }

    CERRADO_FN std::uint64_t first_of(int vector) const {
        return std::uint64_t{Base::te().graph().vertex_count} * static_cast<std::uint64_t>(vector);
    }
    CERRADO_FN Count* numbers(int vector) const {
        if constexpr (goes_in_teams<Te>()) return numbers_ + first_of(vector);
        return Base::te().template array<Numbers>() + first_of(vector);
    }
    CERRADO_FN VertexId* vertices(int vector) const {
        if constexpr (goes_in_teams<Te>()) return vertices_ + first_of(vector);
        return Base::te().template array<Vertices>() + first_of(vector);
    }
    CERRADO_FN bool is_head(VertexId v) const { return Base::te().contains(v); }
    CERRADO_FN VertexId bound() const { return is_below_ ? Base::te().root() : no_vertex; } // of all images but heads

    template <class Number> static CERRADO_FN Number power(Number number, int exponent) {
        Number product = number;
        for (int i = 1; i < exponent; ++i) product *= number;
        return product;
    }

    // Returns: the number of images that a leaf beside v can have.
    CERRADO_FN Count leaves_at(VertexId v) const {
        GraphRef const& graph = Base::te().graph();
        EdgeOffset const begin = graph.begin(v), end = graph.end(v);
        Count leaves = (is_below_ ? graph.lower_bound(begin, end, bound()) : end) - begin;
        for (int i = is_below_ ? 1 : 0; i < Base::te().size(); ++i) leaves -= Base::te().adjacent(i, v) ? 1 : 0;
        return leaves;
    }

    // Calls f(v, number) for each vertex of the vector. Lanes: all; each its own vertices.
    template <class Who, class Function> CERRADO_FN void for_each(int vector, Function const& f) {
        VertexId const* const list = vertices(vector);
        Count* const all = numbers(vector);
        std::uint32_t const size = size_of<Who>(vector), lanes = Who::members() * W::width;
        for (std::uint32_t i = first_lane<Who>(); i < size; i += lanes) f(list[i], all[list[i]]);
    }
    template <class Who> CERRADO_FN WideCount sum(int vector) {
        WideCount share = 0;
        for_each<Who>(vector, [&](VertexId, Count const& number) { share += number; });
        clear<Who>(vector);
        W const& warp = Base::te().warp();
        constexpr int half = 32; // the halves of a word: their sums over the lanes fit a word
        constexpr Count low = ~std::uint32_t{0};
        constexpr std::uint32_t parts = 3;
        Count sums[parts] = {warp.reduce_add(static_cast<Count>(share) & low),
                             warp.reduce_add(static_cast<Count>(share) >> half),
                             warp.reduce_add(static_cast<Count>(share >> (2 * half)))};
        if constexpr (Who::is_team) {
            Count* const of_team = W::template of_team<SpreadTeam>().sums;
            if (first_lane<Who>() < parts) of_team[first_lane<Who>()] = 0;
            sync<Who>();
            for (std::uint32_t i = 0; i < parts; ++i)
                if (warp.lane() == 0) W::grid_add(of_team + i, sums[i]);
            sync<Who>();
            for (std::uint32_t i = 0; i < parts; ++i) sums[i] = of_team[i];
        }
        return sums[0] + (WideCount{sums[1]} << half) + (WideCount{sums[2]} << (2 * half));
    }
    template <class Who> CERRADO_FN void clear(int vector) {
        for_each<Who>(vector, [](VertexId, Count& number) { number = 0; });
        if constexpr (Who::is_team) {
            sync<Who>();
            if (first_lane<Who>() == 0) size_of<Who>(vector) = 0;
        } else {
            size_of<Who>(vector) = 0;
        }
        sync<Who>();
    }

    // Appends the vertices of the lanes for which `is_new`.
    template <class Who> CERRADO_FN void note(int vector, bool is_new, VertexId v) {
        W const& warp = Base::te().warp();
        if constexpr (Who::is_team) {
            LaneMask const there = warp.ballot(is_new);
            std::uint32_t before = 0;
            if (warp.lane() == 0 && there != 0)
                before = W::grid_add(&size_of<Who>(vector), static_cast<std::uint32_t>(popcount(there)));
            before = warp.shuffle(before, 0);
            if (is_new) vertices(vector)[before + static_cast<std::uint32_t>(warp.rank_below(there))] = v;
        } else {
            phase::append(warp, vertices(vector), nullptr, sizes_[vector], is_new, v, Mask{0});
        }
    }

    // It reads the shortest list of the heads.
    template <class Who> CERRADO_FN void begin(Step const& step) {
        Te& te = Base::te();
        SpreadPlan::Heads const heads = step.heads;
        VertexId const last = bound();
        GraphRef const& graph = te.graph();
        int shortest = -1;
        for (int i = 0; i < te.size(); ++i) {
            if ((heads >> i & 1) == 0) continue;
            if (shortest < 0 || graph.degree(te.vertex(i)) < graph.degree(te.vertex(shortest))) shortest = i;
        }
        EdgeOffset const end = graph.end(te.vertex(shortest));
        EdgeOffset first = graph.begin(te.vertex(shortest)) + Who::member() * W::width;
        for (; first < end; first += Who::members() * W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            VertexId const u = p < end ? graph.neighbours[p] : no_vertex;
            if (!te.warp().any(u < last)) break; // lists ascend
            bool is_one = u < last && !is_head(u) && marks_.vertex_meets(step.needs, u);
            for (int i = 0; i < te.size() && is_one; ++i) {
                if ((heads >> i & 1) == 0) continue;
                EdgeOffset const entry = i == shortest ? p : graph.find(te.vertex(i), u);
                is_one = entry != graph.end(te.vertex(i)) && marks_.entry_meets(step.needs.of_entry[i], entry);
            }
            if (is_one) numbers(step.to)[u] = 1;
            note<Who>(step.to, is_one, u);
        }
    }

    // Returns: the part of x's list below the bound. It is not empty.
    CERRADO_FN phase::PartOfList part_of_list(VertexId x) const {
        GraphRef const& graph = Base::te().graph();
        if (is_below_) return phase::PartOfList::below(graph, x, bound());
        return {graph.begin(x), graph.degree(x), no_vertex};
    }

    // Adds the numbers of a vector to those of the neighbours that meet the step's needs.
    template <class Who, bool within> CERRADO_FN void spread(Step const& step) {
        if constexpr (W::width == 1) {
            spread_alone<within>(step);
        } else {
            Te& te = Base::te();
            VertexId const* const sources = vertices(step.from);
            Count const* const values = numbers(step.from);
            Count* const sums = numbers(step.to);
            [[maybe_unused]] Count const* const allowed = numbers(step.within);
            auto const list_of = [&](VertexId x) { return part_of_list(x); };
            auto const take = [&](auto const& entries) {
                Count value[at_once], before[at_once]; // each step for all entries, so that waits for memory overlap
                for (int j = 0; j < at_once; ++j) {
                    VertexId const y = entries.vertex[j];
                    bool is_one = y != no_vertex && !is_head(y);
                    if constexpr (within) is_one = is_one && allowed[y] != 0;
                    is_one = is_one && meets(step.needs, entries.position[j], y);
                    value[j] = is_one ? values[sources[entries.list[j]]] : 0;
                }
                for (int j = 0; j < at_once; ++j)
                    before[j] = value[j] != 0 ? W::lane_add(sums + entries.vertex[j], value[j]) : 1;
                for (int j = 0; j < at_once; ++j) note<Who>(step.to, before[j] == 0, entries.vertex[j]);
            };
            std::uint32_t const size = size_of<Who>(step.from);
            phase::for_each_entry<at_once>(te, sources, Who::member(), Who::members(), size, list_of, take);
        }
    }
    template <bool within> CERRADO_FN void spread_alone(Step const& step) {
        Te& te = Base::te();
        GraphRef const& graph = te.graph();
        VertexId const last = bound();
        Count* const sums = numbers(step.to);
        VertexId* const list = vertices(step.to);
        [[maybe_unused]] Count const* const allowed = numbers(step.within);
        bool const may_meet_heads = !is_below_ || te.size() > 1;
        std::uint32_t size = sizes_[step.to];
        for (std::uint32_t i = 0; i < sizes_[step.from]; ++i) {
            VertexId const x = vertices(step.from)[i];
            Count const value = numbers(step.from)[x];
            if (value == 0) continue;
            EdgeOffset const end = graph.end(x);
            for (EdgeOffset p = graph.begin(x); p < end; ++p) {
                VertexId const y = graph.neighbours[p];
                if (y >= last) break; // lists ascend
                if constexpr (within) {
                    if (allowed[y] == 0) continue;
                }
                if ((may_meet_heads && is_head(y)) || !meets(step.needs, p, y)) continue;
                Count const before = sums[y];
                sums[y] = before + value;
                if (before == 0) list[size++] = y;
            }
        }
        sizes_[step.to] = size;
    }
    CERRADO_FN bool meets(SpreadPlan::Needs const& needs, EdgeOffset entry, VertexId v) const {
        return marks_.entry_meets(needs.of_entry[0], entry) && marks_.vertex_meets(needs, v);
    }

    // Marks the neighbours of vector 0 in vector 1, in the order of the lists: the same on every device, since jobs that
    // share a traversal make its extensions each for itself.
    CERRADO_FN void mark_in_order() {
        W const& warp = Base::te().warp();
        Count* const marks = numbers(1);
        auto const list_of = [&](VertexId x) { return part_of_list(x); };
        phase::for_each_entry<1>(Base::te(), vertices(0), 0, 1, sizes_[0], list_of, [&](auto const& entries) {
            VertexId const y = entries.vertex[0];
            bool is_new = y != no_vertex && !is_head(y) && marks[y] == 0;
            for (int lane = 0; lane < W::width - 1; ++lane) { // an earlier lane may have the same
                VertexId const other = warp.shuffle(y, lane);
                is_new = is_new && (lane >= warp.lane() || other != y);
            }
            warp.sync();
            if (is_new) marks[y] = 1;
            note<Alone>(1, is_new, y);
            warp.sync();
        });
    }

    // Lists the vertices that two steps lead to from a head, by two vectors. Returns: their number.
    CERRADO_FN std::uint32_t list_far(int head) {
        Te& te = Base::te();
        begin<Alone>({.op = Op::begin, .to = 0, .heads = static_cast<SpreadPlan::Heads>(1u << head)});
        te.warp().sync();
        mark_in_order();
        VertexId* const list = te.extensions(te.size());
        std::uint32_t const count = sizes_[1];
        for (auto i = static_cast<std::uint32_t>(te.warp().lane()); i < count; i += W::width) list[i] = vertices(1)[i];
        te.warp().sync();
        clear<Alone>(0);
        clear<Alone>(1);
        return count;
    }

    Count* numbers_ = nullptr; // of the vectors
    VertexId* vertices_ = nullptr;
    std::uint32_t sizes_[SpreadPlan::most_vectors] = {}; // vertices of each vector
    SpreadMarks marks_{};
    bool is_below_ = false;
    bool leads_ = false, helps_ = false; // in a team
};

// The maps of several patterns with the same images of heads, by pattern.
struct MapsByParts {
    int k = 2; // heads, and one
    int patterns = 1;
    int vectors = 0;
    bool is_below = false; // all plans are
    ArrayRef<SpreadPlan> plans{};
    ArrayRef<Count> tails[SpreadPlan::most_tails] = {}; // by vertex
    SpreadMarks marks{};
    using Engine = Spread;
    using Output = ByKey<>;
    static constexpr bool may_find_nothing = true;
    static constexpr int extension_lists = 1;

    int layers() const { return patterns; }
    std::uint32_t keys() const { return static_cast<std::uint32_t>(patterns); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        SpreadPlan const& plan = plans[static_cast<std::uint64_t>(te.layer())];
        if (te.size() < plan.heads) {
            te.extend_heads(plan, marks);
        } else if (te.aggregates_here()) {
            add(te, maps_at(te, [](VertexId, WideCount) {}));
        }
    }

protected:
    template <class Traversal, class Give> CERRADO_FN WideCount maps_at(Traversal& te, Give const& give) const {
        auto const tail_of = [&](int tail, VertexId v) { return tails[tail][v]; };
        return te.maps(plans[static_cast<std::uint64_t>(te.layer())], marks, tail_of, give);
    }

private:
    // Few numbers are so great that the workers' banks could not hold many of them.
    template <class Traversal> static CERRADO_FN void add(Traversal& te, WideCount maps) {
        constexpr int bits_of_small = 40;
        auto const pattern = static_cast<std::uint32_t>(te.layer());
        bool const is_small = maps >> bits_of_small == 0;
        if (is_small) te.by_key().reserve(static_cast<Count>(maps));
        if (te.warp().lane() != 0 || maps == 0) return;
        if (is_small)
            te.by_key().add(pattern, static_cast<Count>(maps));
        else
            te.by_key().add_wide(pattern, maps);
    }
};

// The same for plans with one head. Plans with more would be slowed down by the code for teams.
struct MapsByTeams : MapsByParts {
    static constexpr int warps_of_team = 8;
};

// The same at each vertex: by the image of the role of each pattern.
struct LocalMapsByParts : MapsByParts {
    using Output = PerOrbit;

    PositionOrbits orbits() const { return {.count = patterns}; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        SpreadPlan const& plan = plans[static_cast<std::uint64_t>(te.layer())];
        if (te.size() < plan.heads) {
            te.extend_heads(plan, marks);
        } else if (te.aggregates_here()) {
            auto const give = [&](VertexId v, WideCount maps) { te.count_for(v, te.layer(), maps); };
            WideCount const maps = maps_at(te, give);
            if (plan.role >= 0 && te.warp().lane() == 0) give(te.vertex(plan.role), maps);
        }
    }
};

} // namespace cerrado
