#include "isomorphism/forms.hpp"
#include "isomorphism/formula/formula.hpp"
#include "isomorphism/parts/plan.hpp"
#include "library/form.hpp"

#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cerrado {

namespace {

// Trees of a size have the most maps if they are stars (Sidorenko 1994), and a pattern has no more than a tree in it.
double most_maps(Graph const& graph, int vertices) {
    double sum = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        double maps = 1; // with the centre at v; std::pow() takes ten times as long
        for (int leaf = 1; leaf < vertices; ++leaf) maps *= graph.degree(v);
        sum += maps;
    }
    return sum;
}

// A part of a count: a factor for the maps of a node.
struct Factor {
    WideSum above = 0; // over
    std::int64_t below = 1;

    void add(Factor const& other) {
        std::int64_t const common = std::lcm(below, other.below);
        above = above * (common / below) + other.above * (common / other.below);
        below = common;
    }
};

// The count of a pattern's maps as one sum over all nodes that are counted, each by itself: the terms of terms have been
// put in. The sum is over a common divisor.
class FlatSum {
public:
    explicit FlatSum(PartsPlan const& plan) {
        std::vector<Factor> factors(plan.nodes.size());
        factors.back().above = 1;
        for (std::size_t i = plan.nodes.size(); i-- > 0;) {
            PartsNode const& node = plan.nodes[i];
            Factor const own{factors[i].above, factors[i].below * node.divisor};
            for (PartsNode::Term const& term : node.terms)
                factors[static_cast<std::size_t>(term.node)].add({own.above * term.factor, own.below});
            factors[i] = own;
            divisor_ = std::lcm(divisor_, own.below);
        }
        for (std::size_t i = 0; i < factors.size(); ++i)
            factors_.push_back(factors[i].above * (divisor_ / factors[i].below) * plan.nodes[i].symmetry);
    }
    WideCount factor(std::size_t node) const { return static_cast<WideCount>(factors_[node]); }
    std::int64_t divisor() const { return divisor_; }

private:
    std::vector<WideSum> factors_;
    std::int64_t divisor_ = 1;
};

// The tails of all nodes, and their numbers for every vertex.
class AllTails {
public:
    explicit AllTails(Graph const& graph) : graph_(graph) {}

    // Returns: the numbers of a node's tails.
    std::vector<int> of(PartsNode const& node) {
        std::vector<int> numbers;
        for (Tail tail : node.tails) {
            for (int& below : tail.of) below = numbers[static_cast<std::size_t>(below)];
            std::ranges::sort(tail.of);
            auto const known = std::ranges::find(tails_, tail);
            numbers.push_back(static_cast<int>(known - tails_.begin()));
            if (known == tails_.end()) append(tail);
        }
        return numbers;
    }
    TailNumbers const& numbers() const { return numbers_; }

private:
    void append(Tail const& tail) {
        std::vector<Count> product(graph_.vertex_count(), 1);
        for (int const below : tail.of) {
            std::vector<Count> const& factors = numbers_[static_cast<std::size_t>(below)];
            for (std::size_t v = 0; v < product.size(); ++v) product[v] *= factors[v];
        }
        std::vector<Count> sums(graph_.vertex_count(), 0);
        for (VertexId v = 0; v < graph_.vertex_count(); ++v)
            for (VertexId const u : graph_.neighbours(v)) sums[v] += product[u];
        tails_.push_back(tail);
        numbers_.push_back(std::move(sums));
    }

    Graph const& graph_;
    std::vector<Tail> tails_;
    TailNumbers numbers_;
};

// Counts the maps of a plan's pattern.
class Counting {
public:
    Counting(PartsPlan const& plan, Resident const& graph, RunOptions options)
        : plan_(plan),
          graph_(graph),
          time_(options),
          options_(std::move(options)),
          factors_(plan),
          tails_(graph.graph()) {}

    RunResult run() {
        count_known();
        if (is_complete()) count_trees();
        if (is_complete()) count_by_heads();
        total_.count = is_complete() ? matches() : 0;
        total_.chosen.form = name_of(Algorithm::parts);
        return std::move(total_);
    }

private:
    bool is_complete() const { return total_.status == Status::complete; }

    void add(RunResult const& part) {
        add_result(total_, part);
        total_.status = part.status;
        total_.roots = part.roots;
    }

    // Few patterns are counted one by one. Otherwise one set of passes counts all of up to five vertices.
    void count_known() {
        constexpr std::ptrdiff_t few = 3;
        auto const is_large = [](PartsNode const& node) { return node.is_known && node.size > 4; };
        bool const one_by_one = std::ranges::count_if(plan_.nodes, is_large) <= few;
        GraphletCounts counts;
        for (std::size_t i = 0; i < plan_.nodes.size() && is_complete(); ++i) {
            PartsNode const& node = plan_.nodes[i];
            if (!node.is_known || factors_.factor(i) == 0) continue;
            Pattern const pattern = pattern_of(node.size, node.adjacency);
            WideCount matches = 0;
            if (node.size == 2) {
                matches = graph_.graph().edge_count();
            } else if (one_by_one) {
                RunResult const part = bind_matches({.pattern = pattern}).run(graph_, time_.in(options_));
                add(part);
                matches = part.count;
            } else {
                if (counts.patterns.empty()) {
                    counts = count_graphlets(graph_, {}, time_.in(options_));
                    add(counts);
                    if (!is_complete()) return;
                }
                matches = copies_of(pattern, counts);
            }
            WideCount maps = matches * node.automorphisms;
            if (node.greatest >= 0) maps /= static_cast<WideCount>(node.size); // all its vertices are alike
            sum_ += factors_.factor(i) * maps;
        }
    }

