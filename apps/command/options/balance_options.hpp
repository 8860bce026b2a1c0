// The options about load balancing that every application has, and the settings that follow from them.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/run/options.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace cerrado::command {

// As typed. A member without a value was not given.
struct BalanceRequest {
    std::string balance = "none";
    std::optional<std::string> policy;
    std::optional<double> threshold;
    std::optional<std::uint32_t> donations;
    std::optional<std::string> poll;
    std::string trace;     // a file, or empty
    std::string job_times; // a file, or empty
    std::string deal = "hand-over";
};

struct BalanceChoice {
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy = "never";
    PolicySettings settings;
    std::chrono::microseconds poll = BalanceOptions().poll;
    DealPolicy deal = DealPolicy::hand_over;

    bool on() const { return mechanism != BalanceMechanism::none; }
    double poll_seconds() const { return std::chrono::duration<double>(poll).count(); }
    BalanceOptions options() const;
};

// --balance, --policy, --threshold, --donations, --poll, --trace, --deal, --job-times.
void add_balance_options(Options& command, BalanceRequest& request);

// What was not given is what balance_defaults() measures on the device. Throws InputError for unknown names, values out
// of range, and options that would have no effect.
BalanceChoice choose_balance(BalanceRequest const& request, DeviceKind device);

std::string poll_help(); // of --poll, for --help

// Reads --poll, see parse_time(). Throws InputError unless it is at least a microsecond and at most a minute.
std::chrono::microseconds parse_poll(std::string const& text);

} // namespace cerrado::command
