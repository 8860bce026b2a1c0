// The picture of `cerrado discover --svg`: a line for each pattern, drawn with its arrows, and a bar of its z.
#include "discovery/command_report.hpp"

#include "command/record/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace cerrado::command {
namespace {

struct Page { // in pixels
    static constexpr double line = 56, top = 64, bottom = 40, drawn = 40, radius = 18, text = 84, bars_begin = 330,
                            bars_end = 730, width = 800, zero = (bars_begin + bars_end) / 2;
    static constexpr std::size_t most_highest = 25, most_lowest = 10; // rows
};

constexpr char const* picture_style =
    "text{font:13px sans-serif;fill:#222}.small{font-size:11px;fill:#666}.title{font-size:15px}"
    ".edge{stroke:#444;stroke-width:1.6;fill:none}.vertex{fill:#fff;stroke:#444;stroke-width:1.4}"
    ".motif{fill:#c0392b}.rare{fill:#2c6fbb}.other{fill:#b9b9b9}.axis{stroke:#222;stroke-width:1}";

struct Point {
    double x, y;
};

// Vertices lie on a circle. An edge ends where the discs of its vertices begin.
class Drawing {
public:
    Drawing(int k, Point centre) : k_(k), centre_(centre) {}

    std::string edge(int u, int v, bool is_arc) const {
        constexpr double disc = 4.5, of_arrow = 3;
        Point const a = at(u), b = at(v);
        double const length = std::hypot(b.x - a.x, b.y - a.y), end = disc + (is_arc ? of_arrow : 0);
        double const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
        return fmt::format("<line class=\"edge\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}/>\n",
                           a.x + dx * disc, a.y + dy * disc, b.x - dx * end, b.y - dy * end,
                           is_arc ? " marker-end=\"url(#arrow)\"" : "");
    }
    std::string vertex(int v) const {
        return fmt::format("<circle class=\"vertex\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", at(v).x, at(v).y);
    }

private:
    Point at(int v) const {
        double const turned = k_ % 2 == 0 ? .5 : 0; // a side or a corner on top
        double const angle = 2 * std::numbers::pi * (v + turned) / k_ - std::numbers::pi / 2;
        return {centre_.x + Page::radius * std::cos(angle), centre_.y + Page::radius * std::sin(angle)};
    }

    int k_;
    Point centre_;
};

std::string drawn(int k, ClassStatistics const& row, bool directed, double y) {
    Drawing const drawing(k, {Page::drawn, y});
    std::string text;
    for (auto const& [u, v] : row.pattern.edges) text += drawing.edge(u, v, directed);
    for (int v = 0; v < k; ++v) text += drawing.vertex(v);
    return text;
}

// The rows that have a z and are shown, and how many are not.
std::pair<std::vector<ClassStatistics const*>, std::size_t> shown_rows(Discovery const& found) {
    std::vector<ClassStatistics const*> rows = by_z(found);
    std::erase_if(rows, [](ClassStatistics const* row) { return !row->z; });
    std::size_t const all = rows.size();
    if (all > Page::most_highest + Page::most_lowest) {
        rows.erase(rows.begin() + Page::most_highest, rows.end() - Page::most_lowest);
    }
    return {std::move(rows), all - std::min(all, Page::most_highest + Page::most_lowest)};
}

std::string bar(ClassStatistics const& row, double largest, double y, double theta) {
    double const zero = Page::zero, scale = (Page::bars_end - zero) / largest;
    double const end = zero + *row.z * scale;
    char const* const kind = row.is_motif ? "motif" : *row.z <= -theta ? "rare" : "other";
    return fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\"/>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{:.2f}</text>\n",
        kind, std::min(zero, end), y - 8, std::abs(end - zero), end + (*row.z < 0 ? -5 : 5), y + 4,
        *row.z < 0 ? "end" : "start", *row.z);
}

} // namespace

std::string discovery_picture(DiscoverRequest const& request, Graph const& graph, Discovery const& found) {
    auto const [rows, left_out] = shown_rows(found);
    double largest = 1;
    for (ClassStatistics const* row : rows) largest = std::max(largest, std::abs(*row->z));
    double const lines_end = Page::top + Page::line * static_cast<double>(rows.size()),
                 height = lines_end + Page::bottom;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<style>{2}"
        "</style>\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"5\" refY=\"4\" markerWidth=\"5\" "
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#444\"/></marker></defs>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        Page::width, height, picture_style);
    text += fmt::format("<text class=\"title\" x=\"16\" y=\"24\">Patterns of {} vertices in {}</text>\n",
                        request.query.k, xml_text(graph.source));
    text += fmt::format(
        "<text class=\"small\" x=\"16\" y=\"44\">{}, null model {}. Red: motifs. z = (count - mean) / "
        "sd</text>\n",
        counted(static_cast<WideCount>(found.counted), "random graph"), name_of(found.model));
    double y = Page::top + Page::line / 2;
    for (ClassStatistics const* row : rows) {
        text += drawn(request.query.k, *row, request.query.directed, y);
        std::string name = row->pattern.name.empty() ? row->pattern.graph6 : row->pattern.name;
        if (!row->labels.empty()) name += "  " + vertex_labels_text(*row);
        text += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", Page::text, y - 3, xml_text(name));
        text += fmt::format("<text class=\"small\" x=\"{}\" y=\"{:.1f}\">{}; {} ± {}</text>\n", Page::text, y + 13,
                            grouped(row->count), number_text(row->mean), number_text(row->deviation));
        text += bar(*row, largest, y, request.query.theta);
        y += Page::line;
    }
    text += fmt::format("<line class=\"axis\" x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\"/>\n", Page::zero, Page::top,
                        lines_end);
    if (left_out > 0) {
        text += fmt::format(
            "<text class=\"small\" x=\"16\" y=\"{:.1f}\">{} between these are left out: --csv has "
            "all</text>\n",
            lines_end + 24, counted(static_cast<WideCount>(left_out), "pattern"));
    }
    return text + "</svg>\n";
}

} // namespace cerrado::command
