// Files as bytes: whole files (mapped where possible) and gzip unpacked in memory.
#pragma once

#include <functional>
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

bool is_gzip(std::string_view bytes);

// Unpacks all members of a gzip file; memory grows with what comes out, never by what a header claims. Throws
// InputError "path: ..." when the data is truncated, damaged or followed by something else.
// Hands what comes out to `take` as well, piece by piece, as soon as it is there.
FileBytes unpack_gzip(
    std::string_view bytes, std::string const& path,
    std::function<void(std::string_view)> const& take = [](std::string_view) {});

} // namespace cerrado::detail
