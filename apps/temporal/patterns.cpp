#include "temporal/patterns.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace cerrado {

namespace temporal {

namespace {

using Pattern = TemporalPattern;
using ArcSet = Pattern::ArcSet;
using ArcPairs = std::vector<std::pair<int, int>>; // of numbers of arcs from 0; the first is before the second

bool has(ArcSet set, std::size_t arc) { return (set >> arc & 1U) != 0; }
ArcSet set_of(std::size_t arc) { return static_cast<ArcSet>(1U << arc); }
ArcSet arcs_below(std::size_t arc) { return static_cast<ArcSet>(set_of(arc) - 1U); }

// A text that is read from its front. Messages say where it is wrong.
class Scanner {
public:
    Scanner(std::string_view what, std::string_view text) : what_(what), text_(text) { skip_blanks(); }

    std::size_t place() const { return place_; }
    bool is_at_end() const { return place_ == text_.size(); }
    bool is_at_digit() const { return !is_at_end() && is_digit(text_[place_]); }

    // Takes a sign off the front, and blanks behind it.
    bool take(std::string_view sign) {
        if (!text_.substr(place_).starts_with(sign)) return false;
        place_ += sign.size();
        skip_blanks();
        return true;
    }
    std::optional<int> number() {
        if (!is_at_digit()) return std::nullopt;
        int number = 0;
        char const* const end = text_.data() + text_.size();
        auto const [rest, error] = std::from_chars(text_.data() + place_, end, number);
        if (error != std::errc()) refuse("the number is too large");
        place_ = static_cast<std::size_t>(rest - text_.data());
        skip_blanks();
        return number;
    }
    // All up to a colon, a comma or a blank.
    std::string_view next_word() const { return text_.substr(place_, text_.find_first_of(": \t,", place_) - place_); }
    std::string_view word() {
        std::string_view const found = next_word();
        place_ += found.size();
        return found;
    }
    // All up to a comma, without blanks at its end.
    std::string_view item() {
        std::string_view const found = text_.substr(place_, text_.find(',', place_) - place_);
        place_ += found.size();
        return found.substr(0, found.find_last_not_of(blanks) + 1);
    }
    // Returns: whether a comma or a blank is before the place.
    bool is_behind_separator() const {
        return place_ > 0 && (text_[place_ - 1] == ',' || blanks.find(text_[place_ - 1]) != std::string_view::npos);
    }

    [[noreturn]] void refuse(std::string_view because) const { refuse_at(place_, because); }
    [[noreturn]] void refuse_at(std::size_t place, std::string_view because) const {
        std::string_view item = text_.substr(place, text_.find(',', place) - place);
        item = item.substr(0, item.find_last_not_of(blanks) + 1);
        std::string const where =
            item.empty() && place == text_.size() ? "at its end" : fmt::format("character {}, \"{}\"", place + 1, item);
        throw InputError(fmt::format("{} \"{}\", {}: {}", what_, text_, where, because));
    }

    static constexpr std::string_view blanks = " \t";

private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    void skip_blanks() { place_ = std::min(text_.find_first_not_of(blanks, place_), text_.size()); }

