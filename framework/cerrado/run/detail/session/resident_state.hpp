// The data that the copies of a Resident share: the given graph, its forms as traversals read them, and the jobs of
// earlier runs. Missing data is made by one thread at a time.
#pragma once

#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/resident.hpp>

#include <map>
#include <mutex>
#include <optional>

namespace cerrado {

class DeviceForm; // see cuda_resident.hpp

class ResidentState {
public:
    // `device` is resolved. Throws InputError for an unknown order.
    ResidentState(Graph graph, DeviceKind device, GraphOrder order, int threads);
    ~ResidentState();

    Graph const& given() const { return given_; }
    DeviceKind device() const { return device_; }
    GraphOrder order() const { return order_; }
    int threads() const { return threads_; } // 0: one for each hardware thread
    bool ids_are_narrow();
    bool has_core(VertexId least); // see order.hpp

    // Gives the session the graph in the form that its application reads.
    void place(RunSession& session, RunRules const& rules);
    // Gives the session its jobs. Requires: place().
    void give_jobs(RunSession& session, JobPlan const& plan);

    ArrayRef<VertexId> lists(); // see lists_of()

    // The arrays that lie beside the graph.
    void add(ResidentMemory& memory);
    void remove(ResidentMemory const& memory) noexcept;
    ResidentMemory* memory_at(void const* place); // the array at this address, or null

    std::uint64_t entries(Per per) const;
    Graph const& numbered();
    std::span<std::uint64_t const> positions(Per per);
    // Calls move(i, given, bytes) for the entries of an array on all threads of the graph: entry i belongs to entry `given` in
    // the order of the given graph. `bytes`: `entry_bytes`, a constant for usual sizes.
    template <class Move> void for_entries(Per per, std::size_t entry_bytes, Move const& move);

private:
    using Jobs = std::shared_ptr<std::vector<Job> const>;

    // The numbered graph, whole or oriented.
    struct Form {
        std::optional<Graph> graph; // the form on the host, if a run needed it there
        std::optional<GraphShape> shape;
        std::vector<std::pair<JobPlan, Jobs>> jobs;
        std::shared_ptr<DeviceForm> on_device;
        ArrayRef<VertexId> own_lists; // lists on the host that differ from the given graph's
    };

    Form& form_of(RunSession const& session) { return forms_[session.needs.oriented ? 1 : 0]; }
    Team& team();
    VertexOrder const& numbering();
    Graph const& graph_of(bool oriented);
    DeviceForm& form_on_device(bool oriented);
    JobPlan plan_of_jobs(JobPlan const& wanted);
    void place_on_device(RunSession& session, RunRules const& rules);
    Jobs jobs_on_host(Form& form, Graph const& graph, JobPlan const& plan);
    void give_jobs_on_device(RunSession& session, JobPlan const& plan);
    std::vector<std::uint64_t> edge_positions(bool oriented);

    std::mutex mutex_;
    Graph const given_;
    DeviceKind const device_;
    GraphOrder const order_;
    int const threads_;
    std::optional<Team> team_;
    std::optional<VertexOrder> numbering_;
    std::optional<bool> ids_are_narrow_;
    Form forms_[2]; // whole, oriented
    bool lists_are_written_ = false;
    std::map<Per, std::vector<std::uint64_t>> positions_;
    std::vector<ResidentMemory*> memories_;
};

} // namespace cerrado
