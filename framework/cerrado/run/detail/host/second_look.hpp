// A second look at an application whose run found nothing: a few jobs are done again on the host, with notes of what
// visit() does. An application that walks to the end, but never gives what it finds to an output, is a mistake, and not
// the result 0.
#pragma once

#include <cerrado/application/detail/application.hpp>
#include <cerrado/contract/detail/notes.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/run/detail/host/host_backend.hpp>
#include <cerrado/run/detail/parts/application_settings.hpp>

#include <algorithm>
#include <cstring>

namespace cerrado {

namespace detail {

template <class T, class... Others> inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);
template <class Output> inline constexpr bool is_of_a_type = false;
template <class Key, class Fold> inline constexpr bool is_of_a_type<ByKey<Key, Fold>> = true;
template <class Fold> inline constexpr bool is_of_a_type<Best<Fold>> = true;
template <class Row> inline constexpr bool is_of_a_type<Table<Row>> = true;

// True if the methods of all outputs note that they are reached.
template <class App, class List> inline constexpr bool are_noted = false;
template <class App, class... Outputs> inline constexpr bool are_noted<App, OutputList<Outputs...>> =
    ((is_one_of<Outputs, Counter, ByPattern, BySize, ByLength, PerVertexAndEdge, PerOrbit, Store, OriginalIds> ||
      is_of_a_type<Outputs> || std::is_same_v<OutputList<Outputs>, typename FoldTrait<App>::type>)&&...);

// Returns: whether the application may be looked at again, as far as its type tells.
template <class App> consteval bool allows_second_look() {
    if constexpr (requires { App::may_find_nothing; }) {
        if (App::may_find_nothing) return false;
    }
    return is_one_of<EngineOf<App>, Lists, Masks, Exclusive, ExclusiveArcs, Rows> && are_noted<App, OutputsOf<App>>;
}

// Returns: whether a value may have a pointer. A second look at an application with pointers might write where they
// lead to, or might not be able to read there.
template <class T> bool may_point(T const& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_empty_v<T> || alignof(T) < alignof(void*)) {
        return false;
    } else if constexpr (std::is_class_v<T> && !is_array_ref<T> && members_of<T>() > 0) {
        bool found = false;
        for_each_member(value, [&](auto const& member) { found |= may_point(member); });
        return found;
    } else {
        return true;
    }
}

// Returns: whether an output's own result is what it is before the run.
inline bool is_nothing(LocalCounts const& counts) {
    auto const is_zero = [](auto const& row) { return row.count == 0; };
    return std::ranges::all_of(counts.vertices, is_zero) && std::ranges::all_of(counts.edges, is_zero);
}
template <class Number> bool is_nothing(std::vector<Number> const& numbers) {
    return std::ranges::all_of(numbers, [](Number const& number) { return number == Number{}; });
}
template <class Key, class Value> bool is_nothing(std::vector<KeyValue<Key, Value>> const& values) {
    return values.empty();
}
template <class Accumulator> bool is_nothing(Accumulator const& found) {
    static Accumulator const neutral{};
    return std::memcmp(&found, &neutral, sizeof neutral) == 0;
}
inline bool is_nothing(SizeCounts const& counts) { return counts.sizes.empty(); }

template <class App> bool found_nothing(RunResult const& result) {
    bool nothing = result.count == 0;
    for_each_result(OutputsOf<App>{}, [&]<class Output>() { nothing &= is_nothing(result.of<Output>()); });
    return nothing;
}

} // namespace detail

// Throws InputError if visit() reached the end of the walk, left extensions there, and reached no output.
void check_notes(VisitNotes const& notes, TraversalNeeds const& needs);

// Does the jobs of the session until an output is reached. Throws InputError if none is, although there was something to
// take, or if a worker met a fault.
template <class App> void look_again(App const& app, RunSession const& session) {
    using W = LockstepTile<1>;
    WorkerPlanOf<App> const plan = plan_worker(app, plan_request(session, WorkerKind::warp, W::width));
    HostShape shape{plan.layout, 1, W::width, {}};
    shape.parts = parts_shape(app, session, shape.workers, shape.lanes);
    HostRun run(session, shape);
    PartsMemory<App> parts(app, session, run, shape.workers);
    ContextOf<App> context;
    static_cast<RunContext&>(context) = run.context();
    context.engine = plan.engine;
    parts.complete(context);
    VisitNotes found;
    auto const work = [&](int) {
        RunOfThread const of_thread(context);
        WorkerMemoryOf<App> const memory(run.arena(), context.layout, 0, run.fast(0));
        notes_of_thread() = {.ends_at_output = true};
        W::Group group;
        try {
            enumerate(app, W(group, 0), context, memory);
        } catch (VisitEnded const&) { // at an output, or at a fault
        }
        found = notes_of_thread();
        notes_of_thread() = {};
    };
    Monitor monitor(session.options, session.jobs_given());
    run_threads(run, session, monitor, 1, work);
    check_fault(run.outcome(), session);
    check_notes(found, session.needs);
}

} // namespace cerrado
