#include "library/verifier.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <utility>

namespace cerrado {

Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress) {
    constexpr double longest = 0.5; // seconds; until a call takes as long, each has twice the steps of the last
    StopLook look(until);
    std::size_t const steps = check.steps();
    std::size_t done = 0;
    try {
        for (std::size_t together = 1; done < steps;) {
            if (progress) progress(static_cast<double>(done) / static_cast<double>(steps));
            look.now();
            Stopwatch const watch;
            std::size_t const count = std::min(together, steps - done);
            check.compare(done, count, look);
            done += count;
            if (check.has_dear_steps() || watch.seconds() < longest) together *= 2;
        }
    } catch (StoppedBy const& stop) {
        bool const tells_nothing = steps == 1; // its one step was not done
        std::string const so_far = tells_nothing
                                       ? fmt::format("not verified: the serial program was stopped by {}\n", stop.what)
                                       : fmt::format("verified: {}, stopped by {}\n", check.agreement(done), stop.what);
        return {so_far, false};
    }
    check.compare_whole();
    return {fmt::format("verified: {}\n", check.agreement(done)), true};
}

std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed) {
    std::vector<VertexId> roots(vertex_count);
    std::iota(roots.begin(), roots.end(), VertexId{0});
    if (count >= vertex_count) return roots;
    std::mt19937_64 random(seed); // the standard fixes its output, but not that of a distribution
    for (std::uint64_t i = 0; i < count; ++i) std::swap(roots[i], roots[i + random() % (vertex_count - i)]);
    roots.resize(count);
    std::ranges::sort(roots);
    return roots;
}

namespace {

[[noreturn]] void fail(std::string const& what, std::string const& of_what, WideCount counted, WideCount expected) {
    throw Error(
        fmt::format("{}: verification failed{}: counted {}, the serial program counts {}; do not use this "
                    "result, and report it with what you called",
                    what, of_what, to_string(counted), to_string(expected)));
}

std::string name_of(VertexCount const& row) { return fmt::format(" for vertex {}", row.vertex); }
std::string name_of(EdgeCount const& row) { return fmt::format(" for edge {} {}", row.source, row.target); }

// Both have a row for every vertex, or edge, of one graph.
template <class Row>
void require_equal_rows(std::string const& what, std::vector<Row> const& counted, std::vector<Row> const& expected) {
    if (counted.size() != expected.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} rows of local counts, the serial program has {} (please "
                        "report this)",
                        what, counted.size(), expected.size()));
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
        if (counted[i] != expected[i]) fail(what, name_of(counted[i]), counted[i].count, expected[i].count);
    }
}

// Throws Error, which names the first vertex or edge whose counts differ. It compares edges only if they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected) {
    require_equal_rows(what, counted.vertices, expected.vertices);
    if (!counted.edges.empty()) require_equal_rows(what, counted.edges, expected.edges);
    if (counted.by_orbit.size() != expected.by_orbit.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} counts by orbit, the serial program has {} (please report this)",
                        what, counted.by_orbit.size(), expected.by_orbit.size()));
    }
    std::size_t const orbits = counted.vertices.empty() ? 0 : counted.by_orbit.size() / counted.vertices.size();
    for (std::size_t i = 0; i < counted.by_orbit.size(); ++i) {
        if (counted.by_orbit[i] == expected.by_orbit[i]) continue;
        fail(what, fmt::format("{}, orbit {} of {}", name_of(counted.vertices[i / orbits]), i % orbits, orbits),
             counted.by_orbit[i], expected.by_orbit[i]);
    }
}

// Throws Error, which names the first pattern or size whose counts differ.
void require_equal(CheckedRun const& run, CountsByPattern const& counted, CountsByPattern const& expected) {
    auto const count_in = [](CountsByPattern const& counts, std::string const& pattern) {
        auto const found = counts.find(pattern);
        return found == counts.end() ? WideCount{0} : found->second;
    };
    CountsByPattern all = counted;
    all.insert(expected.begin(), expected.end());
    for (auto const& entry : all) {
        WideCount const here = count_in(counted, entry.first);
        WideCount const there = count_in(expected, entry.first);
        if (here == there) continue;
        fail(run.what, entry.first.empty() ? "" : (run.tables != nullptr ? " for pattern " : " for ") + entry.first,
             here, there);
    }
}

