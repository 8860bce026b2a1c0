#include "command/record/report.hpp"

#include "command/output/output.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <unistd.h>

namespace cerrado::command {
namespace {

// Text from files in HTML and in SVG, also in attributes: on one line, as UTF-8, and escaped.
std::string safe(std::string_view text) {
    bool const is_ascii = std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    std::string escaped = xml_text(on_one_line(is_ascii ? std::string(text) : Json(text).plain()));
    for (std::size_t at = 0; (at = escaped.find('"', at)) != std::string::npos; at += 6)
        escaped.replace(at, 1, "&quot;");
    return escaped;
}

// The rows of a result.

// Takes a row from the text. Returns: its fields, without the quotes of CSV.
std::vector<std::string> take_row(std::string_view& text) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        char const c = text[at];
        if (c == '"') {
            bool const is_written_twice = is_quoted && at + 1 < text.size() && text[at + 1] == '"';
            if (is_written_twice)
                fields.back() += text[++at];
            else
                is_quoted = !is_quoted;
        } else if (is_quoted || (c != ',' && c != '\n')) {
            fields.back() += c;
        } else if (c == ',') {
            fields.emplace_back();
        } else {
            break;
        }
    }
    text.remove_prefix(std::min(at + 1, text.size()));
    return fields;
}

