// The functions of Cerrado::apps that count and list temporal motifs, the plans of their walks, and random graphs with times.
#include "discovery/statistics.hpp"
#include "temporal/forms.hpp"
#include "temporal/patterns.hpp"
#include "temporal/plan.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/temporal.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/philox.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
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

// Returns: whether the arc, or an end that is not bound yet, has a label.
bool asks_for_labels(TemporalPattern const& pattern, int own, Vertices bound) {
    auto const arc = static_cast<std::size_t>(own);
    auto const has_label = [&](int vertex) {
        return (bound & bit(vertex)) == 0 && !pattern.vertex_labels.empty() &&
               !pattern.vertex_labels[static_cast<std::size_t>(vertex)].empty();
    };
    return (!pattern.arc_labels.empty() && !pattern.arc_labels[arc].empty()) || has_label(pattern.arcs[arc].from) ||
           has_label(pattern.arcs[arc].to);
}

// Finds which of the arcs before it bound the time of an arc of the walk, and drops conditions that others imply.
void find_bounds(TemporalPattern const& pattern, std::vector<int> const& order, int position, WalkPlan::Step& step) {
    auto const arc_at = [&](int i) { return order[static_cast<std::size_t>(i)]; };
    auto const positions_if = [&](auto const& holds) {
        WalkPlan::Positions found = 0;
        for (int i = 0; i < position; ++i)
            if (holds(i)) found |= static_cast<WalkPlan::Positions>(1u << i);
        return found;
    };
    // Returns: whether an arc of the set is after the one at `i`, or before it.
    auto const is_passed = [&](int i, WalkPlan::Positions set, bool forward) {
        return positions_if([&](int other) {
                   int const early = arc_at(forward ? i : other), late = arc_at(forward ? other : i);
                   return (set >> other & 1) != 0 && is_before(pattern, early, late);
               }) != 0;
    };
    WalkPlan::Positions const all = positions_if([](int) { return true; }), after = step.after, before = step.before;
    step.latest = positions_if([&](int i) { return !is_passed(i, all, true); });
    step.earliest = positions_if([&](int i) { return !is_passed(i, all, false); });
    if ((step.latest & ~after) == 0) step.latest = 0; // it comes after all
    if ((step.earliest & ~before) == 0) step.earliest = 0;
    step.after = positions_if([&](int i) { return (after >> i & 1) != 0 && !is_passed(i, after, true); });
    step.before = positions_if([&](int i) { return (before >> i & 1) != 0 && !is_passed(i, before, false); });
}

// Finds an arc whose place in the list of a step is near: the one just before the step's arc in time if there is one.
void find_near(WalkPlan& plan, int position) {
    using Places = temporal::ArcPlaces;
    WalkPlan::Step& step = plan.step[position];
    bool const goes_in = step.list == WalkPlan::From::into;
    int const centre = goes_in ? step.to : step.from;
    int best = -1;
    for (int i = 0; i < position; ++i) {
        WalkPlan::Step const& other = plan.step[i];
        if (other.is_either || (other.from != centre && other.to != centre)) continue;
        auto const is_next = [&](int own) { return (step.after >> own & 1) != 0 || (step.before >> own & 1) != 0; };
        if (best < 0 || is_next(i) >= is_next(best)) best = i;
    }
    if (best < 0) return;
    bool const leaves_centre = plan.step[best].from == centre;
    step.near = static_cast<std::int8_t>(best);
    step.near_in = goes_in ? (leaves_centre ? Places::into_source : Places::into_target)
                           : (leaves_centre ? Places::out_of_source : Places::out_of_target);
}

// Returns: WalkPlan::is_forward.
bool is_forward(WalkPlan const& plan) {
    for (int i = 1; i < plan.arcs; ++i) {
        WalkPlan::Step const& step = plan.step[i];
        bool const is_next = step.after == 1u << (i - 1) && step.earliest == 1 && step.latest == 0;
        if (!is_next || step.before != 0 || step.above != 0 || step.below != 0) return false;
        if (step.gap_after >= 0 || step.gap_before >= 0) return false;
    }
    return true;
}

// Returns: WalkPlan::word.
std::int8_t word_of(WalkPlan const& plan) {
    std::int8_t word = plan.arcs;
    while (word > 1) {
        WalkPlan::Step const& step = plan.step[word - 1];
        bool const is_last_in_time = step.latest == 0 && step.before == 0 && step.above == 0 && step.below == 0;
        if (step.list != WalkPlan::From::between || !is_last_in_time) break;
        --word;
    }
    // A letter after the first one is after it, and so after all.
    return word + 2 <= plan.arcs ? word : WalkPlan::max_arcs;
}

} // namespace

