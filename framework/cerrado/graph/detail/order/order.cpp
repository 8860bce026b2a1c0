#include <cerrado/graph/detail/order/order.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/graph/detail/order/list_building.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/numbering.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

Numbering oriented_by(GraphOrder kind, VertexOrder order, Graph const& graph, Team& team) {
    Graph oriented = orient(graph, order, team);
    return {kind, std::move(order), std::move(oriented)};
}

Numbering oriented_by(GraphOrder kind, Graph const& graph, Team& team) {
    return oriented_by(kind, order_of(graph, kind, team), graph, team);
}

VertexOrder order_as_given(Graph const& graph) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    return order;
}

// Measured in docs/experiments.md: with lists up to this length the degeneracy order gains less than its own time.
constexpr VertexId long_list = 512;

} // namespace

// If a core has more neighbours than this, no order has lists that are half as long.
bool degree_order_serves(GraphOrder wanted, VertexId longest, std::function<bool(VertexId)> const& has_core) {
    if (wanted != GraphOrder::automatic) return wanted == GraphOrder::degree;
    return longest <= long_list || has_core(longest / 2 + 1);
}

VertexOrder order_of(Graph const& graph, GraphOrder kind, Team& team) {
    if (kind == GraphOrder::given) return order_as_given(graph);
    return kind == GraphOrder::degeneracy ? degeneracy_order(graph) : degree_order(graph, team);
}

std::vector<VertexId> numbers_in(VertexOrder const& order, std::span<VertexId const> roots) {
    VertexOrder number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<VertexId>(i);
    std::vector<VertexId> numbers;
    numbers.reserve(roots.size());
    for (VertexId const root : roots) {
        if (root >= order.size()) {
            throw InputError(fmt::format("root {} is not a vertex; the graph has {}", root, order.size()));
        }
        numbers.push_back(number[root]);
    }
    return numbers;
}

Numbering number_vertices(Graph const& graph, GraphOrder wanted, bool oriented, Team& team) {
    if (wanted == GraphOrder::given) {
        return {wanted, order_as_given(graph), oriented && !graph.oriented() ? orient(graph) : graph};
    }
    if (!oriented) {
        if (wanted == GraphOrder::degeneracy) {
            throw InputError(
                "the degeneracy order is only for applications that run on the oriented graph, and this one runs on "
                "the whole graph; leave the order out");
        }
        VertexOrder order = degree_order(graph, team);
        Graph reordered = reorder(graph, order, team);
        return {GraphOrder::degree, std::move(order), std::move(reordered)};
    }
    if (wanted == GraphOrder::degeneracy) return oriented_by(wanted, graph, team);
    Numbering by_degree = oriented_by(GraphOrder::degree, graph, team);
    auto const has_core_of = [&](VertexId least) { return has_core(graph, least, team); };
    if (degree_order_serves(wanted, by_degree.graph.max_degree(), has_core_of)) return by_degree;
    return oriented_by(GraphOrder::degeneracy, graph, team);
}

int numbering_team_size(Graph const& graph, int threads) {
    return team_size(graph.vertex_count() + graph.neighbour_array().size(), threads);
}

std::string_view to_string(GraphOrder order) { return name_in(order_words, order); }

// Smallest-last peeling (Matula and Beck 1983; Batagelj and Zaversnik 2003) with a queue. The queue has the vertices
// whose degree among the vertices not yet taken is the core number. When the core number rises, they are queued by
// ascending id. Later ones are queued when their degree falls to it. The order depends on nothing else, so it is the
// same on every machine.

namespace {

class Peeling {
public:
    explicit Peeling(Graph const& graph)
        : ref_(graph.ref()),
          remaining_(graph.vertex_count()),
          left_(graph.vertex_count()),
          queue_(graph.vertex_count() + std::size_t{1}) {
        for (VertexId v = 0; v < ref_.vertex_count; ++v) remaining_[v] = ref_.degree(v);
        std::iota(left_.begin(), left_.end(), VertexId{0});
    }

