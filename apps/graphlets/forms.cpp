#include "graphlets/forms.hpp"

#include "graphlets/sweep.hpp"
#include "library/time_left.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/run.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::cuts {

namespace {

constexpr std::uint64_t most_words = std::uint64_t{1} << 28; // 2 GiB of matrices at once, beside the largest

// The arrays of all passes, where the graph lies.
class Arrays {
public:
    Arrays(Resident const& graph, int patterns)
        : triangles_(graph.array<std::uint32_t>(Per::edge)),
          reverse_(graph.array<std::uint32_t>(Per::edge)),
          number_(graph.array<std::uint32_t>(patterns == 5 ? triangles_.size() : 0)),
          low_(graph.array<std::uint32_t>(patterns == 5 ? graph.graph().vertex_count() : 0)),
          matrix_(graph.array<Matrix>(low_.size())),
          words_(graph.array<std::uint64_t>(1)) {}

    Known known() const {
        return {triangles_.ref(), reverse_.ref(), number_.ref(), low_.ref(), matrix_.ref(), words_.ref()};
    }
    std::uint64_t words() const { return words_.read()[0]; }
    std::uint64_t largest_matrix() const {
        std::uint64_t largest = 0;
        for (Matrix const& matrix : matrix_.read()) largest = std::max(largest, std::uint64_t{64} * matrix.words);
        return largest * largest / 64;
    }

private:
    ResidentArray<std::uint32_t> triangles_, reverse_, number_, low_;
    ResidentArray<Matrix> matrix_;
    ResidentArray<std::uint64_t> words_;
};

void add(SummedRun& total, RunResult const& run, Sums const& sums) {
    add_result(total, run);
    total.status = run.status;
    if (run.status == Status::complete) Sums::merge(total.sums, sums);
}

// With the matrices that begin in one part of their words.
void sweep_part(SummedRun& total, Resident const& graph, Matrices matrices, std::uint64_t room, TimeLeft const& time,
                RunOptions const& options) {
    ResidentArray<Count> const bits = graph.array<Count>(room);
    matrices.bits = bits.ref();
    add(total, run(matrices, graph, time.in(options)), {});
    if (total.status != Status::complete) return;
    auto const swept = run(Sweep{matrices}, graph, time.in(options));
    add(total, swept, swept.accumulator);
}

void sweep(SummedRun& total, Resident const& graph, Arrays const& arrays, TimeLeft const& time,
           RunOptions const& options) {
    std::uint64_t const words = arrays.words();
    if (words <= most_words) return sweep_part(total, graph, {arrays.known(), {}, 0, words}, words, time, options);
    std::uint64_t const room = most_words + arrays.largest_matrix();
    for (std::uint64_t first = 0; first < words && total.status == Status::complete; first += most_words) {
        std::uint64_t const count = std::min(most_words, words - first);
        sweep_part(total, graph, {arrays.known(), {}, first, count}, std::min(room, words - first), time, options);
    }
}

} // namespace

SummedRun sum_cuts(Resident const& graph, int patterns, RunOptions const& options) {
    TimeLeft const time(options);
    Arrays const arrays(graph, patterns);
    auto const cut = run(Cuts{patterns, arrays.known()}, graph, options);
    SummedRun total;
    static_cast<RunResult&>(total) = cut;
    total.sums = cut.accumulator;
    if (patterns == 5 && cut.status == Status::complete) sweep(total, graph, arrays, time, options);
    return total;
}

std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options) {
    return estimate(Cuts{patterns, {}}, graph, options).describe();
}

} // namespace cerrado::cuts
