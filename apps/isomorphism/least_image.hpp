// Of a match that was found in some order, the image that is listed: its ids in the pattern's order, and of those that
// automorphisms make of them the least.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace cerrado {

class LeastImage {
public:
    // `order`: the vertices of the pattern's matches as records have them.
    LeastImage(Pattern const& pattern, std::vector<int> const& order);

    std::size_t size() const { return from_.size(); } // of a record

    // Any thread. Cost: as many comparisons as the orbits of a stabiliser chain have vertices.
    template <class Id> void arrange(Id* record) const {
        std::array<Id, Pattern::max_vertices> ids, moved;
        for (std::size_t i = 0; i < size(); ++i) ids[i] = record[from_[i]];
        // What comes first is made least, then what is next by what leaves that where it is.
        for (std::size_t i = 0; i < chain_.size(); ++i) {
            Places const* least = nullptr;
            Id least_id = ids[i];
            for (Places const& places : chain_[i]) {
                if (ids[places[i]] >= least_id) continue;
                least_id = ids[places[i]];
                least = &places;
            }
            if (least == nullptr) continue;
            for (std::size_t j = 0; j < size(); ++j) moved[j] = ids[(*least)[j]];
            std::swap(ids, moved);
        }
        for (std::size_t i = 0; i < size(); ++i) record[i] = ids[i];
    }

private:
    using Places = std::vector<std::size_t>; // where the id comes from that goes to each place

    Places from_;
    std::vector<std::vector<Places>> chain_;
};

} // namespace cerrado
