#include <cerrado/canonical/detail/names.hpp>

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/detail/drawing/layout.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

constexpr char lowest_character = 63;   // '?'
constexpr char highest_character = 126; // '~'
constexpr int bits_per_character = 6;

[[noreturn]] void refuse(std::string_view text, std::string_view reason) {
    throw InputError(
        fmt::format("\"{}\" is not a graph6 pattern: {}; a triangle is \"Bw\", see nauty's formats.txt", text, reason));
}

// Calls take(h, j) for each edge, h < j. Returns: the number of vertices, `most` at most.
template <class Take> int read(std::string_view text, int most, Take const& take) {
    constexpr std::string_view header = ">>graph6<<";
    std::string_view body = text.starts_with(header) ? text.substr(header.size()) : text;
    if (body.empty()) refuse(text, "it is empty");
    for (char character : body)
        if (character < lowest_character || character > highest_character)
            refuse(text, "only the characters '?' to '~' are allowed");

    int const vertices = body[0] - lowest_character;
    if (vertices < 1 || vertices > most)
        refuse(text, fmt::format("its first character must say 1 to {} vertices", most));
    int const bits = adjacency_bits(vertices);
    std::size_t const expected = 1 + static_cast<std::size_t>((bits + bits_per_character - 1) / bits_per_character);
    if (body.size() != expected)
        refuse(text, fmt::format("{} need{} {} characters, not {}", counted(static_cast<WideCount>(vertices), "vertex"),
                                 vertices == 1 ? "s" : "", expected, body.size()));

    auto const has = [&](int bit) {
        int const value = body[1 + static_cast<std::size_t>(bit / bits_per_character)] - lowest_character;
        return (value >> (bits_per_character - 1 - bit % bits_per_character) & 1) != 0;
    };
    for (int bit = bits; bit < static_cast<int>(expected - 1) * bits_per_character; ++bit)
        if (has(bit)) refuse(text, "the padding at its end is not zero");
    for (int j = 1; j < vertices; ++j)
        for (int h = 0; h < j; ++h)
            if (has(adjacency_bits(j) + h)) take(h, j);
    return vertices;
}

template <class Has> std::string written(int vertices, Has const& has) {
    std::string text(1, static_cast<char>(lowest_character + vertices));
    int bit = 0;
    for (int j = 1; j < vertices; ++j) {
        for (int h = 0; h < j; ++h, ++bit) {
            if (bit % bits_per_character == 0) text.push_back(lowest_character);
            if (has(h, j)) text.back() += static_cast<char>(1 << (bits_per_character - 1 - bit % bits_per_character));
        }
    }
    return text;
}

} // namespace

std::string format_graph6(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    return written(k, [&](int h, int j) { return adjacent(adjacency, h, j); });
}

std::string format_graph6(Pattern const& pattern) {
    return written(pattern.size(), [&](int h, int j) { return (pattern.edges(h) & Pattern::bit(j)) != 0; });
}

std::uint64_t parse_graph6(std::string_view text, int& k) {
    std::uint64_t adjacency = 0;
    k = read(text, max_adjacency_vertices, [&](int h, int j) { adjacency |= adjacency_bit(h, j); });
    return adjacency;
}

Pattern parse_graph6(std::string_view text) {
    std::vector<std::pair<int, int>> edges;
    Pattern pattern(read(text, Pattern::max_vertices, [&](int h, int j) { edges.emplace_back(h, j); }));
    for (auto const& [h, j] : edges) pattern.require_edge(h, j);
    return pattern;
}

