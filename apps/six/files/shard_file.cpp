#include "six/files/shard_file.hpp"

#include "six/files/ranges.hpp"
#include "six/files/sealed_file.hpp"
#include "six/files/shard_blocks.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/core/write_all.hpp>
#include <cerrado/graph/io/files.hpp>
#include <cerrado/graph/io/output_file.hpp>

#include <fmt/format.h>

#include <sys/file.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace cerrado {

namespace six {
namespace {

struct ReadShard {
    SixShard shard;
    std::uint64_t good_bytes = 0; // of the file
};

void tell_damage(ReadBlocks const& read, std::size_t bytes, std::string const& path, SixNote const& note) {
    if (!note) return;
    if (read.damaged_bytes > 0) {
        note(fmt::format("{}: {} from byte {} on are damaged; points in them are missing", path,
                         counted(read.damaged_bytes, "byte"), sizeof(FileHead) + read.first_damaged));
    }
    if (read.good_bytes == bytes) return;
    note(fmt::format("{}: the last {} are {}; points in them are missing", path,
                     counted(bytes - read.good_bytes, "byte"),
                     read.is_cut ? "of a block that is cut short" : "damaged"));
}

ReadShard read_shard(std::string const& path, SixNote const& note) {
    detail::FileBytes const file = detail::load_file(path);
    FileHead const head = take_head(file.bytes, FileKind::shard, path);
    if (checksum_of_head(head, {}) != head.checksum) refuse_damaged(FileKind::shard, path);
    std::string_view const bytes = file.bytes.substr(sizeof head);
    ReadBlocks const read = read_blocks(bytes);
    tell_damage(read, bytes.size(), path, note);
    std::vector<PieceRef> pieces;
    for (Piece const& piece : read.pieces) pieces.push_back({piece.points, piece.values});
    try {
        return {{head.about, joined(pieces), path}, sizeof head + read.good_bytes};
    } catch (InputError const& error) {
        throw InputError(path + ": " + error.what());
    }
}

// Values of the range from `done` on: a block, or as much as is missing.
std::size_t write_some(detail::OutputFile& file, SixRange const& range, std::size_t done) {
    auto const is_missing = [](std::uint32_t value) { return value == six_missing; };
    auto const left = std::span(range.values).subspan(done);
    auto const missing = static_cast<std::size_t>(std::ranges::find_if_not(left, is_missing) - left.begin());
    if (missing >= block_values || missing == left.size()) return missing; // its asked block says so
    auto const some = left.first(std::min<std::size_t>(block_values, left.size()));
    file.write(blocks_of(range.prime, range.first + done, some));
    return some.size();
}

void write_range(detail::OutputFile& file, SixRange const& range) {
    for (std::size_t done = 0; done < range.values.size(); done += max_asked_points) {
        std::uint64_t const count = std::min<std::uint64_t>(max_asked_points, range.values.size() - done);
        file.write(asked_block({range.prime, range.first + done, count}));
    }
    for (std::size_t done = 0; done < range.values.size();) done += write_some(file, range, done);
}

} // namespace

ShardFile::ShardFile(std::string path, std::uint64_t instance, SixNote const& note) : path_(std::move(path)) {
    open(instance);
    ReadShard read = read_shard(path_, note);
    if (read.shard.instance != instance) {
        throw InputError(
            fmt::format("{}: the shard is of another instance ({:016x}, not {:016x}); give the instance "
                        "that it was made with, or another file",
                        path_, read.shard.instance, instance));
    }
    begun_ = std::move(read.shard);
    size_ = read.good_bytes;
    if (::ftruncate(file_.descriptor, static_cast<off_t>(size_)) != 0) fail(errno);
    if (::lseek(file_.descriptor, 0, SEEK_END) < 0) fail(errno);
}

ShardFile::Descriptor::~Descriptor() {
    if (descriptor >= 0) ::close(descriptor);
}

// Whoever has the lock writes the head, so that two that begin the file at once do not.
void ShardFile::open(std::uint64_t instance) {
    file_.descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_.descriptor < 0) fail(errno);
    if (::flock(file_.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw Error(path_ + ": another process writes this shard; wait for it, or give another file");
    }
    struct stat status {};
    if (::fstat(file_.descriptor, &status) != 0) fail(errno);
    if (status.st_size == 0) write(bytes_of(make_head(FileKind::shard, instance, {})));
}

void ShardFile::ask(SixPoints const& points) {
    check_six_points(points);
    if (points.count > max_asked_points) {
        throw InputError(fmt::format("{} are asked for, and a shard takes at most {}: ask for fewer",
                                     counted(points.count, "point"), grouped(max_asked_points)));
    }
    write(asked_block(points));
}

void ShardFile::append(int prime, std::uint64_t first, std::span<std::uint32_t const> values) {
    write(blocks_of(prime, first, values));
}

void ShardFile::write(std::string_view bytes) {
    int const error = detail::write_all(file_.descriptor, bytes);
    if (error == 0) {
        size_ += bytes.size();
        return;
    }
    // Where this is refused, part of a block stays at the end, and whoever opens the file next drops it.
    auto const before = static_cast<off_t>(size_);
    static_cast<void>(::ftruncate(file_.descriptor, before) == 0 &&
                      ::lseek(file_.descriptor, before, SEEK_SET) == before);
    fail(error);
}

void ShardFile::fail(int error) const {
    char const* remedy = "choose another place";
    if (error == ENOENT || error == ENOTDIR) remedy = "create its folder first";
    if (error == EACCES || error == EPERM || error == EROFS) remedy = "choose a folder that this user may write";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) remedy = "make room and go on, as what it had is kept";
    throw Error(fmt::format("{}: the shard could not be written ({}); {}", path_, std::strerror(error), remedy));
}

} // namespace six

void write_six_shard(SixShard const& shard, std::string const& file) {
    detail::OutputFile out(file, false);
    out.write(six::bytes_of(six::make_head(six::FileKind::shard, shard.instance, {})));
    for (SixRange const& range : shard.ranges) six::write_range(out, range);
    out.commit();
}

SixShard read_six_shard(std::string const& file, SixNote const& note) { return six::read_shard(file, note).shard; }

} // namespace cerrado
