// A worker's memory may be used by one launch after another (the mechanism `stop` does): the second finds nothing of
// the first.
#include "unit/workbench.hpp"

#include <clique/clique.hpp>
#include <motif/motif.hpp>

namespace cerrado::test {
namespace {

template <class W, class App>
std::pair<RunResult, RunResult> once_and_twice(App const& app, TransitionTableRef patterns) {
    Workbench<W, App> bench(app, generate_graph("gen:er:n=10,m=28,seed=1"), patterns);
    bench.enumerate_all();
    RunResult const once = bench.result();
    *bench.context().queue.next = 0;
    bench.enumerate_all();
    return {once, bench.result()};
}

template <class W, class App> void expect_twice_as_much(App const& app, TransitionTableRef patterns) {
    auto const [once, twice] = once_and_twice<W>(app, patterns);
    EXPECT_GT(once.count, 0u);
    EXPECT_EQ(twice.count, 2 * once.count);
    ASSERT_EQ(once.template of<ByPattern>().size(), twice.template of<ByPattern>().size());
    ASSERT_EQ(once.template of<ByPattern>().empty(), patterns.k == 0);
    for (std::size_t i = 0; i < once.template of<ByPattern>().size(); ++i) {
        EXPECT_EQ(twice.template of<ByPattern>()[i], 2 * once.template of<ByPattern>()[i]) << "class " << i;
    }
}

} // namespace

template <class W> class Relaunch : public testing::Test {};
TYPED_TEST_SUITE(Relaunch, HostWarps, WarpName);

TYPED_TEST(Relaunch, MotifCountsTheSameAgain) {
    TransitionTable const tables = TransitionTable::build(4);
    expect_twice_as_much<TypeParam>(Motif{4}, tables.ref());
    expect_twice_as_much<TypeParam>(MotifPaper{4}, tables.ref());
}

TYPED_TEST(Relaunch, CliqueCountsTheSameAgain) { expect_twice_as_much<TypeParam>(Clique{4}, {}); }

} // namespace cerrado::test
