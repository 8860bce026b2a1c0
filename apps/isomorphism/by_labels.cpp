#include "isomorphism/by_labels.hpp"

#include "library/form.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>

namespace cerrado {

namespace {

using Numbers = std::vector<std::uint32_t>; // of labels; 0: none

// Returns: for each vertex of the pattern the number of its label in a key, or 0 if its label is not discovered.
Numbers numbers_in(LabelKey key, Pattern const& pattern, int bits) {
    Numbers numbers(static_cast<std::size_t>(pattern.size()));
    for (int v = pattern.size(); v-- > 0;) {
        if (!pattern.discovers(v)) continue;
        numbers[static_cast<std::size_t>(v)] = static_cast<std::uint32_t>(key & ((LabelKey{1} << bits) - 1));
        key >>= bits;
    }
    return numbers;
}

// The least image of labels under the automorphisms of a pattern. The first number is made least, then the second by
// permutations that keep the first vertex in place, and so on. Labels may be equal, so several images can tie.
class LeastLabels {
public:
    explicit LeastLabels(Pattern const& pattern) : chain_(stabiliser_chain(pattern)) {
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.is_anti(v)) vertices_.push_back(static_cast<std::size_t>(v));
        }
        moves_ = std::ranges::any_of(chain_, [](auto const& moves) { return !moves.empty(); });
    }

    Numbers of(Numbers const& labels) const {
        if (!moves_) return labels;
        std::vector<Numbers> ties = {labels};
        for (std::size_t i = 0; i < vertices_.size(); ++i) {
            std::size_t const before = ties.size();
            for (std::size_t j = 0; j < before; ++j) {
                for (Permutation const& goes_to : chain_[i]) ties.push_back(moved(ties[j], goes_to));
            }
            keep_least(ties, vertices_[i]);
        }
        return ties.front();
    }

private:
    static Numbers moved(Numbers const& labels, Permutation const& goes_to) {
        Numbers moved(labels.size());
        for (std::size_t v = 0; v < labels.size(); ++v) moved[v] = labels[static_cast<std::size_t>(goes_to[v])];
        return moved;
    }

    static void keep_least(std::vector<Numbers>& ties, std::size_t v) {
        if (ties.size() == 1) return;
        std::uint32_t least = ties.front()[v];
        for (Numbers const& tie : ties) least = std::min(least, tie[v]);
        std::erase_if(ties, [&](Numbers const& tie) { return tie[v] != least; });
        std::ranges::sort(ties);
        ties.erase(std::unique(ties.begin(), ties.end()), ties.end());
    }

    std::vector<std::vector<Permutation>> chain_;
    std::vector<std::size_t> vertices_; // of a match
    bool moves_ = false;
};

std::vector<LabelsCount> counts_by_labels(LabelKeys::Result const& keys, Pattern const& pattern, Graph const& graph) {
    LeastLabels const least(pattern);
    int const bits = bits_of_label(graph);
    std::map<Numbers, WideCount> sums;
    for (auto const& [key, count] : keys) sums[least.of(numbers_in(key, pattern, bits))] += count;
    std::vector<LabelsCount> counts;
    for (auto const& [numbers, count] : sums) {
        LabelsCount& row = counts.emplace_back(LabelsCount{{}, count});
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.discovers(v)) continue;
            std::uint32_t const number = numbers[static_cast<std::size_t>(v)];
            row.labels.push_back(number == 0 ? "" : graph.marks->label_names[number - 1]);
        }
    }
    std::ranges::stable_sort(counts, std::ranges::greater(), &LabelsCount::count);
    return counts;
}

class WalkByLabels : public Decorator {
public:
    WalkByLabels(BoundApplication walk, Pattern const& pattern) : Decorator(std::move(walk)), pattern_(pattern) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        RunResult result = Decorator::run(graph, options);
        result.of<ByLabels>() = counts_by_labels(result.of<LabelKeys>(), pattern_, graph.graph());
        result.of<LabelKeys>() = {};
        return result;
    }

protected:
    RunOptions given(Graph const& graph, RunOptions options) const override {
        if (!has_labels(graph)) return options; // the plan refuses it
        int const bits = bits_of_label(graph), most = 8 * static_cast<int>(sizeof(LabelKey));
        if (std::popcount(pattern_.discovered()) * bits <= most) return options;
        throw InputError(
            fmt::format("the pattern discovers the labels of {} vertices, and with the {} labels of this graph it can "
                        "discover {} at once: ask for the labels of fewer vertices",
                        std::popcount(pattern_.discovered()), graph.marks->label_names.size(), most / bits));
    }

private:
    Pattern const pattern_;
};

} // namespace

int bits_of_label(Graph const& graph) { return static_cast<int>(std::bit_width(graph.marks->label_names.size())); }

BoundApplication by_labels(MatchQuery const& query, std::vector<int> const& order, MarkedPlanOf const& plan_of) {
    LabelPlaces places;
    for (int v = 0; v < query.pattern.size(); ++v) {
        if (!query.pattern.discovers(v)) continue;
        places.place[places.count++] = static_cast<std::uint8_t>(std::ranges::find(order, v) - order.begin());
    }
    BoundApplication const walk = label_keys_form(plan_of, static_cast<int>(order.size()), places);
    return make_form<WalkByLabels>(walk, query.pattern);
}

} // namespace cerrado
