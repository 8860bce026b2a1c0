#include <cerrado/graph/detail/io/files.hpp>

#include <cerrado/core/detail/write_all.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/byte_reader.hpp>
#include <cerrado/graph/detail/io/file_lock.hpp>
#include <cerrado/graph/detail/io/growing_buffer.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <system_error>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <zlib.h>
#include <zstd.h>

#ifdef CERRADO_WITH_LZMA
#include <lzma.h>
#endif

#ifdef CERRADO_WITH_BZIP2
#include <bzlib.h>
#endif

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
        throw InputError(fmt::format("{}: the path cannot be used ({}); give a shorter or more direct path", path,
                                     std::strerror(error)));
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

namespace {

// For streams that count down the bytes they were given, as zlib, bzip2 and xz do.
template <class Stream> void offer(Stream& stream, std::string_view packed, char* space, std::size_t room) {
    auto const to = [](auto& pointer, char const* place) {
        pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(const_cast<char*>(place));
    };
    to(stream.next_in, packed.data());
    stream.avail_in = static_cast<decltype(stream.avail_in)>(packed.size());
    to(stream.next_out, space);
    stream.avail_out = static_cast<decltype(stream.avail_out)>(room);
}

template <class Stream> Unpacker::Step done(Stream const& stream, std::string_view packed, std::size_t room) {
    return {packed.size() - stream.avail_in, room - stream.avail_out};
}

class Gzip final : public Unpacker {
public:
    Gzip() {
        constexpr int window_bits_of_gzip = 15 + 16;
        if (::inflateInit2(&stream_, window_bits_of_gzip) != Z_OK) throw std::bad_alloc();
    }
    ~Gzip() override { ::inflateEnd(&stream_); }
    Gzip(Gzip const&) = delete;
    Gzip& operator=(Gzip const&) = delete;

    void begin() override { ::inflateReset(&stream_); }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        int const status = ::inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == Z_STREAM_END;
        bool const is_sound = step.is_end || status == Z_OK || status == Z_BUF_ERROR;
        if (!is_sound) step.problem = stream_.msg ? stream_.msg : "unknown compression";
        return step;
    }

private:
    z_stream stream_{};
};

class Zstd final : public Unpacker {
public:
    Zstd() : stream_(::ZSTD_createDStream(), ::ZSTD_freeDStream) {
        // the window of zstd --long=31; memory that is not written to costs nothing
        constexpr int longest_window_log = 31;
        if (!stream_) throw std::bad_alloc();
        ::ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, longest_window_log);
    }

    void begin() override { ::ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only); }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        ZSTD_inBuffer input{packed.data(), packed.size(), 0};
        ZSTD_outBuffer output{space, room, 0};
        std::size_t const status = ::ZSTD_decompressStream(stream_.get(), &output, &input);
        Step step{input.pos, output.pos, status == 0};
        if (::ZSTD_isError(status)) step.problem = ::ZSTD_getErrorName(status);
        return step;
    }

private:
    std::unique_ptr<ZSTD_DStream, decltype(&::ZSTD_freeDStream)> stream_;
};

#ifdef CERRADO_WITH_LZMA
class Xz final : public Unpacker {
public:
    Xz() = default;
    ~Xz() override { ::lzma_end(&stream_); }
    Xz(Xz const&) = delete;
    Xz& operator=(Xz const&) = delete;

