// What the binary files of instances, shards and proofs have in common: a mark of 8 bytes, a version, a checksum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cerrado::six {

enum class FileKind { instance, shard, proof };
char const* name_of(FileKind kind); // "instance", "shard", "proof"

// All numbers are little-endian.
struct FileHead {
    char mark[8];
    std::uint32_t version;
    std::uint32_t zero;
    std::uint64_t about;    // the bytes that follow; of a shard its instance's checksum
    std::uint64_t checksum; // of the 24 bytes before it, and of the bytes that follow unless it is a shard
};
static_assert(sizeof(FileHead) == 32);

FileHead make_head(FileKind kind, std::uint64_t about, std::string_view content);
std::uint64_t checksum_of_head(FileHead const& head, std::string_view content);
std::string_view bytes_of(FileHead const& head);

// The head of such a file. `path` serves the messages. Throws InputError if the file is another or of another version,
// or is cut short within the head. It leaves the checksum to the caller.
FileHead take_head(std::string_view bytes, FileKind kind, std::string const& path);

[[noreturn]] void refuse_damaged(FileKind kind, std::string const& path); // InputError

// Writes the file whole or not at all. Throws Error.
void write_sealed(FileKind kind, std::string_view content, std::string const& path);
// Returns: the content. Throws InputError as read_six_instance() does.
std::string read_sealed(FileKind kind, std::string const& path);

} // namespace cerrado::six
