// Files as bytes: whole files, mapped where possible.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Bytes and whatever keeps them alive: a mapping, or a buffer.
struct FileBytes {
    std::string_view bytes;
    std::shared_ptr<void const> storage;
};

// The bytes of a regular file (mapped read-only) or of a pipe (read to its end). Throws InputError when `path` names
// nothing that can hold a graph (missing, directory, device), Error when the system refuses to read it. The file must
// not be cut short while the bytes are in use.
FileBytes load_file(std::string const& path);

} // namespace cerrado::detail
