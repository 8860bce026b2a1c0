#include "discovery/models/triads.hpp"

#include "discovery/models/draws.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::discovery {

// A directed graph whose arcs change, and the classes of its triads.

namespace {

// What joins u and v, seen from u: 0, or the sum of GraphMarks::arc_to and arc_from.
using PairCode = std::uint8_t;

constexpr PairCode seen_from_other(PairCode code) { return static_cast<PairCode>((code & 1) << 1 | code >> 1); }

// The class of a triad, or -1 if it is not connected, by code(a, b) + 4 code(b, c) + 16 code(a, c).
class TriadClasses {
public:
    TriadClasses() {
        int count = 0;
        std::array<int, 64> of_least{};
        of_least.fill(-1);
        for (int triad = 0; triad < 64; ++triad) {
            int const pairs = int{(triad & 3) != 0} + int{(triad & 12) != 0} + int{(triad & 48) != 0};
            int const least = least_of(triad);
            if (pairs >= 2 && of_least[least] < 0) of_least[least] = count++;
            of_[triad] = pairs >= 2 ? of_least[least] : -1;
        }
    }
    int operator[](int triad) const { return of_[triad]; }

private:
    static int least_of(int triad) {
        PairCode const ab = triad & 3, bc = triad >> 2 & 3, ac = triad >> 4 & 3;
        PairCode const codes[3][3] = {
            {0, ab, ac}, {seen_from_other(ab), 0, bc}, {seen_from_other(ac), seen_from_other(bc), 0}};
        std::array<int, 3> order{0, 1, 2};
        int least = 64;
        do {
            auto const [a, b, c] = order;
            least = std::min(least, codes[a][b] + 4 * codes[b][c] + 16 * codes[a][c]);
        } while (std::next_permutation(order.begin(), order.end()));
        return least;
    }
    std::array<int, 64> of_{};
};

} // namespace

inline TriadClasses const triad_classes;

namespace {

// Lists of neighbours, which change.
class ChangingDigraph {
public:
    struct Change {
        VertexId u, v;
        PairCode code; // from then on, seen from u
    };
    struct Neighbour {
        VertexId vertex;
        PairCode code;
    };

    ChangingDigraph(VertexId vertices, std::span<Edge const> arcs) : lists_(vertices) {
        std::vector<Change> seen; // from both ends
        for (auto const& [source, target] : arcs) {
            seen.push_back({source, target, GraphMarks::arc_to});
            seen.push_back({target, source, GraphMarks::arc_from});
        }
        std::ranges::sort(seen, {}, [](Change const& one) { return std::pair(one.u, one.v); });
        for (auto const& [u, v, code] : seen) {
            std::vector<Neighbour>& list = lists_[u];
            if (list.empty() || list.back().vertex != v) list.push_back({v, 0});
            list.back().code |= code;
        }
    }

    PairCode code(VertexId u, VertexId v) const {
        bool const is_turned = lists_[v].size() < lists_[u].size();
        for (Neighbour const& there : lists_[is_turned ? v : u]) {
            if (there.vertex == (is_turned ? u : v)) return is_turned ? seen_from_other(there.code) : there.code;
        }
        return 0;
    }
    void set(Change const& change) {
        put(lists_[change.u], {change.v, change.code});
        put(lists_[change.v], {change.u, seen_from_other(change.code)});
    }
    int triad_class(VertexId a, VertexId b, VertexId c) const {
        return triad_classes[code(a, b) + 4 * code(b, c) + 16 * code(a, c)];
    }
    std::vector<Neighbour> const& neighbours(VertexId v) const { return lists_[v]; }
    VertexId vertices() const { return static_cast<VertexId>(lists_.size()); }

private:
    static void put(std::vector<Neighbour>& list, Neighbour const& neighbour) {
        auto const place = std::ranges::find(list, neighbour.vertex, &Neighbour::vertex);
        if (place == list.end()) {
            if (neighbour.code != 0) list.push_back(neighbour);
        } else if (neighbour.code != 0) {
            place->code = neighbour.code;
        } else {
            *place = list.back();
            list.pop_back();
        }
    }

