// The clique functions of Cerrado::apps. They choose the form that serves a query.
#include "clique/forms.hpp"
#include "library/fastest.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <fmt/format.h>

#include <initializer_list>
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

// Chooses between pivoting and bit rows. Several sizes take pivoting. For one size, samples of the graph decide. Short
// runs take no samples: they use bit rows up to the largest size for which these were measured to be quicker on most
// graphs (docs/performance.md), which is larger by one where tensor cores count the last levels.
BoundApplication fastest_form(Sizes sizes) {
    constexpr int largest_by_rows = 4;
    if (!counts(Algorithm::bitmap, sizes)) return clique_pivot_form(sizes.first, sizes.last);
    std::vector<Candidate> candidates = {{Algorithm::bitmap, clique_bitmap_form(sizes.first)}};
    if (sizes.first > 3) candidates.push_back({Algorithm::pivot, clique_pivot_form(sizes.first, sizes.last)});
    return fastest_of(std::move(candidates), [=](DeviceKind device) {
        int const largest = device == DeviceKind::cuda ? largest_by_rows + 1 : largest_by_rows;
        return sizes.first <= largest ? std::size_t{0} : std::size_t{1};
    });
}

void check_one_size(int k, char const* query) {
    if (k < 1) throw InputError(fmt::format("cliques of k = {} vertices: set {}::k to 1 or more", k, query));
}

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
    switch (query.algorithm) {
    case Algorithm::paper: return clique_paper_form(sizes.first);
    case Algorithm::oriented: return clique_oriented_form(sizes.first);
    case Algorithm::bitmap: return clique_bitmap_form(sizes.first);
    case Algorithm::pivot: return clique_pivot_form(sizes.first, sizes.last);
    default: return fastest_form(sizes);
    }
}

BoundApplication bind_local_cliques(LocalCliqueQuery const& query) {
    check_one_size(query.k, "LocalCliqueQuery");
    if (!can_count_local_cliques(query.algorithm)) {
        throw InputError(fmt::format("the algorithm {} has no counts per vertex or edge; take pivot or fast",
                                     name_of(query.algorithm)));
    }
    return clique_local_form(query.k, query.per_edge);
}

BoundApplication bind_clique_list(CliqueListQuery const& query) {
    check_one_size(query.k, "CliqueListQuery");
    if (!can_list_cliques(query.algorithm)) {
        throw InputError(
            fmt::format("the algorithm {} counts and does not list; take bitmap or fast", name_of(query.algorithm)));
    }
    return query.k < smallest_searched ? small_clique_list(query.k) : clique_list_form(query.k);
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

} // namespace cerrado
