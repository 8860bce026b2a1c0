#include <cerrado/canonical/parse_pattern.hpp>

#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/pattern/matching_plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::detail {

// Patterns that are written as items between commas: 0-1,1-2,0:A.

// Takes a number off the front.
std::optional<int> take_number(std::string_view& rest);

// Returns true if the text can only be items: it begins as 0-1 or 0:.
bool begins_with_item(std::string_view text);

// Throws InputError, which quotes the wrong place.
Pattern parse_items(std::string_view text, PatternNote const& note);

namespace {

// One item of a pattern, and its place in the text.
struct Item {
    enum class Kind { edge, arc, both_arcs, no_edge, no_arc, label, discovered };
    Kind kind;
    int u = 0, v = 0;
    std::vector<std::string> labels; // labels of the edge, at most one
    std::string_view text;
    std::size_t place = 0; // place of its first character, from 1 on
};

[[noreturn]] void refuse(std::string_view text, Item const& item, std::string_view because) {
    throw InputError(fmt::format("pattern \"{}\", character {}, \"{}\": {}", text, item.place, item.text, because));
}

constexpr std::string_view forms = "expected 0-1, 0>1, 0<>1, 0~1, 0~>1, 0-1/LABEL, 0:LABEL or 0:?";

constexpr std::string_view blanks = " \t";

void skip_blanks(std::string_view& rest) { rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size())); }

std::optional<Item::Kind> take_kind(std::string_view& rest) {
    using enum Item::Kind;
    skip_blanks(rest);
    static constexpr std::pair<std::string_view, Item::Kind> signs[] = {
        {"<->", both_arcs}, {"<>", both_arcs}, {"->", arc},    {"~>", no_arc},
        {"-", edge},        {">", arc},        {"~", no_edge}, {":", label}};
    for (auto const& [sign, kind] : signs) {
        if (!rest.starts_with(sign)) continue;
        rest.remove_prefix(sign.size());
        skip_blanks(rest);
        return kind;
    }
    return std::nullopt;
}

// Returns: whether the text is ? behind backslashes.
bool is_question_mark(std::string_view text) {
    return text.ends_with('?') && text.find_first_not_of('\\') == text.size() - 1;
}

std::vector<std::string> split_labels(std::string_view rest) {
    std::vector<std::string> labels;
    for (;;) {
        std::size_t const bar = rest.find('|');
        labels.emplace_back(rest.substr(0, bar));
        if (bar == std::string_view::npos) return labels;
        rest.remove_prefix(bar + 1);
    }
}

// Returns true if the label goes on as an edge to another vertex with a label: O-1:C.
bool has_edge_within(std::string_view label) {
    for (std::size_t i = label.find_first_of("-~>"); i != std::string_view::npos;
         i = label.find_first_of("-~>", i + 1)) {
        std::string_view rest = label.substr(i + 1);
        if (take_number(rest) && rest.starts_with(':')) return true;
    }
    return false;
}

Item parse_item(std::string_view text, std::string_view item, std::size_t place) {
    Item parsed{Item::Kind::edge, 0, 0, {}, item, place};
    std::string_view rest = item;
    auto const require = [&](bool holds, std::string_view because) {
        if (!holds) refuse(text, parsed, because);
    };
    std::optional<int> const u = take_number(rest);
    require(u.has_value(), forms);
    std::optional<Item::Kind> const kind = take_kind(rest);
    require(kind.has_value(), forms);
    parsed.kind = *kind;
    parsed.u = *u;
    if (*kind == Item::Kind::label) {
        parsed.v = *u;
        parsed.labels = split_labels(rest);
        require(std::ranges::none_of(parsed.labels, &std::string::empty),
                "the label is empty: write it after the mark, or leave the mark out");
        require(std::ranges::none_of(parsed.labels, has_edge_within),
                "is this an edge within a label? Write edges and labels as items with commas between them, as in "
                "0-1,0:A,1:B");
        if (std::ranges::find(parsed.labels, "?") != parsed.labels.end()) {
            require(parsed.labels.size() == 1,
                    "? discovers any label, so it stands alone: write 0:?, with 0:A|B as an item of its own if only "
                    "these may occur, or \\? for the label ? itself");
            parsed.kind = Item::Kind::discovered;
        }
        for (std::string& label : parsed.labels) label.erase(0, label != "?" && is_question_mark(label) ? 1 : 0);
    } else {
        std::optional<int> const v = take_number(rest);
        require(v.has_value(), forms);
        parsed.v = *v;
        skip_blanks(rest);
        if (rest.starts_with('/')) {
            parsed.labels = {std::string(rest.substr(1))};
            require(!parsed.labels[0].empty(),
                    "the label of the edge is empty: write it after the /, or leave the / out");
            require(*kind != Item::Kind::no_edge && *kind != Item::Kind::no_arc,
                    "an edge that must be absent cannot have a label: leave it out");
            rest = {};
        }
        require(rest.empty(), forms);
    }
    return parsed;
}

