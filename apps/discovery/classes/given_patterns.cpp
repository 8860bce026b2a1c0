#include "discovery/classes/given_patterns.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace cerrado::discovery {

namespace {

bool has_edge(PatternKind kind, std::uint64_t graph, int from, int to) {
    return kind == PatternKind::directed ? has_arc(graph, from, to) : adjacent(graph, from, to);
}

std::optional<std::uint64_t> form_of(Pattern const& pattern, PatternKind kind) {
    if (kind == PatternKind::directed) {
        std::optional<std::uint64_t> const arcs = arcs_of(pattern);
        if (!arcs) return std::nullopt;
        return canonical_arcs(pattern.size(), *arcs).adjacency;
    }
    std::optional<CanonicalForm> const form = canonical_form(pattern);
    if (!form) return std::nullopt;
    return form->adjacency;
}

// Counts the maps of one pattern onto the vertices of another that keep its edges.
class Maps {
public:
    Maps(PatternKind kind, int k, std::uint64_t from, std::uint64_t to) : kind_(kind), k_(k), from_(from), to_(to) {}

    Count count(int v = 0, std::uint32_t taken = 0) {
        if (v == k_) return 1;
        Count sum = 0;
        for (int image = 0; image < k_; ++image) {
            if ((taken >> image & 1) != 0 || !keeps_edges(v, image)) continue;
            images_[v] = image;
            sum += count(v + 1, taken | std::uint32_t{1} << image);
        }
        return sum;
    }

private:
    bool keeps_edges(int v, int image) const {
        for (int u = 0; u < v; ++u) {
            if (has_edge(kind_, from_, u, v) && !has_edge(kind_, to_, images_[u], image)) return false;
            if (has_edge(kind_, from_, v, u) && !has_edge(kind_, to_, image, images_[u])) return false;
        }
        return true;
    }

    PatternKind kind_;
    int k_;
    std::uint64_t from_, to_;
    int images_[max_adjacency_vertices] = {};
};

} // namespace

GivenPatterns::GivenPatterns(std::vector<Pattern> const& patterns, PatternKind kind, int k, bool edge_induced)
    : kind_(kind),
      k_(k),
      edge_induced_(edge_induced) {
    for (Pattern const& pattern : patterns) {
        if (pattern.size() != k) {
            throw InputError(
                fmt::format("patterns of {} and of {} vertices are searched for one after the other: give "
                            "those of one size",
                            k, pattern.size()));
        }
        pattern.require_connected();
        std::optional<std::uint64_t> const form = form_of(pattern, kind);
        if (!form) {
            throw InputError(kind == PatternKind::directed
                                 ? "network motifs of a directed graph are given by their arcs alone, as 0>1,1>2"
                                 : "network motifs are given by their edges alone, as 0-1,1-2, without arcs, labels or "
                                   "pairs that are not adjacent");
        }
        if (std::ranges::find(forms_, *form) != forms_.end()) {
            throw InputError(fmt::format("pattern {} was given before: give each once", forms_.size() + 1));
        }
        forms_.push_back(*form);
        automorphisms_.push_back(Maps(kind, k, *form, *form).count());
    }
}

Count GivenPatterns::copies(std::size_t pattern, std::uint64_t form) const {
    if (!edge_induced_) return forms_[pattern] == form ? 1 : 0;
    if (std::popcount(forms_[pattern]) > std::popcount(form)) return 0;
    return Maps(kind_, k_, forms_[pattern], form).count() / automorphisms_[pattern];
}

std::vector<Count> const& GivenPatterns::copies_in(std::uint64_t form) {
    auto const [place, is_new] = copies_in_.try_emplace(form);
    if (is_new) {
        for (std::size_t pattern = 0; pattern < size(); ++pattern) place->second.push_back(copies(pattern, form));
    }
    return place->second;
}

ClassCounts GivenPatterns::counts_of(ClassCounts const& classes,
                                     std::function<std::uint64_t(std::uint64_t)> const& canonical) {
    ClassCounts counts;
    for (std::size_t pattern = 0; pattern < size(); ++pattern) counts.emplace_back(pattern, 0);
    for (auto const& [number, count] : classes) {
        std::vector<Count> const& copies = copies_in(canonical(number));
        for (std::size_t pattern = 0; pattern < size(); ++pattern) {
            WideCount& sum = counts[pattern].second;
            if (copies[pattern] != 0 && count > (~WideCount{0} - sum) / copies[pattern]) {
                throw InputError("there are more subgraphs than 128 bits can count: give smaller patterns");
            }
            sum += copies[pattern] * count;
        }
    }
    return counts;
}

} // namespace cerrado::discovery