    // Returns the degeneracy.
    VertexId run() {
        for (VertexId taken = 0; taken < ref_.vertex_count; ++taken) {
            if (taken == queued_) raise_core();
            lower_neighbours(queue_[taken]);
        }
        return core_;
    }

    // After run().
    VertexOrder order() && {
        queue_.resize(ref_.vertex_count);
        return std::move(queue_);
    }

private:
    // Raises the core number to the least degree that remains. A vertex is looked at once for each core number up to
    // its own: O(m) in all.
    void raise_core() {
        VertexId least = std::numeric_limits<VertexId>::max();
        std::size_t kept = 0;
        for (VertexId const v : left_) {
            if (remaining_[v] <= core_ && queued_ > 0) continue;
            least = std::min(least, remaining_[v]);
            left_[kept++] = v;
        }
        left_.resize(kept);
        core_ = least;
        for (VertexId const v : left_) {
            queue_[queued_] = v;
            queued_ += remaining_[v] == core_;
        }
    }

    // This has no branches, since no processor could predict them. The last entry of the queue may be overwritten.
    void lower_neighbours(VertexId v) {
        for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p) {
            VertexId const u = ref_.neighbours[p];
            VertexId const lowered = remaining_[u] - (remaining_[u] > core_);
            queue_[queued_] = u;
            queued_ += lowered == core_ && lowered < remaining_[u];
            remaining_[u] = lowered;
        }
    }

    GraphRef const ref_;
    std::vector<VertexId> remaining_; // degree among the vertices not taken; at most core_ after the vertex was queued
    std::vector<VertexId> left_;      // vertices that were not queued at the last rise, ascending
    VertexOrder queue_;
    VertexId queued_ = 0;
    VertexId core_ = 0;
};

void require_undirected(Graph const& graph) {
    if (graph.oriented()) {
        throw InputError("degeneracy: the graph is oriented; compute the degeneracy first, and orient the graph last");
    }
}

} // namespace

VertexOrder degeneracy_order(Graph const& graph) {
    require_undirected(graph);
    Peeling peeling(graph);
    peeling.run();
    return std::move(peeling).order();
}

VertexId degeneracy(Graph const& graph) {
    require_undirected(graph);
    return Peeling(graph).run();
}

// Peels in rounds. In each round all vertices go that have too few neighbours left. Any member may take them.

bool has_core(Graph const& graph, VertexId least, Team& team) {
    GraphRef const ref = graph.ref();
    auto const members = static_cast<std::size_t>(team.size());
    std::vector<VertexId> remaining(ref.vertex_count); // neighbours that have not gone yet
    std::vector<std::vector<VertexId>> going(members), next(members);
    team.run([&](Member member) {
        for_vertices_of(member, ref, [&](VertexId v) {
            remaining[v] = ref.degree(v);
            if (remaining[v] < least) going[static_cast<std::size_t>(member.index)].push_back(v);
        });
    });
    auto const total = [](std::vector<std::vector<VertexId>> const& lists) {
        std::size_t sum = 0;
        for (std::vector<VertexId> const& list : lists) sum += list.size();
        return sum;
    };
    std::size_t gone = 0;
    for (std::size_t now = total(going); now > 0; now = total(going)) {
        gone += now;
        team.run([&](Member member) {
            auto const mine = static_cast<std::size_t>(member.index);
            for (VertexId const v : going[mine]) {
                for (EdgeOffset p = ref.begin(v); p < ref.end(v); ++p) {
                    VertexId const u = ref.neighbours[p];
                    VertexId const before = std::atomic_ref(remaining[u]).fetch_sub(1, std::memory_order_relaxed);
                    if (before == least) next[mine].push_back(u);
                }
            }
            going[mine].clear();
        });
        going.swap(next);
    }
    return gone < ref.vertex_count;
}

