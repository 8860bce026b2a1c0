// The members of a zip archive, as far as NumPy's files need them: stored or deflated, of any size.
#pragma once

#include <cerrado/graph/io/packed/file_bytes.hpp>

#include <cstdint>
#include <vector>

namespace cerrado::detail {

struct ZipMember {
    std::string name;
    std::string_view packed;
    std::uint64_t bytes; // unpacked, as the archive says
    std::uint32_t checksum;
    bool is_deflated;
};

// In the order of the archive's directory. Throws InputError for an archive that is truncated, in parts or encrypted,
// and for a member packed in another way.
std::vector<ZipMember> zip_members(std::string_view bytes, std::string const& path);

// The member's bytes. Memory grows with what comes out. Throws InputError if they are not the bytes that were packed.
FileBytes unpacked_member(ZipMember const& member, std::string const& path);

} // namespace cerrado::detail
