#include <cerrado/run/detail/session/session.hpp>

#include <cerrado/application/detail/application.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/core/detail/weighted_turns.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/detail/session/member.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>
#include <cerrado/run/detail/session/run_of_thread.hpp>
#include <cerrado/run/detail/session/run_rules.hpp>
#include <cerrado/run/detail/session/sample.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/plan.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/warp/detail/host_atomics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#if CERRADO_HAS_CUDA
#include <cerrado/run/detail/preparation/device_preparation.hpp>
#endif

namespace cerrado {

namespace {

// The initial traversals before they are sliced, in the order of their vertices. Each has an upper bound for the number
// of its extensions: the neighbours of its vertices in the part of the lists that plan.lists names.
class InitialTraversals {
public:
    InitialTraversals(Graph const& graph, JobPlan const& plan)
        : ref_(graph.ref()),
          plan_(plan),
          oriented_(graph.oriented()) {}

    // Calls visit(source, target, extensions) for each traversal in a member's part.
    template <class Visit> void for_part_of(Member member, Visit const& visit) const {
        if (!plan_.roots) {
            for_vertices_of(member, ref_, [&](VertexId root) { of_root(root, visit); });
            return;
        }
        member.for_part_of(plan_.roots->size(), [&](std::size_t i) { of_root((*plan_.roots)[i], visit); });
    }

private:
    template <class Visit> void of_root(VertexId root, Visit const& visit) const {
        std::uint32_t const extensions = extensions_of(root, root);
        if (plan_.root_size == 1) {
            if (extensions >= plan_.least_extensions) visit(root, no_vertex, extensions);
            return;
        }
        for (EdgeOffset p = oriented_ ? ref_.begin(root) : ref_.first_above(root, root); p < ref_.end(root); ++p) {
            VertexId const target = ref_.neighbours[p];
            std::uint32_t const all = extensions + extensions_of(target, root);
            if (all >= plan_.least_extensions) visit(root, target, all);
        }
    }

    std::uint32_t extensions_of(VertexId v, VertexId root) const {
        return ref_.entries(v, oriented_ ? ListPart::whole : plan_.lists, root);
    }

    GraphRef const ref_;
    JobPlan const& plan_;
    bool const oriented_;
};

// A job with c extensions meets about c^levels traversals with up to c extensions each.
double weight_of(std::size_t extensions, JobPlan const& plan) {
    return std::pow(static_cast<double>(extensions), plan.levels_below + 1);
}

} // namespace

// If the weight of a job exceeds a piece of a worker's share, the job is sliced.
std::vector<std::uint32_t> slices_by_extensions(std::vector<std::size_t> const& jobs, JobPlan const& plan) {
    std::vector<std::uint32_t> slices(jobs.size(), 1);
    if (plan.levels_below == 0) return slices;
    auto const weight = [&](std::size_t extensions) { return weight_of(extensions, plan); };
    double total = 0;
    for (std::size_t c = 0; c < jobs.size(); ++c) {
        if (jobs[c] > 0) total += static_cast<double>(jobs[c]) * weight(c);
    }
    double const piece = total / (static_cast<double>(usual_pieces) * plan.workers);
    for (std::size_t c = 2; c < jobs.size(); ++c) {
        if (jobs[c] == 0 || weight(c) <= piece) continue;
        auto const extensions = static_cast<double>(c);
        double const wanted = std::ceil(weight(c) / piece);
        double const parts = std::min<double>(plan.most_parts, std::ceil(wanted / extensions));
        slices[c] = static_cast<std::uint32_t>(parts > 1 ? parts * extensions : std::min(wanted, extensions));
    }
    return slices;
}

// A stable counting sort by falling number of extensions. Each member of the team has a table with the number of its
// jobs for each number of extensions.
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan, Team& team) {
    InitialTraversals const initial(graph, plan);
    std::size_t const keys = std::size_t{graph.max_degree()} * static_cast<std::size_t>(plan.root_size) + 1;
    int const members = members_for_tables(team, graph.vertex_count(), keys);
    std::vector<std::size_t> place(keys * static_cast<std::size_t>(members));
    auto const for_all = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            std::size_t* const mine = place.data() + keys * static_cast<std::size_t>(member.index);
            initial.for_part_of({member.index, members},
                                [&](VertexId source, VertexId target, std::uint32_t extensions) {
                                    visit(source, target, extensions, mine[extensions]);
                                });
        });
    };
    for_all([](VertexId, VertexId, std::uint32_t, std::size_t& count) { ++count; });

    std::vector<std::size_t> counts(keys);
    for (std::size_t at = 0; at < place.size(); ++at) counts[at % keys] += place[at];
    std::vector<std::uint32_t> const slices = slices_by_extensions(counts, plan);
    std::size_t next = 0;
    for (std::size_t c = keys; c-- > 0;) {
        for (std::size_t at = c; at < place.size(); at += keys) next += slices[c] * std::exchange(place[at], next);
    }
    std::vector<Job> jobs(next);
    for_all([&](VertexId source, VertexId target, std::uint32_t extensions, std::size_t& position) {
        std::uint32_t const cut = slices[extensions];
        for (std::uint32_t slice = 0; slice < cut; ++slice) jobs[position++] = {source, target, slice, cut};
    });
    return jobs;
}

