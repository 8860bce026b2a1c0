#include "approximate/approximate.hpp"

#include "library/on_devices.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <boost/math/special_functions/erf.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

namespace cerrado::approximate {

std::uint64_t Tally::all_draws() const { return std::accumulate(draws.begin(), draws.end(), std::uint64_t{0}); }

void Tally::add(Tally const& other) {
    draws.resize(other.draws.size());
    met.resize(other.met.size());
    std::ranges::transform(draws, other.draws, draws.begin(), std::plus());
    std::ranges::transform(met, other.met, met.begin(), std::plus());
}

namespace {

void check(Precision const& asked, RunOptions const& options) {
    if (!(asked.error > 0 && asked.error < 1)) {
        throw InputError(fmt::format(
            "an error of {:g} is not above 0 and below 1: give, for example, 0.01 for 1 %, or count exactly",
            asked.error));
    }
    if (!(asked.confidence > 0 && asked.confidence < 1)) {
        throw InputError(
            fmt::format("a confidence of {:g} is not above 0 and below 1: give, for example, 0.95", asked.confidence));
    }
    if (options.checkpoint.on()) throw InputError("approximate counts have no checkpoints: leave the checkpoint out");
    if (options.roots) throw InputError("approximate counts draw from the whole graph: leave the roots out");
    if (options.is_shared())
        throw InputError("approximate counts take one device in one process: leave the devices and the launcher out");
}

// Makes the draws of one model until they are enough.
class Estimating {
public:
    Estimating(Model const& model, Sampler const& sampler, Precision const& asked, RunOptions const& options)
        : model_(model),
          sampler_(sampler),
          asked_(asked),
          time_(options),
          options_(options),
          z_(std::numbers::sqrt2 * boost::math::erf_inv(asked.confidence)) {}

    Approximation estimate() {
        Approximation made;
        made.asked = asked_;
        if (std::ranges::all_of(model_.sizes, [](double size) { return size == 0; })) { // there is none for sure
            made.is_reached = true;
            made.run.device.kind = made.run.device.name =
                std::string(name_in(device_words, resolve_device(options_.device)));
            made.estimates.assign(model_.outcomes, {.count = 0});
            return made;
        }
        std::vector<double> shares = even_shares();
        Tally const trial = try_out(shares);
        made.trial_draws = trial.all_draws();
        Tally tally;
        if (is_complete()) {
            std::vector<std::uint32_t> const main = main_outcomes(trial);
            if (strata() > 1 && !main.empty()) shares = best_shares(trial, main);
            made.is_reached = draw_enough(trial, main, shares, tally);
        }
        bool const is_fresh = tally.all_draws() > 0;
        made.draws = is_fresh ? tally.all_draws() : std::exchange(made.trial_draws, 0);
        made.estimates = estimates_of(is_fresh ? tally : trial);
        made.run = std::move(sum_);
        made.run.count = 0;
        return made;
    }

private:
    using Shares = std::vector<double>; // of the draws, by stratum

    static constexpr std::uint64_t trial_jobs_of_stratum = 64, most_trial_jobs = std::uint64_t{1} << 17;
    static constexpr std::uint64_t enough_met = 400; // in a trial, to tell how many draws are needed
    static constexpr double least_part = 0.01;       // of all things: an outcome below need not be as precise

    bool is_complete() const { return sum_.status == Status::complete; }
    int strata() const { return static_cast<int>(model_.sizes.size()); }

    Shares even_shares() const {
        Shares shares;
        auto const filled = std::ranges::count_if(model_.sizes, [](double size) { return size > 0; });
        for (double const size : model_.sizes) shares.push_back(size > 0 ? 1.0 / static_cast<double>(filled) : 0);
        return shares;
    }

    void draw(std::uint64_t first, std::uint64_t jobs, Shares const& shares, Tally& tally, bool shows_progress) {
        DrawJobs own;
        own.seed = asked_.seed;
        own.first = first;
        own.strata = strata();
        own.outcomes = model_.outcomes;
        double sum = 0;
        for (std::size_t s = 0; s < shares.size(); ++s) {
            sum += shares[s];
            own.until[s] =
                s + 1 == shares.size() || sum >= 1 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(sum * 0x1p32);
        }
        RunOptions options = time_.in(options_);
        if (!shows_progress) options.progress = {};
        RunResult const part = sampler_.draw(own, jobs, tally, options);
        sum_.device = part.device;
        sum_.status = part.status;
        add_seconds(sum_, part);
    }

