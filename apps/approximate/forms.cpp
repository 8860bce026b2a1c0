// Compiles the draws.
#include "approximate/approximate.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/run/run.hpp>

#include <memory>
#include <utility>

namespace cerrado::approximate {

namespace {

// `Arrays` keeps the arrays of a Draw, and makes one.
template <class Arrays> class SamplerOf : public Sampler {
public:
    template <class... Given> explicit SamplerOf(RunOptions const& options, Given const&... given)
        : resident_(options),
          arrays_(resident_, given...) {}

    RunResult draw(DrawJobs const& jobs, std::uint64_t count, Tally& tally, RunOptions const& options) const override {
        auto const strata = static_cast<std::uint64_t>(jobs.strata);
        auto const draws = resident_.array<std::uint64_t>(strata);
        auto const met = resident_.array<std::uint64_t>(strata * jobs.outcomes);
        DrawJobs own = jobs;
        own.draws = draws.ref();
        own.met = met.ref();
        auto const draw = arrays_.draw();
        RunResult result = run_jobs(count, Draws<std::remove_const_t<decltype(draw)>>{own, draw}, resident_, options);
        result.count = 0;
        tally.add({draws.read(), met.read()});
        return result;
    }

private:
    Resident resident_; // holds no graph
    Arrays arrays_;
};

struct TreesOnDevice {
    TreesOnDevice(Resident const& resident, Graph const& graph, TreeSums const& trees)
        : k(trees.k),
          vertices(graph.vertex_count()),
          offsets(resident.array(graph.offsets())),
          neighbours(resident.array(graph.neighbour_array())),
          roots(resident.array(trees.roots)),
          sums(resident.array(trees.sums)),
          steps(resident.array(trees.steps)) {}

    TreeArrays arrays() const {
        return {k, vertices, neighbours.size(), offsets.ref(), neighbours.ref(), roots.ref(), sums.ref(), steps.ref()};
    }

    int k;
    std::uint64_t vertices;
    ResidentArray<EdgeOffset> offsets;
    ResidentArray<VertexId> neighbours;
    ResidentArray<double> roots, sums;
    ResidentArray<TreeArrays::Step> steps;
};

struct MotifArrays {
    MotifArrays(Resident const& resident, Graph const& graph, TreeSums const& trees_given,
                TransitionTableRef const& given)
        : trees(resident, graph, trees_given),
          tables(given) {
        for (int i = 1; i < given.k; ++i) {
            std::uint64_t const entries = std::uint64_t{given.classes[i]} << given.mask_bits * i;
            levels.push_back(resident.array(std::span(given.levels[i], entries)));
            tables.levels[i] = levels.back().ref().data;
        }
        if (given.mask_bits == 2) arcs = resident.array(graph.marks->arcs);
    }
    MotifDraw draw() const { return {trees.arrays(), tables, arcs ? arcs->ref().data : nullptr}; }

    TreesOnDevice trees;
    TransitionTableRef tables;
    std::vector<ResidentArray<Transition>> levels;
    std::optional<ResidentArray<std::uint8_t>> arcs;
};

struct MatchArrays {
    MatchArrays(Resident const& resident, Graph const& graph, TreeSums const& trees_given, MarkedPlan const& given,
                MarkBits const& bits)
        : trees(resident, graph, trees_given),
          plan(given) {
        if (!bits.of_vertex.empty()) plan.of_vertex = of_vertex.emplace(resident.array(bits.of_vertex)).ref().data;
        if (!bits.of_entry.empty()) plan.of_entry = of_entry.emplace(resident.array(bits.of_entry)).ref().data;
        if (!bits.wide_of_entry.empty())
            plan.wide_of_entry = wide_of_entry.emplace(resident.array(bits.wide_of_entry)).ref().data;
    }
    MatchDraw draw() const { return {trees.arrays(), plan}; }

    TreesOnDevice trees;
    MarkedPlan plan;
    std::optional<ResidentArray<std::uint32_t>> of_vertex{}, wide_of_entry{};
    std::optional<ResidentArray<std::uint8_t>> of_entry{};
};

struct CliqueArrays {
    CliqueArrays(Resident const& resident, CliqueSums const& cliques, int size)
        : k(size),
          vertices(cliques.oriented.vertex_count()),
          offsets(resident.array(cliques.oriented.offsets())),
          successors(resident.array(cliques.oriented.neighbour_array())),
          tails(resident.array(cliques.tails)),
          common(resident.array(cliques.common)),
          sums(resident.array(cliques.sums)) {}

    CliqueDraw draw() const {
        return {k, vertices, offsets.ref(), successors.ref(), tails.ref(), common.ref(), sums.ref()};
    }

    int k;
    std::uint64_t vertices;
    ResidentArray<EdgeOffset> offsets;
    ResidentArray<VertexId> successors, tails;
    ResidentArray<std::uint32_t> common;
    ResidentArray<double> sums;
};

} // namespace

std::unique_ptr<Sampler> motif_sampler(Graph const& graph, TreeSums const& trees, TransitionTableRef const& tables,
                                       RunOptions const& options) {
    return std::make_unique<SamplerOf<MotifArrays>>(options, graph, trees, tables);
}

std::unique_ptr<Sampler> match_sampler(Graph const& graph, TreeSums const& trees, MarkedPlan const& plan,
                                       MarkBits const& bits, RunOptions const& options) {
    return std::make_unique<SamplerOf<MatchArrays>>(options, graph, trees, plan, bits);
}

std::unique_ptr<Sampler> clique_sampler(CliqueSums const& cliques, int k, RunOptions const& options) {
    return std::make_unique<SamplerOf<CliqueArrays>>(options, cliques, k);
}

} // namespace cerrado::approximate
