#include <cerrado/run/ranks/broadcast.hpp>

#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/binary_csr.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/ranks/distant_deal.hpp>

#include <fmt/format.h>

#include <sys/mman.h>
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <unistd.h>
#include <utility>

namespace cerrado {

namespace {

constexpr std::size_t most_piece_bytes = std::size_t{64} << 20;

// The lines of one broadcast, which take the place of those of a run. They are left at its end, however it ends.
class LinesOfBroadcast {
public:
    explicit LinesOfBroadcast(Ranks& ranks) : ranks_(ranks), first_(RunLines{ranks.next_run()}.greeting()) {}
    ~LinesOfBroadcast() {
        for (int rank = 0; rank < ranks_.size(); ++rank) {
            ranks_.leave(rank, frame());
            ranks_.leave(rank, pieces());
        }
    }
    LinesOfBroadcast(LinesOfBroadcast const&) = delete;

    // What comes before the pieces, and after them; and back, that the graph is there.
    std::uint64_t frame() const { return first_; }
    std::uint64_t pieces() const { return first_ + 1; } // and back, for each of them, that it came

private:
    Ranks& ranks_;
    std::uint64_t const first_;
};

void put_report(ByteWriter& to, ReadReport const& report) {
    to.put(std::string_view(report.format));
    to.put(std::string_view(report.packing));
    to.put(std::string_view(report.separator));
    to.put(static_cast<std::uint64_t>(report.columns.size()));
    for (ReadReport::Column const& column : report.columns) {
        to.put(std::string_view(column.meaning));
        to.put(std::string_view(column.name));
        to.put(static_cast<std::uint64_t>(column.number));
    }
    for (std::uint64_t const number :
         {std::uint64_t{report.columns_in_file}, report.header_lines, report.comments, report.skipped}) {
        to.put(number);
    }
    to.put(report.is_doubtful);
    to.put(static_cast<std::uint64_t>(report.remarks.size()));
    for (std::string const& remark : report.remarks) to.put(std::string_view(remark));
}

ReadReport get_report(ByteReader& from) {
    ReadReport report;
    report.format = from.get_text();
    report.packing = from.get_text();
    report.separator = from.get_text();
    report.columns.resize(from.get<std::uint64_t>());
    for (ReadReport::Column& column : report.columns) {
        column.meaning = from.get_text();
        column.name = from.get_text();
        column.number = from.get<std::uint64_t>();
    }
    report.columns_in_file = from.get<std::uint64_t>();
    for (std::uint64_t* const number : {&report.header_lines, &report.comments, &report.skipped}) {
        *number = from.get<std::uint64_t>();
    }
    report.is_doubtful = from.get<bool>();
    report.remarks.resize(from.get<std::uint64_t>());
    for (std::string& remark : report.remarks) remark = from.get_text();
    return report;
}

// What a graph has besides its bytes.
void put_origin(ByteWriter& to, Graph const& graph) {
    to.put(std::string_view(graph.source));
    to.put(graph.cleaning);
    to.put(graph.read_as != nullptr);
    if (graph.read_as) put_report(to, *graph.read_as);
}

void get_origin(ByteReader& from, Graph& graph) {
    graph.source = from.get_text();
    graph.cleaning = from.get<CleaningReport>();
    if (from.get<bool>()) graph.read_as = std::make_shared<ReadReport const>(get_report(from));
}

std::string wait_for_frame(Ranks& ranks, int from, std::uint64_t line) {
    std::optional<std::string> frame;
    while (!frame) frame = ranks.receive(from, line, 1);
    return std::move(*frame);
}

// Rank 0's part.
class GraphSender {
public:
    GraphSender(Ranks& ranks, BroadcastOptions const& options)
        : ranks_(ranks),
          lines_(ranks),
          piece_bytes_(std::clamp<std::size_t>(options.piece_bytes, 1, most_piece_bytes)),
          on_the_way_(static_cast<std::uint64_t>(std::max(options.pieces_on_the_way, 1))),
          came_(static_cast<std::size_t>(ranks.size())) {}

