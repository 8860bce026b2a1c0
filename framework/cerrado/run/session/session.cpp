#include <cerrado/run/session/session.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/parts/work_left.hpp>
#include <cerrado/run/session/fault.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

bool Monitor::poll(std::uint64_t roots_done, std::uint64_t delivered, double share) {
    double const now = watch_.seconds();
    if (options_.progress && (options_.member != nullptr || now - last_report_ >= 0.1)) {
        options_.progress({roots_done, given_, now, delivered, share});
        last_report_ = now;
    }
    if (reason_ == Status::complete) {
        if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed)) {
            reason_ = Status::interrupted;
        } else if (options_.deadline_seconds > 0 && now >= options_.deadline_seconds) {
            reason_ = Status::deadline;
        }
    }
    return reason_ != Status::complete;
}

Status Monitor::status(bool all_done) const {
    if (past_limit_) return Status::limit;
    return all_done ? Status::complete : reason_;
}

namespace {

// The jobs of all rounds that there are to be, as it has turned out.
std::uint64_t jobs_needed(RunSession const& session, Outcome const& outcome) {
    auto const most = static_cast<std::uint64_t>(session.needs.rounds);
    if (!session.needs.until_unchanged) return session.jobs_given();
    return session.jobs_of_round() * std::min(most, outcome.last_change + 1);
}

void check_outcome(RunResult const& result, RunSession const& session, Outcome const& outcome, std::uint64_t moved) {
    if (outcome.fault != 0) throw InputError(describe_fault(outcome.fault, session.needs));
    std::uint64_t const needed = jobs_needed(session, outcome);
    if (result.status == Status::complete && outcome.roots_done != needed) {
        throw Error(fmt::format(
            "{} of {} initial traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.roots_done, needed));
    }
    if (result.status == Status::complete && outcome.donated_done != moved) {
        throw Error(fmt::format(
            "{} of {} donated traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.donated_done, moved));
    }
}

} // namespace

void conclude(RunResult& result, RunSession const& session, Outcome const& outcome, Monitor const& monitor) {
    result.roots = {session.jobs_given(), outcome.roots_done};
    std::uint64_t const moved = result.balance.donated + (session.left == nullptr ? 0 : session.left->count());
    result.status =
        monitor.status(outcome.roots_done == jobs_needed(session, outcome) && outcome.donated_done == moved);
    if (result.status == Status::complete) result.roots.given = jobs_needed(session, outcome);
    check_outcome(result, session, outcome, moved);
}

} // namespace cerrado
