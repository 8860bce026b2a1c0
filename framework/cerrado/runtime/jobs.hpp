// The initial traversals of a run, heaviest first.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/traversal/job.hpp>

#include <optional>
#include <vector>

namespace cerrado {

struct JobPlan {
    int root_size = 1;    // vertices, or edges source < target in the graph's numbering
    int levels_below = 0; // levels whose extensions are consumed or stored one by one; 0: a job cannot be sliced
    int workers = 1;      // that share the work
    std::optional<std::vector<VertexId>> roots; // only jobs whose source is one of these (no duplicates)
    std::uint32_t least_extensions = 0;         // jobs with fewer are left out: they lead to nothing
    std::uint32_t most_parts = 1;               // that an extension can be divided into; see Job
    bool whole_lists = false;                   // weigh by whole lists, not by what lies above the root

    friend bool operator==(JobPlan const&, JobPlan const&) = default;
};

// Jobs estimated heavier than a worker's fair share of a quarter are cut into slices of their extensions. O(jobs),
// shared by the team; the same for any team.
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan, Team& team);
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan);

// By number of extensions, in how many slices a job is cut; `jobs` says how many have so many.
std::vector<std::uint32_t> slices_by_extensions(std::vector<std::size_t> const& jobs, JobPlan const& plan);

} // namespace cerrado
