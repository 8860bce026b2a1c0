#include "discovery/forms.hpp"

#include "discovery/discovery.hpp"
#include "discovery/each_census.hpp"
#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/list_making.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/models/switched_graph.hpp"
#include "discovery/models/switching.hpp"
#include "library/bind.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/run/resident_lists.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

struct PlacedCensus {
    Census app;
    ResidentArray<std::uint32_t> group;
};
template <class App> struct PlacedWithArcs {
    App app;
    ResidentArray<std::uint32_t> group;
    ResidentArray<std::uint8_t> arcs;
};

// Graphs side by side keep their given numbers, so the arrays are in the order of the graph already.
ResidentArray<std::uint32_t> placed_groups(Resident const& graph, VertexId vertices) {
    std::vector<std::uint32_t> group(graph.graph().vertex_count());
    for (VertexId v = 0; v < graph.graph().vertex_count(); ++v) group[v] = v / vertices;
    return graph.array(group);
}

template <class App> BoundApplication with_arcs_form(int k, VertexId vertices) {
    return bind_reading(App{{k, nullptr}, nullptr}, [=](Resident const& graph, RunOptions const&) {
        auto group = placed_groups(graph, vertices);
        auto arcs = graph.array(graph.graph().marks->arcs);
        return PlacedWithArcs<App>{{{k, arcs.ref().data}, group.ref().data}, std::move(group), std::move(arcs)};
    });
}

struct PlacedEachCensus {
    EachCensus app;
    ResidentArray<std::uint32_t> group, labels, kinds, numbers;
    ResidentArray<std::uint64_t> weights, shares;
};

PlacedEachCensus placed_each(Resident const& resident, EachCensusInput const& input) {
    Graph const& graph = resident.graph();
    std::vector<std::uint32_t> labels;
    for (VertexId v = 0; !input.labels.empty() && v < graph.vertex_count(); ++v)
        labels.push_back(input.labels[v % input.vertices]);
    PlacedEachCensus placed{
        {.k = input.k},
        placed_groups(resident, input.vertices),
        resident.array(labels),
        resident.array(has_edge_labels(graph) ? graph.marks->edge_labels : std::vector<std::uint32_t>()),
        resident.array(input.numbers),
        resident.array(input.weights),
        resident.array(input.shares)};
    placed.app.group = placed.group.ref();
    placed.app.digits = {.labels = placed.labels.ref(), .kinds = placed.kinds.ref(), .weights = placed.weights.ref()};
    placed.app.sampled = {
        .shares = placed.shares.ref(), .numbers = placed.numbers.ref(), .seed = input.seed, .vertices = input.vertices};
    return placed;
}

template <class App> BoundApplication with_arcs_form(int k, ResidentArray<std::uint32_t> const& groups,
                                                     ResidentArray<std::uint8_t> const& arcs) {
    return bind_reading(App{{k, nullptr}, nullptr}, [=](Resident const&, RunOptions const&) {
        return PlacedWithArcs<App>{{{k, arcs.ref().data}, groups.ref().data}, groups, arcs};
    });
}

} // namespace

BoundApplication census_form(int k, ResidentArray<std::uint32_t> const& groups) {
    return bind_reading(Census{{k}, nullptr, false}, [=](Resident const&, RunOptions const&) {
        return PlacedCensus{{{k}, groups.ref().data, false}, groups};
    });
}

BoundApplication directed_census_form(int k, ResidentArray<std::uint32_t> const& groups,
                                      ResidentArray<std::uint8_t> const& arcs) {
    return with_arcs_form<DirectedCensus>(k, groups, arcs);
}

BoundApplication directed_code_form(int k, ResidentArray<std::uint32_t> const& groups,
                                    ResidentArray<std::uint8_t> const& arcs) {
    return with_arcs_form<DirectedCodeCensus>(k, groups, arcs);
}

BoundApplication each_census_form(EachCensusInput const& input) {
    return bind_reading(EachCensus{.k = input.k},
                        [=](Resident const& graph, RunOptions const&) { return placed_each(graph, input); });
}

BoundApplication census_form(int k, VertexId vertices) {
    return bind_reading(Census{{k}, nullptr, true}, [=](Resident const& graph, RunOptions const&) {
        auto group = placed_groups(graph, vertices);
        return PlacedCensus{{{k}, group.ref().data, true}, std::move(group)};
    });
}

