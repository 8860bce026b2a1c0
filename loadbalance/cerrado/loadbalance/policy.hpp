// Policies of load balancing: when to move work, and whose. A policy is two pure functions of what the workers last
// published. They run on the CPU and need no device. Policies are known by name.
#pragma once

#include <cerrado/run/conduct/balance.hpp>
#include <cerrado/run/options.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// Settings that every policy takes. measured_settings() gives those that suit a device.
struct PolicySettings {
    double threshold = 0;        // the share of workers that may be idle, 0..1
    std::uint32_t donations = 1; // at most, traversals per idle worker
    std::uint64_t seed = 1;      // for policies that draw

    friend bool operator==(PolicySettings const&, PolicySettings const&) = default;
};

// `how` is called only if `when` says so. It names active workers, each once, and asks each for less than its weight.
// It leaves out what it cannot place. An empty list means that nothing is done. Both functions are pure: the same
// states give the same answer.
struct Policy {
    std::string name;
    std::function<bool(WorkerStates const&)> when;
    std::function<std::vector<Donation>(WorkerStates const&)> how;
    bool serves_unasked = true; // BalanceOptions::serves_unasked; false: only what the policy asks for moves
};

// The threshold and the donations of balance_defaults(device).
PolicySettings measured_settings(DeviceKind device = DeviceKind::automatic);

using PolicyFactory = std::function<Policy(PolicySettings const&)>;

// Makes a policy known under `name` (letters, digits, - and _) for this program. Throws InputError if the name is
// taken, or means something else on a command line ("none", "stop", "share"). Safe from any thread.
void register_policy(std::string const& name, std::string const& description, PolicyFactory factory);

// The policy of that name. Without settings it has the measured ones. Throws InputError for settings out of range, and
// for an unknown name, with a list of the known ones.
Policy make_policy(std::string const& name, PolicySettings const& settings);
Policy make_policy(std::string const& name);

std::vector<std::string> policy_names();                 // bundled and registered, in alphabetical order
std::string policy_description(std::string const& name); // one line; throws InputError

// Asks a policy once. The reason says what was seen and what follows.
Decision decide(Policy const& policy, WorkerStates const& states);

// What run() needs in RunOptions::balance. `mechanism` carries out what `policy` decides, every `poll`. Without `poll`
// it looks as often as balance_defaults() says for the device that `automatic` means.
BalanceOptions balance_options(BalanceMechanism mechanism, Policy policy,
                               std::optional<std::chrono::microseconds> poll = std::nullopt);

std::string to_string(BalanceMechanism mechanism);
BalanceMechanism parse_mechanism(std::string const& name); // "none", "stop", "share"; throws InputError

// --- for those who write policies ---

// Idle workers that a donation would serve, since no job waits for them in a queue.
std::size_t hungry_workers(WorkerStates const& states);

// The most that a look may ask for: hungry workers times `donations`.
std::uint64_t wanted_donations(WorkerStates const& states, std::uint32_t donations);

// Workers that can give something (active, weight of at least 2): the heaviest first, equal ones by index.
std::vector<std::uint32_t> donors_by_weight(WorkerStates const& states);

} // namespace cerrado
