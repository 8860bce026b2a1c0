#include <cerrado/graph/io/packed/zip.hpp>

#include <cerrado/graph/io/arrays/byte_reader.hpp>
#include <cerrado/graph/io/packed/growing_buffer.hpp>

#include <zlib.h>

#include <algorithm>
#include <optional>

namespace cerrado::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t end_bytes = 22; // of the record at the archive's end, without its comment

// Where the directory of members lies.
struct Directory {
    std::uint64_t position, members;
};

ByteReader reader_at(std::string_view bytes, std::uint64_t position, std::string const& path) {
    ByteReader reader(bytes, path, "zip");
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
    ByteReader reader = reader_at(bytes, end + 8, path);
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
        reader.fail("a zip archive in parts; unpack it");
    }
    return directory;
}

// Numbers that 32 bits did not hold stand in a field of their own, in this order.
void take_long_numbers(ByteReader fields, std::initializer_list<std::uint64_t*> numbers) {
    constexpr std::uint64_t is_in_64_bits = 0xFFFFFFFF, long_numbers = 1;
    while (!fields.rest().empty()) {
        std::uint64_t const kind = fields.number(2), bytes = fields.number(2);
        ByteReader field = fields;
        fields.take(bytes);
        if (kind != long_numbers) continue;
        for (std::uint64_t* const number : numbers) {
            if (*number == is_in_64_bits) *number = field.number(8);
        }
        return;
    }
}

// The entry of the directory that begins here.
ZipMember take_member(ByteReader& directory, std::string_view bytes, std::string const& path) {
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
    take_long_numbers(ByteReader(directory.take(field_bytes), path, "zip"), {&member.bytes, &packed_bytes, &position});
    directory.take(comment_bytes);
    if ((flags & 1) != 0) directory.fail("an encrypted zip archive; unpack it");
    if (method != 0 && method != 8) directory.fail(fmt::format("a zip archive packed by method {}; unpack it", method));
    member.is_deflated = method == 8;
    ByteReader local = reader_at(bytes, position, path);
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

    // False for damaged data and for more than `most` bytes.
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
    ByteReader reader = reader_at(bytes, directory.position, path);
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

} // namespace cerrado::detail
