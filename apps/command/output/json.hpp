// Writes JSON that a person can read, too. Only output.cpp uses the library that writes numbers and strings.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

// A value to be written: null, a scalar, an array, or an object whose members keep their order. A list in braces is an
// object: Json({{"k", 3}, {"graph", {{"vertices", 34}}}}). Bytes of a string that are not UTF-8 are replaced.
class Json {
public:
    struct Member;

    Json(); // null
    Json(std::nullptr_t);
    Json(Json const& other);
    Json(Json&& other) noexcept;
    Json& operator=(Json const& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    template <std::same_as<bool> Bool> Json(Bool value) : text_(value ? "true" : "false") {}
    template <std::signed_integral Number> Json(Number number) : text_(std::to_string(number)) {}
    template <std::unsigned_integral Number>
        requires(!std::same_as<Number, bool>)
    Json(Number number) : text_(std::to_string(number)) {}
    Json(double number); // null if the number is not finite
    Json(std::string_view text);
    Json(std::string const& text) : Json(std::string_view(text)) {}
    Json(char const* text) : Json(std::string_view(text)) {}
    Json(std::initializer_list<Member> members);
    Json(std::map<std::string, std::uint64_t> const& members);
    template <class Value> Json(std::optional<Value> const& value) { // null if there is no value
        if (value) *this = Json(*value);
    }
    template <class First, class Second> Json(std::pair<First, Second> const& both) : kind_(Kind::array) {
        push(both.first);
        push(both.second);
    }
    template <std::ranges::input_range Values>
        requires(!std::convertible_to<Values const&, std::string_view>)
    Json(Values const& values) : kind_(Kind::array) {
        for (auto const& value : values) push(value);
    }

    static Json array();
    static Json object();
    static Json written(std::string text); // the text is JSON already

    void push(Json element);                // appends to an array; null becomes an array
    Json& operator[](std::string_view key); // appends a missing member; null becomes an object
    void update(Json const& object);        // copies the members of `object`

    std::string text() const; // on one line
    bool is_object() const { return kind_ == Kind::object; }
    bool is_array() const { return kind_ == Kind::array; }
    std::vector<Member> const& members() const { return members_; } // of an object, or the elements of an array
    std::string plain() const; // a scalar as a person reads it: a string without quotes, nothing for null
    // Returns: a text with a line for each member, and for each element of an array of objects. It ends with a newline.
    std::string lines() const;

private:
    enum class Kind { scalar, array, object };

    void append_to(std::string& text) const;
    std::string value_lines(std::string const& indent) const;

    Kind kind_ = Kind::scalar;
    std::string text_ = "null";   // the text of a scalar
    std::vector<Member> members_; // the members of an object, or the elements of an array, without keys
};

struct Json::Member {
    std::string key;
    Json value;
};

} // namespace cerrado::command
