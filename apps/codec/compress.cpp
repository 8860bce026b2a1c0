// compress_graph(): chooses the order and the cover, and writes the file.
#include "codec/cover.hpp"
#include "codec/orders.hpp"
#include "codec/watch.hpp"

#include <cerrado/apps/compress.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/cgz/block.hpp>
#include <cerrado/graph/detail/cgz/cgz.hpp>
#include <cerrado/graph/detail/cgz/grouped_lists.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#if defined(CERRADO_HAS_METIS)
#include <metis.h>
#endif

namespace cerrado::compression {

namespace {

constexpr int most_rounds = 12;

// logarithms[i] is log2(i).
std::vector<float> logarithms_to(std::size_t most) {
    std::vector<float> logarithms(most + 1);
    for (std::size_t i = 1; i <= most; ++i) logarithms[i] = std::log2(static_cast<float>(i));
    return logarithms;
}

// Halves one range after another. Each thread has its own.
class Halving {
public:
    Halving(Graph const& graph, std::vector<VertexId> const& ranks, std::vector<float> const& logarithms)
        : graph_(graph),
          ranks_(ranks),
          logarithms_(logarithms),
          in_lower_(graph.vertex_count()),
          in_upper_(graph.vertex_count()) {}

    // Moves the vertices of a range to the half that they belong to, and sorts each half by rank.
    void halve(std::span<VertexId> range) {
        auto const lower = range.first(range.size() / 2), upper = range.subspan(range.size() / 2);
        count(lower, in_lower_);
        count(upper, in_upper_);
        lower_log_ = std::log2(static_cast<float>(lower.size()));
        upper_log_ = std::log2(static_cast<float>(upper.size()));
        for (int round = 0; round < most_rounds; ++round) {
            sort_by_gain(lower, in_lower_, in_upper_, lower_log_, upper_log_, lower_gains_);
            sort_by_gain(upper, in_upper_, in_lower_, upper_log_, lower_log_, upper_gains_);
            if (!exchange(lower, upper)) break;
        }
        for (VertexId const v : range) {
            for (VertexId const u : graph_.neighbours(v)) in_lower_[u] = in_upper_[u] = 0;
        }
        auto const rank = [&](VertexId v) { return ranks_[v]; };
        std::ranges::sort(lower, {}, rank);
        std::ranges::sort(upper, {}, rank);
    }

private:
    struct Gain {
        float bits;
        VertexId vertex;
    };
    using Degrees = std::vector<std::uint32_t>; // by vertex: number of neighbours in one half

    void count(std::span<VertexId const> half, Degrees& degrees) {
        for (VertexId const v : half) {
            for (VertexId const u : graph_.neighbours(v)) ++degrees[u];
        }
    }

    // Returns: the estimated bits of a list with `degree` neighbours in a half. `size_log` is the logarithm of its
    // size.
    float bits(std::uint32_t degree, float size_log) const {
        return static_cast<float>(degree) * (size_log - logarithms_[degree + 1]);
    }

    void sort_by_gain(std::span<VertexId const> half, Degrees const& here, Degrees const& there, float here_log,
                      float there_log, std::vector<Gain>& gains) const {
        gains.clear();
        for (VertexId const v : half) {
            float gain = 0;
            for (VertexId const u : graph_.neighbours(v)) {
                gain += bits(here[u], here_log) - bits(here[u] - 1, here_log) + bits(there[u], there_log) -
                        bits(there[u] + 1, there_log);
            }
            gains.push_back({gain, v});
        }
        std::ranges::sort(gains, [](Gain const& a, Gain const& b) {
            return a.bits != b.bits ? a.bits > b.bits : a.vertex < b.vertex;
        });
    }

    // Returns: false if the exchange gains too little to go on.
    bool exchange(std::span<VertexId> lower, std::span<VertexId> upper) {
        std::size_t exchanged = 0;
        for (std::size_t i = 0; i < lower.size() && i < upper.size(); ++i) {
            lower[i] = lower_gains_[i].vertex;
            upper[i] = upper_gains_[i].vertex;
            if (exchanged < i || lower_gains_[i].bits + upper_gains_[i].bits <= 0) continue;
            move(lower[i], in_lower_, in_upper_);
            move(upper[i], in_upper_, in_lower_);
            std::swap(lower[i], upper[i]);
            ++exchanged;
        }
        if (upper.size() > lower.size()) upper.back() = upper_gains_.back().vertex;
        return exchanged > lower.size() / 1000;
    }

