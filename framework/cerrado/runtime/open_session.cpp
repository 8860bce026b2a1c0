// From a graph to a session: numbered, oriented, checked, with its jobs; by the host or by the device.
#include <cerrado/runtime/session.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/runtime/devices.hpp>
#include <cerrado/runtime/numbering.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/runtime/device_preparation.hpp>
#endif

#include <algorithm>
#include <optional>

namespace cerrado {

bool ids_are_narrow(Graph const& graph) {
    return std::ranges::all_of(graph.original_ids(), [](OriginalId id) { return id <= ~std::uint32_t{0}; });
}

namespace {

// Throws InputError unless an application that stores subgraphs has one sink, which the device and the ids allow.
void check_sinks(Session const& session) {
    RunOptions const& options = session.options;
    if (!session.needs.stores) {
        if (!options.limit) return;
        throw InputError("RunOptions::limit is for applications that store subgraphs, this one counts; unset it");
    }
    int const sinks = (options.sink ? 1 : 0) + (options.batch_sink ? 1 : 0) + (options.narrow_sink ? 1 : 0) +
                      (options.device_sink ? 1 : 0);
    if (sinks > 1) throw InputError("RunOptions has several sinks for the same subgraphs; set one of them");
    if (sinks == 0) {
        throw InputError("this application stores subgraphs: set RunOptions::sink or another sink beside it");
    }
    if ((options.narrow_sink || options.device_sink) && !session.narrow_ids) {
        throw InputError("the graph has ids of more than 32 bits; set RunOptions::batch_sink, whose ids have 64");
    }
    if (options.device_sink && options.device != DeviceKind::cuda) {
        throw InputError("RunOptions::device_sink is for CUDA, and this run is not on it; set narrow_sink");
    }
    if (options.device_sink && options.limit) {
        throw InputError("RunOptions::limit is for sinks on the host; set narrow_sink, or unset the limit");
    }
}

#if CERRADO_HAS_CUDA

// True where the device has oriented the graph by degree, and that is the order wanted.
bool orient_on_device(Session& session, Graph const& graph) {
    RunOptions const& options = session.options;
    TraversalNeeds const& needs = session.needs;
    bool const suits = options.device == DeviceKind::cuda && needs.oriented && needs.dense && needs.root_size == 1 &&
                       !options.roots && options.order != GraphOrder::degeneracy;
    if (!suits || !device_can_prepare(graph)) return false;
    auto preparation = std::make_shared<DevicePreparation>(graph, options.threads);
    if (!degree_order_serves(options.order, preparation->shape().max_degree())) return false;
    session.order = GraphOrder::degree;
    session.shape = preparation->shape();
    if (needs.stores || needs.local) session.graph = preparation->download(graph);
    session.on_device = std::move(preparation);
    return true;
}

void make_jobs_on_device(Session& session, JobPlan const& plan) {
    session.on_device->plan_jobs(plan);
    session.job_count = session.on_device->job_count();
}

#else

bool orient_on_device(Session&, Graph const&) { return false; }
void make_jobs_on_device(Session&, JobPlan const&) {}

#endif

void orient_on_host(Session& session, Graph const& graph, std::optional<Team>& team) {
    RunOptions const& options = session.options;
    team.emplace(numbering_team_size(graph, options));
    if (options.roots) {
        session.graph = session.needs.oriented ? orient(graph) : graph;
    } else {
        Numbering numbering = number_vertices(graph, options.order, session.needs.oriented, *team);
        session.graph = std::move(numbering.graph);
        session.order = numbering.kind;
    }
    session.shape = shape_of(session.graph);
}

// That are expected to share the work. Of warps that hold records back about half as many fit.
int workers_of(Session const& session) {
    int const workers = expected_workers(session.options);
    bool const holds_back = session.needs.stores && session.options.device == DeviceKind::cuda;
    return holds_back ? std::max(1, workers / 2) : workers;
}

constexpr std::uint32_t most_stored_parts = 4; // of an extension; each job makes the matrix of its root

JobPlan job_plan(Session const& session) {
    TraversalNeeds const& needs = session.needs;
    int const counted = needs.stores ? 1 : needs.counted_levels; // what is stored takes its time, walked to or not
    JobPlan plan;
    plan.root_size = needs.root_size;
    plan.levels_below = needs.pivots ? pivoting_levels : std::max(0, needs.k - counted - needs.root_size);
    plan.most_parts = needs.stores && needs.dense && needs.counted_levels > 1 ? most_stored_parts : 1;
    plan.workers = workers_of(session);
    plan.roots = session.options.roots;
    plan.least_extensions = least_successors(needs);
    return plan;
}

} // namespace

void open_session(Session& session, Graph const& graph) {
    session.narrow_ids = session.needs.stores && ids_are_narrow(graph);
    check_sinks(session);
    std::optional<Team> team;
    if (!orient_on_device(session, graph)) orient_on_host(session, graph, team);
    if (session.needs.pivots) session.needs.k = levels_for_pivoting(session.needs, session.shape) + 1;
    check_needs(session.needs, session.shape, session.options.patterns);
    bool const on_host = session.options.device == DeviceKind::host;
    check_stored(session.needs, session.shape, on_host ? WorkerKind::lane : WorkerKind::warp);
    if (session.on_device) return make_jobs_on_device(session, job_plan(session));
    session.jobs = make_jobs(session.graph, job_plan(session), *team);
    session.job_count = session.jobs.size();
}

} // namespace cerrado