std::optional<double> number_of(std::string const& field) {
    double number = 0;
    auto const [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    bool const is_number = error == std::errc{} && end == field.data() + field.size() && std::isfinite(number);
    return is_number ? std::optional(number) : std::nullopt;
}

bool is_whole(std::string const& field) {
    return !field.empty() && std::ranges::all_of(field, [](char c) { return c >= '0' && c <= '9'; });
}

using Row = std::vector<std::string>;
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Columns that say the same of each row, and are among the facts below the table.
constexpr std::array<std::string_view, 11> of_the_run = {"graph",   "status", "device", "algorithm",  "null", "random",
                                                         "seconds", "exact",  "draws",  "confidence", "ties"};
// The first of these that a table has gets bars, or else its last numbers. A table with z is in its order already.
constexpr std::array<std::string_view, 5> measuring = {"z", "count", "estimate", "support", "distance"};
constexpr std::array<std::string_view, 3> sorted_by = {"count", "estimate", "support"};

class Rows {
public:
    explicit Rows(std::string_view csv) {
        if (csv.empty()) return;
        names = take_row(csv);
        for (std::string_view const name : measuring) {
            if (measure == none) measure = column(name);
        }
        std::vector<std::pair<double, std::string_view>> all; // with what sorts them
        bool const is_sorted =
            measure != none && std::ranges::find(sorted_by, names[measure]) != sorted_by.end() && has_names();
        while (!csv.empty()) {
            std::string_view rest = csv;
            Row fields = take_row(rest);
            fields.resize(names.size());
            double const key = is_sorted ? number_of(fields[measure]).value_or(-1) : 0;
            all.emplace_back(-key, csv.substr(0, csv.size() - rest.size()));
            csv = rest;
        }
        std::ranges::stable_sort(all, {}, [](auto const& row) { return row.first; });
        count = all.size();
        if (all.size() > most_rows_of_report) all.resize(most_rows_of_report);
        for (auto& [key, row] : all) {
            shown.push_back(take_row(row));
            shown.back().resize(names.size());
        }
        if (measure == none && column("exists") == none) measure = last_number();
    }

    std::size_t column(std::string_view name) const {
        auto const place = std::ranges::find(names, name);
        return place == names.end() ? none : static_cast<std::size_t>(place - names.begin());
    }
    bool is_empty(std::size_t column) const {
        return std::ranges::all_of(shown, [column](Row const& row) { return row[column].empty(); });
    }
    bool is_of_the_run(std::size_t column) const {
        bool const is_size = names[column] == "k" && has_names(); // of patterns, all of which have it
        return (is_size || std::ranges::find(of_the_run, names[column]) != of_the_run.end()) &&
               std::ranges::all_of(shown, [&](Row const& row) { return row[column] == shown.front()[column]; });
    }
    // A value is the count itself, unless another statistic was asked for.
    bool is_repeated(std::size_t number) const {
        std::size_t const counts = column("count");
        return names[number] == "value" && counts != none && std::ranges::all_of(shown, [&](Row const& row) {
                   return number_of(row[number]) == number_of(row[counts]);
               });
    }
    bool is_numeric(std::size_t column) const {
        return std::ranges::all_of(shown,
                                   [column](Row const& row) { return row[column].empty() || number_of(row[column]); });
    }

    Row names;
    std::vector<Row> shown;
    std::size_t count = 0;
    std::size_t measure = none; // the column with bars

private:
    // Returns: the last column of numbers that is neither a sum of rows nor what a row is about.
    std::size_t last_number() const {
        for (std::size_t c = names.size(); c-- > 0;) {
            bool const is_about = names[c] == "k" || names[c] == "delta" || names[c].ends_with("_sum");
            if (!is_about && !is_of_the_run(c) && is_numeric(c) && !is_empty(c)) return c;
        }
        return none;
    }
    // Rows of sizes, which have no names, keep their order.
    bool has_names() const {
        return std::ranges::any_of(
            names, [](std::string const& name) { return name == "name" || name == "pattern" || name == "graph6"; });
    }
};

// A bar from 0 to a number, in shares of the width.
struct Bar {
    double from, to;
    bool is_negative;
};

class Scale {
public:
    Scale(Rows const& rows, std::size_t column) : column_(column) {
        for (Row const& row : rows.shown) {
            double const value = number_of(row[column]).value_or(0);
            least_ = std::min(least_, value);
            most_ = std::max(most_, value);
        }
    }
    Bar bar(Row const& row) const {
        double const value = number_of(row[column_]).value_or(0);
        if (most_ == least_) return {0, 0, false};
        return {place(std::min(value, 0.0)), place(std::max(value, 0.0)), value < 0};
    }

private:
    double place(double value) const { return (value - least_) / (most_ - least_); }

    std::size_t column_;
    double least_ = 0, most_ = 0;
};

// Drawings of patterns. Their vertices lie on a circle.

// Returns: the vertices in an order that begins with `start`. One follows a neighbour if possible, best one that has
// few others left.
std::vector<int> order_from(Pattern const& pattern, int start) {
    std::vector<int> order = {start};
    Pattern::Vertices left = pattern.all() & ~Pattern::bit(start);
    while (left != 0) {
        auto const cost = [&](int v) {
            bool const follows = (pattern.neighbours(v) & Pattern::bit(order.back())) != 0;
            return (follows ? 0 : Pattern::max_vertices) + std::popcount(pattern.neighbours(v) & left);
        };
        int best = std::countr_zero(left);
        for (int v = best + 1; v < pattern.size(); ++v) {
            if ((left & Pattern::bit(v)) != 0 && cost(v) < cost(best)) best = v;
        }
        order.push_back(best);
        left &= ~Pattern::bit(best);
    }
    return order;
}

// Returns: the vertices in an order around a circle that has many edges between vertices beside each other.
std::vector<int> around(Pattern const& pattern) {
    std::vector<int> best;
    int most = -1;
    for (int start = 0; start < pattern.size(); ++start) {
        std::vector<int> order = order_from(pattern, start);
        int edges = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            int const next = order[(i + 1) % order.size()];
            edges += (pattern.neighbours(order[i]) & Pattern::bit(next)) != 0 ? 1 : 0;
        }
        if (edges <= most) continue;
        most = edges;
        best = std::move(order);
    }
    return best;
}

struct Place { // in pixels
    double x, y;
};

class Drawing {
public:
    Drawing(Pattern const& pattern, std::string_view described) : pattern_(pattern), described_(described) {
        for (int v = 0; v < pattern.size(); ++v) labels_of_.push_back(label_of(v));
        std::size_t letters = 0;
        for (std::string const& label : labels_of_) letters = std::max(letters, std::min(label.size(), most_letters));
        bool const has_labels = letters > 0;
        width_ = has_labels ? 72 + 12.5 * static_cast<double>(letters) : 56;
        height_ = has_labels ? 84 : 56;
        double const reach = has_labels ? 26 : 22;
        std::vector<int> const order = around(pattern);
        places_.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            double const turn = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(order.size());
            places_[static_cast<std::size_t>(order[i])] = {width_ / 2 + reach * std::sin(turn),
                                                           height_ / 2 - reach * std::cos(turn)};
        }
        for (int v = 0; v < pattern.size(); ++v) add(v);
    }

    double height() const { return height_; }
    double width() const { return width_; }
    std::string svg(std::string const& more = "") const {
        std::string text = fmt::format("<svg class=\"p\"{} width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\"", more,
                                       width_, height_, width_, height_);
        text += described_.empty() ? ">" : fmt::format(" role=\"img\" aria-label=\"{}\">", safe(described_));
        if (!strangers_.empty()) text += fmt::format("<path class=\"f\" d=\"{}\"/>", strangers_);
        if (!lines_.empty()) text += fmt::format("<path d=\"{}\"/>", lines_);
        if (!heads_.empty()) text += fmt::format("<path class=\"h\" d=\"{}\"/>", heads_);
        return text + fmt::format("<path class=\"v\" d=\"{}\"/>{}</svg>", discs_, labels_);
    }

