#include "query/verifier.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace cerrado {

namespace {

// A value of a term. Integers are exact. Truth is a bool, and unknown is a missing value.
using QueryValue = std::variant<std::monostate, __int128, double, bool, std::string, Time>;

bool is_missing_value(QueryValue const& value) { return std::holds_alternative<std::monostate>(value); }
bool is_true(QueryValue const& value) { return std::holds_alternative<bool>(value) && std::get<bool>(value); }

QueryValue value_of_cell(Cell const& cell) {
    if (auto const* whole = std::get_if<std::int64_t>(&cell)) return static_cast<__int128>(*whole);
    if (auto const* real = std::get_if<double>(&cell)) return std::isnan(*real) ? QueryValue{} : QueryValue{*real};
    if (auto const* truth = std::get_if<bool>(&cell)) return *truth;
    if (auto const* text = std::get_if<std::string>(&cell)) return *text;
    if (auto const* time = std::get_if<Time>(&cell)) return *time;
    return {};
}

std::string text_of_cell(Cell const& cell) {
    if (auto const* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (auto const* real = std::get_if<double>(&cell)) return fmt::format("{}", *real);
    if (auto const* truth = std::get_if<bool>(&cell)) return *truth ? "true" : "false";
    if (auto const* text = std::get_if<std::string>(&cell)) return *text;
    if (auto const* time = std::get_if<Time>(&cell)) return format_time(*time);
    return "null";
}

std::partial_ordering order_of_numbers(__int128 whole, double real) {
    constexpr double limit = 0x1p126; // above all integers here
    if (real >= limit) return std::partial_ordering::less;
    if (real <= -limit) return std::partial_ordering::greater;
    double const below = std::floor(real);
    auto const floor = static_cast<__int128>(below);
    if (whole != floor) return whole <=> floor;
    return real > below ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

Time time_in(std::string const& text) {
    std::optional<Time> const time = parse_time(text);
    if (!time) throw InputError(fmt::format("'{}' is no time", text));
    return *time;
}

// Requires: neither is missing.
std::partial_ordering turned(std::partial_ordering order) {
    if (std::is_lt(order)) return std::partial_ordering::greater;
    return std::is_gt(order) ? std::partial_ordering::less : order;
}

std::partial_ordering order_of(QueryValue const& a, QueryValue const& b) {
    if (a.index() == b.index()) {
        return std::visit(
            [&](auto const& value) -> std::partial_ordering {
                using Type = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Type, std::monostate>)
                    return std::partial_ordering::unordered;
                else
                    return value <=> std::get<Type>(b);
            },
            a);
    }
    auto const is_whole = [](QueryValue const& value) { return std::holds_alternative<__int128>(value); };
    auto const is_real = [](QueryValue const& value) { return std::holds_alternative<double>(value); };
    auto const is_text = [](QueryValue const& value) { return std::holds_alternative<std::string>(value); };
    auto const is_time = [](QueryValue const& value) { return std::holds_alternative<Time>(value); };
    if (is_whole(a) && is_real(b)) return order_of_numbers(std::get<__int128>(a), std::get<double>(b));
    if (is_real(a) && is_whole(b)) return turned(order_of_numbers(std::get<__int128>(b), std::get<double>(a)));
    if (is_text(a) && is_time(b)) return time_in(std::get<std::string>(a)) <=> std::get<Time>(b);
    if (is_time(a) && is_text(b)) return std::get<Time>(a) <=> time_in(std::get<std::string>(b));
    throw InputError("a comparison of values of different types");
}

QueryValue compare(QueryTerm::Kind kind, QueryValue const& a, QueryValue const& b) {
    using enum QueryTerm::Kind;
    if (is_missing_value(a) || is_missing_value(b)) return {};
    std::partial_ordering const order = order_of(a, b);
    if (kind == equal) return std::is_eq(order);
    if (kind == different) return std::is_neq(order);
    if (kind == less) return std::is_lt(order);
    if (kind == at_most) return std::is_lteq(order);
    if (kind == more) return std::is_gt(order);
    return std::is_gteq(order);
}

QueryValue calculate(QueryTerm::Kind kind, QueryValue const& a, QueryValue const& b) {
    using enum QueryTerm::Kind;
    if (is_missing_value(a) || is_missing_value(b)) return {};
    auto const is_number = [](QueryValue const& value) {
        return std::holds_alternative<__int128>(value) || std::holds_alternative<double>(value);
    };
    if (!is_number(a) || !is_number(b)) throw InputError("arithmetic with a value that is no number");
    if (std::holds_alternative<__int128>(a) && std::holds_alternative<__int128>(b)) {
        __int128 const x = std::get<__int128>(a), y = std::get<__int128>(b);
        __int128 result = 0;
        bool const is_too_large = kind == plus    ? __builtin_add_overflow(x, y, &result)
                                  : kind == minus ? __builtin_sub_overflow(x, y, &result)
                                                  : __builtin_mul_overflow(x, y, &result);
        if (is_too_large) throw InputError("an integer of more than 127 bits");
        return result;
    }
    auto const real = [](QueryValue const& value) {
        if (auto const* whole = std::get_if<__int128>(&value)) return static_cast<double>(*whole);
        return std::get<double>(value);
    };
    double const x = real(a), y = real(b);
    double const result = kind == plus ? x + y : kind == minus ? x - y : x * y;
    return std::isnan(result) ? QueryValue{} : QueryValue{result};
}

QueryValue compare_texts(QueryTerm::Kind kind, QueryValue const& a, QueryValue const& b) {
    if (is_missing_value(a) || is_missing_value(b)) return {};
    auto const* whole = std::get_if<std::string>(&a);
    auto const* part = std::get_if<std::string>(&b);
    if (whole == nullptr || part == nullptr) throw InputError("a value that is no text where one is needed");
    if (kind == QueryTerm::Kind::starts_with) return whole->starts_with(*part);
    if (kind == QueryTerm::Kind::ends_with) return whole->ends_with(*part);
    return whole->find(*part) != std::string::npos;
}

class QueryVerifier {
public:
    QueryVerifier(Graph const& graph, Query const& query, bool induced, QueryLabels const& labels)
        : graph_(graph),
          query_(query),
          induced_(induced),
          labels_(labels),
          chosen_(query.arcs.size()) {
        found_.sums.resize(query.variables.size());
        found_.at_vertices.assign(query.variables.size(), std::vector<WideCount>(graph.vertex_count()));
    }

    VerifiedQuery run() {
        map();
        return std::move(found_);
    }

private:
    // A line of the edge file, or an arc or edge without one. Rows are the same if all of this is.
    struct Row {
        std::uint32_t row = GraphColumns::no_row;
        VertexId from = 0, to = 0;                                 // in an undirected graph the lower end first
        friend auto operator<=>(Row const&, Row const&) = default; // NOLINT(modernize-use-nullptr): not ours
    };

    bool has_variables(QueryArc const& arc) const {
        return static_cast<std::size_t>(std::max(arc.from, arc.to)) < images_.size();
    }
    VertexId image(int variable) const { return images_[static_cast<std::size_t>(variable)]; }

    // The place of y in the list of x, among all lists.
    std::optional<EdgeOffset> entry(VertexId x, VertexId y) const {
        auto const list = graph_.neighbours(x);
        auto const place = std::ranges::lower_bound(list, y);
        if (place == list.end() || *place != y) return std::nullopt;
        return graph_.offsets()[x] + static_cast<EdgeOffset>(place - list.begin());
    }

    void add_rows(VertexId x, VertexId y, std::vector<Row>& rows) const {
        Row one{.from = x, .to = y};
        if (!is_directed(graph_) && x > y) std::swap(one.from, one.to);
        GraphColumns const* const columns = graph_.columns.get();
        std::uint32_t first = GraphColumns::no_row;
        if (x == y) {
            if (columns == nullptr || columns->first_loop.empty()) return;
            first = columns->first_loop[x];
            if (first == GraphColumns::no_row) return;
        } else {
            std::optional<EdgeOffset> const place = entry(x, y);
            if (!place) return;
            if (is_directed(graph_) && (graph_.marks->arcs[*place] & GraphMarks::arc_to) == 0) return;
            if (columns != nullptr && !columns->first_row.empty()) first = columns->first_row[*place];
        }
        if (first == GraphColumns::no_row)
            rows.push_back(one);
        else {
            for (std::uint32_t row = first;; ++row) {
                one.row = row;
                rows.push_back(one);
                if (columns->goes_on.empty() || columns->goes_on[row] == 0) break;
            }
        }
    }

    std::vector<Row> rows_of(QueryArc const& arc) const {
        VertexId const x = image(arc.from), y = image(arc.to);
        std::vector<Row> rows;
        add_rows(x, y, rows);
        if (arc.is_either_way && is_directed(graph_) && x != y) add_rows(y, x, rows);
        std::ranges::sort(rows);
        return rows;
    }

    void map() {
        if (images_.size() == query_.variables.size()) {
            has_found_ = false;
            choose(0);
            return;
        }
        for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
            images_.push_back(x);
            if (is_allowed()) map();
            images_.pop_back();
        }
    }

    // Returns: whether the last vertex may follow the others.
    bool is_allowed() const {
        auto const last = static_cast<int>(images_.size()) - 1;
        for (QueryArc const& arc : query_.arcs) {
            if (arc.is_forbidden || !has_variables(arc) || std::max(arc.from, arc.to) != last) continue;
            if (arc.from != arc.to && image(arc.from) == image(arc.to)) return false;
            if (rows_of(arc).empty()) return false;
        }
        if (query_.mode != QueryMode::nodes) return true;
        for (int other = 0; other < last; ++other) {
            if (image(other) == image(last)) return false;
            bool const is_joined = std::ranges::any_of(query_.arcs, [&](QueryArc const& arc) {
                return std::minmax(arc.from, arc.to) == std::minmax(other, last);
            });
            if (induced_ && !is_joined && entry(image(other), image(last))) return false;
        }
        return true;
    }

    void choose(std::size_t place) {
        if (query_.mode == QueryMode::nodes && has_found_) return;
        if (place == query_.arcs.size()) {
            if (meets_conditions()) add_row();
            return;
        }
        if (query_.arcs[place].is_forbidden) {
            choose(place + 1);
            return;
        }
        for (Row const& row : rows_of(query_.arcs[place])) {
            chosen_[place] = row;
            if (query_.mode == QueryMode::edges && is_chosen_before(place)) continue;
            choose(place + 1);
        }
    }

    bool is_chosen_before(std::size_t place) const {
        for (std::size_t other = 0; other < place; ++other) {
            if (!query_.arcs[other].is_forbidden && chosen_[other] == chosen_[place]) return true;
        }
        return false;
    }

    bool meets_conditions() {
        auto const are_true = [&](std::vector<QueryTerm> const& conditions) {
            return std::ranges::all_of(conditions, [&](QueryTerm const& term) { return is_true(value_of(term)); });
        };
        if (!are_true(query_.conditions)) return false;
        for (QueryArc const& arc : query_.arcs) {
            if (!arc.is_forbidden && !are_true(arc.conditions)) return false;
        }
        for (std::size_t place = 0; place < query_.arcs.size(); ++place) {
            if (!query_.arcs[place].is_forbidden) continue;
            for (Row const& row : rows_of(query_.arcs[place])) {
                chosen_[place] = row;
                if (are_true(query_.arcs[place].conditions)) return false;
            }
        }
        return true;
    }

    void add_row() {
        has_found_ = true;
        ++found_.rows;
        for (std::size_t i = 0; i < images_.size(); ++i) {
            found_.sums[i] += images_[i];
            ++found_.at_vertices[i][images_[i]];
        }
        bool has_count = false;
        std::vector<std::string> key;
        for (QueryItem const& item : query_.items) {
            if (item.kind == QueryItem::Kind::count)
                has_count = true;
            else
                key.push_back(text_of(item));
        }
        if (has_count && !key.empty()) ++found_.groups[key];
    }

    std::string text_of(QueryItem const& item) const {
        if (item.kind == QueryItem::Kind::arc_column) return text_of_cell(arc_cell(item.index, item.column));
        if (item.kind == QueryItem::Kind::vertex_column) return text_of_cell(vertex_cell(item.index, item.column));
        OriginalId const id = graph_.original_id(image(item.index));
        return has_names(graph_) ? vertex_name(graph_, id) : std::to_string(id);
    }

    Cell vertex_cell(int variable, std::string const& name) const {
        Column const* const column = graph_.columns ? graph_.columns->vertex_column(name) : nullptr;
        if (column == nullptr) throw InputError(fmt::format("the vertices have no column '{}'", name));
        return (*column)[image(variable)];
    }

    Cell arc_cell(int arc, std::string const& name) const {
        Column const* const column = graph_.columns ? graph_.columns->row_column(name) : nullptr;
        if (column == nullptr) throw InputError(fmt::format("the edges have no column '{}'", name));
        std::uint32_t const row = chosen_[static_cast<std::size_t>(arc)].row;
        return row == GraphColumns::no_row ? Cell{} : (*column)[row];
    }

    bool bears_label(QueryTerm const& term) const {
        std::string label;
        if (!labels_.vertex_column.empty()) {
            Cell const cell = vertex_cell(term.index, labels_.vertex_column);
            if (!std::holds_alternative<std::string>(cell)) return false;
            label = std::get<std::string>(cell);
        } else {
            if (!has_labels(graph_)) return false;
            std::uint32_t const place = graph_.marks->labels[image(term.index)];
            if (place == GraphMarks::no_label) return false;
            label = graph_.marks->label_names[place];
        }
        return std::ranges::find(term.names, label) != term.names.end();
    }

    bool arc_bears_label(QueryTerm const& term) const {
        std::string label;
        if (!labels_.edge_column.empty()) {
            Cell const cell = arc_cell(term.index, labels_.edge_column);
            if (!std::holds_alternative<std::string>(cell)) return false;
            label = std::get<std::string>(cell);
        } else {
            Row const& row = chosen_[static_cast<std::size_t>(term.index)];
            if (!has_edge_labels(graph_) || row.from == row.to) return false; // loops have none
            std::uint32_t const place = graph_.marks->edge_labels[*entry(row.from, row.to)];
            if (place == GraphMarks::no_label) return false;
            label = graph_.marks->edge_label_names[place];
        }
        return std::ranges::find(term.names, label) != term.names.end();
    }

    QueryValue value_of(QueryTerm const& term) const {
        using enum QueryTerm::Kind;
        auto const part = [&](std::size_t i) { return value_of(term.parts[i]); };
        switch (term.kind) {
        case constant: return value_of_cell(term.value);
        case vertex_column: return value_of_cell(vertex_cell(term.index, term.name));
        case arc_column: return value_of_cell(arc_cell(term.index, term.name));
        case vertex_label: return bears_label(term);
        case arc_label: return arc_bears_label(term);
        case same:
            if (!term.are_arcs) return image(term.index) == image(term.other);
            return chosen_[static_cast<std::size_t>(term.index)] == chosen_[static_cast<std::size_t>(term.other)];
        case equal:
        case different:
        case less:
        case at_most:
        case more:
        case at_least: return compare(term.kind, part(0), part(1));
        case minus:
            if (term.parts.size() == 1) return calculate(minus, QueryValue{__int128{0}}, part(0));
            return calculate(minus, part(0), part(1));
        case plus:
        case times: return calculate(term.kind, part(0), part(1));
        case both:
        case either: return join(term);
        case negation: return contrary(part(0));
        case in: return is_one_of(term);
        case is_missing: return is_missing_value(part(0));
        case starts_with:
        case ends_with:
        case contains: return compare_texts(term.kind, part(0), part(1));
        }
        return {};
    }

    static bool truth(QueryValue const& value) {
        if (!std::holds_alternative<bool>(value)) throw InputError("a value that is not true or false as a condition");
        return std::get<bool>(value);
    }

    static QueryValue contrary(QueryValue const& value) {
        if (is_missing_value(value)) return {};
        return !truth(value);
    }

    // AND is false if a part is false, else unknown if a part is. OR is true if a part is true, else unknown if one is.
    QueryValue join(QueryTerm const& term) const {
        bool const decides = term.kind == QueryTerm::Kind::either;
        bool is_unknown = false;
        for (QueryTerm const& part : term.parts) {
            QueryValue const value = value_of(part);
            if (is_missing_value(value))
                is_unknown = true;
            else if (truth(value) == decides)
                return decides;
        }
        return is_unknown ? QueryValue{} : QueryValue{!decides};
    }

    QueryValue is_one_of(QueryTerm const& term) const {
        QueryValue const first = value_of(term.parts[0]);
        bool is_unknown = false;
        for (std::size_t i = 1; i < term.parts.size(); ++i) {
            QueryValue const is_it = compare(QueryTerm::Kind::equal, first, value_of(term.parts[i]));
            if (is_missing_value(is_it))
                is_unknown = true;
            else if (is_true(is_it))
                return true;
        }
        return is_unknown ? QueryValue{} : QueryValue{false};
    }

    Graph const& graph_;
    Query const& query_;
    bool induced_;
    QueryLabels const& labels_;
    std::vector<VertexId> images_; // of the first variables
    std::vector<Row> chosen_;      // for each arc
    bool has_found_ = false;       // a row for these images
    VerifiedQuery found_;
};

// A query's text in normal form, with its variables and arcs renamed.
class RenamedQuery {
public:
    static constexpr int own_arc = -2; // in a condition of a forbidden arc

