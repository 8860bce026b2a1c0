// --verify: a result against the application's serial program, step by step.
#pragma once

#include "command/run/stop_look.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace cerrado::command {

// What is compared, in steps that may be taken several at once.
class Check {
public:
    virtual ~Check() = default;
    virtual std::size_t steps() const = 0;
    // Compares these steps. Calls `look` all the while, and ends with what that throws. Throws Error where the two programs differ.
    virtual void compare(std::size_t first, std::size_t count, StopLook& look) = 0;
    // Called when all steps were compared; it may compare their sums.
    virtual void compare_whole() {}
    // Whether a step costs much that is the same for many: then they grow fast.
    virtual bool has_dear_steps() const { return false; }
    // What is said when this many steps were compared: "3 of 5 roots agree with the serial program".
    virtual std::string agreement(std::size_t done) const = 0;
};

struct Verdict {
    std::string line;
    bool is_whole = true; // all was compared
};

// Ends at what `until` says, with what was compared until then. Throws Error where the two programs differ. `progress` may be
// empty.
Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress);

} // namespace cerrado::command
