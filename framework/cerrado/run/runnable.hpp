// An application as the runtime sees it, whatever its type: what a run asks of it besides the enumeration. With it all
// that is around the enumeration is compiled once, and not for each application.
#pragma once

#include <cerrado/run/parts/kept_arrays.hpp>
#include <cerrado/run/session/plan.hpp>
#include <cerrado/run/session/run_rules.hpp>
#include <cerrado/run/session/session.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cerrado {

struct WorkLeft;

class Runnable {
public:
    virtual ~Runnable() = default;

    virtual char const* type_name() const = 0;                         // as typeid gives it
    virtual std::span<std::byte const> bytes() const = 0;              // of the application
    virtual bool only_reads_arrays() const = 0;                        // beside a resident graph
    virtual bool only_adds_to_arrays() const = 0;                      // likewise
    virtual bool has_lockstep() const = 0;                             // whether it is compiled for the device lockstep
    virtual std::span<int const> warp_widths() const = 0;              // that it is compiled for
    virtual TraversalNeeds needs(RunOptions const& options) const = 0; // throws InputError
    virtual RunRules const& rules() const = 0;

    // What tells one question from another.
    struct Settings {
        std::uint64_t checksum = 0;
        bool are_all_known = true; // else the run's checkpoint needs a key
    };
    virtual Settings settings(DeviceKind device, KeptArrays const& arrays) const = 0;

    // On one device, which is that of the session. `left` gets the unfinished work if the run saves work.
    virtual void warm_up(DeviceKind device, int warp_width) const = 0;
    virtual RunPlan plan(RunSession const& session) const = 0;
    virtual void run(RunSession const& session, RunResult& result, WorkLeft& left) const = 0;

    // The results of parts, see result_sum.hpp. They throw InputError if an output cannot be kept.
    virtual void add(RunResult& total, RunResult const& part) const = 0;
    virtual std::string bytes_of(RunResult const& result) const = 0;
    virtual void read(std::string const& bytes, RunResult& result) const = 0;
};

namespace detail {

// The graph as a run with these options numbers it.
Graph prepare(Graph const& graph, RunOptions const& options, bool oriented);
// These are what run.hpp says of those of that name.
void warm_up(Runnable const& app, RunOptions const& options);
RunPlan estimate(Runnable const& app, RunInput const& input, RunOptions const& options);
RunResult run(Runnable const& app, RunInput const& input, RunOptions const& options);
// On options.devices and options.ranks, if given.
RunResult run_on_all(Runnable const& app, Graph const& graph, RunOptions const& options);
JobSample run_sample(Runnable const& app, Resident const& resident, RunOptions const& options,
                     std::span<SampledJobs const> sampled);

} // namespace detail
} // namespace cerrado
