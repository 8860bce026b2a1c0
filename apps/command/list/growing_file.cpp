#include "command/list/growing_file.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/write_all.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace cerrado::command {

GrowingFile::~GrowingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void GrowingFile::begin(std::uint64_t size) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | (size == 0 ? O_CREAT : 0), 0666);
    if (descriptor_ < 0 && errno == ENOENT && size > 0) {
        throw InputError(path_ + ": there is no such list; give the one that the run with this checkpoint has written");
    }
    if (descriptor_ < 0) {
        throw Error(fmt::format("{}: cannot be written ({}); choose another place", path_, std::strerror(errno)));
    }
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(errno);
    if (static_cast<std::uint64_t>(status.st_size) < size) {
        throw InputError(
            fmt::format("{}: the list has {} bytes, and the checkpoint's had {}; give the list that the "
                        "run has written",
                        path_, status.st_size, size));
    }
    auto const offset = static_cast<off_t>(size);
    if (::ftruncate(descriptor_, offset) != 0 || ::lseek(descriptor_, offset, SEEK_SET) != offset) fail(errno);
    size_ = size;
}

void GrowingFile::write(std::string_view bytes) {
    int const error = detail::write_all(descriptor_, bytes);
    if (error != 0) fail(error);
    size_ += bytes.size();
}

void GrowingFile::fail(int error) const {
    throw Error(
        fmt::format("{}: the list could not be written ({}); make room or choose another place, and go on from "
                    "the checkpoint",
                    path_, std::strerror(error)));
}

} // namespace cerrado::command
