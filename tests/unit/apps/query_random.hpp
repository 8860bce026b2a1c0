// Random small graphs with columns, and random queries of them.
#pragma once

#include <cerrado/apps/query.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {

// The columns of vertices and those of rows are: w, integers; x, reals; f, true or false; t, texts; z, times; l, the
// graph's own labels. Parallel arcs have the same label, and a loop has none. All values of f are there.
class RandomQueries {
public:
    explicit RandomQueries(unsigned seed, bool is_directed) : random_(seed), is_directed_(is_directed) {}

    // A graph of 3 to 8 vertices. Half of the graphs have parallel arcs, and half have loops.
    Graph graph() {
        auto const count = static_cast<VertexId>(3 + below(6));
        bool const has_parallel = happens(50), has_loops = happens(50);
        std::map<std::pair<VertexId, VertexId>, std::string> labels; // of the arcs so far
        std::vector<Edge> edges;
        for (int i = 0, wanted = static_cast<int>(count) + below(15); i < wanted; ++i) {
            Edge edge{any_of(count), any_of(count)};
            if (i == 0) edge = {0, 1};
            if (edge.source == edge.target && !has_loops) continue;
            std::pair key{edge.source, edge.target};
            if (!is_directed_ && key.first > key.second) std::swap(key.first, key.second);
            if (!labels.try_emplace(key, label()).second && !has_parallel) continue;
            edges.push_back(edge);
        }
        std::vector<Edge> labelled;
        std::vector<std::string> edge_labels, vertex_labels;
        for (auto const& [ends, text] : labels) {
            labelled.push_back({ends.first, ends.second});
            edge_labels.push_back(text);
        }
        for (VertexId v = 0; v < count; ++v) vertex_labels.push_back(label());

        Graph graph = is_directed_ ? graph_from_arcs(count, edges) : graph_from_edges(count, edges);
        graph = with_edge_labels(with_labels(graph, vertex_labels), labelled, edge_labels);
        for (Column& column : columns(count)) graph = with_vertex_column(graph, std::move(column));
        graph = with_vertex_column(graph, column_of("l", cells_of(vertex_labels)));
        std::vector<Column> of_rows = columns(edges.size());
        std::vector<Cell> row_labels;
        for (Edge const& edge : edges) {
            std::pair key{edge.source, edge.target};
            if (!is_directed_ && key.first > key.second) std::swap(key.first, key.second);
            row_labels.push_back(edge.source == edge.target ? Cell{} : labels.at(key));
        }
        of_rows.push_back(column_of("l", row_labels));
        return with_rows(graph, edges, std::move(of_rows));
    }

    // A query of 2 to 4 variables. Required arcs connect them.
    Query query() {
        query_ = {};
        query_.language = Query::Language::match;
        query_.mode = std::vector{QueryMode::nodes, QueryMode::edges, QueryMode::all}[below(3u)];
        add_variables_and_arcs();
        for (int i = below(4); i > 0; --i) {
            auto const place = static_cast<std::size_t>(below(static_cast<int>(query_.arcs.size())));
            if (happens(70))
                query_.conditions.push_back(condition(2));
            else
                query_.arcs[place].conditions.push_back(condition_on(static_cast<int>(place), 1));
        }
        if (happens(25)) add_items();
        query_.text = match_text(query_);
        return query_;
    }

