#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/layout.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

namespace cerrado {

namespace {

// A cell is twice as high as wide: distances are measured in columns.
constexpr int cell_height = 2;

struct Frame {
    std::vector<Place> places;
    double handicap; // what an arrangement costs on top of its edges
};

long turn(Place a, Place b, Place c) {
    return static_cast<long>(b.column - a.column) * (c.row - a.row) -
           static_cast<long>(b.row - a.row) * (c.column - a.column);
}

bool cross(Place a, Place b, Place c, Place d) {
    auto const opposite = [](long s, long t) { return (s < 0 && t > 0) || (s > 0 && t < 0); };
    return opposite(turn(a, b, c), turn(a, b, d)) && opposite(turn(c, d, a), turn(c, d, b));
}

double length(Place a, Place b) { return std::hypot(a.column - b.column, cell_height * (a.row - b.row)); }

// Whether the stroke a-b passes so close to c that c seems to lie on it.
bool touches(Place a, Place b, Place c) {
    double const ab = length(a, b);
    if (length(a, c) >= ab || length(b, c) >= ab) return false;
    double const area = std::abs(static_cast<double>(cell_height * turn(a, b, c)));
    return area / ab < 1.3;
}

// The edges whose mirror image, left to right, is no edge.
int asymmetry(std::vector<Place> const& places, int columns, std::uint64_t adjacency,
              std::vector<std::pair<int, int>> const& edges) {
    int const k = static_cast<int>(places.size());
    int mirror[max_adjacency_vertices];
    for (int v = 0; v < k; ++v) {
        Place const place = places[static_cast<std::size_t>(v)];
        auto const found = std::ranges::find(places, Place{columns - 1 - place.column, place.row});
        mirror[v] = found == places.end() ? v : static_cast<int>(found - places.begin());
    }
    return static_cast<int>(std::ranges::count_if(
        edges, [&](auto edge) { return !adjacent(adjacency, mirror[edge.first], mirror[edge.second]); }));
}

double stroke_cost(std::vector<Place> const& places, std::vector<std::pair<int, int>> const& edges) {
    auto const at = [&](int v) { return places[static_cast<std::size_t>(v)]; };
    double total = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        auto const [u, v] = edges[e];
        total += 0.1 * length(at(u), at(v));
        for (int w = 0; w < static_cast<int>(places.size()); ++w)
            if (w != u && w != v && touches(at(u), at(v), at(w))) total += 20;
        for (std::size_t f = 0; f < e; ++f)
            if (cross(at(u), at(v), at(edges[f].first), at(edges[f].second))) total += 4;
    }
    return total;
}

// A pattern to be drawn on a canvas.
class Drawing {
public:
    Drawing(int k, std::uint64_t adjacency, int columns, int rows)
        : adjacency_(adjacency),
          columns_(columns),
          rows_(rows),
          edges_(edges_of(k, adjacency)) {}

    double cost(std::vector<Place> const& places) const {
        return stroke_cost(places, edges_) + 0.6 * asymmetry(places, columns_, adjacency_, edges_) +
               idle_centre(places);
    }

    // Swaps vertices as long as that lowers the cost, which it returns.
    double settle(std::vector<Place>& places) const {
        double best = cost(places);
        for (bool better = true; better;) {
            better = false;
            for (std::size_t u = 1; u < places.size(); ++u)
                for (std::size_t v = 0; v < u; ++v) {
                    std::swap(places[u], places[v]);
                    double const found = cost(places);
                    if (found < best - 1e-9) {
                        best = found;
                        better = true;
                    } else {
                        std::swap(places[u], places[v]);
                    }
                }
        }
        return best;
    }

private:
    // The middle of the canvas is for a vertex of three or more neighbours.
    double idle_centre(std::vector<Place> const& places) const {
        auto const middle = std::ranges::find(places, Place{columns_ / 2, rows_ / 2});
        if (middle == places.end()) return 0;
        int const centre = static_cast<int>(middle - places.begin());
        auto const ends_there = [=](auto edge) { return edge.first == centre || edge.second == centre; };
        return std::ranges::count_if(edges_, ends_there) >= 3 ? 0 : 2;
    }

