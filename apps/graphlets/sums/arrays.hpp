// The arrays of the passes, where the graph lies.
#pragma once

#include "graphlets/sums/cuts.hpp"

#include <cerrado/run/parts/result_sum.hpp>

#include <algorithm>
#include <vector>

namespace cerrado::cuts {

// The next of several runs that make a result.
inline void add_run(RunResult& total, RunResult const& run) {
    add_result(total, run);
    total.status = run.status;
}

// The arrays of all passes, where the graph lies.
class Arrays {
public:
    Arrays(Resident const& graph, int patterns)
        : triangles_(graph.array<std::uint32_t>(Per::edge)),
          reverse_(graph.array<std::uint32_t>(Per::edge)),
          number_(graph.array<std::uint32_t>(patterns == 5 ? triangles_.size() : 0)),
          numbered_(graph.array<std::uint32_t>(number_.size())),
          low_(graph.array<std::uint32_t>(patterns == 5 ? graph.graph().vertex_count() : 0)),
          matrix_(graph.array<Matrix>(low_.size())),
          words_(graph.array<std::uint64_t>(1)),
          sums_(graph.array<Count>(SharedSums::size)) {}

    Known known() const {
        return {triangles_.ref(), reverse_.ref(), number_.ref(), numbered_.ref(),
                low_.ref(),       matrix_.ref(),  words_.ref(),  {sums_.ref()}};
    }
    std::vector<std::uint32_t> triangles() const { return triangles_.read(); }
    std::uint64_t words() const { return words_.read()[0]; }
    // What lanes could not hold.
    void add_to(Sums& sums) const {
        std::vector<Count> const cells = sums_.read();
        for (std::size_t i = 0; i < number_of_sums; ++i) {
            sums.of[i] += cells[i] + (WideCount{cells[number_of_sums + i]} << 64);
        }
    }
    std::uint64_t largest_matrix() const {
        std::uint64_t largest = 0;
        for (Matrix const& matrix : matrix_.read()) largest = std::max(largest, std::uint64_t{64} * matrix.words);
        return largest * largest / 64;
    }

private:
    ResidentArray<std::uint32_t> triangles_, reverse_, number_, numbered_, low_;
    ResidentArray<Matrix> matrix_;
    ResidentArray<std::uint64_t> words_;
    ResidentArray<Count> sums_;
};

} // namespace cerrado::cuts