std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan) {
    Team alone;
    return make_jobs(graph, plan, alone);
}

PredictedWork::PredictedWork(std::span<VertexId const> lists, bool oriented, JobPlan const& plan) {
    bool const is_known = plan.root_size == 1 && !plan.roots && (oriented || plan.lists == ListPart::whole);
    if (!is_known) return;
    std::vector<std::size_t> roots(lists.begin(), lists.end());
    std::fill_n(roots.begin(), std::min<std::size_t>(plan.least_extensions, roots.size()), 0);
    std::vector<std::uint32_t> const slices = slices_by_extensions(roots, plan);
    Alike sum{0, 0};
    for (std::size_t extensions = roots.size(); extensions-- > 0;) {
        if (roots[extensions] == 0) continue;
        sum.jobs += roots[extensions] * slices[extensions];
        sum.work += static_cast<double>(roots[extensions]) * weight_of(extensions, plan);
        alike_.push_back(sum);
    }
}

double PredictedWork::share(std::uint64_t jobs, std::uint64_t all) const {
    if (all == 0) return 1;
    std::uint64_t const whole = jobs / all;
    jobs %= all;
    if (alike_.empty() || alike_.back().work <= 0) {
        return static_cast<double>(whole) + static_cast<double>(jobs) / static_cast<double>(all);
    }
    auto const next = std::ranges::upper_bound(alike_, jobs, {}, &Alike::jobs);
    if (next == alike_.end()) return static_cast<double>(whole) + 1;
    Alike const before = next == alike_.begin() ? Alike{0, 0} : *(next - 1);
    double const part = static_cast<double>(jobs - before.jobs) / static_cast<double>(next->jobs - before.jobs);
    return static_cast<double>(whole) + (before.work + part * (next->work - before.work)) / alike_.back().work;
}

namespace {

constexpr std::uint64_t most_ranges = std::uint64_t{1} << 15; // 512 KiB, which are made and copied in 0.1 ms

std::uint64_t pieces_of(std::vector<JobRange> const& ranges, std::uint32_t shift) {
    std::uint64_t pieces = 0;
    for (JobRange const& range : ranges) pieces += (range.count + (std::uint64_t{1} << shift) - 1) >> shift;
    return pieces;
}

// Cuts each range into pieces of at most `most` jobs, and calls visit(piece) for each piece.
template <class Visit> void for_pieces(std::vector<JobRange> const& ranges, std::uint64_t most, Visit const& visit) {
    for (JobRange const& range : ranges) {
        for (std::uint64_t at = 0; at < range.count; at += most) {
            visit(JobRange{range.first + at, std::min(most, range.count - at)});
        }
    }
}

// Appends the range. If it begins at the end of the last range, it extends that range.
void append(std::vector<JobRange>& ranges, JobRange const& range) {
    if (!ranges.empty() && ranges.back().first + ranges.back().count == range.first) {
        ranges.back().count += range.count;
    } else {
        ranges.push_back(range);
    }
}

} // namespace

// Tickets without a job cost time. Small pieces have few such tickets, so ranges are cut as finely as the table has
// room for.
JobRanges::JobRanges(std::vector<JobRange> ranges) : are_all_(false) {
    while (shift_ < 40 && pieces_of(ranges, shift_) > std::max<std::uint64_t>(most_ranges, 2 * ranges.size())) ++shift_;
    std::uint64_t const most = std::uint64_t{1} << shift_;
    if (std::ranges::all_of(ranges, [&](JobRange const& range) { return range.count <= most; })) {
        ranges_ = std::move(ranges);
    } else {
        for_pieces(ranges, most, [&](JobRange const& piece) { ranges_.push_back(piece); });
    }
}

std::uint64_t JobRanges::count() const {
    std::uint64_t sum = 0;
    for (JobRange const& range : ranges_) sum += range.count;
    return sum;
}

JobRanges JobRanges::from_ticket(std::uint64_t next, std::uint64_t all) const {
    std::vector<JobRange> rest;
    if (are_all_) {
        if (next < all) rest.push_back({next, all - next});
        return JobRanges(std::move(rest));
    }
    for (std::uint64_t i = next >> shift_; i < ranges_.size(); ++i) {
        std::uint64_t const begun = i == next >> shift_ ? next & ((std::uint64_t{1} << shift_) - 1) : 0;
        if (begun < ranges_[i].count) append(rest, {ranges_[i].first + begun, ranges_[i].count - begun});
    }
    return JobRanges(std::move(rest));
}

