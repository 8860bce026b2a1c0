#include "frequent/forms.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace cerrado::frequent {

struct DomainSearch::State {
    Resident resident; // holds no graph
    ResidentArray<std::uint64_t> first, begins;
    ResidentArray<std::uint32_t> ranks;
    ResidentArray<std::uint32_t> parents;

    State(TypedLists const& lists, RunOptions const& options)
        : resident(options),
          first(resident.array(lists.first())),
          begins(resident.array(lists.begins())),
          ranks(resident.array(lists.ranks())),
          parents(resident.array<std::uint32_t>(0)) {}
};

DomainSearch::DomainSearch(TypedLists const& lists, RunOptions const& options)
    : state_(std::make_unique<State>(lists, options)) {}
DomainSearch::~DomainSearch() = default;

void DomainSearch::set_parents(std::vector<std::uint32_t> const& words) {
    state_->parents = state_->resident.array(words);
}

namespace {

// The jobs of some rows, on the device.
class Jobs {
public:
    Jobs(Resident const& resident, std::vector<Row> const& all, std::vector<std::uint32_t> const& rows,
         std::uint32_t words_of_block)
        : rows_(resident.array(rows)),
          first_(resident.array(firsts(all, rows, words_of_block))),
          blocks_{rows_.ref(), first_.ref(), words_of_block} {}

    std::uint64_t count() const { return count_; }
    RowBlocks const& blocks() const { return blocks_; }

private:
    std::vector<std::uint64_t> firsts(std::vector<Row> const& all, std::vector<std::uint32_t> const& rows,
                                      std::uint32_t words_of_block) {
        std::vector<std::uint64_t> firsts{0};
        for (std::uint32_t const row : rows) {
            count_ += (all[row].words() + words_of_block - 1) / words_of_block;
            firsts.push_back(count_);
        }
        return firsts;
    }

    std::uint64_t count_ = 0;
    ResidentArray<std::uint32_t> rows_;
    ResidentArray<std::uint64_t> first_;
    RowBlocks blocks_;
};

// One batch on its way through the programs.
class Finding {
public:
    Finding(Resident const& resident, DomainArrays const& lists, Batch const& batch, std::uint32_t support, bool early,
            RunOptions const& options)
        : resident_(resident),
          batch_(batch),
          time_(options),
          options_(options),
          patterns_(batch.is_narrow.size()),
          rows_(resident.array(batch.rows)),
          needs_(resident.array(batch.needs)),
          steps_(resident.array(batch.steps)),
          tests_(resident.array(batch.tests)),
          domains_(resident.array<std::uint32_t>(batch.words)),
          met_(resident.array<std::uint32_t>(batch.words)),
          sizes_(resident.array<std::uint32_t>(batch.rows.size())),
          dead_(resident.array<std::uint32_t>(patterns_)),
          met_sizes_(resident.array<std::uint32_t>(early ? batch.rows.size() : 0)),
          arrays_(lists) {
        arrays_.rows = rows_.ref();
        arrays_.needs = needs_.ref();
        arrays_.steps = steps_.ref();
        arrays_.tests = tests_.ref();
        arrays_.domains = domains_.ref();
        arrays_.met = met_.ref();
        arrays_.sizes = sizes_.ref();
        arrays_.dead = dead_.ref();
        arrays_.support = support;
    }

    Domains find(ResidentArray<std::uint32_t> const& parent_words) {
        begin(parent_words) && narrow() && search() && search_in_parts();
        Domains found{std::move(sum_), {}, {}, {}};
        if (found.run.status != Status::complete) return found;
        if (batch_.wants_words) found.words = domains_.read();
        found.sizes = sizes_.read();
        found.dead = dead_of_sizes(found.sizes);
        return found;
    }

private:
    // Returns: false if the run was stopped.
    template <class Work> bool run(std::uint64_t count, Work const& work) {
        if (count == 0) return true;
        RunResult const result = run_jobs(count, work, resident_, time_.in(options_));
        sum_.device = result.device;
        sum_.status = result.status;
        add_seconds(sum_, result);
        return result.status == Status::complete;
    }

    std::vector<std::uint32_t> dead_of_sizes(std::vector<std::uint32_t> const& sizes) const {
        std::vector<std::uint32_t> dead(patterns_);
        for (std::size_t r = 0; r < sizes.size(); ++r) {
            if (sizes[r] < arrays_.support) dead[batch_.rows[r].pattern] = 1;
        }
        return dead;
    }
    // Returns: the rows, of patterns that are not dead, for which is_one(row) is true.
    template <class IsOne> std::vector<std::uint32_t> rows_that(IsOne const& is_one) {
        std::vector<std::uint32_t> const dead = dead_of_sizes(sizes_.read());
        dead_.write(dead);
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < batch_.rows.size(); ++row) {
            if (dead[batch_.rows[row].pattern] == 0 && is_one(row)) rows.push_back(row);
        }
        return rows;
    }

