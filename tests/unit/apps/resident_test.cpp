// The functions of the library on a resident graph give what they give on the graph, again and again.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>

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

} // namespace cerrado::test
