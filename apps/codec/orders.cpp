#include "codec/orders.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#if defined(CERRADO_HAS_METIS)
#include <metis.h>
#endif

namespace cerrado::compression {

namespace {

constexpr int most_rounds = 12;

// logarithms[i] is log2(i).
std::vector<float> logarithms_to(std::size_t most) {
    std::vector<float> logarithms(most + 1);
    for (std::size_t i = 1; i <= most; ++i) logarithms[i] = std::log2(static_cast<float>(i));
    return logarithms;
}

// Halves one range after another. Each thread has its own.
class Halving {
public:
    Halving(Graph const& graph, std::vector<VertexId> const& ranks, std::vector<float> const& logarithms)
        : graph_(graph),
          ranks_(ranks),
          logarithms_(logarithms),
          in_lower_(graph.vertex_count()),
          in_upper_(graph.vertex_count()) {}

    // Moves the vertices of a range to the half that they belong to, and sorts each half by rank.
    void halve(std::span<VertexId> range) {
        auto const lower = range.first(range.size() / 2), upper = range.subspan(range.size() / 2);
        count(lower, in_lower_);
        count(upper, in_upper_);
        lower_log_ = std::log2(static_cast<float>(lower.size()));
        upper_log_ = std::log2(static_cast<float>(upper.size()));
        for (int round = 0; round < most_rounds; ++round) {
            sort_by_gain(lower, in_lower_, in_upper_, lower_log_, upper_log_, lower_gains_);
            sort_by_gain(upper, in_upper_, in_lower_, upper_log_, lower_log_, upper_gains_);
            if (!exchange(lower, upper)) break;
        }
        for (VertexId const v : range) {
            for (VertexId const u : graph_.neighbours(v)) in_lower_[u] = in_upper_[u] = 0;
        }
        auto const rank = [&](VertexId v) { return ranks_[v]; };
        std::ranges::sort(lower, {}, rank);
        std::ranges::sort(upper, {}, rank);
    }

private:
    struct Gain {
        float bits;
        VertexId vertex;
    };
    using Degrees = std::vector<std::uint32_t>; // by vertex: number of neighbours in one half

    void count(std::span<VertexId const> half, Degrees& degrees) {
        for (VertexId const v : half) {
            for (VertexId const u : graph_.neighbours(v)) ++degrees[u];
        }
    }

    // Returns: the estimated bits of a list with `degree` neighbours in a half. `size_log` is the logarithm of its
    // size.
    float bits(std::uint32_t degree, float size_log) const {
        return static_cast<float>(degree) * (size_log - logarithms_[degree + 1]);
    }

    void sort_by_gain(std::span<VertexId const> half, Degrees const& here, Degrees const& there, float here_log,
                      float there_log, std::vector<Gain>& gains) const {
        gains.clear();
        for (VertexId const v : half) {
            float gain = 0;
            for (VertexId const u : graph_.neighbours(v)) {
                gain += bits(here[u], here_log) - bits(here[u] - 1, here_log) + bits(there[u], there_log) -
                        bits(there[u] + 1, there_log);
            }
            gains.push_back({gain, v});
        }
        std::ranges::sort(gains, [](Gain const& a, Gain const& b) {
            return a.bits != b.bits ? a.bits > b.bits : a.vertex < b.vertex;
        });
    }

    // Returns: false if the exchange gains too little to go on.
    bool exchange(std::span<VertexId> lower, std::span<VertexId> upper) {
        std::size_t exchanged = 0;
        for (std::size_t i = 0; i < lower.size() && i < upper.size(); ++i) {
            lower[i] = lower_gains_[i].vertex;
            upper[i] = upper_gains_[i].vertex;
            if (exchanged < i || lower_gains_[i].bits + upper_gains_[i].bits <= 0) continue;
            move(lower[i], in_lower_, in_upper_);
            move(upper[i], in_upper_, in_lower_);
            std::swap(lower[i], upper[i]);
            ++exchanged;
        }
        if (upper.size() > lower.size()) upper.back() = upper_gains_.back().vertex;
        return exchanged > lower.size() / 1000;
    }

