// Writing to a descriptor to the end of a text, however little of it each call takes.
#pragma once

#include <string_view>

namespace cerrado::detail {

// Returns 0, or the errno of the call that failed; then part of the text may be written. Never throws.
int write_all(int descriptor, std::string_view text) noexcept;

} // namespace cerrado::detail