WalkPlan plan_of(TemporalPattern const& pattern, TemporalSymmetry const& symmetry, std::vector<int> const& order) {
    WalkPlan plan;
    plan.arcs = static_cast<int>(pattern.arcs.size());
    plan.vertices = pattern.vertices();
    plan.is_consecutive = pattern.is_consecutive;
    for (std::size_t i = 0; i < order.size(); ++i)
        plan.position_of[static_cast<std::size_t>(order[i])] = static_cast<std::uint8_t>(i);
    std::vector<int> by_time;
    if (!pattern.gaps.empty()) by_time = arcs_by_time(pattern); // the order is total
    Vertices bound = 0;
    for (int i = 0; i < plan.arcs; ++i) {
        int const own = order[static_cast<std::size_t>(i)];
        TemporalPattern::Arc const& arc = pattern.arcs[static_cast<std::size_t>(own)];
        WalkPlan::Step& step = plan.step[i];
        step.arc = static_cast<std::uint8_t>(own);
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
        if (!pattern.gaps.empty()) {
            auto const at = static_cast<std::size_t>(place_in_time(pattern, own));
            auto const place = [&](std::size_t in_time) {
                return std::ranges::find(order, by_time[in_time]) - order.begin();
            };
            if (at > 0 && place(at - 1) < i) {
                step.gap_after = static_cast<std::int8_t>(place(at - 1));
                step.gap = pattern.gaps[at - 1];
            }
            if (at + 1 < by_time.size() && place(at + 1) < i) {
                step.gap_before = static_cast<std::int8_t>(place(at + 1));
                step.next_gap = pattern.gaps[at];
            }
        }
        find_bounds(pattern, order, i, step);
        find_near(plan, i);
        if (i == plan.arcs - 1) plan.counts_last = !pattern.is_consecutive && !asks_for_labels(pattern, own, bound);
        bound |= ends(arc);
    }
    plan.is_forward = is_forward(plan);
    if (!pattern.is_consecutive && pattern.gaps.empty() && pattern.arc_labels.empty()) plan.word = word_of(plan);
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
                int const place = pattern.is_total() ? place_in_time(pattern, i) : i;
                return std::tuple((own & bound) == 0, (own & ~bound) != 0, !is_near, place);
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
using temporal::PatternWalks;
using temporal::WalkPlan;
using temporal::WalkRow;

void require(Arcs const& arcs, std::int64_t delta, RunOptions const& options) {
    if (arcs.graph.vertex_count() >> 31 != 0)
        throw InputError(fmt::format("{} vertices are too many for temporal motifs; expected fewer than 2^31",
                                     arcs.graph.vertex_count()));
    if (delta < 0) throw InputError(fmt::format("delta is {}; expected 0 or more", delta));
    if (options.roots) throw InputError("temporal motifs are counted in all arcs: leave out roots");
}
void require_no_checkpoint(RunOptions const& options) {
    if (!options.checkpoint.on()) return;
    throw InputError(
        "a checkpoint keeps counts, and neither lists nor counts of vertices and arcs: leave out the checkpoint");
}

// Returns: the walks for each of the patterns, which it checks.
std::vector<PatternWalks> walks_of(Arcs const& arcs, std::vector<TemporalPattern> const& patterns,
                                   TemporalSettings const& settings) {
    std::vector<PatternWalks> walks;
    for (TemporalPattern const& pattern : patterns) {
        temporal::require_valid(pattern);
        PatternWalks& own = walks.emplace_back();
        own.labels =
            temporal::label_fits(arcs, pattern, settings.arc_labels, settings.labels_may_lack || patterns.size() > 1);
        TemporalSymmetry const symmetry = symmetry_of(pattern);
        for (std::vector<int> const& order : temporal::orders_of(pattern))
            own.plans.push_back(temporal::plan_of(pattern, symmetry, order));
    }
    return walks;
}

WideCount sum_of(std::span<WideCount const> counts) {
    WideCount sum = 0;
    for (WideCount const count : counts) sum += count;
    return sum;
}

// Returns: the counts of one delta. No patterns: the motifs.
std::size_t columns_of_delta(std::size_t patterns, bool undirected) {
    if (patterns > 0) return patterns;
    return undirected ? std::tuple_size_v<ContactTable> : std::tuple_size_v<MotifTable>;
}

void append_table(MotifTable const& table, bool undirected, std::vector<WideCount>& to) {
    if (undirected)
        std::ranges::copy(contacts_of(table), std::back_inserter(to));
    else
        std::ranges::copy(table, std::back_inserter(to));
}

// Words that identify what is counted, for a checkpoint.
std::string words_of(std::vector<TemporalPattern> const& patterns, std::vector<std::int64_t> const& deltas, Ties ties) {
    std::string text = patterns.empty() ? "temporal motifs" : "temporal patterns";
    for (TemporalPattern const& pattern : patterns) {
        text += fmt::format(" {} in the order {}", text_of(pattern), order_of(pattern));
        for (std::int64_t const gap : pattern.gaps) text += fmt::format(", gap {}", gap);
        if (pattern.is_consecutive) text += ", consecutive";
        text += ';';
    }
    return fmt::format("{} within {}, ties {}", text, fmt::join(deltas, ","), name_in(ties_words, ties));
}

CheckpointSubject subject_of(Arcs const& arcs, std::vector<PatternWalks> const& walks, std::string words,
                             std::string const& key) {
    CheckpointSubject subject;
    subject.application = std::move(words);
    subject.key = key;
    subject.vertices = arcs.graph.vertex_count();
    subject.entries = arcs.size();
    std::vector<std::uint64_t> sums = {checksum_of(std::span<VertexId const>(arcs.source)),
                                       checksum_of(std::span<VertexId const>(arcs.target)),
                                       checksum_of(std::span<std::int64_t const>(arcs.time))};
    subject.graph_checksum = checksum_of(std::span<std::uint64_t const>(sums));
    sums.clear();
    for (PatternWalks const& own : walks) {
        sums.push_back(checksum_of(std::span<std::uint8_t const>(own.labels.of_vertices)));
        sums.push_back(checksum_of(std::span<std::uint16_t const>(own.labels.of_arcs)));
    }
    subject.arrays_checksum = checksum_of(std::span<std::uint64_t const>(sums));
    return subject;
}

// The runs of a device, whose seconds go into the results of its shares.
class DeviceRuns {
public:
    DeviceRuns(Arcs const& arcs, RunOptions const& options, TimeLeft const& time)
        : time_(time),
          interrupt_(options.interrupt),
          runs(arcs, alone(time.in(options)), found_) {}

    // Returns: whether the runs must end now. Short runs end before they look.
    bool must_end() {
        bool const is_interrupted = interrupt_ != nullptr && interrupt_->load();
        if (!is_interrupted && !time_.is_over()) return false;
        found_.status = is_interrupted ? Status::interrupted : Status::deadline;
        return true;
    }
    void give(RunResult& result) {
        add_seconds(result, found_);
        result.status = found_.status;
        result.balance = found_.balance;
        if (!found_.device.kind.empty()) result.device = found_.device;
        found_ = {};
    }

private:
    static RunOptions alone(RunOptions options) {
        options.member = nullptr;
        options.checkpoint = {};
        options.progress = {};
        return options;
    }

    TimeLeft const& time_;
    std::atomic<bool> const* const interrupt_;
    RunResult found_;

public:
    ArcRuns runs;
};

// Counts of a share of the work, or of all of it.
struct Counted {
    std::vector<std::int64_t> choice; // of walks; alike for all shares, since arcs are the first ones of a walk
    bool are_wide = false;            // see MotifSums
    bool is_limited = false;          // a list has ended at its limit
    std::vector<WideCount> counts;    // modulo 2^128

    void add(Counted const& part) {
        if (choice.empty()) choice = part.choice;
        if (part.choice != choice) {
            throw InputError(
                "a part of the run has walked through a pattern in another order: do all parts with the same version "
                "of Cerrado");
        }
        are_wide |= part.are_wide;
        is_limited |= part.is_limited;
        counts.resize(std::max(counts.size(), part.counts.size()));
        for (std::size_t i = 0; i < part.counts.size(); ++i) counts[i] += part.counts[i];
    }
    std::string bytes() const {
        ByteWriter to;
        to.put_all(std::span(choice));
        to.put(are_wide);
        to.put(is_limited);
        to.put_all(std::span(counts));
        return to.bytes();
    }
    static Counted of(std::string const& bytes) {
        ByteReader from(bytes);
        Counted made;
        made.choice = from.get_all<std::int64_t>();
        made.are_wide = from.get<bool>();
        made.is_limited = from.get<bool>();
        made.counts = from.get_all<WideCount>();
        return made;
    }
};

// A count that devices and processes do together: each has all arcs, and takes shares of the work. A checkpoint keeps the counts
// of the shares that are done.
class SharedCount {
public:
    struct Question {
        std::vector<TemporalPattern> patterns;  // none: the motifs
        std::vector<PatternWalks> const& walks; // of the patterns, all within the one delta
        std::vector<std::int64_t> deltas;
        Ties ties = Ties::order;
        bool is_divided = true; // else one device does all
        // Counts the share of the runs. Returns: false if they were stopped.
        std::function<bool(ArcRuns& runs, MemberOfRun* member, Counted& part)> count;
        bool takes_stopped = true; // the counts of a stopped run are lower bounds
    };

    SharedCount(Arcs const& arcs, RunOptions const& options, Question const& question)
        : arcs_(arcs),
          options_(options),
          time_(options),
          question_(question),
          has_bytes_(options.ranks != nullptr || options.checkpoint.on()),
          shares_(question.is_divided && (has_bytes_ || options.devices.size() > 1) ? most_shares : 1) {}

    RunResult run() {
        std::string const words = words_of(question_.patterns, question_.deltas, question_.ties);
        RunResult result =
            run_numbered(options_, DealPolicy::even,
                         {.what = words,
                          .job = "share",
                          .count = shares_,
                          .subject = [&] { return subject_of(arcs_, question_.walks, words, options_.checkpoint.key); },
                          .on_device = [this](RunOptions const& own) { return worker_on(own); },
                          .take = [this](std::string const& gift) { take(gift); }});
        if (total_.is_limited) result.status = Status::limit;
        if (options_.checkpoint.part.is_whole()) result.roots = {}; // shares tell nothing
        return result;
    }
    Counted const& total() const { return total_; }
    Counted& total() { return total_; }

private:
    static constexpr std::uint32_t most_shares = 1024; // of which a checkpoint may have the parts

    void take(std::string const& gift) {
        if (gift.empty()) return;
        Counted const part = Counted::of(gift);
        std::lock_guard const lock(mutex_);
        total_.add(part);
    }

    NumberedJobs::Worker worker_on(RunOptions const& options) {
        auto const device = std::make_shared<DeviceRuns>(arcs_, options, time_);
        MemberOfRun* const member = options.member;
        auto choice = std::make_shared<std::vector<std::int64_t>>();
        bool const is_ready = choose(device->runs, member, *choice);
        auto const run = [this, device, choice, is_ready, member](auto const& jobs, RunOptions const& own,
                                                                  RunResult& result, NumberedJobs::Done const& done) {
            if (is_ready) count_shares(*device, *choice, member, jobs, own, done);
            device->give(result);
            if (!is_ready && result.status == Status::complete)
                result.status = Status::deadline; // that of another device
        };
        return {1, run};
    }
    // The first device chooses for all, unless a checkpoint has the choice.
    bool choose(ArcRuns& runs, MemberOfRun* member, std::vector<std::int64_t>& choice) {
        if (question_.walks.empty()) return true;
        bool const has_times = runs.set_times(question_.deltas.front(), question_.ties);
        bool is_chosen = false;
        auto const make = [&] {
            {
                std::lock_guard const lock(mutex_);
                choice = total_.choice;
            }
            is_chosen = has_times && runs.choose(question_.walks, choice);
            return is_chosen ? choice : std::vector<std::int64_t>();
        };
        choice = member == nullptr ? make() : member->agree("the walks", make);
        return is_chosen || (has_times && !choice.empty() && runs.choose(question_.walks, choice));
    }

    // If there is a checkpoint, a run takes about a second, or longer if a share would cost much more in a short one: each run looks
    // at all arcs.
    void count_shares(DeviceRuns& device, std::vector<std::int64_t> const& choice, MemberOfRun* member,
                      std::vector<JobRange> const& jobs, RunOptions const& options, NumberedJobs::Done const& done) {
        constexpr double short_run = 0.5;
        std::uint64_t given = 0, before = 0;
        for (JobRange const& range : jobs) given += range.count;
        for (JobRange range : jobs) {
            std::uint64_t at_once = options_.checkpoint.on() ? 1 : range.count;
            double cost_before = std::numeric_limits<double>::infinity(); // of a share
            while (range.count > 0) {
                if (device.must_end()) return;
                JobRange const now{range.first, std::min(at_once, range.count)};
                device.runs.take_share({static_cast<std::uint32_t>(now.first), static_cast<std::uint32_t>(now.count),
                                        static_cast<std::uint32_t>(shares_)});
                if (options.progress) device.runs.report_to(in_all(options.progress, before, now.count, given));
                Stopwatch const watch;
                Counted part;
                part.choice = choice;
                bool const is_done = question_.count(device.runs, member, part);
                if (is_done && has_bytes_) {
                    done(now, part.bytes());
                } else if (is_done || question_.takes_stopped) {
                    {
                        std::lock_guard const lock(mutex_);
                        total_.add(part);
                    }
                    if (is_done) done(now, {});
                }
                if (!is_done) return;
                double const cost = watch.seconds() / static_cast<double>(now.count);
                if (watch.seconds() < short_run || cost < .7 * cost_before) at_once *= 2;
                cost_before = cost;
                before += now.count;
                range.first += now.count;
                range.count -= now.count;
            }
        }
    }
    // Returns: the progress of all shares that a device was given, from that of one run.
    std::function<void(Progress const&)> in_all(std::function<void(Progress const&)> const& progress,
                                                std::uint64_t before, std::uint64_t count, std::uint64_t given) const {
        if (given == 1) return progress;
        return [progress, before, count, given](Progress one) {
            double const done = static_cast<double>(before) + one.share * static_cast<double>(count);
            one.share = done / static_cast<double>(given);
            one.roots_given = given;
            one.roots_done = static_cast<std::uint64_t>(done);
            progress(one);
        };
    }

    Arcs const& arcs_;
    RunOptions const& options_;
    TimeLeft const time_;
    Question const& question_;
    bool const has_bytes_; // others read what a device has counted
    std::uint64_t const shares_;
    std::mutex mutex_;
    Counted total_;
};

LocalTemporal count_at(Arcs const& arcs, TemporalPer per, std::vector<TemporalPattern> const& patterns,
                       TemporalSettings const& settings, RunOptions const& options) {
    require(arcs, settings.delta, options);
    require_no_checkpoint(options);
    std::vector<PatternWalks> const walks = walks_of(arcs, patterns, settings);
    SharedCount::Question const question{
        .patterns = patterns,
        .walks = walks,
        .deltas = {settings.delta},
        .ties = settings.ties,
        .count = [per](ArcRuns& runs, MemberOfRun*, Counted& part) { return runs.count_at(per, part.counts); }};
    SharedCount all(arcs, options, question);
    LocalTemporal found;
    if (!patterns.empty()) static_cast<RunResult&>(found) = all.run();
    found.columns = patterns.size();
    found.of = std::move(all.total().counts);
    found.of.resize((per == TemporalPer::arc ? arcs.size() : arcs.graph.vertex_count()) * patterns.size());
    return found;
}

// Counts of random graphs, which devices and processes share. A checkpoint keeps those that are counted.
class RandomCount {
public:
    struct Question {
        std::vector<TemporalPattern> const& patterns; // empty: the motifs
        std::vector<PatternWalks> const& walks;
        std::vector<std::int64_t> deltas; // within the span
        bool undirected = false;
        Ties ties = Ties::order;

        std::size_t columns() const { return deltas.size() * columns_of_delta(walks.size(), undirected); }
    };

    RandomCount(Arcs const& arcs, TemporalRandom const& random, RunOptions const& options, Question const& question)
        : arcs_(arcs),
          random_(random),
          options_(options),
          time_(options),
          question_(question) {}

    RandomTemporal run() {
        std::string const words = fmt::format("{}{} in random graphs, null model {}, seed {}",
                                              words_of(question_.patterns, question_.deltas, question_.ties),
                                              question_.undirected ? ", contacts" : "",
                                              name_in(temporal_null_words, random_.null), random_.seed);
        RandomTemporal found;
        static_cast<RunResult&>(found) =
            run_numbered(options_, DealPolicy::even,
                         {.what = words,
                          .job = "random graph",
                          .count = random_.graphs,
                          .subject = [&] { return subject_of(arcs_, question_.walks, words, options_.checkpoint.key); },
                          .on_device = [this](RunOptions const& own) { return worker_on(own); },
                          .take = [this](std::string const& gift) { take(gift); }});
        found.columns = question_.columns();
        for (auto const& [number, counts] : counted_) {
            found.numbers.push_back(number);
            found.of.insert(found.of.end(), counts.begin(), counts.end());
        }
        return found;
    }

private:
    struct OfDevice : DeviceRuns {
        using DeviceRuns::DeviceRuns;
        std::vector<std::vector<std::int64_t>> choices; // of walks, by delta
    };

    static std::string gift_of(std::uint64_t first, std::vector<WideCount> const& counts) {
        ByteWriter to;
        to.put(first);
        to.put_all(std::span(counts));
        return to.bytes();
    }
    void take(std::string const& gift) {
        ByteReader from(gift);
        auto number = from.get<std::uint64_t>();
        std::vector<WideCount> const counts = from.get_all<WideCount>();
        std::size_t const columns = question_.columns();
        // a checkpoint may have more graphs than are asked for
        for (std::size_t i = 0; i + columns <= counts.size() && number < random_.graphs; i += columns, ++number) {
            auto const begin = counts.begin() + static_cast<std::ptrdiff_t>(i);
            counted_[static_cast<std::uint32_t>(number)].assign(begin, begin + static_cast<std::ptrdiff_t>(columns));
        }
    }

    NumberedJobs::Worker worker_on(RunOptions const& options) {
        auto const device = std::make_shared<OfDevice>(arcs_, options, time_);
        device->choices.resize(question_.deltas.size());
        device->runs.take_random(random_, question_.deltas.empty() ? 0 : std::ranges::max(question_.deltas));
        std::uint64_t const at_once = device->runs.graphs();
        return {at_once, [this, device](auto const& jobs, RunOptions const& own, RunResult& result,
                                        NumberedJobs::Done const& done) {
                    count_graphs(*device, jobs, own, done);
                    device->give(result);
                }};
    }
    void count_graphs(OfDevice& device, std::vector<JobRange> const& jobs, RunOptions const& options,
                      NumberedJobs::Done const& done) const {
        std::uint64_t given = 0, counted = 0;
        for (JobRange const& range : jobs) given += range.count;
        for (JobRange range : jobs) {
            while (range.count > 0) {
                if (device.must_end()) return;
                std::uint64_t const graphs = std::min<std::uint64_t>(range.count, device.runs.graphs());
                std::vector<WideCount> counts;
                bool const is_made =
                    device.runs.make(static_cast<std::uint32_t>(range.first), static_cast<std::uint32_t>(graphs));
                if (!is_made || !count_batch(device, graphs, counts)) return; // counts of a stopped run are too small
                done({range.first, graphs}, gift_of(range.first, counts));
                range.first += graphs;
                range.count -= graphs;
                counted += graphs;
                if (!options.progress) continue;
                options.progress({.roots_done = counted,
                                  .roots_given = given,
                                  .seconds = time_.spent(),
                                  .share = static_cast<double>(counted) / static_cast<double>(given)});
            }
        }
    }
    // Appends the counts [graph][delta][motif or pattern].
    bool count_batch(OfDevice& device, std::uint64_t graphs, std::vector<WideCount>& counts) const {
        if (question_.walks.empty()) {
            temporal::MotifSums sums;
            if (!device.runs.count_motifs(question_.deltas, question_.ties, sums)) return false;
            for (MotifTable const& table : tables_of(sums)) append_table(table, question_.undirected, counts);
            return true;
        }
        std::vector<std::vector<WideCount>> of_deltas;
        for (std::size_t i = 0; i < question_.deltas.size(); ++i) {
            if (!device.runs.set_times(question_.deltas[i], question_.ties)) return false;
            bool const is_chosen = question_.deltas.size() == 1 && !device.choices[i].empty();
            if (!is_chosen && !device.runs.choose(question_.walks, device.choices[i])) return false;
            if (!device.runs.count(of_deltas.emplace_back())) return false;
        }
        std::size_t const patterns = question_.walks.size();
        for (std::uint64_t graph = 0; graph < graphs; ++graph) {
            for (std::vector<WideCount> const& own : of_deltas)
                std::copy_n(own.data() + graph * patterns, patterns, std::back_inserter(counts));
        }
        return true;
    }

    Arcs const& arcs_;
    TemporalRandom const& random_;
    RunOptions const& options_;
    TimeLeft const time_;
    Question const& question_;
    std::map<std::uint32_t, std::vector<WideCount>> counted_; // by number
};

// Returns: a delta that is alike for this graph, and not larger than its span.
std::int64_t within_span(Arcs const& arcs, std::int64_t delta) {
    std::uint64_t const span =
        static_cast<std::uint64_t>(arcs.time.back()) - static_cast<std::uint64_t>(arcs.time.front());
    return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(delta, 0)), span));
}

} // namespace

