#include <cerrado/graph/io/packed/packing.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/packed/growing_buffer.hpp>
#include <cerrado/graph/io/packed/unpacker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace cerrado::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view zstd_mark = "\x28\xB5\x2F\xFD"sv;

struct Packing {
    std::string_view name, mark, command, tar_option; // `command` writes to its standard output
};
constexpr std::array packings{
    Packing{"gzip", "\x1f\x8b"sv, "gzip -dc", "z"},
    Packing{"zstd", zstd_mark, "zstd -dc", "--zstd -"},
    Packing{"xz",
            "\xFD"
            "7zXZ\0"sv,
            "xz -dc", "J"},
    Packing{"bzip2", "BZh"sv, "bzip2 -dc", "j"},
};

struct Stranger {
    std::string_view name, mark, command;
};
constexpr std::array strangers{
    Stranger{"a zip archive", "PK\x03\x04"sv, "unzip -p FILE"},
    Stranger{"a zip archive of nothing", "PK\x05\x06"sv, "unzip -p FILE"},
    Stranger{"a zip archive in parts", "PK\x07\x08"sv, "unzip -p FILE"},
    Stranger{"a 7z archive", "7z\xBC\xAF\x27\x1C"sv, "7z x -so FILE"},
    Stranger{"a rar archive", "Rar!\x1A\x07"sv, "unrar p -inul FILE"},
    Stranger{"packed with compress", "\x1f\x9d"sv, "gzip -dc < FILE"},
    Stranger{"packed with lz4", "\x04\x22\x4D\x18"sv, "lz4 -dc FILE"},
    Stranger{"packed with lzip", "LZIP"sv, "lzip -dc FILE"},
    Stranger{"packed with lzop", "\x89LZO\0"sv, "lzop -dc FILE"},
    Stranger{"packed with lzma", "\x5D\0\0\x80\0"sv, "xz --format=lzma -dc FILE"},
};

std::uint32_t little_endian(std::string_view four) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(four[i]);
    return value;
}

// The bytes of a frame of zstd that is to be skipped, which some programs write before others; 0: it is none.
std::size_t skippable_bytes(std::string_view bytes) {
    constexpr std::size_t header = 8;
    if (bytes.size() < header || (little_endian(bytes) & 0xFFFFFFF0u) != 0x184D2A50u) return 0;
    return header + little_endian(bytes.substr(4));
}

bool is_zstd(std::string_view bytes) {
    while (std::size_t const skipped = skippable_bytes(bytes)) bytes.remove_prefix(std::min(skipped, bytes.size()));
    return bytes.starts_with(zstd_mark);
}

// After the mark come a digit and the mark of a block or of the end, so that no text is taken for it.
bool is_bzip2(std::string_view bytes) {
    if (!bytes.starts_with("BZh") || bytes.size() < 4 || bytes[3] < '1' || bytes[3] > '9') return false;
    std::string_view const next = bytes.substr(4, 6);
    return "\x31\x41\x59\x26\x53\x59"sv.starts_with(next) || "\x17\x72\x45\x38\x50\x90"sv.starts_with(next);
}

Packing const* find_packing(std::string_view bytes) {
    auto const found = std::ranges::find_if(packings, [&](Packing const& packing) {
        if (packing.name == "zstd") return is_zstd(bytes);
        return packing.name == "bzip2" ? is_bzip2(bytes) : bytes.starts_with(packing.mark);
    });
    return found == packings.end() ? nullptr : &*found;
}

// Another member may follow, or padding with zeros; anything else is an error.
bool is_another(std::string_view rest, Packing const& packing, std::string const& path) {
    if (find_packing(rest) == &packing) return true;
    if (packing.name == "zstd" && skippable_bytes(rest) > 0) return true;
    if (rest.find_first_not_of('\0') != std::string_view::npos) {
        throw InputError(fmt::format("{}: other bytes follow the {} data; fetch the file again", path, packing.name));
    }
    return false;
}

