#include <cerrado/run/detail/many/distant_deal.hpp>

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/broadcast.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <unistd.h>
#include <utility>

namespace cerrado {

void put(ByteWriter& to, std::vector<DeviceName> const& devices) { to.put_all(std::span(devices)); }
void get(ByteReader& from, std::vector<DeviceName>& devices) { devices = from.get_all<DeviceName>(); }

void put_failure(ByteWriter& to, std::exception_ptr const& failure) {
    bool is_input = false;
    std::string message;
    try {
        std::rethrow_exception(failure);
    } catch (InputError const& error) {
        is_input = true;
        message = error.what();
    } catch (std::exception const& error) {
        message = error.what();
    } catch (...) {
        message = "an unknown error";
    }
    to.put(is_input);
    to.put(std::string_view(message));
}

std::exception_ptr get_failure(ByteReader& from, std::string const& who) {
    bool const is_input = from.get<bool>();
    std::string const message = who + from.get_text();
    return is_input ? std::make_exception_ptr(InputError(message)) : std::make_exception_ptr(Error(message));
}

namespace {

ByteWriter question(Request request) {
    ByteWriter bytes;
    bytes.put(request);
    return bytes;
}

} // namespace

DistantDeal::DistantDeal(Ranks& ranks, RunLines lines, std::size_t first, std::size_t count, bool has_several_kinds)
    : ranks_(ranks),
      lines_(lines),
      first_(first),
      has_several_kinds_(has_several_kinds),
      members_(count) {
    for (std::size_t i = 0; i < count; ++i) {
        ranks_.watch(0, lines_.stops(i), [&member = members_[i]](std::string_view bytes) {
            ByteReader from(bytes);
            member.take_stop(from);
        });
    }
}

DistantDeal::~DistantDeal() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        ranks_.leave(0, lines_.stops(i));
        ranks_.leave(0, lines_.member(i));
    }
}

void DistantDeal::Member::take_stop(ByteReader& from) {
    auto const number = from.get<std::uint64_t>();
    bool const value = from.get<bool>();
    std::lock_guard const lock(mutex);
    if (number <= said) return;
    said = number;
    stop = value;
}

void DistantDeal::tell(std::size_t member, ByteWriter const& question) {
    ranks_.send(0, lines_.member(member - first_), question.bytes());
}

// Sends the question and waits for the answer, which is stored in `answer`. Returns: a reader of the part behind the
// answer's first words. Each answer also has the member's stop flag. Throws if rank 0 answers with a failure.
ByteReader DistantDeal::ask(std::size_t member, ByteWriter const& question, std::string& answer) {
    tell(member, question);
    std::optional<std::string> came;
    while (!came) came = ranks_.receive(0, lines_.member(member - first_), 1);
    answer = std::move(*came);
    ByteReader from(answer);
    if (from.get<Answer>() == Answer::failed) std::rethrow_exception(get_failure(from, ""));
    of(member).take_stop(from);
    return from;
}

void DistantDeal::arrive(std::size_t member, int workers) {
    ByteWriter arrives = question(Request::arrive);
    arrives.put(workers);
    std::string answer;
    workers_of_all_ = ask(member, arrives, answer).get<int>();
}

// Tells rank 0, which decides whether the run can go on without the member.
bool DistantDeal::end(std::size_t member, std::exception_ptr const& failure) {
    ByteWriter ends = question(Request::end);
    ends.put(failure != nullptr);
    if (failure) put_failure(ends, failure);
    try {
        std::string answer;
        return ask(member, ends, answer).get<bool>();
    } catch (Error const&) { // rank 0 has ended
        return failure != nullptr;
    }
}

void DistantDeal::begin(std::size_t member, std::string const& what, WorkLeft) {
    ByteWriter begins = question(Request::begin);
    begins.put(std::string_view(what));
    std::string answer;
    ask(member, begins, answer);
}

std::optional<WorkLeft> DistantDeal::next(std::size_t member) {
    std::string answer;
    ByteReader from = ask(member, question(Request::next), answer);
    if (!from.get<bool>()) return std::nullopt;
    WorkLeft work;
    get(from, work);
    return work;
}

void DistantDeal::report(std::size_t member, Progress const& progress, double part) {
    ByteWriter reports = question(Request::report);
    reports.put(progress);
    reports.put(part);
    tell(member, reports);
}

void DistantDeal::leave(std::size_t member, WorkLeft work, RunResult const& result) {
    ByteWriter leaves = question(Request::leave);
    put(leaves, work);
    write_result(leaves, result);
    leaves.put(result.status);
    std::string answer;
    ask(member, leaves, answer);
}

bool DistantDeal::lose(std::size_t member, std::string const& why) {
    ByteWriter loses = question(Request::lose);
    loses.put(std::string_view(why));
    std::string answer;
    return ask(member, loses, answer).get<bool>();
}

