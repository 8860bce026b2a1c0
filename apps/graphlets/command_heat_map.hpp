// A graphlet correlation matrix as a table and as a picture.
#pragma once

#include <span>
#include <string>

namespace cerrado::command {

// CSV: a row and a column for each orbit, by its number. A correlation that is not known is empty.
std::string correlation_rows(std::span<int const> orbits, std::span<double const> correlation);

// SVG: a square for each two orbits, from blue (-1) over white to red (1), and grey where it is not known. Each square
// says its orbits and its number where the mouse is above it.
std::string heat_map(std::string const& title, std::span<int const> orbits, std::span<double const> correlation);

} // namespace cerrado::command
