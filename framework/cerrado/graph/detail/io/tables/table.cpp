#include <cerrado/graph/detail/io/tables/table.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/edges/edge_list.hpp>
#include <cerrado/graph/detail/io/format.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/tables/matrix.hpp>
#include <cerrado/graph/detail/io/tables/metis.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/io/tables/timed_table.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace cerrado::detail {

// Finds tables that do not say which columns have the edges' ends, and whose first two columns most likely do not have
// them.

// Looks at the first lines, by their layout. Throws InputError, with the option to give, in these cases: a header
// begins with the number of a row, arrows stand between names, the kind of an edge is between its ends, lists of
// neighbours follow names, or other columns have more values in common. Adds a remark if both ends may be of two kinds.
void look_at_columns(std::string_view text, std::string const& path, TableLayout const& layout, ReadReport& report);

// Returns true if all of the first lines begin with a number and a colon, as lists of neighbours do: `1: 2 3`.
bool has_lists_after_colons(std::string_view text, std::string const& path);

namespace {

constexpr std::string_view empty_cell =
    "a cell is empty; give --columns if the ends of edges are in other columns, or leave out the lines without an edge";
constexpr std::string_view unclosed = "a quotation mark is not closed; expected a cell between two";
constexpr std::string_view behind_quotes =
    "a text follows a cell in quotation marks; expected a separator of cells, or two quotation marks for one within a "
    "cell";

// Returns true if there are two separators between two cells (besides blanks), or one before the first cell. 1::2 is
// common and does not count.
bool has_empty_cell(std::string_view gap, bool is_before_first) {
    auto const separators =
        static_cast<std::size_t>(std::ranges::count_if(gap, [](char c) { return c == ',' || c == ';' || c == '|'; }));
    return separators > (is_before_first ? 0u : 1u);
}

} // namespace

std::size_t dictionary_begin(std::string_view line) {
    std::size_t const last = line.find_last_not_of(between_numbers);
    std::size_t const begin = line.find('{');
    return last == std::string_view::npos || line[last] != '}' || begin == 0 ? std::string_view::npos : begin;
}

std::optional<std::string_view> LineCells::split(std::string_view line) {
    line_ = line;
    cells_.clear();
    unescaped_.clear();
    bool const has_runs = separation_.character() == 0;
    std::size_t at = 0;
    for (;;) {
        std::size_t const gap = at - (at > 0 ? 1 : 0);
        while (at < line.size() && (separation_.is_blank(line[at]) || (has_runs && separation_.separates(line[at]))))
            ++at;
        if (has_runs && (at == line.size() || begins_comment(line, at))) {
            if (cells_.empty()) return empty_cell;
            return std::nullopt;
        }
        if (has_runs && has_empty_cell(line.substr(gap, at - gap), cells_.empty())) return empty_cell;
        if (at < line.size() && line[at] == '"') {
            if (auto const problem = take_quoted(line, at)) return problem;
        } else {
            take_plain(line, at);
        }
        if (at == line.size()) return std::nullopt;
        ++at; // the separator
    }
}

std::optional<std::string_view> LineCells::take_quoted(std::string_view line, std::size_t& at) {
    std::size_t const begin = at++;
    bool is_escaped = false;
    for (;; at += 2) {
        at = line.find('"', at);
        if (at == std::string_view::npos) return unclosed;
        if (at + 1 == line.size() || line[at + 1] != '"') break;
        is_escaped = true;
    }
    std::string_view text = line.substr(begin + 1, at - begin - 1);
    if (is_escaped) {
        std::string& plain = unescaped_.emplace_back();
        for (std::size_t i = 0; i < text.size(); ++i) {
            plain += text[i];
            if (text[i] == '"') ++i;
        }
        text = plain;
    }
    ++at;
    while (at < line.size() && separation_.is_blank(line[at]) && !separation_.separates(line[at])) ++at;
    if (at < line.size() && !separation_.separates(line[at])) return behind_quotes;
    cells_.push_back({text, begin, true});
    return std::nullopt;
}

void LineCells::take_plain(std::string_view line, std::size_t& at) {
    std::size_t const begin = at;
    if (cells_.size() > 1 && dictionary_begin(line) == begin) {
        at = line.size();
    } else {
        while (at < line.size() && !separation_.separates(line[at])) ++at;
    }
    std::size_t end = at;
    while (end > begin && separation_.is_blank(line[end - 1])) --end;
    cells_.push_back({line.substr(begin, end - begin), begin, false});
}

bool LineCells::begins_comment(std::string_view line, std::size_t at) const {
    if (line[at] != '#') return false;
    return numbers_ || at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t';
}

std::string_view LineCells::from(std::size_t i) const {
    if (i >= cells_.size()) return {};
    std::string_view const rest = line_.substr(cells_[i].begin);
    std::size_t const last = rest.find_last_not_of(between_numbers);
    return last == std::string_view::npos ? std::string_view() : rest.substr(0, last + 1);
}