std::span<DirectedName const> directed_names() {
    static std::vector<DirectedName> const names = {
        {"1>0,1>2", {"021D"}},
        {"0>1,2>1", {"021U"}},
        {"0>1,1>2", {"021C"}},
        {"0<>1,2>1", {"111D"}},
        {"0<>1,1>2", {"111U"}},
        {"0>1,0>2,1>2", {"030T", "FFL", "feed-forward-loop"}},
        {"0>1,1>2,2>0", {"030C", "feedback-loop"}},
        {"0<>1,1<>2", {"201"}},
        {"1>0,1>2,0<>2", {"120D"}},
        {"0>1,2>1,0<>2", {"120U"}},
        {"0>1,1>2,0<>2", {"120C"}},
        {"0>1,1<>2,0<>2", {"210"}},
        {"0<>1,1<>2,0<>2", {"300"}},
        {"0>2,0>3,1>2,1>3", {"bi-fan"}},
        {"0>1,0>2,1>3,2>3", {"bi-parallel"}},
    };
    return names;
}

std::vector<std::string> names_of_directed(int k, PatternWord canonical) {
    static std::map<std::pair<int, PatternWord>, DirectedName const*> const by_arcs = [] {
        std::map<std::pair<int, PatternWord>, DirectedName const*> all;
        for (DirectedName const& each : directed_names()) {
            Pattern const pattern = parse_pattern(each.items);
            all.emplace(std::pair(pattern.size(), canonical_arcs(pattern.size(), *arcs_of(pattern)).arcs), &each);
        }
        return all;
    }();
    auto const found = by_arcs.find({k, canonical});
    return found == by_arcs.end() ? std::vector<std::string>() : found->second->names;
}

namespace {

using Names = std::vector<std::string>; // the name, then its aliases

std::vector<std::string> cut(std::string_view text, char between) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
        end = std::min(text.find(between, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
    }
    return parts;
}

struct ListedNames {
    char const* graph6;
    char const* names; // with a blank between two
};

// Paths, cycles and cliques have their number of vertices in the name, stars that of leaves, and wheels that of the
// rim, at every size. The other names are those of ISGCI, networkx and the House of Graphs. After those come the names
// in the literature of motifs.
constexpr ListedNames listed_names[] = {
    {"A_", "edge K2 P2 2-clique 1-star K1,1"},
    {"BW", "3-path P3 wedge 2-star cherry K1,2"},
    {"Bw", "triangle K3 C3 3-cycle 3-clique"},
    {"CF", "3-star claw K1,3"},
    {"CR", "4-path P4"},
    {"CN", "paw 3-pan tailed-triangle 4-tailed-triangle (3,1)-lollipop (3,1)-tadpole"},
    {"Cr", "4-cycle C4 K2,2 square rectangle"},
    {"C^", "diamond K4-e K1,1,2 chordal-cycle chordal-4-cycle 4-chordal-cycle 2-book"},
    {"C~", "4-clique K4 tetrahedron tetrahedral 3-wheel W3"},
    {"D?{", "4-star K1,4"},
    {"D@s", "fork chair Prong"},
    {"DDW", "5-path P5"},
    {"D@{", "cricket Forktailed-tri"},
    {"DBw", "banner 4-pan Tailed-4-cycle tailed-square"},
    {"DD[", "bull Doubletailed-tri"},
    {"D`[", "(3,2)-tadpole (3,2)-lollipop Lontailed-tri long-tailed-triangle"},
    {"DqK", "5-cycle C5 pentagon"},
    {"DB{", "dart Stingray"},
    {"DFw", "K2,3 3-wedge-col"},
    {"DJk", "kite Cobra co-fork co-chair"},
    {"D`{", "butterfly 2-windmill Hourglass bowtie"},
    {"Dd[", "house Hatted-4-cycle co-P5"},
    {"DF{", "K1,1,3 3-book 3-tri-collision"},
    {"DJ{", "(4,1)-lollipop Tailed-4-clique"},
    {"DR{", "gem 4-fan Triangle-strip"},
    {"Dr[", "co-(P2+P3) Diamond-wed-col"},
    {"DN{", "house-x Hatted-4-clique"},
    {"Dr{", "4-wheel W4 K1,2,2"},
    {"D^{", "K5-e Almost-5-clique"},
    {"D~{", "5-clique K5"},
};

using NameMap = std::unordered_map<std::uint64_t, Names>; // by canonical adjacency

// A graph under construction.
class Sketch {
public:
    Sketch& edge(int u, int v) {
        adjacency_ |= adjacency_bit(u, v);
        return *this;
    }
    Sketch& path(int begin, int end) {
        for (int v = begin; v + 1 < end; ++v) edge(v, v + 1);
        return *this;
    }
    Sketch& cycle(int begin, int end) { return path(begin, end).edge(begin, end - 1); }
    Sketch& clique(int begin, int end) {
        for (int v = begin; v < end; ++v)
            for (int u = begin; u < v; ++u) edge(u, v);
        return *this;
    }
    Sketch& hub(int centre, int begin, int end) {
        for (int v = begin; v < end; ++v) edge(centre, v);
        return *this;
    }
    // Joins vertex begin + i with vertex begin + size + i.
    Sketch& rungs(int begin, int size) {
        for (int i = 0; i < size; ++i) edge(begin + i, begin + size + i);
        return *this;
    }
    Sketch& without(int u, int v) {
        adjacency_ &= ~adjacency_bit(u, v);
        return *this;
    }
    std::uint64_t adjacency() const { return adjacency_; }

private:
    std::uint64_t adjacency_ = 0;
};

Sketch complete_multipartite(std::vector<int> const& parts) {
    Sketch sketch;
    int begin = 0;
    for (int part : parts) {
        for (int v = begin; v < begin + part; ++v) sketch.hub(v, 0, begin);
        begin += part;
    }
    return sketch;
}

class Families {
public:
    explicit Families(int k) : k_(k) {}

