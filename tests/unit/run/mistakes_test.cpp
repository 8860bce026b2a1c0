#include "unit/message_of.hpp"
#include "unit/run/support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>

namespace cerrado::test {

// Mistakes of an author that would give a number if nobody looked for them, and what is so near to them that it must
// not be taken for one; see docs/mistakes.md.

// Paths that ascend. The rest of an application is in classes that derive from it.
struct Ascends {
    int k = 4;
    template <class Traversal> CERRADO_FN bool extend(Traversal& te) const {
        if (!te.extend(te.size() - 1, te.size())) return false;
        te.filter([](auto const& t, VertexId u) { return u > t.last(); });
        return true;
    }
};

struct Total {
    Count sum = 0;
};

// Sums, merged by a function that changes its first argument, that returns the sum, or that does both.
struct Changes {
    static CERRADO_FN void merge(Total& into, Total const& from) { into.sum += from.sum; }
};
struct Returns {
    static CERRADO_FN Total merge(Total a, Total const& b) { return {a.sum + b.sum}; }
};
struct DoesBoth {
    static CERRADO_FN Total const& merge(Total& into, Total const& from) {
        into.sum += from.sum;
        return into;
    }
};
template <class Merge> struct Sums : Ascends, Merge {
    using Accumulator = Total;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate([](auto& own, auto const&, VertexId u) { own.sum += u; });
    }
};

// Some outputs, each of which gets the same subgraphs `times`.
template <class Own, bool counts, bool stores, bool by_key> struct Gives : Ascends {
    using Output = Own;
    std::uint32_t keys() const { return 3; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() != k - 1) return;
        if constexpr (counts) te.aggregate_counter();
        if constexpr (by_key) te.aggregate_key([](auto const&, VertexId u) { return u % 3; });
        if constexpr (stores) te.aggregate_store();
    }
};

struct CountsAndOrbits : Ascends {
    using Output = PerOrbit;
    PositionOrbits orbits() const {
        PositionOrbits all{1, {}};
        return all;
    }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() != k - 1) return;
        te.aggregate_counter();
        te.aggregate_orbits();
    }
};

struct CallsItself : Ascends {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate_counter();
#if !defined(__CUDA_ARCH__)
        if (te.size() > 0) visit(te);
#endif
    }
};
struct NeverReturns : Ascends {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate_counter();
#if !defined(__CUDA_ARCH__)
        while (te.size() == 2) te.extend(0, 1);
#endif
    }
};

struct Unusual {
    explicit Unusual(int given) : number(given) {}
    int number;
};
struct OutOfRange : std::out_of_range {
    explicit OutOfRange(int) : std::out_of_range("42") {}
};

// Throws on the host, at a traversal of each job, on one lane.
template <class Thrown> struct Throws : Ascends {
    CERRADO_CALLS_HOST template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate_counter();
#if !defined(__CUDA_ARCH__)
        if (te.size() == 2 && te.warp().lane() == te.warp().width - 1) throw Thrown(42);
#endif
    }
};

struct NegativeKey : Ascends {
    using Output = ByKey<>;
    int key = 0;
    std::uint32_t keys() const { return 3; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate_key([this](auto const&, VertexId) { return key; });
    }
};

struct ReadsBeyond : Ascends {
    ArrayRef<std::uint32_t> values;
    std::uint64_t beyond = 0;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.counter().add_once(values[te.graph().vertex_count - 1 + beyond]);
    }
};
// The same as an aggregate, whose members are known.
struct ReadsBeyondAlone {
    int k = 4;
    ArrayRef<std::uint32_t> values;
    std::uint64_t beyond = 0;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        ReadsBeyond{{k}, values, beyond}.visit(te);
    }
};

struct PointsAway {
    int k = 4;
    int const* steps = nullptr;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(te.size() - 1, te.size()) && te.size() == k - 1) te.aggregate_counter();
    }
};

// Where an application that walks to the end gives what it finds to an output.
enum class End { nowhere, too_late, behind_a_call_in_a_predicate, right, right_but_rejected, right_but_only_for_paths };

