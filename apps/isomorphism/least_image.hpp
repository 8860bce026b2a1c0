// Arranges a match for a list. A match is found in some order. Its listed image has the ids in the pattern's order, and
// is the least one that automorphisms of the pattern can make of them.
#pragma once

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/types.hpp>
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
    // `order` has the vertices of a match in the order of the records.
    LeastImage(Pattern const& pattern, std::vector<int> const& order);
    // The same for another group of permutations than the pattern's automorphisms, see stabiliser_chain(). `vertices`: those
    // of a match, in the order of an image.
    LeastImage(std::vector<std::vector<Permutation>> const& chain, std::vector<int> const& vertices,
               std::vector<int> const& order);

    // Returns: whether every order of a record's ids is an image. If so, the ids of the least image ascend.
    bool is_ascending() const;

    // Arranges the records that lie one after the other in `ids`. Any thread. Cost: each record takes as many
    // comparisons as the orbits of a stabiliser chain have vertices.
    template <class Id> void arrange(std::span<Id> ids) const {
        for (std::size_t first = 0; first < ids.size(); first += size_) arrange_one(ids.data() + first);
    }

private:
    using Places = std::array<std::uint8_t, Pattern::max_vertices>; // for each place, the place from which its id comes

    // Makes the first id least, then the second by permutations that keep the first in place, and so on.
    template <class Id> void arrange_one(Id* record) const {
        std::array<Id, Pattern::max_vertices> ids, moved; // the first `size_` of them
        for (std::size_t i = 0; i < size_; ++i) ids[i] = record[from_[i]];
        for (Link const& link : chain_) {
            // The processor cannot predict this comparison, so the least id is selected without a branch.
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
            for (std::size_t i = 0; i < size_; ++i) ids[i] = moved[i];
        }
        for (std::size_t i = 0; i < size_; ++i) record[i] = ids[i];
    }

    struct Link {
        std::size_t place; // the place that the moves fill
        std::vector<Places> moves;
    };

    std::size_t size_;
    Places from_{};
    std::vector<Link> chain_;
};

} // namespace cerrado
