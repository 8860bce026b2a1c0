// Draws from a set whose size is known, on any device. A draw takes a member of the set at random, and says which of the
// counted things it gives, if any. The number of things then follows from the share of the draws that gave one.
//
// The random numbers of a draw follow from the seed and the draw's number alone, and all numbers that are added are
// integers. So a seed gives the same draws on every device and for any number of workers.
#pragma once

#include <cerrado/core/detail/philox.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/pattern/detail/transition.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>

namespace cerrado::approximate {

inline constexpr int most_strata = 32; // sets from which is drawn; there are 23 trees of 8 vertices
inline constexpr std::uint32_t draws_of_job = 256;
inline constexpr std::uint32_t nothing = ~std::uint32_t{0}; // the outcome of a draw that gives nothing

// The random numbers of one draw.
class Randoms {
public:
    CERRADO_FN Randoms(std::uint64_t seed, std::uint64_t job, std::uint32_t draw)
        : seed_(seed),
          job_(job),
          draw_(draw) {}

    CERRADO_FN std::uint64_t next() {
        if (used_ % 2 == 0) {
            words_[0] = draw_;
            words_[1] = static_cast<std::uint32_t>(job_);
            words_[2] = static_cast<std::uint32_t>(job_ >> 32);
            words_[3] = used_ / 2;
            philox(seed_, words_);
        }
        std::uint32_t const at = used_++ % 2 * 2;
        return std::uint64_t{words_[at]} << 32 | words_[at + 1];
    }
    // Returns: a number below the bound, each as likely but for a part in 2^64 / bound.
    CERRADO_FN std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>(WideCount{next()} * bound >> 64);
    }
    CERRADO_FN double share() { return static_cast<double>(next() >> 11) * 0x1p-53; } // from 0 to below 1

private:
    std::uint64_t seed_, job_;
    std::uint32_t draw_;
    std::uint32_t used_ = 0;
    std::uint32_t words_[4] = {};
};

// Returns: the first position in [begin, end) whose sum exceeds a random share of the last one; `end` if rounding leaves
// none. The sums ascend, so a position is taken in proportion to what its sum exceeds the one before it by.
CERRADO_FN inline std::uint64_t pick(double const* sums, std::uint64_t begin, std::uint64_t end, Randoms& randoms) {
    if (begin == end) return end;
    double const wanted = randoms.share() * sums[end - 1];
    std::uint64_t low = begin, high = end;
    while (low < high) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (sums[middle] > wanted) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// The jobs of a run, and where its draws are noted. A job belongs to one stratum, which is drawn too.
struct DrawJobs {
    std::uint64_t seed = 0;
    std::uint64_t first = 0; // number of the run's first job
    int strata = 1;
    std::uint32_t outcomes = 1;
    std::uint32_t until[most_strata] = {}; // a job is of the first stratum whose entry is not below its random number
    ArrayRef<std::uint64_t> draws;         // by stratum
    ArrayRef<std::uint64_t> met;           // stratum * outcomes + outcome

    CERRADO_FN int stratum_of(std::uint64_t job) const {
        auto const drawn = static_cast<std::uint32_t>(Randoms(seed, job, draws_of_job).next());
        int stratum = 0;
        while (stratum + 1 < strata && until[stratum] < drawn) ++stratum;
        return stratum;
    }
};

// The program. Draw has `CERRADO_FN std::uint32_t outcome(int stratum, Randoms&) const`.
template <class Draw> struct Draws {
    DrawJobs jobs;
    Draw draw;

    template <class Te> CERRADO_FN void visit(Te& te) const {
        using W = typename Te::WarpType;
        std::uint64_t const job = jobs.first + te.number();
        int const stratum = jobs.stratum_of(job);
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t i = lane; i < draws_of_job; i += W::width) {
            Randoms randoms(jobs.seed, job, i);
            std::uint32_t const outcome = draw.outcome(stratum, randoms);
            if (outcome == nothing) continue;
            W::grid_add(&jobs.met[static_cast<std::uint64_t>(stratum) * jobs.outcomes + outcome], std::uint64_t{1});
        }
        if (lane == 0) W::grid_add(&jobs.draws[static_cast<std::uint64_t>(stratum)], std::uint64_t{draws_of_job});
    }
};