// Uses a table per member with the number of vertices of each degree, for as many members as these tables are worth.
VertexOrder degree_order(Graph const& graph, Team& team) {
    if (graph.oriented()) {
        throw InputError(
            "degree_order: the graph is oriented, so half of each vertex's edges are missing; compute the order first, "
            "and orient the graph last");
    }
    GraphRef const ref = graph.ref();
    std::size_t const degrees = graph.max_degree() + std::size_t{1};
    int const members = members_for_tables(team, ref.vertex_count, degrees);
    std::vector<VertexId> place(degrees * static_cast<std::size_t>(members));
    auto const for_all = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            VertexId* const mine = place.data() + degrees * static_cast<std::size_t>(member.index);
            Member{member.index, members}.for_part_of(ref.vertex_count, [&](std::size_t i) {
                auto const v = static_cast<VertexId>(i);
                visit(v, mine[ref.degree(v)]);
            });
        });
    };
    for_all([](VertexId, VertexId& count) { ++count; });
    VertexId next = 0;
    for (std::size_t degree = 0; degree < degrees; ++degree) {
        for (std::size_t at = degree; at < place.size(); at += degrees) next += std::exchange(place[at], next);
    }
    VertexOrder order(ref.vertex_count);
    for_all([&](VertexId v, VertexId& position) { order[position++] = v; });
    return order;
}

VertexOrder degree_order(Graph const& graph) {
    Team alone;
    return degree_order(graph, alone);
}

Graph orient(Graph const& graph) {
    if (graph.oriented()) return graph;
    VertexId const n = graph.vertex_count();
    GraphRef const ref = graph.ref();
    GraphArrays arrays;
    arrays.offsets.resize(n + 1ull);
    arrays.neighbours.reserve(graph.edge_count());
    for (VertexId v = 0; v < n; ++v) {
        arrays.neighbours.insert(arrays.neighbours.end(), ref.neighbours + ref.first_above(v, v),
                                 ref.neighbours + ref.end(v));
        arrays.offsets[v + 1] = arrays.neighbours.size();
    }
    arrays.original_ids.assign(graph.original_ids().begin(), graph.original_ids().end());
    Graph result = adopt_arrays(std::move(arrays), true);
    result.source = graph.source;
    result.cleaning = graph.cleaning;
    return result;
}

// Makes the graph in a given order, whole or oriented. Every old list is read once to be counted, and once to be
// written to its new place. The member of the team that has the list does both.

namespace {

// Arrays that are not filled before they are written.
struct RenumberedArrays {
    std::unique_ptr<EdgeOffset[]> offsets;
    std::unique_ptr<VertexId[]> neighbours;
    std::unique_ptr<OriginalId[]> original_ids;
};

[[noreturn]] void refuse(Graph const& graph, VertexOrder const& order) {
    VertexId const n = graph.vertex_count();
    std::vector<bool> seen(n);
    VertexId i = 0;
    while (order[i] < n && !seen[order[i]]) seen[order[i++]] = true;
    throw InputError(fmt::format("reorder: entry {} of the order ({}) is {}; give each vertex once", i, order[i],
                                 order[i] >= n ? "not a vertex" : "there twice"));
}

// Sorts distinct values in ascending order. In a short list, each value goes to the place that the number of smaller
// values gives. This takes no branches. Long lists are sorted in their place. Not inline, because a compiler would then
// no longer know that the two arrays do not overlap.
[[gnu::noinline]] void write_sorted(VertexId const* __restrict values, VertexId count, VertexId* __restrict into) {
    constexpr VertexId longest = 128;
    if (count > longest) {
        std::copy_n(values, count, into);
        std::sort(into, into + count);
        return;
    }
    for (VertexId i = 0; i < count; ++i) {
        VertexId const value = values[i];
        VertexId smaller = 0;
        for (VertexId j = 0; j < count; ++j) smaller += values[j] < value;
        into[smaller] = value;
    }
}

class Renumbering {
public:
    Renumbering(Graph const& graph, VertexOrder const& order, bool orient, Team& team)
        : graph_(graph),
          ref_(graph.ref()),
          orient_(orient),
          team_(team),
          position_(std::make_unique_for_overwrite<VertexId[]>(graph.vertex_count())) {
        invert(order);
    }

