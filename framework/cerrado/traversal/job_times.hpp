// How long jobs take: those of a sample by group, or each one. It is noted only on request.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct JobTimes {
    static constexpr std::uint32_t most_groups = 8;

    struct Group {
        std::uint64_t end = ~std::uint64_t{0}; // the group has the jobs before this one that are in no earlier group
        Count done = 0;
        Count nanoseconds = 0; // workers' time for the jobs that are done
    };
    // A worker's current job.
    struct Began {
        std::uint64_t at = 0; // by W::nanoseconds()
        std::uint64_t group = most_groups;
        std::uint64_t job = 0;
    };

    Group groups[most_groups];
    Began* began = nullptr;  // per worker
    Count* of_job = nullptr; // nanoseconds of each job; null: only groups are of interest
};

namespace phase {

// A worker's last job is done, and job `index` begins; `index` is `count` if there are no more. Lanes: one. Not inline:
// the code would cost small runs 5 to 7 % inside the loop, even if it is never called.
template <class W> [[gnu::noinline]] CERRADO_FN void note_job(JobTimes& times, std::uint32_t worker,
                                                              std::uint64_t index, std::uint64_t count) {
    std::uint64_t const now = W::nanoseconds();
    JobTimes::Began& began = times.began[worker];
    if (began.group < JobTimes::most_groups) {
        W::grid_add(&times.groups[began.group].nanoseconds, Count{now - began.at});
        W::grid_add(&times.groups[began.group].done, Count{1});
        if (times.of_job != nullptr) times.of_job[began.job] = now - began.at;
    }
    std::uint64_t group = 0;
    while (group < JobTimes::most_groups && index >= times.groups[group].end) ++group;
    began = {now, index < count ? group : JobTimes::most_groups, index};
}

} // namespace phase

} // namespace cerrado
