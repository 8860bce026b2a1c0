#include "query/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <system_error>
#include <utility>

namespace cerrado {

// MATCH of openCypher 9, with the match modes of GQL: one pattern, one condition, one list of items to return.

namespace {

namespace match {

using namespace grammar;

using skip = blanks<true>;
template <Words... texts> using mark = and_skip<sign<texts...>, skip>;
template <Words... words> using key = and_skip<word<words...>, skip>;

// Names and values. Their places end with their last letter.

struct raw_name : sor<identifier, quoted<'`'>> {};
struct name : raw_name {
    using kept = void;
};
struct text : sor<quoted<'"'>, quoted<'\''>> {
    using kept = void;
};
struct number : seq<opt<one<'-'>, skip>, number_text> {
    using kept = void;
};
struct logical : word<"TRUE", "FALSE", "NULL"> {
    using kept = void;
};
struct time : seq<word<"datetime", "localdatetime", "date">, skip, mark<"(">,
                  need<text, "expected a text such as '2024-01-15'">, skip, need<sign<")">, "expected )">> {
    using kept = void;
};
struct column
    : sor<seq<mark<".">, need<name, "expected the name of a column">>,
          seq<mark<"[">, need<text, "expected the name of a column as a text">, skip, need<sign<"]">, "expected ]">>> {
    using kept = void;
};
struct label_set : seq<mark<":">, need<name, "expected a label">,
                       star<skip, mark<"|">, opt<mark<":">>, need<name, "expected a label">>> {
    using kept = void;
};
struct labels
    : seq<label_set, star<skip, label_set>, skip,
          opt<unserved<one<'&', '!', '%'>, "{} between labels is not served; write a:KC AND NOT a:PN after WHERE">>> {
    using kept = void;
};

// Words that a condition cannot take for a variable.
struct reserved : word<"AND", "OR", "XOR", "NOT", "IN", "IS", "STARTS", "ENDS", "CONTAINS", "WHERE", "RETURN", "LIMIT",
                       "MATCH", "OPTIONAL", "WITH", "UNION", "ORDER"> {};

// Conditions, from those that bind least to those that bind most.

struct disjunction;
struct path;

struct parameter : unserved<one<'$'>, "the parameter {} is not served; write its value"> {};
struct call : sor<unserved<word<"shortestPath", "allShortestPaths">, "{} is not served">,
                  unserved<seq<word<"exists">, skip, one<'('>>,
                           "exists(...) is not served; write a.type IS NOT NULL, or NOT EXISTS {(a)-->(b)}">,
                  unserved<seq<word<"count", "sum", "avg", "min", "max", "collect">, skip, one<'('>>,
                           "the aggregate {}(...) is not served; count(*) is, after RETURN">,
                  unserved<seq<raw_name, skip, one<'('>>,
                           "the function {} is not served; datetime, localdatetime and date are">> {};
struct reference : seq<not_at<reserved>, name, opt<skip, sor<column, labels>>> {
    using kept = void;
};

struct condition_of : seq<key<"WHERE">, need<nested<disjunction>, "expected a condition">> {
    using kept = void;
};
struct exists : seq<key<"EXISTS">, mark<"{">, opt<key<"MATCH">>, need<path, "expected a pattern such as (a)-->(b)">,
                    opt<condition_of>, need<mark<"}">, "expected WHERE or }">> {
    using kept = void;
};
struct begins_pattern : seq<mark<"(">, opt<raw_name, skip>, star<mark<":", "|">, raw_name, skip>,
                            sor<one<'{'>, word<"WHERE">, seq<mark<")">, opt<mark<"<">>, mark<"-">, one<'-', '['>>>> {};
struct bare_pattern : seq<at<begins_pattern>, path> {
    using kept = void;
};

struct inner
    : seq<mark<"(">, need<nested<disjunction>, "expected a condition or a value">, need<mark<")">, "expected )">> {};
struct atom : sor<seq<sor<number, text, time, logical>, skip>, exists, bare_pattern, inner, parameter,
                  unserved<word<"CASE">, "{} is not served; combine conditions with AND, OR and NOT">,
                  unserved<one<'[', '{'>, "lists and maps are served after IN and within (a {...}) only">, call,
                  seq<reference, skip>> {};

struct negative;
struct unary : sor<atom, negative> {};
struct negative : seq<mark<"-">, need<nested<unary>, "expected a value">> {
    using kept = void;
};
struct product : seq<unary, star<mark<"*">, need<unary, "expected a value">>,
                     opt<unserved<one<'/', '%', '^'>, "{} is not served; +, - and * are">>> {
    using kept = void;
    using folded = void;
};
struct plus_or_minus : one<'+', '-'> {
    using kept = void;
};
struct sum : seq<product, star<plus_or_minus, skip, need<product, "expected a value">>> {
    using kept = void;
    using folded = void;
};

struct relation
    : sor<sign<"<>", "<=", "<", ">=", ">">, seq<sign<"=">,
                                                opt<unserved<one<'~'>,
                                                             "regular expressions are not served; write CONTAINS, "
                                                             "STARTS WITH or ENDS WITH">>,
                                                opt<unserved<one<'='>, "write = for ==">>>> {
    using kept = void;
};
struct list : seq<need<mark<"[">, "expected a list such as ['KC', 'PN']">,
                  need<sor<sum, at<one<']'>>>, "expected a value or ]">, star<mark<",">, need<sum, "expected a value">>,
                  need<mark<"]">, "expected , or ]">> {};
struct is_in : seq<key<"IN">, list> {
    using kept = void;
};
struct is_null : seq<key<"IS">, key<"NULL">> {
    using kept = void;
};
struct is_not_null : seq<key<"IS">, need<key<"NOT">, "expected NULL or NOT NULL">, need<key<"NULL">, "expected NULL">> {
    using kept = void;
};
struct starts : seq<key<"STARTS">, need<key<"WITH">, "expected WITH">, need<sum, "expected a value">> {
    using kept = void;
};
struct ends : seq<key<"ENDS">, need<key<"WITH">, "expected WITH">, need<sum, "expected a value">> {
    using kept = void;
};
struct contains : seq<key<"CONTAINS">, need<sum, "expected a value">> {
    using kept = void;
};
struct compared : seq<relation, skip, need<sum, "expected a value">,
                      opt<unserved<relation, "a chain of comparisons is not served; write a < b AND b < c">>> {};
struct comparison : seq<sum, opt<sor<compared, is_in, is_null, is_not_null, starts, ends, contains,
                                     unserved<sign<"!=">, "write <> for !=">>>> {
    using kept = void;
    using folded = void;
};
struct inverse;
struct negation : sor<inverse, comparison> {};
struct inverse : seq<key<"NOT">, need<nested<negation>, "expected a condition">> {
    using kept = void;
};
struct conjunction : seq<negation, star<key<"AND">, need<negation, "expected a condition">>> {
    using kept = void;
    using folded = void;
};
struct disjunction : seq<conjunction, star<key<"OR">, need<conjunction, "expected a condition">>,
                         opt<unserved<word<"XOR">, "XOR is not served; write (a OR b) AND NOT (a AND b)">>> {
    using kept = void;
    using folded = void;
};

// Patterns.

struct variable : seq<not_at<word<"WHERE">>, name, skip> {};
struct property : seq<name, skip, need<mark<":">, "expected :">, need<sum, "expected a value">> {
    using kept = void;
};
struct properties : seq<mark<"{">, opt<property, star<mark<",">, need<property, "expected the name of a column">>>,
                        need<mark<"}">, "expected , or }">> {};
struct variable_length : unserved<one<'*'>, "variable length ({}) is not served; write each relationship"> {};
struct node : seq<mark<"(">, opt<variable>, opt<labels>, opt<parameter>, opt<properties>, opt<condition_of>,
                  need<mark<")">, "expected a label, properties, WHERE or )">> {
    using kept = void;
};
struct left : one<'<'> {
    using kept = void;
};
struct right : one<'>'> {
    using kept = void;
};
struct detail : seq<mark<"[">, opt<variable>, opt<labels>, opt<variable_length>, opt<parameter>, opt<properties>,
                    opt<condition_of>, need<mark<"]">, "expected a type, properties, WHERE or ]">> {};
struct relationship : seq<sor<seq<left, skip, need<mark<"-">, "expected -">>, mark<"-">>, opt<detail>,
                          need<mark<"-">, "expected - of a relationship such as -[e]-> or -->">, opt<right, skip>> {
    using kept = void;
};
struct path : seq<opt<unserved<seq<raw_name, skip, one<'='>>,
                               "variables of paths are not served; name vertices and relationships">>,
                  opt<call>, node, star<relationship, need<node, "expected a vertex such as (b)">>,
                  opt<unserved<one<'*', '+', '{'>, "variable length ({}) is not served; write each relationship">>> {
    using kept = void;
};

// Clauses.

struct other_clause
    : sor<unserved<seq<key<"OPTIONAL">, word<"MATCH">>,
                   "OPTIONAL MATCH is not served; a match has all that the pattern has">,
          unserved<word<"MATCH">, "a second MATCH is not served; join its paths to the first with commas">,
          unserved<word<"WITH">, "WITH is not served; a query is one MATCH with one RETURN">,
          unserved<word<"UNION">, "UNION is not served; run both queries, or join their conditions with OR">,
          unserved<seq<key<"ORDER">, word<"BY">>, "ORDER BY is not served; sort the output">,
          unserved<word<"SKIP", "OFFSET">, "{} is not served; LIMIT is">,
          unserved<word<"UNWIND">, "UNWIND is not served; write a condition with IN">,
          unserved<word<"CALL">, "CALL is not served; a query is one MATCH with one RETURN">,
          unserved<word<"CREATE", "INSERT", "MERGE", "DELETE", "DETACH", "SET", "REMOVE", "FOREACH">,
                   "{} is not served; a query does not change the graph">> {};

struct all_nodes : word<"NODES"> {
    using kept = void;
};
struct mode : sor<seq<key<"DIFFERENT">,
                      need<sor<all_nodes, word<"EDGES">, word<"RELATIONSHIPS">>, "expected NODES or EDGES">, skip>,
                  seq<word<"REPEATABLE">, skip, need<key<"ELEMENTS">, "expected ELEMENTS">>> {
    using kept = void;
};

struct count_all : seq<word<"count">, skip, mark<"(">, mark<"*">, sign<")">> {
    using kept = void;
};
struct alias : seq<key<"AS">, need<name, "expected a name">, skip> {
    using kept = void;
};
struct distinct
    : unserved<word<"DISTINCT">, "DISTINCT is not served; return count(*) with the columns, which groups the rows"> {};
struct item : seq<sor<count_all, distinct, unserved<one<'*'>, "RETURN * is not served; name what to return">, parameter,
                      call, seq<not_at<reserved>, name, opt<skip, column>>>,
                  skip, opt<alias>> {
    using kept = void;
};
struct returns : seq<key<"RETURN">, need<item, "expected count(*), a vertex or a column">,
                     star<mark<",">, need<item, "expected count(*), a vertex or a column">>> {};
struct limit_number : plus<digit> {
    using kept = void;
};
struct limit : seq<key<"LIMIT">, opt<parameter>, need<limit_number, "expected a number">, skip> {};
struct end : seq<opt<mark<";">>, eof> {};
// `expected`: what could have come where the query ends.
template <Words expected> struct ending : sor<seq<returns, opt<other_clause>, opt<limit>, opt<other_clause>,
                                                  need<end, "expected a comma, AS, LIMIT or the end of the query">>,
                                              seq<opt<limit>, opt<other_clause>, need<end, expected>>> {};

struct returns_alone : seq<skip, ending<"expected RETURN">> {};
struct query : seq<skip, sor<key<"MATCH">, other_clause>, opt<mode>, need<path, "expected a vertex such as (a)">,
                   star<mark<",">, need<path, "expected a vertex such as (b)">>, opt<other_clause>,
                   sor<seq<condition_of, opt<other_clause>,
                           ending<"expected an operator, AND, OR, RETURN, LIMIT or the end of the query">>,
                       ending<"expected a comma, WHERE, RETURN, LIMIT or the end of the query">>> {};

} // namespace match

using match::Node;

// A sum of so many parts is as deep as the stack allows.
constexpr std::size_t max_terms_of_sum = max_query_depth;

void append_utf8(std::string& text, std::uint32_t code) {
    auto const byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | code >> 6), byte(0x80 | (code & 63));
    } else if (code < 0x10000) {
        byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
    } else {
        byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
            byte(0x80 | (code & 63));
    }
}

