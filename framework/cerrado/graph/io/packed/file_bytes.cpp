#include <cerrado/graph/io/packed/file_bytes.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/packed/growing_buffer.hpp>

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace cerrado::detail {
namespace {

constexpr std::size_t read_step = std::size_t{1} << 30; // Linux reads less than 2 GiB at once

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
        ssize_t const count = ::read(descriptor, space, std::min(buffer->space_bytes(), read_step));
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

} // namespace cerrado::detail
