// The runs that find the domains of patterns.
#pragma once

#include "frequent/domains.hpp"
#include "frequent/typed_lists.hpp"

#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace cerrado::frequent {

// Patterns whose domains are found together.
struct Batch {
    std::vector<Row> rows; // those of a pattern follow each other
    std::vector<Need> needs;
    std::vector<Step> steps;
    std::vector<Test> tests;
    std::vector<std::uint64_t> parents; // where the parents' rows begin, in the words given to set_parents()
    std::vector<bool> is_narrow;        // by pattern: narrowing alone makes its domains exact
    std::uint64_t words = 0;            // of all rows
    bool wants_words = true;            // the domains themselves, not only their sizes
};

struct Domains {
    RunResult run;                    // complete: the domains are exact, but for those of dead patterns
    std::vector<std::uint32_t> words; // if the batch wants them
    std::vector<std::uint32_t> sizes; // by row
    std::vector<std::uint32_t> dead;  // by pattern: not 0 if its support is too small
};

class DomainSearch {
public:
    DomainSearch(TypedLists const& lists, RunOptions const& options);
    ~DomainSearch();

    // The words of rows from which later rows begin.
    void set_parents(std::vector<std::uint32_t> const& words);

    // `early`: only asks whether the supports are `support` or more, so the domains of patterns that are not dead may be
    // too large.
    Domains find(Batch const& batch, std::uint32_t support, bool early, RunOptions const& options) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cerrado::frequent