    bool begin(ResidentArray<std::uint32_t> const& parent_words) {
        std::vector<std::uint32_t> all(batch_.rows.size());
        for (std::uint32_t row = 0; row < all.size(); ++row) all[row] = row;
        Jobs const jobs(resident_, batch_.rows, all, words_of_begin);
        auto const parents = resident_.array(batch_.parents);
        return run(jobs.count(), Begin{arrays_, jobs.blocks(), parent_words.ref(), parents.ref()});
    }

    // A row is looked at again if a row changed from which it needs neighbours.
    bool narrow() {
        auto const changed = resident_.array<std::uint32_t>(batch_.rows.size());
        std::vector<std::uint32_t> before;
        for (std::uint32_t round = 1;; ++round) {
            std::vector<std::uint32_t> const rows = rows_that([&](std::uint32_t row) {
                Row const& own = batch_.rows[row];
                auto const needs = std::span(batch_.needs).subspan(own.first_need, own.needs);
                return round == 1 ||
                       std::ranges::any_of(needs, [&](Need const& need) { return before[need.row] == round - 1; });
            });
            if (rows.empty()) return true;
            Jobs const jobs(resident_, batch_.rows, rows, words_of_narrow);
            if (!run(jobs.count(), Narrow{arrays_, jobs.blocks(), changed.ref(), round})) return false;
            before = changed.read();
        }
    }

    bool search() {
        left_ = resident_.array<std::uint32_t>(batch_.rows.size());
        std::vector<std::uint32_t> const rows =
            rows_that([&](std::uint32_t row) { return !batch_.is_narrow[batch_.rows[row].pattern]; });
        Jobs const jobs(resident_, batch_.rows, rows, words_of_search);
        return run(jobs.count(), Search{arrays_, jobs.blocks(), met_sizes_.ref(), left_->ref(), first_budget});
    }

    bool search_in_parts() {
        std::vector<std::uint32_t> const left = left_->read();
        std::vector<std::uint32_t> const met_sizes = met_sizes_.read();
        auto const is_large = [&](std::uint32_t row) {
            return !met_sizes.empty() && met_sizes[row] >= arrays_.support;
        };
        if (std::ranges::all_of(left, [](std::uint32_t one) { return one == 0; })) return true;
        for (int cut = 1;; ++cut) {
            std::vector<std::uint32_t> const rows =
                rows_that([&](std::uint32_t row) { return left[row] > 0 && !is_large(row); });
            std::vector<SearchInParts::Item> const items = open_in(rows);
            if (items.empty()) return true;
            std::uint32_t const parts = cut == 1 ? 32 : 1024;
            std::uint32_t const budget = cut < most_cuts ? first_budget << 4 * cut : ~std::uint32_t{0};
            auto const on_device = resident_.array(items);
            auto const in_vain = resident_.array<std::uint32_t>(items.size());
            if (!run(items.size() * parts,
                     SearchInParts{arrays_, on_device.ref(), in_vain.ref(), met_sizes_.ref(), parts, cut, budget})) {
                return false;
            }
        }
    }
    std::vector<SearchInParts::Item> open_in(std::vector<std::uint32_t> const& rows) const {
        std::vector<SearchInParts::Item> items;
        if (rows.empty()) return items;
        std::vector<std::uint32_t> const domains = domains_.read(), met = met_.read();
        for (std::uint32_t const row : rows) {
            Row const& own = batch_.rows[row];
            for (std::uint32_t rank = 0; rank < own.bits; ++rank) {
                std::uint64_t const word = own.first_word + rank / 32;
                if ((domains[word] & ~met[word]) >> rank % 32 & 1) items.push_back({row, rank});
            }
        }
        return items;
    }

    static constexpr std::uint32_t words_of_begin = 256, words_of_narrow = 8, words_of_search = 2;
    static constexpr std::uint32_t first_budget = 1 << 12; // chunks
    static constexpr int most_cuts = 3;

    Resident const& resident_;
    Batch const& batch_;
    TimeLeft const time_;
    RunOptions const options_;
    std::size_t const patterns_;
    ResidentArray<Row> rows_;
    ResidentArray<Need> needs_;
    ResidentArray<Step> steps_;
    ResidentArray<Test> tests_;
    ResidentArray<std::uint32_t> domains_, met_, sizes_, dead_, met_sizes_;
    std::optional<ResidentArray<std::uint32_t>> left_;
    DomainArrays arrays_;
    RunResult sum_;
};

} // namespace

Domains DomainSearch::find(Batch const& batch, std::uint32_t support, bool early, RunOptions const& options) const {
    DomainArrays lists;
    lists.first = state_->first.ref();
    lists.begins = state_->begins.ref();
    lists.ranks = state_->ranks.ref();
    return Finding(state_->resident, lists, batch, support, early, options).find(state_->parents);
}

} // namespace cerrado::frequent
