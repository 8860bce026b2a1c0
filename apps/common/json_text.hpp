// JSON that a person can read too: one line per member, and one per element of an array of objects.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace cerrado::command {

using Json = nlohmann::ordered_json;

std::string json_text(Json const& object); // ends with a newline; bytes that are not UTF-8 are replaced

} // namespace cerrado::command
