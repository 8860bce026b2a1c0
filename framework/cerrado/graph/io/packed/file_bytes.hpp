// Files as bytes. Whole files are mapped if possible.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Bytes, and the mapping or buffer that keeps them alive.
struct FileBytes {
    std::string_view bytes;
    std::shared_ptr<void const> storage;
};

// The bytes of a regular file (mapped read-only) or of a pipe (read to its end). Requires: the file is not cut short
// while the bytes are in use. Throws InputError if `path` names nothing that can hold a graph (missing, directory,
// device), Error if the system refuses to read it.
FileBytes load_file(std::string const& path);

} // namespace cerrado::detail
