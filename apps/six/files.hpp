// The binary files of instances, shards and proofs.
#pragma once

#include <cerrado/apps/six.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::six {

// The head of each file: a mark of 8 bytes, a version and a checksum.
enum class FileKind { instance, shard, proof };
char const* name_of(FileKind kind); // "instance", "shard", "proof"

// All numbers are little-endian.
struct FileHead {
    char mark[8];
    std::uint32_t version;
    std::uint32_t zero;
    std::uint64_t about;    // the number of bytes that follow; in a shard, the checksum of its instance
    std::uint64_t checksum; // checksum of the 24 bytes before it, and, except in a shard, of the bytes that follow
};
static_assert(sizeof(FileHead) == 32);

FileHead make_head(FileKind kind, std::uint64_t about, std::string_view content);
std::uint64_t checksum_of_head(FileHead const& head, std::string_view content);
std::string_view bytes_of(FileHead const& head);

// Reads the head of a file. `path` is the file's name in messages. Throws InputError if the file is of another kind or
// version, or if its head is cut short. The caller must check the checksum.
FileHead take_head(std::string_view bytes, FileKind kind, std::string const& path);

[[noreturn]] void refuse_damaged(FileKind kind, std::string const& path); // InputError

// Writes the file whole or not at all. Throws Error.
void write_sealed(FileKind kind, std::string_view content, std::string const& path);
// Returns: the content of the file. Throws InputError as read_six_instance() does.
std::string read_sealed(FileKind kind, std::string const& path);

// The blocks of a shard's file. Each block can be read even if its neighbours are damaged or missing.

inline constexpr std::uint32_t block_values = 4096;                       // most values of a block
inline constexpr std::uint64_t max_asked_points = std::uint64_t{1} << 26; // most points of a block without values

enum class BlockKind : std::uint16_t { values = 0, asked = 1 }; // a block of kind `asked` has points without values

struct BlockHead {
    char mark[4];
    BlockKind kind;
    std::uint16_t prime;
    std::uint64_t first;
    std::uint32_t count;
    std::uint32_t zero;
    std::uint64_t checksum; // checksum of the 24 bytes before it, and of the values
};
static_assert(sizeof(BlockHead) == 32);

// Returns: the bytes of blocks with these values, or of an `asked` block if there are no values.
std::string blocks_of(int prime, std::uint64_t first, std::span<std::uint32_t const> values);
std::string asked_block(SixPoints const& points);

// The points of a block, or points that are asked for.
struct Piece {
    SixPoints points;
    std::vector<std::uint32_t> values; // one for each point, or none if the points are only asked for
};

// The readable blocks behind a shard's head.
struct ReadBlocks {
    std::vector<Piece> pieces;
    std::size_t good_bytes = 0;    // bytes up to the end of the last good block
    std::size_t damaged_bytes = 0; // damaged bytes before that end
    std::size_t first_damaged = 0; // where the damaged bytes begin
    bool is_cut = false;           // true if the rest is the beginning of a block
};
ReadBlocks read_blocks(std::string_view bytes);

// Makes the ranges of a shard from its pieces.

inline constexpr std::uint64_t max_shard_points = std::uint64_t{1} << 27; // 512 MiB of values

// Points, and a reference to their values.
struct PieceRef {
    SixPoints points;
    std::span<std::uint32_t const> values; // one for each point, or none if the points are only asked for
};

// Each point of a piece is in a range. A point with two different values is disputed, and a point without a value is
// missing. Throws InputError if there are more than max_shard_points.
std::vector<SixRange> in_one(std::vector<PieceRef> const& pieces);

// "5, 7 to 9 and 12 others"
std::string listed(std::vector<SixPoints> const& points, int prime);

// The file of a shard, which grows while points are evaluated.

// Appended values stay in the file if the process is killed. Only one process at a time may have the file open.
class ShardFile {
public:
    // Begins a new file, or goes on with an existing one. If an interrupted run left part of a block at the end, it is
    // dropped, and the note says so. Throws InputError as read_six_shard() does, and for a shard of another instance.
    // Throws Error if the file cannot be written, or another process has it open.
    ShardFile(std::string path, std::uint64_t instance, SixNote const& note = {});

    SixShard const& begun() const { return begun_; } // the content of the file when it was opened

    // Records that these points are asked for. Throws InputError as check_six_points() does, and for more than 2^26
    // points.
    void ask(SixPoints const& points);
    // Adds values. Throws Error if they cannot be written. The file is then as before.
    void append(int prime, std::uint64_t first, std::span<std::uint32_t const> values);

private:
    // Closes the file even if the constructor of ShardFile throws.
    struct Descriptor {
        int descriptor = -1;
        Descriptor() = default;
        ~Descriptor();
        Descriptor(Descriptor const&) = delete;
        Descriptor& operator=(Descriptor const&) = delete;
    };

    void open(std::uint64_t instance);
    void write(std::string_view bytes);
    [[noreturn]] void fail(int error) const;

    std::string path_;
    SixShard begun_;
    std::uint64_t size_ = 0; // size of the file in bytes
    Descriptor file_;
};

} // namespace cerrado::six