    void move(VertexId v, Degrees& from, Degrees& to) const {
        for (VertexId const u : graph_.neighbours(v)) {
            --from[u];
            ++to[u];
        }
    }

    Graph const& graph_;
    std::vector<VertexId> const& ranks_;
    std::vector<float> const& logarithms_;
    Degrees in_lower_, in_upper_;
    float lower_log_ = 0, upper_log_ = 0;
    std::vector<Gain> lower_gains_, upper_gains_;
};

} // namespace

VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch) {
    VertexOrder order = degree_order(graph, team);
    std::vector<VertexId> ranks(graph.vertex_count());
    for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<VertexId>(i);
    std::vector<float> const logarithms = logarithms_to(std::size_t{graph.max_degree()} + 2);
    std::vector<std::span<VertexId>> ranges{order};
    std::vector<Halving> halvings(static_cast<std::size_t>(team.size()), Halving(graph, ranks, logarithms));
    while (!ranges.empty()) {
        std::erase_if(ranges, [&](auto const& range) {
            if (range.size() > smallest_range) return false;
            std::ranges::sort(range);
            return true;
        });
        std::atomic<std::size_t> next = 0;
        team.run([&](Member member) {
            Halving& halving = halvings[static_cast<std::size_t>(member.index)];
            for (std::size_t i; (i = next++) < ranges.size();) {
                halving.halve(ranges[i]);
                watch.done(ranges[i].size());
            }
        });
        std::vector<std::span<VertexId>> halves;
        for (auto const& range : ranges) {
            halves.push_back(range.first(range.size() / 2));
            halves.push_back(range.subspan(range.size() / 2));
        }
        ranges = std::move(halves);
    }
    return order;
}

std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range) {
    std::uint64_t halvings = 0;
    for (std::size_t size = vertex_count; size > smallest_range; size /= 2) ++halvings;
    return halvings * vertex_count;
}

#if defined(CERRADO_HAS_METIS)

namespace {

// Returns: the part of each vertex. METIS bisects recursively, so parts with near numbers are near in the graph.
std::vector<idx_t> parts_of(Graph const& graph, VertexId part_vertices) {
    std::vector<idx_t> offsets(graph.offsets().begin(), graph.offsets().end());
    std::vector<idx_t> neighbours(graph.neighbour_array().begin(), graph.neighbour_array().end());
    std::vector<idx_t> parts(graph.vertex_count());
    auto vertices = static_cast<idx_t>(graph.vertex_count());
    idx_t part_count = std::max<idx_t>(2, vertices / static_cast<idx_t>(part_vertices));
    idx_t constraints = 1, cut = 0;
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    int const status =
        METIS_PartGraphRecursive(&vertices, &constraints, offsets.data(), neighbours.data(), nullptr, nullptr, nullptr,
                                 &part_count, nullptr, nullptr, options, &cut, parts.data());
    if (status != METIS_OK) {
        throw Error(
            fmt::format("METIS could not order {} (status {}): take the order bisect or ids", graph.source, status));
    }
    return parts;
}

} // namespace

std::string why_no_metis(Graph const& graph) {
    if (graph.neighbour_array().size() < static_cast<std::size_t>(std::numeric_limits<idx_t>::max())) return "";
    return "the graph has more edges than the METIS of this build can count";
}

VertexOrder metis_order(Graph const& graph, VertexId part_vertices) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    if (graph.edge_count() == 0) return order;
    std::vector<idx_t> const parts = parts_of(graph, part_vertices);
    std::ranges::stable_sort(order, {}, [&](VertexId v) { return parts[v]; });
    return order;
}

#else

std::string why_no_metis(Graph const&) { return "this build has no METIS: install libmetis-dev and build again"; }

VertexOrder metis_order(Graph const&, VertexId) { return {}; }

#endif

} // namespace cerrado::compression