    void send(Graph const& graph) {
        detail::BinaryCsrBytes const bytes(graph);
        ByteWriter head;
        head.put(bytes.size());
        put_origin(head, graph);
        ranks_.send_to_others(lines_.frame(), head.bytes());
        piece_.reserve(std::min<std::uint64_t>(piece_bytes_, bytes.size()));
        bytes.for_each_part([&](std::string_view part) { add(part); });
        if (!piece_.empty()) send_piece();
        wait_for(sent_);
        ranks_.send_to_others(lines_.frame(), {});
        for (int rank = 1; rank < ranks_.size(); ++rank) wait_for_frame(ranks_, rank, lines_.frame());
    }

private:
    void add(std::string_view part) {
        while (!part.empty()) {
            std::string_view const taken = part.substr(0, piece_bytes_ - piece_.size());
            piece_ += taken;
            part.remove_prefix(taken.size());
            if (piece_.size() == piece_bytes_) send_piece();
        }
    }

    void send_piece() {
        if (sent_ >= on_the_way_) wait_for(sent_ + 1 - on_the_way_);
        ranks_.send_to_others(lines_.pieces(), piece_);
        piece_.clear();
        ++sent_;
    }

    // Until each of the others has so many pieces.
    void wait_for(std::uint64_t pieces) {
        for (int rank = 1; rank < ranks_.size(); ++rank) {
            std::uint64_t& came = came_[static_cast<std::size_t>(rank)];
            while (came < pieces) {
                if (ranks_.receive(rank, lines_.pieces(), 1)) ++came;
            }
        }
    }

    Ranks& ranks_;
    LinesOfBroadcast const lines_;
    std::size_t const piece_bytes_;
    std::uint64_t const on_the_way_;
    std::vector<std::uint64_t> came_; // by rank
    std::uint64_t sent_ = 0;          // pieces
    std::string piece_;
};

// What the graph refers to lies at the beginning; its marks were copied, and what follows goes back to the system.
void give_back_marks(Graph const& graph, std::span<char> bytes) {
    auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    auto const end_of = [](auto const& array) { return reinterpret_cast<std::uintptr_t>(array.data() + array.size()); };
    std::uintptr_t const used =
        std::max({end_of(graph.offsets()), end_of(graph.neighbour_array()), end_of(graph.original_ids())});
    std::uintptr_t const first = (used + page - 1) / page * page;
    std::uintptr_t const last = end_of(bytes) / page * page;
    if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

std::shared_ptr<std::uint64_t[]> memory_for(std::uint64_t bytes) {
    try {
        return std::shared_ptr<std::uint64_t[]>(new std::uint64_t[(bytes + 7) / 8]);
    } catch (std::bad_alloc const&) {
        throw Error(
            fmt::format("no memory for the graph, which has {} MiB; use a machine with more, or fewer processes "
                        "on each",
                        bytes >> 20));
    }
}

// Another rank's part. The thread that takes the pieces puts them where they belong.
class GraphReceiver {
public:
    explicit GraphReceiver(Ranks& ranks) : ranks_(ranks), lines_(ranks) {}

    Graph receive() {
        std::string const head = wait_for_frame(ranks_, 0, lines_.frame());
        ByteReader from(head);
        size_ = from.get<std::uint64_t>();
        memory_ = memory_for(size_);
        ranks_.watch(0, lines_.pieces(), [this](std::string_view piece) { take(piece); });
        wait_for_frame(ranks_, 0, lines_.frame()); // it comes after all pieces
        Graph origin;
        get_origin(from, origin);
        Graph graph = detail::read_binary_csr({bytes(), at_}, origin.source + ", as it came from rank 0", memory_);
        give_back_marks(graph, {bytes(), size_});
        graph.source = std::move(origin.source);
        graph.cleaning = origin.cleaning;
        graph.read_as = std::move(origin.read_as);
        ranks_.send(0, lines_.frame(), {});
        return graph;
    }

private:
    char* bytes() const { return reinterpret_cast<char*>(memory_.get()); }

    void take(std::string_view piece) {
        std::string_view const fitting = piece.substr(0, size_ - at_);
        std::memcpy(bytes() + at_, fitting.data(), fitting.size());
        at_ += fitting.size();
        ranks_.send(0, lines_.pieces(), {});
    }

    Ranks& ranks_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0; // so many have come
    std::shared_ptr<std::uint64_t[]> memory_;
    LinesOfBroadcast const lines_; // the last: no piece comes after its end
};

} // namespace

Graph broadcast(Ranks& ranks, std::function<Graph()> const& read, BroadcastOptions const& options) {
    if (ranks.size() == 1) return read();
    if (ranks.rank() != 0) return GraphReceiver(ranks).receive();
    GraphSender sender(ranks, options);
    Graph graph = read();
    sender.send(graph);
    return graph;
}

} // namespace cerrado
