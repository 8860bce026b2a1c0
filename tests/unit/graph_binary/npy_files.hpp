// Arrays of NumPy and zip archives of them, as their programs write them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::test {

inline std::string little_endian(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xFF);
    return text;
}

inline std::string npy(std::string const& type, std::string const& shape, std::string const& data,
                       std::string const& fortran = "False") {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': (" + shape + "), }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    return std::string("\x93NUMPY\x01", 7) + '\0' + little_endian(header.size(), 2) + header + data;
}

template <class Number>
std::string npy(std::string const& type, std::string const& shape, std::vector<Number> const& items) {
    std::string data(items.size() * sizeof(Number), '\0');
    std::memcpy(data.data(), items.data(), data.size());
    return npy(type, shape, data);
}

inline std::string raw_deflated(std::string const& content) {
    z_stream stream{};
    ::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&stream, content.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

using ZipFiles = std::vector<std::pair<std::string, std::string>>; // name and content

// `is_long`: numbers of 64 bits in fields of their own, as for large archives.
inline std::string zip(ZipFiles const& files, bool is_deflated = false, bool is_long = false) {
    std::string archive, directory;
    for (auto const& [name, content] : files) {
        std::string const packed = is_deflated ? raw_deflated(content) : content;
        auto const checksum =
            ::crc32(0, reinterpret_cast<Bytef const*>(content.data()), static_cast<uInt>(content.size()));
        auto const size = [&](std::size_t bytes) { return is_long ? std::string(4, '\xFF') : little_endian(bytes, 4); };
        std::string const extra = is_long ? little_endian(7, 2) + little_endian(1, 2) + "x" + little_endian(1, 2) +
                                                little_endian(24, 2) + little_endian(content.size(), 8) +
                                                little_endian(packed.size(), 8) + little_endian(archive.size(), 8)
                                          : std::string();
        std::string const common = little_endian(20, 2) + little_endian(0, 2) + little_endian(is_deflated ? 8 : 0, 2) +
                                   little_endian(0, 4) + little_endian(checksum, 4) + size(packed.size()) +
                                   size(content.size()) + little_endian(name.size(), 2);
        directory += "PK\x01\x02" + little_endian(20, 2) + common + little_endian(extra.size(), 2) +
                     little_endian(0, 10) + size(archive.size()) + name + extra;
        archive += "PK\x03\x04" + common + little_endian(0, 2) + name + packed;
    }
    std::size_t const position = archive.size();
    archive += directory;
    if (is_long) {
        std::size_t const end = archive.size();
        archive += "PK\x06\x06" + little_endian(44, 8) + little_endian(0, 12) + little_endian(files.size(), 8) +
                   little_endian(files.size(), 8) + little_endian(directory.size(), 8) + little_endian(position, 8);
        archive += "PK\x06\x07" + little_endian(0, 4) + little_endian(end, 8) + little_endian(1, 4);
    }
    return archive + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
           little_endian(files.size(), 2) + little_endian(directory.size(), 4) +
           (is_long ? std::string(4, '\xFF') : little_endian(position, 4)) + little_endian(0, 2);
}

} // namespace cerrado::test
