#include "graphlets/forms.hpp"

#include "graphlets/edge_roles.hpp"
#include "graphlets/graphlets.hpp"
#include "graphlets/roles.hpp"
#include "graphlets/sums/five_cycles.hpp"
#include "graphlets/sums/sweep.hpp"
#include "library/bind.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace cerrado::cuts {

// The arrays of the passes.

namespace {

// Adds the next of several runs that make a result.
inline void add_run(RunResult& total, RunResult const& run) {
    add_result(total, run);
    total.roots.given += run.roots.given;
    total.status = run.status;
}

// The arrays of all passes. They lie in the same memory as the graph.
class Arrays {
public:
    Arrays(Resident const& graph, int patterns)
        : triangles_(graph.array<std::uint32_t>(Per::edge)),
          reverse_(graph.array<std::uint32_t>(patterns == 5 ? triangles_.size() : 0)),
          number_(graph.array<std::uint32_t>(reverse_.size())),
          numbered_(graph.array<std::uint32_t>(reverse_.size())),
          low_(graph.array<std::uint32_t>(patterns == 5 ? graph.graph().vertex_count() : 0)),
          matrix_(graph.array<Matrix>(low_.size())),
          words_(graph.array<std::uint64_t>(1)),
          sums_(graph.array<Count>(SharedSums::size)) {}

    Known known() const {
        return {triangles_.ref(), reverse_.ref(), number_.ref(), numbered_.ref(),
                low_.ref(),       matrix_.ref(),  words_.ref(),  {sums_.ref()}};
    }
    std::vector<std::uint32_t> triangles() const { return triangles_.read(); }
    std::uint64_t words() const { return words_.read()[0]; }
    // Returns: the parts of the sums since the last call that the lanes could not hold.
    Sums take_sums() {
        Sums sums;
        std::vector<Count> const cells = sums_.read();
        for (std::size_t i = 0; i < number_of_sums; ++i) {
            sums.of[i] = cells[i] + (WideCount{cells[number_of_sums + i]} << 64);
        }
        sums_.fill(0);
        return sums;
    }
    std::uint64_t largest_matrix() const {
        std::uint64_t largest = 0;
        for (Matrix const& matrix : matrix_.read()) largest = std::max(largest, std::uint64_t{64} * matrix.words);
        return largest * largest / 64;
    }

private:
    ResidentArray<std::uint32_t> triangles_, reverse_, number_, numbered_, low_;
    ResidentArray<Matrix> matrix_;
    ResidentArray<std::uint64_t> words_;
    ResidentArray<Count> sums_;
};

} // namespace

// Runs the passes for roles, one after the other, until one is stopped.

