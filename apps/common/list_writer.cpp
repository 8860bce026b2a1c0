#include "common/list_writer.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace cerrado::command {
namespace {

static_assert(std::endian::native == std::endian::little, "binary lists are written as ids lie in memory");

constexpr std::size_t buffer_bytes = std::size_t{1} << 16; // stays in the cache
constexpr std::size_t longest_id = 21;                     // digits of 64 bits, and a blank
constexpr double reader_patience = 0.1;                    // seconds that a list may lie here before its reader sees it
constexpr std::uint32_t format_version = 1;

// Each id goes where its rank says; they are distinct. For so few that is quicker than branches that nobody can
// predict.
void copy_sorted(std::span<OriginalId const> ids, OriginalId* sorted) {
    for (OriginalId const id : ids) {
        std::size_t rank = 0;
        for (OriginalId const other : ids) rank += other < id ? 1 : 0;
        sorted[rank] = id;
    }
}

} // namespace

ListWriter::ListWriter(ListRequest const& request, int k)
    : k_(static_cast<std::size_t>(k)),
      format_(request.format_of_target()),
      stream_(request.target),
      buffer_(buffer_bytes),
      end_(buffer_.data()) {
    if (format_ == ListFormat::binary) write_header();
}

void ListWriter::write_header() {
    std::uint32_t const numbers[] = {format_version, static_cast<std::uint32_t>(k_)};
    std::memcpy(end_, "CERLIST\1", 8);
    std::memcpy(end_ + 8, numbers, sizeof numbers);
    end_ += 8 + sizeof numbers;
}

void ListWriter::write(std::span<OriginalId const> ids) {
    for (; !ids.empty(); ids = ids.subspan(k_)) add(ids.first(k_));
    if (stream_.to_standard_output() && since_flush_.seconds() > reader_patience) flush();
}

void ListWriter::add(std::span<OriginalId const> subgraph) {
    if (static_cast<std::size_t>(buffer_.data() + buffer_bytes - end_) < k_ * longest_id) flush();
    OriginalId sorted[max_traversal_length];
    copy_sorted(subgraph, sorted);
    if (format_ == ListFormat::text) return add_text({sorted, k_});
    std::memcpy(end_, sorted, k_ * sizeof(OriginalId));
    end_ += k_ * sizeof(OriginalId);
}

void ListWriter::add_text(std::span<OriginalId const> sorted) {
    char* place = end_; // not the member itself, which any char that is written might change
    for (OriginalId const id : sorted) {
        place = std::to_chars(place, place + longest_id, id).ptr;
        *place++ = ' ';
    }
    place[-1] = '\n';
    end_ = place;
}

void ListWriter::flush() {
    stream_.write({buffer_.data(), static_cast<std::size_t>(end_ - buffer_.data())});
    end_ = buffer_.data();
    since_flush_ = Stopwatch();
}

void ListWriter::commit() {
    flush();
    stream_.commit();
}

} // namespace cerrado::command
