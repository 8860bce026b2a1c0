#include "query/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace cerrado {

// The language of DotMotif (Matelsky et al. 2021, "DotMotif: an open-source tool for connectome subgraph isomorphism
// search and graph queries"): edges with conditions, conditions on vertices and named edges, and macros.

namespace {

namespace motif {

using namespace grammar;

using skip = blanks<false>;
template <Words... texts> using mark = and_skip<sign<texts...>, skip>;

struct name : identifier {
    using kept = void;
};
struct text : sor<quoted<'"'>, quoted<'\''>> {
    using kept = void;
};
struct number : number_text {
    using kept = void;
};

struct operation : sor<word<"contains", "in", "!contains", "!in">, sign<"==", "=", "!=", "<>", "<=", "<", ">=", ">">> {
    using kept = void;
};
struct some_operation : seq<need<operation, "expected an operator such as =, > or contains">, skip> {};

struct value : sor<text, number, name> {};
struct list : seq<mark<"[">, need<value, "expected a value">, skip,
                  star<mark<",">, need<value, "expected a value">, skip>, need<sign<"]">, "expected , or ]">> {
    using kept = void;
};
// ".radius" or "['a key']"
struct key
    : sor<seq<mark<".">, need<name, "expected the name of a column">>,
          seq<mark<"[">, need<sor<text, name>, "expected the name of a column">, skip, need<sign<"]">, "expected ]">>> {
};
struct column : seq<name, skip, key> {
    using kept = void;
};
struct operand : sor<list, column, value> {};

// The parts of a statement after the name that it begins with.

struct relation : seq<one<'-', '~', '!'>, one<'>', '+', '-', '|'>> {
    using kept = void;
};
struct clause : seq<sor<text, name>, skip, some_operation, need<sor<list, value>, "expected a value">, skip> {
    using kept = void;
};
struct clauses
    : seq<mark<"[">, need<clause, "expected the name of a column">,
          star<mark<",">, need<clause, "expected the name of a column">>, need<mark<"]">, "expected , or ]">> {};
struct alias : seq<word<"as">, skip, not_at<relation>, need<name, "expected a name for the edge">, skip> {
    using kept = void;
};
struct edge : seq<relation, skip, need<name, "expected a vertex">, skip, opt<clauses>, opt<alias>> {
    using kept = void;
};
struct automorphism : seq<mark<"===">, need<name, "expected a vertex">, skip> {
    using kept = void;
};
struct comparison : seq<key, skip, some_operation, need<operand, "expected a value or a column">, skip> {
    using kept = void;
};
struct arguments : seq<mark<"(">, need<name, "expected a name">, skip,
                       star<mark<",">, need<name, "expected a name">, skip>, need<mark<")">, "expected , or )">> {
    using kept = void;
};

struct statement;
struct body : seq<mark<"{">, star<sor<statement, mark<";">>>, need<mark<"}">, "expected a statement or }">> {
    using kept = void;
};
struct excluded : seq<sign<"!">, skip, sign<"(">, skip, need<name, "expected a vertex">, skip,
                      need<edge, "expected an arrow such as ->">, need<mark<")">, "expected )">> {
    using kept = void;
};
struct named_statement
    : seq<not_at<word<"RETURN">, plus<space>, sor<identifier, one<'`'>>>, name, skip,
          sor<edge, automorphism, comparison, seq<arguments, opt<nested<body>>>,
              refuse<"expected an arrow such as ->, a column such as .type, or a macro's arguments">>> {};
struct statement : sor<named_statement, excluded> {
    using kept = void;
};
struct returns : seq<at<word<"RETURN">>, star<any>> {
    using kept = void;
};
struct text_of_motif : seq<skip, star<sor<statement, mark<";">>>, opt<returns>,
                           need<eof, "expected a statement, such as A -> B, A.type = \"KC\", or a macro">> {};

} // namespace motif

using motif::Node;

constexpr std::size_t max_statements = 10'000;

// A quote or backslash after a backslash stands for itself. Other backslashes do, too.
std::string unquoted(std::string_view quoted) {
    std::string text;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        bool const is_escape = quoted[i] == '\\' && i + 2 < quoted.size() &&
                               (quoted[i + 1] == '\\' || quoted[i + 1] == '"' || quoted[i + 1] == '\'');
        if (is_escape) ++i;
        text += quoted[i];
    }
    return text;
}