namespace {

// `Result` is a RunResult with further members.
template <class Result> class Passes {
public:
    Passes(Resident const& graph, RunOptions const& options)
        : graph_(graph),
          options_(options),
          time_(options),
          arrays_(graph, 5) {}

    template <class App> bool run(App const& app) {
        add_run(result, cerrado::run(app, graph_, time_.in(options_)));
        return result.status == Status::complete;
    }

    // Runs the passes that all roles need. Returns: the matrices, or nothing if a pass was stopped. They are valid as
    // long as this object exists. Throws InputError if they are too large.
    std::optional<Matrices> find_matrices(VertexId least_end, ArrayRef<Around> around = {}) {
        if (!run(small_cuts()) || !run(Cuts{false, true, first_end(graph_, least_end), arrays_.known(), around}))
            return std::nullopt;
        std::uint64_t const words = arrays_.words();
        require_room_for_roles(words);
        bits_ = graph_.array<Count>(words);
        Matrices const matrices{arrays_.known(), bits_->ref(), 0, words};
        return run(matrices) ? std::optional(matrices) : std::nullopt;
    }

    SmallCuts small_cuts() const { return {false, known().triangles, known().sums}; }
    Known known() const { return arrays_.known(); }
    std::vector<std::uint32_t> triangles() const { return arrays_.triangles(); }

    Result result;

private:
    Resident const& graph_;
    RunOptions const& options_;
    TimeLeft const time_;
    Arrays const arrays_;
    std::optional<ResidentArray<Count>> bits_;
};

constexpr std::uint64_t most_words = std::uint64_t{1} << 28; // 2 GiB of matrices at once, plus the largest

void add(Sums& total, Sums const& part) {
    for (int i = 0; i < number_of_sums; ++i) total.of[i] += part.of[i];
}

template <int number> void add(SummedRun& total, RunResult const& run, LaneSums<number> const& sums) {
    add_run(total, run);
    for (int i = 0; i < number; ++i) total.sums.of[i] += sums.of[i];
}

// Returns: the sums of all members of a shared run. Waits for all members.
Sums sum_of_members(MemberOfRun* member, Sums const& mine) {
    if (member == nullptr) return mine;
    struct OfMember : RunResult {
        Sums sums;
    } own;
    own.sums = mine;
    auto const bytes_of = [](Sums const& sums) {
        ByteWriter to;
        to.put(sums);
        return to.bytes();
    };
    Sums all;
    for (ResultOfMember const& each : member->exchange({.result = &own, .bytes = [&] { return bytes_of(mine); }})) {
        Sums const one = each.bytes != nullptr ? ByteReader(*each.bytes).get<Sums>()
                                               : static_cast<OfMember const*>(each.result)->sums;
        add(all, one);
    }
    member->leave_exchange([&] { return bytes_of(all); });
    return all;
}

RunResult write_matrices(Matrices const& matrices, Resident const& graph, RunOptions const& options) {
    if (graph.device() == DeviceKind::host) return run(MatricesByRow{matrices}, graph, options);
    return run(matrices, graph, options);
}

// Sweeps with the matrices that begin in one part of the matrices' words.
void sweep_part(SummedRun& total, Resident const& graph, Matrices matrices, std::uint64_t room, TimeLeft const& time,
                RunOptions const& options) {
    ResidentArray<Count> const bits = graph.array<Count>(room);
    matrices.bits = bits.ref();
    add_run(total, write_matrices(matrices, graph, time.in(options)));
    if (total.status != Status::complete) return;
    auto const swept = run(Sweep{matrices}, graph, time.in(options));
    add(total, swept, swept.accumulator);
}

void sweep(SummedRun& total, Resident const& graph, Arrays const& arrays, TimeLeft const& time,
           RunOptions const& options) {
    std::uint64_t const words = arrays.words();
    if (words <= most_words) return sweep_part(total, graph, {arrays.known(), {}, 0, words}, words, time, options);
    std::uint64_t const room = most_words + arrays.largest_matrix();
    for (std::uint64_t first = 0; first < words && total.status == Status::complete; first += most_words) {
        std::uint64_t const count = std::min(most_words, words - first);
        sweep_part(total, graph, {arrays.known(), {}, first, count}, std::min(room, words - first), time, options);
    }
}

} // namespace

SummedRun sum_cuts(Resident const& graph, int patterns, RunOptions const& options) {
    TimeLeft const time(options);
    Arrays arrays(graph, patterns);
    Known const known = arrays.known();
    SummedRun total;
    auto const small = run(SmallCuts{patterns == 4, known.triangles, known.sums}, graph, options);
    add(total, small, small.accumulator);
    add(total.sums, arrays.take_sums());
    total.sums.of[paws] /= 2;
    if (patterns < 5 || total.status != Status::complete) return total;
    auto const cut = run(Cuts{true, true, first_end(graph, Sweep::least_end), known}, graph, time.in(options));
    add(total, cut, cut.accumulator);
    add(total.sums, arrays.take_sums());
    if (total.status != Status::complete) return total;
    sweep(total, graph, arrays, time, options);
    add(total.sums, sum_of_members(options.member, arrays.take_sums()));
    return total;
}

