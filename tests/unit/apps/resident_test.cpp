// The functions of the library on a resident graph give what they give on the graph, again and again.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cerrado::test {
namespace {

std::vector<std::vector<OriginalId>> list(auto const& graph, int k, RunOptions options) {
    std::vector<std::vector<OriginalId>> cliques;
    options.of<Store>().sink = [&](std::span<OriginalId const> ids) {
        std::vector<OriginalId> clique(ids.begin(), ids.end());
        std::ranges::sort(clique);
        cliques.push_back(clique);
    };
    list_cliques(graph, {.k = k}, options);
    std::ranges::sort(cliques);
    return cliques;
}

} // namespace

class ResidentLibrary : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ResidentLibrary);

TEST_P(ResidentLibrary, GivesWhatTheGraphGives) {
    for (char const* spec : {"gen:er:n=60,m=700,seed=3", "gen:rmat:scale=8,degree=8,seed=1"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int repetition = 0; repetition < 2; ++repetition) {
            for (Algorithm const algorithm :
                 {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap, Algorithm::pivot}) {
                EXPECT_EQ(count_cliques(resident, {.k = 4, .algorithm = algorithm}, options()).count,
                          count_cliques(graph, {.k = 4, .algorithm = algorithm}, options()).count)
                    << spec << " " << name_of(algorithm);
            }
            EXPECT_EQ(count_cliques(resident, {}, options()).of<BySize>().sum,
                      count_cliques(graph, {}, options()).of<BySize>().sum);
            EXPECT_EQ(count_local_cliques(resident, {.k = 4, .per_edge = true}, options()).of<PerVertexAndEdge>(),
                      count_local_cliques(graph, {.k = 4, .per_edge = true}, options()).of<PerVertexAndEdge>());
            for (int const k : {2, 4}) EXPECT_EQ(list(resident, k, options()), list(graph, k, options())) << k;
            for (Algorithm const algorithm : {Algorithm::fast, Algorithm::paper}) {
                EXPECT_EQ(count_motifs(resident, {.k = 4, .algorithm = algorithm}, options()).of<ByPattern>(),
                          count_motifs(graph, {.k = 4, .algorithm = algorithm}, options()).of<ByPattern>());
            }
        }
    }
}

// The graphs need different amounts of a multiprocessor's memory.
TEST_P(ResidentLibrary, SeveralThreadsRunTheSameFormAtTheSameTime) {
    constexpr int k = 5, threads = 4, runs = 30;
    TransitionTable const tables = TransitionTable::load(k);
    MotifQuery const query{.k = k, .algorithm = Algorithm::fast, .tables = &tables};
    RunOptions own = options();
    own.threads = 1;
    std::vector<Graph> graphs;
    std::vector<std::string> expected;
    for (char const* spec :
         {"gen:cycle:n=40", "gen:er:n=60,m=200,seed=1", "gen:bipartite:a=2,b=40", "gen:complete:n=24"}) {
        graphs.push_back(generate_graph(spec));
        expected.push_back(to_string(count_motifs(graphs.back(), query, own).count));
    }
    std::mutex mutex;
    std::set<std::string> wrong;
    auto const run_some = [&](std::size_t first) {
        for (std::size_t run = 0; run < runs; ++run) {
            std::size_t const which = (first + run) % graphs.size();
            std::string found;
            try {
                found = to_string(count_motifs(graphs[which], query, own).count);
            } catch (Error const& error) {
                found = error.what();
            }
            std::lock_guard const lock(mutex);
            if (found != expected[which]) wrong.insert(graphs[which].source + ": " + found);
        }
    };
    std::vector<std::thread> all;
    for (std::size_t thread = 0; thread < threads; ++thread) all.emplace_back(run_some, thread);
    for (std::thread& thread : all) thread.join();
    EXPECT_EQ(wrong, std::set<std::string>{});
}

} // namespace cerrado::test