std::vector<std::vector<JobRange>> deal_jobs(std::vector<JobRange> const& jobs, std::vector<double> const& weights) {
    constexpr std::uint64_t heavy = 1 << 12; // so many heaviest jobs are dealt one by one
    constexpr std::uint64_t pieces = 1 << 12;
    std::uint64_t all = 0;
    for (JobRange const& range : jobs) all += range.count;
    std::uint64_t const piece = std::max<std::uint64_t>(1, all / pieces);
    std::vector<std::vector<JobRange>> shares(weights.size());
    WeightedTurns turns(weights);
    std::uint64_t dealt = 0;
    for (JobRange const& range : jobs) {
        for (std::uint64_t at = 0; at < range.count;) {
            std::uint64_t const count = std::min(dealt < heavy ? 1 : piece, range.count - at);
            append(shares[turns.next()], {range.first + at, count});
            dealt += count;
            at += count;
        }
    }
    return shares;
}

// The message for a fault that a worker reported; see traversal/detail/fault.hpp.

// Returns: one line for an InputError. It names the method, the length at which it was called, and the remedy.
std::string describe_fault(Count fault, TraversalNeeds const& needs);

namespace {

char const* name_of(Method method) {
    switch (method) {
    case Method::extend: return "extend";
    case Method::extend_common: return "extend_common";
    case Method::extend_edges: return "extend_edges";
    case Method::extend_exclusive: return "extend_exclusive";
    case Method::count_common: return "count_common";
    case Method::finish: return "finish";
    case Method::aggregate: return "aggregate";
    case Method::aggregate_tails: return "aggregate_tails";
    case Method::aggregate_best: return "aggregate_best";
    case Method::aggregate_counter: return "aggregate_counter";
    case Method::aggregate_key: return "aggregate_key";
    case Method::aggregate_orbits: return "aggregate_orbits";
    case Method::aggregate_pattern: return "aggregate_pattern";
    case Method::bound: return "bound";
    case Method::aggregate_row: return "aggregate_row";
    case Method::aggregate_store: return "aggregate_store";
    case Method::vertex: return "vertex";
    case Method::adjacent: return "adjacent";
    case Method::edge: return "edge";
    case Method::edge_position: return "edge_position";
    case Method::state: return "state";
    case Method::tally_lower: return "tally_lower";
    case Method::tally_wedges: return "tally_wedges";
    }
    return "a method";
}

// "3 (k - 2)"
std::string length_before(int k, int left) { return fmt::format("{} (k - {})", k - left, left); }

std::string right_lengths(Fault const& fault, int k) {
    std::string least = length_before(k, fault.first);
    if (fault.second == 0) return least;
    std::string const one_more = length_before(k, fault.first - 1);
    return k == fault.first ? one_more : least + " or " + one_more; // since a traversal has at least one vertex
}

// Returns: the message for a call that the size of the traversal, or a return to it, does not allow. It says where the
// method belongs.
std::string describe_misplaced(Fault const& fault, TraversalNeeds const& needs) {
    std::string const method = name_of(fault.method);
    int const size = fault.size;
    int const k = needs.k;
    switch (fault.kind) {
    case FaultKind::no_room:
        return fmt::format(
            "{}() was called at size() == {}; with k = {} and counted_levels = {} the walk ends at "
            "size() == {}: call finish() there, or drop counted_levels",
            method, size, k, needs.counted_levels, length_before(k, needs.counted_levels));
    case FaultKind::finish:
        return fmt::format(
            "{}() was called at size() == {}; with k = {} and counted_levels = {} it belongs at size() "
            "== {}",
            method, size, k, fault.first, right_lengths(fault, k));
    case FaultKind::not_last:
        return fmt::format("{}() was called at size() == {}; with k = {} it belongs at size() == {}", method, size, k,
                           length_before(k, 1));
    case FaultKind::again:
        return fmt::format(
            "{}() was called at size() == {} on a return to a traversal; with k = {} it belongs at "
            "size() == {}, or behind `if (te.extend(...))`",
            method, size, k, length_before(k, 1));
    default: return {};
    }
}

// A key that is greater than half of all numbers was a negative number.
std::string describe_key(Fault const& fault) {
    std::uint32_t const key = std::uint32_t{static_cast<std::uint16_t>(fault.second)} << 16 |
                              std::uint32_t{static_cast<std::uint16_t>(fault.first)};
    auto const number = static_cast<std::int32_t>(key);
    if (number < 0) {
        return fmt::format("{}() or add() was given the key {}; keys are from 0 to the application's keys() - 1",
                           name_of(fault.method), number);
    }
    return fmt::format("{}() or add() was given the key {}; keys are below the application's keys(): raise it",
                       name_of(fault.method), key);
}

} // namespace

