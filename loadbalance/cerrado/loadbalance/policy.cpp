#include <cerrado/loadbalance/policy.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/run/calibration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <dlfcn.h>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <type_traits>
#include <utility>

namespace cerrado::detail {

// The function how() of the policy `dumato`: Algorithm 18 of the DuMato thesis, in one pass instead of a heap operation
// per donation.

std::uint64_t total_weight(WorkerStates const& states); // Returns: the sum of the weights of the active workers.

// Returns: the donations that result if the heaviest worker is taken from a heap again and again. Each time it gives
// one traversal, and it goes back into the heap while it is heavier than the average over all workers. In this way the
// heaviest workers sink to a common level. The level is found by bisection. Cost: O(n log n) for n workers, whatever
// the number of donations.
std::vector<Donation> take_to_level(WorkerStates const& states, std::uint32_t donations);

// The policy `random` decides by chance. The same states and seed give the same decision.

Policy random_policy(PolicySettings const& settings);

// The policies that come with Cerrado. Users get them from make_policy().

struct BundledPolicy {
    std::string name;
    std::string description;
    PolicyFactory factory;
};

std::vector<BundledPolicy> bundled_policies();

namespace {

std::uint64_t above(WorkerStates const& states, std::vector<std::uint32_t> const& donors, std::uint64_t level) {
    std::uint64_t sum = 0;
    for (std::uint32_t const donor : donors) {
        if (states.workers[donor].weight <= level) break;
        sum += states.workers[donor].weight - level;
    }
    return sum;
}

// Returns: the lowest level, not below `floor`, for which the sum of the weights above it is not more than wanted.
// O(donors * 32).
std::uint64_t level_for(WorkerStates const& states, std::vector<std::uint32_t> const& donors, std::uint64_t floor,
                        std::uint64_t wanted) {
    std::uint64_t low = floor;
    std::uint64_t high = std::max<std::uint64_t>(floor, donors.empty() ? 0 : states.workers[donors.front()].weight);
    while (low < high) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (above(states, donors, middle) <= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace

std::uint64_t total_weight(WorkerStates const& states) {
    std::uint64_t sum = 0;
    for (WorkerState const& worker : states.workers) sum += worker.active ? worker.weight : 0;
    return sum;
}

std::vector<Donation> take_to_level(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t wanted = wanted_donations(states, donations);
    if (wanted == 0) return {};
    std::vector<std::uint32_t> const donors = donors_by_weight(states);
    std::uint64_t const average = total_weight(states) / states.workers.size();
    std::uint64_t const floor = std::max<std::uint64_t>(1, average); // a donor keeps one
    std::uint64_t const level = level_for(states, donors, floor, wanted);

    std::vector<std::uint32_t> given(states.workers.size());
    for (std::uint32_t const donor : donors) {
        std::uint64_t const weight = states.workers[donor].weight;
        if (weight <= level) break;
        given[donor] = static_cast<std::uint32_t>(weight - level);
        wanted -= weight - level;
    }
    // The rest of the demand is taken in single traversals. If the level is above the floor, they come from the workers
    // at the level, by index. If the level is the floor, they come from the workers that were never above the average.
    std::vector<std::uint32_t> next;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const weight = states.workers[donor].weight;
        if (level > floor ? weight >= level : weight <= average) next.push_back(donor);
    }
    if (level > floor) std::ranges::sort(next);
    for (std::uint32_t const donor : next) {
        if (wanted == 0) break;
        ++given[donor];
        --wanted;
    }
    std::vector<Donation> plan;
    for (std::uint32_t worker = 0; worker < given.size(); ++worker) {
        if (given[worker] > 0) plan.push_back({worker, given[worker]});
    }
    return plan;
}

namespace {

// SplitMix64 (Steele, Lea, Flood 2014), started from all numbers that the policy sees.
class StateRandom {
public:
    StateRandom(WorkerStates const& states, std::uint64_t seed) : state_(seed) {
        absorb(std::bit_cast<std::uint64_t>(states.seconds));
        for (WorkerState const& worker : states.workers)
            absorb(std::uint64_t{worker.weight} * 2 + (worker.active ? 1 : 0));
    }

    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    void absorb(std::uint64_t value) {
        state_ ^= value;
        state_ = next();
    }

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return mixed ^ (mixed >> 31);
    }

    std::uint64_t state_;
};

std::vector<Donation> draw_donations(WorkerStates const& states, PolicySettings const& settings) {
    StateRandom random(states, settings.seed);
    random.below(2); // skips the coin of `when`
    std::uint64_t wanted = wanted_donations(states, settings.donations);
    std::vector<std::uint32_t> donors = donors_by_weight(states);
    std::vector<Donation> plan;
    for (std::size_t i = 0; i < donors.size() && wanted > 0; ++i) {
        std::swap(donors[i], donors[i + random.below(donors.size() - i)]);
        std::uint64_t const most = std::min<std::uint64_t>(wanted, states.workers[donors[i]].weight - 1);
        std::uint64_t const count = random.below(most + 1);
        if (count > 0) plan.push_back({donors[i], static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

} // namespace

Policy random_policy(PolicySettings const& settings) {
    auto const when = [seed = settings.seed](WorkerStates const& states) {
        return hungry_workers(states) > 0 && StateRandom(states, seed).below(2) == 1;
    };
    return {"", when, [settings](WorkerStates const& states) { return draw_donations(states, settings); }};
}

namespace {

// The condition of Algorithm 18, line 4. A worker is not idle in this sense if a job waits for it.
auto above_threshold(double threshold) {
    return [threshold](WorkerStates const& states) {
        auto const workers = static_cast<double>(states.workers.size());
        return static_cast<double>(hungry_workers(states)) > threshold * workers;
    };
}

// The heaviest workers give half of their weight each. As few workers give as are needed.
std::vector<Donation> take_from_heaviest(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t wanted = wanted_donations(states, donations);
    std::vector<Donation> plan;
    for (std::uint32_t const donor : donors_by_weight(states)) {
        if (wanted == 0) break;
        std::uint64_t const count = std::min<std::uint64_t>(wanted, states.workers[donor].weight / 2);
        plan.push_back({donor, static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

// Every worker gives its weight above the mean. If the sum is more than is wanted, every worker gives the same part of
// it.
std::vector<Donation> take_evenly(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t const wanted = wanted_donations(states, donations);
    if (wanted == 0) return {};
    std::uint64_t const mean = std::max<std::uint64_t>(1, total_weight(states) / states.workers.size());
    std::vector<std::uint32_t> donors = donors_by_weight(states);
    std::erase_if(donors, [&](std::uint32_t donor) { return states.workers[donor].weight <= mean; });
    auto const excess_of = [&](std::uint32_t donor) { return states.workers[donor].weight - mean; };
    std::uint64_t excess = 0;
    for (std::uint32_t const donor : donors) excess += excess_of(donor);

    // Returns: the wanted part of a sum of excesses. The caller passes growing sums and takes the differences, so that
    // the rounded parts add up.
    auto const part = [&](std::uint64_t sum) {
        return excess <= wanted ? sum : static_cast<std::uint64_t>(WideCount{sum} * wanted / excess);
    };
    std::vector<Donation> plan;
    std::uint64_t before = 0;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const count = part(before + excess_of(donor)) - part(before);
        before += excess_of(donor);
        if (count > 0) plan.push_back({donor, static_cast<std::uint32_t>(count)});
    }
    return plan;
}

using How = std::vector<Donation> (*)(WorkerStates const&, std::uint32_t);

PolicyFactory with_threshold(How how) {
    return [how](PolicySettings const& settings) {
        return Policy{
            "", above_threshold(settings.threshold),
            [how, donations = settings.donations](WorkerStates const& states) { return how(states, donations); }};
    };
}

Policy never(PolicySettings const&) {
    return {"", [](WorkerStates const&) { return false; }, [](WorkerStates const&) { return std::vector<Donation>{}; },
            false};
}

} // namespace

std::vector<BundledPolicy> bundled_policies() {
    return {
        {"dumato",
         "above the threshold, the heaviest worker gives one traversal at a time until all idle workers are served or "
         "the heaviest is at the average (DuMato, Algorithm 18)",
         with_threshold(take_to_level)},
        {"even",
         "above the threshold, every worker above the mean weight gives its excess, or the same part of it if less is "
         "needed",
         with_threshold(take_evenly)},
        {"heaviest", "above the threshold, the few heaviest workers give half of their weight each",
         with_threshold(take_from_heaviest)},
        {"never", "moves nothing", never},
        {"random",
         "while a worker is idle, chance decides if random workers give random numbers of traversals: for tests",
         random_policy},
    };
}

} // namespace cerrado::detail

namespace cerrado {

// The names of policies. The bundled policies are registered at the first question, without a static object of another
// file.

namespace {

struct Registered {
    std::string description;
    PolicyFactory factory;
};

struct Registry {
    std::mutex mutex;
    std::map<std::string, Registered> entries;

    Registry() {
        for (auto& [name, description, factory] : detail::bundled_policies()) {
            entries.emplace(name, Registered{description, factory});
        }
    }
};

Registry& registry() {
    static Registry instance;
    return instance;
}

bool is_file(std::string const& name) { return name.ends_with(".so") || name.find('/') != std::string::npos; }

Registered load_policy(std::string const& path) {
    static_assert(std::is_trivially_copyable_v<PolicyFile>);
    // A name without a slash would be looked for in the folders of the loader.
    void* const library = ::dlopen((path.find('/') == std::string::npos ? "./" + path : path).c_str(), RTLD_NOW);
    if (library == nullptr)
        throw InputError(fmt::format("{}: no policy could be loaded from it ({})", path, ::dlerror()));
    auto const* const policy = static_cast<PolicyFile const*>(::dlsym(library, "cerrado_policy"));
    if (policy == nullptr) {
        throw InputError(
            fmt::format("{}: the library defines no policy; write CERRADO_POLICY(description, factory) in it", path));
    }
    if (policy->version != PolicyFile::current_version) {
        throw InputError(
            fmt::format("{}: the library was built with another version of Cerrado; build it again with "
                        "this one",
                        path));
    }
    return {policy->description, policy->factory};
}

Registered find_entry(std::string const& name) {
    if (is_file(name)) return load_policy(name);
    {
        std::lock_guard const lock(registry().mutex);
        auto const found = registry().entries.find(name);
        if (found != registry().entries.end()) return found->second;
    }
    throw InputError(fmt::format(
        "'{}' is not a load-balancing policy; the policies are {}, and the path of a library, such as ./mine.so", name,
        joined(policy_names(), ", ")));
}

void check_name(std::string const& name) {
    auto const fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, fits)) {
        throw InputError(fmt::format("'{}' cannot be the name of a policy; expected letters, digits, - and _", name));
    }
    if (name == "none" || name == "stop" || name == "share") {
        throw InputError(
            fmt::format("'{}' cannot be the name of a policy, because it is a mechanism; choose another name", name));
    }
}

} // namespace

void register_policy(std::string const& name, std::string const& description, PolicyFactory factory) {
    check_name(name);
    if (!factory)
        throw InputError(fmt::format("the policy '{}' was registered without a factory; register it with one", name));
    std::lock_guard const lock(registry().mutex);
    if (!registry().entries.emplace(name, Registered{description, std::move(factory)}).second) {
        throw InputError(fmt::format("there is already a policy with the name '{}'; choose another name", name));
    }
}

Policy make_policy(std::string const& name, PolicySettings const& settings) {
    Registered const entry = find_entry(name);
    if (!(settings.threshold >= 0 && settings.threshold <= 1)) {
        throw InputError(fmt::format("the threshold {} is out of range; expected a share of the workers, from 0 to 1",
                                     settings.threshold));
    }
    if (settings.donations == 0)
        throw InputError("with 0 donations per idle worker nothing would move; expected 1 or more");
    Policy policy = entry.factory(settings);
    policy.name = name;
    if (!policy.when || !policy.how)
        throw InputError(fmt::format("the policy '{}' has no function 'when' or no function 'how'; give both", name));
    return policy;
}

std::vector<std::string> policy_names() {
    std::lock_guard const lock(registry().mutex);
    std::vector<std::string> names;
    for (auto const& entry : registry().entries) names.push_back(entry.first);
    return names;
}

std::string policy_description(std::string const& name) { return find_entry(name).description; }

std::size_t hungry_workers(WorkerStates const& states) {
    std::uint64_t const waiting = states.queued_jobs + states.shared_jobs;
    std::size_t const idle = states.idle();
    return idle - static_cast<std::size_t>(std::min<std::uint64_t>(idle, waiting));
}

std::uint64_t wanted_donations(WorkerStates const& states, std::uint32_t donations) {
    return std::uint64_t{hungry_workers(states)} * donations;
}

std::vector<std::uint32_t> donors_by_weight(WorkerStates const& states) {
    std::vector<std::uint32_t> donors;
    for (std::uint32_t i = 0; i < states.workers.size(); ++i) {
        if (states.workers[i].active && states.workers[i].weight >= 2) donors.push_back(i);
    }
    std::ranges::stable_sort(
        donors, [&](std::uint32_t a, std::uint32_t b) { return states.workers[a].weight > states.workers[b].weight; });
    return donors;
}

PolicySettings measured_settings(DeviceKind device) {
    BalanceDefaults const& defaults = balance_defaults(device);
    return {.threshold = defaults.threshold, .donations = defaults.donations};
}

Policy make_policy(std::string const& name) { return make_policy(name, measured_settings()); }

Decision decide(Policy const& policy, WorkerStates const& states) {
    Decision decision;
    std::string const seen = fmt::format("{} of {} workers idle", states.idle(), states.workers.size());
    if (!policy.when(states)) {
        decision.reason = fmt::format("{}: {} waits", seen, policy.name);
        return decision;
    }
    decision.donations = policy.how(states);
    if (decision.donations.empty()) {
        decision.reason = fmt::format("{}: {} finds nothing to give", seen, policy.name);
        return decision;
    }
    auto const add = [](std::uint64_t sum, Donation const& donation) { return sum + donation.count; };
    std::uint64_t const total =
        std::accumulate(decision.donations.begin(), decision.donations.end(), std::uint64_t{0}, add);
    decision.rebalance = true;
    decision.reason =
        fmt::format("{}: {} asks {} workers for {} traversals", seen, policy.name, decision.donations.size(), total);
    return decision;
}

BalanceOptions balance_options(BalanceMechanism mechanism, Policy policy,
                               std::optional<std::chrono::microseconds> poll) {
    BalanceOptions options;
    options.mechanism = mechanism;
    if (poll) options.poll = *poll;
    if (mechanism == BalanceMechanism::none) return options;
    if (!poll) options.poll = balance_defaults().poll;
    options.serves_unasked = policy.serves_unasked;
    options.decide = [policy = std::move(policy)](WorkerStates const& states) { return decide(policy, states); };
    return options;
}

namespace {

constexpr WordFor<BalanceMechanism> mechanism_words[] = {
    {"none", BalanceMechanism::none}, {"stop", BalanceMechanism::stop}, {"share", BalanceMechanism::share}};

constexpr char usual_policy[] = "dumato";

bool is_policy(std::string const& name) {
    if (is_file(name)) return true;
    std::vector<std::string> const names = policy_names();
    return std::ranges::find(names, name) != names.end();
}

// Reads the mechanism that the word names, and the policy if it names one.
void read_balance(std::string const& word, OptionText text, BalanceChoice& choice) {
    if (word == "auto") {
        choice.automatic = true;
    } else if (is_policy(word)) {
        choice.mechanism = BalanceMechanism::share;
        choice.policy = word;
    } else if (std::ranges::find(mechanism_words, word, &WordFor<BalanceMechanism>::name) !=
               std::end(mechanism_words)) {
        choice.mechanism = parse_mechanism(word);
        if (choice.on()) choice.policy = usual_policy;
    } else {
        throw InputError(fmt::format("{}: expected auto, none, stop, share or a policy ({})", text("balance", word),
                                     joined(policy_names(), ", ")));
    }
}

void require_effect(BalanceWords const& words, BalancedRun const& run, OptionText text) {
    for (auto const& [given, name] : {std::pair{words.policy.has_value(), "policy"},
                                      {words.threshold.has_value(), "threshold"},
                                      {words.donations.has_value(), "donations"},
                                      {words.poll.has_value() && !run.is_observed, "poll"}}) {
        if (!given) continue;
        throw InputError(fmt::format("{} has no effect without {}; add {} or {}", text(name, ""), text("balance", ""),
                                     text("balance", "share"), text("balance", "stop")));
    }
}

} // namespace

std::string to_string(BalanceMechanism mechanism) { return std::string(name_in(mechanism_words, mechanism)); }

BalanceMechanism parse_mechanism(std::string const& name) {
    for (auto const& [word, mechanism] : mechanism_words) {
        if (word == name) return mechanism;
    }
    throw InputError(fmt::format("'{}' is not a mechanism of load balancing; expected none, stop or share", name));
}

BalanceOptions BalanceChoice::options() const {
    BalanceOptions options = balance_options(mechanism, make_policy(policy, settings), poll);
    options.deal = deal;
    options.automatic = automatic;
    return options;
}

std::chrono::microseconds poll_of(std::string const& what, double seconds) {
    constexpr double least = 1e-6, most = 60;
    if (!(seconds >= least && seconds <= most)) { // NaN is refused, too
        throw InputError(fmt::format("{}: expected a time from {} to {}, such as {}", what, time_of(least),
                                     time_of(most), time_text));
    }
    return std::chrono::microseconds(std::llround(seconds * 1e6));
}

BalanceChoice choose_balance(BalanceWords const& words, BalancedRun const& run, OptionText text) {
    BalanceChoice choice;
    read_balance(words.balance, text, choice);
    if (!choice.on()) require_effect(words, run, text);
    if (words.policy && is_policy(words.balance) && *words.policy != words.balance) {
        throw InputError(fmt::format("{} and {} name two policies; give one of them", text("balance", words.balance),
                                     text("policy", *words.policy)));
    }
    choice.policy = words.policy.value_or(choice.policy);
    bool const are_given = words.threshold && words.donations && words.poll;
    if ((choice.on() || run.is_observed) && !are_given) {
        choice.settings = measured_settings(run.device);
        choice.poll = balance_defaults(run.device).poll;
    }
    choice.settings.threshold = words.threshold.value_or(choice.settings.threshold);
    choice.settings.donations = words.donations.value_or(choice.settings.donations);
    if (words.poll) choice.poll = poll_of(text("poll", fmt::format("{:g}", *words.poll)), *words.poll);
    make_policy(choice.policy, choice.settings);
    choice.deal = parse_deal_policy(words.deal);
    if (choice.deal != DealPolicy::hand_over && !run.is_shared) {
        throw InputError(
            fmt::format("{} has no effect on one device; add {}", text("deal", words.deal), text("devices", "0,1")));
    }
    return choice;
}

} // namespace cerrado
