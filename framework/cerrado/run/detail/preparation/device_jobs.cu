// Each initial traversal gets a key, its number of extensions. The traversals are sorted by key, so that those with the
// same key are neighbours. A table by key tells where their jobs begin and how many slices each has.
#include <cerrado/run/detail/preparation/device_jobs.hpp>

#include <cerrado/run/detail/preparation/device_steps.cuh>

#include <limits>

namespace cerrado {

using namespace detail;

namespace {

// The number of extensions of an initial traversal, plus 1; 0 for an entry that begins no traversal.
using Key = std::uint32_t;

struct Traversals {
    GraphRef graph;
    bool from_edges; // each item is an entry of the lists; else each is a vertex
    bool all_above;  // every entry of a list is above its vertex
    ListPart lists;

    __device__ Key key(std::uint64_t i) const {
        if (!from_edges) return 1 + extensions_of(static_cast<VertexId>(i), static_cast<VertexId>(i));
        VertexId const root = owner_of_entry(graph, i);
        VertexId const target = graph.neighbours[i];
        if (!all_above && target < root) return 0;
        return 1 + extensions_of(root, root) + extensions_of(target, root);
    }

    __device__ Job job(std::uint64_t i) const {
        if (!from_edges) return {static_cast<VertexId>(i), no_vertex, 0, 1};
        return {owner_of_entry(graph, i), graph.neighbours[i], 0, 1};
    }

private:
    __device__ std::uint32_t extensions_of(VertexId v, VertexId root) const {
        return graph.entries(v, all_above ? ListPart::whole : lists, root);
    }
};

__global__ void find_keys(std::uint64_t count, Traversals traversals, Key* keys, std::uint32_t* items) {
    std::uint64_t const i = thread_number();
    if (i >= count) return;
    keys[i] = traversals.key(i);
    items[i] = static_cast<std::uint32_t>(i);
}

// firsts[key]: how many keys are larger.
__global__ void find_firsts(std::uint64_t count, Key const* sorted, std::uint64_t keys, std::uint32_t* firsts) {
    std::uint64_t const key = thread_number();
    if (key >= keys) return;
    firsts[key] = static_cast<std::uint32_t>(first_place(count, [&](std::uint64_t at) { return sorted[at] <= key; }));
}

__global__ void write_jobs(std::uint64_t count, Traversals traversals, Key const* sorted, std::uint32_t const* ranked,
                           DeviceJobMaker::JobsOfExtensions const* table, Job* jobs) {
    std::uint64_t const rank = thread_number();
    if (rank >= count) return;
    DeviceJobMaker::JobsOfExtensions const alike = table[sorted[rank] - 1];
    Job job = traversals.job(ranked[rank]);
    job.slices = alike.slices;
    std::uint64_t const first = alike.first_job + (rank - alike.first_rank) * alike.slices;
    for (; job.slice < alike.slices; ++job.slice) jobs[first + job.slice] = job;
}

} // namespace

struct DeviceJobMaker::Ranking {
    Ranking(Kind of, std::uint64_t all, Key most) : kind(of), items(all), most_key(most) {
        std::size_t wanted = 0;
        check_cuda(sort_falling(nullptr, wanted, nullptr, nullptr, nullptr, nullptr, items, most_key), preparing);
        constexpr std::uint64_t between = 8 * device_alignment;
        meter.reserve(items * 4 * sizeof(Key) + (most_key + 1ull) * (sizeof(Key) + sizeof(JobsOfExtensions)) + wanted +
                      between);
        for (auto* const buffer : {&keys, &values, &sorted_keys, &ranked}) *buffer = {items, meter};
        firsts = {most_key + 1ull, meter};
        table = {most_key + 1ull, meter};
        scratch = {wanted, meter};
    }

    Kind kind;
    std::uint64_t items;
    Key most_key;
    MemoryMeter meter; // declared before the buffers that it counts
    DeviceBuffer<std::uint32_t> keys, values, sorted_keys, ranked, firsts;
    DeviceBuffer<JobsOfExtensions> table;
    DeviceBuffer<char> scratch;
    std::vector<std::uint32_t> first_of_key; // the host's copy of firsts

