#include <cerrado/canonical/edge_induced.hpp>

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>

namespace cerrado {

namespace {

// The patterns of a table, and what is left of each where an edge is taken away.
class Fewer {
public:
    explicit Fewer(TransitionTable const& tables)
        : k_(tables.k()),
          patterns_(tables.representatives(k_)),
          left_(patterns_.size()) {
        class_of_.reserve(patterns_.size());
        for (std::size_t i = 0; i < patterns_.size(); ++i) class_of_.emplace(patterns_[i], i);
    }

    std::size_t size() const { return patterns_.size(); }
    int edges(std::size_t pattern) const { return std::popcount(patterns_[pattern]); }

    // The connected ones, one for each edge.
    std::vector<std::size_t> const& left_of(std::size_t pattern) {
        std::vector<std::size_t>& left = left_[pattern];
        if (!left.empty() || edges(pattern) < k_) return left; // of a tree nothing connected is left
        for (std::uint64_t edges = patterns_[pattern]; edges != 0; edges &= edges - 1) {
            std::uint64_t const edge = edges & (~edges + 1);
            auto const found = class_of_.find(canonical_form(k_, patterns_[pattern] & ~edge).adjacency);
            if (found != class_of_.end()) left.push_back(found->second);
        }
        return left;
    }

private:
    int k_;
    std::vector<std::uint64_t> const& patterns_;
    std::unordered_map<std::uint64_t, std::size_t> class_of_;
    std::vector<std::vector<std::size_t>> left_;
};

void add(WideCount& sum, WideCount count) {
    if (sum > ~count) throw InputError("there are more subgraphs than 128 bits can count: take fewer vertices");
    sum += count;
}

} // namespace

std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced) {
    Fewer fewer(tables);
    std::vector<std::vector<std::size_t>> of_edges(64); // patterns by their edges
    for (std::size_t i = 0; i < fewer.size(); ++i) of_edges[static_cast<std::size_t>(fewer.edges(i))].push_back(i);
    std::vector<WideCount> counts = induced;
    std::vector<WideCount> here(fewer.size());
    for (std::size_t begin = 0; begin < of_edges.size(); ++begin) {
        for (std::size_t const i : of_edges[begin]) here[i] = induced[i];
        // Sets of `taken` edges: each is met once by each of its edges as the last.
        for (std::size_t taken = 1; taken <= begin; ++taken) {
            bool is_any = false;
            for (std::size_t const i : of_edges[begin - taken + 1]) {
                if (here[i] == 0) continue;
                is_any = true;
                for (std::size_t const left : fewer.left_of(i)) add(here[left], here[i]);
                here[i] = 0;
            }
            if (!is_any) break;
            for (std::size_t const i : of_edges[begin - taken]) {
                here[i] /= taken;
                add(counts[i], here[i]);
            }
        }
    }
    return counts;
}

} // namespace cerrado