void warm_up_cuts(int patterns, RunOptions const& options) {
    warm_up(SmallCuts{}, options);
    if (patterns < 5) return;
    warm_up(Cuts{}, options);
    warm_up(Matrices{}, options);
    warm_up(Sweep{}, options);
}

std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options) {
    if (patterns < 5) return estimate(SmallCuts{}, graph, options).describe();
    return estimate(Cuts{}, graph, options).describe() +
           describe(size_of_sweep(graph, Sweep::least_end), 8 * most_words);
}

RolesRun sum_roles(Resident const& graph, RunOptions const& options) {
    Passes<RolesRun> passes(graph, options);
    ResidentArray<AtEdge> const edges = graph.array<AtEdge>(Per::edge);
    ResidentArray<SumsOfVertex> const vertices = graph.array<SumsOfVertex>(Per::vertex);
    Roles const roles{vertices.ref(), edges.ref()};
    std::optional<Matrices> const matrices = passes.find_matrices(RoleSweep::least_end);
    if (matrices && passes.run(RoleSweep{*matrices, roles}) && passes.run(Across{matrices->known, roles}) &&
        passes.run(CyclesAt{roles})) {
        passes.result.sums = {passes.triangles(), edges.read(), vertices.read(), {}, {}};
    }
    return passes.result;
}

RolesRun sum_small_roles(Resident const& graph, RunOptions const& options) {
    Passes<RolesRun> passes(graph, options);
    ResidentArray<SumsOfVertex> const vertices = graph.array<SumsOfVertex>(Per::vertex);
    Known const known = passes.known();
    Roles const roles{vertices.ref(), {}};
    if (passes.run(passes.small_cuts()) && passes.run(Cuts{false, false, 0, known}) &&
        passes.run(DiamondWings{known, roles}) && passes.run(FourCyclesAt{roles})) {
        std::vector<std::uint32_t> triangles = passes.triangles();
        std::vector<AtEdge> const none(triangles.size());
        passes.result.sums = {std::move(triangles), none, vertices.read(), {}, {}};
    }
    return passes.result;
}

EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options) {
    require_small_degrees(graph.graph());
    Passes<EdgeRolesRun> passes(graph, options);
    ResidentArray<SumsOfEdge> const edges = graph.array<SumsOfEdge>(Per::edge);
    ResidentArray<Around> const around = graph.array<Around>(Per::vertex);
    EdgeRoles const roles{edges.ref(), around.ref()};
    std::optional<Matrices> const matrices = passes.find_matrices(EdgeSweep::least_end, around.ref());
    if (matrices && passes.run(EdgeSweep{*matrices, roles}) && passes.run(AcrossEdges{matrices->known, roles}) &&
        passes.run(CyclesAtEdges{roles})) {
        passes.result.sums = {passes.triangles(), edges.read()};
    }
    return passes.result;
}

} // namespace cerrado::cuts

namespace cerrado {

namespace {

struct WithRows {
    FiveCycles app;
    ResidentArray<std::uint32_t> rows;
};

// Rows are not used on the host, where a tally is an array by vertex anyway. They are not used with a checkpoint, which
// would have to keep them. They are not used by devices that share the roots, because each would have to fill all rows.
WithRows with_rows(Resident const& graph, RunOptions const& options) {
    VertexId const vertices = graph.graph().vertex_count();
    bool const has_rows = graph.device() != DeviceKind::host && !options.checkpoint.on() && options.member == nullptr;
    VertexId const rows = has_rows ? rows_of_five_cycles(graph) : 0;
    ResidentArray<std::uint32_t> array = graph.array<std::uint32_t>(std::uint64_t{rows} * vertices);
    return {{rows == 0 ? no_vertex : vertices - rows, vertices, array.ref()}, std::move(array)};
}

} // namespace

BoundApplication five_cycles_form() { return bind_reading(FiveCycles{}, &with_rows); }

} // namespace cerrado
