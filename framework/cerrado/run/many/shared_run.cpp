#include <cerrado/run/many/shared_run.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/many/crew.hpp>
#include <cerrado/run/many/local_deal.hpp>
#include <cerrado/run/ranks/rank_run.hpp>
#include <cerrado/run/ranks/ranks.hpp>

#include <utility>

namespace cerrado {

namespace {

// A process has no result, and the run has one.
class LeftOut : public Error {
public:
    LeftOut() : Error("the other processes did the work of this one, whose devices failed") {}
    ExitCode exit_code() const noexcept override { return ExitCode::done; }
};

} // namespace

bool MemberOfRun::is_first() const { return deal_.is_first(index_); }
int MemberOfRun::workers_of_all() const { return deal_.workers_of_all(); }
bool MemberOfRun::has_several_kinds() const { return deal_.has_several_kinds(); }
bool MemberOfRun::has_several_processes() const { return deal_.has_several_processes(); }
void MemberOfRun::begin(std::string const& what, WorkLeft work) {
    donated_ = 0;
    deal_.begin(index_, what, std::move(work));
}
std::optional<WorkLeft> MemberOfRun::next() {
    donated_before_ = donated_;
    return deal_.next(index_);
}
std::uint64_t MemberOfRun::donated_in_run(std::uint64_t in_part) { return donated_ = donated_before_ + in_part; }
void MemberOfRun::report(Progress const& progress, double part) { deal_.report(index_, progress, part); }
void MemberOfRun::leave(WorkLeft work, RunResult const& result) { deal_.leave(index_, std::move(work), result); }
bool MemberOfRun::lose(std::string const& why) { return deal_.lose(index_, why); }
std::vector<ResultOfMember> MemberOfRun::exchange(MemberResult const& mine) { return deal_.exchange(index_, mine); }
void MemberOfRun::leave_exchange(std::function<std::string()> const& sum) { deal_.leave_exchange(index_, sum); }
WorkLeft const& MemberOfRun::left() const { return deal_.left(index_); }
Status MemberOfRun::status() const { return deal_.status(index_); }
double MemberOfRun::seconds_of_jobs() const { return deal_.seconds_of_jobs(index_); }
std::uint64_t MemberOfRun::grant(std::uint64_t subgraphs, std::uint64_t limit) {
    return deal_.grant(index_, subgraphs, limit);
}
std::vector<std::int64_t> MemberOfRun::agree(std::string const& what,
                                             std::function<std::vector<std::int64_t>()> const& make) {
    return deal_.agree(index_, what, make);
}
void MemberOfRun::call(std::function<void()> const& what) { crew_.call(what); }

SharedRun::SharedRun(RunOptions const& asked) : asked_(asked), devices_(devices_here(asked)) {
    check_devices(devices_);
    if (asked.balance.observe && asked.ranks != nullptr && asked.ranks->size() > 1) {
        throw InputError("the balancers of several processes have no observer: unset BalanceOptions::observe");
    }
    if (asked.balance.observe_jobs) {
        throw InputError(
            "the times of jobs are known on one device: unset BalanceOptions::observe_jobs, or run on one");
    }
}

void SharedRun::run(std::function<void(RunOptions const&)> const& program) {
    if (asked_.ranks != nullptr && asked_.ranks->size() > 1) return run_on_ranks(program);
    run_here(program);
}

void SharedRun::run_here(std::function<void(RunOptions const&)> const& program) {
    std::vector<std::string> names;
    for (DeviceName const& device : devices_) names.push_back(to_string(device));
    LocalDeal deal(devices_, names, devices_.size(), asked_.balance.deal);
    Crew(asked_, devices_, deal, 0).run(program);
    shares_ = deal.shares();
}

void SharedRun::run_on_ranks(std::function<void(RunOptions const&)> const& program) {
    RankRun ranks(*asked_.ranks, devices_, asked_.balance.deal);
    Crew crew(asked_, devices_, ranks.deal(), ranks.first_member());
    crew.run(program);
    if (crew.is_left_out()) throw LeftOut();
    shares_ = ranks.finish();
}

} // namespace cerrado
