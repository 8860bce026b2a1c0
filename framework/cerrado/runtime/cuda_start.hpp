// What CUDA does once in a process, before it is quick.
#pragma once

namespace cerrado {

// Makes the device's context, loads `kernel` and what prepares a graph, and has memory copied once; of no effect where that was done.
// From any thread. Throws Error where the device fails.
void start_cuda(void const* kernel);

} // namespace cerrado
