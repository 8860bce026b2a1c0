// Lists of runs that are ended in the middle and go on: each clique once, on every device and from one to another.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <unistd.h>

namespace cerrado::test {
namespace {

using Cliques = std::vector<std::vector<OriginalId>>;

void add(Cliques& cliques, std::size_t k, std::span<OriginalId const> ids) {
    for (; !ids.empty(); ids = ids.subspan(k)) {
        cliques.emplace_back(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(k));
        std::ranges::sort(cliques.back());
    }
}

Cliques list(Graph const& graph, int k) {
    Cliques cliques;
    RunOptions options = on(DeviceKind::host);
    options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
        add(cliques, static_cast<std::size_t>(k), ids);
    };
    list_cliques(graph, {.k = k}, options);
    std::ranges::sort(cliques);
    return cliques;
}

// As a program would that is killed: after each part it has a few more cliques than its checkpoint counts. Gives how many
// parts there were.
int list_in_parts(Graph const& graph, int k, std::vector<DeviceKind> const& devices, Cliques& cliques) {
    std::string const file = testing::TempDir() + "list_parts_" + std::to_string(::getpid()) + ".checkpoint";
    double seconds = 0.0005;
    for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
        RunOptions options = on(devices[static_cast<std::size_t>(part) % devices.size()]);
        std::atomic<bool> interrupt = false;
        options.interrupt = &interrupt;
        options.of<Store>().ring = {64,
                                    2}; // few of the cliques: the first part is not done when the first of them come
        options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
            add(cliques, static_cast<std::size_t>(k), ids);
            interrupt = part == 0;
        };
        options.deadline_seconds = seconds;
        options.checkpoint.file = file;
        options.checkpoint.every_seconds = part % 3 == 0 ? seconds / 3 : 0;
        options.checkpoint.resume = part > 0;
        options.checkpoint.mark = [&] { return std::uint64_t{cliques.size()}; };
        options.checkpoint.go_back = [&](std::uint64_t mark) {
            ASSERT_LE(mark, cliques.size());
            cliques.resize(mark);
        };
        RunResult const result = list_cliques(graph, {.k = k}, options);
        if (result.status == Status::complete) {
            EXPECT_EQ(to_string(result.count), std::to_string(cliques.size()));
            std::filesystem::remove(file);
            return part + 1;
        }
        cliques.insert(cliques.end(), 3, {1, 2, 3});
    }
    ADD_FAILURE() << "it does not end";
    return 0;
}

void expect_each_once(Graph const& graph, std::vector<int> const& sizes, std::vector<DeviceKind> const& devices,
                      int least_parts) {
    for (int const k : sizes) {
        Cliques cliques;
        EXPECT_GE(list_in_parts(graph, k, devices, cliques), least_parts) << "k " << k;
        std::ranges::sort(cliques);
        EXPECT_TRUE(cliques == list(graph, k)) << "k " << k << ", " << cliques.size() << " listed";
    }
}

} // namespace

class ListParts : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ListParts);

TEST_P(ListParts, AreTheWholeList) {
    Graph const graph = generate_graph("gen:er:n=500,m=25000,seed=1");
    int const least_parts = GetParam() == DeviceKind::host ? 2 : 1; // a device may be done before it is told to end
    expect_each_once(graph, {4, 5, 6}, {GetParam()}, least_parts);
    expect_each_once(graph, {5}, {GetParam(), DeviceKind::host}, least_parts);
}

TEST(ListPartsInLockstep, AreTheWholeList) {
    Graph const graph = generate_graph("gen:er:n=40,m=300,seed=1");
    expect_each_once(graph, {4}, {DeviceKind::lockstep}, 2);
    expect_each_once(graph, {4}, {DeviceKind::lockstep, DeviceKind::host}, 2);
}

TEST(ListPartsOnTheHost, NeedASinkThatCanGoBack) {
    RunOptions options = on(DeviceKind::host);
    options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    options.checkpoint.file = testing::TempDir() + "list.checkpoint";
    expect_refusal("go_back", [&] { list_cliques(generate_graph("gen:complete:n=5"), {.k = 4}, options); });
}

} // namespace cerrado::test
