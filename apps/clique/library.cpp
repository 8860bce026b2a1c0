// The clique functions of Cerrado::apps. They choose the form that serves a query.
#include "approximate/approximate.hpp"
#include "clique/forms.hpp"
#include "clique/maximal/maximal_plan.hpp"
#include "library/fastest.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

void check_sinks(Graph const& graph, RunOptions const& options) {
    if (options.of<StoreInput>().device_sink) {
        throw InputError(
            "cliques of 1 or 2 vertices are read on the host, so device_sink cannot take them: set sink, batch_sink or "
            "narrow_sink instead");
    }
    int const sinks = (options.of<StoreInput>().sink ? 1 : 0) + (options.of<StoreInput>().batch_sink ? 1 : 0) +
                      (options.of<StoreInput>().narrow_sink ? 1 : 0);
    if (sinks != 1) throw InputError("listing needs one sink: set StoreInput::sink, batch_sink or narrow_sink");
    if (options.of<StoreInput>().narrow_sink && !ids_are_narrow(graph)) {
        throw InputError("the graph has ids of more than 32 bits; set StoreInput::batch_sink, whose ids have 64");
    }
}

// Collects ids for the sink and stops at the limit.
class Batch {
public:
    explicit Batch(RunOptions const& options) : options_(options) {}

    // Returns: false if the limit does not allow this clique.
    bool add(std::initializer_list<OriginalId> clique) {
        if (options_.of<StoreInput>().limit && count_ == *options_.of<StoreInput>().limit) return false;
        ++count_;
        if (options_.of<StoreInput>().sink) {
            options_.of<StoreInput>().sink(clique);
            return true;
        }
        ids_.insert(ids_.end(), clique);
        if (ids_.size() >= 4096) flush();
        return true;
    }
    void flush() {
        if (ids_.empty()) return;
        if (options_.of<StoreInput>().narrow_sink) {
            std::vector<std::uint32_t> narrow;
            narrow.reserve(ids_.size());
            for (OriginalId const id : ids_) narrow.push_back(static_cast<std::uint32_t>(id));
            options_.of<StoreInput>().narrow_sink(narrow);
        } else {
            options_.of<StoreInput>().batch_sink(ids_);
        }
        ids_.clear();
    }
    std::uint64_t count() const { return count_; }

private:
    RunOptions const& options_;
    std::vector<OriginalId> ids_;
    std::uint64_t count_ = 0;
};

// Adds the cliques whose lowest vertex is `root`. Returns: false once the limit is reached.
bool list_root(Graph const& graph, int k, VertexId root, Batch& batch) {
    OriginalId const id = graph.original_id(root);
    if (k == 1) return batch.add({id});
    for (VertexId const v : graph.neighbours(root)) {
        if (v > root && !batch.add({id, graph.original_id(v)})) return false;
    }
    return true;
}

double share_of(RootsUse const& roots) {
    return static_cast<double>(roots.done) / static_cast<double>(std::max<std::uint64_t>(1, roots.given));
}

RunResult list_small(Graph const& graph, int k, RunOptions const& options) {
    check_sinks(graph, options);
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    if (options.roots) roots = *options.roots;
    RunResult result;
    result.device = {"host", "CPU", 1};
    result.device.memory.graph_bytes = result.device.memory.peak_bytes = graph.bytes();
    result.roots.given = roots.size();
    Monitor monitor(options, roots.size());
    Batch batch(options);
    Stopwatch const running;
    for (VertexId const root : roots) {
        if (result.roots.done % 1024 == 0 && monitor.poll(result.roots.done, batch.count(), share_of(result.roots)))
            break;
        if (!list_root(graph, k, root, batch)) {
            monitor.pass_limit();
            break;
        }
        ++result.roots.done;
    }
    batch.flush();
    result.count = batch.count();
    result.status = monitor.status(result.roots.done);
    result.seconds.run = running.seconds();
    return result;
}