    NameMap build() {
        add_simple();
        add_decorated();
        if (k_ % 2 == 0) add_doubled(k_ / 2);
        if (k_ % 2 == 1) add_windmill();
        if (k_ == 9) add_grid();
        if (k_ == 10) add_petersen();
        std::vector<int> parts;
        add_multipartite(parts, k_, 1);
        return std::move(names_);
    }

private:
    // The first name of a graph is its name, and later ones are aliases.
    void add(Names const& names, Sketch const& sketch) {
        Names& all = names_[canonical_form(k_, sketch.adjacency()).adjacency];
        for (std::string const& name : names)
            if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }

    static std::string named(int size, char const* family) { return fmt::format("{}-{}", size, family); }

    void add_simple() {
        int const less = k_ - 1;
        add({named(k_, "path"), fmt::format("P{}", k_)}, Sketch().path(0, k_));
        add({named(k_, "cycle"), fmt::format("C{}", k_)}, Sketch().cycle(0, k_));
        add({named(less, "star")}, Sketch().hub(less, 0, less));
        add({named(k_, "clique"), fmt::format("K{}", k_)}, Sketch().clique(0, k_));
        add({fmt::format("K{}-e", k_), fmt::format("Almost-{}-clique", k_)}, Sketch().clique(0, k_).without(0, 1));
        add({named(less, "wheel"), fmt::format("W{}", less)}, Sketch().cycle(0, less).hub(less, 0, less));
        add({named(less, "fan")}, Sketch().path(0, less).hub(less, 0, less));
        add({fmt::format("K1,1,{}", k_ - 2), named(k_ - 2, "book")}, Sketch().hub(0, 1, k_).hub(1, 2, k_));
    }

    void add_decorated() {
        int const last = k_ - 1;
        add({named(last, "pan"), fmt::format("Tailed-{}-cycle", last)}, Sketch().cycle(0, last).edge(last - 1, last));
        add({fmt::format("({},1)-lollipop", last), fmt::format("Tailed-{}-clique", last)},
            Sketch().clique(0, last).edge(last - 1, last));
        add({fmt::format("Hatted-{}-cycle", last)}, Sketch().cycle(0, last).edge(last, 0).edge(last, 1));
        add({fmt::format("Hatted-{}-clique", last)}, Sketch().clique(0, last).edge(last, 0).edge(last, 1));
    }

