// Peeling in rounds: in each go the vertices that have come to too few neighbours, whoever has them.
#include <cerrado/graph/order/order.hpp>
#include <cerrado/graph/order/shares.hpp>

#include <atomic>

namespace cerrado {

bool has_core(Graph const& graph, VertexId least, Team& team) {
    GraphRef const ref = graph.ref();
    auto const members = static_cast<std::size_t>(team.size());
    std::vector<VertexId> remaining(ref.vertex_count); // neighbours among those that have not gone
    std::vector<std::vector<VertexId>> going(members), next(members);
    team.run([&](Member member) {
        for_vertices_of(member, ref, [&](VertexId v) {
            remaining[v] = ref.degree(v);
            if (remaining[v] < least) going[static_cast<std::size_t>(member.index)].push_back(v);
        });
    });
    auto const total = [](std::vector<std::vector<VertexId>> const& lists) {
        std::size_t sum = 0;
        for (std::vector<VertexId> const& list : lists) sum += list.size();
        return sum;
    };
    std::size_t gone = 0;
    for (std::size_t now = total(going); now > 0; now = total(going)) {
        gone += now;
        team.run([&](Member member) {
            auto const mine = static_cast<std::size_t>(member.index);
            for (VertexId const v : going[mine]) {
                for (EdgeOffset p = ref.begin(v); p < ref.end(v); ++p) {
                    VertexId const u = ref.neighbours[p];
                    VertexId const before = std::atomic_ref(remaining[u]).fetch_sub(1, std::memory_order_relaxed);
                    if (before == least) next[mine].push_back(u);
                }
            }
            going[mine].clear();
        });
        going.swap(next);
    }
    return gone < ref.vertex_count;
}

} // namespace cerrado
