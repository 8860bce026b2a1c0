// Room for lists that come and go like a stack, and do not move.
#pragma once

#include <cerrado/core/types.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace cerrado {

class IdStack {
public:
    struct Place {
        std::size_t block = 0, used = 0;
    };

    Place place() const { return at_; }
    void go_back(Place place) { at_ = place; }

    // Room for at most `most` ids. keep() then says how many there are.
    VertexId* room(std::size_t most) {
        while (at_.block < blocks_.size() && blocks_[at_.block].size - at_.used < most) at_ = {at_.block + 1, 0};
        if (at_.block == blocks_.size()) {
            std::size_t const size = std::max(most, least_block);
            blocks_.push_back({std::make_unique_for_overwrite<VertexId[]>(size), size});
        }
        return blocks_[at_.block].ids.get() + at_.used;
    }
    void keep(std::size_t count) { at_.used += count; }

private:
    static constexpr std::size_t least_block = 1 << 14;
    struct Block {
        std::unique_ptr<VertexId[]> ids;
        std::size_t size;
    };
    std::vector<Block> blocks_;
    Place at_;
};

} // namespace cerrado