private:
    Place at(int v) const { return places_[static_cast<std::size_t>(v)]; }
    static std::string line(Place from, Place to) {
        return fmt::format("M{:.0f} {:.0f}L{:.0f} {:.0f}", from.x, from.y, to.x, to.y);
    }

    void add(int v) {
        for (int u = 0; u < v; ++u) {
            if ((pattern_.neighbours(v) & Pattern::bit(u)) != 0) lines_ += line(at(u), at(v));
            if ((pattern_.strangers(v) & Pattern::bit(u)) != 0) strangers_ += line(at(u), at(v));
        }
        for (int u = 0; u < pattern_.size(); ++u) {
            if ((pattern_.arcs_from(v) & Pattern::bit(u)) != 0) add_head(at(v), at(u));
        }
        discs_ += fmt::format("M{:.0f} {:.0f}h0", at(v).x, at(v).y);
        if (std::string const& label = labels_of_[static_cast<std::size_t>(v)]; !label.empty()) add_label(v, label);
    }
    std::string label_of(int v) const { return pattern_.discovers(v) ? "?" : joined(pattern_.labels(v), "|"); }
    void add_head(Place from, Place to) {
        double const length = std::max(1.0, std::hypot(to.x - from.x, to.y - from.y));
        double const x = (to.x - from.x) / length, y = (to.y - from.y) / length;
        constexpr double gap = 4, long_side = 7, half_width = 3;
        Place const tip{to.x - gap * x, to.y - gap * y}, base{tip.x - long_side * x, tip.y - long_side * y};
        heads_ += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z", tip.x, tip.y, base.x + half_width * y,
                              base.y - half_width * x, base.x - half_width * y, base.y + half_width * x);
    }
    // Labels stand outside of the circle. A long one is cut; the table has it as a whole.
    void add_label(int v, std::string const& label) {
        std::size_t cut = std::min(label.size(), most_letters);
        while (cut < label.size() && cut > 0 && (static_cast<unsigned char>(label[cut]) & 0xc0) == 0x80) --cut;
        double const from_middle = at(v).x - width_ / 2;
        char const* const anchor = from_middle > 3 ? "start" : from_middle < -3 ? "end" : "middle";
        double const x = at(v).x + (from_middle > 3 ? 6 : from_middle < -3 ? -6 : 0);
        bool const is_beside = std::abs(from_middle) > 3;
        double const y = at(v).y + (is_beside ? 3 : at(v).y < height_ / 2 ? -6 : 13);
        labels_ += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}{}</text>", x, y, anchor,
                               safe(label.substr(0, cut)), cut < label.size() ? "…" : "");
    }

    static constexpr std::size_t most_letters = 9; // of a label

    Pattern const& pattern_;
    std::string_view described_;
    std::vector<std::string> labels_of_;
    double width_ = 0, height_ = 0;
    std::vector<Place> places_;
    std::string lines_, strangers_, heads_, discs_, labels_;
};

// "0:kinase 1:a b" -> "0:kinase,1:a b"
std::string items_of_labels(std::string labels) {
    for (std::size_t at = 0; (at = labels.find(' ', at)) != std::string::npos; ++at) {
        std::size_t const after = labels.find_first_not_of("0123456789", at + 1);
        if (after != std::string::npos && after > at + 1 && labels[after] == ':') labels[at] = ',';
    }
    return labels;
}

std::optional<Pattern> read_pattern(std::string const& text) {
    try {
        if (!text.empty()) return parse_pattern(text);
    } catch (InputError const&) { // the file of a pattern, or a label that cannot be written so
    }
    return std::nullopt;
}

