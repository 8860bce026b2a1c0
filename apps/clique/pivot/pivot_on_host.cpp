// The host's part of pivoting: the plan, the binomials, and the leaves that the host counts, by pivoting among few
// candidates or by their complement.
#include "clique/pivot/clique_polynomial.hpp"
#include "clique/pivot/pivot_plan.hpp"
#include "clique/pivot/pivot_small.hpp"

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/detail/rows/small_matrix.hpp>
#include <cerrado/output/by_size.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace cerrado {

int PivotPlanner::levels(TraversalNeeds const& needs, GraphShape const& shape) const {
    std::uint64_t const by_degree = std::uint64_t{2} + shape.max_degree() / 2;
    return static_cast<int>(
        std::min<std::uint64_t>({by_degree, static_cast<std::uint64_t>(std::max(2, needs_.sizes.longest)),
                                 static_cast<std::uint64_t>(needs.max_vertices)}));
}

void PivotPlanner::check(PlanRequest const& request) const {
    constexpr VertexId most_members = 10000; // there are then 50 million kinds of leaves
    if (request.needs.root_size != 1)
        throw InputError("pivoting starts from single vertices: remove root_size() from the application");
    if (needs_.sizes.shortest < 1 || needs_.sizes.longest < needs_.sizes.shortest) {
        throw InputError(fmt::format("cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     needs_.sizes.shortest, needs_.sizes.longest));
    }
    if (request.shape.max_degree() > most_members) {
        throw InputError(fmt::format(
            "a vertex has {} successors in the oriented graph, and pivoting takes at most {}: use another algorithm",
            request.shape.max_degree(), most_members));
    }
}

JobNeeds PivotPlanner::jobs(TraversalNeeds const&) const {
    constexpr int levels_below = 3; // estimate: the work of a root grows as with three levels below it
    return {.levels_below = levels_below, .least_extensions = least_successors(needs_.sizes.shortest)};
}

PivotRef PivotPlanner::plan(ArrayPlan arrays, PlanRequest const& request) const {
    PivotRef ref;
    static_cast<MatrixSizes&>(ref) =
        matrix_sizes(request, levels(request.needs, request.shape), needs_.knows_leaves ? 4 : 2, !needs_.knows_leaves);
    plan_matrix<PivotArrays>(arrays, request, ref);
    if (request.kind == WorkerKind::warp && !needs_.knows_leaves) {
        arrays.attach(std::min(most_attached_words, 1 + words_of_attachment({0, ref.row_capacity})));
    }
    std::uint64_t const members = request.shape.max_degree();
    if (request.kind == WorkerKind::warp && request.warp_width == full_warp_width && needs_.factors) {
        ref.leaves.factor_frames = std::min<std::uint32_t>(most_factor_frames, request.shape.max_degree());
        arrays.reserve<PivotArrays, FactorFrames>(ref.leaves.factor_frames);
    }
    if (needs_.local) {
        std::uint64_t const pairs = needs_.local_edges ? members * (members - 1) / 2 : 0;
        arrays.reserve<PivotArrays, LocalCounters>(1 + members + pairs);
    }
    return ref;
}

PivotMemory::PivotMemory(PivotNeeds const& needs, Session const& session, RunMemory& memory)
    : needs_(needs),
      too_deep_(memory, 1) {
    if (!needs.local) return;
    BinomialTable const table = make_binomials(session.shape.max_degree(), needs.sizes.longest);
    binomials_ = {memory, std::span<WideCount const>(table.values)};
    columns_ = table.columns;
}

void PivotMemory::complete(PivotRef& ref) const {
    ref.leaves.too_deep = too_deep_.data();
    ref.leaves.sizes = needs_.sizes;
    ref.leaves.binomials = binomials_.data();
    ref.leaves.columns = columns_;
    ref.leaves.size = needs_.sizes.longest;
}

// Refuses a sum of more than 128 bits. No count of a vertex or an edge exceeds the sum.
void PivotMemory::conclude(RunResult const& result, Session const& session) const {
    if (too_deep_.read().front() != 0) {
        throw Error(
            fmt::format("pivoting would have to hold more than {} vertices here: ask for cliques of at most "
                        "that many vertices, or use another algorithm",
                        session.levels));
    }
    if (needs_.local && to_string(result.count) != result.of<BySize>().sum) {
        throw Error(
            fmt::format("there are {} cliques of {} vertices, too many for the 128 bits of counts per vertex and edge: "
                        "choose a size with fewer cliques",
                        result.of<BySize>().sum, needs_.sizes.longest));
    }
}

namespace {

WideCount saturated_sum(WideCount a, WideCount b) { return a > ~b ? ~WideCount{0} : a + b; }

} // namespace

// C(134, 67) and all greater binomials need more than 128 bits.
std::uint32_t binomial_columns(int size) { return static_cast<std::uint32_t>(std::min(size, 67)); }

BinomialTable make_binomials(std::uint32_t most, int size) {
    BinomialTable table;
    table.columns = binomial_columns(size);
    table.values.assign((std::size_t{most} + 1) * table.columns, 0);
    for (std::uint32_t n = 0; n <= most; ++n) {
        WideCount* const row = table.values.data() + std::size_t{n} * table.columns;
        row[0] = 1;
        for (std::uint32_t i = 1; i < table.columns && 2 * i <= n; ++i) {
            WideCount const* const before = row - table.columns;
            row[i] = saturated_sum(before[i - 1], before[std::min(i, n - 1 - i)]);
        }
    }
    return table;
}

namespace {

using FewSet = SmallRows::Set;

// The rest of a level's stage.
struct Stage {
    FewSet candidates;
    FewSet open; // extensions
    std::uint32_t pivots;
    int pivot; // taken when the extensions are done
};

// Adds (1 + x)^pivots times (1 + 2x)^pairs, which is the sum of C(pairs, i) x^i (1 + x)^(pivots + pairs - i). `left`:
// the most vertices that a clique sought has beyond the held ones.
[[gnu::always_inline]] inline void add_near_clique(SmallBundles& bundles, int held, std::uint32_t pivots,
                                                   std::uint32_t pairs, int left) {
    Count weight = 1;
    for (std::uint32_t i = 0; i <= pairs && static_cast<int>(i) <= left; ++i) {
        bundles.of[held + static_cast<int>(i)][pivots + pairs - i] += weight;
        weight = weight * (pairs - i) / (i + 1);
    }
}

// Adds the cliques of a stage that have at most three vertices beyond the held ones and the pivots.
[[gnu::always_inline]] inline void add_truncated(SmallBundles& bundles, SmallRows const& rows, Stage const& stage,
                                                 int held, int left) {
    bundles.of[held][stage.pivots] += 1;
    if (left >= 1) bundles.of[held + 1][stage.pivots] += static_cast<Count>(__builtin_popcountll(stage.candidates));
    if (left >= 2) bundles.of[held + 2][stage.pivots] += pairs_among(rows, stage.candidates);
    if (left >= 3) bundles.of[held + 3][stage.pivots] += triangles_among(rows, stage.candidates);
}

// Turns candidates adjacent to all others into pivots. Chooses a pivot among the rest; those not adjacent to it are the
// extensions. Returns: false if there are none, since the rest is a clique without the edges of a matching.
[[gnu::always_inline]] inline bool open_stage(SmallRows const& rows, Stage& stage) {
    int const count = __builtin_popcountll(stage.candidates);
    int least = count;
    int most = -1;
    FewSet universal = 0;
    for (FewSet rest = stage.candidates; rest != 0; rest &= rest - 1) {
        int const member = __builtin_ctzll(rest);
        int const degree = __builtin_popcountll(rows.of[member] & stage.candidates);
        least = std::min(least, degree);
        if (degree + 1 == count) {
            universal |= rest & -rest;
        } else if (degree > most) {
            most = degree;
            stage.pivot = member;
        }
    }
    stage.candidates &= ~universal;
    stage.pivots += static_cast<std::uint32_t>(__builtin_popcountll(universal));
    if (least + 2 >= count) return false;
    stage.open = stage.candidates & ~rows.of[stage.pivot] & ~(FewSet{1} << stage.pivot);
    return true;
}

} // namespace

CERRADO_FOR_PROCESSORS void pivot_small(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                        SmallPivoting const& sought, SmallBundles& bundles) {
    SmallRows rows;
    make_small_rows(matrix, row, words, rows);
    bundles.pivots = static_cast<std::uint32_t>(__builtin_popcountll(rows.all));
    for (int held = 0; held <= sought.longest; ++held) std::fill_n(bundles.of[held], bundles.pivots + 1, Count{0});
    Stage stages[most_small_sizes + 1];
    stages[0] = {rows.all, 0, 0, 0};
    for (int held = 0;;) {
        Stage& stage = stages[held];
        int const left = sought.longest - held;
        int const reach =
            held + static_cast<int>(sought.pivots + stage.pivots) + __builtin_popcountll(stage.candidates);
        if (reach >= sought.shortest) {
            if (left <= 3) {
                add_truncated(bundles, rows, stage, held, left);
            } else if (!open_stage(rows, stage)) {
                auto const rest = static_cast<std::uint32_t>(__builtin_popcountll(stage.candidates));
                add_near_clique(bundles, held, stage.pivots, rest / 2, left);
            }
        }
        if (stage.open == 0) { // a leaf, or the sizes sought are out of reach
            if (held == 0) return;
            Stage& before = stages[--held];
            if (before.open == 0) {
                before.candidates &= rows.of[before.pivot];
                ++before.pivots;
                continue;
            }
        }
        Stage& from = stages[held];
        int const top = 63 - __builtin_clzll(from.open);
        from.open ^= FewSet{1} << top;
        from.candidates ^= FewSet{1} << top;
        stages[++held] = {from.candidates & rows.of[top], 0, from.pivots, 0};
    }
}

namespace {

constexpr std::uint32_t most_vertices = factoring_by_lane.most_vertices;

// A set of at most 128 vertices.
struct Set {
    std::uint64_t low = 0, high = 0;

    bool empty() const { return (low | high) == 0; }
    int size() const { return std::popcount(low) + std::popcount(high); }
    int first() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
    void add(int v) { (v < 64 ? low : high) |= std::uint64_t{1} << v % 64; }
    void remove(int v) { (v < 64 ? low : high) &= ~(std::uint64_t{1} << v % 64); }
    void drop_first() { low != 0 ? low &= low - 1 : high &= high - 1; }
};
Set operator&(Set a, Set b) { return {a.low & b.low, a.high & b.high}; }
Set operator|(Set a, Set b) { return {a.low | b.low, a.high | b.high}; }
Set without(Set a, Set b) { return {a.low & ~b.low, a.high & ~b.high}; }

// A polynomial with the coefficients c[0] .. c[degree].
struct Polynomial {
    std::uint32_t degree = 0;
    std::array<WideCount, most_vertices + 1> c;

    explicit Polynomial(WideCount constant) { c[0] = constant; }
};

// Multiplies p by 1 + factor x.
void multiply_by_one_and(Polynomial& p, WideCount factor) {
    p.c[++p.degree] = 0;
    for (std::uint32_t i = p.degree; i > 0; --i) p.c[i] += factor * p.c[i - 1];
}

// Returns: the polynomials of paths, or cycles, of up to most_vertices vertices. The last vertex is either left out or
// taken, so from 3 vertices on each is that of one vertex less plus x times that of two vertices less.
std::vector<Polynomial> chain(Polynomial const& of_one, Polynomial const& of_two) {
    std::vector<Polynomial> table{Polynomial(1), of_one, of_two};
    while (table.size() <= most_vertices) {
        Polynomial next(0);
        Polynomial const& last = table[table.size() - 1];
        Polynomial const& before = table[table.size() - 2];
        next.c.fill(0);
        next.degree = std::max(last.degree, before.degree + 1);
        for (std::uint32_t i = 0; i <= last.degree; ++i) next.c[i] += last.c[i];
        for (std::uint32_t i = 0; i <= before.degree; ++i) next.c[i + 1] += before.c[i];
        table.push_back(next);
    }
    return table;
}

Polynomial one_and(WideCount factor) {
    Polynomial p(1);
    multiply_by_one_and(p, factor);
    return p;
}

// The polynomials of paths, by the number of vertices, 3 or more.
std::vector<Polynomial> const& paths() {
    static std::vector<Polynomial> const table = chain(one_and(1), one_and(2));
    return table;
}
std::vector<Polynomial> const& cycles() {
    static std::vector<Polynomial> const table = chain(Polynomial(1), one_and(2));
    return table;
}

class Complement {
public:
    Complement(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words) {
        std::array<std::uint32_t, most_vertices> members;
        int count = 0;
        for (std::uint32_t word = 0; word < words; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                members[static_cast<std::size_t>(count)] =
                    32 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
                all_.add(count++);
            }
        }
        for (int v = 0; v < count; ++v) {
            std::uint32_t const* const others = matrix + std::size_t{members[static_cast<std::size_t>(v)]} * words;
            for (int u = 0; u < count; ++u) {
                std::uint32_t const member = members[static_cast<std::size_t>(u)];
                if (u != v && (others[member / 32] >> member % 32 & 1) == 0) lists_[static_cast<std::size_t>(v)].add(u);
            }
        }
    }

    Polynomial independent_sets() const {
        Polynomial result(1);
        multiply_by(result, all_);
        return result;
    }

private:
    Set const& list(int v) const { return lists_[static_cast<std::size_t>(v)]; }

    // Returns: the vertices that paths from `from` lead to within `left`.
    Set component(int from, Set left) const {
        Set reached;
        reached.add(from);
        for (Set open = reached; !open.empty();) {
            Set next;
            for (; !open.empty(); open.drop_first()) next = next | list(open.first());
            open = without(next & left, reached);
            reached = reached | open;
        }
        return reached;
    }

    // Multiplies `result` by the polynomial of `vertices`.
    void multiply_by(Polynomial& result, Set vertices) const {
        while (!vertices.empty()) {
            int const v = vertices.first();
            if ((list(v) & vertices).empty()) {
                vertices.remove(v);
                multiply_by_one_and(result, 1);
                continue;
            }
            Set const part = component(v, vertices);
            vertices = without(vertices, part);
            auto const size = static_cast<std::size_t>(part.size());
            if (size == 2) {
                multiply_by_one_and(result, 2);
                continue;
            }
            Degrees const degrees = degrees_in(part);
            if (degrees.most == 2) {
                multiply(result, degrees.has_end ? paths()[size] : cycles()[size]);
            } else {
                multiply(result, branches(part, degrees.vertex));
            }
        }
    }

    struct Degrees {
        int most = 0;
        int vertex = 0; // the first vertex of the largest degree
        bool has_end = false;
    };

    Degrees degrees_in(Set vertices) const {
        Degrees degrees;
        for (Set left = vertices; !left.empty(); left.drop_first()) {
            int const v = left.first();
            int const degree = (list(v) & vertices).size();
            degrees.has_end = degrees.has_end || degree == 1;
            if (degree > degrees.most) {
                degrees.most = degree;
                degrees.vertex = v;
            }
        }
        return degrees;
    }

    // Returns: the polynomial of a component, as the sum of its sets without this vertex and those with it.
    Polynomial branches(Set vertices, int vertex) const {
        vertices.remove(vertex);
        Polynomial result(1);
        multiply_by(result, vertices);
        Polynomial taken(1);
        multiply_by(taken, without(vertices, list(vertex)));
        std::uint32_t const degree = std::max(result.degree, taken.degree + 1);
        std::fill(result.c.begin() + result.degree + 1, result.c.begin() + degree + 1, WideCount{0});
        for (std::uint32_t i = 0; i <= taken.degree; ++i) result.c[i + 1] += taken.c[i];
        result.degree = degree;
        return result;
    }

    static void multiply(Polynomial& p, Polynomial const& q) {
        std::uint32_t const degree = p.degree + q.degree;
        Polynomial product(0);
        std::fill_n(product.c.begin(), degree + 1, WideCount{0});
        for (std::uint32_t i = 0; i <= p.degree; ++i) {
            for (std::uint32_t j = 0; j <= q.degree; ++j) product.c[i + j] += p.c[i] * q.c[j];
        }
        product.degree = degree;
        std::copy_n(product.c.begin(), degree + 1, p.c.begin());
        p.degree = degree;
    }

    Set all_;
    std::array<Set, most_vertices> lists_{}; // neighbours in the complement
};

} // namespace

std::uint32_t clique_polynomial(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                CliquePolynomial& sizes) {
    Polynomial const found = Complement(matrix, row, words).independent_sets();
    std::copy_n(found.c.begin(), found.degree + 1, sizes.of_size);
    return found.degree;
}

} // namespace cerrado
