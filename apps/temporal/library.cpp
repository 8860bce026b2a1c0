// The functions of Cerrado::apps that count and list temporal motifs, and the plans of their walks.
#include "temporal/forms.hpp"
#include "temporal/patterns.hpp"
#include "temporal/plan.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace cerrado::temporal {

namespace {

using Vertices = WalkPlan::Vertices;

Vertices bit(int vertex) { return static_cast<Vertices>(1u << vertex); }
Vertices ends(TemporalPattern::Arc const& arc) { return bit(arc.from) | bit(arc.to); }

bool is_before(TemporalPattern const& pattern, int earlier, int later) {
    return (pattern.before[static_cast<std::size_t>(later)] >> earlier & 1) != 0;
}

} // namespace

WalkPlan plan_of(TemporalPattern const& pattern, TemporalSymmetry const& symmetry, std::vector<int> const& order) {
    WalkPlan plan;
    plan.arcs = static_cast<int>(pattern.arcs.size());
    plan.vertices = pattern.vertices();
    plan.is_consecutive = pattern.is_consecutive;
    for (std::size_t i = 0; i < order.size(); ++i)
        plan.position_of[static_cast<std::size_t>(order[i])] = static_cast<std::uint8_t>(i);
    Vertices bound = 0;
    for (int i = 0; i < plan.arcs; ++i) {
        int const own = order[static_cast<std::size_t>(i)];
        TemporalPattern::Arc const& arc = pattern.arcs[static_cast<std::size_t>(own)];
        WalkPlan::Step& step = plan.step[i];
        step.from = static_cast<std::uint8_t>(arc.from);
        step.to = static_cast<std::uint8_t>(arc.to);
        // The first arc of a pattern whose vertices can be exchanged while its arcs stay goes one way.
        step.is_either = arc.is_either && (i > 0 || symmetry.repetitions == 1);
        step.bound = bound;
        bool const has_from = (bound & bit(arc.from)) != 0, has_to = (bound & bit(arc.to)) != 0;
        step.list = has_from && has_to ? WalkPlan::From::between
                    : has_from         ? WalkPlan::From::out_of
                                       : WalkPlan::From::into;
        for (int j = 0; j < i; ++j) {
            int const other = order[static_cast<std::size_t>(j)];
            auto const position = static_cast<WalkPlan::Positions>(1u << j);
            if (is_before(pattern, other, own)) step.after |= position;
            if (is_before(pattern, own, other)) step.before |= position;
            for (auto const& [low, high] : symmetry.restrictions) {
                if (low == other && high == own) step.above |= position;
                if (low == own && high == other) step.below |= position;
            }
        }
        if (!pattern.gaps.empty()) { // the order is total: the arc's neighbours in time are those of the text
            auto const place = [&](int of) { return std::ranges::find(order, of) - order.begin(); };
            if (own > 0 && place(own - 1) < i) {
                step.gap_after = static_cast<std::int8_t>(place(own - 1));
                step.gap = pattern.gaps[static_cast<std::size_t>(own - 1)];
            }
            if (own + 1 < plan.arcs && place(own + 1) < i) {
                step.gap_before = static_cast<std::int8_t>(place(own + 1));
                step.next_gap = pattern.gaps[static_cast<std::size_t>(own)];
            }
        }
        bound |= ends(arc);
    }
    return plan;
}

std::vector<std::vector<int>> orders_of(TemporalPattern const& pattern) {
    auto const arcs = static_cast<int>(pattern.arcs.size());
    std::vector<std::vector<int>> orders;
    for (int first = 0; first < arcs; ++first) {
        std::vector<int> order{first}, left(pattern.arcs.size());
        std::iota(left.begin(), left.end(), 0);
        std::erase(left, first);
        Vertices bound = ends(pattern.arcs[static_cast<std::size_t>(first)]);
        while (!left.empty()) {
            auto const rank = [&](int i) {
                Vertices const own = ends(pattern.arcs[static_cast<std::size_t>(i)]);
                bool const is_near = std::ranges::any_of(
                    order, [&](int other) { return is_before(pattern, other, i) || is_before(pattern, i, other); });
                return std::tuple((own & bound) == 0, (own & ~bound) != 0, !is_near, i);
            };
            int const next = *std::ranges::min_element(left, {}, rank);
            order.push_back(next);
            std::erase(left, next);
            bound |= ends(pattern.arcs[static_cast<std::size_t>(next)]);
        }
        orders.push_back(std::move(order));
    }
    return orders;
}

} // namespace cerrado::temporal

