#include "command/options/time_option.hpp"

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

namespace cerrado::command {
namespace {

constexpr std::pair<std::string_view, double> units[] = {{"", 1},     {"us", 1e-6},  {"ms", 1e-3}, {"s", 1},
                                                         {"min", 60}, {"h", 3600.0}, {"d", 86400}};

double seconds_of(std::string_view unit) {
    for (auto const& [name, seconds] : units) {
        if (name == unit) return seconds;
    }
    return -1;
}

std::string text_of(double seconds) {
    if (seconds > 0 && seconds < 1e-3) return fmt::format("{:g}us", seconds * 1e6);
    if (seconds > 0 && seconds < 1) return fmt::format("{:g}ms", seconds * 1e3);
    return fmt::format("{:g}s", seconds);
}

} // namespace

double parse_time(std::string const& what, std::string const& text, double least, double most) {
    double amount = 0;
    char const* const end = text.data() + text.size();
    auto const [unit, error] = std::from_chars(text.data(), end, amount);
    double const scale = seconds_of({unit, static_cast<std::size_t>(end - unit)});
    double const seconds = amount * scale;
    bool const is_time = error == std::errc{} && scale > 0;
    if (!is_time || !(seconds >= least && seconds <= most)) { // NaN is refused, too
        throw InputError(fmt::format("{} {}: expected a time from {} to {}, such as {}", what, text, text_of(least),
                                     text_of(most), time_text));
    }
    return seconds;
}

Option add_time_option(Options& command, std::string const& name, double& seconds, std::string const& help,
                       double least) {
    std::string const by_default = seconds > 0 ? fmt::format(" [{}]", text_of(seconds)) : "";
    return command
        .add(
            name, [&seconds, name, least](std::string const& text) { seconds = parse_time(name, text, least); },
            fmt::format("{}; {}{}", help, time_text, by_default))
        .shown_as("TIME");
}

} // namespace cerrado::command
