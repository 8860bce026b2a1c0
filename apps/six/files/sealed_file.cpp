#include "six/files/sealed_file.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/checksum.hpp>
#include <cerrado/graph/io/files.hpp>
#include <cerrado/graph/io/output_file.hpp>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace cerrado::six {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

constexpr std::uint32_t file_version = 1;

struct Kind {
    char const* name;
    char const* article;
    std::string_view mark;
    char const* remedy;
};
constexpr std::array<Kind, 3> kinds{{{"instance", "an", "CERRSXI\x01", "prepare it again"},
                                     {"shard", "a", "CERRSXS\x01", "evaluate its points again into another file"},
                                     {"proof", "a", "CERRSXP\x01", "decode the shards again"}}};
Kind const& kind_at(FileKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

[[noreturn]] void refuse_other(std::string_view mark, FileKind kind, std::string const& path) {
    for (Kind const& other : kinds) {
        if (mark != other.mark) continue;
        throw InputError(fmt::format("{}: this is {} {}; give {} {}", path, other.article, other.name,
                                     kind_at(kind).article, kind_at(kind).name));
    }
    throw InputError(
        fmt::format("{}: this is no {} of cerrado six; give a file that it has written", path, name_of(kind)));
}

[[noreturn]] void refuse_short(FileKind kind, std::string const& path) {
    throw InputError(
        fmt::format("{}: the {} is cut short; copy it again, or {}", path, name_of(kind), kind_at(kind).remedy));
}

} // namespace

char const* name_of(FileKind kind) { return kind_at(kind).name; }

std::string_view bytes_of(FileHead const& head) { return {reinterpret_cast<char const*>(&head), sizeof head}; }

std::uint64_t checksum_of_head(FileHead const& head, std::string_view content) {
    detail::Checksum checksum;
    checksum.add(bytes_of(head).substr(0, offsetof(FileHead, checksum)));
    checksum.add(content);
    return checksum.value();
}

FileHead make_head(FileKind kind, std::uint64_t about, std::string_view content) {
    FileHead head{};
    std::memcpy(head.mark, kind_at(kind).mark.data(), sizeof head.mark);
    head.version = file_version;
    head.about = about;
    head.checksum = checksum_of_head(head, content);
    return head;
}

FileHead take_head(std::string_view bytes, FileKind kind, std::string const& path) {
    FileHead head{};
    std::string_view const mark = bytes.substr(0, sizeof head.mark);
    std::string_view const wanted = kind_at(kind).mark;
    if (mark != wanted) {
        if (!mark.empty() && mark.size() < wanted.size() && wanted.starts_with(mark)) refuse_short(kind, path);
        refuse_other(mark, kind, path);
    }
    if (bytes.size() < sizeof head) refuse_short(kind, path);
    std::memcpy(&head, bytes.data(), sizeof head);
    if (head.version == file_version) return head;
    throw InputError(
        fmt::format("{}: the {} is of version {}, and this Cerrado reads version {}; use the one that "
                    "wrote it, or {}",
                    path, name_of(kind), head.version, file_version, kind_at(kind).remedy));
}

void refuse_damaged(FileKind kind, std::string const& path) {
    throw InputError(
        fmt::format("{}: the {} is damaged; copy it again, or {}", path, name_of(kind), kind_at(kind).remedy));
}

void write_sealed(FileKind kind, std::string_view content, std::string const& path) {
    detail::OutputFile file(path, false);
    file.write(bytes_of(make_head(kind, content.size(), content)));
    file.write(content);
    file.commit();
}

std::string read_sealed(FileKind kind, std::string const& path) {
    detail::FileBytes const file = detail::load_file(path);
    FileHead const head = take_head(file.bytes, kind, path);
    std::string_view const content = file.bytes.substr(sizeof head);
    if (content.size() < head.about) refuse_short(kind, path);
    if (content.size() > head.about || checksum_of_head(head, content) != head.checksum) refuse_damaged(kind, path);
    return std::string(content);
}

} // namespace cerrado::six
