// The library's functions for graphlets.
#include "graphlets/copies.hpp"
#include "graphlets/forms.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/detail/graphlets/copies.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace cerrado::cuts {

VertexId first_end(Resident const& graph, VertexId least) {
    Graph const& given = graph.graph();
    bool const is_by_degree = graph.state().order() == GraphOrder::degree;
    VertexId low = 0;
    for (VertexId v = 0; v < given.vertex_count(); ++v) {
        if (given.degree(v) < least) {
            ++low;
        } else if (!is_by_degree) {
            break;
        }
    }
    return low;
}

SweepSize size_of_sweep(Graph const& graph, VertexId least) {
    SweepSize size;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        WideCount ends = 0;
        std::uint64_t others = 0; // number of neighbours that may be in a triangle with a
        for (VertexId const x : graph.neighbours(a)) {
            if (graph.degree(x) >= least) ++ends;
            if (graph.degree(x) >= 2) ++others;
        }
        if (ends > 1) size.wedges += ends * (ends - 1) / 2;
        if (others > 1) size.matrix_bytes += others * ((others + 63) / 64) * 8;
    }
    return size;
}

std::string describe(SweepSize const& size, std::uint64_t most_bytes) {
    auto const mebibytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    std::string const in_parts =
        size.matrix_bytes > most_bytes ? fmt::format(", {:.0f} MiB at a time", mebibytes(most_bytes)) : "";
    return fmt::format(
        "wedges              {} to sweep\n"
        "their matrices      at most {:.1f} MiB{}\n",
        grouped(size.wedges), mebibytes(size.matrix_bytes), in_parts);
}

void require_room_for_roles(std::uint64_t words) {
    constexpr std::uint64_t most_words = std::uint64_t{1} << 30;
    if (words <= most_words) return;
    throw InputError(
        fmt::format("the roles need {:.1f} GiB of memory for the pairs of adjacent neighbours, and at most 8 GiB are "
                    "allowed: take a smaller graph",
                    static_cast<double>(words) / (1 << 27)));
}

// The sums are at most d^3 / 2, where d is the largest degree.
void require_small_degrees(Graph const& graph) {
    constexpr VertexId most = VertexId{1} << 21;
    if (graph.max_degree() <= most) return;
    throw InputError(
        fmt::format("the roles of edges are counted in graphs of degrees up to {}, and this graph has a vertex of "
                    "degree {}: take a smaller graph, or count the roles of vertices",
                    most, graph.max_degree()));
}

namespace {

[[gnu::always_inline]] inline void add_wedges(SumsOfWedges& sums, WedgesOfList const& wedges, std::uint32_t words) {
    Count spokes = 0, wheels = 0;
    std::uint64_t adjacent = 0;
    for (std::uint32_t j = 0; j < wedges.count; ++j) {
        Count const* const row = wedges.rows + std::uint64_t{wedges.numbers[j]} * words;
        bool const is_there = wedges.triangles[j] != 0;
        Count q = 0;
        for (std::uint32_t i = 0; i < words; ++i) {
            q += static_cast<Count>(__builtin_popcountll(row[i] & wedges.row[i]));
        }
        q = is_there ? q : 0;
        std::uint32_t const tally = wedges.tallies[wedges.ends[j]];
        spokes += q * (Count{tally & ~is_adjacent} - 2);
        wheels += q * (q - 1) / 2;
        adjacent |= (is_there ? std::uint64_t{tally / is_adjacent} : 0) << j;
        sums.q[j] = static_cast<std::uint32_t>(q);
    }
    sums.spokes = spokes;
    sums.wheels = wheels;
    sums.adjacent = adjacent;
}

} // namespace

CERRADO_FOR_PROCESSORS SumsOfWedges sum_wedges(WedgesOfList const& wedges) {
    SumsOfWedges sums;
    if (wedges.words == 1) {
        add_wedges(sums, wedges, 1);
    } else {
        add_wedges(sums, wedges, wedges.words);
    }
    return sums;
}

} // namespace cerrado::cuts