    std::vector<std::vector<Neighbour>> lists_;
};

constexpr int most_vain_sweeps = 20; // one after the other; a sweep has as many steps as the graph has edges

constexpr PairCode to = GraphMarks::arc_to, both = GraphMarks::arc_to | GraphMarks::arc_from;

// Adds triads of a class, or takes them away where `times` is negative.
void add(TriadCounts& counts, PairCode ab, PairCode bc, PairCode ac, std::int64_t times) {
    counts[static_cast<std::size_t>(triad_classes[ab + 4 * bc + 16 * ac])] += times;
}

// The pairs of neighbours of v, as if none were joined: by how many there are of each code.
void add_pairs(TriadCounts& counts, ChangingDigraph const& graph, VertexId v) {
    std::array<std::int64_t, both + 1> neighbours{};
    for (auto const& [vertex, code] : graph.neighbours(v)) ++neighbours[code];
    for (PairCode one = to; one <= both; ++one) {
        for (PairCode other = to; other <= one; ++other) {
            std::int64_t const of_one = neighbours[one], of_other = neighbours[other];
            add(counts, one, 0, other, one == other ? of_one * (of_one - 1) / 2 : of_one * of_other);
        }
    }
}

// A triangle u, v, w was three such pairs.
void add_triangle(TriadCounts& counts, PairCode uv, PairCode vw, PairCode uw) {
    add(counts, uv, vw, uw, 1);
    add(counts, uv, 0, uw, -1);
    add(counts, seen_from_other(uv), 0, vw, -1);
    add(counts, seen_from_other(uw), 0, seen_from_other(vw), -1);
}

TriadCounts counts_of(ChangingDigraph const& graph) {
    TriadCounts counts{};
    for (VertexId u = 0; u < graph.vertices(); ++u) {
        add_pairs(counts, graph, u);
        for (auto const& [v, uv] : graph.neighbours(u)) {
            bool const is_shorter = graph.neighbours(u).size() < graph.neighbours(v).size();
            if (u > v) continue;
            for (auto const& [w, code] : graph.neighbours(is_shorter ? u : v)) {
                if (w <= v) continue;
                PairCode const other = is_shorter ? graph.code(v, w) : graph.code(u, w);
                if (other != 0) add_triangle(counts, uv, is_shorter ? other : code, is_shorter ? code : other);
            }
        }
    }
    return counts;
}

class Walk {
public:
    Walk(VertexId vertices, std::span<Edge const> arcs, TriadCounts const& wanted, RandomGraphQuery const& query)
        : wanted_(wanted),
          query_(query),
          graph_(vertices, arcs),
          counts_(counts_of(graph_)),
          distance_(triad_distance(counts_, wanted)) {
        for (Edge const& arc : arcs) {
            bool const is_mutual = graph_.code(arc.source, arc.target) == both;
            if (!is_mutual) singles_.push_back(arc);
            if (is_mutual && arc.source < arc.target) mutual_.push_back(arc);
        }
    }

    std::uint64_t edges() const { return singles_.size() + mutual_.size(); }
    double distance() const { return distance_; }
    bool is_near() const { return distance_ <= near_triads; }
    void take_step(std::uint64_t step, double temperature) {
        constexpr std::uint64_t steps_a_cycle = 10;
        RandomWords const words = drawn(step, DrawnFor::triads);
        std::uint64_t const one = below(singles_.size() + 2 * mutual_.size(), words[0], words[1]);
        step_ = step;
        temperature_ = temperature;
        if (one < singles_.size() && step % steps_a_cycle == steps_a_cycle - 1) {
            turn_cycle(one, below(singles_.size(), words[2], words[3]));
        } else if (one < singles_.size()) {
            switch_ends(singles_[one], singles_[below(singles_.size(), words[2], words[3])], to);
        } else {
            switch_mutual(one - singles_.size(), below(2 * mutual_.size(), words[2], words[3]));
        }
    }
    std::uint64_t taken() const { return taken_; }
    std::vector<Edge> arcs() const {
        std::vector<Edge> all = singles_;
        for (Edge const& edge : mutual_) {
            all.push_back(edge);
            all.push_back({edge.target, edge.source});
        }
        return all;
    }

private:
    using Change = ChangingDigraph::Change;
    using Triad = std::array<VertexId, 3>;

    RandomWords drawn(std::uint64_t step, DrawnFor use) const {
        return random_words(query_.seed, query_.number, step, use);
    }

