// From a graph to a session: numbered, oriented, checked, with its jobs; by the host or by the device.
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/session/session.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/session/resident_state.hpp>
#include <cerrado/run/session/run_rules.hpp>
#if CERRADO_HAS_CUDA
#include <cerrado/run/cuda/preparation/device_preparation.hpp>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace cerrado {

bool ids_are_narrow(Graph const& graph) {
    return std::ranges::all_of(graph.original_ids(), [](OriginalId id) { return id <= ~std::uint32_t{0}; });
}

namespace {

#if CERRADO_HAS_CUDA

void check_room(RunSession const& session, Graph const& graph) {
    if (session.options.device == DeviceKind::cuda) require_room_for(graph, session.needs.oriented);
}

// True where the device has numbered the graph by degree, and that is the order wanted.
bool number_on_device(RunSession& session, Graph const& graph, RunRules const& rules) {
    RunOptions const& options = session.options;
    bool const oriented = session.needs.oriented;
    bool const suits = options.device == DeviceKind::cuda && !options.roots &&
                       (options.order == GraphOrder::automatic || options.order == GraphOrder::degree) &&
                       !options.checkpoint.on(); // the host's jobs are the same on every machine
    if (!suits || !device_can_prepare(graph, oriented)) return false;
    auto preparation = std::make_shared<DevicePreparation>(graph, oriented, options.threads);
    auto const has_core = [&](VertexId least) { return preparation->has_core(least); };
    if (oriented && !degree_order_serves(options.order, preparation->shape().max_degree(), has_core)) return false;
    session.order = GraphOrder::degree;
    session.shape = preparation->shape();
    Graph copy = rules.reads_graph() ? preparation->download(graph) : Graph{};
    session.prepared = PreparedByDevice{std::move(preparation), std::move(copy)};
    return true;
}

void make_jobs_on_device(RunSession& session, JobPlan const& plan) {
    DeviceJobMaker& maker = session.on_device()->jobs();
    maker.plan(plan);
    session.job_count = maker.count();
}

#else

void check_room(RunSession const&, Graph const&) {}
bool number_on_device(RunSession&, Graph const&, RunRules const&) { return false; }
void make_jobs_on_device(RunSession&, JobPlan const&) {}

#endif

VertexOrder number_on_host(RunSession& session, Graph const& graph, std::optional<Team>& team) {
    RunOptions const& options = session.options;
    team.emplace(numbering_team_size(graph, options.threads));
    Numbering numbering = number_vertices(graph, options.order, session.needs.oriented, *team);
    session.order = numbering.kind;
    session.shape = shape_of(numbering.graph);
    session.prepared = PreparedByHost{std::move(numbering.graph), nullptr};
    return numbering.order;
}

// The workers that are expected to share the work. Half as many fit if their warps hold records back; but devices of
// different kinds that share a run must have the same jobs.
int workers_of(RunSession const& session) {
    if (MemberOfRun const* const member = session.options.member) return member->workers_of_all();
    int const workers = expected_workers(session.options);
    bool const holds_back = session.needs.records && session.options.device == DeviceKind::cuda;
    return holds_back ? std::max(1, workers / 2) : workers;
}

// make_jobs() cuts each worker's share into usual_pieces; for more pieces, it cuts for more workers.
int workers_to_cut_for(RunSession const& session) {
    int const pieces = session.options.balance.pieces == 0 ? usual_pieces : session.options.balance.pieces;
    if (pieces < 1 || pieces > most_pieces) {
        throw InputError(
            fmt::format("BalanceOptions::pieces is {}; give 1 to {}, or 0 for the usual", pieces, most_pieces));
    }
    std::int64_t const workers = std::int64_t{workers_of(session)} * pieces / usual_pieces;
    return static_cast<int>(std::clamp<std::int64_t>(workers, 1, std::numeric_limits<int>::max()));
}

// Whether jobs may go on on warps of another width. It depends on the width how what lies under an extension is divided.
bool changes_warps(RunSession const& session) {
    MemberOfRun const* const member = session.options.member;
    return session.options.checkpoint.on() || (member != nullptr && member->has_several_kinds());
}

JobPlan job_plan(RunSession& session, JobNeeds const& needs) {
    JobPlan plan;
    plan.root_size = session.needs.root_size;
    plan.levels_below = needs.levels_below;
    plan.most_parts = changes_warps(session) ? 1 : needs.most_parts;
    plan.lists = needs.lists;
    plan.least_extensions = needs.least_extensions;
    if (session.job_workers == 0) session.job_workers = workers_to_cut_for(session);
    plan.workers = std::max(1, session.job_workers / needs.pieces_a_slice);
    plan.roots = session.options.roots;
    return plan;
}

void check_checkpoint(RunSession const& session) {
    if (!session.options.checkpoint.on()) return;
    if (session.needs.until_unchanged) {
        throw InputError(
            "a run that ends when a round changes nothing has no checkpoint, which does not know what changed: unset "
            "RunOptions::checkpoint");
    }
    if (session.needs.records && (!session.options.checkpoint.mark || !session.options.checkpoint.go_back)) {
        throw InputError(
            "a run that goes on hands over again what came after its checkpoint: set CheckpointOptions::mark and "
            "go_back, which say how far the sink has come and take it back, or unset RunOptions::checkpoint");
    }
    if (session.options.of<StoreInput>().limit) {
        throw InputError("a run with a limit has no checkpoint, as it ends in the middle of jobs; unset one of them");
    }
}

void check_observed_jobs(RunSession const& session) {
    if (!session.options.balance.observe_jobs || session.sample != nullptr) return;
    if (shares_state(session.options) || session.needs.rounds != 1) {
        throw InputError(
            "the times of jobs are known on one device, in a run of one round (a walk, no formula) that balances "
            "nothing "
            "and has no checkpoint: unset BalanceOptions::observe_jobs, or run so");
    }
}

void check_options(RunSession const& session, RunRules const& rules) {
    TransitionTableRef const& patterns = session.options.of<ByPatternInput>().tables;
    TraversalNeeds const& needs = session.needs;
    if (is_shared(session.options)) {
        throw InputError(
            "this run does not share its work among several devices or processes: leave RunOptions::devices and ranks "
            "empty");
    }
    if (needs.rounds < 1 || needs.layers < 1) {
        throw InputError(fmt::format("the application has {} rounds and {} layers; each must be 1 or more",
                                     needs.rounds, needs.layers));
    }
#if defined(NDEBUG)
    if (session.options.checked && session.options.device == DeviceKind::cuda) {
        throw InputError(
            "RunOptions::checked is for the host: run on DeviceKind::host or lockstep, or build without NDEBUG");
    }
#endif
    if (!session.needs.records && session.options.of<StoreInput>().limit) {
        throw InputError("StoreInput::limit is for applications that store subgraphs, this one counts; unset it");
    }
    check_checkpoint(session);
    check_observed_jobs(session);
    rules.check_size(session);
    rules.check_outputs(session);
    if (patterns.k != 0 && session.needs.k != 0 && patterns.k != session.needs.k) {
        throw InputError(fmt::format("the pattern tables are for k = {}, the run is for k = {}; load tables for k = {}",
                                     patterns.k, session.needs.k, session.needs.k));
    }
}

// A checkpoint keeps what rounds leave to each other in arrays beside a resident graph.
void require_resident_for_rounds(RunSession const& session) {
    if (!session.options.checkpoint.on() || session.needs.rounds == 1) return;
    throw InputError(
        "a run of several rounds has a checkpoint only on a resident graph, with whose arrays it is kept: run on a "
        "Resident, or unset RunOptions::checkpoint");
}

// All jobs of a run are counted by numbers of 64 bits.
void check_job_count(RunSession const& session) {
    std::uint64_t jobs = session.job_count;
    if (!__builtin_mul_overflow(jobs, static_cast<std::uint64_t>(session.needs.layers), &jobs) &&
        !__builtin_mul_overflow(jobs, static_cast<std::uint64_t>(session.needs.rounds), &jobs) && jobs >> 63 == 0) {
        return;
    }
    throw InputError(
        fmt::format("{} jobs in {} layers and {} rounds are more than 2^63; divide them among several runs",
                    session.job_count, session.needs.layers, session.needs.rounds));
}

void check_numbers(RunSession const& session, RunRules const& rules) {
    check_options(session, rules);
    if (session.options.roots) throw InputError("run_jobs() has numbers for jobs: leave RunOptions::roots out");
}

void give_numbers(RunSession& session, std::uint64_t count, RunRules const& rules) {
    session.levels = rules.levels(session);
    session.job_count = count;
    check_job_count(session);
}

void open_without_graph(RunSession& session, std::uint64_t count, RunRules const& rules) {
    check_numbers(session, rules);
    session.prepared = PreparedByHost{};
    give_numbers(session, count, rules);
}

void predict_work(RunSession& session, JobPlan const& plan) {
    if (!session.options.progress || !session.shape.lists) return;
    session.work = PredictedWork(*session.shape.lists, session.needs.oriented, plan);
}

} // namespace