template <class EngineType, class Own> struct Ends {
    int k = 4;
    End end = End::right;
    using Engine = EngineType;
    using Output = Own;
    std::uint32_t keys() const { return 1; }
    PositionOrbits orbits() const { return {}; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if constexpr (std::is_same_v<Engine, Exclusive>) {
            te.extend_exclusive();
            if (end == End::right_but_rejected) te.filter([](auto const&, VertexId) { return false; });
        } else if (te.extend(te.size() - 1, te.size())) {
            te.filter([&](auto const& t, VertexId u) {
                if (end == End::behind_a_call_in_a_predicate) return te.extend(0, 1);
                return u > t.last() && end != End::right_but_rejected;
            });
        }
        if (end == End::nowhere) return;
        if (te.size() == (end == End::too_late ? k : k - 1)) aggregate(te);
    }

private:
    template <class Traversal> CERRADO_FN static void aggregate(Traversal& te) {
        if constexpr (std::is_same_v<Own, ByKey<>>) {
            te.aggregate_key([](auto const&, VertexId) { return 0u; });
        } else if constexpr (std::is_same_v<Own, PerOrbit>) {
            te.aggregate_orbits();
        } else if constexpr (std::is_same_v<Own, Store>) {
            te.aggregate_store();
        } else {
            te.aggregate_counter();
        }
    }
};

struct FoldsTooLate : Ascends {
    using Accumulator = Total;
    static CERRADO_FN void merge(Total& into, Total const& from) { into.sum += from.sum; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k) te.aggregate([](auto& own, auto const&, VertexId) { ++own.sum; });
    }
};
// A fold that is reached and finds nothing to note.
struct FoldsNothing : Ascends {
    using Accumulator = Total;
    static CERRADO_FN void merge(Total& into, Total const& from) { into.sum += from.sum; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1) te.aggregate([](auto& own, auto const&, VertexId) { own.sum += 0; });
    }
};

// Counts only where a condition holds that no graph of these tests fulfils.
template <bool says_so> struct CountsUnderACondition : Ascends {
    static constexpr bool may_find_nothing = says_so;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        this->extend(te);
        if (te.size() == k - 1 && te.graph().degree(te.root()) == 1) te.aggregate_counter();
    }
};

struct FinishesTooLate {
    int k = 4;
    bool late = true;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() == (late ? k : k - 2)) {
            finish(te, te.counter());
        } else if (te.size() < k - 2) {
            te.extend_common();
        }
    }
};
struct ExtendsOnlyBefore {
    int k = 4;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) te.extend(te.size() - 1, te.size());
        if (te.size() == k) te.aggregate_counter();
    }
};

