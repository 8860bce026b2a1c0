#include <cerrado/graph/generate/random_regular.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {
namespace {

// Vertex v owns the stubs v * d .. v * d + d - 1; an edge is a pair of stubs, each the other's mate.
class Pairing {
public:
    Pairing(std::uint64_t n, std::uint64_t d) : degree_(d), mate_(n * d) {}

    // A uniform pairing made simple; false when switching got stuck and another draw is needed (tiny graphs only).
    bool draw_simple(RandomSource& random) {
        std::vector<std::uint64_t> stubs(mate_.size());
        std::iota(stubs.begin(), stubs.end(), std::uint64_t{0});
        random.shuffle(stubs);
        for (std::size_t i = 0; i < stubs.size(); i += 2) join(stubs[i], stubs[i + 1]);
        std::vector<std::uint64_t> seen_by(mate_.size() / degree_, mate_.size());
        for (std::uint64_t stub = 0; stub < mate_.size(); ++stub) {
            std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
            bool const suspect = u == v || seen_by[u] == v;
            seen_by[u] = v;
            if (suspect && bad(stub) && !switch_away(stub, random)) return false;
        }
        return true;
    }

    std::vector<Edge> edges() const {
        std::vector<Edge> result;
        result.reserve(mate_.size() / 2);
        for (std::uint64_t stub = 0; stub < mate_.size(); ++stub) {
            if (stub < mate_[stub])
                result.push_back({static_cast<VertexId>(owner(stub)), static_cast<VertexId>(owner(mate_[stub]))});
        }
        return result;
    }

private:
    std::uint64_t owner(std::uint64_t stub) const { return stub / degree_; }

    void join(std::uint64_t a, std::uint64_t b) {
        mate_[a] = b;
        mate_[b] = a;
    }

    std::uint64_t edges_between(std::uint64_t v, std::uint64_t u) const {
        auto const first = mate_.begin() + static_cast<std::ptrdiff_t>(v * degree_);
        std::uint64_t const base = u * degree_;
        return static_cast<std::uint64_t>(std::count_if(first, first + static_cast<std::ptrdiff_t>(degree_),
                                                        [&](std::uint64_t mate) { return mate - base < degree_; }));
    }

    bool bad(std::uint64_t stub) const {
        std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
        return v == u || edges_between(v, u) > 1;
    }

    // Replaces v-u and c-e by v-c and u-e for a random edge c-e such that both are new; so no switch makes another
    // edge bad.
    bool switch_away(std::uint64_t stub, RandomSource& random) {
        std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
        for (std::uint64_t attempt = 0; attempt < 100 + 2 * mate_.size(); ++attempt) {
            std::uint64_t const other = random.below(mate_.size());
            std::uint64_t const c = owner(other), e = owner(mate_[other]);
            bool const same_edge = (v == u && c == e) || (v == e && u == c);
            if (v == c || u == e || same_edge || edges_between(v, c) > 0 || edges_between(u, e) > 0) continue;
            std::uint64_t const mate = mate_[stub], other_mate = mate_[other];
            join(stub, other);
            join(mate, other_mate);
            return true;
        }
        return false;
    }

    std::uint64_t degree_;
    std::vector<std::uint64_t> mate_;
};

std::vector<Edge> complement(std::uint64_t n, std::vector<Edge> const& edges) {
    std::vector<std::uint64_t> keys;
    for (Edge const& edge : edges) {
        auto const [lower, higher] = std::minmax(edge.source, edge.target);
        keys.push_back(std::uint64_t{lower} << 32 | higher);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Edge> result;
    auto next = keys.begin();
    for (std::uint64_t a = 0; a < n; ++a) {
        for (std::uint64_t b = a + 1; b < n; ++b) {
            if (next != keys.end() && *next == (a << 32 | b)) {
                ++next;
            } else {
                result.push_back({static_cast<VertexId>(a), static_cast<VertexId>(b)});
            }
        }
    }
    return result;
}

} // namespace

std::vector<Edge> random_regular_edges(std::uint64_t n, std::uint64_t d, RandomSource& random) {
    if (n == 0 || d == 0) return {};
    if (d > (n - 1) / 2) return complement(n, random_regular_edges(n, n - 1 - d, random));
    Pairing pairing(n, d);
    while (!pairing.draw_simple(random)) {
    }
    return pairing.edges();
}

} // namespace cerrado