    // A first trial tells the share of draws that meet something. It is repeated with more draws while that is too little.
    // Its draws are others than those of the result, which would otherwise depend on what it met.
    Tally try_out(Shares const& shares) {
        constexpr std::uint64_t trial_begin = std::uint64_t{1} << 62;
        Tally tally;
        std::uint64_t done = 0;
        for (std::uint64_t jobs = trial_jobs_of_stratum * shares.size(); done < most_trial_jobs; jobs *= 4) {
            draw(trial_begin + done, jobs, shares, tally, false);
            done += jobs;
            std::uint64_t const met = std::accumulate(tally.met.begin(), tally.met.end(), std::uint64_t{0});
            if (!is_complete() || met >= enough_met) break;
        }
        return tally;
    }

    std::uint64_t met_at(Tally const& tally, int stratum, std::uint32_t outcome) const {
        return tally.met[static_cast<std::size_t>(stratum) * model_.outcomes + outcome];
    }
    double of(int stratum, std::uint32_t outcome) const {
        return model_.of(stratum, outcome) / model_.sizes[static_cast<std::size_t>(stratum)];
    }

    // Returns: the outcomes of the trial that make up a hundredth of all or more. Each is estimated by the stratum that met
    // it most often.
    std::vector<std::uint32_t> main_outcomes(Tally const& trial) const {
        std::vector<std::pair<std::uint32_t, double>> counts;
        double all = 0;
        for (std::uint32_t o = 0; o < model_.outcomes; ++o) {
            int best = 0;
            for (int s = 1; s < strata(); ++s) {
                if (met_at(trial, s, o) > met_at(trial, best, o)) best = s;
            }
            std::uint64_t const met = met_at(trial, best, o);
            if (met == 0) continue;
            counts.emplace_back(o, static_cast<double>(met) /
                                       static_cast<double>(trial.draws[static_cast<std::size_t>(best)]) / of(best, o));
            all += counts.back().second;
        }
        std::vector<std::uint32_t> main;
        for (auto const& [outcome, count] : counts) {
            if (count >= least_part * all) main.push_back(outcome);
        }
        return main;
    }

    double chance(Tally const& trial, int stratum, std::uint32_t outcome) const {
        std::uint64_t const draws = trial.draws[static_cast<std::size_t>(stratum)];
        return draws == 0 ? 0 : static_cast<double>(met_at(trial, stratum, outcome)) / static_cast<double>(draws);
    }

    // Returns: shares of the draws with which the main outcome that is met least often is met as often as possible. It is a
    // game of two, of which one chooses the stratum and the other the outcome. Source: Freund and Schapire 1999.
    Shares best_shares(Tally const& trial, std::vector<std::uint32_t> const& main) const {
        constexpr int rounds = 2000;
        constexpr double rate = 0.05, least_share = 0.01;
        std::vector<double> weights(main.size(), 1);
        double rarest = 1; // of the best chances
        for (std::uint32_t const outcome : main) {
            double most = 0;
            for (int s = 0; s < strata(); ++s) most = std::max(most, chance(trial, s, outcome));
            rarest = std::min(rarest, most);
        }
        Shares shares(model_.sizes.size());
        for (int round = 0; round < rounds; ++round) {
            int best = 0;
            double best_sum = -1;
            for (int s = 0; s < strata(); ++s) {
                double sum = 0;
                for (std::size_t i = 0; i < main.size(); ++i) sum += weights[i] * chance(trial, s, main[i]);
                if (sum > best_sum) best = s, best_sum = sum;
            }
            shares[static_cast<std::size_t>(best)] += 1.0 / rounds;
            double all = 0;
            for (std::size_t i = 0; i < main.size(); ++i) {
                weights[i] *= std::exp(-rate * std::min(1.0, chance(trial, best, main[i]) / (4 * rarest)));
                all += weights[i];
            }
            for (double& weight : weights) weight /= all;
        }
        double kept = 0;
        for (double& share : shares) {
            if (share < least_share) share = 0;
            kept += share;
        }
        for (double& share : shares) share /= kept;
        return shares;
    }