    std::string_view what_, text_;
    std::size_t place_ = 0;
};

constexpr std::string_view what_is_pattern = "temporal pattern";

// Patterns that have a name and a number.

std::vector<ArcSet> order_of_pairs(std::size_t arcs, ArcPairs const& pairs) {
    std::vector<ArcSet> before(arcs);
    for (auto const& [first, second] : pairs)
        before[static_cast<std::size_t>(second)] |= set_of(static_cast<std::size_t>(first));
    close_order(before);
    return before;
}

void order_totally(Pattern& pattern) {
    pattern.before.clear();
    for (std::size_t arc = 0; arc < pattern.arcs.size(); ++arc) pattern.before.push_back(arcs_below(arc));
}

Pattern in_order(int arcs, auto const& arc_at) {
    Pattern pattern;
    for (int i = 0; i < arcs; ++i) pattern.arcs.push_back(arc_at(i));
    order_totally(pattern);
    return pattern;
}
Pattern in_any_order(int arcs, auto const& arc_at) {
    Pattern pattern = in_order(arcs, arc_at);
    std::ranges::fill(pattern.before, ArcSet{0});
    return pattern;
}

Pattern cycle(int size) {
    return in_order(size, [size](int i) { return Pattern::Arc{i, (i + 1) % size}; });
}
Pattern path(int size) {
    return in_order(size, [](int i) { return Pattern::Arc{i, i + 1}; });
}
Pattern ping_pong(int size) {
    return in_order(size, [](int i) { return Pattern::Arc{i % 2, 1 - i % 2}; });
}
Pattern burst(int size) {
    return in_order(size, [](int) { return Pattern::Arc{0, 1}; });
}
Pattern fan_in(int size) {
    return in_any_order(size, [](int i) { return Pattern::Arc{i + 1, 0}; });
}
Pattern fan_out(int size) {
    return in_any_order(size, [](int i) { return Pattern::Arc{0, i + 1}; });
}

// The arc to each of the vertices between is before the arc that leads on.
ArcPairs pairs_of_transfers(int size) {
    ArcPairs pairs;
    for (int i = 0; i < size; ++i) pairs.emplace_back(i, size + i);
    return pairs;
}
Pattern scatter_gather(int size) {
    Pattern pattern = in_any_order(2 * size, [size](int i) {
        return i < size ? Pattern::Arc{0, i + 1} : Pattern::Arc{i - size + 1, size + 1};
    });
    pattern.before = order_of_pairs(pattern.arcs.size(), pairs_of_transfers(size));
    return pattern;
}
Pattern stack(int size) {
    Pattern pattern = in_any_order(2 * size, [size](int i) {
        return i < size ? Pattern::Arc{0, i + 1} : Pattern::Arc{i - size + 1, i + 1};
    });
    pattern.before = order_of_pairs(pattern.arcs.size(), pairs_of_transfers(size));
    return pattern;
}
Pattern gather_scatter(int size) {
    Pattern pattern = in_any_order(2 * size, [size](int i) {
        return i < size ? Pattern::Arc{i + 1, 0} : Pattern::Arc{0, i + 1};
    });
    for (int i = size; i < 2 * size; ++i)
        pattern.before[static_cast<std::size_t>(i)] = arcs_below(static_cast<std::size_t>(size));
    return pattern;
}

struct Preset {
    std::string_view name;
    int least, most; // sizes; larger ones have too many arcs or vertices
    Pattern (*pattern)(int size);
};
constexpr Preset presets[] = {
    {"cycle", 2, 8, cycle},
    {"path", 1, 7, path},
    {"ping-pong", 2, 12, ping_pong},
    {"burst", 1, 12, burst},
    {"fan-in", 1, 7, fan_in},
    {"fan-out", 1, 7, fan_out},
    {"scatter-gather", 1, 6, scatter_gather},
    {"gather-scatter", 1, 3, gather_scatter},
    {"stack", 1, 3, stack},
};

std::vector<std::string> names_of_presets() {
    std::vector<std::string> names;
    for (Preset const& preset : presets) names.emplace_back(preset.name);
    return names;
}

// Texts of patterns.

Preset const& take_preset(Scanner& scanner) {
    std::size_t const place = scanner.place();
    if (scanner.is_at_digit()) scanner.refuse("arcs and names do not mix: write the arcs as a pattern of their own");
    std::string const name(scanner.word());
    for (Preset const& preset : presets) {
        if (preset.name == name) return preset;
    }
    std::string const meant = nearest(name, names_of_presets());
    scanner.refuse_at(place, meant.empty()
                                 ? "expected arcs such as 0>1,1>2, or a name: " + joined(names_of_presets(), ", ")
                                 : fmt::format("no such name; did you mean {}?", meant));
}

int take_size(Scanner& scanner, Preset const& preset) {
    std::size_t const place = scanner.place();
    std::optional<int> const size = scanner.number();
    if (!size) scanner.refuse(fmt::format("expected a number, as in {}:{}", preset.name, preset.most));
    if (*size < preset.least || *size > preset.most) {
        scanner.refuse_at(
            place, fmt::format("the number of {} is from {} to {}, since a pattern has at most {} arcs "
                               "and {} vertices",
                               preset.name, preset.least, preset.most, Pattern::max_arcs, Pattern::max_vertices));
    }
    return *size;
}

// Takes "cycle:3", or "cycle:2..6", which is several patterns.
void take_presets(Scanner& scanner, std::vector<Pattern>& patterns) {
    Preset const& preset = take_preset(scanner);
    if (!scanner.take(":")) {
        scanner.refuse(fmt::format("expected a number behind {}, as in {}:{}", preset.name, preset.name, preset.most));
    }
    std::size_t const place = scanner.place();
    int const first = take_size(scanner, preset);
    int const last = scanner.take("..") ? take_size(scanner, preset) : first;
    if (first > last)
        scanner.refuse_at(place, fmt::format("the range ends before it begins: write {}..{}", last, first));
    for (int size = first; size <= last; ++size) {
        patterns.push_back(preset.pattern(size));
        patterns.back().name = fmt::format("{}:{}", preset.name, size);
    }
}

std::vector<Pattern> parse_presets(Scanner& scanner) {
    std::vector<Pattern> patterns;
    for (;;) {
        take_presets(scanner, patterns);
        if (!scanner.take(",") && scanner.is_at_end()) return patterns;
        if (!scanner.is_behind_separator()) scanner.refuse("expected a comma between names");
    }
}

constexpr std::string_view forms_of_arcs = "expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL";

int take_vertex(Scanner& scanner) {
    std::size_t const place = scanner.place();
    std::optional<int> const vertex = scanner.number();
    if (!vertex) scanner.refuse_at(place, forms_of_arcs);
    if (*vertex >= Pattern::max_vertices) {
        scanner.refuse_at(place, fmt::format("vertices are numbered from 0 to {}", Pattern::max_vertices - 1));
    }
    return *vertex;
}

// Takes what follows the colon of 0:A|B. A label ? is written \?, and \? is written \\?.
std::vector<std::string> take_labels(Scanner& scanner) {
    std::size_t const place = scanner.place();
    std::string_view rest = scanner.item();
    std::vector<std::string> labels;
    for (bool goes_on = true; goes_on;) {
        std::size_t const end = rest.find('|');
        std::string label(rest.substr(0, end));
        if (label.empty()) scanner.refuse_at(place, "a label is empty: write it after the mark, or leave the mark out");
        if (label == "?")
            scanner.refuse_at(place, "labels are not discovered here: name them, or write \\? for the label ? itself");
        if (label.find_first_not_of('\\') == label.size() - 1 && label.ends_with('?')) label.erase(0, 1);
        labels.push_back(std::move(label));
        goes_on = end != std::string_view::npos;
        if (goes_on) rest.remove_prefix(end + 1);
    }
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
}

// Items of a pattern: arcs with labels, and labels of vertices.
class Items {
public:
    explicit Items(Scanner& scanner) : scanner_(scanner) {}