namespace {

constexpr std::size_t sampled_lines = 1000;
constexpr std::size_t sampled_bytes = std::size_t{1} << 18;

// Returns: the number of times that the character is in the line, outside of quotation marks and dictionaries.
std::size_t occurrences(std::string_view line, char c) {
    std::size_t count = 0;
    bool is_quoted = false;
    for (char const at : line.substr(0, dictionary_begin(line))) {
        if (at == '"') is_quoted = !is_quoted;
        count += at == c && !is_quoted;
    }
    return count;
}

// In 1 2 0,5 each comma is within a number, and blanks separate.
bool are_decimal(std::vector<std::string_view> const& lines) {
    return std::ranges::all_of(lines, [](std::string_view line) {
        LineCells cells(Separation::runs(blanks), true);
        if (cells.split(line) || cells.size() < 3) return false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != ',') continue;
            if (i == 0 || i + 1 == line.size() || !is_digit(line[i - 1]) || !is_digit(line[i + 1])) return false;
        }
        return cells[0].find(',') == std::string_view::npos && cells[1].find(',') == std::string_view::npos;
    });
}

} // namespace

TableSample sample_of(std::string_view text, std::string const& path) {
    TableSample sample;
    std::string_view const some = text.substr(0, sampled_bytes);
    bool const is_all = some.size() == text.size();
    try {
        TextInput input(some, path);
        while (sample.lines.size() < sampled_lines && input.seek_line(table_comments)) {
            if (sample.lines.empty()) sample.last_comment = input.last_comment();
            std::string_view const line = input.whole_line();
            if (!is_all && input.at_end()) break; // cut
            sample.lines.push_back(line);
            input.skip_line();
        }
    } catch (InputError const&) { // the reader of the line reports it
    }
    return sample;
}

namespace {

// A bar can be a part of an arrow, A -| B, or the frame of a printed table.
bool are_bars_something_else(std::vector<std::string_view> const& lines) {
    return std::ranges::any_of(lines, [](std::string_view line) {
        return line.starts_with('|') || line.find("-|") != line.npos || line.find("|-") != line.npos ||
               line.find("||") != line.npos;
    });
}

} // namespace

std::optional<char> common_separator(std::vector<std::string_view> const& lines) {
    auto const fits = [&](char c) {
        std::size_t const count = occurrences(lines.back(), c), of_header = occurrences(lines.front(), c);
        return count > 0 && of_header > 0 && (of_header == count || of_header + 1 == count) &&
               std::all_of(lines.begin() + (lines.size() > 1), lines.end(),
                           [&](std::string_view line) { return occurrences(line, c) == count; });
    };
    bool const may_be_bars = fits('|') && !are_bars_something_else(lines);
    for (char const c : {'\t', ';', ','}) {
        // A few lines may have commas within cells while more bars separate the cells.
        bool const is_within = c == ',' && may_be_bars && occurrences(lines.back(), '|') > occurrences(lines.back(), c);
        if (fits(c) && !is_within && !(c == ',' && are_decimal(lines))) return c;
    }
    return may_be_bars ? std::optional('|') : std::nullopt;
}

