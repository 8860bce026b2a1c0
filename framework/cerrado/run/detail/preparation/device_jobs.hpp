// Makes the jobs of a graph on the device. They are exactly those of make_jobs().
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>

#include <memory>
#include <vector>

namespace cerrado {

// The constructor and the methods throw Error if the device fails.
class DeviceJobMaker {
public:
    // `longest`: no list is longer than this.
    DeviceJobMaker(GraphRef graph, std::uint64_t entries, bool oriented, VertexId longest);
    ~DeviceJobMaker();

    // Returns: for each length up to the longest, the number of lists with this length.
    std::vector<VertexId> lists();

    // Plans the jobs of all vertices; plan.roots must be empty. Jobs can be planned and written again and again.
    void plan(JobPlan const& plan);
    std::uint64_t count() const { return count_; }
    void write(Job* into); // `into`: device memory for count() jobs; it has them when the device is done

    std::uint64_t bytes() const; // held on the device

    // The place of the jobs whose initial traversals have the same number of extensions.
    struct JobsOfExtensions {
        std::uint64_t first_job;
        std::uint32_t first_rank; // rank in the order of falling numbers of extensions
        std::uint32_t slices;     // slices of each initial traversal
    };

    // The kind of the initial traversals, and the lists by which they are ranked.
    struct Kind {
        bool from_edges;
        ListPart lists; // the part of a list that counts as extensions
        friend bool operator==(Kind const&, Kind const&) = default;
    };

private:
    struct Ranking;

    void rank(Kind kind);

    GraphRef const graph_;
    std::uint64_t const entries_;
    bool const oriented_;
    VertexId const longest_;
    std::unique_ptr<Ranking> ranking_;
    std::vector<JobsOfExtensions> table_;
    std::uint64_t count_ = 0;
    std::uint64_t with_jobs_ = 0; // the number of initial traversals that have jobs
};

} // namespace cerrado
