#include "codec/few_cliques.hpp"

#include <algorithm>

namespace cerrado::compression {

std::size_t count_members(BitSet const& set) {
    std::size_t count = 0;
    for (std::uint64_t const word : set) count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

void BitGraph::reset(std::size_t vertices) {
    vertices_ = vertices;
    words_ = (vertices + 63) / 64;
    rows_.assign(vertices_ * words_, 0);
}

std::size_t BitGraph::degree_in(BitSet const& set, std::size_t i) const {
    std::size_t degree = 0;
    std::uint64_t const* const own = row(i);
    for (std::size_t word = 0; word < words_; ++word) {
        degree += static_cast<std::size_t>(std::popcount(set[word] & own[word]));
    }
    return degree;
}

void BitGraph::keep_neighbours(BitSet& set, std::size_t i) const {
    std::uint64_t const* const own = row(i);
    for (std::size_t word = 0; word < words_; ++word) set[word] &= own[word];
}

void BitGraph::keep_core(BitSet& set, std::size_t least) const {
    for (bool changed = true; changed;) {
        changed = false;
        for_each_member(set, [&](std::size_t i) {
            if (degree_in(set, i) >= least) return;
            remove(set, i);
            changed = true;
        });
    }
}

bool CliqueSearch::run(BitGraph const& graph, std::size_t size, std::function<bool(Members const&)> const& found,
                       std::function<bool()> const& is_stopped) {
    graph_ = &graph;
    found_ = &found;
    is_stopped_ = &is_stopped;
    stopped_ = false;
    clique_.clear();
    if (levels_.size() < size + 1) levels_.resize(size + 1);
    BitSet& all = levels_[0].candidates;
    all.assign(graph.words(), 0);
    for (std::size_t i = 0; i < graph.vertices(); ++i) insert(all, i);
    extend(size);
    return !stopped_;
}

bool CliqueSearch::extend(std::size_t lacking) {
    constexpr std::uint64_t steps_apart = 256; // looks for an end
    if (lacking == 0) return (*found_)(clique_);
    if (++steps_ % steps_apart == 0 && (*is_stopped_)()) stopped_ = true;
    if (stopped_) return false;
    Level& level = levels_[clique_.size()];
    graph_->keep_core(level.candidates, lacking - 1);
    if (count_members(level.candidates) < lacking) return true;
    choose_open(level, lacking);
    while (!level.open.empty()) {
        std::size_t const next = level.open.back();
        level.open.pop_back();
        remove(level.candidates, next);
        BitSet& below = levels_[clique_.size() + 1].candidates;
        below = level.candidates;
        graph_->keep_neighbours(below, next);
        clique_.push_back(next);
        bool const goes_on = extend(lacking - 1);
        clique_.pop_back();
        if (!goes_on) return false;
    }
    return true;
}

// Candidates of fewer colours than a clique lacks vertices have none among themselves: it takes one of the others.
void CliqueSearch::choose_open(Level& level, std::size_t lacking) const {
    level.open.clear();
    level.uncoloured = level.candidates;
    std::size_t left = count_members(level.candidates);
    for (std::size_t colours = 1; left > 0; ++colours) {
        level.colour = level.uncoloured;
        for (std::size_t word = 0; word < level.colour.size(); ++word) {
            while (level.colour[word] != 0) {
                std::size_t const i = 64 * word + static_cast<std::size_t>(std::countr_zero(level.colour[word]));
                std::uint64_t const* const own = graph_->row(i);
                for (std::size_t other = word; other < level.colour.size(); ++other) {
                    level.colour[other] &= ~own[other];
                }
                remove(level.colour, i);
                remove(level.uncoloured, i);
                --left;
                if (colours >= lacking) level.open.push_back(i);
            }
        }
    }
}

} // namespace cerrado::compression
