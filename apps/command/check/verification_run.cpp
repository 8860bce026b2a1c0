// The two counts that --verify compares, a few roots at a time.
#include "command/check/verification.hpp"
#include "command/list/local_writer.hpp"
#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/size_counts.hpp>

#include <fmt/format.h>

#include <memory>
#include <span>
#include <utility>

namespace cerrado::command {
namespace {

std::string key_of(int k) { return fmt::format("{} vertices", k); }

// The counts by graph6, or by size if there are several.
CountsByPattern counts_of(RunResult const& result, Sizes sizes, std::optional<TransitionTable> const& tables) {
    CountsByPattern counts;
    if (!sizes.is_one()) {
        for (SizeCount const& row : result.of<BySize>().sizes) counts[key_of(row.k)] = to_count(row.count);
        return counts;
    }
    if (!tables) return {{"", result.count}};
    for (std::size_t i = 0; i < result.of<ByPattern>().size(); ++i) {
        WideCount const count = result.of<ByPattern>()[i];
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

// A step is a root.
class RootsCheck : public Check {
public:
    RootsCheck(VerifySubject subject, std::string what, VerifyRequest const& request)
        : subject_(std::move(subject)),
          what_(std::move(what)),
          prepared_(subject_.bound.prepare(subject_.graph, subject_.options)),
          roots_(
              sample_roots(prepared_.vertex_count(), request.roots.value_or(prepared_.vertex_count()), request.seed)) {}

    std::size_t steps() const override { return roots_.size(); }
    // Local counts are compared in full at every step, however few its roots are.
    bool has_dear_steps() const override { return has_local(); }

    void compare(std::size_t first, std::size_t count, StopLook& look_for_stop) override {
        auto const roots = std::span(roots_).subspan(first, count);
        Sizes const sizes = subject_.parameters.sizes;
        Look const look = [&] { look_for_stop(); };
        CountsByPattern const expected = serial_counts(subject_.application, prepared_, sizes, roots, look);
        if (subject_.application.mappings_of_match) { // mappings, of which no part can be compared
            for (auto const& [pattern, mappings] : expected) sum_[pattern] += mappings;
            if (has_local()) add_to(local_sum_, subject_.application.verify_local(prepared_, sizes.first, roots, look));
            return;
        }
        RunResult const again = run(roots, look_for_stop);
        require_equal(what_, counts_of(again, sizes, subject_.tables), expected);
        for (auto const& [pattern, counted] : expected) add_to(sum_[pattern], counted);
        if (!has_local()) return;
        LocalCounts const& local = local_counts_of(again);
        require_equal(what_, local, subject_.application.verify_local(prepared_, sizes.first, roots, look));
        add_to(local_sum_, local);
    }

    void compare_whole() override {
        if (roots_.size() != prepared_.vertex_count()) return;
        if (subject_.application.mappings_of_match) divide();
        require_equal(what_, counts_of(subject_.result, subject_.parameters.sizes, subject_.tables), sum_);
        if (has_local()) require_equal(what_, local_counts_of(subject_.result), local_sum_);
    }

    std::string agreement(std::size_t done) const override {
        std::size_t const of = done == roots_.size() ? prepared_.vertex_count() : roots_.size();
        return fmt::format("{} of {} agree with the serial program", grouped(done), counted(of, "root"));
    }

private:
    bool has_local() const { return !local_counts_of(subject_.result).vertices.empty(); }

    // Makes matches of mappings.
    void divide() {
        for (auto& [pattern, count] : sum_) {
            WideCount const mappings = subject_.application.mappings_of_match(pattern);
            count /= mappings;
            if (!has_local()) continue; // of one pattern
            for (VertexCount& row : local_sum_.vertices) row.count /= mappings;
            for (WideCount& local : local_sum_.by_orbit) local /= mappings;
        }
    }

    RunResult run(std::span<VertexId const> roots, StopLook const& look) const {
        RunOptions options = subject_.options;
        options.order = GraphOrder::given;
        options.roots.emplace(roots.begin(), roots.end());
        options.deadline_seconds = look.seconds_left();
        RunResult result = subject_.bound.run(prepared_, options);
        if (result.status == Status::interrupted) throw StoppedBy{"Ctrl-C"};
        if (result.status == Status::deadline) throw StoppedBy{"the deadline"};
        return result;
    }

    VerifySubject subject_;
    std::string what_;
    Graph prepared_;
    std::vector<VertexId> roots_;
    CountsByPattern sum_; // of the serial program
    LocalCounts local_sum_;
};

} // namespace

std::unique_ptr<Check> check_by_roots(VerifySubject subject, VerifyRequest const& request) {
    Sizes const sizes = subject.parameters.sizes;
    std::string const of_what = subject.application.pattern ? subject.application.pattern->text
                                : sizes.is_one()            ? fmt::format("k={}", sizes.first)
                                                            : "all sizes asked for";
    std::string what = fmt::format("{} of {}, {}", subject.application.name, subject.graph.source, of_what);
    return std::make_unique<RootsCheck>(std::move(subject), std::move(what), request);
}

} // namespace cerrado::command
