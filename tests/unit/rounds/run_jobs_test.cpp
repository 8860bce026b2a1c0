// run_jobs: jobs that are numbers, with no graph.
#include "unit/rounds/support.hpp"

#include <cerrado/output/by_key.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

struct MarkNumbers {
    ArrayRef<std::uint32_t> marks;
    int layer_count = 1;
    int layers() const { return layer_count; }
    int rounds() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const of_layer = marks.size() / std::uint64_t(layer_count);
        if (te.warp().lane() == 0) ++marks[std::uint64_t(te.layer()) * of_layer + te.number()];
        te.counter().add_once(te.number());
    }
};

// Numbers by their remainder, a number a job.
struct Remainders {
    using Output = ByKey<>;
    std::uint32_t divisor;
    std::uint32_t keys() const { return divisor; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.by_key().reserve(1);
        if (te.warp().lane() == 0) te.by_key().add(std::uint32_t(te.number() % divisor), 1);
    }
};

// The sum over all edges of what their ends have, by slices of the vertices.
template <bool is_oriented> struct SumOfEdges {
    static constexpr bool oriented = is_oriented;
    ArrayRef<std::uint32_t> values; // by vertex
    std::uint64_t slices;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        GraphRef const& graph = te.graph();
        Count sum = 0;
        for (auto v = static_cast<VertexId>(te.number()); v < graph.vertex_count; v += static_cast<VertexId>(slices)) {
            auto const lane = static_cast<EdgeOffset>(te.warp().lane());
            for (EdgeOffset p = graph.begin(v) + lane; p < graph.end(v); p += Traversal::WarpType::width) {
                sum += Count{values[v]} * values[graph.neighbours[p]];
            }
        }
        te.counter().add_shared(sum);
    }
};

} // namespace

class RunJobs : public OnDevices {};

TEST_P(RunJobs, GivesEveryNumberOncePerLayerAndRound) {
    Resident const memory(options());
    for (std::uint64_t const count : {std::uint64_t{1}, std::uint64_t{33}, std::uint64_t{1000}}) {
        for (int layers : {1, 3}) {
            auto const marks = memory.array<std::uint32_t>(count * std::uint64_t(layers));
            auto const result = run_jobs(count, MarkNumbers{marks.ref(), layers}, memory);
            EXPECT_EQ(marks.read(), std::vector<std::uint32_t>(marks.size(), 2));
            EXPECT_EQ(result.count, count * (count - 1) / 2 * 2 * std::uint64_t(layers));
            EXPECT_EQ(result.roots.done, 2 * marks.size());
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST_P(RunJobs, CountsByKey) {
    std::uint64_t const count = GetParam().device == DeviceKind::lockstep ? 2000 : 300001;
    auto const result = run_jobs(count, Remainders{1000}, options());
    std::vector<WideCount> const& counts = result.of<ByKey<>>();
    ASSERT_EQ(counts.size(), 1000u);
    for (std::uint64_t key = 0; key < 1000; ++key) EXPECT_EQ(counts[key], (count - key + 999) / 1000) << key;
    EXPECT_EQ(result.count, count);
}

TEST_P(RunJobs, ReadsTheGraphOfAResident) {
    Graph const graph = generate_graph("gen:ba:n=200,m=4,seed=3");
    Resident const resident(graph, options());
    auto const value_of = [](OriginalId id) { return std::uint32_t(id * id % 101); };
    auto const values = resident.array_by_id(value_of);
    Count expected = 0; // both directions of each edge
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v))
            expected += Count{value_of(graph.original_id(v))} * value_of(graph.original_id(u));
    }
    for (std::uint64_t const slices : {1u, 7u, 500u}) {
        auto const whole = run_jobs(slices, SumOfEdges<false>{values.ref(), slices}, resident);
        EXPECT_EQ(whole.count, expected);
        EXPECT_EQ(whole.roots.done, slices);
        EXPECT_EQ(run_jobs(slices, SumOfEdges<true>{values.ref(), slices}, resident).count, expected / 2);
    }
    EXPECT_EQ(run_jobs(7, SumOfEdges<false>{values.ref(), 7}, options()).count, 0u) << "there is no graph";
}

TEST_P(RunJobs, MayHaveNothingToDo) {
    auto const result = run_jobs(0, Remainders{3}, options());
    EXPECT_EQ(result.count, 0u);
    EXPECT_EQ(result.status, Status::complete);
}

TEST_P(RunJobs, RefusesWhatItCannotCount) {
    RunOptions with_roots = options();
    with_roots.roots = {1, 2};
    EXPECT_THROW(run_jobs(5, Remainders{3}, with_roots), InputError);
    EXPECT_THROW(run_jobs(std::uint64_t{1} << 62, MarkNumbers{{}, 2}, options()), InputError)
        << "2^64 jobs in 2 rounds";
    EXPECT_THROW(run_jobs(~std::uint64_t{0}, Remainders{3}, options()), InputError);
}

CERRADO_ON_EVERY_DEVICE(RunJobs);

} // namespace cerrado::test
