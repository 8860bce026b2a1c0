#include "codec/cover.hpp"

#include "codec/own_cliques.hpp"

#include <cerrado/graph/detail/cgz/numbers.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::compression {

namespace {

using EdgeNumber = std::uint32_t;

// Classes of triangle counts, by the rule for bytes of numbers in a .cgz. Counts in one class differ by at most a
// quarter.
constexpr std::size_t classes = 16 + 28 * 4;

std::size_t class_of(std::uint32_t triangles) { return classes - 1 - detail::cgz::coded(triangles).byte; }

// Counts the triangles of edges. An edge belongs to its end of lower degree, which has a list of its neighbours of
// higher degree.
class TriangleCounts {
public:
    TriangleCounts(Graph const& graph, Watch& watch) : graph_(graph) {
        hubs_.reserve(graph.edge_count());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId const u : graph.neighbours(v)) {
                if (std::pair(graph.degree(u), u) > std::pair(graph.degree(v), v)) hubs_.push_back(u);
            }
            ends_.push_back(static_cast<EdgeNumber>(hubs_.size()));
        }
        count(watch);
    }

    // Calls visit(edge, triangles) for each edge in one or more triangles, ordered by the edge's hub.
    template <class Visit> void for_edges_by_hub(Visit const& visit) const {
        std::vector<EdgeNumber> places(std::size_t{graph_.vertex_count()} + 1);
        for (VertexId const hub : hubs_) ++places[std::size_t{hub} + 1];
        std::partial_sum(places.begin(), places.end(), places.begin());
        struct Counted {
            VertexId other;
            std::uint32_t triangles;
        };
        std::vector<Counted> edges(hubs_.size());
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) edges[places[hubs_[e]]++] = {v, triangles_[e]};
        }
        EdgeNumber e = 0;
        for (VertexId hub = 0; hub < graph_.vertex_count(); ++hub) {
            for (; e < places[hub]; ++e) {
                if (edges[e].triangles > 0) visit(Seed{hub, edges[e].other}, edges[e].triangles);
            }
        }
    }

private:
    EdgeNumber begin(VertexId v) const { return v == 0 ? 0 : ends_[v - 1]; }

    void count(Watch& watch) {
        constexpr VertexId vertices_at_once = 256;
        triangles_.resize(hubs_.size());
        std::vector<EdgeNumber> stamp(graph_.vertex_count()); // 1 + the number of the edge from the current vertex
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) stamp[hubs_[e]] = e + 1;
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) count(v, e, stamp);
            if (v % vertices_at_once == 0) watch.done(vertices_at_once);
        }
    }

    // Counts the triangles at an edge. It samples every `step`-th entry of a long list and counts it `step` times.
    // Classes are coarser than this error.
    void count(VertexId v, EdgeNumber first, std::vector<EdgeNumber> const& stamp) {
        constexpr EdgeNumber enough = 128;
        VertexId const u = hubs_[first];
        EdgeNumber const step = 1 + (ends_[u] - begin(u)) / enough;
        for (EdgeNumber second = begin(u) + first % step; second < ends_[u]; second += step) {
            EdgeNumber const third = stamp[hubs_[second]];
            if (third <= begin(v)) continue;
            triangles_[first] += step;
            triangles_[second] += step;
            triangles_[third - 1] += step;
        }
    }

    Graph const& graph_;
    std::vector<VertexId> hubs_;   // by edge
    std::vector<EdgeNumber> ends_; // by vertex: where its edges end
    std::vector<std::uint32_t> triangles_;
};

} // namespace

Seeds seeds_of(Graph const& graph, Watch& watch) {
    TriangleCounts const counts(graph, watch);
    std::vector<std::size_t> places(classes + 1);
    counts.for_edges_by_hub([&](Seed, std::uint32_t triangles) { ++places[class_of(triangles) + 1]; });
    std::partial_sum(places.begin(), places.end(), places.begin());
    constexpr std::uint32_t many_triangles = 8;
    Seeds seeds{
        std::vector<Seed>(places.back()), {places.begin() + 1, places.end()}, places[class_of(many_triangles) + 1]};
    counts.for_edges_by_hub(
        [&](Seed seed, std::uint32_t triangles) { seeds.edges[places[class_of(triangles)]++] = seed; });
    return seeds;
}