    Graph run() {
        VertexId const n = graph_.vertex_count();
        auto arrays = std::make_shared<RenumberedArrays>();
        arrays->offsets = std::make_unique_for_overwrite<EdgeOffset[]>(n + std::size_t{1});
        arrays->original_ids = std::make_unique_for_overwrite<OriginalId[]>(n);
        count(*arrays);
        arrays->offsets[0] = 0;
        std::size_t const entries = add_up(team_, std::span(arrays->offsets.get() + 1, n));
        arrays->neighbours = std::make_unique_for_overwrite<VertexId[]>(entries);
        fill(*arrays);
        RenumberedArrays const& made = *arrays;
        Graph result({made.offsets.get(), n + std::size_t{1}}, {made.neighbours.get(), entries},
                     {made.original_ids.get(), n}, std::move(arrays), orient_);
        result.source = graph_.source;
        result.cleaning = graph_.cleaning;
        return result;
    }

private:
    // position[order[i]] = i. If the order is no permutation, order[position[v]] is not v for some vertex v.
    void invert(VertexOrder const& order) {
        VertexId const n = graph_.vertex_count();
        if (order.size() != n) {
            throw InputError(fmt::format("reorder: the order has {} entries for {} vertices; give each vertex once",
                                         order.size(), n));
        }
        team_.run([&](Member member) {
            member.for_part_of(n, [&](std::size_t i) {
                if (order[i] >= n) return;
                std::atomic_ref(position_[order[i]]).store(static_cast<VertexId>(i), std::memory_order_relaxed);
            });
        });
        std::atomic<bool> permutes = true;
        team_.run([&](Member member) {
            bool mine = true;
            member.for_part_of(n, [&](std::size_t i) { mine = mine && order[i] < n && position_[order[i]] == i; });
            if (!mine) permutes = false;
        });
        if (!permutes) refuse(graph_, order);
    }

    // Leaves the length of new list i in offsets[i + 1].
    void count(RenumberedArrays& arrays) const {
        team_.run([&](Member member) {
            for_vertices_of(member, ref_, [&](VertexId v) {
                VertexId const mine = position_[v];
                VertexId length = ref_.degree(v);
                if (orient_) {
                    length = 0;
                    for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p)
                        length += position_[ref_.neighbours[p]] > mine;
                }
                arrays.offsets[mine + std::size_t{1}] = length;
                arrays.original_ids[mine] = graph_.original_id(v);
            });
        });
    }

    void fill(RenumberedArrays& arrays) const {
        team_.run([&](Member member) {
            std::vector<VertexId> list(graph_.max_degree() + std::size_t{1});
            for_vertices_of(member, ref_, [&](VertexId v) {
                VertexId const mine = position_[v];
                VertexId length = 0;
                for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p) {
                    VertexId const theirs = position_[ref_.neighbours[p]];
                    list[length] = theirs;
                    length += !orient_ || theirs > mine;
                }
                write_sorted(list.data(), length, arrays.neighbours.get() + arrays.offsets[mine]);
            });
        });
    }

    Graph const& graph_;
    GraphRef const ref_;
    bool const orient_;
    Team& team_;
    std::unique_ptr<VertexId[]> position_; // the new number of each old vertex
};

Graph renumber(Graph const& graph, VertexOrder const& order, bool orient, Team& team) {
    if (graph.oriented()) {
        throw InputError(
            "reorder: the graph is oriented, so half of each vertex's edges are missing; compute the order first, and "
            "orient the graph last");
    }
    return Renumbering(graph, order, orient, team).run();
}

} // namespace