// The counts that --verify compares, a few roots at a time.

// Returns: the counts by graph6, or by size if there are several sizes.
CountsByPattern counts_of(CheckedRun const& run, RunResult const& result) {
    if (run.serial.counts_of) return run.serial.counts_of(result);
    CountsByPattern counts;
    if (run.first_k != run.last_k) {
        for (SizeCount const& row : result.of<BySize>().sizes) counts[key_of_size(row.k)] = to_count(row.count);
        return counts;
    }
    if (run.tables == nullptr) return {{"", result.count}};
    for (std::size_t i = 0; i < result.of<ByPattern>().size(); ++i) {
        WideCount const count = result.of<ByPattern>()[i];
        if (count == 0) continue;
        std::uint64_t const pattern = run.tables->representatives(run.tables->k())[i];
        counts[describe_canonical(run.tables->kind(), run.tables->k(), pattern).graph6] = count;
    }
    return counts;
}

// Returns: the counts of the serial program for one size, or for all sizes up to the largest that occurs.
CountsByPattern serial_counts(CheckedRun const& run, Graph const& prepared, std::span<VertexId const> roots,
                              Look const& look) {
    if (run.first_k == run.last_k || run.serial.has_sizes) return run.serial.count(prepared, run.first_k, roots, look);
    CountsByPattern counts;
    for (int k = run.first_k; k <= run.last_k; ++k) {
        WideCount const count = run.serial.count(prepared, k, roots, look).begin()->second;
        if (count == 0) break;
        counts[key_of_size(k)] = count;
    }
    return counts;
}

class RootsCheck : public Check {
public:
    RootsCheck(CheckedRun run, VerifyRequest const& request)
        : run_(std::move(run)),
          prepared_(run_.bound.prepare(run_.graph, run_.options)),
          roots_(
              sample_roots(prepared_.vertex_count(), request.roots.value_or(prepared_.vertex_count()), request.seed)) {}

    std::size_t steps() const override { return roots_.size(); }
    // Local counts of the whole graph are compared at every step, even if it has few roots.
    bool has_dear_steps() const override { return has_local(); }

    void compare(std::size_t first, std::size_t count, StopLook& look_for_stop) override {
        auto const roots = std::span(roots_).subspan(first, count);
        Look const look = [&] { look_for_stop(); };
        CountsByPattern const expected = serial_counts(run_, prepared_, roots, look);
        if (run_.serial.mappings_of_match) { // mappings can only be compared as a whole
            for (auto const& [pattern, mappings] : expected) sum_[pattern] += mappings;
            if (has_local()) add_to(local_sum_, run_.serial.locate(prepared_, run_.first_k, roots, look));
            return;
        }
        RunResult const again = run_again(roots, look_for_stop);
        require_equal(run_, counts_of(run_, again), expected);
        for (auto const& [pattern, counted] : expected) add_to(sum_[pattern], counted);
        if (!has_local()) return;
        LocalCounts const& local = local_counts_of(again);
        require_equal(run_.what, local, run_.serial.locate(prepared_, run_.first_k, roots, look));
        add_to(local_sum_, local);
    }

    void compare_whole() override {
        if (roots_.size() != prepared_.vertex_count()) return;
        if (run_.serial.mappings_of_match) divide();
        require_equal(run_, counts_of(run_, run_.result), sum_);
        if (has_local()) require_equal(run_.what, local_counts_of(run_.result), local_sum_);
    }

    std::string agreement(std::size_t done) const override {
        std::size_t const of = done == roots_.size() ? prepared_.vertex_count() : roots_.size();
        return fmt::format("{} of {} agree with the serial program", grouped(done), counted(of, "root"));
    }

private:
    bool has_local() const { return !local_counts_of(run_.result).vertices.empty(); }