class Reader {
public:
    explicit Reader(Query& into) : query(into) {}

    void read() {
        std::vector<Node> const tree = grammar::parse_text<match::query>(query.text, 0);
        query.mode = QueryMode::edges;
        // First all variables, then all conditions, which may read any.
        for (Node const& part : tree) {
            if (part.is<match::mode>()) {
                query.mode = part.children.empty()
                                 ? (begins_with_word(part.text, "REPEATABLE") ? QueryMode::all : QueryMode::edges)
                                 : QueryMode::nodes;
            } else if (part.is<match::path>()) {
                add_path(part);
            }
        }
        for (Inline const& part : inlines) take_inline(part);
        for (Node const& part : tree) {
            if (part.is<match::condition_of>()) take_condition(part.children[0]);
        }
        take_last_clauses(tree);
    }

    // Returns: true if there are items to return.
    bool take_last_clauses(std::vector<Node> const& tree) {
        bool has_items = false;
        for (Node const& part : tree) {
            if (part.is<match::item>()) {
                has_items = true;
                add_item(part);
            } else if (part.is<match::limit_number>()) {
                std::string_view const digits = part.text;
                std::uint64_t limit = 0;
                if (std::from_chars(digits.data(), digits.data() + digits.size(), limit).ec != std::errc{}) {
                    refuse(part, "this number does not fit 64 bits");
                }
                query.limit = limit;
            }
        }
        return has_items;
    }

private:
    QueryPlace place_of(Node const& node) const { return grammar::place_in(query.text, node); }
    [[noreturn]] void refuse(Node const& node, std::string const& problem) const {
        refuse_query(query.text, place_of(node), problem);
    }