Graph reorder(Graph const& graph, VertexOrder const& order, Team& team) {
    Graph result = renumber(graph, order, false, team);
    result.marks = marks_in_order(graph, result, order, team);
    return result;
}

Graph reorder(Graph const& graph, VertexOrder const& order) {
    Team alone;
    return reorder(graph, order, alone);
}

Graph orient(Graph const& graph, VertexOrder const& order, Team& team) { return renumber(graph, order, true, team); }

Graph orient(Graph const& graph, VertexOrder const& order) {
    Team alone;
    return orient(graph, order, alone);
}

} // namespace cerrado

namespace cerrado::detail {

namespace {

// Returns: the number of bits that a vertex's number can have.
std::uint32_t bits_of(VertexId vertex_count) {
    return static_cast<std::uint32_t>(std::bit_width(std::max(vertex_count, 1u) - 1));
}

// Sorts arcs by their targets, from the lowest digit to the highest.
class ArcSorter {
public:
    explicit ArcSorter(VertexId vertex_count) {
        std::uint32_t const bits = bits_of(vertex_count);
        passes_ = std::max(1u, (bits + most_digit_bits - 1) / most_digit_bits);
        digit_bits_ = (bits + passes_ - 1) / passes_;
        places_.resize(std::size_t{1} << digit_bits_);
    }

    // Returns: the place of the sorted arcs. It is `arcs`, or memory of this object.
    std::span<Arc> sort(std::span<Arc> arcs) {
        if (arcs.size() < few) {
            std::ranges::sort(arcs, {}, &Arc::to);
            return arcs;
        }
        if (other_.size() < arcs.size()) other_ = UnfilledVector<Arc>(arcs.size());
        std::span<Arc> from = arcs, into(other_.data(), arcs.size());
        for (std::uint32_t pass = 0; pass < passes_; ++pass, std::swap(from, into)) sort_by_digit(from, into, pass);
        return from;
    }

private:
    static constexpr std::uint32_t most_digit_bits = 11;
    static constexpr std::size_t few = 1024; // quicker by comparing

    void sort_by_digit(std::span<Arc const> from, std::span<Arc> into, std::uint32_t pass) {
        std::uint32_t const shift = pass * digit_bits_;
        auto const mask = static_cast<VertexId>(places_.size() - 1);
        std::ranges::fill(places_, 0);
        for (Arc const& arc : from) ++places_[arc.to >> shift & mask];
        std::size_t next = 0;
        for (std::size_t& place : places_) next += std::exchange(place, next);
        for (Arc const& arc : from) into[places_[arc.to >> shift & mask]++] = arc;
    }

