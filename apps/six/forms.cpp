// The forms of the six-vertex counts: rounds on a device of warps with 32 lanes.
#include "six/evaluate/lagrange_table.hpp"
#include "six/evaluate/points.hpp"
#include "six/evaluate/side_sums.hpp"
#include "six/evaluate/traces.hpp"
#include "six/field/lagrange.hpp"

#include "library/time_left.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <bit>

namespace cerrado::six {

namespace {

constexpr std::uint32_t least_rows = SideTraces::chunk;

// How many points are summed, and in flight, at once.
struct Room {
    SixSizes sizes;
    std::uint64_t nodes, terms, padded;
    std::uint64_t sum_bytes, trace_bytes; // of a point
    std::uint64_t at_once, in_flight;

    Room(SixInstance const& instance, std::uint64_t memory, DeviceKind device)
        : sizes(sizes_of(instance, least_rows)),
          nodes(instance.nodes()),
          terms(side_terms(0, sizes.split).size()),
          padded(std::max(sizes.m, least_rows)) {
        std::uint64_t const blocks = std::uint64_t{sizes.blocks()} * sizes.blocks(), n = sizes.n;
        sum_bytes = 4 * (sides * padded * padded + 4 * sides * (of_first() + of_second()));
        trace_bytes = 4 * sides * n * (blocks * (padded + n) + terms * n);
        constexpr std::uint64_t tasks = 6400, most_in_flight = 64, most_at_once = 2048; // a GPU has 1600 warps for them
        constexpr std::uint64_t bytes_of_sums = std::uint64_t{1} << 29;
        in_flight = std::clamp<std::uint64_t>(tasks / (terms * (n / SideTraces::tile_rows)), 1, most_in_flight);
        in_flight = std::max<std::uint64_t>(1, std::min(in_flight, memory / 2 / trace_bytes));
        at_once = std::max(in_flight, std::min(most_at_once, std::min(bytes_of_sums, memory / 4) / sum_bytes));
        if (device == DeviceKind::lockstep) in_flight = 2, at_once = 4;
        at_once = at_once / in_flight * in_flight;
    }

    std::uint64_t of_first() const { return std::max<std::uint64_t>(nodes / 7, 1); }
    std::uint64_t of_second() const { return std::max<std::uint64_t>(4 * nodes / 49, 1); }
    std::uint64_t bytes() const { return at_once * sum_bytes + in_flight * trace_bytes; }
};

std::vector<std::uint32_t> starts_of(int split) {
    std::vector<std::uint32_t> starts;
    std::uint32_t count = 0;
    for (int side = 0; side < sides; ++side) {
        for (auto const& terms : side_terms(side, split)) {
            starts.push_back(count);
            count += static_cast<std::uint32_t>(terms.size());
        }
        starts.push_back(count);
    }
    return starts;
}

std::vector<std::uint32_t> all_terms_of(int split) {
    std::vector<std::uint32_t> all;
    for (int side = 0; side < sides; ++side) {
        for (auto const& terms : side_terms(side, split)) {
            for (SideTerm const& term : terms) all.push_back(term.uv | (term.factor < 0 ? 1u << 31 : 0));
        }
    }
    return all;
}

std::vector<std::uint32_t> in_form(PrimeField const& field, std::span<std::uint32_t const> plain) {
    Montgomery const form(field);
    std::vector<std::uint32_t> values;
    for (std::uint32_t const value : plain) values.push_back(form.form_of(value));
    return values;
}

class PointsOnDevice : public Points {
public:
    PointsOnDevice(SixInstance const& instance, int prime, std::uint64_t memory, RunOptions const& options)
        : field_(fields[prime]),
          bits_of_m_(std::countr_zero(instance.block_size())),
          room_(instance, memory, options.device),
          resident_(options),
          bits_(resident_.array(matrices_of_sides(instance, room_.sizes))),
          starts_(resident_.array(starts_of(instance.split()))),
          all_terms_(resident_.array(all_terms_of(instance.split()))),
          factors_(resident_.array(in_form(field_, LagrangeNodes(field_, room_.nodes).factors()))),
          inverses_(resident_.array<std::uint32_t>(room_.nodes - 1 + room_.at_once)),
          products_(resident_.array<std::uint32_t>(room_.at_once)),
          sums_(resident_.array<std::uint32_t>(room_.at_once * sides * room_.padded * room_.padded)),
          values_(resident_.array<std::uint32_t>(room_.at_once * 4 * sides * (room_.of_first() + room_.of_second()))),
          inner_(fours(sides * blocks() * room_.padded * room_.sizes.n)),
          blocks_(resident_.array<std::uint32_t>(room_.in_flight * sides * blocks() * entries())),
          weights_(fours(room_.terms * entries())),
          rows_(fours(room_.terms * entries())),
          columns_(fours(room_.terms * entries())),
          traces_(resident_.array<Count>(room_.at_once)) {}

