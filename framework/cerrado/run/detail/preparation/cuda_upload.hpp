// Copies to the device through pinned memory, which the device reads directly. Several threads fill this memory if that
// is faster. With a single thread a copy is no faster than the driver's copy from ordinary memory, which reaches a
// fifth of the bus's speed.
#pragma once

#include <cstddef>
#include <span>

namespace cerrado {

// Makes the upload memory of this device, which the process keeps: 32 MiB of memory, and threads that fill it and sleep
// between copies. This takes several milliseconds. Without it, copies go through the driver.
void make_upload_memory();

// Copies in the order of the default stream, with at most `threads` threads (0: as many as make it faster). The caller
// may change `from` after the call. Throws Error.
void upload(void* to, std::span<std::byte const> from, int threads);

} // namespace cerrado
