// Graphs: their parts, files, arrays of ids, the dictionaries of networkx, and graphs that stay on a device.
#include "call.hpp"
#include "run.hpp"

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/devices.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <variant>

namespace cerrado::python {

namespace {

nb::object read_as(Graph const& graph) {
    if (!graph.read_as) return nb::none();
    ReadReport const& report = *graph.read_as;
    nb::dict made;
    made["format"] = report.format.c_str();
    if (!report.packing.empty()) made["packing"] = report.packing.c_str();
    nb::list columns;
    for (ReadReport::Column const& column : report.columns) {
        nb::dict described;
        described["meaning"] = column.meaning.c_str();
        described["number"] = column.number;
        if (!column.name.empty()) described["name"] = column.name.c_str();
        columns.append(described);
    }
    if (nb::len(columns) > 0) made["columns"] = columns;
    if (report.columns_in_file > 0) made["columns_in_file"] = report.columns_in_file;
    if (!report.separator.empty()) made["separator"] = report.separator.c_str();
    made["header_lines"] = report.header_lines;
    made["comments"] = report.comments;
    made["skipped"] = report.skipped;
    if (!report.remarks.empty()) made["remarks"] = detail::list_of(report.remarks);
    return made;
}

// Returns: the description of a graph, as in the record of the command line.
nb::dict description(Subject const& subject) {
    Graph const& graph = subject.graph();
    nb::dict made;
    made["source"] = graph.source.c_str();
    made["vertices"] = graph.vertex_count();
    made["edges"] = graph.edge_count();
    made["max_degree"] = graph.max_degree();
    if (is_directed(graph)) made["directed"] = true;
    if (has_labels(graph)) made["labels"] = graph.marks->label_names.size();
    if (has_edge_labels(graph)) made["edge_labels"] = graph.marks->edge_label_names.size();
    if (has_names(graph)) made["names"] = true;
    made["read_as"] = read_as(graph);
    return made;
}

nb::dict cleaning(Subject const& subject) {
    nb::dict made;
    made["self_loops"] = subject.graph().cleaning.self_loops;
    made["duplicates"] = subject.graph().cleaning.duplicates;
    return made;
}

Graph const& graph_of(nb::handle self) { return nb::cast<Subject const&>(self).graph(); }

nb::object indptr(nb::handle self) {
    auto const offsets = graph_of(self).offsets();
    return view_of(std::span(reinterpret_cast<std::int64_t const*>(offsets.data()), offsets.size()), self);
}
nb::object indices(nb::handle self) { return view_of(graph_of(self).neighbour_array(), self); }
nb::object original_ids(nb::handle self) {
    if (graph_of(self).original_ids().empty()) return nb::none();
    return view_of(graph_of(self).original_ids(), self);
}
nb::object names(Subject const& subject) {
    if (!has_names(subject.graph())) return nb::none();
    return detail::list_of(*subject.graph().marks->names);
}

// Returns: for each vertex its label, or None.
nb::object vertex_labels(Subject const& subject) {
    if (!has_labels(subject.graph())) return nb::none();
    GraphMarks const& marks = *subject.graph().marks;
    nb::list made;
    for (std::uint32_t const label : marks.labels) {
        if (label == GraphMarks::no_label)
            made.append(nb::none());
        else
            made.append(nb::str(marks.label_names[label].c_str(), marks.label_names[label].size()));
    }
    return made;
}

// Returns: two arrays of positions, the sources and targets of arcs. If `as_edges`, or if the graph has no directions,
// they are the ends of edges; edges ascend, each with its lower end first.
nb::tuple ends(Subject const& subject, bool as_edges) {
    Graph bare = subject.graph();
    if (as_edges) bare.marks = nullptr;
    std::vector<std::uint32_t> sources, targets;
    std::uint64_t const count = count_arcs_or_edges(bare);
    sources.reserve(count);
    targets.reserve(count);
    for_each_arc_or_edge(bare, [&](VertexId from, VertexId to) {
        sources.push_back(from);
        targets.push_back(to);
    });
    return nb::make_tuple(array_of(std::move(sources)), array_of(std::move(targets)));
}

// Returns: the label or None of each arc, or of each edge if the graph has no directions, in the order of ends().
nb::object edge_labels(Subject const& subject) {
    Graph const& graph = subject.graph();
    if (!has_edge_labels(graph)) return nb::none();
    nb::list made;
    GraphMarks const& marks = *graph.marks;
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
        auto const list = graph.neighbours(from);
        auto const place = static_cast<std::size_t>(std::ranges::lower_bound(list, to) - list.begin());
        std::uint32_t const label = marks.edge_labels[graph.offsets()[from] + place];
        if (label == GraphMarks::no_label)
            made.append(nb::none());
        else
            made.append(nb::str(marks.edge_label_names[label].c_str(), marks.edge_label_names[label].size()));
    });
    return made;
}

