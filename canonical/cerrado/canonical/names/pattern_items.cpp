#include <cerrado/canonical/names/pattern_items.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::detail {

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
    std::optional<int> const u = take_number(rest);
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
        std::optional<int> const v = take_number(rest);
        require(v.has_value(), forms);
        parsed.v = *v;
        skip_blanks(rest);
        if (rest.starts_with('/')) {
            parsed.labels = {std::string(rest.substr(1))};
            require(!parsed.labels[0].empty(), "the label of the edge is empty");
            require(*kind != Item::Kind::no_edge && *kind != Item::Kind::no_arc, "what is not there has no label");
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
    }
    if (!item.labels.empty()) pattern.label_edge(item.u, item.v, item.labels[0]);
}

// Items that number their vertices from 1 on are numbered from 0 on.
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
        note(fmt::format("pattern \"{}\": vertices count from 0: its 1 to {} are taken as 0 to {}", text, highest,
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
