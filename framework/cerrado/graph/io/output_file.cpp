#include <cerrado/graph/io/output_file.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/write_all.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace cerrado::detail {
namespace {

constexpr std::size_t output_buffer_bytes = std::size_t{1} << 20;
constexpr char partial_ending[] = ".partial-";
constexpr std::size_t straight_bytes = std::size_t{1} << 16; // worth a call to the system of their own

// The file that `path` stands for: symbolic links followed, so that a rename replaces the file and not the link.
std::string follow_links(std::string const& path) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) return path;
    std::filesystem::path const target = std::filesystem::canonical(path, error);
    return error ? path : target.string();
}

// A file without a name, which is gone when its process is, whatever ends it. Returns: its descriptor; -1 where the
// file system or the system has none, or it could not be given a name later.
int open_unnamed(std::string const& beside) {
    if (::access("/proc/self/fd", X_OK) != 0) return -1;
    std::filesystem::path const folder = std::filesystem::path(beside).parent_path();
    return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

// Gives it a name that begins so. Returns: the name; empty, with errno, where it cannot be had.
std::string name_unnamed(int descriptor, std::string const& beginning) {
    std::string const link = fmt::format("/proc/self/fd/{}", descriptor);
    for (std::uint32_t number = static_cast<std::uint32_t>(::getpid());; number += 0x9e3779b9) {
        std::string name = fmt::format("{}{:08x}", beginning, number);
        if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return name;
        if (errno != EEXIST) return "";
    }
}

// mkstemp makes files that only their owner reads; a graph gets the rights that any new file gets.
void grant_usual_rights(int descriptor) {
    mode_t const mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
}

} // namespace

class OutputFile::Compressor {
public:
    Compressor() {
        constexpr int gzip_window_bits = 15 + 16;
        constexpr int memory_level = 8;
        if (::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window_bits, memory_level,
                           Z_DEFAULT_STRATEGY) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~Compressor() { ::deflateEnd(&stream_); }
    Compressor(Compressor const&) = delete;
    Compressor& operator=(Compressor const&) = delete;

    // Hands what comes out to `sink`. `bytes` is at most a buffer long.
    template <class Sink> void compress(std::string_view bytes, bool last, Sink&& sink) {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream_.avail_in = static_cast<uInt>(bytes.size());
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(output_.data());
            stream_.avail_out = static_cast<uInt>(output_.size());
            ::deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
            sink(std::string_view{output_.data(), output_.size() - stream_.avail_out});
        } while (stream_.avail_out == 0);
    }

private:
    z_stream stream_{};
    std::string output_ = std::string(output_buffer_bytes / 4, '\0');
};

OutputFile::OutputFile(std::string path, bool compress) : path_(std::move(path)), target_(follow_links(path_)) {
    buffer_.reserve(output_buffer_bytes);
    if (compress) compressor_ = std::make_unique<Compressor>();
    open();
}

OutputFile::~OutputFile() { discard(); }

bool is_written_straight(std::string const& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void OutputFile::open() {
    std::error_code error;
    if (std::filesystem::is_directory(target_, error)) fail("cannot be written", EISDIR);
    if (is_written_straight(target_)) {
        descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) fail("cannot be written", errno);
        return;
    }
    descriptor_ = open_unnamed(target_);
    unnamed_ = descriptor_ >= 0;
    if (unnamed_) return;
    std::string name = target_ + partial_ending + "XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be written", errno);
    temporary_ = std::move(name);
    grant_usual_rights(descriptor_);
}

void OutputFile::write(std::string_view bytes) {
    if (!compressor_ && bytes.size() >= straight_bytes) {
        flush_buffer();
        return write_out(bytes);
    }
    while (!bytes.empty()) {
        std::size_t const taken = std::min(bytes.size(), output_buffer_bytes - buffer_.size());
        buffer_.append(bytes.substr(0, taken));
        bytes.remove_prefix(taken);
        if (buffer_.size() == output_buffer_bytes) flush_buffer();
    }
}

void OutputFile::write_number(std::uint64_t value) {
    char digits[20];
    char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    write({digits, static_cast<std::size_t>(end - digits)});
}

void OutputFile::flush_buffer() {
    if (compressor_) {
        compressor_->compress(buffer_, false, [this](std::string_view packed) { write_out(packed); });
    } else {
        write_out(buffer_);
    }
    buffer_.clear();
}

void OutputFile::write_out(std::string_view bytes) {
    int const error = detail::write_all(descriptor_, bytes);
    if (error != 0) fail("could not be written to its end", error);
}

void OutputFile::commit() {
    flush_buffer();
    if (compressor_) compressor_->compress({}, true, [this](std::string_view packed) { write_out(packed); });
    if (std::exchange(unnamed_, false)) {
        temporary_ = name_unnamed(descriptor_, target_ + partial_ending);
        if (temporary_.empty()) fail("could not be put in place", errno);
    }
    int const closing = std::exchange(descriptor_, -1);
    if (::close(closing) != 0) fail("could not be written to its end", errno);
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("could not be put in place", errno);
    temporary_.clear();
}

void OutputFile::discard() noexcept {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
}

void OutputFile::fail(char const* action, int error) const {
    char const* remedy = "choose another place";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        remedy = "make room or choose another disk; no partial file was left";
    if (error == ENOENT || error == ENOTDIR) remedy = "create its folder first";
    if (error == EACCES || error == EPERM || error == EROFS) remedy = "choose a folder that this user may write";
    if (error == EISDIR) remedy = "give a file name in it";
    if (error == EPIPE) remedy = "the reader at the other end went away";
    throw Error(fmt::format("{}: {} ({}); {}", path_, action, std::strerror(error), remedy));
}

} // namespace cerrado::detail