    // Makes as many draws as the trial says, and more if they turn out too few. Returns: whether the estimates are as
    // precise as asked for. If the trial met nothing, nobody knows how many are needed.
    bool draw_enough(Tally const& trial, std::vector<std::uint32_t> const& main, Shares const& shares, Tally& tally) {
        if (main.empty()) return false;
        double most = 0; // variance of one draw over the square of its mean
        for (std::uint32_t const outcome : main) {
            double mean = 0, variance = 0;
            for (int s = 0; s < strata(); ++s) {
                double const share = shares[static_cast<std::size_t>(s)], p = chance(trial, s, outcome);
                mean += share * p;
                variance += share * p * (1 - p);
            }
            most = std::max(most, variance / (mean * mean));
        }
        constexpr double margin = 1.1;
        double const ratio = z_ / asked_.error;
        std::uint64_t next = 0;
        double wanted = margin * ratio * ratio * most;
        while (is_complete()) {
            auto const jobs = static_cast<std::uint64_t>(std::clamp(wanted / draws_of_job, 16.0, 1e15));
            draw(next, jobs, shares, tally, true);
            next += jobs;
            double const excess = worst_excess(tally);
            if (excess <= 1) return true;
            double const done = static_cast<double>(tally.all_draws());
            wanted = done * (std::isfinite(excess) ? std::min(excess * excess * margin - 1, 8.0) : 4.0);
        }
        return worst_excess(tally) <= 1;
    }

    // Returns: the largest ratio of an interval's half width to the one that is asked for, of the main estimates.
    double worst_excess(Tally const& tally) const {
        if (tally.all_draws() == 0) return std::numeric_limits<double>::infinity();
        std::vector<Estimate> const estimates = estimates_of(tally);
        double all = 0, excess = 0;
        for (Estimate const& each : estimates) all += each.count.value_or(0);
        if (all == 0) return std::numeric_limits<double>::infinity();
        for (Estimate const& each : estimates) {
            if (each.count.value_or(0) < least_part * all) continue;
            excess = std::max(excess, (each.high - each.low) / 2 / (*each.count * asked_.error));
        }
        return excess;
    }

    // The number of draws that meet an outcome is, for the given numbers of draws, a sum of binomials. Its mean is the number
    // of things times the sum over the strata of draws x members of one thing / members. The interval is Wilson's, which also
    // holds for few; that the strata have different chances counts as more draws, since it makes the variance smaller.
    std::vector<Estimate> estimates_of(Tally const& tally) const {
        std::vector<Estimate> estimates(model_.outcomes);
        double const n = static_cast<double>(tally.all_draws());
        if (n == 0) return estimates;
        for (std::uint32_t o = 0; o < model_.outcomes; ++o) {
            Estimate& made = estimates[o];
            double variance = 0;
            for (int s = 0; s < strata(); ++s) {
                double const met = static_cast<double>(met_at(tally, s, o));
                double const draws = static_cast<double>(tally.draws[static_cast<std::size_t>(s)]);
                made.met += met_at(tally, s, o);
                if (met > 0) variance += met * (1 - met / draws);
            }
            if (made.met == 0 && model_.outcomes > 1) continue; // one of thousands of patterns, and no bound is asked
            double one = 0;                                     // draws that meet one thing
            for (int s = 0; s < strata(); ++s) {
                double const draws = static_cast<double>(tally.draws[static_cast<std::size_t>(s)]);
                if (draws > 0) one += draws * of(s, o);
            }
            double const p = static_cast<double>(made.met) / n, z2 = z_ * z_;
            double const m = n * std::max(1.0, (n * p * (1 - p) + 1) / (variance + 1));
            double const middle = (p + z2 / (2 * m)) / (1 + z2 / m);
            double const half = z_ / (1 + z2 / m) * std::sqrt(p * (1 - p) / m + z2 / (4 * m * m));
            made.low = std::max(0.0, middle - half) * n / one;
            made.high = (middle + half) * n / one;
            if (made.met == 0) {
                made.low = 0;
                continue;
            }
            made.count = static_cast<double>(made.met) / one;
            made.standard_error = std::sqrt(variance) / one;
            made.low = std::min(made.low, *made.count); // rounding, if every draw meets it
            made.high = std::max(made.high, *made.count);
        }
        return estimates;
    }