bool has_narrow_ids(Subject const& subject) {
    auto const ids = subject.graph().original_ids();
    return std::ranges::all_of(ids, [](OriginalId id) { return id <= ~std::uint32_t{0}; });
}

struct ReadWish {
    std::string path;
    OpenedMarks marks;
    std::string labels;
    std::string vertices, id; // a table of vertices, and its column of ids
    int threads = 0;
};

Graph read(ReadWish wish, std::shared_ptr<Told> const& told) {
    auto const note = [told](std::string const& text) { told->note(text); };
    wish.marks.note = note;
    Graph graph = open_marked_graph(wish.path, wish.marks, wish.threads);
    if (!wish.labels.empty()) graph = read_labels(std::move(graph), wish.labels, note);
    if (!wish.vertices.empty())
        graph = read_vertex_columns(std::move(graph), wish.vertices, wish.id, wish.marks.column_types, note);
    require_columns(graph, wish.marks.column_types);
    return graph;
}

// Returns: (graph, notes for a person).
nb::tuple read_graph_file(std::string path, bool directed, bool has_edge_labels, bool has_names, std::string format,
                          std::string columns, std::string delimiter, bool bipartite, std::uint64_t number,
                          std::string labels, bool attributes, std::string vertices, std::string id,
                          std::string const& types, int threads) {
    ReadWish wish{.path = std::move(path),
                  .marks = {.directed = directed,
                            .edge_labels = has_edge_labels,
                            .names = has_names,
                            .format = std::move(format),
                            .columns = std::move(columns),
                            .delimiter = std::move(delimiter),
                            .bipartite = bipartite,
                            .graph = number,
                            .attributes = attributes,
                            .column_types = parse_column_types(types)},
                  .labels = std::move(labels),
                  .vertices = std::move(vertices),
                  .id = std::move(id),
                  .threads = threads};
    auto const told = std::make_shared<Told>();
    Graph graph = call_plainly<Graph>([wish = std::move(wish), told] { return read(wish, told); });
    return nb::make_tuple(Subject(std::move(graph)), detail::list_of(told->take_notes()));
}

Subject generate(std::string const& spec, int threads) {
    return Subject(call_plainly<Graph>([=] { return generate_graph(spec, threads); }));
}

// Returns: notes for a person.
nb::list save(Subject const& subject, std::string const& path) {
    std::string const lost = call_plainly<std::string>([subject, path] {
        save_graph(subject.graph(), path);
        return lost_in(subject.graph(), path);
    });
    return detail::list_of(lost.empty() ? std::vector<std::string>{} : std::vector{path + ": " + lost});
}

// Returns: the graph with these original ids. It shares the other parts.
Graph with_ids(Graph const& graph, std::vector<OriginalId> ids) {
    struct Storage {
        Graph graph;
        std::vector<OriginalId> ids;
    };
    auto const storage = std::make_shared<Storage>(Storage{graph, std::move(ids)});
    Graph made(storage->graph.offsets(), storage->graph.neighbour_array(), storage->ids, storage);
    made.source = graph.source;
    made.cleaning = graph.cleaning;
    made.read_as = graph.read_as;
    made.marks = graph.marks;
    made.columns = graph.columns;
    return made;
}

// Returns: the graph with names. `names` has the name of each vertex.
Subject named(Subject const& subject, std::vector<std::string> const& names) {
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    std::vector<OriginalId> ids;
    ids.reserve(names.size());
    for (std::string const& name : names) {
        ids.push_back(static_cast<OriginalId>(std::ranges::lower_bound(sorted, name) - sorted.begin()));
    }
    return Subject(with_names(with_ids(subject.graph(), std::move(ids)), std::move(sorted)));
}