std::vector<ResultOfMember> DistantDeal::exchange(std::size_t member, MemberResult const& mine) {
    ByteWriter gives = question(Request::exchange);
    gives.put(mine.result != nullptr);
    if (mine.result != nullptr) gives.put(std::string_view(mine.bytes()));
    std::string answer;
    ByteReader from = ask(member, gives, answer);
    Member& own = of(member);
    own.status = from.get<Status>();
    own.seconds = from.get<double>();
    get(from, own.left);
    own.sum = from.get_text();
    return {{.bytes = &own.sum}};
}

std::uint64_t DistantDeal::grant(std::size_t member, std::uint64_t subgraphs, std::uint64_t limit) {
    ByteWriter asks = question(Request::grant);
    asks.put(subgraphs);
    asks.put(limit);
    std::string answer;
    return ask(member, asks, answer).get<std::uint64_t>();
}

std::vector<std::int64_t> DistantDeal::agree(std::size_t member, std::string const& what,
                                             std::function<std::vector<std::int64_t>()> const&) {
    ByteWriter asks = question(Request::agree);
    asks.put(std::string_view(what));
    std::string answer;
    return ask(member, asks, answer).get_all<std::int64_t>();
}

void DistantDeal::interrupt() { ranks_.send(0, lines_.greeting(), {}); }

namespace {

constexpr double seconds_between_looks = 0.002; // between two looks at the member's stop flag

} // namespace

Clerk::Clerk(Ranks& ranks, RunLines lines, LocalDeal& deal, int rank, std::size_t device, std::size_t member)
    : ranks_(ranks),
      lines_(lines),
      deal_(deal),
      rank_(rank),
      device_(device),
      member_(member),
      thread_([this] { serve(); }) {}

std::exception_ptr Clerk::join() {
    thread_.join();
    return failure_;
}

void Clerk::serve() {
    try {
        for (;;) {
            std::optional<std::string> const frame =
                ranks_.receive(rank_, lines_.member(device_), seconds_between_looks);
            if (!frame) {
                tell_stop();
                continue;
            }
            ByteReader question(*frame);
            if (!answer(question)) return;
        }
    } catch (...) { // the member's rank has ended
        if (deal_.end(member_, std::current_exception())) failure_ = std::current_exception();
    }
}

void Clerk::tell_stop() {
    bool const stop = deal_.stop(member_);
    if (told_ == stop) return;
    ByteWriter says;
    put_stop(says, stop);
    ranks_.send(rank_, lines_.stops(device_), says.bytes());
}

void Clerk::put_stop(ByteWriter& to, bool stop) {
    told_ = stop;
    to.put(++said_);
    to.put(stop);
}

// Answers a question. Returns: false if it was the member's last one.
bool Clerk::answer(ByteReader& question) {
    auto const request = question.get<Request>();
    if (request == Request::report) {
        auto const progress = question.get<Progress>();
        deal_.report(member_, progress, question.get<double>());
        return true;
    }
    ByteWriter body;
    ByteWriter to;
    try {
        answer_request(request, question, body);
        to.put(Answer::done);
        put_stop(to, deal_.stop(member_));
    } catch (...) { // the member gets the failure, fails, and reports it
        to.put(Answer::failed);
        put_failure(to, std::current_exception());
    }
    ranks_.send(rank_, lines_.member(device_), to.bytes() + body.bytes());
    return request != Request::end;
}

void Clerk::answer_request(Request request, ByteReader& question, ByteWriter& to) {
    switch (request) {
    case Request::arrive: deal_.arrive(member_, question.get<int>()); return to.put(deal_.workers_of_all());
    case Request::begin: return deal_.begin(member_, question.get_text(), {});
    case Request::next: {
        std::optional<WorkLeft> const work = deal_.next(member_);
        to.put(work.has_value());
        if (work) put(to, *work);
        return;
    }
    case Request::leave: {
        WorkLeft work;
        RunResult result;
        get(question, work);
        read_result(question, result);
        result.status = question.get<Status>();
        return deal_.leave(member_, std::move(work), result);
    }
    case Request::lose: return to.put(deal_.lose(member_, question.get_text()));
    case Request::exchange: return answer_exchange(question, to);
    case Request::grant: {
        auto const subgraphs = question.get<std::uint64_t>();
        return to.put(deal_.grant(member_, subgraphs, question.get<std::uint64_t>()));
    }
    case Request::agree:
        return to.put_all(std::span<std::int64_t const>(deal_.agree(member_, question.get_text(), {})));
    case Request::end: {
        std::exception_ptr failure;
        if (question.get<bool>()) failure = get_failure(question, fmt::format("rank {}: ", rank_));
        bool const run_fails = deal_.end(member_, failure);
        if (run_fails) failure_ = failure;
        return to.put(run_fails);
    }
    case Request::report: break;
    }
}

void Clerk::answer_exchange(ByteReader& question, ByteWriter& to) {
    std::optional<std::string> mine;
    if (question.get<bool>()) mine = question.get_text();
    std::shared_ptr<std::string const> const sum = deal_.exchange_bytes(member_, std::move(mine));
    if (!sum) throw Error("rank 0 could not add up the results");
    to.put(deal_.status(member_));
    to.put(deal_.seconds_of_jobs(member_));
    put(to, deal_.left(member_));
    to.put(std::string_view(*sum));
}

