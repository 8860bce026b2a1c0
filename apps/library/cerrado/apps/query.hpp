// Patterns under conditions on the attributes of vertices and edges, see <cerrado/graph/columns.hpp>. Two languages say
// them: that of DotMotif, and MATCH of openCypher and GQL. Both become the same data.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <cerrado/graph/columns.hpp>
#include <cerrado/output/store_input.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado {

// The meaning of a row. nodes: an injective map of the variables to vertices, once if some choice among parallel edges
// meets all conditions. edges: vertices of variables that no edge of the pattern joins may coincide, edges differ, and
// each choice among parallel edges is a row. all: as edges, but edges may coincide, too.
enum class QueryMode { nodes, edges, all };

// A part of the query's text, for messages.
struct QueryPlace {
    std::size_t at = 0, length = 0; // in bytes
};

// A condition, or a value in one.
struct QueryTerm {
    enum class Kind {
        constant,      // `value`
        vertex_column, // column `name` of variable `index`
        arc_column,    // column `name` of arc `index`
        vertex_label,  // true if variable `index` bears one of the labels `names`
        arc_label,     // true if arc `index` bears one of the labels `names`
        same,          // true if the variables `index` and `other` are the same vertex, or the same edge if `are_arcs`
        equal,
        different,
        less,
        at_most,
        more,
        at_least, // of two parts
        plus,
        minus,
        times, // of two parts; minus of one part: its negative
        both,
        either,
        negation,   // AND, OR (two or more parts), NOT
        in,         // the first part is one of the others
        is_missing, // IS NULL of one part
        starts_with,
        ends_with,
        contains, // of two parts
    };
    Kind kind = Kind::constant;
    Cell value{};
    int index = -1, other = -1;
    bool are_arcs = false;
    std::string name{};
    std::vector<std::string> names{};
    std::vector<QueryTerm> parts{};
    QueryPlace place{};
};

struct QueryVariable {
    std::string name; // "" in MATCH: one that the text does not name, as in ()-->(b)
    QueryPlace place{};
};

struct QueryArc {
    std::string name;           // "": it has none
    int from = 0, to = 0;       // variables; the same: a loop
    bool is_either_way = false; // A -- B
    // The match must not have an arc that meets all conditions. Else it must have one.
    bool is_forbidden = false;
    std::vector<QueryTerm> conditions{}; // on this arc; others of a forbidden arc may not read it
    QueryPlace place{};
};

struct QueryItem {
    enum class Kind { count, vertex, vertex_column, arc_column };
    Kind kind = Kind::count;
    int index = -1; // the variable or the arc
    std::string column{};
    std::string name{}; // "type", "a.type", or as AS says
    QueryPlace place{};
};

struct Query {
    enum class Language { dotmotif, match };
    std::string text{};
    Language language = Language::dotmotif;
    QueryMode mode = QueryMode::nodes;
    std::vector<QueryVariable> variables{};
    std::vector<QueryArc> arcs{};
    std::vector<QueryTerm> conditions{}; // all must be true
    std::vector<QueryItem> items{{}};    // of the answer: the count; columns; or columns and the count, which groups
    std::optional<std::uint64_t> limit{};
    std::vector<std::string> notes{}; // for a person
};

// Reads a text that begins with MATCH, or a motif in DotMotif's language. `returns`: what to return, as after RETURN; for
// a motif. Throws InputError, a message of three lines: the problem with its place ("query:1:14: ..."), the line of the
// text, and a caret below the place.
Query parse_query(std::string_view text, std::string_view returns = {});

// Throws such an InputError for a part of a query's text.
[[noreturn]] void refuse_query(std::string_view text, QueryPlace place, std::string const& problem);

// How a query is read and answered, besides its text.
struct QuerySettings {
    std::string label{}; // the column of vertices with the labels that `(a:KC)` asks for; empty: the graph's labels
    std::string edge_label{}; // the same of edges
    bool induced = false;     // vertices are joined only by arcs of the pattern; for the mode nodes
    // One row of the rows that differ by an automorphism of the query: its least image. For the mode nodes.
    bool distinct = false;
};

// RunResult::count is the number of rows, or that of different matches if QuerySettings::distinct is true.
struct QueryResult : RunResult {
    WideCount symmetries = 1; // automorphisms: permutations of the variables that keep all arcs and conditions
    std::optional<WideCount> matches{}; // mode nodes: rows / symmetries, without the images of a match
    std::vector<std::string> notes{};   // for a person
};

