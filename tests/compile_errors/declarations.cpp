// Declarations as authors get them wrong, an application for each. AS(wrong, right) is the wrong one where MISTAKES is 1,
// else the right one. What `expect:` says is in the message for the application below it, and there is no other message.
#include <cerrado/application/detail/declaration_checks.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <string>
#include <vector>

#if MISTAKES
#define AS(wrong, right) wrong
#else
#define AS(wrong, right) right
#endif
#define COMMA ,

// Its visit() can be made for no traversal: the checks do not look into it.
struct Visited {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.no_such_method(); }
};

struct Sum {
    int value = 0;
};

#define APPLICATION(...) NUMBERED_APPLICATION(__LINE__, __VA_ARGS__)
#define NUMBERED_APPLICATION(line, ...) CHECKED_APPLICATION(line, __VA_ARGS__)
#define CHECKED_APPLICATION(line, ...)   \
    struct Application##line : Visited { \
        __VA_ARGS__                      \
    };                                   \
    static_assert((cerrado::check_declarations<Application##line>(), true));

// --- near misses of types
// expect: nothing called 'Engines': write 'using Engine = Masks;'
APPLICATION(using AS(Engines, Engine) = cerrado::Masks;)
// expect: nothing called 'EngineType': write 'using Engine = Masks;'
APPLICATION(using AS(EngineType, Engine) = cerrado::Masks;)
// expect: nothing called 'engine_type': write 'using Engine = Masks;'
APPLICATION(using AS(engine_type, Engine) = cerrado::Masks;)
// expect: nothing called 'engine': write 'using Engine = Masks;'
APPLICATION(using AS(engine, Engine) = cerrado::Masks;)
// expect: nothing called 'Outputs': write 'using Output = ByPattern;'
APPLICATION(using AS(Outputs, Output) = cerrado::ByPattern;)
// expect: nothing called 'OutputType': write 'using Output = ByPattern;'
APPLICATION(using AS(OutputType, Output) = cerrado::ByPattern;)
// expect: nothing called 'output_type': write 'using Output = ByPattern;'
APPLICATION(using AS(output_type, Output) = cerrado::ByPattern;)
// expect: nothing called 'output': write 'using Output = ByPattern;'
APPLICATION(using AS(output, Output) = cerrado::ByPattern;)
// expect: nothing called 'outputs': write 'using Output = ByPattern;'
APPLICATION(using AS(outputs, Output) = cerrado::ByPattern;)
// expect: nothing called 'Accumulators': write 'struct Accumulator { ... };'
APPLICATION(using AS(Accumulators, Accumulator) = Sum; static void merge(Sum&, Sum const&);)
// expect: nothing called 'AccumulatorType': write 'struct Accumulator { ... };'
APPLICATION(using AS(AccumulatorType, Accumulator) = Sum; static void merge(Sum&, Sum const&);)
// expect: nothing called 'accumulator_type': write 'struct Accumulator { ... };'
APPLICATION(using AS(accumulator_type, Accumulator) = Sum; static void merge(Sum&, Sum const&);)
// expect: nothing called 'accumulator': write 'struct Accumulator { ... };'
APPLICATION(using AS(accumulator, Accumulator) = Sum; static void merge(Sum&, Sum const&);)
// expect: nothing called 'LevelStates': write 'struct LevelState { ... };'
APPLICATION(using AS(LevelStates, LevelState) = Sum;)
// expect: nothing called 'level_state': write 'struct LevelState { ... };'
APPLICATION(using AS(level_state, LevelState) = Sum;)

// --- near misses of constants
// expect: nothing called 'edges': write 'using Engine = Masks;'
APPLICATION(AS(static constexpr bool edges = true, using Engine = cerrado::Masks);)
// expect: nothing called 'edge': write 'using Engine = Masks;'
APPLICATION(AS(static constexpr bool edge = true, using Engine = cerrado::Masks);)
// expect: nothing called 'masks': write 'using Engine = Masks;'
APPLICATION(AS(static constexpr bool masks = true, using Engine = cerrado::Masks);)
// expect: nothing called 'Oriented': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(Oriented, oriented) = true;)
// expect: nothing called 'orient': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(orient, oriented) = true;)
// expect: nothing called 'orientated': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(orientated, oriented) = true;)
// expect: nothing called 'is_oriented': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(is_oriented, oriented) = true;)
// expect: nothing called 'orientation': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(orientation, oriented) = true;)
// expect: nothing called 'directed': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(directed, oriented) = true;)
// expect: nothing called 'is_directed': write 'static constexpr bool oriented = true;'
APPLICATION(static constexpr bool AS(is_directed, oriented) = true;)
// expect: nothing called 'countedLevels': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(countedLevels, counted_levels) = 2;)
// expect: nothing called 'counted_level': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(counted_level, counted_levels) = 2;)
// expect: nothing called 'counting_levels': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(counting_levels, counted_levels) = 2;)
// expect: nothing called 'count_levels': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(count_levels, counted_levels) = 2;)
// expect: nothing called 'level_counted': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(level_counted, counted_levels) = 2;)
// expect: nothing called 'levels_counted': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(levels_counted, counted_levels) = 2;)
// expect: nothing called 'counted': write 'static constexpr int counted_levels = 2;'
APPLICATION(static constexpr int AS(counted, counted_levels) = 2;)
// expect: nothing called 'extensionLists': write 'static constexpr int extension_lists = 1;'
APPLICATION(static constexpr int AS(extensionLists, extension_lists) = 1;)
// expect: nothing called 'extension_list': write 'static constexpr int extension_lists = 1;'
APPLICATION(static constexpr int AS(extension_list, extension_lists) = 1;)
// expect: nothing called 'extensions_lists': write 'static constexpr int extension_lists = 1;'
APPLICATION(static constexpr int AS(extensions_lists, extension_lists) = 1;)
// expect: nothing called 'extend_lists': write 'static constexpr int extension_lists = 1;'
APPLICATION(static constexpr int AS(extend_lists, extension_lists) = 1;)
// expect: nothing called 'lists': write 'static constexpr int extension_lists = 1;'
APPLICATION(static constexpr int AS(lists, extension_lists) = 1;)
// expect: nothing called 'maxVertices': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(maxVertices, max_vertices) = 9;)
// expect: nothing called 'maximum_vertices': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(maximum_vertices, max_vertices) = 9;)
// expect: nothing called 'most_vertices': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(most_vertices, max_vertices) = 9;)
// expect: nothing called 'max_vertex': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(max_vertex, max_vertices) = 9;)
// expect: nothing called 'max_vertex_count': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(max_vertex_count, max_vertices) = 9;)
// expect: nothing called 'max_size': write 'static constexpr int max_vertices = 9;'
APPLICATION(static constexpr int AS(max_size, max_vertices) = 9;)
// expect: nothing called 'warpWidths': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(warpWidths, warp_widths) = cerrado::all_warp_widths;)
// expect: nothing called 'warp_width': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(warp_width, warp_widths) = cerrado::all_warp_widths;)
// expect: nothing called 'warp_size': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(warp_size, warp_widths) = cerrado::all_warp_widths;)
// expect: nothing called 'warp_sizes': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(warp_sizes, warp_widths) = cerrado::all_warp_widths;)
// expect: nothing called 'widths': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(widths, warp_widths) = cerrado::all_warp_widths;)
// expect: nothing called 'width': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(static constexpr auto AS(width, warp_widths) = cerrado::all_warp_widths;)

// --- the flags of former versions
// expect: nothing called 'dense': write 'using Engine = Rows;'
APPLICATION(AS(static constexpr bool dense = true, );)
// expect: nothing called 'patterns': write 'using Output = ByPattern;'
APPLICATION(AS(static constexpr bool patterns = true, using Output = cerrado::ByPattern);)
// expect: nothing called 'stores': write 'using Output = Store;'
APPLICATION(AS(static constexpr bool stores = true, );)
// expect: nothing called 'local': write 'using Output = PerVertexAndEdge;'
APPLICATION(AS(static constexpr bool local = true, );)

// --- near misses of numbers
// expect: nothing called 'residentWarps': write 'static constexpr int resident_warps = 16;'
APPLICATION(static constexpr int AS(residentWarps, resident_warps) = 16;)
// expect: nothing called 'resident_warp': write 'static constexpr int resident_warps = 16;'
APPLICATION(static constexpr int AS(resident_warp, resident_warps) = 16;)
// expect: nothing called 'leanKernel': write 'static constexpr bool lean_kernel = true;'
APPLICATION(static constexpr bool AS(leanKernel, lean_kernel) = true;)
// expect: nothing called 'lean_kernels': write 'static constexpr bool lean_kernel = true;'
APPLICATION(static constexpr bool AS(lean_kernels, lean_kernel) = true;)
// expect: nothing called 'rootSize': write 'int root_size() const { return 2; }'
APPLICATION(int AS(rootSize, root_size)() const { return 2; })
// expect: nothing called 'rootsize': write 'int root_size() const { return 2; }'
APPLICATION(int AS(rootsize, root_size)() const { return 2; })
// expect: nothing called 'root_sizes': write 'int root_size() const { return 2; }'
APPLICATION(int AS(root_sizes, root_size)() const { return 2; })
// expect: nothing called 'roots_size': write 'int root_size() const { return 2; }'
APPLICATION(int AS(roots_size, root_size)() const { return 2; })
// expect: nothing called 'round': write 'int rounds() const { return 2; }'
APPLICATION(int AS(round, rounds)() const { return 2; })
// expect: nothing called 'round_count': write 'int rounds() const { return 2; }'
APPLICATION(int AS(round_count, rounds)() const { return 2; })
// expect: nothing called 'num_rounds': write 'int rounds() const { return 2; }'
APPLICATION(int AS(num_rounds, rounds)() const { return 2; })
// expect: nothing called 'layer': write 'int layers() const { return 2; }'
APPLICATION(int AS(layer, layers)() const { return 2; })
// expect: nothing called 'layer_count': write 'int layers() const { return 2; }'
APPLICATION(int AS(layer_count, layers)() const { return 2; })
// expect: nothing called 'num_layers': write 'int layers() const { return 2; }'
APPLICATION(int AS(num_layers, layers)() const { return 2; })
// expect: nothing called 'K': write 'int k;'
APPLICATION(int AS(K, k) = 4;)

// --- the same without a value that the compiler knows
// expect: nothing called 'orient': write 'static constexpr bool oriented = true;'
APPLICATION(AS(bool orient = true, static constexpr bool oriented = true);)
// expect: nothing called 'warp_size': write 'static constexpr auto warp_widths = all_warp_widths;'
APPLICATION(AS(int warp_size = 8, static constexpr std::array warp_widths{8});)

// --- the right name in another form
// expect: 'oriented' must be known at compile time: write 'static constexpr bool oriented = true;'
APPLICATION(AS(bool oriented = true, static constexpr bool oriented = true);)
// expect: 'oriented' must be known at compile time: write 'static constexpr bool oriented = true;'
APPLICATION(static AS(inline, constexpr) bool oriented = true;)
// expect: 'oriented' must be known at compile time: write 'static constexpr bool oriented = true;'
APPLICATION(AS(
    bool oriented() const { return true; }, static constexpr bool oriented = true;))
// expect: 'counted_levels' must be known at compile time: write 'static constexpr int counted_levels = 2;'
APPLICATION(AS(int counted_levels = 2, static constexpr int counted_levels = 2);)
// expect: 'extension_lists' must be known at compile time: write 'static constexpr int extension_lists = 1;'
APPLICATION(AS(int extension_lists = 1, static constexpr int extension_lists = 1);)
// expect: 'max_vertices' must be known at compile time: write 'static constexpr int max_vertices = 9;'
APPLICATION(AS(int max_vertices = 9, static constexpr int max_vertices = 9);)
// expect: 'warp_widths' must be known at compile time, a std::array of numbers from 1, 8, 16 and 32: write
APPLICATION(AS(std::array<int COMMA 1> warp_widths{8}, static constexpr std::array warp_widths{8});)
// expect: 'warp_widths' must be known at compile time, a std::array of numbers from 1, 8, 16 and 32: write
APPLICATION(static constexpr AS(int warp_widths[] = {8}, std::array warp_widths{8});)
// expect: 'warp_widths' must be known at compile time, a std::array of numbers from 1, 8, 16 and 32: write
APPLICATION(static constexpr std::array warp_widths{AS(4, 8)};)
// expect: 'warp_widths' must be known at compile time, a std::array of numbers from 1, 8, 16 and 32: write
APPLICATION(static constexpr AS(int warp_widths = 8, std::array warp_widths{8});)
// expect: 'root_size' is asked of the application as a const method: write 'int root_size() const { return 2; }'
APPLICATION(int AS(
    root_size = 2;, root_size() const { return 2; }))
// expect: 'root_size' is asked of the application as a const method: write 'int root_size() const { return 2; }'
APPLICATION(int root_size() AS(, const) { return 2; })
// expect: 'rounds' is asked of the application as a const method: write 'int rounds() const { return 2; }'
APPLICATION(int AS(
    rounds = 2;, rounds() const { return 2; }))
// expect: 'rounds' is asked of the application as a const method: write 'int rounds() const { return 2; }'
APPLICATION(int rounds() AS(, const) { return 2; })
// expect: 'layers' is asked of the application as a const method: write 'int layers() const { return 2; }'
APPLICATION(int AS(
    layers = 2;, layers() const { return 2; }))
// expect: 'layers' is asked of the application as a const method: write 'int layers() const { return 2; }'
APPLICATION(int layers() AS(, const) { return 2; })
// expect: 'until_unchanged' must be known at compile time: write 'static constexpr bool until_unchanged = true;'
APPLICATION(int rounds()
                const { return 9; } AS(bool until_unchanged = true, static constexpr bool until_unchanged = true);)
// expect: 'until_unchanged' also needs an upper bound on the rounds: write 'int rounds() const { return 1000; }'
APPLICATION(static constexpr bool until_unchanged = true; AS(
                , int rounds() const { return 9; }))
// expect: 'k' is a number: write 'int k;'
APPLICATION(AS(unsigned, int) k = 4;)
// expect: 'k' is a number: write 'int k;'
APPLICATION(int k AS(() const { return 4; }, = 4;))
// expect: 'Engine' is a type: write 'using Engine = Masks;'
APPLICATION(AS(cerrado::Masks Engine, using Engine = cerrado::Masks);)
// expect: 'Output' is a type: write 'using Output = ByPattern;'
APPLICATION(AS(int Output = 1, using Output = cerrado::ByPattern);)
// expect: 'Accumulator' is a type: write 'struct Accumulator { ... };'
APPLICATION(AS(Sum Accumulator, using Accumulator = Sum); static void merge(Sum&, Sum const&);)

// --- what the declarations name
// expect: 'Engine' names no engine: write 'using Engine = Masks;'
APPLICATION(using Engine = AS(cerrado::ByPattern, cerrado::Masks);)
// expect: 'Output' does not name an output: include its header, and write 'using Output = ByPattern;', or for several outputs 'using Output = OutputList<A, B>;'
APPLICATION(using Output = AS(cerrado::Masks, cerrado::ByPattern);)
// expect: 'Output' does not name an output: include its header, and write 'using Output = ByPattern;', or for several outputs 'using Output = OutputList<A, B>;'
APPLICATION(using Output = cerrado::OutputList<AS(Sum, cerrado::ByPattern)>;)
// expect: every application has the counter already: leave it out of 'Output'
APPLICATION(using Output = AS(cerrado::Counter, cerrado::ByPattern);)
// expect: write 'static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { ... }'
APPLICATION(using Accumulator = Sum; AS(, static) void merge(Sum&, Sum const&);)
// expect: write 'static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { ... }'
APPLICATION(using Accumulator = Sum; AS(, static void merge(Sum&, Sum const&);))
// expect: 'Accumulator' is copied byte by byte
APPLICATION(using Accumulator = AS(std::vector<int>, Sum); static void merge(Accumulator&, Accumulator const&);)
// expect: 'Accumulator' has more than 1 KiB
APPLICATION(struct Accumulator { char text[AS(1025, 1024)]; }; static void merge(Accumulator&, Accumulator const&);)
// expect: 'LevelState' is a type: write 'struct LevelState { ... };'
APPLICATION(AS(Sum LevelState, using LevelState = Sum);)
// expect: 'LevelState' is copied byte by byte
APPLICATION(using LevelState = AS(std::vector<int>, Sum);)
// expect: 'LevelState' has more than 32 bytes
APPLICATION(struct LevelState { char text[AS(33, 32)]; };)

// --- the application itself
// expect: keep the data in 'resident.array<T>(...)' and its 'ref()' as the member
APPLICATION(AS(std::vector<int> labels, int const* labels = nullptr);)
// expect: keep the data in 'resident.array<T>(...)' and its 'ref()' as the member
APPLICATION(AS(std::string, char const*) name{};)

// expect: write 'template <class Traversal> CERRADO_FN void visit(Traversal& te) const { ... }'
struct Unvisited : AS(Sum, Visited) {};
static_assert((cerrado::check_declarations<Unvisited>(), true));

// expect: write 'template <class Traversal> CERRADO_FN void visit(Traversal& te) const { ... }'
struct VisitsOnce {
    template <class Traversal> CERRADO_FN void visit(Traversal&) AS(, const) {}
};
static_assert((cerrado::check_declarations<VisitsOnce>(), true));

// expect: write 'template <class Traversal> CERRADO_FN void visit(Traversal& te) const { ... }'
class Private {
    AS(, public:) template <class Traversal> CERRADO_FN void visit(Traversal&) const {}
};
static_assert((cerrado::check_declarations<Private>(), true));

// Data of an application's own, and all that it may declare: there is no message.
APPLICATION(int edges = 0; int masks = 0; int max_vertex = 0; int width = 0; int round = 0; int layer = 0;
            int counted = 0; float const* output = nullptr; bool directed = false; int k = 3;
            static constexpr int K = 3;)
APPLICATION(int k = 3; using Engine = cerrado::Masks; using Output = cerrado::ByPattern;
            static constexpr bool oriented = false; static constexpr int counted_levels = 1;
            static constexpr int extension_lists = 1; static constexpr int max_vertices = 9;
            static constexpr auto warp_widths = cerrado::all_warp_widths;
            int root_size() const { return 2; } using Accumulator = Sum; static void merge(Sum&, Sum const&);)
