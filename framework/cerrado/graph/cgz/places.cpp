#include <cerrado/graph/cgz/places.hpp>

namespace cerrado::detail::cgz {

// Of all vertices each member takes a run of ranks, as if what remains at its beginning were numbered anew. Then one run
// after the other is told by that numbering, all members at work on it, since what remains does not change meanwhile.
void replace_ranks(std::span<VertexId> ranks, Team& team) {
    auto const count = static_cast<VertexId>(ranks.size());
    team.run([&](Member member) {
        RemainingVertices remaining(count - static_cast<VertexId>(member.begin(count)));
        member.for_part_of(count, [&](std::size_t i) {
            ranks[i] = remaining.at(ranks[i]);
            remaining.remove(ranks[i]);
        });
    });
    RemainingVertices remaining(team.size() > 1 ? count : 0);
    for (Member run{0, team.size()}; run.index + 1 < run.count;) {
        remaining.remove_all(ranks.subspan(run.begin(count), run.end(count) - run.begin(count)));
        ++run.index;
        auto const next = ranks.subspan(run.begin(count), run.end(count) - run.begin(count));
        team.run([&](Member member) {
            member.for_part_of(next.size(), [&](std::size_t i) { next[i] = remaining.at(next[i]); });
        });
    }
}

} // namespace cerrado::detail::cgz