std::string describe_fault(Count word, TraversalNeeds const& needs) {
    Fault const fault = unpack_fault(word);
    std::string const method = name_of(fault.method);
    int const size = fault.size;
    switch (fault.kind) {
    case FaultKind::none:
    case FaultKind::ended: break;
    case FaultKind::range:
        return fmt::format(
            "{}({}, {}) was called at size() == {}; it takes the vertices begin to end - 1: 0 <= begin < end <= size()",
            method, fault.first, fault.second, size);
    case FaultKind::lists:
        return fmt::format(
            "{}({}, {}) was called at size() == {}; it reads {} adjacency lists, but the application "
            "declares extension_lists = {}: raise it",
            method, fault.first, fault.second, size, fault.second - fault.first, needs.extension_lists);
    case FaultKind::position:
        return fmt::format("{}() was asked for vertex {} at size() == {}; they are numbered from 0 to size() - 1",
                           method, fault.first, size);
    case FaultKind::no_room:
    case FaultKind::finish:
    case FaultKind::not_last:
    case FaultKind::again: return describe_misplaced(fault, needs);
    case FaultKind::key: return describe_key(fault);
    case FaultKind::tally:
        return fmt::format("{}() met more vertices than clear_tally() was asked to make room for: give it more",
                           method);
    case FaultKind::no_array:
        return fmt::format(
            "an ArrayRef of the application, with entries of {} bytes, was never given an array: set that member to "
            "resident.array<T>(...).ref()",
            fault.first);
    case FaultKind::endless:
        return fmt::format(
            "visit() did not return at size() == {} when the run was to end, and extended the traversal again and "
            "again: extend once and return, since the runtime calls visit() for each traversal",
            size);
    case FaultKind::nested:
        return fmt::format(
            "visit() was called within visit() at size() == {}: extend the traversal and return, since the runtime "
            "calls visit() for each traversal",
            size);
    case FaultKind::in_predicate:
        return fmt::format(
            "{}() was called within a predicate at size() == {}: a predicate only tells which extensions stay; call "
            "{}() in visit() instead",
            method, size, method);
    }
    return "the application called a method where it may not (please report this)";
}

namespace {

std::string size(std::uint64_t bytes) {
    double const kibibytes = static_cast<double>(bytes) / 1024;
    return kibibytes < 1024 ? fmt::format("{:.1f} KiB", kibibytes) : fmt::format("{:.1f} MiB", kibibytes / 1024);
}

} // namespace

int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled) {
    if (device != DeviceKind::cuda) {
        if (wanted == 0) return 0;
        throw InputError(
            fmt::format("a warp width of {} needs CUDA, and this run is on {}; leave it out, or use --device cuda",
                        wanted, device == DeviceKind::lockstep ? "lockstep" : "the host"));
    }
    int const width = wanted == 0 ? full_warp_width : wanted;
    if (std::ranges::find(all_warp_widths, width) == all_warp_widths.end()) {
        throw InputError(
            fmt::format("a warp width of {} is not supported; choose one of {}", width, joined(all_warp_widths, ", ")));
    }
    if (std::ranges::find(compiled, width) == compiled.end()) {
        throw InputError(
            fmt::format("this application is not compiled for a warp width of {}, but for {}; choose one of "
                        "them, or declare `static constexpr auto warp_widths = all_warp_widths` in it",
                        width, joined(compiled, ", ")));
    }
    return width;
}

int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes) {
    std::uint64_t const each = std::max<std::uint64_t>(1, layout.bytes());
    std::uint64_t const fit = budget_bytes / each;
    if (fit == 0) {
        throw Error(
            fmt::format("one worker needs {} bytes for its traversals, and {} are available; "
                        "choose a smaller k, or run on the host",
                        each, budget_bytes));
    }
    return static_cast<int>(std::min<std::uint64_t>(fit, static_cast<std::uint64_t>(wanted)));
}

void require_room(std::string_view what, std::uint64_t needed, std::uint64_t room) {
    if (needed <= room) return;
    throw Error(
        fmt::format("{} needs {} of device memory, and {} are free; use --device host, or a device with more memory",
                    what, size(needed), size(room)));
}

std::string RunPlan::describe() const {
    MemoryUse const& memory = device.memory;
    return fmt::format(
        "device              {} ({})\n"
        "workers             {}\n"
        "initial traversals  {}\n"
        "graph               {}\n"
        "traversals          {} ({} a worker, {} of them fast memory)\n"
        "peak                {}\n",
        device.name, device.kind, device.workers, roots, size(memory.graph_bytes), size(memory.traversal_bytes),
        bytes_per_worker + fast_bytes_per_worker, fast_bytes_per_worker, size(memory.peak_bytes));
}

