// Targets of the binary formats, see targets.hpp.
#pragma once

#include "attempt.hpp"

#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/formats.hpp>

#include <zlib.h>

namespace cerrado::fuzz {

inline bool npy(std::string_view bytes) {
    ReadReport report;
    attempt([&] { return detail::read_npy(bytes, "fuzz.npy", {.attributes = true}, report); });
    return attempt([&] { return detail::read_npy(bytes, "fuzz.npy", {}, report); });
}

// With checksums of stored members that fit, since those keep a fuzzer out of the arrays.
inline std::string with_fitting_zip_checksums(std::string_view bytes) {
    std::string sealed(bytes);
    auto const number = [&](std::size_t place, std::size_t count) {
        std::size_t value = 0;
        for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[place + i]);
        return value;
    };
    constexpr std::size_t entry_bytes = 46;
    for (std::size_t place = 0; (place = bytes.find("PK\x01\x02", place)) != std::string_view::npos; ++place) {
        if (bytes.size() - place < entry_bytes) break;
        std::size_t const local = number(place + 42, 4), size = number(place + 20, 4);
        if (local > bytes.size() || bytes.size() - local < 30) continue;
        std::size_t const content = local + 30 + number(local + 26, 2) + number(local + 28, 2);
        if (content > bytes.size() || size > bytes.size() - content) continue;
        auto const data = reinterpret_cast<Bytef const*>(bytes.data() + content);
        std::uint32_t const checksum = static_cast<std::uint32_t>(::crc32_z(0, data, size));
        std::memcpy(sealed.data() + place + 16, &checksum, sizeof checksum);
    }
    return sealed;
}

inline bool npz(std::string_view bytes) {
    auto const read = [](std::string_view all) {
        ReadReport report;
        attempt([&] { return detail::read_npz(all, "fuzz.npz", {.attributes = true}, report); });
        return attempt([&] { return detail::read_npz(all, "fuzz.npz", {}, report); });
    };
    bool const as_it_is = read(bytes);
    return read(with_fitting_zip_checksums(bytes)) || as_it_is;
}

inline bool gt(std::string_view bytes) {
    ReadReport report;
    ReadOptions const options{.edge_labels = true, .names = true, .attributes = true};
    return attempt([&] { return detail::read_gt(bytes, "fuzz.gt", options, report); });
}

// Whether it unpacks. A few bytes may unpack to many; those are left out here.
inline bool packing(std::string_view bytes) {
    constexpr std::size_t most = std::size_t{1} << 24;
    struct TooMuch {};
    try {
        if (detail::packing_of(bytes).empty()) {
            detail::require_unpacked(bytes, "fuzz", "");
            return false;
        }
        std::size_t came = 0;
        detail::FileBytes const unpacked = detail::unpack(bytes, "fuzz", [&](std::string_view piece) {
            came += piece.size();
            if (came > most) throw TooMuch{};
        });
        if (unpacked.bytes.size() != came) std::abort();
        return true;
    } catch (TooMuch const&) {
        return false;
    } catch (Error const& error) {
        if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
        return false;
    }
}

} // namespace cerrado::fuzz
