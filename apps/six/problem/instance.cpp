#include "six/problem/instance.hpp"

#include "isomorphism/plan/plan.hpp"
#include "six/problem/matrices.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace cerrado {

namespace six {
namespace {

constexpr int least_pattern = 3;

std::uint64_t nodes_of(int interpolated) {
    std::uint64_t nodes = 1;
    for (int i = 0; i < interpolated; ++i) nodes *= 7;
    return nodes;
}

void check_pattern(Pattern const& pattern) {
    if (pattern.size() < least_pattern || pattern.size() > six_vertices) {
        throw InputError(
            fmt::format("the pattern has {}; this counts patterns of {} to {}, others with a walk: cerrado match",
                        counted(static_cast<WideCount>(pattern.size()), "vertex"), least_pattern, six_vertices));
    }
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) continue;
        throw InputError(fmt::format(
            "vertex {} of the pattern stands for nobody, which no pair of vertices can say: drop it, or count "
            "with a walk: cerrado match",
            v));
    }
    pattern.require_connected();
}

void check_graph(Graph const& graph, SixQuery const& query) {
    VertexId const vertices = graph.vertex_count();
    if (vertices > max_six_graph_vertices) {
        throw InputError(fmt::format("the graph has {}, and a proof takes at most {}: take a part of it",
                                     counted(vertices, "vertex"), grouped(max_six_graph_vertices)));
    }
    if (vertices < six_vertices) {
        throw InputError(fmt::format("the graph has {}, and six of them must differ: add vertices without edges",
                                     counted(vertices, "vertex")));
    }
    if (graph.oriented()) throw InputError("the graph is oriented: give it as it was before");
    if (!query.pattern.has_marks()) return;
    // It refuses what the graph lacks.
    marked_plan_of({.pattern = query.pattern, .induced = query.induced, .labels_may_lack = query.labels_may_lack}, {},
                   graph);
}

void check_split(int bits, int split) {
    if (split < 0 || split > bits) {
        throw InputError(fmt::format("the split is {}; choose 0 to {}, as a vertex has {}", split, bits,
                                     counted(static_cast<WideCount>(bits), "bit")));
    }
    if (transforms_fit(bits, split)) return;
    int least = split;
    while (!transforms_fit(bits, least)) ++least;
    throw InputError(fmt::format("a split of {} needs {} points, whose transforms are too large: choose {} or more",
                                 split, grouped(3 * nodes_of(bits - split) - 2), least));
}

std::uint64_t checksum_of_parts(SixParts const& parts) {
    ByteWriter to;
    to.put(parts.bits);
    to.put(parts.vertices);
    to.put(parts.split);
    to.put(parts.pattern_vertices);
    to.put(parts.automorphisms);
    to.put_all(std::span<std::uint64_t const>(parts.words));
    return checksum_of(to.bytes());
}

// How often a map of the pattern's vertices comes with others for the free ones.
std::uint64_t free_maps(SixParts const& parts) {
    std::uint64_t maps = 1;
    for (int placed = parts.pattern_vertices; placed < six_vertices; ++placed) {
        maps *= std::max(1u, parts.vertices - std::min(parts.vertices, static_cast<std::uint32_t>(placed)));
    }
    return maps;
}

} // namespace

bool transforms_fit(int bits, int split) {
    std::uint64_t const points = 3 * nodes_of(bits - split) - 2;
    return std::bit_ceil(3 * points) <= max_transform_points;
}

} // namespace six

SixInstance::SixInstance(SixParts parts) : parts_(std::move(parts)), checksum_(six::checksum_of_parts(parts_)) {
    if (bits() < 1 || bits() > six::max_bits || vertices() < 1 || vertices() > padded() ||
        pattern_vertices() < six::least_pattern || pattern_vertices() > six_vertices || automorphisms() < 1 ||
        parts_.words.size() != six_pairs * padded() * row_words()) {
        throw InputError("the parts of the instance do not fit each other: prepare it again");
    }
    six::check_split(bits(), split());
}

std::uint64_t SixInstance::nodes() const { return six::nodes_of(bits() - split()); }

std::span<std::uint64_t const> SixInstance::matrix(int pair) const {
    std::size_t const size = padded() * row_words();
    return std::span(parts_.words).subspan(static_cast<std::size_t>(pair) * size, size);
}

std::span<std::uint64_t const> SixInstance::row(int pair, std::uint32_t x) const {
    return matrix(pair).subspan(x * row_words(), row_words());
}

WideCount SixInstance::count_of(WideCount maps) const {
    WideCount const of_a_match = WideCount{automorphisms()} * six::free_maps(parts_);
    if (maps % of_a_match == 0) return maps / of_a_match;
    throw Error(fmt::format("there would be {}, which is no multiple of the {} that a match has: the proof is wrong",
                            counted(maps, "map"), grouped(of_a_match)));
}

SixInstance prepare_six(Graph const& graph, SixQuery const& query) {
    six::check_pattern(query.pattern);
    six::check_graph(graph, query);
    SixParts parts;
    parts.bits = std::bit_width(graph.vertex_count() - 1);
    parts.vertices = graph.vertex_count();
    parts.split = query.split.value_or(std::min(2, parts.bits - 1));
    six::check_split(parts.bits, parts.split);
    parts.pattern_vertices = query.pattern.size();
    parts.automorphisms = static_cast<std::uint64_t>(automorphisms(query.pattern).count);
    parts.pattern = query.text.empty() ? six::pattern_items(query.pattern) : query.text;
    if (query.induced) parts.pattern += ", induced";
    parts.words = six::pair_matrices(graph, query.pattern, query.induced, parts.bits);
    return SixInstance(std::move(parts));
}

} // namespace cerrado
