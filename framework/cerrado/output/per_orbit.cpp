#include <cerrado/output/per_orbit.hpp>

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {

PerOrbit::Memory::Memory(PositionOrbits const& orbits, Session const& session, RunMemory& memory)
    : memory_(&memory),
      orbits_(orbits),
      vertex_count_(session.shape.vertex_count),
      cells_(RunArray<Count>(memory, 2 * vertex_count_ * static_cast<std::uint64_t>(orbits.count)).data()) {}

PerOrbit::Ref PerOrbit::Memory::ref() const {
    return {{cells_, cells_ + vertex_count_ * static_cast<std::uint64_t>(orbits_.count)}, orbits_};
}

void PerOrbit::Memory::collect() {
    collected_.resize(2 * vertex_count_ * static_cast<std::uint64_t>(orbits_.count));
    memory_->read(collected_.data(), cells_, collected_.size() * sizeof(Count));
}

void PerOrbit::Memory::conclude(RunResult&, Session const& session) {
    Graph const& graph = session.graph();
    std::vector<VertexId> by_id(graph.vertex_count());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    std::ranges::sort(by_id, {}, [&](VertexId v) { return graph.original_id(v); });
    counts_.vertices.reserve(by_id.size());
    counts_.by_orbit.reserve(collected_.size() / 2);
    for (VertexId const v : by_id) {
        counts_.vertices.push_back({graph.original_id(v), 0});
        for (std::size_t orbit = 0; orbit < static_cast<std::size_t>(orbits_.count); ++orbit) {
            std::size_t const cell = orbit * vertex_count_ + v;
            WideCount const count = (WideCount{collected_[collected_.size() / 2 + cell]} << 64) + collected_[cell];
            counts_.by_orbit.push_back(count);
            counts_.vertices.back().count += count;
        }
    }
}

} // namespace cerrado