void add_arc(Pattern& pattern, int from, int to, std::vector<std::string> const& labels) {
    pattern.require_arc(from, to);
    if (!labels.empty()) pattern.label_arc(from, to, labels[0]);
}

void add_item(Pattern& pattern, Item const& item) {
    using enum Item::Kind;
    switch (item.kind) {
    case edge: pattern.require_edge(item.u, item.v); break;
    case both_arcs: add_arc(pattern, item.v, item.u, item.labels); [[fallthrough]];
    case arc: return add_arc(pattern, item.u, item.v, item.labels);
    case no_edge: pattern.forbid_edge(item.u, item.v); break;
    case no_arc: pattern.forbid_arc(item.u, item.v); break;
    case label: return pattern.label(item.u, item.labels);
    case discovered: return pattern.discover_label(item.u);
    }
    if (!item.labels.empty()) pattern.label_edge(item.u, item.v, item.labels[0]);
}

// If items number their vertices from 1 on, they are renumbered from 0 on.
void count_from_zero(std::vector<Item>& items, std::string_view text, PatternNote const& note) {
    std::set<int> named;
    for (Item const& item : items) named.insert({item.u, item.v});
    int const least = *named.begin(), highest = *named.rbegin();
    if (least == 0) return;
    if (least > 1 || static_cast<int>(named.size()) != highest) {
        throw InputError(
            fmt::format("pattern \"{}\": vertices count from 0, and no item names 0: number them 0, 1, 2 "
                        "and so on",
                        text));
    }
    for (Item& item : items) {
        --item.u;
        --item.v;
    }
    if (note)
        note(fmt::format("pattern \"{}\": vertices count from 0, so 1 to {} are taken as 0 to {}", text, highest,
                         highest - 1));
}

} // namespace

std::optional<int> take_number(std::string_view& rest) {
    int number = 0;
    auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (rest.empty() || error != std::errc() || rest.front() == '-') return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return number;
}

bool begins_with_item(std::string_view text) {
    skip_blanks(text);
    if (!take_number(text)) return false;
    std::optional<Item::Kind> const kind = take_kind(text);
    return kind && (*kind == Item::Kind::label || take_number(text));
}

Pattern parse_items(std::string_view text, PatternNote const& note) {
    std::vector<Item> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(',', begin), text.size());
        std::string_view item = text.substr(begin, end - begin);
        skip_blanks(item);
        std::size_t const place = end - item.size();
        item = item.substr(0, item.find_last_not_of(blanks) + 1);
        items.push_back(parse_item(text, item, place + 1));
        begin = end + 1;
    }
    count_from_zero(items, text, note);
    int highest = 0;
    for (Item const& item : items) {
        highest = std::max({highest, item.u, item.v});
        if (highest < Pattern::max_vertices) continue;
        refuse(text, item, fmt::format("vertices are numbered from 0 to {}", Pattern::max_vertices - 1));
    }
    Pattern pattern(highest + 1);
    for (Item const& item : items) {
        try {
            add_item(pattern, item);
        } catch (InputError const& error) {
            refuse(text, item, error.what());
        }
    }
    return pattern;
}

} // namespace cerrado::detail

