#include <cerrado/output/size_counts.hpp>

#include <cerrado/output/detail/bundles.hpp>

#pragma GCC diagnostic push
// GCC 12 takes the short form of a number for its long one.
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#include <boost/multiprecision/cpp_int.hpp>
#pragma GCC diagnostic pop

#include <algorithm>

namespace cerrado {

namespace {

using BigCount = boost::multiprecision::cpp_int;

// The largest fixed + optional that has cells.
std::uint32_t largest_sum(std::span<WideCount const> bundles) {
    std::uint32_t sum = 0;
    while (bundle_class(0, sum + 1) < bundles.size()) ++sum;
    return sum;
}

// The sum over the bundles of x^fixed (1 + x)^optional up to x^last, by Horner's rule in 1 + x: additions alone.
std::vector<BigCount> expand(std::span<WideCount const> bundles, std::uint32_t most, std::uint32_t last) {
    std::vector<BigCount> sizes(last + 1);
    for (std::uint32_t optional = most; optional-- > 0;) {
        for (std::uint32_t size = last; size > 0; --size) sizes[size] += sizes[size - 1];
        for (std::uint32_t fixed = 1; fixed + optional <= most && fixed <= last; ++fixed) {
            WideCount const count = bundles[bundle_class(fixed, optional)];
            if (count != 0) sizes[fixed] += BigCount(count);
        }
    }
    return sizes;
}

} // namespace

SizeCounts sizes_of_bundles(std::span<WideCount const> bundles, int shortest, int longest) {
    std::uint32_t const most = largest_sum(bundles);
    std::vector<BigCount> sizes = expand(bundles, most, std::min(most, static_cast<std::uint32_t>(longest)));
    while (!sizes.empty() && sizes.back() == 0) sizes.pop_back();
    SizeCounts result;
    BigCount sum = 0;
    for (auto size = static_cast<std::size_t>(shortest); size < sizes.size(); ++size) {
        result.sizes.push_back({static_cast<int>(size), sizes[size].str()});
        sum += sizes[size];
    }
    result.sum = sum.str();
    return result;
}

std::string sum_of(std::string const& digits, std::string const& others) {
    return BigCount(BigCount(digits) + BigCount(others)).str();
}

WideCount to_count(std::string const& digits) {
    BigCount const value(digits);
    if (msb(value + 1) >= 128) return ~WideCount{0};
    return static_cast<WideCount>(value);
}

void add_to(SizeCounts& total, SizeCounts const& part) {
    for (SizeCount const& size : part.sizes) {
        auto const place = std::ranges::lower_bound(total.sizes, size.k, {}, &SizeCount::k);
        if (place != total.sizes.end() && place->k == size.k) {
            place->count = sum_of(place->count, size.count);
        } else {
            total.sizes.insert(place, size);
        }
    }
    if (!part.sum.empty()) total.sum = total.sum.empty() ? part.sum : sum_of(total.sum, part.sum);
}

void put(ByteWriter& to, SizeCounts const& counts) {
    to.put(static_cast<std::uint64_t>(counts.sizes.size()));
    for (SizeCount const& size : counts.sizes) {
        to.put(size.k);
        to.put(std::string_view(size.count));
    }
    to.put(std::string_view(counts.sum));
}

void get(ByteReader& from, SizeCounts& counts) {
    auto const sizes = from.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < sizes; ++i) {
        int const k = from.get<int>();
        counts.sizes.push_back({k, from.get_text()});
    }
    counts.sum = from.get_text();
}

} // namespace cerrado
