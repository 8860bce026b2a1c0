// What load balancing starts from where nobody says otherwise: measured on the device at hand.
#pragma once

#include <cerrado/run/options.hpp>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace cerrado {

struct BalanceDefaults {
    int workers = 0;                   // that fit at once: CUDA warps, or host threads
    double threshold = 0;              // the share of workers that may be idle before work is moved
    std::uint32_t donations = 0;       // traversals for each idle worker, at most
    std::chrono::microseconds poll{0}; // between two looks at the workers

    // Where each of them comes from, in a few words for a person.
    struct Origins {
        std::string workers, threshold, donations, poll;
    };
    Origins origins;
};

// The defaults of a device. The first call for each device measures, in at most 20 ms beside the start of CUDA itself;
// every later one gives the same again. Safe from any thread. Throws Error for cuda where no device can be used.
BalanceDefaults const& balance_defaults(DeviceKind device = DeviceKind::automatic);

namespace detail {

inline constexpr int share_parts = 8; // shares of workers are measured in eighths

// What is measured of a device; the defaults follow from it.
struct Calibration {
    int processors = 1; // multiprocessors, or hardware threads
    int workers_per_processor = 1;
    // throughput[i]: how much gets done when i eighths of the workers have nothing to do. Empty: as much less as there
    // are fewer.
    std::span<double const> throughput;
    double look_seconds = 0;       // what one look at the workers takes
    bool workers_pay_look = false; // it takes a processor from them, and does not have one of its own
};

BalanceDefaults defaults_from(Calibration const& measured);

// The greatest share of idle workers that leaves 95 % of the best throughput, from 0.05 to 0.6.
double tolerable_idle_share(std::span<double const> throughput);

// Donations for each idle worker, once the threshold is reached, that the queue of donations holds together; from 1 to
// 16.
std::uint32_t donations_that_fit(double threshold, int workers);

// The nearest of 20us, 50us, 100us, 200us, 500us and 1ms.
std::chrono::microseconds round_poll(double seconds);

} // namespace detail
} // namespace cerrado
