// Checks that an application's declarations have the form that application.hpp describes. Every declaration has a
// default, so the framework would silently ignore a name it does not know. Here each mistake is a compile error that
// says what to write.
//
// An application's members must not use the names of the near misses. Most of these names are refused in any form, as
// nobody would use them for anything else. An author may use some of them for data. Such a name is refused only as a
// constant or as a method that returns a number, because data would be neither.
#pragma once

#include <cerrado/application/detail/application.hpp>
#include <cerrado/output/folds.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

namespace cerrado {

// Each lane keeps its accumulator in its own memory, which is small.
inline constexpr std::size_t max_accumulator_bytes = 1024;

namespace detail {

// The declared return type is enough for this check, so the body of visit() is not compiled here.
template <class App>
concept HasVisit = requires(App const& app, Traversal<ScalarWarp, App>& te) {
    app.visit(te);
};

template <class App>
concept HasMerge = requires(typename App::Accumulator& into, typename App::Accumulator const& from) {
    App::merge(into, from);
};

template <class App>
concept ReturnsSum = requires(typename App::Accumulator& into, typename App::Accumulator const& from) {
    { App::merge(into, from) } -> std::convertible_to<typename App::Accumulator>;
};
// merge() does not return the sum, and takes `into` by value or as const: then a temporary can be its argument.
template <class App>
concept LosesSum = HasMerge<App> && !ReturnsSum<App> && requires(typename App::Accumulator const& from) {
    App::merge(typename App::Accumulator(), from);
};

template <class App>
concept CopiesAccumulator = std::is_trivially_copyable_v<typename App::Accumulator> &&
    std::is_default_constructible_v<typename App::Accumulator>;
template <class App>
concept HasSmallAccumulator = sizeof(typename App::Accumulator) <= max_accumulator_bytes;

template <class App>
concept CopiesLevelState =
    std::is_trivially_copyable_v<typename App::LevelState> && std::is_default_constructible_v<typename App::LevelState>;
template <class App>
concept HasSmallLevelState = sizeof(typename App::LevelState) <= max_level_state_bytes;

// If there is a run, with a result, makes visit() for a thread of the host, so that the compiler looks into it.
template <class App, class Result> inline constexpr bool makes_visit = true;
template <class App, class Result>
    requires(!std::is_empty_v<Result>)
&&requires { static_cast<void (App::*)(Traversal<ScalarWarp, App>&) const>(&App::visit); }
inline constexpr bool makes_visit<App, Result> =
    static_cast<void (App::*)(Traversal<ScalarWarp, App>&) const>(&App::visit) != nullptr;

// Each stands for a member of an aggregate T: AnyValue for any but a reference to what is not const, AnyVariable for any
// but a reference to what is const, and AnyObject for any.
template <class Member, class T>
concept MayBeIn = !std::is_base_of_v<std::remove_const_t<Member>, T>;
template <class T, std::size_t> struct AnyValue {
    template <MayBeIn<T> Member> operator Member() const; // NOLINT: the conversion is intended
};
template <class T, std::size_t> struct AnyVariable {
    template <MayBeIn<T> Member>
        requires(!std::is_const_v<Member>)
    operator Member&() const; // NOLINT: the conversion is intended
};
template <class T, std::size_t> struct AnyObject {
    template <MayBeIn<T> Member> operator Member&() const; // NOLINT: the conversion is intended
};

// Returns: whether a member is a reference, as far as that can be known: of an aggregate with up to `most` members.
template <class T, std::size_t... I> consteval bool refers(std::index_sequence<I...>) {
    if constexpr (requires { T{AnyObject<T, I>{}...}; }) {
        return !requires { T{AnyValue<T, I>{}...}; }
        || !requires { T{AnyVariable<T, I>{}...}; };
    }
    return false;
}
template <class T, std::size_t... N> consteval bool refers_with(std::index_sequence<N...>) {
    return (refers<T>(std::make_index_sequence<N + 1>()) || ...);
}
template <class T> consteval bool has_reference() {
    constexpr std::size_t most = 12;
    if constexpr (std::is_aggregate_v<T>) return refers_with<T>(std::make_index_sequence<most>());
    return false;
}

template <class T>
concept IsEngine = requires {
    typename T::Planner;
};
template <class T>
concept IsOutput = !IsEngine<T> && requires {
    typename T::Memory;
};

template <class List> inline constexpr bool are_outputs = false;
template <class... Outputs> inline constexpr bool are_outputs<OutputList<Outputs...>> = (IsOutput<Outputs> && ...);

// The needs of ByKey<Key, Fold>, Best<Fold> and Table<Row>. They are asked before these types are instantiated, so that
// the compiler says them first.
template <class Type> consteval bool is_copied(std::size_t most, std::size_t unit) {
    if constexpr (std::is_trivially_copyable_v<Type>) return sizeof(Type) <= most && sizeof(Type) % unit == 0;
    return false;
}
template <class Output> inline constexpr bool copies_key = true;
template <class Output> inline constexpr bool compares_key = true;
template <class Output> inline constexpr bool folds = true;
template <class Output> inline constexpr bool finds_best = true;
template <class Output> inline constexpr bool copies_row = true;
template <class Key, class Fold>
    requires(!std::is_void_v<Key>)
inline constexpr bool copies_key<ByKey<Key, Fold>> = is_copied<Key>(16, 1);
template <class Key, class Fold>
    requires(!std::is_void_v<Key>)
inline constexpr bool compares_key<ByKey<Key, Fold>> = std::has_unique_object_representations_v<Key>;
template <class Key, class Fold> inline constexpr bool folds<ByKey<Key, Fold>> = is_fold<Fold>();
template <class Fold> inline constexpr bool finds_best<Best<Fold>> = is_fold<Fold>() && requires { Fold::neutral(); };
template <class Row> inline constexpr bool copies_row<Table<Row>> = is_copied<Row>(1024, 4);

template <class Output> inline constexpr bool is_by_key = false;
template <class Key, class Fold> inline constexpr bool is_by_key<ByKey<Key, Fold>> = true;
template <class Output> inline constexpr bool is_best = false;
template <class Fold> inline constexpr bool is_best<Best<Fold>> = true;

template <class List> struct EachOutput;
template <class... Outputs> struct EachOutput<OutputList<Outputs...>> {
    static constexpr bool copies_keys = (copies_key<Outputs> && ...);
    static constexpr bool compares_keys = (compares_key<Outputs> && ...);
    static constexpr bool all_fold = (folds<Outputs> && ...);
    static constexpr bool find_best = (finds_best<Outputs> && ...);
    static constexpr bool copies_rows = (copies_row<Outputs> && ...);
    static constexpr bool is_one_by_key = (0 + ... + (is_by_key<Outputs> ? 1 : 0)) <= 1;
    static constexpr bool is_one_best = (0 + ... + (is_best<Outputs> ? 1 : 0)) <= 1;
    static constexpr bool is_one_recorder = (0 + ... + (hands_over_records<Outputs>() ? 1 : 0)) <= 1;
};
template <class List> inline constexpr bool names_counter = false;
template <class... Outputs>
inline constexpr bool names_counter<OutputList<Outputs...>> = (std::is_same_v<Outputs, Counter> || ...);

template <std::size_t count> consteval bool are_warp_widths(std::array<int, count> const& widths) {
    for (int const width : widths) {
        bool found = false;
        for (int const possible : all_warp_widths) found |= width == possible;
        if (!found) return false;
    }
    return true;
}

template <class App> inline constexpr bool has_int_size = false;
template <class App>
    requires HasOwnSize<App>
inline constexpr bool has_int_size<App> = std::is_same_v<std::remove_cvref_t<decltype(App::k)>, int>;
template <class App>
concept HasWarpWidths = requires {
    *&App::warp_widths;
    requires std::bool_constant<are_warp_widths(App::warp_widths)>::value;
};

// A static member has an address. For other data, the `*` is refused, because it cannot be applied to a pointer to a
// member.
#define CERRADO_HAS_TYPE(name) (requires { typename App::name; })
#define CERRADO_HAS_CONSTANT(name) (requires { *&App::name; })
#define CERRADO_HAS_METHOD(name)                    \
    (requires(App const& app) {                     \
        { app.name() } -> std::convertible_to<int>; \
    })
#define CERRADO_HAS_NAME(name) (requires { App::name; })
#define CERRADO_HAS_ADDRESS(name) (requires { &App::name; })
#define CERRADO_HAS(name) (CERRADO_HAS_TYPE(name) || CERRADO_HAS_NAME(name) || CERRADO_HAS_ADDRESS(name))

// The name is right but the form is wrong.
#define CERRADO_CONSTANT(Type, name, line)                        \
    static_assert(                                                \
        !CERRADO_HAS(name) ||                                     \
            requires {                                            \
                *&App::name;                                      \
                typename std::integral_constant<Type, App::name>; \
            },                                                    \
        "'" #name "' must be known at compile time: write '" line "'")
#define CERRADO_METHOD(name, line)                                \
    static_assert(!CERRADO_HAS(name) || CERRADO_HAS_METHOD(name), \
                  "'" #name "' is asked of the application as a const method: write '" line "'")
#define CERRADO_TYPE(name, line) \
    static_assert(!CERRADO_HAS(name) || CERRADO_HAS_TYPE(name), "'" #name "' is a type: write '" line "'")

// Near misses. The names that can mean nothing else come first, the names that are likely for data come last.
#define CERRADO_NEVER(name, line) \
    static_assert(!CERRADO_HAS(name), "an application declares nothing called '" #name "': write '" line "'")
#define CERRADO_NO_TYPE(name, line)                                       \
    static_assert(!CERRADO_HAS_TYPE(name) && !CERRADO_HAS_CONSTANT(name), \
                  "an application declares nothing called '" #name "': write '" line "'")
#define CERRADO_NO_CONSTANT(name, line)                                     \
    static_assert(!CERRADO_HAS_CONSTANT(name) && !CERRADO_HAS_METHOD(name), \
                  "an application declares nothing called '" #name "': write '" line "'")

#define CERRADO_LINE_ENGINE "using Engine = Masks;"
#define CERRADO_LINE_ENGINE_ROWS "using Engine = Rows;"
#define CERRADO_LINE_OUTPUT_STORE "using Output = Store;"
#define CERRADO_LINE_OUTPUT_LOCAL "using Output = PerVertexAndEdge;"
#define CERRADO_LINE_OUTPUT "using Output = ByPattern;"
#define CERRADO_LINE_ORIENTED "static constexpr bool oriented = true;"
#define CERRADO_LINE_COUNTED_LEVELS "static constexpr int counted_levels = 2;"
#define CERRADO_LINE_EXTENSION_LISTS "static constexpr int extension_lists = 1;"
#define CERRADO_LINE_MAX_VERTICES "static constexpr int max_vertices = 9;"
#define CERRADO_LINE_WARP_WIDTHS "static constexpr auto warp_widths = all_warp_widths;"
#define CERRADO_LINE_RESIDENT_WARPS "static constexpr int resident_warps = 16;"
#define CERRADO_LINE_LEAN_KERNEL "static constexpr bool lean_kernel = true;"
#define CERRADO_LINE_MAY_FIND_NOTHING "static constexpr bool may_find_nothing = true;"
#define CERRADO_LINE_ROOT_SIZE "int root_size() const { return 2; }"
#define CERRADO_LINE_ROUNDS "int rounds() const { return 2; }"
#define CERRADO_LINE_BY_FRONTIER "static constexpr bool by_frontier = true;"
#define CERRADO_LINE_READS_IDS "static constexpr bool reads_ids = true;"
#define CERRADO_LINE_ENDS_RUN "static constexpr bool ends_run = true;"
#define CERRADO_LINE_UNTIL_UNCHANGED "static constexpr bool until_unchanged = true;"
#define CERRADO_LINE_LAYERS "int layers() const { return 2; }"
#define CERRADO_LINE_ACCUMULATOR "struct Accumulator { ... };"
#define CERRADO_LINE_LEVEL_STATE "struct LevelState { ... };"

// A class that exists only for an application with right declarations. All checks are in this one class, and run()
// returns it, because GCC writes a line for each template between the caller and the check before it says what is wrong.
template <class App, class Base> struct WellDeclared : Base {
    // The form that an application and its declarations must have.
    static_assert(std::is_trivially_copyable_v<App>,
                  "an application is copied to the device byte by byte, so it has no std::vector, std::string and the "
                  "like: keep the data in 'resident.array<T>(...)' and its 'ref()' as the member");
    static_assert(!has_reference<App>(),
                  "a member of the application is a reference to memory that a device does not have: keep the data in "
                  "'resident.array<T>(...)' and its 'ref()' as the member");
    static_assert(HasVisit<App>,
                  "an application has a public member, const and with a reference: write 'template <class Traversal> "
                  "CERRADO_FN void visit(Traversal& te) const { ... }'");
    static_assert(!CERRADO_HAS(k) || has_int_size<App>, "'k' is a number: write 'int k;'");
    CERRADO_TYPE(Engine, CERRADO_LINE_ENGINE);
    CERRADO_TYPE(Output, CERRADO_LINE_OUTPUT);
    CERRADO_TYPE(Accumulator, CERRADO_LINE_ACCUMULATOR);
    CERRADO_TYPE(LevelState, CERRADO_LINE_LEVEL_STATE);
    CERRADO_CONSTANT(bool, oriented, CERRADO_LINE_ORIENTED);
    CERRADO_CONSTANT(int, counted_levels, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_CONSTANT(int, extension_lists, CERRADO_LINE_EXTENSION_LISTS);
    CERRADO_CONSTANT(int, max_vertices, CERRADO_LINE_MAX_VERTICES);
    CERRADO_CONSTANT(int, resident_warps, CERRADO_LINE_RESIDENT_WARPS);
    CERRADO_CONSTANT(bool, lean_kernel, CERRADO_LINE_LEAN_KERNEL);
    CERRADO_CONSTANT(bool, may_find_nothing, CERRADO_LINE_MAY_FIND_NOTHING);
    CERRADO_METHOD(root_size, CERRADO_LINE_ROOT_SIZE);
    CERRADO_METHOD(rounds, CERRADO_LINE_ROUNDS);
    CERRADO_METHOD(layers, CERRADO_LINE_LAYERS);
    CERRADO_CONSTANT(bool, ends_run, CERRADO_LINE_ENDS_RUN);
    CERRADO_CONSTANT(bool, reads_ids, CERRADO_LINE_READS_IDS);
    CERRADO_CONSTANT(bool, by_frontier, CERRADO_LINE_BY_FRONTIER);
    CERRADO_CONSTANT(bool, until_unchanged, CERRADO_LINE_UNTIL_UNCHANGED);
    static_assert(
        !CERRADO_HAS_CONSTANT(until_unchanged) || HasRounds<App>,
        "'until_unchanged' also needs an upper bound on the rounds: write 'int rounds() const { return 1000; }'");
    static_assert(!CERRADO_HAS_CONSTANT(by_frontier) || HasRounds<App>,
                  "'by_frontier' also needs an upper bound on the rounds: write 'int rounds() const { return 1000; }'");
    static_assert(!is_by_frontier<App>() || !HasLayers<App>,
                  "a round by frontier has no layers: leave out 'layers' or 'by_frontier'");
    static_assert(!CERRADO_HAS(warp_widths) || HasWarpWidths<App>,
                  "'warp_widths' must be known at compile time, a std::array of numbers from 1, 8, 16 and 32: write "
                  "'" CERRADO_LINE_WARP_WIDTHS "'");

    // The types that the declarations name.
    static_assert(IsEngine<EngineOf<App>>,
                  "'Engine' names no engine: write '" CERRADO_LINE_ENGINE "', or another engine");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::copies_keys,
                  "a key of ByKey<Key> is copied byte by byte: make it trivially copyable, of at most 16 bytes");
    static_assert(
        EachOutput<typename OwnOutputs<App>::type>::compares_keys,
        "equal keys of ByKey<Key> have equal bytes: use integers, enumerations, and arrays or structs of them "
        "without padding; turn a floating-point number into an integer");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::all_fold,
                  "the Fold of ByKey<Key, Fold> needs a type 'Value', trivially copyable and of at most 8 bytes, and "
                  "'static CERRADO_FN Value merge(Value const& a, Value const& b)', which returns both together");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::find_best,
                  "Best<Fold> takes Greatest<T>, Least<T>, or a fold with a type 'Value' of at most 8 bytes, 'merge(a, "
                  "b)', which returns the better, and 'neutral()'");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::copies_rows,
                  "a row of Table<Row> is copied byte by byte: make it trivially copyable, of at most 1024 bytes and a "
                  "multiple of 4");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::is_one_by_key,
                  "an application has one output ByKey: give it more keys, such as one for each thing that is counted, "
                  "or use an 'Accumulator' beside it");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::is_one_best,
                  "an application has one output Best: make its Value a struct of 8 bytes, with a fold of your own");
    static_assert(EachOutput<typename OwnOutputs<App>::type>::is_one_recorder,
                  "an application hands over records by one output alone: Store, or one Table<Row>");
    static_assert(are_outputs<typename OwnOutputs<App>::type>,
                  "'Output' does not name an output: include its header, and write '" CERRADO_LINE_OUTPUT
                  "', or for several outputs 'using Output = OutputList<A, B>;'");
    static_assert(!names_counter<typename OwnOutputs<App>::type>,
                  "every application has the counter already: leave it out of 'Output'");
    static_assert(!has_accumulator<App> || CopiesAccumulator<App>,
                  "'Accumulator' is copied byte by byte: give it members of fixed size with neutral default values, no "
                  "std::vector, std::string and the like");
    static_assert(!has_accumulator<App> || HasMerge<App>,
                  "'Accumulator' needs a 'merge': write 'static CERRADO_FN void merge(Accumulator& into, Accumulator "
                  "const& from) { ... }'");
    static_assert(!LosesSum<App>,
                  "'merge' takes its first argument by value or as const, so the sum is lost: write 'static CERRADO_FN "
                  "void merge(Accumulator& into, Accumulator const& from) { ... }', or return the sum");
    static_assert(
        !has_accumulator<App> || HasSmallAccumulator<App>,
        "'Accumulator' has more than 1 KiB, and every lane keeps one: for values by key write 'using Output = "
        "ByKey<Key>;' and 'te.aggregate_key(f)', for others an array of a Resident");

    static_assert(
        !has_level_state<App> || CopiesLevelState<App>,
        "'LevelState' is copied byte by byte: give it members of fixed size with default values, no std::vector, "
        "std::string and the like");
    static_assert(
        !has_level_state<App> || HasSmallLevelState<App>,
        "'LevelState' has more than 32 bytes, and every lane keeps one for each vertex: keep what follows from "
        "the vertices out of it");

    // Near misses of types.
    CERRADO_NEVER(Engines, CERRADO_LINE_ENGINE);
    CERRADO_NEVER(EngineType, CERRADO_LINE_ENGINE);
    CERRADO_NEVER(engine_type, CERRADO_LINE_ENGINE);
    CERRADO_NO_TYPE(engine, CERRADO_LINE_ENGINE);
    CERRADO_NO_CONSTANT(edges, CERRADO_LINE_ENGINE);
    CERRADO_NO_CONSTANT(edge, CERRADO_LINE_ENGINE);
    CERRADO_NO_CONSTANT(masks, CERRADO_LINE_ENGINE);
    CERRADO_NO_CONSTANT(dense, CERRADO_LINE_ENGINE_ROWS);

    CERRADO_NEVER(Outputs, CERRADO_LINE_OUTPUT);
    CERRADO_NEVER(OutputType, CERRADO_LINE_OUTPUT);
    CERRADO_NEVER(output_type, CERRADO_LINE_OUTPUT);
    CERRADO_NO_TYPE(output, CERRADO_LINE_OUTPUT);
    CERRADO_NO_TYPE(outputs, CERRADO_LINE_OUTPUT);
    CERRADO_NO_CONSTANT(patterns, CERRADO_LINE_OUTPUT);
    CERRADO_NO_CONSTANT(stores, CERRADO_LINE_OUTPUT_STORE);
    CERRADO_NO_CONSTANT(local, CERRADO_LINE_OUTPUT_LOCAL);

    CERRADO_NEVER(Accumulators, CERRADO_LINE_ACCUMULATOR);
    CERRADO_NEVER(AccumulatorType, CERRADO_LINE_ACCUMULATOR);
    CERRADO_NEVER(accumulator_type, CERRADO_LINE_ACCUMULATOR);
    CERRADO_NO_TYPE(accumulator, CERRADO_LINE_ACCUMULATOR);

    CERRADO_NEVER(LevelStates, CERRADO_LINE_LEVEL_STATE);
    CERRADO_NEVER(level_state, CERRADO_LINE_LEVEL_STATE);

    // Near misses of constants.
    CERRADO_NEVER(Oriented, CERRADO_LINE_ORIENTED);
    CERRADO_NEVER(orient, CERRADO_LINE_ORIENTED);
    CERRADO_NEVER(orientated, CERRADO_LINE_ORIENTED);
    CERRADO_NEVER(is_oriented, CERRADO_LINE_ORIENTED);
    CERRADO_NO_CONSTANT(orientation, CERRADO_LINE_ORIENTED);
    CERRADO_NO_CONSTANT(directed, CERRADO_LINE_ORIENTED);
    CERRADO_NO_CONSTANT(is_directed, CERRADO_LINE_ORIENTED);

    CERRADO_NEVER(countedLevels, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NEVER(counted_level, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NEVER(counting_levels, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NEVER(count_levels, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NEVER(level_counted, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NEVER(levels_counted, CERRADO_LINE_COUNTED_LEVELS);
    CERRADO_NO_CONSTANT(counted, CERRADO_LINE_COUNTED_LEVELS);

    CERRADO_NEVER(extensionLists, CERRADO_LINE_EXTENSION_LISTS);
    CERRADO_NEVER(extension_list, CERRADO_LINE_EXTENSION_LISTS);
    CERRADO_NEVER(extensions_lists, CERRADO_LINE_EXTENSION_LISTS);
    CERRADO_NEVER(extend_lists, CERRADO_LINE_EXTENSION_LISTS);
    CERRADO_NO_CONSTANT(lists, CERRADO_LINE_EXTENSION_LISTS);

    CERRADO_NEVER(maxVertices, CERRADO_LINE_MAX_VERTICES);
    CERRADO_NEVER(maximum_vertices, CERRADO_LINE_MAX_VERTICES);
    CERRADO_NO_CONSTANT(most_vertices, CERRADO_LINE_MAX_VERTICES);
    CERRADO_NO_CONSTANT(max_vertex, CERRADO_LINE_MAX_VERTICES);
    CERRADO_NO_CONSTANT(max_vertex_count, CERRADO_LINE_MAX_VERTICES);
    CERRADO_NO_CONSTANT(max_size, CERRADO_LINE_MAX_VERTICES);

    CERRADO_NEVER(warpWidths, CERRADO_LINE_WARP_WIDTHS);
    CERRADO_NEVER(warp_width, CERRADO_LINE_WARP_WIDTHS);
    CERRADO_NEVER(warp_size, CERRADO_LINE_WARP_WIDTHS);
    CERRADO_NEVER(warp_sizes, CERRADO_LINE_WARP_WIDTHS);
    CERRADO_NO_CONSTANT(widths, CERRADO_LINE_WARP_WIDTHS);
    CERRADO_NO_CONSTANT(width, CERRADO_LINE_WARP_WIDTHS);

    CERRADO_NEVER(residentWarps, CERRADO_LINE_RESIDENT_WARPS);
    CERRADO_NEVER(resident_warp, CERRADO_LINE_RESIDENT_WARPS);

    CERRADO_NEVER(leanKernel, CERRADO_LINE_LEAN_KERNEL);
    CERRADO_NEVER(lean_kernels, CERRADO_LINE_LEAN_KERNEL);

    // Near misses of numbers.
    CERRADO_NEVER(rootSize, CERRADO_LINE_ROOT_SIZE);
    CERRADO_NEVER(rootsize, CERRADO_LINE_ROOT_SIZE);
    CERRADO_NEVER(root_sizes, CERRADO_LINE_ROOT_SIZE);
    CERRADO_NEVER(roots_size, CERRADO_LINE_ROOT_SIZE);
    CERRADO_NO_CONSTANT(round, CERRADO_LINE_ROUNDS);
    CERRADO_NO_CONSTANT(round_count, CERRADO_LINE_ROUNDS);
    CERRADO_NO_CONSTANT(num_rounds, CERRADO_LINE_ROUNDS);
    CERRADO_NO_CONSTANT(layer, CERRADO_LINE_LAYERS);
    CERRADO_NO_CONSTANT(layer_count, CERRADO_LINE_LAYERS);
    CERRADO_NO_CONSTANT(num_layers, CERRADO_LINE_LAYERS);

    static_assert(HasOwnSize<App> || !CERRADO_HAS(K), "an application declares nothing called 'K': write 'int k;'");

    static_assert(makes_visit<App, Base>);
};

struct Nothing {};

} // namespace detail

// Functions that do not return a result begin with this check. `Base`: that of results, if there is a run.
template <class App, class Base = detail::Nothing> consteval void check_declarations() {
    // in a requires-expression, so that Clang does not complain of a class with a mistake once more
    [[maybe_unused]] constexpr bool is_checked = requires { sizeof(detail::WellDeclared<App, Base>); };
}

#undef CERRADO_HAS_TYPE
#undef CERRADO_HAS_CONSTANT
#undef CERRADO_HAS_METHOD
#undef CERRADO_HAS_NAME
#undef CERRADO_HAS_ADDRESS
#undef CERRADO_HAS
#undef CERRADO_CONSTANT
#undef CERRADO_METHOD
#undef CERRADO_TYPE
#undef CERRADO_NEVER
#undef CERRADO_NO_TYPE
#undef CERRADO_NO_CONSTANT
#undef CERRADO_LINE_ENGINE
#undef CERRADO_LINE_ENGINE_ROWS
#undef CERRADO_LINE_OUTPUT_STORE
#undef CERRADO_LINE_OUTPUT_LOCAL
#undef CERRADO_LINE_OUTPUT
#undef CERRADO_LINE_ORIENTED
#undef CERRADO_LINE_COUNTED_LEVELS
#undef CERRADO_LINE_EXTENSION_LISTS
#undef CERRADO_LINE_MAX_VERTICES
#undef CERRADO_LINE_WARP_WIDTHS
#undef CERRADO_LINE_RESIDENT_WARPS
#undef CERRADO_LINE_MAY_FIND_NOTHING
#undef CERRADO_LINE_ROOT_SIZE
#undef CERRADO_LINE_ROUNDS
#undef CERRADO_LINE_BY_FRONTIER
#undef CERRADO_LINE_READS_IDS
#undef CERRADO_LINE_ENDS_RUN
#undef CERRADO_LINE_UNTIL_UNCHANGED
#undef CERRADO_LINE_LAYERS
#undef CERRADO_LINE_ACCUMULATOR
#undef CERRADO_LINE_LEVEL_STATE

} // namespace cerrado
