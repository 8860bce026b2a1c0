// Which pattern a code means that a run counted by.
#pragma once

#include "discovery/classes/statistics.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/codes/by_code.hpp>

#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace cerrado::discovery {

// Labels each code once. Any thread may call it.
class CodeClasses {
public:
    using CanonicalOf = std::function<PatternWord(std::uint64_t code)>;
    // Many new codes are labelled by so many threads together.
    CodeClasses(CanonicalOf canonical_of, int threads) : canonical_of_(std::move(canonical_of)), threads_(threads) {}

    // Appends the counts of each group, by the canonical form of their pattern.
    void append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts);

private:
    // The canonical form of each.
    std::vector<PatternWord> forms_of(std::vector<std::uint64_t> const& codes);

    CanonicalOf canonical_of_;
    int threads_;
    std::mutex mutex_;                                     // of what follows
    std::unordered_map<std::uint64_t, PatternWord> known_; // code -> canonical form
};

// The canonical arcs that a code of k vertices over these tables means, see ByArcCode.
PatternWord canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code);

} // namespace cerrado::discovery
