// Policies of load balancing. A policy decides when work is moved, and from which workers. It is two pure functions of
// the states that the workers last published. They run on the CPU and need no device. Policies are known by name.
#pragma once

#include <cerrado/core/detail/words.hpp>
#include <cerrado/run/balance.hpp>
#include <cerrado/run/options.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// Settings that every policy takes. measured_settings() gives values that suit a device.
struct PolicySettings {
    double threshold = 0;        // the share of workers that may be idle, 0..1
    std::uint32_t donations = 1; // the most traversals per idle worker
    std::uint64_t seed = 1;      // for policies that draw random numbers

    friend bool operator==(PolicySettings const&, PolicySettings const&) = default;
};

// `how` is called only if `when` returns true. It names active workers, each once, and asks each for less than its
// weight. If it cannot place all of the demand, it leaves out the rest. An empty list means that nothing is done. Both
// functions are pure: the same states give the same answer.
struct Policy {
    std::string name;
    std::function<bool(WorkerStates const&)> when;
    std::function<std::vector<Donation>(WorkerStates const&)> how;
    bool serves_unasked = true; // for BalanceOptions::serves_unasked; false: workers give only what the policy asks for
};

// The threshold and the donations of balance_defaults(device).
PolicySettings measured_settings(DeviceKind device = DeviceKind::automatic);

using PolicyFactory = std::function<Policy(PolicySettings const&)>;

// Makes a policy known under `name` (letters, digits, - and _) for this program. Throws InputError if the name is
// taken, or has another meaning on a command line ("none", "stop", "share"). Safe from any thread.
void register_policy(std::string const& name, std::string const& description, PolicyFactory factory);

// A policy in a shared library, which CERRADO_POLICY defines, and CMake's cerrado_add_policy builds. Its name is the
// library's path, such as ./mine.so, wherever a policy is named.
struct PolicyFile {
    static constexpr int current_version = 1;
    int version; // of the types that the library shares with the program
    char const* description;
    Policy (*factory)(PolicySettings const&);
};
#define CERRADO_POLICY(description, factory)             \
    extern "C" cerrado::PolicyFile const cerrado_policy; \
    cerrado::PolicyFile const cerrado_policy = {cerrado::PolicyFile::current_version, description, factory}

// Returns: the policy with that name, or of the shared library with that path, which stays loaded. Without settings it
// has the measured ones. Throws InputError for settings out of range, for an unknown name, with a list of the known
// ones, and for a file that is no library with a policy.
Policy make_policy(std::string const& name, PolicySettings const& settings);
Policy make_policy(std::string const& name);

std::vector<std::string> policy_names();                 // bundled and registered policies, in alphabetical order
std::string policy_description(std::string const& name); // one line; throws InputError

// Asks a policy once. The reason has the states that the policy saw, and its decision.
Decision decide(Policy const& policy, WorkerStates const& states);

// Returns: the value of RunOptions::balance for run(). `mechanism` carries out the decisions of `policy`, every `poll`.
// Without `poll` it looks as often as balance_defaults() says for the device that `automatic` means.
BalanceOptions balance_options(BalanceMechanism mechanism, Policy policy,
                               std::optional<std::chrono::microseconds> poll = std::nullopt);

std::string to_string(BalanceMechanism mechanism);
BalanceMechanism parse_mechanism(std::string const& name); // "none", "stop", "share"; throws InputError

// --- load balancing as a person asks for it ---

// A member without a value was not given.
struct BalanceWords {
    std::string balance = "auto"; // auto, none, stop, share, or a policy, which means share with that policy
    std::optional<std::string> policy{};
    std::optional<double> threshold{};
    std::optional<std::uint32_t> donations{};
    std::optional<double> poll{}; // seconds
    std::string deal = "hand-over";
};

struct BalanceChoice {
    BalanceMechanism mechanism = BalanceMechanism::none;
    bool automatic = false; // the application may take another mechanism
    std::string policy = "never";
    PolicySettings settings;
    std::chrono::microseconds poll = BalanceOptions().poll;
    DealPolicy deal = DealPolicy::hand_over;

    bool on() const { return mechanism != BalanceMechanism::none; }
    double poll_seconds() const { return std::chrono::duration<double>(poll).count(); }
    BalanceOptions options() const;
};

// The run that the words are for.
struct BalancedRun {
    DeviceKind device = DeviceKind::automatic;
    bool is_shared = false;   // by devices or processes
    bool is_observed = false; // its looks at the workers are kept, even if nothing is moved
};

// Returns: the choice. Settings that were not given are those that balance_defaults() measures on the device. Throws
// InputError for unknown words, settings out of range, two policies, and words that would have no effect.
BalanceChoice choose_balance(BalanceWords const& words, BalancedRun const& run, OptionText text);

// Returns: a time between two looks at the workers. Throws InputError, which begins with `what`, unless it is at least
// a microsecond and at most a minute.
std::chrono::microseconds poll_of(std::string const& what, double seconds);

// --- for those who write policies ---

// Returns: the number of idle workers for which no job waits in a queue.
std::size_t hungry_workers(WorkerStates const& states);

// Returns: the most traversals that one look may ask for: hungry workers times `donations`.
std::uint64_t wanted_donations(WorkerStates const& states, std::uint32_t donations);

// Returns: the workers that can give something (active, weight of at least 2). The heaviest are first, and equal ones
// are ordered by index.
std::vector<std::uint32_t> donors_by_weight(WorkerStates const& states);

} // namespace cerrado
