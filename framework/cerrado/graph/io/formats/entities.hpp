// Characters that a format cannot hold as they are, written by their number: &#34; is a quotation mark.
#pragma once

#include <string>
#include <string_view>

namespace cerrado::detail {

// &#34; and &#x22; become the UTF-8 of their character, and so do &quot; &amp; &apos; &lt; &gt;. What is no such stays as it is.
std::string without_entities(std::string_view text);

// Each character that is not ASCII becomes &#N;, where the text is UTF-8; bytes that are none stay as they are.
std::string in_ascii(std::string_view text);

// The characters `escaped`, each an ASCII one, become &#N;.
std::string with_entities(std::string_view text, std::string_view escaped);

} // namespace cerrado::detail