template <class T> using Numbers = nb::ndarray<T const, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T> std::vector<T> vector_of(Numbers<T> const& numbers) {
    return {numbers.data(), numbers.data() + numbers.shape(0)};
}

// Returns: the graph with numbers as ids. `ids` has the number of each vertex.
Subject numbered(Subject const& subject, Numbers<OriginalId> const& ids) {
    if (ids.shape(0) != subject.graph().vertex_count()) refuse("ids: expected one for each vertex");
    return Subject(with_ids(subject.graph(), vector_of(ids)));
}

// Returns: all parts of a graph but its columns, for pickle.
nb::dict state(Subject const& subject) {
    Graph const& graph = subject.graph();
    auto const copy = []<class T>(std::span<T const> values) {
        return array_of(std::vector<T>(values.begin(), values.end()));
    };
    nb::dict made;
    made["offsets"] = copy(graph.offsets());
    made["neighbours"] = copy(graph.neighbour_array());
    made["ids"] = copy(graph.original_ids());
    made["source"] = graph.source.c_str();
    made["cleaning"] = nb::make_tuple(graph.cleaning.self_loops, graph.cleaning.duplicates, graph.cleaning.directed);
    made["names"] = names(subject);
    GraphMarks const none, &marks = graph.marks ? *graph.marks : none;
    made["arcs"] = copy(std::span(marks.arcs));
    made["labels"] = copy(std::span(marks.labels));
    made["label_names"] = detail::list_of(marks.label_names);
    made["edge_labels"] = copy(std::span(marks.edge_labels));
    made["edge_label_names"] = detail::list_of(marks.edge_label_names);
    return made;
}

template <class T> std::vector<T> part(nb::dict const& state, char const* name) {
    return vector_of(nb::cast<Numbers<T>>(state[name]));
}
std::vector<std::string> texts(nb::dict const& state, char const* name) {
    return nb::cast<std::vector<std::string>>(state[name]);
}

// Makes a graph of the parts from state(). Throws InputError for other objects.
void restore(Subject& self, nb::dict const& state) {
    Graph graph(part<EdgeOffset>(state, "offsets"), part<VertexId>(state, "neighbours"),
                part<OriginalId>(state, "ids"));
    graph.source = nb::cast<std::string>(state["source"]);
    auto const [loops, duplicates, directed] =
        nb::cast<std::tuple<std::uint64_t, std::uint64_t, bool>>(state["cleaning"]);
    graph.cleaning = {loops, duplicates, directed};
    auto marks = std::make_shared<GraphMarks>();
    marks->arcs = part<std::uint8_t>(state, "arcs");
    marks->labels = part<std::uint32_t>(state, "labels");
    marks->label_names = texts(state, "label_names");
    marks->edge_labels = part<std::uint32_t>(state, "edge_labels");
    marks->edge_label_names = texts(state, "edge_label_names");
    auto const fits = [](auto const& values, std::size_t count) { return values.empty() || values.size() == count; };
    if (!fits(marks->arcs, graph.neighbour_array().size()) || !fits(marks->labels, graph.vertex_count()) ||
        !fits(marks->edge_labels, graph.neighbour_array().size())) {
        refuse("this is not a pickled graph: its directions and labels do not fit its edges");
    }
    graph.marks = std::move(marks);
    if (!state["names"].is_none()) graph = with_names(std::move(graph), texts(state, "names"));
    new (&self) Subject(std::move(graph));
}

Subject resident(Subject const& subject, Options const& options) {
    detail::check_device(options);
    auto const told = std::make_shared<Told>();
    RunOptions const prepared = run_options(options, told);
    auto made = call_plainly<std::shared_ptr<Resident const>>([graph = subject.graph(), prepared, gpu = options.gpu] {
        std::shared_ptr<Resident const> found;
        detail::on_gpu(gpu, [&] { found = std::make_shared<Resident const>(graph, prepared); })();
        return found;
    });
    return Subject(subject.graph(), std::move(made), options.gpu);
}

nb::object device_of(Subject const& subject) {
    if (!subject.resident()) return nb::none();
    return nb::cast(name_in(device_words, subject.resident()->device()));
}

} // namespace

