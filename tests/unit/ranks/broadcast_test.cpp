// A graph that rank 0 alone reads is the same graph in all ranks.
#include "thread_ranks.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/ranks/broadcast.hpp>
#include <cerrado/run/ranks/transport.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace cerrado::test {
namespace {

// 5 vertices, arcs with labels, vertices with labels and names, one edge without a label.
Graph marked_graph() {
    std::vector<Edge> const arcs = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {0, 2}, {4, 3}};
    Graph graph = graph_from_arcs(5, arcs, {2, 0, 1, 4, 3});
    graph = with_labels(std::move(graph), {"gene", "", "protein", "gene", "x"});
    graph = with_edge_labels(std::move(graph), arcs, {"binds", "cuts", "", "binds", "binds", "cuts"});
    graph = with_names(std::move(graph), {"A", "B", "C d", "E", "F"});
    graph.source = "genes.txt";
    graph.cleaning = {.self_loops = 3, .duplicates = 2, .directed = true};
    ReadReport report;
    report.format = "edge list";
    report.packing = "gzip";
    report.columns = {{"source", "from", 2}, {"target", "", 3}};
    report.columns_in_file = 4;
    report.comments = 7;
    report.is_doubtful = true;
    report.remark("ids are names");
    graph.read_as = std::make_shared<ReadReport const>(report);
    return graph;
}

// A reader of that graph, which must outlive it.
std::function<Graph()> reader_of(Graph const& graph) {
    return [&graph] { return Graph(graph); };
}

template <class Values> std::vector<std::uint64_t> copied(Values const& values) {
    return {values.begin(), values.end()};
}

void expect_same(Graph const& found, Graph const& expected) {
    EXPECT_EQ(found.vertex_count(), expected.vertex_count());
    EXPECT_EQ(found.oriented(), expected.oriented());
    EXPECT_EQ(found.max_degree(), expected.max_degree());
    EXPECT_EQ(copied(found.neighbour_array()), copied(expected.neighbour_array()));
    EXPECT_EQ(copied(found.original_ids()), copied(expected.original_ids()));
    EXPECT_EQ(copied(found.offsets()), copied(expected.offsets()));
    EXPECT_EQ(found.source, expected.source);
    EXPECT_EQ(found.cleaning.self_loops, expected.cleaning.self_loops);
    EXPECT_EQ(found.cleaning.duplicates, expected.cleaning.duplicates);
    EXPECT_EQ(found.cleaning.directed, expected.cleaning.directed);
    EXPECT_EQ(found.read_as ? described(*found.read_as) : "", expected.read_as ? described(*expected.read_as) : "");
    ASSERT_EQ(found.marks != nullptr, expected.marks != nullptr);
    if (!expected.marks) return;
    EXPECT_EQ(found.marks->arcs, expected.marks->arcs);
    EXPECT_EQ(found.marks->labels, expected.marks->labels);
    EXPECT_EQ(found.marks->label_names, expected.marks->label_names);
    EXPECT_EQ(found.marks->edge_labels, expected.marks->edge_labels);
    EXPECT_EQ(found.marks->edge_label_names, expected.marks->edge_label_names);
    ASSERT_EQ(found.marks->names != nullptr, expected.marks->names != nullptr);
    if (!expected.marks->names) return;
    EXPECT_EQ(*found.marks->names, *expected.marks->names);
}

void expect_same_in_all(int ranks, Graph const& graph, BroadcastOptions const& options = {}) {
    std::atomic<int> reads = 0;
    std::vector<Ended> const ended = in_ranks(ranks, [&](Ranks& own) {
        auto const read = [&] {
            ++reads;
            return graph;
        };
        expect_same(broadcast(own, read, options), graph);
    });
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 0) << one.message;
    EXPECT_EQ(reads, 1);
}

class BroadcastTo : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Ranks, BroadcastTo, testing::Values(1, 2, 5), testing::PrintToStringParamName());

TEST_P(BroadcastTo, APlainGraph) { expect_same_in_all(GetParam(), generate_graph("gen:er:n=400,m=4000,seed=1")); }

TEST_P(BroadcastTo, AllThatBelongsToAGraph) { expect_same_in_all(GetParam(), marked_graph()); }

TEST_P(BroadcastTo, AGraphWithoutVerticesOrEdges) {
    expect_same_in_all(GetParam(), Graph({0}, {}));
    expect_same_in_all(GetParam(), Graph({0, 0, 0, 0}, {}));
}

TEST_P(BroadcastTo, PiecesOfAnySize) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    for (std::size_t const piece : {std::size_t{100}, std::size_t{128}, std::size_t{4096}, std::size_t{1} << 40}) {
        for (int const on_the_way : {1, 3}) expect_same_in_all(GetParam(), graph, {piece, on_the_way});
    }
    expect_same_in_all(GetParam(), marked_graph(), {.piece_bytes = 1});
}

