// The questions of a session to an application's types: its engine and outputs plan, refuse and conclude a run. With
// this interface sessions are compiled once.
#pragma once

#include <cerrado/contract/plan.hpp>

namespace cerrado {

struct RunSession;

class RunRules {
public:
    virtual ~RunRules() = default;

    // Both are called before the graph is numbered. They throw InputError.
    virtual void check_size(RunSession const& session) const = 0;
    virtual void check_outputs(RunSession const& session) const = 0;
    // These are called when the graph is numbered. check() throws InputError if the graph is out of the engine's range.
    virtual int levels(RunSession const& session) const = 0;
    virtual void check(RunSession const& session) const = 0;
    virtual JobNeeds jobs(RunSession const& session) const = 0;

    virtual bool reads_graph() const = 0; // true if the host's side of an output reads the numbered graph
};

} // namespace cerrado