namespace {

// Returns: the first place from `place` on whose vertex is not below v. O(log(distance)).
std::size_t advanced(std::span<VertexId const> list, std::size_t place, VertexId v) {
    constexpr std::size_t together = 16; // entries compared at once
    std::size_t step = together;
    for (; place + step <= list.size() && list[place + step - 1] < v; step *= 2) place += step;
    while (step > together) {
        step /= 2;
        if (place + step <= list.size() && list[place + step - 1] < v) place += step;
    }
    if (place + together > list.size()) {
        while (place < list.size() && list[place] < v) ++place;
        return place;
    }
    std::uint32_t below = 0;
    for (std::size_t i = 0; i < together; ++i) below += list[place + i] < v ? 1 : 0;
    return place + below;
}

// Calls visit(i, place) for the items of `wanted` that are in the ascending `list`.
template <class Wanted, class VertexOf, class Visit>
void for_common(Wanted const& wanted, VertexOf const& vertex_of, std::span<VertexId const> list, Visit const& visit) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        VertexId const v = vertex_of(wanted[i]);
        place = advanced(list, place, v);
        if (place == list.size()) return;
        if (list[place] == v) visit(i, place);
    }
}

// Grows one cover.
class Growth {
public:
    Growth(Graph const& graph, Prices const& prices)
        : graph_(graph),
          prices_(prices),
          is_covered_(graph.neighbour_array().size()),
          entry_at_hub_(graph.vertex_count(), ~Entry{0}) {}

    // Returns: false if the seeds of one class save next to nothing. Seeds in fewer triangles would save even less.
    bool grow_from(std::span<Seed const> seeds, Watch& watch) {
        constexpr std::uint64_t enough_tries = 1024, tries_for_a_bit = 32, seeds_at_once = 256;
        std::uint64_t tries = 0, saved = 0, seen = 0;
        for (Seed const& seed : seeds) {
            if (++seen % seeds_at_once == 0) watch.done(seeds_at_once);
            if (seed.hub != hub_) mark(seed.hub);
            if (is_covered_[entry_at_hub_[seed.other]] != 0) continue;
            saved += grow_from(seed);
            if (++tries >= enough_tries && saved * tries_for_a_bit < tries) return false;
        }
        return true;
    }

    detail::cgz::Groups const& groups() const { return groups_; }

private:
    using Entry = std::uint32_t; // a place in the graph's neighbour array

    struct Candidate {
        VertexId vertex;
        std::uint32_t fresh; // number of edges to members that are in no clique yet
    };

    std::uint32_t fresh(EdgeOffset entry) const { return is_covered_[entry] == 0 ? 1 : 0; }

    // Marks the neighbours of a hub. Marks of earlier hubs stay, since they lie outside this hub's list.
    void mark(VertexId hub) {
        hub_ = hub;
        auto entry = static_cast<Entry>(graph_.offsets()[hub]);
        for (VertexId const u : graph_.neighbours(hub)) entry_at_hub_[u] = entry++;
    }

    // Grows a clique from a seed. Returns: the number of bits that it saves.
    std::uint64_t grow_from(Seed const& seed) {
        members_.assign({seed.other, seed.hub});
        find_candidates(seed.other);
        std::uint64_t worth = prices_.edge;
        while (!candidates_.empty()) {
            auto const best = std::ranges::max_element(candidates_, {}, &Candidate::fresh);
            std::uint64_t const more = best->fresh * prices_.edge;
            if (more <= prices_.member) break;
            worth += more;
            add(best->vertex);
        }
        std::uint64_t const cost = members_.size() * prices_.member;
        if (members_.size() == 2 || worth <= cost) return 0;
        take();
        return worth - cost;
    }

    // Finds the common neighbours of the hub and `other`.
    void find_candidates(VertexId other) {
        auto const begin = static_cast<Entry>(graph_.offsets()[hub_]);
        Entry const size = graph_.degree(hub_);
        auto const list = graph_.neighbours(other);
        EdgeOffset entry = graph_.offsets()[other];
        candidates_.resize(list.size());
        std::size_t found = 0;
        for (VertexId const w : list) { // steps without a branch, since it would be mispredicted
            Entry const at_hub = entry_at_hub_[w];
            bool const is_common = at_hub - begin < size;
            candidates_[found] = {w, is_common ? fresh(entry) + fresh(at_hub) : 0};
            found += is_common ? 1 : 0;
            ++entry;
        }
        candidates_.resize(found);
    }