    void add_doubled(int half) {
        add({named(half, "barbell"), half == 3 ? "dumbbell" : named(half, "clique-dumbbell")},
            Sketch().clique(0, half).clique(half, k_).edge(half - 1, half));
        add({half == 3 ? "net" : named(half, "clique-net")}, Sketch().clique(0, half).rungs(0, half));
        if (half > 3) add({named(half, "sunlet")}, Sketch().cycle(0, half).rungs(0, half));
        Sketch sun = Sketch().clique(0, half).rungs(0, half).edge(0, k_ - 1);
        for (int i = 1; i < half; ++i) sun.edge(i, half + i - 1);
        add({named(half, "sun"), fmt::format("sun{}", half)}, sun);
        Names const prism = half == 3   ? Names{"prism", "triangular-prism"}
                            : half == 4 ? Names{"cube", "cubical"}
                                        : Names{named(half, "prism")};
        add(prism, Sketch().cycle(0, half).cycle(half, k_).rungs(0, half));
        add({half == 3 ? "domino" : named(half, "ladder")}, Sketch().path(0, half).path(half, k_).rungs(0, half));
        if (half == 3) add({"octahedron", "octahedral"}, complete_multipartite({2, 2, 2}));
    }

    void add_windmill() {
        Sketch windmill = Sketch().hub(k_ - 1, 0, k_ - 1);
        for (int v = 0; v + 1 < k_; v += 2) windmill.edge(v, v + 1);
        add({named(k_ / 2, "windmill")}, windmill);
    }

    void add_grid() {
        Sketch grid;
        for (int row = 0; row < 9; row += 3) grid.path(row, row + 3);
        add({"3x3-grid"}, grid.rungs(0, 3).rungs(3, 3));
    }

    void add_petersen() {
        Sketch petersen = Sketch().cycle(0, 5).rungs(0, 5);
        for (int v = 0; v < 5; ++v) petersen.edge(5 + v, 5 + (v + 2) % 5);
        add({"Petersen"}, petersen);
    }

    // Complete multipartite graphs have their part sizes in the name, ascending: K3,3, K2,2,2, ... Earlier names were
    // K33, K222. K15 is not a star.
    void add_multipartite(std::vector<int>& parts, int left, int smallest) {
        // With a part for each vertex it is a clique, which has a name already.
        if (left == 0 && parts.size() >= 2 && static_cast<int>(parts.size()) < k_) {
            std::string former = "K";
            for (int part : parts) former += fmt::format("{}", part);
            Names names{fmt::format("K{}", joined(parts, ","))};
            bool const is_star = parts.size() == 2 && parts.front() == 1;
            if (!is_star) names.push_back(former);
            add(names, complete_multipartite(parts));
        }
        for (int part = smallest; part <= left; ++part) {
            parts.push_back(part);
            add_multipartite(parts, left - part, part);
            parts.pop_back();
        }
    }

    int k_;
    NameMap names_;
};

NameMap names_of(int k) {
    if (k > 5) return Families(k).build();
    NameMap names;
    for (ListedNames const& entry : listed_names) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(entry.graph6, size);
        if (size == k) names.emplace(canonical_form(k, adjacency).adjacency, cut(entry.names, ' '));
    }
    return names;
}

// Built when a pattern of that size is named for the first time.
NameMap const& names_by_size(int k) {
    static std::array<std::once_flag, max_adjacency_vertices + 1> built;
    static std::array<NameMap, max_adjacency_vertices + 1> names;
    auto const size = static_cast<std::size_t>(k);
    std::call_once(built[size], [&] { names[size] = names_of(k); });
    return names[size];
}

Names const& names_for(int k, std::uint64_t canonical) {
    static Names const none;
    require_adjacency(k, canonical);
    NameMap const& of_size = names_by_size(k);
    auto const found = of_size.find(canonical);
    return found == of_size.end() ? none : found->second;
}

} // namespace

