// Copies to the device through memory that it reads directly. Several threads fill that memory where it pays: one alone
// copies no faster than the driver does from ordinary memory, a fifth of what the bus carries.
#pragma once

#include <cstddef>
#include <span>

namespace cerrado {

// Makes what the process keeps for copies to this device, in several milliseconds: 32 MiB of memory, and threads to
// fill it, which sleep between copies. Without it copies take the driver's way.
void make_upload_memory();

// In the order of the default stream, with so many threads at most (0: those that pay); `from` may be changed after the
// call. Throws Error.
void upload(void* to, std::span<std::byte const> from, int threads);

} // namespace cerrado
