#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/detail/placed_tables.hpp>

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

void ByPattern::check(Session const& session) {
    TransitionTableRef const& patterns = session.input<ByPatternInput>().tables;
    auto const kind = [](int mask_bits) { return mask_bits > 1 ? "directed patterns" : "patterns without directions"; };
    if (patterns.k == 0) {
        throw InputError(fmt::format(
            "this application counts patterns: set ByPatternInput::tables to tables for k = {}", session.needs.k));
    }
    if (patterns.mask_bits != session.needs.mask_bits) {
        throw InputError(
            fmt::format("the tables are of {}, and this application counts {}: set ByPatternInput::tables to tables of "
                        "these",
                        kind(patterns.mask_bits), kind(session.needs.mask_bits)));
    }
    std::uint64_t const counts = std::uint64_t{patterns.classes[patterns.k]} * session.input<ByPatternInput>().groups;
    if (counts < std::uint64_t{1} << 32) return;
    throw InputError(fmt::format("{} groups of {} classes are too many counts: 2^32 are the most",
                                 session.input<ByPatternInput>().groups, patterns.classes[patterns.k]));
}

// Where the last two levels are counted together no list of the last level is there to be aggregated. A histogram of few
// lanes lies in shared memory where it takes no more than their part of 4 KiB for a full warp.
void ByPattern::plan(ArrayPlan arrays, PlanRequest const& request) {
    if (request.needs.counted_levels > 1) return;
    std::uint64_t const bins = std::uint64_t{1} << request.needs.mask_bits * (request.needs.k - 1);
    if (request.needs.mask_bits == 1) return arrays.reserve<Arrays, Histogram>(bins);
    std::uint64_t const most = std::uint64_t{1024} * static_cast<std::uint64_t>(request.warp_width) / full_warp_width;
    arrays.reserve<Arrays, SparseHistogram>(bins, request.kind == WorkerKind::lane || bins <= most);
}

ByPattern::Memory::Memory(Session const& session, RunMemory& memory, int workers)
    : patterns_(detail::placed_tables(memory, session.input<ByPatternInput>().tables)),
      totals_(memory, patterns_.classes[patterns_.k] * session.input<ByPatternInput>().groups, workers) {}

ByPattern::Ref ByPattern::Memory::ref() const {
    Ref ref;
    static_cast<ClassTotals&>(ref) = totals_.totals();
    ref.patterns = patterns_;
    return ref;
}

void ByPattern::Memory::conclude(RunResult& result, Session const&) const {
    for (WideCount const count : totals_.sums()) add_to(result.count, count);
}

} // namespace cerrado