BoundApplication directed_census_form(int k, VertexId vertices) { return with_arcs_form<DirectedCensus>(k, vertices); }

BoundApplication directed_code_form(int k, VertexId vertices) {
    return with_arcs_form<DirectedCodeCensus>(k, vertices);
}

} // namespace cerrado

namespace cerrado::discovery {

// The null models on a device: it takes the switches of many random graphs, and makes their lists.

namespace {

std::vector<VertexId> sources_of(SwitchedGraph const& graph) {
    std::vector<VertexId> sources;
    for (auto const& slot : graph.all_slots()) sources.push_back(slot.source);
    return sources;
}

// Returns: see SlotsRef::ends.
std::vector<std::uint32_t> ends_of(SwitchedGraph const& graph) {
    std::vector<std::uint32_t> ends;
    for (auto const& slot : graph.all_slots()) ends.push_back(ends.size() < graph.arcs() ? slot.target : slot.other);
    return ends;
}

} // namespace

struct SwitchedTogether::Shared {
    RandomGraphQuery query;
    double switches; // switches for each edge
    SwitchedGraph first;
    Resident resident; // holds no graph
    ResidentArray<VertexId> sources;
    ResidentArray<std::uint32_t> ends;
    ResidentArray<Slot> first_arcs, first_edges;
    ResidentArray<std::uint32_t> classes, index;
    ResidentArray<std::uint32_t> slot_classes;
    ResidentArray<Slot> first_of_classes, slots_by_class;
    RandomEdges given; // the given edges, if labels are dealt out

    Shared(Graph const& graph, RandomGraphQuery const& asked, RunOptions const& options)
        : query(asked),
          switches(switches_of(graph, asked)),
          first(graph, asked),
          resident(options),
          sources(resident.array(sources_of(first))),
          ends(resident.array(ends_of(first))),
          first_arcs(resident.array(first.first_arcs())),
          first_edges(resident.array(first.first_edges())),
          classes(resident.array(first.classes())),
          index(resident.array(first.joined().words())),
          slot_classes(resident.array(first.slot_classes())),
          first_of_classes(resident.array(first.first_of_classes())),
          slots_by_class(resident.array(first.slots_by_class())) {
        if (deals_labels(asked)) given = edges_of(graph, PatternLabels::of(graph, false, true));
    }

    std::uint64_t slots() const { return first.all_slots().size(); }
    std::uint64_t bytes_of_graph() const { return sizeof(Slot) * (slots() + index.size()) + sizeof(Count); }
    SlotsRef ref() const {
        return {.model = query.model,
                .has_ordered_pairs = first.has_ordered_pairs(),
                .arcs = first.arcs(),
                .slots = static_cast<Slot>(slots()),
                .sources = sources.ref(),
                .ends = ends.ref(),
                .first_arcs = first_arcs.ref(),
                .first_edges = first_edges.ref(),
                .classes = classes.ref(),
                .index = index.ref(),
                .places = first.joined().places(),
                .alike = alike()};
    }
    SlotClasses alike() const {
        if (slot_classes.size() == 0) return {};
        return {slot_classes.ref().data, first_of_classes.ref().data, slots_by_class.ref().data};
    }
    std::uint64_t steps() const { return static_cast<std::uint64_t>(switches * static_cast<double>(first.edges())); }
};

// The graphs that were made. Each array has the targets of several graphs. The first reader of a graph copies its whole
// array.
class SwitchedTogether::Made : public MadeGraphs {
public:
    Made(std::shared_ptr<Shared const> shared, std::span<std::uint32_t const> numbers)
        : shared_(std::move(shared)),
          numbers_(numbers.begin(), numbers.end()) {
        std::size_t const count = numbers.size();
        constexpr std::uint64_t slots_of_array = std::uint64_t{1} << 25;
        of_array_ = std::clamp<std::uint64_t>(slots_of_array / shared_->slots(), 1, count);
        for (std::size_t first = 0; first < count; first += of_array_) {
            arrays_.push_back(std::make_unique<Array>(
                shared_->resident.array<VertexId>(std::min(of_array_, count - first) * shared_->slots())));
        }
        std::vector<ArrayRef<VertexId>> refs;
        for (auto const& array : arrays_) refs.push_back(array->targets->ref());
        refs_ = shared_->resident.array(refs);
    }

