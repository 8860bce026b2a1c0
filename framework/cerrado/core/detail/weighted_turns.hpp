// Takes turns by weight. Each participant gets turns in proportion to its weight, spread evenly among the turns of the
// others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace cerrado {

// The next turn goes to the participant whose turn is due first.
class WeightedTurns {
public:
    // Requires: there is at least one weight, and all are above 0.
    explicit WeightedTurns(std::vector<double> weights) : weights_(std::move(weights)), due_(weights_.size()) {
        for (std::size_t i = 0; i < due_.size(); ++i) due_[i] = 1 / weights_[i];
    }
    std::size_t next() {
        std::size_t const first = static_cast<std::size_t>(std::ranges::min_element(due_) - due_.begin());
        due_[first] += 1 / weights_[first];
        return first;
    }

private:
    std::vector<double> weights_;
    std::vector<double> due_;
};

} // namespace cerrado