TEST_P(BroadcastTo, IsFollowedByAnotherAndByRuns) {
    Graph const one = generate_graph("gen:er:n=400,m=4000,seed=1");
    RunOptions alone;
    alone.device = DeviceKind::host;
    alone.threads = 2;
    WideCount const expected = count_cliques(one, {.k = 4}, alone).count;
    std::vector<Ended> const ended = in_ranks(GetParam(), [&](Ranks& ranks) {
        expect_same(broadcast(ranks, marked_graph), marked_graph());
        Graph const graph = broadcast(ranks, reader_of(one));
        RunOptions options = alone;
        options.ranks = &ranks;
        EXPECT_EQ(count_cliques(graph, {.k = 4}, options).count, expected);
        expect_same(broadcast(ranks, reader_of(one)), one);
    });
    for (Ended const& one_of_all : ended) EXPECT_EQ(one_of_all.exit_code, 0) << one_of_all.message;
}

// Rank 0's, which counts the pieces that each other rank has not said it has.
class CountingTransport final : public Transport {
public:
    CountingTransport(Hub& hub, std::size_t piece_bytes, std::atomic<int>& most)
        : own_(hub, 0),
          frame_bytes_(piece_bytes + line_bytes),
          most_(most),
          on_the_way_(static_cast<std::size_t>(hub.size())) {}
    int rank() const override { return 0; }
    int size() const override { return own_.size(); }
    int rank_on_host() const override { return 0; }
    void send(int to, std::string_view bytes) override {
        if (bytes.size() == frame_bytes_) most_ = std::max<int>(most_, ++on_the_way_[static_cast<std::size_t>(to)]);
        own_.send(to, bytes);
    }
    std::optional<Frame> receive(double seconds) override {
        std::optional<Frame> frame = own_.receive(seconds);
        bool const is_sign_of_life = frame && frame->bytes == std::string(line_bytes, '\xff');
        bool const is_answer = frame && frame->bytes.size() == line_bytes && !is_sign_of_life;
        if (is_answer) --on_the_way_[static_cast<std::size_t>(frame->from)];
        return frame;
    }
    void flush(double) override {}
    [[noreturn]] void abort(int) override { std::abort(); }

private:
    static constexpr std::size_t line_bytes = 8;
    ThreadTransport own_;
    std::size_t const frame_bytes_;
    std::atomic<int>& most_;
    std::vector<std::atomic<int>> on_the_way_; // by rank
};

TEST(Broadcast, ARankThatComesLateHasFewPiecesOnTheWay) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    BroadcastOptions const options{.piece_bytes = 1000, .pieces_on_the_way = 3};
    Hub hub(3);
    std::atomic<int> most = 0;
    auto const make = [&](int rank) -> std::unique_ptr<Transport> {
        if (rank == 0) return std::make_unique<CountingTransport>(hub, options.piece_bytes, most);
        return std::make_unique<ThreadTransport>(hub, rank);
    };
    auto const program = [&](Ranks& ranks) {
        if (ranks.rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        expect_same(broadcast(ranks, reader_of(graph), options), graph);
    };
    for (Ended const& one : in_ranks(3, program, make)) EXPECT_EQ(one.exit_code, 0) << one.message;
    EXPECT_EQ(most, 3);
}

TEST(Broadcast, OverSocketsThatHoldLessThanAPiece) {
    Graph const graph = generate_graph("gen:er:n=20000,m=400000,seed=1");
    std::vector<SocketPair> const sockets = make_sockets(3);
    auto const make = [&](int rank) { return make_socket_transport(socket_ranks_text(rank, sockets)); };
    auto const program = [&](Ranks& ranks) { expect_same(broadcast(ranks, reader_of(graph)), graph); };
    for (Ended const& one : in_ranks(3, program, make)) EXPECT_EQ(one.exit_code, 0) << one.message;
}

// A labelled graph so large that pages of its bytes are given back.
TEST(Broadcast, LargeMarksAreThereWhenTheirBytesHaveGone) {
    Graph graph = generate_graph("gen:er:n=20000,m=100000,seed=1");
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(std::to_string(v % 7));
    expect_same_in_all(3, with_labels(std::move(graph), labels), {.piece_bytes = 10000});
}

TEST(Broadcast, AGraphThatCannotBeReadIsOneErrorOfAll) {
    auto const begun = std::chrono::steady_clock::now();
    std::vector<Ended> const ended = in_ranks(4, [](Ranks& ranks) {
        broadcast(ranks, []() -> Graph { throw InputError("graph.txt: there is no such file"); });
        ADD_FAILURE() << "there is no graph";
    });
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 2);
    EXPECT_EQ(ended[0].message, "graph.txt: there is no such file");
    EXPECT_EQ(ended[3].message, "rank 0 of 4: graph.txt: there is no such file");
}

TEST(Broadcast, ARankThatEndsMeanwhileEndsAll) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    for (std::size_t const piece : {std::size_t{100}, std::size_t{1} << 20}) {
        std::vector<Ended> const ended = in_ranks(4, [&](Ranks& ranks) {
            if (ranks.rank() == 2) {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                throw Error("there is no device");
            }
            broadcast(ranks, reader_of(graph), {.piece_bytes = piece});
            if (ranks.rank() == 0) ADD_FAILURE() << "rank 2 has no graph";
        });
        for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 1);
        EXPECT_EQ(ended[0].message, "rank 2 of 4: there is no device");
    }
}

} // namespace
} // namespace cerrado::test