// Lists vertices or edges. It has no jobs to sample and no form to choose.
class SmallCliqueList : public Form {
public:
    explicit SmallCliqueList(int k) : k_(k) {}
    void warm_up(RunOptions const&) const override {}
    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const&, RunOptions const&) const override {
        return "for k below 3 the run reads vertices or edges and searches nothing\n";
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return done_by_one<RunResult>(options,
                                      [&](RunOptions const& own) { return list_small(graph.graph(), k_, own); });
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
    Choice choose(Graph const&, RunOptions const&) const override { return {}; }

private:
    int k_;
};

// Requires: k is 1 or 2. There is nothing to search, so the host reads the graph, whatever the device. A run needs a
// sink other than StoreInput::device_sink.
BoundApplication small_clique_list(int k) { return make_form<SmallCliqueList>(k); }

constexpr int smallest_searched = 3; // smaller cliques are vertices and edges, which need no search

struct Sizes {
    int first, last;
    bool is_one() const { return first == last; }
};

Sizes sizes_of(CliqueQuery const& query) {
    CliqueQuery const unset;
    if (query.k != 0 && (query.min_k != unset.min_k || query.max_k != unset.max_k)) {
        throw InputError(
            "CliqueQuery has both k and min_k or max_k; set only k for one size, or only min_k and max_k for several");
    }
    Sizes const sizes = query.k != 0 ? Sizes{query.k, query.k} : Sizes{query.min_k, query.max_k};
    if (sizes.first < 1 || sizes.last < sizes.first) {
        throw InputError(fmt::format("cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     sizes.first, sizes.last));
    }
    return sizes;
}

bool counts(Algorithm algorithm, Sizes sizes) {
    if (algorithm == Algorithm::fast || algorithm == Algorithm::pivot) return true;
    return sizes.is_one() && sizes.first >= smallest_searched && sizes.first <= max_traversal_length;
}

// To move work costs more than it saves if the cliques are small (docs/performance.md).
Candidate pivots(Sizes sizes) {
    return {Algorithm::pivot, clique_pivot_form(sizes.first, sizes.last), sizes.last >= 6};
}
BoundApplication pivot_form(Sizes sizes) {
    return fastest_of({pivots(sizes)}, [](DeviceKind) { return std::size_t{0}; });
}

// Chooses between pivoting and bit rows. Several sizes take pivoting, and triangles take lists, whose last two levels need
// no matrix. For one other size, samples of the graph decide. Short runs take no samples: they use bit rows up to the
// largest size for which these were measured to be quicker on most graphs (docs/performance.md), which is larger by one
// where tensor cores count the last levels.
BoundApplication fastest_form(Sizes sizes) {
    constexpr int largest_by_rows = 4;
    if (!counts(Algorithm::bitmap, sizes)) return pivot_form(sizes);
    if (sizes.first == 3)
        return fastest_of({{Algorithm::oriented, clique_oriented_form(3)}}, [](DeviceKind) { return std::size_t{0}; });
    std::vector<Candidate> candidates = {{Algorithm::bitmap, clique_bitmap_form(sizes.first)}, pivots(sizes)};
    return fastest_of(std::move(candidates), [=](DeviceKind device) {
        int const largest = device == DeviceKind::cuda ? largest_by_rows + 1 : largest_by_rows;
        return sizes.first <= largest ? std::size_t{0} : std::size_t{1};
    });
}

void check_one_size(int k, char const* query) {
    if (k < 1) throw InputError(fmt::format("cliques of k = {} vertices: set {}::k to 1 or more", k, query));
}

// Cliques that have given vertices S: S, if it is a clique, with each clique of the graph of its common neighbours.

class Around {
public:
    Around(Graph const& graph, std::vector<OriginalId> const& through) : ids_(through) {
        std::vector<VertexId> const vertices = vertices_of(graph, through);
        GraphRef const ref = graph.ref();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) is_clique_ = is_clique_ && ref.adjacent(vertices[i], vertices[j]);
        }
        std::vector<VertexId> common;
        for (VertexId const u : graph.neighbours(vertices.front())) {
            auto const is_beside = [&](VertexId v) { return v == vertices.front() || ref.adjacent(v, u); };
            if (is_clique_ && std::ranges::all_of(vertices, is_beside)) common.push_back(u);
        }
        common_ = within(graph, std::move(common));
    }

    std::vector<OriginalId> const& ids() const { return ids_; }
    int size() const { return static_cast<int>(ids_.size()); }
    bool is_clique() const { return is_clique_; }
    Graph const& common() const { return common_; }

private:
    std::vector<OriginalId> ids_;
    bool is_clique_ = true;
    Graph common_;
};

