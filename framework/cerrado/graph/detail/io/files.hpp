// Opens files, also if they are packed with gzip, zstd, xz, bzip2 or zip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Files as bytes. Whole files are mapped if possible.

// Bytes, and the mapping or buffer that keeps them alive.
struct FileBytes {
    std::string_view bytes;
    std::shared_ptr<void const> storage;
};

// The bytes of a regular file (mapped read-only) or of a pipe (read to its end). Requires: the file is not cut short
// while the bytes are in use. Throws InputError if `path` names nothing that can hold a graph (it is missing, a
// directory or a device). Throws Error if the system refuses to read it.
FileBytes load_file(std::string const& path);

// Unpacks bytes in memory. Other packings and archives are refused by their names.

// Returns: the number of bytes of memory that this process may still take, if the system gives this number.
std::uint64_t free_memory();

// Looks at the first bytes. Returns: "gzip", "zstd", "xz" or "bzip2"; empty for none of these.
std::string_view packing_of(std::string_view bytes);

// Unpacks all parts of this packing that follow each other (members of gzip, frames of zstd, streams of xz and bzip2),
// and passes over padding zeros. Memory grows with the unpacked bytes, never by the number in a header. `take` also
// gets the unpacked bytes, piece by piece, as soon as they are there, and may throw. Requires: packing_of(bytes) is
// one. Throws InputError "path: ..." if the data is truncated, damaged or followed by something else, if more than
// `most_bytes` come out, and if Cerrado was built without the library.
FileBytes unpack(
    std::string_view bytes, std::string const& path,
    std::function<void(std::string_view)> const& take = [](std::string_view) {},
    std::uint64_t most_bytes = free_memory());

// Returns: the bytes of a file, unpacked if they are packed. Throws as load_file() and unpack() do, and InputError for
// an archive.
FileBytes load_unpacked(std::string const& path);

// `packing` is the packing from which the bytes were unpacked; empty: none. Throws InputError, with the command that
// unpacks, for an archive (tar, zip, 7z, rar), for a packing that unpack() does not know, and for a second packing
// inside `packing`.
void require_unpacked(std::string_view bytes, std::string const& path, std::string_view packing);

// One interface to the libraries of all packings.

// Unpacks one member (frame, stream) after the other.
class Unpacker {
public:
    virtual ~Unpacker() = default;

    // The result of one step. `problem` has the library's words if there is no further step.
    struct Step {
        std::size_t taken = 0, given = 0;
        bool is_end = false; // of a member
        std::string problem = {};
    };

    // A member begins.
    virtual void begin() = 0;
    // Unpacks some of `packed`. If this is shorter than step_bytes, it is the rest of the file.
    virtual Step step(std::string_view packed, char* space, std::size_t room) = 0;

    static constexpr std::size_t step_bytes = std::size_t{1} << 30; // some libraries count bytes with 32 bits
};

// `packing`: see packing_of(). Null if Cerrado was built without its library.
std::unique_ptr<Unpacker> unpacker_of(std::string_view packing);

// The members of a zip archive that NumPy's files need: stored or deflated, of any size.

struct ZipMember {
    std::string name;
    std::string_view packed;
    std::uint64_t bytes; // unpacked size, according to the archive
    std::uint32_t checksum;
    bool is_deflated;
};

// In the order of the archive's directory. Throws InputError for an archive that is truncated, in parts or encrypted,
// and for a member packed in another way.
std::vector<ZipMember> zip_members(std::string_view bytes, std::string const& path);

// Returns: the member's bytes. Memory grows with the unpacked bytes. Throws InputError if they are not the bytes that
// were packed.
FileBytes unpacked_member(ZipMember const& member, std::string const& path);

bool is_tar(std::string_view bytes); // looks only at the archive's mark, and does not read it

} // namespace cerrado::detail