    Pattern pattern() {
        do {
            take();
        } while (scanner_.take(","));
        if (!scanner_.is_at_end()) scanner_.refuse("expected a comma between arcs");
        if (pattern_.has_vertex_labels()) give_labels_to_all();
        if (!pattern_.has_arc_labels()) pattern_.arc_labels.clear();
        order_totally(pattern_);
        return std::move(pattern_);
    }

private:
    void take() {
        std::size_t const place = scanner_.place();
        if (!nearest(std::string(scanner_.next_word()), names_of_presets()).empty())
            scanner_.refuse("arcs and names do not mix: write the name as a pattern of its own");
        int const from = take_vertex(scanner_);
        if (scanner_.take(":")) return take_labels_of(from, place);
        if (pattern_.arcs.size() == Pattern::max_arcs)
            scanner_.refuse_at(place, fmt::format("a pattern has at most {} arcs", Pattern::max_arcs));
        bool const is_arc = scanner_.take("->") || scanner_.take(">");
        bool const is_either = !is_arc && scanner_.take("-");
        if (!is_arc && !is_either) scanner_.refuse_at(place, forms_of_arcs);
        int const to = take_vertex(scanner_);
        if (from == to) scanner_.refuse_at(place, "a loop, and patterns have none: join two different vertices");
        pattern_.arcs.push_back({from, to, is_either});
        std::string label;
        if (scanner_.take("/")) {
            label = scanner_.item();
            if (label.empty())
                scanner_.refuse_at(place, "the label of the arc is empty: write it after the /, or leave the / out");
        }
        pattern_.arc_labels.push_back(std::move(label));
    }
    void take_labels_of(int vertex, std::size_t place) {
        pattern_.vertex_labels.resize(Pattern::max_vertices);
        auto& own = pattern_.vertex_labels[static_cast<std::size_t>(vertex)];
        std::vector<std::string> labels = take_labels(scanner_);
        if (!own.empty() && own != labels) {
            scanner_.refuse_at(place, fmt::format("vertex {} has two lists of labels: write all allowed labels in one "
                                                  "list, as in {}:A|B",
                                                  vertex, vertex));
        }
        own = std::move(labels);
    }
    void give_labels_to_all() {
        auto const vertices = static_cast<std::size_t>(pattern_.vertices());
        for (std::size_t v = vertices; v < pattern_.vertex_labels.size(); ++v) {
            if (pattern_.vertex_labels[v].empty()) continue;
            scanner_.refuse(fmt::format("vertex {} has a label and no arc: give it an arc, or leave the label out", v));
        }
        pattern_.vertex_labels.resize(vertices);
    }

