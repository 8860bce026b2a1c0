// The types that every other file shares (vertex ids, offsets, exact counts), and the one macro that an application
// author meets.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__CUDACC__)
#define CERRADO_FN __host__ __device__
#else
#define CERRADO_FN
#endif

// Put this before a CERRADO_FN function of the framework or an engine that may call host-only code. nvcc then does not
// check its calls. If it does call host-only code, it is instantiated for the host alone.
#if defined(__CUDACC__)
#define CERRADO_CALLS_HOST _Pragma("nv_exec_check_disable")
#else
#define CERRADO_CALLS_HOST
#endif

// Put this before a loop of a device that takes few turns, so that it is not unrolled.
#if defined(__CUDA_ARCH__)
#define CERRADO_ROLLED _Pragma("unroll 1")
#else
#define CERRADO_ROLLED
#endif

// Declares a function for calls for which `is_right` is false: the compiler says `message`, in its first lines. The
// function is preferred to one of the same name and parameters without a constraint. GCC writes its declaration, with
// the message, as the error at the line of the call. For a static_assert GCC first writes all templates that led to it;
// other compilers write them afterwards.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define CERRADO_REFUSED(message, is_right, ...) \
    __VA_ARGS__                                 \
    requires(::cerrado::detail::is_refused(message, is_right)) = delete
#else
#define CERRADO_REFUSED(message, is_right, ...) \
    __VA_ARGS__                                 \
    requires(!(is_right)) {                     \
        static_assert(is_right, message);       \
        __builtin_unreachable();                \
    }
#endif

// True if an address sanitizer checks the memory.
#if defined(__SANITIZE_ADDRESS__)
#define CERRADO_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define CERRADO_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define CERRADO_ADDRESS_SANITIZER 0
#endif

namespace cerrado {

namespace detail {

// Returns: whether a call is refused. GCC shows the message as a part of the constraint.
consteval bool is_refused(char const*, bool is_right) { return !is_right; }

} // namespace detail

using VertexId = std::uint32_t;   // position of a vertex in this graph; original ids are 64-bit and live in Graph
using EdgeOffset = std::uint64_t; // position in an adjacency array
using OriginalId = std::uint64_t; // the id a vertex had in the user's file

using Count = std::uint64_t;         // a partial count of one lane or warp
using WideCount = unsigned __int128; // a total: exact to 128 bits
using WideSum = __int128;            // the same, with a sign

inline constexpr int max_traversal_length = 32; // the most vertices of a traversal
// the most vertices of a pattern that canonical relabelling can take
inline constexpr int max_pattern_vertices = 9;
inline constexpr int max_directed_pattern_vertices = 6; // the same for a directed pattern

} // namespace cerrado
