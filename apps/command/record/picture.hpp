// A picture of counts beside those of random graphs: SVG with a line for each pattern, which has a drawing and a bar for z.
#pragma once

#include <cerrado/core/types.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

struct Point { // in pixels
    double x, y;
};

// Draws a pattern. Its k vertices lie on a circle. A line ends where the discs of its vertices begin.
class PatternDrawing {
public:
    PatternDrawing(int k, Point centre) : k_(k), centre_(centre) {}

    std::string edge(int u, int v, bool is_arc) const;
    // A curve that leaves the straight line by `bend` pixels to the right of the way from u to v, with a text in its middle.
    std::string curve(int u, int v, double bend, bool is_arc, std::string_view text) const;
    std::string vertex(int v) const;

private:
    Point at(int v) const;

    int k_;
    Point centre_;
};

struct PictureRow {
    std::function<std::string(Point centre)> drawing;
    std::string name;
    WideCount count = 0;
    double mean = 0, deviation = 0, z = 0;
    bool is_over = false; // its bar is red
};

struct PictureOfRows {
    std::string title, remark;
    std::string_view noun;          // "pattern"
    double theta = 2;               // the bar of a z of -theta or less is blue
    std::vector<PictureRow> rows{}; // by descending z
};
// Returns: SVG. It shows the 25 rows with the largest z, and the 10 with the smallest.
std::string picture_of(PictureOfRows const& picture);

} // namespace cerrado::command