    // x > y, p > q become x > q, p > y; or the same of edges both ways.
    void switch_ends(Edge& one, Edge& other, PairCode code) {
        auto const [x, y] = one;
        auto const [p, q] = other;
        if (x == p || y == q || x == q || p == y || graph_.code(x, q) != 0 || graph_.code(p, y) != 0) return;
        if (!accept({{x, y, 0}, {p, q, 0}, {x, q, code}, {p, y, code}})) return;
        one.target = q;
        other.target = y;
    }
    // Each has two ends with which it may come.
    void switch_mutual(std::uint64_t one, std::uint64_t other) {
        Edge& first = mutual_[one / 2];
        Edge& second = mutual_[other / 2];
        if (&first == &second) return;
        if (one % 2 != 0) std::swap(first.source, first.target);
        if (other % 2 != 0) std::swap(second.source, second.target);
        switch_ends(first, second, both);
    }
    // The two arcs lead from x to y to z, and a third one back.
    void turn_cycle(std::uint64_t one, std::uint64_t other) {
        auto const [x, y] = singles_[one];
        auto const [from, z] = singles_[other];
        if (from != y || graph_.code(z, x) != to) return;
        auto const third = std::ranges::find(singles_, Edge{z, x});
        if (!accept({{y, x, to}, {z, y, to}, {x, z, to}})) return;
        singles_[one] = {y, x};
        singles_[other] = {z, y};
        *third = {x, z};
    }

    // Makes the changes if Metropolis's rule says so.
    bool accept(std::vector<Change> const& changes) {
        find_touched(changes);
        TriadCounts counts = counts_;
        add_touched(counts, -1);
        std::vector<Change> before;
        for (Change const& change : changes) before.push_back({change.u, change.v, graph_.code(change.u, change.v)});
        for (Change const& change : changes) graph_.set(change);
        add_touched(counts, 1);
        double const distance = triad_distance(counts, wanted_);
        if (distance > distance_ && !is_taken_all_the_same(distance)) {
            for (Change const& change : before) graph_.set(change);
            return false;
        }
        counts_ = counts;
        distance_ = distance;
        ++taken_;
        return true;
    }
    bool is_taken_all_the_same(double distance) const {
        double const share = std::exp((distance_ - distance) / temperature_);
        return static_cast<double>(drawn(step_, DrawnFor::acceptance)[0]) < share * 4294967296.0;
    }
    // The triads with a pair that changes. A third vertex that is a neighbour only afterwards is an end of another pair.
    void find_touched(std::vector<Change> const& changes) {
        touched_.clear();
        for (Change const& change : changes) {
            for (VertexId const end : {change.u, change.v}) {
                for (auto const& [w, code] : graph_.neighbours(end)) {
                    if (w == change.u || w == change.v) continue;
                    Triad triad{change.u, change.v, w};
                    std::ranges::sort(triad);
                    touched_.push_back(triad);
                }
            }
        }
        std::ranges::sort(touched_);
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    }
    void add_touched(TriadCounts& counts, std::int64_t times) const {
        for (auto const& [a, b, c] : touched_) {
            int const which = graph_.triad_class(a, b, c);
            if (which >= 0) counts[static_cast<std::size_t>(which)] += times;
        }
    }

    TriadCounts const& wanted_;
    RandomGraphQuery const& query_;
    ChangingDigraph graph_;
    TriadCounts counts_;
    double distance_;
    std::vector<Edge> singles_, mutual_;
    std::vector<Triad> touched_;
    std::uint64_t step_ = 0, taken_ = 0;
    double temperature_ = 0;
};

} // namespace

TriadCounts count_triads(VertexId vertices, std::span<Edge const> arcs) {
    return counts_of(ChangingDigraph(vertices, arcs));
}

double triad_distance(TriadCounts const& one, TriadCounts const& other) {
    double distance = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] == other[i]) continue;
        distance += static_cast<double>(std::abs(one[i] - other[i])) / static_cast<double>(one[i] + other[i]);
    }
    return distance;
}

std::optional<WithTriads> with_triads(VertexId vertices, std::vector<Edge> const& arcs, TriadCounts const& wanted,
                                      RandomGraphQuery const& query, std::function<bool()> const& goes_on) {
    constexpr double hottest = .001, cooling = .95;
    constexpr std::uint64_t between_looks = 256;
    Walk walk(vertices, arcs, wanted, query);
    std::uint64_t step = 0;
    double temperature = hottest, least = walk.distance();
    for (int vain_sweeps = 0; vain_sweeps < most_vain_sweeps && !walk.is_near(); ++vain_sweeps) {
        for (std::uint64_t i = 0; i < walk.edges() && !walk.is_near(); ++i, ++step) {
            if (step % between_looks == 0 && !goes_on()) return std::nullopt;
            walk.take_step(step, temperature);
        }
        temperature *= cooling;
        if (walk.distance() < least) vain_sweeps = 0;
        least = std::min(least, walk.distance());
    }
    return WithTriads{walk.arcs(), step, walk.taken(), walk.is_near()};
}

} // namespace cerrado::discovery
