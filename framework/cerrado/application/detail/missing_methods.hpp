// An application may call a method of an engine or output that it does not name. The compiler alone would only say that
// there is no such member, and guess another. With the methods below it says which line to write.
//
// A traversal has such a method only if no engine or output of the application has a method of that name. The test is a
// class with two kinds of bases: these parts, and a class that has only that name. If a part has the name too, it is
// ambiguous, which is an error.
#pragma once

#include <cerrado/contract/detail/declared.hpp>

namespace cerrado {

// All parts that the engine and the outputs add to a traversal Te.
template <class W, class App, class Te> struct PartsOfTraversal : EngineOf<App>::template Operators<W, Te>,
                                                                  OutputsOf<App>::template Operators<W, Te> {};

namespace detail {

template <class> inline constexpr bool is_there = false;

// `Return`: auto if the method gives an object, so that the compiler looks into it before it looks for members.
#define CERRADO_MISSING(Return, name, message)                                                            \
    struct NameOf_##name {                                                                                \
        void name();                                                                                      \
    };                                                                                                    \
    template <class Parts> struct PartsAnd_##name : Parts, NameOf_##name {};                              \
    template <class Parts> struct Missing_##name {};                                                      \
    template <class Parts>                                                                                \
        requires requires { &PartsAnd_##name<Parts>::name; }                                              \
    struct Missing_##name<Parts> {                                                                        \
        CERRADO_REFUSED(message, is_there<Parts>,                                                         \
                        template <class... Arguments> CERRADO_FN Return name(Arguments const&...) const); \
    };
#define CERRADO_MISSING_OUTPUT(Return, name, Output, header)                     \
    CERRADO_MISSING(Return, name,                                                \
                    #name "() belongs to the output " #Output                    \
                          ", which the application does not name: write 'using " \
                          "Output = " #Output ";', and '#include <cerrado/output/" header ".hpp>'")
#define CERRADO_MISSING_ENGINE(name, engines, Engine, header)                                \
    CERRADO_MISSING(bool, name,                                                              \
                    #name "() does not belong to this application's engine, but to " engines \
                          ": write 'using Engine = " #Engine ";', and '#include <cerrado/engine/" header ".hpp>'")

CERRADO_MISSING_OUTPUT(bool, aggregate_store, Store, "store")
CERRADO_MISSING_OUTPUT(auto, store, Store, "store")
CERRADO_MISSING_OUTPUT(bool, aggregate_pattern, ByPattern, "by_pattern")
CERRADO_MISSING_OUTPUT(auto, by_pattern, ByPattern, "by_pattern")
CERRADO_MISSING_OUTPUT(bool, aggregate_key, ByKey<Key>, "by_key")
CERRADO_MISSING_OUTPUT(auto, by_key, ByKey<Key>, "by_key")
CERRADO_MISSING_OUTPUT(bool, aggregate_row, Table<Row>, "table")
CERRADO_MISSING_OUTPUT(bool, add_row, Table<Row>, "table")
CERRADO_MISSING_OUTPUT(bool, aggregate_best, Best<Greatest<Value>>, "best")
CERRADO_MISSING_OUTPUT(bool, improve, Best<Greatest<Value>>, "best")
CERRADO_MISSING_OUTPUT(bool, bound, Best<Greatest<Value>>, "best")
CERRADO_MISSING_OUTPUT(bool, aggregate_orbits, PerOrbit, "per_orbit")
CERRADO_MISSING_OUTPUT(bool, aggregate_length, ByLength, "by_length")
CERRADO_MISSING_OUTPUT(auto, by_size, BySize, "by_size")
CERRADO_MISSING_OUTPUT(auto, per_vertex_and_edge, PerVertexAndEdge, "per_vertex_and_edge")
CERRADO_MISSING(bool, aggregate,
                "aggregate(fold) needs an accumulator: write 'struct Accumulator { ... };' and 'static CERRADO_FN "
                "void merge(Accumulator& into, Accumulator const& from) { ... }'")
CERRADO_MISSING(auto, accumulator,
                "accumulator() exists only if the application has an accumulator: write 'struct Accumulator { ... };' "
                "and 'static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { ... }'")
CERRADO_MISSING_ENGINE(extend, "Lists and Masks", Lists, "lists")
CERRADO_MISSING_ENGINE(extend_common, "Lists, Masks and Rows", Lists, "lists")
CERRADO_MISSING_ENGINE(count_common, "Lists, Masks and Exclusive", Lists, "lists")
CERRADO_MISSING_ENGINE(filter, "Lists, Masks and Exclusive", Lists, "lists")
CERRADO_MISSING_ENGINE(extend_edges, "ByEdges", ByEdges, "by_edges")
CERRADO_MISSING_ENGINE(keep_open, "Lists", Lists, "lists")
CERRADO_MISSING_ENGINE(extend_exclusive, "Exclusive", Exclusive, "exclusive")
CERRADO_MISSING_ENGINE(fold, "Neighbours", Neighbours, "neighbours")
CERRADO_MISSING(bool, add_job,
                "add_job(v) gives the next round a job: write 'static constexpr bool by_frontier = true;' and, as an "
                "upper bound on the rounds, 'int rounds() const { return 1000; }'")
CERRADO_MISSING(bool, original_id,
                "original_id(v) needs an application that reads ids: write 'static constexpr bool reads_ids = true;'")
CERRADO_MISSING(bool, number, "number() exists only in jobs that are numbers: start them with 'run_jobs(count, work)'")

#undef CERRADO_MISSING
#undef CERRADO_MISSING_OUTPUT
#undef CERRADO_MISSING_ENGINE

} // namespace detail

template <class Parts> class MissingMethods : public detail::Missing_aggregate_store<Parts>,
                                              public detail::Missing_store<Parts>,
                                              public detail::Missing_aggregate_pattern<Parts>,
                                              public detail::Missing_by_pattern<Parts>,
                                              public detail::Missing_aggregate_key<Parts>,
                                              public detail::Missing_by_key<Parts>,
                                              public detail::Missing_aggregate_row<Parts>,
                                              public detail::Missing_add_row<Parts>,
                                              public detail::Missing_aggregate_best<Parts>,
                                              public detail::Missing_improve<Parts>,
                                              public detail::Missing_bound<Parts>,
                                              public detail::Missing_aggregate_orbits<Parts>,
                                              public detail::Missing_aggregate_length<Parts>,
                                              public detail::Missing_by_size<Parts>,
                                              public detail::Missing_per_vertex_and_edge<Parts>,
                                              public detail::Missing_aggregate<Parts>,
                                              public detail::Missing_accumulator<Parts>,
                                              public detail::Missing_extend<Parts>,
                                              public detail::Missing_extend_common<Parts>,
                                              public detail::Missing_count_common<Parts>,
                                              public detail::Missing_filter<Parts>,
                                              public detail::Missing_extend_edges<Parts>,
                                              public detail::Missing_keep_open<Parts>,
                                              public detail::Missing_extend_exclusive<Parts>,
                                              public detail::Missing_fold<Parts>,
                                              public detail::Missing_original_id<Parts>,
                                              public detail::Missing_add_job<Parts>,
                                              public detail::Missing_number<Parts> {};

} // namespace cerrado