Separation given_separation(std::string const& delimiter) {
    constexpr std::array<std::pair<std::string_view, char>, 5> words{
        {{"tab", '\t'}, {"comma", ','}, {"semicolon", ';'}, {"bar", '|'}, {"colon", ':'}}};
    if (delimiter == "blank" || delimiter == "blanks" || delimiter == " ") return Separation::runs(blanks);
    for (auto const& [word, character] : words) {
        if (delimiter == word) return Separation::one(character);
    }
    if (delimiter == "\\t") return Separation::one('\t');
    bool const is_one = delimiter.size() == 1 && !is_digit(delimiter[0]) && delimiter[0] != '"' && delimiter[0] != '\n';
    if (is_one) return Separation::one(delimiter[0]);
    throw InputError(fmt::format(
        "--delimiter {}: expected one character, or tab, comma, semicolon, bar, colon or blank", printable(delimiter)));
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Returns: the word in lower case, only with its letters and digits, and without a remark in brackets:
// `:START_ID(Person)`.
std::string bare(std::string_view word) {
    std::string text;
    word = word.substr(0, word.find('('));
    for (char const c : word) {
        bool const counts = (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
        if (counts) text += lower(c);
    }
    return text;
}

struct Words {
    std::string_view source, target;
};
constexpr std::array<Words, 32> pairs{
    {{"source", "target"},     {"source", "destination"}, {"source", "dest"},       {"from", "to"},
     {"src", "dst"},           {"src", "dest"},           {"src", "tgt"},           {"head", "tail"},
     {"start", "end"},         {"sender", "receiver"},    {"sender", "recipient"},  {"follower", "followee"},
     {"citing", "cited"},      {"subject", "object"},     {"follower", "followed"}, {"origin", "destination"},
     {"parent", "child"},      {"caller", "callee"},      {"ego", "alter"},         {"bait", "prey"},
     {"regulator", "target"},  {"ligand", "receptor"},    {"kinase", "substrate"},  {"pre", "post"},
     {"tf", "target"},         {"orig", "dest"},          {"origin", "dest"},       {"importer", "exporter"},
     {"exporter", "importer"}, {"buyer", "seller"},       {"seller", "buyer"},      {"tail", "head"}}};
// Words that may stand in a header beside such a word, and before 1 and 2.
constexpr std::array<std::string_view, 38> nouns{
    "id",     "protein",   "interactor", "participant", "ids",     "node",   "nodes",   "vertex",  "gene",    "name",
    "symbol", "user",      "person",     "author",      "entity",  "member", "actor",   "number",  "label",   "index",
    "key",    "subreddit", "page",       "account",     "address", "email",  "station", "airport", "country", "domain",
    "body",   "neuron",    "cell",       "bus",         "acct",    "site",   "paper",   "city"};

// Returns true if the text consists only of such nouns.
bool is_of_nouns(std::string_view text) {
    if (text.empty()) return true;
    return std::ranges::any_of(
        nouns, [&](std::string_view noun) { return text.starts_with(noun) && is_of_nouns(text.substr(noun.size())); });
}

// Returns true if the word is this one with nouns around it.
std::optional<std::string> around(std::string const& word, std::string_view pair_word) {
    for (std::size_t at = word.find(pair_word); at != std::string::npos; at = word.find(pair_word, at + 1)) {
        std::string const rest = word.substr(0, at) + "." + word.substr(at + pair_word.size());
        if (is_of_nouns(rest.substr(0, at)) && is_of_nouns(rest.substr(at + 1))) return rest;
    }
    return std::nullopt;
}

bool go_together(std::string const& source, std::string const& target) {
    return std::ranges::any_of(pairs, [&](Words const& pair) {
        auto const before = around(source, pair.source);
        return before && before == around(target, pair.target);
    });
}

// Finds two words that differ in their last letter: node1 and node2, Interactor A and Interactor B, u and v.
bool are_numbered(std::string_view source, std::string_view target) {
    if (source.size() != target.size() || source.empty()) return false;
    std::string_view const stem = source.substr(0, source.size() - 1);
    if (target.substr(0, stem.size()) != stem) return false;
    std::array<std::string_view, 5> const last{"12", "01", "ab", "uv", "ij"};
    constexpr std::array<std::string_view, 9> no_ends{"weight", "score", "time",  "date", "value",
                                                      "label",  "type",  "count", "taxid"};
    bool const is_measure =
        std::ranges::any_of(no_ends, [&](std::string_view word) { return stem.find(word) != std::string_view::npos; });
    std::string const ends{source.back(), target.back()};
    if (is_measure || std::ranges::find(last, ends) == last.end()) return false;
    return !stem.empty() || ends == "uv" || ends == "ij" || ends == "ab";
}

// Person1Id and Person2Id.
bool are_numbered_within(std::string const& source, std::string const& target) {
    std::size_t const at = source.find('1');
    if (at == std::string::npos || at + 1 >= source.size() || target.size() != source.size() || target[at] != '2')
        return false;
    return source.substr(0, at) == target.substr(0, at) && source.substr(at + 1) == target.substr(at + 1) &&
           is_of_nouns(source.substr(0, at)) && is_of_nouns(source.substr(at + 1));
}

// Takes Node1, and the letters of mathematics, but not g1 or A.
bool has_noun(std::string_view word) {
    if (word == "u" || word == "v" || word == "i" || word == "j") return true;
    word.remove_suffix(1);
    return std::ranges::any_of(nouns, [&](std::string_view noun) { return word.ends_with(noun); });
}

// Numbers are not words of a header.
bool is_pair(std::string const& source, std::string const& target) {
    constexpr std::string_view digits = "0123456789";
    if (source.find_first_not_of(digits) == std::string::npos) return false;
    return go_together(source, target) || are_numbered(source, target) || are_numbered_within(source, target);
}

bool is_of_pair(std::string const& word) {
    return std::ranges::any_of(
        pairs, [&](Words const& pair) { return around(word, pair.source) || around(word, pair.target); });
}

bool may_be_numbered(std::string const& word) {
    bool const ends_so = !word.empty() && std::string_view("012abuvij").find(word.back()) != std::string_view::npos;
    std::size_t const within = word.find_first_of("12"); // Person1Id
    return ends_so || (within != std::string::npos && is_of_nouns(std::string_view(word).substr(0, within)) &&
                       is_of_nouns(std::string_view(word).substr(within + 1)));
}

} // namespace

std::optional<EndColumns> end_columns(std::vector<std::string> const& header,
                                      std::function<bool(EndColumns const&)> const& is_usable) {
    std::vector<std::string> words;
    // Each column is compared with each other. A table with thousands of columns is compared only for this many.
    std::size_t words_left = 256;
    std::size_t numbered_left = 256;
    std::vector<std::size_t> ends;
    for (std::string const& cell : header) {
        std::string const& word = words.emplace_back(bare(cell));
        bool const is_word = is_of_pair(word);
        std::size_t& left = is_word ? words_left : numbered_left;
        if (left == 0 || !(is_word || may_be_numbered(word))) continue;
        --left;
        ends.push_back(words.size() - 1);
    }
    for (std::size_t const i : ends) {
        for (std::size_t const j : ends) {
            if (i == j || !is_pair(words[i], words[j])) continue;
            EndColumns const columns{i, j, go_together(words[i], words[j]), has_noun(words[i])};
            if (is_usable(columns)) return columns;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> column_named(std::vector<std::string> const& header, std::string_view name) {
    auto const same = [&](std::string const& word) {
        return std::ranges::equal(word, name, [](char a, char b) { return lower(a) == lower(b); });
    };
    auto const found = std::ranges::find_if(header, same);
    if (found == header.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header.begin());
}

namespace {

std::vector<std::string> words_of(LineCells const& cells) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < cells.size(); ++i) words.emplace_back(cells[i]);
    return words;
}

// A number, with or without a fraction.
bool is_measure(std::string_view cell) {
    constexpr std::string_view of_numbers = "0123456789.,+-eE";
    bool const has_digit = cell.find_first_of("0123456789") != std::string_view::npos;
    return has_digit && cell.find_first_not_of(of_numbers) == std::string_view::npos;
}

// Fills a layout with what a sample shows.
class Survey {
public:
    Survey(TableSample const& sample, std::string const& path, ReadOptions const& options, SaidDirection said)
        : sample_(sample),
          path_(path),
          options_(options) {
        layout_.said = said;
        layout_.said.bipartite |= options.bipartite;
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
        if (!common || has_numbers_behind_blanks(*common)) return runs;
        return Separation::one(*common);
    }

    // In 1 2<tab>5 blanks separate numbers, too. In a list of neighbours, 1<tab>2 3, the list begins in the second
    // cell.
    bool has_numbers_behind_blanks(char separator) const {
        if (options_.names) return false;
        LineCells cells(Separation::one(separator), true);
        return std::ranges::any_of(sample_.lines, [&](std::string_view line) {
            if (cells.split(line) || !is_digit(cells[0].empty() ? ' ' : cells[0][0])) return false;
            std::size_t const blank = cells[0].find_first_of(blanks);
            return blank != std::string_view::npos && is_id(cells[0].substr(0, blank));
        });
    }

    std::vector<std::string> cells_of(std::string_view line) const {
        LineCells cells(layout_.separation, !options_.names);
        cells.split(line);
        return words_of(cells);
    }

    // A cell that the first line can only have if it is no header.
    std::string_view data(std::size_t column) const {
        return column < second_.size() ? std::string_view(second_[column]) : "";
    }

    bool is_usable(EndColumns const& columns, bool as_words) const {
        bool const are_ids = is_id(data(columns.source)) && is_id(data(columns.target));
        return options_.names ? !(as_words && are_ids) : are_ids;
    }

    // Returns: the number of the two words of a header that are on other lines, too. Lines that repeat the header do
    // not count.
    int words_on_other_lines(std::vector<std::string> const& header, EndColumns const& columns) const {
        bool has_source = false, has_target = false;
        for (std::string_view const line : sample_.lines) {
            if (line == sample_.lines.front()) continue;
            std::vector<std::string> const cells = cells_of(line);
            has_source |= std::ranges::find(cells, header[columns.source]) != cells.end();
            has_target |= std::ranges::find(cells, header[columns.target]) != cells.end();
        }
        return int{has_source} + int{has_target};
    }

    bool take_header(std::vector<std::string> header, bool is_line) {
        // R leaves out the name of the column that has the rows' names.
        bool const is_short = header.size() + 1 == second_.size();
        if (is_short) header.insert(header.begin(), "");
        if (!is_line && header.size() != second_.size()) return false;
        for (bool const as_words : {true, false}) {
            auto const found = end_columns(header, [&](EndColumns const& columns) {
                bool const may_be_names = options_.names && is_line && !columns.are_words;
                // In a table of names, words of one letter are a header only if no other line has them.
                int const found_below = may_be_names ? words_on_other_lines(header, columns) : 0;
                bool const may_be_edge = may_be_names && (!columns.have_noun || found_below > 0);
                layout_.may_be_header |= columns.have_noun && found_below == 1;
                return !may_be_edge && is_usable(columns, as_words);
            });
            if (!found) continue;
            layout_.source = found->source;
            layout_.target = found->target;
            layout_.are_by_words = true;
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

    // Two words stand where the other lines have numbers.
    bool is_line_of_words() const {
        auto const is_word = [](std::string_view cell) {
            constexpr std::string_view begin_numbers = "0123456789+-.";
            return cell.empty() || begin_numbers.find(cell[0]) == std::string_view::npos;
        };
        bool const are_words = !options_.names && first_.size() > 1 && is_word(first_[0]) && is_word(first_[1]) &&
                               !(first_[0].empty() && first_[1].empty());
        bool const may_be_data = sample_.lines.size() > 1 && second_.size() > 1 && is_word(data(0)) && is_word(data(1));
        return are_words && !may_be_data; // otherwise the reader of the first line reports that it has no ids
    }

    // The names of an edge's ends in mathematics.
    bool has_letters_of_ends() const {
        constexpr std::array<std::string_view, 4> letters{"uv", "xy", "ij", "st"};
        return first_.size() > 1 && std::ranges::find(letters, bare(first_[0]) + bare(first_[1])) != letters.end();
    }

    // In a table of names: a word stands above a column of numbers.
    bool is_above_numbers() const {
        constexpr std::size_t enough = 3; // lines
        if (!options_.names || sample_.lines.size() < enough || first_.size() < 3) return false;
        for (std::size_t column = 0; column < first_.size(); ++column) {
            if (first_[column].empty() || is_measure(first_[column])) continue;
            bool const are_below = std::all_of(sample_.lines.begin() + 1, sample_.lines.end(), [&](auto line) {
                std::vector<std::string> const cells = cells_of(line);
                return column < cells.size() && is_measure(cells[column]);
            });
            if (are_below) return true;
        }
        return false;
    }

    // Finds the column that programs write before each row. Above it is nothing, or `Unnamed: 0`, as pandas then calls
    // it.
    bool has_names_of_rows() const {
        if (layout_.header_is_line && !layout_.header.empty()) {
            return layout_.header[0].empty() || layout_.header[0].starts_with("Unnamed: ");
        }
        return data(0).empty() && !data(2).empty() && std::ranges::all_of(sample_.lines, [&](std::string_view line) {
                   std::vector<std::string> const cells = cells_of(line);
                   return !cells.empty() && cells[0].empty();
               });
    }

    void find_columns() {
        if (sample_.lines.size() > 1 && take_header(first_, true)) return;
        if (take_header(cells_of(sample_.last_comment), false)) return;
        if (options_.names && has_letters_of_ends()) layout_.may_be_header |= words_on_other_lines(first_, {0, 1}) == 1;
        if (is_line_of_words() || is_above_numbers()) {
            std::vector<std::string> header = first_;
            if (header.size() + 1 == second_.size()) header.insert(header.begin(), "");
            keep_header(std::move(header), true);
        }
        if (!has_names_of_rows() || second_.size() < 3) return;
        layout_.source = 1;
        layout_.target = 2;
        layout_.has_names_of_rows = true;
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
            fmt::format("{}: --columns {}: there is no column '{}'; the first line is '{}', and columns count from 1",
                        path_, printable(options_.columns), printable(word), printable(sample_.lines.front())));
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

    // The first line is a header if it has words in these columns. In a table of names, these words must also go
    // together.
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
            if (cells.split(line)) layout_.is_quoted = true; // the reader of the line reports the error
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
        layout_.widest = widest_;
        layout_.has_labels = options_.edge_labels;
    }

    [[noreturn]] void refuse_label_column() const {
        throw InputError(fmt::format("{}: --columns {}: lines have {} columns, and there is no column {}", path_,
                                     printable(options_.columns), widest_, *layout_.label + 1));
    }

    TableSample const& sample_;
    std::string const& path_;
    ReadOptions const& options_;
    TableLayout layout_;
    std::vector<std::string> first_, second_; // cells of the first line, and of the first line that may not be a header
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

std::string in_quotation_marks(std::string_view text) {
    std::string quoted = "\"";
    for (char const c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

bool is_missing(std::string_view cell) {
    constexpr std::array<std::string_view, 9> words = {"NA",   "N/A",  "NaN", "nan", "NULL",
                                                       "null", "None", "\\N", "#N/A"};
    constexpr std::string_view begins = "Nn\\#";
    if (cell.empty() || begins.find(cell[0]) == std::string_view::npos) return false;
    return std::ranges::find(words, cell) != words.end();
}

bool is_id(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options) {
    return Survey(sample_of(text, path), path, options, said_direction(text)).layout();
}

namespace {

// In graph theory an arc leads from its tail to its head. In tables of knowledge the head comes first.
void note_tail_and_head(TableLayout const& layout, ReadReport& report) {
    std::string const source = in_lower_case(layout.name_of(layout.source));
    std::string const target = in_lower_case(layout.name_of(layout.target));
    if (!(source == "tail" && target == "head") && !(source == "head" && target == "tail")) return;
    report.remark(fmt::format("arcs lead from {} to {}; --columns {},{} turns them around", source, target,
                              layout.target + 1, layout.source + 1));
}

} // namespace

namespace {

void give_reasons(TableLayout const& layout, ReadReport& report) {
    char const separator = layout.separation.character();
    report.reasons.push_back(layout.separation_is_given ? "separator: given by --delimiter"
                             : separator == 0 ? "separator: blanks and other marks, since the number of tabs, "
                                                "semicolons, commas or bars differs between lines"
                                              : fmt::format("separator: {}, equally often on each of the first lines",
                                                            separator_name(layout)));
    if (layout.header_is_line) {
        report.reasons.push_back(fmt::format("header: the first line, '{}'", printable(layout.header_line)));
    } else {
        report.reasons.push_back(layout.header.empty() ? "header: none, as the first line is like the others"
                                                       : "header: the last comment before the edges");
    }
    report.reasons.push_back(layout.are_given           ? "columns: given by --columns"
                             : layout.are_by_words      ? "columns: the two whose words in the header go together"
                             : layout.has_names_of_rows ? "columns: the first two after the names of rows"
                                                        : "columns: the first two");
    report.reasons.push_back(layout.names ? "ids: names, by --names" : "ids: whole numbers");
}

} // namespace

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
    bool const may_be_lists = layout.columns == 0 && layout.are_ids && layout.separation.character() == 0;
    bool const may_be_others = layout.widest > (layout.has_labels ? 3u : 2u) && layout.header.empty() && !may_be_lists;
    bool const may_be_data = layout.header_is_line && !layout.header_is_sure;
    report.is_doubtful |= may_be_data || (!layout.are_given && (are_others || may_be_others));
    if (!layout.are_given && may_be_others) report.remark("--columns takes others");
    note_tail_and_head(layout, report);
    give_reasons(layout, report);
    if (layout.columns == 0 && !layout.header.empty() && layout.separation.character() == 0) {
        report.remark(
            "lines below the header differ in length, and blanks hide an empty cell; a table with tabs or commas would "
            "show it");
    }
    if (layout.may_be_header && layout.header.empty()) {
        report.remark(
            "the first line is read as an edge, since other lines have one of its words; leave it out if it is a "
            "header");
    }
    if (may_be_data) {
        report.remark(fmt::format("the first line, '{}', is taken as a header", printable(layout.header_line)));
    }
}

namespace {

// Names of a column that distinguishes rows.
void refuse_numbered_rows(std::string const& path, TableLayout const& layout) {
    constexpr std::array<std::string_view, 9> words{"id", "index",  "key",     "row", "no",
                                                    "nr", "edgeid", "edge_id", "eid"};
    bool const are_first = layout.header_is_line && layout.source == 0 && layout.target == 1;
    if (!are_first || std::ranges::find(words, in_lower_case(layout.header[0])) == words.end()) return;
    throw InputError(
        fmt::format("{}: the first column is called '{}', which is hardly an end of an edge; give --columns with the "
                    "two columns that are the ends, such as --columns 2,3",
                    path, printable(layout.header[0])));
}

using Rows = std::vector<std::vector<std::string>>;

bool all_of_column(Rows const& rows, std::size_t column, auto const& is_kind) {
    return std::ranges::all_of(
        rows, [&](auto const& row) { return column < row.size() && is_kind(std::string_view(row[column])); });
}

// Returns: the word between two names in all lines, such as -> or --.
bool is_arrow(std::string_view cell) {
    return !cell.empty() && cell.find_first_not_of("-<>=~|") == std::string_view::npos;
}

// Returns true if the second column has words that are no ends, and the third column some words of the first.
bool has_kinds_between(Rows const& rows) {
    std::unordered_set<std::string_view> sources, kinds, targets;
    for (auto const& row : rows) {
        sources.insert(row[0]);
        kinds.insert(row[1]);
        targets.insert(row[2]);
    }
    bool const are_apart = std::ranges::none_of(
        kinds, [&](std::string_view word) { return sources.contains(word) || targets.contains(word); });
    return are_apart && std::ranges::any_of(targets, [&](std::string_view word) { return sources.contains(word); });
}

void refuse_doubtful_names(Rows const& rows, std::string const& path) {
    if (all_of_column(rows, 0, [](std::string_view cell) { return cell.size() > 1 && cell.ends_with(':'); })) {
        throw InputError(fmt::format(
            "{}: each line's first word ends with a colon, as before a list of neighbours; take the colons out and "
            "give --format adjlist: `sed 's/: / /' FILE | cerrado COMMAND - --names --format adjlist`",
            path));
    }
    bool const are_three = std::ranges::all_of(rows, [](auto const& row) { return row.size() == 3; });
    if (are_three && all_of_column(rows, 1, is_arrow)) {
        throw InputError(fmt::format("{}: '{}' stands between the ends of each edge; give --columns 1,3", path,
                                     printable(rows[0][1])));
    }
    if (!are_three || rows.size() < 2 || !has_kinds_between(rows)) return;
    throw InputError(
        fmt::format("{}: the third column has names of the first, and the second column has names of neither, such as "
                    "'{}'; if it is the kind of an edge, give --columns 1,3, otherwise --columns 1,2",
                    path, printable(rows[0][1])));
}

// Finds columns that have values in common, as the two ends of edges do, in a sample of rows.
class SharedValues {
public:
    SharedValues(Rows const& rows, bool names) {
        std::size_t width = most_columns;
        for (auto const& row : rows) width = std::min(width, row.size());
        values_.resize(width);
        for (std::size_t column = 0; column < width; ++column) {
            auto const may_be_end = [&](std::string_view cell) { return names ? !cell.empty() : is_id(cell); };
            if (!all_of_column(rows, column, may_be_end)) continue;
            for (auto const& row : rows) values_[column].insert(row[column]);
        }
    }

    // Returns: the number of values that two columns share. It is 0 if one of them cannot be an end.
    std::size_t count(std::size_t a, std::size_t b) const {
        if (std::max(a, b) >= values_.size()) return 0;
        return static_cast<std::size_t>(
            std::ranges::count_if(values_[a], [&](std::string_view value) { return values_[b].contains(value); }));
    }
    std::size_t distinct(std::size_t column) const { return column < values_.size() ? values_[column].size() : 0; }

    // Finds the pair of columns with most values in common, besides the two given columns. A column of a few values in
    // many rows, such as weights or kinds, cannot be in a pair.
    std::vector<std::pair<std::size_t, std::size_t>> best_besides(std::size_t source, std::size_t target) const {
        std::size_t const few = std::max(distinct(source), distinct(target)) / 3;
        std::vector<std::pair<std::size_t, std::size_t>> best;
        std::size_t most = 1;
        for (std::size_t b = 1; b < values_.size(); ++b) {
            for (std::size_t a = 0; a < b; ++a) {
                bool const is_taken = a == std::min(source, target) && b == std::max(source, target);
                if (is_taken || distinct(a) < 2 || distinct(b) < 2 || std::min(distinct(a), distinct(b)) < few)
                    continue;
                std::size_t const shared = count(a, b);
                if (shared < most) continue;
                if (shared > most) best.clear();
                most = shared;
                best.emplace_back(a, b);
            }
        }
        return best;
    }

private:
    static constexpr std::size_t most_columns = 24;

    std::vector<std::unordered_set<std::string_view>> values_;
};

std::string in_words(std::pair<std::size_t, std::size_t> columns) {
    return fmt::format("--columns {},{}", columns.first + 1, columns.second + 1);
}

// Other columns than those that would be taken have far more values in common.
void refuse_columns_that_share_less(SharedValues const& values, std::vector<std::string_view> const& lines,
                                    std::string const& path, TableLayout const& layout) {
    auto const best = values.best_besides(layout.source, layout.target);
    if (best.empty()) return;
    std::size_t const taken = values.count(layout.source, layout.target);
    std::size_t const other = values.count(best[0].first, best[0].second);
    std::size_t const least = layout.names ? 1 : 2; // small numbers can be the same by chance
    if (other < least || other <= 2 * taken) return;
    std::string options, sample;
    for (auto const& pair : best) options += (options.empty() ? "" : ", or ") + in_words(pair);
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i) {
        sample += fmt::format("{}'{}'", i == 0 ? "" : ", ", printable(lines[i]));
    }
    throw InputError(
        fmt::format("{}: columns {} and {} have {} values in common, and columns {} and {} have {}: which are the ends "
                    "of edges? Give {}, or {}; the first rows are {}",
                    path, layout.source + 1, layout.target + 1, taken, best[0].first + 1, best[0].second + 1, other,
                    options, in_words({layout.source, layout.target}), sample));
}

// Users and items, for example, have numbers of their own.
void note_kinds(SharedValues const& values, TableLayout const& layout, ReadReport& report) {
    report.reasons.push_back(
        fmt::format("values: columns {} and {} have {} values in common in the first lines, of {} and {}",
                    layout.source + 1, layout.target + 1, values.count(layout.source, layout.target),
                    values.distinct(layout.source), values.distinct(layout.target)));
    if (layout.said.bipartite) return;
    std::size_t const shared = values.count(layout.source, layout.target);
    auto const name = [&](std::size_t column) {
        std::string const word = layout.name_of(column);
        return word.empty() ? fmt::to_string(column + 1) : "'" + printable(word) + "'";
    };
    constexpr std::size_t some = 3;
    bool const are_some = std::min(values.distinct(layout.source), values.distinct(layout.target)) >= some;
    if (shared == 0 && are_some) {
        report.remark(fmt::format("columns {} and {} have no value in common: two kinds of vertices?",
                                  name(layout.source), name(layout.target)));
    } else if (!layout.names && layout.header_is_line && shared > 0) {
        report.remark(fmt::format(
            "columns {} and {} have {} in common, which are taken as the same vertices; --bipartite keeps both apart",
            name(layout.source), name(layout.target), counted(shared, "number")));
    }
}

} // namespace

void look_at_columns(std::string_view text, std::string const& path, TableLayout const& layout, ReadReport& report) {
    if (!layout.header.empty()) refuse_numbered_rows(path, layout);
    if (layout.are_by_words || layout.are_given) return;
    LineCells cells(layout.separation, !layout.names);
    Rows rows;
    std::vector<std::string_view> lines = sample_of(text, path).lines;
    if (layout.header_is_line) lines.erase(lines.begin());
    for (std::string_view const line : lines) {
        if (cells.split(line)) return; // the reader of the line reports the error
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) row.emplace_back(cells[i]);
    }
    auto const lacks_end = [&](auto const& row) {
        return std::max(layout.source, layout.target) >= row.size() || row[layout.source].empty() ||
               row[layout.target].empty();
    };
    if (rows.empty() || std::ranges::any_of(rows, lacks_end)) return; // the reader of the lines reports the error
    if (layout.names && layout.header.empty()) refuse_doubtful_names(rows, path);
    SharedValues const values(rows, layout.names);
    refuse_columns_that_share_less(values, lines, path, layout);
    note_kinds(values, layout, report);
}

bool has_lists_after_colons(std::string_view text, std::string const& path) {
    std::vector<std::string_view> const lines = sample_of(text, path).lines;
    return !lines.empty() && std::ranges::all_of(lines, [](std::string_view line) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        std::size_t const colon = line.find(':');
        if (colon == std::string_view::npos || !is_id(line.substr(0, colon))) return false;
        line.remove_prefix(colon + 1);
        return (line.empty() || line[0] == ' ' || line[0] == '\t') && line.find(':') == std::string_view::npos;
    });
}

namespace {

// Returns true if as many lines follow the first as its first number says. Comments and empty lines at the end do not
// count.
bool has_line_for_each_vertex(std::string_view text, std::string const& path) {
    constexpr std::uint64_t most_besides = 64;
    TextInput input(text, path);
    if (!input.seek_line("%")) return false;
    LineCells cells(Separation::runs(blanks), true);
    if (cells.split(input.whole_line()) || cells.size() < 2 || cells.size() > 4) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!is_id(cells[i])) return false;
    }
    std::uint64_t vertices = 0;
    std::string_view const first = cells[0];
    if (std::from_chars(first.data(), first.data() + first.size(), vertices).ec != std::errc() || vertices == 0)
        return false;
    auto const lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    return vertices <= lines && lines - vertices <= most_besides + input.comments();
}

// Returns true if all lines have two numbers.
bool are_pairs(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    LineCells cells(Separation::runs(blanks), true);
    while (input.seek_line("%")) {
        if (cells.split(input.whole_line()) || cells.size() != 2) return false;
        input.skip_line();
    }
    return true;
}

std::optional<Graph> as_metis(std::string_view text, std::string const& path) {
    if (!has_line_for_each_vertex(text, path)) return std::nullopt;
    try {
        return read_metis(text, path);
    } catch (InputError const&) {
        return std::nullopt;
    }
}

Graph read_found_metis(Graph graph, std::string_view text, std::string const& path, ReadOptions const& options,
                       ReadReport& report) {
    if (are_pairs(text, path)) {
        throw InputError(
            fmt::format("{}: this is a METIS file and an edge list with a header as well; give --format metis or "
                        "--format edges",
                        path));
    }
    if (options.time) refuse_times(path, "METIS");
    if (options.directed) refuse_directions(path);
    if (options.names) refuse_names(path);
    report.format = "METIS";
    report.remark(
        fmt::format("the first line has the sizes, and a line follows for each of {} vertices", graph.vertex_count()));
    return graph;
}

bool is_list_of_ids(std::string_view cell) {
    while (!cell.empty()) {
        std::size_t const end = std::min(cell.find_first_of(between_numbers), cell.size());
        if (!is_id(cell.substr(0, end))) return false;
        cell.remove_prefix(end);
        cell.remove_prefix(std::min(cell.find_first_not_of(between_numbers), cell.size()));
    }
    return true;
}

// Returns true if each of the first lines has two cells, an id and a list of its neighbours, and one list has several:
// 1<tab>2,3.
bool has_lists_in_cells(std::string_view text, std::string const& path, TableLayout const& layout) {
    if (layout.separation.character() == 0 || layout.columns != 2) return false;
    LineCells cells(layout.separation, true);
    bool has_several = false;
    for (std::string_view const line : sample_of(text, path).lines) {
        if (cells.split(line) || cells.size() != 2 || !is_id(cells[0]) || !is_list_of_ids(cells[1])) return false;
        has_several |= !is_id(cells[1]);
    }
    return has_several;
}

// For lines of the same length. They are read as edges unless their lists have each edge twice.
bool are_adjacency_lists(std::string_view text, std::string const& path, TableLayout const& layout) {
    if (layout.names || !layout.header.empty()) return false;
    if (has_lists_after_colons(text, path) || has_lists_in_cells(text, path, layout)) return true;
    bool const may_be = layout.columns > 2 && layout.are_ids && layout.separation.character() == 0;
    return may_be && lists_have_both_ways(text, path);
}

Graph read_lists(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    if (options.time) refuse_times(path, "an adjacency list");
    return read_adjacency_list(text, path, options, report);
}

} // namespace

Graph read_table(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report,
                 EdgeLineReader* lines) {
    ReadReport counted;
    if (auto const edges = without_vertex_count(text, path, counted)) {
        Graph graph = read_table(*edges, path, options, report);
        report.comments -= report.comments > 0;
        ++report.header_lines;
        report.remark(counted.remarks.front());
        return graph;
    }
    bool const may_be_lists = options.columns.empty() && options.delimiter.empty() && !options.names;
    if (may_be_lists && are_weighted_lists(text, path)) return read_lists(text, path, options, report);
    TableLayout layout = survey_table(text, path, options);
    bool const is_free = options.columns.empty() && options.delimiter.empty() && !options.edge_labels;
    if (is_free && layout.separation.character() == 0) {
        if (auto graph = as_metis(text, path)) return read_found_metis(std::move(*graph), text, path, options, report);
    }
    if (is_free && is_matrix(text, path)) {
        if (options.time) refuse_times(path, "an adjacency matrix");
        return read_matrix(text, path, options, report);
    }
    if (is_free && are_adjacency_lists(text, path, layout)) return read_lists(text, path, options, report);
    if (options.time) layout = timed_layout(std::move(layout), text, path, options, report);
    look_at_columns(text, path, layout, report);
    bool const is_read =
        lines != nullptr && layout.is_plain() && !options.edge_labels && lines->rules() == line_rules(layout);
    return read_edge_list(text, path, layout, options, report, is_read ? lines : nullptr);
}

} // namespace cerrado::detail