namespace {

// Returns: a part that looks random but is the same each time. The first parts would not be typical, because they have
// heavier extensions.
std::uint32_t any_part(Job const& job, std::uint32_t parts) {
    std::uint64_t const mixed = (job.source * std::uint64_t{0x9e3779b97f4a7c15} + job.slice) >> 32;
    return static_cast<std::uint32_t>(mixed % parts);
}

// Returns: a slice of the job without extensions. It lies in the middle, so that it is empty for every engine.
Job without_extensions(Job const& job) {
    constexpr std::uint32_t slices = 1u << 31;
    return {job.source, job.target, slices / 2, slices};
}

} // namespace

void SampleRun::add(std::span<Job const> jobs, std::uint32_t parts) {
    if (groups_ + (parts > 1 ? 2 : 1) > JobTimes::most_groups) throw std::logic_error("a sample has too many groups");
    added_.push_back({jobs.size(), parts, groups_});
    for (Job const& job : jobs) jobs_.push_back(parts > 1 ? part_of(job, any_part(job, parts), parts) : job);
    end_group();
    if (parts == 1) return;
    std::ranges::transform(jobs, std::back_inserter(jobs_), without_extensions);
    end_group();
}

std::vector<JobSample::Group> SampleRun::measured() const {
    std::vector<JobSample::Group> measured;
    for (Added const& added : added_) {
        JobTimes::Group const& run = times_.groups[added.group];
        JobSample::Group of{added.jobs, static_cast<double>(run.nanoseconds) * 1e-9, 0, run.done == added.jobs};
        if (added.parts > 1) {
            JobTimes::Group const& begun = times_.groups[added.group + 1];
            double const before = std::min(of.seconds, static_cast<double>(begun.nanoseconds) * 1e-9);
            of.seconds = before + added.parts * (of.seconds - before);
            of.begun = before;
            of.is_whole &= begun.done == added.jobs;
        }
        measured.push_back(of);
    }
    return measured;
}

namespace {
thread_local RunContext const* run_of_thread = nullptr;
} // namespace

namespace {

// The traversal that a thread's visit() extended last after the end of its run.
struct Asked {
    int size = 0;
    VertexId last = 0;
    std::uint32_t open = 0;
    std::uint32_t times = 0;
};
thread_local Asked asked;

} // namespace

VisitNotes& notes_of_thread() {
    static thread_local VisitNotes notes;
    return notes;
}

void note_output_of_thread() {
    VisitNotes& notes = notes_of_thread();
    notes.is_reached = true;
    if (notes.ends_at_output) throw VisitEnded();
}

// When visit() comes back to a traversal, there is one open extension less.
bool phase::asks_without_end(int size, VertexId last, std::uint32_t open) {
    constexpr std::uint32_t most = 100000;
    if (size != asked.size || last != asked.last || open != asked.open) asked = {size, last, open, 0};
    return ++asked.times > most;
}

RunOfThread::RunOfThread(RunContext const& context) {
    run_of_thread = &context;
    asked = {};
}
RunOfThread::~RunOfThread() { run_of_thread = nullptr; }

// It reports the fault and does not throw, because the other lanes of a lockstep warp would wait for a lane that
// throws.
void report_no_array(std::size_t bytes) {
    if (run_of_thread == nullptr)
        throw InputError(
            "an ArrayRef without an array was asked for an entry; give it the array that resident.array<T>(...).ref() "
            "returns");
    Fault fault{FaultKind::no_array};
    fault.first = static_cast<int>(bytes);
    HostAtomics::grid_store(run_of_thread->fault, pack_fault(fault));
    HostAtomics::grid_store(run_of_thread->queue.stop, std::uint32_t{queue_is_stopped});
}

void refuse_index(std::uint64_t index, std::uint64_t entries, std::size_t bytes) {
    throw InputError(
        fmt::format("an ArrayRef to {} of {} was asked for entry {}; entries are numbered from 0 to size() - 1",
                    counted(entries, "entry"), counted(bytes, "byte"), index));
}

bool Monitor::poll(std::uint64_t roots_done, std::uint64_t delivered, double share) {
    double const now = watch_.seconds();
    if (options_.progress && (options_.member != nullptr || now - last_report_ >= 0.1)) {
        options_.progress({roots_done, given_, now, delivered, share});
        last_report_ = now;
    }
    if (reason_ == Status::complete) {
        if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed)) {
            reason_ = Status::interrupted;
        } else if (options_.deadline_seconds > 0 && now >= options_.deadline_seconds) {
            reason_ = Status::deadline;
        }
    }
    return reason_ != Status::complete;
}

Status Monitor::status(bool all_done) const {
    if (past_limit_) return Status::limit;
    return all_done ? Status::complete : reason_;
}

namespace {
bool is_ended(Outcome const& outcome) { return unpack_fault(outcome.fault).kind == FaultKind::ended; }
} // namespace

void check_fault(Outcome const& outcome, RunSession const& session) {
    if (outcome.fault != 0 && !is_ended(outcome)) throw InputError(describe_fault(outcome.fault, session.needs));
}

