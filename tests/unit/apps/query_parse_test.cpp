#include "places.hpp"
#include "unit/message_of.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {

// The two languages of queries: what their texts say, and what is refused.

namespace {

// A query in one line: "nodes A B | A->B as ab [ab.weight > 5] | !B->A | A.type = 'KC' | return count(*)".

std::string name_of_variable(Query const& query, int index) {
    std::string const& name = query.variables.at(index).name;
    return name.empty() ? fmt::format("_{}", index) : name;
}

std::string ends_of(Query const& query, QueryArc const& arc) {
    return fmt::format("{}{}{}", name_of_variable(query, arc.from), arc.is_either_way ? "--" : "->",
                       name_of_variable(query, arc.to));
}

// An arc without a name, or all if `by_ends`, is called A->B.
std::string name_of_arc(Query const& query, int index, bool by_ends) {
    QueryArc const& arc = query.arcs.at(index);
    return arc.name.empty() || by_ends ? fmt::format("<{}>", ends_of(query, arc)) : arc.name;
}

std::string said_by(Cell const& cell) {
    if (auto const* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (auto const* real = std::get_if<double>(&cell)) return fmt::format("{:#}", *real);
    if (auto const* boolean = std::get_if<bool>(&cell)) return *boolean ? "true" : "false";
    if (auto const* text = std::get_if<std::string>(&cell)) return "'" + *text + "'";
    if (auto const* time = std::get_if<Time>(&cell)) return "@" + format_time(*time);
    return "null";
}

std::string said_by(Query const& query, QueryTerm const& term, bool by_ends = false) {
    using enum QueryTerm::Kind;
    auto const joined = [&](std::string_view between, std::size_t first = 0) {
        std::string text;
        for (std::size_t i = first; i < term.parts.size(); ++i) {
            text += (i == first ? "" : std::string(between)) + said_by(query, term.parts[i], by_ends);
        }
        return text;
    };
    auto const infix = [&](std::string_view sign) {
        EXPECT_GE(term.parts.size(), 2u);
        return "(" + joined(fmt::format(" {} ", sign)) + ")";
    };
    auto const labels = [&] {
        std::string text;
        for (std::string const& name : term.names) text += (text.empty() ? ":" : "|") + name;
        return text;
    };
    switch (term.kind) {
    case constant: return said_by(term.value);
    case vertex_column: return fmt::format("{}.{}", name_of_variable(query, term.index), term.name);
    case arc_column: return fmt::format("{}.{}", name_of_arc(query, term.index, by_ends), term.name);
    case vertex_label: return name_of_variable(query, term.index) + labels();
    case arc_label: return name_of_arc(query, term.index, by_ends) + labels();
    case same:
        return term.are_arcs ? fmt::format("same({}, {})", name_of_arc(query, term.index, by_ends),
                                           name_of_arc(query, term.other, by_ends))
                             : fmt::format("same({}, {})", name_of_variable(query, term.index),
                                           name_of_variable(query, term.other));
    case equal: return infix("=");
    case different: return infix("<>");
    case less: return infix("<");
    case at_most: return infix("<=");
    case more: return infix(">");
    case at_least: return infix(">=");
    case plus: return infix("+");
    case minus: return term.parts.size() == 1 ? fmt::format("-{}", joined("")) : infix("-");
    case times: return infix("*");
    case both: return infix("and");
    case either: return infix("or");
    case negation: return "not " + joined("");
    case in: return fmt::format("({} in [{}])", said_by(query, term.parts.at(0), by_ends), joined(", ", 1));
    case is_missing: return joined("") + " is null";
    case starts_with: return infix("starts with");
    case ends_with: return infix("ends with");
    case contains: return infix("contains");
    }
    return "?";
}

std::string said_by(Query const& query) {
    std::string text = query.mode == QueryMode::nodes ? "nodes" : query.mode == QueryMode::edges ? "edges" : "all";
    for (std::size_t i = 0; i < query.variables.size(); ++i) text += " " + name_of_variable(query, static_cast<int>(i));
    for (QueryArc const& arc : query.arcs) {
        text += fmt::format(" | {}{}", arc.is_forbidden ? "!" : "", ends_of(query, arc));
        if (!arc.name.empty()) text += " as " + arc.name;
        for (QueryTerm const& term : arc.conditions) text += fmt::format(" [{}]", said_by(query, term));
    }
    for (QueryTerm const& term : query.conditions) text += " | " + said_by(query, term);
    for (QueryItem const& item : query.items) {
        text += &item == &query.items[0] ? " | return " : ", ";
        switch (item.kind) {
        case QueryItem::Kind::count: text += "count"; break;
        case QueryItem::Kind::vertex: text += name_of_variable(query, item.index); break;
        case QueryItem::Kind::vertex_column: text += name_of_variable(query, item.index) + "." + item.column; break;
        case QueryItem::Kind::arc_column: text += name_of_arc(query, item.index, false) + "." + item.column; break;
        }
        text += " as " + item.name;
    }
    if (query.limit) text += fmt::format(" limit {}", *query.limit);
    return text;
}

// Without what most queries return.
std::string parsed(std::string_view text, std::string_view returns = {}) {
    std::string said = said_by(parse_query(text, returns));
    std::string_view const usual = " | return count as count(*)";
    if (said.ends_with(usual)) said.resize(said.size() - usual.size());
    return said;
}

std::string refusal(std::string const& text, std::string const& returns = {}) {
    SCOPED_TRACE(text);
    return message_of<InputError>([&] { parse_query(text, returns); });
}

// The first line of the refusal.
std::string problem(std::string const& text, std::string const& returns = {}) {
    std::string const message = refusal(text, returns);
    EXPECT_EQ(std::ranges::count(message, '\n'), 2) << message;
    return message.substr(0, message.find('\n'));
}

// DotMotif.

TEST(QueryParse, MotifsHaveEdgesOfAllKinds) {
    EXPECT_EQ(parsed("A -> B"), "nodes A B | A->B");
    EXPECT_EQ(parsed("A -> B; B->C\nC -> A;;"), "nodes A B C | A->B | B->C | C->A");
    EXPECT_EQ(parsed("A -| B; B -+ C"), "nodes A B C | A->B [<A->B>:INH] | B->C [<B->C>:EXC]");
    EXPECT_EQ(parsed("A -> B; A !> C; A ~> C"), "nodes A B C | A->B | !A->C | !A->C");
    EXPECT_EQ(parsed("A -> B; A !| C; A ~+ C"), "nodes A B C | A->B | !A->C [<A->C>:INH] | !A->C [<A->C>:EXC]");
    EXPECT_EQ(parsed("A -> B; !(B -> A)"), "nodes A B | A->B | !B->A");
    EXPECT_EQ(parsed("A -> A"), "nodes A | A->A");
    EXPECT_EQ(parsed("Ä_1 -> _b2"), "nodes Ä_1 _b2 | Ä_1->_b2");
    EXPECT_EQ(parsed("A -> B B -> C"), "nodes A B C | A->B | B->C") << "DotMotif needs no separator either";
    EXPECT_EQ(parsed("  # first\nA -> B # -> C\n# last"), "nodes A B | A->B");
    EXPECT_EQ(parsed("matching -> B"), "nodes matching B | matching->B");
}

TEST(QueryParse, AnEdgeEitherWayIsNoted) {
    Query const query = parse_query("A -- B");
    EXPECT_EQ(said_by(query), "nodes A B | A--B | return count as count(*)");
    ASSERT_EQ(query.notes.size(), 1u);
    EXPECT_EQ(query.notes[0], "A--B is an edge either way; DotMotif reads -- as -|");
    EXPECT_EQ(parsed("A -> B; C !- B"), "nodes A B C | A->B | !C--B");
    EXPECT_EQ(parsed("A -- B; B -- A"), "nodes A B | A--B");
}

TEST(QueryParse, EdgesOfAMotifHaveConditionsAndNames) {
    EXPECT_EQ(parsed("A -> B [weight > 5, kind = \"exc\"]"),
              "nodes A B | A->B [(<A->B>.weight > 5)] [(<A->B>.kind = 'exc')]");
    EXPECT_EQ(parsed("A -> B [weight > 2] as ab; ab.weight <= 1e3"),
              "nodes A B | A->B as ab [(ab.weight > 2)] | (ab.weight <= 1000.0)");
    EXPECT_EQ(parsed("A -> B as ab\nB -> A"), "nodes A B | A->B as ab | B->A");
    EXPECT_EQ(parsed("A -> B; C !> A [w > 3]"), "nodes A B C | A->B | !C->A [(<C->A>.w > 3)]");
    EXPECT_EQ(parsed("A -> B; !(B -> A [w > 3] as x); x.w < 9"),
              "nodes A B | A->B | !B->A as x [(x.w > 3)] [(x.w < 9)]");
    EXPECT_EQ(parsed("A -> B as ab; B !> A as ba; ab.w < ba.w"),
              "nodes A B | A->B as ab | !B->A as ba [(ab.w < ba.w)]");
    EXPECT_EQ(parsed("A -> B; A_B.w > 3"), "nodes A B | A->B | (<A->B>.w > 3)");
    EXPECT_EQ(parsed("A_1 -> B_2; A_1_B_2.w > 3"), "nodes A_1 B_2 | A_1->B_2 | (<A_1->B_2>.w > 3)");
    EXPECT_EQ(parsed("B -> C as bc; A -> B; bc.weight > A_B.weight"),
              "nodes B C A | B->C as bc | A->B | (bc.weight > <A->B>.weight)");
    EXPECT_EQ(parsed("A -> B\n[\n  'a key' in [\"x\", 'y', 3]\n]"),
              "nodes A B | A->B [(<A->B>.a key in ['x', 'y', 3])]");
    EXPECT_EQ(parsed("as -> B as as_b; B -> as"), "nodes as B | as->B as as_b | B->as");
}

TEST(QueryParse, ParallelEdgesOfAMotifAreOneUnlessTheyHaveTwoNames) {
    EXPECT_EQ(parsed("A -> B [w > 1]; A -> B [t = 2]"), "nodes A B | A->B [(<A->B>.w > 1)] [(<A->B>.t = 2)]");
    EXPECT_EQ(parsed("A -> B [w > 1]; A -> B as ab"), "nodes A B | A->B as ab [(ab.w > 1)]");
    EXPECT_EQ(parsed("A -> B as ab; A -> B [w > 1]"), "nodes A B | A->B as ab [(ab.w > 1)]");
    EXPECT_EQ(parsed("A -> B as x; A -> B as y; x.w < y.w"), "nodes A B | A->B as x | A->B as y | (x.w < y.w)");
    EXPECT_EQ(parsed("A -| B; A -| B; A -> B"), "nodes A B | A->B [<A->B>:INH] | A->B");
    EXPECT_EQ(parsed("A -> B; A !> B [w > 1]"), "nodes A B | A->B | !A->B [(<A->B>.w > 1)]");
}

TEST(QueryParse, MotifsHaveConditions) {
    auto const condition = [](std::string const& text) {
        std::string const said = parsed("A -> B; " + text), structure = "nodes A B | A->B | ";
        EXPECT_TRUE(said.starts_with(structure)) << said;
        return said.substr(std::min(structure.size(), said.size()));
    };
    EXPECT_EQ(condition("A.type = \"KC\""), "(A.type = 'KC')");
    EXPECT_EQ(condition("A.type == 'KC'"), "(A.type = 'KC')");
    EXPECT_EQ(condition("A.type = KC"), "(A.type = 'KC')");
    EXPECT_EQ(condition("A['a key'] > -3"), "(A.a key > -3)");
    EXPECT_EQ(condition("A[\"a key\"]<>.5"), "(A.a key <> 0.5)");
    EXPECT_EQ(condition("A[key] != TRUE"), "(A.key <> true)");
    EXPECT_EQ(condition("A.radius > B.radius"), "(A.radius > B.radius)");
    EXPECT_EQ(condition("A['a'] >= B['b c']"), "(A.a >= B.b c)");
    EXPECT_EQ(condition("A.name contains \"foo\""), "(A.name contains 'foo')");
    EXPECT_EQ(condition("A.name !contains \"foo\""), "not (A.name contains 'foo')");
    EXPECT_EQ(condition("A.name in [\"x\", y, 1.5, false]"), "(A.name in ['x', 'y', 1.5, false])");
    EXPECT_EQ(condition("A.name !in ['x']"), "not (A.name in ['x'])");
    EXPECT_EQ(condition("A.name in \"a text\""), "('a text' contains A.name)");
    EXPECT_EQ(condition("A.time >= \"2024-01-15T00:00:00\""), "(A.time >= '2024-01-15T00:00:00')");
    EXPECT_EQ(condition("A.name = \"a \\\"b\\\" \\n\""), "(A.name = 'a \"b\" \\n')");
    EXPECT_EQ(condition("A.n = 9223372036854775807"), "(A.n = 9223372036854775807)");
    EXPECT_EQ(parsed("A.type = KC\nA -> B"), "nodes A B | A->B | (A.type = 'KC')") << "conditions may come first";
}

TEST(QueryParse, AutomorphismsShareConditions) {
    EXPECT_EQ(parsed("A -> C; B -> C; A === B"), "nodes A C B | A->C | B->C");
    EXPECT_EQ(parsed("A -> B; B -> A; A === B; A.r = 5; B.t = 1; A.r > B.r"),
              "nodes A B | A->B | B->A | (A.r = 5) | (B.t = 1) | (A.r > B.r) | (B.r = 5) | (A.t = 1)");
    EXPECT_EQ(parsed("A -> B; C -> D; A === B; C === B; A.r = 5; D.r !in [5]"),
              "nodes A B C D | A->B | C->D | (A.r = 5) | not (D.r in [5]) | (B.r = 5) | (C.r = 5)");
}

TEST(QueryParse, MacrosAreExpanded) {
    EXPECT_EQ(parsed("tri(A, B, C) { A -> B; B -> C; C -> A }\ntri(X, Y, Z)"), "nodes X Y Z | X->Y | Y->Z | Z->X");
    EXPECT_EQ(parsed("two(A, B) { one(A, B); one(B, A) }; one(P, Q) { P -> Q [w > 1] }; two(Y, X);"),
              "nodes Y X | Y->X [(<Y->X>.w > 1)] | X->Y [(<X->Y>.w > 1)]");
    EXPECT_EQ(parsed("f(a, b) { a -> b as e; e.w > 1; a.t = 2 }; f(A, B); f(B, C)"),
              "nodes A B C | A->B | B->C | (<A->B>.w > 1) | (A.t = 2) | (<B->C>.w > 1) | (B.t = 2)");
    EXPECT_EQ(parsed("f(a, b) { a -> b; a_b.w > 1; !(b -> a) }; f(A, B)"), "nodes A B | A->B | !B->A | (<A->B>.w > 1)");
    EXPECT_EQ(parsed("m(A, B) { A.radius >= B.radius }; m(Y, X); X -> Y"), "nodes X Y | X->Y | (Y.radius >= X.radius)");
    EXPECT_EQ(
        parsed("f(a, b) { a -> b as e; e.w > 1 }; g(a, b) { a -> b as e; e.t < 2 }; f(A, B); g(A, B); A -> B as ab"),
        "nodes A B | A->B as ab | (ab.w > 1) | (ab.t < 2)")
        << "names in macros do not make edges parallel";
    EXPECT_EQ(parsed("f(a, b) { a -> b as e; a -> b as d; e.w > d.w }; f(A, B)"),
              "nodes A B | A->B | A->B | (<A->B>.w > <A->B>.w)");
    EXPECT_EQ(parsed("f(a, b) { a === b }; f(A, B); A -> B; B -> A; A.x = 1"),
              "nodes A B | A->B | B->A | (A.x = 1) | (B.x = 1)");
}

TEST(QueryParse, MotifsReturnWhatIsAskedFor) {
    EXPECT_EQ(said_by(parse_query("A -> B as e", "count(*)")), "nodes A B | A->B as e | return count as count(*)");
    EXPECT_EQ(parsed("A -> B as e # here", "A, B.type, e.weight AS w"),
              "nodes A B | A->B as e | return A as A, B.type as B.type, e.weight as w");
    EXPECT_EQ(parsed("A -> B", "A.type, count(*) limit 7"),
              "nodes A B | A->B | return A.type as A.type, count as count(*) limit 7");
    Query const query = parse_query("A -> B", "A.type");
    EXPECT_EQ(said_by(parse_query(query.text)), said_by(query)) << "the text says all";
    EXPECT_EQ(problem("A -> B", "A.typ, C.type"), "query:2:15: 'C' is no variable of the pattern; there are A, B");
}

TEST(QueryParse, WrongMotifsAreRefused) {
    EXPECT_EQ(
        refusal("A -> B\nB C"),
        "query:2:3: expected an arrow such as ->, a column such as .type, or a macro's arguments after 'B', not 'C'\n"
        "B C\n"
        "  ^");
    EXPECT_EQ(problem("A ->"), "query:1:5: expected a vertex after '->'");
    EXPECT_EQ(problem(""), "query:1:1: expected an edge, such as A -> B");
    EXPECT_EQ(problem("A => B"),
              "query:1:3: expected an arrow such as ->, a column such as .type, or a macro's arguments "
              "after 'A', not '=>'");
    EXPECT_EQ(problem("A -> B; )"),
              "query:1:9: expected a statement, such as A -> B, A.type = \"KC\", or a macro after ';', "
              "not ')'");
    EXPECT_EQ(problem("A -> B [w > 3"), "query:1:14: expected , or ] after '3'");
    EXPECT_EQ(problem("A -> B [w]"), "query:1:10: expected an operator such as =, > or contains after 'w', not ']'");
    EXPECT_EQ(problem("A -> B; A.type ="), "query:1:17: expected a value or a column after '='");
    EXPECT_EQ(problem("A -> B; A.type = \"KC"), "query:1:18: this quote is not closed");
    EXPECT_EQ(problem("A -> B; Apple.type = 3"),
              "query:1:9: 'Apple' is no vertex of an edge, and no edge's name; there are A, B");
    EXPECT_EQ(problem("Apple -> B; Aple.type = 3"),
              "query:1:13: 'Aple' is no vertex of an edge, and no edge's name; did you mean 'Apple'?");
    EXPECT_EQ(problem("A -> B; A === C"), "query:1:15: 'C' is no vertex of an edge; there are A, B");
    EXPECT_EQ(problem("A -> B; A.type > [1, 2]"),
              "query:1:18: a list can only follow in, as in A.type in [\"KC\", \"PN\"]");
    EXPECT_EQ(problem("A -> B; A.type in 3"), "query:1:19: in needs a list or a text");
    EXPECT_EQ(problem("A -> B; A.type = 99999999999999999999"),
              "query:1:18: this integer does not fit 64 bits; write it with a decimal point");
    EXPECT_EQ(problem("A -> B; A.type = 1e999"), "query:1:18: this number is outside the range of floating point");
    EXPECT_EQ(problem("A -> B; !(A !> B)"), "query:1:13: this arrow is negated already; leave out the outer !");
    EXPECT_EQ(problem("A -> B as e; B -> C as e"), "query:1:24: two edges are called 'e'");
    EXPECT_EQ(problem("A -> B as B"), "query:1:11: 'B' is a vertex; give the edge another name");
    EXPECT_EQ(problem("A -> B as C; C -> A"), "query:1:14: 'C' is an edge; give the vertex another name");
    EXPECT_EQ(problem("A !> B as x; A -> C; B !> C as y; x.w > y.w"),
              "query:1:35: this compares two forbidden edges, none of which is there");
    std::string path = "V0";
    for (int i = 1; i <= 16; ++i) path += fmt::format(" -> V{0}; V{0}", i);
    EXPECT_EQ(problem(path + " -> V0"), "query:1:169: more than 16 vertices");
}

TEST(QueryParse, WrongMacrosAreRefused) {
    EXPECT_EQ(problem("tri(A, B) { A -> B }; try(X, Y)"), "query:1:23: 'try' is no macro; did you mean 'tri'?");
    EXPECT_EQ(problem("f(A, B) { A -> B }; f(X)"), "query:1:22: f takes 2 names, not 1");
    EXPECT_EQ(problem("f(A, B) { A -> B }; f(A, B) { B -> A }"), "query:1:21: a macro of this name comes before");
    EXPECT_EQ(problem("f(A, A) { A -> A }"), "query:1:6: the macro has two arguments of this name");
    EXPECT_EQ(problem("f(A) { g(A) }; g(A) { f(A) }; f(X)"),
              "query:1:23: a macro cannot call itself, also not through others");
    EXPECT_EQ(problem("f(A, B) { A -> D }; f(X, Y)"), "query:1:16: 'D' is no argument of the macro f; there are A, B");
    EXPECT_EQ(problem("f(A) { g(A) { A -> A } }; f(X)"),
              "query:1:8: a macro cannot be defined within a macro; move it out");
    EXPECT_EQ(problem("f(A) { A -> A as e; A -> A as e }; f(X)"), "query:1:31: two edges of the macro have this name");
    EXPECT_EQ(problem("f(A) { A -> A"), "query:1:14: expected a statement or } after 'A'");
    std::string doubling = "m0(A, B) { A -> B };";
    for (int i = 1; i <= 30; ++i) doubling += fmt::format(" m{0}(A, B) {{ m{1}(A, B); m{1}(A, B) }};", i, i - 1);
    EXPECT_NE(problem(doubling + "m30(X, Y)").find("more than 10000 statements"), std::string::npos);
}

// MATCH.

TEST(QueryParse, MatchHasModes) {
    EXPECT_EQ(parsed("MATCH (a)-->(b)"), "edges a b | a->b");
    EXPECT_EQ(parsed("match different nodes (a)-->(b) return COUNT( * )"),
              "nodes a b | a->b | return count as COUNT( * )");
    EXPECT_EQ(parsed("MATCH DIFFERENT EDGES (a)-->(b);"), "edges a b | a->b");
    EXPECT_EQ(parsed("MATCH REPEATABLE ELEMENTS (a)-->(b)"), "all a b | a->b");
    EXPECT_EQ(parsed(" // first\n/* and */ # here\nMATCH/**/(a)-->(b)"), "edges a b | a->b");
    EXPECT_EQ(parse_query("MATCH (a)").language, Query::Language::match);
    EXPECT_EQ(parse_query("A -> B").language, Query::Language::dotmotif);
}

TEST(QueryParse, MatchHasPaths) {
    EXPECT_EQ(parsed("MATCH (a)-->(b)<--(c)--(a), (d)"), "edges a b c d | a->b | c->b | c--a");
    EXPECT_EQ(parsed("MATCH (a)-[e]->(b)<-[f]-(c)-[g]-(d)<-[h]->(a)"),
              "edges a b c d | a->b as e | c->b as f | c--d as g | d--a as h");
    EXPECT_EQ(parsed("MATCH ()-->(b), ()-->(b)"), "edges _0 b _2 | _0->b | _2->b");
    EXPECT_EQ(parsed("MATCH (`a name`)-->(`x``y`) WHERE `a name`.`a key` = 1"),
              "edges a name x`y | a name->x`y | (a name.a key = 1)");
    EXPECT_EQ(parsed("MATCH ( a ) - [ e ] - > ( b ) < - - ( c )"), "edges a b c | a->b as e | c->b");
    EXPECT_EQ(parsed("MATCH (a)-->(a)"), "edges a | a->a");
}

TEST(QueryParse, PartsOfAPatternHaveConditions) {
    EXPECT_EQ(parsed("MATCH (a:KC)"), "edges a | a:KC");
    EXPECT_EQ(parsed("MATCH (a:KC|PN {layer: 3, `my type`: 'x'})"),
              "edges a | a:KC|PN | (a.layer = 3) | (a.my type = 'x')");
    EXPECT_EQ(parsed("MATCH (:A:B)"), "edges _0 | _0:A | _0:B");
    EXPECT_EQ(parsed("MATCH (a WHERE a.x > 3 AND a.y = b.y)-->(b {})"), "edges a b | a->b | (a.x > 3) | (a.y = b.y)");
    EXPECT_EQ(parsed("MATCH (a)-[e:SYN|EXC {w: -3}]->(b)<-[:INH]-(a)"),
              "edges a b | a->b as e [e:SYN|EXC] [(e.w = -3)] | a->b [<a->b>:INH]");
    EXPECT_EQ(parsed("MATCH (a)-[e WHERE e.w > 1 AND e.t < 2]->(b)"), "edges a b | a->b as e [(e.w > 1)] [(e.t < 2)]");
}

std::string where(std::string const& text) {
    std::string const said = parsed("MATCH (a)-[e]->(b), (b)-[f]->(c) WHERE " + text);
    std::string const structure = "edges a b c | a->b as e | b->c as f";
    EXPECT_TRUE(said.starts_with(structure)) << said;
    return said.substr(std::min(structure.size() + 3, said.size()));
}

TEST(QueryParse, MatchHasConditions) {
    EXPECT_EQ(where("a.x = 1 AND (a.y <> 2 AND b.x < 3) and a.x <= 4.5"),
              "(a.x = 1) | (a.y <> 2) | (b.x < 3) | (a.x <= 4.5)");
    EXPECT_EQ(where("a.x = 1 OR a.y > 2 AND NOT b.x >= 3"), "((a.x = 1) or ((a.y > 2) and not (b.x >= 3)))");
    EXPECT_EQ(where("NOT (a.x = 1 OR (a.y = 2 OR a.z = 3))"), "not ((a.x = 1) or (a.y = 2) or (a.z = 3))");
    EXPECT_EQ(where("e.w + f.w * 2 - -a.x > - 3"), "(((e.w + (f.w * 2)) - -a.x) > -3)");
    EXPECT_EQ(where("e.w - 1-f.w < 2"), "(((e.w - 1) - f.w) < 2)");
    EXPECT_EQ(where("a.t IN ['x', \"y\", 3]"), "(a.t in ['x', 'y', 3])");
    EXPECT_EQ(where("NOT a.t in []"), "not (a.t in [])");
    EXPECT_EQ(where("a.t IS NULL AND b.t is not null"), "a.t is null | not b.t is null");
    EXPECT_EQ(where("a.t STARTS WITH 'l' AND a.t ENDS WITH 'r' AND a.t CONTAINS 'm'"),
              "(a.t starts with 'l') | (a.t ends with 'r') | (a.t contains 'm')");
    EXPECT_EQ(where("a:KC AND (b:PN|KC OR e:SYN)"), "a:KC | (b:PN|KC or e:SYN)");
    EXPECT_EQ(where("a['a key'] = TRUE AND a.flag"), "(a.a key = true) | a.flag");
    EXPECT_EQ(where("a <> b AND b = c AND e <> f"), "not same(a, b) | same(b, c) | not same(e, f)");
    EXPECT_EQ(where("a.x = null"), "(a.x = null)");
    EXPECT_EQ(where("e.t < datetime('2024-01-15T10:30:00') AND e.t >= date(\"2024-01-15\")"),
              "(e.t < @2024-01-15T10:30:00) | (e.t >= @2024-01-15T00:00:00)");
    EXPECT_EQ(where(R"(a.t = 'it\'s \\ \u00e4 \U0001F600' OR a.t = "\t'")"),
              "((a.t = 'it's \\ ä 😀') or (a.t = '\t''))");
    EXPECT_EQ(where("a.x = 1.5e-3 OR a.x = .25"), "((a.x = 0.0015) or (a.x = 0.25))");
    EXPECT_EQ(where("(a.x) > (1)"), "(a.x > 1)");
    EXPECT_EQ(where("a.x = -9223372036854775808"), "(a.x = -9223372036854775808)");
}

TEST(QueryParse, PatternsAfterNotAreForbidden) {
    EXPECT_EQ(parsed("MATCH (a)-->(b)-->(c) WHERE NOT (a)-->(c) AND a.x = 1"),
              "edges a b c | a->b | b->c | !a->c | (a.x = 1)");
    EXPECT_EQ(parsed("MATCH (a)-->(b) WHERE a.x = 1 AND NOT (a)<-[:INH]-(b)"),
              "edges a b | a->b | !b->a [<b->a>:INH] | (a.x = 1)");
    EXPECT_EQ(parsed("MATCH (a)-->(b) WHERE NOT EXISTS {(b)-[x]->(a) WHERE x.w > 4 AND x.t = a.t}"),
              "edges a b | a->b | !b->a as x [(x.w > 4)] [(x.t = a.t)]");
    EXPECT_EQ(parsed("MATCH (a)-->(b) WHERE (NOT exists { MATCH (a)-[x {w: 3}]-(b) })"),
              "edges a b | a->b | !a--b as x [(x.w = 3)]");
    EXPECT_EQ(parsed("MATCH (a)-->(b)-->(c) WHERE NOT EXISTS {(b)-[x]->(a) WHERE x.w > 4} AND NOT EXISTS {(c)-[x]->(a) "
                     "WHERE x.w > 5}"),
              "edges a b c | a->b | b->c | !b->a as x [(x.w > 4)] | !c->a as x [(x.w > 5)]");
    EXPECT_EQ(parsed("MATCH (a)-->(b) WHERE NOT ((b)-->(a))"), "edges a b | a->b | !b->a");
}

TEST(QueryParse, MatchReturns) {
    EXPECT_EQ(parsed("MATCH (a)-[e]->(b) RETURN a, a.type, e.`the weight` AS w, b.x AS `of b` LIMIT 10;"),
              "edges a b | a->b as e | return a as a, a.type as a.type, e.the weight as w, b.x as of b limit 10");
    EXPECT_EQ(parsed("MATCH (a) RETURN a.type /* of a */, count(*) AS n"),
              "edges a | return a.type as a.type, count as n");
    EXPECT_EQ(parsed("MATCH (a)", "a.type"), "edges a | return a.type as a.type");
    EXPECT_EQ(problem("MATCH (a) RETURN a", "count(*)"),
              "query:1:18: the query has a RETURN of its own; leave out one of the two lists of what to return");
    EXPECT_EQ(problem("MATCH (a)-[e]->(b) RETURN e"),
              "query:1:27: e is an edge; return a column of it, such as e.weight");
    EXPECT_EQ(problem("MATCH (a) RETURN a.x, a.x"), "query:1:23: two items have this name; give one another with AS");
    EXPECT_EQ(problem("MATCH (a) RETURN count(*), count(*) AS n"), "query:1:28: count(*) comes twice");
    EXPECT_EQ(problem("MATCH (a) RETURN a LIMIT 99999999999999999999"), "query:1:26: this number does not fit 64 bits");
}

TEST(QueryParse, WhatMatchDoesNotServeIsNamed) {
    auto const ends = [](std::string const& text, std::string const& place, std::string const& message) {
        EXPECT_EQ(problem(text), "query:" + place + ": " + message);
    };
    ends("MATCH (a)-[*1..3]->(b)", "1:12", "variable length (*1..3) is not served; write each relationship");
    ends("MATCH (a)-[e:X*]->(b)", "1:15", "variable length (*) is not served; write each relationship");
    ends("MATCH (a)-->+(b)", "1:13", "expected a vertex such as (b) after '-->', not '+'");
    ends("OPTIONAL MATCH (a)", "1:1", "OPTIONAL MATCH is not served; a match has all that the pattern has");
    ends("MATCH (a) OPTIONAL MATCH (b)", "1:11", "OPTIONAL MATCH is not served; a match has all that the pattern has");
    ends("MATCH (a) MATCH (b)", "1:11", "a second MATCH is not served; join its paths to the first with commas");
    ends("MATCH (a) WHERE a.x = 1 MATCH (b)", "1:25",
         "a second MATCH is not served; join its paths to the first with commas");
    ends("MATCH (a) WITH a RETURN a", "1:11", "WITH is not served; a query is one MATCH with one RETURN");
    ends("MATCH (a) RETURN a UNION MATCH (b) RETURN b", "1:20",
         "UNION is not served; run both queries, or join their conditions with OR");
    ends("MATCH (a) RETURN a ORDER BY a.x", "1:20", "ORDER BY is not served; sort the output");
    ends("MATCH (a) RETURN a SKIP 3", "1:20", "SKIP is not served; LIMIT is");
    ends("MATCH (a) RETURN DISTINCT a", "1:18",
         "DISTINCT is not served; return count(*) with the columns, which groups the rows");
    ends("MATCH (a) RETURN sum(a.x)", "1:18", "the aggregate sum(...) is not served; count(*) is, after RETURN");
    ends("MATCH (a) RETURN count(a)", "1:18", "the aggregate count(...) is not served; count(*) is, after RETURN");
    ends("MATCH (a) RETURN *", "1:18", "RETURN * is not served; name what to return");
    ends("MATCH (a) CREATE (b)", "1:11", "CREATE is not served; a query does not change the graph");
    ends("CREATE (b)", "1:1", "CREATE is not served; a query does not change the graph");
    ends("MATCH (a) SET a.x = 1", "1:11", "SET is not served; a query does not change the graph");
    ends("MATCH (a) DETACH DELETE a", "1:11", "DETACH is not served; a query does not change the graph");
    ends("UNWIND [1] AS x MATCH (a)", "1:1", "UNWIND is not served; write a condition with IN");
    ends("MATCH (a) CALL db.labels()", "1:11", "CALL is not served; a query is one MATCH with one RETURN");
    ends("MATCH p = (a)-->(b)", "1:7", "variables of paths are not served; name vertices and relationships");
    ends("MATCH shortestPath((a)-->(b))", "1:7", "shortestPath is not served");
    ends("MATCH (a) WHERE a.x = $x", "1:23", "the parameter $x is not served; write its value");
    ends("MATCH (a $props)", "1:10", "the parameter $props is not served; write its value");
    ends("MATCH (a) WHERE a.x = 1 XOR a.y = 1", "1:25", "XOR is not served; write (a OR b) AND NOT (a AND b)");
    ends("MATCH (a) WHERE 1 < a.x < 3", "1:25", "a chain of comparisons is not served; write a < b AND b < c");
    ends("MATCH (a) WHERE a.x / 2 = 1", "1:21", "/ is not served; +, - and * are");
    ends("MATCH (a) WHERE a.x =~ 'x.*'", "1:22",
         "regular expressions are not served; write CONTAINS, STARTS WITH or ENDS WITH");
    ends("MATCH (a) WHERE toLower(a.x) = 'x'", "1:17",
         "the function toLower is not served; datetime, localdatetime and date are");
    ends("MATCH (a:KC&!PN)", "1:12", "& between labels is not served; write a:KC AND NOT a:PN after WHERE");
    ends("MATCH (a) WHERE exists(a.x)", "1:17",
         "exists(...) is not served; write a.type IS NOT NULL, or NOT EXISTS {(a)-->(b)}");
    ends("MATCH (a) WHERE CASE WHEN true THEN 1 END = 1", "1:17",
         "CASE is not served; combine conditions with AND, OR and NOT");
    std::string const pattern =
        "a pattern is a condition after NOT alone, joined to others with AND; one that must be there "
        "belongs to the pattern after MATCH";
    ends("MATCH (a)-->(b) WHERE (b)-->(a)", "1:23", pattern);
    ends("MATCH (a)-->(b) WHERE EXISTS {(b)-->(a)}", "1:23", pattern);
    ends("MATCH (a)-->(b) WHERE a.x = 1 OR NOT (b)-->(a)", "1:38", pattern);
    ends("MATCH (a)-->(b) WHERE NOT (a.x = 1 AND (b)-->(a))", "1:40", pattern);
    ends("MATCH (a)-->(b) WHERE NOT (b)-->(a)-->(b)", "1:27",
         "a pattern after NOT has one relationship between two vertices; write NOT for each of more");
    ends("MATCH (a)-->(b) WHERE NOT (b)-->()", "1:33",
         "a vertex after NOT must be one of the pattern after MATCH; name it");
    ends("MATCH (a)-->(bee) WHERE NOT (be)-->(a)", "1:30",
         "'be' is no vertex of the pattern after MATCH; did you mean 'bee'?");
    ends("MATCH (a)-->(b) WHERE NOT (b:KC)-->(a)", "1:29",
         "a condition on a vertex after NOT is not served; write it for the pattern after MATCH");
    ends("MATCH (a)-[e]->(b) WHERE NOT (b)-[e]->(a)", "1:35",
         "a relationship after NOT needs a name of its own, or none");
}

TEST(QueryParse, WrongTextsOfMatchAreRefused) {
    EXPECT_EQ(refusal("MATCH (a)-->(b)\n\tWHERE a.x >"),
              "query:2:13: expected a value after '>'\n\tWHERE a.x >\n\t           ^");
    EXPECT_EQ(problem("MATCH"), "query:1:6: expected a vertex such as (a) after 'MATCH'");
    EXPECT_EQ(problem("MATCH (a"), "query:1:9: expected a label, properties, WHERE or ) after 'a'");
    EXPECT_EQ(problem("MATCH (a)-(b)"),
              "query:1:11: expected - of a relationship such as -[e]-> or --> after '-', not '('");
    EXPECT_EQ(problem("MATCH (a) WERE a.x = 1"),
              "query:1:11: expected a comma, WHERE, RETURN, LIMIT or the end of the query after ')', not 'WERE'");
    EXPECT_EQ(problem("MATCH (a) WHERE a.x = 1 a"),
              "query:1:25: expected an operator, AND, OR, RETURN, LIMIT or the end of the query after '1', not 'a'");
    EXPECT_EQ(problem("MATCH (a) RETURN a.x + 1"),
              "query:1:22: expected a comma, AS, LIMIT or the end of the query after 'x', not '+'");
    EXPECT_EQ(problem("MATCH (a) WHERE a"), "query:1:17: a is a vertex; write a column of it, such as a.type");
    EXPECT_EQ(problem("MATCH (a) WHERE a.x + 1"), "query:1:17: this is a value, not a condition; compare it");
    EXPECT_EQ(problem("MATCH (a)-[weight]->(b) WHERE wieght.x = 1"),
              "query:1:31: 'wieght' is no variable of the pattern; did you mean 'weight'?");
    EXPECT_EQ(problem("MATCH (a)-[e]->(b), (b)-[e]->(c)"), "query:1:26: two edges are called 'e'");
    EXPECT_EQ(problem("MATCH (a)-[e]->(b) WHERE a = e"), "query:1:26: a vertex and a relationship cannot be compared");
    EXPECT_EQ(problem("MATCH (a) WHERE a.x = datetime('soon')"),
              "query:1:32: this is no time; write it as '2024-01-15' or '2024-01-15T10:30:00'");
    EXPECT_EQ(problem("MATCH (a) /* (b)"), "query:1:11: this comment is not closed");
    EXPECT_EQ(
        problem("MATCH (a) WHERE a.x = '\\q'"),
        "query:1:24: this escape is unknown; known are \\\\ \\' \\\" \\n \\r \\t \\b \\f \\uXXXX and \\UXXXXXXXX");
    std::string many = "MATCH (v0)";
    for (int i = 1; i <= 16; ++i) many += fmt::format("-->(v{})", i);
    EXPECT_EQ(problem(many), "query:1:125: more than 16 vertices");
    std::string arcs = "MATCH (a)-->(b)";
    for (int i = 1; i <= 64; ++i) arcs += ", (a)-->(b)";
    EXPECT_TRUE(problem(arcs).ends_with(": more than 64 edges"));
}

TEST(QueryParse, MessagesShowWhatAPersonSees) {
    EXPECT_EQ(refusal("A -> Ä; Ä.x = 'ö' ?"),
              "query:1:19: expected a statement, such as A -> B, A.type = \"KC\", or a macro after ''', not '?'\n"
              "A -> Ä; Ä.x = 'ö' ?\n"
              "                  ^");
    std::string const blanks(200, ' ');
    EXPECT_EQ(refusal("A -> B" + blanks + "? -> " + blanks),
              "query:1:207: expected a statement, such as A -> B, A.type = \"KC\", or a macro after 'B', not '?'\n"
              "..." +
                  std::string(60, ' ') + "? -> " + std::string(35, ' ') + "...\n" + std::string(63, ' ') + "^");
    EXPECT_EQ(refusal("A -> B\nA\x01\xff -> C"),
              "query:2:1: this line is no UTF-8, or has control characters\nA?? -> C\n^");
    EXPECT_EQ(refusal("A -> B\r\nA -\r\n"),
              "query:2:3: expected an arrow such as ->, a column such as .type, or a macro's "
              "arguments after 'A', not '-'\nA -\n  ^");
}

TEST(QueryParse, NestingIsBounded) {
    auto const nested = [](int depth, std::string const& open, std::string const& inside, std::string const& close) {
        std::string text = "MATCH (a) WHERE ";
        for (int i = 0; i < depth; ++i) text += open;
        text += inside;
        for (int i = 0; i < depth; ++i) text += close;
        return text;
    };
    EXPECT_EQ(parsed(nested(190, "(", "a.x = 1", ")")), "edges a | (a.x = 1)");
    for (int const depth : {201, 100'000}) {
        EXPECT_NE(problem(nested(depth, "(", "a.x = 1", ")")).find("nested too deeply"), std::string::npos);
        EXPECT_NE(problem(nested(depth, "NOT ", "a.x = 1", "")).find("nested too deeply"), std::string::npos);
        EXPECT_NE(problem(nested(depth, "- ", "a.x = 1", "")).find("nested too deeply"), std::string::npos);
        EXPECT_NE(problem(nested(depth, "NOT EXISTS {(a WHERE ", "a.x = 1", ")}")).find("nested too deeply"),
                  std::string::npos);
    }
    std::string sum = "MATCH (a) WHERE 1 < a.x", motif = "A -> B; f(A) ";
    for (int i = 0; i < 100'000; ++i) sum += " + 1", motif += "{ f(A) ";
    EXPECT_NE(problem(sum).find("more than 200 parts"), std::string::npos);
    EXPECT_NE(problem(motif).find("nested too deeply"), std::string::npos);
}

// The files of queries with counts.

std::vector<std::map<std::string, std::string>> rows_of(std::string const& file) {
    std::ifstream in(data_folder() / "query" / file);
    auto const cells_of = [](std::string const& line) {
        std::vector<std::string> cells(1);
        for (char const c : line) c == '\t' ? void(cells.emplace_back()) : cells.back().push_back(c);
        return cells;
    };
    std::vector<std::map<std::string, std::string>> rows;
    std::string line;
    std::getline(in, line);
    std::vector<std::string> const names = cells_of(line);
    while (std::getline(in, line)) {
        std::vector<std::string> const cells = cells_of(line);
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) row[names[i]] = cells[i];
    }
    return rows;
}

// Texts that stand for times become times, as the columns' types say later.
void read_times(QueryTerm& term) {
    if (auto const* text = std::get_if<std::string>(&term.value)) {
        if (auto const time = parse_time(*text)) term.value = *time;
    }
    for (QueryTerm& part : term.parts) read_times(part);
}

// Variables, arcs and conditions, sorted; arcs are called by their ends.
std::vector<std::string> meaning_of(std::string const& text) {
    Query query = parse_query(text);
    std::vector<std::string> parts;
    for (QueryVariable const& variable : query.variables) parts.push_back(variable.name);
    for (QueryArc& arc : query.arcs) {
        parts.push_back((arc.is_forbidden ? "!" : "") + ends_of(query, arc));
        for (QueryTerm& term : arc.conditions) {
            read_times(term);
            parts.push_back(said_by(query, term, true));
        }
    }
    for (QueryTerm& term : query.conditions) {
        read_times(term);
        parts.push_back(said_by(query, term, true));
    }
    std::ranges::sort(parts);
    return parts;
}

TEST(QueryParse, TheTextsOfTheGoldenFilesAreRead) {
    if (!std::filesystem::exists(data_folder() / "query")) {
        GTEST_SKIP() << "no query in " << data_folder() << ": set CERRADO_DATA_DIR";
    }
    auto const motifs = rows_of("dotmotif.tsv"), both = rows_of("dev.tsv");
    EXPECT_EQ(motifs.size(), 42u);
    EXPECT_EQ(both.size(), 77u);
    for (auto const& row : motifs) {
        SCOPED_TRACE(row.at("query"));
        EXPECT_NO_THROW(parse_query(row.at("query")));
    }
    std::map<std::string, QueryMode> const modes{
        {"nodes", QueryMode::nodes}, {"edges", QueryMode::edges}, {"homs", QueryMode::all}};
    int compared = 0;
    for (auto const& row : both) {
        std::string const motif = row.at("dotmotif"), match = row.at("match");
        SCOPED_TRACE(motif + "\n" + match);
        EXPECT_EQ(parse_query(match).mode, modes.at(row.at("mode")));
        if (motif.empty()) continue;
        EXPECT_EQ(meaning_of(motif), meaning_of(match));
        ++compared;
    }
    EXPECT_GT(compared, 30);
}

} // namespace
} // namespace cerrado::test
