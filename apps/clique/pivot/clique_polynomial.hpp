// Counts the cliques of a small graph, by size, by taking its complement apart. Pivoting counts large leaves in this
// way.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/engine/detail/rows/matrix.hpp>

namespace cerrado {

// Limits: within them the rest of a leaf is counted by its complement, and beyond them it is branched on.
struct Factoring {
    std::uint32_t most_vertices; // in the rest
    int least_longest;           // size of the largest cliques sought; branching is quicker for smaller ones
    int least_sizes;             // number of clique sizes sought beyond the traversal; the same

    CERRADO_FN constexpr bool serves(int longest, int sizes) const {
        return longest >= least_longest && sizes >= least_sizes;
    }
};
// A graph of 96 vertices has fewer than 2^93 cliques of any size, so no sum here overflows.
inline constexpr Factoring factoring_by_lane{96, 9, 8};
// A graph of 64 vertices has fewer than 2^61 cliques of any size, so FactoringWarp has 64-bit coefficients.
inline constexpr Factoring factoring_by_warp{64, 9, 5};
// Only a component of 3 vertices or more is branched on.
inline constexpr std::uint32_t most_factor_frames = factoring_by_warp.most_vertices - 2;

struct CliquePolynomial {
    WideCount of_size[factoring_by_lane.most_vertices + 1]; // [s]: cliques of s vertices, the empty one included
};

// Counts the cliques of the members in `row`, by size. `row` has at most factoring_by_lane.most_vertices members. Their
// rows in `matrix` have `words` words each. Returns: the largest size that occurs.
//
// A clique is a set of vertices no two of which are joined in the complement. If the complement falls into components,
// their polynomials multiply. A component that is more than a path or a cycle is branched on at its vertex of most
// complement neighbours, which is taken or left out. Large and nearly complete neighbourhoods defeat pivoting, but
// their sparse complements soon fall apart.
std::uint32_t clique_polynomial(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                CliquePolynomial& sizes);

// The polynomials of a branch that waits while a warp counts a leaf of pivoting by its complement. Each lane has its own
// coefficients.
struct FactorFrame {
    struct Coefficients {
        Count low, high;
    };
    Coefficients factor[32]; // product so far
    Coefficients left[32];   // result of the branch without the vertex
};

// clique_polynomial() for the lanes of a warp. It takes at most 64 members, and each lane has two coefficients.
//
// A warp takes the complement apart as the host does, all lanes along the same way. Every lane has its own copy of
// uniform values, such as sets of vertices. A lane has the lists and coefficients of its own two numbers, and asks
// other lanes for theirs by shuffles. The polynomials of branches that wait for another to end lie in frames, in the
// worker's memory. Their sets lie in registers of the lanes: a warp that is the last to work waits for each look at
// memory.

namespace phase {

CERRADO_FN inline int popcount64(std::uint64_t bits) {
    return popcount(static_cast<std::uint32_t>(bits)) + popcount(static_cast<std::uint32_t>(bits >> 32));
}

// Coefficients of x^lane and x^(32 + lane).
struct LanePolynomial {
    Count low;
    Count high;
    int degree; // the same on every lane
};

template <class W> class FactoringWarp {
    static_assert(W::width == 32);

public:
    using Set = std::uint64_t; // vertices of the complement

    // `list` has the neighbours of the vertex with this lane's number, `upper_list` those of the vertex 32 higher.
    // There are most_factor_frames `frames`.
    CERRADO_FN FactoringWarp(W const& warp, Set list, Set upper_list, FactorFrame* frames)
        : warp_(warp),
          list_(list),
          upper_list_(upper_list),
          frames_(frames) {}

    // Counts the independent sets of `set`, by size.
    CERRADO_FN LanePolynomial independent_sets(Set set) {
        LanePolynomial result = one();
        for (int depth = 0;;) {
            take_apart(set, result, depth);
            if (depth == 0) return result;
            Branch const branch = branch_at(depth - 1);
            if (!branch.left_is_done()) {
                set = branch.taken;
                keep_left(depth - 1, branch, result);
                result = one();
            } else {
                set = branch.rest;
                result = sum(left_of(depth - 1, branch), shifted(result));
                if (branch.factor_degree() > 0) result = product(factor_of(depth - 1, branch), result);
                --depth;
            }
        }
    }

private:
    // A branch that waits.
    struct Branch {
        Set rest;  // vertices outside the component that is branched on
        Set taken; // vertices of the component that are left if its vertex is taken
        // The degree of the product so far. From bit 8 on: 1 + the degree of the branch without the vertex, or 0 if this
        // branch is not done.
        std::uint32_t degrees;

        CERRADO_FN int factor_degree() const { return static_cast<int>(degrees & 0xff); }
        CERRADO_FN bool left_is_done() const { return degrees > 0xff; }
        CERRADO_FN int left_degree() const { return static_cast<int>(degrees >> 8) - 1; }
    };

    // Multiplies `result` by the factors of single vertices, edges, paths and cycles in `set`. If more is left, a
    // component must be branched on: a new frame keeps the product so far, and `set` and `result` become those of the
    // branch. At the end `set` is empty.
    CERRADO_FN void take_apart(Set& set, LanePolynomial& result, int& depth) {
        while (set != 0) {
            std::uint32_t const degree = degree_in(set, list_, 0);
            std::uint32_t const upper_degree = degree_in(set, upper_list_, 32);
            Set const alone = members(set, degree == 0, upper_degree == 0);
            times_power(result, 1, popcount64(alone));
            set &= ~alone;
            std::uint32_t const rank = degree << 6 | static_cast<std::uint32_t>(63 - warp_.lane());
            std::uint32_t const upper_rank = upper_degree << 6 | static_cast<std::uint32_t>(31 - warp_.lane());
            std::uint32_t const most = warp_.reduce_max(rank < upper_rank ? upper_rank : rank);
            if (most >> 6 == 1) { // disjoint edges
                times_power(result, 2, popcount64(set) / 2);
                set = 0;
            } else if (set != 0) {
                int const vertex = 63 - static_cast<int>(most & 63);
                Set const neighbours = warp_.shuffle(vertex < 32 ? list_ : upper_list_, vertex % 32);
                Set const part = component(Set{1} << vertex | (neighbours & set), set);
                if (most >> 6 == 2) {
                    bool const is_cycle = members(part, degree == 1, upper_degree == 1) == 0;
                    result = product(result, path_or_cycle(popcount64(part), is_cycle));
                    set &= ~part;
                } else {
                    branch_on(vertex, neighbours, part, set, result, depth++);
                }
            }
        }
    }

    // Branches on the component `part` of `vertex`, first without the vertex.
    CERRADO_FN void branch_on(int vertex, Set neighbours, Set part, Set& set, LanePolynomial& result, int depth) {
        Set const itself = Set{1} << vertex;
        wait(depth, {set & ~part, part & ~itself & ~neighbours, static_cast<std::uint32_t>(result.degree)});
        if (result.degree > 0) frames_[depth].factor[warp_.lane()] = {result.low, result.high};
        set = part & ~itself;
        result = one();
    }

    CERRADO_FN void wait(int depth, Branch const& branch) {
        if (warp_.lane() != depth % 32) return;
        if (depth < 32)
            branch_ = branch;
        else
            upper_branch_ = branch;
    }
    CERRADO_FN Branch branch_at(int depth) const {
        Branch const mine = depth < 32 ? branch_ : upper_branch_;
        int const lane = depth % 32;
        return {warp_.shuffle(mine.rest, lane), warp_.shuffle(mine.taken, lane), warp_.shuffle(mine.degrees, lane)};
    }
    CERRADO_FN void keep_left(int depth, Branch branch, LanePolynomial const& left) {
        branch.degrees |= static_cast<std::uint32_t>(left.degree + 1) << 8;
        wait(depth, branch);
        frames_[depth].left[warp_.lane()] = {left.low, left.high};
    }
    CERRADO_FN LanePolynomial left_of(int depth, Branch const& branch) const {
        FactorFrame::Coefficients const mine = frames_[depth].left[warp_.lane()];
        return {mine.low, mine.high, branch.left_degree()};
    }
    CERRADO_FN LanePolynomial factor_of(int depth, Branch const& branch) const {
        FactorFrame::Coefficients const mine = frames_[depth].factor[warp_.lane()];
        return {mine.low, mine.high, branch.factor_degree()};
    }

    // Returns: the vertices of `set` that can be reached from `reached`, which are some of them.
    CERRADO_FN Set component(Set reached, Set set) const {
        for (;;) {
            Set const next = members(set & ~reached, (list_ & reached) != 0, (upper_list_ & reached) != 0);
            if (next == 0) return reached;
            reached |= next;
        }
    }

    // Returns: the degree within the set, or 0 for a vertex that is not in it.
    CERRADO_FN std::uint32_t degree_in(Set set, Set list, int first) const {
        bool const is_member = (set >> (first + warp_.lane()) & 1) != 0;
        return is_member ? static_cast<std::uint32_t>(popcount64(list & set)) : 0;
    }

    // Returns: the members of `set` whose lane passes true.
    CERRADO_FN Set members(Set set, bool mine, bool upper) const {
        return set & (warp_.ballot(mine) | Set{warp_.ballot(upper)} << 32);
    }

    CERRADO_FN LanePolynomial one() const { return {warp_.lane() == 0 ? Count{1} : 0, 0, 0}; }

    // Returns: p times x^by. Requires: by is at most 32.
    CERRADO_FN LanePolynomial shifted(LanePolynomial const& p, int by = 1) const {
        int const from = (warp_.lane() - by) & 31;
        Count const low = warp_.shuffle(p.low, from);
        Count const high = warp_.shuffle(p.high, from);
        bool const is_beside = warp_.lane() >= by;
        return {is_beside ? low : 0, is_beside ? high : low, p.degree + by};
    }

    // Returns: the polynomial of a path or cycle of 3 vertices or more. The last vertex is either left out or taken, so
    // each polynomial is that of one vertex less plus x times that of two vertices less.
    CERRADO_FN LanePolynomial path_or_cycle(int vertices, bool is_cycle) const {
        LanePolynomial before = one();
        LanePolynomial now = one();
        if (!is_cycle) times_one_and(before, 1);
        times_one_and(now, 2);
        for (int count = 3; count <= vertices; ++count) {
            LanePolynomial const next = sum(now, shifted(before));
            before = now;
            now = next;
        }
        return now;
    }

    CERRADO_FN static LanePolynomial sum(LanePolynomial const& p, LanePolynomial const& q) {
        return {p.low + q.low, p.high + q.high, p.degree < q.degree ? q.degree : p.degree};
    }

    // Multiplies by 1 + factor x.
    CERRADO_FN void times_one_and(LanePolynomial& p, Count factor) const {
        LanePolynomial const shift = shifted(p);
        p.low += factor * shift.low;
        p.high += factor * shift.high;
        ++p.degree;
    }
    // Multiplies by (1 + factor x)^power, by two at a time: their shuffles are under way together.
    CERRADO_FN void times_power(LanePolynomial& p, Count factor, int power) const {
        for (; power > 1; power -= 2) {
            LanePolynomial const by_one = shifted(p);
            LanePolynomial const by_two = shifted(p, 2);
            p.low += factor * (2 * by_one.low + factor * by_two.low);
            p.high += factor * (2 * by_one.high + factor * by_two.high);
            p.degree += 2;
        }
        if (power > 0) times_one_and(p, factor);
    }

    // Multiplies term by term: adds up `p` times each term of `q`. No shuffle waits for another one.
    CERRADO_FN LanePolynomial product(LanePolynomial p, LanePolynomial q) const {
        if (p.degree < q.degree) {
            LanePolynomial const swapped = p;
            p = q;
            q = swapped;
        }
        LanePolynomial sum{0, 0, p.degree + q.degree};
        for (int i = 0; i <= q.degree; ++i) {
            Count const coefficient = warp_.shuffle(i < 32 ? q.low : q.high, i % 32);
            LanePolynomial const term = shifted(p, i);
            sum.low += coefficient * term.low;
            sum.high += coefficient * term.high;
        }
        return sum;
    }

    W const& warp_;
    Set list_, upper_list_;
    FactorFrame* frames_;
    Branch branch_{}, upper_branch_{}; // those at the depths lane and 32 + lane
};

// Returns: the neighbours of vertex `number` in the complement of `members`. The set is empty if there is no such
// vertex.
template <class W> CERRADO_FN std::uint64_t complement_list(std::uint32_t in_matrix, std::uint32_t const* matrix,
                                                            std::uint32_t const* members, std::uint32_t count,
                                                            std::uint32_t number) {
    std::uint64_t list = 0;
    if (number >= count) return list;
    for (std::uint32_t other = 0; other < count; ++other) {
        std::uint32_t const member = members[other];
        std::uint32_t const word =
            matrix[matrix_entry<W>(in_matrix, words_of_row(in_matrix), members[number], member / 32)];
        if ((word >> member % 32 & 1) == 0 && other != number) list |= std::uint64_t{1} << other;
    }
    return list;
}

// Counts the cliques of the members in `row`, by size. Requires: `row` has at most factoring_by_warp.most_vertices of
// the `in_matrix` members of the matrix, and not all of them are adjacent to each other.
template <class W> CERRADO_FN LanePolynomial warp_clique_polynomial(W const warp, std::uint32_t in_matrix,
                                                                    std::uint32_t const* matrix,
                                                                    std::uint32_t const* row, FactorFrame* frames) {
    std::uint32_t* const members = reinterpret_cast<std::uint32_t*>(frames); // the frames are not in use yet
    std::uint32_t const lane = static_cast<std::uint32_t>(warp.lane());
    std::uint32_t count = 0;
    for (std::uint32_t word = 0; word < words_of_row(in_matrix); ++word) {
        std::uint32_t const bits = row[word];
        if ((bits >> lane & 1) != 0)
            members[count + static_cast<std::uint32_t>(warp.rank_below(bits))] = 32 * word + lane;
        count += static_cast<std::uint32_t>(popcount(bits));
    }
    warp.sync();
    std::uint64_t const list = complement_list<W>(in_matrix, matrix, members, count, lane);
    std::uint64_t const upper_list = complement_list<W>(in_matrix, matrix, members, count, 32 + lane);
    warp.sync(); // every lane has read the members
    std::uint64_t const all = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    return FactoringWarp<W>(warp, list, upper_list, frames).independent_sets(all);
}

} // namespace phase

} // namespace cerrado
