#include "command/list/list_writer.hpp"

#include "command/output/output.hpp"

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/detail/write_all.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/distant_deal.hpp>

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cerrado::command {

GrowingFile::~GrowingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void GrowingFile::begin(std::uint64_t size) {
    lock_.emplace(path_);
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | (size == 0 ? O_CREAT : 0), 0666);
    if (descriptor_ < 0 && errno == ENOENT && size > 0) {
        throw InputError(path_ + ": there is no such list; give the list that the run with this checkpoint wrote");
    }
    if (descriptor_ < 0) {
        throw Error(fmt::format("{}: cannot be written ({}); choose another place", path_, std::strerror(errno)));
    }
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(errno);
    if (static_cast<std::uint64_t>(status.st_size) < size) {
        throw InputError(
            fmt::format("{}: the list has {} bytes, and the checkpoint expects at least {}; give the list that the run "
                        "with this checkpoint wrote",
                        path_, status.st_size, size));
    }
    auto const offset = static_cast<off_t>(size);
    if (::ftruncate(descriptor_, offset) != 0 || ::lseek(descriptor_, offset, SEEK_SET) != offset) fail(errno);
    size_ = size;
}

void GrowingFile::write(std::string_view bytes) {
    int const error = detail::write_all(descriptor_, bytes);
    if (error != 0) fail(error);
    size_ += bytes.size();
}

void GrowingFile::fail(int error) const {
    throw Error(
        fmt::format("{}: the list could not be written ({}); make room or choose another place, and go on from "
                    "the checkpoint",
                    path_, std::strerror(error)));
}

namespace {

static_assert(std::endian::native == std::endian::little,
              "a binary list is little-endian and is written from memory as it is");

// The digits of the longest id, and a blank.
template <class Id> constexpr std::size_t longest = std::numeric_limits<Id>::digits10 + 2;

// Each id goes to the place of its rank; the ids are distinct. For so few ids this is quicker than branches that the
// processor cannot predict.
template <class Id> void copy_sorted(Id const* ids, std::size_t k, Id* sorted) {
    for (std::size_t i = 0; i < k; ++i) {
        std::size_t rank = 0;
        for (std::size_t j = 0; j < k; ++j) rank += ids[j] < ids[i] ? 1 : 0;
        sorted[rank] = ids[i];
    }
}

// The digits of the numbers below 10,000: with leading zeros, and without them and their number.
struct Digits {
    static constexpr std::uint32_t numbers = 10000;
    std::array<char, 4 * numbers> padded{}, plain{};
    std::array<std::uint8_t, numbers> size{};

