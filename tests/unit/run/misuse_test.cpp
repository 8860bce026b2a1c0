#include "unit/run/support.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {

// Applications that call a method where it does not belong, or ask it for what is not there; and one that does not.

enum class Mistake {
    none,
    range_beyond_the_end,
    range_of_nothing,
    range_below_zero,
    more_lists_than_declared,
    counted_at_each_return,
    folded_at_each_return,
    common_of_a_position_too_far,
    common_count_of_a_position_below_zero,
    vertex_too_far,
    edge_too_far,
    adjacency_below_zero,
    predicate_of_a_vertex_too_far,
    predicate_of_an_adjacency_too_far,
};

// Walks from vertex to vertex, and makes the mistake at some traversal besides.
template <int lists = 1> struct Walk {
    int k = 5;
    Mistake mistake;
    static constexpr int extension_lists = lists;
    static constexpr bool may_find_nothing = true; // since it has no output
    struct Accumulator {
        Count sum = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { into.sum += from.sum; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        make_mistake(te);
        if (te.extend(te.size() - 1, te.size())) te.filter([this](auto const& t, VertexId v) { return keep(t, v); });
    }

private:
    template <class T> CERRADO_FN void make_mistake(T& te) const {
        if (mistake == Mistake::range_beyond_the_end && te.size() == 2) te.extend(0, te.size() + 1);
        if (mistake == Mistake::range_of_nothing && te.size() == 3) te.extend(2, 2);
        if (mistake == Mistake::range_below_zero && te.size() == 1) te.extend(-1, 1);
        if (mistake == Mistake::more_lists_than_declared && te.size() == 3) te.extend(0, 3);
        if (mistake == Mistake::counted_at_each_return && te.size() == 2) te.aggregate_counter();
        if (mistake == Mistake::folded_at_each_return && te.size() == 3) {
            te.aggregate([](auto& own, auto const&, VertexId) { ++own.sum; });
        }
        if (mistake == Mistake::common_of_a_position_too_far && te.size() == 2) te.extend_common(0, 2);
        if (mistake == Mistake::common_count_of_a_position_below_zero && te.size() == 4) te.count_common(1, -2);
        if (is_read_wrongly(te)) te.counter().add_once(1);
    }

    template <class T> CERRADO_FN bool is_read_wrongly(T& te) const {
        if (mistake == Mistake::vertex_too_far) return te.size() == 2 && te.vertex(7) != te.root();
        if (mistake == Mistake::edge_too_far) return te.size() == 3 && te.edge(0, 3);
        return mistake == Mistake::adjacency_below_zero && te.size() == 3 && te.adjacent(-1, te.last());
    }

    template <class View> CERRADO_FN bool keep(View const& t, VertexId v) const {
        if (mistake == Mistake::predicate_of_an_adjacency_too_far) return t.adjacent(5, v);
        bool const reads = mistake == Mistake::predicate_of_a_vertex_too_far && t.size() == 3;
        return v > t.last() && (!reads || v > t.vertex(3));
    }
};

// Complete subgraphs; finish() comes where `left` vertices are left to choose.
template <class EngineType, int counted> struct FinishedElsewhere {
    int k = 5;
    int left;
    using Engine = EngineType;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = counted;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - left) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

// Connected subgraphs by pattern, likewise.
template <int counted> struct PatternsElsewhere {
    int k = 5;
    int left;
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr int counted_levels = counted;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - left) {
            te.extend_exclusive();
        } else {
            finish(te, te.by_pattern());
        }
    }
};

struct AggregatesPatternsElsewhere {
    int k = 5;
    int left;
    using Engine = Masks;
    using Output = ByPattern;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) te.filter([](auto const& t, VertexId v) { return is_canonical(t, v); });
        if (te.size() == k - left) te.aggregate_pattern();
    }
};

struct StoresElsewhere {
    int k = 5;
    int left;
    using Output = Store;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(te.size() - 1, te.size());
        if (te.size() == k - left) te.aggregate_store();
    }
};

