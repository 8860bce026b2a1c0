#include <cerrado/graph/io/tables/table_layout.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/tables/table_header.hpp>
#include <cerrado/graph/io/tables/table_sample.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace cerrado::detail {
namespace {

std::vector<std::string> words_of(LineCells const& cells) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < cells.size(); ++i) words.emplace_back(cells[i]);
    return words;
}

// Gives a layout what a sample shows.
class Survey {
public:
    Survey(TableSample const& sample, std::string const& path, ReadOptions const& options, SaidDirection said)
        : sample_(sample),
          path_(path),
          options_(options) {
        layout_.said = said;
        layout_.names = options.names;
        layout_.separation_is_given = !options.delimiter.empty();
        layout_.separation = separation();
    }

    TableLayout layout() {
        if (sample_.lines.empty()) return layout_;
        first_ = cells_of(sample_.lines.front());
        second_ = sample_.lines.size() > 1 ? cells_of(sample_.lines[1]) : first_;
        options_.columns.empty() ? find_columns() : take_columns();
        measure();
        return layout_;
    }

private:
    Separation separation() const {
        if (!options_.delimiter.empty()) return given_separation(options_.delimiter);
        Separation const runs = Separation::runs(options_.names ? between_names : between_numbers);
        if (sample_.lines.empty()) return runs;
        auto const common = common_separator(sample_.lines);
        return common ? Separation::one(*common) : runs;
    }

    std::vector<std::string> cells_of(std::string_view line) const {
        LineCells cells(layout_.separation, !options_.names);
        cells.split(line);
        return words_of(cells);
    }

    // A cell of the first line that is no header.
    std::string_view data(std::size_t column) const {
        return column < second_.size() ? std::string_view(second_[column]) : "";
    }

    bool is_usable(EndColumns const& columns, bool as_words) const {
        bool const are_ids = is_id(data(columns.source)) && is_id(data(columns.target));
        return options_.names ? !(as_words && are_ids) : are_ids;
    }

    // Of names, words of one letter are a header only where no other line has them.
    bool are_on_other_lines(std::vector<std::string> const& header, EndColumns const& columns) const {
        return std::any_of(sample_.lines.begin() + 1, sample_.lines.end(), [&](std::string_view line) {
            std::vector<std::string> const cells = cells_of(line);
            return std::ranges::any_of(cells, [&](std::string const& cell) {
                return cell == header[columns.source] || cell == header[columns.target];
            });
        });
    }

    bool take_header(std::vector<std::string> header, bool is_line) {
        // R leaves out the name of the column that has the names of rows.
        bool const is_short = header.size() + 1 == second_.size();
        if (is_short) header.insert(header.begin(), "");
        if (!is_line && header.size() != second_.size()) return false;
        for (bool const as_words : {true, false}) {
            auto const found = end_columns(header, [&](EndColumns const& columns) {
                bool const may_be_names = options_.names && is_line && !columns.are_words;
                if (may_be_names && (!columns.have_noun || are_on_other_lines(header, columns))) return false;
                return is_usable(columns, as_words);
            });
            if (!found) continue;
            layout_.source = found->source;
            layout_.target = found->target;
            bool const are_first = found->source == 0 && found->target == 1;
            layout_.header_is_sure = is_line && found->are_words && are_first && !options_.names;
            keep_header(std::move(header), is_line);
            return true;
        }
        return false;
    }

    void keep_header(std::vector<std::string> header, bool is_line) {
        layout_.header = std::move(header);
        layout_.header_is_line = is_line;
        if (is_line) layout_.header_line = sample_.lines.front();
        auto const type = column_named(layout_.header, "type");
        if (type && (data(*type) == "Directed" || data(*type) == "Undirected")) layout_.type = type;
    }

    // Two words in the place of numbers.
    bool is_line_of_words() const {
        auto const is_word = [](std::string_view cell) {
            constexpr std::string_view begin_numbers = "0123456789+-.";
            return cell.empty() || begin_numbers.find(cell[0]) == std::string_view::npos;
        };
        bool const are_words = !options_.names && first_.size() > 1 && is_word(first_[0]) && is_word(first_[1]) &&
                               !(first_[0].empty() && first_[1].empty());
        bool const may_be_data = sample_.lines.size() > 1 && second_.size() > 1 && is_word(data(0)) && is_word(data(1));
        return are_words && !may_be_data; // else whoever reads the first line says that it has no ids
    }

    void find_columns() {
        if (sample_.lines.size() > 1 && take_header(first_, true)) return;
        if (take_header(cells_of(sample_.last_comment), false)) return;
        if (is_line_of_words()) keep_header(first_, true);
        bool const is_numbered =
            data(0).empty() && !data(2).empty() && std::ranges::all_of(sample_.lines, [&](std::string_view line) {
                std::vector<std::string> const cells = cells_of(line);
                return !cells.empty() && cells[0].empty();
            });
        if (!is_numbered) return; // else the first column is empty on every line
        layout_.source = 1;
        layout_.target = 2;
    }