    // Returns: the query as a person would write it.
    static std::string match_text(Query const& query) {
        std::string patterns, conditions, items;
        auto const add = [](std::string& text, std::string const& separator, std::string const& part) {
            text += (text.empty() ? "" : separator) + part;
        };
        for (std::size_t i = 0; i < query.arcs.size(); ++i) {
            QueryArc const& arc = query.arcs[i];
            auto const vertex = [&](int variable) { return "(" + query.variables[as_size(variable)].name + ")"; };
            std::string const text =
                vertex(arc.from) + "-[" + arc.name + "]-" + (arc.is_either_way ? "" : ">") + vertex(arc.to);
            std::string own;
            for (QueryTerm const& term : arc.conditions) add(own, " AND ", text_of(query, term));
            if (arc.is_forbidden) {
                add(conditions, " AND ", "NOT EXISTS { " + text + (own.empty() ? "" : " WHERE " + own) + " }");
            } else {
                add(patterns, ", ", text);
                if (!own.empty()) add(conditions, " AND ", own);
            }
        }
        for (QueryTerm const& term : query.conditions) add(conditions, " AND ", text_of(query, term));
        for (QueryItem const& item : query.items) {
            if (item.kind == QueryItem::Kind::count)
                add(items, ", ", "count(*)");
            else if (item.kind == QueryItem::Kind::vertex)
                add(items, ", ", query.variables[as_size(item.index)].name);
            else
                add(items, ", ", item.name);
        }
        std::string const mode = query.mode == QueryMode::nodes   ? " DIFFERENT NODES"
                                 : query.mode == QueryMode::edges ? " DIFFERENT EDGES"
                                                                  : " REPEATABLE ELEMENTS";
        return "MATCH" + mode + " " + patterns + (conditions.empty() ? "" : " WHERE " + conditions) + " RETURN " +
               items;
    }

private:
    using Kind = QueryTerm::Kind;

    static std::size_t as_size(int i) { return static_cast<std::size_t>(i); }
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
    std::size_t below(unsigned bound) { return random_() % bound; }
    VertexId any_of(VertexId count) { return static_cast<VertexId>(random_() % count); }
    bool happens(int percent) { return below(100) < percent; }
    template <class T> T any(std::vector<T> const& list) { return list[below(static_cast<unsigned>(list.size()))]; }
    std::string label() { return any<std::string>({"K", "L", "M"}); }

    static std::vector<Cell> cells_of(std::vector<std::string> const& texts) { return {texts.begin(), texts.end()}; }

    Cell number() { return std::int64_t{below(6) - 2}; }
    Cell real() { return (below(9) - 3) * .5; }
    Cell truth() { return happens(50); }
    Cell text() { return any<std::string>({"", "a", "ab", "b", "ba", "K"}); }
    Cell time() { return Time{1704067200000000 + below(4) * 500000}; }

    // The first cell of each column is there, so that its type is.
    std::vector<Column> columns(std::size_t count) {
        std::vector<Column> columns;
        auto const add = [&](char const* name, Cell (RandomQueries::*cell)(), int missing_percent) {
            std::vector<Cell> cells;
            for (std::size_t i = 0; i < count; ++i)
                cells.push_back(i > 0 && happens(missing_percent) ? Cell{} : (this->*cell)());
            columns.push_back(column_of(name, cells));
        };
        add("w", &RandomQueries::number, 15);
        add("x", &RandomQueries::real, 15);
        add("f", &RandomQueries::truth, 0);
        add("t", &RandomQueries::text, 15);
        add("z", &RandomQueries::time, 15);
        return columns;
    }

    void add_variables_and_arcs() {
        int const count = 2 + below(3);
        std::vector<int> order;
        for (int i = 0; i < count; ++i) {
            query_.variables.push_back({.name = std::string(1, static_cast<char>('A' + i))});
            order.push_back(i);
        }
        std::ranges::shuffle(order, random_);
        for (int i = 1; i < count; ++i) add_arc(order[as_size(i)], order[as_size(below(i))], false);
        for (int i = below(3); i > 0; --i) {
            int const from = below(count), to = below(count);
            if (from != to || happens(50)) add_arc(from, to, false);
        }
        if (!happens(40)) return;
        add_arc(below(count), below(count), true);
        int const own = static_cast<int>(query_.arcs.size()) - 1;
        for (int i = below(3); i > 0; --i) query_.arcs.back().conditions.push_back(condition_on(own, 1));
    }

    void add_arc(int from, int to, bool is_forbidden) {
        if (happens(50)) std::swap(from, to);
        QueryArc arc{.name = "e" + std::to_string(query_.arcs.size()), .from = from, .to = to};
        arc.is_either_way = !is_directed_ || happens(20);
        arc.is_forbidden = is_forbidden;
        query_.arcs.push_back(arc);
    }