    // Returns: a name, or a text between quotes with its escapes resolved.
    std::string text_of(Node const& node) const {
        std::string_view const written = node.text;
        std::string text;
        if (written[0] == '`') {
            for (std::size_t i = 1; i + 1 < written.size(); ++i) {
                text += written[i];
                if (written[i] == '`') ++i; // doubled
            }
            return text;
        }
        if (!node.is<match::text>()) return std::string(written);
        for (std::size_t i = 1; i + 1 < written.size(); ++i) {
            if (written[i] != '\\') {
                text += written[i];
                continue;
            }
            char const escape = written[++i];
            constexpr std::string_view escapes = "\\'\"`nrtbf", meant = "\\'\"`\n\r\t\b\f";
            if (std::size_t const found = escapes.find(escape); found != std::string_view::npos) {
                text += meant[found];
                continue;
            }
            std::size_t const length = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            char const* const begin = written.data() + i + 1;
            std::uint32_t code = 0;
            bool is_code = length > 0 && i + 1 + length < written.size();
            if (is_code) {
                auto const [end, error] = std::from_chars(begin, begin + length, code, 16);
                is_code = error == std::errc{} && end == begin + length && code > 0 && code < 0x110000 &&
                          (code < 0xd800 || code >= 0xe000);
            }
            if (!is_code) {
                refuse_query(
                    query.text, {place_of(node).at + i - 1, 2},
                    "this escape is unknown; known are \\\\ \\' \\\" \\n \\r \\t \\b \\f \\uXXXX and \\UXXXXXXXX");
            }
            append_utf8(text, code);
            i += length;
        }
        return text;
    }

