// The work that CUDA must do once in a process before runs are quick.
#pragma once

#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/traversal/detail/context.hpp>

#include <functional>

namespace cerrado {

// Makes the device's context, grows the memory for runs, and loads the kernels that prepare a graph and add up totals.
// Does nothing if it was called before. Any thread may call it. Throws Error if the device fails.
void start_cuda();

// Calls make() once per device for each `what`. If another thread is calling make(), it waits for the end of that call.
void once_per_device(void const* what, std::function<void()> const& make);

// Returns: the bytes of a kernel's stack, per thread. It loads the kernel.
std::uint64_t stack_bytes(void const* kernel);

// A run with nothing to do.
class IdleRun {
public:
    explicit IdleRun(MemoryMeter& meter);
    RunContext const& context() const { return context_; }

private:
    DeviceBuffer<Count> words_;
    RunContext context_;
};

} // namespace cerrado
