#include "six/evaluate/points.hpp"

#include "library/on_devices.hpp"
#include "six/evaluate/sides.hpp"
#include "six/field.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/run.hpp>
#include <cerrado/warp/detail/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace cerrado::six {

namespace {

// Returns: the vertices of a to f, as 0 to 5, that a matrix of a side joins: first that of its rows, then that of its
// columns.
std::pair<int, int> joined_vertices(int side, Joined joined) {
    int const s = side, t = (side + 1) % 3, y = 3 + side, z = 3 + (side + 1) % 3;
    switch (joined) {
    case Joined::st: return {s, t};
    case Joined::ts: return {t, s};
    case Joined::sy: return {s, y};
    case Joined::ty: return {t, y};
    case Joined::sz: return {s, z};
    case Joined::yz: break;
    }
    return {y, z};
}

} // namespace

SixSizes sizes_of(SixInstance const& instance, std::uint32_t least) {
    return {std::max(instance.padded(), least), instance.split(), instance.block_size()};
}

std::vector<std::uint32_t> matrices_of_sides(SixInstance const& instance, SixSizes const& sizes) {
    std::vector<std::uint32_t> words(row_of(sizes, sides, Joined::st, 0));
    for (int side = 0; side < sides; ++side) {
        for (int joined = 0; joined < joined_pairs; ++joined) {
            auto const [from, to] = joined_vertices(side, static_cast<Joined>(joined));
            int const pair = from < to ? six_pair(from, to) : six_pair(to, from);
            for (std::uint32_t x = 0; x < instance.padded(); ++x) {
                std::uint64_t const row = row_of(sizes, side, static_cast<Joined>(joined), x);
                for (std::uint32_t y = 0; y < instance.padded(); ++y) {
                    bool const is_there = from < to ? instance.allows(pair, x, y) : instance.allows(pair, y, x);
                    words[row + y / 32] |= std::uint32_t{is_there} << y % 32;
                }
            }
        }
    }
    return words;
}

// Returns: the terms of X_l, by l. Digit t of l in base 7 belongs to bit t of u and of v.
std::vector<std::vector<SideTerm>> side_terms(int side, int split) {
    std::vector<std::vector<SideTerm>> terms{{{0, 1}}};
    for (int bit = 0; bit < split; ++bit) {
        std::vector<std::vector<SideTerm>> longer;
        for (int digit = 0; digit < 7; ++digit) {
            for (std::vector<SideTerm> const& low : terms) {
                std::vector<SideTerm>& all = longer.emplace_back();
                for (SideTerm const& term : low) {
                    for (int yz = 0; yz < 4; ++yz) {
                        int const factor = strassen[side][yz][digit];
                        if (factor == 0) continue;
                        std::uint32_t const u = static_cast<std::uint32_t>(yz / 2) << bit;
                        std::uint32_t const v = static_cast<std::uint32_t>(yz % 2) << bit;
                        all.push_back({term.uv + (u << split) + v, term.factor * factor});
                    }
                }
            }
        }
        terms = std::move(longer);
    }
    return terms;
}

