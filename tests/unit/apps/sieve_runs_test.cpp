// How runs of the sieve are made: whichever way, their sums are the same.
#include "support.hpp"

#include "library/on_devices.hpp"
#include "sieve/runs.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/graph/open.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace cerrado::test {
namespace {

using Sums = std::vector<std::uint8_t>;

struct Sieved {
    Graph graph;
    int k;
    std::vector<std::uint32_t> shades;
    ReducedGraph reduced;

    Sieved(std::string const& spec, std::string const& motif, std::string const& colours) : graph(open_graph(spec)) {
        ColouredMotif const entries = parse_coloured_motif(motif);
        k = static_cast<int>(entries.size());
        shades = shades_of(entries, colours_of(colours, graph), graph);
        reduced = reduce(graph, k, shades);
    }

    // Of run 3 with seed 7.
    Sums sums(DeviceKind device, SieveOrder order = SieveOrder::automatic,
              std::vector<DeviceNumber> const& devices = {std::nullopt}) const {
        SieveShape const shape = shape_of(reduced, k, on(device), order);
        SieveSums const found = SieveRuns(reduced, shape, 7, on(device), devices).run(3, on(device));
        EXPECT_EQ(found.run.status, Status::complete);
        Sums of_graph(graph.vertex_count());
        for (std::size_t v = 0; v < found.sums.size(); ++v) of_graph[reduced.positions[v]] = found.sums[v];
        return of_graph;
    }
    Sums expected() const { return sieve_serial::sums(graph, k, shades, 7, 3); }
};

} // namespace

class SieveRunsOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(SieveRunsOn);

TEST_P(SieveRunsOn, HubsAreCutIntoSlices) {
    for (auto const& [spec, slices] : {std::pair("gen:star:n=200", 4), {"gen:bipartite:a=3,b=150", 9}}) {
        for (char const* motif : {"0,1", "0,1,*,1,0"}) {
            Sieved const sieved(spec, motif, "mod:2");
            SieveShape const shape = shape_of(sieved.reduced, sieved.k, options(), SieveOrder::by_rounds);
            EXPECT_EQ(shape.slices.count, slices) << spec;
            EXPECT_EQ(sieved.sums(GetParam(), SieveOrder::by_rounds), sieved.expected()) << spec << " " << motif;
        }
    }
}

TEST(SieveRuns, HubsAreCutInLockstep) {
    Sieved const sieved("gen:star:n=140", "0,*,1", "mod:2");
    EXPECT_EQ(sieved.sums(DeviceKind::lockstep), sieved.expected());
}

TEST(SieveRuns, SlicesAreOfHubsAlone) {
    EXPECT_EQ(slices_for(generate_graph("gen:complete:n=300")).count, 0u);
    EXPECT_EQ(slices_for(generate_graph("gen:grid:rows=9,columns=9")).count, 0u);
    SliceSizes const of_star = slices_for(generate_graph("gen:star:n=200000"));
    EXPECT_EQ(of_star.edges, 465u); // whole tiles; about as many as there are slices
    EXPECT_EQ(of_star.count, 431u);
}

// P(i, s) at once, layer by layer, or a sum for each s in rounds.
TEST(SieveRuns, OrdersOfTheSumsAgree) {
    for (auto const& [graph, motif] : {std::pair("gen:er:n=40,m=70,seed=3", "2,1,0,*,0,1"),
                                       {"gen:er:n=60,m=90,seed=11", "0^4,1^2,*^3"},
                                       {"gen:complete:n=12", "0^3,1^3,2^2"}}) {
        Sieved const sieved(graph, motif, "mod:3");
        Sums const expected = sieved.expected();
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_layers), expected) << motif;
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_rounds), expected) << motif;
    }
    Sieved const large("gen:ba:n=24,m=1,seed=3", "0^9,1^9", "mod:2"); // more sums than stay in registers
    EXPECT_EQ(large.sums(DeviceKind::host, SieveOrder::by_layers), large.sums(DeviceKind::host, SieveOrder::by_rounds));
}

TEST(SieveRuns, DevicesShareTheLayers) {
    Sieved const sieved("gen:er:n=60,m=90,seed=11", "0^6,1^5", "mod:2"); // 2^11 points, 8 or 16 layers
    Sums const whole = sieved.sums(DeviceKind::host);
    for (std::size_t devices : {2, 3, 5, 40}) {
        std::vector<DeviceNumber> const hosts(devices);
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_layers, hosts), whole) << devices;
        EXPECT_EQ(sieved.sums(DeviceKind::host, SieveOrder::by_rounds, hosts), whole) << devices;
    }
    Sieved const small("gen:er:n=20,m=30,seed=1", "0,1,*,*,0", "mod:2"); // fewer layers than devices
    EXPECT_EQ(small.sums(DeviceKind::lockstep, SieveOrder::by_rounds, {std::nullopt, std::nullopt}), small.expected());
    for (std::uint64_t const layers : {1, 2, 7, 4096}) {
        std::uint64_t next = 0;
        for (std::size_t share = 0; share < 5; ++share) {
            LayerRange const range = layers_of_share(layers, share, 5);
            EXPECT_EQ(range.first, next);
            next = range.end;
        }
        EXPECT_EQ(next, layers);
    }
}