    std::uint32_t first(std::size_t extensions) const { return first_of_key[extensions + 1]; }
    std::uint32_t count(std::size_t extensions) const { return first_of_key[extensions] - first(extensions); }
};

DeviceJobMaker::DeviceJobMaker(GraphRef graph, std::uint64_t entries, bool oriented, VertexId longest)
    : graph_(graph),
      entries_(entries),
      oriented_(oriented),
      longest_(longest) {}

DeviceJobMaker::~DeviceJobMaker() = default;

std::uint64_t DeviceJobMaker::bytes() const { return ranking_ ? ranking_->meter.peak() : 0; }

void DeviceJobMaker::rank(Kind kind) {
    if (oriented_) kind.lists = ListPart::whole;
    if (ranking_ && ranking_->kind == kind) return;
    std::uint64_t const items = kind.from_edges ? entries_ : graph_.vertex_count;
    std::uint64_t const most_key = (kind.from_edges ? 2ull : 1ull) * longest_ + 1;
    if (items > std::numeric_limits<std::uint32_t>::max() || most_key >= std::numeric_limits<Key>::max()) {
        throw Error(
            "the run has 2^32 or more initial traversals, and the device can rank only fewer; use --device host");
    }
    ranking_.reset(); // its memory may be needed for the next ranking
    ranking_ = std::make_unique<Ranking>(kind, items, static_cast<Key>(most_key));
    Ranking& made = *ranking_;
    Traversals const traversals{graph_, kind.from_edges, oriented_, kind.lists};
    for_each(items, find_keys, items, traversals, made.keys.data(), made.values.data());
    std::size_t bytes = made.scratch.size();
    check_cuda(sort_falling(made.scratch.data(), bytes, made.keys.data(), made.sorted_keys.data(), made.values.data(),
                            made.ranked.data(), items, most_key),
               preparing);
    for_each(most_key + 1, find_firsts, items, made.sorted_keys.data(), most_key + 1, made.firsts.data());
    made.first_of_key.resize(most_key + 1);
    made.firsts.read(made.first_of_key.data());
}

std::vector<VertexId> DeviceJobMaker::lists() {
    rank({false, ListPart::whole});
    std::vector<VertexId> lists(longest_ + std::size_t{1});
    for (std::size_t length = 0; length < lists.size(); ++length) lists[length] = ranking_->count(length);
    while (lists.size() > 1 && lists.back() == 0) lists.pop_back();
    return lists;
}

void DeviceJobMaker::plan(JobPlan const& plan) {
    rank({plan.root_size == 2, plan.lists});
    count_ = with_jobs_ = 0;
    std::vector<std::size_t> traversals(ranking_->most_key);
    for (std::size_t extensions = plan.least_extensions; extensions < traversals.size(); ++extensions) {
        traversals[extensions] = ranking_->count(extensions);
    }
    std::vector<std::uint32_t> const slices = slices_by_extensions(traversals, plan);
    table_.assign(traversals.size(), {});
    for (std::size_t extensions = traversals.size(); extensions-- > plan.least_extensions;) {
        table_[extensions] = {count_, ranking_->first(extensions), slices[extensions]};
        count_ += traversals[extensions] * slices[extensions];
        with_jobs_ += traversals[extensions];
    }
}

void DeviceJobMaker::write(Job* into) {
    if (with_jobs_ == 0) return;
    Ranking const& ranking = *ranking_;
    check_cuda(cudaMemcpy(ranking.table.data(), table_.data(), table_.size() * sizeof(JobsOfExtensions),
                          cudaMemcpyHostToDevice),
               "copying to the device");
    Traversals const traversals{graph_, ranking.kind.from_edges, oriented_, ranking.kind.lists};
    for_each(with_jobs_, write_jobs, with_jobs_, traversals, ranking.sorted_keys.data(), ranking.ranked.data(),
             ranking.table.data(), into);
}

} // namespace cerrado