    void move(VertexId v, Degrees& from, Degrees& to) const {
        for (VertexId const u : graph_.neighbours(v)) {
            --from[u];
            ++to[u];
        }
    }

    Graph const& graph_;
    std::vector<VertexId> const& ranks_;
    std::vector<float> const& logarithms_;
    Degrees in_lower_, in_upper_;
    float lower_log_ = 0, upper_log_ = 0;
    std::vector<Gain> lower_gains_, upper_gains_;
};

} // namespace

VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch) {
    VertexOrder order = degree_order(graph, team);
    std::vector<VertexId> ranks(graph.vertex_count());
    for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<VertexId>(i);
    std::vector<float> const logarithms = logarithms_to(std::size_t{graph.max_degree()} + 2);
    std::vector<std::span<VertexId>> ranges{order};
    std::vector<Halving> halvings(static_cast<std::size_t>(team.size()), Halving(graph, ranks, logarithms));
    while (!ranges.empty()) {
        std::erase_if(ranges, [&](auto const& range) {
            if (range.size() > smallest_range) return false;
            std::ranges::sort(range);
            return true;
        });
        std::atomic<std::size_t> next = 0;
        team.run([&](Member member) {
            Halving& halving = halvings[static_cast<std::size_t>(member.index)];
            for (std::size_t i; (i = next++) < ranges.size();) {
                halving.halve(ranges[i]);
                watch.done(ranges[i].size());
            }
        });
        std::vector<std::span<VertexId>> halves;
        for (auto const& range : ranges) {
            halves.push_back(range.first(range.size() / 2));
            halves.push_back(range.subspan(range.size() / 2));
        }
        ranges = std::move(halves);
    }
    return order;
}

std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range) {
    std::uint64_t halvings = 0;
    for (std::size_t size = vertex_count; size > smallest_range; size /= 2) ++halvings;
    return halvings * vertex_count;
}

#if defined(CERRADO_HAS_METIS)

namespace {

// Returns: the part of each vertex. METIS bisects recursively, so parts with near numbers are near in the graph.
std::vector<idx_t> parts_of(Graph const& graph, VertexId part_vertices) {
    std::vector<idx_t> offsets(graph.offsets().begin(), graph.offsets().end());
    std::vector<idx_t> neighbours(graph.neighbour_array().begin(), graph.neighbour_array().end());
    std::vector<idx_t> parts(graph.vertex_count());
    auto vertices = static_cast<idx_t>(graph.vertex_count());
    idx_t part_count = std::max<idx_t>(2, vertices / static_cast<idx_t>(part_vertices));
    idx_t constraints = 1, cut = 0;
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    int const status =
        METIS_PartGraphRecursive(&vertices, &constraints, offsets.data(), neighbours.data(), nullptr, nullptr, nullptr,
                                 &part_count, nullptr, nullptr, options, &cut, parts.data());
    if (status != METIS_OK) {
        throw Error(
            fmt::format("METIS could not order {} (status {}): take the order bisect or ids", graph.source, status));
    }
    return parts;
}

} // namespace

std::string why_no_metis(Graph const& graph) {
    if (graph.neighbour_array().size() < static_cast<std::size_t>(std::numeric_limits<idx_t>::max())) return "";
    return "the graph has more edges than the METIS of this build can count";
}

VertexOrder metis_order(Graph const& graph, VertexId part_vertices) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    if (graph.edge_count() == 0) return order;
    std::vector<idx_t> const parts = parts_of(graph, part_vertices);
    std::ranges::stable_sort(order, {}, [&](VertexId v) { return parts[v]; });
    return order;
}

#else

std::string why_no_metis(Graph const&) { return "this build has no METIS: install libmetis-dev and build again"; }

VertexOrder metis_order(Graph const&, VertexId) { return {}; }

#endif