    Scanner& scanner_;
    Pattern pattern_;
};

Pattern parse_arcs(Scanner& scanner, std::string_view text) {
    Pattern pattern = Items(scanner).pattern();
    pattern.name = text;
    return pattern;
}

// Orders and gaps.

std::string name_of(Pattern const& pattern) { return pattern.name.empty() ? text_of(pattern) : pattern.name; }

int take_arc_number(Scanner& scanner, Pattern const& pattern) {
    std::size_t const place = scanner.place();
    std::optional<int> const number = scanner.number();
    if (!number) scanner.refuse("expected numbers of arcs, as in 1<3,2<3, or none");
    if (*number < 1 || *number > static_cast<int>(pattern.arcs.size())) {
        scanner.refuse_at(place, fmt::format("{} has the arcs 1 to {}", name_of(pattern), pattern.arcs.size()));
    }
    return *number - 1;
}

// Reads "1<3,2<3", or "1<2<3".
ArcPairs parse_order(std::string_view text, Pattern const& pattern) {
    ArcPairs pairs;
    Scanner scanner("order", text);
    do {
        int first = take_arc_number(scanner, pattern);
        if (!scanner.take("<")) scanner.refuse("expected < and the number of another arc");
        do {
            int const second = take_arc_number(scanner, pattern);
            pairs.emplace_back(first, second);
            first = second;
        } while (scanner.take("<"));
    } while (scanner.take(","));
    if (!scanner.is_at_end()) scanner.refuse("expected a comma between conditions");
    return pairs;
}

void require_no_cycle(Pattern const& pattern, std::string_view before_message) {
    for (std::size_t arc = 0; arc < pattern.arcs.size(); ++arc) {
        if (!has(pattern.before[arc], arc)) continue;
        throw InputError(fmt::format("{} has a cycle: arc {} would be before itself; leave one of its conditions out",
                                     before_message, arc + 1));
    }
}

void set_order(Pattern& pattern, std::string_view order) {
    if (order.empty()) return;
    if (order == "total") return order_totally(pattern);
    ArcPairs const pairs = order == "none" ? ArcPairs{} : parse_order(order, pattern);
    pattern.before = order_of_pairs(pattern.arcs.size(), pairs);
    require_no_cycle(pattern, fmt::format("order \"{}\"", order));
}

std::vector<std::int64_t> parse_gaps(std::string_view text, TemporalPatternSettings const& settings) {
    std::vector<std::int64_t> gaps;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(',', begin), text.size());
        std::string_view gap = text.substr(begin, end - begin);
        gap.remove_prefix(std::min(gap.find_first_not_of(Scanner::blanks), gap.size()));
        gap = gap.substr(0, gap.find_last_not_of(Scanner::blanks) + 1);
        try {
            gaps.push_back(parse_duration(gap, settings.unit, settings.are_dates));
        } catch (InputError const& error) {
            throw InputError(fmt::format("gap \"{}\": {}", text, error.what()));
        }
        begin = end + 1;
    }
    return gaps;
}

void set_gaps(Pattern& pattern, TemporalPatternSettings const& settings) {
    std::string_view const text = settings.gap;
    if (text.empty()) return;
    if (!pattern.is_total()) {
        throw InputError(
            fmt::format("gap \"{}\": it is between an arc and the next one, so it needs a total order, "
                        "and {} has the order {}; give the order total, or leave the gap out",
                        text, name_of(pattern), order_of(pattern)));
    }
    std::size_t const count = pattern.arcs.size() - 1;
    pattern.gaps = parse_gaps(text, settings);
    if (pattern.gaps.size() == 1) pattern.gaps.resize(count, pattern.gaps[0]);
    if (pattern.gaps.size() != count) {
        throw InputError(fmt::format("gap \"{}\": {} for the {} of {}: give one for all, or one for each but the last",
                                     text, counted(pattern.gaps.size(), "duration"),
                                     counted(pattern.arcs.size(), "arc"), name_of(pattern)));
    }
}

// The rules for all patterns.

[[noreturn]] void refuse(Pattern const& pattern, std::string const& because) {
    throw InputError(fmt::format("{} \"{}\": {}", what_is_pattern, name_of(pattern), because));
}

void require_sizes(Pattern const& pattern) {
    if (pattern.arcs.empty()) refuse(pattern, "it has no arcs: expected arcs such as 0>1,1>2");
    if (pattern.arcs.size() > Pattern::max_arcs)
        refuse(pattern, fmt::format("a pattern has at most {} arcs", Pattern::max_arcs));
    for (Pattern::Arc const& arc : pattern.arcs) {
        int const least = std::min(arc.from, arc.to), most = std::max(arc.from, arc.to);
        if (least < 0 || most >= Pattern::max_vertices)
            refuse(pattern, fmt::format("vertices are numbered from 0 to {}", Pattern::max_vertices - 1));
        if (least == most) refuse(pattern, "it has a loop, and patterns have none: join two different vertices");
    }
}

void require_connected(Pattern const& pattern) {
    auto const vertex = [](int v) { return 1U << v; };
    unsigned all = 0, reached = vertex(pattern.arcs[0].from);
    for (Pattern::Arc const& arc : pattern.arcs) all |= vertex(arc.from) | vertex(arc.to);
    if ((all & (all + 1)) != 0) {
        refuse(pattern,
               fmt::format("vertices are numbered 0, 1, 2 and so on, and {} is missing", std::countr_one(all)));
    }
    for (unsigned last = 0; std::exchange(last, reached) != reached;) {
        for (Pattern::Arc const& arc : pattern.arcs) {
            unsigned const ends = vertex(arc.from) | vertex(arc.to);
            if ((ends & reached) != 0) reached |= ends;
        }
    }
    if (reached != all) {
        refuse(pattern,
               fmt::format("its arcs are not connected: none joins {} with the others, so count the parts alone",
                           std::countr_zero(all & ~reached)));
    }
}

