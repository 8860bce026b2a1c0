// A cursor over binary data that never passes its end.
#pragma once

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Returns: the whole number in these bytes. There are at most eight.
inline std::uint64_t whole_number(std::string_view bytes, bool is_big_endian) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        value = value << 8 | static_cast<unsigned char>(bytes[is_big_endian ? i : bytes.size() - 1 - i]);
    }
    return value;
}

class FieldReader {
public:
    // `what` names the bytes in errors. `path` must outlive the reader.
    FieldReader(std::string_view bytes, std::string const& path, std::string_view what)
        : rest_(bytes),
          path_(&path),
          what_(what) {}

    void reads_big_endian(bool is_big_endian) { is_big_endian_ = is_big_endian; }

    // Throws InputError if fewer bytes are left.
    std::string_view take(std::uint64_t bytes) {
        if (bytes > rest_.size()) fail(fmt::format("the {} data is truncated; fetch the file again", what_));
        std::string_view const taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }
    std::uint64_t number(std::size_t bytes) { return whole_number(take(bytes), is_big_endian_); }

    std::string_view rest() const { return rest_; }
    [[noreturn]] void fail(std::string const& problem) const {
        throw InputError(fmt::format("{}: {}", *path_, problem));
    }

private:
    std::string_view rest_;
    std::string const* path_;
    std::string_view what_;
    bool is_big_endian_ = false;
};

} // namespace cerrado::detail
