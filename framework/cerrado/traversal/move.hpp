// move (Algorithm 11): forward by consuming an extension, or backward when there is none or the traversal is long enough.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

template <class W, class App> CERRADO_FN void Traversal<W, App>::move(bool genedges) {
    Level& current = top();
    if (slices_ > 1 && length_ == context_.root_size && current.size > 0) {  // the next extension that is in this job's slice
        std::uint32_t const skip = ((current.size - 1) % slices_ + slices_ - slice_) % slices_;
        current.size = skip < current.size ? current.size - skip : 0;
    }
    if (length_ != context_.k - 1 && current.size > 0) {
        std::uint32_t const position = --current.size;
        VertexId const vertex = extensions(length_)[position];
        Mask const mask = genedges ? extension_masks(length_)[position] : Mask{0};
        push(vertex, mask);
    } else {
        warp_.sync();  // slower lanes may still read the lists that the next traversal overwrites
        --length_;
        if (length_ < context_.root_size) {  // the initial traversal is done
            length_ = 0;
            ++jobs_done_;
        }
    }
}

// Appends a vertex; with edges, `mask` induces the traversal's edges and advances its canonical class.
template <class W, class App> CERRADO_FN void Traversal<W, App>::push(VertexId vertex, Mask mask) {
    Level& next = levels_[length_];
    next.vertex = vertex;
    next.generated = false;
    next.size = 0;
    next.total = 0;
    if constexpr (wants_edges<App>()) {
        next.mask = mask;
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
