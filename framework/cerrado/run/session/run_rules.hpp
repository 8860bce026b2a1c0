// What a session asks an application's types: the engine and the outputs plan, refuse and conclude. This interface lets
// sessions be compiled once.
#pragma once

#include <cerrado/contract/plan.hpp>

namespace cerrado {

struct RunSession;

class RunRules {
public:
    virtual ~RunRules() = default;

    // Both are asked before the graph is numbered. They throw InputError.
    virtual void check_size(RunSession const& session) const = 0;
    virtual void check_outputs(RunSession const& session) const = 0;
    // These are asked of the numbered graph. check() throws InputError if it is out of the engine's range.
    virtual int levels(RunSession const& session) const = 0;
    virtual void check(RunSession const& session) const = 0;
    virtual JobNeeds jobs(RunSession const& session) const = 0;

    virtual bool reads_graph() const = 0; // the numbered one, by the host's side of an output
};

} // namespace cerrado
