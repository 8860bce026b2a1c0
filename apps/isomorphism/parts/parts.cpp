#include "isomorphism/parts/parts.hpp"

#include "isomorphism/forms.hpp"
#include "library/form.hpp"

#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cerrado {

namespace {

// Trees of a size have the most maps if they are stars (Sidorenko 1994), and a pattern has no more than a tree in it.
double most_maps(Graph const& graph, int vertices) {
    double sum = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) sum += std::pow(graph.degree(v), vertices - 1);
    return sum;
}

// Each tail's number for every vertex.
std::vector<std::vector<Count>> numbers_of(std::vector<Tail> const& tails, Graph const& graph) {
    std::vector<std::vector<Count>> numbers;
    for (Tail const& tail : tails) {
        std::vector<Count> product(graph.vertex_count(), 1);
        for (int const below : tail.of) {
            std::vector<Count> const& factors = numbers[static_cast<std::size_t>(below)];
            for (std::size_t v = 0; v < product.size(); ++v) product[v] *= factors[v];
        }
        std::vector<Count>& sums = numbers.emplace_back(graph.vertex_count(), 0);
        for (VertexId v = 0; v < graph.vertex_count(); ++v)
            for (VertexId const u : graph.neighbours(v)) sums[v] += product[u];
    }
    return numbers;
}

// Counts the maps of each pattern of a plan.
class Counting {
public:
    Counting(PartsPlan const& plan, Resident const& graph, RunOptions options)
        : plan_(plan),
          graph_(graph),
          time_(options),
          options_(std::move(options)),
          maps_(plan.nodes.size()) {}

    RunResult run() {
        total_.count = 0;
        count_known();
        for (std::size_t i = 0; i < plan_.nodes.size() && is_complete(); ++i) {
            if (!plan_.nodes[i].is_known) count(i);
        }
        total_.count = is_complete() ? maps_.back() / plan_.nodes.back().automorphisms : 0;
        total_.chosen.form = "parts";
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
            if (!node.is_known) continue;
            WideCount matches = 0;
            if (node.size == 2) {
                matches = graph_.graph().edge_count();
            } else if (one_by_one) {
                RunResult const part =
                    bind_matches({.pattern = pattern_of(node.size, node.adjacency)}).run(graph_, time_.in(options_));
                add(part);
                matches = part.count;
            } else {
                if (counts.patterns.empty()) {
                    counts = count_graphlets(graph_, {}, time_.in(options_));
                    add(counts);
                    if (!is_complete()) return;
                }
                matches = copies(counts, node);
            }
            maps_[i] = matches * node.automorphisms;
            if (node.greatest >= 0) maps_[i] /= static_cast<WideCount>(node.size); // all its vertices are alike
        }
    }

    static WideCount copies(GraphletCounts const& counts, PartsNode const& node) {
        int const index = locate(node.size, node.adjacency).index;
        std::uint64_t const adjacency = small_graphs(node.size)[static_cast<std::size_t>(index)];
        auto const is_it = [&](GraphletCount const& count) {
            return count.size == node.size && count.adjacency == adjacency;
        };
        return std::ranges::find_if(counts.patterns, is_it)->non_induced;
    }

    // Counts modulo 2^128, since it subtracts.
    void count(std::size_t i) {
        PartsNode const& node = plan_.nodes[i];
        Stopwatch const watch;
        std::vector<std::vector<Count>> const numbers = numbers_of(node.tails, graph_.graph());
        WideCount sum = 0;
        if (!node.product.empty()) {
            for (VertexId v = 0; v < graph_.graph().vertex_count(); ++v) {
                Count product = 1;
                for (int const tail : node.product) product *= numbers[static_cast<std::size_t>(tail)][v];
                sum += product;
            }
            total_.seconds.run += watch.seconds();
        } else if (!node.heads.empty()) {
            TailArrays tails;
            for (std::vector<Count> const& tail : numbers) tails.push_back(graph_.array(Per::vertex, tail));
            total_.seconds.prepare += watch.seconds();
            RunResult const part = spread_form(node.plan, tails).run(graph_, time_.in(options_));
            add(part);
            if (!is_complete()) return;
            sum = part.count * static_cast<WideCount>(node.symmetry);
        }
        for (PartsNode::Term const& term : node.terms)
            sum += maps_[static_cast<std::size_t>(term.node)] * static_cast<WideCount>(WideSum{term.factor});
        bool const is_negative = sum >> 127 != 0;
        bool const divides =
            sum % static_cast<WideCount>(node.divisor) == 0 && (node.greatest >= 0 || sum % node.automorphisms == 0);
        if (is_negative || !divides) {
            throw Error(
                fmt::format("internal error: the maps of {} are {}, {} a multiple of its {} automorphisms; please "
                            "report this, and take the algorithm walk",
                            format_graph6(node.size, node.adjacency), is_negative ? "negative" : to_string(sum),
                            is_negative ? "or not" : "not", to_string(node.automorphisms)));
        }
        maps_[i] = sum / static_cast<WideCount>(node.divisor);
    }

    PartsPlan const& plan_;
    Resident const& graph_;
    TimeLeft const time_;
    RunOptions const options_;
    std::vector<WideCount> maps_; // by node
    RunResult total_;
};

class ByParts : public Decorator {
public:
    explicit ByParts(PartsPlan plan) : Decorator(spread_form(plan.nodes.back().plan, {})), plan_(std::move(plan)) {}

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
