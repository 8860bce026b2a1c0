// Network motifs, and random graphs.
#include "numbers.hpp"
#include "pattern.hpp"
#include "subject.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/random_graph.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace cerrado::python {
namespace {

NullModel model_of(std::string const& name) {
    for (NullModel const model :
         {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm, NullModel::triads, NullModel::er}) {
        if (name_of(model) == name) return model;
    }
    refuse("null='" + name + "': expected one of degree, mutual, global, jdm, triads, er");
}

nb::dict row_of(ClassStatistics const& row) {
    nb::dict made = dictionary_of(row.pattern);
    auto const maybe = [](std::optional<double> const& value) {
        return value ? nb::object(nb::float_(*value)) : nb::object(nb::none());
    };
    made["labels"] = detail::list_of(row.labels);
    made["edge_labels"] = detail::list_of(row.edge_labels);
    made["count"] = to_int(row.count);
    made["value"] = row.value;
    made["error"] = maybe(row.error);
    made["mean"] = row.mean;
    made["deviation"] = row.deviation;
    made["z"] = maybe(row.z);
    made["skew"] = row.skew;
    made["p_over"] = row.p_over;
    made["p_under"] = row.p_under;
    made["q_over"] = row.q_over;
    made["p_of_all"] = maybe(row.p_of_all);
    made["profile"] = maybe(row.profile);
    made["is_motif"] = row.is_motif;
    return made;
}

nb::dict with_classes(Discovery const& result) {
    nb::dict made = dictionary_of(result);
    nb::list rows;
    for (ClassStatistics const& row : result.classes) rows.append(row_of(row));
    made["rows"] = rows;
    made["random_graphs"] = result.counted;
    made["model"] = nb::str(name_of(result.model).data(), name_of(result.model).size());
    made["steps"] = result.steps;
    made["taken"] = result.taken;
    made["far"] = result.far;
    return made;
}

nb::tuple found_motifs(Subject const& subject, DiscoveryQuery query, std::optional<std::string> const& null,
                       bool concentration, nb::int_ const& min_count, Options const& options) {
    if (null) query.model = model_of(*null);
    query.statistic = concentration ? DiscoveryStatistic::concentration : DiscoveryStatistic::count;
    query.min_count = to_count(min_count, "min_count");
    query.keep_counts = false;
    return run_on<Discovery>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            return discover(where.graph(), query, prepared);
        },
        with_classes);
}

Subject make_random(Subject const& subject, std::string const& null, double switches, std::uint64_t seed,
                    std::uint32_t number, bool labels, bool edge_labels, bool free_labels) {
    RandomGraphQuery const query{.model = model_of(null),
                                 .switches = switches,
                                 .seed = seed,
                                 .number = number,
                                 .labels = labels,
                                 .edge_labels = edge_labels,
                                 .free_labels = free_labels};
    return Subject(call_plainly<Graph>([subject, query] { return random_graph(subject.graph(), query).graph; }));
}

} // namespace

void bind_discovery(nb::module_& module) {
    nb::class_<DiscoveryQuery>(module, "DiscoveryQuery", "What a search for network motifs is asked for.")
        .def(nb::init<>())
        .def_rw("k", &DiscoveryQuery::k)
        .def_rw("directed", &DiscoveryQuery::directed)
        .def_rw("patterns", &DiscoveryQuery::patterns)
        .def_rw("edge_induced", &DiscoveryQuery::edge_induced)
        .def_rw("random_graphs", &DiscoveryQuery::random_graphs)
        .def_rw("switches", &DiscoveryQuery::switches)
        .def_rw("seed", &DiscoveryQuery::seed)
        .def_rw("labels", &DiscoveryQuery::labels)
        .def_rw("edge_labels", &DiscoveryQuery::edge_labels)
        .def_rw("free_labels", &DiscoveryQuery::free_labels)
        .def_rw("sample", &DiscoveryQuery::sample)
        .def_rw("theta", &DiscoveryQuery::theta)
        .def_rw("min_excess", &DiscoveryQuery::min_excess)
        .def_rw("devices", &DiscoveryQuery::devices);
    module.def("discover", found_motifs, nb::arg("graph"), nb::arg("query"), nb::arg("null").none(),
               nb::arg("concentration"), nb::arg("min_count"), nb::arg("options"));
    module.def("random_graph", make_random, nb::arg("graph"), nb::arg("null"), nb::arg("switches"), nb::arg("seed"),
               nb::arg("number"), nb::arg("labels"), nb::arg("edge_labels"), nb::arg("free_labels"));
}

} // namespace cerrado::python
