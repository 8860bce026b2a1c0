#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/drawing/layout.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace cerrado {

// A canvas of braille dots, 2 x 4 per character. Characters may be put over the dots.

class BrailleCanvas {
public:
    BrailleCanvas(int columns, int rows);

    int columns() const { return columns_; }
    int rows() const { return rows_; }

    // A straight stroke between the middles of two cells. Requires: the cells lie on the canvas.
    void stroke(int from_column, int from_row, int to_column, int to_row);
    void put(int column, int row, char character);

    // The rows in UTF-8, without trailing spaces.
    std::vector<std::string> lines() const;

private:
    void dot(int x, int y);

    struct Cell {
        unsigned char dots = 0;
        char character = 0;
    };
    int columns_, rows_;
    std::vector<Cell> cells_;
};

// The places of an arrangement, and what a stroke between two of them costs.

inline constexpr int max_layout_pairs = adjacency_bits(max_adjacency_vertices);

// Places a and b make a pair with the bit adjacency_bit(a, b). So a pattern on the places is the word of a graph. The
// costs of all strokes are measured when the frame is made.
struct Frame {
    Frame(std::vector<Place> at, int columns, int rows, double extra);

    // The cost of a pattern whose edges take these pairs.
    double cost(std::uint64_t strokes) const;

    std::vector<Place> places;
    double handicap;                            // what the arrangement costs on top of its strokes
    double stroke_costs[max_layout_pairs] = {}; // length, and the places that the stroke seems to touch
    std::uint64_t crossed[max_layout_pairs] = {};
    std::uint64_t mirrored[max_layout_pairs] = {}; // the pair's image, left to right
    std::uint64_t at_middle = 0;                   // pairs that end in the middle of the canvas
    bool has_middle = false;
};

struct Canvas {
    int columns, rows;
};
Canvas canvas_of(int k);

// A ring, a ring around a centre, two rows and a few more. They are made once. Requires: 3 <= k <=
// max_adjacency_vertices.
std::vector<Frame> const& frames_of(int k);

namespace {

constexpr int dots_across = 2;
constexpr int dots_down = 4;

// The bit of each dot of a cell in the block U+2800, by row and column.
constexpr unsigned char dot_bits[dots_down][dots_across] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

} // namespace

