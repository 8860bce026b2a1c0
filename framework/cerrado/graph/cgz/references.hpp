// References: a list is told by what it shares with one of the 32 lists before it in its block. From that list's
// highest entry on, runs are copied and left out by turns, and the first run is copied. The last run goes without
// saying. The entries that the list does not share come as gaps.
#pragma once

#include <cerrado/core/types.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace cerrado::detail::cgz {

inline constexpr VertexId farthest_reference = 32;
inline constexpr std::uint64_t most_copied_edges = std::uint64_t{1} << 16; // in a block

// How another list tells a list.
class ListSplit {
public:
    // Requires: both lists ascend.
    void split(std::span<VertexId const> list, std::span<VertexId const> other) {
        runs_.clear();
        rest_.clear();
        copied_ = 0;
        std::uint64_t run = 0;
        bool copies = true; // in this run
        std::size_t i = list.size();
        for (std::size_t j = other.size(); j-- > 0;) {
            for (; i > 0 && list[i - 1] > other[j]; --i) rest_.push_back(list[i - 1]);
            bool const is_common = i > 0 && list[i - 1] == other[j];
            if (is_common) {
                --i;
                ++copied_;
            }
            if (is_common != copies) {
                runs_.push_back(run);
                copies = is_common;
                run = 0;
            }
            ++run;
        }
        for (; i > 0; --i) rest_.push_back(list[i - 1]);
        std::ranges::reverse(rest_);
    }

    std::span<std::uint64_t const> runs() const { return runs_; } // all but the last; all but the first are 1 or more
    std::span<VertexId const> rest() const { return rest_; }      // ascending
    std::uint64_t copied() const { return copied_; }

private:
    std::vector<std::uint64_t> runs_;
    std::vector<VertexId> rest_;
    std::uint64_t copied_ = 0;
};

// Takes the runs of `other`, which descends, from take_run(is_copied), and adds the copied entries to `copies`.
// Returns: false if the runs are longer than the list.
template <class TakeRun> bool take_copies(std::span<VertexId const> other, std::uint64_t runs, TakeRun const& take_run,
                                          std::vector<VertexId>& copies) {
    bool is_copied = true;
    for (std::uint64_t run = 0; run < runs; ++run, is_copied = !is_copied) {
        std::uint64_t const length = take_run(is_copied) + (run > 0 ? 1 : 0);
        if (length > other.size()) return false;
        if (is_copied) copies.insert(copies.end(), other.begin(), other.begin() + static_cast<std::ptrdiff_t>(length));
        other = other.subspan(length);
    }
    if (is_copied) copies.insert(copies.end(), other.begin(), other.end());
    return true;
}

} // namespace cerrado::detail::cgz
