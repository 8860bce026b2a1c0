#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/transition_cache.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>

namespace cerrado {

namespace {

// Raised whenever the numbering of the classes or the packing of an entry changes.
constexpr std::uint32_t format_version = 1;

struct Header {
    std::uint64_t magic = 0; // in the byte order of the writer
    std::uint32_t version = format_version;
    std::uint32_t canonical_version = static_cast<std::uint32_t>(canonical_form_version());
    std::uint64_t k = 0;
    std::uint64_t payload_words = 0;
    std::uint64_t checksum = 0;

    friend bool operator==(Header const&, Header const&) = default;
};
static_assert(sizeof(Header) == 40, "written as it lies in memory");

constexpr std::uint64_t magic_of(PatternKind kind) {
    return kind == PatternKind::directed ? 0x4352414f44524543 /* "CERDOARC" */ : 0x4c42544f44524543 /* "CERDOTBL" */;
}

// Every step is a bijection of the state, so that no change of a single word can go unseen.
class Checksum {
public:
    void add(std::vector<std::uint64_t> const& words) {
        for (std::uint64_t word : words) {
            state_ = (state_ ^ word) * 0x9e3779b97f4a7c15;
            state_ ^= state_ >> 29;
        }
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0x243f6a8885a308d3;
};

// All arrays of a table of patterns of k vertices, in the order of the file.
template <class Arrays, class Visitor> bool for_each_array(Arrays& arrays, int k, PatternKind kind, Visitor&& visit) {
    for (int i = 1; i < k; ++i)
        if (!visit(arrays.levels[static_cast<std::size_t>(i)], entries_of(kind, i))) return false;
    for (int i = 1; i <= k; ++i)
        if (!visit(arrays.representatives[static_cast<std::size_t>(i)], classes_of(kind, i))) return false;
    return true;
}

std::uint64_t payload_words(int k, PatternKind kind) {
    std::uint64_t words = 0;
    for (int i = 1; i < k; ++i) words += entries_of(kind, i);
    for (int i = 1; i <= k; ++i) words += classes_of(kind, i);
    return words;
}

Header header_of(TransitionArrays const& arrays, int k, PatternKind kind) {
    Checksum checksum;
    for_each_array(arrays, k, kind, [&](auto const& words, std::uint64_t) {
        checksum.add(words);
        return true;
    });
    Header header;
    header.magic = magic_of(kind);
    header.k = static_cast<std::uint64_t>(k);
    header.payload_words = payload_words(k, kind);
    header.checksum = checksum.value();
    return header;
}

bool write_whole(std::filesystem::path const& file, int k, TransitionArrays const& arrays, PatternKind kind) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    Header const header = header_of(arrays, k, kind);
    out.write(reinterpret_cast<char const*>(&header), sizeof header);
    for_each_array(arrays, k, kind, [&](auto const& words, std::uint64_t) {
        out.write(reinterpret_cast<char const*>(words.data()),
                  static_cast<std::streamsize>(words.size() * sizeof words[0]));
        return true;
    });
    out.close();
    return out.good();
}

} // namespace

std::filesystem::path transition_file(std::filesystem::path const& folder, int k, PatternKind kind) {
    return folder / fmt::format("{}transitions-k{}.bin", kind == PatternKind::directed ? "directed-" : "", k);
}

bool read_transitions(std::filesystem::path const& file, int k, TransitionArrays& arrays, PatternKind kind) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) return false;
    if (std::filesystem::file_size(file, failure) != sizeof(Header) + payload_words(k, kind) * sizeof(std::uint64_t))
        return false;
    std::ifstream in(file, std::ios::binary);
    Header header;
    in.read(reinterpret_cast<char*>(&header), sizeof header);

    TransitionArrays found;
    found.levels.resize(static_cast<std::size_t>(k));
    found.representatives.resize(static_cast<std::size_t>(k) + 1);
    bool const whole = for_each_array(found, k, kind, [&](auto& words, std::uint64_t size) {
        words.resize(size);
        in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(size * sizeof words[0]));
        return in.good();
    });
    if (!whole || header != header_of(found, k, kind)) return false;
    arrays = std::move(found);
    return true;
}

bool write_transitions(std::filesystem::path const& file, int k, TransitionArrays const& arrays, PatternKind kind) {
    static std::atomic<unsigned> serial{0};
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    if (failure) return false;
    std::filesystem::path temporary = file;
    temporary += fmt::format(".{}.{}", getpid(), serial++);
    bool written = write_whole(temporary, k, arrays, kind);
    if (written) {
        std::filesystem::rename(temporary, file, failure);
        written = !failure;
    }
    if (!written) std::filesystem::remove(temporary, failure);
    return written;
}

} // namespace cerrado
