// Words that people type for values, such as "host" for DeviceKind::host. A list of them is an array of WordFor.
#pragma once

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// How a person gives an option, for messages: "--order degree" or "order='degree'". Without a value: only the option.
using OptionText = std::string (*)(std::string_view option, std::string_view value);

template <class Value> struct WordFor {
    std::string_view name;
    Value value;
};

template <class Value, std::size_t n> std::vector<std::string> names_of(WordFor<Value> const (&words)[n]) {
    std::vector<std::string> names;
    for (WordFor<Value> const& word : words) names.emplace_back(word.name);
    return names;
}

template <class Value, std::size_t n> std::string_view name_in(WordFor<Value> const (&words)[n], Value value) {
    for (WordFor<Value> const& word : words) {
        if (word.value == value) return word.name;
    }
    return "unknown";
}

// Throws InputError with a list of the words if `name` is none of them. `what` begins its message.
template <class Value, std::size_t n>
Value value_of(WordFor<Value> const (&words)[n], std::string const& what, std::string_view name) {
    for (WordFor<Value> const& word : words) {
        if (word.name == name) return word.value;
    }
    throw InputError(what + ": expected one of " + joined(names_of(words), ", "));
}

} // namespace cerrado
