#include "command/options/balance_options.hpp"

#include "command/options/options.hpp"
#include "command/options/time_option.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/conduct/calibration.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace cerrado::command {
namespace {

constexpr char default_policy[] = "dumato";

bool is_policy(std::string const& name) {
    std::vector<std::string> const names = policy_names();
    return std::ranges::find(names, name) != names.end();
}

// The mechanism that --balance names, and the policy where it names one.
void read_balance(std::string const& word, BalanceChoice& choice) {
    if (is_policy(word)) {
        choice.mechanism = BalanceMechanism::share;
        choice.policy = word;
    } else if (word == "none" || word == "stop" || word == "share") {
        choice.mechanism = parse_mechanism(word);
        if (choice.on()) choice.policy = default_policy;
    } else {
        throw InputError(fmt::format("--balance {}: expected none, stop, share or a policy ({})", word,
                                     fmt::join(policy_names(), ", ")));
    }
}

void require_effect(BalanceRequest const& request) {
    for (auto const& [given, name] : {std::pair{request.policy.has_value(), "--policy"},
                                      {request.threshold.has_value(), "--threshold"},
                                      {request.donations.has_value(), "--donations"},
                                      {request.poll.has_value() && request.trace.empty(), "--poll"}}) {
        if (given)
            throw InputError(fmt::format("{} has no effect without --balance; add --balance share, or stop", name));
    }
}

void take_measured(BalanceChoice& choice, BalanceRequest const& request, DeviceKind device) {
    if (request.threshold && request.donations && request.poll) return;
    choice.settings = measured_settings(device);
    choice.poll = balance_defaults(device).poll;
}

} // namespace

BalanceOptions BalanceChoice::options() const {
    BalanceOptions options = balance_options(mechanism, make_policy(policy, settings), poll);
    options.deal = deal;
    return options;
}

std::string poll_help() {
    return fmt::format("Between two looks at the workers; {} [measured, as the two above: see `cerrado info --device`]",
                       time_text);
}

void add_balance_options(Options& command, BalanceRequest& request) {
    command
        .add("--balance", request.balance,
             "Move work between workers: none, stop, share, or a policy's name (share with that policy)")
        .shows_default();
    command.add("--policy", request.policy, "When and how work is moved, see `cerrado balance policies` [dumato]");
    command.add("--threshold", request.threshold, "The share of workers that may be idle, 0..1 [measured]");
    command.add("--donations", request.donations, "Traversals for each idle worker, at most [measured]");
    command.add("--poll", request.poll, poll_help()).shown_as("TIME");
    command.add("--trace", request.trace, "Write the history of the run, see `cerrado balance replay --help`")
        .shown_as("FILE");
    command
        .add("--deal", request.deal,
             fmt::format("How --devices or processes divide the jobs: {}", fmt::join(deal_policy_names(), ", ")))
        .shows_default();
    command.add("--job-times", request.job_times, "Write how long each job took, for `cerrado balance simulate`")
        .shown_as("FILE");
}

BalanceChoice choose_balance(BalanceRequest const& request, DeviceKind device) {
    BalanceChoice choice;
    read_balance(request.balance, choice);
    if (!choice.on()) require_effect(request);
    if (request.policy && is_policy(request.balance) && *request.policy != request.balance) {
        throw InputError(fmt::format("--balance {} and --policy {}: two policies; give one of them", request.balance,
                                     *request.policy));
    }
    choice.policy = request.policy.value_or(choice.policy);
    if (choice.on() || !request.trace.empty()) take_measured(choice, request, device);
    choice.settings.threshold = request.threshold.value_or(choice.settings.threshold);
    choice.settings.donations = request.donations.value_or(choice.settings.donations);
    if (request.poll) choice.poll = parse_poll(*request.poll);
    choice.deal = parse_deal_policy(request.deal);
    make_policy(choice.policy, choice.settings);
    return choice;
}

std::chrono::microseconds parse_poll(std::string const& text) {
    constexpr double least = 1e-6, most = 60;
    return std::chrono::microseconds(std::llround(parse_time("--poll", text, least, most) * 1e6));
}

} // namespace cerrado::command