void require_order(Pattern const& pattern) {
    if (pattern.before.size() != pattern.arcs.size()) refuse(pattern, "its order is not one set for each arc");
    for (ArcSet const set : pattern.before) {
        if ((set & ~((1U << pattern.arcs.size()) - 1U)) != 0) refuse(pattern, "its order names arcs that it has not");
    }
    require_no_cycle(pattern, fmt::format("{} \"{}\": its order", what_is_pattern, name_of(pattern)));
    std::vector<ArcSet> closed = pattern.before;
    close_order(closed);
    if (closed != pattern.before) refuse(pattern, "its order is not transitive");
}

void require_labels(Pattern const& pattern) {
    bool const fit_vertices =
        pattern.vertex_labels.empty() || pattern.vertex_labels.size() == static_cast<std::size_t>(pattern.vertices());
    if (!fit_vertices) refuse(pattern, "its labels of vertices are not one list for each vertex");
    if (!std::ranges::all_of(pattern.vertex_labels, [](auto const& labels) { return std::ranges::is_sorted(labels); }))
        refuse(pattern, "its labels of a vertex do not ascend");
    bool const fit_arcs = pattern.arc_labels.empty() || pattern.arc_labels.size() == pattern.arcs.size();
    if (!fit_arcs) refuse(pattern, "its labels of arcs are not one for each arc");
}

void require_gaps(Pattern const& pattern) {
    if (pattern.gaps.empty()) return;
    if (!pattern.is_total()) refuse(pattern, "it has gaps, which need a total order");
    if (pattern.gaps.size() + 1 != pattern.arcs.size()) refuse(pattern, "gaps are one less than arcs");
    if (std::ranges::any_of(pattern.gaps, [](std::int64_t gap) { return gap < 0; }))
        refuse(pattern, "a gap is negative");
}

} // namespace

void close_order(std::vector<ArcSet>& before) {
    for (std::size_t middle = 0; middle < before.size(); ++middle) {
        for (ArcSet& set : before) {
            if (has(set, middle)) set |= before[middle];
        }
    }
}

void require_valid(Pattern const& pattern) {
    require_sizes(pattern);
    require_connected(pattern);
    require_order(pattern);
    require_gaps(pattern);
    require_labels(pattern);
}

int place_in_time(Pattern const& pattern, int arc) {
    return std::popcount(pattern.before[static_cast<std::size_t>(arc)]);
}

std::vector<int> arcs_by_time(Pattern const& pattern) {
    std::vector<int> arcs(pattern.arcs.size());
    for (int arc = 0; arc < static_cast<int>(arcs.size()); ++arc)
        arcs[static_cast<std::size_t>(place_in_time(pattern, arc))] = arc;
    return arcs;
}

} // namespace temporal

int TemporalPattern::vertices() const {
    int most = -1;
    for (Arc const& arc : arcs) most = std::max({most, arc.from, arc.to});
    return most + 1;
}
bool TemporalPattern::is_total() const {
    auto const compared = [](std::size_t sum, ArcSet set) {
        return sum + static_cast<std::size_t>(std::popcount(set));
    };
    return std::accumulate(before.begin(), before.end(), std::size_t{0}, compared) ==
           arcs.size() * (arcs.size() - 1) / 2;
}
bool TemporalPattern::has_either() const { return std::ranges::any_of(arcs, &Arc::is_either); }
bool TemporalPattern::has_vertex_labels() const {
    return std::ranges::any_of(vertex_labels, [](auto const& labels) { return !labels.empty(); });
}
bool TemporalPattern::has_arc_labels() const {
    return std::ranges::any_of(arc_labels, [](std::string const& label) { return !label.empty(); });
}

std::string text_of(TemporalPattern const& pattern) {
    std::vector<std::string> items;
    for (std::size_t v = 0; v < pattern.vertex_labels.size(); ++v) {
        std::vector<std::string> labels;
        for (std::string const& label : pattern.vertex_labels[v]) labels.push_back(label_in_item(label));
        if (!labels.empty()) items.push_back(fmt::format("{}:{}", v, joined(labels, "|")));
    }
    for (std::size_t i = 0; i < pattern.arcs.size(); ++i) {
        TemporalPattern::Arc const& arc = pattern.arcs[i];
        std::string const label = pattern.arc_labels.empty() ? "" : pattern.arc_labels[i];
        items.push_back(
            fmt::format("{}{}{}{}{}", arc.from, arc.is_either ? '-' : '>', arc.to, label.empty() ? "" : "/", label));
    }
    return joined(items, ",");
}