namespace {

Graph complete() { return generate_graph("gen:complete:n=9"); }

constexpr WideCount paths = 126; // of 4 ascending vertices among 9

template <class App> std::string said_of(App const& app, RunOptions options, Graph const& graph = complete()) {
    if constexpr (OutputsOf<App>::records) options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    try {
        run(app, graph, options);
    } catch (InputError const& error) {
        return error.what();
    }
    return "no error came";
}

template <class App> void expect_says(App const& app, RunOptions const& options, std::string const& text) {
    std::string const message = said_of(app, options);
    EXPECT_NE(message.find(text), std::string::npos) << message;
}

void expect_both_shapes_of_merge(RunOptions const& options) {
    Count const sum = run(Sums<Changes>{}, complete(), options).accumulator.sum;
    EXPECT_GT(sum, 0u);
    EXPECT_EQ(run(Sums<Returns>{}, complete(), options).accumulator.sum, sum);
    EXPECT_EQ(run(Sums<DoesBoth>{}, complete(), options).accumulator.sum, sum);
}

template <class App> RunResult stored(App const& app, RunOptions options) {
    options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    return run(app, complete(), options);
}

void expect_a_number_for_each_output(RunOptions const& options) {
    RunResult const both = stored(Gives<Store, true, true, false>{}, options);
    EXPECT_EQ(both.count, paths);
    EXPECT_EQ(both.of<Store>(), paths);
    RunResult const two = stored(Gives<OutputList<Store, ByKey<>>, false, true, true>{}, options);
    EXPECT_EQ(two.count, paths);
    EXPECT_EQ(two.of<Store>(), paths);
    WideCount sum = 0;
    for (WideCount const count : two.of<ByKey<>>()) sum += count;
    EXPECT_EQ(sum, paths);
    RunResult const counted = stored(Gives<OutputList<Store, ByKey<>>, true, true, true>{}, options);
    EXPECT_EQ(counted.count, paths);
    EXPECT_EQ(counted.of<Store>(), paths);
    RunResult const keys = stored(Gives<OutputList<Store, ByKey<>>, false, false, true>{}, options);
    EXPECT_EQ(keys.count, paths);
    EXPECT_EQ(keys.of<Store>(), 0u);
    EXPECT_EQ(run(CountsAndOrbits{}, complete(), options).count, paths);
}

void expect_no_end_of_visits(RunOptions options) {
#if !CERRADO_ADDRESS_SANITIZER // which finds an exhausted stack itself
    expect_says(CallsItself{}, options, "visit() was called within visit() at size() == ");
#endif
    options.deadline_seconds = 0.2;
    expect_says(NeverReturns{}, options, "visit() did not return at size() == 2 when the run was to end");
    std::atomic<bool> interrupt = false;
    options.deadline_seconds = 0;
    options.interrupt = &interrupt;
    std::jthread const later([&] { // when a worker has begun
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        interrupt = true;
    });
    expect_says(NeverReturns{}, options, "visit() did not return at size() == 2 when the run was to end");
}

template <class Thrown> bool comes_out(RunOptions const& options) {
    try {
        run(Throws<Thrown>{}, complete(), options);
    } catch (Thrown const&) {
        return true;
    }
    return false;
}

void expect_exceptions(RunOptions const& options) {
    EXPECT_TRUE(comes_out<int>(options));
    EXPECT_TRUE(comes_out<Unusual>(options));
    EXPECT_TRUE(comes_out<OutOfRange>(options));
}

void expect_keys(RunOptions const& options) {
    expect_says(NegativeKey{{}, -7}, options, "was given the key -7; keys are from 0 to the application's keys() - 1");
    expect_says(NegativeKey{{}, 1'500'000'000}, options, "was given the key 1500000000; keys are below");
}

void expect_bounds(RunOptions options) {
    options.checked = true;
    Resident const resident(complete(), options);
    auto const values = resident.array<std::uint32_t>(Per::vertex);
    char const* const text =
        "an ArrayRef to 9 entries of 4 bytes was asked for entry 9; entries are numbered from 0 to size() - 1";
    ReadsBeyond app{{4}, values.ref(), 0};
    EXPECT_NO_THROW(run(app, resident, options));
    app.beyond = 1;
    EXPECT_EQ(message_of<InputError>([&] { run(app, resident, options); }), text);
    ReadsBeyondAlone alone{4, values.ref(), 0};
    EXPECT_NO_THROW(run(alone, resident, options));
    alone.beyond = 1;
    EXPECT_EQ(message_of<InputError>([&] { run(alone, resident, options); }), text);
}

void expect_pointers(RunOptions options) {
    int const steps = 1;
    EXPECT_NO_THROW(run(PointsAway{4, &steps}, complete(), options));
    options.checked = true;
    EXPECT_NO_THROW(run(PointsAway{}, complete(), options));
    expect_says(PointsAway{4, &steps}, options, "is a pointer to memory that a device does not have");
}

template <class App> void expect_end(App app, End end, RunOptions const& options, std::string const& text) {
    app.end = end;
    expect_says(app, options, text);
}

template <class App> void expect_ends(RunOptions const& options) {
    std::string const text = "no output was reached, although visit() came to size() == 3 (k - 1)";
    expect_end(App{}, End::nowhere, options, text);
    expect_end(App{}, End::too_late, options, text);
    expect_end(App{}, End::right, options, "no error came");
    expect_end(App{}, End::right_but_rejected, options, "no error came");
}

// An application that is right finds nothing where there is nothing.
template <class App> void expect_zero(App const& app, RunOptions const& options, std::string const& spec) {
    EXPECT_EQ(said_of(app, options, generate_graph(spec)), "no error came") << spec;
}

void expect_outputs_reached(RunOptions const& options) {
    expect_ends<Ends<Lists, OutputList<>>>(options);
    expect_ends<Ends<Masks, ByKey<>>>(options);
    expect_ends<Ends<Lists, Store>>(options);
    expect_ends<Ends<Exclusive, OutputList<>>>(options);
    expect_end(Ends<Lists, OutputList<>>{}, End::behind_a_call_in_a_predicate, options,
               "extend() was called within a predicate at size() == 1");
    std::string const text = "no output was reached, although visit() came to size() == ";
    expect_says(FoldsTooLate{}, options, text + "3 (k - 1)");
    expect_says(FoldsNothing{}, options, "no error came");
    expect_says(CountsUnderACondition<false>{}, options, text + "3 (k - 1)");
    expect_says(CountsUnderACondition<true>{}, options, "no error came");
    expect_says(FinishesTooLate{}, options, text + "2 (k - 2) with extensions that nothing took: call finish(");
    expect_says(FinishesTooLate{4, false}, options, "no error came");
    expect_says(ExtendsOnlyBefore{}, options, text + "3 (k - 1)");
}

void expect_zeros(RunOptions const& options) {
    for (char const* const spec : {"gen:path:n=3", "gen:star:n=9", "gen:cycle:n=3"}) {
        expect_zero(Ends<Lists, OutputList<>>{}, options, spec);
        expect_zero(Ends<Lists, OutputList<>>{.end = End::nowhere}, options, "gen:path:n=2"); // nothing is that deep
        expect_zero(FinishesTooLate{4, false}, options, spec);
    }
}

void expect_all(RunOptions const& options) {
    expect_both_shapes_of_merge(options);
    expect_a_number_for_each_output(options);
    expect_keys(options);
    expect_outputs_reached(options);
    expect_zeros(options);
}

void expect_all_on_the_host(RunOptions const& options) {
    expect_all(options);
    expect_no_end_of_visits(options);
    expect_exceptions(options);
    expect_bounds(options);
    expect_pointers(options);
}

} // namespace

TEST(HostMistake, GivesNoNumber) { expect_all_on_the_host(on(DeviceKind::host, 2)); }
TEST(ScalarMistake, GivesNoNumber) { expect_all_on_the_host(on(DeviceKind::host, 1)); }
TEST(LockstepMistake, GivesNoNumber) { expect_all_on_the_host(on(DeviceKind::lockstep)); }

// A worker that waits for work does not wait for one that has left its own.
TEST(HostMistake, EndsWhileWorkIsMoved) {
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions options = on(DeviceKind::host, 3);
        options.balance.mechanism = mechanism;
        expect_exceptions(options);
        expect_no_end_of_visits(options);
    }
}

TEST(CudaMistake, GivesNoNumber) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_all(on(DeviceKind::cuda));
}

