// The common part of the parsers of both query languages: names of variables and arcs, values, and refusals.
#pragma once

#include <cerrado/apps/query.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

inline constexpr std::size_t max_query_variables = 16, max_query_arcs = 64, max_query_depth = 200;

// Both read query.text into the query. Places are in query.text.
void parse_dotmotif(Query& query);
void parse_match(Query& query);

// Reads "RETURN items LIMIT n", where both parts may be missing, from a byte of query.text to its end. Returns true if
// there are items.
bool parse_returns(Query& query, std::size_t begin);

// Returns: the length of the blanks and comments that the text begins with. Comments go from # to the end of the line;
// those of MATCH also from //, and from /* to */ unless the end is missing.
std::size_t end_of_blanks(std::string_view text, bool of_match);

// Returns true if the text begins with the word, in any case, and the word ends there.
bool begins_with_word(std::string_view text, std::string_view word);

// Throws as refuse_query() does. `problem` may begin with "expected": what comes before the place is added. "{}" in it
// stands for what is there.
[[noreturn]] void refuse_syntax(std::string_view text, std::size_t at, std::string_view problem);

// Returns: the variable of this name, or -1.
int find_variable(Query const& query, std::string_view name);
// Returns: the required arc that A_B names, from A to B, or -1. One without a name of its own goes before others.
int find_arc_of_ends(Query const& query, std::string_view name);
// Returns: the variable, which is added if there is none of this name, or if the name is "".
int add_variable(Query& query, std::string name, QueryPlace place);
// Returns: the arc, which is added.
int add_arc(Query& query, QueryArc arc);
// Names of variables and arcs are distinct. Refuses a name of an arc that is taken.
void require_free_name(Query const& query, std::string_view name, QueryPlace place);
// Refuses a name that is none of `known`, and tells the nearest.
[[noreturn]] void refuse_unknown(Query const& query, std::string_view name, QueryPlace place,
                                 std::vector<std::string> const& known, std::string_view noun);
std::vector<std::string> names_of_variables(Query const& query);

QueryTerm constant_term(Cell value, QueryPlace place);
QueryTerm term_of(QueryTerm::Kind kind, std::vector<QueryTerm> parts, QueryPlace place);
// An integer if it has neither a point nor an exponent.
QueryTerm number_term(Query const& query, std::string_view digits, QueryPlace place);

} // namespace cerrado
