#include "query/terms.hpp"

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace cerrado::query {

namespace {

using Op = Term::Op;
using Type = Term::Type;

void add_owners(Term const& term, std::set<Owner>& all) {
    if (term.op == Op::column || term.op == Op::is_row) all.insert(term.owner);
    for (Term const& part : term.parts) add_owners(part, all);
}

Type type_of(ColumnType type) {
    switch (type) {
    case ColumnType::integer: return Type::whole;
    case ColumnType::real: return Type::real;
    case ColumnType::boolean: return Type::boolean;
    case ColumnType::text: return Type::text;
    case ColumnType::time: return Type::time;
    }
    return Type::missing;
}

std::string_view name_of(Type type) {
    constexpr std::array<std::string_view, 6> names{"an integer", "a real number", "a truth value",
                                                    "a text",     "a time",        "a missing value"};
    return names[static_cast<std::size_t>(type)];
}

Term constant_of(Cell value, QueryPlace place) {
    constexpr std::array<Type, 6> types{Type::missing, Type::whole, Type::real, Type::boolean, Type::text, Type::time};
    Term term;
    term.type = types[value.index()];
    term.value = std::move(value);
    term.place = place;
    return term;
}

Term made(Op op, Type type, std::vector<Term> parts, QueryPlace place) {
    Term term;
    term.op = op;
    term.type = type;
    term.parts = std::move(parts);
    term.place = place;
    return term;
}

Term unknown(QueryPlace place) {
    Term term = constant_of({}, place);
    term.type = Type::boolean;
    return term;
}

Term negated(Term term) {
    QueryPlace const place = term.place;
    return made(Op::negation, Type::boolean, {std::move(term)}, place);
}

bool is_number(Type type) { return type == Type::whole || type == Type::real; }

} // namespace

std::set<Owner> Term::owners() const {
    std::set<Owner> all;
    add_owners(*this, all);
    return all;
}

Term Term::moved(std::function<Owner(Owner)> const& to) const {
    Term term = *this;
    term.owner = to(owner);
    for (Term& part : term.parts) part = part.moved(to);
    return term;
}

namespace {

// Adds the texts of a term's parts. Those of a sum in a sum are parts of both, and so with * AND OR.
void add_texts(Term const& term, std::function<std::string(Owner)> const& name_of, std::vector<std::string>& texts) {
    bool const is_sum = (term.op == Op::plus || term.op == Op::times) && term.type == Type::whole; // reals are rounded
    bool const is_flat = is_sum || term.op == Op::both || term.op == Op::either;
    for (Term const& part : term.parts) {
        if (is_flat && part.op == term.op)
            add_texts(part, name_of, texts);
        else
            texts.push_back(normal_text(part, name_of));
    }
}

} // namespace

std::string normal_text(Term const& term, std::function<std::string(Owner)> const& name_of) {
    std::vector<std::string> parts;
    add_texts(term, name_of, parts);
    auto const list = [&](std::string_view between) {
        std::ranges::sort(parts);
        return "(" + joined(parts, between) + ")";
    };
    switch (term.op) {
    case Op::column: return fmt::format("{}.`{}`", name_of(term.owner), term.column->name);
    case Op::constant:
        switch (term.value.index()) {
        case 0: return "null";
        case 1: return fmt::format("{}", std::get<std::int64_t>(term.value));
        case 2: return fmt::format("{:a}", std::get<double>(term.value));
        case 3: return std::get<bool>(term.value) ? "true" : "false";
        case 4: return fmt::format("{:?}", std::get<std::string>(term.value));
        default: return fmt::format("time {}", std::get<Time>(term.value).microseconds);
        }
    case Op::equal: return list(" = ");
    case Op::plus: return list(" + ");
    case Op::times: return list(" * ");
    case Op::both: return list(" AND ");
    case Op::either: return list(" OR ");
    case Op::less: return fmt::format("({} < {})", parts[0], parts[1]);
    case Op::at_most: return fmt::format("({} <= {})", parts[0], parts[1]);
    case Op::minus: return fmt::format("({} - {})", parts[0], parts[1]);
    case Op::negation: return fmt::format("NOT {}", parts[0]);
    case Op::is_missing: return fmt::format("{} IS NULL", parts[0]);
    case Op::starts_with: return fmt::format("({} STARTS WITH {})", parts[0], parts[1]);
    case Op::ends_with: return fmt::format("({} ENDS WITH {})", parts[0], parts[1]);
    case Op::contains: return fmt::format("({} CONTAINS {})", parts[0], parts[1]);
    case Op::is_row: {
        if (parts.empty()) return fmt::format("row of {}", name_of(term.owner));
        std::string const own = fmt::format("row of {}", name_of(term.owner)); // two variables are the same vertex
        return fmt::format("({} = {})", std::min(own, parts[0]), std::max(own, parts[0]));
    }
    }
    return {};
}

Resolver::Resolver(Graph const& graph, Query const& query, Labels labels)
    : graph_(graph),
      query_(query),
      labels_(std::move(labels)) {}

void Resolver::refuse(QueryPlace place, std::string const& problem) const { refuse_query(query_.text, place, problem); }

Term Resolver::condition(QueryTerm const& term) {
    Term found = value(term);
    if (found.type != Type::boolean && found.type != Type::missing)
        refuse(term.place, fmt::format("a condition is true or false, and this is {}", name_of(found.type)));
    found.type = Type::boolean;
    return found;
}

Column const& Resolver::column(bool is_arc, std::string const& name, QueryPlace place) {
    return *found(is_arc, name, place);
}

std::shared_ptr<Column const> Resolver::found(bool is_arc, std::string const& name, QueryPlace place) {
    std::shared_ptr<GraphColumns const> const columns = graph_.columns;
    static std::vector<Column> const none;
    std::vector<Column> const& all = !columns ? none : is_arc ? columns->of_rows : columns->of_vertices;
    for (Column const& column : all)
        if (column.name == name) return {columns, &column};
    std::vector<std::string> names;
    for (Column const& column : all) names.push_back(column.name);
    char const* const whose = is_arc ? "edges" : "vertices";
    if (names.empty()) {
        refuse(place, fmt::format("the graph has no columns of {}, and so no '{}': {}", whose, name,
                                  is_arc ? "give a table of edges with a header" : "give a table with --vertices"));
    }
    std::string const near = nearest(name, names);
    refuse(place,
           fmt::format("the {} have no column '{}'; {}", whose, name,
                       near.empty() ? "there are " + joined(names, ", ") : fmt::format("did you mean '{}'?", near)));
}

std::shared_ptr<Column const> Resolver::labels_of(bool is_arc, QueryPlace place) {
    std::string const& given = is_arc ? labels_.of_edges : labels_.of_vertices;
    if (!given.empty()) {
        auto column = found(is_arc, given, place);
        if (column->type != ColumnType::text)
            refuse(place,
                   fmt::format("labels are texts, and column '{}' is {}", given, name_of(type_of(column->type))));
        return column;
    }
    auto& kept = is_arc ? edge_labels_ : vertex_labels_;
    if (kept) return kept;
    auto labels = std::make_shared<Column>();
    labels->name = "label";
    labels->type = ColumnType::text;
    if (!is_arc && has_labels(graph_)) {
        labels->text = graph_.marks->labels; // no_label is no_word
        labels->words = graph_.marks->label_names;
    } else if (is_arc && has_edge_labels(graph_)) {
        GraphColumns const* const columns = graph_.columns.get();
        if (columns == nullptr || columns->first_row.empty())
            refuse(place, "the graph was read without the lines of its edges: name the column of their labels");
        labels->words = graph_.marks->edge_label_names;
        labels->text.assign(columns->rows, Column::no_word);
        for (EdgeOffset entry = 0; entry < graph_.neighbour_array().size(); ++entry) {
            columns->for_each_row(columns->first_row[entry],
                                  [&](std::uint32_t row) { labels->text[row] = graph_.marks->edge_labels[entry]; });
        }
    } else {
        refuse(place, fmt::format("the {} of the graph have no labels: give {}", is_arc ? "edges" : "vertices",
                                  is_arc ? "--edge-label COLUMN" : "--labels FILE, or --label COLUMN"));
    }
    return kept = labels;
}

Term Resolver::label(QueryTerm const& term) {
    bool const is_arc = term.kind == QueryTerm::Kind::arc_label;
    Term column;
    column.op = Op::column;
    column.type = Type::text;
    column.column = labels_of(is_arc, term.place);
    column.owner = {is_arc, term.index};
    column.place = term.place;
    std::vector<Term> any;
    for (std::string const& name : term.names) {
        std::vector<std::string> const& known = column.column->words;
        if (std::ranges::binary_search(known, name)) continue;
        std::string const near = nearest(name, known);
        notes_.push_back(fmt::format("no {} bears the label '{}'{}", is_arc ? "edge" : "vertex", name,
                                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    for (std::string const& name : term.names)
        any.push_back(made(Op::equal, Type::boolean, {column, constant_of(name, term.place)}, term.place));
    Term const is_one = any.size() == 1 ? any.front() : made(Op::either, Type::boolean, any, term.place);
    Term const has_one = negated(made(Op::is_missing, Type::boolean, {column}, term.place));
    return made(Op::both, Type::boolean, {has_one, is_one}, term.place); // a vertex without a label has not this one
}

Term Resolver::value(QueryTerm const& term) {
    using Kind = QueryTerm::Kind;
    switch (term.kind) {
    case Kind::constant: return constant_of(term.value, term.place);
    case Kind::vertex_column:
    case Kind::arc_column: {
        Term read;
        read.op = Op::column;
        read.owner = {term.kind == Kind::arc_column, term.index};
        read.column = found(read.owner.is_arc, term.name, term.place);
        read.type = type_of(read.column->type);
        read.place = term.place;
        return read;
    }
    case Kind::vertex_label:
    case Kind::arc_label: return label(term);
    case Kind::plus:
    case Kind::minus:
    case Kind::times: {
        std::vector<Term> parts;
        for (QueryTerm const& part : term.parts) parts.push_back(value(part));
        if (parts.size() == 1) {
            bool const is_real = parts[0].type == Type::real;
            parts.insert(parts.begin(), constant_of(is_real ? Cell(0.0) : Cell(std::int64_t{0}), term.place));
        }
        bool is_real = false, is_missing = false;
        for (Term const& part : parts) {
            if (part.type == Type::missing)
                is_missing = true;
            else if (!is_number(part.type))
                refuse(part.place, fmt::format("+ - * need numbers, and this is {}", name_of(part.type)));
            is_real |= part.type == Type::real;
        }
        if (is_missing) return constant_of({}, term.place);
        Op const op = term.kind == Kind::plus ? Op::plus : term.kind == Kind::minus ? Op::minus : Op::times;
        return made(op, is_real ? Type::real : Type::whole, std::move(parts), term.place);
    }
    default: return logic(term);
    }
}

Term Resolver::logic(QueryTerm const& term) {
    using Kind = QueryTerm::Kind;
    switch (term.kind) {
    case Kind::both:
    case Kind::either: {
        std::vector<Term> parts;
        for (QueryTerm const& part : term.parts) parts.push_back(condition(part));
        return made(term.kind == Kind::both ? Op::both : Op::either, Type::boolean, std::move(parts), term.place);
    }
    case Kind::negation: return negated(condition(term.parts.at(0)));
    case Kind::is_missing: return made(Op::is_missing, Type::boolean, {value(term.parts.at(0))}, term.place);
    case Kind::in: {
        std::vector<Term> any;
        Term const one = value(term.parts.at(0));
        for (std::size_t i = 1; i < term.parts.size(); ++i)
            any.push_back(compared(Op::equal, one, value(term.parts[i]), term.place));
        if (any.empty()) return constant_of(false, term.place);
        return any.size() == 1 ? any.front() : made(Op::either, Type::boolean, std::move(any), term.place);
    }
    case Kind::same: {
        if (term.are_arcs) {
            Term a, b;
            a.op = b.op = Op::is_row;
            a.type = b.type = Type::whole;
            a.owner = {true, term.index};
            b.owner = {true, term.other};
            return made(Op::equal, Type::boolean, {a, b}, term.place);
        }
        Term same; // decided for each way in which variables coincide
        same.op = Op::is_row;
        same.type = Type::boolean;
        same.owner = {false, term.index};
        same.parts.push_back(same);
        same.parts[0].owner.index = term.other;
        same.place = term.place;
        return same;
    }
    default: return comparison(term);
    }
}

Term Resolver::comparison(QueryTerm const& term) {
    using Kind = QueryTerm::Kind;
    Term a = value(term.parts.at(0)), b = value(term.parts.at(1));
    switch (term.kind) {
    case Kind::equal: return compared(Op::equal, std::move(a), std::move(b), term.place);
    case Kind::different: return negated(compared(Op::equal, std::move(a), std::move(b), term.place));
    case Kind::less: return compared(Op::less, std::move(a), std::move(b), term.place);
    case Kind::at_most: return compared(Op::at_most, std::move(a), std::move(b), term.place);
    case Kind::more: return compared(Op::less, std::move(b), std::move(a), term.place);
    case Kind::at_least: return compared(Op::at_most, std::move(b), std::move(a), term.place);
    default: break;
    }
    Op const op = term.kind == Kind::starts_with ? Op::starts_with
                  : term.kind == Kind::ends_with ? Op::ends_with
                                                 : Op::contains;
    if (a.type == Type::missing || b.type == Type::missing) return unknown(term.place);
    for (Term const* const part : {&a, &b})
        if (part->type != Type::text)
            refuse(part->place, fmt::format("this condition is on texts, and this is {}", name_of(part->type)));
    return made(op, Type::boolean, {std::move(a), std::move(b)}, term.place);
}

Term Resolver::compared(Op op, Term a, Term b, QueryPlace place) {
    for (auto const& [text, time] : {std::pair{&a, &b}, {&b, &a}}) { // a text beside a time is one
        if (text->type != Type::text || time->type != Type::time) continue;
        auto const* const written = std::get_if<std::string>(&text->value);
        auto const read = text->op == Op::constant && written != nullptr ? parse_time(*written) : std::nullopt;
        if (!read) refuse(text->place, "a time is compared with a text that is no time; write 2024-01-15T10:30:00");
        *text = constant_of(*read, text->place);
    }
    if (a.type == Type::missing || b.type == Type::missing) return unknown(place);
    bool const fit = a.type == b.type || (is_number(a.type) && is_number(b.type));
    bool const is_turned = b.place.at < a.place.at;
    if (!fit) {
        refuse(place, fmt::format("{} is compared with {}", name_of(is_turned ? b.type : a.type),
                                  name_of(is_turned ? a.type : b.type)));
    }
    if (a.type == Type::boolean && op != Op::equal)
        refuse(place, "truth values are equal or not; none is less than another");
    return made(op, Type::boolean, {std::move(a), std::move(b)}, place);
}

void Resolver::split(Term term, std::vector<Term>& into) {
    if (term.op != Op::both) return into.push_back(std::move(term));
    for (Term& part : term.parts) split(std::move(part), into);
}

namespace {

constexpr std::size_t block = 2048;

// The values of a term for a block of vertices or rows. A text is the place of its word, see TextOf.
struct Block {
    std::array<std::int64_t, block> whole;
    std::array<double, block> real;
    std::array<std::int8_t, block> truth;
};

std::strong_ordering against(std::int64_t a, double b, bool& is_unknown_one) {
    is_unknown_one = std::isnan(b);
    constexpr double beyond = 9223372036854775808.0; // 2^63
    if (b >= beyond) return std::strong_ordering::less;
    if (b < -beyond) return std::strong_ordering::greater;
    if (is_unknown_one) return std::strong_ordering::equal;
    auto const whole = static_cast<std::int64_t>(b);
    if (a != whole) return a <=> whole;
    double const rest = b - static_cast<double>(whole);
    return rest > 0   ? std::strong_ordering::less
           : rest < 0 ? std::strong_ordering::greater
                      : std::strong_ordering::equal;
}

std::int8_t truth_of(bool is) { return is ? is_true : is_false; }

std::int8_t truth_of(Op op, std::strong_ordering order) {
    return truth_of(op == Op::equal ? std::is_eq(order) : op == Op::less ? std::is_lt(order) : std::is_lteq(order));
}

std::strong_ordering turned(std::strong_ordering order) {
    if (std::is_lt(order)) return std::strong_ordering::greater;
    return std::is_gt(order) ? std::strong_ordering::less : order;
}

// Evaluates a term block by block. Its parts are evaluated one after the other, so that each is a loop over few types.
class Evaluator {
public:
    Evaluator(Term const& term) : term_(term) {
        for (Term const& part : term.parts) parts_.emplace_back(part);
        if (is_of_texts()) prepare_texts();
    }

    void fill(std::size_t begin, std::size_t count, Block& out) const {
        switch (term_.op) {
        case Op::column: return fill_column(begin, count, out);
        case Op::constant: return fill_constant(count, out);
        case Op::is_missing: return fill_missing(begin, count, out);
        case Op::both:
        case Op::either:
        case Op::negation: return fill_logic(begin, count, out);
        case Op::plus:
        case Op::minus:
        case Op::times: return fill_numbers(begin, count, out);
        case Op::is_row:
            for (std::size_t i = 0; i < count; ++i) out.whole[i] = static_cast<std::int64_t>(begin + i);
            return;
        default: break;
        }
        if (is_of_texts()) return fill_texts(begin, count, out);
        fill_comparison(begin, count, out);
    }

private:
    bool is_of_texts() const { return term_.parts.size() == 2 && term_.parts[0].type == Type::text; }

    void fill_column(std::size_t begin, std::size_t count, Block& out) const {
        Column const& column = *term_.column;
        for (std::size_t i = 0; i < count; ++i) {
            if (term_.type == Type::real) {
                out.real[i] = column.real[begin + i];
            } else if (term_.type == Type::boolean) {
                std::int64_t const value = column.whole[begin + i];
                out.truth[i] = value == Column::no_whole ? std::int8_t{is_unknown} : truth_of(value != 0);
            } else {
                out.whole[i] = column.whole[begin + i];
            }
        }
    }

    void fill_constant(std::size_t count, Block& out) const {
        for (std::size_t i = 0; i < count; ++i) {
            out.truth[i] = is_unknown;
            if (auto const* const value = std::get_if<std::int64_t>(&term_.value)) out.whole[i] = *value;
            if (auto const* const value = std::get_if<double>(&term_.value)) out.real[i] = *value;
            if (auto const* const value = std::get_if<bool>(&term_.value)) out.truth[i] = *value ? is_true : is_false;
            if (auto const* const value = std::get_if<Time>(&term_.value)) out.whole[i] = value->microseconds;
        }
    }

    void fill_missing(std::size_t begin, std::size_t count, Block& out) const {
        Term const& part = term_.parts[0];
        if (part.op == Op::column) {
            for (std::size_t i = 0; i < count; ++i)
                out.truth[i] = part.column->is_missing(begin + i) ? is_true : is_false;
            return;
        }
        if (part.type == Type::missing || part.type == Type::text) { // a constant
            std::fill_n(out.truth.begin(), count, part.type == Type::missing ? is_true : is_false);
            return;
        }
        auto const own = std::make_unique<Block>();
        parts_[0].fill(begin, count, *own);
        for (std::size_t i = 0; i < count; ++i) {
            bool const is = part.type == Type::real      ? std::isnan(own->real[i])
                            : part.type == Type::boolean ? own->truth[i] == is_unknown
                                                         : own->whole[i] == Column::no_whole;
            out.truth[i] = is ? is_true : is_false;
        }
    }

    void fill_logic(std::size_t begin, std::size_t count, Block& out) const {
        parts_[0].fill(begin, count, out);
        if (term_.op == Op::negation) {
            for (std::size_t i = 0; i < count; ++i)
                if (out.truth[i] != is_unknown) out.truth[i] ^= 1;
            return;
        }
        std::int8_t const decides = term_.op == Op::both ? is_false : is_true;
        auto const own = std::make_unique<Block>();
        for (std::size_t part = 1; part < parts_.size(); ++part) {
            parts_[part].fill(begin, count, *own);
            for (std::size_t i = 0; i < count; ++i) {
                std::int8_t const a = out.truth[i], b = own->truth[i];
                out.truth[i] = a == decides || b == decides ? decides : a == is_unknown ? a : b;
            }
        }
    }

    void fill_numbers(std::size_t begin, std::size_t count, Block& out) const {
        auto const a = std::make_unique<Block>(), b = std::make_unique<Block>();
        parts_[0].fill(begin, count, *a);
        parts_[1].fill(begin, count, *b);
        auto const result = [op = term_.op](auto x, auto y) {
            return op == Op::plus ? x + y : op == Op::minus ? x - y : x * y;
        };
        for (std::size_t i = 0; i < count; ++i) {
            if (term_.type == Type::real) {
                out.real[i] = result(as_real(term_.parts[0], *a, i), as_real(term_.parts[1], *b, i));
            } else {
                bool const lacks = a->whole[i] == Column::no_whole || b->whole[i] == Column::no_whole;
                out.whole[i] = lacks ? Column::no_whole : result(a->whole[i], b->whole[i]);
            }
        }
    }
    static double as_real(Term const& term, Block const& values, std::size_t i) {
        if (term.type == Type::real) return values.real[i];
        return values.whole[i] == Column::no_whole ? std::numeric_limits<double>::quiet_NaN()
                                                   : static_cast<double>(values.whole[i]);
    }

    void fill_comparison(std::size_t begin, std::size_t count, Block& out) const {
        auto const a = std::make_unique<Block>(), b = std::make_unique<Block>();
        parts_[0].fill(begin, count, *a);
        parts_[1].fill(begin, count, *b);
        Type const of_a = term_.parts[0].type, of_b = term_.parts[1].type;
        Op const op = term_.op;
        for (std::size_t i = 0; i < count; ++i) {
            if (of_a == Type::boolean) {
                bool const lacks = a->truth[i] == is_unknown || b->truth[i] == is_unknown;
                out.truth[i] = lacks ? is_unknown : a->truth[i] == b->truth[i] ? is_true : is_false;
            } else if (of_a == Type::real && of_b == Type::real) {
                double const x = a->real[i], y = b->real[i];
                bool const is = op == Op::equal ? x == y : op == Op::less ? x < y : x <= y;
                out.truth[i] = std::isnan(x) || std::isnan(y) ? is_unknown : is ? is_true : is_false;
            } else if (of_a == Type::real || of_b == Type::real) {
                bool const is_turned = of_a == Type::real;
                std::int64_t const whole = is_turned ? b->whole[i] : a->whole[i];
                bool lacks = false;
                std::strong_ordering const order = against(whole, is_turned ? a->real[i] : b->real[i], lacks);
                lacks |= whole == Column::no_whole;
                out.truth[i] = lacks ? std::int8_t{is_unknown} : truth_of(op, is_turned ? turned(order) : order);
            } else {
                bool const lacks = a->whole[i] == Column::no_whole || b->whole[i] == Column::no_whole;
                out.truth[i] = lacks ? std::int8_t{is_unknown} : truth_of(op, a->whole[i] <=> b->whole[i]);
            }
        }
    }

    // A text is a column or a constant. With one column, the truth is found once for each word.

    static std::string_view word_of(Term const& term, std::uint32_t word) {
        return term.op == Op::constant ? std::string_view(std::get<std::string>(term.value)) : term.column->words[word];
    }
    std::int8_t truth_of_texts(std::string_view a, std::string_view b) const {
        switch (term_.op) {
        case Op::starts_with: return a.starts_with(b) ? is_true : is_false;
        case Op::ends_with: return a.ends_with(b) ? is_true : is_false;
        case Op::contains: return a.find(b) != std::string_view::npos ? is_true : is_false;
        default: return truth_of(term_.op, a <=> b);
        }
    }
    void prepare_texts() {
        Term const &a = term_.parts[0], &b = term_.parts[1];
        if (a.op == b.op) return;
        Term const& read = a.op == Op::column ? a : b;
        for (std::uint32_t word = 0; word < read.column->words.size(); ++word)
            of_words_.push_back(truth_of_texts(word_of(a, word), word_of(b, word)));
    }
    void fill_texts(std::size_t begin, std::size_t count, Block& out) const {
        Term const &a = term_.parts[0], &b = term_.parts[1];
        auto const at = [&](Term const& term, std::size_t i) {
            return term.op == Op::column ? term.column->text[begin + i] : std::uint32_t{0};
        };
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t const x = at(a, i), y = at(b, i);
            if (x == Column::no_word || y == Column::no_word) {
                out.truth[i] = is_unknown;
            } else if (a.op != b.op) {
                out.truth[i] = of_words_[a.op == Op::column ? x : y];
            } else {
                out.truth[i] = truth_of_texts(word_of(a, x), word_of(b, y));
            }
        }
    }

    Term const& term_;
    std::vector<Evaluator> parts_;
    std::vector<std::int8_t> of_words_;
};

} // namespace

Values values_of(Term const& term, std::size_t count, int threads) {
    Values values;
    if (term.type == Type::real) {
        values.real.resize(count);
    } else if (term.type == Type::boolean) {
        values.truth.resize(count);
    } else {
        values.whole.resize(count);
    }
    Evaluator const evaluator(term);
    std::size_t const blocks = (count + block - 1) / block;
    Team team(team_size(count, threads));
    team.run([&](Member member) {
        auto const own = std::make_unique<Block>();
        member.for_part_of(blocks, [&](std::size_t at) {
            std::size_t const begin = at * block, size = std::min(block, count - begin);
            evaluator.fill(begin, size, *own);
            auto const into = static_cast<std::ptrdiff_t>(begin);
            if (!values.real.empty()) std::copy_n(own->real.begin(), size, values.real.begin() + into);
            if (!values.truth.empty()) std::copy_n(own->truth.begin(), size, values.truth.begin() + into);
            if (!values.whole.empty()) std::copy_n(own->whole.begin(), size, values.whole.begin() + into);
        });
    });
    return values;
}

std::int8_t truth_of_constant(Term const& term) { return values_of(term, 1, 1).truth.front(); }

Range range_of(Term const& term, std::string const& text) {
    if (term.op == Op::constant) {
        if (auto const* const value = std::get_if<std::int64_t>(&term.value)) return {*value, *value};
        return {};
    }
    if (term.op == Op::column) {
        std::optional<Range> range;
        for (std::int64_t const value : term.column->whole) {
            if (value == Column::no_whole) continue;
            if (!range) range = {value, value};
            range->least = std::min(range->least, value);
            range->largest = std::max(range->largest, value);
        }
        return range.value_or(Range{});
    }
    bool const is_sum = term.op == Op::plus || term.op == Op::minus || term.op == Op::times;
    std::vector<Range> parts;
    for (Term const& part : term.parts) parts.push_back(range_of(part, text));
    if (!is_sum || term.type != Type::whole) return {};
    using Wide = __int128;
    Wide least = 0, largest = 0;
    bool is_first = true;
    for (std::int64_t const a : {parts[0].least, parts[0].largest}) {
        for (std::int64_t const b : {parts[1].least, parts[1].largest}) {
            Wide const x = a, y = b, result = term.op == Op::plus ? x + y : term.op == Op::minus ? x - y : x * y;
            least = is_first ? result : std::min(least, result);
            largest = is_first ? result : std::max(largest, result);
            is_first = false;
        }
    }
    if (least <= std::numeric_limits<std::int64_t>::min() || largest > std::numeric_limits<std::int64_t>::max())
        refuse_query(text, term.place,
                     "this can leave 64 bits, by the values of its columns; read a column as double (--types)");
    return {static_cast<std::int64_t>(least), static_cast<std::int64_t>(largest)};
}

} // namespace cerrado::query
