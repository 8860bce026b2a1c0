// Rows of an application's own type: ids, weights and records of different lengths.
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <set>

namespace cerrado::test {
namespace {

struct Weighed { // a triangle, by ids of 64 bits, and its weight
    OriginalId corners[3];
    double weight;
};

struct WeighedTriangles {
    int k = 3;
    using Output = Table<Weighed>;
    static constexpr int extension_lists = 1;
    static constexpr bool reads_ids = true;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() != k - 1) return;
        OriginalId const a = te.original_id(te.root()), b = te.original_id(te.last());
        te.aggregate_row([&](auto const&, VertexId v) {
            OriginalId const c = te.original_id(v);
            return Weighed{{a, b, c}, 0.5 * static_cast<double>(a + b + c)};
        });
    }
};

struct Clique { // of any size up to 8
    std::uint32_t size;
    VertexId vertices[8];
};

// All cliques of 2 to 8 vertices, as records of different lengths.
struct AllCliques {
    int k = 8;
    using Output = Table<Clique>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!te.extend(0, 1)) return;
        te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        te.aggregate_row([&](auto const& t, VertexId v) {
            Clique one{};
            one.size = static_cast<std::uint32_t>(t.size()) + 1;
            for (int i = 0; i < t.size(); ++i) one.vertices[i] = t.vertex(i);
            one.vertices[t.size()] = v;
            return one;
        });
    }
};

struct Numbered {
    using Output = Table<std::uint64_t>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.add_row(te.number() * te.number()); }
};

std::uint64_t cliques_of(Graph const& graph, std::vector<VertexId>& clique, VertexId from,
                         std::set<std::vector<VertexId>>& all) {
    for (VertexId v = from; v < graph.vertex_count(); ++v) {
        bool fits = true;
        for (VertexId const u : clique) fits = fits && graph.ref().adjacent(u, v);
        if (!fits) continue;
        clique.push_back(v);
        if (clique.size() > 1) all.insert(clique);
        if (clique.size() < 8) cliques_of(graph, clique, v + 1, all);
        clique.pop_back();
    }
    return all.size();
}

} // namespace

class Tables : public OnDevices {};

TEST_P(Tables, HaveIdsAndWeights) {
    Graph const graph = generate_graph(this->graph("gen:er:n=150,m=2500,seed=3", "gen:er:n=20,m=80,seed=3"));
    std::multiset<std::vector<OriginalId>> expected, found;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            for (VertexId const c : graph.neighbours(b)) {
                if (a < b && b < c && graph.ref().adjacent(a, c)) expected.insert({a, b, c});
            }
        }
    }
    RunOptions own = options();
    own.of<Table<Weighed>>().sink = [&](std::span<Weighed const> rows) {
        for (Weighed const& row : rows) {
            std::vector<OriginalId> corners(row.corners, row.corners + 3);
            EXPECT_EQ(row.weight, 0.5 * double(corners[0] + corners[1] + corners[2]));
            std::ranges::sort(corners);
            found.insert(corners);
        }
    };
    auto const result = run(WeighedTriangles{}, graph, own);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(result.count, expected.size());
    EXPECT_EQ(result.of<Table<Weighed>>(), expected.size());
    EXPECT_EQ(result.status, Status::complete);
}

TEST_P(Tables, HaveRecordsOfAnyLength) {
    Graph const graph = generate_graph(this->graph("gen:er:n=60,m=900,seed=6", "gen:er:n=14,m=50,seed=6"));
    std::set<std::vector<VertexId>> expected;
    std::vector<VertexId> clique;
    cliques_of(graph, clique, 0, expected);
    for (BalanceMechanism const mechanism : {BalanceMechanism::none, BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions own = options();
        own.order = GraphOrder::given;
        if (mechanism != BalanceMechanism::none) {
            own.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.1, .donations = 4}));
            own.balance.poll = std::chrono::microseconds(50);
        }
        std::set<std::vector<VertexId>> found;
        std::uint64_t rows_found = 0;
        own.of<Table<Clique>>().sink = [&](std::span<Clique const> rows) {
            rows_found += rows.size();
            for (Clique const& row : rows) found.insert({row.vertices, row.vertices + row.size});
        };
        EXPECT_EQ(run(AllCliques{}, graph, own).count, expected.size());
        EXPECT_EQ(found, expected);
        EXPECT_EQ(rows_found, expected.size());
    }
}