void check_notes(VisitNotes const& notes, TraversalNeeds const& needs) {
    if (notes.is_reached || notes.left == 0) return;
    int const counted = needs.counted_levels;
    throw InputError(fmt::format(
        "no output was reached, although visit() came to size() == {} with extensions that nothing took: call {} "
        "there, and not at size() == k, which no traversal has; if an application may really find nothing so, write "
        "'static "
        "constexpr bool may_find_nothing = true;' in it",
        length_before(needs.k, counted), counted > 1 ? "finish(te, te.counter())" : "te.aggregate_counter()"));
}

namespace {

// Returns: the number of jobs in all rounds up to the last one, which is known now.
std::uint64_t jobs_needed(RunSession const& session, Outcome const& outcome) {
    auto const most = static_cast<std::uint64_t>(session.needs.rounds);
    if (session.needs.by_frontier) return session.jobs_of_round() + outcome.added_jobs;
    if (!session.needs.until_unchanged || session.round) return session.jobs_given();
    return session.jobs_of_round() * std::min(most, outcome.last_change + 1);
}

void check_outcome(RunResult const& result, RunSession const& session, Outcome const& outcome, std::uint64_t moved) {
    check_fault(outcome, session);
    std::uint64_t const needed = jobs_needed(session, outcome);
    if (result.status == Status::complete && outcome.roots_done != needed) {
        throw Error(fmt::format(
            "{} of {} initial traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.roots_done, needed));
    }
    if (result.status == Status::complete && outcome.donated_done != moved) {
        throw Error(fmt::format(
            "{} of {} donated traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.donated_done, moved));
    }
}

} // namespace

void conclude(RunResult& result, RunSession const& session, Outcome const& outcome, Monitor const& monitor) {
    result.of<Delivered>() = monitor.delivered();
    result.roots = {session.jobs_given(), outcome.roots_done};
    std::uint64_t const moved = result.balance.donated + (session.left == nullptr ? 0 : session.left->count());
    result.status = is_ended(outcome) ? Status::limit
                                      : monitor.status(outcome.roots_done == jobs_needed(session, outcome) &&
                                                       outcome.donated_done == moved);
    if (result.status == Status::complete) result.roots.given = jobs_needed(session, outcome);
    if (session.needs.until_unchanged)
        result.of<RoundChanged>() = outcome.last_change > static_cast<Count>(session.first_round());
    check_outcome(result, session, outcome, moved);
}

namespace {

// Throws InputError unless a number of the options is 0 or more.
template <class Number> void check_number(char const* name, Number value, char const* zero) {
    if (value >= 0) return; // a value that is no number is not
    throw InputError(fmt::format("RunOptions::{} is {}, and it must be 0 or more; 0: {}", name, value, zero));
}

} // namespace

void check_numbers(RunOptions const& options) {
    check_number("threads", options.threads, "one thread for each hardware thread");
    check_number("workers", options.workers, "as many workers as are resident at once");
    check_number("deadline_seconds", options.deadline_seconds, "no deadline");
    check_number("checkpoint.every_seconds", options.checkpoint.every_seconds, "only when the run ends");
}

// Opens a session: the host or the device numbers, orients and checks the graph, and makes the jobs.

bool ids_are_narrow(Graph const& graph) {
    return std::ranges::all_of(graph.original_ids(), [](OriginalId id) { return id <= ~std::uint32_t{0}; });
}

namespace {

#if CERRADO_HAS_CUDA

void check_room(RunSession const& session, Graph const& graph) {
    if (session.options.device == DeviceKind::cuda) require_room_for(graph, session.needs.oriented);
}

// Numbers the graph on the device if degree is the wanted order and the device can do it. Returns: whether it did.
bool number_on_device(RunSession& session, Graph const& graph, RunRules const& rules) {
    RunOptions const& options = session.options;
    bool const oriented = session.needs.oriented;
    bool const suits = options.device == DeviceKind::cuda && !options.roots &&
                       (options.order == GraphOrder::automatic || options.order == GraphOrder::degree) &&
                       !options.checkpoint.on(); // it needs jobs that are the same on every machine
    if (!suits || !device_can_prepare(graph, oriented)) return false;
    auto preparation = std::make_shared<DevicePreparation>(graph, oriented, options.threads);
    auto const has_core = [&](VertexId least) { return preparation->has_core(least); };
    if (oriented && !degree_order_serves(options.order, preparation->shape().max_degree(), has_core)) return false;
    session.order = GraphOrder::degree;
    session.shape = preparation->shape();
    Graph copy = rules.reads_graph() ? preparation->download(graph) : Graph{};
    session.prepared = PreparedByDevice{std::move(preparation), std::move(copy)};
    return true;
}

void make_jobs_on_device(RunSession& session, JobPlan const& plan) {
    DeviceJobMaker& maker = session.on_device()->jobs();
    maker.plan(plan);
    session.job_count = maker.count();
}

#else

void check_room(RunSession const&, Graph const&) {}
bool number_on_device(RunSession&, Graph const&, RunRules const&) { return false; }
void make_jobs_on_device(RunSession&, JobPlan const&) {}

#endif

VertexOrder number_on_host(RunSession& session, Graph const& graph, std::optional<Team>& team) {
    RunOptions const& options = session.options;
    team.emplace(numbering_team_size(graph, options.threads));
    Numbering numbering = number_vertices(graph, options.order, session.needs.oriented, *team);
    session.order = numbering.kind;
    session.shape = shape_of(numbering.graph);
    session.prepared = PreparedByHost{std::move(numbering.graph), nullptr};
    return numbering.order;
}

// Returns: the number of workers that are expected to share the work. Half as many fit if their warps hold records
// back. This is ignored if devices of different kinds share a run, because they must have the same jobs.
int workers_of(RunSession const& session) {
    if (MemberOfRun const* const member = session.options.member) return member->workers_of_all();
    int const workers = expected_workers(session.options);
    bool const holds_back = session.needs.records && session.options.device == DeviceKind::cuda;
    return holds_back ? std::max(1, workers / 2) : workers;
}

// make_jobs() cuts each worker's share into usual_pieces. To get more pieces, jobs are cut for more workers.
int workers_to_cut_for(RunSession const& session) {
    int const pieces = session.options.balance.pieces == 0 ? usual_pieces : session.options.balance.pieces;
    if (pieces < 1 || pieces > most_pieces) {
        throw InputError(
            fmt::format("BalanceOptions::pieces is {}; give 1 to {}, or 0 for the usual number", pieces, most_pieces));
    }
    std::int64_t const workers = std::int64_t{workers_of(session)} * pieces / usual_pieces;
    return static_cast<int>(std::clamp<std::int64_t>(workers, 1, std::numeric_limits<int>::max()));
}

// Returns: whether jobs may go on on warps of another width. The division of the work below an extension depends on the
// width.
bool changes_warps(RunSession const& session) {
    MemberOfRun const* const member = session.options.member;
    return session.options.checkpoint.on() || (member != nullptr && member->has_several_kinds());
}

JobPlan job_plan(RunSession& session, JobNeeds const& needs) {
    JobPlan plan;
    plan.root_size = session.needs.root_size;
    plan.levels_below = needs.levels_below;
    plan.most_parts = changes_warps(session) ? 1 : needs.most_parts;
    plan.lists = needs.lists;
    plan.least_extensions = needs.least_extensions;
    if (session.job_workers == 0) session.job_workers = workers_to_cut_for(session);
    plan.workers = std::max(1, session.job_workers / needs.pieces_a_slice);
    plan.roots = session.options.roots;
    return plan;
}

void check_checkpoint(RunSession const& session) {
    if (!session.options.checkpoint.on()) return;
    if (session.needs.by_frontier) {
        throw InputError(
            "a run by frontier cannot have a checkpoint, because the file does not keep the jobs of the next round: "
            "unset RunOptions::checkpoint, or use until_unchanged instead of by_frontier");
    }
    if (session.needs.records && (!session.options.checkpoint.mark || !session.options.checkpoint.go_back)) {
        throw InputError(
            "a run that goes on from a checkpoint hands over again the subgraphs that came after it: set "
            "CheckpointOptions::mark and go_back, which tell how far the sink has come and take it back there, or "
            "unset RunOptions::checkpoint");
    }
    if (session.options.of<StoreInput>().limit) {
        throw InputError(
            "a run with a limit cannot have a checkpoint, because it ends in the middle of jobs; unset one of them");
    }
}

void check_observed_jobs(RunSession const& session) {
    if (!session.options.balance.observe_jobs || session.sample != nullptr) return;
    if (shares_state(session.options) || session.needs.rounds != 1) {
        throw InputError(
            "BalanceOptions::observe_jobs is set, and times of jobs are known only on one device, in a run of one "
            "round (a walk, no formula) without load balancing and without a checkpoint: unset it, or run so");
    }
}

void check_options(RunSession const& session, RunRules const& rules) {
    TransitionTableRef const& patterns = session.options.of<ByPatternInput>().tables;
    TraversalNeeds const& needs = session.needs;
    if (session.options.is_shared()) {
        throw InputError(
            "this run cannot share its work among several devices or processes: leave RunOptions::devices and ranks "
            "empty");
    }
    if (needs.rounds < 1 || needs.layers < 1) {
        throw InputError(
            fmt::format("the application has {} rounds and {} layers, and each number must be 1 or more; correct them "
                        "in the application",
                        needs.rounds, needs.layers));
    }
#if defined(NDEBUG)
    if (session.options.checked && session.options.device == DeviceKind::cuda) {
        throw InputError(
            "RunOptions::checked works only on the host: run on DeviceKind::host or lockstep, or build without NDEBUG");
    }
#endif
    if (!session.needs.records && session.options.of<StoreInput>().limit) {
        throw InputError(
            "StoreInput::limit is only for applications that store subgraphs, and this one counts them; unset it");
    }
    check_checkpoint(session);
    check_observed_jobs(session);
    rules.check_size(session);
    rules.check_outputs(session);
    if (patterns.k != 0 && session.needs.k != 0 && patterns.k != session.needs.k) {
        throw InputError(fmt::format("the pattern tables are for k = {}, the run is for k = {}; load tables for k = {}",
                                     patterns.k, session.needs.k, session.needs.k));
    }
}

// Rounds leave data to each other. A checkpoint keeps this data if it is in arrays beside a resident graph.
void require_resident_for_rounds(RunSession const& session) {
    if (!session.options.checkpoint.on() || session.needs.rounds == 1) return;
    throw InputError(
        "a run of several rounds can have a checkpoint only on a resident graph, because the file keeps that graph's "
        "arrays: run on a Resident, or unset RunOptions::checkpoint");
}

// Throws InputError if the number of a run's jobs exceeds 64 bits.
void check_job_count(RunSession const& session) {
    std::uint64_t jobs = session.job_count;
    if (!__builtin_mul_overflow(jobs, static_cast<std::uint64_t>(session.needs.layers), &jobs) &&
        !__builtin_mul_overflow(jobs, static_cast<std::uint64_t>(session.needs.rounds), &jobs) && jobs >> 63 == 0) {
        return;
    }
    throw InputError(
        fmt::format("{} jobs in {} layers and {} rounds are more than 2^63; divide them among several runs",
                    session.job_count, session.needs.layers, session.needs.rounds));
}

void check_numbers(RunSession const& session, RunRules const& rules) {
    check_options(session, rules);
    if (session.options.roots)
        throw InputError("the jobs of run_jobs() are numbers and have no roots: leave RunOptions::roots out");
}

void give_numbers(RunSession& session, std::uint64_t count, RunRules const& rules) {
    session.levels = rules.levels(session);
    session.job_count = count;
    check_job_count(session);
}

void open_without_graph(RunSession& session, std::uint64_t count, RunRules const& rules) {
    session.narrow_ids = session.needs.records; // without a graph numbers are what they are called
    check_numbers(session, rules);
    session.prepared = PreparedByHost{};
    give_numbers(session, count, rules);
}

void predict_work(RunSession& session, JobPlan const& plan) {
    if (!session.options.progress || !session.shape.lists) return;
    session.work = PredictedWork(*session.shape.lists, session.needs.oriented, plan);
}

void open_on_graph(RunSession& session, Graph const& graph, RunRules const& rules) {
    session.given = graph;
    session.narrow_ids = session.needs.records && ids_are_narrow(graph);
    check_options(session, rules);
    require_resident_for_rounds(session);
    check_room(session, graph);
    std::optional<Team> team;
    VertexOrder order;
    if (!number_on_device(session, graph, rules)) order = number_on_host(session, graph, team);
    session.levels = rules.levels(session);
    rules.check(session);
    JobPlan plan = job_plan(session, rules.jobs(session));
    if (plan.roots) plan.roots = numbers_in(order, *plan.roots);
    if (session.on_device() != nullptr) {
        make_jobs_on_device(session, plan);
    } else {
        auto& host = std::get<PreparedByHost>(session.prepared);
        host.jobs = std::make_shared<std::vector<Job> const>(make_jobs(host.graph, plan, *team));
        session.job_count = host.jobs->size();
    }
    check_job_count(session);
    predict_work(session, plan);
}

void open_on_resident(RunSession& session, Resident const& resident, RunRules const& rules) {
    ResidentState& state = resident.state();
    session.given = state.given();
    session.narrow_ids = session.needs.records && state.ids_are_narrow();
    check_options(session, rules);
    session.order = state.order();
    state.place(session, rules);
    session.levels = rules.levels(session);
    rules.check(session);
    JobPlan const plan = job_plan(session, rules.jobs(session));
    state.give_jobs(session, plan);
    check_job_count(session);
    predict_work(session, plan);
}

void open_on_numbers(RunSession& session, std::uint64_t count, Resident const& resident, RunRules const& rules) {
    ResidentState& state = resident.state();
    if (state.given().vertex_count() == 0) return open_without_graph(session, count, rules);
    session.given = state.given();
    check_numbers(session, rules);
    session.order = state.order();
    state.place(session, rules);
    give_numbers(session, count, rules);
}

} // namespace

void open_session(RunSession& session, RunInput const& input, RunRules const& rules) {
    if (input.graph != nullptr) return open_on_graph(session, *input.graph, rules);
    if (!input.numbers) return open_on_resident(session, *input.resident, rules);
    if (input.resident != nullptr) return open_on_numbers(session, *input.numbers, *input.resident, rules);
    require_resident_for_rounds(session);
    open_without_graph(session, *input.numbers, rules);
}

} // namespace cerrado