    void count_trees() {
        Stopwatch const watch;
        for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
            PartsNode const& node = plan_.nodes[i];
            if (node.product.empty()) continue;
            std::vector<int> const tails = tails_.of(node);
            WideCount maps = 0;
            for (VertexId v = 0; v < graph_.graph().vertex_count(); ++v) {
                Count product = 1;
                for (int const tail : node.product)
                    product *= tails_.numbers()[static_cast<std::size_t>(tails[static_cast<std::size_t>(tail)])][v];
                maps += product;
            }
            sum_ += factors_.factor(i) * maps;
        }
        total_.seconds.prepare += watch.seconds();
    }

    // Nodes whose heads have the same images are counted in one run.
    void count_by_heads() {
        std::vector<std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
            if (plan_.nodes[i].heads.empty() || factors_.factor(i) == 0) continue;
            auto const group = std::ranges::find_if(groups, [&](std::vector<std::size_t> const& nodes) {
                return have_same_heads(plan_.nodes[nodes.front()].plan, plan_.nodes[i].plan);
            });
            if (group == groups.end())
                groups.push_back({i});
            else
                group->push_back(i);
        }
        for (std::vector<std::size_t> const& nodes : groups) {
            std::vector<SpreadPlan> plans;
            std::vector<WideCount> factors;
            std::vector<int> read; // the tails that these plans read
            for (std::size_t const i : nodes) {
                std::vector<int> const tails = tails_.of(plan_.nodes[i]);
                SpreadPlan& plan = plans.emplace_back(plan_.nodes[i].plan);
                for (int j = 0; j < plan.steps; ++j) {
                    if (plan.step[j].op != SpreadPlan::Op::tail) continue;
                    int const tail = tails[plan.step[j].number];
                    auto const place = std::ranges::find(read, tail) - read.begin();
                    if (place == std::ssize(read)) read.push_back(tail);
                    plan.step[j].number = static_cast<std::uint8_t>(place);
                }
                factors.push_back(factors_.factor(i));
            }
            if (read.size() > SpreadPlan::most_tails)
                throw InputError("the parts of this pattern have too many tails: take the algorithm walk");
            TailNumbers numbers;
            for (int const tail : read) numbers.push_back(tails_.numbers()[static_cast<std::size_t>(tail)]);
            RunResult const part = spread_form(plans, factors, numbers).run(graph_, time_.in(options_));
            add(part);
            if (!is_complete()) return;
            sum_ += part.count;
        }
    }

    // Returns: the sum over the divisor and the automorphisms.
    WideCount matches() const {
        PartsNode const& pattern = plan_.nodes.back();
        WideCount const divisor = static_cast<WideCount>(factors_.divisor()) * pattern.automorphisms;
        bool const is_negative = sum_ >> 127 != 0;
        if (!is_negative && sum_ % divisor == 0) return sum_ / divisor;
        throw Error(fmt::format(
            "internal error: the parts of {} are {}, which is not {} times a count; please report this, "
            "and take the algorithm walk",
            format_graph6(pattern.size, pattern.adjacency), to_string(static_cast<WideSum>(sum_)), to_string(divisor)));
    }

    PartsPlan const& plan_;
    Resident const& graph_;
    TimeLeft const time_;
    RunOptions const options_;
    FlatSum const factors_;
    AllTails tails_;
    WideCount sum_ = 0; // modulo 2^128, since some factors are negative
    RunResult total_;
};

// The largest of the plans, of which an estimate tells the memory.
BoundApplication largest_form(PartsPlan const& plan) {
    PartsNode const* largest = &plan.nodes.back();
    for (PartsNode const& node : plan.nodes) {
        if (!node.heads.empty() && node.plan.vectors > largest->plan.vectors) largest = &node;
    }
    return spread_form({largest->plan}, {1}, {});
}

class ByParts : public Decorator {
public:
    explicit ByParts(PartsPlan plan) : Decorator(largest_form(plan)), plan_(std::move(plan)) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return fmt::format("{}\nabout {:.3g} entries of lists\n{}", describe(plan_), plan_.entries,
                           Decorator::estimate(graph, options));
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!fits_parts(plan_, graph.graph())) {
            throw InputError(
                "the numbers of the parts may exceed 64 bits in this graph: take the algorithm walk, or a smaller "
                "pattern");
        }
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
            return Counting(plan_, resident, own).run();
        });
    }
    Choice choose(Graph const& graph, RunOptions const&) const override {
        Choice choice = choice_of_formula(graph);
        choice.chosen.algorithm = Algorithm::parts;
        return choice;
    }

private:
    PartsPlan const plan_;
};

} // namespace

bool fits_parts(PartsPlan const& plan, Graph const& graph) {
    constexpr double most = 9e18; // below 2^63
    return most_maps(graph, plan.nodes.back().size) < most;
}

BoundApplication bind_by_parts(PartsPlan const& plan) { return make_form<ByParts>(plan); }

} // namespace cerrado