void Watch::begin(double weight, std::uint64_t work) {
    weight_before_ += weight_;
    weight_ = weight;
    work_ = std::max<std::uint64_t>(work, 1);
    done_ = 0;
    done(0);
}

void Watch::done(std::uint64_t work) {
    constexpr std::chrono::steady_clock::duration interval = std::chrono::milliseconds(200);
    if (!tell_) return;
    std::uint64_t const now_done = done_ += work;
    std::int64_t const now = std::chrono::steady_clock::now().time_since_epoch().count();
    std::unique_lock const lock(telling_, std::try_to_lock);
    if (!lock || now < next_telling_) return;
    next_telling_ = now + interval.count();
    double const share = std::min(1.0, static_cast<double>(now_done) / static_cast<double>(work_));
    tell_((weight_before_ + weight_ * share) / weight_of_all_);
}

// Estimates the bits that lists and groups take in a .cgz without packing them, by the entropy of each stream over the
// whole file.

namespace {

// [stream][byte]: the bits that a number with that byte takes, its raw bits included.
using NumberCosts = std::array<std::array<float, 256>, detail::cgz::streams>;

// A sink for put_block() and the like.
class StreamCounts {
public:
    void put(int stream, std::uint64_t number) { put(stream, number, 1); }
    void put(int stream, std::uint64_t number, std::uint64_t times) {
        auto const coding = detail::cgz::coded(number);
        counts_[static_cast<std::size_t>(stream)][coding.byte] += times;
        raw_bits_ += static_cast<std::uint64_t>(coding.raw_bits) * times;
    }

    double bits() const;
    NumberCosts costs() const; // an absent byte costs as much as one that came once

private:
    std::array<std::array<std::uint64_t, 256>, detail::cgz::streams> counts_{};
    std::uint64_t raw_bits_ = 0;
};

double StreamCounts::bits() const {
    auto bits = static_cast<double>(raw_bits_);
    for (auto const& stream : counts_) {
        auto const total = static_cast<double>(std::reduce(stream.begin(), stream.end()));
        for (std::uint64_t const count : stream) {
            if (count > 0) bits += static_cast<double>(count) * std::log2(total / static_cast<double>(count));
        }
    }
    return bits;
}

NumberCosts StreamCounts::costs() const {
    NumberCosts costs;
    for (std::size_t stream = 0; stream < counts_.size(); ++stream) {
        auto const& counts = counts_[stream];
        auto const total = static_cast<float>(std::reduce(counts.begin(), counts.end()) + counts.size());
        for (std::size_t byte = 0; byte < counts.size(); ++byte) {
            costs[stream][byte] = std::log2(total / static_cast<float>(counts[byte] + 1)) +
                                  static_cast<float>(detail::cgz::raw_bits_after(static_cast<std::uint8_t>(byte)));
        }
    }
    return costs;
}

StreamCounts counts_of(detail::cgz::GroupedLists const& lists) {
    StreamCounts counts;
    put_block(lists, {0, lists.vertex_count(), 0, lists.groups.count()}, counts);
    return counts;
}

double estimated_bits(detail::cgz::GroupedLists const& lists) { return counts_of(lists).bits(); }

using namespace detail::cgz;

// Adds up the costs of numbers.
class CostSum {
public:
    explicit CostSum(NumberCosts const& costs) : costs_(costs) {}
    void put(int stream, std::uint64_t number) { sum_ += costs_[static_cast<std::size_t>(stream)][coded(number).byte]; }
    float sum() const { return sum_; }

private:
    NumberCosts const& costs_;
    float sum_ = 0;
};

std::size_t common(std::span<VertexId const> a, std::span<VertexId const> b) {
    if (a.empty() || b.empty() || a.back() < b.front() || b.back() < a.front()) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0, j = 0;
         i < a.size() && j < b.size();) { // steps without a branch, since it would be mispredicted
        VertexId const u = a[i], v = b[j];
        count += u == v ? 1 : 0;
        i += u <= v ? 1 : 0;
        j += v <= u ? 1 : 0;
    }
    return count;
}

// Chooses the references of lists. Each thread has its own.
class Chooser {
public:
    Chooser(GroupedLists const& lists, NumberCosts const& costs) : lists_(lists), costs_(costs) {}

