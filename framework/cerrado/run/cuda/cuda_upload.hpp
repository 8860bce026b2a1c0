// Copies to the device through memory that it reads directly. Several threads fill that memory if it pays. A single
// thread copies no faster than the driver does from ordinary memory, at a fifth of the bus's speed.
#pragma once

#include <cstddef>
#include <span>

namespace cerrado {

// Makes what the process keeps for copies to this device, in several milliseconds: 32 MiB of memory, and threads that
// fill it and sleep between copies. Without it copies go through the driver.
void make_upload_memory();

// Copies in the order of the default stream, with at most `threads` threads (0: as many as pay). `from` may be changed
// after the call. Throws Error.
void upload(void* to, std::span<std::byte const> from, int threads);

} // namespace cerrado