RankRun::RankRun(Ranks& ranks, std::vector<DeviceName> const& devices, DealPolicy policy)
    : ranks_(ranks),
      lines_{ranks.next_run()} {
    if (ranks_.rank() == 0) {
        meet(devices, policy);
    } else {
        greet(devices);
    }
}

RankRun::~RankRun() {
    if (local_ != nullptr) {
        if (!clerks_.empty()) local_->interrupt(); // the run has failed on rank 0
        join_clerks();
        for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.leave(rank, lines_.greeting());
    }
}

// Rank 0 receives the devices of the others, makes the deal, and tells each rank the numbers of its members.
void RankRun::meet(std::vector<DeviceName> const& devices, DealPolicy policy) {
    std::vector<std::vector<DeviceName>> of_rank = {devices};
    for (int rank = 1; rank < ranks_.size(); ++rank) {
        std::optional<std::string> frame;
        while (!frame) frame = ranks_.receive(rank, lines_.greeting(), 1);
        ByteReader from(*frame);
        get(from, of_rank.emplace_back());
    }
    std::vector<DeviceName> all;
    std::vector<std::string> names;
    for (std::size_t rank = 0; rank < of_rank.size(); ++rank) {
        for (DeviceName const& device : of_rank[rank]) {
            all.push_back(device);
            names.push_back(fmt::format("rank {} {}", rank, to_string(device)));
        }
    }
    auto deal = std::make_unique<LocalDeal>(all, names, devices.size(), policy);
    local_ = deal.get();
    deal_ = std::move(deal);
    std::size_t member = devices.size();
    for (int rank = 1; rank < ranks_.size(); ++rank) {
        ByteWriter welcome;
        welcome.put(static_cast<std::uint64_t>(member));
        welcome.put(local_->has_several_kinds());
        ranks_.send(rank, lines_.greeting(), welcome.bytes());
        ranks_.watch(rank, lines_.greeting(), [deal = local_](std::string_view) { deal->interrupt(); });
        std::size_t const count = of_rank[static_cast<std::size_t>(rank)].size();
        for (std::size_t i = 0; i < count; ++i) clerks_.emplace_back(ranks_, lines_, *local_, rank, i, member++);
    }
}

void RankRun::greet(std::vector<DeviceName> const& devices) {
    ByteWriter hello;
    put(hello, devices);
    ranks_.send(0, lines_.greeting(), hello.bytes());
    std::optional<std::string> frame;
    while (!frame) frame = ranks_.receive(0, lines_.greeting(), 1);
    ByteReader from(*frame);
    first_ = from.get<std::uint64_t>();
    bool const has_several_kinds = from.get<bool>();
    deal_ = std::make_unique<DistantDeal>(ranks_, lines_, first_, devices.size(), has_several_kinds);
}

void RankRun::join_clerks() {
    for (Clerk& clerk : clerks_) {
        std::exception_ptr const failure = clerk.join();
        if (!failure_) failure_ = failure;
    }
    clerks_.clear();
}

std::vector<DeviceShare> RankRun::finish() {
    if (local_ == nullptr) return {};
    join_clerks();
    if (failure_) std::rethrow_exception(failure_);
    return local_->shares();
}

namespace {

constexpr std::size_t most_piece_bytes = std::size_t{64} << 20;

// The lines of one broadcast, which use the numbers of a run's lines. The destructor leaves them, even if the broadcast
// fails.
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

    // From rank 0: the description before the pieces, and the one after them. To rank 0: the graph is complete.
    std::uint64_t frame() const { return first_; }
    std::uint64_t pieces() const { return first_ + 1; } // from rank 0: the pieces; to rank 0: a receipt for each

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

// Appends the members of a graph that are not in its bytes.
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

// The part of rank 0 in a broadcast.
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

    // Waits until each of the others has so many pieces.
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
    std::vector<std::uint64_t> came_; // pieces that have arrived, by rank
    std::uint64_t sent_ = 0;          // the number of pieces sent
    std::string piece_;
};

// The arrays that the graph refers to lie at the beginning of `bytes`. The marks behind them were copied, so this gives
// their memory back to the system.
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
            fmt::format("no memory for the graph, which needs {} MiB; use a machine with more memory, or fewer "
                        "processes on each machine",
                        bytes >> 20));
    }
}

// The part of another rank in a broadcast. The thread that receives the pieces copies them to their place.
class GraphReceiver {
public:
    explicit GraphReceiver(Ranks& ranks) : ranks_(ranks), lines_(ranks) {}

    Graph receive() {
        std::string const head = wait_for_frame(ranks_, 0, lines_.frame());
        ByteReader from(head);
        size_ = from.get<std::uint64_t>();
        memory_ = memory_for(size_);
        ranks_.watch(0, lines_.pieces(), [this](std::string_view piece) { take(piece); });
        wait_for_frame(ranks_, 0, lines_.frame()); // this frame comes after all pieces
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
    std::uint64_t at_ = 0; // bytes that have arrived
    std::shared_ptr<std::uint64_t[]> memory_;
    LinesOfBroadcast const lines_; // the last member, so that no piece arrives when the others have been destroyed
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
