#include <cerrado/run/ranks/clerk.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <utility>

namespace cerrado {

namespace {

constexpr double seconds_between_looks = 0.002; // whether the member shall stop

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
    } catch (...) { // its rank has ended
        if (deal_.end(member_, std::current_exception())) failure_ = std::current_exception();
    }
}

void Clerk::tell_stop() {
    bool const stop = deal_.stop(member_);
    if (std::exchange(told_, stop) == stop) return;
    ByteWriter says;
    says.put(stop);
    ranks_.send(rank_, lines_.stops(device_), says.bytes());
}

// Returns: false after the member's last question.
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
        told_ = deal_.stop(member_);
        to.put(told_);
    } catch (...) { // the member fails of it, and says so
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

} // namespace cerrado