// Mappings of trees into a graph, from which is drawn uniformly: the root in proportion to the number of mappings that
// take it to a vertex, and then each vertex likewise among the neighbours of its parent's image. Two vertices may have
// the same image. The numbers come from sums over the trees, from the leaves up, see tree_sums().
struct TreeArrays {
    static constexpr int most_vertices = 16;
    struct Step {
        std::int16_t parent = 0;
        std::int16_t list = -1; // of the sums over neighbours; -1: all neighbours are alike
        friend bool operator==(Step const&, Step const&) = default;
    };

    int k = 0;
    std::uint64_t vertices = 0, entries = 0;
    ArrayRef<EdgeOffset> offsets;
    ArrayRef<VertexId> neighbours;
    ArrayRef<double> roots; // tree * vertices + vertex: sums over the vertices
    ArrayRef<double> sums;  // list * entries + entry: sums over a vertex's neighbours
    ArrayRef<Step> steps;   // tree * k + i

    CERRADO_FN GraphRef graph() const { return {offsets.data, neighbours.data, static_cast<VertexId>(vertices)}; }
    CERRADO_FN Step step(int tree, int i) const { return steps[static_cast<std::uint64_t>(tree * k + i)]; }

    // Draws a mapping. Returns: false if two vertices have the same image.
    CERRADO_FN bool draw(int tree, Randoms& randoms, VertexId* image) const {
        std::uint64_t const first = static_cast<std::uint64_t>(tree) * vertices;
        std::uint64_t const root = pick(roots.data, first, first + vertices, randoms);
        if (root == first + vertices) return false;
        image[0] = static_cast<VertexId>(root - first);
        for (int i = 1; i < k; ++i) {
            Step const own = step(tree, i);
            std::uint64_t const begin = offsets[image[own.parent]], end = offsets[image[own.parent] + 1];
            std::uint64_t at = begin;
            if (own.list < 0) {
                at += randoms.below(end - begin);
            } else {
                std::uint64_t const shift = static_cast<std::uint64_t>(own.list) * entries;
                at = pick(sums.data + shift, begin, end, randoms);
            }
            if (at == end) return false;
            image[i] = neighbours[at];
            for (int j = 0; j < i; ++j) {
                if (image[j] == image[i]) return false;
            }
        }
        return true;
    }
    // Returns: whether the two are adjacent, by the shorter list.
    CERRADO_FN bool adjacent(VertexId u, VertexId v) const {
        GraphRef const own = graph();
        return own.degree(u) < own.degree(v) ? own.adjacent(u, v) : own.adjacent(v, u);
    }
};

// The connected set of vertices that a tree is mapped onto; the outcome is the class of what the set induces.
struct MotifDraw {
    TreeArrays trees;
    TransitionTableRef tables;     // on the device
    std::uint8_t const* arcs = {}; // by entry, if the patterns are directed

    CERRADO_FN std::uint32_t outcome(int tree, Randoms& randoms) const {
        VertexId image[max_pattern_vertices];
        if (!trees.draw(tree, randoms, image)) return nothing;
        PatternState state;
        for (int i = 1; i < trees.k; ++i) {
            std::uint32_t mask = 0;
            int const parent = trees.step(tree, i).parent;
            for (int j = 0; j < i; ++j) {
                if (arcs != nullptr) {
                    EdgeOffset const entry = trees.graph().find(image[j], image[i]);
                    if (entry < trees.graph().end(image[j])) mask |= std::uint32_t{arcs[entry]} << 2 * j;
                } else if (j == parent || trees.adjacent(image[j], image[i])) {
                    mask |= std::uint32_t{1} << j;
                }
            }
            state = arcs != nullptr ? tables.advance<2>(state, i, mask) : tables.advance(state, i, mask);
        }
        return state.pattern_class;
    }
};