bool is_tar(std::string_view bytes) {
    constexpr std::size_t place_of_mark = 257;
    return bytes.size() > place_of_mark && bytes.substr(place_of_mark).starts_with("ustar");
}

// Returns: the rest after a member.
std::string_view unpack_member(Unpacker& unpacker, std::string_view rest, GrowingBuffer& buffer, Packing const& packing,
                               std::string const& path, std::function<void(std::string_view)> const& take) {
    constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    unpacker.begin();
    for (;;) {
        std::size_t const before = buffer.view().size();
        char* const space = buffer.space();
        std::size_t const room = std::min(buffer.space_bytes(), piece_bytes);
        Unpacker::Step const step = unpacker.step(rest.substr(0, Unpacker::step_bytes), space, room);
        rest.remove_prefix(step.taken);
        buffer.took(step.given);
        if (!step.problem.empty()) {
            throw InputError(
                fmt::format("{}: the {} data is damaged ({}); fetch the file again", path, packing.name, step.problem));
        }
        take(buffer.view().substr(before));
        if (step.is_end) return rest;
        if (rest.empty() && step.given < room) {
            throw InputError(fmt::format("{}: the {} data is truncated; fetch the file again", path, packing.name));
        }
    }
}

} // namespace

std::string_view packing_of(std::string_view bytes) {
    Packing const* const packing = find_packing(bytes);
    return packing ? packing->name : std::string_view();
}

FileBytes unpack(std::string_view bytes, std::string const& path, std::function<void(std::string_view)> const& take) {
    Packing const& packing = *find_packing(bytes);
    std::unique_ptr<Unpacker> const unpacker = unpacker_of(packing.name);
    if (!unpacker) {
        throw InputError(
            fmt::format("{}: packed with {}, and Cerrado was built without its library; unpack it with "
                        "`{} FILE | cerrado info -`",
                        path, packing.name, packing.command));
    }
    auto buffer = std::make_shared<GrowingBuffer>();
    do {
        bytes = unpack_member(*unpacker, bytes, *buffer, packing, path, take);
    } while (is_another(bytes, packing, path));
    return {buffer->view(), buffer};
}

void require_unpacked(std::string_view bytes, std::string const& path, std::string_view packing) {
    std::string const outer = packing.empty() ? "" : fmt::format(" packed with {}", packing);
    if (is_tar(bytes)) {
        auto const of = std::ranges::find(packings, packing, &Packing::name);
        throw InputError(fmt::format("{}: a tar archive{}; unpack it with `tar {}xf FILE` and give a file of it", path,
                                     outer, of == packings.end() ? "" : of->tar_option));
    }
    Packing const* const inner = find_packing(bytes);
    auto const stranger = std::ranges::find_if(strangers, [&](Stranger const& s) { return bytes.starts_with(s.mark); });
    if (!inner && stranger == strangers.end()) return;
    std::string const name = inner ? fmt::format("packed with {}", inner->name) : std::string(stranger->name);
    std::string const command = inner ? fmt::format("{} FILE", inner->command) : std::string(stranger->command);
    if (packing.empty()) {
        throw InputError(fmt::format("{}: {}; unpack it with `{} | cerrado info -`", path, name, command));
    }
    auto const of = std::ranges::find(packings, packing, &Packing::name);
    std::string const within = inner && inner->name == packing ? ", twice" : fmt::format(" within {}", packing);
    throw InputError(
        fmt::format("{}: {}{}; unpack it once with `{} FILE > INNER` and give INNER", path, name, within, of->command));
}

FileBytes load_unpacked(std::string const& path) {
    FileBytes file = load_file(path);
    std::string_view const packing = packing_of(file.bytes);
    if (!packing.empty()) file = unpack(file.bytes, path);
    require_unpacked(file.bytes, path, packing);
    return file;
}

} // namespace cerrado::detail
