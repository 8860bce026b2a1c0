#include "clique/pivot/pivot_plan.hpp"

#include "clique/pivot/binomials.hpp"

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/by_size.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

int PivotPlanner::levels(TraversalNeeds const& needs, GraphShape const& shape) const {
    std::uint64_t const by_degree = std::uint64_t{2} + shape.max_degree() / 2;
    return static_cast<int>(
        std::min<std::uint64_t>({by_degree, static_cast<std::uint64_t>(std::max(2, needs_.sizes.longest)),
                                 static_cast<std::uint64_t>(needs.max_vertices)}));
}

void PivotPlanner::check(PlanRequest const& request) const {
    constexpr VertexId most_members = 10000; // 50 million kinds of leaves
    if (request.needs.root_size != 1) throw InputError("pivoting starts from vertices: drop root_size()");
    if (needs_.sizes.shortest < 1 || needs_.sizes.longest < needs_.sizes.shortest) {
        throw InputError(fmt::format("cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     needs_.sizes.shortest, needs_.sizes.longest));
    }
    if (request.shape.max_degree() > most_members) {
        throw InputError(fmt::format("a vertex has {} successors; pivoting is for {} at most; use another algorithm",
                                     request.shape.max_degree(), most_members));
    }
}

JobNeeds PivotPlanner::jobs(TraversalNeeds const&) const {
    constexpr int levels_below = 3; // with which a root's work is taken to grow
    return {.levels_below = levels_below, .least_extensions = least_successors(needs_.sizes.shortest)};
}

PivotRef PivotPlanner::plan(ArrayPlan arrays, PlanRequest const& request) const {
    PivotRef ref;
    static_cast<MatrixSizes&>(ref) =
        matrix_sizes(request, levels(request.needs, request.shape), needs_.knows_leaves ? 4 : 2, !needs_.knows_leaves);
    plan_matrix<PivotArrays>(arrays, request, ref);
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

// No count of a vertex or an edge exceeds the sum.
void PivotMemory::conclude(RunResult const& result, Session const& session) const {
    if (too_deep_.read().front() != 0) {
        throw Error(
            fmt::format("pivoting would have to hold more than {} vertices here; ask for cliques of at most "
                        "that many, or use another algorithm",
                        session.levels));
    }
    if (needs_.local && to_string(result.count) != result.of<BySize>().sum) {
        throw Error(
            fmt::format("there are {} cliques of {} vertices, and counts per vertex and edge have 128 bits; "
                        "choose a size of which there are fewer",
                        result.of<BySize>().sum, needs_.sizes.longest));
    }
}

} // namespace cerrado
