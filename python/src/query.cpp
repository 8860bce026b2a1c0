// Queries: patterns under conditions on attributes.
#include "call.hpp"
#include "listing.hpp"
#include "run.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/output/store_input.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace cerrado::python {

// Found by answer().
std::string semantics_of(AskedQuery const& asked) { return semantics_of_query(asked.query, asked.settings); }

namespace {

constexpr std::pair<QueryMode, char const*> mode_words[] = {
    {QueryMode::nodes, "nodes"}, {QueryMode::edges, "edges"}, {QueryMode::all, "all"}};

std::string mode_of(AskedQuery const& asked) {
    return std::ranges::find(mode_words, asked.query.mode, &std::pair<QueryMode, char const*>::first)->second;
}
void set_mode(AskedQuery& asked, std::string const& word) {
    for (auto const& [mode, name] : mode_words) {
        if (word == name) {
            asked.query.mode = mode;
            return;
        }
    }
    refuse("mode='" + word + "': expected nodes, edges or all");
}

AskedQuery parsed(std::string const& text, std::string const& returns, QuerySettings settings) {
    return {parse_query(text, returns), std::move(settings)};
}

// Returns: for each item ("count", "vertex", "vertex_column" or "arc_column", index, column, name).
nb::list items_of(AskedQuery const& asked) {
    constexpr char const* kinds[] = {"count", "vertex", "vertex_column", "arc_column"};
    nb::list made;
    for (QueryItem const& item : asked.query.items) {
        made.append(nb::make_tuple(kinds[static_cast<int>(item.kind)], item.index, item.column, item.name));
    }
    return made;
}

std::vector<std::string> names_of_variables(AskedQuery const& asked) {
    std::vector<std::string> names;
    for (QueryVariable const& variable : asked.query.variables) names.push_back(variable.name);
    return names;
}

void add_answer(nb::dict& made, QueryResult const& result) {
    made["symmetries"] = to_int(result.symmetries);
    made["matches"] = result.matches ? nb::object(to_int(*result.matches)) : nb::none();
    made["query_notes"] = detail::list_of(result.notes);
}

nb::tuple counted_query(Subject const& subject, AskedQuery const& asked, Options const& options) {
    auto const call = [](GraphOrResident const& where, AskedQuery const& query, RunOptions const& prepared) {
        return count_query(where, query.query, query.settings, prepared);
    };
    return answer(subject, options, asked, call, add_answer);
}

nb::object object_of(Cell const& cell) {
    switch (cell.index()) {
    case 1: return nb::int_(std::get<std::int64_t>(cell));
    case 2: return nb::float_(std::get<double>(cell));
    case 3: return nb::bool_(std::get<bool>(cell));
    case 4: return nb::str(std::get<std::string>(cell).c_str(), std::get<std::string>(cell).size());
    case 5: return nb::make_tuple(std::get<Time>(cell).microseconds);
    default: return nb::none();
    }
}

// The positions of vertices, by their cells in an answer.
class Positions {
public:
    explicit Positions(Graph const& graph) : graph_(graph), by_id_(positions_by_id(graph)) {}