void bind_graph(nb::module_& module) {
    nb::class_<Subject>(module, "Graph", "A graph of the library. A resident one stays on its device.")
        .def_prop_ro("vertex_count", [](Subject const& self) { return self.graph().vertex_count(); })
        .def_prop_ro("edge_count", [](Subject const& self) { return self.graph().edge_count(); })
        .def_prop_ro("arc_or_edge_count", [](Subject const& self) { return count_arcs_or_edges(self.graph()); })
        .def_prop_ro("max_degree", [](Subject const& self) { return self.graph().max_degree(); })
        .def_prop_ro("is_directed", [](Subject const& self) { return is_directed(self.graph()); })
        .def_prop_ro("has_labels", [](Subject const& self) { return has_labels(self.graph()); })
        .def_prop_ro("has_edge_labels", [](Subject const& self) { return has_edge_labels(self.graph()); })
        .def_prop_ro("has_columns", [](Subject const& self) { return self.graph().columns != nullptr; })
        .def_prop_ro("has_names", [](Subject const& self) { return has_names(self.graph()); })
        .def_prop_ro("has_narrow_ids", has_narrow_ids)
        .def_prop_ro("is_closed", &Subject::is_closed)
        .def_prop_ro("device", device_of)
        .def("description", description)
        .def("cleaning", cleaning)
        .def_prop_ro("indptr", indptr)
        .def_prop_ro("indices", indices)
        .def_prop_ro("original_ids", original_ids)
        .def("names", names)
        .def("vertex_labels", vertex_labels)
        .def("ends", ends, nb::arg("as_edges"))
        .def("edge_labels", edge_labels)
        .def("save", save, nb::arg("path"))
        .def("named", named, nb::arg("names"))
        .def("numbered", numbered, nb::arg("ids"))
        .def(
            "within",
            [](Subject const& subject, std::vector<VertexId> const& positions) {
                return Subject(within(subject.graph(), positions));
            },
            nb::arg("positions"))
        .def("__getstate__", state)
        .def("__setstate__", restore)
        .def("resident", resident, nb::arg("options"))
        .def("close", &Subject::close);
    module.def("read", read_graph_file, nb::arg("path"), nb::arg("directed"), nb::arg("edge_labels"), nb::arg("names"),
               nb::arg("format"), nb::arg("columns"), nb::arg("delimiter"), nb::arg("bipartite"), nb::arg("graph"),
               nb::arg("labels"), nb::arg("attributes"), nb::arg("vertices"), nb::arg("id"), nb::arg("types"),
               nb::arg("threads"));
    module.def("generate", generate, nb::arg("spec"), nb::arg("threads"));
}

// Makes graphs from arrays of ids, and from the dictionaries of networkx.

namespace {

constexpr std::uint64_t most_vertices = std::numeric_limits<VertexId>::max();

// The ends of edges as positions, and the ids of the positions. There are no ids if these are the positions themselves.
struct Ends {
    std::vector<Edge> edges;
    VertexId vertices = 0;
    std::variant<std::monostate, std::vector<std::int64_t>, std::vector<std::uint64_t>> ids;
};

template <class T> struct Strided {
    T const* data;
    std::int64_t stride;
    std::size_t count;
    T operator[](std::size_t i) const { return data[static_cast<std::int64_t>(i) * stride]; }
};

template <class Visit> auto with_values(ArrayIn const& array, std::string const& name, Visit const& visit) {
    auto const as = [&]<class T>(T) {
        return visit(Strided<T>{static_cast<T const*>(array.data()), array.stride(0), array.shape(0)});
    };
    auto const type = array.dtype();
    if (type == nb::dtype<std::int64_t>()) return as(std::int64_t{});
    if (type == nb::dtype<std::int32_t>()) return as(std::int32_t{});
    if (type == nb::dtype<std::uint64_t>()) return as(std::uint64_t{});
    if (type == nb::dtype<std::uint32_t>()) return as(std::uint32_t{});
    if (type == nb::dtype<std::int16_t>()) return as(std::int16_t{});
    if (type == nb::dtype<std::uint16_t>()) return as(std::uint16_t{});
    if (type == nb::dtype<std::int8_t>()) return as(std::int8_t{});
    if (type == nb::dtype<std::uint8_t>()) return as(std::uint8_t{});
    refuse(name + ": expected an array of whole numbers; if its values are whole, convert it by .astype('int64')");
}

// Requires: int64 or uint64 can hold the integers of both arrays.
template <class Id, class A, class B> Ends positions(Strided<A> const& sources, Strided<B> const& targets);

template <class Id> struct Range {
    Id least = std::numeric_limits<Id>::max();
    Id most = std::numeric_limits<Id>::min();
    template <class T> void take(Strided<T> const& values) {
        for (std::size_t i = 0; i < values.count; ++i) {
            Id const id = static_cast<Id>(values[i]);
            least = std::min(least, id);
            most = std::max(most, id);
        }
    }
    std::uint64_t span() const { return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least); }
};

