// A canvas of braille dots, 2 x 4 per character. Characters may be put over the dots.
#pragma once

#include <string>
#include <vector>

namespace cerrado {

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

} // namespace cerrado
