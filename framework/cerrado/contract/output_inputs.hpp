// What the outputs of an application are given for a run. Each output that is given something names a type for it,
// `Input`; whoever starts a run sets it by that type, and nobody between them knows it.
#pragma once

#include <any>
#include <vector>

namespace cerrado {

namespace detail {

template <class T> struct InputOf { using type = T; };
template <class T>
    requires requires { typename T::Input; }
struct InputOf<T> {
    using type = typename T::Input;
};

} // namespace detail

// Copies are of their own.
class OutputInputs {
public:
    // T: an output, or its Input. Makes the input if nobody set it before.
    template <class T> typename detail::InputOf<T>::type& of() {
        using Input = typename detail::InputOf<T>::type;
        for (std::any& each : inputs_) {
            if (auto* const found = std::any_cast<Input>(&each)) return *found;
        }
        return inputs_.emplace_back().template emplace<Input>();
    }

    // Returns: one with its defaults if nobody set it.
    template <class T> typename detail::InputOf<T>::type const& of() const {
        using Input = typename detail::InputOf<T>::type;
        for (std::any const& each : inputs_) {
            if (auto const* const found = std::any_cast<Input>(&each)) return *found;
        }
        static Input const unset{};
        return unset;
    }

private:
    std::vector<std::any> inputs_; // of different types
};

} // namespace cerrado