// Brings the ids of S to the end of each record of cliques of `k` vertices. If k is 0, the number of ids comes before
// them.
template <class Id> class Completed {
public:
    Completed(std::function<void(std::span<Id const>)> sink, std::vector<OriginalId> const& ids, int k)
        : sink_(std::move(sink)),
          ids_(ids.begin(), ids.end()),
          k_(static_cast<std::size_t>(k)) {}

    void operator()(std::span<Id const> records) {
        all_.clear();
        for (std::size_t first = 0; first < records.size();) {
            std::size_t const size = k_ == 0 ? static_cast<std::size_t>(records[first++]) : k_;
            add(records.subspan(first, size));
            first += size;
        }
        sink_(all_);
    }
    void alone() {
        all_.clear();
        add({});
        sink_(all_);
    }

private:
    void add(std::span<Id const> clique) {
        if (k_ == 0) all_.push_back(static_cast<Id>(clique.size() + ids_.size()));
        all_.insert(all_.end(), clique.begin(), clique.end());
        all_.insert(all_.end(), ids_.begin(), ids_.end());
    }

    std::function<void(std::span<Id const>)> sink_;
    std::vector<Id> ids_;
    std::size_t k_;
    std::vector<Id> all_;
};

// The options for the cliques of the common neighbours, whose sinks get the whole cliques. `k`: vertices of the former,
// or 0 if they differ. `alone`: also gives S to the sink.
RunOptions completing(RunOptions options, std::vector<OriginalId> const& ids, int k, bool alone) {
    StoreInput& input = options.of<StoreInput>();
    if (input.device_sink)
        throw InputError("cliques through given vertices are made on the host: set sink, batch_sink or narrow_sink");
    auto const complete = [&]<class Id>(std::function<void(std::span<Id const>)>& sink, int of_record) {
        if (!sink) return;
        Completed<Id> completed(std::move(sink), ids, of_record);
        if (alone) completed.alone();
        sink = std::move(completed);
    };
    // A sink of single cliques takes each without its number.
    if (input.sink) {
        input.sink = [sink = std::move(input.sink), ids,
                      whole = std::vector<OriginalId>()](std::span<OriginalId const> clique) mutable {
            whole.assign(clique.begin(), clique.end());
            whole.insert(whole.end(), ids.begin(), ids.end());
            sink(whole);
        };
        if (alone) input.sink({});
    }
    complete(input.batch_sink, k);
    complete(input.narrow_sink, k);
    if (alone && input.limit) --*input.limit;
    return options;
}

struct ThroughQuery {
    std::vector<OriginalId> through;
    int first = 1, last = CliqueQuery::all_sizes; // sizes, S included
    bool is_maximal = false, is_list = false, is_local = false;
    // Returns: the cliques of these sizes among the common neighbours.
    std::function<BoundApplication(int first, int last)> of_common;
};

class Through : public Form {
public:
    explicit Through(ThroughQuery query) : query_(std::move(query)) {}

