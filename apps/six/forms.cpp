// The compiled forms of the six-vertex counts. They run in rounds, on warps with 32 lanes.
#include "six/evaluate/points.hpp"
#include "six/evaluate/side_sums.hpp"
#include "six/evaluate/traces.hpp"
#include "six/field.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <bit>

namespace cerrado::six {

namespace {

constexpr std::uint64_t jobs_of_gpu = 1584; // twelve jobs for each team of a large GPU

// The numbers of points that are summed at once, and that are in a batch.
struct Room {
    TileSizes sizes;
    std::uint64_t nodes;
    std::uint64_t sum_bytes, batch_bytes; // bytes of a point
    std::uint64_t at_once, of_batch;

    Room(SixInstance const& instance, std::uint64_t memory, DeviceKind device)
        : sizes{.of = sizes_of(instance, TileSizes::chunk),
                .padded = std::max(instance.block_size(), TileSizes::chunk)},
          nodes(instance.nodes()) {
        sum_bytes = 4 * (sum_words() + 4 * sides * (of_first() + of_second()));
        batch_bytes = 4 * inner_words() + sides * sizes.fours() * sizeof(Four);
        constexpr std::uint64_t most_in_batch = 528, most_at_once = 8192;
        constexpr std::uint64_t tasks_of_batch = jobs_of_gpu * SideTraces::groups_of_team; // long beside start and end
        constexpr std::uint64_t bytes_of_sums = std::uint64_t{1} << 32;
        of_batch = std::clamp<std::uint64_t>(tasks_of_batch / SideTraces::trace_tasks(sizes), 1, most_in_batch);
        of_batch = std::max<std::uint64_t>(1, std::min(of_batch, memory / 2 / batch_bytes));
        at_once = std::max(of_batch, std::min(most_at_once, std::min(bytes_of_sums, memory / 4) / sum_bytes));
        if (device == DeviceKind::lockstep) of_batch = 1, at_once = 4;
        at_once = at_once / of_batch * of_batch;
    }

    std::uint64_t of_first() const { return std::max<std::uint64_t>(nodes / 7, 1); }
    std::uint64_t of_second() const { return std::max<std::uint64_t>(4 * nodes / 49, 1); }
    std::uint64_t sum_words() const { return std::uint64_t{sides} * sizes.padded * sizes.padded; }
    std::uint64_t inner_words() const { return std::uint64_t{sides} * sizes.blocks() * sizes.padded * sizes.n(); }
    std::uint64_t bytes() const { return at_once * sum_bytes + of_batch * batch_bytes; }
};

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
          bits_(resident_.array(matrices_of_sides(instance, room_.sizes.of))),
          factors_(resident_.array(in_form(field_, LagrangeNodes(field_, room_.nodes).factors()))),
          inverses_(resident_.array<std::uint32_t>(room_.nodes - 1 + room_.at_once)),
          products_(resident_.array<std::uint32_t>(room_.at_once)),
          sums_(resident_.array<std::uint32_t>(room_.at_once * room_.sum_words())),
          values_(resident_.array<std::uint32_t>(room_.at_once * 4 * sides * (room_.of_first() + room_.of_second()))),
          inner_(fours(room_.inner_words() / 4)),
          weights_(fours(room_.sizes.fours())),
          rows_(fours(room_.sizes.fours(), SideTraces::fours_behind_rows)),
          columns_(fours(room_.sizes.fours())),
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
    // An array with `of_point` words for each point of a batch, and some that are read and not used.
    ResidentArray<Four> fours(std::uint64_t of_point, std::uint64_t behind = 0) const {
        return resident_.array<Four>(room_.of_batch * of_point + behind);
    }

    SideSums side_sums(std::uint64_t first) const {
        return {.sizes = room_.sizes.of,
                .bits = bits_of_m_,
                .residues = Residues(field_),
                .lagrange = {room_.nodes, first, factors_.ref(), inverses_.ref(), products_.ref()},
                .padded = room_.sizes.padded,
                .sums = sums_.ref(),
                .values = values_.ref(),
                .of_first = room_.of_first(),
                .of_second = room_.of_second()};
    }
    SideTraces traces(std::uint64_t count) const {
        Residues const residues(field_);
        return {.sizes = room_.sizes,
                .residues = residues,
                .blocks = {room_.sizes, residues, bits_.ref(), sums_.ref(), inner_.ref(), weights_.ref(), rows_.ref(),
                           columns_.ref()},
                .points = count,
                .at_once = room_.of_batch,
                .jobs = resident_.device() == DeviceKind::cuda ? jobs_of_gpu : 16,
                .traces = traces_.ref()};
    }

    PrimeField field_;
    int bits_of_m_;
    Room room_;
    Resident resident_; // holds no graph
    ResidentArray<std::uint32_t> bits_, factors_, inverses_, products_, sums_, values_;
    ResidentArray<Four> inner_, weights_, rows_, columns_;
    ResidentArray<Count> traces_;
};

} // namespace

std::unique_ptr<Points> points_on_device(SixInstance const& instance, int prime, std::uint64_t memory,
                                         RunOptions const& options) {
    return std::make_unique<PointsOnDevice>(instance, prime, memory, options);
}

} // namespace cerrado::six
