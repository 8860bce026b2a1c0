#include "command/output/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace cerrado::command {
namespace {

template <class Value> std::string scalar_text(Value const& value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

// These are defined here because they need the complete type Member.
Json::Json() = default;
Json::Json(std::nullptr_t) {}
Json::Json(Json const& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json const& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(double number) : text_(scalar_text(number)) {}
Json::Json(std::string_view text) : text_(scalar_text(text)) {}
Json::Json(std::initializer_list<Member> members) : kind_(Kind::object), members_(members) {}
Json::Json(std::map<std::string, std::uint64_t> const& members) : kind_(Kind::object) {
    for (auto const& [key, value] : members) members_.push_back({key, value});
}

Json Json::array() {
    Json json;
    json.kind_ = Kind::array;
    return json;
}

Json Json::object() {
    Json json;
    json.kind_ = Kind::object;
    return json;
}

Json Json::written(std::string text) {
    Json json;
    json.text_ = std::move(text);
    return json;
}

void Json::push(Json element) {
    kind_ = Kind::array;
    members_.push_back({"", std::move(element)});
}

Json& Json::operator[](std::string_view key) {
    kind_ = Kind::object;
    auto const place = std::ranges::find(members_, key, &Member::key);
    if (place != members_.end()) return place->value;
    members_.push_back({std::string(key), {}});
    return members_.back().value;
}

void Json::update(Json const& object) {
    for (Member const& member : object.members_) (*this)[member.key] = member.value;
}

void Json::append_to(std::string& text) const {
    if (kind_ == Kind::scalar) {
        text += text_;
        return;
    }
    bool const is_object = kind_ == Kind::object;
    text += is_object ? '{' : '[';
    for (Member const& member : members_) {
        if (&member != &members_.front()) text += ',';
        if (is_object) text += scalar_text(member.key) + ':';
        member.value.append_to(text);
    }
    text += is_object ? '}' : ']';
}

std::string Json::text() const {
    std::string text;
    append_to(text);
    return text;
}

std::string Json::value_lines(std::string const& indent) const {
    bool const is_table = kind_ == Kind::array && !members_.empty() && members_.front().value.kind_ == Kind::object;
    if (!is_table) return text();
    std::string lines = "[";
    for (Member const& element : members_) {
        lines += (lines.size() == 1 ? "\n  " : ",\n  ") + indent;
        element.value.append_to(lines);
    }
    return lines + '\n' + indent + ']';
}

std::string Json::lines() const {
    if (kind_ != Kind::object) return value_lines("") + '\n';
    std::string lines = "{";
    for (Member const& member : members_) {
        lines += (lines.size() == 1 ? "\n  " : ",\n  ") + scalar_text(member.key) + ": ";
        lines += member.value.value_lines("  ");
    }
    return lines + "\n}\n";
}

} // namespace cerrado::command
