// The memory plan of a run, before anything is launched: the number of workers that fit, and the memory that the run
// needs.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <span>

namespace cerrado {

// Returns: the warp width of a run on `device` (resolved): `wanted`, or a full warp for CUDA if that is 0. `compiled`
// are the widths that the application is compiled for. Throws InputError if the width is not among them, or if a width
// is given and the device is not CUDA.
int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled);

// Returns: how many of `wanted` workers fit in `budget_bytes`. Throws Error with the numbers if not even one fits.
int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes);

// Throws Error with the numbers if `what` needs more bytes of device memory than `room`.
void require_room(std::string_view what, std::uint64_t needed, std::uint64_t room);

// The needs of a run, known before anything is launched.
struct RunPlan {
    DeviceUse device;                        // memory.peak_bytes: all memory that the run will hold on the device
    std::uint64_t bytes_per_worker = 0;      // in device memory
    std::uint64_t fast_bytes_per_worker = 0; // in shared memory
    std::uint64_t roots = 0;                 // initial traversals that will be handed out
    std::string describe() const;            // a few aligned lines for a person
};

} // namespace cerrado