    Digits() {
        for (std::uint32_t i = 0; i < numbers; ++i) {
            std::uint32_t rest = i;
            for (std::uint32_t j = 4; j-- > 0; rest /= 10) padded[4 * i + j] = static_cast<char>('0' + rest % 10);
            size[i] = i < 10 ? 1 : i < 100 ? 2 : i < 1000 ? 3 : 4;
            for (std::uint32_t j = 0; j < size[i]; ++j) plain[4 * i + j] = padded[4 * i + 4 - size[i] + j];
        }
    }
};

// Four digits at a time, without a branch on their number, take less time than std::to_chars(). Writes up to
// three bytes more.
template <class Id> [[gnu::always_inline]] inline char* put_id(Digits const& digits, Id id, char* place) {
    constexpr std::uint32_t numbers = Digits::numbers;
    if (id >= Id{numbers} * numbers) return std::to_chars(place, place + longest<Id>, id).ptr;
    auto low = static_cast<std::uint32_t>(id);
    std::uint32_t const high = low / numbers;
    if (high > 0) {
        std::memcpy(place, &digits.plain[4 * high], 4);
        place += digits.size[high];
        low -= high * numbers;
        std::memcpy(place, &digits.padded[4 * low], 4);
        return place + 4;
    }
    std::memcpy(place, &digits.plain[4 * low], 4);
    return place + digits.size[low];
}

template <class Id> char* put_text(Id const* ids, std::size_t k, char* place) {
    static Digits const digits;
    for (std::size_t i = 0; i < k; ++i) {
        place = put_id(digits, ids[i], place);
        *place++ = ' ';
    }
    place[-1] = '\n';
    return place;
}

template <class Id> char* put_numbers(Id const* ids, std::size_t k, char* place) {
    for (std::size_t i = 0; i < k; ++i, place += sizeof(OriginalId)) {
        OriginalId const id = ids[i];
        std::memcpy(place, &id, sizeof id);
    }
    return place;
}

// `Fixed`: k if it is known when the code is compiled, which saves a fifth of the time; else 0.
template <std::size_t Fixed, class Id>
char* put_all(std::vector<Id> const& ids, std::size_t given, ListFormat format, bool ascending, char* place) {
    std::size_t const k = Fixed != 0 ? Fixed : given;
    Id sorted[Fixed != 0 ? Fixed : max_traversal_length];
    for (Id const *next = ids.data(), *const end = next + ids.size(); next != end; next += k) {
        Id const* arranged = next;
        if (ascending) {
            copy_sorted(next, k, sorted);
            arranged = sorted;
        }
        place = format == ListFormat::text ? put_text(arranged, k, place) : put_numbers(arranged, k, place);
    }
    return place;
}

template <class Id>
char* put_all(std::vector<Id> const& ids, std::size_t k, ListFormat format, bool ascending, char* place) {
    switch (k) {
    case 3: return put_all<3>(ids, k, format, ascending, place);
    case 4: return put_all<4>(ids, k, format, ascending, place);
    case 5: return put_all<5>(ids, k, format, ascending, place);
    case 6: return put_all<6>(ids, k, format, ascending, place);
    default: return put_all<0>(ids, k, format, ascending, place);
    }
}

template <class Id> char* put_names(std::span<Id const> line, std::vector<std::string> const& names, char* place) {
    for (Id const id : line) {
        place = std::ranges::copy(names[id], place).out;
        *place++ = ' ';
    }
    place[-1] = '\n';
    return place;
}

// Writes lines of different lengths: before the ids of each stands their number.
template <class Id> void put_lines(std::vector<Id>& ids, std::vector<std::string> const* names, ListLines& lines) {
    std::size_t most = ids.size() * longest<Id>;
    for (std::size_t at = 0; names != nullptr && at < ids.size(); at += 1 + ids[at])
        for (std::size_t i = at + 1; i <= at + ids[at]; ++i) most += (*names)[ids[i]].size() + 1;
    if (lines.bytes.size() < most) lines.bytes.resize(most);
    char* place = lines.bytes.data();
    for (std::size_t at = 0; at < ids.size(); at += 1 + ids[at]) {
        auto const line = std::span(ids).subspan(at + 1, ids[at]);
        std::ranges::sort(line);
        place = names == nullptr ? put_text(line.data(), line.size(), place) : put_names<Id>(line, *names, place);
    }
    lines.size = static_cast<std::size_t>(place - lines.bytes.data());
    ids.clear();
}

// `ascending`: writes the names of each subgraph in the order of their ids.
template <class Id> void put_names(std::vector<Id>& ids, std::size_t k, bool ascending,
                                   std::vector<std::string> const& names, ListLines& lines) {
    std::size_t most = 0;
    for (Id const id : ids) most += names[id].size() + 1;
    if (lines.bytes.size() < most) lines.bytes.resize(most);
    char* place = lines.bytes.data();
    for (std::size_t first = 0; first < ids.size(); first += k) {
        auto const line = std::span(ids).subspan(first, k);
        if (ascending) std::ranges::sort(line);
        place = put_names<Id>(line, names, place);
    }
    lines.size = most;
    ids.clear();
}

} // namespace

