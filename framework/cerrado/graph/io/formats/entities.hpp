// Characters that a format cannot hold as they are. They are written by their number: &#34; is a quotation mark.
#pragma once

#include <string>
#include <string_view>

namespace cerrado::detail {

// &#34; and &#x22; become the UTF-8 of their character, and so do &quot; &amp; &apos; &lt; &gt;. Anything else stays as
// it is.
std::string without_entities(std::string_view text);

// Each character of the UTF-8 text that is not ASCII becomes &#N;. Bytes that are no UTF-8 stay as they are.
std::string in_ascii(std::string_view text);

// The characters of `escaped` become &#N;. Requires: they are ASCII.
std::string with_entities(std::string_view text, std::string_view escaped);

} // namespace cerrado::detail
