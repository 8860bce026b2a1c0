#include "discovery/classes/code_classes.hpp"

#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/canonical_form.hpp>

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
    std::size_t const first = counts.size();
    counts.resize(first + groups);
    std::unordered_map<std::uint64_t, std::uint64_t> seen; // in this run, so that threads seldom wait
    for (CodeCount const& one : found.counts) {
        auto const [place, is_new] = seen.try_emplace(one.code, 0);
        if (is_new) {
            std::lock_guard const lock(mutex_);
            place->second = canonical(one.code);
        }
        counts[first + one.group].emplace_back(place->second, one.count);
    }
    for (std::size_t group = 0; group < groups; ++group) join_equal(counts[first + group]);
}

std::uint64_t CodeClasses::canonical(std::uint64_t code) {
    auto const [place, is_new] = known_.try_emplace(code, 0);
    if (is_new) place->second = canonical_of_(code);
    return place->second;
}

std::uint64_t canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code) {
    std::vector<std::uint32_t> masks; // of the last vertex first
    for (int length = k - 1; length >= tables.k(); --length) {
        masks.push_back(static_cast<std::uint32_t>(code & ((std::uint64_t{1} << 2 * length) - 1)));
        code >>= 2 * length;
    }
    std::uint64_t arcs = tables.representatives(tables.k())[code];
    for (int length = tables.k(); length < k; ++length) {
        arcs = extend_arcs(length, arcs, masks.back());
        masks.pop_back();
    }
    return canonical_arcs(k, arcs).adjacency;
}

} // namespace cerrado::discovery