struct Macro {
    std::string name;
    std::vector<std::string> parameters;
    Node const* body = nullptr;
    bool is_open = false; // it is being expanded
};

// The meaning of names: in the text itself, or in one call of a macro.
struct Scope {
    Macro const* macro = nullptr;
    std::map<std::string, std::string, std::less<>> arguments{};
    std::map<std::string, int, std::less<>> arcs{}; // those that have names
};

// First all edges, then all conditions: a name may be used before the edge that it belongs to.
class Reader {
public:
    explicit Reader(Query& into) : query(into) {}

    void read() {
        std::vector<Node> const tree = grammar::parse_text<motif::text_of_motif>(query.text, 0);
        for (Node const& node : tree) {
            if (is_definition(node)) define(node);
        }
        Scope& top = scopes.emplace_back();
        for (Node const& node : tree) {
            if (node.is<motif::statement>() && !is_definition(node)) take(node, top, 0);
        }
        if (query.arcs.empty()) refuse_query(query.text, {query.text.size(), 0}, "expected an edge, such as A -> B");
        for (auto const& [node, scope] : comparisons) compare(*node, *scope);
        for (auto const& [node, scope] : automorphisms) join(*node, *scope);
        share_conditions();
        Node const& last = tree.back();
        if (last.is<motif::returns>()) parse_returns(query, place_of(last).at);
    }

private:
    // The text and its parts.

    QueryPlace place_of(Node const& node) const { return grammar::place_in(query.text, node); }
    static std::string text_of(Node const& node) {
        return node.is<motif::text>() ? unquoted(node.text) : std::string(node.text);
    }
    [[noreturn]] void refuse(Node const& node, std::string const& problem) const {
        refuse_query(query.text, place_of(node), problem);
    }

    // A definition is a name, arguments, and a body.
    static bool is_definition(Node const& node) { return node.is<motif::statement>() && node.children.size() == 3; }

    void define(Node const& node) {
        std::string name = text_of(node.children[0]);
        Macro macro{.name = name, .parameters = {}, .body = &node.children[2]};
        for (Node const& parameter : node.children[1].children) {
            if (std::ranges::find(macro.parameters, std::string(parameter.text)) != macro.parameters.end()) {
                refuse(parameter, "the macro has two arguments of this name");
            }
            macro.parameters.push_back(std::string(parameter.text));
        }
        if (!macros.emplace(std::move(name), std::move(macro)).second) {
            refuse(node.children[0], "a macro of this name comes before");
        }
    }

    // One statement in a scope.
    void take(Node const& node, Scope& scope, std::size_t depth) {
        if (++statements > max_statements) {
            refuse(node, fmt::format("more than {} statements, those of macros' calls included", max_statements));
        }
        Node const& first = node.children[0];
        if (first.is<motif::excluded>()) return add_edge(first.children[0], first.children[1], scope, true);
        if (is_definition(node)) refuse(node, "a macro cannot be defined within a macro; move it out");
        Node const& second = node.children[1];
        if (second.is<motif::edge>()) return add_edge(first, second, scope, false);
        if (second.is<motif::comparison>()) return comparisons.emplace_back(&node, &scope), void();
        if (second.is<motif::automorphism>()) return automorphisms.emplace_back(&node, &scope), void();
        call(first, second, scope, depth);
    }