    void begin() override {
        if (::lzma_stream_decoder(&stream_, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
    }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        lzma_ret const status = ::lzma_code(&stream_, LZMA_RUN);
        if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == LZMA_STREAM_END;
        if (!step.is_end && status != LZMA_OK && status != LZMA_BUF_ERROR) {
            step.problem = status == LZMA_OPTIONS_ERROR ? "unknown options" : "incorrect data";
        }
        return step;
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
};
#endif

#ifdef CERRADO_WITH_BZIP2
class Bzip2 final : public Unpacker {
public:
    Bzip2() = default;
    ~Bzip2() override { ::BZ2_bzDecompressEnd(&stream_); }
    Bzip2(Bzip2 const&) = delete;
    Bzip2& operator=(Bzip2 const&) = delete;

    void begin() override {
        ::BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        if (::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    }
    Step step(std::string_view packed, char* space, std::size_t room) override {
        offer(stream_, packed, space, room);
        int const status = ::BZ2_bzDecompress(&stream_);
        if (status == BZ_MEM_ERROR) throw std::bad_alloc();
        Step step = done(stream_, packed, room);
        step.is_end = status == BZ_STREAM_END;
        if (!step.is_end && status != BZ_OK) step.problem = "incorrect data";
        return step;
    }

private:
    bz_stream stream_{};
};
#endif

} // namespace

std::unique_ptr<Unpacker> unpacker_of(std::string_view packing) {
    if (packing == "gzip") return std::make_unique<Gzip>();
    if (packing == "zstd") return std::make_unique<Zstd>();
#ifdef CERRADO_WITH_LZMA
    if (packing == "xz") return std::make_unique<Xz>();
#endif
#ifdef CERRADO_WITH_BZIP2
    if (packing == "bzip2") return std::make_unique<Bzip2>();
#endif
    return nullptr;
}

namespace {

using namespace std::string_view_literals;

constexpr std::size_t end_bytes = 22; // size of the record at the archive's end, without its comment

// The place of the directory of members.
struct Directory {
    std::uint64_t position, members;
};

FieldReader reader_at(std::string_view bytes, std::uint64_t position, std::string const& path) {
    FieldReader reader(bytes, path, "zip");
    reader.take(position);
    return reader;
}

Directory directory_of(std::string_view bytes, std::string const& path) {
    constexpr std::size_t longest_comment = 0xFFFF, locator_bytes = 20;
    constexpr std::uint64_t is_in_64_bits = 0xFFFFFFFF, too_many = 0xFFFF;
    std::size_t const tail = bytes.size() - std::min(bytes.size(), end_bytes + longest_comment);
    std::size_t const found = bytes.substr(tail).rfind("PK\x05\x06"sv);
    if (found == std::string_view::npos) reader_at(bytes, 0, path).take(bytes.size() + 1); // truncated
    std::size_t const end = tail + found;
    FieldReader reader = reader_at(bytes, end + 8, path);
    std::uint64_t const members_here = reader.number(2);
    Directory directory{0, reader.number(2)};
    reader.take(4);
    directory.position = reader.number(4);
    reader.take(reader.number(2)); // a comment
    bool const is_long = directory.position == is_in_64_bits || directory.members == too_many;
    if (is_long && end >= locator_bytes && bytes.substr(end - locator_bytes).starts_with("PK\x06\x07"sv)) {
        std::uint64_t const position = reader_at(bytes, end - locator_bytes + 8, path).number(8);
        reader = reader_at(bytes, position, path);
        if (reader.take(4) != "PK\x06\x06"sv) reader.fail("the zip archive is damaged; fetch the file again");
        reader.take(28);
        directory.members = reader.number(8);
        reader.take(8);
        directory.position = reader.number(8);
    } else if (members_here != directory.members) {
        reader.fail("the zip archive is split into several files; unpack it");
    }
    return directory;
}

// Numbers that do not fit into 32 bits are in a field of their own, in this order.
void take_long_numbers(FieldReader fields, std::initializer_list<std::uint64_t*> numbers) {
    constexpr std::uint64_t is_in_64_bits = 0xFFFFFFFF, long_numbers = 1;
    while (!fields.rest().empty()) {
        std::uint64_t const kind = fields.number(2), bytes = fields.number(2);
        FieldReader field = fields;
        fields.take(bytes);
        if (kind != long_numbers) continue;
        for (std::uint64_t* const number : numbers) {
            if (*number == is_in_64_bits) *number = field.number(8);
        }
        return;
    }
}

// Reads the entry of the directory that begins here.
ZipMember take_member(FieldReader& directory, std::string_view bytes, std::string const& path) {
    if (directory.take(4) != "PK\x01\x02"sv) directory.fail("the zip archive is damaged; fetch the file again");
    directory.take(4);
    std::uint64_t const flags = directory.number(2), method = directory.number(2);
    directory.take(4);
    ZipMember member{};
    member.checksum = static_cast<std::uint32_t>(directory.number(4));
    std::uint64_t packed_bytes = directory.number(4);
    member.bytes = directory.number(4);
    std::uint64_t const name_bytes = directory.number(2), field_bytes = directory.number(2);
    std::uint64_t const comment_bytes = directory.number(2);
    directory.take(8);
    std::uint64_t position = directory.number(4);
    member.name = directory.take(name_bytes);
    take_long_numbers(FieldReader(directory.take(field_bytes), path, "zip"), {&member.bytes, &packed_bytes, &position});
    directory.take(comment_bytes);
    if ((flags & 1) != 0) directory.fail("the zip archive is encrypted; unpack it");
    if (method != 0 && method != 8)
        directory.fail(
            fmt::format("the zip archive is packed by method {}, which Cerrado cannot unpack; unpack it", method));
    member.is_deflated = method == 8;
    FieldReader local = reader_at(bytes, position, path);
    if (local.take(4) != "PK\x03\x04"sv) local.fail("the zip archive is damaged; fetch the file again");
    local.take(22);
    std::uint64_t const local_name_bytes = local.number(2);
    local.take(local_name_bytes + local.number(2));
    member.packed = local.take(packed_bytes);
    return member;
}

[[noreturn]] void refuse_damage(ZipMember const& member, std::string const& path) {
    throw InputError(fmt::format("{}: its member {} is damaged; fetch the file again", path, member.name));
}

// Raw deflate, without a header.
class Inflater {
public:
    Inflater() {
        if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { ::inflateEnd(&stream_); }
    Inflater(Inflater const&) = delete;
    Inflater& operator=(Inflater const&) = delete;

    // Returns: false if the data is damaged, or has more than `most` bytes.
    bool inflate(std::string_view packed, GrowingBuffer& buffer, std::uint64_t most) {
        constexpr std::size_t step = std::size_t{1} << 30;
        for (;;) {
            char* const space = buffer.space();
            std::size_t const input = std::min(packed.size(), step), room = std::min(buffer.space_bytes(), step);
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
            stream_.avail_in = static_cast<uInt>(input);
            stream_.next_out = reinterpret_cast<Bytef*>(space);
            stream_.avail_out = static_cast<uInt>(room);
            int const status = ::inflate(&stream_, Z_NO_FLUSH);
            if (status == Z_MEM_ERROR) throw std::bad_alloc();
            packed.remove_prefix(input - stream_.avail_in);
            buffer.took(room - stream_.avail_out);
            if (buffer.view().size() > most) return false;
            if (status == Z_STREAM_END) return true;
            bool const is_starved = packed.empty() && stream_.avail_out != 0;
            if (is_starved || (status != Z_OK && status != Z_BUF_ERROR)) return false;
        }
    }

private:
    z_stream stream_{};
};

} // namespace

std::vector<ZipMember> zip_members(std::string_view bytes, std::string const& path) {
    Directory const directory = directory_of(bytes, path);
    FieldReader reader = reader_at(bytes, directory.position, path);
    std::vector<ZipMember> members;
    for (std::uint64_t i = 0; i < directory.members; ++i) members.push_back(take_member(reader, bytes, path));
    return members;
}

FileBytes unpacked_member(ZipMember const& member, std::string const& path) {
    FileBytes content{member.packed, nullptr};
    if (member.is_deflated) {
        auto buffer = std::make_shared<GrowingBuffer>();
        if (!Inflater().inflate(member.packed, *buffer, member.bytes)) refuse_damage(member, path);
        content = {buffer->view(), buffer};
    }
    auto const data = reinterpret_cast<Bytef const*>(content.bytes.data());
    if (content.bytes.size() != member.bytes) refuse_damage(member, path);
    if (::crc32_z(::crc32_z(0, nullptr, 0), data, content.bytes.size()) != member.checksum) refuse_damage(member, path);
    return content;
}

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
    Stranger{"a zip archive without files", "PK\x05\x06"sv, "unzip -p FILE"},
    Stranger{"a zip archive that is split into several files", "PK\x07\x08"sv, "unzip -p FILE"},
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

// Returns: the bytes of a frame of zstd that must be skipped. Some programs write such frames before others. 0: this is
// no such frame.
std::size_t skippable_bytes(std::string_view bytes) {
    constexpr std::size_t header = 8;
    if (bytes.size() < header || (little_endian(bytes) & 0xFFFFFFF0u) != 0x184D2A50u) return 0;
    return header + little_endian(bytes.substr(4));
}

bool is_zstd(std::string_view bytes) {
    while (std::size_t const skipped = skippable_bytes(bytes)) bytes.remove_prefix(std::min(skipped, bytes.size()));
    return bytes.starts_with(zstd_mark);
}

// After the mark of bzip2 come a digit and the mark of a block or of the end. So no text is taken for it.
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

// Another member may follow, or padding with zeros. All other bytes are an error.
bool is_another(std::string_view rest, Packing const& packing, std::string const& path) {
    if (find_packing(rest) == &packing) return true;
    if (packing.name == "zstd" && skippable_bytes(rest) > 0) return true;
    if (rest.find_first_not_of('\0') != std::string_view::npos) {
        throw InputError(fmt::format("{}: the file has more bytes after the end of its {} data; fetch the file again",
                                     path, packing.name));
    }
    return false;
}

[[noreturn]] void refuse_size(Packing const& packing, std::string const& path, std::uint64_t most_bytes) {
    throw InputError(fmt::format(
        "{}: more than {} MiB come out of the {} data, and there is not enough memory for them; unpack it to a disk "
        "with `{} FILE > GRAPH` and give GRAPH, which is read from there, or use a machine with more memory",
        path, most_bytes >> 20, packing.name, packing.command));
}

// Unpacks a member. Returns: the bytes after it.
std::string_view unpack_member(Unpacker& unpacker, std::string_view rest, GrowingBuffer& buffer, Packing const& packing,
                               std::string const& path, std::function<void(std::string_view)> const& take,
                               std::uint64_t most_bytes) {
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
        if (buffer.view().size() > most_bytes) refuse_size(packing, path, most_bytes);
        take(buffer.view().substr(before));
        if (step.is_end) return rest;
        if (rest.empty() && step.given < room) {
            throw InputError(fmt::format("{}: the {} data is truncated; fetch the file again", path, packing.name));
        }
    }
}

} // namespace

bool is_tar(std::string_view bytes) {
    constexpr std::size_t place_of_mark = 257;
    return bytes.size() > place_of_mark && bytes.substr(place_of_mark).starts_with("ustar");
}

std::string_view packing_of(std::string_view bytes) {
    Packing const* const packing = find_packing(bytes);
    return packing ? packing->name : std::string_view();
}

std::uint64_t free_memory() {
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    // Uses the streams of C, since those of C++ hide the error when memory runs out.
    auto const number_in = [](char const* path, char const* format) {
        unsigned long long number = 0;
        bool is_found = false;
        if (std::FILE* const file = std::fopen(path, "r")) {
            char line[256];
            while (!is_found && std::fgets(line, sizeof line, file) != nullptr) {
                is_found = std::sscanf(line, format, &number) == 1;
            }
            std::fclose(file);
        }
        return is_found ? number : std::numeric_limits<unsigned long long>::max();
    };
    constexpr std::uint64_t most_kibibytes = std::numeric_limits<std::uint64_t>::max() >> 10;
    if (auto const kibibytes = number_in("/proc/meminfo", "MemAvailable: %llu"); kibibytes < most_kibibytes) {
        most = kibibytes << 10;
    }
    // The memory that a container has already used is mostly copies of files, which the system can drop.
    return std::min<std::uint64_t>(most, number_in("/sys/fs/cgroup/memory.max", "%llu"));
}

FileBytes unpack(std::string_view bytes, std::string const& path, std::function<void(std::string_view)> const& take,
                 std::uint64_t most_bytes) {
    Packing const& packing = *find_packing(bytes);
    std::unique_ptr<Unpacker> const unpacker = unpacker_of(packing.name);
    if (!unpacker) {
        throw InputError(
            fmt::format("{}: this file is packed with {}, and Cerrado was built without the library for it; unpack it "
                        "with `{} FILE | cerrado info -`",
                        path, packing.name, packing.command));
    }
    auto buffer = std::make_shared<GrowingBuffer>();
    do {
        bytes = unpack_member(*unpacker, bytes, *buffer, packing, path, take, most_bytes);
    } while (is_another(bytes, packing, path));
    return {buffer->view(), buffer};
}

void require_unpacked(std::string_view bytes, std::string const& path, std::string_view packing) {
    std::string const outer = packing.empty() ? "" : fmt::format(" packed with {}", packing);
    if (is_tar(bytes)) {
        auto const of = std::ranges::find(packings, packing, &Packing::name);
        throw InputError(
            fmt::format("{}: this is a tar archive{}; unpack it with `tar {}xf FILE` and give a file of it", path,
                        outer, of == packings.end() ? "" : of->tar_option));
    }
    Packing const* const inner = find_packing(bytes);
    auto const stranger = std::ranges::find_if(strangers, [&](Stranger const& s) { return bytes.starts_with(s.mark); });
    if (!inner && stranger == strangers.end()) return;
    std::string const name = inner ? fmt::format("packed with {}", inner->name) : std::string(stranger->name);
    std::string const command = inner ? fmt::format("{} FILE", inner->command) : std::string(stranger->command);
    if (packing.empty()) {
        throw InputError(fmt::format("{}: this is {}; unpack it with `{} | cerrado info -`", path, name, command));
    }
    auto const of = std::ranges::find(packings, packing, &Packing::name);
    std::string const within = inner && inner->name == packing ? ", twice" : fmt::format(" within {}", packing);
    throw InputError(fmt::format("{}: this is {}{}; unpack it once with `{} FILE > INNER` and give INNER", path, name,
                                 within, of->command));
}

FileBytes load_unpacked(std::string const& path) {
    FileBytes file = load_file(path);
    std::string_view const packing = packing_of(file.bytes);
    if (!packing.empty()) file = unpack(file.bytes, path);
    require_unpacked(file.bytes, path, packing);
    return file;
}

namespace {

constexpr std::size_t output_buffer_bytes = std::size_t{1} << 20;
constexpr char partial_ending[] = ".partial-";
constexpr std::size_t straight_bytes = std::size_t{1} << 16; // as many bytes as are worth a system call of their own

// Returns: the file that `path` stands for, even if it does not exist. Symbolic links are followed, so that a rename
// replaces the file and not the link. If links form a ring, returns one of them.
std::string follow_links(std::string const& path) {
    constexpr int most_links = 40; // as many links as the system follows
    std::error_code error;
    std::filesystem::path followed = path;
    if (std::filesystem::exists(path, error)) {
        if (std::filesystem::is_symlink(path, error)) followed = std::filesystem::canonical(path, error);
        return error ? path : followed.string(); // /dev/stdout leads to a pipe, which has no path
    }
    for (int i = 0; i < most_links && std::filesystem::is_symlink(followed, error); ++i) {
        followed = followed.parent_path() / std::filesystem::read_symlink(followed, error);
    }
    return followed.string();
}

// Makes a file without a name. It disappears with its process, however this ends. Returns: its descriptor, or -1 if the
// file system or the system has no such files, or if the file could not be given a name later.
int open_unnamed(std::string const& beside) {
    if (::access("/proc/self/fd", X_OK) != 0) return -1;
    std::filesystem::path const folder = std::filesystem::path(beside).parent_path();
    return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

// Gives the file a name with this beginning. Returns: the name. If that fails, returns an empty name and sets errno.
std::string name_unnamed(int descriptor, std::string const& beginning) {
    std::string const link = fmt::format("/proc/self/fd/{}", descriptor);
    for (std::uint32_t number = static_cast<std::uint32_t>(::getpid());; number += 0x9e3779b9) {
        std::string name = fmt::format("{}{:08x}", beginning, number);
        if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return name;
        if (errno != EEXIST) return "";
    }
}

// mkstemp makes files that only their owner may read. A graph gets the rights of any new file.
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

    // Hands the packed bytes to `sink`. `bytes` is at most a buffer long.
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
    bool const is_of_ring = std::filesystem::is_symlink(target_, error) && !std::filesystem::exists(target_, error);
    if (is_of_ring) fail("cannot be written", ELOOP);
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

void OutputFile::write_again(std::string_view bytes) {
    flush_buffer();
    if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail("the file could not be written completely", errno);
    write_out(bytes);
    if (::lseek(descriptor_, 0, SEEK_END) < 0) fail("the file could not be written completely", errno);
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
    if (error != 0) fail("the file could not be written completely", error);
}

void OutputFile::commit() {
    flush_buffer();
    if (compressor_) compressor_->compress({}, true, [this](std::string_view packed) { write_out(packed); });
    if (std::exchange(unnamed_, false)) {
        temporary_ = name_unnamed(descriptor_, target_ + partial_ending);
        if (temporary_.empty()) fail("the file could not be put in its place", errno);
    }
    int const closing = std::exchange(descriptor_, -1);
    if (::close(closing) != 0) fail("the file could not be written completely", errno);
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("the file could not be put in its place", errno);
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
        remedy = "free some disk space or choose another disk; no partial file was left";
    if (error == ENOENT || error == ENOTDIR) remedy = "create its folder first";
    if (error == EACCES || error == EPERM || error == EROFS) remedy = "choose a folder that this user may write";
    if (error == EISDIR) remedy = "give a file name in it";
    if (error == EPIPE) remedy = "the program that reads the output has ended";
    throw Error(fmt::format("{}: {} ({}); {}", path_, action, std::strerror(error), remedy));
}

namespace {

constexpr std::string_view begin_of_owner = "process ";

// The process and its machine, as they are written in a lock file.
std::string this_process() {
    char host[256] = {};
    if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
    return fmt::format("{}{} on {}", begin_of_owner, ::getpid(), host);
}

std::string owner_in(int descriptor) {
    char text[320] = {};
    ssize_t const count = ::pread(descriptor, text, sizeof text - 1, 0);
    return {text, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

} // namespace

FileLock::FileLock(std::string const& path) : name_(follow_links(path) + ".lock") {
    if (is_written_straight(path)) return;
    do { // the last owner of the lock may have removed the file after it was opened here
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor_ < 0) return; // the caller that writes the file reports the reason
        int const error = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        std::string const owner = owner_in(descriptor_);
        bool const is_ours = owner.empty() || owner.starts_with(begin_of_owner);
        if (error == 0 && is_ours) continue;
        ::close(std::exchange(descriptor_, -1));
        if (!is_ours) {
            throw InputError(
                fmt::format("{}: Cerrado needs this file to lock {} while that is written, and a file with other "
                            "content is there; move it away, or give another output file",
                            name_, path));
        }
        if (error != EWOULDBLOCK) return;
        throw InputError(fmt::format("{}: {} is writing this file; wait until it has ended, or give another file", path,
                                     owner.empty() ? "another process" : owner));
    } while (!is_in_place());
    if (::ftruncate(descriptor_, 0) == 0) write_all(descriptor_, this_process());
}

FileLock::~FileLock() {
    if (descriptor_ < 0) return;
    ::unlink(name_.c_str());
    ::close(descriptor_);
}

bool FileLock::is_in_place() const {
    struct stat here {};
    struct stat there {};
    return ::fstat(descriptor_, &here) == 0 && ::stat(name_.c_str(), &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

} // namespace cerrado::detail
