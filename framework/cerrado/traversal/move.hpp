// move (Algorithm 11): forward by consuming an extension, or backward when there is none or the traversal is long enough.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The extensions of this job's slice are this one and every slices_-th above it.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::first_of_slice(Level const& level) const {
    if constexpr (wants_pivots<App>()) return (slice_ + level.pivoting.rotation) % slices_;
    return slice_;
}

// Makes the last open extension of the traversal's first `length` vertices the next to consume; false when there is none. At the level
// where a job starts, the extensions of other slices and ranges are passed over.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::select_extension(int length) {
    Level& level = levels_[length - 1];
    if (length > first_length_ || level.size == 0) return level.size > 0;
    if (level.size > range_end_) level.size = range_end_;
    if (slices_ > 1) {
        std::uint32_t const skip = ((level.size - 1) % slices_ + slices_ - first_of_slice(level)) % slices_;
        level.size = skip < level.size ? level.size - skip : 0;
    }
    if (level.size <= range_first_) level.size = 0;
    return level.size > 0;
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::move(bool genedges) {
    if (length_ != context_.k - 1 && select_extension(length_)) {
        move_forward(genedges);
    } else {
        warp_.sync(); // slower lanes may still read the lists that the next traversal overwrites
        --length_;
        if (length_ < first_length_) { // the job is done
            length_ = 0;
            if constexpr (wants_local<App>()) flush_local();
            if constexpr (wants_store<App>()) flush_store();
            ++(donated_ ? donated_done_ : jobs_done_);
        }
    }
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::move_forward(bool genedges) {
    if constexpr (wants_dense<App>()) {
        std::uint32_t const member = take_member();
        push(this->member(member), Mask{0});
        descend(member);
    } else {
        std::uint32_t const position = --top().size;
        VertexId const vertex = extensions(length_)[position];
        Mask const mask = genedges ? extension_masks(length_)[position] : Mask{0};
        push(vertex, mask);
    }
}

// Appends a vertex; with edges, `mask` induces the traversal's edges and advances its canonical class.
template <class W, class App> CERRADO_FN void Traversal<W, App>::push(VertexId vertex, Mask mask) {
    Level& next = levels_[length_];
    next.vertex = vertex;
    next.mask = mask;
    next.generated = false;
    next.size = 0;
    next.total = 0;
    if constexpr (wants_edges<App>()) {
        next.above_root = graph().first_above(vertex, levels_[0].vertex);
        if (length_ > 0 && context_.patterns.k > 0) {
            next.pattern = context_.patterns.advance(levels_[length_ - 1].pattern, length_, mask);
        } else {
            next.pattern = PatternState{};
        }
    }
    ++length_;
}

} // namespace cerrado