    void add_items() {
        query_.items.clear();
        for (int i = 1 + below(2); i > 0; --i) {
            QueryItem item{.kind = any<QueryItem::Kind>(
                               {QueryItem::Kind::vertex, QueryItem::Kind::vertex_column, QueryItem::Kind::arc_column})};
            bool const is_arc = item.kind == QueryItem::Kind::arc_column;
            item.index = is_arc ? required_arc() : variable();
            std::string const owner =
                is_arc ? query_.arcs[as_size(item.index)].name : query_.variables[as_size(item.index)].name;
            item.name = owner;
            if (item.kind != QueryItem::Kind::vertex) {
                item.column = any<std::string>({"w", "f", "t", "l"});
                item.name += "." + item.column;
            }
            auto const is_same = [&](QueryItem const& other) { return other.name == item.name; };
            if (std::ranges::none_of(query_.items, is_same)) query_.items.push_back(item);
        }
        query_.items.push_back({.name = "count(*)"});
    }

    int variable() { return below(static_cast<int>(query_.variables.size())); }
    int required_arc() {
        for (;;) {
            int const arc = below(static_cast<int>(query_.arcs.size()));
            if (!query_.arcs[as_size(arc)].is_forbidden) return arc;
        }
    }

    // A condition that a row of this arc decides, maybe with the vertices.
    QueryTerm condition_on(int arc, int depth) {
        own_arc_ = arc;
        QueryTerm term = condition(depth);
        own_arc_ = -1;
        return term;
    }

    static QueryTerm term(Kind kind, std::vector<QueryTerm> parts) {
        QueryTerm term;
        term.kind = kind;
        term.parts = std::move(parts);
        return term;
    }
    static QueryTerm constant(Cell value) {
        QueryTerm term;
        term.value = std::move(value);
        return term;
    }
    QueryTerm column(std::string const& name) {
        QueryTerm term;
        bool const is_arc = happens(own_arc_ < 0 ? 50 : 70);
        term.kind = is_arc ? Kind::arc_column : Kind::vertex_column;
        term.index = !is_arc ? variable() : own_arc_ < 0 ? required_arc() : own_arc_;
        term.name = name;
        return term;
    }

    QueryTerm condition(int depth) {
        if (depth > 0 && happens(35)) {
            Kind const kind = any<Kind>({Kind::both, Kind::either, Kind::negation});
            std::vector<QueryTerm> parts{condition(depth - 1)};
            for (int more = kind == Kind::negation ? 0 : 1 + below(2); more > 0; --more)
                parts.push_back(condition(depth - 1));
            return term(kind, std::move(parts));
        }
        Kind const order =
            any<Kind>({Kind::equal, Kind::different, Kind::less, Kind::at_most, Kind::more, Kind::at_least});
        Kind const equality = any<Kind>({Kind::equal, Kind::different});
        switch (below(12)) {
        case 0:
        case 1:
        case 2: return term(order, {number_column(), sum(2)});
        case 3: return term(order, {sum(2), sum(1)});
        case 4: return term(order, {column("z"), happens(50) ? column("z") : constant(text_of_time())});
        case 5: return term(order, {text_column(), happens(50) ? text_column() : constant(text())});
        case 6: return term(equality, {column("f"), happens(50) ? column("f") : constant(truth())});
        case 7: return term(Kind::is_missing, {column(any<std::string>({"w", "x", "t", "z"}))});
        case 8: {
            Kind const kind = any<Kind>({Kind::starts_with, Kind::ends_with, Kind::contains});
            return term(kind, {text_column(), constant(text())});
        }
        case 9: {
            if (happens(50)) return term(Kind::in, {text_column(), constant(text()), constant(text())});
            return term(Kind::in, {number_column(), constant(number()), constant(real()), constant(number())});
        }
        case 10: return label_condition();
        default: return same_condition();
        }
    }

    QueryTerm text_column() { return column(any<std::string>({"t", "t", "l"})); }
    QueryTerm number_column() { return column(any<std::string>({"w", "w", "x"})); }
    Cell text_of_time() { return format_time(std::get<Time>(time())); }

