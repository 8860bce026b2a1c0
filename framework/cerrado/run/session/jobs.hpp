// The initial traversals of a run, heaviest first.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/traversal/job.hpp>

#include <optional>
#include <span>
#include <vector>

namespace cerrado {

// Of each worker's fair share of the predicted work. A finer cut has workers end together; but each slice of a root
// makes anew what belongs to it.
inline constexpr int usual_pieces = 4;

struct JobPlan {
    int root_size = 1;    // vertices, or edges source < target in the graph's numbering
    int levels_below = 0; // levels whose extensions are consumed or stored one by one; 0: a job cannot be sliced
    int workers = 1;      // that share the work
    std::optional<std::vector<VertexId>> roots; // only jobs whose source is one of these (no duplicates)
    std::uint32_t least_extensions = 0;         // jobs with fewer are left out: they lead to nothing
    std::uint32_t most_parts = 1;               // that an extension can be divided into; see Job
    ListPart lists = ListPart::above;           // what of a list counts as extensions

    friend bool operator==(JobPlan const&, JobPlan const&) = default;
};

// Jobs estimated heavier than a piece of a worker's fair share are cut into slices of their extensions. O(jobs),
// shared by the team; the same for any team.
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan, Team& team);
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan);

// By number of extensions, in how many slices a job is cut; `jobs` says how many have so many.
std::vector<std::uint32_t> slices_by_extensions(std::vector<std::size_t> const& jobs, JobPlan const& plan);

// How the predicted work of a run lies among its jobs, from the heaviest to the lightest: as slices_by_extensions()
// weighs them. It is known where a job is as heavy as one list of the graph; else all are taken for alike.
class PredictedWork {
public:
    PredictedWork() = default; // all alike
    // `lists`: of the graph that the run reads, how many have so many entries.
    PredictedWork(std::span<VertexId const> lists, bool oriented, JobPlan const& plan);

    // Returns: the share of the work that is in the first `jobs` of `all` jobs; more than all are repetitions of them.
    double share(std::uint64_t jobs, std::uint64_t all) const;

private:
    struct Alike {
        std::uint64_t jobs; // these and those before,
        double work;        // theirs
    };
    std::vector<Alike> alike_;
};

} // namespace cerrado