namespace {

// Returns: x modulo p. Requires: |x| <= 2^53.
inline double reduced(double x, double p, double inverse) {
    double const rest = x - std::floor(x * inverse) * p; // between -p and 2p
    double const positive = rest + (rest < 0 ? p : 0);   // selects a number, without a branch
    return positive - (positive >= p ? p : 0);
}

bool bit(std::uint32_t const* row, std::uint32_t y) { return (row[y / 32] >> y % 32 & 1) != 0; }

constexpr std::uint32_t tile_rows = 2, tile_columns = 8;
constexpr std::uint32_t exact_terms = 256; // 256 terms of 2^45 fit 53 bits

// A tile of a product: low[i][j] is the sum over k of left[row i][k] right[k][column j] for the low halves of `left`,
// and high[i][j] for its high halves. `right` has the tile's columns side by side.
struct Tile {
    double low[tile_rows][tile_columns], high[tile_rows][tile_columns];
};
[[gnu::always_inline]] inline Tile multiply(double const* low, double const* high, double const* right, std::uint32_t n,
                                            std::uint32_t terms) {
    Tile tile{};
    for (std::uint32_t k = 0; k < terms; ++k, right += tile_columns) {
        for (std::uint32_t i = 0; i < tile_rows; ++i) {
            double const of_low = low[i * n + k], of_high = high[i * n + k];
            for (std::uint32_t j = 0; j < tile_columns; ++j) {
                tile.low[i][j] += of_low * right[j];
                tile.high[i][j] += of_high * right[j];
            }
        }
    }
    return tile;
}

// Sums in two halves. They add up the entries of left * right, each times the entry of `weights`. `right` has tiles of
// columns, one after the other.
struct Halves {
    std::uint64_t low[tile_columns] = {}, high[tile_columns] = {};
};
[[gnu::always_inline]] inline void add_row(Halves& sums, double const* low, double const* high, double const* weights,
                                           double p, double inverse) {
    double entries[tile_columns];
    for (std::uint32_t j = 0; j < tile_columns; ++j) {
        entries[j] = reduced(reduced(high[j], p, inverse) * 65536 + reduced(low[j], p, inverse), p, inverse);
    }
    std::int32_t left[tile_columns], right[tile_columns];
    for (std::uint32_t j = 0; j < tile_columns; ++j) left[j] = static_cast<std::int32_t>(entries[j]);
    for (std::uint32_t j = 0; j < tile_columns; ++j) right[j] = static_cast<std::int32_t>(weights[j]);
    for (std::uint32_t j = 0; j < tile_columns; ++j) {
        std::uint64_t const product =
            std::uint64_t{static_cast<std::uint32_t>(left[j])} * static_cast<std::uint32_t>(right[j]);
        sums.low[j] += product & 0xffffffff;
        sums.high[j] += product >> 32;
    }
}

CERRADO_FOR_PROCESSORS void add_weighted(Halves& sums, double const* low, double const* high, double const* right,
                                         double const* weights, std::uint32_t n, double p) {
    double const inverse = 1 / p;
    std::uint32_t const terms = std::min(n, exact_terms);
    for (std::uint32_t column = 0; column < n; column += tile_columns) {
        for (std::uint32_t k = 0; k < n; k += terms, right += terms * tile_columns) {
            for (std::uint32_t row = 0; row < n; row += tile_rows) {
                std::size_t const left = std::size_t{row} * n + k;
                Tile const tile = multiply(low + left, high + left, right, n, terms);
                for (std::uint32_t i = 0; i < tile_rows; ++i) {
                    add_row(sums, tile.low[i], tile.high[i], weights + std::size_t{row + i} * n + column, p, inverse);
                }
            }
        }
    }
}

// Computes X_l of a side as residues: the sum of its terms, whose blocks have `entries` entries each.
CERRADO_FOR_PROCESSORS void add_terms(double* to, std::vector<SideTerm> const& terms, std::int32_t const* blocks,
                                      std::size_t entries, double p) {
    std::fill_n(to, entries, 0.0);
    for (SideTerm const& term : terms) {
        std::int32_t const* const block = blocks + entries * term.uv;
        double const factor = term.factor;
        for (std::size_t i = 0; i < entries; ++i) to[i] += factor * block[i];
    }
    double const inverse = 1 / p;
    for (std::size_t i = 0; i < entries; ++i) to[i] = reduced(to[i], p, inverse);
}

// Splits residues, taken between -p/2 and p/2, into low + 2^16 high.
CERRADO_FOR_PROCESSORS void halve(double* low, double* high, std::size_t entries, double p) {
    for (std::size_t i = 0; i < entries; ++i) {
        double const centred = low[i] - (low[i] > p / 2 ? p : 0);
        high[i] = std::floor(centred / 65536 + 0.5);
        low[i] = centred - high[i] * 65536;
    }
}

// Arranges residues, taken between -p/2 and p/2, by tiles of columns.
CERRADO_FOR_PROCESSORS void arrange(double* to, double const* from, std::uint32_t n, double p) {
    for (std::uint32_t column = 0; column < n; column += tile_columns) {
        for (std::uint32_t row = 0; row < n; ++row, to += tile_columns) {
            double const* const of_row = from + std::size_t{row} * n + column;
            for (std::uint32_t j = 0; j < tile_columns; ++j) to[j] = of_row[j] - (of_row[j] > p / 2 ? p : 0);
        }
    }
}

// Sets to[t] to the sum over y of factors[y] rows[y][t], which is below 2^53.
CERRADO_FOR_PROCESSORS void add_rows(double* to, double const* factors, double const* rows, std::uint32_t m,
                                     std::uint32_t n) {
    std::fill_n(to, n, 0.0);
    for (std::uint32_t y = 0; y < m; ++y) {
        double const factor = factors[y];
        if (factor == 0) continue;
        for (std::uint32_t t = 0; t < n; ++t) to[t] += factor * rows[std::size_t{y} * n + t];
    }
}

CERRADO_FOR_PROCESSORS void reduce_all(double* values, std::uint32_t count, double p) {
    double const inverse = 1 / p;
    for (std::uint32_t i = 0; i < count; ++i) values[i] = reduced(values[i], p, inverse);
}

} // namespace