// Returns: the pattern's text with the labels of the row's columns `label0`, ... in place of those to discover.
std::string with_found_labels(Rows const& rows, Row const& row, std::string text) {
    if (text.find(":?") == std::string::npos) return text;
    for (int v = 0; v < max_traversal_length; ++v) {
        std::string const unknown = fmt::format("{}:?", v);
        std::size_t const column = rows.column(fmt::format("label{}", v)), at = text.find(unknown);
        bool const is_item = at != std::string::npos && (at == 0 || text[at - 1] == ',');
        if (column != none && !row[column].empty() && is_item)
            text.replace(at, unknown.size(), fmt::format("{}:{}", v, row[column]));
    }
    return text;
}

// Returns: the pattern of the row, if it has one in a column with the name `edges`, `pattern` or `graph6`.
std::optional<Pattern> pattern_of(Rows const& rows, Row const& row) {
    if (std::size_t const edges = rows.column("edges"); edges != none && !row[edges].empty()) {
        std::string items = row[edges];
        std::ranges::replace(items, ' ', ',');
        std::size_t const labels = rows.column("labels");
        if (labels != none && !row[labels].empty()) {
            if (auto labelled = read_pattern(items + "," + items_of_labels(row[labels]))) return labelled;
        }
        if (auto read = read_pattern(items)) return read;
    }
    for (std::string_view const name : {"pattern", "graph6"}) {
        std::size_t const column = rows.column(name);
        if (column == none) continue;
        if (auto read = read_pattern(with_found_labels(rows, row, row[column]))) return read;
        if (auto read = read_pattern(row[column])) return read; // with a label that cannot be written so
    }
    return std::nullopt;
}

constexpr std::string_view style_of_drawings =
    ".p{display:block}.p path{fill:none;stroke:currentColor;stroke-width:1.4}.p .v{stroke-width:7;stroke-linecap:round}"
    ".p .h{fill:currentColor;stroke:none}.p .f{stroke-dasharray:3 3;opacity:.5}"
    ".p text{font:10px sans-serif;fill:currentColor;stroke:none}";

// The page.

constexpr std::string_view style = R"(
:root{color-scheme:light dark;--back:#fff;--text:#1c2530;--soft:#5b6876;--line:#d8dee5;--bar:#2f6fb2;--less:#c2553a}
@media(prefers-color-scheme:dark){:root{--back:#14191f;--text:#e4e9ee;--soft:#9aa7b4;--line:#313b45;--bar:#5b9bdf;--less:#e07a5f}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem 1rem 3rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:2rem 0 .5rem}
.lead{margin:0 0 1rem;color:var(--soft);overflow-wrap:anywhere}
.part{border-left:4px solid var(--less);padding:.3rem .8rem;margin:1rem 0}
.answer{display:flex;flex-wrap:wrap;gap:.5rem 2.5rem;margin:1rem 0}
.answer b{display:block;font-size:1.6rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.answer span,.note{color:var(--soft);font-size:.9rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;min-width:min(100%,36rem)}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere;min-width:3.5rem}
th{font-weight:600;color:var(--soft);border-bottom:2px solid var(--line);vertical-align:bottom;overflow-wrap:normal}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.b{width:17rem;min-width:6rem}
.many{font-size:.87rem}
.many th,.many td{padding:.2rem .4rem;min-width:2.5rem}
.b i{display:block;height:.75rem;min-width:1px;background:var(--bar);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.b .m{background:var(--less)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:0 2.5rem}
dl{margin:0;display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;min-width:0}
pre,code{font:13px/1.35 ui-monospace,monospace}
pre{overflow-x:auto;padding:.8rem;border:1px solid var(--line)}
code{overflow-wrap:anywhere}
summary{cursor:pointer;margin-top:2rem}
.sorts{cursor:pointer}
.sorts[aria-sort=ascending]::after{content:" ▲"}
.sorts[aria-sort=descending]::after{content:" ▼"}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}.b{min-width:4rem}}
@page{size:A4;margin:14mm}
@media print{:root{--back:#fff;--text:#000;--soft:#444;--line:#bbb;--bar:#2f6fb2;--less:#c2553a}
body{max-width:none;padding:0;font-size:10pt}
.wide{overflow:visible}thead{display:table-header-group}table{font-size:8.5pt}.many{font-size:7pt}.b{min-width:3rem}
tr,dl{break-inside:avoid}h2{break-after:avoid}details:not([open]){display:none}}
)";

// A click on a head sorts the rows; another one turns their order. Empty cells stay below.
constexpr std::string_view script = R"(
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.textContent) return;
    const isNumber = head.classList.contains("n");
    const keyOf = row => {
      const cell = row.cells[column], text = cell.querySelector("data")?.value ?? cell.textContent;
      return text === "" ? null : isNumber ? Number(text.replaceAll(",", "")) : text;
    };
    const sort = () => {
      const turn = head.ariaSort === (isNumber ? "descending" : "ascending") ? isNumber ? 1 : -1 : isNumber ? -1 : 1;
      const rows = [...body.rows].map(row => [keyOf(row), row]);
      rows.sort(([a], [b]) => a === null || b === null ? (a === null) - (b === null) : turn * (isNumber ? a - b : a.localeCompare(b)));
      heads.forEach(other => other.ariaSort = null);
      head.ariaSort = turn === 1 ? "ascending" : "descending";
      body.append(...rows.map(([, row]) => row));
    };
    head.classList.add("sorts");
    head.tabIndex = 0;
    head.onclick = sort;
    head.onkeydown = event => event.key === "Enter" && sort();
  });
}
)";

