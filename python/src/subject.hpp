// What a call runs on: a graph, or one that stays on its device.
#pragma once

#include "errors.hpp"
#include "options.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/resident.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace cerrado::python {

class Subject {
public:
    explicit Subject(Graph graph) : graph_(std::move(graph)) {}
    Subject(Graph graph, std::shared_ptr<Resident const> resident, std::optional<int> gpu)
        : graph_(std::move(graph)),
          resident_(std::move(resident)),
          gpu_(gpu) {}

    Graph const& graph() const { return graph_; }
    std::shared_ptr<Resident const> const& resident() const { return resident_; }
    std::optional<int> gpu() const { return gpu_; } // where it stays
    bool is_closed() const { return is_closed_; }
    void close() {
        resident_.reset();
        is_closed_ = true;
    }

    // Valid as long as this object. Throws InputError if it is closed.
    GraphOrResident where() const {
        if (is_closed_) refuse("the resident graph is closed: make another one by resident()");
        return resident_ ? GraphOrResident(*resident_) : GraphOrResident(graph_);
    }

private:
    Graph graph_;
    std::shared_ptr<Resident const> resident_;
    std::optional<int> gpu_;
    bool is_closed_ = false;
};

// A run on it.
template <class Result> nb::tuple run_on(Subject const& subject, Options options,
                                         std::function<Result(GraphOrResident const&, RunOptions const&)> work,
                                         std::function<nb::dict(Result const&)> const& wrap) {
    static_cast<void>(subject.where());
    if (subject.resident() && !options.gpu) options.gpu = subject.gpu();
    return run<Result>(
        options,
        [subject, work = std::move(work)](RunOptions const& prepared) { return work(subject.where(), prepared); },
        wrap);
}

void bind_graph(nb::module_& module);
void bind_build(nb::module_& module);
void bind_patterns(nb::module_& module);
void bind_cliques(nb::module_& module);
void bind_motifs(nb::module_& module);
void bind_matches(nb::module_& module);
void bind_device_blocks(nb::module_& module);
void bind_listing(nb::module_& module);
void bind_lists(nb::module_& module);
void bind_compression(nb::module_& module);
void bind_graphlets(nb::module_& module);
void bind_discovery(nb::module_& module);
void bind_sieve(nb::module_& module);
void bind_serial(nb::module_& module);
void bind_six(nb::module_& module);
void bind_devices(nb::module_& module);
void bind_ranks(nb::module_& module);
void bind_cores(nb::module_& module);

} // namespace cerrado::python
