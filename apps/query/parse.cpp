#include "query/parse.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace cerrado {

// The choice of the language, messages, and names.

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";
constexpr std::string_view signs = "-<>=!~|+"; // of arrows and comparisons

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 128;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Statements of openCypher that are no motifs either. The parser of MATCH refuses them by their names.
bool is_match(std::string_view text) {
    std::string_view const rest = text.substr(end_of_blanks(text, true));
    if (begins_with_word(rest, "MATCH")) return true;
    constexpr std::array others{"OPTIONAL", "UNWIND", "WITH", "CALL", "CREATE", "MERGE", "DELETE", "DETACH", "SET"};
    return std::ranges::any_of(others, [&](std::string_view other) {
        if (!rest.starts_with(other)) return false;
        std::string_view const after = rest.substr(other.size());
        std::size_t const next = after.find_first_not_of(blanks);
        return next != 0 && next != std::string_view::npos &&
               (after[next] == '(' || after[next] == '[' || is_letter_or_digit(after[next]));
    });
}

// XML's characters are what every output can show.
void require_text(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        if (!detail::is_xml_text(text.substr(begin, end - begin))) {
            refuse_query(text, {begin, 1}, "this line is no UTF-8, or has control characters");
        }
        begin = end + 1;
    }
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// The characters that a person sees, one for each place of the caret.
std::vector<std::string> characters_of(std::string_view line) {
    bool const is_shown = detail::is_xml_text(line);
    std::vector<std::string> characters;
    for (char const c : line) {
        if (!is_shown && (static_cast<unsigned char>(c) >= 127 || (c < ' ' && c != '\t'))) {
            characters.emplace_back("?");
        } else if (begins_character(c) || characters.empty()) {
            characters.emplace_back(1, c);
        } else {
            characters.back() += c;
        }
    }
    return characters;
}

// Returns: the word, or the run of signs, that begins at a place.
std::string_view token_at(std::string_view text, std::size_t at) {
    auto const run = [&](auto const& belongs) {
        std::size_t end = at;
        while (end < text.size() && belongs(text[end])) ++end;
        return text.substr(at, std::max<std::size_t>(end - at, 1));
    };
    if (at >= text.size()) return {};
    if (is_letter_or_digit(text[at])) return run(is_letter_or_digit);
    if (text[at] == '*') return run([](char c) { return c == '*' || c == '.' || (c >= '0' && c <= '9'); });
    if (text[at] == '$') return run([](char c) { return c == '$' || is_letter_or_digit(c); });
    return run([](char c) { return signs.find(c) != std::string_view::npos; });
}

// Returns: the word, or the run of signs, that ends before a place and the blanks before it.
std::string_view token_before(std::string_view text, std::size_t at) {
    std::size_t const last = text.substr(0, at).find_last_not_of(blanks);
    if (last == std::string_view::npos) return {};
    bool const is_word = is_letter_or_digit(text[last]);
    std::size_t begin = last;
    while (begin > 0 && (is_word ? is_letter_or_digit(text[begin - 1])
                                 : signs.find(text[last]) != std::string_view::npos &&
                                       signs.find(text[begin - 1]) != std::string_view::npos)) {
        --begin;
    }
    return text.substr(begin, last + 1 - begin);
}

// Long words are cut: they are for messages.
std::string quoted_word(std::string_view word) {
    constexpr std::size_t most = 40;
    if (word.size() <= most) return fmt::format("'{}'", word);
    std::size_t end = most;
    while (end > 0 && !begins_character(word[end])) --end;
    return fmt::format("'{}...'", word.substr(0, end));
}

} // namespace

