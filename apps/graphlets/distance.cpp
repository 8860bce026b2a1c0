#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace cerrado {
namespace {

constexpr std::size_t all_orbits = 73;
constexpr std::array<int, 11> gcd11_orbits = {0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11};
constexpr std::array<int, 17> redundant_orbits = {3, 5, 7, 14, 16, 17, 20, 21, 23, 26, 28, 38, 44, 47, 69, 71, 72};

constexpr auto gcd73_orbits = [] {
    std::array<int, all_orbits> orbits{};
    for (std::size_t i = 0; i < all_orbits; ++i) orbits[i] = static_cast<int>(i);
    return orbits;
}();

constexpr auto gcd56_orbits = [] {
    std::array<int, all_orbits - redundant_orbits.size()> orbits{};
    std::size_t kept = 0;
    for (int const orbit : gcd73_orbits) {
        if (!std::ranges::binary_search(redundant_orbits, orbit)) orbits[kept++] = orbit;
    }
    return orbits;
}();

void require_columns(GraphletOrbits const& orbits, std::span<int const> columns) {
    for (int const column : columns) {
        if (column >= 0 && static_cast<std::size_t>(column) < orbits.columns) continue;
        throw InputError("orbit " + std::to_string(column) + " was not counted: the number of counted orbits is " +
                         std::to_string(orbits.columns) + "; count the orbits of 5 vertices (k = 5)");
    }
}

std::vector<WideCount> column_of(GraphletOrbits const& orbits, int column) {
    std::vector<WideCount> values(orbits.rows());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = orbits.row(i)[static_cast<std::size_t>(column)];
    return values;
}

// Writes the ranks of the values, less the mean rank. Equal values share the mean of their ranks. They go to every
// `stride`-th place of `ranks`.
void rank(std::vector<WideCount> const& values, double* ranks, std::size_t stride) {
    std::vector<std::uint32_t> by_value(values.size());
    std::iota(by_value.begin(), by_value.end(), 0U);
    std::ranges::sort(by_value, {}, [&](std::uint32_t i) { return values[i]; });
    double const mean = (static_cast<double>(values.size()) - 1) / 2;
    for (std::size_t first = 0, end = 0; first < by_value.size(); first = end) {
        while (end < by_value.size() && values[by_value[end]] == values[by_value[first]]) ++end;
        double const shared = (static_cast<double>(first) + static_cast<double>(end) - 1) / 2 - mean;
        for (std::size_t i = first; i < end; ++i) ranks[by_value[i] * stride] = shared;
    }
}

// Returns: the products of rows, on the diagonal and above it.
std::vector<double> products(std::vector<double> const& rows, std::size_t columns) {
    std::vector<double> sums(columns * columns);
    for (double const* row = rows.data(); row != rows.data() + rows.size(); row += columns) {
        for (std::size_t i = 0; i < columns; ++i) {
            for (std::size_t j = i; j < columns; ++j) sums[i * columns + j] += row[i] * row[j];
        }
    }
    return sums;
}

using Distribution = std::vector<std::pair<WideCount, double>>;

Distribution distribution_of(std::vector<WideCount> values) {
    std::ranges::sort(values);
    Distribution shares;
    auto first = std::ranges::upper_bound(values, WideCount{0});
    double sum = 0;
    while (first != values.end()) {
        auto const end = std::upper_bound(first, values.end(), *first);
        double const scaled = static_cast<double>(end - first) / static_cast<double>(*first);
        shares.emplace_back(*first, scaled);
        sum += scaled;
        first = end;
    }
    for (auto& share : shares) share.second /= sum;
    return shares;
}

double agreement(Distribution const& a, Distribution const& b) {
    double squares = 0;
    for (auto in_a = a.begin(), in_b = b.begin(); in_a != a.end() || in_b != b.end();) {
        bool const takes_a = in_b == b.end() || (in_a != a.end() && in_a->first <= in_b->first);
        bool const takes_b = in_a == a.end() || (in_b != b.end() && in_b->first <= in_a->first);
        double const difference = (takes_a ? in_a->second : 0) - (takes_b ? in_b->second : 0);
        squares += difference * difference;
        if (takes_a) ++in_a;
        if (takes_b) ++in_b;
    }
    return std::max(0.0, 1 - std::sqrt(squares / 2));
}

double mean_agreement(GraphletSignature const& a, GraphletSignature const& b, bool is_geometric) {
    double sum = 0;
    for (std::size_t i = 0; i < all_orbits; ++i) {
        double const of_orbit = agreement(a.distributions[i], b.distributions[i]);
        sum += is_geometric ? std::log(of_orbit) : of_orbit;
    }
    double const mean = sum / static_cast<double>(all_orbits);
    return is_geometric ? std::exp(mean) : mean;
}

std::optional<double> correlation_distance(std::vector<double> const& a, std::vector<double> const& b,
                                           std::size_t columns) {
    double squares = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = i + 1; j < columns; ++j) {
            double const in_a = a[i * columns + j], in_b = b[i * columns + j];
            if (std::isnan(in_a) != std::isnan(in_b)) return std::nullopt;
            if (!std::isnan(in_a)) squares += (in_a - in_b) * (in_a - in_b);
        }
    }
    return std::sqrt(squares);
}