    void add(VertexId member) {
        members_.push_back(member);
        EdgeOffset const begin = graph_.offsets()[member];
        std::size_t kept = 0;
        for_common(
            candidates_, [](Candidate const& candidate) { return candidate.vertex; }, graph_.neighbours(member),
            [&](std::size_t i, std::size_t place) {
                candidates_[kept++] = {candidates_[i].vertex, candidates_[i].fresh + fresh(begin + place)};
            });
        candidates_.resize(kept);
    }

    void take() {
        std::ranges::sort(members_);
        for (VertexId const v : members_) {
            EdgeOffset const begin = graph_.offsets()[v];
            for_common(members_, std::identity(), graph_.neighbours(v),
                       [&](std::size_t, std::size_t place) { is_covered_[begin + place] = 1; });
        }
        groups_.add(members_);
    }

    Graph const& graph_;
    Prices prices_;
    std::vector<std::uint8_t> is_covered_; // by entry, in the lists of both ends
    std::vector<Entry> entry_at_hub_;      // by vertex: its entry in the hub's list, or a value outside that list
    VertexId hub_ = ~VertexId{0};
    std::vector<VertexId> members_;
    std::vector<Candidate> candidates_; // adjacent to all members, ascending
    detail::cgz::Groups groups_;
};

// Returns: the groups in lexicographic order. Similar groups stand together, and the order is the same on every
// machine.
detail::cgz::Groups sorted(detail::cgz::Groups const& groups) {
    std::vector<std::size_t> order(groups.count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(groups[a], groups[b]);
    });
    detail::cgz::Groups result;
    for (std::size_t const group : order) result.add(groups[group]);
    return result;
}

} // namespace

Cover cover(Graph const& graph, Seeds const& seeds, Prices const& prices, Watch& watch) {
    Growth growth(graph, prices);
    bool saves = true;
    std::size_t next = 0;
    for (auto end = seeds.class_ends.begin(); end != seeds.class_ends.end() && saves; ++end) {
        saves = growth.grow_from(std::span(seeds.edges).subspan(next, *end - next), watch);
        next = *end;
    }
    return {sorted(growth.groups()), !saves && next <= seeds.in_many};
}