    // Patterns.

    // A part of a vertex or relationship that says a condition.
    struct Inline {
        Node const* node;
        int variable, arc; // one of them is -1
    };
    // The relationship of EXISTS, whose name counts there alone.
    struct Local {
        std::string name;
        int arc = -1;
    };

    static Node const* name_in(Node const& node) {
        for (Node const& part : node.children) {
            if (part.is<match::name>()) return &part;
        }
        return nullptr;
    }

    template <class Visit> static void for_each_inline(Node const& node, Visit const& visit) {
        for (Node const& part : node.children) {
            bool const is_inline =
                part.is<match::labels>() || part.is<match::property>() || part.is<match::condition_of>();
            if (is_inline) visit(part);
        }
    }

    void add_path(Node const& path) {
        int last = -1;
        Node const* between = nullptr;
        for (Node const& part : path.children) {
            if (part.is<match::relationship>()) {
                between = &part;
                continue;
            }
            Node const* const name = name_in(part);
            int const variable = add_variable(query, name == nullptr ? std::string() : text_of(*name), place_of(part));
            for_each_inline(part, [&](Node const& said) { inlines.push_back({&said, variable, -1}); });
            if (between != nullptr) {
                Node const* const arc_name = name_in(*between);
                if (arc_name != nullptr) require_free_name(query, text_of(*arc_name), place_of(*arc_name));
                int const arc = add_arc(query, arc_of(*between, last, variable));
                for_each_inline(*between, [&](Node const& said) { inlines.push_back({&said, -1, arc}); });
            }
            last = variable;
        }
    }