    std::size_t given_column(std::string_view word) {
        std::size_t number = 0;
        auto const [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (status == std::errc() && end == word.data() + word.size()) {
            if (number > 0) return number - 1;
        } else {
            std::vector<std::string> header = first_;
            if (header.size() + 1 == second_.size()) header.insert(header.begin(), "");
            if (auto const found = column_named(header, word)) {
                keep_header(std::move(header), true);
                return *found;
            }
            std::vector<std::string> comment = cells_of(sample_.last_comment);
            if (auto const found = column_named(comment, word)) {
                keep_header(std::move(comment), false);
                return *found;
            }
        }
        throw InputError(
            fmt::format("{}: --columns {}: no column '{}'; the first line is '{}', and columns count from 1", path_,
                        printable(options_.columns), printable(word), printable(sample_.lines.front())));
    }

    void take_columns() {
        std::vector<std::size_t> columns;
        std::string_view rest = options_.columns;
        while (!rest.empty()) {
            std::size_t const comma = std::min(rest.find(','), rest.size());
            columns.push_back(given_column(rest.substr(0, comma)));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        bool const are_two = columns.size() == 2 || columns.size() == 3;
        if (!are_two || columns[0] == columns[1]) {
            throw InputError(
                fmt::format("--columns {}: expected two columns, an edge's ends, or three with its label, like 2,3",
                            printable(options_.columns)));
        }
        layout_.source = columns[0];
        layout_.target = columns[1];
        if (columns.size() == 3) layout_.label = columns[2];
        layout_.are_given = true;
        if (layout_.header.empty()) find_header_of_given();
    }

    // The first line is one where it has words in these columns, and of names where they go together.
    void find_header_of_given() {
        auto const cell = [&](std::size_t column) {
            return column < first_.size() ? std::string_view(first_[column]) : "";
        };
        bool const is_header =
            options_.names
                ? end_columns(first_,
                              [&](EndColumns const& found) {
                                  return found.are_words && found.source == layout_.source &&
                                         found.target == layout_.target;
                              })
                      .has_value()
                : !is_id(cell(layout_.source)) && !is_id(cell(layout_.target)) && is_id(data(layout_.source));
        if (is_header && sample_.lines.size() > 1) keep_header(first_, true);
    }

    void measure() {
        LineCells cells(layout_.separation, !options_.names);
        bool is_first = true;
        for (std::string_view const line : sample_.lines) {
            if (std::exchange(is_first, false) && layout_.header_is_line) continue;
            if (cells.split(line)) layout_.is_quoted = true; // whoever reads the line says what is wrong
            if (layout_.columns == 0) layout_.columns = cells.size();
            widest_ = std::max(widest_, cells.size());
            differ_ |= layout_.columns != cells.size();
            for (std::size_t i = 0; i < cells.size(); ++i) {
                layout_.is_quoted |= cells.is_quoted(i);
                layout_.are_ids &= is_id(cells[i]);
            }
        }
        if (layout_.label && widest_ > 0 && *layout_.label >= widest_) refuse_label_column();
        if (differ_) layout_.columns = 0;
    }

    [[noreturn]] void refuse_label_column() const {
        throw InputError(fmt::format("{}: --columns {}: lines have {} columns, and no column {}", path_,
                                     printable(options_.columns), widest_, *layout_.label + 1));
    }

    TableSample const& sample_;
    std::string const& path_;
    ReadOptions const& options_;
    TableLayout layout_;
    std::vector<std::string> first_, second_; // cells of the first line, and of the first that may be no header
    bool differ_ = false;
    std::size_t widest_ = 0; // columns of the longest line
};

std::string separator_name(TableLayout const& layout) {
    switch (layout.separation.character()) {
    case 0: return "blanks";
    case '\t': return "tab";
    case ',': return "comma";
    case ';': return "semicolon";
    default: return std::string(1, layout.separation.character());
    }
}

} // namespace

std::size_t TableLayout::last_column() const { return std::max({source, target, label.value_or(0), type.value_or(0)}); }

bool is_id(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options) {
    return Survey(sample_of(text, path), path, options, said_direction(text)).layout();
}

void report_layout(TableLayout const& layout, ReadReport& report) {
    bool const is_csv = layout.separation.character() == ',' || layout.separation.character() == ';';
    report.format = is_csv ? "CSV" : "edge list";
    report.separator = separator_name(layout);
    report.columns = {{"source", layout.name_of(layout.source), layout.source + 1},
                      {"target", layout.name_of(layout.target), layout.target + 1}};
    if (layout.label) report.columns.push_back({"label", layout.name_of(*layout.label), *layout.label + 1});
    report.columns_in_file = layout.columns;
    report.header_lines += layout.header_is_line;
    bool const are_others = layout.source != 0 || layout.target != 1;
    bool const may_be_others = layout.columns > 2 && layout.header.empty() && (layout.are_ids || layout.names);
    bool const may_be_data = layout.header_is_line && !layout.header_is_sure;
    report.is_doubtful = may_be_data || (!layout.are_given && (are_others || may_be_others));
    if (!layout.are_given && may_be_others) report.remark("--columns takes others");
    if (may_be_data) {
        report.remark(fmt::format("the first line, '{}', is taken as a header", printable(layout.header_line)));
    }
}

} // namespace cerrado::detail
