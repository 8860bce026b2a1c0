// How long jobs take, by group, where somebody asks for it: of a sample.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct JobTimes {
    static constexpr std::uint32_t most_groups = 8;

    struct Group {
        std::uint64_t end = ~std::uint64_t{0}; // the jobs before, that are in no group before
        Count done = 0;
        Count nanoseconds = 0; // of workers, at the jobs that are done
    };
    // What a worker is at.
    struct Began {
        std::uint64_t at = 0; // by W::nanoseconds()
        std::uint64_t group = most_groups;
    };

    Group groups[most_groups];
    Began* began = nullptr; // per worker
};

namespace phase {

// A worker's last job is done, and job `index` begins; at `count` there are no more. Lanes: one. Not inline: among the code
// of the loop it cost small runs 5 to 7 %, where it is never called.
template <class W> [[gnu::noinline]] CERRADO_FN void note_job(JobTimes& times, std::uint32_t worker,
                                                              std::uint64_t index, std::uint64_t count) {
    std::uint64_t const now = W::nanoseconds();
    JobTimes::Began& began = times.began[worker];
    if (began.group < JobTimes::most_groups) {
        W::grid_add(&times.groups[began.group].nanoseconds, Count{now - began.at});
        W::grid_add(&times.groups[began.group].done, Count{1});
    }
    std::uint64_t group = 0;
    while (group < JobTimes::most_groups && index >= times.groups[group].end) ++group;
    began = {now, index < count ? group : JobTimes::most_groups};
}

} // namespace phase

} // namespace cerrado