// Returns: the meaning of the rows of an answer, exactly.
std::string semantics_of_query(Query const& query, QuerySettings const& settings = {});

// Returns: how the query was understood and how its rows are found, for a person. Throws as count_query().
std::string describe_query(Graph const& graph, Query const& query, QuerySettings const& settings = {});

// Returns: the needs of a count in a few lines for a person, a part for each way in which variables coincide. It does not
// run. Throws as count_query().
std::string estimate_query(Graph const& graph, Query const& query, QuerySettings const& settings = {},
                           RunOptions const& options = {});

// Counts the rows. Conditions on one vertex or edge are evaluated before the walk, for all of them at once; others by a
// small program, at the first vertex that they can be asked of. Throws InputError, with the place in the text, for a
// query that does not fit the graph; and as run() does. Throws Error if the machine cannot do the run.
QueryResult count_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings = {},
                        RunOptions const& options = {});

// A row of the answer. The spans are valid during the call.
struct QueryRow {
    std::span<VertexId const> vertices;  // by variable
    std::span<std::uint32_t const> rows; // by arc, of the graph's columns; GraphColumns::no_row for a forbidden arc
};
// Calls visit(row) for each row, one call after the other, up to the query's LIMIT. `rows` are found only if an item reads
// a column of an arc, or if parallel edges make several rows of a match; else they are empty. The order of the rows is not
// given.
QueryResult list_query(GraphOrResident const& graph, Query const& query,
                       std::function<void(QueryRow const&)> const& visit, QuerySettings const& settings = {},
                       RunOptions const& options = {});

// Rows in the memory of a CUDA device, see DeviceBatch: `width` original ids for each. Row i has the vertex of variable v at
// batch.ids[i * width + places[v]].
struct QueryBatch {
    DeviceBatch batch;
    std::size_t width = 0;
    std::span<int const> places{}; // by variable

    std::size_t rows() const { return batch.count / width; }
};
// Hands the rows to a sink where they lie, as StoreInput::device_sink gets them; keep() copies a batch. The ids of the graph
// are below 2^32. With QuerySettings::distinct a row is any image of its match. If variables may coincide, batches differ
// in their widths. Throws InputError also for a run on the host, a limit, columns of edges among the items, one variable, and
// if parallel edges may make several rows of a match: list_query() lists such rows.
QueryResult list_query_on_device(GraphOrResident const& graph, Query const& query,
                                 std::function<void(QueryBatch const&)> const& sink, QuerySettings const& settings = {},
                                 RunOptions const& options = {});

// The result of find_query(). The count is 1 if there is a row, else 0.
struct FoundQuery : QueryResult {
    std::optional<bool> exists{};      // nothing: the run ended before it was known
    std::vector<VertexId> vertices{};  // of any row, by variable; empty if there is none
    std::vector<std::uint32_t> rows{}; // as those of a QueryRow

    QueryRow row() const { return {vertices, rows}; }
};
// Finds one row as soon as possible, as find_match() finds a match. If conditions read several vertices or edges, or an arc
// must not be there, the rows are listed up to the first one. The query's LIMIT does not matter.
FoundQuery find_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings = {},
                      RunOptions const& options = {});

// Returns: the cells of a row's items without the count, in their order. A vertex is its name, or its original id.
std::vector<Cell> cells_of(Graph const& graph, Query const& query, QueryRow const& row);
std::string text_of(Cell const& cell); // as CSV has it; a missing value is empty

// The rows by the values of the items besides the count. Keys come in the order of their values, missing ones first.
struct QueryGroup {
    std::vector<Cell> key;
    WideCount count = 0;
};
struct GroupedQuery : QueryResult {
    std::vector<QueryGroup> groups{};
};
GroupedQuery group_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings = {},
                         RunOptions const& options = {});

// For each variable and each vertex of the graph, in its order, the rows in which the variable is that vertex.
struct LocalQuery : QueryResult {
    std::vector<std::vector<WideCount>> of_variables{};
};
LocalQuery count_local_query(GraphOrResident const& graph, Query const& query, QuerySettings const& settings = {},
                             RunOptions const& options = {});

} // namespace cerrado
