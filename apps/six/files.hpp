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

// What they have in common: a mark of 8 bytes, a version, a checksum.
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

// The blocks that a shard's file consists of. Each stands for itself: what is around it may be damaged or missing.

inline constexpr std::uint32_t block_values = 4096;                       // of a block, at most
inline constexpr std::uint64_t max_asked_points = std::uint64_t{1} << 26; // of a block without values

enum class BlockKind : std::uint16_t { values = 0, asked = 1 }; // an asked block has no values

struct BlockHead {
    char mark[4];
    BlockKind kind;
    std::uint16_t prime;
    std::uint64_t first;
    std::uint32_t count;
    std::uint32_t zero;
    std::uint64_t checksum; // of the 24 bytes before it, and of the values
};
static_assert(sizeof(BlockHead) == 32);

// The blocks of these values, or one that says that they are asked for.
std::string blocks_of(int prime, std::uint64_t first, std::span<std::uint32_t const> values);
std::string asked_block(SixPoints const& points);

// Points as one block has them, or as somebody asks for them.
struct Piece {
    SixPoints points;
    std::vector<std::uint32_t> values; // one for each, or none at all: they are asked for
};

// What is left of the bytes behind a shard's head.
struct ReadBlocks {
    std::vector<Piece> pieces;
    std::size_t good_bytes = 0;    // up to the end of the last block
    std::size_t damaged_bytes = 0; // before that
    std::size_t first_damaged = 0; // where they begin
    bool is_cut = false;           // what follows is the beginning of a block
};
ReadBlocks read_blocks(std::string_view bytes);

// Ranges of a shard from pieces of it.

inline constexpr std::uint64_t max_shard_points = std::uint64_t{1} << 27; // 512 MiB of values

// Points and their values, which lie elsewhere.
struct PieceRef {
    SixPoints points;
    std::span<std::uint32_t const> values; // one for each, or none: they are asked for
};

// Every point that a piece has is in a range. One that comes with two values is disputed, one without any is missing.
// Throws InputError if there are more than max_shard_points.
std::vector<SixRange> in_one(std::vector<PieceRef> const& pieces);

// "5, 7 to 9 and 12 others"
std::string listed(std::vector<SixPoints> const& points, int prime);

// A shard's file that grows while points are evaluated.

// What was appended stays if the process is killed. One process at a time may have the file open.
class ShardFile {
public:
    // Begins the file, or goes on with the one that is there. What an interrupted run left half of at its end is
    // dropped; the note says so. Throws InputError as read_six_shard() does, and for a shard of another instance; Error
    // if the file cannot be written, or another process has it open.
    ShardFile(std::string path, std::uint64_t instance, SixNote const& note = {});

    SixShard const& begun() const { return begun_; } // what the file had when it was opened

    // Says that these points belong to the file. Throws InputError as check_six_points() does, and for more than 2^26.
    void ask(SixPoints const& points);
    // Adds values. Throws Error if the system does not take them. Then the file is as it was before.
    void append(int prime, std::uint64_t first, std::span<std::uint32_t const> values);

private:
    // A constructor that throws closes it, too.
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
    std::uint64_t size_ = 0; // of the file
    Descriptor file_;
};

} // namespace cerrado::six
