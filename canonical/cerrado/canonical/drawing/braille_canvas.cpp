#include <cerrado/canonical/drawing/braille_canvas.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace cerrado {

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

} // namespace cerrado