namespace cerrado {

VertexId rows_of_five_cycles(Resident const& graph) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
    // With fewer wedges, a tally fits into fast memory, or reading all entries of a row takes longer than the wedges.
    constexpr std::uint64_t least_wedges = 1536, entries_of_a_wedge = 16;
    constexpr std::uint64_t least_share = 50; // a round pays if at least one vertex in 50 has a row
    Graph const& given = graph.graph();
    if (graph.state().order() != GraphOrder::degree || given.vertex_count() == 0) return 0;
    std::uint64_t const least = std::max<std::uint64_t>(least_wedges, given.vertex_count() / entries_of_a_wedge);
    VertexId heavy = 0;
    for (VertexId v = 0; v < given.vertex_count(); ++v) {
        std::uint64_t const degree = given.degree(v);
        if (degree * degree > least) ++heavy;
    }
    std::uint64_t const room = most_bytes / (sizeof(std::uint32_t) * std::uint64_t{given.vertex_count()});
    std::uint64_t const rows = std::min<std::uint64_t>(heavy, room);
    return rows * least_share < given.vertex_count() ? 0 : static_cast<VertexId>(rows);
}

namespace {

void check(Graph const& graph, int k, int least, RunOptions const& options) {
    if (k < least || k > max_graphlet_vertices) {
        throw InputError(fmt::format("k is {}: give a k from {} to 5", k, least));
    }
    if (is_directed(graph)) {
        throw InputError(
            "graphlets are counted in undirected graphs, and this graph has directions: read it without directions, or "
            "count directed motifs");
    }
    if (options.roots)
        throw InputError("graphlets are counted in the whole graph, and roots were given: unset RunOptions::roots");
    if (options.checkpoint.on())
        throw InputError("counting graphlets keeps no checkpoint: unset RunOptions::checkpoint");
    StoreInput const& store = options.of<StoreInput>();
    if (store.limit || store.sink || store.batch_sink || store.narrow_sink || store.device_sink) {
        throw InputError("graphlets are counted, not listed: unset StoreInput::limit and the sinks");
    }
}

// Returns: options whose progress shows this stage among all stages.
RunOptions in_stage(int stage, int stages, RunOptions options) {
    if (!options.progress) return options;
    options.progress = [told = options.progress, stage, stages](Progress progress) {
        progress.share = (stage + progress.share) / stages;
        told(progress);
    };
    return options;
}

// The results of all passes.
struct Counted {
    cuts::SummedRun run;
    WideCount cycles5 = 0, cliques = 0;

    // Returns: true if the next pass may run.
    bool add(RunResult const& part) {
        add_result(run, part);
        run.roots.given += part.roots.given;
        run.status = part.status;
        return part.status == Status::complete;
    }
};

Counted count_all(Resident const& graph, int k, RunOptions const& options) {
    TimeLeft const time(options);
    int const stages = k == 5 ? 3 : k == 4 ? 2 : 1;
    Counted counted{cuts::sum_cuts(graph, k, in_stage(0, stages, options))};
    if (k == 3 || counted.run.status != Status::complete) return counted;
    RunResult const cliques = count_cliques(graph, {.k = k}, in_stage(1, stages, time.in(options)));
    counted.cliques = cliques.count;
    if (!counted.add(cliques) || k == 4) return counted;
    RunOptions of_cycles = in_stage(2, stages, time.in(options));
    of_cycles.warp_width = 0; // the width that all passes have
    RunResult const cycles = five_cycles_form().run(graph, of_cycles);
    counted.cycles5 = cycles.count;
    counted.add(cycles);
    return counted;
}

} // namespace

void cuts::warm_up_count(int k, RunOptions const& options) {
    warm_up_cuts(k, options);
    if (k >= 4) bind_cliques({.k = k}).warm_up(options);
    if (k == 5) five_cycles_form().warm_up(options);
}