    std::uint32_t passes_, digit_bits_;
    std::vector<std::size_t> places_;
    UnfilledVector<Arc> other_;
};

constexpr std::uint32_t most_part_bits = 12;
constexpr std::size_t arcs_in_cache = std::size_t{1} << 16;

} // namespace

ArcRanges::ArcRanges(VertexId vertex_count) : n_(vertex_count) {
    std::uint32_t const bits = bits_of(n_);
    shift_ = bits - std::min(bits, most_part_bits);
    range_of_part_.resize((std::size_t{std::max(n_, 1u) - 1} >> shift_) + 1);
}

void ArcRanges::divide(std::span<std::vector<std::size_t>> counts) {
    std::size_t next = 0;
    for (std::size_t part = 0; part < parts(); ++part) {
        std::size_t arcs = 0;
        for (auto const& of_member : counts) arcs += of_member[part];
        if (part == 0 || next + arcs - begins_.back() > arcs_in_cache) {
            firsts_.push_back(static_cast<VertexId>(part << shift_));
            begins_.push_back(next);
        }
        std::size_t const range = begins_.size() - 1;
        range_of_part_[part] = static_cast<std::uint16_t>(range);
        for (auto& of_member : counts) {
            std::size_t const own = std::exchange(of_member[part], 0);
            of_member[range] += own;
        }
        next += arcs;
    }
    firsts_.push_back(n_);
    begins_.push_back(next);
    for (std::size_t range = 0; range < count(); ++range) {
        std::size_t place = begins_[range];
        for (auto& of_member : counts) place += std::exchange(of_member[range], place);
    }
}

Graph adopt_lists(ListArrays arrays) {
    auto storage = std::make_shared<ListArrays const>(std::move(arrays));
    ListArrays const& made = *storage;
    return Graph(made.offsets, made.neighbours, made.original_ids, std::move(storage));
}

Graph ListBuilding::run(std::vector<OriginalId> original_ids) {
    ListArrays arrays;
    arrays.original_ids = std::move(original_ids);
    arrays.offsets.resize(n_ + std::size_t{1});
    UnfilledVector<VertexId> lists(arcs_.size());
    write_lists(arrays.offsets.data(), lists.data());
    std::uint64_t const duplicates = (arcs_.size() - arrays.offsets.back()) / 2;
    UnfilledVector<Arc>().swap(arcs_);
    if (duplicates == 0) {
        arrays.neighbours = std::move(lists);
    } else {
        close_gaps(arrays, lists.data());
    }
    Graph graph = adopt_lists(std::move(arrays));
    graph.cleaning = {0, duplicates};
    return graph;
}

// Calls visit(range) for each range, on any member that is free.
template <class MakeVisit> void ListBuilding::for_ranges(MakeVisit const& make_visit) {
    std::atomic<std::size_t> next = 0;
    team_.run([&](Member) {
        auto visit = make_visit();
        for (std::size_t range; (range = next++) < ranges_.count();) visit(range);
    });
}

// The lists of a range begin where its arcs begin, and there may be gaps before the next range.
void ListBuilding::write_lists(EdgeOffset* offsets, VertexId* lists) {
    offsets[0] = 0;
    for_ranges([&] {
        return [&, sorter = ArcSorter(n_)](std::size_t range) mutable {
            std::size_t const begin = ranges_.begin(range);
            std::span<Arc> const arcs = sorter.sort(std::span(arcs_).subspan(begin, ranges_.begin(range + 1) - begin));
            write_lists_of(range, arcs, offsets + 1, lists + begin);
        };
    });
    add_up(team_, std::span(offsets + 1, n_));
}

// Leaves the length of each list in `ends`.
void ListBuilding::write_lists_of(std::size_t range, std::span<Arc const> arcs, EdgeOffset* ends,
                                  VertexId* lists) const {
    VertexId const first = ranges_.first(range), last = ranges_.first(range + 1);
    std::fill(ends + first, ends + last, 0);
    for (Arc const& arc : arcs) ++ends[arc.from];
    EdgeOffset next = 0;
    for (VertexId v = first; v < last; ++v) next += std::exchange(ends[v], next);
    for (Arc const& arc : arcs) lists[ends[arc.from]++] = arc.to;
    EdgeOffset kept = 0, from = 0;
    for (VertexId v = first; v < last; ++v) {
        EdgeOffset const begin = kept;
        for (; from < ends[v]; ++from) {
            if (kept == begin || lists[kept - 1] != lists[from]) lists[kept++] = lists[from];
        }
        ends[v] = kept - begin;
    }
}

void ListBuilding::close_gaps(ListArrays& arrays, VertexId const* lists) {
    arrays.neighbours.resize(arrays.offsets.back());
    for_ranges([&] {
        return [&](std::size_t range) {
            EdgeOffset const begin = arrays.offsets[ranges_.first(range)];
            EdgeOffset const end = arrays.offsets[ranges_.first(range + 1)];
            std::copy_n(lists + ranges_.begin(range), end - begin, arrays.neighbours.data() + begin);
        };
    });
}

} // namespace cerrado::detail
