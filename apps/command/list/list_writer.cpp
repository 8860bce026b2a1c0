#include "command/list/list_writer.hpp"

#include <cerrado/core/team.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace cerrado::command {
namespace {

constexpr std::size_t ids_bytes_of_part = std::size_t{1} << 17; // of ids: their lines stay in the cache of a core
constexpr double reader_patience = 0.1; // seconds that a list may lie here before its reader sees it
constexpr std::uint32_t format_version = 1;

} // namespace

ListWriter::ListWriter(ListRequest const& request, int k, int threads, ListOrder const& order, Mode mode,
                       VertexNames names)
    : k_(static_cast<std::size_t>(k)),
      part_ids_(ids_bytes_of_part / sizeof(std::uint32_t) / k_ * k_),
      format_(request.format_of_target()),
      order_(order),
      names_(std::move(names)),
      work_(
          threads > 0 ? threads : hardware_threads(),
          [this](ListLines& lines) { format_lines(lines, k_, format_, order_, names_.get()); },
          [this](ListLines& lines) { put(lines.text()); }) {
    if (mode == Mode::whole) {
        stream_.emplace(request.target);
    } else {
        growing_.emplace(request.target);
    }
    if (mode == Mode::whole) write_header();
}

void ListWriter::write_header() {
    if (format_ != ListFormat::binary) return;
    std::uint32_t const numbers[] = {format_version, static_cast<std::uint32_t>(k_)};
    char header[8 + sizeof numbers] = "CERLIST\1";
    std::memcpy(header + 8, numbers, sizeof numbers);
    put({header, sizeof header});
}

template <class Id> void ListWriter::add(std::span<Id const> ids, std::vector<Id> ListLines::*place) {
    while (!ids.empty()) {
        if (open_ == nullptr) open_ = &work_.open();
        std::vector<Id>& part = open_->*place;
        part.reserve(part_ids_);
        std::size_t const some = std::min(ids.size(), part_ids_ - part.size());
        part.insert(part.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(some));
        ids = ids.subspan(some);
        if (part.size() == part_ids_) submit();
    }
    if (stream_ && stream_->to_standard_output() && since_submit_.seconds() > reader_patience) submit();
}

template void ListWriter::add(std::span<OriginalId const>, std::vector<OriginalId> ListLines::*);
template void ListWriter::add(std::span<std::uint32_t const>, std::vector<std::uint32_t> ListLines::*);

void ListWriter::submit() {
    since_submit_ = Stopwatch();
    if (std::exchange(open_, nullptr) != nullptr) work_.submit();
}

void ListWriter::commit() {
    submit();
    work_.finish();
    if (stream_) stream_->commit();
}

std::uint64_t ListWriter::mark() {
    submit();
    work_.finish();
    return growing_->size();
}

void ListWriter::go_back(std::uint64_t mark) {
    growing_->begin(mark);
    if (mark == 0) write_header();
}

} // namespace cerrado::command