    // Returns: the distance back to the list that v's list refers to, at most `farthest`, or 0 for none.
    std::uint8_t choose(VertexId v, VertexId farthest) {
        constexpr std::size_t least_part = 8; // a reference pays only if both lists have an eighth in common
        auto const list = lists_.list(v);
        if (list.empty()) return 0;
        CostSum alone(costs_);
        alone.put(reference_stream, 0);
        put_list(v, list, alone);
        float least = alone.sum();
        std::uint8_t best = 0;
        for (VertexId back = 1; back <= farthest; ++back) {
            auto const other = lists_.list(v - back);
            if (std::max(list.size(), other.size()) > least_part * std::min(list.size(), other.size())) continue;
            std::size_t const both = common(list, other);
            if (both == 0 || both * least_part < std::max(list.size(), other.size())) continue;
            split_.split(list, other);
            CostSum referring(costs_);
            referring.put(reference_stream, back);
            put_split_list(v, split_, referring);
            if (referring.sum() >= least) continue;
            least = referring.sum();
            best = static_cast<std::uint8_t>(back);
        }
        return best;
    }

private:
    GroupedLists const& lists_;
    NumberCosts const& costs_;
    ListSplit split_;
};

// Returns: guessed costs for lists without references, as if references to near lists and short runs were frequent.
NumberCosts first_costs(GroupedLists const& lists) {
    constexpr std::uint64_t most = 64;
    StreamCounts counts = counts_of(lists);
    counts.put(reference_stream, 0, most);
    for (std::uint64_t i = 1; i <= most; ++i) {
        if (i <= farthest_reference) counts.put(reference_stream, i, most / i);
        for (int const stream : {run_count_stream, left_out_stream, copied_stream}) counts.put(stream, i - 1, most / i);
    }
    return counts.costs();
}

// Chooses the lists that take fewer bits if they refer to another list, and fills lists.references. A list refers to
// the one of the 32 lists before it in its block that makes it cheapest, if that is cheaper than no reference. On the
// first call the costs of numbers are guessed. Later calls compute them from the present references and improve the
// choice. The result is the same for any team. O(64 m).
void choose_references(GroupedLists& lists, Team& team) {
    std::vector<BlockRange> const ranges = block_ranges(lists);
    NumberCosts const costs = lists.references.empty() ? first_costs(lists) : counts_of(lists).costs();
    std::vector<std::uint8_t> references(lists.vertex_count());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        Chooser chooser(lists, costs);
        for (std::size_t i; (i = next++) < ranges.size();) {
            for (VertexId before = 0; before < ranges[i].vertices; ++before) {
                VertexId const v = ranges[i].first + before;
                references[v] = chooser.choose(v, std::min(before, farthest_reference));
            }
        }
    });
    lists.references = std::move(references);
}

} // namespace

} // namespace cerrado::compression

namespace cerrado {

namespace {

using compression::Watch;
using detail::cgz::GroupedLists;

// The times of the steps of one order, relative to each other, roughly.
constexpr double bisect_weight = 20, metis_weight = 8, seeds_weight = 1, covers_weight = 3, references_weight = 1,
                 packing_weight = 1;

double weight_of(CompressionOptions const& options) {
    if (options.effort == 1) return packing_weight;
    double const one = seeds_weight + covers_weight + references_weight + packing_weight;
    switch (options.order) {
    case CompressionOrder::automatic: return bisect_weight + metis_weight + 3 * one;
    case CompressionOrder::bisect: return bisect_weight + one;
    case CompressionOrder::metis: return metis_weight + one;
    case CompressionOrder::ids: return one;
    }
    return one;
}

// Tries covers and references for the lists of a graph, and keeps the lists that take the fewest bits.
class CheapestLists {
public:
    CheapestLists(Graph const& graph, Team& team, Watch& watch)
        : graph_(graph),
          team_(team),
          watch_(watch),
          best_(detail::cgz::grouped_lists(graph, {})),
          fewest_(compression::estimated_bits(best_)) {}

