#include <cerrado/output/by_pattern.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/runtime/session.hpp>

#include <fmt/format.h>

namespace cerrado {

void ByPattern::check(Session const& session) {
    if (session.options.patterns.k != 0) return;
    throw InputError(fmt::format("this application counts patterns: set RunOptions::patterns to tables for k = {}",
                                 session.needs.k));
}

// Where the last two levels are counted together no list of the last level is there to be aggregated.
void ByPattern::plan(ArrayPlan arrays, PlanRequest const& request) {
    if (request.needs.counted_levels == 1) arrays.reserve<Arrays, Histogram>(std::uint64_t{1} << (request.needs.k - 1));
}

ByPattern::Memory::Memory(Session const& session, RunMemory& memory, int workers)
    : patterns_(session.options.patterns),
      totals_(memory, patterns_.classes[patterns_.k], workers) {
    for (int i = 1; i < patterns_.k; ++i) {
        std::size_t const entries = std::size_t{patterns_.classes[i]} << i;
        RunArray<Transition> const level(memory, std::span(patterns_.levels[i], entries));
        patterns_.levels[i] = level.data();
    }
}

ByPattern::Ref ByPattern::Memory::ref() const {
    Ref ref;
    static_cast<ClassTotals&>(ref) = totals_.totals();
    ref.patterns = patterns_;
    return ref;
}

void ByPattern::Memory::conclude(RunResult& result, Session const&) const {
    result.pattern_counts = totals_.sums();
    for (WideCount const count : result.pattern_counts) add_to(result.count, count);
}

} // namespace cerrado
