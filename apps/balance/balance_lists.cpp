#include "balance/balance_lists.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace cerrado::command {
namespace {

constexpr double resolution = 1e9; // values are rounded to so many parts, so that 0.1:0.9:0.1 contains 0.3

template <class Number> std::optional<Number> whole_number(std::string const& text) {
    Number number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<std::string> split(std::string const& text, char separator) {
    std::vector<std::string> words;
    std::size_t begin = 0;
    for (;;) {
        std::size_t const end = std::min(text.find(separator, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        if (end == text.size()) return words;
        begin = end + 1;
    }
}

double share_of(std::string const& what, std::string const& word) {
    std::optional<double> const share = whole_number<double>(word);
    if (!share || !(*share >= 0 && *share <= 1)) {
        throw InputError(fmt::format("{} '{}': expected a number from 0 to 1", what, word));
    }
    return std::round(*share * resolution) / resolution;
}

} // namespace

std::vector<std::string> parse_words(std::string const& what, std::string const& text) {
    std::vector<std::string> words = split(text, ',');
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (word->empty()) throw InputError(fmt::format("{} '{}': an empty word between commas", what, text));
        if (std::find(words.begin(), word, *word) != word) {
            throw InputError(fmt::format("{} '{}': {} is there twice", what, text, *word));
        }
    }
    return words;
}

std::vector<double> parse_shares(std::string const& what, std::string const& text) {
    std::vector<double> shares;
    std::vector<std::string> const parts = split(text, ':');
    if (parts.size() == 1) {
        for (std::string const& word : parse_words(what, text)) shares.push_back(share_of(what, word));
        return shares;
    }
    if (parts.size() != 3) throw InputError(fmt::format("{} '{}': expected a,b,c or FROM:TO:STEP", what, text));
    double const from = share_of(what, parts[0]);
    double const to = share_of(what, parts[1]);
    double const step = share_of(what, parts[2]);
    if (step < 1e-3 || to < from) {
        throw InputError(fmt::format("{} '{}': expected FROM <= TO and a STEP of at least 0.001", what, text));
    }
    int const count = static_cast<int>(std::floor((to - from) / step + 1e-6)) + 1;
    for (int i = 0; i < count; ++i) shares.push_back(std::round((from + i * step) * resolution) / resolution);
    return shares;
}

std::vector<int> parse_numbers(std::string const& what, std::string const& text, int least, int most) {
    std::vector<int> numbers;
    for (std::string const& word : parse_words(what, text)) {
        std::optional<int> const number = whole_number<int>(word);
        if (!number || *number < least || *number > most) {
            throw InputError(fmt::format("{} '{}': expected a whole number from {} to {}", what, word, least, most));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace cerrado::command
