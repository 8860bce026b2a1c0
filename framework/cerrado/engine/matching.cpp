#include <cerrado/engine/matching.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

void Matching::Planner::check_size(TraversalNeeds const& needs) {
    if (needs.k >= 2 && needs.k <= max_vertices) return;
    throw InputError(fmt::format("a pattern of {} vertices: give 2 to {}", needs.k, max_vertices));
}

JobNeeds Matching::Planner::jobs(TraversalNeeds const& needs) {
    JobNeeds jobs = walked_jobs(needs);
    jobs.lists = ListPart::whole;
    return jobs;
}

} // namespace cerrado
