// Packed bytes, unpacked in memory; and packings and archives that are refused by their names.
#pragma once

#include <cerrado/graph/io/packed/file_bytes.hpp>

#include <functional>

namespace cerrado::detail {

// By its first bytes: "gzip", "zstd", "xz" or "bzip2"; empty: none of these.
std::string_view packing_of(std::string_view bytes);

// Unpacks all that follows each other of this packing (members of gzip, frames of zstd, streams of xz and bzip2), and
// passes a padding of zeros. Memory grows with what comes out, never by what a header claims. Hands what comes out to
// `take` as well, piece by piece, as soon as it is there. Requires: packing_of(bytes) is one. Throws InputError
// "path: ..." when the data is truncated, damaged or followed by something else, and where Cerrado was built without
// the library.
FileBytes unpack(
    std::string_view bytes, std::string const& path,
    std::function<void(std::string_view)> const& take = [](std::string_view) {});

// The bytes of a file, unpacked where they are packed. Throws as load_file() and unpack(), and InputError for an
// archive.
FileBytes load_unpacked(std::string const& path);

// Throws InputError, with the command that unpacks, for an archive (tar, zip, 7z, rar), a packing that unpack() does
// not know, and one more packing in the bytes that came out of `packing`; empty: they came as they are.
void require_unpacked(std::string_view bytes, std::string const& path, std::string_view packing);

} // namespace cerrado::detail
