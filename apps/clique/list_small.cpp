#include "clique/list_small.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/session/session.hpp>

#include <initializer_list>
#include <numeric>
#include <vector>

namespace cerrado {
namespace {

void check_sinks(Graph const& graph, RunOptions const& options) {
    if (options.of<StoreInput>().device_sink) {
        throw InputError("cliques of fewer than 3 vertices are read on the host: set another sink than device_sink");
    }
    int const sinks = (options.of<StoreInput>().sink ? 1 : 0) + (options.of<StoreInput>().batch_sink ? 1 : 0) +
                      (options.of<StoreInput>().narrow_sink ? 1 : 0);
    if (sinks != 1) throw InputError("listing needs one sink: set StoreInput::sink, batch_sink or narrow_sink");
    if (options.of<StoreInput>().narrow_sink && !ids_are_narrow(graph)) {
        throw InputError("the graph has ids of more than 32 bits; set StoreInput::batch_sink, whose ids have 64");
    }
}

// Collects ids for the sink, and heeds the limit.
class Batch {
public:
    explicit Batch(RunOptions const& options) : options_(options) {}

    // False when the limit does not allow this one.
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

// The cliques whose lowest vertex is `root`; false at the limit.
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
    result.memory.graph_bytes = result.memory.peak_bytes = graph.bytes();
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

// There are no jobs to sample, and nothing to choose.
class SmallCliqueList : public Form {
public:
    explicit SmallCliqueList(int k) : k_(k) {}
    void warm_up(RunOptions const&) const override {}
    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const&, RunOptions const&) const override { return "nothing to search for k below 3\n"; }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return done_by_one<RunResult>(options,
                                      [&](RunOptions const& own) { return list_small(graph.graph(), k_, own); });
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
    Choice choose(Graph const&, RunOptions const&) const override { return {}; }

private:
    int k_;
};

} // namespace

BoundApplication small_clique_list(int k) { return make_form<SmallCliqueList>(k); }

} // namespace cerrado
