// keep_open() on warps of either kind: the lists themselves.
#include "unit/workbench.hpp"

#include <cerrado/engine/lists.hpp>

#include <set>

namespace cerrado::test {
namespace {

struct Extends {
    int k = 4;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.extend(0, te.size()); }
};

template <class W> class KeepOpen : public testing::Test {};

TYPED_TEST_SUITE(KeepOpen, HostWarps, WarpName);

// Every pattern of open and closed ones that a few bits of a number choose, over several batches.
TYPED_TEST(KeepOpen, PutsTheOpenOnesFirstInTheirOrder) {
    Graph const graph = generate_graph("gen:complete:n=90");
    Workbench<TypeParam, Extends> bench({}, graph);
    for (std::uint64_t const seed : {0ull, ~0ull, 1ull, 0x123456789abcdefull, 0xff00ff00ff00ffull, 0xfffffffffull}) {
        auto const is_open = [seed](VertexId v) { return (seed >> v % 61 & 1) != 0; };
        bench.on({5, 7}, [&](auto& te) {
            te.extend(0, 2);
            Vertices const before = extensions_of(te);
            te.keep_open([&](auto const& t, VertexId u) { return t.adjacent(1, u) && is_open(u); });
            Vertices open;
            std::ranges::copy_if(before, std::back_inserter(open), is_open);
            EXPECT_EQ(extensions_of(te), open);
            VertexId const* const list = te.extensions(te.size());
            EXPECT_EQ(std::multiset<VertexId>(list, list + te.top().total),
                      std::multiset<VertexId>(before.begin(), before.end()));
            return open;
        });
    }
}

} // namespace
} // namespace cerrado::test
