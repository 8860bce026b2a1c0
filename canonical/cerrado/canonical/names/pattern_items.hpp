// Patterns that are written as items between commas: 0-1,1-2,0:A.
#pragma once

#include <cerrado/canonical/parse_pattern.hpp>

#include <optional>
#include <string_view>

namespace cerrado::detail {

// Takes a number off the front.
std::optional<int> take_number(std::string_view& rest);

// Whether the text can only be items: it begins as 0-1 or 0:.
bool begins_with_item(std::string_view text);

// Throws InputError, which quotes the place.
Pattern parse_items(std::string_view text, PatternNote const& note);

} // namespace cerrado::detail