HostMatrices::HostMatrices(SixInstance const& instance)
    : sizes(sizes_of(instance, tile_columns)),
      bits(matrices_of_sides(instance, sizes)) {
    for (int side = 0; side < sides; ++side) {
        terms[side] = side_terms(side, sizes.split);
        ty[side].resize(std::size_t{sizes.n} * sizes.n);
        for (std::uint32_t t = 0; t < sizes.n; ++t) {
            std::uint32_t const* const row = bits.data() + row_of(sizes, side, Joined::ty, t);
            for (std::uint32_t y = 0; y < sizes.n; ++y) ty[side][std::size_t{y} * sizes.n + t] = bit(row, y) ? 1 : 0;
        }
    }
}

struct PointOnHost::Work {
    HostMatrices const& shared;
    PrimeField field;
    SixSizes sizes;
    std::size_t entries;                         // number of entries of a matrix
    std::vector<std::int32_t> of_blocks[sides];  // X^uv: [uv][s][t], for side 0 [uv][t][s]
    std::vector<double> masked, inner, row;      // m x m: [z][y]; m; n
    std::vector<double> low, high, plain, right; // X1_l in two halves, and X2_l
    std::vector<double> weights;                 // X0_l, transposed

    Work(HostMatrices const& all, PrimeField const& of)
        : shared(all),
          field(of),
          sizes(all.sizes),
          entries(std::size_t{sizes.n} * sizes.n),
          masked(std::size_t{sizes.m} * sizes.m),
          inner(sizes.m),
          row(sizes.n),
          low(entries),
          high(entries),
          plain(entries),
          right(entries),
          weights(entries) {
        for (auto& blocks : of_blocks) blocks.resize(entries << 2 * sizes.split);
    }

    std::uint32_t const* bits(int side, Joined joined, std::uint32_t x) const {
        return shared.bits.data() + row_of(sizes, side, joined, x);
    }

    // Copies the entries of M that yz allows, transposed.
    void mask(int side, std::vector<std::uint32_t> const& sum, std::uint32_t u, std::uint32_t v) {
        std::uint32_t const m = sizes.m;
        for (std::uint32_t y = 0; y < m; ++y) {
            std::uint32_t const* const allowed = bits(side, Joined::yz, u * m + y);
            for (std::uint32_t z = 0; z < m; ++z) {
                masked[std::size_t{z} * m + y] = bit(allowed, v * m + z) ? sum[std::size_t{y} * m + z] : 0;
            }
        }
    }

    // Computes X^uv of a side.
    void make_block(int side, std::vector<std::uint32_t> const& sum, std::uint32_t u, std::uint32_t v) {
        std::uint32_t const m = sizes.m, n = sizes.n;
        mask(side, sum, u, v);
        std::int32_t* const block = of_blocks[side].data() + entries * (u * sizes.blocks() + v);
        for (std::uint32_t s = 0; s < n; ++s) {
            std::fill(inner.begin(), inner.end(), 0.0);
            std::uint32_t const* const sz = bits(side, Joined::sz, s);
            for (std::uint32_t z = 0; z < m; ++z) {
                if (!bit(sz, v * m + z)) continue;
                for (std::uint32_t y = 0; y < m; ++y) inner[y] += masked[std::size_t{z} * m + y];
            }
            reduce_all(inner.data(), m, field.p);
            std::uint32_t const* const sy = bits(side, Joined::sy, s);
            for (std::uint32_t y = 0; y < m; ++y) inner[y] = bit(sy, u * m + y) ? inner[y] : 0;
            add_rows(row.data(), inner.data(), shared.ty[side].data() + std::size_t{u} * m * n, m, n);
            reduce_all(row.data(), n, field.p);
            std::uint32_t const* const st = bits(side, Joined::st, s);
            for (std::uint32_t t = 0; t < n; ++t) {
                std::size_t const at = side == 0 ? std::size_t{t} * n + s : std::size_t{s} * n + t;
                block[at] = bit(st, t) ? static_cast<std::int32_t>(row[t]) : 0;
            }
        }
    }

