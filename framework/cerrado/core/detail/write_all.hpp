// Writes a whole text to a descriptor, even if each call takes only a part of it.
#pragma once

#include <string_view>

namespace cerrado::detail {

// Returns: 0, or the errno of the call that failed. After a failure a part of the text may have been written. Never
// throws.
int write_all(int descriptor, std::string_view text) noexcept;

} // namespace cerrado::detail