TEST(Options, AreRefusedIfANumberHasNoMeaning) {
    auto const message = [](auto const& change) {
        RunOptions options = on(DeviceKind::host, 1);
        change(options);
        return said_of(Ends<Lists, OutputList<>>{}, options);
    };
    EXPECT_EQ(message([](RunOptions& options) { options.threads = -3; }),
              "RunOptions::threads is -3, and it must be 0 or more; 0: one thread for each hardware thread");
    EXPECT_EQ(message([](RunOptions& options) { options.workers = -1; }),
              "RunOptions::workers is -1, and it must be 0 or more; 0: as many workers as are resident at once");
    EXPECT_EQ(message([](RunOptions& options) { options.deadline_seconds = -1; }),
              "RunOptions::deadline_seconds is -1, and it must be 0 or more; 0: no deadline");
    EXPECT_EQ(message([](RunOptions& options) { options.deadline_seconds = std::numeric_limits<double>::quiet_NaN(); }),
              "RunOptions::deadline_seconds is nan, and it must be 0 or more; 0: no deadline");
    RunOptions options;
    options.threads = -3;
    EXPECT_THROW(estimate(Ends<Lists, OutputList<>>{}, complete(), options), InputError);
    EXPECT_THROW(prepare(Ends<Lists, OutputList<>>{}, complete(), options), InputError);
    EXPECT_THROW(warm_up(Ends<Lists, OutputList<>>{}, options), InputError);
    EXPECT_THROW(Resident(complete(), options), InputError);
}

} // namespace cerrado::test
