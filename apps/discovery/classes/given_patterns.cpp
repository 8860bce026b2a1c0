#include "discovery/classes/given_patterns.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cerrado::discovery {

namespace {

std::optional<PatternWord> form_of(Pattern const& pattern, PatternKind kind) {
    if (kind == PatternKind::directed) {
        std::optional<PatternWord> const arcs = arcs_of(pattern);
        if (!arcs) return std::nullopt;
        return canonical_arcs(pattern.size(), *arcs).arcs;
    }
    std::optional<CanonicalForm> const form = canonical_form(pattern);
    if (!form) return std::nullopt;
    return form->adjacency;
}

} // namespace

PatternWord plain_form(Pattern const& pattern, PatternKind kind) {
    std::optional<PatternWord> const form = form_of(pattern, kind);
    if (form) return *form;
    throw InputError(kind == PatternKind::directed
                         ? "network motifs of a directed graph are given by their arcs alone, as 0>1,1>2"
                         : "network motifs are given by their edges alone, as 0-1,1-2, without arcs, labels or pairs "
                           "that are not adjacent");
}

GivenPatterns::GivenPatterns(std::vector<Pattern> const& patterns, PatternKind kind, int k, bool edge_induced,
                             FormOf const& form_of)
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
        PatternWord const form = form_of(pattern);
        if (std::ranges::find(forms_, form) != forms_.end()) {
            throw InputError(fmt::format("pattern {} was given before: give each once", forms_.size() + 1));
        }
        forms_.push_back(form);
        if (edge_induced) copies_.emplace_back(pattern);
    }
}

std::vector<Count> const& GivenPatterns::copies_in(PatternWord form) {
    auto const [place, is_new] = copies_in_.try_emplace(form);
    if (!is_new) return place->second;
    if (!edge_induced_) {
        for (PatternWord const one : forms_) place->second.push_back(one == form ? 1 : 0);
        return place->second;
    }
    SmallRows const rows(kind_, k_, form);
    for (PatternCopies const& copies : copies_) place->second.push_back(copies.in(rows));
    return place->second;
}

ClassCounts GivenPatterns::counts_of(ClassCounts const& classes,
                                     std::function<PatternWord(PatternWord)> const& canonical) {
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
