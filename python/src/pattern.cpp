#include "run.hpp"

#include "call.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/pattern/from_graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>

namespace cerrado::python {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

template <class Has> Pairs pairs_of(Pattern const& pattern, bool ordered, Has const& has) {
    Pairs made;
    for (int u = 0; u < pattern.size(); ++u) {
        for (int v = ordered ? 0 : u + 1; v < pattern.size(); ++v) {
            if ((has(u) & Pattern::bit(v)) != 0) made.emplace_back(u, v);
        }
    }
    return made;
}

Pairs edges(Pattern const& pattern) {
    return pairs_of(pattern, false, [&](int u) { return pattern.edges(u); });
}
Pairs forbidden(Pattern const& pattern) {
    return pairs_of(pattern, false, [&](int u) { return pattern.strangers(u); });
}
Pairs arcs(Pattern const& pattern) {
    return pairs_of(pattern, true, [&](int u) { return pattern.arcs_from(u); });
}
Pairs forbidden_arcs(Pattern const& pattern) {
    return pairs_of(pattern, true, [&](int u) { return pattern.no_arcs_from(u); });
}

std::vector<int> list_of(Pattern::Vertices set) {
    std::vector<int> made;
    for (int v = 0; v < Pattern::max_vertices; ++v) {
        if ((set & Pattern::bit(v)) != 0) made.push_back(v);
    }
    return made;
}

// Returns: the vertices of a match, in the order of its records.
std::vector<int> core(Pattern const& pattern) { return list_of(pattern.core()); }
std::vector<int> discovered(Pattern const& pattern) { return list_of(pattern.discovered()); }

// Returns: (pattern, notes for a person).
nb::tuple parse(std::string const& text) {
    std::vector<std::string> notes;
    Pattern const pattern = parse_pattern(text, [&](std::string const& note) { notes.push_back(note); });
    return nb::make_tuple(pattern, detail::list_of(notes));
}

// Returns: all automorphisms, each as the list of the images of the pattern's vertices.
std::vector<std::vector<int>> all_automorphisms(Pattern const& pattern) {
    std::vector<std::vector<int>> made(1);
    for (int v = 0; v < pattern.size(); ++v) made.front().push_back(v);
    for (auto const& level : stabiliser_chain(pattern)) {
        std::size_t const before = made.size();
        for (Permutation const& taken : level) {
            for (std::size_t i = 0; i < before; ++i) {
                std::vector<int> product = made[i];
                for (int v = 0; v < pattern.size(); ++v) {
                    product[static_cast<std::size_t>(v)] =
                        made[i][static_cast<std::size_t>(taken[static_cast<std::size_t>(v)])];
                }
                made.push_back(std::move(product));
            }
        }
    }
    return made;
}

} // namespace

nb::dict dictionary_of(PatternInfo const& pattern) {
    nb::dict made;
    made["graph6"] = pattern.graph6.c_str();
    made["name"] = pattern.name.c_str();
    made["aliases"] = detail::list_of(pattern.aliases);
    nb::list pairs;
    for (auto const& [u, v] : pattern.edges) pairs.append(nb::make_tuple(u, v));
    made["edges"] = pairs;
    return made;
}

void bind_patterns(nb::module_& module) {
    nb::class_<Pattern>(module, "Pattern", "A pattern of the library.")
        .def(nb::init<int>(), nb::arg("vertices"))
        .def("require_edge", &Pattern::require_edge)
        .def("forbid_edge", &Pattern::forbid_edge)
        .def("require_arc", &Pattern::require_arc)
        .def("forbid_arc", &Pattern::forbid_arc)
        .def("label", &Pattern::label)
        .def("discover_label", &Pattern::discover_label)
        .def("label_edge", &Pattern::label_edge)
        .def("label_arc", &Pattern::label_arc)
        .def("require_connected", &Pattern::require_connected)
        .def("meaning", &Pattern::meaning, nb::arg("induced"))
        .def_prop_ro("size", &Pattern::size)
        .def_prop_ro("edges", edges)
        .def_prop_ro("forbidden", forbidden)
        .def_prop_ro("arcs", arcs)
        .def_prop_ro("forbidden_arcs", forbidden_arcs)
        .def_prop_ro("core", core)
        .def_prop_ro("discovered", discovered)
        .def_prop_ro("has_arcs", &Pattern::has_arcs)
        .def("labels", [](Pattern const& self, int v) { return self.labels(v); })
        .def("edge_label", [](Pattern const& self, int u, int v) { return self.edge_label(u, v); })
        .def("arc_label", [](Pattern const& self, int u, int v) { return self.arc_label(u, v); })
        .def("automorphism_count", [](Pattern const& self) { return to_int(automorphisms(self).count); })
        .def("orbits", [](Pattern const& self) { return automorphisms(self).orbits; })
        .def("automorphisms", all_automorphisms);
    module.def("parse_pattern", parse, nb::arg("text"));
    module.def("label_in_item", label_in_item, nb::arg("label"));
    module.def(
        "describe_pattern",
        [](int k, std::uint64_t adjacency) { return dictionary_of(describe_pattern(k, adjacency)); }, nb::arg("k"),
        nb::arg("adjacency"));
    module.def(
        "pattern_from_graph", [](Subject const& subject) { return pattern_from_graph(subject.graph()); },
        nb::arg("graph"));
}

} // namespace cerrado::python