TemporalMotifs count_temporal_motifs(Arcs const& arcs, std::vector<std::int64_t> const& deltas, Ties ties,
                                     RunOptions const& options) {
    TemporalMotifs found;
    for (std::int64_t const delta : deltas) require(arcs, delta, options);
    std::vector<PatternWalks> const no_walks;
    SharedCount::Question const question{.patterns = {},
                                         .walks = no_walks,
                                         .deltas = deltas,
                                         .ties = ties,
                                         .count =
                                             [&](ArcRuns& runs, MemberOfRun*, Counted& part) {
                                                 temporal::MotifSums sums;
                                                 bool const is_done = runs.count_motifs(deltas, ties, sums);
                                                 part.are_wide = sums.are_wide;
                                                 part.counts = std::move(sums.of);
                                                 return is_done;
                                             },
                                         .takes_stopped = false}; // stars are differences
    SharedCount all(arcs, options, question);
    static_cast<RunResult&>(found) = all.run();
    if (found.status == Status::complete && options.checkpoint.part.is_whole())
        found.tables = temporal::tables_of({all.total().are_wide, all.total().counts});
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
    std::vector<PatternWalks> const walks = walks_of(arcs, patterns, settings);
    TemporalCounts found;
    if (patterns.empty()) return found;
    SharedCount::Question const question{
        .patterns = patterns,
        .walks = walks,
        .deltas = {settings.delta},
        .ties = settings.ties,
        .count = [](ArcRuns& runs, MemberOfRun*, Counted& part) { return runs.count(part.counts); }};
    SharedCount all(arcs, options, question);
    static_cast<RunResult&>(found) = all.run();
    found.counts = std::move(all.total().counts);
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
    require_no_checkpoint(options);
    std::vector<TemporalPattern> const patterns = {pattern};
    std::vector<PatternWalks> const walks = walks_of(arcs, patterns, settings);
    std::size_t const size = pattern.arcs.size(), vertices = static_cast<std::size_t>(pattern.vertices());
    std::atomic<bool> has_failed = false; // matches that a device has listed are not to be listed again
    auto const list = [&](ArcRuns& runs, MemberOfRun* member, Counted& part) {
        if (has_failed) throw Error("another device failed while it listed matches: begin anew without it");
        WideCount count = 0;
        auto const visit_rows = [&](std::span<WalkRow const> rows) {
            count += rows.size();
            auto const visit_each = [&] {
                for (WalkRow const& row : rows) visit({{row.entry, size}, {row.entry + WalkPlan::max_arcs, vertices}});
            };
            member == nullptr ? visit_each() : member->call(visit_each);
        };
        bool is_done = false;
        try {
            is_done = runs.list(limit, visit_rows);
        } catch (...) {
            has_failed = true;
            throw;
        }
        part.counts = {count};
        part.is_limited = !is_done && limit && count == *limit;
        return is_done || part.is_limited;
    };
    SharedCount::Question const question{.patterns = patterns,
                                         .walks = walks,
                                         .deltas = {settings.delta},
                                         .ties = settings.ties,
                                         .is_divided = !limit && options.ranks == nullptr,
                                         .count = list};
    SharedCount all(arcs, options, question);
    RunResult found = all.run();
    found.count = sum_of(all.total().counts);
    return found;
}

