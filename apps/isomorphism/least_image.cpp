#include "isomorphism/least_image.hpp"

#include <cerrado/canonical/automorphisms.hpp>

#include <algorithm>

namespace cerrado {

LeastImage::LeastImage(Pattern const& pattern, std::vector<int> const& order) : size_(order.size()) {
    std::vector<int> vertices; // of a match, in the pattern's order
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    auto const place_in = [](std::vector<int> const& all, int v) {
        return static_cast<std::uint8_t>(std::ranges::find(all, v) - all.begin());
    };
    for (std::size_t i = 0; i < size_; ++i) from_[i] = place_in(order, vertices[i]);
    std::vector<std::vector<Permutation>> const chain = stabiliser_chain(pattern);
    for (std::size_t place = 0; place < chain.size(); ++place) {
        if (chain[place].empty()) continue;
        Link& link = chain_.emplace_back(Link{place, {}});
        for (Permutation const& goes_to : chain[place]) {
            Places& places = link.moves.emplace_back();
            for (std::size_t i = 0; i < size_; ++i) {
                places[i] = place_in(vertices, goes_to[static_cast<std::size_t>(vertices[i])]);
            }
        }
    }
}

bool LeastImage::is_ascending() const {
    for (std::size_t i = 0; i < chain_.size(); ++i) {
        if (chain_[i].place != i || chain_[i].moves.size() + i + 1 != size_) return false;
    }
    return chain_.size() + 1 >= size_;
}

} // namespace cerrado