namespace {

void add_patterns(GraphletCounts& result, int k, std::vector<WideCount> const& copies) {
    std::vector<WideCount> const induced = induced_of_copies(k, copies);
    for (std::size_t i = 0; i < copies.size(); ++i) {
        result.patterns.push_back({k, small_graphs(k)[i], induced[i], copies[i]});
        if (i < graphlets_of(k).size()) result.count += induced[i];
    }
}

GraphletCounts counts_of(Graph const& graph, GraphletQuery const& query, Counted const& counted) {
    GraphletCounts result;
    static_cast<RunResult&>(result) = counted.run;
    result.count = 0;
    if (result.status != Status::complete) return result;
    result.roots.given = result.roots.done; // the roots of all passes
    cuts::Copies const connected = cuts::copies_of(graph, query.k, counted.run.sums, counted.cycles5, counted.cliques);
    for (int k = 3; k <= query.k; ++k) {
        std::vector<WideCount> copies = cuts::copies_of_all(graph, k, counted.run.sums, connected);
        if (!query.all) copies.resize(graphlets_of(k).size());
        add_patterns(result, k, copies);
    }
    return result;
}

// Puts local counts, which ascend by original ids, in the order of the given graph.
template <class Row>
std::vector<WideCount> in_order_of_graph(std::vector<Row> const& rows,
                                         std::vector<std::pair<OriginalId, OriginalId>> const& ids) {
    std::vector<std::size_t> by_id(ids.size());
    std::iota(by_id.begin(), by_id.end(), std::size_t{0});
    if (!std::ranges::is_sorted(ids)) std::ranges::sort(by_id, {}, [&](std::size_t i) { return ids[i]; });
    std::vector<WideCount> counts(ids.size());
    for (std::size_t i = 0; i < by_id.size(); ++i) counts[by_id[i]] = rows[i].count;
    return counts;
}

std::vector<WideCount> cliques_at_vertices(Graph const& graph, LocalCounts const& local) {
    std::vector<std::pair<OriginalId, OriginalId>> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ids.emplace_back(graph.original_id(v), 0);
    return in_order_of_graph(local.vertices, ids);
}

std::vector<WideCount> cliques_at_edges(Graph const& graph, cuts::Edges const& edges, LocalCounts const& local) {
    std::vector<std::pair<OriginalId, OriginalId>> ids;
    for (auto const& [u, v] : edges) ids.push_back(std::minmax(graph.original_id(u), graph.original_id(v)));
    return in_order_of_graph(local.edges, ids);
}

// Returns: what makes the rows of `orbits`, of which it makes room for so many. The first columns of a row of copies are
// those of graphlets with fewer vertices.
cuts::TakeRow row_maker(GraphletOrbits& orbits, GraphletOrbitsQuery const& query, std::size_t rows) {
    auto const system = std::make_shared<OrbitSystem const>(query.per_edge, query.k);
    auto const all = static_cast<std::size_t>(system->columns());
    orbits.columns = query.columns.empty() ? all : query.columns.size();
    orbits.counts.resize(rows * orbits.columns);
    return [&orbits, system, all, induced = query.induced, columns = query.columns](std::size_t number,
                                                                                    std::span<WideCount> copies) {
        if (induced) system->induced_of_copies(copies.first(all));
        auto const row = orbits.counts.begin() + static_cast<std::ptrdiff_t>(number * orbits.columns);
        if (columns.empty())
            std::copy_n(copies.begin(), all, row);
        else
            std::ranges::transform(columns, row, [&](std::size_t column) { return copies[column]; });
    };
}

// Returns: true if the sums for roles in patterns of four vertices suffice. The roles of edges always take all sums.
bool has_small_sums(GraphletOrbitsQuery const& query) { return query.k == 4 && !query.per_edge; }

// Sums the roles up, then counts the 5-cliques, or 4-cliques, of each vertex or edge, and makes rows from both.
template <class Summed, class Rows> GraphletOrbits orbits_of(Resident const& graph, GraphletOrbitsQuery const& query,
                                                             RunOptions const& options, Summed&& sum,
                                                             Rows const& rows) {
    TimeLeft const time(options);
    auto roles = sum(graph, in_stage(0, 2, options));
    GraphletOrbits orbits;
    static_cast<RunResult&>(orbits) = roles;
    if (roles.status != Status::complete) return orbits;
    int const summed = has_small_sums(query) ? 4 : 5;
    RunResult const cliques =
        count_local_cliques(graph, {.k = summed, .per_edge = query.per_edge}, in_stage(1, 2, time.in(options)));
    add_result(orbits, cliques);
    orbits.status = cliques.status;
    orbits.count = 0;
    if (cliques.status != Status::complete) return orbits;
    orbits.roots.given = orbits.roots.done; // the roots of all passes
    Stopwatch const making;
    std::size_t const count = query.per_edge ? graph.graph().edge_count() : graph.graph().vertex_count();
    rows(orbits, roles.sums, cliques.of<PerVertexAndEdge>(), row_maker(orbits, query, count));
    orbits.seconds.run += making.seconds();
    return orbits;
}

GraphletOrbits orbits_of_vertices(Resident const& graph, GraphletOrbitsQuery const& query, RunOptions const& options) {
    bool const is_small = has_small_sums(query);
    return orbits_of(
        graph, query, options, is_small ? cuts::sum_small_roles : cuts::sum_roles,
        [&](GraphletOrbits&, cuts::SumsOfRoles& sums, LocalCounts const& cliques, cuts::TakeRow const& take) {
            (is_small ? sums.cliques4 : sums.cliques5) = cliques_at_vertices(graph.graph(), cliques);
            cuts::copies_at_vertices(graph.graph(), sums, options.threads, take);
        });
}

GraphletOrbits orbits_of_edges(Resident const& graph, GraphletOrbitsQuery const& query, RunOptions const& options) {
    return orbits_of(graph, query, options, cuts::sum_edge_roles,
                     [&](GraphletOrbits& orbits, cuts::SumsOfEdges const& sums, LocalCounts const& cliques,
                         cuts::TakeRow const& take) {
                         orbits.edges = cuts::list_edges(graph.graph());
                         cuts::copies_at_edges(graph.graph(), sums,
                                               cliques_at_edges(graph.graph(), orbits.edges, cliques), options.threads,
                                               take);
                     });
}

} // namespace