namespace {

// `settings`: of labels.
RandomTemporal count_random(Arcs const& arcs, TemporalQuestion const& question, TemporalSettings const& settings,
                            TemporalRandom const& random, RunOptions const& options) {
    if (arcs.size() == 0) throw InputError("there are no arcs to make random graphs of; give a graph with arcs");
    std::vector<std::int64_t> deltas;
    for (std::int64_t const delta : question.deltas) {
        require(arcs, delta, options);
        deltas.push_back(within_span(arcs, delta));
    }
    std::vector<PatternWalks> const walks = walks_of(arcs, question.patterns, settings);
    if (std::ranges::any_of(walks, [](PatternWalks const& own) { return !own.labels.of_arcs.empty(); }))
        throw InputError("arcs of random graphs have no labels: leave out the labels of arcs");
    RandomCount::Question const own{question.patterns, walks, deltas, question.undirected, question.ties};
    return RandomCount(arcs, random, options, own).run();
}

} // namespace

RandomTemporal count_random_temporal_motifs(Arcs const& arcs, std::vector<std::int64_t> const& deltas, Ties ties,
                                            TemporalRandom const& random, RunOptions const& options) {
    return count_random(arcs, {.deltas = deltas, .ties = ties}, {}, random, options);
}

RandomTemporal count_random_temporal(Arcs const& arcs, std::vector<TemporalPattern> const& patterns,
                                     TemporalSettings const& settings, TemporalRandom const& random,
                                     RunOptions const& options) {
    return count_random(arcs, {.deltas = {settings.delta}, .patterns = patterns, .ties = settings.ties}, settings,
                        random, options);
}