    RenamedQuery(std::vector<int> variables, std::vector<int> arcs)
        : variables_(std::move(variables)),
          arcs_(std::move(arcs)) {}

    std::set<std::string> text(Query const& query) {
        std::set<std::string> all;
        add(query.conditions, all);
        for (std::size_t place = 0; place < query.arcs.size(); ++place) {
            QueryArc const& arc = query.arcs[place];
            if (!arc.is_forbidden) {
                add(arc.conditions, all);
                continue;
            }
            std::set<std::string> own;
            int const kept = std::exchange(arcs_[place], own_arc);
            add(arc.conditions, own);
            arcs_[place] = kept;
            all.insert(fmt::format("no {} [{}]", ends(arc), fmt::join(own, " and ")));
        }
        return all;
    }

    std::string ends(QueryArc const& arc) const {
        int from = variable(arc.from), to = variable(arc.to);
        bool const is_either_way = arc.is_either_way && from != to;
        if (is_either_way && from > to) std::swap(from, to);
        return fmt::format("{} {} {}", from, is_either_way ? "--" : "->", to);
    }

private:
    int variable(int index) const { return variables_[static_cast<std::size_t>(index)]; }
    int arc(int index) const { return arcs_[static_cast<std::size_t>(index)]; }

    void add(std::vector<QueryTerm> const& conditions, std::set<std::string>& all) const {
        for (QueryTerm const& term : conditions) {
            if (term.kind == QueryTerm::Kind::both)
                add(term.parts, all);
            else
                all.insert(text(term));
        }
    }

