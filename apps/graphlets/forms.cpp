#include "graphlets/forms.hpp"

#include "graphlets/sums/arrays.hpp"
#include "graphlets/sums/ends_of_sweep.hpp"
#include "graphlets/sums/sweep.hpp"
#include "library/time_left.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>

namespace cerrado::cuts {

namespace {

constexpr std::uint64_t most_words = std::uint64_t{1} << 28; // 2 GiB of matrices at once, beside the largest

void add(SummedRun& total, RunResult const& run, LaneSums const& sums) {
    add_run(total, run);
    for (int i = 0; i < number_of_sums; ++i) total.sums.of[i] += sums.of[i];
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
    auto const cut =
        run(Cuts{patterns, patterns == 5, first_end(graph, Sweep::least_end), arrays.known()}, graph, options);
    SummedRun total;
    static_cast<RunResult&>(total) = cut;
    for (int i = 0; i < number_of_sums; ++i) total.sums.of[i] = cut.accumulator.of[i];
    if (patterns == 5 && cut.status == Status::complete) sweep(total, graph, arrays, time, options);
    arrays.add_to(total.sums);
    return total;
}

std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options) {
    std::string text = estimate(Cuts{patterns, patterns == 5, 0, {}}, graph, options).describe();
    if (patterns < 5) return text;
    return text + describe(size_of_sweep(graph, Sweep::least_end), 8 * most_words);
}

} // namespace cerrado::cuts