// A mapping of a pattern's spanning tree; the outcome is 0 if the images meet the conditions of the whole pattern.
struct MatchDraw {
    TreeArrays trees;
    MarkedPlan plan; // bounds of numbers are not asked, so each match is met once for each automorphism

    CERRADO_FN std::uint32_t outcome(int tree, Randoms& randoms) const {
        VertexId image[TreeArrays::most_vertices];
        if (!trees.draw(tree, randoms, image)) return nothing;
        for (int i = 1; i < trees.k; ++i) {
            MatchingPlan::Step const& asked = plan.steps[i];
            int const parent = trees.step(tree, i).parent;
            for (int j = 0; j < i; ++j) {
                bool const is_wanted = (asked.adjacent >> j & 1) != 0, is_refused = (asked.strange >> j & 1) != 0;
                if (j == parent || !(is_wanted || is_refused)) continue;
                if (trees.adjacent(image[j], image[i]) != is_wanted) return nothing;
            }
            auto const entry_of = [&](int j) {
                EdgeOffset const found = trees.graph().find(image[j], image[i]);
                return found == trees.graph().end(image[j]) ? MarkedPlan::no_entry : found;
            };
            if (!plan.allows(i, image[i], MarkedPlan::no_list, entry_of)) return nothing;
        }
        return 0;
    }
};

// An edge of the oriented graph, and k - 2 of the successors that its ends have in common: k vertices, of which it is
// asked whether they are a clique. An edge is taken in proportion to the number of ways to choose the others.
struct CliqueDraw {
    static constexpr int most_vertices = 32;

    int k = 3;
    std::uint64_t vertices = 0;
    ArrayRef<EdgeOffset> offsets;
    ArrayRef<VertexId> successors;
    ArrayRef<VertexId> tails;       // by edge: the end whose list has it
    ArrayRef<std::uint32_t> common; // by edge: successors that both ends have
    ArrayRef<double> sums;          // over the edges: ways to choose k - 2 of them

    CERRADO_FN std::uint32_t outcome(int, Randoms& randoms) const {
        std::uint64_t const edge = pick(sums.data, 0, sums.size(), randoms);
        if (edge == sums.size()) return nothing;
        std::uint32_t chosen[most_vertices];
        choose(common[edge], randoms, chosen);
        VertexId others[most_vertices];
        find(tails[edge], successors[edge], chosen, others);
        GraphRef const graph{offsets.data, successors.data, static_cast<VertexId>(vertices)};
        for (int i = 0; i + 1 < k - 2; ++i) {
            for (int j = i + 1; j < k - 2; ++j) {
                if (!graph.adjacent(others[i], others[j])) return nothing;
            }
        }
        return 0;
    }

private:
    // Makes k - 2 different numbers below n, ascending, each set as likely. Source: Floyd, in Bentley 1987.
    CERRADO_FN void choose(std::uint32_t n, Randoms& randoms, std::uint32_t* chosen) const {
        int count = 0;
        for (std::uint32_t last = n - static_cast<std::uint32_t>(k - 2); last < n; ++last) {
            auto drawn = static_cast<std::uint32_t>(randoms.below(last + 1));
            for (int i = 0; i < count; ++i) {
                if (chosen[i] == drawn) drawn = last;
            }
            int at = count++;
            for (; at > 0 && chosen[at - 1] > drawn; --at) chosen[at] = chosen[at - 1];
            chosen[at] = drawn;
        }
    }
    // Finds the common successors with these places among them.
    CERRADO_FN void find(VertexId u, VertexId v, std::uint32_t const* places, VertexId* found) const {
        std::uint64_t a = offsets[u], b = offsets[v];
        int count = 0;
        for (std::uint32_t place = 0; count < k - 2;) { // there are that many, so neither list ends before
            VertexId const one = successors[a], other = successors[b];
            if (one == other && place++ == places[count]) found[count++] = one;
            a += one <= other ? 1 : 0;
            b += other <= one ? 1 : 0;
        }
    }
};

} // namespace cerrado::approximate
