#include "clique/maximal/maximal_plan.hpp"

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado {

int MaximalPlanner::levels(TraversalNeeds const& needs, GraphShape const& shape) {
    return std::min(2 + static_cast<int>(most_successors(shape) / 2), needs.max_vertices);
}

void MaximalPlanner::check(PlanRequest const& request) const {
    if (request.needs.root_size != 1)
        throw InputError("maximal cliques start from single vertices: remove root_size() from the application");
    if (sizes_.shortest < 1 || sizes_.longest < sizes_.shortest) {
        throw InputError(fmt::format("maximal cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     sizes_.shortest, sizes_.longest));
    }
    VertexId const most = most_successors(request.shape);
    if (most > most_maximal_members) {
        throw InputError(
            fmt::format("{} vertices have so many neighbours each, and maximal cliques are found in graphs "
                        "with at most {} such vertices",
                        most, most_maximal_members));
    }
    std::uint64_t const words = std::uint64_t{request.shape.max_degree()} * words_of_row(most);
    if (words >> 32 != 0) { // the rows of lower neighbours, whose words have numbers of 32 bits
        throw InputError(
            fmt::format("a vertex has {} neighbours, too many for rows of {} bits each: ask for cliques of a "
                        "part of the graph",
                        request.shape.max_degree(), most));
    }
}

JobNeeds MaximalPlanner::jobs(TraversalNeeds const&) {
    constexpr int levels_below = 3; // estimate: the work of a root grows as with three levels below it
    return {.levels_below = levels_below};
}

MaximalRef MaximalPlanner::plan(ArrayPlan arrays, PlanRequest const& request) {
    int const levels = MaximalPlanner::levels(request.needs, request.shape);
    MaximalRef ref;
    static_cast<MatrixSizes&>(ref) = matrix_sizes(request, levels, 4, false);
    plan_matrix<MaximalArrays>(arrays, request, ref);
    ref.lower_capacity = request.shape.max_degree();
    ref.lower_words = words_of_row(ref.lower_capacity);
    arrays.reserve<MaximalArrays, LowerRows>(std::uint64_t{ref.lower_capacity} * ref.row_words);
    arrays.reserve<MaximalArrays, LowerLevels>(std::uint64_t{ref.lower_words} * static_cast<std::uint64_t>(levels));
    return ref;
}

void MaximalMemory::conclude(RunResult const&, Session const& session) const {
    if (too_deep_.read().front() == 0) return;
    throw Error(
        fmt::format("a search for maximal cliques would have to hold more than {} vertices that are not adjacent "
                    "to all candidates: ask for a smaller part of the graph",
                    session.levels));
}

CERRADO_FOR_PROCESSORS ExcludedPivot keep_excluded_rows(std::uint32_t const* rows, std::uint32_t* set,
                                                        std::uint32_t set_words, CandidateRows const& of_level) {
    ExcludedPivot best;
    std::uint32_t pairs[most_maximal_members / 64 + 1]; // those that have candidates
    std::uint32_t live = 0, count = 0;
    for (std::uint32_t pair = 0; pair < of_level.words / 2; ++pair) {
        std::uint64_t const bits = bit_pair(of_level.candidates, pair);
        if (bits != 0) pairs[live++] = pair;
        count += static_cast<std::uint32_t>(std::popcount(bits));
    }
    for (std::uint32_t word = 0; word < set_words; ++word) {
        for (std::uint32_t bits = set[word]; bits != 0; bits &= bits - 1) {
            std::uint32_t const i = 32 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
            std::uint32_t const* const row = rows + std::uint64_t{i} * of_level.words;
            std::uint64_t lacks = 0;
            int common = 0;
            for (std::uint32_t at = 0; at < live; ++at) {
                std::uint64_t const own = bit_pair(row, pairs[at]);
                lacks |= bit_pair(of_level.universal, pairs[at]) & ~own;
                common += std::popcount(bit_pair(of_level.candidates, pairs[at]) & own);
            }
            if (lacks != 0) {
                set[word] ^= bits & -bits;
            } else if (static_cast<std::uint32_t>(common) + 1 > best.rank) {
                best = {static_cast<std::uint32_t>(common) + 1, i};
                if (best.rank > count) return best;
            }
        }
    }
    return best;
}

} // namespace cerrado