    void warm_up(RunOptions const& options) const override { query_.of_common(1, 1).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        Around const around(graph, query_.through);
        std::string const text =
            fmt::format("the cliques of {} that all of the given vertices have\n",
                        counted(static_cast<WideCount>(around.common().vertex_count()), "common neighbour"));
        auto const [first, last] = sizes_in(around);
        return last < 1 ? text : text + query_.of_common(first, last).estimate(around.common(), options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        require_no_start(options, "cliques through given vertices are found at once");
        if (options.member != nullptr)
            throw InputError("cliques through given vertices are few: take one device in one process");
        Stopwatch const preparing;
        Around const around(graph.graph(), query_.through);
        double const seconds = preparing.seconds();
        auto const [first, last] = sizes_in(around);
        auto const& limit = options.of<StoreInput>().limit;
        bool const is_full = query_.is_list && limit && *limit == 0;
        bool const is_one = is_clique_asked_for(around) && !is_full;
        RunResult result;
        result.device = {"host", "CPU", 1};
        if (last >= first && last >= 1) {
            bool const varies = query_.is_maximal || first != last;
            RunOptions const own =
                query_.is_list ? completing(options, around.ids(), varies ? 0 : first, is_one) : options;
            result = query_.of_common(first, last).run(around.common(), own);
        } else if (query_.is_list) {
            completing(options, around.ids(), query_.is_maximal ? 0 : 1, is_one);
        }
        result.seconds.prepare += seconds;
        complete(result, graph.graph(), around, is_one);
        return result;
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
    Choice choose(Graph const&, RunOptions const&) const override { return {}; }

private:
    // Returns: the sizes among the common neighbours.
    std::pair<int, int> sizes_in(Around const& around) const {
        if (around.common().vertex_count() == 0) return {1, 0};
        int const last = query_.last == CliqueQuery::all_sizes ? query_.last : query_.last - around.size();
        return {std::max(1, query_.first - around.size()), last};
    }
    // Returns: whether S itself is one of the cliques.
    bool is_clique_asked_for(Around const& around) const {
        bool const has_size = query_.first <= around.size() && around.size() <= query_.last;
        bool const may_be = !query_.is_maximal || around.common().vertex_count() == 0;
        return around.is_clique() && has_size && may_be;
    }

    void complete(RunResult& result, Graph const& graph, Around const& around, bool is_one) const {
        if (is_one) ++result.count;
        if (query_.first != query_.last || query_.is_maximal) {
            SizeCounts& sizes = result.of<BySize>();
            for (SizeCount& row : sizes.sizes) row.k += around.size();
            if (is_one) sizes.sizes.insert(sizes.sizes.begin(), {around.size(), "1"});
            for (int k = sizes.sizes.empty() ? query_.first - 1 : sizes.sizes.front().k - 1; k >= query_.first; --k)
                sizes.sizes.insert(sizes.sizes.begin(), {k, "0"});
            sizes.sum = to_string(result.count);
        }
        if (query_.is_local) complete_local(result, graph, around);
    }
    // The counts of all vertices of the graph.
    static void complete_local(RunResult& result, Graph const& graph, Around const& around) {
        std::map<OriginalId, WideCount> counts;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) counts[graph.original_id(v)] = 0;
        LocalCounts& local = result.of<PerVertexAndEdge>();
        for (VertexCount const& row : local.vertices) counts[row.vertex] = row.count;
        for (OriginalId const id : around.ids()) counts[id] = result.count;
        local.vertices.clear();
        for (auto const& [id, count] : counts) local.vertices.push_back({id, count});
    }

    ThroughQuery const query_;
};

BoundApplication bind_through(ThroughQuery query) { return make_form<Through>(std::move(query)); }

} // namespace

std::string semantics_of(CliqueQuery const&) { return "complete subgraphs, automorphisms divided out"; }

bool can_count_cliques(CliqueQuery const& query) { return counts(query.algorithm, sizes_of(query)); }
bool can_count_local_cliques(Algorithm algorithm) {
    return algorithm == Algorithm::fast || algorithm == Algorithm::pivot;
}
bool can_list_cliques(Algorithm algorithm) { return algorithm == Algorithm::fast || algorithm == Algorithm::bitmap; }

