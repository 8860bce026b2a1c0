#include <cerrado/graph/gzip_file.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace cerrado::detail {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr int gzip_window_bits = 15 + 16;
constexpr std::size_t zlib_step = std::size_t{1} << 30; // zlib counts available bytes with 32 bits

// malloc'd bytes that grow by doubling; realloc moves large blocks without copying them.
class GrowingBuffer {
public:
    GrowingBuffer() = default;
    ~GrowingBuffer() { std::free(data_); }
    GrowingBuffer(GrowingBuffer const&) = delete;
    GrowingBuffer& operator=(GrowingBuffer const&) = delete;

    char* space() {
        if (size_ == capacity_) {
            std::size_t const wanted = std::max(buffer_bytes, capacity_ * 2);
            void* const grown = std::realloc(data_, wanted);
            if (!grown) throw std::bad_alloc();
            data_ = static_cast<char*>(grown);
            capacity_ = wanted;
        }
        return data_ + size_;
    }
    std::size_t space_bytes() const { return capacity_ - size_; }
    void took(std::size_t bytes) { size_ += bytes; }
    std::string_view view() const { return {data_, size_}; }

private:
    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

struct Descriptor {
    int value;
    explicit Descriptor(int descriptor) : value(descriptor) {}
    ~Descriptor() {
        if (value >= 0) ::close(value);
    }
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
};

[[noreturn]] void refuse_to_open(std::string const& path, int error) {
    if (path.empty()) throw InputError("no file name was given for the graph; give a path");
    if (error == ENOENT || error == ENOTDIR) {
        throw InputError(fmt::format("{}: no such file; check the path", path));
    }
    if (error == ENAMETOOLONG || error == ELOOP) {
        throw InputError(
            fmt::format("{}: not a usable path ({}); give a shorter or direct one", path, std::strerror(error)));
    }
    if (error == EACCES || error == EPERM) {
        throw Error(fmt::format("{}: permission denied; make the file readable for this user (chmod u+r)", path));
    }
    throw Error(fmt::format("{}: cannot be opened ({}); check the file and its disk", path, std::strerror(error)));
}

FileBytes read_to_end(int descriptor, std::string const& path) {
    auto buffer = std::make_shared<GrowingBuffer>();
    for (;;) {
        char* const space = buffer->space();
        ssize_t const count = ::read(descriptor, space, std::min(buffer->space_bytes(), zlib_step));
        if (count == 0) return {buffer->view(), buffer};
        if (count > 0) {
            buffer->took(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            throw Error(
                fmt::format("{}: cannot be read ({}); check the file and its disk", path, std::strerror(errno)));
        }
    }
}

// An empty result means that this file cannot be mapped.
FileBytes map_file(int descriptor, std::size_t size) {
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED) return {};
    ::madvise(address, size, MADV_WILLNEED);
    std::shared_ptr<void const> storage(address,
                                        [size](void const* mapped) { ::munmap(const_cast<void*>(mapped), size); });
    return {{static_cast<char const*>(address), size}, std::move(storage)};
}

class Inflater {
public:
    Inflater(std::string_view bytes, std::string const& path) : rest_(bytes), path_(path) {
        if (::inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { ::inflateEnd(&stream_); }
    Inflater(Inflater const&) = delete;
    Inflater& operator=(Inflater const&) = delete;

    FileBytes unpack(std::function<void(std::string_view)> const& take) {
        auto buffer = std::make_shared<GrowingBuffer>();
        do {
            for (bool ended = false; !ended;) {
                std::size_t const before = buffer->view().size();
                ended = step(*buffer);
                take(buffer->view().substr(before));
            }
            ::inflateReset(&stream_);
        } while (another_member());
        return {buffer->view(), buffer};
    }

private:
    // True at the end of a member.
    bool step(GrowingBuffer& buffer) {
        auto const input = std::min(rest_.size(), zlib_step);
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
        stream_.avail_in = static_cast<uInt>(input);
        stream_.next_out = reinterpret_cast<Bytef*>(buffer.space());
        auto const output = std::min(buffer.space_bytes(), buffer_bytes);
        stream_.avail_out = static_cast<uInt>(output);
        int const status = ::inflate(&stream_, Z_NO_FLUSH);
        rest_.remove_prefix(input - stream_.avail_in);
        buffer.took(output - stream_.avail_out);
        if (status == Z_STREAM_END) return true;
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        bool const starved = rest_.empty() && stream_.avail_out != 0;
        if ((status == Z_OK && !starved) || (status == Z_BUF_ERROR && stream_.avail_out == 0)) return false;
        if (status == Z_OK || status == Z_BUF_ERROR) {
            throw InputError(fmt::format("{}: the gzip data is truncated; fetch the file again", path_));
        }
        throw InputError(fmt::format("{}: the gzip data is damaged ({}); fetch the file again", path_,
                                     stream_.msg ? stream_.msg : "unknown compression"));
    }

    // Members may follow each other, and padding with zeros may follow the last; anything else is an error.
    bool another_member() {
        if (is_gzip(rest_)) return true;
        if (rest_.find_first_not_of('\0') != std::string_view::npos) {
            throw InputError(fmt::format("{}: other bytes follow the gzip data; fetch the file again", path_));
        }
        return false;
    }

    z_stream stream_{};
    std::string_view rest_;
    std::string const& path_;
};

} // namespace

FileBytes load_file(std::string const& path) {
    Descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.value < 0) refuse_to_open(path, errno);
    struct stat status {};
    if (::fstat(file.value, &status) != 0) refuse_to_open(path, errno);
    if (S_ISDIR(status.st_mode)) throw InputError(fmt::format("{}: is a directory; give a graph file in it", path));
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
        throw InputError(fmt::format("{}: is a device; give a graph file or a pipe", path));
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        FileBytes mapped = map_file(file.value, static_cast<std::size_t>(status.st_size));
        if (mapped.storage) return mapped;
    }
    return read_to_end(file.value, path);
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

FileBytes unpack_gzip(std::string_view bytes, std::string const& path,
                      std::function<void(std::string_view)> const& take) {
    return Inflater(bytes, path).unpack(take);
}

} // namespace cerrado::detail
