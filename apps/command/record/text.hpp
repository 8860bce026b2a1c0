// Text for people: sizes, shares, aligned tables, and CSV fields. wording.hpp has numbers in sentences.
#pragma once

#include <cerrado/core/wording.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

std::string bytes_text(std::uint64_t bytes);             // "1.5 MiB"
std::string share_text(WideCount part, WideCount whole); // "12.34 %"
std::string csv_field(std::string_view text);            // quoted if it has to be
std::string xml_text(std::string_view text);             // for a picture: SVG is XML

// A table of cells that may span several lines. Columns are padded to their widest cell, counted in code points.
class Table {
public:
    struct Column {
        std::string title;
        bool right_aligned = false;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    using Cell = std::vector<std::string>; // the cell's lines
    void add_row(std::vector<Cell> cells);
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

} // namespace cerrado::command
