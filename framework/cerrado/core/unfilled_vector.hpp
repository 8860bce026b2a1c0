// A vector whose new elements are not filled: memory that several threads will write need not be written by one first.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace cerrado {

template <class T> struct UnfilledAllocator : std::allocator<T> {
    static_assert(std::is_trivially_default_constructible_v<T>);
    template <class U> struct rebind { using other = UnfilledAllocator<U>; };

    using std::allocator<T>::allocator;
    template <class U> void construct(U* place) noexcept { ::new (static_cast<void*>(place)) U; }
    template <class U, class... Arguments> void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

// resize() leaves what it adds as memory was.
template <class T> using UnfilledVector = std::vector<T, UnfilledAllocator<T>>;

} // namespace cerrado
