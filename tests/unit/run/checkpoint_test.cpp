#include "unit/scoped_folder.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/run/run.hpp>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

namespace cerrado::test {

// Which run a checkpoint is of: its settings, by member and by the content of arrays; and what becomes of files.

namespace {

// Paths of three vertices by their middle, where that is `limit` or more.
template <class Limit> struct WedgesFrom {
    Limit limit;
    bool all = false; // and padding
    int k = 3;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!all && static_cast<double>(te.root()) < static_cast<double>(limit)) return;
        if (te.extend(0, 1) && te.size() == 2) {
            te.filter([](auto const& t, VertexId v) { return v > t.last() && !t.adjacent(1, v); });
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};

// The same where the middle has the colour.
struct WedgesOfColour {
    ArrayRef<std::uint32_t const> colours;
    std::uint32_t colour;
    int k = 3;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (colours[te.root()] != colour) return;
        if (te.extend(0, 1) && te.size() == 2) {
            te.filter([](auto const& t, VertexId v) { return v > t.last() && !t.adjacent(1, v); });
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};

// What a compiler could take for another number of members.
struct Two {
    int array[2];
};
struct Derived : Two {
    int more;
};
struct Mixed {
    int array[2];
    int more;
};
struct Nested {
    WedgesFrom<int> inner;
    std::uint64_t more;
};
static_assert(detail::members_of<WedgesFrom<double>>() == 3 && detail::members_of<WedgesOfColour>() == 3);
static_assert(detail::members_of<Nested>() == 2 && detail::members_of<Mixed>() == 0 &&
              detail::members_of<Derived>() == 0);

std::string content(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_refused(std::string const& says, auto const& work) {
    try {
        work();
        ADD_FAILURE() << "not refused: " << says;
    } catch (InputError const& error) {
        EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
}

} // namespace

class Checkpoints : public testing::Test {
protected:
    Checkpoints() {
        options_.device = DeviceKind::host;
        options_.checkpoint.file = path("run");
    }

    std::string path(std::string const& name) const { return folder_.path(name); }
    RunOptions told_to_end() const {
        RunOptions options = options_;
        options.interrupt = &told_;
        return options;
    }

    ScopedFolder folder_;
    Graph graph_ = generate_graph("gen:er:n=3000,m=100000,seed=1");
    std::atomic<bool> told_ = true;
    RunOptions options_;
};

TEST_F(Checkpoints, SettingsThatAreNoNumbersNeedAKey) {
    WedgesFrom<double> const half{0.5};
    expect_refused("CheckpointOptions::key", [&] { run(half, graph_, options_); });
    EXPECT_FALSE(std::filesystem::exists(path("run")));
    options_.checkpoint.key = "from 0.5";
    EXPECT_EQ(run(half, graph_, told_to_end()).status, Status::interrupted);
    EXPECT_EQ(run(half, graph_, options_).count, run(half, graph_).count);
    options_.checkpoint.key = "from 100.5";
    expect_refused("from 0.5", [&] { run(WedgesFrom<double>{100.5}, graph_, options_); });
}

TEST_F(Checkpoints, NumbersAreTakenAsTheyAre) {
    WedgesFrom<std::uint64_t> const hundred{100};
    EXPECT_EQ(run(hundred, graph_, told_to_end()).status, Status::interrupted);
    std::string const before = content(path("run"));
    expect_refused("application", [&] { run(WedgesFrom<std::uint64_t>{101}, graph_, options_); });
    expect_refused("application", [&] { run(WedgesFrom<std::uint64_t>{100, true}, graph_, options_); });
    EXPECT_EQ(content(path("run")), before);
    EXPECT_EQ(run(hundred, graph_, options_).count, run(hundred, graph_).count);
}

TEST_F(Checkpoints, ArraysAreTakenByTheirContent) {
    std::vector<std::uint32_t> colours(graph_.vertex_count());
    std::iota(colours.begin(), colours.end(), 0);
    for (std::uint32_t& colour : colours) colour %= 3;
    std::vector<std::uint32_t> const copy = colours;
    auto const of = [](std::vector<std::uint32_t> const& values) {
        return WedgesOfColour{{values.data(), values.size()}, 1};
    };
    EXPECT_EQ(run(of(colours), graph_, told_to_end()).status, Status::interrupted);
    EXPECT_EQ(run(of(copy), graph_, options_).count, run(of(colours), graph_).count);
    colours[7] = 5;
    expect_refused("application", [&] { run(of(colours), graph_, options_); });
}

TEST_F(Checkpoints, TheSameRunGoesOnAndSaysSo) {
    WedgesFrom<std::uint64_t> const app{3};
    std::vector<std::string> notes;
    options_.checkpoint.note = [&](std::string const& text) { notes.push_back(text); };
    run(app, graph_, told_to_end());
    EXPECT_TRUE(notes.empty());
    auto const whole = run(app, graph_, options_);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("goes on"), std::string::npos) << notes[0];
    auto const again = run(app, graph_, options_);
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[1].find("end"), std::string::npos) << notes[1];
    EXPECT_EQ(whole.count, run(app, graph_).count);
    EXPECT_EQ(again.count, whole.count);
    EXPECT_EQ(again.device.kind, "host");
    EXPECT_EQ(again.device.name, whole.device.name);
    EXPECT_EQ(again.seconds.run, 0);
    EXPECT_EQ(again.seconds.run_before, whole.seconds.run_before + whole.seconds.run);
}

TEST_F(Checkpoints, OtherFilesStayWhatTheyAre) {
    std::ofstream(path("run")) << "my notes\n";
    expect_refused("no checkpoint", [&] { run(WedgesFrom<int>{3}, graph_, options_); });
    EXPECT_EQ(content(path("run")), "my notes\n");
    options_.checkpoint.resume = true;
    options_.checkpoint.file = path("none");
    expect_refused("none", [&] { run(WedgesFrom<int>{3}, graph_, options_); });
}

TEST_F(Checkpoints, GoOnFromOneFileAndWriteToAnother) {
    WedgesFrom<int> const app{3};
    run(app, graph_, told_to_end());
    std::string const begun = content(path("run"));
    options_.checkpoint.from = path("run");
    options_.checkpoint.file = path("other");
    auto const whole = run(app, graph_, options_);
    EXPECT_EQ(whole.count, run(app, graph_).count);
    EXPECT_EQ(content(path("run")), begun);
    EXPECT_EQ(run(app, graph_, told_to_end()).status, Status::complete) << "the other is further";
    run(WedgesFrom<int>{4}, graph_, [&] {
        RunOptions options = told_to_end();
        options.checkpoint.from.clear();
        options.checkpoint.file = path("another run");
        return options;
    }());
    options_.checkpoint.file = path("another run");
    expect_refused("another run", [&] { run(app, graph_, options_); });
}

// The plan of a graph of more entries than 32 bits count.

namespace {

constexpr std::size_t entries = (std::size_t{1} << 32) + 4096;

// As many addresses as the lists would take. Nothing is read there, so they take no memory.
std::shared_ptr<void const> reserve_lists() {
    constexpr std::size_t bytes = entries * sizeof(VertexId);
    void* const memory = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    return {memory, [](void const* mapped) { ::munmap(const_cast<void*>(mapped), bytes); }};
}

} // namespace

// Not of this file alone, for nvcc would warn that nobody calls what is only planned.
struct TrianglesThatArePlanned {
    int k = 3;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return v > t.last(); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

TEST(RuntimePlan, IsRightFor64BitsOfEntries) {
    std::shared_ptr<void const> const lists = reserve_lists();
    if (!lists) GTEST_SKIP() << "the system reserves no addresses for 2^32 entries";
    constexpr VertexId vertices = (1 << 20) + 1;
    std::vector<EdgeOffset> offsets(vertices + 1);
    for (VertexId v = 0; v < vertices; ++v) offsets[v + 1] = std::min<EdgeOffset>(entries, (v + 1ull) * 4096);
    Graph const graph(offsets, {static_cast<VertexId const*>(lists.get()), entries}, {}, lists);
    EXPECT_EQ(graph.edge_count(), entries / 2);
    EXPECT_EQ(graph.degree(vertices - 1), 4096u);

    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    options.order = GraphOrder::given;
    options.roots = std::vector<VertexId>{0, vertices - 1};
    RunPlan const plan = estimate(TrianglesThatArePlanned{}, graph, options);
    EXPECT_EQ(plan.roots, 2u);
    EXPECT_EQ(plan.device.memory.graph_bytes, (vertices + 1) * sizeof(EdgeOffset) + entries * sizeof(VertexId));
    EXPECT_GE(plan.device.memory.peak_bytes, plan.device.memory.graph_bytes + plan.device.memory.traversal_bytes);
    EXPECT_GE(plan.bytes_per_worker, 4096 * sizeof(VertexId));
}

} // namespace cerrado::test