std::size_t count_members(BitSet const& set) {
    std::size_t count = 0;
    for (std::uint64_t const word : set) count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

void BitGraph::reset(std::size_t vertices) {
    vertices_ = vertices;
    words_ = (vertices + 63) / 64;
    rows_.assign(vertices_ * words_, 0);
}

std::size_t BitGraph::degree_in(BitSet const& set, std::size_t i) const {
    std::size_t degree = 0;
    std::uint64_t const* const own = row(i);
    for (std::size_t word = 0; word < words_; ++word) {
        degree += static_cast<std::size_t>(std::popcount(set[word] & own[word]));
    }
    return degree;
}

void BitGraph::keep_neighbours(BitSet& set, std::size_t i) const {
    std::uint64_t const* const own = row(i);
    for (std::size_t word = 0; word < words_; ++word) set[word] &= own[word];
}

void BitGraph::keep_core(BitSet& set, std::size_t least) const {
    for (bool changed = true; changed;) {
        changed = false;
        for_each_member(set, [&](std::size_t i) {
            if (degree_in(set, i) >= least) return;
            remove(set, i);
            changed = true;
        });
    }
}

bool CliqueSearch::run(BitGraph const& graph, std::size_t size, std::function<bool(Members const&)> const& found,
                       std::function<bool()> const& is_stopped) {
    graph_ = &graph;
    found_ = &found;
    is_stopped_ = &is_stopped;
    stopped_ = false;
    clique_.clear();
    if (levels_.size() < size + 1) levels_.resize(size + 1);
    BitSet& all = levels_[0].candidates;
    all.assign(graph.words(), 0);
    for (std::size_t i = 0; i < graph.vertices(); ++i) insert(all, i);
    extend(size);
    return !stopped_;
}

bool CliqueSearch::extend(std::size_t lacking) {
    constexpr std::uint64_t steps_apart = 256; // steps between two calls of is_stopped()
    if (lacking == 0) return (*found_)(clique_);
    if (++steps_ % steps_apart == 0 && (*is_stopped_)()) stopped_ = true;
    if (stopped_) return false;
    Level& level = levels_[clique_.size()];
    graph_->keep_core(level.candidates, lacking - 1);
    if (count_members(level.candidates) < lacking) return true;
    choose_open(level, lacking);
    while (!level.open.empty()) {
        std::size_t const next = level.open.back();
        level.open.pop_back();
        remove(level.candidates, next);
        BitSet& below = levels_[clique_.size() + 1].candidates;
        below = level.candidates;
        graph_->keep_neighbours(below, next);
        clique_.push_back(next);
        bool const goes_on = extend(lacking - 1);
        clique_.pop_back();
        if (!goes_on) return false;
    }
    return true;
}

// Chooses the candidates to branch on, by greedy colouring. Candidates of fewer colours than the clique lacks vertices
// cannot complete it alone, so it needs one of the others.
void CliqueSearch::choose_open(Level& level, std::size_t lacking) const {
    level.open.clear();
    level.uncoloured = level.candidates;
    std::size_t left = count_members(level.candidates);
    for (std::size_t colours = 1; left > 0; ++colours) {
        level.colour = level.uncoloured;
        for (std::size_t word = 0; word < level.colour.size(); ++word) {
            while (level.colour[word] != 0) {
                std::size_t const i = 64 * word + static_cast<std::size_t>(std::countr_zero(level.colour[word]));
                std::uint64_t const* const own = graph_->row(i);
                for (std::size_t other = word; other < level.colour.size(); ++other) {
                    level.colour[other] &= ~own[other];
                }
                remove(level.colour, i);
                remove(level.uncoloured, i);
                --left;
                if (colours >= lacking) level.open.push_back(i);
            }
        }
    }
}

OwnCliques::OwnCliques(Graph const& graph, int k, int workers)
    : graph_(graph),
      k_(static_cast<std::size_t>(k)),
      settled_(graph.neighbour_array().size()),
      workers_(static_cast<std::size_t>(workers)) {}

std::atomic<bool>& OwnCliques::settled(VertexId u, VertexId v) {
    auto const [low, high] = std::minmax(u, v);
    auto const list = graph_.neighbours(low);
    auto const at = std::ranges::lower_bound(list, high) - list.begin();
    return settled_[graph_.offsets()[low] + static_cast<std::size_t>(at)];
}

void OwnCliques::settle_all(std::span<VertexId const> clique) {
    for (std::size_t i = 0; i < clique.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) settled(clique[i], clique[j]).store(true, std::memory_order_relaxed);
    }
}

std::vector<VertexId> OwnCliques::common_neighbours(VertexId u, VertexId v) const {
    std::vector<VertexId> common;
    std::ranges::set_intersection(graph_.neighbours(u), graph_.neighbours(v), std::back_inserter(common));
    return common;
}

void OwnCliques::search(VertexId vertex, int worker, IsStopped const& is_stopped) {
    constexpr std::size_t most_members = 8192; // their matrix takes 8 MB
    auto const list = graph_.neighbours(vertex);
    if (list.size() + 1 < k_) return;
    std::vector<VertexId> targets;
    for (std::size_t i = 0; i < list.size(); ++i) {
        bool const is_settled = settled_[graph_.offsets()[vertex] + i].load(std::memory_order_relaxed);
        if (list[i] > vertex && !is_settled) targets.push_back(list[i]);
    }
    if (targets.empty()) return;
    Worker& own = workers_[static_cast<std::size_t>(worker)];
    own.place.resize(graph_.vertex_count());
    if (list.size() <= most_members) {
        own.members.clear();
        for (VertexId const v : list) {
            if (graph_.degree(v) + 1 >= k_) own.members.push_back(v);
        }
        return search_among(vertex, targets, own, is_stopped);
    }
    for (VertexId const& target : targets) {
        own.members = common_neighbours(vertex, target);
        own.members.push_back(target);
        search_among(vertex, {&target, 1}, own, is_stopped);
    }
}