namespace {

// Measures counts of shares of the work.
class PlanOfCounts {
public:
    PlanOfCounts(Arcs const& arcs, RunOptions const& options) : time_(options), device_(arcs, options, time_) {}

    ArcRuns& runs() { return device_.runs; }
    // Adds the time of what count() counts. Returns: false if it was stopped.
    template <class CountShare> bool measure(CountShare const& count) {
        constexpr std::uint32_t all = 1024;
        constexpr double enough = 0.2, most = 2; // seconds
        double before = 0;
        Stopwatch const watch;
        for (std::uint32_t share = 1;; share *= 2) {
            device_.runs.take_share({0, share, all});
            Stopwatch const of_share;
            if (device_.must_end() || !count()) return false;
            double const now = of_share.seconds();
            // some of a share's time does not grow with it
            bool const has_grown = now >= enough && now > 1.5 * before;
            if (share == all || (share > 1 && (has_grown || watch.seconds() > most))) {
                seconds_ += now + 2 * std::max(0.0, now - before) / share * (all - share);
                share_ = std::min(share_, static_cast<double>(share) / all);
                return true;
            }
            before = now;
        }
    }
    TemporalPlan plan(bool is_done) {
        RunResult result;
        device_.give(result);
        TemporalPlan plan{.device = result.device, .share = share_, .measured_seconds = time_.spent()};
        if (is_done) plan.seconds = seconds_ + result.seconds.prepare;
        return plan;
    }

private:
    TimeLeft const time_;
    DeviceRuns device_;
    double share_ = 1, seconds_ = 0;
};

} // namespace