std::string words_of(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string number_text(std::string const& field) {
    if (is_whole(field)) return grouped(field);
    std::optional<double> const number = number_of(field);
    return number ? fmt::format("{:.5g}", *number) : safe(field);
}

// A number that is shown rounded keeps its digits for programs, and for the script.
std::string number_cell(std::string const& field) {
    std::string const shown = number_text(field);
    return is_whole(field) || shown == safe(field) ? shown
                                                   : fmt::format("<data value=\"{}\">{}</data>", safe(field), shown);
}

std::string bar_cell(Bar const& bar) {
    return fmt::format("<td class=\"b\"><i{} style=\"margin-left:{:.1f}%;width:{:.1f}%\"></i></td>",
                       bar.is_negative ? " class=\"m\"" : "", 100 * bar.from, 100 * (bar.to - bar.from));
}

// The table of the page, with a column of drawings if there are any, and one of bars.
class TableOfPage {
public:
    explicit TableOfPage(Rows const& rows) : rows_(rows) {
        std::size_t const edges = rows.column("edges");
        for (Row const& row : rows.shown) {
            std::optional<Pattern> const pattern = pattern_of(rows, row);
            std::string_view const described = edges == none ? std::string_view() : row[edges];
            drawings_.push_back(pattern ? Drawing(*pattern, described).svg() : "");
            are_drawn_ = are_drawn_ || pattern;
            are_edges_drawn_ = are_edges_drawn_ && pattern && described.find('/') == std::string_view::npos;
        }
        for (std::size_t c = 0; c < rows.names.size(); ++c) {
            bool const is_drawn = c == edges && are_edges_drawn_;
            if (is_drawn || rows.is_empty(c) || rows.is_of_the_run(c) || rows.is_repeated(c)) continue;
            columns_.push_back({c, rows.is_numeric(c)});
        }
        // The rows of a table of sizes are known by k.
        std::stable_partition(columns_.begin(), columns_.end(),
                              [&](Column const& one) { return rows.names[one.number] == "k"; });
        if (rows.measure != none && rows.is_numeric(rows.measure)) scale_.emplace(rows, rows.measure);
    }

    std::string head() const {
        std::string text = fmt::format("<table class=\"sortable{}\"><thead><tr>", columns_.size() > 9 ? " many" : "");
        if (are_drawn_) text += "<th></th>";
        for (auto const& [c, is_numeric] : columns_) {
            text += fmt::format("<th scope=\"col\"{}>{}</th>", is_numeric ? " class=\"n\"" : "",
                                safe(words_of(rows_.names[c])));
            if (has_bars(c)) text += "<th></th>";
        }
        return text + "</tr></thead><tbody>\n";
    }
    std::string row(std::size_t i) const {
        Row const& row = rows_.shown[i];
        std::string text = "<tr>";
        if (are_drawn_) text += "<td>" + drawings_[i] + "</td>";
        for (auto const& [c, is_numeric] : columns_) {
            text += is_numeric ? "<td class=\"n\">" + number_cell(row[c]) : "<td>" + safe(row[c]);
            text += "</td>";
            if (has_bars(c)) text += bar_cell(scale_->bar(row));
        }
        return text + "</tr>\n";
    }

private:
    bool has_bars(std::size_t column) const { return scale_ && column == rows_.measure; }

    struct Column {
        std::size_t number;
        bool is_numeric;
    };

    Rows const& rows_;
    std::vector<std::string> drawings_;
    bool are_drawn_ = false, are_edges_drawn_ = true;
    std::vector<Column> columns_;
    std::optional<Scale> scale_;
};

// The leaves of an object, with names such as "balance policy". Nulls and empty lists are left out.
void append_facts(std::string& text, std::string const& name, Json const& value) {
    if (value.is_object()) {
        for (Json::Member const& member : value.members())
            append_facts(text, (name.empty() ? "" : name + " ") + words_of(member.key), member.value);
        return;
    }
    std::string shown = value.plain();
    if (value.is_array()) {
        constexpr std::size_t most = 40;
        for (std::size_t i = 0; i < std::min(most, value.members().size()); ++i) {
            Json const& one = value.members()[i].value;
            if (one.is_object() || one.is_array()) return; // a table of its own
            shown += (i == 0 ? "" : ", ") + one.plain();
        }
        if (value.members().size() > most) shown += fmt::format(" and {} more", value.members().size() - most);
    } else if (name.ends_with(" bytes") && is_whole(shown) && shown.size() < 19) {
        shown = fmt::format("{} ({})", bytes_text(std::stoull(shown)), grouped(shown));
    } else if (is_whole(shown) && name != "seed") {
        shown = grouped(shown);
    }
    if (shown.empty()) return;
    std::string const cell = name == "command line" ? "<code>" + safe(shown) + "</code>" : safe(shown);
    text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", safe(name), cell);
}

std::string beginning(std::string title) {
    if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
        title.front() = static_cast<char>(title.front() - 32);
    return title;
}

std::string facts_text(std::vector<std::pair<std::string, Json>> const& facts) {
    std::string text = "<div class=\"facts\">\n";
    for (auto const& [title, object] : facts) {
        std::string list;
        append_facts(list, "", object);
        if (!list.empty())
            text += fmt::format("<section><h2>{}</h2><dl>\n{}</dl></section>\n", safe(beginning(title)), list);
    }
    return text + "</div>\n";
}

std::string answer_text(Json const& answer) {
    std::string text;
    for (Json::Member const& member : answer.members()) {
        std::string const value = member.value.plain();
        if (value.empty()) continue;
        std::string const said = value == "true" ? "yes" : value == "false" ? "no" : value;
        text += fmt::format("<div><b>{}</b><span>{}</span></div>\n", number_cell(said), safe(words_of(member.key)));
    }
    return text.empty() ? "" : "<div class=\"answer\">\n" + text + "</div>\n";
}

std::string seconds_text(Json const& seconds) {
    std::vector<std::pair<std::string, double>> stages;
    std::string total;
    for (Json::Member const& member : seconds.members()) {
        double const value = number_of(member.value.plain()).value_or(0);
        if (member.key == "total")
            total = fmt::format("{:.3f}", value);
        else
            stages.emplace_back(words_of(member.key), value);
    }
    if (stages.empty()) return "";
    double most = 0;
    for (auto const& stage : stages) most = std::max(most, stage.second);
    std::string text =
        "<h2>Time</h2>\n<div class=\"wide\"><table><thead><tr><th scope=\"col\">stage</th><th scope=\"col\" "
        "class=\"n\">seconds</th><th></th></tr></thead><tbody>\n";
    for (auto const& [name, value] : stages) {
        text += fmt::format("<tr><td>{}</td><td class=\"n\">{:.3f}</td>{}</tr>\n", safe(name), value,
                            bar_cell({0, most > 0 ? value / most : 0, false}));
    }
    if (!total.empty()) text += fmt::format("<tr><td>total</td><td class=\"n\">{}</td><td></td></tr>\n", total);
    return text + "</tbody></table></div>\n";
}

// The beginning of what the command prints, as many lines as a person reads.
std::string printed_text(std::string const& printed) {
    constexpr std::size_t most_lines = 400;
    std::string text;
    std::string_view rest = printed;
    for (std::size_t line = 0; line < most_lines && !rest.empty(); ++line) {
        std::size_t const end = rest.find('\n');
        text += safe(rest.substr(0, end)) + "\n";
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (text.empty()) return "";
    return fmt::format("<details><summary>The table as printed on a terminal</summary>\n<pre>{}{}</pre></details>\n",
                       text, rest.empty() ? "" : "(and further lines)\n");
}

std::string sentence(std::string text) {
    if (text.empty()) return text;
    return text.ends_with('.') ? text : text + ".";
}

std::string remark_of(RunResult const& result) {
    if (result.status == Status::complete) return "";
    if (result.status == Status::limit) return "Partial: the run ended at its limit, and there are more.";
    return fmt::format(
        "Partial: the run was stopped ({}), so the numbers are what was found until then; {} of {} were done.",
        to_string(result.status), grouped(result.roots.done), counted(result.roots.given, "job"));
}

} // namespace

std::string title_of(std::string_view application, Graph const& graph) {
    return fmt::format("{} of {}", application, graph.source.substr(graph.source.find_last_of('/') + 1));
}

Json graph_facts(Graph const& graph) {
    Json facts = graph_json(graph);
    facts["read_as"] = graph.read_as ? Json(described(*graph.read_as)) : Json("it was generated");
    facts["checksum"] = checksum_text(graph) + " (edges, ids, directions, labels, names)";
    return facts;
}

ReportPage page_of(RecordParts const& parts, std::string rows, std::string printed, Graph const& graph,
                   RunResult const& result, Stages const& stages) {
    Json conditions = Json::object();
    add_conditions(conditions, result);
    Json program = program_json();
    program["form"] = result.chosen.form.empty() ? Json(nullptr) : Json(result.chosen.form);
    program["order"] = to_string(result.chosen.order);
    program["status"] = to_string(result.status);
    program["device"] = conditions["device"];
    // The counts stand in large type, and what else is known is among the facts.
    Json answer = Json::object(), others = Json::object();
    for (Json::Member const& member : parts.answer.members()) {
        bool const is_written = member.value.plain().starts_with('[') || member.value.plain().starts_with('{');
        bool const is_large =
            member.key.starts_with("count") || member.key == "exists" || member.key.ends_with("_number");
        if (!is_written) (is_large ? answer : others)[member.key] = member.value;
    }
    return {.title = title_of(parts.application, graph),
            .semantics = parts.semantics,
            .remark = remark_of(result),
            .answer = std::move(answer),
            .rows = std::move(rows),
            .printed = std::move(printed),
            .seconds = seconds_json(stages, result.seconds),
            .facts = {{"The run", std::move(program)},
                      {"Result", std::move(others)},
                      {"Graph", graph_facts(graph)},
                      {"Parameters", parts.parameters},
                      {"Memory", conditions["memory"]},
                      {"Jobs", conditions["roots"]},
                      {"More", parts.further}}};
}

void add_reports(OutputRequest const& request, std::function<ReportPage()> const& make,
                 std::function<void(std::string const& target, std::function<void()> write)> const& add) {
    auto const page = std::make_shared<std::optional<ReportPage>>();
    auto const made = [page, make]() -> ReportPage const& {
        if (!*page) *page = make();
        return **page;
    };
    add(request.report, [made, target = request.report] { write_report(target, made()); });
    add(request.plot, [made, target = request.plot] { write_plot(target, made()); });
}

void write_report(std::string const& target, ReportPage const& page) {
    Rows const rows(page.rows);
    bool const has_more = rows.count > rows.shown.size();
    bool const has_place = target != "-" && !detail::is_written_straight(target);
    ResultStream file(target);
    std::optional<ResultStream> beside;
    if (has_more && has_place) beside.emplace(csv_beside_report(target)).write(page.rows);

    file.write(
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>{0}</title>\n<meta "
                    "name=\"viewport\" "
                    "content=\"width=device-width,initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
                    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                    "<style>{1}{2}</style></head><body>\n<h1>{0}</h1>\n<p class=\"lead\">Counted: {3}</p>\n",
                    safe(page.title), style, style_of_drawings, safe(sentence(page.semantics))));
    if (!page.remark.empty()) file.write(fmt::format("<p class=\"part\">{}</p>\n", safe(page.remark)));
    file.write(answer_text(page.answer));
    if (!rows.shown.empty()) {
        TableOfPage const table(rows);
        file.write("<div class=\"wide\">" + table.head());
        for (std::size_t i = 0; i < rows.shown.size(); ++i) file.write(table.row(i));
        file.write("</tbody></table></div>\n");
    }
    if (has_more) {
        std::string const name = target.substr(target.find_last_of('/') + 1);
        file.write(fmt::format(
            "<p class=\"note\">These are the first {} of {}: {}.</p>\n", grouped(rows.shown.size()),
            counted(rows.count, "row"),
            has_place ? fmt::format("<a href=\"{0}\">{0}</a> beside this page has all", safe(csv_beside_report(name)))
                      : std::string("--csv FILE writes all")));
    }
    file.write(seconds_text(page.seconds));
    file.write(facts_text(page.facts));
    file.write(printed_text(page.printed));
    file.write(fmt::format("<script>{}</script>\n</body></html>\n", script));

    if (beside) beside->commit();
    try {
        file.commit();
    } catch (...) {
        if (beside) ::unlink(csv_beside_report(target).c_str());
        throw;
    }
}

