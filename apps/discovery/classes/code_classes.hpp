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
    using CanonicalOf = std::function<std::uint64_t(std::uint64_t code)>;
    explicit CodeClasses(CanonicalOf canonical_of) : canonical_of_(std::move(canonical_of)) {}

    // Appends the counts of each group, by the canonical form of their pattern.
    void append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts);

private:
    std::uint64_t canonical(std::uint64_t code);

    CanonicalOf canonical_of_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::uint64_t> known_; // code -> canonical form
};

// The canonical arcs that a code of k vertices over these tables means, see ByArcCode.
std::uint64_t canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code);

} // namespace cerrado::discovery
