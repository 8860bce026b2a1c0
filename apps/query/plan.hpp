// The plan of a query in a graph: a pattern whose labels are the conditions on one vertex or edge, and a program for those on
// several.
#pragma once

#include "isomorphism/marks.hpp"
#include "isomorphism/plan/plan.hpp"
#include "query/joined_plan.hpp"
#include "query/terms.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/query.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::query {

struct BoundArc {
    int from = 0, to = 0;
    bool is_either = false, is_forbidden = false;
    std::vector<Term> conditions{}; // on this arc alone
    std::vector<Term> joins{};      // of a forbidden arc: conditions that read vertices, too
};

// A query whose conditions have types and columns, and stand where they belong.
struct BoundQuery {
    QueryMode mode = QueryMode::nodes;
    bool induced = false;
    std::vector<std::vector<Term>> of_variable{}; // conditions on one vertex, by variable
    std::vector<BoundArc> arcs{};                 // in the order of the query
    std::vector<Term> joins{};                    // conditions on several vertices and edges
    std::string contradiction{};                  // a sentence if no match can meet the conditions
    std::vector<std::string> notes{};             // for a person

    int variables() const { return static_cast<int>(of_variable.size()); }
};

// Throws InputError, with its place in the text, for a condition that does not fit the graph, and if the variables are not
// joined.
BoundQuery bound(Graph const& graph, Query const& query, Labels const& labels, bool induced);

// A query whose variables have different vertices. `class_of`: its variable by variable of the given query.
struct InjectiveQuery {
    BoundQuery query;
    std::vector<int> class_of;
};
// Returns: queries whose rows together are those of the given one, a query for each way in which variables coincide. Those
// that can have no rows are left out. Throws InputError if there are too many.
std::vector<InjectiveQuery> injective_queries(BoundQuery const& query, Graph const& graph);

// Numbers that a program reads, in the narrowest type that holds them.
struct NumberArray {
    enum class Per { vertex, entry, row };
    Per per = Per::vertex;
    Format format = Format::int64;
    std::vector<std::byte> bytes{};
};

// A plan with its arrays, which it points into.
struct JoinedWalk {
    ChoicePlan plan; // without choices its part JoinedPlan says all
    bool has_choices = false;
    bool takes_lists = true; // of entries that meet conditions; else their bits are tested, as with choices
    std::shared_ptr<MarkBits const> bits{};
    std::vector<NumberArray> arrays{};
    std::vector<int> array_of{};                            // by operand; -1: none
    std::vector<int> arc_of{};                              // the query's arc by arc with a choice
    std::vector<std::uint32_t> first_there{}, first_back{}; // by entry, for choices
    std::vector<std::uint32_t> row_bits{};
    std::shared_ptr<GraphColumns const> columns{};
};

// A walk meets all images of a match; one under the symmetries of the query; or one under those of its pattern, which
// are more if conditions on several vertices and edges tell images apart. Such a walk meets fewer traversals, tests the
// conditions of each image at the last vertex, and can only count. If it does not pay, it is as the one before.
enum class Symmetry { none, of_query, of_pattern };

// The way to the rows of an injective query.
class QueryPlan {
public:
    // They must outlive the object. All threads of the host share the work. `said`: the query as it was given, whose
    // symmetries count, if it has the same variables; else null.
    QueryPlan(Graph const& graph, BoundQuery const& query, int threads, BoundQuery const* said = nullptr);
    ~QueryPlan();
    QueryPlan(QueryPlan const&) = delete;

    // The automorphisms of the query: permutations of the variables that keep its arcs and conditions.
    WideCount symmetries() const { return symmetries_; }
    static WideCount symmetries_of(BoundQuery const& query); // variables may coincide
    // Returns: whether the pattern with its labels says all, so that a count of matches is one of rows.
    bool is_pattern() const;
    MatchQuery as_matches() const; // Requires: is_pattern()
    // These throw InputError if the query has too many conditions on several vertices and edges.
    JoinedWalk walk(Symmetry symmetry) const;
    JoinedWalk looking_up() const; // no walk: the rows of a match, whose vertices are in the order of the variables
    std::vector<int> const& order() const; // of a walk
    // Returns: sentences about conditions that no vertex or no edge met, of those that were evaluated so far.
    std::vector<std::string> unmet() const;
    // Returns: lines for a person.
    std::string describe(std::function<std::string(Owner)> const& name_of) const;
    bool has_choices() const { return has_choices_; }             // a match can be several rows of the answer, or none
    std::vector<std::vector<Permutation>> symmetry_chain() const; // of the automorphisms, see stabiliser_chain()
    std::vector<VertexId> vertices_of_one() const;                // those that meet the conditions on the only variable

private:
    class Compiler;
    class Meaning;
    struct Said;

    void say_vertices();
    void say_arcs();
    void say_forbidden();
    bool is_either(BoundArc const& arc) const;
    PatternNeeds needs() const;
    std::optional<JoinedWalk> walk_by_images() const;
    JoinedWalk compiled(std::vector<int> const& order, SymmetryBreaking const& symmetry,
                        std::vector<Permutation> const& images) const;
    std::ptrdiff_t last_place(Term const& join, std::vector<int> const& order) const;

    Graph const& graph_;
    BoundQuery const& query_;
    int const threads_;
    Pattern pattern_;
    struct ForbiddenArc {
        int from, to;
        bool is_either;
        std::string text;
    };
    std::vector<ForbiddenArc> forbidden_;
    std::shared_ptr<Meaning> meaning_;
    std::unique_ptr<Said> said_;
    bool has_choices_ = false, counts_choices_ = false;
    WideCount symmetries_ = 1;
    mutable std::vector<int> order_;
};

// Calls visit(rows) for each choice of rows, one for each required arc of the query in its order, with which the match is a
// row of the answer. `vertices`: by variable. In the mode nodes only the first choice counts. `walk` is from looking_up().
void for_each_choice(Graph const& graph, BoundQuery const& query, JoinedWalk const& walk,
                     std::span<VertexId const> vertices,
                     std::function<void(std::span<std::uint32_t const>)> const& visit);

} // namespace cerrado::query