    Model const& model_;
    Sampler const& sampler_;
    Precision const asked_;
    TimeLeft const time_;
    RunOptions const options_;
    double const z_; // half the width of a normal distribution's interval, in standard errors
    RunResult sum_;
};

} // namespace

Approximation estimate(GraphOrResident const& graph, Precision const& asked, RunOptions const& options,
                       std::function<Prepared(Graph const&, RunOptions const&)> const& prepare) {
    check(asked, options);
    TimeLeft const time(options);
    RunOptions own = graph.resident() != nullptr ? options_on(*graph.resident(), options) : options;
    own.order = GraphOrder::given;
    Prepared const prepared = prepare(graph.graph(), own);
    double const seconds = time.spent();
    Approximation made = Estimating(prepared.model, *prepared.sampler, asked, time.in(own)).estimate();
    made.run.seconds.prepare += seconds;
    return made;
}

// Sums over trees.

namespace {

std::vector<int> children_of(Parents const& tree, int i) {
    std::vector<int> children;
    for (int child = i + 1; child < static_cast<int>(tree.size()); ++child) {
        if (tree[static_cast<std::size_t>(child)] == i) children.push_back(child);
    }
    return children;
}

// Sums over trees, from the leaves up. Those below alike vertices are made once.
class Summing {
public:
    // `sums`: gets the sums over neighbours, list after list; null: nobody asks for them.
    Summing(Graph const& graph, TreeConditions const& conditions, int threads, std::vector<double>* sums)
        : graph_(graph),
          conditions_(conditions),
          team_(team_size(graph.neighbour_array().size(), threads)),
          sums_(sums) {}

    // Returns: by vertex, the mappings of the tree below i that take i there. `lists` gets the number of the list of each
    // vertex below i; -1: all neighbours have one mapping.
    std::vector<double> mappings(Parents const& tree, int i, std::vector<std::int16_t>& lists) {
        std::vector<std::vector<double> const*> factors; // by vertex; null: the degree
        for (int const child : children_of(tree, i)) {
            bool const is_plain = conditions_.alike && children_of(tree, child).empty();
            factors.push_back(is_plain ? nullptr : &below(tree, child, lists));
        }
        std::vector<double> product(graph_.vertex_count());
        team_.run([&](Member member) {
            member.for_part_of(product.size(), [&](std::size_t v) {
                auto const vertex = static_cast<VertexId>(v);
                product[v] = !conditions_.vertex || conditions_.vertex(i, vertex) ? 1 : 0;
                for (auto const* factor : factors)
                    product[v] *= factor == nullptr ? graph_.degree(vertex) : (*factor)[v];
            });
        });
        return product;
    }

private:
    struct Below {
        std::vector<double> by_vertex; // mappings of the tree below a vertex, if its parent is taken there
        std::int16_t list = -1;
    };

    std::vector<double> const& below(Parents const& tree, int child, std::vector<std::int16_t>& lists) {
        std::string const name = conditions_.alike ? shape(tree, child) : std::to_string(unlike_++);
        if (auto const found = known_.find(name); found != known_.end()) {
            mark_lists(tree, child, lists);
            return found->second.by_vertex;
        }
        std::vector<double> const own = mappings(tree, child, lists);
        Below made{std::vector<double>(graph_.vertex_count()), next_};
        std::size_t const entries = graph_.neighbour_array().size(), first = sums_ == nullptr ? 0 : sums_->size();
        if (sums_ != nullptr) sums_->resize(first + entries);
        team_.run([&](Member member) {
            member.for_part_of(graph_.vertex_count(), [&](std::size_t v) {
                double sum = 0;
                for (EdgeOffset e = graph_.offsets()[v]; e < graph_.offsets()[v + 1]; ++e) {
                    bool const is_one = !conditions_.edge || conditions_.edge(child, static_cast<VertexId>(v), e);
                    if (is_one) sum += own[graph_.neighbour_array()[e]];
                    if (sums_ != nullptr) (*sums_)[first + e] = sum;
                }
                made.by_vertex[v] = sum;
            });
        });
        lists[at(child)] = next_++;
        return known_.emplace(name, std::move(made)).first->second.by_vertex;
    }

