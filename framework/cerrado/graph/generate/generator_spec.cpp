#include <cerrado/core/error.hpp>
#include <cerrado/graph/generate/generator_spec.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace cerrado {
namespace {

constexpr std::string_view prefix = "gen:";

std::uint64_t power_of_ten(int exponent) {
    std::uint64_t result = 1;
    for (; exponent > 0; --exponent) result *= 10;
    return result;
}

// A decimal number in units of 10^-decimals, or nothing where `text` is not one or has more digits than that.
std::optional<std::uint64_t> read_number(std::string_view text, int decimals) {
    std::string digits(text.substr(0, text.find('.')));
    std::string_view fraction = text.size() > digits.size() ? text.substr(digits.size() + 1) : std::string_view{};
    bool const point_without_digits = text.size() > digits.size() && fraction.empty();
    if (digits.empty() || point_without_digits || fraction.size() > static_cast<std::size_t>(decimals)) return {};
    digits.append(fraction);
    digits.append(static_cast<std::size_t>(decimals) - fraction.size(), '0');
    if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return {};
    std::uint64_t value = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return {};
    return value;
}

[[noreturn]] void refuse_spec(std::string const& spec, std::string const& what, GeneratorKind const& kind) {
    throw InputError(fmt::format("{}: {}; {} takes {}, e.g. {}", spec, what, kind.name, kind.usage(), kind.example));
}

GeneratorKind const& find_kind(std::string const& spec, std::string_view name) {
    auto const& kinds = generator_kinds();
    auto const kind = std::find_if(kinds.begin(), kinds.end(), [name](auto const& k) { return k.name == name; });
    if (kind != kinds.end()) return *kind;
    std::vector<std::string_view> names;
    for (auto const& known : kinds) names.push_back(known.name);
    throw InputError(fmt::format("{}: unknown generator '{}'; kinds are {}, e.g. {}", spec, name,
                                 fmt::join(names, ", "), kinds.front().example));
}

std::uint64_t read_value(std::string const& spec, GeneratorKind const& kind, GeneratorParameter const& parameter,
                         std::string_view text) {
    auto const value = read_number(text, parameter.decimals);
    if (!value || *value < parameter.least || *value > parameter.most) {
        refuse_spec(
            spec,
            fmt::format("{}={} is not {} from {} to {}", parameter.name, text,
                        parameter.decimals == 0 ? std::string("a whole number")
                                                : fmt::format("a number with at most {} decimals", parameter.decimals),
                        parameter.show(parameter.least), parameter.show(parameter.most)),
            kind);
    }
    return *value;
}

void read_assignment(std::string const& spec, GeneratorKind const& kind, std::string_view assignment,
                     std::vector<std::optional<std::uint64_t>>& values) {
    std::size_t const equals = assignment.find('=');
    if (equals == std::string_view::npos) refuse_spec(spec, fmt::format("'{}' is not key=value", assignment), kind);
    std::string_view const key = assignment.substr(0, equals);
    auto const& known = kind.parameters;
    auto const parameter = std::find_if(known.begin(), known.end(), [key](auto const& p) { return p.name == key; });
    if (parameter == known.end()) refuse_spec(spec, fmt::format("unknown parameter '{}'", key), kind);
    auto& value = values[static_cast<std::size_t>(parameter - known.begin())];
    if (value) refuse_spec(spec, fmt::format("parameter '{}' is given twice", key), kind);
    value = read_value(spec, kind, *parameter, assignment.substr(equals + 1));
}

} // namespace

std::string GeneratorParameter::show(std::uint64_t value) const {
    if (decimals == 0) return std::to_string(value);
    std::uint64_t const unit = power_of_ten(decimals);
    std::string text = fmt::format("{}.{:0{}}", value / unit, value % unit, decimals);
    while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
    return text;
}

std::string GeneratorKind::usage() const {
    std::string text;
    for (auto const& parameter : parameters) {
        if (!text.empty()) text += ", ";
        text += parameter.name;
        if (!parameter.standard) continue;
        text += '=';
        text += parameter.show(*parameter.standard);
    }
    return text;
}

std::uint64_t GeneratorValues::operator[](std::string_view name) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name == name) return values_[i];
    }
    throw Error(fmt::format(
        "{}: the generator asks for a parameter '{}' that its kind does not declare; please report this", spec_, name));
}

void GeneratorValues::refuse(std::string_view key, std::string const& accepted) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name == key) {
            throw InputError(
                fmt::format("{}: {}={} is out of range; {}", spec_, key, parameters_[i].show(values_[i]), accepted));
        }
    }
    throw InputError(fmt::format("{}: {}", spec_, accepted));
}

GeneratorRequest parse_generator_spec(std::string const& spec) {
    std::string_view rest = std::string_view(spec).substr(prefix.size());
    std::size_t const colon = std::min(rest.find(':'), rest.size());
    GeneratorKind const& kind = find_kind(spec, rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    std::vector<std::optional<std::uint64_t>> given(kind.parameters.size());
    for (bool more = !rest.empty(); more;) {
        std::size_t const comma = std::min(rest.find(','), rest.size());
        read_assignment(spec, kind, rest.substr(0, comma), given);
        more = comma < rest.size();
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < given.size(); ++i) {
        auto const& parameter = kind.parameters[i];
        if (!given[i] && !parameter.standard)
            refuse_spec(spec, fmt::format("parameter '{}' is missing", parameter.name), kind);
        values.push_back(given[i] ? *given[i] : *parameter.standard);
    }
    return {kind, GeneratorValues(spec, kind.parameters, std::move(values))};
}

} // namespace cerrado