TEST(SieveRuns, ProgressIsOfAllTogether) {
    Progress last;
    RunOptions options;
    std::thread::id const own = std::this_thread::get_id();
    options.progress = [&](Progress const& progress) {
        EXPECT_EQ(std::this_thread::get_id(), own);
        last = progress;
    };
    run_together(3, options, [](std::size_t i, RunOptions const& of_one) { of_one.progress({i, 10, 0, 0, 0.5}); });
    EXPECT_EQ(last.roots_done, 3u);
    EXPECT_EQ(last.roots_given, 30u);
    EXPECT_DOUBLE_EQ(last.share, 0.5);
}

// Both end the others, which would go on for ever.
TEST(SieveRuns, AnErrorOrAnInterruptIsOfAllTogether) {
    auto const go_on = [](RunOptions const& of_one) {
        while (!*of_one.interrupt) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    auto const run = [&](std::size_t i, RunOptions const& of_one) {
        if (i == 1) throw Error("of number 1");
        go_on(of_one);
    };
    EXPECT_EQ(message_of<Error>([&] { run_together(3, {}, run); }), "of number 1");
    std::atomic<bool> interrupt = false;
    RunOptions options;
    options.interrupt = &interrupt;
    std::jthread const interrupts([&] { interrupt = true; });
    run_together(2, options, [&](std::size_t, RunOptions const& of_one) { go_on(of_one); });
}

TEST(SieveRuns, DevicesThatThereAreNotAreRefused) {
    Graph const graph = generate_graph("gen:path:n=4");
    SieveQuery query;
    query.motif = parse_coloured_motif("0");
    query.colours = colours_modulo(graph, 1);
    query.devices = {0};
    expect_refusal("the run is on another", [&] { sieve(graph, query, on(DeviceKind::host)); });
    if (cuda_device_count() == 0) {
        EXPECT_THROW(sieve(graph, query), Error);
        return;
    }
    query.devices = {0, 0};
    expect_refusal("given twice", [&] { sieve(graph, query); });
    query.devices = {cuda_device_count()};
    expect_refusal("there is no CUDA device", [&] { sieve(graph, query); });
}

TEST(SieveRunsOnCudaDevices, ShareTheLayers) {
    if (cuda_device_count() == 0) GTEST_SKIP() << why_no_cuda();
    Sieved const sieved("gen:rmat:scale=9,degree=8,seed=2", "0^7,1^6", "mod:2");
    Sums const of_host = sieved.sums(DeviceKind::host);
    std::vector<DeviceNumber> devices;
    for (int device = 0; device < cuda_device_count(); ++device) {
        devices.emplace_back(device);
        EXPECT_EQ(sieved.sums(DeviceKind::cuda, SieveOrder::automatic, devices), of_host);
    }
    EXPECT_EQ(sieved.sums(DeviceKind::cuda, SieveOrder::automatic, {devices.back()}), of_host);
}

TEST(SieveRuns, WhatTheyTakeIsKnownBefore) {
    Graph const graph = generate_graph("gen:regular:n=100,d=6,seed=1");
    SieveQuery query;
    query.motif = parse_coloured_motif("0^12");
    query.colours = colours_modulo(graph, 1);
    SievePlan const plan = plan_sieve(graph, query, on(DeviceKind::host));
    EXPECT_EQ(plan.sieved, 100u);
    EXPECT_EQ(plan.edges, 300u);
    EXPECT_EQ(plan.runs, sieve_runs(12, 1e-9));
    EXPECT_EQ(plan.points, 4096u);
    EXPECT_EQ(plan.products, 300. * 12 * 11 * 4096);
    EXPECT_GE(plan.layers, plan.layers_at_once);
    query.motif = parse_coloured_motif("1");
    EXPECT_EQ(plan_sieve(graph, query, on(DeviceKind::host)).sieved, 0u);
}

TEST(SieveRuns, MemoryThatThereIsNotIsRefusedWithTheNumber) {
    Sieved const sieved("gen:regular:n=100,d=6,seed=1", "0^12", "mod:1");
    SieveShape const shape = shape_of(sieved.reduced, 12, on(DeviceKind::cuda));
    std::uint64_t const least = shape.bytes_of_layer + shape.bytes_beside;
    EXPECT_GT(shape.bytes_of_layer, 100u * 78 * 1024); // 12 lines P and 66 R of each vertex
    EXPECT_EQ(layers_at_once(shape, 4, 2 * least), 1u);
    EXPECT_EQ(layers_at_once(shape, 4, 100 * least), 4u);
    EXPECT_EQ(layers_at_once(shape, 4, 13 * shape.bytes_of_layer), 2u); // of three, one would be left
    std::string const message = message_of<Error>([&] { layers_at_once(shape, 4, least); });
    EXPECT_NE(message.find("to sieve 100 vertices for 12 colours takes 0 GB, and there are 0 GB"), std::string::npos)
        << message;
}

} // namespace cerrado::test