TemporalPlan plan_temporal(Arcs const& arcs, TemporalQuestion const& question, TemporalSettings const& settings,
                           RunOptions const& options) {
    for (std::int64_t const delta : question.deltas) require(arcs, delta, options);
    std::optional<OneDevice> first;
    if (!options.devices.empty()) first.emplace(options);
    RunOptions own = first ? first->options() : options;
    own.ranks = nullptr;
    own.device = resolve_device(own.device);
    start_device(own.device);
    std::vector<PatternWalks> const walks = walks_of(arcs, question.patterns, settings);
    PlanOfCounts plan(arcs, own);
    ArcRuns& runs = plan.runs();
    bool is_done = true;
    if (walks.empty()) {
        is_done = plan.measure([&] {
            temporal::MotifSums sums;
            return runs.count_motifs(question.deltas, question.ties, sums);
        });
    }
    for (std::size_t i = 0; i < question.deltas.size() && is_done && !walks.empty(); ++i) {
        std::vector<std::int64_t> choice;
        is_done = runs.set_times(question.deltas[i], question.ties) && runs.choose(walks, choice) && plan.measure([&] {
            std::vector<WideCount> counts;
            return runs.count(counts);
        });
    }
    return plan.plan(is_done);
}

// Random graphs that keep some of what a graph with times has, and the counts of the graph beside theirs.

namespace {

using Rank = std::uint32_t;

// The uses of random numbers. Each has numbers of its own.
enum class Stream : std::uint32_t { times, uniform, intervals, timelines, targets, swaps };

// The random numbers of one graph. Each follows from the seed, the number of the graph, its use, its item and the attempt.
class ArcDraws {
public:
    ArcDraws(std::uint64_t seed, std::uint32_t graph) : seed_(seed), graph_(graph) {}

