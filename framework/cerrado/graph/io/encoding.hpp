// Text in other encodings than UTF-8.
#pragma once

#include <cerrado/graph/io/packed/file_bytes.hpp>

namespace cerrado::detail {

// `encoding` is a name that iconv may know, such as "windows-1252". Throws InputError if it does not, and for bytes
// that are no text of this encoding. O(text).
FileBytes converted_to_utf8(std::string_view text, std::string const& encoding, std::string const& path);

// Whether XML may hold these bytes: UTF-8 without control characters.
bool is_xml_text(std::string_view text);

} // namespace cerrado::detail