namespace cerrado {

namespace {

using temporal::ArcRuns;
using temporal::WalkPlan;
using temporal::WalkRow;

void require(Arcs const& arcs, std::int64_t delta, RunOptions const& options) {
    if (arcs.graph.vertex_count() >> 31 != 0)
        throw InputError(fmt::format("{} vertices are too many for temporal motifs; expected fewer than 2^31",
                                     arcs.graph.vertex_count()));
    if (delta < 0) throw InputError(fmt::format("delta is {}; expected 0 or more", delta));
    if (options.roots || options.checkpoint.on())
        throw InputError("temporal motifs are counted by several runs: leave out roots and the checkpoint");
}

// The walk for a pattern, of those with different first arcs the one with the fewest pairs of a first and a second arc.
class Walks {
public:
    Walks(ArcRuns& runs, TemporalPattern const& pattern) : runs_(runs), symmetry_(symmetry_of(pattern)) {
        temporal::require_valid(pattern);
        std::vector<WalkPlan> plans;
        std::optional<WideCount> least;
        std::size_t best = 0;
        for (std::vector<int> const& order : temporal::orders_of(pattern)) {
            plans.push_back(temporal::plan_of(pattern, symmetry_, order));
            std::optional<WideCount> const pairs = runs.measure(plans.back());
            if (!pairs) return;
            if (least && *pairs >= *least) continue;
            least = pairs;
            best = plans.size() - 1;
        }
        if (best + 1 < plans.size() && !runs.measure(plans[best])) return;
        is_ready_ = true;
    }

    bool count(WideCount& count) { return is_ready_ && runs_.count(count); }
    bool is_ready() const { return is_ready_; }

private:
    ArcRuns& runs_;
    TemporalSymmetry const symmetry_;
    bool is_ready_ = false;
};

WideCount sum_of(std::span<WideCount const> counts) {
    WideCount sum = 0;
    for (WideCount const count : counts) sum += count;
    return sum;
}

LocalTemporal count_at(Arcs const& arcs, TemporalPer per, std::vector<TemporalPattern> const& patterns,
                       TemporalSettings const& settings, RunOptions const& options) {
    require(arcs, settings.delta, options);
    LocalTemporal found;
    found.columns = patterns.size();
    ArcRuns runs(arcs, options, found);
    bool goes_on = runs.set_times(settings.delta, settings.ties);
    for (std::size_t i = 0; i < patterns.size() && goes_on; ++i) {
        Walks const walks(runs, patterns[i]);
        goes_on = walks.is_ready() && runs.count_at(per, patterns.size(), i);
    }
    std::vector<std::uint64_t> const counts = runs.counts();
    std::size_t const rows = per == TemporalPer::arc ? arcs.size() : arcs.graph.vertex_count();
    found.of.resize(rows * patterns.size());
    std::ranges::copy(counts, found.of.begin());
    return found;
}

} // namespace

TemporalMotifs count_temporal_motifs(Arcs const& arcs, std::vector<std::int64_t> const& deltas, Ties ties,
                                     RunOptions const& options) {
    TemporalMotifs found;
    for (std::int64_t const delta : deltas) require(arcs, delta, options);
    ArcRuns runs(arcs, options, found);
    for (std::int64_t const delta : deltas) {
        MotifTable table{};
        if (!runs.set_times(delta, ties) || !runs.add_motifs(table)) break;
        found.tables.push_back(table);
    }
    found.count = found.tables.empty() ? 0 : sum_of(found.tables.front());
    return found;
}

LocalTemporal count_local_temporal_motifs(Arcs const& arcs, TemporalPer per, std::int64_t delta, Ties ties,
                                          RunOptions const& options) {
    std::vector<TemporalPattern> cells;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column) cells.push_back(motif_of_cell(row, column));
    return count_at(arcs, per, cells, {delta, ties}, options);
}

TemporalCounts count_temporal(Arcs const& arcs, std::vector<TemporalPattern> const& patterns,
                              TemporalSettings const& settings, RunOptions const& options) {
    require(arcs, settings.delta, options);
    TemporalCounts found;
    ArcRuns runs(arcs, options, found);
    bool goes_on = runs.set_times(settings.delta, settings.ties);
    for (TemporalPattern const& pattern : patterns) {
        if (!goes_on) break;
        WideCount count = 0;
        goes_on = Walks(runs, pattern).count(count);
        if (goes_on) found.counts.push_back(count);
    }
    found.count = sum_of(found.counts);
    return found;
}

LocalTemporal count_local_temporal(Arcs const& arcs, TemporalPer per, std::vector<TemporalPattern> const& patterns,
                                   TemporalSettings const& settings, RunOptions const& options) {
    return count_at(arcs, per, patterns, settings, options);
}

RunResult list_temporal(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings,
                        std::function<void(TemporalMatch const&)> const& visit, std::optional<std::uint64_t> limit,
                        RunOptions const& options) {
    require(arcs, settings.delta, options);
    RunResult found;
    ArcRuns runs(arcs, options, found);
    if (!runs.set_times(settings.delta, settings.ties)) return found;
    Walks const walks(runs, pattern);
    if (!walks.is_ready()) return found;
    std::size_t const size = pattern.arcs.size(), vertices = static_cast<std::size_t>(pattern.vertices());
    runs.list(limit, [&](WalkRow const& row) {
        visit({{row.entry, size}, {row.entry + WalkPlan::max_arcs, vertices}});
    });
    return found;
}

} // namespace cerrado
