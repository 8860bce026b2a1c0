// Spread: counts the maps of a pattern by vectors. A traversal is the images of a few vertices of the pattern, its
// heads, without which the pattern is a forest. A vector has a number for each vertex of the graph: the maps of a branch
// of the forest that take its root there. A step along an edge of the branch adds each number to the neighbours.
//
// Steps are data, so one kernel serves every pattern, and several at once: each is a layer of the run. The maps may join
// vertices of the forest with each other, but not with heads. See plan.hpp, which makes the steps, for what that is good
// for.
//
// If there is one head, several jobs can share a root. Each takes other images of the forest's root.
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
        Needs needs{};          // of the vertices of `to`, if it is made by this step
        bool is_shared = false; // `to` belongs to the root of the only tree: jobs of one root each take a part of it
    };

    int heads = 1, steps = 0, vectors = 0;
    int role = -1;          // the head whose image gets the result; -1: none
    bool is_below = false;  // all images but that of head 0 are less than that one
    bool is_shared = false; // some of its steps are

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

struct Spread : Lists {
    // A vector has the number of every vertex, all 0 between two traversals, and the vertices where it is not 0.
    struct Numbers : ArrayOf<Count, Place::device> {};
    struct Vertices : ArrayOf<VertexId, Place::device> {};
    using Arrays = JoinArrays<Lists::Arrays, ArrayList<Numbers, Vertices>>;
    static constexpr int max_vertices = SpreadPlan::most_heads + 1;
    static constexpr int most_counted_levels = 1;

    struct Ref : Lists::Ref {
        int vectors = 0;
    };

