#include "six/problem/matrices.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

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
