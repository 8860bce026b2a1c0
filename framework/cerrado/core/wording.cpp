#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

namespace cerrado {

std::string grouped(WideCount count) { return grouped(fmt::to_string(count)); }

std::string grouped(std::string const& digits) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string counted(WideCount count, std::string_view noun) { return counted(fmt::to_string(count), noun); }

std::string counted(std::string const& digits, std::string_view noun) {
    if (digits == "1") return fmt::format("1 {}", noun);
    return fmt::format("{} {}", grouped(digits), plural(noun));
}

std::string plural(std::string_view noun) {
    if (noun.ends_with("vertex")) return fmt::format("{}ices", noun.substr(0, noun.size() - 2));
    if (noun.ends_with("ch")) return fmt::format("{}es", noun);
    if (noun.ends_with("ry")) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
    return fmt::format("{}s", noun);
}

} // namespace cerrado
