// The two counts that --verify compares, a few roots at a time.
#include "command/record/text.hpp"
#include "command/run/verification.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/detail/size_counts.hpp>
#include <cerrado/run/session/session.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {
namespace {

std::string key_of(int k) { return fmt::format("{} vertices", k); }

// By graph6; of several sizes by size.
CountsByPattern counts_of(RunResult const& result, Sizes sizes, std::optional<TransitionTable> const& tables) {
    CountsByPattern counts;
    if (!sizes.is_one()) {
        for (SizeCount const& row : result.sizes.sizes) counts[key_of(row.k)] = to_count(row.count);
        return counts;
    }
    if (!tables) return {{"", result.count}};
    for (std::size_t i = 0; i < result.pattern_counts.size(); ++i) {
        WideCount const count = result.pattern_counts[i];
        if (count == 0) continue;
        std::uint64_t const pattern = tables->representatives(tables->k())[i];
        counts[describe_canonical(tables->kind(), tables->k(), pattern).graph6] = count;
    }
    return counts;
}

// What the serial program says: of one size, or of all sizes up to the largest that occurs.
CountsByPattern serial_counts(Application const& application, Graph const& prepared, Sizes sizes,
                              std::span<VertexId const> roots, Look const& look) {
    if (sizes.is_one()) return application.verify(prepared, sizes.first, roots, look);
    CountsByPattern counts;
    for (int k = sizes.first; k <= sizes.last; ++k) {
        WideCount const count = application.verify(prepared, k, roots, look).begin()->second;
        if (count == 0) break;
        counts[key_of(k)] = count;
    }
    return counts;
}

template <class Row> void add_rows(std::vector<Row>& sum, std::vector<Row> const& part) {
    if (sum.empty()) {
        sum = part;
        return;
    }
    for (std::size_t i = 0; i < sum.size(); ++i) add_to(sum[i].count, part[i].count);
}

// Thrown through the serial program, which knows nothing of deadlines.
struct Stopped {
    std::string by;
};

class Verification {
public:
    Verification(VerifySubject const& subject, std::string what)
        : subject_(subject),
          what_(std::move(what)),
          options_(subject.options),
          prepared_(subject.bound.prepare(subject.graph, subject.options)) {}

    VertexId vertices() const { return prepared_.vertex_count(); }
    double seconds() const { return watch_.seconds(); }

    // Throws Stopped, or Error where the two counts differ.
    void compare(std::span<VertexId const> roots) {
        Sizes const sizes = subject_.parameters.sizes;
        Look const look = [this] { this->look(); };
        look_for_stop();
        CountsByPattern const expected = serial_counts(subject_.application, prepared_, sizes, roots, look);
        if (subject_.application.mappings_of_match) { // mappings, of which no part can be compared
            for (auto const& [pattern, count] : expected) sum_[pattern] += count;
            if (has_local()) add(subject_.application.verify_local(prepared_, sizes.first, roots, look));
            return;
        }
        RunResult const again = run(roots);
        require_equal(what_, counts_of(again, sizes, subject_.tables), expected);
        for (auto const& [pattern, count] : expected) add_to(sum_[pattern], count);
        if (!has_local()) return;
        require_equal(what_, again.local, subject_.application.verify_local(prepared_, sizes.first, roots, look));
        add(again.local);
    }

    bool has_local() const { return !subject_.result.local.vertices.empty(); }

    // To be called when all roots were compared.
    void compare_whole() {
        if (subject_.application.mappings_of_match) divide();
        require_equal(what_, counts_of(subject_.result, subject_.parameters.sizes, subject_.tables), sum_);
        if (has_local()) require_equal(what_, subject_.result.local, local_sum_);
    }

private:
    void add(LocalCounts const& local) {
        add_rows(local_sum_.vertices, local.vertices);
        add_rows(local_sum_.edges, local.edges);
        add_counts(local_sum_.by_orbit, local.by_orbit);
    }

    // Of mappings matches are left.
    void divide() {
        for (auto& [pattern, count] : sum_) {
            WideCount const mappings = subject_.application.mappings_of_match(pattern);
            count /= mappings;
            if (!has_local()) continue; // of one pattern
            for (VertexCount& row : local_sum_.vertices) row.count /= mappings;
            for (WideCount& local : local_sum_.by_orbit) local /= mappings;
        }
    }

    RunResult run(std::span<VertexId const> roots) {
        options_.roots.emplace(roots.begin(), roots.end());
        if (subject_.options.deadline_seconds > 0) {
            options_.deadline_seconds = std::max(subject_.options.deadline_seconds - watch_.seconds(), 1e-3);
        }
        RunResult result = subject_.bound.run(prepared_, options_);
        if (result.status == Status::interrupted) throw Stopped{"Ctrl-C"};
        if (result.status == Status::deadline) throw Stopped{"the deadline"};
        return result;
    }

    void look() {
        constexpr std::uint64_t looks_apart = 1 << 12; // the clock takes longer than the serial program's step
        if (++looks_ % looks_apart == 0) look_for_stop();
    }

    void look_for_stop() const {
        if (options_.interrupt != nullptr && options_.interrupt->load()) throw Stopped{"Ctrl-C"};
        double const deadline = subject_.options.deadline_seconds;
        if (deadline > 0 && watch_.seconds() > deadline) throw Stopped{"the deadline"};
    }

    VerifySubject const& subject_;
    std::string what_;
    RunOptions options_;
    Stopwatch watch_;
    Graph prepared_;
    CountsByPattern sum_; // of the serial program
    LocalCounts local_sum_;
    std::uint64_t looks_ = 0;
};

} // namespace

Verdict verify(VerifySubject const& subject, VerifyRequest const& request,
               std::function<void(double share)> const& progress) {
    constexpr double longest_step = 0.5; // seconds; steps grow up to there, since each begins a run of its own
    Sizes const sizes = subject.parameters.sizes;
    Verification verification(subject, fmt::format("{} of {}, {}", subject.application.name, subject.graph.source,
                                                   subject.application.pattern ? subject.application.pattern->text
                                                   : sizes.is_one()            ? fmt::format("k={}", sizes.first)
                                                                               : "all sizes asked for"));
    VertexId const vertices = verification.vertices();
    std::vector<VertexId> const roots = sample_roots(vertices, request.roots.value_or(vertices), request.seed);
    std::size_t done = 0;
    try {
        for (std::size_t step = 1; done < roots.size();) {
            if (progress) progress(static_cast<double>(done) / static_cast<double>(roots.size()));
            double const begin = verification.seconds();
            std::size_t const size = std::min(step, roots.size() - done);
            verification.compare(std::span(roots).subspan(done, size));
            done += size;
            // Local counts are compared in full at every step, however few its roots are.
            if (verification.has_local() || verification.seconds() - begin < longest_step) step *= 2;
        }
    } catch (Stopped const& stop) {
        return {fmt::format("verified: {} of {} agree with the serial program, stopped by {}\n", grouped(done),
                            counted(roots.size(), "root"), stop.by),
                false};
    }
    if (roots.size() == vertices) verification.compare_whole();
    return {fmt::format("verified: {} of {} agree with the serial program\n", grouped(roots.size()),
                        counted(vertices, "root")),
            true};
}

} // namespace cerrado::command