BoundApplication bind_cliques(CliqueQuery const& query) {
    Sizes const sizes = sizes_of(query);
    if (!counts(query.algorithm, sizes)) {
        throw InputError(fmt::format("the algorithm {} counts cliques of one size, from {} to {}; take pivot or fast",
                                     name_of(query.algorithm), smallest_searched, max_traversal_length));
    }
    if (!query.through.empty()) {
        // Among the common neighbours other sizes are asked for, which not every algorithm takes.
        return bind_through({.through = query.through,
                             .first = sizes.first,
                             .last = sizes.last,
                             .of_common = [is_one = sizes.is_one()](int first, int last) {
                                 return is_one ? bind_cliques({.k = last})
                                               : bind_cliques({.min_k = first, .max_k = last});
                             }});
    }
    switch (query.algorithm) {
    case Algorithm::paper: return clique_paper_form(sizes.first);
    case Algorithm::oriented: return clique_oriented_form(sizes.first);
    case Algorithm::bitmap: return clique_bitmap_form(sizes.first);
    case Algorithm::pivot: return pivot_form(sizes);
    default: return fastest_form(sizes);
    }
}

BoundApplication bind_local_cliques(LocalCliqueQuery const& query) {
    check_one_size(query.k, "LocalCliqueQuery");
    if (!can_count_local_cliques(query.algorithm)) {
        throw InputError(fmt::format("the algorithm {} has no counts per vertex or edge; take pivot or fast",
                                     name_of(query.algorithm)));
    }
    if (query.through.empty()) return clique_local_form(query.k, query.per_edge);
    if (query.per_edge) throw InputError("cliques through given vertices are counted at vertices: leave out per_edge");
    return bind_through(
        {.through = query.through, .first = query.k, .last = query.k, .is_local = true, .of_common = [](int, int last) {
             return bind_local_cliques({.k = last});
         }});
}

BoundApplication bind_clique_list(CliqueListQuery const& query) {
    check_one_size(query.k, "CliqueListQuery");
    if (!can_list_cliques(query.algorithm)) {
        throw InputError(
            fmt::format("the algorithm {} counts and does not list; take bitmap or fast", name_of(query.algorithm)));
    }
    if (query.through.empty())
        return query.k < smallest_searched ? small_clique_list(query.k) : clique_list_form(query.k);
    return bind_through(
        {.through = query.through, .first = query.k, .last = query.k, .is_list = true, .of_common = [](int, int last) {
             return bind_clique_list({.k = last});
         }});
}

RunResult count_cliques(GraphOrResident const& graph, CliqueQuery const& query, RunOptions const& options) {
    return bind_cliques(query).run(graph, options);
}

RunResult count_local_cliques(GraphOrResident const& graph, LocalCliqueQuery const& query, RunOptions const& options) {
    return bind_local_cliques(query).run(graph, options);
}

RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query, RunOptions const& options) {
    return bind_clique_list(query).run(graph, options);
}

RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_cliques(graph, query, options);
}

// Maximal and largest cliques.