    // Tries several prices of an edge in a list, since this cost differs from graph to graph. If cliques save little at
    // the lowest price although edges are in many triangles, they save even less at the others.
    void try_cliques() {
        constexpr double much = 0.06;
        if (graph_.edge_count() > compression::most_seeded_edges) return;
        watch_.begin(seeds_weight, graph_.vertex_count());
        compression::Seeds const seeds = compression::seeds_of(graph_, watch_);
        double const without = fewest_;
        bool const ended_early = try_prices(seeds, std::array<std::uint64_t, 1>{4});
        if (ended_early && fewest_ > without * (1 - much)) return;
        try_prices(seeds, std::array<std::uint64_t, 3>{6, 9, 14});
    }

    // Tries references in the lists without cliques and in the best lists so far, and refines the better result.
    void try_references() {
        constexpr double within_reach = 1.05,
                         worth_it = 0.995; // references must save 0.5 %, since older readers do not know them
        watch_.begin(references_weight, 1);
        GroupedLists lists = best_;
        double bits = bits_with_references(lists);
        if (lists.groups.count() > 0) {
            GroupedLists bare = detail::cgz::grouped_lists(graph_, {});
            double const bare_bits = bits_with_references(bare);
            if (bare_bits < bits) {
                bits = bare_bits;
                lists = std::move(bare);
            }
        }
        if (bits > fewest_ * within_reach) return;
        bits = bits_with_references(lists);
        if (bits <= fewest_ * worth_it) keep(std::move(lists), bits);
    }

    GroupedLists take() { return std::move(best_); }

private:
    void keep(GroupedLists lists, double bits) {
        best_ = std::move(lists);
        fewest_ = bits;
    }

    double bits_with_references(GroupedLists& lists) {
        compression::choose_references(lists, team_);
        return compression::estimated_bits(lists);
    }

    // Returns: whether a cover ended early.
    template <std::size_t count>
    bool try_prices(compression::Seeds const& seeds, std::array<std::uint64_t, count> const& edge_prices) {
        std::array<GroupedLists, count> lists;
        std::array<double, count> bits{};
        watch_.begin(covers_weight / 2, count * seeds.edges.size());
        std::atomic<bool> ended_early = false;
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            for (std::size_t i; (i = next++) < count;) {
                auto const cover = compression::cover(graph_, seeds, {.edge = edge_prices[i]}, watch_);
                if (cover.ended_early) ended_early = true;
                lists[i] = grouped_lists(graph_, cover.groups);
                bits[i] = compression::estimated_bits(lists[i]);
            }
        });
        for (std::size_t i = 0; i < count; ++i) {
            if (bits[i] < fewest_) keep(std::move(lists[i]), bits[i]);
        }
        return ended_early;
    }

    Graph const& graph_;
    Team& team_;
    Watch& watch_;
    GroupedLists best_;
    double fewest_;
};

GroupedLists cheapest_lists(Graph const& graph, int effort, Team& team, Watch& watch) {
    CheapestLists lists(graph, team, watch);
    if (effort >= 2) {
        lists.try_cliques();
        lists.try_references();
    }
    return lists.take();
}

// The encoded file for one order, with its report.
struct Encoding {
    std::string bytes;
    CompressionReport report;
};

Graph without_ids(Graph const& graph) {
    auto const kept = std::make_shared<Graph const>(graph);
    Graph bare(kept->offsets(), kept->neighbour_array(), {}, kept, kept->oriented());
    bare.marks = graph.marks;
    return bare;
}

Graph undirected_of(Graph const& graph, Team& team) {
    if (!graph.oriented()) return graph;
    std::vector<Edge> edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) edges.push_back({v, u});
    }
    auto const ids = graph.original_ids();
    Graph undirected = graph_from_edges(graph.vertex_count(), edges, {ids.begin(), ids.end()}, team);
    undirected.marks = graph.marks;
    return undirected;
}

class Compressor {
public:
    Compressor(Graph const& graph, CompressionOptions const& options, Team& team)
        : graph_(graph),
          undirected_(undirected_of(graph, team)),
          options_(options),
          team_(team),
          watch_(options.progress, weight_of(options)) {}