    MadeSlots slots() const override {
        return {.sources = shared_->sources.ref(),
                .first_arcs = shared_->first_arcs.ref(),
                .first_edges = shared_->first_edges.ref(),
                .targets = refs_->ref(),
                .arcs = shared_->first.arcs(),
                .slots = static_cast<Slot>(shared_->slots()),
                .graphs_of_array = static_cast<std::uint32_t>(of_array_)};
    }
    void set_taken(std::vector<Count> taken) { taken_ = std::move(taken); }

    RandomEdges account(std::size_t i) const override {
        RandomEdges random;
        random.steps = shared_->steps();
        random.taken = taken_[i];
        return random;
    }
    RandomEdges graph(std::size_t i) override {
        Array& array = *arrays_[i / of_array_];
        std::vector<VertexId> all; // keeps the targets alive for the last reader
        std::span<VertexId const> targets;
        {
            std::lock_guard const lock(array.mutex);
            if (array.targets) {
                array.read = array.targets->read();
                array.left = array.read.size() / shared_->slots();
                array.targets.reset();
            }
            targets = std::span(array.read).subspan(i % of_array_ * shared_->slots(), shared_->slots());
        }
        RandomEdges random = shared_->first.list(targets);
        random.steps = shared_->steps();
        random.taken = taken_[i];
        deal_labels(random, shared_->given, {.seed = shared_->query.seed, .number = numbers_[i]});
        std::lock_guard const lock(array.mutex);
        if (--array.left == 0) all.swap(array.read);
        return random;
    }

private:
    struct Array {
        std::optional<ResidentArray<VertexId>> targets; // empty after they were read
        std::vector<VertexId> read{};
        std::size_t left = 0; // graphs of the array that no thread has asked for
        std::mutex mutex{};
        explicit Array(ResidentArray<VertexId> made) : targets(std::move(made)) {}
    };

    std::shared_ptr<Shared const> shared_;
    std::vector<std::uint32_t> numbers_; // numbers of the graphs
    std::uint64_t of_array_ = 1;         // graphs of an array
    std::vector<std::unique_ptr<Array>> arrays_;
    std::optional<ResidentArray<ArrayRef<VertexId>>> refs_; // references to the graphs' targets
    std::vector<Count> taken_;
};

SwitchedTogether::SwitchedTogether(Graph const& graph, RandomGraphQuery const& query, std::uint64_t memory,
                                   RunOptions const& options)
    : shared_(std::make_shared<Shared>(graph, query, options)),
      memory_(memory) {}

SwitchedTogether::~SwitchedTogether() = default;

// At most one graph for each worker of the device. Graphs that are read keep their memory until the next ones are made.
std::size_t SwitchedTogether::most() const {
    constexpr std::uint64_t share = 4, most_workers = 1 << 12;
    std::uint64_t const by_memory = memory_ / share / shared_->bytes_of_graph();
    return std::clamp<std::uint64_t>(by_memory, 1, most_workers);
}

std::unique_ptr<MadeGraphs> SwitchedTogether::make(std::span<std::uint32_t const> numbers,
                                                   RunOptions const& options) const {
    constexpr std::uint64_t on_cuda = 1 << 16, elsewhere = 1 << 10, most_rounds = 1 << 30; // some ms long
    Shared const& shared = *shared_;
    Resident const& resident = shared.resident;
    std::size_t const count = numbers.size();
    auto made = std::make_unique<Made>(shared_, numbers);
    auto const of_numbers = resident.array(numbers);
    auto const indices = resident.array<std::uint32_t>(count * shared.index.size());
    auto const taken = resident.array<Count>(count);
    Switching const work{.shared = shared.ref(),
                         .numbers = of_numbers.ref(),
                         .targets = made->slots().targets,
                         .indices = indices.ref(),
                         .taken = taken.ref(),
                         .graphs_of_array = made->slots().graphs_of_array,
                         .seed = shared.query.seed,
                         .steps = shared.steps(),
                         .steps_of_round = std::max(resident.device() == DeviceKind::cuda ? on_cuda : elsewhere,
                                                    shared.steps() / most_rounds)};
    RunResult const result = run_jobs(count, work, resident, options);
    if (result.status != Status::complete) return nullptr;
    made->set_taken(taken.read());
    return made;
}

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