    QueryArc arc_of(Node const& relationship, int before, int after) const {
        bool to_left = false, to_right = false;
        for (Node const& part : relationship.children) {
            to_left = to_left || part.is<match::left>();
            to_right = to_right || part.is<match::right>();
        }
        QueryArc arc;
        if (Node const* const name = name_in(relationship)) arc.name = text_of(*name);
        arc.is_either_way = to_left == to_right;
        arc.from = to_left && !to_right ? after : before;
        arc.to = to_left && !to_right ? before : after;
        arc.place = place_of(relationship);
        return arc;
    }

    // Conditions on a vertex go to the query, those on a relationship to its arc.
    void take_inline(Inline const& part, Local const* local = nullptr) {
        bool const is_arc = part.arc >= 0;
        QueryTerm column;
        column.kind = is_arc ? QueryTerm::Kind::arc_column : QueryTerm::Kind::vertex_column;
        column.index = is_arc ? part.arc : part.variable;
        std::vector<QueryTerm> terms;
        if (part.node->is<match::labels>()) {
            terms = labels_of(*part.node, is_arc, column.index);
        } else if (part.node->is<match::property>()) {
            column.name = text_of(part.node->children[0]);
            column.place = place_of(part.node->children[0]);
            terms.push_back(term_of(QueryTerm::Kind::equal,
                                    {std::move(column), value_of(part.node->children[1], local)},
                                    place_of(*part.node)));
        } else {
            flatten(condition_of(part.node->children[0], local), terms);
        }
        auto& conditions = is_arc ? query.arcs[part.arc].conditions : query.conditions;
        std::ranges::move(terms, std::back_inserter(conditions));
    }

    std::vector<QueryTerm> labels_of(Node const& labels, bool of_arc, int index) const {
        std::vector<QueryTerm> terms;
        for (Node const& set : labels.children) {
            QueryTerm term;
            term.kind = of_arc ? QueryTerm::Kind::arc_label : QueryTerm::Kind::vertex_label;
            term.index = index;
            for (Node const& label : set.children) term.names.push_back(text_of(label));
            term.place = place_of(set);
            terms.push_back(std::move(term));
        }
        return terms;
    }

    static void flatten(QueryTerm term, std::vector<QueryTerm>& into) {
        if (term.kind != QueryTerm::Kind::both) return into.push_back(std::move(term));
        for (QueryTerm& part : term.parts) flatten(std::move(part), into);
    }

    static bool is_pattern(Node const& node) { return node.is<match::bare_pattern>() || node.is<match::exists>(); }

    // A part of the condition after WHERE that is joined by AND.
    void take_condition(Node const& node) {
        if (node.is<match::conjunction>()) {
            for (Node const& part : node.children) take_condition(part);
        } else if (node.is<match::inverse>() && is_pattern(node.children[0])) {
            forbid(node.children[0]);
        } else {
            flatten(condition_of(node, nullptr), query.conditions);
        }
    }