namespace {

// Returns: the vertices that a vertex reaches, as a mask.
std::uint32_t part_of(int k, std::uint64_t adjacency, int first) {
    std::uint32_t part = 1U << first;
    for (std::uint32_t before = 0; before != part;) {
        before = part;
        for (auto const& [u, v] : edges_of(k, adjacency)) {
            std::uint32_t const both = 1U << u | 1U << v;
            if ((part & both) != 0) part |= both;
        }
    }
    return part;
}

// Returns: the graph that these vertices induce, with vertices numbered from 0.
std::uint64_t induced_part(int k, std::uint64_t adjacency, std::uint32_t part) {
    auto const place = [&](int v) { return std::popcount(part & ((1U << v) - 1)); };
    std::uint64_t induced = 0;
    for (auto const& [u, v] : edges_of(k, adjacency)) {
        if ((part >> u & 1) != 0) induced |= adjacency_bit(place(u), place(v));
    }
    return induced;
}

std::string name_of_part(int size, std::uint64_t adjacency) {
    if (size == 1) return "vertex";
    if (size == 2) return "edge";
    return describe_pattern(size, adjacency).name;
}

} // namespace

std::string name_of_graphlet(int k, std::uint64_t adjacency) {
    std::map<std::pair<int, std::string>, int, std::greater<>> parts; // the largest first
    std::uint32_t named = 0;
    for (int v = 0; v < k; ++v) {
        if ((named >> v & 1) != 0) continue;
        std::uint32_t const part = part_of(k, adjacency, v);
        named |= part;
        int const size = std::popcount(part);
        ++parts[{size, name_of_part(size, induced_part(k, adjacency, part))}];
    }
    std::vector<std::string> names;
    for (auto const& [part, count] : parts)
        names.push_back(count == 1 ? part.second : fmt::format("{} {}", count, plural(part.second)));
    return joined(names, " + ");
}

