// A run as its engine and its outputs see it on the host's side.
#pragma once

#include <cerrado/contract/detail/output_values.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/core/detail/words.hpp>
#include <cerrado/graph/graph.hpp>

namespace cerrado {

// Where a run is: automatic, on CUDA if a device can be used, else on the host. lockstep has 32 host threads for each
// warp, to find mistakes. All give the same counts.
enum class DeviceKind { automatic, cuda, host, lockstep };
inline constexpr WordFor<DeviceKind> device_words[] = {
    {"auto", DeviceKind::automatic},
    {"cuda", DeviceKind::cuda},
    {"host", DeviceKind::host},
    {"lockstep", DeviceKind::lockstep},
};

class Session {
public:
    virtual ~Session() = default;

    TraversalNeeds needs;
    GraphShape shape;        // of the graph as traversals read it
    int levels = 0;          // the most vertices that a traversal can have
    bool narrow_ids = false; // for runs that hand over subgraphs: all original ids have 32 bits

    virtual DeviceKind device() const = 0;   // never automatic
    virtual Graph const& graph() const = 0;  // the graph as traversals read it; empty if only the device has it
    virtual bool launches_again() const = 0; // workers may be stopped, and go on with what they saved
    virtual OutputInputs const& inputs() const = 0;

    // The input that was given for an output: session.input<Store>().
    template <class Output> auto const& input() const { return inputs().of<Output>(); }
};

} // namespace cerrado
