// A vector that does not fill its new elements. So if several threads will write the memory, no single thread has to
// write it first.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace cerrado {
namespace detail {

// For vectors of at least this size, the system is asked for pages of 2 MiB, so that the first touch of the memory
// costs less.
inline constexpr std::size_t large_bytes = std::size_t{4} << 20;

void* allocate_large(std::size_t bytes); // throws std::bad_alloc
void free_large(void* memory) noexcept;

} // namespace detail

template <class T> struct UnfilledAllocator : std::allocator<T> {
    static_assert(std::is_trivially_default_constructible_v<T>);
    template <class U> struct rebind { using other = UnfilledAllocator<U>; };

    using std::allocator<T>::allocator;
    T* allocate(std::size_t count) {
        if (count < detail::large_bytes / sizeof(T)) return std::allocator<T>::allocate(count);
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(detail::allocate_large(count * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        if (count < detail::large_bytes / sizeof(T)) return std::allocator<T>::deallocate(memory, count);
        detail::free_large(memory);
    }
    template <class U> void construct(U* place) noexcept { ::new (static_cast<void*>(place)) U; }
    template <class U, class... Arguments> void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

// resize() leaves new elements uninitialized.
template <class T> using UnfilledVector = std::vector<T, UnfilledAllocator<T>>;

} // namespace cerrado