std::string semantics_of(GraphletQuery const&) { return "induced subgraphs of 3 to k vertices by pattern"; }

std::string semantics_of(GraphletOrbitsQuery const&) {
    return "roles of vertices or edges in induced subgraphs of 2 to k vertices";
}

GraphletOrbits count_graphlet_orbits(GraphOrResident const& graph, GraphletOrbitsQuery const& query,
                                     RunOptions const& options) {
    check(graph.graph(), query.k, 4, options);
    auto const all = static_cast<std::size_t>(query.per_edge ? edge_orbits(query.k) : vertex_orbits(query.k));
    for (std::size_t const column : query.columns)
        if (column >= all) throw InputError(fmt::format("there is no column {}: they are 0 to {}", column, all - 1));
    auto const count = [&](RunOptions const& of_device) {
        return run_on_resident(graph, of_device, [&](Resident const& resident, RunOptions const& own) {
            return query.per_edge ? orbits_of_edges(resident, query, own) : orbits_of_vertices(resident, query, own);
        });
    };
    return options.is_shared() ? run_on_devices<GraphletOrbits>(graph, options, count) : count(options);
}

std::string estimate_graphlets(Graph const& graph, GraphletQuery const& query, RunOptions const& options) {
    check(graph, query.k, 3, options);
    return cuts::estimate_cuts(graph, query.k, options);
}

GraphletCounts count_graphlets(GraphOrResident const& graph, GraphletQuery const& query, RunOptions const& options) {
    check(graph.graph(), query.k, 3, options);
    auto const count = [&](RunOptions const& of_device) {
        return run_on_resident(graph, of_device, [&](Resident const& resident, RunOptions const& own) {
            return counts_of(resident.graph(), query, count_all(resident, query.k, own));
        });
    };
    return options.is_shared() ? run_on_devices<GraphletCounts>(graph, options, count) : count(options);
}

} // namespace cerrado