// The picture of --plot.

namespace {

constexpr double plot_width = 760, left = 20, names_width = 240, bars_width = 340;

// Returns: the name of a row, or else what its columns before the measured one say.
std::string name_of_row(Rows const& rows, Row const& row) {
    for (std::string_view const name : {"name", "pattern", "graph6"}) {
        std::size_t const column = rows.column(name);
        if (column != none && !row[column].empty()) return row[column];
    }
    std::string text;
    for (std::size_t c = 0; c < rows.names.size() && c < std::max<std::size_t>(rows.measure, 1); ++c) {
        if (c == rows.measure || rows.is_of_the_run(c)) continue;
        text += (text.empty() ? "" : " ") + row[c];
    }
    std::size_t const k = rows.column("k");
    if (text.empty() && k != none) return "k = " + row[k];
    return rows.column("k") == 0 ? "k = " + text : text;
}

// Texts in a picture are cut where the next column begins.
std::string cut(std::string const& text, std::size_t most) {
    if (text.size() <= most) return safe(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return safe(text.substr(0, end)) + "…";
}

} // namespace

void write_plot(std::string const& target, ReportPage const& page) {
    constexpr std::size_t most_bars = 40;
    Rows const rows(page.rows);
    bool const has_bars = rows.measure != none && rows.is_numeric(rows.measure) && !rows.shown.empty();
    std::span<Row const> const shown =
        has_bars ? std::span(rows.shown).first(std::min(most_bars, rows.shown.size())) : std::span<Row const>();
    std::string body;
    double y = 64;
    for (Row const& row : shown) {
        std::optional<Pattern> const pattern = pattern_of(rows, row);
        double height = 26, x = left;
        if (pattern) {
            Drawing const drawing(*pattern, "");
            height = drawing.height() + 8;
            body += drawing.svg(fmt::format(" x=\"{}\" y=\"{}\"", x, y + 4));
            x += drawing.width() + 10;
        }
        double const middle = y + height / 2;
        double const bars = left + names_width;
        Bar const bar = Scale(rows, rows.measure).bar(row);
        auto const letters = static_cast<std::size_t>((bars - x) / 7.5);
        body += fmt::format(
            "<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"12\" "
            "fill=\"{}\"/><text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n",
            x, middle + 4, cut(name_of_row(rows, row), letters), bars + bars_width * bar.from, middle - 6,
            std::max(1.0, bars_width * (bar.to - bar.from)), bar.is_negative ? "#c2553a" : "#2f6fb2",
            bars + bars_width + 10, middle + 4, number_text(row[rows.measure]));
        y += height;
    }
    std::string foot = has_bars ? "" : "This result has no numbers that bars could show.";
    if (shown.size() < rows.count && has_bars)
        foot = fmt::format("The first {} of {}.", shown.size(), counted(rows.count, "row"));
    if (!page.remark.empty()) foot += (foot.empty() ? "" : " ") + page.remark;
    y += foot.empty() ? 12 : 30;
    write_result(target,
                 fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 "
                             "{0} {1:.0f}\" font-family=\"sans-serif\" font-size=\"13\" color=\"#1c2530\" "
                             "fill=\"#1c2530\">\n<title>{2}</title><style>{3}</style>\n<rect width=\"100%\" "
                             "height=\"100%\" fill=\"white\"/>\n<text x=\"{4}\" y=\"28\" font-size=\"17\">{5}</text>\n"
                             "<text x=\"{4}\" y=\"48\" font-size=\"12\" fill=\"#5b6876\">{6}: {7}</text>\n{8}"
                             "<text x=\"{4}\" y=\"{9:.0f}\" font-size=\"12\" fill=\"#5b6876\">{10}</text>\n</svg>\n",
                             plot_width, y, safe(page.title), style_of_drawings, left, cut(page.title, 80),
                             has_bars ? safe(words_of(rows.names[rows.measure])) : "counted", cut(page.semantics, 105),
                             body, y - 12, safe(foot)));
}

} // namespace cerrado::command
