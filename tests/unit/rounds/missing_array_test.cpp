// An application with an ArrayRef that was given no array is told so, on the host and in lockstep; what comes of it is
// no result.
#include "support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

template <class T> struct Writes {
    using Engine = Neighbours;
    ArrayRef<T> cells;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() == te.warp().width - 1) ++cells[te.root()];
        te.counter().add_once(te.warp().any(true) ? 1 : 0); // lanes that others would wait for
    }
};

struct ReadsInAPredicate {
    int k = 4;
    ArrayRef<float const> weights;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([this](auto const&, VertexId u) { return weights[u] > 1; });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

} // namespace

class MissingArray : public OnDevices {};
INSTANTIATE_TEST_SUITE_P(Host, MissingArray, testing::Values(Where{DeviceKind::host, 1}, Where{DeviceKind::host, 3}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Lockstep, MissingArray, testing::Values(Where{DeviceKind::lockstep, 2}), name_of);

TEST_P(MissingArray, EndsTheRunWithItsRemedy) {
    Graph const graph = generate_graph("gen:complete:n=40");
    std::string const of_eight =
        "an ArrayRef of the application, with entries of 8 bytes, was never given an array: set that member to "
        "resident.array<T>(...).ref()";
    EXPECT_EQ(message_of<InputError>([&] { run(Writes<std::uint64_t>{}, graph, options()); }), of_eight);
    std::string const of_four = message_of<InputError>([&] { run(ReadsInAPredicate{}, graph, options()); });
    EXPECT_NE(of_four.find("entries of 4 bytes, was never given an array"), std::string::npos) << of_four;
}

TEST_P(MissingArray, IsNoneThatHasNoEntries) {
    Resident const resident(Graph(), options());
    Writes<int> const application{resident.array<int>(Per::vertex).ref()};
    EXPECT_EQ(run(application, resident, options()).count, 0u);
}

TEST(MissingArrayWithoutARun, IsAnErrorToo) { EXPECT_THROW(ArrayRef<int>()[0], InputError); }

} // namespace cerrado::test
