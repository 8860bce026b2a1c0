// What CUDA does once in a process, before it is quick.
#pragma once

#include <cerrado/run/cuda/device_buffer.hpp>
#include <cerrado/traversal/context.hpp>

#include <functional>

namespace cerrado {

// Makes the device's context, grows the memory that runs are given, and loads what prepares a graph and adds up totals;
// of no effect where that was done. From any thread. Throws Error where the device fails.
void start_cuda();

// Calls make() for each `what` once per device; who calls meanwhile waits for its end.
void once_per_device(void const* what, std::function<void()> const& make);

// A run in which there is nothing to do.
class IdleRun {
public:
    explicit IdleRun(MemoryMeter& meter);
    RunContext const& context() const { return context_; }

private:
    DeviceBuffer<Count> words_;
    RunContext context_;
};

} // namespace cerrado
