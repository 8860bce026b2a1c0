// The memory plan: how many workers fit, and what a run would need, before anything is launched.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <span>

namespace cerrado {

// Returns: the warp width of a run on `device` (resolved): `wanted`, or a full warp for CUDA if that is 0. `compiled`
// are the widths that the application is compiled for. Throws InputError for a width that is not among them, and for
// any width if the device is not CUDA.
int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled);

// Returns: as many of `wanted` workers as fit in `budget_bytes`. Throws Error with the numbers if not even one fits.
int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes);

// Throws Error with the numbers if `what` needs more bytes of device memory than `room`.
void require_room(std::string_view what, std::uint64_t needed, std::uint64_t room);

// What a run would need, known before anything is launched.
struct RunPlan {
    DeviceUse device;
    MemoryUse memory;                        // peak_bytes: everything the run will hold on the device
    std::uint64_t bytes_per_worker = 0;      // in device memory
    std::uint64_t fast_bytes_per_worker = 0; // in shared memory
    std::uint64_t roots = 0;                 // initial traversals that will be handed out
    std::string describe() const;            // a few aligned lines for a person
};

} // namespace cerrado