// Where the last two levels are counted, no extensions of the last but one are planned.
struct WalksTooFar {
    int k = 5;
    bool plain;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (plain) {
            te.extend(0, 1);
        } else {
            te.extend_common(0);
        }
    }
};
struct WalksTooFarExclusively {
    int k = 5;
    using Engine = Exclusive;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.extend_exclusive(); }
};

// What an application does wrong ends the run with a message that names the method, the length and the remedy, on every
// device; and what is right is left alone.

namespace {

Graph graph() { return generate_graph("gen:complete:n=9"); }

// What `run` says of the application. Tables and a sink are there for those that need them.
template <class App> std::string message_of(App const& app, RunOptions options) {
    static TransitionTable const tables = TransitionTable::build(5);
    if constexpr (OutputsOf<App>::template has<ByPattern>) options.of<ByPattern>().tables = tables.ref();
    if constexpr (OutputsOf<App>::records) options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    try {
        run(app, graph(), options);
    } catch (InputError const& error) {
        return error.what();
    }
    return "no error came";
}

void expect_messages(RunOptions const& options) {
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::none}, options), "no error came");
    EXPECT_EQ(message_of(Walk<8>{.mistake = Mistake::range_beyond_the_end}, options),
              "extend(0, 3) was called at size() == 2; it takes the vertices begin to end - 1: 0 <= begin < end <= "
              "size()");
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::range_of_nothing}, options)
                  .find("extend(2, 2) was called at size() == 3; it takes"),
              std::string::npos);
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::range_below_zero}, options)
                  .find("extend(-1, 1) was called at size() == 1; it takes"),
              std::string::npos);
    EXPECT_EQ(message_of(Walk<2>{.mistake = Mistake::more_lists_than_declared}, options),
              "extend(0, 3) was called at size() == 3; it reads 3 adjacency lists, but the application declares "
              "extension_lists = 2: raise it");
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::counted_at_each_return}, options),
              "aggregate_counter() was called at size() == 2 on a return to a traversal; with k = 5 it belongs at "
              "size() == 4 (k - 1), or behind `if (te.extend(...))`");
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::folded_at_each_return}, options)
                  .find("aggregate() was called at size() == 3 on a return"),
              std::string::npos);
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::common_of_a_position_too_far}, options),
              "extend_common() was asked for vertex 2 at size() == 2; they are numbered from 0 to size() - 1");
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::common_count_of_a_position_below_zero}, options),
              "count_common() was asked for vertex -2 at size() == 4; they are numbered from 0 to size() - 1");
}