void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names) {
    if (k == 0)
        return lines.narrow.empty() ? put_lines(lines.wide, names, lines) : put_lines(lines.narrow, names, lines);
    if (names != nullptr && format == ListFormat::text) {
        if (order.narrow) order.narrow(lines.narrow);
        if (order.wide) order.wide(lines.wide);
        bool const are_narrow = !lines.narrow.empty();
        return are_narrow ? put_names(lines.narrow, k, !order.narrow, *names, lines)
                          : put_names(lines.wide, k, !order.wide, *names, lines);
    }
    std::size_t const narrow = format == ListFormat::text ? longest<std::uint32_t> : sizeof(OriginalId);
    std::size_t const wide = format == ListFormat::text ? longest<OriginalId> : sizeof(OriginalId);
    std::size_t const most = lines.narrow.size() * narrow + lines.wide.size() * wide;
    if (lines.bytes.size() < most) lines.bytes.resize(most);
    bool const ascending = !order.narrow;
    if (order.narrow) order.narrow(lines.narrow);
    if (order.wide) order.wide(lines.wide);
    char* end = put_all(lines.narrow, k, format, ascending, lines.bytes.data());
    end = put_all(lines.wide, k, format, ascending, end);
    lines.size = static_cast<std::size_t>(end - lines.bytes.data());
    lines.narrow.clear();
    lines.wide.clear();
}

void format_ended_lines(ListLines& lines, std::size_t k, LineEnd const& end, std::vector<std::string> const* names) {
    std::string text;
    auto const add = [&](auto& ids) {
        std::vector<OriginalId> line;
        for (std::size_t first = 0; first < ids.size(); first += k) {
            line.assign(ids.begin() + static_cast<std::ptrdiff_t>(first),
                        ids.begin() + static_cast<std::ptrdiff_t>(first + k));
            std::ranges::sort(line);
            for (OriginalId const id : line) {
                if (names != nullptr) {
                    text += (*names)[id];
                } else {
                    fmt::format_int const digits(id);
                    text.append(digits.data(), digits.size());
                }
                text += ' ';
            }
            text += end(line);
            text += '\n';
        }
        ids.clear();
    };
    add(lines.narrow);
    add(lines.wide);
    lines.bytes.assign(text.begin(), text.end());
    lines.size = text.size();
}

namespace {

constexpr std::size_t ids_bytes_of_part = std::size_t{1} << 17; // of ids; their lines fit in a core's cache
constexpr double reader_patience = 0.1; // seconds that lines may wait here before they are written
constexpr std::uint32_t format_version = 1;

} // namespace

