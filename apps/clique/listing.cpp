#include "clique/listing.hpp"

#include "clique/clique_list.hpp"
#include "common/bind.hpp"

#include <numeric>

namespace cerrado::command {

namespace {

// Collects ids for the batch sink, and heeds the limit.
class Batch {
public:
    explicit Batch(RunOptions const& options) : options_(options) {}

    // False when the limit does not allow this one.
    bool add(std::initializer_list<OriginalId> clique) {
        if (options_.limit && count_ == *options_.limit) return false;
        ids_.insert(ids_.end(), clique);
        ++count_;
        if (ids_.size() >= 4096) flush();
        return true;
    }
    void flush() {
        if (!ids_.empty()) options_.batch_sink(ids_);
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

// Vertices and edges are cliques too. There is nothing to search, so the graph is read on the host, whatever the device.
RunResult list_small(Graph const& graph, int k, RunOptions const& options) {
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
        if (result.roots.done % 1024 == 0 && monitor.poll(result.roots.done, batch.count())) break;
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

} // namespace

BoundApplication list_form(int k, Algorithm algorithm) {
    if (algorithm != Algorithm::fast && algorithm != Algorithm::bitmap) {
        refuse(algorithm, "counts; with --list leave it out, or take bitmap");
    }
    if (k < 3) {
        return {
            [](RunOptions const&) {},
            [](Graph const& graph, RunOptions const&) { return graph; },
            [](Graph const&, RunOptions const&) { return std::string("nothing to search for k below 3\n"); },
            [k](Graph const& graph, RunOptions const& options) { return list_small(graph, k, options); },
        };
    }
    return bind_application(OfEveryWarpWidth<CliqueListBitmap>{{k}});
}

} // namespace cerrado::command