    // Turns numbers of mappings into numbers of matches.
    void divide() {
        for (auto& [pattern, count] : sum_) {
            WideCount const mappings = run_.serial.mappings_of_match(pattern);
            count /= mappings;
            if (!has_local()) continue; // there is one pattern if it has
            for (VertexCount& row : local_sum_.vertices) row.count /= mappings;
            for (WideCount& local : local_sum_.by_orbit) local /= mappings;
        }
    }

    RunResult run_again(std::span<VertexId const> roots, StopLook const& look) const {
        RunOptions options = run_.options;
        options.order = GraphOrder::given;
        options.roots.emplace(roots.begin(), roots.end());
        options.deadline_seconds = look.seconds_left();
        RunResult result = run_.bound.run(prepared_, options);
        if (result.status == Status::interrupted) throw StoppedBy{"Ctrl-C"};
        if (result.status == Status::deadline) throw StoppedBy{"the deadline"};
        return result;
    }

    CheckedRun run_;
    Graph prepared_;
    std::vector<VertexId> roots_;
    CountsByPattern sum_; // the counts of the serial program
    LocalCounts local_sum_;
};

} // namespace

LocalCounts const& local_counts_of(RunResult const& result) {
    LocalCounts const& per_orbit = result.of<PerOrbit>();
    return per_orbit.vertices.empty() ? result.of<PerVertexAndEdge>() : per_orbit;
}

std::string key_of_size(int k) { return fmt::format("{} vertices", k); }

namespace {

// Calls visit(part, roots, sign) for each subset of the vertices that is taken out. `part`: the graph without them.
template <class Visit> void for_each_without(Graph const& graph, std::vector<OriginalId> const& ids,
                                             std::span<VertexId const> roots, Visit const& visit) {
    std::vector<VertexId> const vertices = vertices_of(graph, ids);
    for (std::size_t subset = 0; subset < std::size_t{1} << vertices.size(); ++subset) {
        std::vector<VertexId> kept, number(graph.vertex_count(), graph.vertex_count()), own;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            auto const at = std::ranges::find(vertices, v) - vertices.begin();
            if (at < std::ssize(vertices) && (subset >> at & 1) != 0) continue;
            number[v] = static_cast<VertexId>(kept.size());
            kept.push_back(v);
        }
        for (VertexId const root : roots) {
            if (number[root] != graph.vertex_count()) own.push_back(number[root]);
        }
        visit(within(graph, kept), own, std::popcount(subset) % 2 == 0);
    }
}

} // namespace

SerialProgram through(SerialProgram program, std::vector<OriginalId> const& ids, int first_k, int last_k) {
    if (program.has_sizes)
        throw InputError(
            "--verify: the serial program does not know these subgraphs through given vertices; leave it out");
    SerialProgram made = program;
    made.locate = {};
    made.has_sizes = first_k != last_k;
    if (!made.mappings_of_match) made.mappings_of_match = [](std::string const&) { return WideCount{1}; };
    made.count = [program, ids, first_k, last_k](Graph const& graph, int, std::span<VertexId const> roots,
                                                 Look const& look) {
        CountsByPattern sum;
        for_each_without(graph, ids, roots, [&](Graph const& part, std::vector<VertexId> const& own, bool is_added) {
            for (int k = first_k; k <= last_k; ++k) {
                bool is_empty = true;
                for (auto const& [pattern, count] : program.count(part, k, own, look)) {
                    WideCount& total = sum[first_k == last_k ? pattern : key_of_size(k)];
                    total = is_added ? total + count : total - count; // modulo 2^128; the sum is not below 0
                    is_empty = is_empty && count == 0;
                }
                if (is_empty) break;
            }
        });
        return sum;
    };
    return made;
}

std::unique_ptr<Check> check_by_roots(CheckedRun run, VerifyRequest const& request) {
    run.options.devices.clear(); // one device counts again
    run.options.ranks = nullptr;
    run.options.checkpoint = {};
    run.options.progress = {};
    return std::make_unique<RootsCheck>(std::move(run), request);
}

} // namespace cerrado
