#include <cerrado/run/session/sample.hpp>

#include <algorithm>
#include <stdexcept>

namespace cerrado {

namespace {

// Any part, but the same each time: the first ones have the heavier extensions.
std::uint32_t any_part(Job const& job, std::uint32_t parts) {
    std::uint64_t const mixed = (job.source * std::uint64_t{0x9e3779b97f4a7c15} + job.slice) >> 32;
    return static_cast<std::uint32_t>(mixed % parts);
}

// No extension is in it, wherever an engine has its first slice begin.
Job without_extensions(Job const& job) {
    constexpr std::uint32_t slices = 1u << 31;
    return {job.source, job.target, slices / 2, slices};
}

} // namespace

void SampleRun::add(std::span<Job const> jobs, std::uint32_t parts) {
    if (groups_ + (parts > 1 ? 2 : 1) > JobTimes::most_groups) throw std::logic_error("a sample has too many groups");
    added_.push_back({jobs.size(), parts, groups_});
    for (Job const& job : jobs) jobs_.push_back(parts > 1 ? part_of(job, any_part(job, parts), parts) : job);
    end_group();
    if (parts == 1) return;
    std::ranges::transform(jobs, std::back_inserter(jobs_), without_extensions);
    end_group();
}

std::vector<JobSample::Group> SampleRun::measured() const {
    std::vector<JobSample::Group> measured;
    for (Added const& added : added_) {
        JobTimes::Group const& run = times_.groups[added.group];
        JobSample::Group of{added.jobs, static_cast<double>(run.nanoseconds) * 1e-9, 0, run.done == added.jobs};
        if (added.parts > 1) {
            JobTimes::Group const& begun = times_.groups[added.group + 1];
            double const before = std::min(of.seconds, static_cast<double>(begun.nanoseconds) * 1e-9);
            of.seconds = before + added.parts * (of.seconds - before);
            of.begun = before;
            of.is_whole &= begun.done == added.jobs;
        }
        measured.push_back(of);
    }
    return measured;
}

} // namespace cerrado