// Returns: the ends, where position(id) gives the position of an id.
template <class A, class B, class Position>
std::vector<Edge> edges_at(Strided<A> const& sources, Strided<B> const& targets, Position const& position) {
    std::vector<Edge> edges(sources.count);
    for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = {position(sources[i]), position(targets[i])};
    return edges;
}

void require_fitting(std::size_t ids) {
    if (ids >= most_vertices) refuse("x has 2^32 - 1 ids or more, but a graph must have fewer vertices");
}

// Finds positions by a table. It suits arrays in which few ids are absent between the least and the largest.
template <class Id, class A, class B>
Ends dense_positions(Strided<A> const& sources, Strided<B> const& targets, Range<Id> const& range) {
    std::uint64_t const base = static_cast<std::uint64_t>(range.least);
    std::vector<VertexId> place(range.span() + 1, 0);
    auto const offset = [base](auto id) { return static_cast<std::uint64_t>(static_cast<Id>(id)) - base; };
    for (std::size_t i = 0; i < sources.count; ++i) place[offset(sources[i])] = place[offset(targets[i])] = 1;
    std::vector<Id> ids;
    for (std::uint64_t i = 0; i < place.size(); ++i) {
        if (place[i] == 0) continue;
        place[i] = static_cast<VertexId>(ids.size());
        ids.push_back(static_cast<Id>(base + i));
    }
    require_fitting(ids.size());
    Ends ends{
        edges_at(sources, targets, [&](auto id) { return place[offset(id)]; }), static_cast<VertexId>(ids.size()), {}};
    bool const are_positions = range.least == 0 && ids.size() == place.size();
    if (!are_positions) ends.ids = std::move(ids);
    return ends;
}

template <class Id, class A, class B> Ends sparse_positions(Strided<A> const& sources, Strided<B> const& targets) {
    std::vector<Id> ids;
    ids.reserve(2 * sources.count);
    for (std::size_t i = 0; i < sources.count; ++i) ids.push_back(static_cast<Id>(sources[i]));
    for (std::size_t i = 0; i < targets.count; ++i) ids.push_back(static_cast<Id>(targets[i]));
    std::ranges::sort(ids);
    auto const [first, last] = std::ranges::unique(ids);
    ids.erase(first, last);
    require_fitting(ids.size());
    Ends ends{
        edges_at(sources, targets,
                 [&](auto id) {
                     return static_cast<VertexId>(std::ranges::lower_bound(ids, static_cast<Id>(id)) - ids.begin());
                 }),
        static_cast<VertexId>(ids.size()),
        {}};
    ends.ids = std::move(ids);
    return ends;
}

template <class Id, class A, class B> Ends positions(Strided<A> const& sources, Strided<B> const& targets) {
    Range<Id> range;
    range.take(sources);
    range.take(targets);
    if (sources.count == 0) return {};
    bool const is_dense = range.span() < 8 * sources.count + 1024 && range.span() < most_vertices;
    return is_dense ? dense_positions<Id>(sources, targets, range) : sparse_positions<Id>(sources, targets);
}

// Negative ids need int64, and ids from 2^63 on need uint64. Ids of both kinds do not fit in one array.
template <class A, class B> Ends any_positions(Strided<A> const& sources, Strided<B> const& targets) {
    constexpr bool any_wide = std::is_same_v<A, std::uint64_t> || std::is_same_v<B, std::uint64_t>;
    if constexpr (!any_wide)
        return positions<std::int64_t>(sources, targets);
    else {
        auto const has_negative = [](auto const& values) {
            for (std::size_t i = 0; i < values.count; ++i) {
                if (values[i] < 0) return true;
            }
            return false;
        };
        if constexpr (std::is_signed_v<A>) {
            if (has_negative(sources))
                refuse("x has negative ids in one array and uint64 in the other: give both arrays the same type");
        }
        if constexpr (std::is_signed_v<B>) {
            if (has_negative(targets))
                refuse("x has negative ids in one array and uint64 in the other: give both arrays the same type");
        }
        return positions<std::uint64_t>(sources, targets);
    }
}