    class Planner : public EnginePlanner {
    public:
        template <class App> explicit Planner(App const& app) : vectors_(app.vectors), is_below_(app.is_below) {}
        static void check_size(TraversalNeeds const&) {} // the application's plans say it
        // A greatest vertex has a neighbour below it.
        JobNeeds jobs(TraversalNeeds const& needs) const {
            return {.levels_below = needs.k > 2 ? needs.k - 2 : 1,
                    .least_extensions = is_below_ ? 1u : 0,
                    .pieces_a_slice = 2,
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
        find_part(plan);
        WideCount product = 1;
        for (int i = 0; i < plan.steps; ++i) {
            Step const step = plan.step[i];
            switch (step.op) {
            case Op::begin: begin(step); break;
            case Op::step: spread<false>(step); break;
            case Op::step_within: spread<true>(step); break;
            case Op::multiply:
                for_each(step.to, [&](VertexId v, Count& number) { number *= numbers(step.from)[v]; });
                break;
            case Op::raise:
                for_each(step.to, [&](VertexId, Count& number) { number = power(number, step.number); });
                break;
            case Op::tail: for_each(step.to, [&](VertexId v, Count& number) { number *= tail(step.number, v); }); break;
            case Op::leaves:
                for_each(step.to, [&](VertexId v, Count& number) { number *= power(leaves_at(v), step.number); });
                break;
            case Op::sum: product *= power(sum(step.from), step.number); break;
            case Op::give:
                for_each(step.from, [&](VertexId v, Count const& number) { give(v, product * number); });
                break;
            case Op::clear: clear(step.from); break;
            }
            Base::te().warp().sync();
            if (product == 0) break; // all other factors are numbers of maps
        }
        for (int vector = 0; vector < plan.vectors; ++vector) clear(vector);
        return product;
    }

    CERRADO_FN void on_begin() {
        std::uint64_t const all = first_of(Base::te().context().engine.vectors);
        Count* const numbers = Base::te().template array<Numbers>();
        for (auto i = static_cast<std::uint64_t>(Base::te().warp().lane()); i < all; i += W::width) numbers[i] = 0;
        for (std::uint32_t& size : sizes_) size = 0;
        Base::te().warp().sync();
    }

private:
    static constexpr int at_once = 4;

    CERRADO_FN std::uint64_t first_of(int vector) const {
        return std::uint64_t{Base::te().graph().vertex_count} * static_cast<std::uint64_t>(vector);
    }
    CERRADO_FN Count* numbers(int vector) const { return Base::te().template array<Numbers>() + first_of(vector); }
    CERRADO_FN VertexId* vertices(int vector) const { return Base::te().template array<Vertices>() + first_of(vector); }
    CERRADO_FN bool is_head(VertexId v) const { return Base::te().contains(v); }
    CERRADO_FN VertexId bound() const { return is_below_ ? Base::te().root() : no_vertex; } // of all images but heads

    template <class Number> static CERRADO_FN Number power(Number number, int exponent) {
        Number product = number;
        for (int i = 1; i < exponent; ++i) product *= number;
        return product;
    }

    // Returns: the part of x's list from `first` to `last`. It may have an entry before `first`, since it must not be empty.
    CERRADO_FN phase::PartOfList part_of_list(VertexId x, VertexId first, VertexId last) const {
        GraphRef const& graph = Base::te().graph();
        EdgeOffset const end = graph.end(x);
        EdgeOffset begin = graph.begin(x);
        auto length = static_cast<std::uint32_t>(end - begin);
        constexpr std::uint32_t is_long = 32; // in longer lists a search costs less than looking at the rest
        if (length <= is_long) return {begin, length, last, 0};
        if (first > 0) begin = graph.lower_bound(begin, end - 1, first);
        if (last != no_vertex) length = static_cast<std::uint32_t>(graph.lower_bound(begin + 1, end, last) - begin);
        if (last == no_vertex) length = static_cast<std::uint32_t>(end - begin);
        return {begin, length, last, 0};
    }

    // The jobs of one root divide the vertices so that the lists of each part have equally many entries together.
    CERRADO_FN void find_part(SpreadPlan const& plan) {
        Te& te = Base::te();
        part_begin_ = 0;
        part_end_ = bound();
        if (!plan.is_shared || te.job().slices == 1) return;
        VertexId const all = plan.is_below ? te.root() : te.graph().vertex_count;
        EdgeOffset const entries = te.graph().begin(all) / te.job().slices;
        part_begin_ = phase::first_with_entries(te, all, entries * te.job().slice);
        bool const is_last = te.job().slice + 1 == te.job().slices;
        part_end_ = is_last ? all : phase::first_with_entries(te, all, entries * (te.job().slice + 1));
        if (te.job().slice == 0) part_begin_ = 0;
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
    template <class Function> CERRADO_FN void for_each(int vector, Function const& f) {
        VertexId const* const list = vertices(vector);
        Count* const all = numbers(vector);
        for (auto i = static_cast<std::uint32_t>(Base::te().warp().lane()); i < sizes_[vector]; i += W::width)
            f(list[i], all[list[i]]);
    }
    CERRADO_FN WideCount sum(int vector) {
        WideCount share = 0;
        for_each(vector, [&](VertexId, Count const& number) { share += number; });
        clear(vector);
        W const& warp = Base::te().warp();
        constexpr int half = 32; // the halves of a word: their sums over the lanes fit a word
        constexpr Count low = ~std::uint32_t{0};
        WideCount sum = warp.reduce_add(static_cast<Count>(share) & low);
        sum += WideCount{warp.reduce_add(static_cast<Count>(share) >> half)} << half;
        return sum + (WideCount{warp.reduce_add(static_cast<Count>(share >> (2 * half)))} << (2 * half));
    }
    CERRADO_FN void clear(int vector) {
        for_each(vector, [](VertexId, Count& number) { number = 0; });
        sizes_[vector] = 0;
        Base::te().warp().sync();
    }

    // Appends the vertices of the lanes for which `is_new`.
    CERRADO_FN void note(int vector, bool is_new, VertexId v) {
        phase::append(Base::te().warp(), vertices(vector), nullptr, sizes_[vector], is_new, v, Mask{0});
    }

    // It reads the shortest list of the heads.
    CERRADO_FN void begin(Step const& step) {
        Te& te = Base::te();
        SpreadPlan::Heads const heads = step.heads;
        VertexId const first_one = step.is_shared ? part_begin_ : 0;
        VertexId const last = step.is_shared ? part_end_ : bound();
        GraphRef const& graph = te.graph();
        int shortest = -1;
        for (int i = 0; i < te.size(); ++i) {
            if ((heads >> i & 1) == 0) continue;
            if (shortest < 0 || graph.degree(te.vertex(i)) < graph.degree(te.vertex(shortest))) shortest = i;
        }
        EdgeOffset const end = graph.end(te.vertex(shortest));
        for (EdgeOffset first = graph.begin(te.vertex(shortest)); first < end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            VertexId const u = p < end ? graph.neighbours[p] : no_vertex;
            bool is_one = u < last && u >= first_one && !is_head(u);
            if (!te.warp().any(u < last)) break; // lists ascend
            is_one = is_one && marks_.vertex_meets(step.needs, u);
            for (int i = 0; i < te.size() && is_one; ++i) {
                if ((heads >> i & 1) == 0) continue;
                EdgeOffset const entry = i == shortest ? p : graph.find(te.vertex(i), u);
                is_one = entry != graph.end(te.vertex(i)) && marks_.entry_meets(step.needs.of_entry[i], entry);
            }
            if (is_one) numbers(step.to)[u] = 1;
            note(step.to, is_one, u);
        }
    }

    // Adds the numbers of a vector to those of the neighbours that meet the step's needs.
    template <bool within> CERRADO_FN void spread(Step const& step) {
        VertexId const first = step.is_shared ? part_begin_ : 0, last = step.is_shared ? part_end_ : bound();
        if constexpr (W::width == 1) {
            spread_alone<within>(step, first, last);
        } else {
            Te& te = Base::te();
            VertexId const* const sources = vertices(step.from);
            Count const* const values = numbers(step.from);
            Count* const sums = numbers(step.to);
            [[maybe_unused]] Count const* const allowed = numbers(step.within);
            auto const list_of = [&](VertexId x) { return part_of_list(x, first, last); };
            auto const size = sizes_[step.from];
            phase::for_each_entry<at_once>(te, sources, 0, 1, size, list_of, [&](auto const& entries) {
                Count value[at_once], before[at_once]; // each step for all entries, so that waits for memory overlap
                for (int j = 0; j < at_once; ++j) {
                    VertexId const y = entries.vertex[j];
                    bool is_one = y != no_vertex && y >= first && !is_head(y);
                    if constexpr (within) is_one = is_one && allowed[y] != 0;
                    is_one = is_one && meets(step.needs, entries.position[j], y);
                    value[j] = is_one ? values[sources[entries.list[j]]] : 0;
                }
                for (int j = 0; j < at_once; ++j)
                    before[j] = value[j] != 0 ? W::lane_add(sums + entries.vertex[j], value[j]) : 1;
                for (int j = 0; j < at_once; ++j) note(step.to, before[j] == 0, entries.vertex[j]);
            });
        }
    }
    template <bool within> CERRADO_FN void spread_alone(Step const& step, VertexId first, VertexId last) {
        Te& te = Base::te();
        GraphRef const& graph = te.graph();
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
            EdgeOffset p = first > 0 ? graph.lower_bound(graph.begin(x), end, first) : graph.begin(x);
            for (; p < end; ++p) {
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
        auto const list_of = [&](VertexId x) { return part_of_list(x, 0, bound()); };
        phase::for_each_entry<1>(Base::te(), vertices(0), 0, 1, sizes_[0], list_of, [&](auto const& entries) {
            VertexId const y = entries.vertex[0];
            bool is_new = y != no_vertex && !is_head(y) && marks[y] == 0;
            for (int lane = 0; lane < W::width - 1; ++lane) { // an earlier lane may have the same
                VertexId const other = warp.shuffle(y, lane);
                is_new = is_new && (lane >= warp.lane() || other != y);
            }
            warp.sync();
            if (is_new) marks[y] = 1;
            note(1, is_new, y);
            warp.sync();
        });
    }

    // Lists the vertices that two steps lead to from a head, by two vectors. Returns: their number.
    CERRADO_FN std::uint32_t list_far(int head) {
        Te& te = Base::te();
        begin({.op = Op::begin, .to = 0, .heads = static_cast<SpreadPlan::Heads>(1u << head)});
        te.warp().sync();
        mark_in_order();
        VertexId* const list = te.extensions(te.size());
        std::uint32_t const count = sizes_[1];
        for (auto i = static_cast<std::uint32_t>(te.warp().lane()); i < count; i += W::width) list[i] = vertices(1)[i];
        te.warp().sync();
        clear(0);
        clear(1);
        return count;
    }

    std::uint32_t sizes_[SpreadPlan::most_vectors] = {}; // vertices of each vector
    SpreadMarks marks_{};
    bool is_below_ = false;
    VertexId part_begin_ = 0, part_end_ = 0; // the images of the forest's root that are this job's
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
        } else if (plan.is_shared || te.aggregates_here()) {
            auto const tail_of = [&](int tail, VertexId v) { return tails[tail][v]; };
            add(te, te.maps(plan, marks, tail_of, [](VertexId, WideCount) {}));
        }
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

// The same at each vertex: by the image of the role of each pattern.
struct LocalMapsByParts : MapsByParts {
    using Output = PerOrbit;

    PositionOrbits orbits() const { return {.count = patterns}; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        SpreadPlan const& plan = plans[static_cast<std::uint64_t>(te.layer())];
        if (te.size() < plan.heads) {
            te.extend_heads(plan, marks);
        } else if (plan.is_shared || te.aggregates_here()) {
            auto const tail_of = [&](int tail, VertexId v) { return tails[tail][v]; };
            auto const give = [&](VertexId v, WideCount maps) { te.count_for(v, te.layer(), maps); };
            WideCount const maps = te.maps(plan, marks, tail_of, give);
            if (plan.role >= 0 && te.warp().lane() == 0) give(te.vertex(plan.role), maps);
        }
    }
};

} // namespace cerrado