std::string order_of(TemporalPattern const& pattern) {
    using temporal::has;
    std::size_t const arcs = pattern.arcs.size();
    bool is_as_written = true;
    std::vector<std::string> conditions;
    for (std::size_t i = 0; i < arcs; ++i) {
        is_as_written &= pattern.before[i] == temporal::arcs_below(i);
        for (std::size_t j = 0; j < arcs; ++j) {
            if (!has(pattern.before[j], i)) continue;
            bool follows = false; // from others
            for (std::size_t k = 0; k < arcs; ++k) follows |= has(pattern.before[j], k) && has(pattern.before[k], i);
            if (!follows) conditions.push_back(fmt::format("{}<{}", i + 1, j + 1));
        }
    }
    if (is_as_written) return "total";
    return conditions.empty() ? "none" : joined(conditions, ",");
}

std::vector<TemporalPattern> parse_temporal_patterns(std::string_view text, TemporalPatternSettings const& settings) {
    temporal::Scanner scanner(temporal::what_is_pattern, text);
    if (scanner.is_at_end()) scanner.refuse("expected arcs such as 0>1,1>2, or a name such as cycle:3");
    std::vector<TemporalPattern> patterns;
    if (scanner.is_at_digit())
        patterns.push_back(temporal::parse_arcs(scanner, text));
    else
        patterns = temporal::parse_presets(scanner);
    for (TemporalPattern& pattern : patterns) {
        temporal::require_valid(pattern);
        temporal::set_order(pattern, settings.order);
        temporal::set_gaps(pattern, settings);
        pattern.is_consecutive = settings.is_consecutive;
    }
    return patterns;
}

// The symmetries of patterns.

namespace temporal {

namespace {

bool have_same_labels(TemporalPattern const& pattern, int v, int x) {
    auto const& labels = pattern.vertex_labels;
    return labels.empty() || labels[static_cast<std::size_t>(v)] == labels[static_cast<std::size_t>(x)];
}

// Gives the arcs their images one after the other, and with them the vertices.
class Automorphisms {
public:
    explicit Automorphisms(TemporalPattern const& pattern) : pattern_(pattern), size_(pattern.arcs.size()) {}

    // Returns: whether one keeps all arcs below `arc`, and takes `arc` to `image`.
    bool any(std::size_t arc, std::size_t image) const { return can_go_on({}, 0, arc, image); }

private:
    // The images so far. -1: none.
    struct Images {
        std::array<int, TemporalPattern::max_vertices> of_vertex{}, to_vertex{};
        std::array<std::size_t, TemporalPattern::max_arcs> of_arc{};
        unsigned used_arcs = 0;

        Images() {
            of_vertex.fill(-1);
            to_vertex.fill(-1);
        }
        // Returns: whether x can be the image of v.
        bool take(int v, int x) {
            int &image = of_vertex[static_cast<std::size_t>(v)], &origin = to_vertex[static_cast<std::size_t>(x)];
            if (image < 0 && origin < 0) {
                image = x;
                origin = v;
            }
            return image == x && origin == v;
        }
    };

    bool before(std::size_t i, std::size_t j) const { return (pattern_.before[j] >> i & 1U) != 0; }
    std::size_t number_after(std::size_t arc) const {
        std::size_t number = 0;
        for (std::size_t j = 0; j < size_; ++j) number += before(arc, j) ? 1 : 0;
        return number;
    }

    // The numbers of arcs before and after tell soon what would be found late.
    bool are_alike(std::size_t arc, std::size_t image) const {
        return pattern_.arcs[arc].is_either == pattern_.arcs[image].is_either &&
               (pattern_.arc_labels.empty() || pattern_.arc_labels[arc] == pattern_.arc_labels[image]) &&
               std::popcount(pattern_.before[arc]) == std::popcount(pattern_.before[image]) &&
               number_after(arc) == number_after(image);
    }
    bool keeps_order(Images const& images, std::size_t arc, std::size_t image) const {
        for (std::size_t other = 0; other < arc; ++other) {
            std::size_t const there = images.of_arc[other];
            if (before(other, arc) != before(there, image) || before(arc, other) != before(image, there)) return false;
        }
        return true;
    }

    // Arcs below `first` keep their places, and `first` goes to `image`.
    bool can_go_on(Images const& images, std::size_t arc, std::size_t first, std::size_t image) const {
        if (arc == size_) return true;
        if (arc <= first) return can_take(images, arc, arc < first ? arc : image, first, image);
        for (std::size_t to = 0; to < size_; ++to) {
            if (can_take(images, arc, to, first, image)) return true;
        }
        return false;
    }
    bool can_take(Images const& images, std::size_t arc, std::size_t to, std::size_t first, std::size_t image) const {
        if ((images.used_arcs >> to & 1U) != 0 || !are_alike(arc, to) || !keeps_order(images, arc, to)) return false;
        TemporalPattern::Arc const &from = pattern_.arcs[arc], &there = pattern_.arcs[to];
        for (bool const is_turned : {false, true}) {
            if (is_turned && !from.is_either) continue;
            Images next = images;
            next.used_arcs |= 1U << to;
            next.of_arc[arc] = to;
            int const source = is_turned ? there.to : there.from, target = is_turned ? there.from : there.to;
            if (have_same_labels(pattern_, from.from, source) && have_same_labels(pattern_, from.to, target) &&
                next.take(from.from, source) && next.take(from.to, target) && can_go_on(next, arc + 1, first, image))
                return true;
        }
        return false;
    }