namespace cerrado {
namespace {

constexpr std::size_t all_orbits = 73;
constexpr std::array<int, 11> gcd11_orbits = {0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11};
constexpr std::array<int, 17> redundant_orbits = {3, 5, 7, 14, 16, 17, 20, 21, 23, 26, 28, 38, 44, 47, 69, 71, 72};

constexpr auto gcd73_orbits = [] {
    std::array<int, all_orbits> orbits{};
    for (std::size_t i = 0; i < all_orbits; ++i) orbits[i] = static_cast<int>(i);
    return orbits;
}();

constexpr auto gcd56_orbits = [] {
    std::array<int, all_orbits - redundant_orbits.size()> orbits{};
    std::size_t kept = 0;
    for (int const orbit : gcd73_orbits) {
        if (!std::ranges::binary_search(redundant_orbits, orbit)) orbits[kept++] = orbit;
    }
    return orbits;
}();

void require_columns(GraphletOrbits const& orbits, std::span<int const> columns) {
    for (int const column : columns) {
        if (column >= 0 && static_cast<std::size_t>(column) < orbits.columns) continue;
        throw InputError("orbit " + std::to_string(column) + " was not counted: the number of counted orbits is " +
                         std::to_string(orbits.columns) + "; count the orbits of 5 vertices (k = 5)");
    }
}

std::vector<WideCount> column_of(GraphletOrbits const& orbits, int column) {
    std::vector<WideCount> values(orbits.rows());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = orbits.row(i)[static_cast<std::size_t>(column)];
    return values;
}

// Writes the ranks of the values, less the mean rank. Equal values share the mean of their ranks. They go to every
// `stride`-th place of `ranks`.
void rank(std::vector<WideCount> const& values, double* ranks, std::size_t stride) {
    std::vector<std::uint32_t> by_value(values.size());
    std::iota(by_value.begin(), by_value.end(), 0U);
    std::ranges::sort(by_value, {}, [&](std::uint32_t i) { return values[i]; });
    double const mean = (static_cast<double>(values.size()) - 1) / 2;
    for (std::size_t first = 0, end = 0; first < by_value.size(); first = end) {
        while (end < by_value.size() && values[by_value[end]] == values[by_value[first]]) ++end;
        double const shared = (static_cast<double>(first) + static_cast<double>(end) - 1) / 2 - mean;
        for (std::size_t i = first; i < end; ++i) ranks[by_value[i] * stride] = shared;
    }
}

// Returns: the products of rows, on the diagonal and above it.
std::vector<double> products(std::vector<double> const& rows, std::size_t columns) {
    std::vector<double> sums(columns * columns);
    for (double const* row = rows.data(); row != rows.data() + rows.size(); row += columns) {
        for (std::size_t i = 0; i < columns; ++i) {
            for (std::size_t j = i; j < columns; ++j) sums[i * columns + j] += row[i] * row[j];
        }
    }
    return sums;
}

using Distribution = std::vector<std::pair<WideCount, double>>;

Distribution distribution_of(std::vector<WideCount> values) {
    std::ranges::sort(values);
    Distribution shares;
    auto first = std::ranges::upper_bound(values, WideCount{0});
    double sum = 0;
    while (first != values.end()) {
        auto const end = std::upper_bound(first, values.end(), *first);
        double const scaled = static_cast<double>(end - first) / static_cast<double>(*first);
        shares.emplace_back(*first, scaled);
        sum += scaled;
        first = end;
    }
    for (auto& share : shares) share.second /= sum;
    return shares;
}

double agreement(Distribution const& a, Distribution const& b) {
    double squares = 0;
    for (auto in_a = a.begin(), in_b = b.begin(); in_a != a.end() || in_b != b.end();) {
        bool const takes_a = in_b == b.end() || (in_a != a.end() && in_a->first <= in_b->first);
        bool const takes_b = in_a == a.end() || (in_b != b.end() && in_b->first <= in_a->first);
        double const difference = (takes_a ? in_a->second : 0) - (takes_b ? in_b->second : 0);
        squares += difference * difference;
        if (takes_a) ++in_a;
        if (takes_b) ++in_b;
    }
    return std::max(0.0, 1 - std::sqrt(squares / 2));
}

double mean_agreement(GraphletSignature const& a, GraphletSignature const& b, bool is_geometric) {
    double sum = 0;
    for (std::size_t i = 0; i < all_orbits; ++i) {
        double const of_orbit = agreement(a.distributions[i], b.distributions[i]);
        sum += is_geometric ? std::log(of_orbit) : of_orbit;
    }
    double const mean = sum / static_cast<double>(all_orbits);
    return is_geometric ? std::exp(mean) : mean;
}

std::optional<double> correlation_distance(std::vector<double> const& a, std::vector<double> const& b,
                                           std::size_t columns) {
    double squares = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = i + 1; j < columns; ++j) {
            double const in_a = a[i * columns + j], in_b = b[i * columns + j];
            if (std::isnan(in_a) != std::isnan(in_b)) return std::nullopt;
            if (!std::isnan(in_a)) squares += (in_a - in_b) * (in_a - in_b);
        }
    }
    return std::sqrt(squares);
}

