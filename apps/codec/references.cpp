#include "codec/references.hpp"

#include "codec/estimate.hpp"

#include <cerrado/graph/cgz/cgz.hpp>

#include <algorithm>
#include <atomic>

namespace cerrado::compression {
namespace {

using namespace detail::cgz;

// Adds up what numbers cost.
class CostSum {
public:
    explicit CostSum(NumberCosts const& costs) : costs_(costs) {}
    void put(int stream, std::uint64_t number) { sum_ += costs_[static_cast<std::size_t>(stream)][coded(number).byte]; }
    float sum() const { return sum_; }

private:
    NumberCosts const& costs_;
    float sum_ = 0;
};

std::size_t common(std::span<VertexId const> a, std::span<VertexId const> b) {
    if (a.empty() || b.empty() || a.back() < b.front() || b.back() < a.front()) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) { // steps without a branch to guess
        VertexId const u = a[i], v = b[j];
        count += u == v ? 1 : 0;
        i += u <= v ? 1 : 0;
        j += v <= u ? 1 : 0;
    }
    return count;
}

// For one thread.
class Chooser {
public:
    Chooser(GroupedLists const& lists, NumberCosts const& costs) : lists_(lists), costs_(costs) {}

    // How far back the list is that v's refers to, at most `farthest`, or 0.
    std::uint8_t choose(VertexId v, VertexId farthest) {
        constexpr std::size_t least_part = 8; // of either list is in common where it pays
        auto const list = lists_.list(v);
        if (list.empty()) return 0;
        CostSum alone(costs_);
        alone.put(reference_stream, 0);
        put_list(v, list, alone);
        float least = alone.sum();
        std::uint8_t best = 0;
        for (VertexId back = 1; back <= farthest; ++back) {
            auto const other = lists_.list(v - back);
            if (std::max(list.size(), other.size()) > least_part * std::min(list.size(), other.size())) continue;
            std::size_t const both = common(list, other);
            if (both == 0 || both * least_part < std::max(list.size(), other.size())) continue;
            split_.split(list, other);
            CostSum referring(costs_);
            referring.put(reference_stream, back);
            put_split_list(v, split_, referring);
            if (referring.sum() >= least) continue;
            least = referring.sum();
            best = static_cast<std::uint8_t>(back);
        }
        return best;
    }

private:
    GroupedLists const& lists_;
    NumberCosts const& costs_;
    ListSplit split_;
};

// Of lists none of which refers, as if near ones and short runs were frequent.
NumberCosts first_costs(GroupedLists const& lists) {
    constexpr std::uint64_t most = 64;
    StreamCounts counts = counts_of(lists);
    counts.put(reference_stream, 0, most);
    for (std::uint64_t i = 1; i <= most; ++i) {
        if (i <= farthest_reference) counts.put(reference_stream, i, most / i);
        for (int const stream : {run_count_stream, left_out_stream, copied_stream}) counts.put(stream, i - 1, most / i);
    }
    return counts.costs();
}

} // namespace

void choose_references(GroupedLists& lists, Team& team) {
    std::vector<BlockRange> const ranges = block_ranges(lists);
    NumberCosts const costs = lists.references.empty() ? first_costs(lists) : counts_of(lists).costs();
    std::vector<std::uint8_t> references(lists.vertex_count());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        Chooser chooser(lists, costs);
        for (std::size_t i; (i = next++) < ranges.size();) {
            for (VertexId before = 0; before < ranges[i].vertices; ++before) {
                VertexId const v = ranges[i].first + before;
                references[v] = chooser.choose(v, std::min(before, farthest_reference));
            }
        }
    });
    lists.references = std::move(references);
}

} // namespace cerrado::compression