    void call(Node const& name, Node const& arguments, Scope const& outer, std::size_t depth) {
        auto const found = macros.find(std::string(name.text));
        if (found == macros.end()) {
            std::vector<std::string> known;
            for (auto const& [macro, ignored] : macros) known.push_back(macro);
            refuse_unknown(query, name.text, place_of(name), known, "macro");
        }
        Macro& macro = found->second;
        if (macro.is_open) refuse(name, "a macro cannot call itself, also not through others");
        if (depth == max_query_depth) refuse(name, "macros call each other too deeply (200 calls)");
        if (macro.parameters.size() != arguments.children.size()) {
            refuse(arguments, fmt::format("{} takes {} names, not {}", macro.name, macro.parameters.size(),
                                          arguments.children.size()));
        }
        Scope& scope = scopes.emplace_back();
        scope.macro = &macro;
        for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
            scope.arguments[macro.parameters[i]] = vertex_name(arguments.children[i], outer);
        }
        macro.is_open = true;
        for (Node const& inner : macro.body->children) take(inner, scope, depth + 1);
        macro.is_open = false;
    }

    // Names.

    // Returns: the name of a vertex in the text itself.
    std::string vertex_name(Node const& node, Scope const& scope) const {
        if (scope.macro == nullptr) return std::string(node.text);
        auto const found = scope.arguments.find(node.text);
        if (found != scope.arguments.end()) return found->second;
        refuse_unknown(query, node.text, place_of(node), scope.macro->parameters,
                       fmt::format("argument of the macro {}", scope.macro->name));
    }

    int variable_in(std::string_view name, Scope const& scope) const {
        if (scope.macro == nullptr) return find_variable(query, name);
        auto const found = scope.arguments.find(name);
        return found == scope.arguments.end() ? -1 : find_variable(query, found->second);
    }

    // Returns: the arc of this name, or from A to B if the name is A_B; or -1.
    int arc_in(std::string_view name, Scope const& scope) const {
        if (auto const found = scope.arcs.find(name); found != scope.arcs.end()) return found->second;
        for (std::size_t bar = name.find('_'); bar != std::string_view::npos; bar = name.find('_', bar + 1)) {
            int const from = variable_in(name.substr(0, bar), scope);
            int const to = variable_in(name.substr(bar + 1), scope);
            if (from < 0 || to < 0) continue;
            int found = -1;
            for (std::size_t i = query.arcs.size(); i-- > 0;) { // the first without a name goes before others
                bool const joins = query.arcs[i].from == from && query.arcs[i].to == to;
                if (joins && (found < 0 || namers[i].empty() || !namers[found].empty())) found = static_cast<int>(i);
            }
            if (found >= 0) return found;
        }
        return -1;
    }

    // Edges.

    void add_edge(Node const& from, Node const& edge, Scope& scope, bool is_excluded) {
        Node const& relation = edge.children[0];
        Node const& to = edge.children[1];
        char const exists = relation.text[0], type = relation.text[1];
        if (is_excluded && exists != '-') refuse(relation, "this arrow is negated already; leave out the outer !");
        QueryArc arc;
        arc.from = add_variable(query, vertex_name(from, scope), place_of(from));
        arc.to = add_variable(query, vertex_name(to, scope), place_of(to));
        arc.is_forbidden = is_excluded || exists != '-';
        arc.is_either_way = type == '-';
        QueryPlace const begin = place_of(from), end = place_of(edge);
        arc.place = {begin.at, end.at + end.length - begin.at};
        if (arc.is_either_way) {
            query.notes.push_back(fmt::format("{}{}{} is an edge either way; DotMotif reads {} as {}|", from.text,
                                              relation.text, to.text, relation.text, exists));
        }
        if (type == '+' || type == '|') {
            QueryTerm label;
            label.kind = QueryTerm::Kind::arc_label;
            label.names = {type == '+' ? "EXC" : "INH"};
            label.place = place_of(relation);
            arc.conditions.push_back(std::move(label));
        }
        std::vector<Node const*> clauses;
        Node const* alias = nullptr;
        for (std::size_t i = 2; i < edge.children.size(); ++i) {
            Node const& part = edge.children[i];
            part.is<motif::alias>() ? void(alias = &part.children[0]) : clauses.push_back(&part);
        }
        if (alias != nullptr) require_free_alias(*alias, scope);
        int const index = place_for(arc, type, alias == nullptr ? nullptr : &scope);
        for (Node const* clause : clauses) {
            QueryTerm column;
            column.kind = QueryTerm::Kind::arc_column;
            column.index = index;
            column.name = text_of(clause->children[0]);
            column.place = place_of(clause->children[0]);
            query.arcs[index].conditions.push_back(
                compared(std::move(column), clause->children[1], clause->children[2], scope, place_of(*clause)));
        }
        for (QueryTerm& condition : query.arcs[index].conditions) {
            if (condition.kind == QueryTerm::Kind::arc_label) condition.index = index;
        }
        if (alias == nullptr) return;
        scope.arcs[std::string(alias->text)] = index;
        if (scope.macro == nullptr) query.arcs[index].name = std::string(alias->text);
    }

    // Names of edges in macros are their own.
    void require_free_alias(Node const& alias, Scope const& scope) const {
        if (scope.macro == nullptr) return require_free_name(query, alias.text, place_of(alias));
        if (scope.arcs.contains(alias.text)) refuse(alias, "two edges of the macro have this name");
        if (scope.arguments.contains(alias.text)) {
            refuse(alias, "this is an argument of the macro; give the edge another name");
        }
    }

    // Returns: the arc, which is added, unless it is the same as one before: both are required, between the same
    // vertices, of the same type, and do not have two names in one scope. `namer`: the scope that names it, or null.
    int place_for(QueryArc& arc, char type, Scope const* namer) {
        for (std::size_t i = 0; i < query.arcs.size(); ++i) {
            QueryArc const& other = query.arcs[i];
            bool const is_parallel = (other.from == arc.from && other.to == arc.to) ||
                                     (arc.is_either_way && other.from == arc.to && other.to == arc.from);
            bool const is_required = !arc.is_forbidden && !other.is_forbidden;
            bool const is_other = namer != nullptr && namers[i].contains(namer);
            if (!is_parallel || !is_required || types[i] != type || is_other) continue;
            if (namer != nullptr) namers[i].insert(namer);
            return static_cast<int>(i);
        }
        types.push_back(type);
        namers.emplace_back();
        if (namer != nullptr) namers.back().insert(namer);
        return add_arc(query, std::move(arc));
    }

    // Conditions.

    QueryTerm value_of(Node const& node) const {
        QueryPlace const place = place_of(node);
        if (node.is<motif::number>()) return number_term(query, node.text, place);
        bool const is_true = begins_with_word(node.text, "true");
        if (is_true || begins_with_word(node.text, "false")) return constant_term(is_true, place);
        return constant_term(text_of(node), place);
    }

    QueryTerm column_of(Node const& name, Node const& key, Scope const& scope) const {
        QueryTerm term;
        term.name = text_of(key);
        term.place = {place_of(name).at, place_of(key).at + place_of(key).length - place_of(name).at};
        term.kind = QueryTerm::Kind::vertex_column;
        term.index = variable_in(name.text, scope);
        if (term.index >= 0) return term;
        term.kind = QueryTerm::Kind::arc_column;
        term.index = arc_in(name.text, scope);
        if (term.index >= 0) return term;
        std::vector<std::string> known = scope.macro == nullptr ? names_of_variables(query) : scope.macro->parameters;
        for (auto const& [alias, index] : scope.arcs) known.push_back(alias);
        refuse_unknown(query, name.text, place_of(name), known, "vertex of an edge, and no edge's name");
    }

    QueryTerm compared(QueryTerm left, Node const& operation, Node const& right, Scope const& scope,
                       QueryPlace place) const {
        using enum QueryTerm::Kind;
        std::string_view sign = operation.text;
        bool const is_list = right.is<motif::list>();
        bool const is_negated = sign.starts_with('!') && sign != "!=";
        if (is_negated) sign.remove_prefix(1);
        bool const is_in = begins_with_word(sign, "in");
        if (is_list && !is_in) refuse(right, "a list can only follow in, as in A.type in [\"KC\", \"PN\"]");

        std::vector<QueryTerm> parts{std::move(left)};
        if (is_list) {
            for (Node const& entry : right.children) parts.push_back(value_of(entry));
        } else if (right.is<motif::column>()) {
            parts.push_back(column_of(right.children[0], right.children[1], scope));
        } else {
            parts.push_back(value_of(right));
        }
        QueryTerm term;
        if (is_list) {
            term = term_of(in, std::move(parts), place);
        } else if (is_in) { // the text on the right contains the one on the left
            if (parts[1].kind == constant && !std::holds_alternative<std::string>(parts[1].value)) {
                refuse(right, "in needs a list or a text");
            }
            std::swap(parts[0], parts[1]);
            term = term_of(contains, std::move(parts), place);
        } else if (begins_with_word(sign, "contains")) {
            term = term_of(contains, std::move(parts), place);
        } else {
            auto const kind = sign == "=" || sign == "=="    ? equal
                              : sign == "!=" || sign == "<>" ? different
                              : sign == "<"                  ? less
                              : sign == "<="                 ? at_most
                              : sign == ">"                  ? more
                                                             : at_least;
            term = term_of(kind, std::move(parts), place);
        }
        return is_negated ? term_of(negation, {std::move(term)}, place) : term;
    }

    // A statement such as A.type = "KC". A condition that reads a forbidden arc belongs to it.
    void compare(Node const& node, Scope const& scope) {
        Node const& comparison = node.children[1];
        QueryTerm term = compared(column_of(node.children[0], comparison.children[0], scope), comparison.children[1],
                                  comparison.children[2], scope, place_of(node));
        std::optional<int> forbidden;
        QueryTerm const& bare = term.kind == QueryTerm::Kind::negation ? term.parts[0] : term;
        for (QueryTerm const& part : bare.parts) {
            if (part.kind != QueryTerm::Kind::arc_column || !query.arcs[part.index].is_forbidden) continue;
            if (forbidden && *forbidden != part.index)
                refuse(node, "this compares two forbidden edges, none of which is there");
            forbidden = part.index;
        }
        (forbidden ? query.arcs[*forbidden].conditions : query.conditions).push_back(std::move(term));
    }

    // A === B: conditions on A alone hold for B, too, and those on B for A.

    void join(Node const& node, Scope const& scope) {
        int ends[2];
        for (int i = 0; i < 2; ++i) {
            Node const& end = i == 0 ? node.children[0] : node.children[1].children[0];
            std::string const name = vertex_name(end, scope);
            ends[i] = find_variable(query, name);
            if (ends[i] < 0) refuse_unknown(query, name, place_of(end), names_of_variables(query), "vertex of an edge");
        }
        if (alike.empty()) {
            alike.resize(query.variables.size());
            std::iota(alike.begin(), alike.end(), 0);
        }
        int const from = alike[ends[0]], to = alike[ends[1]];
        std::ranges::replace(alike, from, to);
    }

    // Returns: the only variable that the condition reads, or -1.
    static int only_variable(QueryTerm const& term) {
        if (term.kind == QueryTerm::Kind::arc_column) return -1;
        int only = term.kind == QueryTerm::Kind::vertex_column ? term.index : -2; // -2: reads none
        for (QueryTerm const& part : term.parts) {
            int const of_part = only_variable(part);
            if (of_part == -2) continue;
            if (only != -2 && only != of_part) return -1;
            only = of_part;
        }
        return only;
    }

    static void rename(QueryTerm& term, int to) {
        if (term.kind == QueryTerm::Kind::vertex_column) term.index = to;
        for (QueryTerm& part : term.parts) rename(part, to);
    }

    void share_conditions() {
        if (alike.empty()) return;
        std::size_t const written = query.conditions.size();
        for (std::size_t i = 0; i < written; ++i) {
            int const from = only_variable(query.conditions[i]);
            for (int to = 0; from >= 0 && to < static_cast<int>(alike.size()); ++to) {
                if (to == from || alike[to] != alike[from]) continue;
                QueryTerm copy = query.conditions[i];
                rename(copy, to);
                query.conditions.push_back(std::move(copy));
            }
        }
    }

    Query& query;
    std::map<std::string, Macro, std::less<>> macros{};
    std::deque<Scope> scopes{}; // statements refer to them
    std::vector<std::pair<Node const*, Scope const*>> comparisons{}, automorphisms{};
    std::vector<char> types{};                    // of arcs, the second sign of the arrow
    std::vector<std::set<Scope const*>> namers{}; // of arcs, the scopes in which they have names
    std::vector<int> alike{};                     // of variables, a class of ===
    std::size_t statements = 0;
};

} // namespace

void parse_dotmotif(Query& query) {
    query.mode = QueryMode::nodes;
    Reader(query).read();
}

} // namespace cerrado
