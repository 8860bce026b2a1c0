// The engine and the outputs of an application on the host's side: their plan for a worker, and the memory that they
// own in a run.
#pragma once

#include <cerrado/application/detail/application.hpp>
#include <cerrado/application/detail/declaration_checks.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/session/run_rules.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <tuple>
#include <utility>

namespace cerrado {

template <class App> struct AccumulatorTrait { using type = NoState; };
template <class App>
    requires has_accumulator<App>
struct AccumulatorTrait<App> {
    using type = typename App::Accumulator;
};
template <class App> using AccumulatorOf = typename AccumulatorTrait<App>::type;

// Returns: whether the engine takes the sizes of subgraphs from the application. If so, RunOptions::k must be 0.
template <class Engine> consteval bool has_sizes_of_its_own() {
    if constexpr (requires { Engine::has_sizes; }) return Engine::has_sizes;
    return false;
}

template <class App> TraversalNeeds needs_of(App const& app, RunOptions const& options) {
    TraversalNeeds needs;
    needs.k = options.k;
    if constexpr (has_sizes_of_its_own<EngineOf<App>>()) {
        if (options.k != 0)
            throw InputError("this application chooses the sizes of subgraphs itself: leave RunOptions::k at 0");
    } else if constexpr (HasOwnSize<App>) {
        needs.k = app.k;
        if (options.k != 0 && options.k != app.k) {
            throw InputError("the application's k and RunOptions::k differ; set only one of them");
        }
    }
    needs.root_size = root_size_of(app);
    needs.rounds = rounds_of(app);
    needs.until_unchanged = ends_unchanged<App>();
    needs.by_frontier = is_by_frontier<App>();
    needs.layers = layers_of(app);
    needs.counted_levels = counted_levels_of<App>();
    needs.extension_lists = extension_lists_of<App>();
    needs.max_vertices = max_vertices_of<App>();
    needs.mask_bits = mask_bits_of<EngineOf<App>>();
    needs.oriented = is_oriented<App>();
    needs.records = OutputsOf<App>::records;
    needs.record_words = OutputsOf<App>::record_words;
    needs.ends_run = may_end_run<App>() || OutputsOf<App>::ends_run;
    return needs;
}

inline PlanRequest plan_request(RunSession const& session, WorkerKind kind, int warp_width) {
    return {session.needs, session.shape, session.given, kind, warp_width};
}

template <class App> class RulesOf final : public RunRules {
public:
    explicit RulesOf(App const& app) : planner_(app) {}

    void check_size(RunSession const& session) const override { planner_.check_size(session.needs); }
    void check_outputs(RunSession const& session) const override { check_each(session, OutputsOf<App>{}); }
    int levels(RunSession const& session) const override { return planner_.levels(session.needs, session.shape); }
    void check(RunSession const& session) const override {
        bool const lane = session.options.device == DeviceKind::host;
        planner_.check(plan_request(session, lane ? WorkerKind::lane : WorkerKind::warp, full_warp_width));
    }
    JobNeeds jobs(RunSession const& session) const override { return planner_.jobs(session.needs); }
    bool reads_graph() const override { return OutputsOf<App>::reads_graph; }

private:
    template <class Output> static void check_one(RunSession const& session) {
        if constexpr (requires { Output::check(session); }) Output::check(session);
    }
    template <class... Outputs> static void check_each(RunSession const& session, OutputList<Outputs...>) {
        (check_one<Outputs>(session), ...);
    }

    typename EngineOf<App>::Planner planner_;
};

// The plan of a run for each worker: the worker's arrays, and the engine's needs for jobs.
template <class App> struct WorkerPlanOf {
    WorkerLayout layout;
    typename EngineOf<App>::Ref engine;
};

namespace detail {

template <class Output> void plan_output(WorkerLayout& layout, int& first, PlanRequest const& request) {
    if constexpr (requires(ArrayPlan arrays) { Output::plan(arrays, request); }) {
        Output::plan(ArrayPlan(layout, first), request);
    }
    first += Output::Arrays::size;
}

template <class... Outputs>
void plan_outputs(WorkerLayout& layout, int first, PlanRequest const& request, OutputList<Outputs...>) {
    (plan_output<Outputs>(layout, first, request), ...);
}

template <class Output>
concept CanGrow = requires(OutputInputs& inputs) {
    Output::grow(inputs);
};

template <class... Outputs> consteval bool can_grow(OutputList<Outputs...>) { return (CanGrow<Outputs> || ...); }

template <class Output> void grow_one(OutputInputs& inputs) {
    if constexpr (CanGrow<Output>) Output::grow(inputs);
}
template <class... Outputs> void grow(OutputInputs& inputs, OutputList<Outputs...>) {
    (grow_one<Outputs>(inputs), ...);
}

template <class Output>
concept OpensInput = requires(OutputInputs& inputs) {
    Output::open(inputs);
};

template <class... Outputs> consteval bool has_inputs_to_open(OutputList<Outputs...>) {
    return (OpensInput<Outputs> || ...);
}

template <class Output> void open_one(OutputInputs& inputs) {
    if constexpr (OpensInput<Output>) Output::open(inputs);
}
template <class... Outputs> void open_inputs(OutputInputs& inputs, OutputList<Outputs...>) {
    (open_one<Outputs>(inputs), ...);
}

struct NoMemory {
    template <class App> NoMemory(App const&, RunSession const&, RunMemory&, int) {}
};
template <class Part> struct MemoryOfPart { using type = NoMemory; };
template <class Part>
    requires requires { typename Part::Memory; }
struct MemoryOfPart<Part> {
    using type = typename Part::Memory;
};

} // namespace detail

template <class App> WorkerPlanOf<App> plan_worker(App const& app, PlanRequest const& request) {
    WorkerPlanOf<App> plan;
    using Engine = EngineOf<App>;
    plan.engine = typename Engine::Planner(app).plan(ArrayPlan(plan.layout, 0), request);
    detail::plan_outputs(plan.layout, Engine::Arrays::size, request, OutputsOf<App>{});
    return plan;
}

// A result, together with the application's own accumulator.
template <class App> struct ResultWithAccumulator : RunResult {
    AccumulatorOf<App> accumulator{}; // merged over all lanes

    // of() refuses an output that the application does not have.
    template <class Output> static constexpr bool has = OutputsOf<App>::template has<Output> ||
                                                        std::is_same_v<Output, OutputNumbers> ||
                                                        std::is_same_v<Output, Delivered>;
    using RunResult::of;
#define CERRADO_NO_SUCH_OUTPUT \
    "the application has no such output: ask 'result.of<Output>()' for one that its 'Output' names"
    CERRADO_REFUSED(CERRADO_NO_SUCH_OUTPUT, has<Output>, template <class Output> auto of() &);
    CERRADO_REFUSED(CERRADO_NO_SUCH_OUTPUT, has<Output>, template <class Output> auto of() const&);
    CERRADO_REFUSED(CERRADO_NO_SUCH_OUTPUT, has<Output>, template <class Output> auto of() &&);
#undef CERRADO_NO_SUCH_OUTPUT
};
template <class App> using ResultOf = detail::WellDeclared<App, ResultWithAccumulator<App>>;
template <class App> ResultOf<App> result_of(RunResult found) {
    ResultOf<App> result{{std::move(found), {}}};
    if constexpr (has_accumulator<App>) result.accumulator = result.template of<Fold<App>>();
    return result;
}

template <class App> class PartsMemory {
public:
    PartsMemory(App const& app, RunSession const& session, RunMemory& memory, int workers)
        : engine_(app, session, memory, workers),
          outputs_(make(app, session, memory, workers, OutputsOf<App>{})) {}

    void complete(ContextOf<App>& context) const {
        if constexpr (requires { engine_.complete(context.engine); }) engine_.complete(context.engine);
        complete_outputs(context, OutputsOf<App>{});
    }
    void collect() {
        auto const collect_one = [](auto& memory) {
            if constexpr (requires { memory.collect(); }) memory.collect();
        };
        std::apply([&](auto&... memories) { (collect_one(memories), ...); }, outputs_);
    }
    void conclude(RunResult& result, RunSession const& session) {
        conclude_outputs(result, session, OutputsOf<App>{});
        if constexpr (requires { engine_.conclude(result, session); }) engine_.conclude(result, session);
    }

private:
    template <class List> struct Memories;
    template <class... Outputs> struct Memories<OutputList<Outputs...>> {
        using type = std::tuple<typename Outputs::Memory...>;
    };

    template <class... Outputs> static auto make(App const& app, RunSession const& session, RunMemory& memory,
                                                 int workers, OutputList<Outputs...>) {
        return std::tuple<typename Outputs::Memory...>{typename Outputs::Memory(app, session, memory, workers)...};
    }
    template <class... Outputs> void complete_outputs(ContextOf<App>& context, OutputList<Outputs...>) const {
        ((context.outputs.template get<Outputs>() = std::get<typename Outputs::Memory>(outputs_).ref()), ...);
    }
    template <class... Outputs>
    void conclude_outputs(RunResult& result, RunSession const& session, OutputList<Outputs...>) {
        (conclude_one<Outputs>(result, session), ...);
        auto& numbers = result.template of<OutputNumbers>();
        bool const is_limit = has_reached_limit(session.options.of<StoreInput>(), result); // then it is the counter's
        std::size_t i = 0;
        ((numbers[0] -= is_in_counter<Outputs>() && !is_limit ? numbers[i] : 0, ++i), ...);
        result.count = first_number(numbers);
    }
    // Returns: whether the counter has the output's number, too.
    template <class Output> static consteval bool is_in_counter() {
        if constexpr (requires { Output::adds_to_counter; }) return Output::adds_to_counter;
        return false;
    }
    template <class Output> void conclude_one(RunResult& result, RunSession const& session) {
        auto& memory = std::get<typename Output::Memory>(outputs_);
        result.count = 0;
        memory.conclude(result, session);
        result.template of<OutputNumbers>().push_back(result.count);
        if constexpr (requires { typename Output::Result; }) result.template of<Output>() = memory.result();
    }

    typename detail::MemoryOfPart<EngineOf<App>>::type engine_;
    typename Memories<OutputsOf<App>>::type outputs_;
};

template <class App> PartsShape parts_shape(App const& app, RunSession const& session, int workers, int lanes) {
    MeasuringMemory memory(lanes);
    PartsMemory<App> const parts(app, session, memory, workers);
    return {memory.used(), carried_words<App>, sizeof(LevelOf<App>)};
}

} // namespace cerrado
