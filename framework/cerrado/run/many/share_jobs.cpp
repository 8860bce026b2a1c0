#include <cerrado/run/many/share_jobs.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <boost/core/demangle.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {

RunSession repeated(RunSession const& session) {
    if (session.needs.records && session.sample == nullptr) {
        throw InputError("this application's subgraphs cannot be handed over from several devices: run it on one");
    }
    RunSession own = session;
    own.options.member = nullptr;
    return own;
}

std::string describe_shared(RunSession const& session, char const* application) {
    std::string text = fmt::format("{}: {} jobs in the order {}, k = {}, {} levels", boost::core::demangle(application),
                                   session.jobs_of_round(), to_string(session.order), session.needs.k, session.levels);
    if (!session.options.member->has_several_processes()) return text;
    return text + fmt::format(", a graph with checksum {:016x}", checksum_of(session.given)); // each has read its own
}

WorkLeft work_of(RunSession const& session) {
    WorkLeft work;
    if (session.left != nullptr) work = *session.left;
    work.jobs = session.dealt.are_all() ? session.dealt.from_ticket(0, session.jobs_of_round()) : session.dealt;
    return work;
}

void begin_share(RunSession& part, RunSession const& whole, WorkLeft const& share, double seconds) {
    part.dealt = share.jobs;
    part.left = &share;
    RunOptions& options = part.options;
    if (whole.options.deadline_seconds > 0) {
        options.deadline_seconds = std::max(1e-6, whole.options.deadline_seconds - seconds);
    }
    // Its jobs are as those of all, but fewer.
    options.progress = [&member = *options.member, &work = whole.work,
                        all = whole.job_count](Progress const& progress) {
        double const begun = progress.roots_given == 0
                                 ? 1.0
                                 : static_cast<double>(progress.roots_done) / static_cast<double>(progress.roots_given);
        member.report(progress, work.share(static_cast<std::uint64_t>(begun * static_cast<double>(all)), all));
    };
}

// Nobody knows which subgraphs of a lost share were handed over.
bool run_share(RunSession const& part, std::function<void()> const& run) {
    try {
        run();
        return true;
    } catch (InputError const&) {
        throw;
    } catch (Error const& error) {
        if (part.needs.records || !part.options.member->lose(error.what())) throw;
        return false;
    }
}

void conclude_shared(RunResult& result, RunResult const& before, RunSession const& session, double seconds) {
    MemberOfRun const& member = *session.options.member;
    result.status = member.status();
    result.seconds = before.seconds;
    result.seconds.run = member.seconds_of_jobs();
    result.seconds.prepare += seconds - result.seconds.run; // others were not ready
    result.chosen = before.chosen;
    result.roots.given = session.jobs_given();
    if (result.status == Status::complete) result.roots.done = result.roots.given;
    if (result.status == Status::limit) result.count = *session.options.of<StoreInput>().limit;
}

} // namespace cerrado::detail