namespace {

// Checks that no vertex has more neighbours above it than if vertices were numbered by degree.
RunOptions with_few_successors(Graph const& graph, RunOptions options) {
    if (options.order != GraphOrder::given) return options;
    GraphRef const ref = graph.ref();
    VertexId const most = most_successors(shape_of(graph));
    for (VertexId v = 0; v < ref.vertex_count; ++v) {
        if (ref.end(v) - ref.first_above(v, v) <= most) continue;
        throw InputError("maximal cliques are found with the vertices numbered by degree: leave out the order given");
    }
    return options;
}

SizeCounts sizes_of(std::vector<WideCount> const& by_size, int least) {
    SizeCounts sizes;
    WideCount sum = 0;
    for (auto size = static_cast<std::size_t>(least); size < by_size.size(); ++size) {
        sum += by_size[size];
        sizes.sizes.push_back({static_cast<int>(size), to_string(by_size[size])});
    }
    while (!sizes.sizes.empty() && sizes.sizes.back().count == "0") sizes.sizes.pop_back();
    sizes.sum = to_string(sum);
    return sizes;
}

int largest_of(SizeCounts const& sizes) { return sizes.sizes.empty() ? 0 : sizes.sizes.back().k; }

// Gives a form's counts by key as counts by size.
class CountsBySize : public Decorator {
public:
    CountsBySize(BoundApplication inner, int least) : Decorator(std::move(inner)), least_(least) {}

protected:
    RunOptions given(Graph const& graph, RunOptions options) const override {
        return with_few_successors(graph, std::move(options));
    }
    RunResult made_of(RunResult result) const override {
        SizeCounts const& sizes = result.of<BySize>() = sizes_of(result.of<ByKey<>>(), least_);
        result.count = to_count(sizes.sum); // the counts at vertices have no number of their own
        LocalCounts& local = result.of<PerVertexAndEdge>() = std::exchange(result.of<PerOrbit>(), {});
        local.by_orbit.clear();
        return result;
    }

private:
    int least_;
};

// Brings records that end with their first id again and again to a sink that gets the number of ids before them.
template <class Id> class Trimmed {
public:
    Trimmed(std::function<void(std::span<Id const>)> sink, int k)
        : sink_(std::move(sink)),
          k_(static_cast<std::size_t>(k)) {}

    void operator()(std::span<Id const> records) {
        ids_.clear();
        for (std::size_t first = 0; first < records.size(); first += k_) {
            std::span<Id const> const record = without_repeats(records.subspan(first, k_));
            ids_.push_back(static_cast<Id>(record.size()));
            ids_.insert(ids_.end(), record.begin(), record.end());
        }
        sink_(ids_);
    }

    static std::span<Id const> without_repeats(std::span<Id const> record) {
        return record.first(
            static_cast<std::size_t>(std::ranges::find(record.subspan(1), record.front()) - record.begin()));
    }

private:
    std::function<void(std::span<Id const>)> sink_;
    std::size_t k_;
    std::vector<Id> ids_;
};

void trim(StoreInput& input, int k) {
    if (input.device_sink)
        throw InputError(
            "maximal cliques differ in length, so device_sink cannot take them: set sink, batch_sink or "
            "narrow_sink instead");
    if (input.batch_sink) input.batch_sink = Trimmed<OriginalId>(std::move(input.batch_sink), k);
    if (input.narrow_sink) input.narrow_sink = Trimmed<std::uint32_t>(std::move(input.narrow_sink), k);
    if (input.sink) {
        input.sink = [sink = std::move(input.sink)](std::span<OriginalId const> record) {
            sink(Trimmed<OriginalId>::without_repeats(record));
        };
    }
}

// The maximal cliques of some sizes, of which the first run tells the largest.
class SizedList : public Form {
public:
    // `least`: the smallest size; 0: the largest that occurs alone.
    SizedList(BoundApplication sizes, int least) : sizes_(std::move(sizes)), least_(least) {}

    void warm_up(RunOptions const& options) const override {
        sizes_.warm_up(options);
        list(1).warm_up(options);
    }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return list(1).prepare(graph, with_few_successors(graph, options));
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return sizes_.estimate(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        with_few_successors(graph.graph(), options);
        if (options.checkpoint.on()) throw InputError("a list of maximal cliques keeps no checkpoint: leave it out");
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& given) {
            TimeLeft const time(given);
            RunOptions counting = given;
            counting.of<StoreInput>() = {};
            RunResult total = sizes_.run(resident, counting);
            int const largest = largest_of(total.of<BySize>());
            bool const is_done = total.status != Status::complete || largest == 0;
            total.count = 0; // nothing is delivered yet
            if (is_done) return total;
            RunOptions own = time.in(given);
            trim(own.of<StoreInput>(), largest);
            RunResult listed = list(largest).run(resident, own);
            listed.seconds.start += total.seconds.start;
            listed.seconds.prepare += total.seconds.prepare;
            listed.seconds.run += total.seconds.run;
            if (listed.status == Status::complete) listed.of<BySize>() = total.of<BySize>(); // else not all are there
            return listed;
        });
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        return sizes_.choose(graph, options);
    }

private:
    BoundApplication list(int largest) const {
        if (largest > longest_listed_clique) {
            throw InputError(
                fmt::format("the largest of the cliques has {} vertices, and {} is the most in a list: give "
                            "a largest size",
                            largest, longest_listed_clique));
        }
        return maximal_list_form(least_ == 0 ? largest : least_, largest);
    }

    BoundApplication const sizes_;
    int const least_;
};

