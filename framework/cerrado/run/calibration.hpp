// The default settings of load balancing, measured on this device. The caller may set other values.
#pragma once

#include <cerrado/run/options.hpp>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace cerrado {

struct BalanceDefaults {
    int workers = 0;                   // workers that fit at once: CUDA warps, or host threads
    double threshold = 0;              // the share of workers that may be idle before work is moved
    std::uint32_t donations = 0;       // at most this many traversals for each idle worker
    std::chrono::microseconds poll{0}; // between two looks at the workers

    // A few words for a person that tell where each value comes from.
    struct Origins {
        std::string workers, threshold, donations, poll;
    };
    Origins origins;
};

// Returns: the defaults of a device. The first call for each device measures, in at most 20 ms besides the start of
// CUDA itself; later calls return the same values. Any thread may call it. Throws Error for cuda if no device can be
// used.
BalanceDefaults const& balance_defaults(DeviceKind device = DeviceKind::automatic);

namespace detail {

inline constexpr int share_parts = 8; // shares of workers are measured in eighths

// The measurements of a device, from which the defaults follow.
struct Calibration {
    int processors = 1; // multiprocessors, or hardware threads
    int workers_per_processor = 1;
    // throughput[i]: the throughput when i eighths of the workers are idle. If it is empty, the throughput is taken to
    // be proportional to the number of busy workers.
    std::span<double const> throughput;
    double look_seconds = 0;       // the time of one look at the workers
    bool workers_pay_look = false; // a look takes processor time from the workers
};

BalanceDefaults defaults_from(Calibration const& measured);

// Returns: the greatest share of idle workers that leaves 95 % of the best throughput, from 0.05 to 0.6.
double tolerable_idle_share(std::span<double const> throughput);

// Returns: the number of donations per idle worker, from 1 to 16, that the queue has room for when the share of idle
// workers reaches the threshold.
std::uint32_t donations_that_fit(double threshold, int workers);

// Returns: the nearest of 20us, 50us, 100us, 200us, 500us and 1ms.
std::chrono::microseconds round_poll(double seconds);

} // namespace detail
} // namespace cerrado