    std::uint64_t bytes() const override { return room_.bytes(); }
    std::uint64_t at_once() const override { return room_.at_once; }

    RunResult run(std::uint64_t first, std::span<std::uint32_t> values, RunOptions const& options) override {
        TimeLeft const time(options);
        LagrangeValues table = lagrange_values(field_, room_.nodes, first, values.size());
        table.inverses.resize(inverses_.size());
        table.products.resize(products_.size());
        inverses_.write(table.inverses);
        products_.write(table.products);
        traces_.fill(0);
        RunOptions own = options;
        own.progress = {};
        RunResult summed = run_jobs(4 * sides * values.size(), side_sums(first), resident_, own);
        if (summed.status != Status::complete) return summed;
        time.set(own);
        own.progress = options.progress;
        SideTraces const work = traces(values.size());
        RunResult result = run_jobs(work.jobs, work, resident_, own);
        result.seconds.run += summed.seconds.run;
        if (result.status != Status::complete) return result;
        std::vector<Count> const traces = traces_.read();
        std::uint64_t const p = field_.p,
                            shift = field_.power(static_cast<std::uint32_t>((std::uint64_t{1} << 32) % p), 3);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::uint32_t>(traces[i] % p * shift % p);
        return result;
    }

private:
    std::uint64_t blocks() const { return std::uint64_t{room_.sizes.blocks()} * room_.sizes.blocks(); }
    std::uint64_t entries() const { return std::uint64_t{room_.sizes.n} * room_.sizes.n; }
    ResidentArray<Four> fours(std::uint64_t words) const { return resident_.array<Four>(room_.in_flight * words / 4); }

    SideSums side_sums(std::uint64_t first) const {
        return {.sizes = room_.sizes,
                .bits = bits_of_m_,
                .residues = Residues(field_),
                .lagrange = {room_.nodes, first, factors_.ref(), inverses_.ref(), products_.ref()},
                .padded = static_cast<std::uint32_t>(room_.padded),
                .sums = sums_.ref(),
                .values = values_.ref(),
                .of_first = room_.of_first(),
                .of_second = room_.of_second()};
    }
    SideTraces traces(std::uint64_t count) const {
        constexpr std::uint64_t jobs = 6400;
        return {.sizes = room_.sizes,
                .residues = Residues(field_),
                .padded = static_cast<std::uint32_t>(room_.padded),
                .terms = static_cast<std::uint32_t>(room_.terms),
                .points = count,
                .at_once = room_.in_flight,
                .jobs = resident_.device() == DeviceKind::cuda ? jobs : 64,
                .bits = bits_.ref(),
                .starts = starts_.ref(),
                .all_terms = all_terms_.ref(),
                .sums = sums_.ref(),
                .inner = inner_.ref(),
                .blocks = blocks_.ref(),
                .weights = weights_.ref(),
                .rows = rows_.ref(),
                .columns = columns_.ref(),
                .traces = traces_.ref()};
    }

    PrimeField field_;
    int bits_of_m_;
    Room room_;
    Resident resident_; // without a graph
    ResidentArray<std::uint32_t> bits_, starts_, all_terms_, factors_, inverses_, products_, sums_, values_;
    ResidentArray<Four> inner_;
    ResidentArray<std::uint32_t> blocks_;
    ResidentArray<Four> weights_, rows_, columns_;
    ResidentArray<Count> traces_;
};

} // namespace

std::unique_ptr<Points> points_on_device(SixInstance const& instance, int prime, std::uint64_t memory,
                                         RunOptions const& options) {
    return std::make_unique<PointsOnDevice>(instance, prime, memory, options);
}

} // namespace cerrado::six