// Counts cliques of all sizes, and keeps the largest size.
class Largest : public Decorator {
public:
    using Decorator::Decorator;

protected:
    RunResult made_of(RunResult result) const override {
        SizeCounts& sizes = result.of<BySize>();
        if (!sizes.sizes.empty()) {
            sizes.sizes = {sizes.sizes.back()};
            sizes.sum = sizes.sizes.front().count;
        }
        result.count = to_count(sizes.sum);
        return result;
    }
};

} // namespace

std::string semantics_of(MaximalCliqueQuery const&) {
    return "complete subgraphs to which no vertex can be added, automorphisms divided out";
}

BoundApplication bind_maximal_cliques(MaximalCliqueQuery const& query) {
    if (query.min_k < 1 || query.max_k < query.min_k) {
        throw InputError(fmt::format("maximal cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     query.min_k, query.max_k));
    }
    if (!query.through.empty() && query.per_edge)
        throw InputError(
            "maximal cliques through given vertices are counted at vertices: leave out the counts at edges");
    if (!query.through.empty()) {
        return bind_through({.through = query.through,
                             .first = query.min_k,
                             .last = query.max_k,
                             .is_maximal = true,
                             .is_local = query.per_vertex,
                             .of_common = [local = query.per_vertex](int first, int last) {
                                 return bind_maximal_cliques({.min_k = first, .max_k = last, .per_vertex = local});
                             }});
    }
    BoundApplication form = maximal_cliques_form(query.min_k, query.max_k, query.per_vertex, query.per_edge);
    return make_form<CountsBySize>(make_form<Balanced>(std::move(form)), query.min_k);
}

BoundApplication bind_maximal_list(MaximalCliqueQuery const& query) {
    if (!query.through.empty()) {
        return bind_through(
            {.through = query.through,
             .first = query.min_k,
             .last = query.max_k,
             .is_maximal = true,
             .is_list = true,
             .of_common = [](int first, int last) { return bind_maximal_list({.min_k = first, .max_k = last}); }});
    }
    return make_form<SizedList>(bind_maximal_cliques({.min_k = query.min_k, .max_k = query.max_k}), query.min_k);
}

BoundApplication bind_largest_cliques() { return make_form<Largest>(bind_cliques({})); }
BoundApplication bind_largest_list() { return make_form<SizedList>(bind_largest_cliques(), 0); }

RunResult count_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query,
                                RunOptions const& options) {
    return bind_maximal_cliques(query).run(graph, options);
}

RunResult list_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query,
                               RunOptions const& options) {
    return bind_maximal_list(query).run(graph, options);
}

RunResult list_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query,
                               std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_maximal_cliques(graph, query, options);
}

RunResult count_largest_cliques(GraphOrResident const& graph, RunOptions const& options) {
    return bind_largest_cliques().run(graph, options);
}

RunResult list_largest_cliques(GraphOrResident const& graph, std::function<void(std::span<OriginalId const>)> sink,
                               RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return bind_largest_list().run(graph, options);
}

} // namespace cerrado