namespace cerrado {

namespace {

// digraph6 is "&", the number of vertices plus 63, then the rows of the adjacency matrix, six bits per character.
Pattern parse_digraph6(std::string_view text) {
    auto const value = [&](std::size_t i) { return text[i] - 63; };
    if (text.size() < 2 || value(1) < 1 || value(1) > Pattern::max_vertices) {
        throw InputError(fmt::format("digraph6 must have 1 to {} vertices", Pattern::max_vertices));
    }
    int const size = value(1);
    auto const bits = static_cast<std::size_t>(size * size);
    if (text.size() != 2 + (bits + 5) / 6) {
        throw InputError(fmt::format("digraph6 of {} has {} characters, not {}",
                                     counted(static_cast<WideCount>(size), "vertex"), 2 + (bits + 5) / 6, text.size()));
    }
    Pattern pattern(size);
    for (std::size_t i = 0; i < 6 * (text.size() - 2); ++i) {
        int const six = value(2 + i / 6);
        if (six < 0 || six > 63) throw InputError(fmt::format("character {} does not occur in digraph6", 3 + i / 6));
        if ((six >> (5 - i % 6) & 1) == 0) continue;
        if (i >= bits) throw InputError("digraph6 has bits beyond the last vertex");
        pattern.require_arc(static_cast<int>(i) / size, static_cast<int>(i) % size);
    }
    return pattern;
}

// Returns: the number between the text before and the text after.
std::optional<int> number_in(std::string_view text, std::string_view before, std::string_view after) {
    if (!text.starts_with(before) || !text.ends_with(after) || text.size() <= before.size() + after.size()) return {};
    std::string_view digits = text.substr(before.size(), text.size() - before.size() - after.size());
    if (digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
    return detail::take_number(digits);
}

// "K12" is the complete graph of 12 vertices. Earlier versions took it for "K1,2".
Pattern complete_pattern(int size) {
    if (size > MatchingPlan::max_vertices) {
        throw InputError(
            fmt::format("pattern \"K{}\" has more than {} vertices, and no more than these can be found one after the "
                        "other; if you mean the star of {} leaves, write K1,{}",
                        size, MatchingPlan::max_vertices, size - 10, size - 10));
    }
    Pattern pattern(size);
    for (int v = 0; v < size; ++v) {
        for (int u = 0; u < v; ++u) pattern.require_edge(u, v);
    }
    return pattern;
}

// Returns: nothing for patterns that the catalogue has.
std::optional<Pattern> path_or_cycle(std::string_view plain) {
    std::optional<int> path = number_in(plain, "p", "");
    if (!path) path = number_in(plain, "", "path");
    std::optional<int> cycle = number_in(plain, "c", "");
    if (!cycle) cycle = number_in(plain, "", "cycle");
    int const size = path.value_or(cycle.value_or(0));
    if (size <= max_adjacency_vertices) return std::nullopt;
    Pattern pattern(size);
    for (int v = 1; v < size; ++v) pattern.require_edge(v - 1, v);
    if (!path) pattern.require_edge(size - 1, 0);
    return pattern;
}

// Returns: patterns that are larger than those of the catalogue.
std::optional<Pattern> large_pattern(std::string_view text) {
    std::string const plain = plain_name(text);
    if (std::optional<int> const ones = number_in(plain, "k1", ""); ones && *ones <= 9)
        return complete_pattern(10 + *ones);
    if (std::optional<Pattern> row = path_or_cycle(plain)) return row;
    std::optional<int> leaves = number_in(plain, "k1,", "");
    if (!leaves) leaves = number_in(plain, "", "star");
    if (!leaves || *leaves < max_adjacency_vertices) return std::nullopt;
    Pattern pattern(1 + *leaves);
    for (int v = 1; v <= *leaves; ++v) pattern.require_edge(0, v);
    return pattern;
}

std::optional<Pattern> named_pattern(std::string_view text) {
    if (std::optional<Pattern> large = large_pattern(text)) return large;
    std::string const plain = plain_name(text);
    for (DirectedName const& directed : directed_names()) {
        bool const is_it =
            std::ranges::any_of(directed.names, [&](std::string const& name) { return plain_name(name) == plain; });
        if (is_it) return detail::parse_items(directed.items, {});
    }
    std::optional<NamedAdjacency> const found = find_named(text);
    return found ? std::optional(pattern_of(found->k, found->adjacency)) : std::nullopt;
}

// Returns: the known name that is nearest to a mistyped one, or an empty text.
std::string nearest_name(std::string_view text) {
    std::vector<std::string> names, plain;
    for (NamedAdjacency const& each : all_named()) {
        names.push_back(common_name(each.k, each.adjacency));
        std::ranges::copy(name_aliases(each.k, each.adjacency), std::back_inserter(names));
    }
    for (DirectedName const& each : directed_names()) std::ranges::copy(each.names, std::back_inserter(names));
    std::ranges::transform(names, std::back_inserter(plain), plain_name);
    std::string const found = nearest(plain_name(text), plain);
    return found.empty() ? "" : names[static_cast<std::size_t>(std::ranges::find(plain, found) - plain.begin())];
}

[[noreturn]] void refuse_name(std::string_view text, std::string_view why) {
    std::string const meant = nearest_name(text);
    throw InputError(
        fmt::format("pattern \"{}\" is not a known name{}, has no items such as 0-1,1-2, and is no graph6: {}", text,
                    meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant), why));
}

Pattern parse_any(std::string_view text, PatternNote const& note) {
    if (detail::begins_with_item(text)) return detail::parse_items(text, note);
    if (std::optional<Pattern> named = named_pattern(text)) return *named;
    bool const begins_as_items = text.empty() || (text[0] >= '0' && text[0] <= '9');
    if (begins_as_items && nearest_name(text).empty()) return detail::parse_items(text, note);
    try {
        if (text.starts_with('&')) return parse_digraph6(text);
        return parse_graph6(text);
    } catch (InputError const& error) {
        refuse_name(text, error.what());
    }
}

} // namespace

std::string label_in_item(std::string const& label) { return (detail::is_question_mark(label) ? "\\" : "") + label; }

std::string format_pattern(Pattern const& pattern) {
    std::vector<std::string> items;
    auto const with = [](std::string const& label) { return label.empty() ? "" : "/" + label; };
    for (int v = 0; v < pattern.size(); ++v) {
        std::vector<std::string> labels;
        for (std::string const& label : pattern.labels(v)) labels.push_back(label_in_item(label));
        if (!labels.empty()) items.push_back(fmt::format("{}:{}", v, fmt::join(labels, "|")));
        if (pattern.discovers(v)) items.push_back(fmt::format("{}:?", v));
    }
    for (int u = 0; u < pattern.size(); ++u) {
        for (int v = 0; v < pattern.size(); ++v) {
            auto const has_v = [v](Pattern::Vertices those) { return (those & Pattern::bit(v)) != 0; };
            if (u < v && has_v(pattern.edges(u)))
                items.push_back(fmt::format("{}-{}{}", u, v, with(pattern.edge_label(u, v))));
            if (has_v(pattern.arcs_from(u)))
                items.push_back(fmt::format("{}>{}{}", u, v, with(pattern.arc_label(u, v))));
            if (u < v && has_v(pattern.strangers(u))) items.push_back(fmt::format("{}~{}", u, v));
            bool const is_said = has_v(pattern.strangers(u)); // no arc, either
            if (!is_said && has_v(pattern.no_arcs_from(u))) items.push_back(fmt::format("{}~>{}", u, v));
        }
    }
    return fmt::format("{}", fmt::join(items, ","));
}

Pattern pattern_of(int k, std::uint64_t adjacency) {
    Pattern pattern(k);
    for (auto const& [u, v] : edges_of(k, adjacency)) pattern.require_edge(u, v);
    return pattern;
}

Pattern parse_pattern(std::string_view text, PatternNote const& note) {
    std::string noted;
    Pattern pattern = parse_any(text, [&](std::string const& line) { noted = line; });
    try {
        pattern.require_connected();
    } catch (InputError const& error) {
        throw InputError(fmt::format("pattern \"{}\": {}", text, error.what()));
    }
    if (note && !noted.empty()) note(noted);
    return pattern;
}

} // namespace cerrado