// Returns: ends whose ids are the positions below `vertices`. `what` and `says` name the arguments in errors.
template <class A, class B> Ends given_positions(Strided<A> const& sources, Strided<B> const& targets,
                                                 std::uint64_t vertices, std::string const& what,
                                                 std::string const& says) {
    auto const check = [&](auto const& values) {
        for (std::size_t i = 0; i < values.count; ++i) {
            auto const id = values[i];
            if (id < 0 || static_cast<std::uint64_t>(id) >= vertices) {
                refuse(what + " has the id " + std::to_string(id) + ", but " + says + " says that ids are from 0 to " +
                       std::to_string(vertices) + " - 1");
            }
        }
    };
    check(sources);
    check(targets);
    return {edges_at(sources, targets, [](auto id) { return static_cast<VertexId>(id); }),
            static_cast<VertexId>(vertices),
            {}};
}

Ends ends_of(ArrayIn const& sources, ArrayIn const& targets, std::optional<std::uint64_t> vertices) {
    if (sources.ndim() != 1 || targets.ndim() != 1 || sources.shape(0) != targets.shape(0)) {
        refuse("x: expected two arrays of one dimension and the same length, the sources and the targets");
    }
    if (vertices && *vertices >= most_vertices) refuse("nodes: a graph must have fewer than 2^32 - 1 vertices");
    return with_values(sources, "x", [&](auto const& from) {
        return with_values(targets, "x", [&](auto const& to) {
            return vertices ? given_positions(from, to, *vertices, "x", "nodes=" + std::to_string(*vertices))
                            : any_positions(from, to);
        });
    });
}

struct Marks {
    bool directed = false;
    std::optional<std::vector<std::string>> labels, edge_labels;
    std::string source;
    std::optional<std::vector<Column>> rows{}; // a row for each edge, with these columns
};

Graph graph_of(VertexId vertices, std::vector<Edge> const& edges, Marks const& marks) {
    Graph graph = marks.directed ? graph_from_arcs(vertices, edges) : graph_from_edges(vertices, edges);
    graph.source = marks.source;
    if (marks.edge_labels) graph = with_edge_labels(std::move(graph), edges, *marks.edge_labels);
    if (marks.labels) graph = with_labels(std::move(graph), *marks.labels);
    bool const is_simple = graph.cleaning.self_loops == 0 && graph.cleaning.duplicates == 0;
    bool const has_news = marks.rows && (!marks.rows->empty() || !is_simple || marks.edge_labels);
    if (has_news) graph = with_rows(std::move(graph), edges, *marks.rows);
    return graph;
}

nb::object ids_of(Ends& ends) {
    if (auto* const ids = std::get_if<std::vector<std::int64_t>>(&ends.ids)) return array_of(std::move(*ids));
    if (auto* const ids = std::get_if<std::vector<std::uint64_t>>(&ends.ids)) return array_of(std::move(*ids));
    return nb::none();
}

using Labels = std::optional<std::vector<std::string>>;

// Returns: (graph, the ids of its vertices, or None if these are the positions). `rows`: the graph keeps a row for each
// pair, with these columns.
nb::tuple from_pairs(ArrayIn const& sources, ArrayIn const& targets, std::optional<std::uint64_t> vertices,
                     bool directed, Labels edge_labels, std::string source, std::optional<std::vector<Column>> rows) {
    auto const ends = std::make_shared<Ends>();
    Marks marks{directed, std::nullopt, std::move(edge_labels), std::move(source), std::move(rows)};
    Graph graph = call_plainly<Graph>([&sources, &targets, vertices, ends, marks = std::move(marks)] {
        *ends = ends_of(sources, targets, vertices);
        Graph made = graph_of(ends->vertices, ends->edges, marks);
        ends->edges = {};
        return made;
    });
    return nb::make_tuple(Subject(std::move(graph)), ids_of(*ends));
}

Subject labelled(Subject const& subject, std::vector<std::string> labels) {
    return Subject(with_labels(subject.graph(), labels));
}