std::optional<double> frequency_distance(std::span<WideCount const> a, std::span<WideCount const> b) {
    auto const sum_of = [](std::span<WideCount const> numbers) {
        return std::accumulate(numbers.begin(), numbers.end(), WideCount{0});
    };
    double const log_of_sums = std::log(static_cast<double>(sum_of(a))) - std::log(static_cast<double>(sum_of(b)));
    double distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if ((a[i] == 0) != (b[i] == 0)) return std::nullopt;
        if (a[i] == 0) continue;
        distance += std::abs(std::log(static_cast<double>(a[i])) - std::log(static_cast<double>(b[i])) - log_of_sums);
    }
    return distance;
}

// Returns: the number of each graphlet. It follows from any of the graphlet's orbits: the sum of the orbit over all
// vertices, divided by the number of vertices that have this role in a copy.
std::array<WideCount, 29> frequencies_of(GraphletOrbits const& orbits) {
    std::array<WideCount, 29> frequencies;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        auto const orbit = static_cast<std::size_t>(graphlets()[i + 1].orbits.front()); // graphlet 0 is the edge
        WideCount sum = 0;
        for (std::size_t row = 0; row < orbits.rows(); ++row) sum += orbits.row(row)[orbit];
        frequencies[i] = sum / static_cast<WideCount>(graphlet_orbits(false)[orbit].size);
    }
    return frequencies;
}

} // namespace

std::vector<double> graphlet_correlation(GraphletOrbits const& orbits, std::span<int const> columns, bool row_of_ones) {
    require_columns(orbits, columns);
    std::size_t const count = columns.size();
    std::vector<double> ranks((orbits.rows() + (row_of_ones ? 1 : 0)) * count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<WideCount> values = column_of(orbits, columns[i]);
        if (row_of_ones) values.push_back(1);
        rank(values, ranks.data() + i, count);
    }
    std::vector<double> const sums = products(ranks, count);
    std::vector<double> correlation(count * count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i; j < count; ++j) {
            double const squares = sums[i * count + i] * sums[j * count + j];
            double const each = squares == 0 ? std::numeric_limits<double>::quiet_NaN()
                                : i == j     ? 1
                                             : sums[i * count + j] / std::sqrt(squares);
            correlation[i * count + j] = correlation[j * count + i] = each;
        }
    }
    return correlation;
}

std::span<int const> orbits_of(GraphletDistance kind) {
    if (kind == GraphletDistance::gcd11) return gcd11_orbits;
    if (kind == GraphletDistance::gcd56) return gcd56_orbits;
    return gcd73_orbits;
}

GraphletSignature graphlet_signature(GraphletOrbits const& orbits, GraphletDistance kind, bool row_of_ones) {
    std::span<int const> const columns = orbits_of(kind);
    require_columns(orbits, columns);
    GraphletSignature signature;
    signature.kind = kind;
    if (kind == GraphletDistance::rgf) {
        signature.frequencies = frequencies_of(orbits);
    } else if (kind == GraphletDistance::gdda || kind == GraphletDistance::gdda_geometric) {
        for (int const column : columns) signature.distributions.push_back(distribution_of(column_of(orbits, column)));
    } else {
        signature.correlation = graphlet_correlation(orbits, columns, row_of_ones);
    }
    return signature;
}

std::optional<double> graphlet_distance(GraphletSignature const& a, GraphletSignature const& b) {
    if (a.kind != b.kind)
        throw InputError("the two signatures are of different kinds: make both with the same GraphletDistance");
    switch (a.kind) {
    case GraphletDistance::gdda: return mean_agreement(a, b, false);
    case GraphletDistance::gdda_geometric: return mean_agreement(a, b, true);
    case GraphletDistance::rgf: return frequency_distance(a.frequencies, b.frequencies);
    default: return correlation_distance(a.correlation, b.correlation, orbits_of(a.kind).size());
    }
}

std::optional<double> graphlet_distance(GraphletOrbits const& a, GraphletOrbits const& b, GraphletDistance kind) {
    return graphlet_distance(graphlet_signature(a, kind), graphlet_signature(b, kind));
}

} // namespace cerrado
