#include "command/record/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {
namespace {

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

std::string without_trailing_spaces(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

std::string bytes_text(std::uint64_t bytes) {
    char const* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    auto amount = static_cast<double>(bytes);
    while (amount >= 1024 && unit + 1 < std::size(units)) {
        amount /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string share_text(WideCount part, WideCount whole) {
    if (whole == 0) return "-";
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string xml_text(std::string_view text) {
    std::string safe;
    for (char const c : text) {
        safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    }
    return safe;
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

void Table::add_row(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (Column const& column : columns_) widths.push_back(width_of(column.title));
    for (auto const& row : rows_) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            for (std::string const& line : row[c]) widths[c] = std::max(widths[c], width_of(line));
        }
    }

    auto const padded = [&](std::size_t c, std::string_view line) {
        std::string const padding(widths[c] - width_of(line), ' ');
        return columns_[c].right_aligned ? padding + std::string(line) : std::string(line) + padding;
    };
    std::string text;
    auto const add_line = [&](auto const& cell_text) {
        std::string line;
        for (std::size_t c = 0; c < columns_.size(); ++c) line += (c == 0 ? "" : "  ") + padded(c, cell_text(c));
        text += without_trailing_spaces(std::move(line)) + '\n';
    };

    add_line([&](std::size_t c) { return std::string_view(columns_[c].title); });
    for (auto const& row : rows_) {
        std::size_t height = 0;
        for (Cell const& cell : row) height = std::max(height, cell.size());
        if (height > 1) text += '\n';
        for (std::size_t i = 0; i < height; ++i) {
            add_line(
                [&](std::size_t c) { return i < row[c].size() ? std::string_view(row[c][i]) : std::string_view(); });
        }
    }
    return text;
}

} // namespace cerrado::command