// Makes a graph from rows of lists. The entries of row i go from indptr[i] to before indptr[i + 1].
Subject from_rows(ArrayIn const& indptr, ArrayIn const& indices, bool directed, std::string source) {
    if (indptr.ndim() != 1 || indices.ndim() != 1 || indptr.shape(0) == 0) {
        refuse("x: expected indptr and indices, two arrays of one dimension");
    }
    std::uint64_t const rows = indptr.shape(0) - 1;
    std::vector<std::int64_t> row_of(indices.shape(0));
    with_values(indptr, "indptr", [&](auto const& offsets) {
        for (std::size_t row = 0; row <= rows; ++row) {
            auto const at = static_cast<std::int64_t>(offsets[row]);
            auto const before = row == 0 ? std::int64_t{0} : static_cast<std::int64_t>(offsets[row - 1]);
            if (at < before || (row == 0 && at != 0) || at > static_cast<std::int64_t>(row_of.size())) {
                refuse("indptr: entry " + std::to_string(row) + " is " + std::to_string(at) +
                       "; expected ascending numbers from 0 to the length of indices, " +
                       std::to_string(row_of.size()));
            }
            std::fill(row_of.begin() + before, row_of.begin() + at, static_cast<std::int64_t>(row) - 1);
        }
        if (static_cast<std::uint64_t>(offsets[rows]) != row_of.size()) {
            refuse("indptr: the last entry must be the length of indices, " + std::to_string(row_of.size()));
        }
    });
    Marks marks{directed, std::nullopt, std::nullopt, std::move(source), std::nullopt};
    return Subject(call_plainly<Graph>([&, marks = std::move(marks)] {
        Ends const ends = with_values(indices, "indices", [&](auto const& targets) {
            return given_positions(Strided<std::int64_t>{row_of.data(), 1, row_of.size()}, targets, rows, "indices",
                                   "the length of indptr");
        });
        return graph_of(ends.vertices, ends.edges, marks);
    }));
}

// Returns: the edges of a graph of networkx, which is a dictionary of dictionaries. `places` has the position of each
// node. `symmetric`: each edge is stored at both ends.
std::vector<Edge> edges_of(nb::dict const& adjacency, nb::dict const& places, bool symmetric) {
    std::vector<Edge> edges;
    PyObject *node = nullptr, *list = nullptr, *other = nullptr, *data = nullptr;
    Py_ssize_t at = 0;
    for (VertexId from = 0; PyDict_Next(adjacency.ptr(), &at, &node, &list) != 0; ++from) {
        if (!PyDict_Check(list)) refuse("x: the adjacency of a node is not a dictionary: give a graph of networkx");
        Py_ssize_t entry = 0;
        while (PyDict_Next(list, &entry, &other, &data) != 0) {
            PyObject* const place = PyDict_GetItemWithError(places.ptr(), other);
            if (place == nullptr) {
                if (PyErr_Occurred() != nullptr) nb::raise_python_error();
                refuse("x: a node has a neighbour that is not a node of the graph");
            }
            auto const to = static_cast<VertexId>(PyLong_AsUnsignedLong(place));
            if (!symmetric || from <= to) edges.push_back({from, to});
        }
    }
    return edges;
}

Subject from_adjacency(nb::dict const& adjacency, nb::dict const& places, bool directed, bool symmetric,
                       std::string source) {
    require_fitting(nb::len(adjacency));
    auto const vertices = static_cast<VertexId>(nb::len(adjacency));
    Marks marks{directed, std::nullopt, std::nullopt, std::move(source), std::nullopt};
    return Subject(call_plainly<Graph>([vertices, edges = edges_of(adjacency, places, symmetric),
                                        marks = std::move(marks)] { return graph_of(vertices, edges, marks); }));
}

} // namespace

void bind_build(nb::module_& module) {
    module.def("from_pairs", from_pairs, nb::arg("sources"), nb::arg("targets"), nb::arg("vertices").none(),
               nb::arg("directed"), nb::arg("edge_labels").none(), nb::arg("source"),
               nb::arg("rows").none() = nb::none());
    module.def("from_rows", from_rows, nb::arg("indptr"), nb::arg("indices"), nb::arg("directed"), nb::arg("source"));
    module.def("from_adjacency", from_adjacency, nb::arg("adjacency"), nb::arg("places"), nb::arg("directed"),
               nb::arg("symmetric"), nb::arg("source"));
    module.def("labelled", labelled, nb::arg("graph"), nb::arg("labels"));
}

} // namespace cerrado::python
