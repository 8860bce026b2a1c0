// What a caller did wrong is an InputError, what the machine lacks an Error; both say what to do.
#include "runs.hpp"

#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>

namespace cerrado::test {
namespace {

Graph small() { return generate_graph("gen:complete:n=6"); }
RunOptions host() { return on(DeviceKind::host, 1); }

} // namespace

TEST(RuntimeErrors, KOutOfRange) {
    for (int k : {-1, 1, 2, 33, 1000}) {
        EXPECT_EQ(message_of<InputError>([&] { run_clique(k, small(), host()); }),
                  "k = " + std::to_string(k) + " is not supported here; choose k from 3 to 32");
    }
    EXPECT_EQ(message_of<InputError>([&] { run_motif(10, small(), host()); }),
              "k = 10 is not supported here; choose k from 3 to 9");
}

TEST(RuntimeErrors, KOfTheOptionsDiffersFromTheApplications) {
    RunOptions options = host();
    options.k = 4;
    EXPECT_NE(message_of<InputError>([&] { run_clique(5, small(), options); }).find("differ"), std::string::npos);
    EXPECT_EQ(run_clique(4, small(), options).count, WideCount{15});
    EXPECT_EQ(run_clique_of_options(small(), options).count, WideCount{15});
}

TEST(RuntimeErrors, KBeyondWhatTheApplicationsTraversalHolds) {
    RunOptions options = host();
    options.k = 6;
    EXPECT_EQ(message_of<InputError>([&] { run_clique_of_options(small(), options); }),
              "k = 6 is not supported here; choose k from 3 to 5");
}

// Its callbacks would go by k = 0 while the runtime goes by 4.
TEST(RuntimeErrors, ApplicationWhoseKIsZeroIsRefusedWhateverTheOptionsSay) {
    RunOptions options = host();
    options.k = 4;
    EXPECT_NE(message_of<InputError>([&] { run_clique(0, small(), options); }), "");
    EXPECT_NE(message_of<InputError>([&] { run_clique_of_options(small(), host()); }), "");
}

TEST(RuntimeErrors, TablesOfAnotherK) {
    TransitionTable const tables = TransitionTable::build(5);
    RunOptions options = host();
    options.of<ByPattern>().tables = tables.ref();
    EXPECT_EQ(message_of<InputError>([&] { run_motif(4, small(), options); }),
              "the pattern tables are for k = 5, the run is for k = 4; load tables for k = 4");
}

TEST(RuntimeErrors, TablesMissing) {
    EXPECT_NE(message_of<InputError>([] { run_motif(4, small(), host()); }).find("ByPatternInput::tables"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([] { run_motif_paper(4, small(), host()); }).find("ByPatternInput::tables"),
              std::string::npos);
}

TEST(RuntimeErrors, SinkMissing) {
    EXPECT_NE(message_of<InputError>([] { run_list(3, small(), host()); }).find("StoreInput::sink"), std::string::npos);
}

TEST(RuntimeErrors, TwoSinks) {
    RunOptions options = host();
    options.of<Store>().sink = options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    EXPECT_NE(message_of<InputError>([&] { run_list(3, small(), options); }).find("one of them"), std::string::npos);
}

TEST(RuntimeErrors, SinksThatTheGraphOrTheDeviceDoesNotAllow) {
    auto const message = [](RunOptions const& options, Graph const& graph) {
        return message_of<InputError>([&] { run_list(3, graph, options); });
    };
    Edge const edges[] = {{0, 1}, {0, 2}, {1, 2}};
    Graph const wide = graph_from_edges(3, edges, {1, 2, OriginalId{1} << 32});
    RunOptions narrow = host();
    narrow.of<Store>().narrow_sink = [](std::span<std::uint32_t const>) {};
    EXPECT_NE(message(narrow, wide).find("StoreInput::batch_sink"), std::string::npos);
    RunOptions device = host();
    device.of<Store>().device_sink = [](DeviceBatch const&) {};
    EXPECT_NE(message(device, small()).find("narrow_sink"), std::string::npos);
}

TEST(RuntimeErrors, LimitOfACount) {
    RunOptions options = host();
    options.of<Store>().limit = 5;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, small(), options); }).find("StoreInput::limit"),
              std::string::npos);
}

TEST(RuntimeErrors, RootThatIsNoVertex) {
    RunOptions options = host();
    options.roots = std::vector<VertexId>{0, 6};
    EXPECT_EQ(message_of<InputError>([&] { run_clique(3, small(), options); }),
              "root 6 is not a vertex; the graph has 6");
}

TEST(RuntimeErrors, DeviceThatIsNotThere) {
    if (why_no_cuda().empty()) GTEST_SKIP() << "a CUDA device is here";
    std::string const message = message_of<Error>([] { run_clique(3, small(), on(DeviceKind::cuda)); });
    EXPECT_NE(message.find(why_no_cuda()), std::string::npos) << message;
    EXPECT_NE(message.find("--device host"), std::string::npos) << message;
    EXPECT_EQ(run_clique(3, small(), on(DeviceKind::automatic)).device.kind, "host");
}

TEST(RuntimeErrors, ExitCodesTellWhoMustAct) {
    EXPECT_EQ(InputError("").exit_code(), ExitCode::bad_input);
    EXPECT_EQ(Error("").exit_code(), ExitCode::failed);
}

} // namespace cerrado::test