    // NOT (a)-->(b), NOT EXISTS {(a)-[x]->(b) WHERE x.weight > 3}.
    void forbid(Node const& pattern) {
        Node const& path = pattern.children[0];
        if (path.children.size() != 3) {
            refuse(path, "a pattern after NOT has one relationship between two vertices; write NOT for each of more");
        }
        int ends[2];
        for (int i = 0; i < 2; ++i) {
            Node const& end = path.children[2 * i];
            Node const* const name = name_in(end);
            if (name == nullptr) refuse(end, "a vertex after NOT must be one of the pattern after MATCH; name it");
            ends[i] = find_variable(query, text_of(*name));
            if (ends[i] < 0) {
                refuse_unknown(query, text_of(*name), place_of(*name), names_of_variables(query),
                               "vertex of the pattern after MATCH");
            }
        }
        Node const& relationship = path.children[1];
        QueryArc arc = arc_of(relationship, ends[0], ends[1]);
        arc.is_forbidden = true;
        if (Node const* const name = name_in(relationship)) {
            if (find_variable(query, arc.name) >= 0 || find_arc(arc.name) >= 0) {
                refuse(*name, "a relationship after NOT needs a name of its own, or none");
            }
        }
        Local local{arc.name, -1};
        int const index = local.arc = add_arc(query, std::move(arc));
        for_each_inline(relationship, [&](Node const& said) { take_inline({&said, -1, index}, &local); });
        for (int i = 0; i < 2; ++i) {
            for_each_inline(path.children[2 * i], [&](Node const& said) {
                refuse(said, "a condition on a vertex after NOT is not served; write it for the pattern after MATCH");
            });
        }
        for (Node const& part : pattern.children) {
            if (!part.is<match::condition_of>()) continue;
            flatten(condition_of(part.children[0], &local), query.arcs[index].conditions);
        }
    }

    // Terms.

    int find_arc(std::string_view name) const {
        for (std::size_t i = 0; i < query.arcs.size(); ++i) {
            if (!query.arcs[i].is_forbidden && !name.empty() && query.arcs[i].name == name) return static_cast<int>(i);
        }
        return -1;
    }

    struct Bound {
        int variable, arc; // one of them is -1
    };
    Bound bound(Node const& node, Local const* local) const {
        std::string const name = text_of(node);
        if (local != nullptr && local->name == name) return {-1, local->arc};
        Bound const found{find_variable(query, name), find_arc(name)};
        if (found.variable >= 0 || found.arc >= 0) return found;
        if (query.language == Query::Language::dotmotif) { // its items
            if (int const arc = find_arc_of_ends(query, name); arc >= 0) return {-1, arc};
        }
        std::vector<std::string> known = names_of_variables(query);
        for (QueryArc const& arc : query.arcs) {
            if (!arc.is_forbidden) known.push_back(arc.name);
        }
        if (local != nullptr) known.push_back(local->name);
        refuse_unknown(query, name, place_of(node), known, "variable of the pattern");
    }

    static bool is_bare(Node const& node) { return node.is<match::reference>() && node.children.size() == 1; }
    static bool is_value(QueryTerm const& term) {
        using enum QueryTerm::Kind;
        return term.kind == constant || term.kind == vertex_column || term.kind == arc_column || term.kind == plus ||
               term.kind == minus || term.kind == times;
    }

    QueryTerm condition_of(Node const& node, Local const* local) const {
        QueryTerm term = value_of(node, local);
        bool const can_be_true = !is_value(term) || term.kind == QueryTerm::Kind::vertex_column ||
                                 term.kind == QueryTerm::Kind::arc_column || std::holds_alternative<bool>(term.value) ||
                                 (term.kind == QueryTerm::Kind::constant && term.value.index() == 0);
        if (!can_be_true) refuse(node, "this is a value, not a condition; compare it");
        return term;
    }