    std::uint64_t of(Stream stream, std::uint32_t item, std::uint32_t attempt = 0) const {
        std::uint32_t counter[4] = {item, graph_, static_cast<std::uint32_t>(stream), attempt};
        philox(seed_, counter);
        return std::uint64_t{counter[1]} << 32 | counter[0];
    }
    // Sorts items by their numbers of 48 bits. Equal numbers stay in the order of `items`.
    template <class ItemOf>
    void shuffle(std::vector<std::uint32_t>& items, Stream stream, ItemOf const& item_of) const {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
        for (std::uint32_t const item : items) keyed.emplace_back(of(stream, item_of(item)) >> 16, item);
        std::ranges::stable_sort(keyed, {}, [](auto const& one) { return one.first; });
        std::ranges::transform(keyed, items.begin(), [](auto const& one) { return one.second; });
    }
    // Returns: the numbers from 0 to count - 1, shuffled.
    std::vector<std::uint32_t> permutation(std::size_t count, Stream stream) const {
        std::vector<std::uint32_t> items(count);
        std::iota(items.begin(), items.end(), 0U);
        shuffle(items, stream, [](std::uint32_t item) { return item; });
        return items;
    }

private:
    std::uint64_t seed_;
    std::uint32_t graph_;
};

// Returns: a number below `range`, from a random one of 64 bits. A range of 0 stands for 2^64.
std::uint64_t below(std::uint64_t range, std::uint64_t number) {
    return range == 0 ? number : static_cast<std::uint64_t>(WideCount{number} * range >> 64);
}

// Times differ by less than 2^64. Their differences have no sign.
std::uint64_t passed(std::int64_t early, std::int64_t late) {
    return static_cast<std::uint64_t>(late) - static_cast<std::uint64_t>(early);
}
std::int64_t later(std::int64_t time, std::uint64_t by) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) + by);
}

// The ranks of the arcs of each ordered pair, by ascending source and target.
using Pairs = std::map<std::pair<VertexId, VertexId>, std::vector<Rank>>;
Pairs pairs_of(Arcs const& arcs) {
    Pairs pairs;
    for (Rank rank = 0; rank < arcs.size(); ++rank) pairs[{arcs.source[rank], arcs.target[rank]}].push_back(rank);
    return pairs;
}

// Sorts arcs whose times have changed. Equal times stay in the order of ranks.
void sort_by_time(Arcs& arcs) {
    std::vector<Rank> order(arcs.size());
    std::iota(order.begin(), order.end(), Rank{0});
    std::ranges::stable_sort(order, {}, [&](Rank rank) { return arcs.time[rank]; });
    auto const sort = [&](auto& values) {
        auto const before = values;
        std::ranges::transform(order, values.begin(), [&](Rank rank) { return before[rank]; });
    };
    sort(arcs.source);
    sort(arcs.target);
    sort(arcs.time);
}

void permute_times(Arcs& arcs, ArcDraws const& draws) {
    std::vector<VertexId> const source = arcs.source, target = arcs.target;
    std::vector<Rank> const from = draws.permutation(arcs.size(), Stream::times);
    for (Rank rank = 0; rank < arcs.size(); ++rank) {
        arcs.source[rank] = source[from[rank]];
        arcs.target[rank] = target[from[rank]];
    }
}

void draw_times(Arcs& arcs, ArcDraws const& draws) {
    std::int64_t const first = arcs.time.front();
    std::uint64_t const range = passed(first, arcs.time.back()) + 1;
    for (Rank rank = 0; rank < arcs.size(); ++rank)
        arcs.time[rank] = later(first, below(range, draws.of(Stream::uniform, rank)));
    sort_by_time(arcs);
}

void permute_intervals(Arcs& arcs, ArcDraws const& draws) {
    std::vector<std::int64_t> const time = arcs.time;
    for (auto const& pair : pairs_of(arcs)) {
        std::vector<Rank> const& ranks = pair.second;
        // An interval has the place in `ranks` of the arc that ends it.
        std::vector<std::uint32_t> places(ranks.size() - 1);
        std::iota(places.begin(), places.end(), 1U);
        draws.shuffle(places, Stream::intervals, [&](std::uint32_t place) { return ranks[place]; });
        for (std::size_t i = 0; i < places.size(); ++i) {
            std::uint64_t const interval = passed(time[ranks[places[i] - 1]], time[ranks[places[i]]]);
            arcs.time[ranks[i + 1]] = later(arcs.time[ranks[i]], interval);
        }
    }
    sort_by_time(arcs);
}

void permute_timelines(Arcs& arcs, ArcDraws const& draws) {
    Pairs const pairs = pairs_of(arcs);
    std::vector<Pairs::const_iterator> by_number;
    for (auto pair = pairs.begin(); pair != pairs.end(); ++pair) by_number.push_back(pair);
    std::vector<std::uint32_t> const from = draws.permutation(by_number.size(), Stream::timelines);
    for (std::size_t pair = 0; pair < by_number.size(); ++pair) {
        for (Rank const rank : by_number[from[pair]]->second)
            std::tie(arcs.source[rank], arcs.target[rank]) = by_number[pair]->first;
    }
}

// Exchanges the target of a loop with that of another arc, so that neither is a loop.
void mend_loop(Arcs& arcs, Rank loop, ArcDraws const& draws) {
    constexpr std::uint32_t most_attempts = 64;
    auto const fits = [&](Rank other) {
        return arcs.target[other] != arcs.source[loop] && arcs.target[loop] != arcs.source[other];
    };
    Rank other = 0;
    for (std::uint32_t attempt = 0; attempt < most_attempts; ++attempt) {
        other = static_cast<Rank>(below(arcs.size(), draws.of(Stream::swaps, loop, attempt)));
        if (fits(other)) break;
    }
    // One arc fits. An arc that does not has the loop's vertex as its source or as its target. The given graph has no
    // loops, so at most all m arcs have the vertex at one end. Exchanges keep how many have it as source and how many as
    // target, and the loop counts as both: at most m - 1 arcs do not fit.
    while (!fits(other)) other = other + 1 == arcs.size() ? 0 : other + 1;
    std::swap(arcs.target[loop], arcs.target[other]);
}

void permute_targets(Arcs& arcs, ArcDraws const& draws) {
    std::vector<VertexId> const target = arcs.target;
    std::vector<Rank> const from = draws.permutation(arcs.size(), Stream::targets);
    for (Rank rank = 0; rank < arcs.size(); ++rank) arcs.target[rank] = target[from[rank]];
    for (Rank rank = 0; rank < arcs.size(); ++rank) {
        if (arcs.source[rank] == arcs.target[rank]) mend_loop(arcs, rank, draws);
    }
}

} // namespace

