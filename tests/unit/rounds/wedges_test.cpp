// The engine Wedges: what lies below a root is met once, however many jobs a root is, and tallies hold what was added.
#include "support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/wedges.hpp>
#include <cerrado/graph/order/order.hpp>
#include <cerrado/run/run.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <map>
#include <set>

namespace cerrado::test {
namespace {

// Counts what `Kind` finds below a root, each lane for itself.
template <class Kind> struct Counted {
    using Engine = Wedges;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count found = 0;
        Kind::look(te, found);
        te.counter().add_shared(found);
    }
};

struct Lower {
    template <class T> static CERRADO_FN void look(T& te, Count& found) {
        te.for_each_lower([&](auto, auto) { ++found; });
    }
};
struct OwnWedges {
    template <class T> static CERRADO_FN void look(T& te, Count& found) {
        te.clear_tally(te.room_for_own_ends());
        te.tally_own_wedges([](auto) {});
        te.for_each_own_wedge([&](auto, auto, auto) { ++found; });
    }
};
struct PairsOfWedges {
    template <class T> static CERRADO_FN void look(T& te, Count& found) {
        te.clear_tally(te.room_for_own_ends());
        te.tally_own_wedges([&](std::uint32_t before) { found += before; });
    }
};
struct Triangles {
    template <class T> static CERRADO_FN void look(T& te, Count& found) {
        te.clear_tally(te.lower_count());
        te.tally_lower([](auto, auto) { return 3; });
        te.for_each_falling_wedge([&](std::uint32_t tally, auto, auto) { found += tally == 3 ? 1 : 1000000; });
    }
};
struct EdgesOfEnds {
    template <class T> static CERRADO_FN void look(T& te, Count& found) {
        te.clear_tally(te.most_wedges());
        te.tally_wedges();
        te.for_each_edge_of_tallied([&](VertexId x, std::uint32_t at_y) { found += Count{te.tally_of(x)} * at_y; });
    }
};

// With a tally for as many vertices as the largest degree.
struct PairsInRanges {
    using Engine = Wedges;
    static constexpr std::uint32_t most_tallied = 1;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count found = 0;
        te.for_each_own_range([&] { PairsOfWedges::look(te, found); });
        Count wedges = 0;
        te.for_each_own_range([&] { OwnWedges::look(te, wedges); });
        te.counter().add_shared(found + 1000000000 * wedges);
    }
};

struct Expected {
    Count lower = 0, wedges = 0, pairs = 0, triangles = 0, edges = 0;
};

Expected count_below(Graph const& given) {
    Graph const graph = reorder(given, degree_order(given));
    Expected sum;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::map<VertexId, Count> ends;
        std::set<VertexId> lower;
        for (VertexId const a : graph.neighbours(v)) {
            if (a > v) continue;
            lower.insert(a);
            for (VertexId const x : graph.neighbours(a)) {
                if (x < v) sum.pairs += ends[x]++;
                if (x < a && lower.contains(x)) ++sum.triangles; // lists ascend
            }
        }
        sum.lower += lower.size();
        for (auto const& [x, count] : ends) {
            sum.wedges += count;
            for (VertexId const y : graph.neighbours(x)) {
                if (y < x && ends.contains(y)) sum.edges += count * ends.at(y);
            }
        }
    }
    return sum;
}

struct NoRoom {
    using Engine = Wedges;
    bool of_wedges;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.clear_tally(1);
        if (of_wedges) {
            te.tally_wedges();
        } else {
            te.tally_lower([](auto, auto) { return 1; });
        }
    }
};

} // namespace

class WedgesOnDevices : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(WedgesOnDevices);

TEST_P(WedgesOnDevices, AreEachMetOnceInHoweverManyJobs) {
    for (std::string const& spec : {graph("gen:ba:n=400,m=9,seed=2", "gen:ba:n=30,m=4,seed=2"),
                                    graph("gen:rmat:scale=9,degree=10,seed=1", "gen:er:n=20,m=70,seed=1"),
                                    graph("gen:complete:n=70", "gen:complete:n=30"), std::string("gen:star:n=100")}) {
        Graph const graph = generate_graph(spec);
        Expected const expected = count_below(graph);
        for (int const pieces : {0, 32, most_pieces}) {
            RunOptions options = this->options();
            options.balance.pieces = pieces;
            EXPECT_EQ(run(Counted<Lower>{}, graph, options).count, expected.lower) << spec << " " << pieces;
            EXPECT_EQ(run(Counted<OwnWedges>{}, graph, options).count, expected.wedges) << spec << " " << pieces;
            EXPECT_EQ(run(Counted<PairsOfWedges>{}, graph, options).count, expected.pairs) << spec << " " << pieces;
            EXPECT_EQ(run(Counted<Triangles>{}, graph, options).count, expected.triangles) << spec << " " << pieces;
            EXPECT_EQ(run(Counted<EdgesOfEnds>{}, graph, options).count, expected.edges) << spec << " " << pieces;
        }
    }
}

TEST_P(WedgesOnDevices, AreTheSameRangeByRange) {
    Graph const graph = generate_graph(this->graph("gen:er:n=5000,m=40000,seed=4", "gen:er:n=40,m=90,seed=4"));
    Expected const expected = count_below(graph);
    for (int const pieces : {0, most_pieces}) {
        RunOptions options = this->options();
        options.balance.pieces = pieces;
        EXPECT_EQ(run(PairsInRanges{}, graph, options).count, expected.pairs + 1000000000 * expected.wedges) << pieces;
    }
}

TEST_P(WedgesOnDevices, EndTheRunWhereMoreIsTalliedThanThereIsRoomFor) {
    Graph const hub = generate_graph("gen:star:n=300");
    std::string const of_lower = message_of<InputError>([&] { run(NoRoom{false}, hub, options()); });
    EXPECT_NE(of_lower.find("tally_lower() met more vertices than clear_tally() was asked to make room for"),
              std::string::npos)
        << of_lower;
    Graph const dense = generate_graph("gen:complete:n=100");
    std::string const of_wedges = message_of<InputError>([&] { run(NoRoom{true}, dense, options()); });
    EXPECT_NE(of_wedges.find("tally_wedges() met more vertices"), std::string::npos) << of_wedges;
}

} // namespace cerrado::test
