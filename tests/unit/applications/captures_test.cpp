// What a predicate and a fold may capture: the application by `this`, what visit() has by value and by reference; or
// be a type of its own with members. The same source on every device.
#include "support.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

// Ways of saying that a neighbour is greater than the last vertex, and divisible by the divisor.
enum class Capture { this_pointer, by_value, by_reference, traversal, named };

struct GreaterAndDivisible {
    VertexId divisor;
    template <class View> CERRADO_FN bool operator()(View const& t, VertexId v) const {
        return v > t.last() && v % divisor == 0;
    }
};

template <Capture capture> struct Ascending {
    int k = 4;
    VertexId divisor = 3;
    static constexpr int extension_lists = 1;
    struct Accumulator {
        Count sum = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { into.sum += from.sum; }

    template <class Traversal> CERRADO_FN void keep(Traversal& te) const {
        VertexId const last = te.last();
        VertexId const step = divisor;
        if constexpr (capture == Capture::this_pointer) {
            te.filter([this](auto const& t, VertexId v) { return v > t.last() && v % divisor == 0; });
        } else if constexpr (capture == Capture::by_value) {
            te.filter([last, step](auto const&, VertexId v) { return v > last && v % step == 0; });
        } else if constexpr (capture == Capture::by_reference) {
            te.filter([&](auto const&, VertexId v) { return v > last && v % step == 0; });
        } else if constexpr (capture == Capture::traversal) {
            te.filter([&te, step](auto const&, VertexId v) { return v > te.vertex(te.size() - 1) && v % step == 0; });
        } else {
            te.filter(GreaterAndDivisible{divisor});
        }
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(te.size() - 1, te.size())) keep(te);
        if (te.size() != k - 1) return;
        VertexId const root = te.root();
        te.aggregate([&root, this](Accumulator& own, auto const&, VertexId v) { own.sum += v + root + divisor; });
        te.aggregate_counter();
    }
};

// In a complete graph any ascending vertices follow each other.
template <Capture capture> void expect_all(VertexId vertices, RunOptions const& options) {
    Count number = 0;
    Count sum = 0;
    for (VertexId a = 0; a < vertices; ++a) {
        for (VertexId b = a + 1; b < vertices; ++b) {
            for (VertexId c = b + 1; b % 3 == 0 && c < vertices; ++c) {
                for (VertexId d = c + 1; c % 3 == 0 && d < vertices; ++d) {
                    if (d % 3 != 0) continue;
                    ++number;
                    sum += d + a + 3;
                }
            }
        }
    }
    Graph const graph = generate_graph("gen:complete:n=" + std::to_string(vertices));
    auto const result = run(Ascending<capture>{}, graph, options);
    EXPECT_EQ(result.count, number);
    EXPECT_EQ(result.accumulator.sum, sum);
}

void expect_every_way(VertexId vertices, RunOptions const& options) {
    expect_all<Capture::this_pointer>(vertices, options);
    expect_all<Capture::by_value>(vertices, options);
    expect_all<Capture::by_reference>(vertices, options);
    expect_all<Capture::traversal>(vertices, options);
    expect_all<Capture::named>(vertices, options);
}

} // namespace

TEST(HostCaptures, AreSeenByPredicatesAndFolds) { expect_every_way(30, on(DeviceKind::host, 2)); }

TEST(LockstepCaptures, AreSeenByPredicatesAndFolds) { expect_every_way(12, on(DeviceKind::lockstep)); }

TEST(CudaCaptures, AreSeenByPredicatesAndFolds) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_every_way(60, on(DeviceKind::cuda));
}

} // namespace cerrado::test