    // A number, of columns and constants.
    QueryTerm sum(int depth) {
        if (depth == 0 || happens(40)) return happens(60) ? number_column() : constant(happens(50) ? number() : real());
        if (happens(10)) return term(Kind::minus, {number_column()});
        Kind const kind = any<Kind>({Kind::plus, Kind::minus, Kind::times});
        return term(kind, {number_column(), sum(depth - 1)});
    }

    QueryTerm label_condition() {
        QueryTerm term = column("");
        term.kind = term.kind == Kind::arc_column ? Kind::arc_label : Kind::vertex_label;
        term.names = {label()};
        if (std::string const other = label(); other != term.names[0]) term.names.push_back(other);
        return term;
    }

    QueryTerm same_condition() {
        QueryTerm same;
        same.kind = Kind::same;
        same.are_arcs = own_arc_ < 0 && happens(40);
        same.index = same.are_arcs ? required_arc() : variable();
        same.other = same.are_arcs ? required_arc() : variable();
        return happens(60) ? term(Kind::negation, {same}) : same;
    }

    static std::string text_of(Cell const& value) {
        if (auto const* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
        if (auto const* real = std::get_if<double>(&value)) return std::to_string(*real);
        if (auto const* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
        return "'" + std::get<std::string>(value) + "'";
    }

    static std::string text_of(Query const& query, QueryTerm const& term) {
        auto const part = [&](std::size_t i) { return text_of(query, term.parts[i]); };
        auto const name = [&](int index, bool is_arc) {
            return is_arc ? query.arcs[as_size(index)].name : query.variables[as_size(index)].name;
        };
        auto const between = [&](std::string const& separator, std::size_t first) {
            std::string text;
            for (std::size_t i = first; i < term.parts.size(); ++i) text += (i > first ? separator : "") + part(i);
            return text;
        };
        auto const one_of = [&] {
            std::string text;
            for (std::string const& label : term.names) text += (text.empty() ? "" : "|") + label;
            return text;
        };
        switch (term.kind) {
        case Kind::constant: return text_of(term.value);
        case Kind::vertex_column: return name(term.index, false) + "." + term.name;
        case Kind::arc_column: return name(term.index, true) + "." + term.name;
        case Kind::vertex_label: return name(term.index, false) + ":" + one_of();
        case Kind::arc_label: return name(term.index, true) + ":" + one_of();
        case Kind::same: return "(" + name(term.index, term.are_arcs) + " = " + name(term.other, term.are_arcs) + ")";
        case Kind::equal: return "(" + between(" = ", 0) + ")";
        case Kind::different: return "(" + between(" <> ", 0) + ")";
        case Kind::less: return "(" + between(" < ", 0) + ")";
        case Kind::at_most: return "(" + between(" <= ", 0) + ")";
        case Kind::more: return "(" + between(" > ", 0) + ")";
        case Kind::at_least: return "(" + between(" >= ", 0) + ")";
        case Kind::plus: return "(" + between(" + ", 0) + ")";
        case Kind::minus: return term.parts.size() == 1 ? "(-" + part(0) + ")" : "(" + between(" - ", 0) + ")";
        case Kind::times: return "(" + between(" * ", 0) + ")";
        case Kind::both: return "(" + between(" AND ", 0) + ")";
        case Kind::either: return "(" + between(" OR ", 0) + ")";
        case Kind::negation: return "NOT (" + part(0) + ")";
        case Kind::in: return "(" + part(0) + " IN [" + between(", ", 1) + "])";
        case Kind::is_missing: return "(" + part(0) + " IS NULL)";
        case Kind::starts_with: return "(" + between(" STARTS WITH ", 0) + ")";
        case Kind::ends_with: return "(" + between(" ENDS WITH ", 0) + ")";
        case Kind::contains: return "(" + between(" CONTAINS ", 0) + ")";
        }
        return {};
    }

    std::mt19937 random_;
    bool is_directed_;
    Query query_;
    int own_arc_ = -1; // that the condition being made may read alone among the arcs; -1: it may read all required ones
};

} // namespace cerrado::test
