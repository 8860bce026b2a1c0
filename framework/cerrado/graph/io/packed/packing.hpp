// Unpacks bytes in memory, and refuses other packings and archives by their names.
#pragma once

#include <cerrado/graph/io/packed/file_bytes.hpp>

#include <functional>

namespace cerrado::detail {

// Looks at the first bytes. Returns: "gzip", "zstd", "xz" or "bzip2"; empty for none of these.
std::string_view packing_of(std::string_view bytes);

// Unpacks all parts of this packing that follow each other (members of gzip, frames of zstd, streams of xz and bzip2),
// and passes over padding zeros. Memory grows with what comes out, never by what a header claims. `take` also gets what
// comes out, piece by piece, as soon as it is there. Requires: packing_of(bytes) is one. Throws InputError "path: ..."
// if the data is truncated, damaged or followed by something else, and if Cerrado was built without the library.
FileBytes unpack(
    std::string_view bytes, std::string const& path,
    std::function<void(std::string_view)> const& take = [](std::string_view) {});

// The bytes of a file, unpacked if they are packed. Throws as load_file() and unpack(), and InputError for an archive.
FileBytes load_unpacked(std::string const& path);

// `packing` is the one that the bytes came out of; empty: none. Throws InputError, with the command that unpacks, for
// an archive (tar, zip, 7z, rar), for a packing that unpack() does not know, and for a second packing inside `packing`.
void require_unpacked(std::string_view bytes, std::string const& path, std::string_view packing);

} // namespace cerrado::detail
