// Which pattern a code of the output ByCode means.
#pragma once

#include "discovery/classes/statistics.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/codes/by_code.hpp>

#include <mutex>
#include <unordered_map>
#include <vector>

namespace cerrado::discovery {

// Labels each code once. Any thread may call it.
class CodeClasses {
public:
    // Codes of k vertices over these tables of directed patterns, which must outlive it.
    CodeClasses(int k, TransitionTable const& tables) : k_(k), tables_(tables) {}

    // Appends the counts of each group, by the canonical form of their pattern, see canonical_arcs().
    void append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts);

private:
    std::uint64_t canonical(std::uint64_t code);

    int k_;
    TransitionTable const& tables_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::uint64_t> known_; // code -> canonical form
};

} // namespace cerrado::discovery