    QueryTerm value_of(Node const& node, Local const* local) const {
        using enum QueryTerm::Kind;
        QueryPlace const place = place_of(node);
        if (node.is<match::disjunction>()) return joined(either, node, local);
        if (node.is<match::conjunction>()) return joined(both, node, local);
        if (node.is<match::inverse>()) return term_of(negation, {condition_of(node.children[0], local)}, place);
        if (node.is<match::comparison>()) return comparison_of(node, local);
        if (node.is<match::sum>() || node.is<match::product>()) return sum_of(node, local);
        if (node.is<match::negative>()) return term_of(minus, {value_of(node.children[0], local)}, place);
        if (node.is<match::reference>()) return reference_of(node, local);
        if (node.is<match::number>()) return number_of(node);
        if (node.is<match::text>()) return constant_term(text_of(node), place);
        if (node.is<match::time>()) return time_of(node);
        if (node.is<match::bare_pattern>() || node.is<match::exists>()) {
            refuse(node, local != nullptr
                             ? "a pattern within a pattern is not served"
                             : "a pattern is a condition after NOT alone, joined to others with AND; one that "
                               "must be there belongs to the pattern after MATCH");
        }
        bool const is_null = begins_with_word(node.text, "NULL");
        return constant_term(is_null ? Cell() : Cell(begins_with_word(node.text, "TRUE")), place);
    }

    QueryTerm joined(QueryTerm::Kind kind, Node const& node, Local const* local) const {
        std::vector<QueryTerm> parts;
        for (Node const& part : node.children) {
            QueryTerm term = condition_of(part, local);
            if (term.kind == kind) { // of parts in parentheses
                std::ranges::move(term.parts, std::back_inserter(parts));
            } else {
                parts.push_back(std::move(term));
            }
        }
        return term_of(kind, std::move(parts), place_of(node));
    }

    QueryTerm sum_of(Node const& node, Local const* local) const {
        if (node.children.size() > 2 * max_terms_of_sum) {
            refuse(node, fmt::format("more than {} parts of a sum or product", max_terms_of_sum));
        }
        bool const is_sum = node.is<match::sum>();
        QueryTerm total = value_of(node.children[0], local);
        for (std::size_t i = 1; i < node.children.size(); i += is_sum ? 2 : 1) {
            auto const kind = !is_sum                        ? QueryTerm::Kind::times
                              : node.children[i].text == "+" ? QueryTerm::Kind::plus
                                                             : QueryTerm::Kind::minus;
            Node const& next = node.children[is_sum ? i + 1 : i];
            std::size_t const begin = place_of(node).at, end = place_of(next).at + place_of(next).length;
            std::vector<QueryTerm> parts;
            parts.push_back(std::move(total));
            parts.push_back(value_of(next, local));
            total = term_of(kind, std::move(parts), {begin, end - begin});
        }
        return total;
    }

    QueryTerm comparison_of(Node const& node, Local const* local) const {
        using enum QueryTerm::Kind;
        QueryPlace const place = place_of(node);
        Node const& first = node.children[0];
        Node const& second = node.children[1];
        auto const with = [&](QueryTerm::Kind kind, Node const& right) {
            return term_of(kind, {value_of(first, local), value_of(right, local)}, place);
        };
        if (second.is<match::is_null>()) return term_of(is_missing, {value_of(first, local)}, place);
        if (second.is<match::is_not_null>()) {
            return term_of(negation, {term_of(is_missing, {value_of(first, local)}, place)}, place);
        }
        if (second.is<match::starts>()) return with(starts_with, second.children[0]);
        if (second.is<match::ends>()) return with(ends_with, second.children[0]);
        if (second.is<match::contains>()) return with(contains, second.children[0]);
        if (second.is<match::is_in>()) {
            std::vector<QueryTerm> parts{value_of(first, local)};
            for (Node const& entry : second.children) parts.push_back(value_of(entry, local));
            return term_of(in, std::move(parts), place);
        }
        std::string_view const sign = second.text;
        Node const& right = node.children[2];
        if (is_bare(first) && is_bare(right) && (sign == "=" || sign == "<>"))
            return same_of(first, right, sign == "<>", place, local);
        return with(sign == "="    ? equal
                    : sign == "<>" ? different
                    : sign == "<"  ? less
                    : sign == "<=" ? at_most
                    : sign == ">"  ? more
                                   : at_least,
                    right);
    }

