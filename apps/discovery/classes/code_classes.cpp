#include "discovery/classes/code_classes.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/team.hpp>

#include <algorithm>
#include <utility>

namespace cerrado::discovery {

namespace {

// Sorts them, and makes one of those of a class.
void join_equal(ClassCounts& counts) {
    std::ranges::sort(counts, {}, [](auto const& one) { return one.first; });
    ClassCounts joined;
    for (auto const& [number, count] : counts) {
        if (joined.empty() || joined.back().first != number) joined.emplace_back(number, 0);
        add_to(joined.back().second, count);
    }
    counts = std::move(joined);
}

} // namespace

void CodeClasses::append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts) {
    std::vector<std::uint64_t> codes; // each once
    std::vector<std::uint32_t> place; // in these, by count
    place.reserve(found.counts.size());
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    for (CodeCount const& one : found.counts) {
        auto const [known, is_new] = places.try_emplace(one.code, static_cast<std::uint32_t>(codes.size()));
        if (is_new) codes.push_back(one.code);
        place.push_back(known->second);
    }
    std::vector<PatternWord> const forms = forms_of(codes);
    std::size_t const first = counts.size();
    counts.resize(first + groups);
    for (std::size_t i = 0; i < place.size(); ++i) {
        counts[first + found.counts[i].group].emplace_back(forms[place[i]], found.counts[i].count);
    }
    for (std::size_t group = 0; group < groups; ++group) join_equal(counts[first + group]);
}

// Who comes second finds most of what the first one has labelled.
std::vector<PatternWord> CodeClasses::forms_of(std::vector<std::uint64_t> const& codes) {
    constexpr std::size_t worth_a_thread = 2000; // some milliseconds
    std::lock_guard const lock(mutex_);
    std::vector<std::uint64_t> fresh;
    for (std::uint64_t const code : codes) {
        if (!known_.contains(code)) fresh.push_back(code);
    }
    std::vector<PatternWord> labelled(fresh.size());
    auto const members = std::min<std::size_t>(static_cast<std::size_t>(threads_), fresh.size() / worth_a_thread + 1);
    Team(static_cast<int>(members)).run([&](Member member) {
        member.for_part_of(fresh.size(), [&](std::size_t i) { labelled[i] = canonical_of_(fresh[i]); });
    });
    for (std::size_t i = 0; i < fresh.size(); ++i) known_.emplace(fresh[i], labelled[i]);
    std::vector<PatternWord> forms;
    forms.reserve(codes.size());
    for (std::uint64_t const code : codes) forms.push_back(known_.at(code));
    return forms;
}

PatternWord canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code) {
    std::vector<std::uint32_t> masks; // of the last vertex first
    for (int length = k - 1; length >= tables.k(); --length) {
        masks.push_back(static_cast<std::uint32_t>(code & ((std::uint64_t{1} << 2 * length) - 1)));
        code >>= 2 * length;
    }
    PatternWord arcs = tables.representatives(tables.k())[code];
    for (int length = tables.k(); length < k; ++length) {
        arcs = extend_arcs(length, arcs, masks.back());
        masks.pop_back();
    }
    return canonical_arcs(k, arcs).arcs;
}

} // namespace cerrado::discovery