TEST_P(Tables, EndAtTheirLimitAndAreShared) {
    std::uint64_t rows_found = 0;
    RunOptions own = options();
    own.of<Table<std::uint64_t>>().sink = [&](std::span<std::uint64_t const> rows) { rows_found += rows.size(); };
    own.of<Table<std::uint64_t>>().limit = 100;
    auto const result = run_jobs(20000, Numbered{}, own);
    EXPECT_EQ(result.status, Status::limit);
    EXPECT_EQ(rows_found, 100u);
    EXPECT_EQ(result.count, 100u);
    std::uint64_t sum = 0;
    own.of<Table<std::uint64_t>>().limit.reset();
    own.of<Table<std::uint64_t>>().sink = [&](std::span<std::uint64_t const> rows) {
        for (std::uint64_t const row : rows) sum += row;
    };
    EXPECT_EQ(run_jobs(1000, Numbered{}, own).count, 1000u);
    EXPECT_EQ(sum, 332833500u);

    Graph const graph = generate_graph("gen:er:n=40,m=300,seed=2");
    std::uint64_t triangles = 0;
    RunOptions shared = options();
    shared.devices = {{GetParam().device, 0}, {DeviceKind::host, 0}};
    shared.of<Table<Weighed>>().sink = [&](std::span<Weighed const> rows) { triangles += rows.size(); };
    EXPECT_EQ(run(WeighedTriangles{}, graph, shared).count, triangles);
    EXPECT_GT(triangles, 0u);
}

TEST_P(Tables, NeedASink) {
    RunOptions own = options();
    auto const refusal = [&] { return message_of<InputError>([&] { run_jobs(5, Numbered{}, own); }); };
    EXPECT_NE(refusal().find("set options.of<Table<Row>>().sink"), std::string::npos) << refusal();
    auto& input = own.of<Table<std::uint64_t>>();
    input.device_sink = [](DeviceBatch const&) {};
    input.limit = 5;
    EXPECT_NE(
        refusal().find(on_cuda() ? "TableInput::limit works only" : "TableInput::device_sink needs a CUDA device"),
        std::string::npos)
        << refusal();
    EXPECT_NE(refusal().find("set TableInput::sink instead"), std::string::npos) << refusal();
    input.sink = [](std::span<std::uint64_t const>) {};
    EXPECT_NE(refusal().find("set only one of them"), std::string::npos) << refusal();
}

// Rows stay on the device, and outlive their run.
TEST(CudaTables, StayOnTheDevice) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    RunOptions own;
    own.device = DeviceKind::cuda;
    own.of<Store>().ring = {256, 4};
    std::vector<KeptBatch> kept;
    own.of<Table<std::uint64_t>>().device_sink = [&](DeviceBatch const& batch) { kept.push_back(keep(batch)); };
    auto const result = run_jobs(1000, Numbered{}, own);
    EXPECT_EQ(result.of<Table<std::uint64_t>>(), 1000u);
    EXPECT_GT(kept.size(), 3u);
    std::vector<std::uint64_t> found;
    for ([[maybe_unused]] KeptBatch const& batch : kept) {
#if defined(__CUDACC__)
        auto const rows = rows_of<std::uint64_t>(batch.ids.get(), batch.count);
        found.resize(found.size() + rows.size());
        ASSERT_EQ(cudaMemcpy(found.data() + found.size() - rows.size(), rows.data(), rows.size_bytes(),
                             cudaMemcpyDeviceToHost),
                  cudaSuccess);
#endif
    }
    std::ranges::sort(found);
    ASSERT_EQ(found.size(), 1000u);
    for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(found[i], i * i);
}

TEST_P(Tables, GoOnFromACheckpoint) {
    Graph const graph = generate_graph(this->graph("gen:er:n=60,m=900,seed=6", "gen:er:n=14,m=50,seed=6"));
    std::set<std::vector<VertexId>> expected;
    std::vector<VertexId> clique;
    cliques_of(graph, clique, 0, expected);
    ScopedFolder const folder;
    std::string const file = folder.path("table.checkpoint");
    std::vector<std::vector<VertexId>> found;
    RunOptions own = options();
    own.order = GraphOrder::given;
    own.checkpoint.file = file;
    own.checkpoint.every_seconds = 0.001;
    own.deadline_seconds = 0.01;
    own.checkpoint.mark = [&] { return found.size(); };
    own.checkpoint.go_back = [&](std::uint64_t mark) { found.resize(mark); };
    own.of<Table<Clique>>().sink = [&](std::span<Clique const> rows) {
        for (Clique const& row : rows) found.push_back({row.vertices, row.vertices + row.size});
    };
    int parts = 0;
    for (; run(AllCliques{}, graph, own).status == Status::deadline && parts < 3000; ++parts)
        own.deadline_seconds *= 1.1;
    EXPECT_EQ(found.size(), expected.size());
    EXPECT_EQ((std::set(found.begin(), found.end())), expected);
}

CERRADO_ON_EVERY_DEVICE(Tables);

} // namespace cerrado::test