Query parse_query(std::string_view text, std::string_view returns) {
    Query query;
    query.text = text;
    require_text(text);
    query.items = {};
    if (is_match(text)) {
        query.language = Query::Language::match;
        parse_match(query);
    } else {
        parse_dotmotif(query);
    }
    if (!returns.empty()) {
        if (!query.items.empty()) {
            refuse_query(text, query.items.front().place,
                         "the query has a RETURN of its own; leave out one of the two lists of what to return");
        }
        query.text += "\nRETURN ";
        std::size_t const begin = query.text.size() - std::string_view("RETURN ").size();
        query.text += returns;
        require_text(query.text);
        parse_returns(query, begin);
    }
    if (query.items.empty()) query.items.push_back({.name = "count(*)"});
    return query;
}

void refuse_query(std::string_view text, QueryPlace place, std::string const& problem) {
    std::size_t const at = std::min(place.at, text.size());
    std::size_t const begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1; // npos + 1 is 0
    std::size_t const end = std::min(text.find('\n', at), text.size());
    auto const number = 1 + std::ranges::count(text.substr(0, begin), '\n');
    std::vector<std::string> characters = characters_of(text.substr(begin, end - begin));
    if (!characters.empty() && characters.back() == "\r") characters.pop_back();
    std::size_t const column = characters_of(text.substr(begin, at - begin)).size();

    // A long line is shown from `first` to `last`.
    constexpr std::size_t before = 60, width = 100;
    bool const is_long = characters.size() > width;
    std::size_t const first = is_long && column > before ? std::min(column, characters.size()) - before : 0;
    std::size_t const last = std::min(first + width, characters.size());
    std::string line, caret;
    if (first > 0) line += "...", caret += "   ";
    for (std::size_t i = first; i < last; ++i) line += characters[i];
    for (std::size_t i = first; i < column; ++i) caret += i < last && characters[i] == "\t" ? '\t' : ' ';
    if (last < characters.size()) line += "...";
    throw InputError(fmt::format("query:{}:{}: {}\n{}\n{}^", number, column + 1, problem, line, caret));
}

void refuse_syntax(std::string_view text, std::size_t at, std::string_view problem) {
    std::string_view const here = token_at(text, at);
    std::string full(problem);
    if (std::size_t const slot = full.find("{}"); slot != std::string::npos) full.replace(slot, 2, here);
    if (problem.starts_with("expected")) {
        std::string_view const before = token_before(text, at);
        if (!before.empty()) full += fmt::format(" after {}", quoted_word(before));
        if (!here.empty()) full += fmt::format(", not {}", quoted_word(here));
    }
    refuse_query(text, {at, here.size()}, full);
}

std::size_t end_of_blanks(std::string_view text, bool of_match) {
    for (std::size_t at = 0;;) {
        at = std::min(text.find_first_not_of(blanks, at), text.size());
        std::string_view const rest = text.substr(at);
        if (rest.starts_with('#') || (of_match && rest.starts_with("//"))) {
            at = std::min(text.find('\n', at), text.size());
        } else if (of_match && rest.starts_with("/*")) {
            std::size_t const end = text.find("*/", at + 2);
            if (end == std::string_view::npos) return at;
            at = end + 2;
        } else {
            return at;
        }
    }
}

bool begins_with_word(std::string_view text, std::string_view word) {
    if (text.size() < word.size() || (text.size() > word.size() && is_letter_or_digit(text[word.size()]))) return false;
    return std::ranges::equal(text.substr(0, word.size()), word, {}, lower, lower);
}

int find_variable(Query const& query, std::string_view name) {
    auto const found = std::ranges::find(query.variables, name, &QueryVariable::name);
    return name.empty() || found == query.variables.end() ? -1 : static_cast<int>(found - query.variables.begin());
}

int find_arc_of_ends(Query const& query, std::string_view name) {
    for (std::size_t bar = name.find('_'); bar != std::string_view::npos; bar = name.find('_', bar + 1)) {
        int const from = find_variable(query, name.substr(0, bar)), to = find_variable(query, name.substr(bar + 1));
        int found = -1;
        for (std::size_t i = query.arcs.size(); i-- > 0;) {
            QueryArc const& arc = query.arcs[i];
            bool const joins = from >= 0 && to >= 0 && arc.from == from && arc.to == to && !arc.is_forbidden;
            if (joins && (found < 0 || arc.name.empty())) found = static_cast<int>(i);
        }
        if (found >= 0) return found;
    }
    return -1;
}

