#include "codec/own_cliques.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cerrado::compression {

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
    constexpr std::uint64_t steps_apart = 256; // looks for an end
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

// Candidates of fewer colours than a clique lacks vertices have none among themselves: it takes one of the others.
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
    constexpr std::size_t most_members = 8192; // whose matrix takes 8 MB
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
    constexpr std::size_t look_up = 16; // entries that are read in the time of one look-up
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

// A clique through the edge, of at most twice the size sought: the time to settle what was settled before is bounded.
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
    std::vector<std::vector<VertexId>> cliques; // up to two
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
