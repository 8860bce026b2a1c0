#include <cerrado/contract/result.hpp>

#include <algorithm>

namespace cerrado {

void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts) {
    total.resize(std::max(total.size(), counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) total[i] += counts[i];
}

std::string to_string(WideCount count) {
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
        count /= 10;
    } while (count != 0);
    return {digits.rbegin(), digits.rend()};
}

std::optional<WideCount> product_of(WideCount a, WideCount b) {
    WideCount product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

std::string_view to_string(Status status) {
    switch (status) {
    case Status::complete: return "complete";
    case Status::deadline: return "deadline";
    case Status::interrupted: return "interrupted";
    case Status::limit: return "limit";
    }
    return "unknown";
}

} // namespace cerrado
