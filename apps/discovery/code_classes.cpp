#include "discovery/code_classes.hpp"

#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/canonical_form.hpp>

#include <algorithm>
#include <utility>

namespace cerrado::discovery {

void CodeClasses::append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts) {
    std::vector<std::pair<std::uint64_t, std::size_t>> order; // canonical form and place
    {
        std::lock_guard const lock(mutex_);
        for (std::size_t i = 0; i < found.codes.size(); ++i) order.emplace_back(canonical(found.codes[i]), i);
    }
    std::ranges::sort(order);
    std::size_t const first = counts.size();
    counts.resize(first + groups);
    for (auto const& [form, place] : order) {
        for (std::size_t group = 0; group < groups; ++group) {
            WideCount const count = found.counts[place * groups + group];
            if (count == 0) continue;
            ClassCounts& of_group = counts[first + group];
            if (of_group.empty() || of_group.back().first != form) of_group.emplace_back(form, 0);
            add_to(of_group.back().second, count);
        }
    }
}

std::uint64_t CodeClasses::canonical(std::uint64_t code) {
    auto const [place, is_new] = known_.try_emplace(code, 0);
    if (!is_new) return place->second;
    std::vector<std::uint32_t> masks; // of the last vertex first
    for (int length = k_ - 1; length >= tables_.k(); --length) {
        masks.push_back(static_cast<std::uint32_t>(code & ((std::uint64_t{1} << 2 * length) - 1)));
        code >>= 2 * length;
    }
    std::uint64_t arcs = tables_.representatives(tables_.k())[code];
    for (int length = tables_.k(); length < k_; ++length) {
        arcs = extend_arcs(length, arcs, masks.back());
        masks.pop_back();
    }
    return place->second = canonical_arcs(k_, arcs).adjacency;
}

} // namespace cerrado::discovery
