#include "clique/clique.hpp"
#include "unit/run/support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <vector>

namespace cerrado::test {

// What a run of aggregate_store is to deliver, and every kind of sink to deliver it to.

using Records = std::vector<std::vector<OriginalId>>;

// The graph with original ids far beyond 32 bits.
inline Graph with_wide_ids(Graph const& graph) {
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back((OriginalId{v} << 40) + 7);
        for (VertexId const u : graph.neighbours(v)) edges.push_back({v, u});
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

inline Records expected(Graph const& graph, int k) {
    Records records;
    for_each_clique(graph, k, [&](std::vector<VertexId> const& clique) {
        auto& record = records.emplace_back();
        for (VertexId const v : clique) record.push_back(graph.original_id(v));
    });
    std::ranges::sort(records);
    return records;
}

enum class Sink { single, batches, narrow, device };

inline std::vector<Sink> sinks_for(Graph const& graph, RunOptions const& options) {
    std::vector<Sink> sinks{Sink::single, Sink::batches};
    if (ids_are_narrow(graph)) sinks.push_back(Sink::narrow);
    if (ids_are_narrow(graph) && options.device == DeviceKind::cuda && !options.of<Store>().limit)
        sinks.push_back(Sink::device);
    return sinks;
}

#if defined(__CUDACC__)
__global__ inline void copy_ids(std::uint32_t const* from, std::uint64_t count, std::uint32_t* to) {
    for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
}

// Through a kernel, for which the enumeration must leave room: it waits for the batch to be taken.
inline std::vector<std::uint32_t> read_batch(DeviceBatch const& batch) {
    std::vector<std::uint32_t> ids(batch.count);
    MemoryMeter meter;
    DeviceBuffer<std::uint32_t> const copy(batch.count, meter);
    check_cuda(cudaStreamSynchronize(nullptr), "allocating");
    copy_ids<<<1, 1024, 0, batch.stream>>>(batch.ids, batch.count, copy.data());
    check_cuda(cudaGetLastError(), "copying a batch");
    check_cuda(
        cudaMemcpyAsync(ids.data(), copy.data(), ids.size() * sizeof ids[0], cudaMemcpyDeviceToHost, batch.stream),
        "reading a batch");
    check_cuda(cudaStreamSynchronize(batch.stream), "reading a batch");
    return ids;
}
#else
inline std::vector<std::uint32_t> read_batch(DeviceBatch const&) { throw Error("there is no device"); }
#endif

// Sets one of the sinks; `take` gets the ids of one subgraph or of several.
template <class Take> void set_sink(RunOptions& options, Sink sink, Take const& take) {
    switch (sink) {
    case Sink::single: options.of<Store>().sink = take; break;
    case Sink::batches: options.of<Store>().batch_sink = take; break;
    case Sink::narrow: options.of<Store>().narrow_sink = take; break;
    case Sink::device:
        options.of<Store>().device_sink = [take](DeviceBatch const& batch) {
            std::vector<std::uint32_t> const ids = read_batch(batch);
            take(std::span(ids));
        };
        break;
    }
}

// aggregate_store: the sink gets every subgraph once, by original ids, however many there are. A limit is exact. What
// a sink throws comes out of run().

namespace {

// Takes its time with every traversal of up to `longest` vertices, on the host.
template <class List, int longest = 1> struct Slow : List {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
#if !defined(__CUDA_ARCH__)
        if (te.size() <= longest) std::this_thread::sleep_for(std::chrono::microseconds(100));
#endif
        List::visit(te);
    }
};

template <class App> Records listed(App const& app, Graph const& graph, RunOptions options, Sink sink, Status status,
                                    std::uint64_t* moved = nullptr) {
    Records records;
    set_sink(options, sink, [&](auto ids) {
        auto const k = static_cast<std::size_t>(app.k);
        EXPECT_EQ(ids.size() % k, 0u);
        for (; !ids.empty(); ids = ids.subspan(k)) {
            std::ranges::sort(records.emplace_back(ids.begin(), ids.begin() + app.k));
        }
    });
    auto const result = run(app, graph, options);
    EXPECT_EQ(result.count, records.size());
    EXPECT_EQ(result.status, status);
    if (moved != nullptr) *moved += result.balance.donated;
    std::ranges::sort(records);
    return records;
}

// Every kind of sink, both forms of listing.
void expect_every_clique_once(Graph const& graph, int k, RunOptions const& options) {
    Records const all = expected(graph, k);
    for (Sink const sink : sinks_for(graph, options)) {
        EXPECT_TRUE(listed(CliqueList{k}, graph, options, sink, Status::complete) == all);
        EXPECT_TRUE(listed(CliqueListBitmap{k}, graph, options, sink, Status::complete) == all);
    }
}

// A graph that no run could list to its end: what is over must be given up in the middle of a root.
Graph endless() { return generate_graph("gen:complete:n=200"); }

void expect_limit(RunOptions options) {
    Graph const graph = generate_graph("gen:complete:n=12"); // 495 cliques of 4
    Records const all = expected(graph, 4);
    for (std::uint64_t const limit : {0, 1, 7, 494, 495, 496}) {
        options.of<Store>().limit = limit;
        for (Sink const sink : sinks_for(graph, options)) {
            Records const some =
                listed(CliqueList{4}, graph, options, sink, limit < 495 ? Status::limit : Status::complete);
            EXPECT_EQ(some.size(), std::min<std::uint64_t>(limit, 495));
            EXPECT_TRUE(std::ranges::includes(all, some));
            EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
        }
    }
    options.of<Store>().limit = 1000;
    EXPECT_EQ(listed(CliqueList{20}, endless(), options, Sink::batches, Status::limit).size(), 1000u);
    EXPECT_EQ(listed(CliqueListBitmap{20}, endless(), options, Sink::batches, Status::limit).size(), 1000u);
}

void expect_rethrown(RunOptions options) {
    int calls = 0;
    options.of<Store>().sink = [&](std::span<OriginalId const>) {
        if (++calls == 10) throw std::domain_error("enough");
    };
    EXPECT_THROW(run(CliqueList{20}, endless(), options), std::domain_error);
    EXPECT_EQ(calls, 10) << "the sink is not called again after it threw";
}

RunOptions with_ring(RunOptions options, StoreSize size) {
    options.of<Store>().ring = size;
    return options;
}

} // namespace

TEST(HostStore, DeliversEveryCliqueOnce) {
    Graph const graph = with_wide_ids(generate_graph("gen:er:n=40,m=260,seed=1"));
    for (int threads : {1, 2, 5}) {
        for (int k : {3, 4}) expect_every_clique_once(graph, k, on(DeviceKind::host, threads));
        expect_every_clique_once(generate_graph("gen:er:n=40,m=260,seed=1"), 4, on(DeviceKind::host, threads));
    }
}

// Jobs of a slice of the extensions, and of a part of what is stored under one.
TEST(HostStore, DeliversEveryCliqueOnceHoweverJobsAreCut) {
    for (int threads : {8, 64}) {
        for (int k : {3, 4, 6})
            expect_every_clique_once(generate_graph("gen:complete:n=10"), k, on(DeviceKind::host, threads));
    }
}

// Rings of one record up to some, and runs of extensions that are longer than a block or the whole ring.
TEST(HostStore, DeliversMoreThanTheRingHolds) {
    for (int threads : {1, 3}) {
        for (StoreSize const size : {StoreSize{1, 1}, {1, 2}, {3, 2}, {8, 4}}) {
            expect_every_clique_once(generate_graph("gen:complete:n=10"), 4,
                                     with_ring(on(DeviceKind::host, threads), size));
        }
        expect_every_clique_once(generate_graph("gen:complete:n=40"), 4,
                                 with_ring(on(DeviceKind::host, threads), {1024, 4}));
    }
}

// Work that changes hands, or pauses, in the middle of a root.
TEST(HostStore, DeliversEveryCliqueOnceWhateverMoves) {
    Graph const graph = with_wide_ids(generate_graph("gen:er:n=40,m=400,seed=2"));
    Records const all = expected(graph, 4);
    Records const larger = expected(graph, 6);
    for (BalanceMechanism const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        RunOptions options = with_ring(on(DeviceKind::host, 3), {64, 4});
        options.balance = balance_options(mechanism, make_policy("random", {0, 16, 7}), std::chrono::microseconds(100));
        std::uint64_t moved = 0;
        for (int i = 0; i < 10 || (moved == 0 && i < 1000); ++i) {
            EXPECT_TRUE(listed(Slow<CliqueList>{{4}}, graph, options, Sink::batches, Status::complete, &moved) == all);
            EXPECT_TRUE(listed(Slow<CliqueListBitmap>{{6}}, graph, options, Sink::single, Status::complete, &moved) ==
                        larger);
        }
        EXPECT_GT(moved, 0u) << to_string(mechanism);
        expect_limit(options);
    }
}

// The same where jobs have parts of what is stored under an extension.
TEST(HostStore, DeliversEveryCliqueOnceWhicheverPartsMove) {
    Graph const graph = generate_graph("gen:complete:n=12");
    Records const all = expected(graph, 7);
    for (BalanceMechanism const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        RunOptions options = on(DeviceKind::host, 64);
        options.balance = balance_options(mechanism, make_policy("random", {0, 16, 7}), std::chrono::microseconds(100));
        std::uint64_t moved = 0;
        for (int i = 0; i < 3 || (moved == 0 && i < 1000); ++i) {
            EXPECT_TRUE(
                listed(Slow<CliqueListBitmap, 2>{{7}}, graph, options, Sink::single, Status::complete, &moved) == all);
        }
        EXPECT_GT(moved, 0u) << to_string(mechanism);
    }
}

TEST(HostStore, DeliversAsManyAsTheLimitSays) {
    for (int threads : {1, 3}) {
        expect_limit(on(DeviceKind::host, threads));
        expect_limit(with_ring(on(DeviceKind::host, threads), {2, 2}));
    }
}

// A block that does not fill up must not keep its records until the end.
TEST(HostStore, DeliversAPartialBlockWhileTheSearchGoesOn) {
    RunOptions options = on(DeviceKind::host, 1);
    options.of<Store>().ring = {std::uint64_t{1} << 20, 2};
    std::uint64_t delivered_early = 0;
    options.progress = [&](Progress const& progress) {
        if (progress.roots_done < progress.roots_given) delivered_early = progress.delivered;
    };
    options.of<Store>().sink = [](std::span<OriginalId const>) {};
    run(Slow<CliqueList>{{3}}, generate_graph("gen:er:n=1000,m=10000,seed=1"), options);
    EXPECT_GT(delivered_early, 0u);
}

TEST(HostStore, RethrowsWhatTheSinkThrows) {
    expect_rethrown(on(DeviceKind::host, 1));
    expect_rethrown(on(DeviceKind::host, 3));
}

// A sink slower than the search keeps the ring full; the run must see the deadline all the same.
TEST(HostStore, DeadlineIsSeenWhileTheSinkIsBusy) {
    RunOptions options = on(DeviceKind::host, 1);
    options.of<Store>().ring = {1024, 4};
    options.deadline_seconds = 0.05;
    Count calls = 0;
    options.of<Store>().sink = [&](std::span<OriginalId const>) {
        ++calls;
        Stopwatch const watch;
        while (watch.seconds() < 1e-5) {
        }
    };
    auto const result = run(CliqueList{4}, generate_graph("gen:complete:n=60"), options); // 487635 cliques: 5 s of sink
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_LT(result.roots.done, result.roots.given);
    EXPECT_EQ(result.count, calls) << "what was counted was delivered";
}

// What the progress callback throws ends the run too; workers that wait for room in the ring must not wait forever.
TEST(HostStore, EndsWhenTheProgressCallbackThrows) {
    RunOptions options = on(DeviceKind::host, 2);
    options.of<Store>().ring = {1024, 4};
    options.progress = [](Progress const&) { throw std::domain_error("enough"); };
    options.of<Store>().sink = [](std::span<OriginalId const>) {
        Stopwatch const watch;
        while (watch.seconds() < 1e-5) {
        }
    };
    ::alarm(100);
    EXPECT_THROW(run(CliqueList{4}, generate_graph("gen:complete:n=60"), options), std::domain_error);
    ::alarm(0);
}

TEST(LockstepStore, DeliversEveryCliqueOnce) {
    Graph const small = with_wide_ids(generate_graph("gen:er:n=10,m=30,seed=1"));
    expect_every_clique_once(small, 3, with_ring(on(DeviceKind::lockstep, 2), {4, 2}));
    expect_every_clique_once(with_wide_ids(generate_graph("gen:er:n=14,m=50,seed=1")), 3, on(DeviceKind::lockstep, 2));
}

TEST(LockstepStore, DeliversEveryCliqueOnceHoweverJobsAreCut) {
    Graph const graph = generate_graph("gen:complete:n=7");
    for (int k : {3, 4, 5}) {
        EXPECT_TRUE(listed(CliqueListBitmap{k}, graph, on(DeviceKind::lockstep, 16), Sink::narrow, Status::complete) ==
                    expected(graph, k));
    }
}

// A root with more cliques than a warp holds back, and rings from less than what it holds back on.
TEST(LockstepStore, DeliversMoreThanAWarpHoldsBack) {
    Graph const graph = generate_graph("gen:complete:n=15");
    for (StoreSize const size : {StoreSize{}, {16, 2}}) {
        expect_every_clique_once(graph, 4, with_ring(on(DeviceKind::lockstep, 1), size));
    }
}

// Neighbourhoods of several words, with more upper extensions than lanes, of which not all are adjacent; long records.
TEST(LockstepStore, DeliversLargeNeighbourhoodsAndLongRecords) {
    RunOptions const options = on(DeviceKind::lockstep, 1);
    Graph const graph = generate_graph("gen:er:n=80,m=2400,seed=5");
    EXPECT_TRUE(listed(CliqueListBitmap{3}, graph, options, Sink::narrow, Status::complete) == expected(graph, 3));
    Graph const complete = generate_graph("gen:complete:n=10");
    EXPECT_TRUE(listed(CliqueListBitmap{8}, complete, options, Sink::narrow, Status::complete) ==
                expected(complete, 8));
}

class CudaStore : public testing::Test {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

TEST_F(CudaStore, DeliversEveryCliqueOnce) {
    Graph const graph = with_wide_ids(generate_graph("gen:er:n=60,m=600,seed=1"));
    for (int k : {3, 4}) expect_every_clique_once(graph, k, on(DeviceKind::cuda));
    expect_every_clique_once(generate_graph("gen:er:n=60,m=600,seed=1"), 4, on(DeviceKind::cuda));
    expect_every_clique_once(generate_graph("gen:er:n=120,m=5000,seed=5"), 3, on(DeviceKind::cuda));
    expect_every_clique_once(generate_graph("gen:er:n=40,m=500,seed=5"), 8, on(DeviceKind::cuda));
}

TEST_F(CudaStore, DeliversMoreThanTheRingHolds) {
    for (StoreSize const size : {StoreSize{1, 1}, {3, 2}, {8, 4}}) {
        expect_every_clique_once(generate_graph("gen:complete:n=10"), 4, with_ring(on(DeviceKind::cuda), size));
    }
    expect_every_clique_once(generate_graph("gen:complete:n=40"), 4, with_ring(on(DeviceKind::cuda), {1024, 4}));
}

// All workers wait for room while the consumer's kernel is to run.
TEST_F(CudaStore, LeavesRoomForKernelsOfTheConsumer) {
    Graph const graph = generate_graph("gen:ba:n=6000,m=8,seed=1");
    RunOptions const options = with_ring(on(DeviceKind::cuda), {1024, 2});
    EXPECT_TRUE(listed(CliqueListBitmap{3}, graph, options, Sink::device, Status::complete) == expected(graph, 3));
}

TEST_F(CudaStore, DeliversAsManyAsTheLimitSays) {
    expect_limit(on(DeviceKind::cuda));
    expect_limit(with_ring(on(DeviceKind::cuda), {2, 2}));
}

TEST_F(CudaStore, DeliversEveryCliqueOnceAtEveryWarpWidth) {
    Graph const graph = generate_graph("gen:er:n=60,m=600,seed=3");
    for (int const width : all_warp_widths) {
        RunOptions options = on(DeviceKind::cuda);
        options.warp_width = width;
        EXPECT_TRUE(listed(OfEveryWarpWidth<CliqueList>{{4}}, graph, options, Sink::batches, Status::complete) ==
                    expected(graph, 4));
        for (Sink const sink : {Sink::batches, Sink::device}) {
            EXPECT_TRUE(listed(OfEveryWarpWidth<CliqueListBitmap>{{4}}, graph, options, sink, Status::complete) ==
                        expected(graph, 4));
        }
    }
}

TEST_F(CudaStore, RethrowsWhatTheSinkThrows) { expect_rethrown(on(DeviceKind::cuda)); }

// keep(): subgraphs stay on the device after the run, and may be dropped during it.

namespace {

Records rows_of(std::vector<KeptBatch> const& kept, int k) {
    Records records;
    for (KeptBatch const& batch : kept) {
        std::vector<std::uint32_t> const ids = read_batch({batch.ids.get(), batch.count, nullptr});
        for (std::size_t i = 0; i < ids.size(); i += static_cast<std::size_t>(k)) {
            auto const row = ids.begin() + static_cast<std::ptrdiff_t>(i);
            std::ranges::sort(records.emplace_back(row, row + k));
        }
    }
    std::ranges::sort(records);
    return records;
}

TEST(KeptBatch, IsRefusedWithoutCuda) {
    if (why_no_cuda().empty()) return;
    EXPECT_THROW(keep({}), Error);
}

class CudaKeptBatch : public testing::Test {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    static RunOptions with_small_ring() {
        RunOptions options;
        options.device = DeviceKind::cuda;
        options.of<Store>().ring = {256, 4};
        return options;
    }
};

TEST_F(CudaKeptBatch, OutlivesItsRun) {
    Graph const graph = generate_graph("gen:er:n=120,m=3000,seed=2");
    RunOptions options = with_small_ring();
    std::vector<KeptBatch> kept;
    options.of<Store>().device_sink = [&](DeviceBatch const& batch) { kept.push_back(keep(batch)); };
    run(CliqueList{4}, graph, options);
    EXPECT_GT(kept.size(), 4u);
    EXPECT_TRUE(rows_of(kept, 4) == expected(graph, 4));
}

// Workers wait for room in the ring meanwhile: to free memory must not wait for them.
TEST_F(CudaKeptBatch, MayBeDroppedDuringTheRun) {
    Graph const graph = generate_graph("gen:complete:n=60");
    RunOptions options = with_small_ring();
    std::uint64_t ids = 0;
    KeptBatch last;
    options.of<Store>().device_sink = [&](DeviceBatch const& batch) {
        last = keep(batch); // drops the one before
        ids += last.count;
    };
    auto const result = run(CliqueList{4}, graph, options);
    EXPECT_EQ(result.count, 487635u);
    EXPECT_EQ(ids, 4 * 487635u);
}

} // namespace

} // namespace cerrado::test
