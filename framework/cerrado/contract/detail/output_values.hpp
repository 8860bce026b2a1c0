// The values that the outputs of an application are given for a run, and the values that the run gives back from them.
// Both are found by type. Only the code that starts a run and the code that reads its result name the output; nothing
// between them knows it.
#pragma once

#include <any>
#include <cstdint>
#include <vector>

namespace cerrado {

// These outputs have a header of their own each, such as <cerrado/output/per_orbit.hpp>.
template <class T> struct Sum;
template <class Key = void, class Fold = Sum<std::uint64_t>> struct ByKey;
template <class Key, class Value> struct KeyValue;
template <class Fold> struct Best;
template <class Row> struct Table;
struct ByLength;
struct ByPattern;
struct BySize;
struct PerOrbit;
struct PerVertexAndEdge;
struct Store;

namespace detail {

// Values of different types, found by their type. A value that nobody has set is the default. A copy has copies of all
// values.
class ValuesByType {
public:
    template <class T> T& get() {
        for (std::any& each : values_) {
            if (auto* const found = std::any_cast<T>(&each)) return *found;
        }
        return values_.emplace_back().template emplace<T>();
    }
    template <class T> T const& get() const {
        for (std::any const& each : values_) {
            if (auto const* const found = std::any_cast<T>(&each)) return *found;
        }
        static T const unset{};
        return unset;
    }

private:
    std::vector<std::any> values_;
};

template <class T>
concept IsDefined = requires {
    sizeof(T);
};

template <class T> struct InputOf { using type = T; };
template <class T>
    requires requires { typename T::Input; }
struct InputOf<T> {
    using type = typename T::Input;
};

template <class Output> struct ResultFrom { typename Output::Result result{}; };

} // namespace detail

// Each output that is given something names a type for it, `Input`.
class OutputInputs {
public:
    // T: an output, or its Input.
    template <class T> auto& of() { return inputs_.get<typename detail::InputOf<T>::type>(); }
    template <class T> auto const& of() const { return inputs_.get<typename detail::InputOf<T>::type>(); }

private:
    detail::ValuesByType inputs_;
};

// Each output that gives something names a type for it, `Result`.
class OutputResults {
public:
    template <class Output> auto& of() { return results_.get<detail::ResultFrom<Output>>().result; }
    template <class Output> auto const& of() const { return results_.get<detail::ResultFrom<Output>>().result; }

private:
    detail::ValuesByType results_;
};

} // namespace cerrado