    std::uint64_t adjacency_;
    int columns_, rows_;
    std::vector<std::pair<int, int>> edges_;
};

// Offsets from the middle of a canvas of odd sides are rounded away from zero on both sides, so that a ring is
// symmetric.
Place on_ring(int i, int size, int columns, int rows, double start) {
    double const angle = 2 * std::numbers::pi * (i + start) / size;
    double const overshoot = 1 + 1e-9; // halves round alike on both sides
    int const across = columns / 2;
    int const down = rows / 2;
    return {across + static_cast<int>(std::lround(across * std::sin(angle) * overshoot)),
            down - static_cast<int>(std::lround(down * std::cos(angle) * overshoot))};
}

std::vector<Place> ring(int size, int columns, int rows, double start) {
    if (size == 4 && start > 0) return {{0, 0}, {columns - 1, 0}, {columns - 1, rows - 1}, {0, rows - 1}};
    std::vector<Place> places;
    for (int i = 0; i < size; ++i) places.push_back(on_ring(i, size, columns, rows, start));
    return places;
}

// Rows of the given sizes, each spread over the canvas.
std::vector<Place> stack(std::vector<int> const& sizes, int columns, int rows) {
    std::vector<Place> places;
    for (int r = 0; r < static_cast<int>(sizes.size()); ++r) {
        int const size = sizes[static_cast<std::size_t>(r)];
        int const row = r * (rows - 1) / static_cast<int>(std::max<std::size_t>(1, sizes.size() - 1));
        for (int i = 0; i < size; ++i)
            places.push_back({size == 1 ? (columns - 1) / 2 : i * (columns - 1) / (size - 1), row});
    }
    return places;
}

std::vector<Frame> frames(int k, int columns, int rows) {
    std::vector<Frame> all;
    all.push_back({ring(k, columns, rows, k % 2 == 0 ? 0.5 : 0), 0});
    all.push_back({ring(k, columns, rows, 0), 1});
    Place const centre{(columns - 1) / 2, (rows - 1) / 2};
    for (double start : {0.0, 0.5}) {
        std::vector<Place> wheel = ring(k - 1, columns, rows, start);
        wheel.push_back(centre);
        all.push_back({std::move(wheel), 1});
    }
    all.push_back({stack({k / 2, k - k / 2}, columns, rows), 1});
    all.push_back({stack({k - k / 2, k / 2}, columns, rows), 1});
    for (int top = 1; top <= k / 2; ++top)
        for (int bottom = 1; bottom <= k / 2; ++bottom)
            if (k - top - bottom >= 1 && k - top - bottom <= 4)
                all.push_back({stack({top, k - top - bottom, bottom}, columns, rows), 1});
    return all;
}

void shuffle(std::vector<Place>& places, std::mt19937& random) { // std::shuffle differs between standard libraries
    for (std::size_t i = places.size() - 1; i > 0; --i) std::swap(places[i], places[random() % (i + 1)]);
}

} // namespace

Layout choose_layout(int k, std::uint64_t adjacency) {
    int const attempts = k <= 6 ? 12 : 4;
    Layout layout;
    layout.columns = k <= 5 ? 13 : 15;
    layout.rows = k <= 5 ? 5 : 7;
    Drawing const drawing(k, adjacency, layout.columns, layout.rows);
    double lowest = std::numeric_limits<double>::infinity();
    std::mt19937 random(1);
    for (Frame& frame : frames(k, layout.columns, layout.rows)) {
        for (int attempt = 0; attempt < attempts; ++attempt) {
            if (attempt > 0) shuffle(frame.places, random);
            double const found = drawing.settle(frame.places) + frame.handicap;
            if (found >= lowest - 1e-9) continue;
            lowest = found;
            layout.places = frame.places;
        }
    }
    return layout;
}

} // namespace cerrado
