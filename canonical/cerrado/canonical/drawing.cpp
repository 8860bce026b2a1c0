#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/braille_canvas.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/layout.hpp>
#include <cerrado/core/error.hpp>

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

} // namespace

std::vector<std::string> draw_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices cannot be drawn: give 2 or more");
    std::uint64_t const canonical = canonical_form(k, canonical_adjacency).adjacency;
    for (HandDrawing const& drawing : hand_drawings()) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(drawing.graph6, size);
        if (size == k && canonical_form(k, adjacency).adjacency == canonical) return drawing.lines;
    }
    Layout const layout = choose_layout(k, canonical);
    BrailleCanvas canvas(layout.columns, layout.rows);
    for (auto [u, v] : edges_of(k, canonical)) {
        Place const from = layout.places[static_cast<std::size_t>(u)];
        Place const to = layout.places[static_cast<std::size_t>(v)];
        canvas.stroke(from.column, from.row, to.column, to.row);
    }
    for (Place place : layout.places) canvas.put(place.column, place.row, 'o');
    std::vector<std::string> lines = canvas.lines();
    while (lines.back().empty()) lines.pop_back();
    return lines;
}

} // namespace cerrado