ListWriter::ListWriter(ListRequest const& request, int k, int threads, ListOrder const& order, Mode mode,
                       VertexNames names, LineEnd end)
    : k_(static_cast<std::size_t>(k)),
      part_ids_(ids_bytes_of_part / sizeof(std::uint32_t)),
      format_(request.format_of_target()),
      order_(order),
      names_(std::move(names)),
      end_(std::move(end)),
      work_(
          threads > 0 ? threads : hardware_threads(),
          [this](ListLines& lines) {
              end_ ? format_ended_lines(lines, k_, end_, names_.get())
                   : format_lines(lines, k_, format_, order_, names_.get());
          },
          [this](ListLines& lines) { put(lines.text()); }) {
    if (k_ != 0) part_ids_ -= part_ids_ % k_; // whole subgraphs
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
        std::size_t some = std::min(ids.size(), part_ids_ - part.size());
        if (k_ == 0) { // whole lines, until the part is full
            std::size_t end = 0;
            while (end < ids.size() && end < some) end += 1 + static_cast<std::size_t>(ids[end]);
            some = end;
        }
        part.insert(part.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(some));
        ids = ids.subspan(some);
        if (part.size() >= part_ids_) submit();
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

namespace {

static_assert(std::endian::native == std::endian::little,
              "binary counts are little-endian and are written from memory as they are");

constexpr std::size_t part_bytes = std::size_t{1} << 16;
constexpr std::uint32_t local_format_version = 1;

template <class Value> void append_bytes(std::string& text, Value const& value) {
    text.append(reinterpret_cast<char const*>(&value), sizeof value);
}

// An id as text, or the vertex's name if the graph has names.
class IdText {
public:
    explicit IdText(VertexNames names) : names_(std::move(names)) {}

    void append(std::string& text, OriginalId id) const {
        if (names_) {
            text += csv_field((*names_)[id]);
        } else {
            fmt::format_int const digits(id);
            text.append(digits.data(), digits.size());
        }
    }

private:
    VertexNames names_;
};

void append_row(std::string& text, CountRow const& row, LocalFormat format, IdText const& ids) {
    for (std::size_t i = 0; i < row.id_count; ++i) {
        if (format == LocalFormat::binary) {
            append_bytes(text, row.ids[i]);
        } else {
            if (i > 0) text += ',';
            ids.append(text, row.ids[i]);
        }
    }
    for (WideCount const count : row.counts) {
        if (format == LocalFormat::binary) {
            append_bytes(text, count);
        } else {
            text += ',';
            text += to_string(count);
        }
    }
    if (format == LocalFormat::csv) text += '\n';
}

} // namespace

void write_counts(std::string const& target, LocalFormat format, CountTable const& table) {
    if (target.empty()) return;
    IdText const ids(table.names);
    ResultStream stream(target);
    std::string text = format == LocalFormat::csv ? table.header + "\n" : table.magic + '\1';
    if (format == LocalFormat::binary) {
        append_bytes(text, local_format_version);
        append_bytes(text, static_cast<std::uint32_t>(table.k));
    }
    for (std::size_t i = 0; i < table.rows; ++i) {
        append_row(text, table.row(i), format, ids);
        if (text.size() < part_bytes) continue;
        stream.write(text);
        text.clear();
    }
    stream.write(text);
    stream.commit();
}

void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames const& names) {
    std::vector<VertexCount> const& vertices = counts.vertices;
    std::vector<EdgeCount> const& edges = counts.edges;
    auto const of_vertex = [&](std::size_t i) {
        return CountRow{.ids = {vertices[i].vertex}, .id_count = 1, .counts = {&vertices[i].count, 1}};
    };
    auto const of_edge = [&](std::size_t i) {
        return CountRow{.ids = {edges[i].source, edges[i].target}, .id_count = 2, .counts = {&edges[i].count, 1}};
    };
    auto const by_orbit = [&](std::size_t i) {
        return CountRow{.ids = {vertices[i].vertex}, .id_count = 1, .counts = counts.orbits_of(i)};
    };
    write_counts(request.vertices, request.format_of(request.vertices),
                 {"vertex,count", "CERVERT", k, names, vertices.size(), of_vertex});
    write_counts(request.edges, request.format_of(request.edges),
                 {"source,target,count", "CEREDGE", k, names, edges.size(), of_edge});
    write_counts(request.orbits, request.format_of(request.orbits),
                 {fmt::format("vertex,orbit{}", joined(orbits, ",orbit")), "CERORBI", k, names,
                  counts.by_orbit.empty() ? 0 : vertices.size(), by_orbit});
}

namespace {

constexpr std::size_t block_ids = std::size_t{1} << 17; // 1 MiB
constexpr int most_on_the_way = 4;                      // blocks of one rank
constexpr double seconds_of_a_look = 0.2;

// The line between rank 0 and another rank. All ranks must call this after the same number of runs. A rank sends blocks
// of ids, and at the end a block without ids. Rank 0 answers each block with a frame, which holds the reason if the
// block was not written.
std::uint64_t line_of_next_run(Ranks& ranks) { return RunLines{ranks.next_run()}.greeting(); }

// Sends the subgraphs of another rank to rank 0. The other rank makes it when rank 0 makes its GatheredList.
class ListToGather {
public:
    explicit ListToGather(Ranks& ranks);
    ~ListToGather();
    ListToGather(ListToGather const&) = delete;

    // Takes the ids of whole subgraphs. Waits while rank 0 still has to write several earlier blocks.
    void write(std::span<OriginalId const> ids);
    void finish(); // waits until rank 0 has written everything

private:
    void send();
    void wait_for_one();

    Ranks& ranks_;
    std::uint64_t const line_;
    std::vector<OriginalId> block_;
    int on_the_way_ = 0; // blocks that rank 0 has not answered yet
};

// Takes the subgraphs of the other ranks, on rank 0.
class GatheredList {
public:
    // Calls write(ids) for each block that comes, on other threads, one call at a time.
    GatheredList(Ranks& ranks, std::function<void(std::span<OriginalId const>)> write);
    ~GatheredList();
    GatheredList(GatheredList const&) = delete;

    // Calls own(), which writes the subgraphs of rank 0 itself, while no other block is written.
    void write(std::function<void()> const& own);
    // Waits until the other ranks have sent everything. Throws as rethrow() does.
    void finish();
    void rethrow(); // rethrows what write() threw, or why another rank has ended

private:
    void take_from(int rank);
    std::string take_block(std::string const& bytes);
    void fail();