    void make_terms(double* to, int side, std::size_t l) const {
        add_terms(to, shared.terms[side][l], of_blocks[side].data(), entries, field.p);
    }

    // Adds the trace of X0_l X1_l X2_l.
    void add_trace(Halves& sums, std::size_t l) {
        make_terms(weights.data(), 0, l);
        make_terms(low.data(), 1, l);
        make_terms(plain.data(), 2, l);
        halve(low.data(), high.data(), entries, field.p);
        arrange(right.data(), plain.data(), sizes.n, field.p);
        add_weighted(sums, low.data(), high.data(), right.data(), weights.data(), sizes.n, field.p);
    }
};

PointOnHost::PointOnHost(HostMatrices const& shared, PrimeField const& field)
    : work_(std::make_unique<Work>(shared, field)) {}
PointOnHost::~PointOnHost() = default;
PointOnHost::PointOnHost(PointOnHost&&) noexcept = default;

std::optional<std::uint32_t> PointOnHost::value(std::span<std::uint32_t const> lagrange,
                                                std::function<bool()> const& is_stopped) {
    Work& work = *work_;
    for (int side = 0; side < sides; ++side) {
        int const bits = std::countr_zero(work.sizes.m);
        std::vector<std::uint32_t> const sum = side_sum(side, work.field, bits, lagrange);
        for (std::uint32_t u = 0; u < work.sizes.blocks(); ++u) {
            for (std::uint32_t v = 0; v < work.sizes.blocks(); ++v) {
                if (is_stopped && is_stopped()) return std::nullopt;
                work.make_block(side, sum, u, v);
            }
        }
    }
    Halves sums;
    for (std::size_t l = 0; l < work.shared.terms[0].size(); ++l) {
        if (is_stopped && is_stopped()) return std::nullopt;
        work.add_trace(sums, l);
    }
    std::uint64_t const p = work.field.p, shift = (std::uint64_t{1} << 32) % p;
    std::uint64_t value = 0;
    for (std::uint32_t j = 0; j < tile_columns; ++j) value += sums.high[j] % p * shift % p + sums.low[j] % p;
    return static_cast<std::uint32_t>(value % p);
}

// Sums one digit after the other, the highest first. A step turns 7^i values into 4 times 7^(i-1), whose numbers have
// two bits more.
std::vector<std::uint32_t> side_sum(int side, PrimeField const& field, int bits,
                                    std::span<std::uint32_t const> lagrange) {
    std::vector<std::uint32_t> values(lagrange.begin(), lagrange.end());
    std::size_t parts = 1, length = values.size(); // a part belongs to one choice of high bits of y and z
    for (int bit = bits - 1; bit >= 0; --bit) {
        length /= 7;
        std::vector<std::uint32_t> next(4 * parts * length);
        for (std::size_t part = 0; part < parts; ++part) {
            for (std::size_t yz = 0; yz < 4; ++yz) {
                std::uint32_t* const to = next.data() + (4 * part + yz) * length;
                for (std::size_t digit = 0; digit < 7; ++digit) {
                    int const factor = strassen[side][yz][digit];
                    std::uint32_t const* const from = values.data() + (7 * part + digit) * length;
                    if (factor == 0) continue;
                    for (std::size_t i = 0; i < length; ++i) {
                        to[i] = factor > 0 ? field.add(to[i], from[i]) : field.subtract(to[i], from[i]);
                    }
                }
            }
        }
        values = std::move(next);
        parts *= 4;
    }
    std::vector<std::uint32_t> sum(parts);
    for (std::size_t part = 0; part < parts; ++part) { // digit t of the part in base 4 has bit t of y, then of z
        std::size_t y = 0, z = 0;
        for (int bit = 0; bit < bits; ++bit) {
            y |= (part >> (2 * bit + 1) & 1) << bit;
            z |= (part >> 2 * bit & 1) << bit;
        }
        sum[(y << bits) + z] = values[part];
    }
    return sum;
}

Polynomial::Polynomial(SixInstance const& instance, int prime)
    : matrices_(instance),
      nodes_(fields[prime], instance.nodes()),
      point_(matrices_, fields[prime]) {}

