#include "sieve/verifier.hpp"

#include "sieve/draws.hpp"

#include <algorithm>

namespace cerrado::sieve_serial {

namespace {

// Returns: true if the vertices from `next` on can be given entries that are not taken.
bool can_be_coloured(std::vector<VertexId> const& vertices, std::span<std::uint32_t const> shades, std::size_t next,
                     std::uint32_t taken, std::function<void()> const& look) {
    if (look) look();
    if (next == vertices.size()) return true;
    for (int entry = 0; entry < 32; ++entry) {
        std::uint32_t const bit = std::uint32_t{1} << entry;
        if ((shades[vertices[next]] & ~taken & bit) == 0) continue;
        if (can_be_coloured(vertices, shades, next + 1, taken | bit, look)) return true;
    }
    return false;
}

// Visits each connected set whose least vertex is `vertices[0]` once. Vertices of `extensions` may join the set, and
// `seen` marks vertices that may not.
class Sets {
public:
    Sets(Graph const& graph, int k, std::span<std::uint32_t const> shades,
         std::function<void(std::vector<VertexId> const&)> const& visit, std::function<void()> const& look)
        : graph_(graph),
          k_(static_cast<std::size_t>(k)),
          shades_(shades),
          visit_(visit),
          look_(look),
          seen_(graph.vertex_count()) {}

    void from(VertexId root) {
        vertices_ = {root};
        seen_.assign(seen_.size(), false);
        for (VertexId v = 0; v <= root; ++v) seen_[v] = true;
        std::vector<VertexId> extensions;
        append_new(root, extensions);
        extend(extensions);
    }

private:
    void append_new(VertexId v, std::vector<VertexId>& extensions) {
        for (VertexId const u : graph_.neighbours(v)) {
            if (seen_[u]) continue;
            seen_[u] = true;
            extensions.push_back(u);
        }
    }

    void extend(std::vector<VertexId> extensions) {
        if (look_) look_();
        if (vertices_.size() == k_) {
            std::vector<VertexId> sorted = vertices_;
            std::ranges::sort(sorted);
            if (can_be_coloured(sorted, shades_, 0, 0, look_)) visit_(sorted);
            return;
        }
        while (!extensions.empty()) {
            VertexId const v = extensions.back();
            extensions.pop_back();
            std::vector<VertexId> more = extensions;
            append_new(v, more);
            vertices_.push_back(v);
            extend(more);
            vertices_.pop_back();
            for (std::size_t i = extensions.size(); i < more.size(); ++i) seen_[more[i]] = false;
        }
    }

    Graph const& graph_;
    std::size_t k_;
    std::span<std::uint32_t const> shades_;
    std::function<void(std::vector<VertexId> const&)> const& visit_;
    std::function<void()> const& look_;
    std::vector<bool> seen_;
    std::vector<VertexId> vertices_;
};

} // namespace

void for_each_match(Graph const& graph, int k, std::span<std::uint32_t const> shades,
                    std::function<void(std::vector<VertexId> const&)> const& visit, std::function<void()> const& look) {
    Sets sets(graph, k, shades, visit, look);
    for (VertexId root = 0; root < graph.vertex_count(); ++root) sets.from(root);
}

std::vector<std::uint8_t> sums(Graph const& graph, int k, std::span<std::uint32_t const> shades, std::uint64_t seed,
                               std::uint32_t run) {
    Draws const draws{seed, run};
    VertexId const n = graph.vertex_count();
    auto const size = static_cast<std::size_t>(k);
    std::vector<std::uint8_t> q(n);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << k; ++x) {
        std::vector<std::vector<Byte>> p(size + 1, std::vector<Byte>(n)); // by size s, then by vertex
        for (VertexId i = 0; i < n; ++i) {
            for (int l = 0; l < k; ++l) {
                if ((x & shades[i]) >> l & 1) p[1][i] ^= draws.vertex_factor(i, l);
            }
        }
        for (int s = 2; s <= k; ++s) {
            for (VertexId i = 0; i < n; ++i) {
                for (int t = 1; t < s; ++t) {
                    Byte r = 0;
                    for (VertexId const j : graph.neighbours(i)) {
                        r ^= product(draws.edge_factor(s, i, j), p[static_cast<std::size_t>(t)][j]);
                    }
                    p[static_cast<std::size_t>(s)][i] ^= product(p[static_cast<std::size_t>(s - t)][i], r);
                }
            }
        }
        for (VertexId i = 0; i < n; ++i) q[i] ^= p[size][i];
    }
    return q;
}

} // namespace cerrado::sieve_serial
