#include "discovery/classes/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace cerrado::discovery {

namespace {

// The numbers of a graph by row, those that are not 0.
using Values = std::vector<std::pair<std::size_t, double>>;

struct Row {
    ClassStatistics of;
    double squares = 0, cubes = 0;   // of what differs from the mean
    std::size_t present = 0;         // random graphs that have it,
    std::size_t over = 0, under = 0; // those where it is not rarer than in the graph, and not more frequent
};

double sum_of(ClassCounts const& counts) {
    double sum = 0;
    for (auto const& [number, count] : counts) sum += static_cast<double>(count);
    return sum;
}

class Table {
public:
    Table(std::vector<ClassCounts> const& given, std::vector<ClassCounts> const& random, DiscoveryQuery const& query)
        : query_(query),
          graphs_(static_cast<double>(random.size())) {
        for (double const probability : query.sample) scale_ /= probability;
        for (ClassCounts const& counts : given) add_rows(counts);
        for (ClassCounts const& counts : random) add_rows(counts);
        rows_.resize(numbers_.size());
        if (query.sample.empty()) {
            set_values(given.front());
        } else {
            set_estimates(given);
        }
        for (ClassCounts const& counts : random) random_.push_back(values_of(counts));
    }

    std::vector<ClassStatistics> made() {
        find_moments();
        compare();
        adjust_by_rank();
        adjust_together();
        find_profile();
        std::vector<ClassStatistics> result;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            rows_[row].of.class_number = numbers_[row];
            result.push_back(std::move(rows_[row].of));
        }
        return result;
    }

private:
    void add_rows(ClassCounts const& counts) {
        auto const before = static_cast<std::ptrdiff_t>(numbers_.size());
        for (auto const& [number, count] : counts) numbers_.push_back(number);
        std::inplace_merge(numbers_.begin(), numbers_.begin() + before, numbers_.end());
        numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    }
    void set_values(ClassCounts const& given) {
        Values const values = values_of(given);
        for (std::size_t i = 0; i < given.size(); ++i) {
            rows_[values[i].first].of.count = given[i].second;
            rows_[values[i].first].of.value = values[i].second;
        }
    }
    // The mean of several samples, and its standard error.
    void set_estimates(std::vector<ClassCounts> const& samples) {
        auto const count = static_cast<double>(samples.size());
        std::vector<double> counts(rows_.size()), squares(rows_.size()), absent(rows_.size(), count);
        std::vector<Values> values;
        for (ClassCounts const& sample : samples) {
            values.push_back(values_of(sample));
            for (std::size_t i = 0; i < sample.size(); ++i) {
                auto const [row, value] = values.back()[i];
                rows_[row].of.value += value / count;
                counts[row] += static_cast<double>(sample[i].second) * scale_ / count;
            }
        }
        for (Values const& of_sample : values) {
            for (auto const& [row, value] : of_sample) {
                squares[row] += (value - rows_[row].of.value) * (value - rows_[row].of.value);
                --absent[row];
            }
        }
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            ClassStatistics& of = rows_[row].of;
            double const sum = squares[row] + absent[row] * of.value * of.value;
            of.error = std::sqrt(sum / (count - 1) / count);
            of.count = static_cast<WideCount>(std::round(counts[row]));
        }
    }
    Values values_of(ClassCounts const& counts) const {
        bool const is_share = query_.statistic == DiscoveryStatistic::concentration;
        double const divisor = is_share ? std::max(1.0, sum_of(counts)) : 1 / scale_;
        Values values;
        std::size_t row = 0;
        for (auto const& [number, count] : counts) {
            while (numbers_[row] != number) ++row;
            values.emplace_back(row, static_cast<double>(count) / divisor);
        }
        return values;
    }

    void find_moments() {
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) rows_[row].of.mean += value / graphs_;
        }
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) {
                double const off = value - rows_[row].of.mean;
                rows_[row].squares += off * off;
                rows_[row].cubes += off * off * off;
                ++rows_[row].present;
            }
        }
        for (Row& row : rows_) {
            double const absent = graphs_ - static_cast<double>(row.present), mean = row.of.mean;
            row.squares += absent * mean * mean;
            row.cubes -= absent * mean * mean * mean;
            row.of.deviation = std::sqrt(row.squares / (graphs_ - 1));
            if (is_constant(row)) row.of.deviation = 0;
            if (row.of.deviation == 0) continue;
            row.of.z = (row.of.value - mean) / row.of.deviation;
            row.of.skew = row.cubes / graphs_ / std::pow(row.squares / graphs_, 1.5);
            double const excess = row.of.value - mean;
            row.of.is_motif = excess >= query_.theta * row.of.deviation && excess >= query_.min_excess * mean &&
                              row.of.count >= query_.min_count;
        }
    }
    // A mean of the same numbers may differ from them in its last bits.
    static bool is_constant(Row const& row) { return row.of.deviation <= 1e-12 * std::abs(row.of.mean); }

    void compare() {
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) {
                rows_[row].over += value >= rows_[row].of.value ? 1 : 0;
                rows_[row].under += value <= rows_[row].of.value ? 1 : 0;
            }
        }
        for (Row& row : rows_) {
            double const absent = graphs_ - static_cast<double>(row.present); // which have 0 of it
            double const over = static_cast<double>(row.over) + (row.of.value == 0 ? absent : 0);
            row.of.p_over = (1 + over) / (graphs_ + 1);
            row.of.p_under = (1 + static_cast<double>(row.under) + absent) / (graphs_ + 1);
        }
    }

    // Benjamini and Hochberg, J. R. Stat. Soc. B 57, 1995: p times the rows, over its rank, and at most that of the next.
    void adjust_by_rank() {
        std::vector<std::size_t> order(rows_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t row) { return rows_[row].of.p_over; });
        double least = 1;
        for (std::size_t rank = order.size(); rank > 0; --rank) {
            ClassStatistics& of = rows_[order[rank - 1]].of;
            least = std::min(least, of.p_over * static_cast<double>(rows_.size()) / static_cast<double>(rank));
            of.q_over = least;
        }
    }

    // Westfall and Young, Resampling-Based Multiple Testing, 1993: by the largest z of each random graph.
    void adjust_together() {
        std::vector<double> largest;
        for (Values const& values : random_) largest.push_back(largest_z(values));
        std::ranges::sort(largest);
        for (Row& row : rows_) {
            if (!row.of.z) continue;
            auto const as_large = largest.end() - std::ranges::lower_bound(largest, *row.of.z);
            row.of.p_of_all = (1 + static_cast<double>(as_large)) / (graphs_ + 1);
        }
    }
    double largest_z(Values const& values) const {
        double largest = -std::numeric_limits<double>::infinity();
        for (auto const& [row, value] : values) largest = std::max(largest, z_of(row, value));
        if (largest >= 0) return largest; // the z of what is not there is not above 0
        std::size_t next = 0;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            bool const is_there = next < values.size() && values[next].first == row;
            if (is_there) {
                ++next;
            } else {
                largest = std::max(largest, z_of(row, 0));
            }
        }
        return largest;
    }
    double z_of(std::size_t row, double value) const {
        ClassStatistics const& of = rows_[row].of;
        return of.deviation == 0 ? -std::numeric_limits<double>::infinity() : (value - of.mean) / of.deviation;
    }

    void find_profile() {
        double squares = 0;
        for (Row const& row : rows_) squares += row.of.z ? *row.of.z * *row.of.z : 0;
        if (squares == 0) return;
        for (Row& row : rows_) {
            if (row.of.z) row.of.profile = *row.of.z / std::sqrt(squares);
        }
    }

    DiscoveryQuery const& query_;
    double const graphs_;
    double scale_ = 1;                 // by which the count of a sample is to be multiplied
    std::vector<PatternWord> numbers_; // of classes, by row
    std::vector<Row> rows_;
    std::vector<Values> random_;
};

} // namespace

std::vector<ClassStatistics> statistics_of(std::vector<ClassCounts> const& given,
                                           std::vector<ClassCounts> const& random, DiscoveryQuery const& query) {
    return Table(given, random, query).made();
}

} // namespace cerrado::discovery
