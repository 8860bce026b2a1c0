// The run that a thread of the host works for, for what is asked where no traversal is at hand.
#pragma once

#include <cerrado/traversal/context.hpp>

namespace cerrado {

// While it lives, the thread that made it works for the run. Requires: there is one at a time.
class RunOfThread {
public:
    explicit RunOfThread(RunContext const& context);
    ~RunOfThread();
    RunOfThread(RunOfThread const&) = delete;
};

} // namespace cerrado
