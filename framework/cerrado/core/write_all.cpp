#include <cerrado/core/write_all.hpp>

#include <cerrno>
#include <unistd.h>

namespace cerrado::detail {

int write_all(int descriptor, std::string_view text) noexcept {
    while (!text.empty()) {
        ssize_t const count = ::write(descriptor, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (count == 0) {
            return ENOSPC;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

} // namespace cerrado::detail
