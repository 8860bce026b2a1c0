#include <cerrado/engine/rows.hpp>
#include <cerrado/engine/rows/matrix.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

// What submatrices take, each of half the members of the one before at most.
std::uint32_t submatrix_words(std::uint32_t members) {
    Submatrix all;
    for (; members >= least_narrowed_members; all.begin = all.end()) all.members = members /= 2;
    return all.begin;
}

} // namespace

MatrixSizes matrix_sizes(PlanRequest const& request, int levels, int rows_of_level, bool may_narrow) {
    constexpr std::uint32_t most_fast_entries = 2048; // of a full warp: 8 KiB
    MatrixSizes sizes;
    sizes.row_capacity = request.shape.max_degree();
    sizes.row_words = words_of_row(sizes.row_capacity);
    sizes.level_rows = static_cast<std::uint32_t>(levels * rows_of_level);
    sizes.area = (sizes.row_capacity + sizes.level_rows) * sizes.row_words + sizes.row_capacity;
    sizes.is_fast =
        request.kind == WorkerKind::warp && sizes.area * std::uint32_t{full_warp_width} <=
                                                most_fast_entries * static_cast<std::uint32_t>(request.warp_width);
    sizes.narrows = may_narrow && request.kind == WorkerKind::warp && !sizes.is_fast &&
                    sizes.row_capacity >= least_narrowed_members;
    if (sizes.narrows) {
        sizes.submatrices = (sizes.area + submatrix_words(sizes.row_capacity) + 1) / 2 * 2;
        sizes.area = sizes.submatrices + 2 * static_cast<std::uint32_t>(levels);
    }
    return sizes;
}

void Rows::Planner::check(PlanRequest const& request) {
    TraversalNeeds const& needs = request.needs;
    VertexId const longest = request.shape.max_degree();
    constexpr VertexId most_members = 0xffff - 1; // the table numbers them
    if (longest > most_members) {
        throw InputError(fmt::format("a vertex has {} successors; bit rows are for {} at most; use another algorithm",
                                     longest, most_members));
    }
    if (needs.root_size != 1) throw InputError("bit rows start from vertices: drop root_size()");
    constexpr VertexId most_numbered = 16383; // under any 32 of so many members there are fewer than 2^32 pairs
    bool const numbers = request.kind == WorkerKind::warp && needs.records && needs.counted_levels > 2;
    if (numbers && longest > most_numbered) {
        throw InputError(fmt::format("a vertex has {} successors; a warp stores triples of {} at most; run on the host",
                                     longest, most_numbered));
    }
}

Rows::Ref Rows::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref sizes;
    static_cast<MatrixSizes&>(sizes) = matrix_sizes(request, request.needs.k - 1, 1, !request.needs.records);
    plan_matrix<Arrays>(arrays, request, sizes);
    for (int size = 3; size < request.needs.k; ++size) {
        sizes.few[size] = static_cast<std::uint8_t>(most_members_for(size));
    }
    if (request.needs.records) arrays.reserve<Arrays, RowList>(sizes.row_capacity);
    return sizes;
}

JobNeeds Rows::Planner::jobs(TraversalNeeds const& needs) {
    constexpr std::uint32_t most_stored_parts = 4; // of an extension; each job makes the matrix of its root
    JobNeeds jobs = walked_jobs(needs);
    jobs.least_extensions = least_successors(needs.k);
    if (needs.records && needs.counted_levels > 1) jobs.most_parts = most_stored_parts;
    return jobs;
}

} // namespace cerrado