    TemporalPattern const& pattern_;
    std::size_t size_;
};

// Vertices can move while all arcs stay only if all arcs join the same two, either way: another arc at one of two
// vertices that are exchanged would move.
int repetitions_of(TemporalPattern const& pattern) {
    bool const can_move = pattern.vertices() == 2 && have_same_labels(pattern, 0, 1) &&
                          std::ranges::all_of(pattern.arcs, &TemporalPattern::Arc::is_either);
    return can_move ? 2 : 1;
}

} // namespace

} // namespace temporal

// A chain of stabilisers. Among the images by automorphisms that keep the arcs below i, arc i gets the least rank of
// its orbit. One image alone does so for all i, since ranks differ even where times are equal. The permutations of the
// arcs are as many as the product of the sizes of the orbits.
TemporalSymmetry symmetry_of(TemporalPattern const& pattern) {
    temporal::Automorphisms const automorphisms(pattern);
    TemporalSymmetry symmetry;
    symmetry.repetitions = temporal::repetitions_of(pattern);
    symmetry.automorphisms = static_cast<WideCount>(symmetry.repetitions);
    for (std::size_t arc = 0; arc < pattern.arcs.size(); ++arc) {
        WideCount orbit = 1;
        for (std::size_t image = arc + 1; image < pattern.arcs.size(); ++image) {
            if (!automorphisms.any(arc, image)) continue;
            symmetry.restrictions.emplace_back(static_cast<int>(arc), static_cast<int>(image));
            ++orbit;
        }
        symmetry.automorphisms *= orbit;
    }
    return symmetry;
}

// The cells of the table of motifs.

namespace temporal {

namespace {

constexpr int u = 0, v = 1, w = 2;
constexpr TemporalPattern::Arc second_arcs[] = {{w, v}, {v, w}, {w, u}, {u, w}, {v, u}, {u, v}};
constexpr TemporalPattern::Arc third_arcs[] = {{u, v}, {v, u}, {u, w}, {w, u}, {v, w}, {w, v}};

// Returns: whether both arcs join the same vertices.
bool are_parallel(TemporalPattern::Arc const& a, TemporalPattern::Arc const& b) {
    return (a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from);
}

} // namespace

} // namespace temporal

TemporalPattern motif_of_cell(int row, int column) {
    using namespace temporal;
    TemporalPattern motif;
    motif.arcs = {{u, v}, second_arcs[row], third_arcs[column]};
    motif.before = {0b000, 0b001, 0b011};
    motif.name = text_of(motif);
    return motif;
}

int contact_of_cell(int row, int column) {
    using namespace temporal;
    TemporalPattern::Arc const first{u, v}, &second = second_arcs[row], &third = third_arcs[column];
    if (are_parallel(first, second)) return are_parallel(first, third) ? 0 : 1;
    if (are_parallel(first, third)) return 2;
    return are_parallel(second, third) ? 3 : 4;
}

ContactTable contacts_of(MotifTable const& table) {
    ContactTable contacts{};
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 6; ++column) {
            contacts[static_cast<std::size_t>(contact_of_cell(row, column))] +=
                table[static_cast<std::size_t>(6 * row + column)];
        }
    }
    return contacts;
}

// The labels that patterns ask for, and what bears them in a graph.

namespace temporal {

namespace {

[[noreturn]] void refuse_label(std::string const& label, char const* bearer, std::vector<std::string> const& names) {
    constexpr std::size_t most = 10;
    auto const shown = std::span(names).first(std::min(names.size(), most));
    std::string const others =
        names.size() > most ? fmt::format(" and {}", counted(names.size() - most, "other")) : std::string();
    throw InputError(fmt::format("no {} of the graph bears the label \"{}\"{}", bearer, label,
                                 names.empty() ? "" : fmt::format("; there are {}{}", joined(shown, ", "), others)));
}

// Returns: the place of a name among ascending names.
std::optional<std::int64_t> place_among(std::vector<std::string> const& names, std::string const& name) {
    auto const place = std::ranges::lower_bound(names, name);
    if (place == names.end() || *place != name) return std::nullopt;
    return place - names.begin();
}

// The labels of arcs, as numbers.
class ArcLabels {
public:
    ArcLabels(Arcs const& arcs, std::string const& column) : arcs_(arcs) {
        if (column.empty()) {
            if (!has_edge_labels(arcs.graph)) refuse_none();
            return;
        }
        column_ = arcs.graph.columns->row_column(column);
        if (column_ == nullptr) throw InputError(fmt::format("the edges have no column '{}' with labels", column));
        if (column_->type == ColumnType::real || column_->type == ColumnType::time) {
            throw InputError(
                fmt::format("column '{}' has {}, and labels are texts, whole numbers, or true and false: "
                            "give another column",
                            column, column_->type == ColumnType::time ? "times" : "fractions"));
        }
    }

