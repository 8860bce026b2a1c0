// Lists of a resident graph that an application writes: later runs read the graph that they are.
#include "support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/resident_lists.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

namespace cerrado::test {
namespace {

struct Triangles {
    int k = 3;
    int root = 1;
    int root_size() const { return root; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct Writing {
    ArrayRef<VertexId> values, lists;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() == 0) lists[te.number()] = values[te.number()];
    }
};

// Two graphs in which all vertices have two neighbours. In the first none is above vertex 5, in the second above 4 is.
Graph six_cycle() { return graph_from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}}); }
Graph two_triangles() { return graph_from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}); }

} // namespace

class ResidentLists : public OnDevices {
protected:
    RunOptions in_order() const {
        RunOptions own = options();
        own.order = GraphOrder::given;
        return own;
    }
};

TEST_P(ResidentLists, AreReadByLaterRuns) {
    Graph const given = six_cycle();
    Resident const resident(given, in_order());
    EXPECT_EQ(run(Triangles{}, resident, in_order()).count, 0u);
    for (Graph const& other : {two_triangles(), six_cycle(), two_triangles()}) {
        std::span<VertexId const> const lists = other.neighbour_array();
        auto const values = resident.array(lists);
        run_jobs(lists.size(), Writing{values.ref(), lists_of(resident)}, resident, in_order());
        WideCount const expected = run(Triangles{}, other, options()).count;
        EXPECT_EQ(run(Triangles{}, resident, in_order()).count, expected);
    }
    EXPECT_TRUE(std::ranges::equal(given.neighbour_array(), six_cycle().neighbour_array())) << "the given one changed";
}

TEST_P(ResidentLists, AreRefusedWhereTheyCannotBeWritten) {
    Resident const by_degree(six_cycle(), options()), resident(six_cycle(), in_order());
    EXPECT_NE(message_of<InputError>([&] { lists_of(by_degree); }).find("GraphOrder::given"), std::string::npos);
    lists_of(resident);
    auto const message = message_of<InputError>([&] { run(Triangles{.root = 2}, resident, in_order()); });
    EXPECT_NE(message.find("from single vertices"), std::string::npos) << message;
}

CERRADO_ON_EVERY_DEVICE(ResidentLists);

} // namespace cerrado::test
