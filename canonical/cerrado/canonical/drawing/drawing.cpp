#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/drawing/braille_canvas.hpp>
#include <cerrado/canonical/drawing/layout.hpp>
#include <cerrado/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace cerrado {

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
