#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/graphs_together.hpp"
#include "discovery/models/list_making.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/run/resident_lists.hpp>
#include <cerrado/run/run.hpp>

#include <vector>

namespace cerrado::discovery {

namespace {

RunOptions in_given_order(RunOptions options) {
    options.order = GraphOrder::given;
    return options;
}

std::vector<std::uint32_t> groups_of(Graph const& one, std::size_t times) {
    std::vector<std::uint32_t> groups;
    groups.reserve(times * one.vertex_count());
    for (std::uint32_t group = 0; group < times; ++group) groups.insert(groups.end(), one.vertex_count(), group);
    return groups;
}

std::vector<VertexId> owners_of(Graph const& one) {
    std::vector<VertexId> owners;
    owners.reserve(one.neighbour_array().size());
    for (VertexId v = 0; v < one.vertex_count(); ++v) owners.insert(owners.end(), one.neighbours(v).size(), v);
    return owners;
}

} // namespace

GraphsOnDevice::GraphsOnDevice(Graph const& one, std::size_t times, std::span<VertexId const> number,
                               RunOptions const& options)
    : size_(times),
      resident_(repeated(one, times), in_given_order(options)),
      groups_(resident_.array(groups_of(one, times))),
      arcs_(resident_.array<std::uint8_t>(is_directed(one) ? times * one.neighbour_array().size() : 0)),
      number_(resident_.array(number)),
      owners_(resident_.array(owners_of(one))),
      begins_(resident_.array(one.offsets())),
      keys_(resident_.array<std::uint32_t>(times * one.neighbour_array().size())),
      came_(resident_.array<std::uint32_t>(times * one.vertex_count())) {}

bool GraphsOnDevice::take(MadeGraphs const& made, std::size_t i, std::size_t count, RunOptions const& options) const {
    ListMaking work{.made = made.slots(),
                    .first = i,
                    .number = number_.ref(),
                    .begins = begins_.ref(),
                    .owners = owners_.ref(),
                    .keys = keys_.ref(),
                    .came = came_.ref(),
                    .lists = lists_of(resident_),
                    .arc_codes = arcs_.ref()};
    work.jobs_a_graph = work.jobs_of_graph();
    return run_jobs(count * work.jobs_a_graph, work, resident_, options).status == Status::complete;
}

} // namespace cerrado::discovery
