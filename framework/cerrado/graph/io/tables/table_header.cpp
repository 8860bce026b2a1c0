#include <cerrado/graph/io/tables/table_header.hpp>

#include <algorithm>
#include <array>

namespace cerrado::detail {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// In lower case, without what is neither a letter nor a digit.
std::string bare(std::string_view word) {
    std::string text;
    for (char const c : word) {
        bool const counts = (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
        if (counts) text += lower(c);
    }
    return text;
}

struct Words {
    std::string_view source, target;
};
constexpr std::array<Words, 23> pairs{
    {{"source", "target"},    {"source", "destination"}, {"source", "dest"},       {"from", "to"},
     {"src", "dst"},          {"src", "dest"},           {"src", "tgt"},           {"head", "tail"},
     {"start", "end"},        {"sender", "receiver"},    {"sender", "recipient"},  {"follower", "followee"},
     {"citing", "cited"},     {"subject", "object"},     {"follower", "followed"}, {"origin", "destination"},
     {"parent", "child"},     {"caller", "callee"},      {"ego", "alter"},         {"bait", "prey"},
     {"regulator", "target"}, {"ligand", "receptor"},    {"kinase", "substrate"}}};
// What a column of ends may be called beside such a word, and before a 1 and a 2.
constexpr std::array<std::string_view, 30> nouns{
    "id",     "protein",   "interactor", "participant", "ids",     "node",   "nodes",   "vertex",  "gene",    "name",
    "symbol", "user",      "person",     "author",      "entity",  "member", "actor",   "number",  "label",   "index",
    "key",    "subreddit", "page",       "account",     "address", "email",  "station", "airport", "country", "domain"};

// Whether the text is made of such nouns alone.
bool is_of_nouns(std::string_view text) {
    if (text.empty()) return true;
    return std::ranges::any_of(
        nouns, [&](std::string_view noun) { return text.starts_with(noun) && is_of_nouns(text.substr(noun.size())); });
}

// Whether the word is this one with nouns around it.
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

// Two words that differ in their last letter: node1 and node2, Interactor A and Interactor B, u and v.
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

// Node1, and the letters of mathematics, but not g1 or A.
bool has_noun(std::string_view word) {
    if (word == "u" || word == "v" || word == "i" || word == "j") return true;
    word.remove_suffix(1);
    return std::ranges::any_of(nouns, [&](std::string_view noun) { return word.ends_with(noun); });
}

// Numbers are no words.
bool is_pair(std::string const& source, std::string const& target) {
    constexpr std::string_view digits = "0123456789";
    if (source.find_first_not_of(digits) == std::string::npos) return false;
    return go_together(source, target) || are_numbered(source, target);
}

} // namespace

std::optional<EndColumns> end_columns(std::vector<std::string> const& header,
                                      std::function<bool(EndColumns const&)> const& is_usable) {
    std::vector<std::string> words;
    for (std::string const& cell : header) words.push_back(bare(cell));
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t j = 0; j < words.size(); ++j) {
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

} // namespace cerrado::detail
