// A directed graph whose arcs change, and the classes of its triads.
#pragma once

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::discovery {

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
inline TriadClasses const triad_classes;

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

} // namespace cerrado::discovery
