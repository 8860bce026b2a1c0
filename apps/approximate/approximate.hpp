// Estimates from draws: how to draw and how often, and what follows from what was met.
#pragma once

#include "approximate/draws.hpp"

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/options.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cerrado::approximate {

struct Tally {
    std::vector<std::uint64_t> draws; // by stratum
    std::vector<std::uint64_t> met;   // stratum * outcomes + outcome

    std::uint64_t all_draws() const;
    void add(Tally const& other);
};

// Draws on a device. It holds what the draws read.
class Sampler {
public:
    virtual ~Sampler() = default;
    // Does so many jobs from `jobs.first` on, and adds what they met. The arrays of `jobs` are not read.
    virtual RunResult draw(DrawJobs const& jobs, std::uint64_t count, Tally& tally,
                           RunOptions const& options) const = 0;
};

// The sets from which is drawn, and the things that are counted.
struct Model {
    std::uint32_t outcomes = 1;
    std::vector<double> sizes;                    // by stratum: members to draw from
    std::function<double(int, std::uint32_t)> of; // (stratum, outcome): members of the stratum that give one thing
};

struct Prepared {
    Model model;
    std::unique_ptr<Sampler> sampler;
};

// Estimates by what `prepare` makes for the graph and the options, on one device. Its time counts as preparation. Throws
// InputError for a precision or options that make no sense, and for several devices.
Approximation estimate(GraphOrResident const& graph, Precision const& asked, RunOptions const& options,
                       std::function<Prepared(Graph const&, RunOptions const&)> const& prepare);

// A tree: the parent of each vertex but the first, which comes before it.
using Parents = std::vector<int>;

// The conditions on a pattern's vertices, in the order of a tree. Empty functions ask for nothing.
struct TreeConditions {
    std::function<bool(int i, VertexId image)> vertex;
    // Returns: whether the entry of a list leads from the image of i's parent to an image of i.
    std::function<bool(int i, VertexId parent, EdgeOffset entry)> edge;
    bool alike = true; // no conditions, so trees share their sums
};

// The numbers of mappings of some trees of k vertices into a graph, and the sums from which they are drawn.
struct TreeSums {
    int k = 0;
    std::vector<double> mappings; // by tree
    std::vector<double> roots, sums;
    std::vector<TreeArrays::Step> steps;
};
TreeSums tree_sums(Graph const& graph, std::vector<Parents> const& trees, TreeConditions const& conditions,
                   int threads);
double mappings_of(Graph const& graph, Parents const& tree, TreeConditions const& conditions, int threads);

// In a degeneracy order: edges, successors, and ways to choose k - 2 common successors.
struct CliqueSums {
    Graph oriented;
    std::vector<VertexId> tails;
    std::vector<std::uint32_t> common;
    std::vector<double> sums;
    double ways() const { return sums.empty() ? 0 : sums.back(); }
};
CliqueSums clique_sums(Graph const& graph, int k, int threads);

std::unique_ptr<Sampler> motif_sampler(Graph const& graph, TreeSums const& trees, TransitionTableRef const& tables,
                                       RunOptions const& options);
std::unique_ptr<Sampler> match_sampler(Graph const& graph, TreeSums const& trees, MarkedPlan const& plan,
                                       MarkBits const& bits, RunOptions const& options);
std::unique_ptr<Sampler> clique_sampler(CliqueSums const& cliques, int k, RunOptions const& options);

} // namespace cerrado::approximate
