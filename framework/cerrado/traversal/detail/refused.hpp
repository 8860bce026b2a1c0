// A method that is called with what it does not take: the compiler says what to write, in its first lines.
#pragma once

namespace cerrado::detail {

// Returns: whether a call is refused. GCC shows the message with the constraint.
consteval bool is_refused(char const*, bool is_right) { return !is_right; }

} // namespace cerrado::detail

// Declares a function for calls for which `is_right` is false. It is preferred to a function of the same name and
// parameters without a constraint. GCC writes its declaration, with the message, as the error at the line of the call.
// For a static_assert GCC first writes all templates that led to it; other compilers write them afterwards.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define CERRADO_REFUSED(message, is_right, ...) \
    __VA_ARGS__                                 \
    requires(::cerrado::detail::is_refused(message, is_right)) = delete;
#else
#define CERRADO_REFUSED(message, is_right, ...) \
    __VA_ARGS__                                 \
    requires(!(is_right)) {                     \
        static_assert(is_right, message);       \
        __builtin_unreachable();                \
    }
#endif
