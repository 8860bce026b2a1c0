// JSON that a person can read too: one line per member, and one per element of an array of objects.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace cerrado::command {

using Json = nlohmann::ordered_json;

// A member whose value was written before. The object has a place for it.
struct WrittenMember {
    std::string key, text;
};

// Ends with a newline. Bytes that are not UTF-8 are replaced.
std::string json_text(Json const& object, WrittenMember const& written = {});

} // namespace cerrado::command