    std::string text(QueryTerm const& term) const {
        using enum QueryTerm::Kind;
        auto const all_of = [&](std::string_view name) {
            std::vector<std::string> parts;
            for (QueryTerm const& part : term.parts) parts.push_back(text(part));
            return fmt::format("{}({})", name, fmt::join(parts, ", "));
        };
        auto const turned = [&](std::string_view name) {
            return fmt::format("{}({}, {})", name, text(term.parts[1]), text(term.parts[0]));
        };
        switch (term.kind) {
        case constant: return fmt::format("constant {} '{}'", term.value.index(), text_of_cell(term.value));
        case vertex_column: return fmt::format("variable {} '{}'", variable(term.index), term.name);
        case arc_column: return fmt::format("arc {} '{}'", arc(term.index), term.name);
        case vertex_label: return fmt::format("variable {} is {}", variable(term.index), sorted(term.names));
        case arc_label: return fmt::format("arc {} is {}", arc(term.index), sorted(term.names));
        case same: {
            auto const renamed = [&](int index) { return term.are_arcs ? arc(index) : variable(index); };
            int const a = renamed(term.index), b = renamed(term.other);
            return fmt::format("same {} {} {}", term.are_arcs, std::min(a, b), std::max(a, b));
        }
        case equal: return sorted_parts("=", term);
        case different: return sorted_parts("<>", term);
        case less: return all_of("<");
        case at_most: return all_of("<=");
        case more: return turned("<");
        case at_least: return turned("<=");
        case plus: return sorted_parts("+", term);
        case minus: return all_of("-");
        case times: return sorted_parts("*", term);
        case both: return sorted_parts("and", term);
        case either: return sorted_parts("or", term);
        case negation: return all_of("not");
        case in: return all_of("in");
        case is_missing: return all_of("missing");
        case starts_with: return all_of("starts");
        case ends_with: return all_of("ends");
        case contains: return all_of("contains");
        }
        return {};
    }

