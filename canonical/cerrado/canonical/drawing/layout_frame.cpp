#include <cerrado/canonical/drawing/layout_frame.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace cerrado {

namespace {

// A cell is twice as high as wide: distances are measured in columns.
constexpr int cell_height = 2;

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

// The place whose image, left to right, is this one; itself where there is none.
int mirror_of(std::vector<Place> const& places, int place, int columns) {
    Place const here = places[static_cast<std::size_t>(place)];
    auto const found = std::ranges::find(places, Place{columns - 1 - here.column, here.row});
    return found == places.end() ? place : static_cast<int>(found - places.begin());
}

// Offsets from the middle of a canvas of odd sides are rounded away from zero on both sides, so that a ring is
// symmetric.
Place on_ring(int i, int size, Canvas canvas, double start) {
    double const angle = 2 * std::numbers::pi * (i + start) / size;
    double const overshoot = 1 + 1e-9; // halves round alike on both sides
    int const across = canvas.columns / 2;
    int const down = canvas.rows / 2;
    return {across + static_cast<int>(std::lround(across * std::sin(angle) * overshoot)),
            down - static_cast<int>(std::lround(down * std::cos(angle) * overshoot))};
}

std::vector<Place> ring(int size, Canvas canvas, double start) {
    if (size == 4 && start > 0) {
        return {{0, 0}, {canvas.columns - 1, 0}, {canvas.columns - 1, canvas.rows - 1}, {0, canvas.rows - 1}};
    }
    std::vector<Place> places;
    for (int i = 0; i < size; ++i) places.push_back(on_ring(i, size, canvas, start));
    return places;
}

// Rows of the given sizes, each spread over the canvas.
std::vector<Place> stack(std::vector<int> const& sizes, Canvas canvas) {
    std::vector<Place> places;
    for (int r = 0; r < static_cast<int>(sizes.size()); ++r) {
        int const size = sizes[static_cast<std::size_t>(r)];
        int const row = r * (canvas.rows - 1) / static_cast<int>(std::max<std::size_t>(1, sizes.size() - 1));
        for (int i = 0; i < size; ++i)
            places.push_back({size == 1 ? (canvas.columns - 1) / 2 : i * (canvas.columns - 1) / (size - 1), row});
    }
    return places;
}

std::vector<Frame> make_frames(int k) {
    Canvas const canvas = canvas_of(k);
    std::vector<Frame> all;
    auto const add = [&](std::vector<Place> places, double handicap) {
        all.emplace_back(std::move(places), canvas.columns, canvas.rows, handicap);
    };
    add(ring(k, canvas, k % 2 == 0 ? 0.5 : 0), 0);
    add(ring(k, canvas, 0), 1);
    for (double start : {0.0, 0.5}) {
        std::vector<Place> wheel = ring(k - 1, canvas, start);
        wheel.push_back({(canvas.columns - 1) / 2, (canvas.rows - 1) / 2});
        add(std::move(wheel), 1);
    }
    add(stack({k / 2, k - k / 2}, canvas), 1);
    add(stack({k - k / 2, k / 2}, canvas), 1);
    for (int top = 1; top <= k / 2; ++top)
        for (int bottom = 1; bottom <= k / 2; ++bottom)
            if (k - top - bottom >= 1 && k - top - bottom <= 4) add(stack({top, k - top - bottom, bottom}, canvas), 1);
    return all;
}

} // namespace

Frame::Frame(std::vector<Place> at, int columns, int rows, double extra) : places(std::move(at)), handicap(extra) {
    int const k = static_cast<int>(places.size());
    auto const place = [&](int i) { return places[static_cast<std::size_t>(i)]; };
    for (auto [a, b] : edges_of(k, ~std::uint64_t{0})) {
        int const pair = std::countr_zero(adjacency_bit(a, b));
        stroke_costs[pair] = 0.1 * length(place(a), place(b));
        for (int c = 0; c < k; ++c)
            if (c != a && c != b && touches(place(a), place(b), place(c))) stroke_costs[pair] += 20;
        for (auto [c, d] : edges_of(k, ~std::uint64_t{0}))
            if (cross(place(a), place(b), place(c), place(d))) crossed[pair] |= adjacency_bit(c, d);
        mirrored[pair] = adjacency_bit(mirror_of(places, a, columns), mirror_of(places, b, columns));
        for (int end : {a, b}) {
            if (place(end) != Place{columns / 2, rows / 2}) continue;
            at_middle |= adjacency_bit(a, b);
            has_middle = true;
        }
    }
}

double Frame::cost(std::uint64_t strokes) const {
    double total = 0;
    int crossings = 0; // each seen from both of its strokes
    int asymmetries = 0;
    for (std::uint64_t left = strokes; left != 0; left &= left - 1) {
        int const pair = std::countr_zero(left);
        total += stroke_costs[pair];
        crossings += std::popcount(crossed[pair] & strokes);
        asymmetries += (mirrored[pair] & strokes) == 0 ? 1 : 0;
    }
    // The middle of the canvas is for a vertex of three or more neighbours.
    bool const is_idle = has_middle && std::popcount(at_middle & strokes) < 3;
    return total + 2.0 * crossings + 0.6 * asymmetries + (is_idle ? 2 : 0);
}

Canvas canvas_of(int k) { return k <= 5 ? Canvas{13, 5} : Canvas{15, 7}; }

std::vector<Frame> const& frames_of(int k) {
    static std::array<std::vector<Frame>, max_adjacency_vertices + 1> const frames = [] {
        std::array<std::vector<Frame>, max_adjacency_vertices + 1> all;
        for (int size = 3; size <= max_adjacency_vertices; ++size)
            all[static_cast<std::size_t>(size)] = make_frames(size);
        return all;
    }();
    return frames[static_cast<std::size_t>(k)];
}

} // namespace cerrado
