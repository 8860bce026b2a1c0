// Methods that the engine or the outputs of an application do not have, and functions that they cannot call: each is
// told by the line to write. AS(wrong, right) is the wrong one where MISTAKES is 1, else the right one. What `expect:`
// says is in the message for the application below it, and there is no other message.
#include <cerrado/application/detail/application.hpp>
#include <cerrado/engine/detail/numbers.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

#if MISTAKES
#define AS(wrong, right) wrong
#else
#define AS(wrong, right) right
#endif
#define COMMA ,

using namespace cerrado;

// An application with these declarations, and visit() for a thread of the host.
#define APPLICATION(declarations, ...) NUMBERED_APPLICATION(__LINE__, declarations, __VA_ARGS__)
#define NUMBERED_APPLICATION(line, declarations, ...) VISITED_APPLICATION(line, declarations, __VA_ARGS__)
#define VISITED_APPLICATION(line, declarations, ...)                                           \
    struct Application##line {                                                                 \
        int k = 4;                                                                             \
        declarations;                                                                          \
        template <class Traversal> CERRADO_FN void visit(Traversal& te) const { __VA_ARGS__; } \
    };                                                                                         \
    template void Application##line::visit(Traversal<ScalarWarp, Application##line>&) const;

// --- outputs
// expect: aggregate_store() belongs to the output Store, which the application does not name: write 'using Output = Store;', and '#include <cerrado/output/store.hpp>'
APPLICATION(AS(, using Output = Store), te.aggregate_store())
// expect: "store() belongs to the output Store, which the application does not name: write 'using Output = Store;'
APPLICATION(AS(, using Output = Store), te.store())
// expect: aggregate_pattern() belongs to the output ByPattern, which the application does not name: write 'using Output = ByPattern;'
APPLICATION(using Engine = Masks; AS(using Output = Store, using Output = ByPattern), te.aggregate_pattern())
// expect: by_pattern() belongs to the output ByPattern
APPLICATION(using Engine = Masks; AS(, using Output = ByPattern), te.by_pattern())
// expect: aggregate_key() belongs to the output ByKey<Key>, which the application does not name: write 'using Output = ByKey<Key>;'
APPLICATION(AS(, using Output = ByKey<>), te.aggregate_key([](auto const&, VertexId u) { return u; }))
// expect: by_key() belongs to the output ByKey<Key>
APPLICATION(AS(, using Output = ByKey<>), te.by_key())
// expect: aggregate_orbits() belongs to the output PerOrbit, which the application does not name: write 'using Output = PerOrbit;'
APPLICATION(AS(, using Output = PerOrbit), te.aggregate_orbits())
// expect: aggregate_length() belongs to the output ByLength, which the application does not name: write 'using Output = ByLength;'
APPLICATION(AS(, using Output = ByLength), te.aggregate_length())
// expect: by_size() belongs to the output BySize
APPLICATION(AS(, using Output = BySize), te.by_size())
// expect: per_vertex_and_edge() belongs to the output PerVertexAndEdge
APPLICATION(AS(, using Output = PerVertexAndEdge), te.per_vertex_and_edge())

struct OwnSum {
    int value = 0;
};
// expect: aggregate(fold) needs an accumulator: write 'struct Accumulator { ... };' and 'static CERRADO_FN void merge(
APPLICATION(AS(, using Accumulator = OwnSum; static void merge(OwnSum&, OwnSum const&){}),
            te.aggregate([](auto& own, auto const&, VertexId) { ++own.value; }))
// expect: accumulator() exists only if the application has an accumulator: write 'struct Accumulator { ... };'
APPLICATION(AS(, using Accumulator = OwnSum; static void merge(OwnSum&, OwnSum const&){}), te.accumulator())

// --- engines
// expect: extend_exclusive() does not belong to this application's engine, but to Exclusive: write 'using Engine = Exclusive;'
APPLICATION(AS(, using Engine = Exclusive), if (te.extend_exclusive()) te.aggregate_counter())
// expect: extend_exclusive() does not belong to this application's engine, but to Exclusive: write 'using Engine = Exclusive;'
APPLICATION(AS(using Engine = Masks, using Engine = Exclusive), te.extend_exclusive())
// expect: extend() does not belong to this application's engine, but to Lists and Masks: write 'using Engine = Lists;'
APPLICATION(using Engine = AS(Neighbours, Lists), if (te.extend(0, 1)) te.aggregate_counter())
// expect: extend_common() does not belong to this application's engine, but to Lists, Masks and Rows
APPLICATION(using Engine = AS(Exclusive, Masks), te.extend_common(0))
// expect: count_common() does not belong to this application's engine, but to Lists, Masks and Exclusive
APPLICATION(using Engine = AS(Neighbours, Lists), te.count_common(0))
// expect: filter() does not belong to this application's engine, but to Lists, Masks and Exclusive
APPLICATION(static constexpr bool oriented = true;
            using Engine = AS(Rows, Lists), te.filter([](auto const& t, VertexId u) { return u > t.last(); }))
// expect: fold() does not belong to this application's engine, but to Neighbours: write 'using Engine = Neighbours;'
APPLICATION(AS(, using Engine = Neighbours), te.fold([](VertexId, EdgeOffset) {}))
// expect: number() exists only in jobs that are numbers: start them with 'run_jobs(count, work)'
APPLICATION(AS(, using Engine = Numbers), te.number())

// --- what they call
// expect: write 'te.filter([](auto const& t, VertexId u) { return ...; })'
APPLICATION(, te.filter([](AS(, auto const& COMMA) VertexId u) { return u > 1; }))
// expect: write 'te.filter([](auto const& t, VertexId u) { return ...; })'
APPLICATION(, te.filter([last = te.last()](auto const&, VertexId u) AS(mutable, ) { return u > last; }))
// expect: write 'te.filter([](auto const& t, VertexId u) { return ...; })'
APPLICATION(, te.filter([](auto const&, VertexId u) { AS(, return ) static_cast<void>(u) AS(, COMMA true); }))
// expect: write 'te.aggregate_key([](auto const& t, VertexId u) { return ...; })'
APPLICATION(using Output = ByKey<>, te.aggregate_key([](AS(, auto const& COMMA) VertexId u) { return u; }))
// expect: write 'te.aggregate([](auto& own, auto const& t, VertexId u) { ... })'
APPLICATION(using Accumulator = OwnSum; static void merge(OwnSum&, OwnSum const&){},
                                        te.aggregate([](auto& own, AS(, auto const& COMMA) VertexId) { ++own.value; }))
// expect: write 'te.fold([&](VertexId u, EdgeOffset edge) { ... })'
APPLICATION(using Engine = Neighbours, te.fold([](VertexId AS(, COMMA EdgeOffset)) {}))
// expect: write 'static constexpr bool until_unchanged = true;' and, as an upper bound on the rounds, 'int rounds() const { return 1000; }'
APPLICATION(
    int rounds() const { return 9; } AS(, static constexpr bool until_unchanged = true), te.note_change())

// An engine of somebody's own may have a method of such a name.
struct OwnEngine : Lists {
    template <class W, class Te> class Operators : public Lists::Operators<W, Te> {
    public:
        CERRADO_FN bool extend_exclusive(int, int) { return this->extend(0, 1); }
        CERRADO_FN int number() const { return 1; }
    };
};
APPLICATION(using Engine = OwnEngine, if (te.extend_exclusive(te.number(), 2)) te.aggregate_counter())