std::uint32_t Polynomial::at(std::uint32_t x) { return point_.value(nodes_.values_at(x)).value(); }

namespace {

// The memory of each worker for a point, made when its first job begins.
class Workers {
public:
    Workers(SixInstance const& instance, PrimeField const& field) : matrices_(instance), field_(field) {}

    PointOnHost& operator[](int worker) {
        std::lock_guard const lock(mutex_);
        return all_.try_emplace(worker, matrices_, field_).first->second;
    }

private:
    HostMatrices matrices_;
    PrimeField field_;
    std::mutex mutex_; // guards the map
    std::map<int, PointOnHost> all_;
};

// Tells the points of a run to stop, since a point of many vertices takes longer than a run may go on after its
// deadline.
class Stop {
public:
    explicit Stop(RunOptions const& options) : interrupt_(options.interrupt), time_(options) {}

    bool is_asked() {
        if (interrupt_ != nullptr && *interrupt_) status_ = Status::interrupted;
        if (time_.is_over()) status_ = Status::deadline;
        return status_ != Status::complete;
    }
    // Returns: the status of a run, if its points may have been stopped.
    Status status_after(Status run) const { return run == Status::complete ? status_.load() : run; }

private:
    std::atomic<bool> const* interrupt_;
    TimeLeft time_;
    std::atomic<Status> status_ = Status::complete;
};

struct PointByPoint {
    Workers* workers;
    Stop* stop;
    LagrangeNodes const* nodes;
    PrimeField field;
    std::uint64_t first;
    std::uint32_t* values;

    template <class Traversal> void visit(Traversal& te) const {
        if (te.warp().lane() != 0) return;
        std::vector<std::uint32_t> const lagrange = nodes->values_at(field.power(field.root, first + te.number()));
        std::optional<std::uint32_t> const value =
            (*workers)[static_cast<int>(te.worker())].value(lagrange, [this] { return stop->is_asked(); });
        if (value) values[te.number()] = *value;
    }
};

class PointsOnHost : public Points {
public:
    PointsOnHost(SixInstance const& instance, int prime, RunOptions const& options)
        : field_(fields[prime]),
          nodes_(field_, instance.nodes()),
          workers_(instance, field_),
          threads_(options.threads > 0 ? options.threads : hardware_threads()) {
        std::uint64_t const entries = std::uint64_t{instance.padded()} * instance.padded();
        std::uint64_t const blocks = std::uint64_t{instance.blocks()} * instance.blocks();
        bytes_of_worker_ = entries * (sides * blocks * sizeof(std::int32_t) + 5 * sizeof(double));
        products_ = static_cast<double>(side_terms(0, instance.split()).size()) * static_cast<double>(entries) *
                    instance.padded();
    }

    std::uint64_t bytes() const override { return static_cast<std::uint64_t>(threads_) * bytes_of_worker_; }
    // Returns: the number of points for about a second of work.
    std::uint64_t at_once() const override {
        constexpr double products_of_second = 2e9;
        return static_cast<std::uint64_t>(threads_) * (1 + static_cast<std::uint64_t>(products_of_second / products_));
    }
    RunResult run(std::uint64_t first, std::span<std::uint32_t> values, RunOptions const& options) override {
        Stop stop(options);
        PointByPoint const work{&workers_, &stop, &nodes_, field_, first, values.data()};
        RunResult result = run_jobs(values.size(), work, options);
        result.status = stop.status_after(result.status);
        return result;
    }

private:
    PrimeField field_;
    LagrangeNodes nodes_;
    Workers workers_;
    int threads_;
    std::uint64_t bytes_of_worker_;
    double products_; // number of products of a point
};

} // namespace

std::unique_ptr<Points> points_on_host(SixInstance const& instance, int prime, RunOptions const& options) {
    return std::make_unique<PointsOnHost>(instance, prime, options);
}

} // namespace cerrado::six