    static std::string sorted(std::vector<std::string> names) {
        std::ranges::sort(names);
        return fmt::format("'{}'", fmt::join(names, "' or '"));
    }

    std::string sorted_parts(std::string_view name, QueryTerm const& term) const {
        std::vector<std::string> parts;
        flatten(term, parts);
        std::ranges::sort(parts);
        return fmt::format("{}({})", name, fmt::join(parts, ", "));
    }

    // (a + b) + c becomes the parts of a sum of three. Comparisons are not flattened.
    void flatten(QueryTerm const& term, std::vector<std::string>& parts) const {
        using enum QueryTerm::Kind;
        bool const joins = term.kind == plus || term.kind == times || term.kind == both || term.kind == either;
        for (QueryTerm const& part : term.parts) {
            if (joins && part.kind == term.kind)
                flatten(part, parts);
            else
                parts.push_back(text(part));
        }
    }

    std::vector<int> variables_, arcs_;
};

// Returns: whether the arcs from `place` on can be renamed so that all is as before.
bool can_rename_arcs(Query const& query, RenamedQuery const& named, std::set<std::string> const& text,
                     std::vector<int> const& variables, std::vector<int>& arcs) {
    std::size_t const place = arcs.size();
    if (place == query.arcs.size()) return RenamedQuery(variables, arcs).text(query) == text;
    QueryArc const& arc = query.arcs[place];
    std::string const ends = RenamedQuery(variables, {}).ends(arc);
    for (std::size_t to = 0; to < query.arcs.size(); ++to) {
        QueryArc const& other = query.arcs[to];
        if (other.is_forbidden != arc.is_forbidden || named.ends(other) != ends) continue;
        if (std::ranges::find(arcs, static_cast<int>(to)) != arcs.end()) continue;
        arcs.push_back(static_cast<int>(to));
        bool const can = can_rename_arcs(query, named, text, variables, arcs);
        arcs.pop_back();
        if (can) return true;
    }
    return false;
}

std::vector<int> numbers_below(std::size_t size) {
    std::vector<int> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

VerifiedQuery verify_query(Graph const& graph, Query const& query, bool induced, QueryLabels const& labels) {
    return QueryVerifier(graph, query, induced, labels).run();
}

std::uint64_t symmetries_of(Query const& query) {
    std::vector<int> variables = numbers_below(query.variables.size());
    RenamedQuery named(variables, numbers_below(query.arcs.size()));
    std::set<std::string> const text = named.text(query);
    std::uint64_t count = 0;
    do {
        std::vector<int> arcs;
        count += can_rename_arcs(query, named, text, variables, arcs) ? 1 : 0;
    } while (std::ranges::next_permutation(variables).found);
    return count;
}

} // namespace cerrado
