// The host's side of the maximal cliques: the plan, the refusals, and the memory of a run.
#pragma once

#include <cerrado/engine/detail/rows/matrix.hpp>
#include <cerrado/output/by_size.hpp>

namespace cerrado {

// Rows of the root's lower neighbours: their bits are members. Then for each level the row of those that are excluded.
struct LowerRows : ArrayOf<std::uint32_t, Place::device> {};
struct LowerLevels : ArrayOf<std::uint32_t, Place::device> {};
using MaximalArrays = JoinArrays<MatrixArrays, ArrayList<LowerRows, LowerLevels>>;

struct MaximalRef : MatrixSizes {
    std::uint32_t lower_capacity = 0; // lower neighbours
    std::uint32_t lower_words = 0;    // of a level's row of them
    Count* too_deep = nullptr;        // number of traversals without a level left for their extensions
};

// The largest number of successors for which the engine serves. No maximal clique has more than one vertex more.
inline constexpr VertexId most_maximal_members = 16383;

// The most vertices of a traversal, without the universal ones. mico needs 30, and rmat graphs of scale 20 more than 64.
inline constexpr int most_maximal_levels = 256;

// The most vertices of a clique in a list: a worker has room for one record.
inline constexpr int longest_listed_clique = 1280;

class MaximalPlanner : public EnginePlanner {
public:
    template <class App> explicit MaximalPlanner(App const& app) : sizes_(app.sizes()) {}

    // A level takes a candidate that is not adjacent to all others, so each leaves at least two candidates less.
    static int levels(TraversalNeeds const& needs, GraphShape const& shape);
    static void check_size(TraversalNeeds const&) {}
    void check(PlanRequest const& request) const;
    static JobNeeds jobs(TraversalNeeds const&);
    static MaximalRef plan(ArrayPlan arrays, PlanRequest const& request);

private:
    SizeRange sizes_;
};

class MaximalMemory {
public:
    template <class App> MaximalMemory(App const&, Session const&, RunMemory& memory, int) : too_deep_(memory, 1) {}
    void complete(MaximalRef& ref) const { ref.too_deep = too_deep_.data(); }
    void conclude(RunResult const& result, Session const& session) const; // throws Error if a traversal was too deep

private:
    RunArray<Count> too_deep_;
};

// The excluded vertex with the most neighbours among the candidates, and that number plus 1; 0: none is excluded.
struct ExcludedPivot {
    std::uint32_t rank = 0;
    std::uint32_t index = 0;
};
struct CandidateRows {
    std::uint32_t const* candidates;
    std::uint32_t const* universal;
    std::uint32_t words;
};

// Keeps those of the set whose rows have all universal candidates, and ends at one that has all candidates. Row i begins
// at word i * of_level.words.
ExcludedPivot keep_excluded_rows(std::uint32_t const* rows, std::uint32_t* set, std::uint32_t set_words,
                                 CandidateRows const& of_level);

} // namespace cerrado