namespace cerrado {

// The evaluation functions of Cerrado::apps. They evaluate any points, on one device or several.

namespace {

void check(SixTask const& task, RunOptions const& options) {
    check_six_points(task.points);
    if (options.checkpoint.on())
        throw InputError("points have no checkpoint, a shard's file is one: unset RunOptions::checkpoint");
    if (options.roots) throw InputError("points have no roots: unset RunOptions::roots");
}

bool takes_rounds(DeviceKind device) {
    return device == DeviceKind::cuda || (device == DeviceKind::lockstep && LockstepWarp::width == 32);
}

std::unique_ptr<six::Points> points_on(SixInstance const& instance, int prime, RunOptions const& options) {
    if (!takes_rounds(options.device)) return six::points_on_host(instance, prime, options);
    return six::points_on_device(instance, prime, memory_of(options.device), options);
}

// The points that a device does, as many at a time as it can.
NumberedJobs::Worker worker_on(SixInstance const& instance, SixPoints const& asked, TimeLeft const& time,
                               RunOptions const& options) {
    Stopwatch const preparing;
    std::shared_ptr<six::Points> const points = points_on(instance, asked.prime, options);
    double const prepared = preparing.seconds();
    auto const run = [points, prepared, asked, &time](std::vector<JobRange> const& jobs, RunOptions own,
                                                      RunResult& result, NumberedJobs::Done const& done) {
        std::uint64_t given = 0, made = 0;
        for (JobRange const& range : jobs) given += range.count;
        result.seconds.prepare = prepared;
        auto const progress = std::exchange(own.progress, {});
        std::vector<std::uint32_t> values;
        for (JobRange range : jobs) {
            while (range.count > 0) {
                if (!time.set(own)) {
                    result.status = Status::deadline;
                    return;
                }
                values.resize(std::min(range.count, points->at_once()));
                RunResult const some = points->run(asked.first + range.first, values, own);
                result.device = some.device;
                result.device.memory.peak_bytes = points->bytes();
                result.status = some.status;
                add_seconds(result, some);
                if (some.status != Status::complete) return;
                ByteWriter gift;
                gift.put(range.first);
                gift.put_all(std::span<std::uint32_t const>(values));
                done({range.first, values.size()}, gift.bytes());
                range.first += values.size();
                range.count -= values.size();
                made += values.size();
                if (progress) {
                    progress({.roots_done = made,
                              .roots_given = given,
                              .seconds = time.spent(),
                              .share = static_cast<double>(made) / static_cast<double>(given)});
                }
            }
        }
    };
    std::uint64_t const least_share = asked.count / 512; // a slow device makes the others wait for its share
    return {std::max<std::uint64_t>(1, std::min(points->at_once() / 4, least_share)), run};
}

} // namespace

SixEvaluated evaluate_six(SixInstance const& instance, SixTask const& task, RunOptions const& options) {
    check(task, options);
    TimeLeft const time(options);
    SixPoints const& asked = task.points;
    std::vector<std::uint32_t> values(asked.count, six_missing);
    auto const take = [&](std::string const& gift) {
        ByteReader from(gift);
        auto const first = from.get<std::uint64_t>();
        std::vector<std::uint32_t> const some = from.get_all<std::uint32_t>();
        std::ranges::copy(some, values.begin() + static_cast<std::ptrdiff_t>(first));
        if (task.take) task.take({asked.prime, asked.first + first, some});
    };
    SixEvaluated evaluated;
    static_cast<RunResult&>(evaluated) =
        run_numbered(options, DealPolicy::guided,
                     {.what = fmt::format("{} points from {} of prime {}, of the instance {:016x}", asked.count,
                                          asked.first, asked.prime, instance.checksum()),
                      .job = "point",
                      .count = asked.count,
                      .subject = {},
                      .on_device = [&](RunOptions const& own) { return worker_on(instance, asked, time, own); },
                      .take = take});
    evaluated.count = static_cast<WideCount>(evaluated.roots.done);
    evaluated.seconds.run = time.spent() - evaluated.seconds.prepare - evaluated.seconds.start;
    evaluated.shard.instance = instance.checksum();
    evaluated.shard.ranges = {{asked.prime, asked.first, std::move(values)}};
    return evaluated;
}

SixPlan plan_six(SixInstance const& instance, RunOptions const& options) {
    if (!options.devices.empty()) return plan_six(instance, OneDevice(options).options());
    SixPlan plan;
    RunOptions own = options;
    own.device = plan.device = resolve_device(options.device);
    auto const points = points_on(instance, 0, own);
    plan.points_at_once = points->at_once();
    plan.bytes = points->bytes();
    double const n = instance.padded();
    plan.products = (std::pow(7, instance.split()) + 3 * instance.blocks() + 3) * n * n * n;
    return plan;
}

} // namespace cerrado
