// Outputs receive the results. An application names one output (`using Output = ByPattern;`) or several
// (OutputList<...>). The counter is always included.
//
// An output is a type with
//   Arrays            its arrays in each worker, see contract/arrays.hpp
//   LevelState        its data for a level of the traversal; else NoState
//   Ref               a trivially copyable view of its memory, for the workers: te.context().outputs.get<Output>()
//   Memory            the host's side: owns the memory to which all workers of a run add, and reports the result
//     Memory(App const&, Session const&, RunMemory&, int workers)  takes its arrays, see RunMemory
//     Ref ref() const                                              the view
//     void collect()                                               fetches when all workers have ended; optional
//     void conclude(RunResult&, Session const&)                    then writes its part of the result, and its number
//                                                                  to RunResult::count, if it counts
//     Result result()                                              its own result, if it has a type Result
//   Operators<W, Te>  methods that the traversal has, and what each lane keeps; a base of the traversal Te
// and optionally
//   Input             what the output is given: options.of<Output>(), and session.input<Output>()
//   Result            what it gives: result.of<Output>()
//   static void merge(Result& total, Result const& part)  adds the result of another part of the run; for checkpoints,
//                                                         with put(ByteWriter&, Result const&) and get(ByteReader&,
//                                                         Result&) beside the type of the result, unless this is
//                                                         trivially copyable or a vector of what is
//   records           true: hands over every subgraph with its vertices instead of counting, or rows of its own, of
//                     record_words words of 32 bits each. Then its Ref is or has the base StoreRef
//   reads_graph       true: the host's side reads the prepared graph
//   adds_to_counter   true: its methods add what it counts to the counter, too, whose number is then without it
//   ends_run          true: it may want no more. Then its operators have bool is_full(), which is asked after each
//                     visit, and true ends the run with the status `limit`; lanes: all, in any lane
//   static void open(OutputInputs&)                 is called once before a run, whose devices and parts share the inputs
//   static void grow(OutputInputs&)                 is called if a part's conclude() has set result.of<OutOfRoom>(),
//                                                   and gives more room: then the part is done again
//   static void plan(ArrayPlan, PlanRequest const&)  reserves its arrays
//   static void check(Session const&)                throws InputError for options that it cannot serve
//
// The core calls the optional hooks on_begin(), on_push(), on_pause(), on_leave() and on_finish() of the operators, as
// those of engines.
//
// An engine's finish(te, output) gets the operators as its output, and uses
//   take_extensions()       takes the listed extensions of the traversal; all lanes
//   takes_records           whether it wants each subgraph with its vertices: then it has what Store has
//   takes_patterns          whether it wants numbers by canonical class: then it has reserve(), add(), patterns()
//   add_shared(lane_share)  else: adds the sum over the lanes to a count
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/traversal/detail/level.hpp>

namespace cerrado {

// The host's side of an output is made from the session and writes to the result.
struct RunResult;
class Session;
class RunMemory;

struct NoState {};

namespace detail {

// These types are distinct, so that a class can have several of them as bases.
template <class Output> struct RefOfOutput { typename Output::Ref ref; };
template <class Output> struct EmptyState {};
template <class Output> struct StateOfOutput { using type = typename Output::LevelState; };
template <class Output>
    requires std::is_empty_v<typename Output::LevelState>
struct StateOfOutput<Output> {
    using type = EmptyState<Output>;
};

} // namespace detail

template <class Output> consteval bool hands_over_records() {
    if constexpr (requires { Output::records; }) return Output::records;
    return false;
}

template <class Output> consteval int words_of_records() {
    if constexpr (requires { Output::record_words; }) return Output::record_words;
    return 0;
}

// The output that hands over records; void if there is none.
template <class... Outputs> struct RecorderOf { using type = void; };
template <class First, class... Rest> struct RecorderOf<First, Rest...> {
    using type = std::conditional_t<hands_over_records<First>(), First, typename RecorderOf<Rest...>::type>;
};

template <class Output> consteval bool reads_graph_on_host() {
    if constexpr (requires { Output::reads_graph; }) return Output::reads_graph;
    return false;
}

template <class Output> consteval bool may_be_full() {
    if constexpr (requires { Output::ends_run; }) return Output::ends_run;
    return false;
}

template <class... Outputs> struct OutputList {
    using Arrays = JoinArrays<ArrayList<>, typename Outputs::Arrays...>;
    // `States`: those of the engine and of the application.
    template <class... States> using LevelWithStates =
        LevelWith<States..., typename detail::StateOfOutput<Outputs>::type...>;

    template <class Output> static constexpr bool has = (std::is_same_v<Output, Outputs> || ...);
    static constexpr bool records = (hands_over_records<Outputs>() || ...);
    static constexpr int record_words = (0 + ... + words_of_records<Outputs>());
    using Recorder = typename RecorderOf<Outputs...>::type;
    static constexpr bool reads_graph = (reads_graph_on_host<Outputs>() || ...);
    static constexpr bool ends_run = (may_be_full<Outputs>() || ...);

    struct Refs : detail::RefOfOutput<Outputs>... {
        template <class Output> CERRADO_FN typename Output::Ref const& get() const {
            return static_cast<detail::RefOfOutput<Output> const&>(*this).ref;
        }
        template <class Output> typename Output::Ref& get() {
            return static_cast<detail::RefOfOutput<Output>&>(*this).ref;
        }
    };

    template <class W, class Te> class Operators : public Outputs::template Operators<W, Te>... {
    public:
        // Calls hook(operators) for each output, in their order.
        template <class Hook> CERRADO_FN void for_each_output(Hook const& hook) {
            (hook(static_cast<typename Outputs::template Operators<W, Te>&>(*this)), ...);
        }
        // Returns: true if an output wants no more.
        CERRADO_FN bool is_full() { return (is_full_of<Outputs>() || ...); }

    private:
        template <class Output> CERRADO_FN bool is_full_of() {
            if constexpr (may_be_full<Output>())
                return static_cast<typename Output::template Operators<W, Te>&>(*this).is_full();
            return false;
        }
    };
};

namespace detail {

template <class Output> struct AsList { using type = OutputList<Output>; };
template <class... Outputs> struct AsList<OutputList<Outputs...>> { using type = OutputList<Outputs...>; };

template <class... Lists> struct JoinedOutputs;
template <class... A> struct JoinedOutputs<OutputList<A...>> { using type = OutputList<A...>; };
template <class... A, class... B, class... Rest> struct JoinedOutputs<OutputList<A...>, OutputList<B...>, Rest...> {
    using type = typename JoinedOutputs<OutputList<A..., B...>, Rest...>::type;
};

} // namespace detail

template <class Output> using AsOutputList = typename detail::AsList<Output>::type;
template <class... Lists> using JoinOutputs = typename detail::JoinedOutputs<Lists...>::type;

} // namespace cerrado
