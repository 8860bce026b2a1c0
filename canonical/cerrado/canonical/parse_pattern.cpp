#include <cerrado/canonical/parse_pattern.hpp>

#include <cerrado/canonical/directed_names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/pattern/matching_plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

namespace cerrado {

namespace {

// One item of a pattern, and where it stands.
struct Item {
    enum class Kind { edge, arc, both_arcs, no_edge, no_arc, label };
    Kind kind;
    int u = 0, v = 0;
    std::vector<std::string> labels; // of the edge: at most one
    std::string_view text;
    std::size_t place = 0; // its first character, from 1 on
};

[[noreturn]] void refuse(std::string_view text, Item const& item, std::string_view because) {
    throw InputError(fmt::format("pattern \"{}\", character {}, \"{}\": {}", text, item.place, item.text, because));
}

constexpr std::string_view forms = "expected 0-1, 0>1, 0<>1, 0~1, 0~>1, 0-1/LABEL or 0:LABEL";

// Takes a number off the front.
std::optional<int> take_number(std::string_view& rest) {
    int number = 0;
    auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc() || rest.front() == '-') return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return number;
}

std::optional<Item::Kind> take_kind(std::string_view& rest) {
    using enum Item::Kind;
    static constexpr std::pair<std::string_view, Item::Kind> signs[] = {
        {"<>", both_arcs}, {"~>", no_arc}, {"-", edge}, {">", arc}, {"~", no_edge}, {":", label}};
    for (auto const& [sign, kind] : signs) {
        if (!rest.starts_with(sign)) continue;
        rest.remove_prefix(sign.size());
        return kind;
    }
    return std::nullopt;
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

Item parse_item(std::string_view text, std::string_view item, std::size_t place) {
    Item parsed{Item::Kind::edge, 0, 0, {}, item, place};
    std::string_view rest = item;
    auto const require = [&](bool holds, std::string_view because) {
        if (!holds) refuse(text, parsed, because);
    };
    std::optional<int> const u = rest.empty() ? std::nullopt : take_number(rest);
    require(u.has_value(), forms);
    std::optional<Item::Kind> const kind = take_kind(rest);
    require(kind.has_value(), forms);
    parsed.kind = *kind;
    parsed.u = *u;
    if (*kind == Item::Kind::label) {
        parsed.v = *u;
        parsed.labels = split_labels(rest);
        require(std::ranges::none_of(parsed.labels, &std::string::empty), "a label is empty");
    } else {
        std::optional<int> const v = rest.empty() ? std::nullopt : take_number(rest);
        require(v.has_value(), forms);
        parsed.v = *v;
        if (rest.starts_with('/')) {
            parsed.labels = {std::string(rest.substr(1))};
            require(!parsed.labels[0].empty(), "the label of the edge is empty");
            require(*kind != Item::Kind::no_edge && *kind != Item::Kind::no_arc, "what is not there has no label");
            rest = {};
        }
        require(rest.empty(), forms);
    }
    require(std::max(parsed.u, parsed.v) < Pattern::max_vertices,
            fmt::format("vertices are numbered from 0 to {}", Pattern::max_vertices - 1));
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
    }
    if (!item.labels.empty()) pattern.label_edge(item.u, item.v, item.labels[0]);
}

Pattern parse_items(std::string_view text) {
    std::vector<Item> items;
    int highest = 0;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(',', begin), text.size());
        items.push_back(parse_item(text, text.substr(begin, end - begin), begin + 1));
        highest = std::max({highest, items.back().u, items.back().v});
        begin = end + 1;
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

// "&", the number of vertices plus 63, then the rows of the adjacency matrix, six bits a character.
Pattern parse_digraph6(std::string_view text) {
    auto const value = [&](std::size_t i) { return text[i] - 63; };
    if (text.size() < 2 || value(1) < 1 || value(1) > Pattern::max_vertices) {
        throw InputError(fmt::format("digraph6 of 1 to {} vertices was expected", Pattern::max_vertices));
    }
    int const size = value(1);
    auto const bits = static_cast<std::size_t>(size * size);
    if (text.size() != 2 + (bits + 5) / 6) {
        throw InputError(
            fmt::format("digraph6 of {} vertices has {} characters, not {}", size, 2 + (bits + 5) / 6, text.size()));
    }
    Pattern pattern(size);
    for (std::size_t i = 0; i < 6 * (text.size() - 2); ++i) {
        int const six = value(2 + i / 6);
        if (six < 0 || six > 63) throw InputError(fmt::format("character {} is none of digraph6", 3 + i / 6));
        if ((six >> (5 - i % 6) & 1) == 0) continue;
        if (i >= bits) throw InputError("digraph6 has bits beyond the last vertex");
        pattern.require_arc(static_cast<int>(i) / size, static_cast<int>(i) % size);
    }
    return pattern;
}

// The number that the text is, but for what comes before and after it.
std::optional<int> number_in(std::string_view text, std::string_view before, std::string_view after) {
    if (!text.starts_with(before) || !text.ends_with(after) || text.size() <= before.size() + after.size()) return {};
    std::string_view digits = text.substr(before.size(), text.size() - before.size() - after.size());
    if (digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
    return take_number(digits);
}

// "K12" is the complete graph, though "K1,2" has been called so.
Pattern complete_pattern(int size) {
    if (size > MatchingPlan::max_vertices) {
        throw InputError(
            fmt::format("pattern \"K{}\" has more than {} vertices, which are found one after the other; the "
                        "star of {} leaves is K1,{}",
                        size, MatchingPlan::max_vertices, size - 10, size - 10));
    }
    Pattern pattern(size);
    for (int v = 0; v < size; ++v) {
        for (int u = 0; u < v; ++u) pattern.require_edge(u, v);
    }
    return pattern;
}

// Nothing where it is no larger than the catalogue.
std::optional<Pattern> path_or_cycle(std::string_view lower) {
    std::optional<int> path = number_in(lower, "p", "");
    if (!path) path = number_in(lower, "", "-path");
    std::optional<int> cycle = number_in(lower, "c", "");
    if (!cycle) cycle = number_in(lower, "", "-cycle");
    int const size = path.value_or(cycle.value_or(0));
    if (size <= max_adjacency_vertices) return std::nullopt;
    Pattern pattern(size);
    for (int v = 1; v < size; ++v) pattern.require_edge(v - 1, v);
    if (!path) pattern.require_edge(size - 1, 0);
    return pattern;
}

// What is larger than the catalogue.
std::optional<Pattern> large_pattern(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::optional<int> const ones = number_in(lower, "k1", ""); ones && *ones <= 9)
        return complete_pattern(10 + *ones);
    if (std::optional<Pattern> row = path_or_cycle(lower)) return row;
    std::optional<int> leaves = number_in(lower, "k1,", "");
    if (!leaves) leaves = number_in(lower, "", "-star");
    if (!leaves || *leaves < max_adjacency_vertices) return std::nullopt;
    Pattern pattern(1 + *leaves);
    for (int v = 1; v <= *leaves; ++v) pattern.require_edge(0, v);
    return pattern;
}

std::optional<Pattern> named_pattern(std::string_view text) {
    if (std::optional<Pattern> large = large_pattern(text)) return large;
    for (DirectedName const& directed : directed_names()) {
        if (std::ranges::find(directed.names, text) != directed.names.end()) return parse_items(directed.items);
    }
    std::optional<NamedAdjacency> const found = find_named(text);
    return found ? std::optional(pattern_of(found->k, found->adjacency)) : std::nullopt;
}

bool looks_like_items(std::string_view text) { return text.empty() || (text[0] >= '0' && text[0] <= '9'); }

Pattern parse_any(std::string_view text) {
    if (std::optional<Pattern> named = named_pattern(text)) return *named;
    if (looks_like_items(text)) return parse_items(text);
    try {
        if (text[0] == '&') return parse_digraph6(text);
        return parse_graph6(text);
    } catch (InputError const& error) {
        throw InputError(fmt::format("pattern \"{}\" is no name that is known, no items as 0-1,1-2, and no graph6: {}",
                                     text, error.what()));
    }
}

} // namespace

Pattern pattern_of(int k, std::uint64_t adjacency) {
    Pattern pattern(k);
    for (auto const& [u, v] : edges_of(k, adjacency)) pattern.require_edge(u, v);
    return pattern;
}

Pattern parse_pattern(std::string_view text) {
    Pattern pattern = parse_any(text);
    try {
        pattern.require_connected();
    } catch (InputError const& error) {
        throw InputError(fmt::format("pattern \"{}\": {}", text, error.what()));
    }
    return pattern;
}

} // namespace cerrado
