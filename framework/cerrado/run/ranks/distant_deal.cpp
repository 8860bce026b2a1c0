#include <cerrado/run/ranks/distant_deal.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <utility>

namespace cerrado {

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
        ranks_.watch(0, lines_.stops(i),
                     [&stop = members_[i].stop](std::string_view bytes) { stop = ByteReader(bytes).get<bool>(); });
    }
}

DistantDeal::~DistantDeal() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        ranks_.leave(0, lines_.stops(i));
        ranks_.leave(0, lines_.member(i));
    }
}

void DistantDeal::tell(std::size_t member, ByteWriter const& question) {
    ranks_.send(0, lines_.member(member - first_), question.bytes());
}

// Returns: what follows the first word of the answer, which stays in `answer`. Each answer has the member's stop, too:
// what it heard before is older. Throws if rank 0 answers with a failure.
ByteReader DistantDeal::ask(std::size_t member, ByteWriter const& question, std::string& answer) {
    tell(member, question);
    std::optional<std::string> came;
    while (!came) came = ranks_.receive(0, lines_.member(member - first_), 1);
    answer = std::move(*came);
    ByteReader from(answer);
    if (from.get<Answer>() == Answer::failed) std::rethrow_exception(get_failure(from, ""));
    of(member).stop = from.get<bool>();
    return from;
}

void DistantDeal::arrive(std::size_t member, int workers) {
    ByteWriter arrives = question(Request::arrive);
    arrives.put(workers);
    std::string answer;
    workers_of_all_ = ask(member, arrives, answer).get<int>();
}

// Rank 0 learns of it, and decides whether it can do without.
bool DistantDeal::end(std::size_t member, std::exception_ptr const& failure) {
    ByteWriter ends = question(Request::end);
    ends.put(failure != nullptr);
    if (failure) put_failure(ends, failure);
    try {
        std::string answer;
        return ask(member, ends, answer).get<bool>();
    } catch (Error const&) { // rank 0 has gone
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

} // namespace cerrado