    std::int64_t operator[](std::uint32_t rank) const {
        if (column_ == nullptr) {
            EdgeOffset const entry = arcs_.graph.ref().find(arcs_.source[rank], arcs_.target[rank]);
            return arcs_.graph.marks->edge_labels[entry];
        }
        std::uint32_t const row = arcs_.row[rank];
        return column_->type == ColumnType::text ? std::int64_t{column_->text[row]} : column_->whole[row];
    }
    // Returns: the number of a label, or nothing if no arc of the graph bears it.
    std::optional<std::int64_t> number_of(std::string const& label) const {
        if (names() != nullptr) return place_among(*names(), label);
        if (column_->type == ColumnType::boolean)
            return label == "true" ? std::optional(1) : label == "false" ? std::optional(0) : std::nullopt;
        std::int64_t number = 0;
        char const* const end = label.data() + label.size();
        auto const [rest, error] = std::from_chars(label.data(), end, number);
        bool const is_one = error == std::errc() && rest == end && number != Column::no_whole;
        bool const is_there = is_one && std::ranges::find(column_->whole, number) != column_->whole.end();
        return is_there ? std::optional(number) : std::nullopt;
    }
    std::vector<std::string> const* names() const { // null: the labels are numbers
        if (column_ == nullptr) return &arcs_.graph.marks->edge_label_names;
        return column_->type == ColumnType::text ? &column_->words : nullptr;
    }

private:
    [[noreturn]] static void refuse_none() {
        throw InputError(
            "the pattern has labels of arcs, but the graph was read without them: name the column that has them "
            "(--edge-labels=COLUMN), or leave them out of the pattern");
    }

    Arcs const& arcs_;
    Column const* column_ = nullptr; // null: the labels of edges
};

std::vector<std::uint8_t> fits_of_vertices(Graph const& graph, TemporalPattern const& pattern, bool may_lack) {
    if (!has_labels(graph)) {
        throw InputError(
            "the pattern has labels, but the graph has none: give a file of labels for the graph (--labels), or leave "
            "the labels out of the pattern");
    }
    GraphMarks const& marks = *graph.marks;
    std::vector<std::uint8_t> of_label(marks.label_names.size());
    std::uint8_t of_none = 0; // of a vertex without a label
    for (std::size_t v = 0; v < pattern.vertex_labels.size(); ++v) {
        auto const bit = static_cast<std::uint8_t>(1U << v);
        if (pattern.vertex_labels[v].empty()) {
            of_none |= bit;
            for (std::uint8_t& bits : of_label) bits |= bit;
        }
        for (std::string const& label : pattern.vertex_labels[v]) {
            auto const place = place_among(marks.label_names, label);
            if (place) of_label[static_cast<std::size_t>(*place)] |= bit;
            if (!place && !may_lack) refuse_label(label, "vertex", marks.label_names);
        }
    }
    std::vector<std::uint8_t> fits(graph.vertex_count());
    std::ranges::transform(marks.labels, fits.begin(), [&](std::uint32_t label) {
        return label == GraphMarks::no_label ? of_none : of_label[label];
    });
    return fits;
}

std::vector<std::uint16_t> fits_of_arcs(Arcs const& arcs, TemporalPattern const& pattern, std::string const& column,
                                        bool may_lack) {
    ArcLabels const labels(arcs, column);
    std::vector<std::uint16_t> fits(arcs.size());
    for (std::size_t i = 0; i < pattern.arc_labels.size(); ++i) {
        std::string const& label = pattern.arc_labels[i];
        auto const bit = static_cast<std::uint16_t>(1U << i);
        auto const number = label.empty() ? std::nullopt : labels.number_of(label);
        if (!label.empty() && !number && !may_lack)
            refuse_label(label, "arc", labels.names() != nullptr ? *labels.names() : std::vector<std::string>());
        for (std::uint32_t rank = 0; rank < arcs.size(); ++rank)
            fits[rank] |= label.empty() || (number && labels[rank] == *number) ? bit : 0;
    }
    return fits;
}

} // namespace

LabelFits label_fits(Arcs const& arcs, TemporalPattern const& pattern, std::string const& column, bool may_lack) {
    LabelFits fits;
    if (pattern.has_vertex_labels()) fits.of_vertices = fits_of_vertices(arcs.graph, pattern, may_lack);
    if (pattern.has_arc_labels()) fits.of_arcs = fits_of_arcs(arcs, pattern, column, may_lack);
    return fits;
}

} // namespace temporal

} // namespace cerrado
