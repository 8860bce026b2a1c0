// The run that a host thread works for. Functions without a traversal find it here.
#pragma once

#include <cerrado/traversal/detail/context.hpp>

namespace cerrado {

// While it lives, the thread that made it works for the run. Requires: the thread has only one at a time.
class RunOfThread {
public:
    explicit RunOfThread(RunContext const& context);
    ~RunOfThread();
    RunOfThread(RunOfThread const&) = delete;
};

} // namespace cerrado
