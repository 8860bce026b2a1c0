// The runtime's view of an application, which hides its type. It has the functions that a run calls besides the
// enumeration. So the code around the enumeration is compiled once, and not for each application.
#pragma once

#include <cerrado/run/detail/parts/kept_arrays.hpp>
#include <cerrado/run/detail/session/run_rules.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cerrado {

struct WorkLeft;

class Runnable {
public:
    virtual ~Runnable() = default;

    virtual char const* type_name() const = 0;            // the name from typeid
    virtual std::span<std::byte const> bytes() const = 0; // the application's own bytes
    virtual bool only_reads_arrays() const = 0;           // true if it only reads arrays beside a resident graph
    virtual bool only_adds_to_arrays() const = 0;         // true if it only adds to such arrays
    virtual bool has_lockstep() const = 0;                // true if it is compiled for the device lockstep
    virtual std::span<int const> warp_widths() const = 0; // the widths that it is compiled for
    virtual TraversalNeeds needs(RunOptions const& options) const = 0; // throws InputError
    virtual RunRules const& rules() const = 0;

    // The settings that tell one question from another.
    struct Settings {
        std::uint64_t checksum = 0;
        bool are_all_known = true; // if false, the run's checkpoint needs a key
    };
    virtual Settings settings(DeviceKind device, KeptArrays const& arrays) const = 0;

    // These run on one device, that of the session. `left` gets the unfinished work if the run saves work.
    virtual void warm_up(DeviceKind device, int warp_width) const = 0;
    virtual RunPlan plan(RunSession const& session) const = 0;
    virtual void run(RunSession const& session, RunResult& result, WorkLeft& left) const = 0;

    // can_grow(): true if the room of an output can grow. grow() gives the next try more; see output/output_list.hpp.
    virtual bool can_grow() const = 0;
    virtual void grow(OutputInputs& inputs) const = 0;

    // Does jobs of a session of the host again, and throws InputError if the application makes a mistake; see
    // host/second_look.hpp.
    virtual void look_again(RunSession const& session) const = 0;

    // These handle the results of parts, see result_sum.hpp. They throw InputError if an output cannot be kept.
    virtual void add(RunResult& total, RunResult const& part) const = 0;
    virtual std::string bytes_of(RunResult const& result) const = 0;
    virtual void read(std::string const& bytes, RunResult& result) const = 0;
};

} // namespace cerrado