    Encoding run() {
        if (options_.order != CompressionOrder::automatic) return encoded(options_.order);
        Encoding best = encoded(CompressionOrder::ids);
        std::vector<std::string> notes;
        if (options_.effort == 1 || graph_.edge_count() == 0) return best;
        for (CompressionOrder const order : {CompressionOrder::bisect, CompressionOrder::metis}) {
            std::string const why = order == CompressionOrder::metis ? compression::why_no_metis(graph_) : "";
            if (!why.empty()) {
                notes.push_back(fmt::format("the order metis was not tried: {}", why));
                continue;
            }
            Encoding encoding = encoded(order);
            if (encoding.bytes.size() < best.bytes.size()) best = std::move(encoding);
        }
        best.report.notes = std::move(notes);
        return best;
    }

private:
    // Returns: the order. Smaller parts make shorter gaps, but the order itself then takes more bits in the file.
    VertexOrder order_of(CompressionOrder order) {
        if (order == CompressionOrder::metis) {
            std::string const why = compression::why_no_metis(undirected_);
            if (!why.empty())
                throw InputError(
                    fmt::format("the order metis is not possible: {}, or take the order bisect or ids", why));
            watch_.begin(metis_weight, 1);
            return compression::metis_order(undirected_, options_.drop_ids ? 4 : 64);
        }
        if (order == CompressionOrder::ids) return {};
        std::size_t const smallest_range = options_.drop_ids ? 16 : 48;
        watch_.begin(bisect_weight, compression::bisection_work(undirected_.vertex_count(), smallest_range));
        return compression::bisection_order(undirected_, smallest_range, team_, watch_);
    }

    Encoding encoded(CompressionOrder kind) {
        VertexOrder const order = order_of(kind);
        Graph const ordered = order.empty() ? undirected_ : reorder(undirected_, order, team_);
        GroupedLists const lists = cheapest_lists(ordered, options_.effort, team_, watch_);
        watch_.begin(packing_weight, 1);
        Encoding encoding;
        if (options_.drop_ids) {
            Graph bare = without_ids(ordered);
            bare.columns = order.empty() ? graph_.columns : columns_in_order(graph_, ordered, order);
            encoding.bytes = packed(graph_.oriented() ? orient(bare) : bare, {}, lists);
        } else {
            encoding.bytes = packed(graph_, order, lists);
        }
        encoding.report.order = kind;
        encoding.report.bytes = encoding.bytes.size();
        encoding.report.cliques = lists.groups.count();
        for (std::uint64_t const edges : lists.new_edges) encoding.report.grouped_edges += edges;
        return encoding;
    }

    std::string packed(Graph const& graph, VertexOrder const& order, GroupedLists const& lists) {
        return detail::cgz::compressed_bytes({graph, order, lists}, options_.effort, team_);
    }

    Graph const& graph_;
    Graph undirected_;
    CompressionOptions const& options_;
    Team& team_;
    Watch watch_;
};

void require_sound(Graph const& graph, std::string const& path, CompressionOptions const& options) {
    if (std::filesystem::path(path).extension() != ".cgz") {
        throw InputError(fmt::format("{}: the compressed file's name must end in .cgz; rename it", path));
    }
    if (options.drop_ids && has_names(graph)) {
        throw InputError(
            fmt::format("{}: its ids are names, which cannot be dropped: leave --drop-ids out", graph.source));
    }
    if (options.drop_ids && graph.oriented() && graph.columns) {
        throw InputError(
            fmt::format("{}: the attributes of an oriented graph need its ids: leave --drop-ids out", graph.source));
    }
    if (options.effort < 1 || options.effort > 3) {
        throw InputError(fmt::format("effort {}: expected 1, 2 or 3", options.effort));
    }
}

} // namespace

std::string_view to_string(CompressionOrder order) { return name_in(compression_order_words, order); }

bool compression_has_metis() { return compression::why_no_metis(Graph()).empty(); }

CompressionReport compress_graph(Graph const& graph, std::string const& path, CompressionOptions const& options) {
    require_sound(graph, path, options);
    auto const begin = std::chrono::steady_clock::now();
    Team team(team_size(graph.neighbour_array().size(), options.threads));
    Encoding encoding = Compressor(graph, options, team).run();
    encoding.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    detail::OutputFile file(path, false);
    file.write(encoding.bytes);
    file.commit();
    return encoding.report;
}

} // namespace cerrado
