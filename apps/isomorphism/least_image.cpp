#include "isomorphism/least_image.hpp"

#include <cerrado/canonical/automorphisms.hpp>

#include <algorithm>

namespace cerrado {

LeastImage::LeastImage(Pattern const& pattern, std::vector<int> const& order) {
    std::vector<int> vertices; // of a match, in the pattern's order
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    auto const place_in = [](std::vector<int> const& all, int v) {
        return static_cast<std::size_t>(std::ranges::find(all, v) - all.begin());
    };
    for (int const v : vertices) from_.push_back(place_in(order, v));
    for (std::vector<Permutation> const& link : stabiliser_chain(pattern)) {
        std::vector<Places>& all = chain_.emplace_back();
        for (Permutation const& goes_to : link) {
            Places& places = all.emplace_back();
            for (int const v : vertices) places.push_back(place_in(vertices, goes_to[static_cast<std::size_t>(v)]));
        }
    }
}

} // namespace cerrado
