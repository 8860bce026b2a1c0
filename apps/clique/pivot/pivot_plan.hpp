// The host's side of pivoting: its plan, its refusals, and the memory of a run.
#pragma once

#include "clique/pivot/clique_polynomial.hpp"

#include <cerrado/core/types.hpp>
#include <cerrado/engine/detail/rows/matrix.hpp>
#include <cerrado/output/by_size.hpp>

#include <vector>

namespace cerrado {

// A table of binomial coefficients for a run. C(n, i) lies at n * columns + min(i, n - i), for n up to `most` and i
// below `size`. If 128 bits cannot hold a coefficient, the entry is the largest value.
struct BinomialTable {
    std::vector<WideCount> values;
    std::uint32_t columns = 0;
};
std::uint32_t binomial_columns(int size);
BinomialTable make_binomials(std::uint32_t most, int size);

// The frames of a full warp that counts leaves by their complement.
struct FactorFrames : ArrayOf<FactorFrame, Place::device> {};
// The counters of one neighbourhood, 128 bits each; see pivot_local.hpp.
struct LocalCounters : ArrayOf<WideCount, Place::device> {};
using PivotArrays = JoinArrays<MatrixArrays, ArrayList<FactorFrames, LocalCounters>>;

inline constexpr int max_held_vertices = 64; // in a traversal

// The rules by which a run counts leaves.
struct LeafRules {
    std::uint32_t factor_frames = 0; // frames of each warp; 0: leaves are branched on
    Count* too_deep = nullptr;       // number of traversals without a level left to branch on
    SizeRange sizes{1, 1};           // of the cliques sought
    // For local counts: a BinomialTable, and the number of vertices of the cliques counted.
    WideCount const* binomials = nullptr;
    std::uint32_t columns = 0;
    int size = 0;
};

// A donated traversal carries up to this many words: 8 KiB, or 128 MiB for the queue of 4096 workers.
inline constexpr std::uint32_t most_attached_words = 2048;
inline constexpr std::uint32_t attached_numbers = 6; // numbers of the level
CERRADO_FN inline std::uint32_t words_of_attachment(Submatrix const& matrix) {
    return attached_numbers + 2 * matrix.row_words() + matrix.words();
}

struct PivotRef : MatrixSizes {
    LeafRules leaves;
};

// Returns: whether the rest of a leaf may be counted at once, by its complement or on a matrix of its own. It may,
// unless the application declares otherwise.
template <class App> consteval bool factors_rests() {
    if constexpr (requires { App::factors; }) return App::factors;
    return true;
}

// The settings that pivoting takes from the application: k, or min_k and max_k, and per_edge if it counts locally.
struct PivotNeeds {
    SizeRange sizes{1, 1};
    bool factors = false;      // leaves can be counted by their complement
    bool knows_leaves = false; // the vertices of leaves are known
    bool local = false;
    bool local_edges = false;
};
template <class App> PivotNeeds pivot_needs_of(App const& app) {
    PivotNeeds needs;
    needs.sizes = sizes_of(app);
    needs.knows_leaves = App::Engine::knows_leaves;
    if constexpr (requires { app.per_edge; }) {
        static_assert(
            requires { app.k; }, "local counts are for one size: the application needs a member k");
        needs.local = true;
        needs.local_edges = app.per_edge;
    }
    needs.factors =
        factors_rests<App>() && !needs.knows_leaves && needs.sizes.longest >= factoring_by_warp.least_longest;
    return needs;
}

class PivotPlanner : public EnginePlanner {
public:
    template <class App> explicit PivotPlanner(App const& app) : needs_(pivot_needs_of(app)) {}

    // Returns: the most vertices that a traversal holds. Each held vertex but the root removes two candidates, and one
    // less than the largest size asked for is enough. The result is at most max_vertices.
    int levels(TraversalNeeds const& needs, GraphShape const& shape) const;
    static void check_size(TraversalNeeds const&) {}
    void check(PlanRequest const& request) const;
    JobNeeds jobs(TraversalNeeds const&) const;
    PivotRef plan(ArrayPlan arrays, PlanRequest const& request) const;

private:
    PivotNeeds needs_;
};

class PivotMemory {
public:
    template <class App> PivotMemory(App const& app, Session const& session, RunMemory& memory, int)
        : PivotMemory(pivot_needs_of(app), session, memory) {}
    void complete(PivotRef& ref) const; // fills in the fields that the plan does not know
    // Throws Error if a count would be wrong.
    void conclude(RunResult const& result, Session const& session) const;

private:
    PivotMemory(PivotNeeds const& needs, Session const& session, RunMemory& memory);

    PivotNeeds needs_;
    RunArray<Count> too_deep_;
    RunArray<WideCount> binomials_;
    std::uint32_t columns_ = 0;
};

} // namespace cerrado
