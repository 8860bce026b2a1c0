#include "library/done_by_one.hpp"

#include <cerrado/output/store_input.hpp>

namespace cerrado {

namespace {

template <class Ids> void call_on_its_thread(std::function<void(Ids)>& sink, MemberOfRun& member) {
    if (!sink) return;
    sink = [&member, to = std::move(sink)](Ids ids) { member.call([&] { to(ids); }); };
}

} // namespace

RunOptions detail::of_one(RunOptions const& options) {
    RunOptions own = options;
    own.member = nullptr;
    auto& to = own.of<StoreInput>();
    call_on_its_thread(to.sink, *options.member);
    call_on_its_thread(to.batch_sink, *options.member);
    call_on_its_thread(to.narrow_sink, *options.member);
    return own;
}

std::vector<std::int64_t> ending_of(RunResult const& result) {
    return {static_cast<std::int64_t>(result.status), static_cast<std::int64_t>(result.count),
            static_cast<std::int64_t>(result.roots.done), static_cast<std::int64_t>(result.roots.given)};
}

void take_ending(RunResult& result, std::vector<std::int64_t> const& ending) {
    result.status = static_cast<Status>(ending.at(0));
    result.count = ending.at(1);
    result.roots.done = static_cast<std::uint64_t>(ending.at(2));
    result.roots.given = static_cast<std::uint64_t>(ending.at(3));
}

} // namespace cerrado