    QueryTerm same_of(Node const& left, Node const& right, bool is_negated, QueryPlace place,
                      Local const* local) const {
        Bound const a = bound(left.children[0], local), b = bound(right.children[0], local);
        if ((a.arc >= 0) != (b.arc >= 0)) {
            refuse_query(query.text, place, "a vertex and a relationship cannot be compared");
        }
        QueryTerm term;
        term.kind = QueryTerm::Kind::same;
        term.are_arcs = a.arc >= 0;
        term.index = term.are_arcs ? a.arc : a.variable;
        term.other = term.are_arcs ? b.arc : b.variable;
        term.place = place;
        return is_negated ? term_of(QueryTerm::Kind::negation, {std::move(term)}, place) : term;
    }

    QueryTerm reference_of(Node const& node, Local const* local) const {
        Bound const found = bound(node.children[0], local);
        bool const is_arc = found.arc >= 0;
        if (is_bare(node)) {
            refuse(node, fmt::format("{0} is a {1}; write a column of it, such as {0}.{2}", node.text,
                                     is_arc ? "relationship" : "vertex", is_arc ? "weight" : "type"));
        }
        Node const& second = node.children[1];
        if (second.is<match::labels>()) {
            std::vector<QueryTerm> terms = labels_of(second, is_arc, is_arc ? found.arc : found.variable);
            if (terms.size() == 1) return std::move(terms[0]);
            return term_of(QueryTerm::Kind::both, std::move(terms), place_of(node));
        }
        QueryTerm term;
        term.kind = is_arc ? QueryTerm::Kind::arc_column : QueryTerm::Kind::vertex_column;
        term.index = is_arc ? found.arc : found.variable;
        term.name = text_of(second.children[0]);
        term.place = place_of(node);
        return term;
    }

    QueryTerm number_of(Node const& node) const {
        std::string digits = std::string(node.text);
        if (digits[0] == '-')
            digits = "-" + digits.substr(digits.find_first_of(".0123456789")); // blanks may follow the sign
        return number_term(query, digits, place_of(node));
    }

    QueryTerm time_of(Node const& node) const {
        Node const& text = node.children[0];
        std::optional<Time> const time = parse_time(text_of(text));
        if (!time) refuse(text, "this is no time; write it as '2024-01-15' or '2024-01-15T10:30:00'");
        return constant_term(*time, place_of(node));
    }

    // Items to return.

    void add_item(Node const& node) {
        Node const& first = node.children[0];
        Node const& last = node.children.back();
        QueryItem item;
        item.place = place_of(node);
        std::size_t written_end = place_of(first).at + place_of(first).length;
        if (!first.is<match::count_all>()) {
            Bound const found = bound(first, nullptr);
            item.kind = QueryItem::Kind::vertex;
            item.index = found.arc >= 0 ? found.arc : found.variable;
            bool const has_column = node.children.size() > 1 && node.children[1].is<match::column>();
            if (has_column) {
                Node const& column = node.children[1];
                item.kind = found.arc >= 0 ? QueryItem::Kind::arc_column : QueryItem::Kind::vertex_column;
                item.column = text_of(column.children[0]);
                written_end = place_of(column).at + place_of(column).length;
            } else if (found.arc >= 0) {
                refuse(first, fmt::format("{0} is an edge; return a column of it, such as {0}.weight", first.text));
            }
        }
        item.name = last.is<match::alias>() ? text_of(last.children[0])
                                            : query.text.substr(item.place.at, written_end - item.place.at);
        for (QueryItem const& other : query.items) {
            if (other.kind == QueryItem::Kind::count && item.kind == QueryItem::Kind::count)
                refuse(node, "count(*) comes twice");
            if (other.name == item.name) refuse(node, "two items have this name; give one another with AS");
        }
        query.items.push_back(std::move(item));
    }

    Query& query;
    std::vector<Inline> inlines{};
};

} // namespace

void parse_match(Query& query) { Reader(query).read(); }

bool parse_returns(Query& query, std::size_t begin) {
    std::vector<Node> const tree = grammar::parse_text<match::returns_alone>(query.text, begin);
    return Reader(query).take_last_clauses(tree);
}

} // namespace cerrado
