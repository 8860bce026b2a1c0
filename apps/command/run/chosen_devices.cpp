#include "command/run/chosen_devices.hpp"

#include "command/record/message.hpp"

#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cerrado::command {
namespace {

constexpr double worth_sharing = 1; // seconds

double seconds_of(std::span<Choice::Prediction const> parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double sum, Choice::Prediction const& part) { return sum + part.seconds; });
}

bool is_unknown(std::span<Choice::Prediction const> parts) {
    return std::ranges::any_of(parts, &Choice::Prediction::is_more);
}

} // namespace

bool names_no_devices(Parameters const& parameters) { return parameters.devices == std::vector<std::string>{"auto"}; }

std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options) {
    int const devices = cuda_device_count();
    if (devices < 2) {
        print_message("--devices auto: there are no two CUDA devices here; {} does the run\n",
                      devices == 1 ? "the one" : "the host");
        return {};
    }
    std::vector<Choice::Prediction> parts;
    for (BoundApplication const& search : searches) parts.push_back(search.choose(graph, options).chosen);
    std::string const time = is_unknown(parts) ? "for long" : fmt::format("for about {:.2g} s", seconds_of(parts));
    if (!is_unknown(parts) && seconds_of(parts) <= worth_sharing) {
        print_message("--devices auto: one device would run {}, so one does it\n", time);
        return {};
    }
    print_message("--devices auto: one device would run {}, so all {} share it\n", time, devices);
    std::vector<std::string> words;
    for (int device = 0; device < devices; ++device) words.push_back(std::to_string(device));
    return words;
}

} // namespace cerrado::command