BrailleCanvas::BrailleCanvas(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

void BrailleCanvas::dot(int x, int y) {
    Cell& cell = cells_[static_cast<std::size_t>(y / dots_down * columns_ + x / dots_across)];
    cell.dots = static_cast<unsigned char>(cell.dots | dot_bits[y % dots_down][x % dots_across]);
}

void BrailleCanvas::stroke(int from_column, int from_row, int to_column, int to_row) {
    // The middle of a cell lies between its dots: strokes to the right end on the near side of both cells, so that they
    // stay straight.
    int const x0 = from_column * dots_across + (to_column > from_column ? 1 : 0);
    int const x1 = to_column * dots_across + (to_column < from_column ? 1 : 0);
    int const y0 = from_row * dots_down + (to_row > from_row ? 2 : 1);
    int const y1 = to_row * dots_down + (to_row < from_row ? 2 : 1);
    int const steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
    for (int step = 0; step <= steps; ++step) {
        double const share = static_cast<double>(step) / steps;
        dot(static_cast<int>(std::lround(x0 + share * (x1 - x0))),
            static_cast<int>(std::lround(y0 + share * (y1 - y0))));
    }
}

void BrailleCanvas::put(int column, int row, char character) {
    cells_[static_cast<std::size_t>(row * columns_ + column)].character = character;
}

std::vector<std::string> BrailleCanvas::lines() const {
    std::vector<std::string> lines;
    for (int row = 0; row < rows_; ++row) {
        std::string line;
        std::size_t used = 0;
        for (int column = 0; column < columns_; ++column) {
            Cell const& cell = cells_[static_cast<std::size_t>(row * columns_ + column)];
            if (cell.character != 0) {
                line += cell.character;
            } else if (cell.dots != 0) { // U+2800 + dots, three bytes in UTF-8
                line += '\xe2';
                line += static_cast<char>(0xa0 | cell.dots >> 6);
                line += static_cast<char>(0x80 | (cell.dots & 0x3f));
            } else {
                line += ' ';
                continue;
            }
            used = line.size();
        }
        line.resize(used);
        lines.push_back(std::move(line));
    }
    return lines;
}

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

namespace {

// What a layout may cost, in strokes looked at: 1 ms or less. Counted, not timed, so that a pattern looks the same
// everywhere.
constexpr int most_strokes = 150000;

// A pattern that looks for the best place of each vertex.
class Search {
public:
    Search(int k, std::uint64_t adjacency) : edges_(edges_of(k, adjacency)) {}

    bool is_over() const { return looked_at_ >= most_strokes; }

    // Swaps vertices as long as that lowers the cost, which it returns.
    double settle(Frame const& frame, std::vector<int>& seats) {
        double best = cost(frame, seats);
        for (bool better = true; better && !is_over();) {
            better = false;
            for (std::size_t u = 1; u < seats.size(); ++u)
                for (std::size_t v = 0; v < u; ++v) {
                    std::swap(seats[u], seats[v]);
                    double const found = cost(frame, seats);
                    if (found < best - 1e-9) {
                        best = found;
                        better = true;
                    } else {
                        std::swap(seats[u], seats[v]);
                    }
                }
        }
        return best;
    }

private:
    double cost(Frame const& frame, std::vector<int> const& seats) {
        looked_at_ += static_cast<int>(edges_.size());
        std::uint64_t strokes = 0;
        for (auto [u, v] : edges_)
            strokes |= adjacency_bit(seats[static_cast<std::size_t>(u)], seats[static_cast<std::size_t>(v)]);
        return frame.cost(strokes);
    }

    std::vector<std::pair<int, int>> edges_;
    int looked_at_ = 0;
};

void shuffle(std::vector<int>& seats, std::mt19937& random) { // std::shuffle differs between standard libraries
    for (std::size_t i = seats.size() - 1; i > 0; --i) std::swap(seats[i], seats[random() % (i + 1)]);
}

} // namespace

Layout choose_layout(int k, std::uint64_t adjacency) {
    int const attempts = k <= 6 ? 12 : k <= 8 ? 4 : 2;
    Canvas const canvas = canvas_of(k);
    Layout layout;
    layout.columns = canvas.columns;
    layout.rows = canvas.rows;
    Search search(k, adjacency);
    double lowest = std::numeric_limits<double>::infinity();
    std::mt19937 random(1);
    for (Frame const& frame : frames_of(k)) {
        std::vector<int> seats(static_cast<std::size_t>(k)); // by vertex: its place
        std::iota(seats.begin(), seats.end(), 0);
        for (int attempt = 0; attempt < attempts && !search.is_over(); ++attempt) {
            if (attempt > 0) shuffle(seats, random);
            double const found = search.settle(frame, seats) + frame.handicap;
            if (found >= lowest - 1e-9) continue;
            lowest = found;
            layout.places.clear();
            for (int seat : seats) layout.places.push_back(frame.places[static_cast<std::size_t>(seat)]);
        }
    }
    return layout;
}

namespace {

struct HandDrawing {
    char const* graph6;
    std::vector<std::string> lines;
};

std::vector<HandDrawing> const& hand_drawings() {
    static std::vector<HandDrawing> const drawings = {
        {"A_", {"o---o"}},
        {"BW", {"  o", " / \\", "o   o"}},
        {"Bw", {"  o", " / \\", "o---o"}},
        {"CF", {"    o", "    |", "    o", "   / \\", "  o   o"}},
        {"CR", {"o---o---o---o"}},
        {"CN", {"  o", " / \\", "o---o---o"}},
        {"Cr", {"o-----o", "|     |", "|     |", "o-----o"}},
        {"C^", {"o-----o", "|\\    |", "|  \\  |", "|    \\|", "o-----o"}},
        {"C~", {"o-----o", "|\\   /|", "|  X  |", "|/   \\|", "o-----o"}},
    };
    return drawings;
}

// Puts a head where the stroke ends, in the last cell before.
void put_head(BrailleCanvas& canvas, Place from, Place to) {
    int const across = from.column - to.column;
    int const down = from.row - to.row;
    double const cells = std::max(std::abs(across), std::abs(down));
    Place const at{to.column + static_cast<int>(std::lround(across / cells)),
                   to.row + static_cast<int>(std::lround(down / cells))};
    bool const is_level = std::abs(across) > 2 * std::abs(down); // a cell is twice as high as wide
    char const across_head = across < 0 ? '>' : '<';
    char const down_head = down < 0 ? 'v' : '^';
    canvas.put(at.column, at.row, is_level ? across_head : down_head);
}

std::vector<std::string> draw_strokes(int k, std::vector<std::pair<int, int>> const& strokes, std::uint64_t adjacency,
                                      bool have_heads) {
    Layout const layout = choose_layout(k, adjacency);
    BrailleCanvas canvas(layout.columns, layout.rows);
    auto const place = [&](int v) { return layout.places[static_cast<std::size_t>(v)]; };
    for (auto [u, v] : strokes) canvas.stroke(place(u).column, place(u).row, place(v).column, place(v).row);
    for (auto [u, v] : strokes) {
        if (have_heads) put_head(canvas, place(u), place(v));
    }
    for (Place const each : layout.places) canvas.put(each.column, each.row, 'o');
    std::vector<std::string> lines = canvas.lines();
    while (lines.back().empty()) lines.pop_back();
    return lines;
}

} // namespace

std::vector<std::string> draw_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices cannot be drawn: give 2 or more");
    std::uint64_t const canonical = canonical_form(k, canonical_adjacency).adjacency;
    for (HandDrawing const& drawing : hand_drawings()) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(drawing.graph6, size);
        if (size == k && canonical_form(k, adjacency).adjacency == canonical) return drawing.lines;
    }
    return draw_strokes(k, edges_of(k, canonical), canonical, false);
}

std::vector<std::string> draw_pattern(PatternKind kind, int k, PatternWord canonical) {
    if (kind == PatternKind::undirected) return draw_pattern(k, static_cast<std::uint64_t>(canonical));
    return draw_strokes(k, arcs_of(k, canonical), without_directions(k, canonical), true);
}

} // namespace cerrado