std::string common_name(int k, std::uint64_t canonical) {
    Names const& names = names_for(k, canonical);
    return names.empty() ? std::string() : names.front();
}

std::vector<std::string> name_aliases(int k, std::uint64_t canonical) {
    Names const& names = names_for(k, canonical);
    return names.empty() ? Names() : Names(names.begin() + 1, names.end());
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (char const c : name) {
        if (c != '-' && c != '_' && c != ' ') {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    if (plain.ends_with("graph")) plain.resize(plain.size() - std::string_view("graph").size());
    return plain;
}

std::optional<NamedAdjacency> find_named(std::string_view name) {
    std::string const plain = plain_name(name);
    auto const is_alike = [&](std::string const& other) { return plain_name(other) == plain; };
    for (bool const aliases : {false, true}) {
        for (int k = 2; k <= max_adjacency_vertices; ++k) {
            for (auto const& [adjacency, names] : names_by_size(k)) {
                auto const own = names.begin() + 1;
                if (aliases ? std::any_of(own, names.end(), is_alike) : is_alike(names.front())) {
                    return NamedAdjacency{k, adjacency};
                }
            }
        }
    }
    return std::nullopt;
}

std::vector<NamedAdjacency> all_named() {
    std::vector<NamedAdjacency> all;
    for (int k = 2; k <= max_adjacency_vertices; ++k) {
        for (auto const& each : names_by_size(k)) all.push_back({k, each.first});
    }
    std::ranges::sort(all, {}, [](NamedAdjacency const& each) {
        return std::tuple(each.k, std::popcount(each.adjacency), each.adjacency);
    });
    return all;
}

PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices has no name: give 2 or more");
    return describe_canonical(k, canonical_form(k, canonical_adjacency).adjacency);
}

PatternInfo describe_canonical(int k, std::uint64_t canonical_adjacency) {
    return {format_graph6(k, canonical_adjacency), common_name(k, canonical_adjacency),
            name_aliases(k, canonical_adjacency), edges_of(k, canonical_adjacency)};
}

PatternInfo describe_canonical(PatternKind kind, int k, PatternWord canonical) {
    if (kind == PatternKind::undirected) return describe_canonical(k, static_cast<std::uint64_t>(canonical));
    std::vector<std::string> names = names_of_directed(k, canonical);
    PatternInfo info{format_digraph6(k, canonical), {}, {}, arcs_of(k, canonical)};
    if (names.empty()) return info;
    info.name = names.front();
    info.aliases.assign(names.begin() + 1, names.end());
    return info;
}

std::vector<PatternInfo> describe_all(TransitionTable const& table) {
    std::vector<PatternInfo> patterns;
    patterns.reserve(table.representatives(table.k()).size());
    for (std::uint64_t adjacency : table.representatives(table.k()))
        patterns.push_back(describe_canonical(table.kind(), table.k(), adjacency));
    return patterns;
}

// A canvas of braille dots, 2 x 4 per character. Characters may be put over the dots.

class BrailleCanvas {
public:
    BrailleCanvas(int columns, int rows);

    int columns() const { return columns_; }
    int rows() const { return rows_; }

    // Draws a straight stroke between the middles of two cells. Requires: the cells lie on the canvas.
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

// The places of an arrangement, and the costs of strokes between two of them.

inline constexpr int max_layout_pairs = adjacency_bits(max_adjacency_vertices);

// Places a and b make a pair with the bit adjacency_bit(a, b). So a pattern on the places is the word of a graph. The
// costs of all strokes are measured when the frame is made.
struct Frame {
    Frame(std::vector<Place> at, int columns, int rows, double extra);

    // Returns: the cost of a pattern whose edges take these pairs.
    double cost(std::uint64_t strokes) const;

    std::vector<Place> places;
    double handicap;                            // cost of the arrangement besides its strokes
    double stroke_costs[max_layout_pairs] = {}; // from its length, and the places that the stroke seems to touch
    std::uint64_t crossed[max_layout_pairs] = {};
    std::uint64_t mirrored[max_layout_pairs] = {}; // the pair's image, left to right
    std::uint64_t at_middle = 0;                   // pairs that end in the middle of the canvas
    bool has_middle = false;
};

struct Canvas {
    int columns, rows;
};
Canvas canvas_of(int k);

// A ring, a ring around a centre, two rows and a few more arrangements. They are made once. Requires: 3 <= k <=
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
    // The middle of a cell lies between its dots. So strokes to the right end on the near side of both cells, to stay
    // straight.
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

// A cell is twice as high as wide. Distances are in columns.
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

// Returns true if the stroke a-b passes so close to c that c seems to lie on it.
bool touches(Place a, Place b, Place c) {
    double const ab = length(a, b);
    if (length(a, c) >= ab || length(b, c) >= ab) return false;
    double const area = std::abs(static_cast<double>(cell_height * turn(a, b, c)));
    return area / ab < 1.3;
}

// Returns: the place that is the mirror image of this one, left to right. If there is none, returns this place.
int mirror_of(std::vector<Place> const& places, int place, int columns) {
    Place const here = places[static_cast<std::size_t>(place)];
    auto const found = std::ranges::find(places, Place{columns - 1 - here.column, here.row});
    return found == places.end() ? place : static_cast<int>(found - places.begin());
}

// Offsets from the middle of a canvas of odd sides are rounded away from zero on both sides, so that a ring is
// symmetric.
Place on_ring(int i, int size, Canvas canvas, double start) {
    double const angle = 2 * std::numbers::pi * (i + start) / size;
    double const overshoot = 1 + 1e-9; // numbers that end in a half are rounded alike on both sides
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
    int crossings = 0; // each crossing is found from both of its strokes
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

// The largest number of strokes that the search for a layout may look at, which takes 1 ms or less. The limit is a
// number and not a time, so that a pattern looks the same everywhere.
constexpr int most_strokes = 150000;

// Searches for the best place of each vertex of a pattern.
class Search {
public:
    Search(int k, std::uint64_t adjacency) : edges_(edges_of(k, adjacency)) {}

    bool is_over() const { return looked_at_ >= most_strokes; }

    // Swaps vertices as long as that lowers the cost. Returns: the cost.
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
        std::vector<int> seats(static_cast<std::size_t>(k)); // the place of each vertex
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
    char const* lines;
};

constexpr HandDrawing hand_drawings[] = {
    {"A_", "o---o"},
    {"BW", "  o\n / \\\no   o"},
    {"Bw", "  o\n / \\\no---o"},
    {"CF", "    o\n    |\n    o\n   / \\\n  o   o"},
    {"CR", "o---o---o---o"},
    {"CN", "  o\n / \\\no---o---o"},
    {"Cr", "o-----o\n|     |\n|     |\no-----o"},
    {"C^", "o-----o\n|\\    |\n|  \\  |\n|    \\|\no-----o"},
    {"C~", "o-----o\n|\\   /|\n|  X  |\n|/   \\|\no-----o"},
};

// Puts a head at the end of the stroke, in the last cell before the vertex.
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
    for (HandDrawing const& drawing : hand_drawings) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(drawing.graph6, size);
        if (size == k && canonical_form(k, adjacency).adjacency == canonical) return cut(drawing.lines, '\n');
    }
    return draw_strokes(k, edges_of(k, canonical), canonical, false);
}

std::vector<std::string> draw_pattern(PatternKind kind, int k, PatternWord canonical) {
    if (kind == PatternKind::undirected) return draw_pattern(k, static_cast<std::uint64_t>(canonical));
    return draw_strokes(k, arcs_of(k, canonical), without_directions(k, canonical), true);
}

} // namespace cerrado