    Ranks& ranks_;
    std::uint64_t const line_;
    std::function<void(std::span<OriginalId const>)> const write_;
    std::mutex mutex_;
    std::exception_ptr failure_; // the first one
    std::string why_failed_;
    std::atomic<bool> is_over_ = false;
    std::vector<std::jthread> threads_; // one for each other rank
};

ListToGather::ListToGather(Ranks& ranks) : ranks_(ranks), line_(line_of_next_run(ranks)) {}
ListToGather::~ListToGather() { ranks_.leave(0, line_); }

void ListToGather::write(std::span<OriginalId const> ids) {
    block_.insert(block_.end(), ids.begin(), ids.end());
    if (block_.size() >= block_ids) send();
}

void ListToGather::finish() {
    if (!block_.empty()) send();
    send();
    while (on_the_way_ > 0) wait_for_one();
}

void ListToGather::send() {
    while (on_the_way_ >= most_on_the_way) wait_for_one();
    ranks_.send(0, line_, {reinterpret_cast<char const*>(block_.data()), block_.size() * sizeof(OriginalId)});
    ++on_the_way_;
    block_.clear();
}

void ListToGather::wait_for_one() {
    std::optional<std::string> why_not;
    while (!why_not) why_not = ranks_.receive(0, line_, 1);
    --on_the_way_;
    if (!why_not->empty()) throw Error(*why_not);
}

GatheredList::GatheredList(Ranks& ranks, std::function<void(std::span<OriginalId const>)> write)
    : ranks_(ranks),
      line_(line_of_next_run(ranks)),
      write_(std::move(write)) {
    for (int rank = 1; rank < ranks.size(); ++rank) threads_.emplace_back([this, rank] { take_from(rank); });
}

GatheredList::~GatheredList() {
    is_over_ = true;
    threads_.clear();
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.leave(rank, line_);
}

void GatheredList::rethrow() {
    std::lock_guard const lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
}

void GatheredList::write(std::function<void()> const& own) {
    rethrow();
    std::lock_guard const lock(mutex_);
    own();
}

void GatheredList::finish() {
    for (std::jthread& thread : threads_) thread.join();
    rethrow();
}

void GatheredList::take_from(int rank) {
    try {
        while (!is_over_) {
            std::optional<std::string> const bytes = ranks_.receive(rank, line_, seconds_of_a_look);
            if (!bytes) continue;
            ranks_.send(rank, line_, take_block(*bytes));
            if (bytes->empty()) return;
        }
    } catch (...) {
        std::lock_guard const lock(mutex_);
        fail();
    }
}

// Returns: the reason why the block was not written; empty if it was written.
std::string GatheredList::take_block(std::string const& bytes) {
    std::vector<OriginalId> ids(bytes.size() / sizeof(OriginalId));
    std::memcpy(ids.data(), bytes.data(), bytes.size());
    std::lock_guard const lock(mutex_);
    try {
        if (!failure_ && !ids.empty()) write_(ids);
    } catch (...) {
        fail();
    }
    return why_failed_;
}

// Requires: an exception is being handled, and the caller holds the mutex.
void GatheredList::fail() {
    if (failure_) return;
    failure_ = std::current_exception();
    try {
        throw;
    } catch (std::exception const& error) {
        why_failed_ = error.what();
    } catch (...) {
        why_failed_ = "the list could not be written";
    }
}

} // namespace

RunResult run_and_gather(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run,
                         std::function<void(std::span<OriginalId const>)> const& write) {
    GatheredList gathered(ranks, write);
    options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { gathered.write([&] { write(ids); }); };
    try {
        RunResult result = run(options);
        gathered.finish();
        return result;
    } catch (...) {
        gathered.rethrow(); // a failed write() ended the others, so it is the cause
        throw;
    }
}

RunResult run_for_rank_0(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run) {
    ListToGather list(ranks);
    options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { list.write(ids); };
    RunResult result = run(options);
    list.finish();
    return result;
}

} // namespace cerrado::command
