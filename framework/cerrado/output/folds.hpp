// Folds: how the values of one key become one value (ByKey), or the values of a whole run (Best).
//
// A fold is a type with
//   using Value = ...;                                          trivially copyable, at most 8 bytes
//   static CERRADO_FN Value merge(Value const&, Value const&);  associative and commutative
//   static CERRADO_FN Value neutral();                          only for Best: merge() prefers any other value
#pragma once

#include <cerrado/core/types.hpp>

#include <concepts>
#include <cstring>
#include <limits>
#include <type_traits>

namespace cerrado {

// The sum. Sums of integers are exact: the result has 128 bits. A sum of floating-point numbers depends on the order of
// the additions, so its last digits may differ from run to run.
template <class T> struct Sum {
    static_assert(std::is_arithmetic_v<T>, "Sum<T> adds numbers: T is an integer or a floating-point type");
    using Value = T;
    static CERRADO_FN Value merge(Value const& a, Value const& b) { return a + b; }
};

// How often a key was given.
using Counts = Sum<Count>;

template <class T> struct Greatest {
    using Value = T;
    static CERRADO_FN Value merge(Value const& a, Value const& b) { return a < b ? b : a; }
    static constexpr T least =
        std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
    static CERRADO_FN Value neutral() { return least; }
};

template <class T> struct Least {
    using Value = T;
    static CERRADO_FN Value merge(Value const& a, Value const& b) { return b < a ? b : a; }
    static constexpr T most =
        std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
    static CERRADO_FN Value neutral() { return most; }
};

namespace detail {

template <class Fold> struct FoldedTrait {
    using type = typename Fold::Value;
    static constexpr bool is_wide = false;
};
template <class T>
    requires std::is_integral_v<T>
struct FoldedTrait<Sum<T>> {
    using type = std::conditional_t<std::is_signed_v<T>, WideSum, WideCount>;
    static constexpr bool is_wide = true;
};

// A value in a word of 64 bits, which compare and swap can replace.
template <class Value> CERRADO_FN std::uint64_t word_of(Value const& value) {
    std::uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}
template <class Value> CERRADO_FN Value value_of(std::uint64_t word) {
    Value value;
    memcpy(&value, &word, sizeof value);
    return value;
}

template <class Fold> consteval bool is_fold() {
    if constexpr (requires(typename Fold::Value const& value) {
                      { Fold::merge(value, value) } -> std::convertible_to<typename Fold::Value>;
                  }) {
        return std::is_trivially_copyable_v<typename Fold::Value> && sizeof(typename Fold::Value) <= 8;
    }
    return false;
}

} // namespace detail

// The type of the values of a fold together: 128 bits for a sum of integers, else Value.
template <class Fold> using Folded = typename detail::FoldedTrait<Fold>::type;

} // namespace cerrado
