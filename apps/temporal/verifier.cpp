#include "temporal/verifier.hpp"

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace cerrado {

namespace {

using ArcRank = std::uint32_t;

// The ranks of each vertex's arcs, of both directions.
std::vector<std::vector<ArcRank>> ranks_at_vertices(Arcs const& arcs) {
    std::vector<std::vector<ArcRank>> ranks(arcs.graph.vertex_count());
    for (ArcRank rank = 0; rank < arcs.size(); ++rank) {
        ranks[arcs.source[rank]].push_back(rank);
        ranks[arcs.target[rank]].push_back(rank);
    }
    return ranks;
}

// Requires: `early` is not after `late`. The difference may be larger than the largest time.
bool is_within(Arcs const& arcs, ArcRank early, ArcRank late, std::int64_t span) {
    std::uint64_t const passed =
        static_cast<std::uint64_t>(arcs.time[late]) - static_cast<std::uint64_t>(arcs.time[early]);
    return passed <= static_cast<std::uint64_t>(span);
}

// Returns: the label of an arc in a column of rows, or, without a column, that of its edge. Empty: it has none.
std::string label_of(Arcs const& arcs, ArcRank rank, std::string const& column) {
    if (column.empty()) {
        GraphMarks const& marks = *arcs.graph.marks;
        auto const list = arcs.graph.neighbours(arcs.source[rank]);
        auto const place = static_cast<std::size_t>(std::ranges::find(list, arcs.target[rank]) - list.begin());
        std::uint32_t const label = marks.edge_labels[arcs.graph.offsets()[arcs.source[rank]] + place];
        return label == GraphMarks::no_label ? "" : marks.edge_label_names[label];
    }
    Cell const cell = (*arcs.graph.columns->row_column(column))[arcs.row[rank]];
    if (auto const* const number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
    if (auto const* const is_true = std::get_if<bool>(&cell)) return *is_true ? "true" : "false";
    auto const* const text = std::get_if<std::string>(&cell);
    return text != nullptr ? *text : "";
}

class TemporalVerifier {
public:
    TemporalVerifier(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings,
                     Look const& look)
        : arcs_(arcs),
          pattern_(pattern),
          settings_(settings),
          look_(look),
          at_vertex_(ranks_at_vertices(arcs)),
          chosen_(pattern.arcs.size()) {
        found_.of_arcs.resize(arcs.size());
        found_.of_vertices.resize(arcs.graph.vertex_count());
    }

    VerifiedTemporal run(ArcRank first_arcs) {
        for (ArcRank rank = 0; rank < std::min(first_arcs, arcs_.size()); ++rank) {
            first_ = rank;
            for (std::size_t arc = 0; arc < chosen_.size(); ++arc) {
                if (pattern_.before[arc] == 0) choose(arc, rank);
            }
        }
        divide(symmetries_of(pattern_));
        return std::move(found_);
    }

private:
    // Chooses the arc that is next in time. `last` is the rank of the latest one.
    void go_on(ArcRank last) {
        if (look_) look_();
        if (std::ranges::all_of(chosen_, [](auto const& rank) { return rank.has_value(); })) {
            visit();
            return;
        }
        for (std::size_t arc = 0; arc < chosen_.size(); ++arc) {
            if (!chosen_[arc] && has_all_before(arc)) go_on_with(arc, last);
        }
    }

    bool has_all_before(std::size_t arc) const {
        for (std::size_t other = 0; other < chosen_.size(); ++other) {
            if (is_before(other, arc) && !chosen_[other]) return false;
        }
        return true;
    }

    void go_on_with(std::size_t arc, ArcRank last) {
        auto const& from = image(pattern_.arcs[arc].from);
        auto const& to = image(pattern_.arcs[arc].to);
        if (from || to) {
            std::vector<ArcRank> const& ranks = at_vertex_[from ? *from : *to];
            for (auto rank = std::ranges::upper_bound(ranks, last); rank != ranks.end() && is_near(*rank); ++rank)
                choose(arc, *rank);
        } else {
            for (ArcRank rank = last + 1; rank < arcs_.size() && is_near(rank); ++rank) choose(arc, rank);
        }
    }

    void choose(std::size_t arc, ArcRank rank) {
        if (!pattern_.arc_labels.empty() && !pattern_.arc_labels[arc].empty() &&
            label_of(arcs_, rank, settings_.arc_labels) != pattern_.arc_labels[arc])
            return;
        for (std::size_t other = 0; other < chosen_.size(); ++other) {
            bool const is_tie = is_before(other, arc) && arcs_.time[chosen_[other].value()] == arcs_.time[rank];
            if (is_tie && settings_.ties == Ties::strict) return;
        }
        choose_ends(arc, rank, arcs_.source[rank], arcs_.target[rank]);
        if (pattern_.arcs[arc].is_either) choose_ends(arc, rank, arcs_.target[rank], arcs_.source[rank]);
    }

    void choose_ends(std::size_t arc, ArcRank rank, VertexId from, VertexId to) {
        auto const before = image_;
        if (put(pattern_.arcs[arc].from, from) && put(pattern_.arcs[arc].to, to)) {
            chosen_[arc] = rank;
            go_on(rank);
            chosen_[arc].reset();
        }
        image_ = before;
    }

    // Returns: whether x may be the image of this vertex.
    bool put(int vertex, VertexId x) {
        std::optional<VertexId>& own = image(vertex);
        if (own) return *own == x;
        if (std::ranges::find(image_, std::optional(x)) != image_.end() || !bears_label_of(vertex, x)) return false;
        own = x;
        return true;
    }

    bool bears_label_of(int vertex, VertexId x) const {
        if (pattern_.vertex_labels.empty()) return true;
        std::vector<std::string> const& asked = pattern_.vertex_labels[static_cast<std::size_t>(vertex)];
        if (asked.empty()) return true;
        GraphMarks const& marks = *arcs_.graph.marks;
        std::uint32_t const label = marks.labels.at(x);
        return label != GraphMarks::no_label && std::ranges::find(asked, marks.label_names[label]) != asked.end();
    }

    void visit() {
        std::vector<ArcRank> ranks;
        for (auto const& rank : chosen_) ranks.push_back(rank.value());
        std::ranges::sort(ranks);
        if (!keeps_gaps(ranks) || (pattern_.is_consecutive && !is_consecutive(ranks))) return;
        ++found_.count;
        for (ArcRank const rank : ranks) ++found_.of_arcs[rank];
        for (auto const& x : image_) {
            if (x) ++found_.of_vertices[*x];
        }
    }

    bool keeps_gaps(std::vector<ArcRank> const& ranks) const {
        for (std::size_t i = 0; i < pattern_.gaps.size(); ++i) {
            if (!is_within(arcs_, ranks[i], ranks[i + 1], pattern_.gaps[i])) return false;
        }
        return true;
    }

    bool is_consecutive(std::vector<ArcRank> const& ranks) const {
        for (auto const& x : image_) {
            if (!x) continue;
            std::vector<ArcRank> own; // the match's arcs at x
            for (ArcRank const rank : ranks) {
                if (arcs_.source[rank] == x || arcs_.target[rank] == x) own.push_back(rank);
            }
            std::vector<ArcRank> const& all = at_vertex_[*x];
            auto const first = std::ranges::lower_bound(all, own.front());
            if (!std::equal(own.begin(), own.end(), first)) return false;
        }
        return true;
    }

    void divide(std::uint64_t symmetries) {
        found_.count /= symmetries;
        for (WideCount& count : found_.of_arcs) count /= symmetries;
        for (WideCount& count : found_.of_vertices) count /= symmetries;
    }

    bool is_before(std::size_t i, std::size_t j) const { return (pattern_.before[j] >> i & 1U) != 0; }
    bool is_near(ArcRank rank) const { return is_within(arcs_, first_, rank, settings_.delta); }
    std::optional<VertexId>& image(int vertex) { return image_[static_cast<std::size_t>(vertex)]; }

    Arcs const& arcs_;
    TemporalPattern const& pattern_;
    TemporalSettings const& settings_;
    Look const& look_;
    std::vector<std::vector<ArcRank>> at_vertex_;
    ArcRank first_ = 0;
    std::vector<std::optional<ArcRank>> chosen_;                               // by arc of the pattern
    std::array<std::optional<VertexId>, TemporalPattern::max_vertices> image_; // by vertex of the pattern
    VerifiedTemporal found_;
};

// Returns: the number of permutations of the arcs that keep the order, and the ends when vertices become their images.
std::uint64_t count_arc_permutations(TemporalPattern const& pattern, std::vector<int> const& image,
                                     std::vector<std::size_t>& arcs) {
    std::size_t const i = arcs.size();
    if (i == pattern.arcs.size()) return 1;
    TemporalPattern::Arc const& arc = pattern.arcs[i];
    int const from = image[static_cast<std::size_t>(arc.from)], to = image[static_cast<std::size_t>(arc.to)];
    auto const is_before = [&](std::size_t x, std::size_t y) { return (pattern.before[y] >> x & 1U) != 0; };
    std::uint64_t count = 0;
    for (std::size_t j = 0; j < pattern.arcs.size(); ++j) {
        TemporalPattern::Arc const& other = pattern.arcs[j];
        bool const is_same = other.from == from && other.to == to;
        bool const is_turned = arc.is_either && other.from == to && other.to == from;
        bool const is_alike = pattern.arc_labels.empty() || pattern.arc_labels[i] == pattern.arc_labels[j];
        bool fits = other.is_either == arc.is_either && is_alike && (is_same || is_turned);
        for (std::size_t x = 0; x < i && fits; ++x) {
            fits = arcs[x] != j && is_before(x, i) == is_before(arcs[x], j) && is_before(i, x) == is_before(j, arcs[x]);
        }
        if (!fits) continue;
        arcs.push_back(j);
        count += count_arc_permutations(pattern, image, arcs);
        arcs.pop_back();
    }
    return count;
}

// Three arcs by the names u, v, w of their ends.

struct EndNames {
    char from, to;
    friend bool operator==(EndNames const&, EndNames const&) = default;
};
constexpr std::array<EndNames, 6> second_of_row{
    {{'w', 'v'}, {'v', 'w'}, {'w', 'u'}, {'u', 'w'}, {'v', 'u'}, {'u', 'v'}}};
constexpr std::array<EndNames, 6> third_of_column{
    {{'u', 'v'}, {'v', 'u'}, {'u', 'w'}, {'w', 'u'}, {'v', 'w'}, {'w', 'v'}}};

std::size_t place_in(std::array<EndNames, 6> const& names, EndNames const& wanted) {
    return static_cast<std::size_t>(std::ranges::find(names, wanted) - names.begin());
}

class TemporalMotifVerifier {
public:
    TemporalMotifVerifier(Arcs const& arcs, std::int64_t delta, Ties ties, Look const& look)
        : arcs_(arcs),
          delta_(delta),
          ties_(ties),
          look_(look),
          at_vertex_(ranks_at_vertices(arcs)) {
        found_.of_arcs.resize(arcs.size());
        found_.of_vertices.resize(arcs.graph.vertex_count());
    }

    VerifiedTemporalMotifs run(ArcRank first_arcs) {
        for (ArcRank first = 0; first < std::min(first_arcs, arcs_.size()); ++first) begin_with(first);
        return std::move(found_);
    }

private:
    void begin_with(ArcRank first) {
        if (look_) look_();
        std::vector<ArcRank> const window = window_of(first);
        for (std::size_t i = 0; i < window.size(); ++i) {
            for (std::size_t j = i + 1; j < window.size(); ++j) {
                if (look_) look_();
                if (is_before(first, window[i]) && is_before(window[i], window[j])) visit(first, window[i], window[j]);
            }
        }
    }

    // Returns: the arcs after it, within delta, that share a vertex with it. Ascending.
    std::vector<ArcRank> window_of(ArcRank first) const {
        std::set<ArcRank> window;
        for (VertexId const end : {arcs_.source[first], arcs_.target[first]}) {
            std::vector<ArcRank> const& ranks = at_vertex_[end];
            auto rank = std::ranges::upper_bound(ranks, first);
            for (; rank != ranks.end() && is_within(arcs_, first, *rank, delta_); ++rank) window.insert(*rank);
        }
        return {window.begin(), window.end()};
    }

    bool is_before(ArcRank a, ArcRank b) const { return ties_ == Ties::strict ? arcs_.time[a] < arcs_.time[b] : a < b; }

    void visit(ArcRank first, ArcRank second, ArcRank third) {
        VertexId const u = arcs_.source[first], v = arcs_.target[first];
        std::optional<VertexId> w;
        for (VertexId const x :
             {arcs_.source[second], arcs_.target[second], arcs_.source[third], arcs_.target[third]}) {
            if (x == u || x == v) continue;
            if (w.value_or(x) != x) return; // four vertices
            w = x;
        }
        auto const name = [&](VertexId x) { return x == u ? 'u' : x == v ? 'v' : 'w'; };
        auto const names = [&](ArcRank rank) { return EndNames{name(arcs_.source[rank]), name(arcs_.target[rank])}; };
        std::size_t const row = place_in(second_of_row, names(second));
        std::size_t const cell = 6 * row + place_in(third_of_column, names(third));
        ++found_.table[cell];
        for (VertexId const x : {u, v}) ++found_.of_vertices[x][cell];
        if (w) ++found_.of_vertices[*w][cell];
        for (ArcRank const rank : {first, second, third}) ++found_.of_arcs[rank][cell];
    }

    Arcs const& arcs_;
    std::int64_t delta_;
    Ties ties_;
    Look const& look_;
    std::vector<std::vector<ArcRank>> at_vertex_;
    VerifiedTemporalMotifs found_;
};

} // namespace

VerifiedTemporal verify_temporal(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings,
                                 std::uint32_t first_arcs, Look const& look) {
    return TemporalVerifier(arcs, pattern, settings, look).run(first_arcs);
}

std::uint64_t symmetries_of(TemporalPattern const& pattern) {
    std::vector<int> image(static_cast<std::size_t>(pattern.vertices()));
    std::iota(image.begin(), image.end(), 0);
    std::uint64_t count = 0;
    do {
        std::vector<std::size_t> arcs;
        bool keeps_labels = true;
        for (std::size_t v = 0; v < pattern.vertex_labels.size(); ++v)
            keeps_labels &= pattern.vertex_labels[v] == pattern.vertex_labels[static_cast<std::size_t>(image[v])];
        if (keeps_labels) count += count_arc_permutations(pattern, image, arcs);
    } while (std::ranges::next_permutation(image).found);
    return count;
}

VerifiedTemporalMotifs verify_temporal_motifs(Arcs const& arcs, std::int64_t delta, Ties ties, std::uint32_t first_arcs,
                                              Look const& look) {
    return TemporalMotifVerifier(arcs, delta, ties, look).run(first_arcs);
}

} // namespace cerrado
