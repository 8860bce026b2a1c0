// move (Algorithm 11): goes forward by consuming an extension. It goes backward if there is none, or if the traversal
// is long enough.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Returns: where this job's slice begins among the extensions of its first level.
template <class T> CERRADO_FN std::uint32_t first_of_slice(T const& te, int length) {
    if constexpr (requires { te.first_of_slice(te.level(length - 1)); }) return te.first_of_slice(te.level(length - 1));
    return te.job().slice;
}

} // namespace phase

// Makes the last open extension of the traversal's first `length` vertices the next to consume. At the level where a
// job starts it passes over the extensions of other slices and ranges.
// Lanes: all. Returns: false if there is none.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::select_extension(int length) {
    Level& level = levels_[length - 1];
    if (length > job_.first_length || level.size == 0) return level.size > 0;
    level.size = job_.pass_others(level.size, job_.slices > 1 ? phase::first_of_slice(*this, length) : 0);
    return level.size > 0;
}

// Lanes: any. Returns: how many extensions of the traversal's first `length` vertices are this job's and not yet
// consumed.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::open_extensions(int length) const {
    std::uint32_t const size = levels_[length - 1].size;
    if (length > job_.first_length) return size;
    return job_.open(size, job_.slices > 1 ? phase::first_of_slice(*this, length) : 0);
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::move() {
    if (length_ != context_.levels && select_extension(length_)) {
        this->take_extension();
        return;
    }
    warp_.sync(); // slower lanes may still read the lists that the next traversal overwrites
    --length_;
    if (length_ >= job_.first_length) return;
    length_ = 0; // the job is done
    phase::call_on_leave(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_leave(output); });
    ++(job_.origin == JobOrigin::queue ? done_.initial : done_.donated);
}

// Appends a vertex. `carried` is the engine's data for it that travels with donated traversals.
// Lanes: all.
template <class W, class App>
CERRADO_FN void Traversal<W, App>::push(VertexId vertex, typename Engine::Carried const& carried) {
    Level& next = levels_[length_];
    next.vertex = vertex;
    next.generated = false;
    next.size = 0;
    next.total = 0;
    ++length_;
    phase::engine_of(*this).on_push(carried);
    this->for_each_output([](auto& output) { phase::call_on_push(output); });
}

} // namespace cerrado
