#include "graphlets/command_heat_map.hpp"

#include "command/record/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cerrado::command {
namespace {

constexpr int side = 14; // of a square, in pixels
constexpr int margin = 34;
constexpr int top = 44;
constexpr int legend_gap = 16, legend_width = 14;

struct Colour {
    int red, green, blue;
};

std::string colour_of(double correlation) {
    if (std::isnan(correlation)) return "#bbbbbb";
    constexpr Colour white{247, 247, 247}, least{33, 102, 172}, most{178, 24, 43};
    Colour const& end = correlation < 0 ? least : most;
    double const share = std::min(1.0, std::abs(correlation));
    auto const mixed = [&](int from, int to) { return std::lround(from + (to - from) * share); };
    return fmt::format("#{:02x}{:02x}{:02x}", mixed(white.red, end.red), mixed(white.green, end.green),
                       mixed(white.blue, end.blue));
}

void append_labels(std::string& svg, std::span<int const> orbits) {
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        double const middle = (static_cast<double>(i) + .5) * side;
        fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       margin + middle, top - 4, orbits[i]);
        fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", margin - 5,
                       top + middle + 3, orbits[i]);
    }
}

// A bar of colours from 1 down to -1, `height` high.
void append_legend(std::string& svg, int x, int height) {
    constexpr int steps = 40;
    double const step = static_cast<double>(height) / steps;
    for (int i = 0; i < steps; ++i) {
        fmt::format_to(std::back_inserter(svg),
                       "<rect x=\"{}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, top + i * step,
                       legend_width, step + .2, colour_of(1 - 2.0 * i / (steps - 1)));
    }
    for (int const mark : {1, 0, -1}) {
        double const y = top + (1 - mark) * height / 2.0 + 3;
        fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\">{}</text>\n", x + legend_width + 4, y, mark);
    }
}

} // namespace

std::string correlation_rows(std::span<int const> orbits, std::span<double const> correlation) {
    std::string text = "orbit";
    for (int const orbit : orbits) text += fmt::format(",{}", orbit);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        text += fmt::format("\n{}", orbits[i]);
        for (double const each : correlation.subspan(i * orbits.size(), orbits.size()))
            text += std::isnan(each) ? "," : fmt::format(",{:.9g}", each);
    }
    return text + "\n";
}

std::string heat_map(std::string const& title, std::span<int const> orbits, std::span<double const> correlation) {
    int const square = side * static_cast<int>(orbits.size());
    int const legend = margin + square + legend_gap;
    int const title_width = 12 + 7 * static_cast<int>(title.size());
    int const width = std::max(title_width, legend + legend_width + margin), height = top + square + 10;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"9\" shape-rendering=\"crispEdges\">\n<rect width=\"{0}\" "
        "height=\"{1}\" fill=\"white\"/>\n"
        "<text x=\"6\" y=\"16\" font-size=\"12\">{2}</text>\n",
        width, height, xml_text(title));
    append_labels(svg, orbits);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        for (std::size_t j = 0; j < orbits.size(); ++j) {
            double const each = correlation[i * orbits.size() + j];
            std::string const number = std::isnan(each) ? "not known" : fmt::format("{:.3f}", each);
            fmt::format_to(std::back_inserter(svg),
                           "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>orbits {} and {}: {}"
                           "</title></rect>\n",
                           margin + side * static_cast<int>(j), top + side * static_cast<int>(i), side, side,
                           colour_of(each), orbits[i], orbits[j], number);
        }
    }
    append_legend(svg, legend, square);
    return svg + "</svg>\n";
}

} // namespace cerrado::command
