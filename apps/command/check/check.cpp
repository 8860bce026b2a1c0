#include "command/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {

Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress) {
    constexpr double longest = 0.5; // seconds at once; up to there more steps are taken together
    StopLook look(until);
    std::size_t const steps = check.steps();
    std::size_t done = 0;
    try {
        for (std::size_t together = 1; done < steps;) {
            if (progress) progress(static_cast<double>(done) / static_cast<double>(steps));
            look.now();
            Stopwatch const watch;
            std::size_t const count = std::min(together, steps - done);
            check.compare(done, count, look);
            done += count;
            if (check.has_dear_steps() || watch.seconds() < longest) together *= 2;
        }
    } catch (StoppedBy const& stop) {
        bool const tells_nothing = steps == 1; // its one step was not done
        std::string const so_far = tells_nothing
                                       ? fmt::format("not verified: the serial program was stopped by {}\n", stop.what)
                                       : fmt::format("verified: {}, stopped by {}\n", check.agreement(done), stop.what);
        return {so_far, false};
    }
    check.compare_whole();
    return {fmt::format("verified: {}\n", check.agreement(done)), true};
}

} // namespace cerrado::command