namespace cerrado {

int MaximalPlanner::levels(TraversalNeeds const& needs, GraphShape const& shape) {
    return std::min(2 + static_cast<int>(most_successors(shape) / 2), needs.max_vertices);
}

void MaximalPlanner::check(PlanRequest const& request) const {
    if (request.needs.root_size != 1)
        throw InputError("maximal cliques start from single vertices: remove root_size() from the application");
    if (sizes_.shortest < 1 || sizes_.longest < sizes_.shortest) {
        throw InputError(fmt::format("maximal cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     sizes_.shortest, sizes_.longest));
    }
    VertexId const most = most_successors(request.shape);
    if (most > most_maximal_members) {
        throw InputError(
            fmt::format("{} vertices have so many neighbours each, and maximal cliques are found in graphs "
                        "with at most {} such vertices",
                        most, most_maximal_members));
    }
    std::uint64_t const words = std::uint64_t{request.shape.max_degree()} * words_of_row(most);
    if (words >> 32 != 0) { // the rows of lower neighbours, whose words have numbers of 32 bits
        throw InputError(
            fmt::format("a vertex has {} neighbours, too many for rows of {} bits each: ask for cliques of a "
                        "part of the graph",
                        request.shape.max_degree(), most));
    }
}

JobNeeds MaximalPlanner::jobs(TraversalNeeds const&) {
    constexpr int levels_below = 3; // estimate: the work of a root grows as with three levels below it
    return {.levels_below = levels_below};
}

MaximalRef MaximalPlanner::plan(ArrayPlan arrays, PlanRequest const& request) {
    int const levels = MaximalPlanner::levels(request.needs, request.shape);
    MaximalRef ref;
    static_cast<MatrixSizes&>(ref) = matrix_sizes(request, levels, 4, false);
    plan_matrix<MaximalArrays>(arrays, request, ref);
    ref.lower_capacity = request.shape.max_degree();
    ref.lower_words = words_of_row(ref.lower_capacity);
    arrays.reserve<MaximalArrays, LowerRows>(std::uint64_t{ref.lower_capacity} * ref.row_words);
    arrays.reserve<MaximalArrays, LowerLevels>(std::uint64_t{ref.lower_words} * static_cast<std::uint64_t>(levels));
    return ref;
}

void MaximalMemory::conclude(RunResult const&, Session const& session) const {
    if (too_deep_.read().front() == 0) return;
    throw Error(
        fmt::format("a search for maximal cliques would have to hold more than {} vertices that are not adjacent "
                    "to all candidates: ask for a smaller part of the graph",
                    session.levels));
}

CERRADO_FOR_PROCESSORS ExcludedPivot keep_excluded_rows(std::uint32_t const* rows, std::uint32_t* set,
                                                        std::uint32_t set_words, CandidateRows const& of_level) {
    ExcludedPivot best;
    std::uint32_t pairs[most_maximal_members / 64 + 1]; // those that have candidates
    std::uint32_t live = 0, count = 0;
    for (std::uint32_t pair = 0; pair < of_level.words / 2; ++pair) {
        std::uint64_t const bits = bit_pair(of_level.candidates, pair);
        if (bits != 0) pairs[live++] = pair;
        count += static_cast<std::uint32_t>(std::popcount(bits));
    }
    for (std::uint32_t word = 0; word < set_words; ++word) {
        for (std::uint32_t bits = set[word]; bits != 0; bits &= bits - 1) {
            std::uint32_t const i = 32 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
            std::uint32_t const* const row = rows + std::uint64_t{i} * of_level.words;
            std::uint64_t lacks = 0;
            int common = 0;
            for (std::uint32_t at = 0; at < live; ++at) {
                std::uint64_t const own = bit_pair(row, pairs[at]);
                lacks |= bit_pair(of_level.universal, pairs[at]) & ~own;
                common += std::popcount(bit_pair(of_level.candidates, pairs[at]) & own);
            }
            if (lacks != 0) {
                set[word] ^= bits & -bits;
            } else if (static_cast<std::uint32_t>(common) + 1 > best.rank) {
                best = {static_cast<std::uint32_t>(common) + 1, i};
                if (best.rank > count) return best;
            }
        }
    }
    return best;
}

Approximation approximate_cliques(GraphOrResident const& graph, CliqueQuery const& query, Precision const& asked,
                                  RunOptions const& options) {
    constexpr int most = approximate::CliqueDraw::most_vertices;
    if (query.k < 3 || query.k > most)
        throw InputError(fmt::format("an approximate count is of cliques of one size, 3 to {}: give that k", most));
    if (!query.through.empty())
        throw InputError("cliques through given vertices have no approximate count: count them exactly");
    return approximate::estimate(graph, asked, options, [&](Graph const& own, RunOptions const& of_one) {
        approximate::CliqueSums const sums = approximate::clique_sums(own, query.k, of_one.threads);
        return approximate::Prepared{{1, {sums.ways()}, [](int, std::uint32_t) { return 1; }},
                                     approximate::clique_sampler(sums, query.k, of_one)};
    });
}

} // namespace cerrado
