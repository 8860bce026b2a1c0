// What was asked for and cannot be had.
#include "common/application_run.hpp"
#include "common/output.hpp"
#include "common/verification.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

void check_one_size(RunRequest const& request) {
    int const k = request.parameters.k;
    if (k == 0 && request.list.on()) throw InputError("--list: one size at a time; give it with -k");
    if (k == 0 && request.local.on()) {
        throw InputError("--per-vertex and --per-edge: one size at a time; give it with -k");
    }
    if (request.list.on() && k > max_traversal_length) {
        throw InputError(fmt::format("--list: -k {} is out of range; expected 1..{}", k, max_traversal_length));
    }
}

} // namespace

void check_range(Application const& application, Sizes sizes) {
    int const k = sizes.first < application.k_min ? sizes.first : sizes.last;
    if (sizes.is_one() && (k < application.k_min || k > application.k_max)) {
        std::string const range = application.k_max == largest_there_is
                                      ? fmt::format("{} or more", application.k_min)
                                      : fmt::format("{}..{}", application.k_min, application.k_max);
        throw InputError(fmt::format("{}: -k {} is out of range; expected {}", application.name, k, range));
    }
    if (sizes.first < application.k_min || sizes.last < sizes.first) {
        throw InputError(fmt::format("{}: sizes from {} to {}; expected {} or more, the smaller first",
                                     application.name, sizes.first, sizes.last, application.k_min));
    }
}

void check_request(Application const& application, RunRequest const& request) {
    check_range(application, request.parameters.sizes);
    check_one_size(request);
    check_list(request.list);
    std::vector<std::string> to_standard_output;
    for (auto const& [option, target] : {std::pair{"--json -", request.json},
                                         {"--csv -", request.csv},
                                         {"--list -", request.list.target},
                                         {"--per-vertex -", request.local.vertices},
                                         {"--per-edge -", request.local.edges}}) {
        if (target == "-") to_standard_output.emplace_back(option);
    }
    if (to_standard_output.size() > 1) {
        throw InputError(
            fmt::format("{}: only one of them can be standard output", fmt::join(to_standard_output, " and ")));
    }
    for (std::string const& target : {request.json, request.csv, request.local.vertices, request.local.edges}) {
        check_result(target);
    }
    if (request.checkpoint.on() && request.list.on()) {
        throw InputError("--checkpoint and --resume count, and hold no list: leave --list out");
    }
    if (!request.verify.empty()) parse_verify(request.verify, request.parameters.seed);
    if ((request.estimate || request.explain) && !request.balance.trace.empty()) {
        throw InputError(fmt::format("--trace has no effect with --{}, which does not run; give one of them",
                                     request.estimate ? "estimate" : "explain"));
    }
}

} // namespace cerrado::command
