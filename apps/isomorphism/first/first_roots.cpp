#include "isomorphism/first/first_roots.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace cerrado {

namespace {

constexpr std::size_t heads = 64; // roots of the highest degrees, which come first
constexpr int drawn = 4;          // of so many others that of the highest comes next

} // namespace

FirstRoots::FirstRoots(Graph const& graph, std::vector<VertexId> roots)
    : graph_(graph),
      given_(roots.size()),
      roots_(std::move(roots)) {
    auto const end = roots_.begin() + static_cast<std::ptrdiff_t>(std::min(heads, roots_.size()));
    std::partial_sort(roots_.begin(), end, roots_.end(),
                      [&](VertexId x, VertexId y) { return graph.degree(x) > graph.degree(y); });
}

std::optional<VertexId> FirstRoots::new_root() {
    if (new_ == roots_.size()) return std::nullopt;
    std::size_t best = new_;
    for (int i = 0; i < drawn && new_ >= heads; ++i) {
        std::size_t const other = new_ + random_.below(roots_.size() - new_);
        if (i == 0 || graph_.degree(roots_[other]) > graph_.degree(roots_[best])) best = other;
    }
    std::swap(roots_[new_], roots_[best]);
    return roots_[new_++];
}

// In turn 1, 2, 3, ... the level is how often the turn's number is even: 0, 1, 0, 2, 0, 1, 0, 3, ...
std::optional<FirstRoots::Turn> FirstRoots::next() {
    std::lock_guard const lock(mutex_);
    int const wanted = std::countr_zero(++turns_);
    for (int level = std::min<int>(wanted, static_cast<int>(waiting_.size()) - 1); level > 0; --level) {
        auto& waiting = waiting_[static_cast<std::size_t>(level)];
        if (waiting.empty()) continue;
        Turn const turn{waiting.front(), level, turns_};
        waiting.pop_front();
        return turn;
    }
    if (auto const root = new_root()) return Turn{*root, 0, turns_};
    for (std::size_t level = 1; level < waiting_.size(); ++level) {
        if (waiting_[level].empty()) continue;
        Turn const turn{waiting_[level].front(), static_cast<int>(level), turns_};
        waiting_[level].pop_front();
        return turn;
    }
    return std::nullopt;
}

void FirstRoots::put_back(Turn const& turn) {
    std::lock_guard const lock(mutex_);
    auto const level = static_cast<std::size_t>(turn.level) + 1;
    if (waiting_.size() <= level) waiting_.resize(level + 1);
    waiting_[level].push_back(turn.root);
}

void FirstRoots::finish() { ++finished_; }

} // namespace cerrado