// Makes the graph of the members.
void OwnCliques::enter(Worker& worker) const {
    for (std::size_t i = 0; i < worker.members.size(); ++i) {
        worker.place[worker.members[i]] = static_cast<std::uint32_t>(i) + 1;
    }
    worker.graph.reset(worker.members.size());
    constexpr std::size_t look_up = 16; // entries read in the time of one look-up
    for (std::size_t i = 0; i < worker.members.size(); ++i) {
        auto const list = graph_.neighbours(worker.members[i]);
        if (list.size() > look_up * (worker.members.size() - i)) {
            for (std::size_t j = i + 1; j < worker.members.size(); ++j) {
                if (std::ranges::binary_search(list, worker.members[j])) worker.graph.join(i, j);
            }
            continue;
        }
        for (VertexId const v : list) {
            if (worker.place[v] > i + 1) worker.graph.join(i, worker.place[v] - 1);
        }
    }
}

void OwnCliques::search_among(VertexId vertex, std::span<VertexId const> targets, Worker& worker,
                              IsStopped const& is_stopped) {
    enter(worker);
    for (VertexId const target : targets) {
        if (worker.place[target] == 0 || settled(vertex, target).load(std::memory_order_relaxed)) continue;
        if (is_stopped()) {
            was_stopped_ = true;
            break;
        }
        search_edge(vertex, worker.place[target] - 1, worker, is_stopped);
    }
    for (VertexId const member : worker.members) worker.place[member] = 0;
}

// Returns: a clique through the edge. It has at most twice the size sought, so little time is lost if its edges are
// settled already.
std::vector<VertexId> OwnCliques::grown_clique(VertexId vertex, std::size_t target, BitSet const& common,
                                               Worker const& worker) const {
    std::vector<VertexId> clique{vertex, worker.members[target]};
    BitSet left = common;
    while (clique.size() < 2 * k_) {
        std::size_t best = 0, most = 0;
        for_each_member(left, [&](std::size_t i) {
            std::size_t const rank = 1 + worker.graph.degree_in(left, i);
            if (rank > most) best = i;
            most = std::max(most, rank);
        });
        if (most == 0) break;
        clique.push_back(worker.members[best]);
        worker.graph.keep_neighbours(left, best);
    }
    return clique;
}

void OwnCliques::search_edge(VertexId vertex, std::size_t target, Worker& worker, IsStopped const& is_stopped) {
    BitSet common = worker.graph.neighbours(target);
    worker.graph.keep_core(common, k_ - 3);
    if (count_members(common) + 2 < k_) return;
    std::vector<VertexId> const grown = grown_clique(vertex, target, common, worker);
    if (grown.size() > k_) return settle_all(grown);

    CliqueSearch::Members few;
    for_each_member(common, [&](std::size_t i) { few.push_back(i); });
    worker.few.reset(few.size());
    for (std::size_t i = 0; i < few.size(); ++i) {
        BitSet const adjacent = worker.graph.neighbours(few[i]);
        for (std::size_t j = 0; j < i; ++j) {
            if (contains(adjacent, few[j])) worker.few.join(i, j);
        }
    }
    std::vector<std::vector<VertexId>> cliques; // at most two
    auto const take = [&](CliqueSearch::Members const& members) {
        std::vector<VertexId> clique{vertex, worker.members[target]};
        for (std::size_t const i : members) clique.push_back(worker.members[few[i]]);
        std::ranges::sort(clique);
        cliques.push_back(std::move(clique));
        return cliques.size() < 2;
    };
    if (!worker.cliques.run(worker.few, k_ - 2, take, is_stopped)) {
        was_stopped_ = true;
    } else if (cliques.size() == 1) {
        worker.found.insert(worker.found.end(), cliques[0].begin(), cliques[0].end());
    } else if (cliques.size() == 2) {
        std::vector<VertexId> shared;
        std::ranges::set_intersection(cliques[0], cliques[1], std::back_inserter(shared));
        settle_all(shared);
    }
}

void OwnCliques::for_each_clique(std::function<void(std::uint64_t)> const& visit) const {
    std::vector<VertexId const*> cliques;
    for (Worker const& worker : workers_) {
        for (std::size_t i = 0; i < worker.found.size(); i += k_) cliques.push_back(worker.found.data() + i);
    }
    std::ranges::sort(cliques, [this](VertexId const* a, VertexId const* b) {
        return std::lexicographical_compare(a, a + k_, b, b + k_);
    });
    for (std::size_t begin = 0, end = 0; begin < cliques.size(); begin = end) {
        while (end < cliques.size() && std::equal(cliques[begin], cliques[begin] + k_, cliques[end])) ++end;
        visit(end - begin);
    }
}

} // namespace cerrado::compression
