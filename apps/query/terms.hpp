// The conditions of a query with the columns that they read: typed, in a normal form, and evaluated for all vertices or rows
// at once.
#pragma once

#include <cerrado/apps/query.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/graph.hpp>

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace cerrado::query {

// A variable or an arc, whose column is read.
struct Owner {
    bool is_arc = false;
    int index = 0;
    friend auto operator<=>(Owner const&, Owner const&) = default; // NOLINT(modernize-use-nullptr): not ours
};

// A typed condition or value. Logic has three values, as in SQL: a comparison with a missing value is unknown.
struct Term {
    enum class Op : std::uint8_t {
        column,
        constant,
        equal,
        less,
        at_most, // of two values of one type, or of an integer and a real
        plus,
        minus,
        times, // of two numbers
        both,
        either,
        negation, // of booleans
        is_missing,
        starts_with,
        ends_with,
        contains, // of two texts
        is_row,   // of two arcs: they are the same row of the graph
    };
    enum class Type : std::uint8_t { whole, real, boolean, text, time, missing };

    Op op = Op::constant;
    Type type = Type::missing;
    std::shared_ptr<Column const> column{}; // it outlives the graph
    Owner owner{};
    Cell value{};
    std::vector<Term> parts{};
    QueryPlace place{};

    std::set<Owner> owners() const;
    // Returns: the same term of other owners.
    Term moved(std::function<Owner(Owner)> const& to) const;
};

// Returns: a text that is the same for terms that are alike: comparisons are turned one way, and the parts of = + * AND OR
// are sorted. `name_of` gives the owners' names.
std::string normal_text(Term const& term, std::function<std::string(Owner)> const& name_of);

// The labels that `:KC` asks for.
struct Labels {
    std::string of_vertices{}, of_edges{}; // columns; empty: the labels of the graph
};

// Gives types and columns to the conditions of a query.
class Resolver {
public:
    // Both must outlive the object.
    Resolver(Graph const& graph, Query const& query, Labels labels);

    // Returns: the condition. Throws InputError, with its place, for an unknown column, and for values that do not go
    // together.
    Term condition(QueryTerm const& term);
    Column const& column(bool is_arc, std::string const& name, QueryPlace place);

    std::vector<std::string> const& notes() const { return notes_; } // for a person: labels that the graph lacks

    // Returns: the conditions that together are this one.
    static void split(Term term, std::vector<Term>& into);

private:
    Term value(QueryTerm const& term);
    Term logic(QueryTerm const& term);
    Term comparison(QueryTerm const& term);
    Term compared(Term::Op op, Term a, Term b, QueryPlace place);
    Term label(QueryTerm const& term);
    std::shared_ptr<Column const> found(bool is_arc, std::string const& name, QueryPlace place);
    std::shared_ptr<Column const> labels_of(bool is_arc, QueryPlace place);
    [[noreturn]] void refuse(QueryPlace place, std::string const& problem) const;

    Graph const& graph_;
    Query const& query_;
    Labels const labels_;
    std::shared_ptr<Column const> vertex_labels_, edge_labels_;
    std::vector<std::string> notes_;
};

// A truth value, or a missing one.
enum : std::int8_t { is_false = 0, is_true = 1, is_unknown = 2 };

// The values of a term of one owner, for all its vertices or rows. Only the vector of its type is filled.
struct Values {
    std::vector<std::int64_t> whole{}; // integers and times
    std::vector<double> real{};
    std::vector<std::int8_t> truth{};
};
// Requires: the term has at most one owner, and is no text. All threads of the host share the work.
Values values_of(Term const& term, std::size_t count, int threads);

// Returns: the truth of a term without owners.
std::int8_t truth_of_constant(Term const& term);

// Returns: the least and the largest value of an integer or a time; nothing if there is none.
struct Range {
    std::int64_t least = 0, largest = 0;
};
// Throws InputError if sums or products of integers in the term can leave 64 bits.
Range range_of(Term const& term, std::string const& text);

} // namespace cerrado::query
