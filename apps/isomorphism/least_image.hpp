// Of a match that was found in some order, the image that is listed: its ids in the pattern's order, and of those that
// automorphisms make of them the least.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

class LeastImage {
public:
    // `order`: the vertices of the pattern's matches as records have them; as many as are walked to at most.
    LeastImage(Pattern const& pattern, std::vector<int> const& order);

    // Whether any order of a record's ids is an image, so that in the least one they ascend.
    bool is_ascending() const;

    // The records of `ids`, one after the other. Any thread. Cost of each: as many comparisons as the orbits of a
    // stabiliser chain have vertices.
    template <class Id> void arrange(std::span<Id> ids) const {
        for (std::size_t first = 0; first < ids.size(); first += size_) arrange_one(ids.data() + first);
    }

private:
    using Places =
        std::array<std::uint8_t, MatchingPlan::max_vertices>; // where the id comes from that goes to each place

    // What comes first is made least, then what is next by what leaves that where it is.
    template <class Id> void arrange_one(Id* record) const {
        std::array<Id, MatchingPlan::max_vertices> ids, moved;
        for (std::size_t i = 0; i < size_; ++i) ids[i] = record[from_[i]];
        for (Link const& link : chain_) {
            // Whether the next is less nobody can predict: it is chosen, not jumped to.
            std::size_t least = 0;
            Id least_id = ids[link.place];
            for (std::size_t j = 0; j < link.moves.size(); ++j) {
                Id const id = ids[link.moves[j][link.place]];
                least = id < least_id ? j + 1 : least;
                least_id = id < least_id ? id : least_id;
            }
            if (least == 0) continue;
            Places const& places = link.moves[least - 1];
            for (std::size_t i = 0; i < size_; ++i) moved[i] = ids[places[i]];
            std::swap(ids, moved);
        }
        for (std::size_t i = 0; i < size_; ++i) record[i] = ids[i];
    }

    struct Link {
        std::size_t place; // that it can fill with another id
        std::vector<Places> moves;
    };

    std::size_t size_;
    Places from_{};
    std::vector<Link> chain_;
};

} // namespace cerrado