void expect_messages_of_ends(RunOptions const& options) {
    EXPECT_EQ(
        message_of(FinishedElsewhere<Lists, 1>{.left = 2}, options),
        "finish() was called at size() == 3; with k = 5 and counted_levels = 1 it belongs at size() == 4 (k - 1)");
    EXPECT_EQ(
        message_of(FinishedElsewhere<Lists, 2>{.left = 3}, options),
        "finish() was called at size() == 2; with k = 5 and counted_levels = 2 it belongs at size() == 3 (k - 2)");
    EXPECT_EQ(
        message_of(FinishedElsewhere<Rows, 1>{.left = 2}, options),
        "finish() was called at size() == 3; with k = 5 and counted_levels = 1 it belongs at size() == 4 (k - 1)");
    EXPECT_EQ(
        message_of(FinishedElsewhere<Rows, 2>{.left = 1}, options),
        "finish() was called at size() == 4; with k = 5 and counted_levels = 2 it belongs at size() == 3 (k - 2)");
    EXPECT_EQ(message_of(FinishedElsewhere<Rows, 3>{.left = 4}, options),
              "finish() was called at size() == 1; with k = 5 and counted_levels = 3 it belongs at size() == 2 (k - 3) "
              "or 3 (k - 2)");
    EXPECT_NE(message_of(FinishedElsewhere<Rows, 3>{.left = 1}, options).find("finish() was called at size() == 4"),
              std::string::npos);
    EXPECT_EQ(
        message_of(PatternsElsewhere<1>{.left = 3}, options),
        "finish() was called at size() == 2; with k = 5 and counted_levels = 1 it belongs at size() == 4 (k - 1)");
    EXPECT_EQ(
        message_of(PatternsElsewhere<2>{.left = 3}, options),
        "finish() was called at size() == 2; with k = 5 and counted_levels = 2 it belongs at size() == 3 (k - 2)");
    EXPECT_EQ(message_of(AggregatesPatternsElsewhere{.left = 2}, options),
              "aggregate_pattern() was called at size() == 3; with k = 5 it belongs at size() == 4 (k - 1)");
    EXPECT_EQ(message_of(StoresElsewhere{.left = 3}, options),
              "aggregate_store() was called at size() == 2; with k = 5 it belongs at size() == 4 (k - 1)");
    char const* const walk_ends =
        "with k = 5 and counted_levels = 2 the walk ends at size() == 3 (k - 2): call "
        "finish() there, or drop counted_levels";
    EXPECT_EQ(message_of(WalksTooFar{.plain = true}, options),
              std::string("extend() was called at size() == 4; ") + walk_ends);
    EXPECT_EQ(message_of(WalksTooFar{.plain = false}, options),
              std::string("extend_common() was called at size() == 4; ") + walk_ends);
    EXPECT_EQ(message_of(WalksTooFarExclusively{}, options),
              std::string("extend_exclusive() was called at size() == 4; ") + walk_ends);
}

void expect_messages_where_checked(RunOptions const& options) {
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::none}, options), "no error came");
    EXPECT_EQ(message_of(Walk<>{.mistake = Mistake::vertex_too_far}, options),
              "vertex() was asked for vertex 7 at size() == 2; they are numbered from 0 to size() - 1");
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::edge_too_far}, options)
                  .find("edge() was asked for vertex 3 at size() == 3"),
              std::string::npos);
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::adjacency_below_zero}, options)
                  .find("adjacent() was asked for vertex -1 at size() == 3"),
              std::string::npos);
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::predicate_of_a_vertex_too_far}, options)
                  .find("vertex() was asked for vertex 3 at size() == 3"),
              std::string::npos);
    EXPECT_NE(message_of(Walk<>{.mistake = Mistake::predicate_of_an_adjacency_too_far}, options)
                  .find("adjacent() was asked for vertex 5"),
              std::string::npos);
}

} // namespace

TEST(HostMisuse, EndsWithAMessage) {
    expect_messages(on(DeviceKind::host, 2));
    expect_messages_of_ends(on(DeviceKind::host, 2));
}

TEST(HostMisuse, IsFoundInPredicatesWhereItIsChecked) {
    RunOptions options = on(DeviceKind::host, 2);
    options.checked = true;
    expect_messages_where_checked(options);
}

// A worker that finds nothing to do waits for those that have a traversal; a fault ends these, too.
TEST(HostMisuse, EndsWhileWorkIsMoved) {
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions options = on(DeviceKind::host, 3);
        options.balance.mechanism = mechanism;
        expect_messages_of_ends(options);
    }
}

TEST(LockstepMisuse, EndsWithAMessage) {
    expect_messages(on(DeviceKind::lockstep));
    expect_messages_of_ends(on(DeviceKind::lockstep));
}

TEST(LockstepMisuse, IsFoundInPredicatesWhereItIsChecked) {
    RunOptions options = on(DeviceKind::lockstep);
    options.checked = true;
    expect_messages_where_checked(options);
}

TEST(CudaMisuse, EndsWithAMessage) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_messages(on(DeviceKind::cuda));
    expect_messages_of_ends(on(DeviceKind::cuda));
#if !defined(NDEBUG)
    expect_messages_where_checked(on(DeviceKind::cuda));
#endif
}

} // namespace cerrado::test
