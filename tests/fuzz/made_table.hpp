// Tables of edges as people hold them, made at random beside the graph that is meant. What is read is that graph, or it is
// refused, or a person is told how it was read.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::fuzz {

using Texts = std::vector<std::string>;
using NamedEdges = std::set<std::pair<std::string, std::string>>; // each with its lesser end first

struct MadeTable {
    std::string text;
    std::string ending; // of its file's name
    bool has_names = false;
    NamedEdges edges;
};

class TableMaker {
public:
    explicit TableMaker(std::uint64_t seed) : random_(seed) {}

    MadeTable make() {
        choose_ids();
        choose_edges();
        choose_columns();
        MadeTable made{write(),
                       separator_ == "," || separator_ == ";" ? ".csv"
                       : separator_ == "\t"                   ? ".tsv"
                                                              : ".txt",
                       has_names_,
                       {}};
        for (auto const& [u, v] : edges_) made.edges.insert(std::minmax(u, v));
        return made;
    }

private:
    enum class Kind { source, target, row_number, weight, share, date, constant, word, text, serial };
    struct Column {
        Kind kind;
        std::string title;
    };

    std::size_t below(std::size_t bound) { return random_() % bound; }
    bool once_in(std::size_t times) { return below(times) == 0; }
    template <class T> T const& any_of(std::vector<T> const& all) { return all[below(all.size())]; }

    void choose_ids() {
        static Texts const words = {"ann",     "bob",      "Zoë",    "TP53",  "BRCA1", "München", "京都",   "São Paulo",
                                    "x",       "y_1",      "node-7", "07",    "1a",    "A.B",     "O'Hara", "éva",
                                    "gene 12", "Neuron/L", "#cats",  "//a:x", "%low",  "true",    "e",      "Иван"};
        has_names_ = once_in(2);
        std::size_t const count = 4 + below(9);
        static Texts const separators = {",", "\t", ";", "|", " "};
        separator_ = any_of(separators);
        std::set<std::string> chosen;
        std::size_t const first = any_of(std::vector<std::size_t>{0, 1, 1, 100, 90210}),
                          step = any_of(std::vector<std::size_t>{1, 1, 1, 7, 1013});
        for (std::size_t i = 0; chosen.size() < count; ++i) {
            std::string const word = has_names_ ? any_of(words) : std::to_string(first + step * i);
            if (separator_ == " " && word.find(' ') != std::string::npos) continue;
            chosen.insert(word);
        }
        ids_.assign(chosen.begin(), chosen.end());
    }
    void choose_edges() {
        std::set<std::pair<std::string, std::string>> seen;
        std::size_t const wanted = 3 + below(18);
        for (std::size_t draw = 0; draw < 4 * wanted && edges_.size() < wanted; ++draw) {
            std::string const &u = any_of(ids_), &v = any_of(ids_);
            if (u != v && seen.insert(std::minmax(u, v)).second) edges_.emplace_back(u, v);
        }
    }
    void choose_columns() {
        static std::vector<std::pair<std::string, std::string>> const pairs = {
            {"source", "target"}, {"from", "to"},         {"pre", "post"},     {"ORIGIN", "DEST"},
            {"buyer", "seller"},  {"from_bus", "to_bus"}, {"von", "nach"},     {"origen", "destino"},
            {"de", "para"},       {"откуда", "куда"},     {"出発", "到着"},    {"gene_a", "gene_b"},
            {"id1", "id2"},       {"caller", "callee"},   {"citing", "cited"}, {"u", "v"},
            {"x", "y"},           {"node_i", "node_j"},   {"parent", "child"}, {"kaynak", "hedef"}};
        auto const [source, target] = any_of(pairs);
        columns_ = {{Kind::source, source}, {Kind::target, target}};
        static std::vector<Column> const others = {
            {Kind::row_number, ""},   {Kind::row_number, "Unnamed: 0"}, {Kind::row_number, "index"},
            {Kind::weight, "weight"}, {Kind::weight, "Anzahl"},         {Kind::weight, "n"},
            {Kind::share, "score"},   {Kind::share, "probabilidad"},    {Kind::date, "date"},
            {Kind::date, "tarih"},    {Kind::constant, "kind"},         {Kind::word, "type"},
            {Kind::word, "relation"}, {Kind::text, "remark"},           {Kind::serial, "transaction"},
            {Kind::serial, "edge_id"}};
        std::size_t const more = below(4);
        for (std::size_t i = 0; i < more; ++i) {
            Column const column = any_of(others);
            bool const is_first = column.kind == Kind::row_number || once_in(3);
            std::size_t const place = is_first ? 0 : below(columns_.size() + 1);
            columns_.insert(columns_.begin() + static_cast<std::ptrdiff_t>(place), column);
        }
    }

