#include "six/instance.hpp"

#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/six.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace cerrado::six {

namespace {

// What there is from one vertex of the graph to another.
struct Joined {
    bool adjacent = false;
    bool goes = false, comes = false;                    // an arc
    std::string const *label = nullptr, *back = nullptr; // of the edge, or of these arcs
};

// Joined of a vertex and its neighbours.
class Entries {
public:
    explicit Entries(Graph const& graph) : graph_(graph) {}

    Joined at(VertexId x, std::size_t i) const {
        Joined joined{.adjacent = true};
        EdgeOffset const entry = graph_.offsets()[x] + i;
        if (is_directed(graph_)) {
            joined.goes = (graph_.marks->arcs[entry] & GraphMarks::arc_to) != 0;
            joined.comes = (graph_.marks->arcs[entry] & GraphMarks::arc_from) != 0;
        }
        if (has_edge_labels(graph_)) {
            VertexId const y = graph_.neighbours(x)[i];
            auto const list = graph_.neighbours(y);
            auto const there = std::ranges::lower_bound(list, x) - list.begin();
            joined.label = label_of(entry);
            joined.back = label_of(graph_.offsets()[y] + static_cast<EdgeOffset>(there));
        }
        return joined;
    }

private:
    std::string const* label_of(EdgeOffset entry) const {
        std::uint32_t const label = graph_.marks->edge_labels[entry];
        return label == GraphMarks::no_label ? nullptr : &graph_.marks->edge_label_names[label];
    }

    Graph const& graph_;
};

// What the pattern asks of two of its vertices.
class PairRule {
public:
    PairRule(Pattern const& pattern, int u, int v, bool induced) {
        auto const has = [](Pattern::Vertices set, int w) { return (set >> w & 1) != 0; };
        must_join_ = has(pattern.neighbours(u), v);
        must_not_ = has(pattern.strangers(u), v) || (induced && !must_join_);
        must_go_ = has(pattern.arcs_from(u), v);
        must_come_ = has(pattern.arcs_from(v), u);
        // Of two that an arc joins, and no edge either way, there is no other arc.
        bool const only_these = induced && (must_go_ || must_come_) && !has(pattern.edges(u), v);
        must_not_go_ = has(pattern.no_arcs_from(u), v) || (only_these && !must_go_);
        must_not_come_ = has(pattern.no_arcs_from(v), u) || (only_these && !must_come_);
        edge_ = pattern.edge_label(u, v);
        there_ = pattern.arc_label(u, v);
        back_ = pattern.arc_label(v, u);
    }

    bool allows(Joined const& joined) const {
        auto const is = [](std::string const* label, std::string const& asked) { return label && *label == asked; };
        return !(must_join_ && !joined.adjacent) && !(must_not_ && joined.adjacent) && !(must_go_ && !joined.goes) &&
               !(must_come_ && !joined.comes) && !(must_not_go_ && joined.goes) && !(must_not_come_ && joined.comes) &&
               (edge_.empty() || is(joined.label, edge_) || is(joined.back, edge_)) &&
               (there_.empty() || is(joined.label, there_)) && (back_.empty() || is(joined.back, back_));
    }

private:
    bool must_join_, must_not_, must_go_, must_come_, must_not_go_, must_not_come_;
    std::string edge_, there_, back_; // labels; empty: any
};

class Matrices {
public:
    Matrices(Graph const& graph, Pattern const& pattern, int bits)
        : graph_(graph),
          pattern_(pattern),
          rows_(std::size_t{1} << bits),
          row_words_((rows_ + 63) / 64),
          words_(six_pairs * rows_ * row_words_) {
        std::vector<VertexId> ascending(graph.vertex_count());
        std::iota(ascending.begin(), ascending.end(), VertexId{0});
        std::ranges::sort(ascending, {}, [&](VertexId v) { return graph.original_id(v); });
        place_.resize(ascending.size());
        for (VertexId i = 0; i < ascending.size(); ++i) place_[ascending[i]] = i;
        for (int v = 0; v < six_vertices; ++v) candidates_.push_back(candidates_of(v));
    }