    // Sums that were made for an alike tree have its lists.
    void mark_lists(Parents const& tree, int i, std::vector<std::int16_t>& lists) const {
        auto const found = known_.find(shape(tree, i));
        if (found != known_.end()) lists[at(i)] = found->second.list;
        for (int const child : children_of(tree, i)) mark_lists(tree, child, lists);
    }

    // A text that is the same for trees that are alike below i.
    static std::string shape(Parents const& tree, int i) {
        std::vector<std::string> below;
        for (int const child : children_of(tree, i)) below.push_back(shape(tree, child));
        std::ranges::sort(below);
        std::string text = "(";
        for (std::string const& each : below) text += each;
        return text + ")";
    }
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    Graph const& graph_;
    TreeConditions const& conditions_;
    Team team_;
    std::vector<double>* const sums_;
    std::map<std::string, Below> known_;
    std::int16_t next_ = 0;
    int unlike_ = 0; // vertices with conditions, each of which has a name of its own
};

} // namespace

double mappings_of(Graph const& graph, Parents const& tree, TreeConditions const& conditions, int threads) {
    std::vector<std::int16_t> lists(tree.size(), -1);
    std::vector<double> const by_root = Summing(graph, conditions, threads, nullptr).mappings(tree, 0, lists);
    return std::accumulate(by_root.begin(), by_root.end(), 0.0);
}

TreeSums tree_sums(Graph const& graph, std::vector<Parents> const& trees, TreeConditions const& conditions,
                   int threads) {
    TreeSums made;
    made.k = static_cast<int>(trees.front().size());
    Summing summing(graph, conditions, threads, &made.sums);
    for (Parents const& tree : trees) {
        std::vector<std::int16_t> lists(tree.size(), -1);
        std::vector<double> by_root = summing.mappings(tree, 0, lists);
        std::partial_sum(by_root.begin(), by_root.end(), by_root.begin());
        made.mappings.push_back(by_root.empty() ? 0 : by_root.back());
        made.roots.insert(made.roots.end(), by_root.begin(), by_root.end());
        for (std::size_t i = 0; i < tree.size(); ++i)
            made.steps.push_back({static_cast<std::int16_t>(tree[i]), lists[i]});
    }
    return made;
}

CliqueSums clique_sums(Graph const& graph, int k, int threads) {
    CliqueSums made;
    Team team(team_size(graph.neighbour_array().size(), threads));
    made.oriented = orient(graph, degeneracy_order(graph), team);
    Graph const& oriented = made.oriented;
    std::uint64_t const edges = oriented.edge_count();
    made.tails.resize(edges);
    made.common.resize(edges);
    made.sums.resize(edges);
    team.run([&](Member member) {
        std::vector<bool> is_successor(oriented.vertex_count());
        member.for_part_of(oriented.vertex_count(), [&](std::size_t v) {
            auto const own = oriented.neighbours(static_cast<VertexId>(v));
            for (VertexId const u : own) is_successor[u] = true;
            for (std::size_t i = 0; i < own.size(); ++i) {
                std::uint64_t const edge = oriented.offsets()[v] + i;
                made.tails[edge] = static_cast<VertexId>(v);
                made.common[edge] = static_cast<std::uint32_t>(
                    std::ranges::count_if(oriented.neighbours(own[i]), [&](VertexId w) { return is_successor[w]; }));
                double ways = 1;
                for (int j = 0; j < k - 2; ++j)
                    ways *= std::max(0.0, static_cast<double>(made.common[edge]) - j) / (j + 1);
                made.sums[edge] = ways;
            }
            for (VertexId const u : own) is_successor[u] = false;
        });
    });
    std::partial_sum(made.sums.begin(), made.sums.end(), made.sums.begin());
    return made;
}

} // namespace cerrado::approximate