    std::string cell(Column const& column, std::size_t row) {
        static Texts const few = {"activates", "inhibits", "binds", "friend", "kin"};
        static Texts const remarks = {"ok", "see note", "checked twice", "n/a so far", "a longer remark, with a comma"};
        switch (column.kind) {
        case Kind::source: return edges_[row].first;
        case Kind::target: return edges_[row].second;
        case Kind::row_number: return std::to_string(row);
        case Kind::weight: return std::to_string(1 + below(9));
        case Kind::share: return "0." + std::to_string(100 + below(900));
        case Kind::date: return "2024-0" + std::to_string(1 + below(9)) + "-1" + std::to_string(below(10));
        case Kind::constant: return "bond";
        case Kind::word: return any_of(few);
        case Kind::text: return any_of(remarks);
        case Kind::serial: return std::to_string(700001 + row);
        }
        return "";
    }
    std::string quoted(std::string const& cell, bool always) {
        bool const must = cell.find(separator_) != std::string::npos || cell.find('"') != std::string::npos;
        return must || always ? '"' + cell + '"' : cell;
    }
    std::string line(Texts const& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += (i == 0 ? "" : separator_) + quoted(cells[i], quotes_all_);
        return text;
    }

    std::string write() {
        quotes_all_ = once_in(6);
        std::string const end = any_of(Texts{"\n", "\n", "\n", "\r\n", "\r"});
        Texts lines;
        bool const has_header = once_in(2);
        Texts titles;
        for (Column const& column : columns_) titles.push_back(column.title);
        if (has_header && columns_.front().kind == Kind::row_number && once_in(3)) titles.erase(titles.begin()); // R
        std::string const header = line(titles);
        if (once_in(5)) lines.push_back("# a list of edges");
        if (has_header) lines.push_back(header);
        for (std::size_t row = 0; row < edges_.size(); ++row) {
            Texts cells;
            for (Column const& column : columns_) cells.push_back(cell(column, row));
            lines.push_back(line(cells));
            if (has_header && row == 3 && once_in(8)) lines.push_back(header); // files that were joined
        }
        if (once_in(8)) add_missing(lines);
        if (once_in(6)) lines.push_back("");
        std::string text = once_in(8) ? "\xEF\xBB\xBF" : "";
        for (std::string const& one : lines) text += one + end;
        if (once_in(4)) text.resize(text.size() - end.size());
        return text;
    }
    // A row without one of its ends.
    void add_missing(Texts& lines) {
        static Texts const missing = {"NA", "NaN", "NULL", "None", ""};
        Texts cells;
        for (Column const& column : columns_) cells.push_back(cell(column, 0));
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].kind == Kind::target) cells[i] = any_of(missing);
        }
        bool const quotes_all = std::exchange(quotes_all_, false); // or NA would be a name
        lines.push_back(line(cells));
        quotes_all_ = quotes_all;
    }

    std::mt19937_64 random_;
    bool has_names_ = false, quotes_all_ = false;
    std::string separator_;
    Texts ids_;
    std::vector<std::pair<std::string, std::string>> edges_;
    std::vector<Column> columns_;
};

inline std::string id_text(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? vertex_name(graph, id) : std::to_string(id);
}

// What became of a table.
enum class Outcome { right, told, refused, silently_other };

inline Outcome outcome_of(MadeTable const& table) {
    try {
        Graph const graph =
            detail::read_buffer(table.text, "table" + table.ending, {}, {.threads = 1, .names = table.has_names});
        NamedEdges found;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId const u : graph.neighbours(v))
                found.insert(std::minmax(id_text(graph, u), id_text(graph, v)));
        }
        bool const is_told = graph.read_as && (graph.read_as->is_doubtful || !graph.read_as->remarks.empty());
        return found == table.edges ? Outcome::right : is_told ? Outcome::told : Outcome::silently_other;
    } catch (InputError const&) {
        return Outcome::refused;
    }
}

} // namespace cerrado::fuzz