    VertexId of(Cell const& cell) const {
        OriginalId id = 0;
        if (auto const* const name = std::get_if<std::string>(&cell)) {
            std::vector<std::string> const& names = *graph_.marks->names;
            id = static_cast<OriginalId>(std::ranges::lower_bound(names, *name) - names.begin());
        } else {
            id = static_cast<OriginalId>(std::get<std::int64_t>(cell));
        }
        return *std::ranges::lower_bound(by_id_, id, {}, [&](VertexId v) { return graph_.original_id(v); });
    }

private:
    Graph const& graph_;
    std::vector<VertexId> by_id_;
};

// The result also has `groups`: for each (the cells of its key, its count). A vertex is its position, and a time is a
// tuple with its microseconds.
nb::tuple grouped_query(Subject const& subject, AskedQuery const& asked, Options const& options) {
    auto const call = [](GraphOrResident const& where, AskedQuery const& query, RunOptions const& prepared) {
        return group_query(where, query.query, query.settings, prepared);
    };
    return answer(subject, options, asked, call, [&subject, &asked](nb::dict& made, GroupedQuery const& result) {
        add_answer(made, result);
        std::vector<bool> is_vertex;
        for (QueryItem const& item : asked.query.items) {
            if (item.kind != QueryItem::Kind::count) is_vertex.push_back(item.kind == QueryItem::Kind::vertex);
        }
        std::optional<Positions> positions;
        if (std::ranges::find(is_vertex, true) != is_vertex.end()) positions.emplace(subject.graph());
        nb::list groups;
        for (QueryGroup const& group : result.groups) {
            nb::list key;
            for (std::size_t i = 0; i < group.key.size(); ++i)
                key.append(is_vertex[i] ? nb::int_(positions->of(group.key[i])) : object_of(group.key[i]));
            groups.append(nb::make_tuple(nb::tuple(key), to_int(group.count)));
        }
        made["groups"] = groups;
    });
}

nb::tuple located_query(Subject const& subject, AskedQuery const& asked, Options const& options) {
    auto const call = [](GraphOrResident const& where, AskedQuery const& query, RunOptions const& prepared) {
        return count_local_query(where, query.query, query.settings, prepared);
    };
    return answer(subject, options, asked, call, [](nb::dict& made, LocalQuery const& result) {
        add_answer(made, result);
        nb::list variables;
        for (std::vector<WideCount> const& counts : result.of_variables)
            variables.append(counts_array(counts, {counts.size()}));
        made["variables"] = variables;
    });
}

// The result also has `exists`, None if it is not known, and `row`: the positions of a row as list_query has them, or None.
nb::tuple found_query(Subject const& subject, AskedQuery const& asked, Options const& options) {
    auto const call = [](GraphOrResident const& where, AskedQuery const& query, RunOptions const& prepared) {
        return find_query(where, query.query, query.settings, prepared);
    };
    return answer(subject, options, asked, call, [](nb::dict& made, FoundQuery const& result) {
        add_answer(made, result);
        made["exists"] = result.exists;
        made["row"] = nb::none();
        if (result.vertices.empty()) return;
        std::vector<std::uint32_t> row(result.vertices.begin(), result.vertices.end());
        row.insert(row.end(), result.rows.begin(), result.rows.end());
        std::size_t const width = row.size();
        made["row"] = array_of(std::move(row), {1, width});
    });
}

template <class Id> QueryResult listed(GraphOrResident const& where, AskedQuery const& asked, RunOptions const& options,
                                       bool with_rows, std::function<void(std::span<Id const>)> sink) {
    RowBuffer<Id> buffer(std::move(sink));
    QueryResult result = list_query(
        where, asked.query,
        [&](QueryRow const& row) { buffer.put(row.vertices, with_rows ? row.rows : std::span<std::uint32_t const>()); },
        asked.settings, options);
    buffer.flush();
    return result;
}

QueryResult listed_on_device(GraphOrResident const& where, AskedQuery const& asked, RunOptions const& options,
                             RowLayout& layout, std::function<void(DeviceBatch const&)> const& sink) {
    return list_query_on_device(
        where, asked.query,
        [&](QueryBatch const& some) {
            layout = {some.width, {some.places.begin(), some.places.end()}};
            sink(some.batch);
        },
        asked.settings, options);
}

// Lists rows: the positions of the vertices by variable, and if `with_rows` the rows of the graph's columns by arc. On a
// device: the ids of the vertices, a column for each variable.
std::unique_ptr<Listing> listed_query(Subject const& subject, AskedQuery asked, bool with_rows,
                                      Options const& options) {
    asked.query.limit = options.limit;
    std::size_t const width = asked.query.variables.size() + (with_rows ? asked.query.arcs.size() : 0);
    Options unlimited = options;
    unlimited.limit.reset(); // list_query() counts the rows
    auto const layout = std::make_shared<RowLayout>();
    return std::make_unique<Listing>(
        subject, unlimited, static_cast<int>(width),
        [asked = std::move(asked), with_rows, layout](GraphOrResident const& where,
                                                      RunOptions const& given) -> RunResult {
            RunOptions prepared = given;
            auto& store = prepared.of<StoreInput>();
            auto const narrow = std::exchange(store.narrow_sink, {});
            auto const wide = std::exchange(store.batch_sink, {});
            auto const on_device = std::exchange(store.device_sink, {});
            if (on_device) return listed_on_device(where, asked, prepared, *layout, on_device);
            return narrow ? listed<std::uint32_t>(where, asked, prepared, with_rows, narrow)
                          : listed<std::uint64_t>(where, asked, prepared, with_rows, wide);
        },
        layout);
}

std::string estimated_query(Subject const& subject, AskedQuery const& asked, Options const& options) {
    return estimated(subject, options, [asked](Graph const& graph, RunOptions const& prepared) {
        return estimate_query(graph, asked.query, asked.settings, prepared);
    });
}

std::string described_query(Subject const& subject, AskedQuery const& asked) {
    return call_plainly<std::string>(
        [subject, asked] { return describe_query(subject.graph(), asked.query, asked.settings); });
}

} // namespace

void bind_queries(nb::module_& module) {
    nb::class_<AskedQuery>(module, "Query", "A pattern under conditions, and what is asked of its rows.")
        .def_prop_ro("text", [](AskedQuery const& asked) { return asked.query.text; })
        .def_prop_ro("language",
                     [](AskedQuery const& asked) {
                         return asked.query.language == cerrado::Query::Language::match ? "MATCH" : "DotMotif";
                     })
        .def_prop_rw("mode", mode_of, set_mode)
        .def_prop_ro("limit", [](AskedQuery const& asked) { return asked.query.limit; })
        .def(
            "set_limit", [](AskedQuery& asked, std::uint64_t limit) { asked.query.limit = limit; }, nb::arg("limit"))
        .def_prop_ro("variables", names_of_variables)
        .def_prop_ro("arc_count", [](AskedQuery const& asked) { return asked.query.arcs.size(); })
        .def_prop_ro("items", items_of)
        .def_prop_ro("notes", [](AskedQuery const& asked) { return detail::list_of(asked.query.notes); })
        .def_prop_ro("semantics", [](AskedQuery const& asked) { return semantics_of(asked); });
    module.def(
        "parse_query",
        [](std::string const& text, std::string const& returns, std::string label, std::string edge_label, bool induced,
           bool distinct) {
            return parsed(text, returns, {std::move(label), std::move(edge_label), induced, distinct});
        },
        nb::arg("text"), nb::arg("returns"), nb::arg("label"), nb::arg("edge_label"), nb::arg("induced"),
        nb::arg("distinct"));
    define(module, "count_query", counted_query);
    define(module, "group_query", grouped_query);
    define(module, "estimate_query", estimated_query);
    define(module, "count_local_query", located_query);
    define(module, "find_query", found_query);
    module.def("list_query", listed_query, nb::arg("graph"), nb::arg("query"), nb::arg("with_rows"),
               nb::arg("options"));
    module.def("describe_query", described_query, nb::arg("graph"), nb::arg("query"));
}

} // namespace cerrado::python
