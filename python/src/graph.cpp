// Graphs: what they are made of, files, and graphs that stay on a device.
#include "numbers.hpp"
#include "subject.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/run/devices.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

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

// As the record of the command line describes it.
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

// For each vertex its label, or None.
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

// Sources and targets of arcs, or the ends of edges if `as_edges` or the graph has no directions: two arrays of
// positions. Edges ascend, each from its lower end.
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

// For each arc, or edge if the graph has no directions, its label or None, in the order of ends().
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
    int threads = 0;
};

Graph read(ReadWish wish, std::shared_ptr<Told> const& told) {
    auto const note = [told](std::string const& text) { told->note(text); };
    wish.marks.note = note;
    Graph graph = open_marked_graph(wish.path, wish.marks, wish.threads);
    return wish.labels.empty() ? graph : read_labels(std::move(graph), wish.labels, note);
}

// Returns: (graph, what a person should know).
nb::tuple read_graph_file(std::string path, bool directed, bool has_edge_labels, bool has_names, std::string format,
                          std::string columns, std::string delimiter, std::uint64_t number, std::string labels,
                          int threads) {
    ReadWish wish{.path = std::move(path),
                  .marks = {.directed = directed,
                            .edge_labels = has_edge_labels,
                            .names = has_names,
                            .format = std::move(format),
                            .columns = std::move(columns),
                            .delimiter = std::move(delimiter),
                            .graph = number},
                  .labels = std::move(labels),
                  .threads = threads};
    auto const told = std::make_shared<Told>();
    Graph graph = call_plainly<Graph>([wish = std::move(wish), told] { return read(wish, told); });
    return nb::make_tuple(Subject(std::move(graph)), detail::list_of(told->take_notes()));
}

Subject generate(std::string const& spec, int threads) {
    return Subject(call_plainly<Graph>([=] { return generate_graph(spec, threads); }));
}

bool save(Subject const& subject, std::string const& path) {
    return call_plainly<bool>([subject, path] {
        save_graph(subject.graph(), path);
        return true;
    });
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
    switch (subject.resident()->device()) {
    case DeviceKind::cuda: return nb::str("cuda");
    case DeviceKind::lockstep: return nb::str("lockstep");
    default: return nb::str("host");
    }
}

} // namespace

void bind_graph(nb::module_& module) {
    nb::class_<Subject>(module, "Graph", "A graph of the library, or one that stays on its device.")
        .def_prop_ro("vertex_count", [](Subject const& self) { return self.graph().vertex_count(); })
        .def_prop_ro("edge_count", [](Subject const& self) { return self.graph().edge_count(); })
        .def_prop_ro("arc_or_edge_count", [](Subject const& self) { return count_arcs_or_edges(self.graph()); })
        .def_prop_ro("max_degree", [](Subject const& self) { return self.graph().max_degree(); })
        .def_prop_ro("is_directed", [](Subject const& self) { return is_directed(self.graph()); })
        .def_prop_ro("has_labels", [](Subject const& self) { return has_labels(self.graph()); })
        .def_prop_ro("has_edge_labels", [](Subject const& self) { return has_edge_labels(self.graph()); })
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
        .def("resident", resident, nb::arg("options"))
        .def("close", &Subject::close);
    module.def("read", read_graph_file, nb::arg("path"), nb::arg("directed"), nb::arg("edge_labels"), nb::arg("names"),
               nb::arg("format"), nb::arg("columns"), nb::arg("delimiter"), nb::arg("graph"), nb::arg("labels"),
               nb::arg("threads"));
    module.def("generate", generate, nb::arg("spec"), nb::arg("threads"));
}

} // namespace cerrado::python