std::optional<double> frequency_distance(std::span<WideCount const> a, std::span<WideCount const> b) {
    auto const sum_of = [](std::span<WideCount const> numbers) {
        return std::accumulate(numbers.begin(), numbers.end(), WideCount{0});
    };
    double const log_of_sums = std::log(static_cast<double>(sum_of(a))) - std::log(static_cast<double>(sum_of(b)));
    double distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if ((a[i] == 0) != (b[i] == 0)) return std::nullopt;
        if (a[i] == 0) continue;
        distance += std::abs(std::log(static_cast<double>(a[i])) - std::log(static_cast<double>(b[i])) - log_of_sums);
    }
    return distance;
}

// Returns: the number of each graphlet. It follows from any of the graphlet's orbits: the sum of the orbit over all
// vertices, divided by the number of vertices that have this role in a copy.
std::array<WideCount, 29> frequencies_of(GraphletOrbits const& orbits) {
    std::array<WideCount, 29> frequencies;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        auto const orbit = static_cast<std::size_t>(graphlets()[i + 1].orbits.front()); // graphlet 0 is the edge
        WideCount sum = 0;
        for (std::size_t row = 0; row < orbits.rows(); ++row) sum += orbits.row(row)[orbit];
        frequencies[i] = sum / static_cast<WideCount>(graphlet_orbits(false)[orbit].size);
    }
    return frequencies;
}

} // namespace

std::vector<double> graphlet_correlation(GraphletOrbits const& orbits, std::span<int const> columns, bool row_of_ones) {
    require_columns(orbits, columns);
    std::size_t const count = columns.size();
    std::vector<double> ranks((orbits.rows() + (row_of_ones ? 1 : 0)) * count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<WideCount> values = column_of(orbits, columns[i]);
        if (row_of_ones) values.push_back(1);
        rank(values, ranks.data() + i, count);
    }
    std::vector<double> const sums = products(ranks, count);
    std::vector<double> correlation(count * count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i; j < count; ++j) {
            double const squares = sums[i * count + i] * sums[j * count + j];
            double const each = squares == 0 ? std::numeric_limits<double>::quiet_NaN()
                                : i == j     ? 1
                                             : sums[i * count + j] / std::sqrt(squares);
            correlation[i * count + j] = correlation[j * count + i] = each;
        }
    }
    return correlation;
}

std::span<int const> orbits_of(GraphletDistance kind) {
    if (kind == GraphletDistance::gcd11) return gcd11_orbits;
    if (kind == GraphletDistance::gcd56) return gcd56_orbits;
    return gcd73_orbits;
}

GraphletSignature graphlet_signature(GraphletOrbits const& orbits, GraphletDistance kind, bool row_of_ones) {
    std::span<int const> const columns = orbits_of(kind);
    require_columns(orbits, columns);
    GraphletSignature signature;
    signature.kind = kind;
    if (kind == GraphletDistance::rgf) {
        signature.frequencies = frequencies_of(orbits);
    } else if (kind == GraphletDistance::gdda || kind == GraphletDistance::gdda_geometric) {
        for (int const column : columns) signature.distributions.push_back(distribution_of(column_of(orbits, column)));
    } else {
        signature.correlation = graphlet_correlation(orbits, columns, row_of_ones);
    }
    return signature;
}

std::optional<double> graphlet_distance(GraphletSignature const& a, GraphletSignature const& b) {
    if (a.kind != b.kind)
        throw InputError("the two signatures are of different kinds: make both with the same GraphletDistance");
    switch (a.kind) {
    case GraphletDistance::gdda: return mean_agreement(a, b, false);
    case GraphletDistance::gdda_geometric: return mean_agreement(a, b, true);
    case GraphletDistance::rgf: return frequency_distance(a.frequencies, b.frequencies);
    default: return correlation_distance(a.correlation, b.correlation, orbits_of(a.kind).size());
    }
}

std::optional<double> graphlet_distance(GraphletOrbits const& a, GraphletOrbits const& b, GraphletDistance kind) {
    return graphlet_distance(graphlet_signature(a, kind), graphlet_signature(b, kind));
}

} // namespace cerrado
