// Host memory for arrays beside a resident graph.
#pragma once

#include <cstdint>

namespace cerrado {

// Returns: memory, all 0, aligned for the widest registers. The system clears a page of a large array only when a
// worker first writes to it. So a run that is told to end does so quickly, however much memory it has taken. Throws
// std::bad_alloc.
void* allocate_on_host(std::uint64_t bytes);
void free_on_host(void* memory, std::uint64_t bytes) noexcept;

} // namespace cerrado