int add_variable(Query& query, std::string name, QueryPlace place) {
    if (int const found = find_variable(query, name); found >= 0) return found;
    if (query.variables.size() == max_query_variables) {
        refuse_query(query.text, place, fmt::format("more than {} vertices", max_query_variables));
    }
    for (QueryArc const& arc : query.arcs) {
        if (!name.empty() && arc.name == name) {
            refuse_query(query.text, place,
                         fmt::format("{} is an edge; give the vertex another name", quoted_word(name)));
        }
    }
    query.variables.push_back({std::move(name), place});
    return static_cast<int>(query.variables.size()) - 1;
}

int add_arc(Query& query, QueryArc arc) {
    if (query.arcs.size() == max_query_arcs) {
        refuse_query(query.text, arc.place, fmt::format("more than {} edges", max_query_arcs));
    }
    query.arcs.push_back(std::move(arc));
    return static_cast<int>(query.arcs.size()) - 1;
}

void require_free_name(Query const& query, std::string_view name, QueryPlace place) {
    if (find_variable(query, name) >= 0) {
        refuse_query(query.text, place, fmt::format("{} is a vertex; give the edge another name", quoted_word(name)));
    }
    if (std::ranges::find(query.arcs, name, &QueryArc::name) != query.arcs.end()) {
        refuse_query(query.text, place, fmt::format("two edges are called {}", quoted_word(name)));
    }
}

void refuse_unknown(Query const& query, std::string_view name, QueryPlace place, std::vector<std::string> const& known,
                    std::string_view noun) {
    constexpr std::size_t longest = 60, most = 16; // the distance of long names takes long
    std::vector<std::string> near;
    for (std::string const& word : known) {
        if (word.size() <= longest && !word.empty()) near.push_back(word);
    }
    // Every letter is near to every other.
    std::string const meant =
        name.size() > 1 && name.size() <= longest ? nearest(std::string(name), near) : std::string();
    std::string remedy;
    if (!meant.empty()) {
        remedy = fmt::format("; did you mean {}?", quoted_word(meant));
    } else if (!near.empty() && near.size() <= most) {
        remedy = fmt::format("; there {} {}", near.size() == 1 ? "is" : "are", joined(near, ", "));
    }
    refuse_query(query.text, place, fmt::format("{} is no {}{}", quoted_word(name), noun, remedy));
}

std::vector<std::string> names_of_variables(Query const& query) {
    std::vector<std::string> names;
    for (QueryVariable const& variable : query.variables) names.push_back(variable.name);
    return names;
}

QueryTerm constant_term(Cell value, QueryPlace place) {
    QueryTerm term;
    term.value = std::move(value);
    term.place = place;
    return term;
}

QueryTerm term_of(QueryTerm::Kind kind, std::vector<QueryTerm> parts, QueryPlace place) {
    QueryTerm term;
    term.kind = kind;
    term.parts = std::move(parts);
    term.place = place;
    return term;
}

QueryTerm number_term(Query const& query, std::string_view digits, QueryPlace place) {
    char const* const end = digits.data() + digits.size();
    if (digits.find_first_of(".eE") == std::string_view::npos) {
        std::int64_t whole = 0;
        if (std::from_chars(digits.data(), end, whole).ec == std::errc{}) return constant_term(whole, place);
        refuse_query(query.text, place, "this integer does not fit 64 bits; write it with a decimal point");
    }
    double real = 0;
    if (std::from_chars(digits.data(), end, real).ec == std::errc{}) return constant_term(real, place);
    refuse_query(query.text, place, "this number is outside the range of floating point");
}

} // namespace cerrado
