// Rows of queries that stay on a device.
#include "unit/apps/query_golden.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/run.hpp> // compiles this file as CUDA

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

using Records = std::vector<std::vector<OriginalId>>; // by variable

std::vector<std::uint32_t> ids_of([[maybe_unused]] KeptBatch const& batch) {
    std::vector<std::uint32_t> ids(batch.count);
#if defined(__CUDACC__)
    EXPECT_EQ(cudaMemcpy(ids.data(), batch.ids.get(), ids.size() * sizeof ids[0], cudaMemcpyDeviceToHost), cudaSuccess);
#endif
    return ids;
}

// The batches are read when the run has ended.
Records rows_on_device(Graph const& graph, Query const& query, QuerySettings const& settings = {}) {
    struct Kept {
        KeptBatch batch;
        std::size_t width;
        std::vector<int> places;
    };
    std::vector<Kept> kept;
    QueryResult const result = list_query_on_device(
        graph, query,
        [&](QueryBatch const& some) {
            kept.push_back({keep(some.batch), some.width, {some.places.begin(), some.places.end()}});
        },
        settings, on(DeviceKind::cuda));
    Records records;
    for (Kept const& one : kept) {
        std::vector<std::uint32_t> const ids = ids_of(one.batch);
        for (std::size_t first = 0; first < ids.size(); first += one.width) {
            std::vector<OriginalId>& record = records.emplace_back();
            for (int const place : one.places) record.push_back(ids[first + static_cast<std::size_t>(place)]);
        }
    }
    EXPECT_EQ(records.size(), static_cast<std::size_t>(result.count));
    std::ranges::sort(records);
    return records;
}

Records rows_on_host(Graph const& graph, Query const& query) {
    Records records;
    list_query(
        graph, query,
        [&](QueryRow const& row) {
            std::vector<OriginalId>& record = records.emplace_back();
            for (VertexId const v : row.vertices) record.push_back(graph.original_id(v));
        },
        {}, on(DeviceKind::host));
    std::ranges::sort(records);
    return records;
}

// A row has no choice of edges if the text tells nodes apart, or if there are none.
TEST(CudaQueryRows, AreThoseOfTheHost) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    std::map<std::string, Graph> graphs;
    int listed = 0, refused = 0;
    for (GoldenQuery const& golden : golden_queries()) {
        constexpr std::uint64_t few = 60000;
        if (golden.count > few) continue;
        Graph const& graph = graphs.try_emplace(golden.graph, golden_graph(golden.graph)).first->second;
        for (std::string const& text : golden.texts()) {
            SCOPED_TRACE(golden.id + ": " + text);
            Query query = parse_query(text);
            query.limit.reset();
            try {
                Records const found = rows_on_device(graph, query);
                ++listed;
                EXPECT_TRUE(found == rows_on_host(graph, query));
            } catch (InputError const& error) {
                ++refused;
                EXPECT_NE(std::string(error.what()).find("list_query()"), std::string::npos) << error.what();
                EXPECT_TRUE(golden.mode != QueryMode::nodes || query.variables.size() == 1 || query.items.size() > 1);
            }
        }
    }
    EXPECT_GT(listed, 50);
    EXPECT_GT(refused, 0);
}

TEST(CudaQueryRows, HaveTheWidthOfTheirPart) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = generate_graph("gen:er:n=40,m=200,seed=3");
    for (char const* text :
         {"MATCH REPEATABLE ELEMENTS (a)--(b)--(c)--(d)", "MATCH (a)--(b)--(c)--(d)", "A -- B; B -- C"}) {
        Query const query = parse_query(text);
        EXPECT_TRUE(rows_on_device(graph, query) == rows_on_host(graph, query)) << text;
    }
    Query const wedge = parse_query("A -- B; B -- C"); // any image of each
    EXPECT_EQ(2 * rows_on_device(graph, wedge, {.distinct = true}).size(), rows_on_host(graph, wedge).size());
}

TEST(CudaQueryRows, AreVerticesAlone) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = attributed_graph("A{n=1} B{n=2} C{n=3}", "A>B{w=1} A>B{w=2} B>C{w=3}");
    auto const refused = [&](char const* part, char const* text) {
        expect_refusal(part, [&] { rows_on_device(graph, parse_query(text)); });
    };
    refused("a limit", "MATCH (a)-->(b) RETURN a LIMIT 1");
    refused("columns of edges", "MATCH (a)-[e]->(b) RETURN e.w");
    refused("each choice of edges", "MATCH (a)-[e]->(b)");
    refused("one variable", "MATCH (a {n: 2})");
    EXPECT_EQ(rows_on_device(graph, parse_query("A -> B")).size(), 2u);
}

TEST(QueryRowsOnADevice, NeedOne) {
    Graph const graph = generate_graph("gen:complete:n=5");
    auto const list = [&] {
        list_query_on_device(
            graph, parse_query("A -- B"), [](QueryBatch const&) {}, {}, on(DeviceKind::host));
    };
    expect_refusal("rows stay on a CUDA device, and this run uses none: list them on the host by list_query()", list);
    RunOptions options = on(DeviceKind::host);
    options.of<StoreInput>().device_sink = [](DeviceBatch const&) {};
    expect_refusal("leave out the sinks of StoreInput", [&] {
        list_query(
            graph, parse_query("A -- B"), [](QueryRow const&) {}, {}, options);
    });
}

} // namespace
} // namespace cerrado::test