std::string_view kept_by(TemporalNull null) {
    switch (null) {
    case TemporalNull::times: return "each arc's ends, and all times";
    case TemporalNull::uniform: return "each arc's ends, and the span of time";
    case TemporalNull::intervals: return "each pair's first time, and its times between arcs";
    case TemporalNull::timelines: return "each pair with an arc, and all series of times of a pair";
    case TemporalNull::targets: return "each arc's source and time, and how many arcs each vertex gets";
    }
    return "";
}

Arcs random_arcs(Arcs const& arcs, TemporalNull null, std::uint64_t seed, std::uint32_t number) {
    Arcs made = arcs;
    if (made.size() == 0) return made;
    ArcDraws const draws(seed, number);
    switch (null) {
    case TemporalNull::times: permute_times(made, draws); break;
    case TemporalNull::uniform: draw_times(made, draws); break;
    case TemporalNull::intervals: permute_intervals(made, draws); break;
    case TemporalNull::timelines: permute_timelines(made, draws); break;
    case TemporalNull::targets: permute_targets(made, draws); break;
    }
    return made;
}

std::vector<TemporalSignificance> significance_of(std::vector<WideCount> const& counts, RandomTemporal const& random) {
    std::size_t const graphs = random.columns == 0 ? 0 : random.of.size() / random.columns;
    if (graphs < 2) {
        throw InputError(
            fmt::format("statistics need 2 random graphs or more, and {} counted", graphs == 0 ? "none was" : "1 was"));
    }
    if (counts.size() != random.columns) {
        throw InputError(fmt::format("the graph has {}, and the random graphs have {}: they must be of the same motifs",
                                     counted(counts.size(), "count"), random.columns));
    }
    auto const by_column = [&](auto const* begin) {
        discovery::ClassCounts classes;
        for (std::size_t column = 0; column < random.columns; ++column) classes.emplace_back(column, begin[column]);
        return classes;
    };
    std::vector<discovery::ClassCounts> of_graphs;
    for (std::size_t graph = 0; graph < graphs; ++graph)
        of_graphs.push_back(by_column(random.of.data() + graph * random.columns));
    std::vector<TemporalSignificance> found;
    for (ClassStatistics const& row : discovery::statistics_of({by_column(counts.data())}, of_graphs, {})) {
        found.push_back({.count = row.count,
                         .mean = row.mean,
                         .deviation = row.deviation,
                         .z = row.z,
                         .p_over = row.p_over,
                         .p_under = row.p_under,
                         .q_over = row.q_over,
                         .p_of_all = row.p_of_all,
                         .profile = row.profile});
    }
    return found;
}

// The graph beside random graphs.

namespace {

class Discovering {
public:
    Discovering(Arcs const& arcs, TemporalQuestion const& question, TemporalRandom const& random,
                RunOptions const& options)
        : arcs_(arcs),
          question_(question),
          random_(random),
          options_(options),
          time_(options) {}

    TemporalDiscovery run() {
        found_.random.columns = question_.deltas.size() * columns_of_one();
        if (!options_.checkpoint.part.is_whole()) { // it compares nothing
            take(found_.random = count_random(arcs_, question_, {}, random_, options_));
            found_.roots = found_.random.roots;
            return std::move(found_);
        }
        question_.patterns.empty() ? count_motifs() : count_patterns();
        for (std::size_t i = 0; i < std::min(found_.counts.size(), columns_of_one()); ++i)
            found_.count += found_.counts[i];
        if (found_.status != Status::complete) return std::move(found_);
        take(found_.random = count_random(arcs_, question_, {}, random_, time_.in(options_)));
        if (!found_.random.of.empty() && found_.random.of.size() >= 2 * found_.random.columns)
            found_.rows = significance_of(found_.counts, found_.random);
        return std::move(found_);
    }

private:
    std::size_t columns_of_one() const { return columns_of_delta(question_.patterns.size(), question_.undirected); }
    void take(RunResult const& part) {
        add_seconds(found_, part);
        found_.seconds.run_before += part.seconds.run_before;
        if (!part.device.kind.empty()) found_.device = part.device; // it had time for a run
        if (!part.devices.empty()) found_.devices = part.devices;
        found_.status = part.status;
    }
    // The options of the counts of the graph itself, of which no checkpoint keeps anything.
    RunOptions options() const {
        RunOptions own = time_.in(options_);
        own.checkpoint = {};
        return own;
    }

    void count_motifs() {
        TemporalMotifs const all = count_temporal_motifs(arcs_, question_.deltas, question_.ties, options());
        take(all);
        for (MotifTable const& table : all.tables) append_table(table, question_.undirected, found_.counts);
    }
    void count_patterns() {
        for (std::int64_t const delta : question_.deltas) {
            TemporalCounts const own =
                count_temporal(arcs_, question_.patterns, {.delta = delta, .ties = question_.ties}, options());
            take(own);
            std::ranges::copy(own.counts, std::back_inserter(found_.counts));
            if (own.status != Status::complete) return;
        }
    }

    Arcs const& arcs_;
    TemporalQuestion const& question_;
    TemporalRandom const& random_;
    RunOptions const& options_;
    TimeLeft const time_;
    TemporalDiscovery found_;
};

} // namespace

TemporalDiscovery discover_temporal(Arcs const& arcs, TemporalQuestion const& question, TemporalRandom const& random,
                                    RunOptions const& options) {
    if (std::ranges::any_of(question.patterns, &TemporalPattern::has_arc_labels)) {
        throw InputError(
            "random graphs exchange times or ends of arcs, and labels of arcs belong to both: give patterns without "
            "labels of arcs");
    }
    return Discovering(arcs, question, random, options).run();
}

} // namespace cerrado
