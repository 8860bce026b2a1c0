// Memory of the host for arrays beside a resident graph.
#pragma once

#include <cstdint>

namespace cerrado {

// All 0, aligned for the widest registers. Of a large one the system clears a page when a worker first writes to it: so
// a run that is told to end does so, however much memory it has taken. Throws std::bad_alloc.
void* allocate_on_host(std::uint64_t bytes);
void free_on_host(void* memory, std::uint64_t bytes) noexcept;

} // namespace cerrado
