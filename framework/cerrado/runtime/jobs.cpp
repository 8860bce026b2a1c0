#include <cerrado/runtime/jobs.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cerrado {

namespace {

// Extensions a job starts with, at most: the neighbours of its vertices above the source. Jobs are rated by it.
std::uint32_t extensions_of(GraphRef const& graph, Job const& job) {
    auto const above = [&](VertexId v) {
        return static_cast<std::uint32_t>(graph.end(v) - graph.first_above(v, job.source));
    };
    return above(job.source) + (job.target == no_vertex ? 0 : above(job.target));
}

// Jobs by falling number of extensions; a stable counting sort.
std::vector<Job> heaviest_first(std::vector<Job> const& jobs, std::vector<std::uint32_t> const& extensions) {
    std::uint32_t const most = extensions.empty() ? 0 : *std::max_element(extensions.begin(), extensions.end());
    std::vector<std::size_t> position(std::size_t{most} + 2, 0);
    for (std::uint32_t const count : extensions) ++position[most - count + 1];
    std::partial_sum(position.begin(), position.end(), position.begin());
    std::vector<Job> sorted(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) sorted[position[most - extensions[i]]++] = jobs[i];
    return sorted;
}

// A job with c extensions meets about c^levels traversals of as many extensions each; where that exceeds a quarter of a worker's share it is sliced.
void slice_heavy(std::vector<Job>& jobs, std::vector<std::uint32_t>& extensions, JobPlan const& plan) {
    double total = 0;
    for (std::uint32_t const count : extensions) total += std::pow(count, plan.levels_below + 1);
    double const share = total / (4.0 * plan.workers);
    std::size_t const whole = jobs.size();
    for (std::size_t i = 0; i < whole; ++i) {
        double const weight = std::pow(extensions[i], plan.levels_below + 1);
        if (weight <= share || extensions[i] < 2) continue;
        auto const slices = static_cast<std::uint32_t>(std::min<double>(extensions[i], std::ceil(weight / share)));
        jobs[i].slices = slices;
        for (std::uint32_t slice = 1; slice < slices; ++slice) {
            jobs.push_back({jobs[i].source, jobs[i].target, slice, slices});
            extensions.push_back(extensions[i]);
        }
    }
}

} // namespace

std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan) {
    GraphRef const ref = graph.ref();
    std::vector<Job> jobs;
    auto const add = [&](VertexId root) {
        if (plan.root_size == 1) {
            jobs.push_back({root, no_vertex, 0, 1});
            return;
        }
        for (EdgeOffset p = ref.first_above(root, root); p < ref.end(root); ++p)
            jobs.push_back({root, ref.neighbours[p], 0, 1});
    };
    if (plan.roots) {
        for (VertexId const root : *plan.roots) {
            if (root >= graph.vertex_count()) {
                throw InputError(fmt::format("root {} is not a vertex; the graph has {}", root, graph.vertex_count()));
            }
            add(root);
        }
    } else {
        jobs.reserve(plan.root_size == 1 ? graph.vertex_count() : graph.edge_count());
        for (VertexId root = 0; root < graph.vertex_count(); ++root) add(root);
    }
    std::vector<std::uint32_t> extensions;
    extensions.reserve(jobs.size());
    for (Job const& job : jobs) extensions.push_back(extensions_of(ref, job));
    if (plan.levels_below > 0) slice_heavy(jobs, extensions, plan);
    return heaviest_first(jobs, extensions);
}

} // namespace cerrado