    std::vector<std::uint64_t> of(bool induced) {
        Pattern asked(six_vertices); // nothing is said of vertices that the pattern lacks
        for (int v = 1; v < six_vertices; ++v) {
            for (int u = 0; u < v; ++u) {
                bool const is_free = v >= pattern_.size();
                fill(u, v, is_free ? PairRule(asked, u, v, false) : PairRule(pattern_, u, v, induced));
            }
        }
        return std::move(words_);
    }

private:
    using Bits = std::vector<std::uint64_t>;
    static void set(std::span<std::uint64_t> row, VertexId y, bool value) {
        std::uint64_t const bit = std::uint64_t{1} << y % 64;
        if (value)
            row[y / 64] |= bit;
        else
            row[y / 64] &= ~bit;
    }

    // The places of vertices that bear what is asked of v.
    Bits candidates_of(int v) const {
        Bits bits(row_words_);
        for (VertexId x = 0; x < place_.size(); ++x) {
            if (v >= pattern_.size() || bears_label(pattern_.labels(v), x)) set(bits, place_[x], true);
        }
        return bits;
    }
    bool bears_label(std::vector<std::string> const& any_of, VertexId x) const {
        if (any_of.empty()) return true;
        std::uint32_t const label = graph_.marks->labels[x];
        return label != GraphMarks::no_label &&
               std::ranges::find(any_of, graph_.marks->label_names[label]) != any_of.end();
    }

    void fill(int u, int v, PairRule const& rule) {
        Entries const entries(graph_);
        bool const allows_strangers = rule.allows({});
        Bits const& of_u = candidates_[static_cast<std::size_t>(u)];
        Bits const& of_v = candidates_[static_cast<std::size_t>(v)];
        auto const first = static_cast<std::size_t>(six_pair(u, v)) * rows_;
        for (VertexId x = 0; x < place_.size(); ++x) {
            VertexId const at = place_[x];
            if ((of_u[at / 64] >> at % 64 & 1) == 0) continue;
            std::span<std::uint64_t> const row(words_.data() + (first + at) * row_words_, row_words_);
            if (allows_strangers) std::ranges::fill(row, ~std::uint64_t{0});
            auto const list = graph_.neighbours(x);
            for (std::size_t i = 0; i < list.size(); ++i) set(row, place_[list[i]], rule.allows(entries.at(x, i)));
            set(row, at, false);
            for (std::size_t i = 0; i < row.size(); ++i) row[i] &= of_v[i];
        }
    }

    Graph const& graph_;
    Pattern const& pattern_;
    std::size_t rows_, row_words_;
    Bits words_;
    std::vector<VertexId> place_;  // of each vertex, by ascending original id
    std::vector<Bits> candidates_; // of each of the six
};

void add_items_of_pair(std::vector<std::string>& items, Pattern const& pattern, int u, int v) {
    auto const has = [](Pattern::Vertices set, int w) { return (set >> w & 1) != 0; };
    auto const add = [&](int from, char const* sign, int to, std::string const& label = {}) {
        items.push_back(fmt::format("{}{}{}{}{}", from, sign, to, label.empty() ? "" : "/", label));
    };
    std::string const& label = pattern.edge_label(u, v);
    if (has(pattern.edges(u), v) || !label.empty()) add(u, "-", v, label);
    if (has(pattern.strangers(u), v)) add(u, "~", v);
    for (auto const& [from, to] : {std::pair{u, v}, std::pair{v, u}}) {
        if (has(pattern.arcs_from(from), to)) add(from, ">", to, pattern.arc_label(from, to));
        if (has(pattern.no_arcs_from(from), to)) add(from, "~>", to);
    }
}

} // namespace

std::vector<std::uint64_t> pair_matrices(Graph const& graph, Pattern const& pattern, bool induced, int bits) {
    return Matrices(graph, pattern, bits).of(induced);
}

std::string pattern_items(Pattern const& pattern) {
    std::vector<std::string> items;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.labels(v).empty()) items.push_back(fmt::format("{}:{}", v, fmt::join(pattern.labels(v), "|")));
    }
    for (int u = 0; u < pattern.size(); ++u) {
        for (int v = u + 1; v < pattern.size(); ++v) add_items_of_pair(items, pattern, u, v);
    }
    return fmt::format("{}", fmt::join(items, ","));
}

} // namespace cerrado::six

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
