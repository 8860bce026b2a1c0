// A device's part of a run whose jobs several devices share.
#pragma once

#include <cerrado/contract/declared.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/parts/kept_arrays.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <span>
#include <typeinfo>

namespace cerrado::detail {

// Whether devices share the application's jobs. Else each does all of them, and has the same result. This is how it is
// if jobs may leave something on their device: to other rounds, or in arrays beside a resident graph.
template <class App> bool shares_jobs(App const&, Graph const&, RunSession const& session) {
    return session.needs.rounds == 1;
}
template <class App> bool shares_jobs(App const& app, Resident const& resident, RunSession const& session) {
    if (session.sample != nullptr || session.needs.rounds != 1) return false;
    return only_reads_arrays<App>() || !points_into_arrays(resident, std::as_bytes(std::span(&app, 1)));
}
template <class App> bool shares_jobs(App const&, std::uint64_t, RunSession const&) { return false; }
template <class App> bool shares_jobs(App const&, NumbersOn const&, RunSession const&) { return false; }

// Returns: the session of a device that does all jobs, as others do. Throws InputError if all would hand over the same
// subgraphs.
RunSession repeated(RunSession const& session);

// What a session runs: the same on all devices.
std::string describe_shared(RunSession const& session, char const* application);

// All work of a session, as the dealer takes it.
WorkLeft work_of(RunSession const& session);

// Makes `part` the session of a share of the jobs, after `seconds` of the run.
void begin_share(RunSession& part, RunSession const& whole, WorkLeft const& share, double seconds);

// Calls run(). Returns: false if it threw an Error and others do the share.
bool run_share(RunSession const& part, std::function<void()> const& run);

// Makes the sum of what devices counted the result of the run that began with `before`.
void conclude_shared(RunResult& result, RunResult const& before, RunSession const& session, double seconds);

// Returns: the sum of what all members counted; nothing if none had work.
template <class App>
std::optional<ResultOf<App>> sum_of_members(MemberOfRun& member, std::optional<ResultOf<App>> const& mine) {
    std::optional<ResultOf<App>> sum;
    auto const add = [&](ResultOf<App> const& one) {
        if (sum) {
            add_result<App>(*sum, one);
        } else {
            sum = one;
        }
    };
    MemberResult own;
    if (mine) own = {.result = &*mine, .bytes = [&] { return bytes_of<App>(*mine); }};
    for (ResultOfMember const& each : member.exchange(own)) {
        if (each.bytes != nullptr) {
            ResultOf<App> distant;
            read_bytes(*each.bytes, distant);
            add(distant);
        } else {
            add(*static_cast<ResultOf<App> const*>(each.result));
        }
    }
    member.leave_exchange([&] { return bytes_of<App>(sum ? *sum : ResultOf<App>()); });
    return sum;
}

// `run_alone(session, result, left)` runs a session on this device.
template <class App, class RunAlone>
void run_shared(RunSession const& session, ResultOf<App>& result, WorkLeft& left, RunAlone const& run_alone) {
    MemberOfRun& member = *session.options.member;
    Stopwatch const running;
    RunSession part = session;
    std::optional<ResultOf<App>> mine;
    member.begin(describe_shared(session, typeid(App).name()), work_of(session));
    while (std::optional<WorkLeft> const share = member.next()) {
        begin_share(part, session, *share, running.seconds());
        ResultOf<App> one;
        WorkLeft rest;
        if (!run_share(part, [&] { run_alone(part, one, rest); })) break;
        member.leave(std::move(rest), one);
        if (mine) {
            add_result<App>(*mine, one);
        } else {
            mine = std::move(one);
        }
    }
    RunResult const before = result;
    if (std::optional<ResultOf<App>> sum = sum_of_members<App>(member, mine)) result = std::move(*sum);
    left = member.left();
    conclude_shared(result, before, session, running.seconds());
}

} // namespace cerrado::detail
