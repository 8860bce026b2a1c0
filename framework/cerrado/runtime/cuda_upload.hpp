// Copies to the device through memory that it reads directly. Several threads fill that memory where it pays: one alone copies no faster than
// the driver does from ordinary memory, a fifth of what the bus carries.
#pragma once

#include <cerrado/core/team.hpp>

#include <cstddef>
#include <span>

namespace cerrado {

// Allocates the memory between, which the process keeps: 32 MiB, several milliseconds. Without it copies take the driver's way.
void make_upload_memory();

// Members that are worth their start for so many bytes, at most `threads`.
int upload_team_size(std::size_t bytes, int threads);

// In the order of the default stream; `from` may be changed after the call. Throws Error.
void upload(void* to, std::span<std::byte const> from, Team& team);

} // namespace cerrado
