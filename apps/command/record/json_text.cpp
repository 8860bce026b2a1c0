#include "command/record/json_text.hpp"

namespace cerrado::command {
namespace {

std::string compact(Json const& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string value_text(Json const& value, std::string const& indent) {
    if (!value.is_array() || value.empty() || !value.front().is_object()) return compact(value);
    std::string text = "[";
    for (Json const& element : value) text += (text.size() == 1 ? "\n  " : ",\n  ") + indent + compact(element);
    return text + '\n' + indent + ']';
}

} // namespace

std::string json_text(Json const& object, WrittenMember const& written) {
    if (!object.is_object()) return value_text(object, "") + '\n';
    std::string text = "{";
    for (auto const& [key, value] : object.items()) {
        text += (text.size() == 1 ? "\n  " : ",\n  ") + compact(key) + ": ";
        text += key == written.key ? written.text : value_text(value, "  ");
    }
    return text + "\n}\n";
}

} // namespace cerrado::command