void open_session(RunSession& session, Graph const& graph, RunRules const& rules) {
    session.given = graph;
    session.narrow_ids = session.needs.records && ids_are_narrow(graph);
    check_options(session, rules);
    require_resident_for_rounds(session);
    check_room(session, graph);
    std::optional<Team> team;
    VertexOrder order;
    if (!number_on_device(session, graph, rules)) order = number_on_host(session, graph, team);
    session.levels = rules.levels(session);
    rules.check(session);
    JobPlan plan = job_plan(session, rules.jobs(session));
    if (plan.roots) plan.roots = numbers_in(order, *plan.roots);
    if (session.on_device() != nullptr) {
        make_jobs_on_device(session, plan);
    } else {
        auto& host = std::get<PreparedByHost>(session.prepared);
        host.jobs = std::make_shared<std::vector<Job> const>(make_jobs(host.graph, plan, *team));
        session.job_count = host.jobs->size();
    }
    check_job_count(session);
    predict_work(session, plan);
}

void open_session(RunSession& session, Resident const& resident, RunRules const& rules) {
    ResidentState& state = resident.state();
    session.given = state.given();
    session.narrow_ids = session.needs.records && state.ids_are_narrow();
    check_options(session, rules);
    session.order = state.order();
    state.place(session, rules);
    session.levels = rules.levels(session);
    rules.check(session);
    JobPlan const plan = job_plan(session, rules.jobs(session));
    state.give_jobs(session, plan);
    check_job_count(session);
    predict_work(session, plan);
}

void open_session(RunSession& session, std::uint64_t count, RunRules const& rules) {
    require_resident_for_rounds(session);
    open_without_graph(session, count, rules);
}

void open_session(RunSession& session, NumbersOn const& numbers, RunRules const& rules) {
    ResidentState& state = numbers.resident.state();
    if (state.given().vertex_count() == 0) return open_without_graph(session, numbers.count, rules);
    session.given = state.given();
    check_numbers(session, rules);
    session.order = state.order();
    state.place(session, rules);
    give_numbers(session, numbers.count, rules);
}

} // namespace cerrado
