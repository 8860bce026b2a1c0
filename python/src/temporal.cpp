// Temporal motifs: arcs with times, and patterns of them in the order of time.
#include "call.hpp"
#include "listing.hpp"
#include "run.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/store_input.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace cerrado::python {

namespace {

// The arcs of a call. Runs that were left keep them alive.
using SharedArcs = std::shared_ptr<Arcs const>;
struct TimedArcs {
    SharedArcs arcs;
};

TimeColumn time_column(std::string name, std::optional<std::string> const& unit, std::string from, std::string until) {
    return {.name = std::move(name),
            .unit = unit ? std::optional(parse_time_unit(*unit)) : std::nullopt,
            .from = std::move(from),
            .until = std::move(until)};
}

// Returns: (arcs, notes for a person).
template <class Make> nb::tuple made_arcs(Make make) {
    auto const told = std::make_shared<Told>();
    auto made = call_plainly<SharedArcs>([make = std::move(make), told] {
        return std::make_shared<Arcs const>(make([told](std::string const& text) { told->note(text); }));
    });
    return nb::make_tuple(TimedArcs{std::move(made)}, detail::list_of(told->take_notes()));
}

nb::tuple arcs_of_graph(Subject const& subject, std::string time, std::optional<std::string> const& unit,
                        std::string from, std::string until) {
    return made_arcs(
        [graph = subject.graph(), wanted = time_column(std::move(time), unit, std::move(from), std::move(until))](
            TimeNote const& note) { return arcs_of(graph, wanted, note); });
}

nb::tuple arcs_of_file(std::string path, bool has_names, std::string format, std::string columns, std::string delimiter,
                       bool bipartite, std::string const& types, int threads, std::string time,
                       std::optional<std::string> const& unit, std::string from, std::string until) {
    ReadOptions options{.threads = threads,
                        .names = has_names,
                        .format = std::move(format),
                        .columns = std::move(columns),
                        .delimiter = std::move(delimiter),
                        .bipartite = bipartite,
                        .column_types = parse_column_types(types)};
    return made_arcs(
        [path = std::move(path), options = std::move(options),
         wanted = time_column(std::move(time), unit, std::move(from), std::move(until))](TimeNote const& note) {
            Arcs arcs = open_arcs(path, options, wanted, note);
            require_columns(arcs.graph, options.column_types);
            return arcs;
        });
}

// Returns: the same arcs, in a graph with these labels of its vertices.
TimedArcs labelled_arcs(TimedArcs const& timed, std::vector<std::string> const& labels) {
    auto made = std::make_shared<Arcs>(*timed.arcs);
    made->graph = with_labels(std::move(made->graph), labels);
    return {std::move(made)};
}

template <auto member> nb::object array_at(nb::handle self) {
    auto const& values = (*nb::cast<TimedArcs const&>(self).arcs).*member;
    return view_of(std::span(values), self);
}

// Patterns, which are counted together.
struct TemporalPatterns {
    std::vector<TemporalPattern> each;
    std::string arc_labels; // a column, or empty

    TemporalSettings settings(std::int64_t delta, std::string const& ties) const {
        return {delta, value_of(ties_words, "ties", ties), arc_labels, each.size() > 1};
    }
};

TemporalPatterns parsed(TimedArcs const& timed, std::vector<std::string> const& texts, std::string const& order,
                        std::string const& gap, bool is_consecutive, std::string const& arc_labels) {
    TemporalPatterns made{{}, arc_labels};
    for (std::string const& text : texts) {
        auto const own = parse_temporal_patterns(text, {.order = order,
                                                        .gap = gap,
                                                        .is_consecutive = is_consecutive,
                                                        .unit = timed.arcs->unit,
                                                        .are_dates = timed.arcs->are_dates});
        std::ranges::copy(own, std::back_inserter(made.each));
    }
    return made;
}

// Returns: for each pattern (name, text, order, arcs, vertices).
nb::list described(TemporalPatterns const& patterns) {
    nb::list made;
    for (TemporalPattern const& pattern : patterns.each) {
        std::string const text = text_of(pattern);
        made.append(nb::make_tuple(pattern.name.empty() ? text : pattern.name, text, order_of(pattern),
                                   pattern.arcs.size(), pattern.vertices()));
    }
    return made;
}

Ties ties_named(std::string const& word) { return value_of(ties_words, "ties", word); }
TemporalPer per_named(bool per_arc) { return per_arc ? TemporalPer::arc : TemporalPer::vertex; }

// Counts.

// Runs `work(arcs, options)`. The dictionary of its result also has what `add(dictionary, result)` adds.
template <class Work, class Add> nb::tuple answer(TimedArcs const& timed, Options const& options, Work work, Add add) {
    using Result = std::invoke_result_t<Work, Arcs const&, RunOptions const&>;
    return run<Result>(
        options,
        [arcs = timed.arcs, work = std::move(work)](RunOptions const& prepared) { return work(*arcs, prepared); },
        [add](Result const& result) {
            nb::dict made = dictionary_of(result);
            add(made, result);
            return made;
        });
}

void add_table(nb::dict& made, LocalTemporal const& found) {
    made["counts"] = counts_array(found.of, {found.of.size() / std::max<std::size_t>(found.columns, 1), found.columns});
}

// The result also has `tables`: 36 numbers for each delta.
nb::tuple counted_motifs(TimedArcs const& timed, std::vector<std::int64_t> const& deltas, std::string const& ties,
                         Options const& options) {
    auto const work = [deltas, how = ties_named(ties)](Arcs const& arcs, RunOptions const& prepared) {
        return count_temporal_motifs(arcs, deltas, how, prepared);
    };
    return answer(timed, options, work, [](nb::dict& made, TemporalMotifs const& found) {
        std::vector<WideCount> cells;
        for (MotifTable const& table : found.tables) std::ranges::copy(table, std::back_inserter(cells));
        made["tables"] = counts_array(cells, {found.tables.size(), std::tuple_size_v<MotifTable>});
    });
}

// The result also has `counts`: a row for each vertex, or arc by rank.
nb::tuple located_motifs(TimedArcs const& timed, bool per_arc, std::int64_t delta, std::string const& ties,
                         Options const& options) {
    auto const work = [per = per_named(per_arc), delta, how = ties_named(ties)](Arcs const& arcs,
                                                                                RunOptions const& prepared) {
        return count_local_temporal_motifs(arcs, per, delta, how, prepared);
    };
    return answer(timed, options, work, add_table);
}

// The result also has `counts`, a list by pattern.
nb::tuple counted_patterns(TimedArcs const& timed, TemporalPatterns const& patterns, std::int64_t delta,
                           std::string const& ties, Options const& options) {
    auto const work = [each = patterns.each, settings = patterns.settings(delta, ties)](Arcs const& arcs,
                                                                                        RunOptions const& prepared) {
        return count_temporal(arcs, each, settings, prepared);
    };
    return answer(timed, options, work, [](nb::dict& made, TemporalCounts const& found) {
        nb::list counts;
        for (WideCount const count : found.counts) counts.append(to_int(count));
        made["counts"] = counts;
    });
}

nb::tuple located_patterns(TimedArcs const& timed, TemporalPatterns const& patterns, bool per_arc, std::int64_t delta,
                           std::string const& ties, Options const& options) {
    auto const work = [each = patterns.each, per = per_named(per_arc), settings = patterns.settings(delta, ties)](
                          Arcs const& arcs, RunOptions const& prepared) {
        return count_local_temporal(arcs, per, each, settings, prepared);
    };
    return answer(timed, options, work, add_table);
}

// Counts beside those of random graphs.

nb::dict row_of(TemporalSignificance const& row) {
    nb::dict made;
    made["count"] = to_int(row.count);
    made["mean"] = row.mean;
    made["deviation"] = row.deviation;
    made["z"] = row.z;
    made["p_over"] = row.p_over;
    made["p_under"] = row.p_under;
    made["q_over"] = row.q_over;
    made["p_of_all"] = row.p_of_all;
    made["profile"] = row.profile;
    return made;
}

// The result also has `rows`, by delta and motif or pattern; `random_graphs`, how many were counted; and `keeps`. No
// patterns: the motifs.
nb::tuple found_beside_random(TimedArcs const& timed, std::vector<std::int64_t> const& deltas,
                              TemporalPatterns const* patterns, bool is_undirected, std::string const& ties,
                              std::string const& null, std::uint32_t graphs, std::uint64_t seed,
                              Options const& options) {
    TemporalQuestion question{.deltas = deltas, .undirected = is_undirected, .ties = ties_named(ties)};
    if (patterns != nullptr) question.patterns = patterns->each;
    TemporalRandom const random{.null = value_of(temporal_null_words, "null", null), .graphs = graphs, .seed = seed};
    auto const work = [question = std::move(question), random](Arcs const& arcs, RunOptions const& prepared) {
        return discover_temporal(arcs, question, random, prepared);
    };
    return answer(timed, options, work, [null = random.null](nb::dict& made, TemporalDiscovery const& found) {
        nb::list rows;
        for (TemporalSignificance const& row : found.rows) rows.append(row_of(row));
        made["rows"] = rows;
        made["random_graphs"] = found.random.numbers.size();
        made["keeps"] = std::string(kept_by(null));
    });
}

// Lists.

struct ListedPattern {
    SharedArcs arcs;
    TemporalPattern pattern;
    TemporalSettings settings;
    std::optional<std::uint64_t> limit;
};

template <class Id>
RunResult listed(ListedPattern const& asked, RunOptions const& options, std::function<void(std::span<Id const>)> sink) {
    RowBuffer<Id> buffer(std::move(sink));
    RunResult result = list_temporal(
        *asked.arcs, asked.pattern, asked.settings,
        [&](TemporalMatch const& match) { buffer.put(match.arcs, match.vertices); }, asked.limit, options);
    buffer.flush();
    return result;
}

// Lists the matches of one of the patterns: the ranks of the arcs, and then the positions of the vertices.
std::unique_ptr<Listing> listed_patterns(TimedArcs const& timed, TemporalPatterns const& patterns, std::size_t index,
                                         std::int64_t delta, std::string const& ties, Options const& options) {
    ListedPattern asked{timed.arcs, patterns.each.at(index), patterns.settings(delta, ties), options.limit};
    auto const width = static_cast<int>(asked.pattern.arcs.size()) + asked.pattern.vertices();
    Options unlimited = options;
    unlimited.limit.reset(); // list_temporal() counts the matches
    return std::make_unique<Listing>(
        Subject(timed.arcs->graph), unlimited, width,
        [asked = std::move(asked)](GraphOrResident const&, RunOptions const& given) -> RunResult {
            RunOptions prepared = given;
            auto& store = prepared.of<StoreInput>();
            auto const narrow = std::exchange(store.narrow_sink, {});
            auto const wide = std::exchange(store.batch_sink, {});
            return narrow ? listed<std::uint32_t>(asked, prepared, narrow)
                          : listed<std::uint64_t>(asked, prepared, wide);
        });
}

// Returns: for each cell of a table of motifs the motif of contacts that it becomes.
std::vector<int> contacts_of_cells() {
    std::vector<int> made;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column) made.push_back(contact_of_cell(row, column));
    return made;
}

} // namespace

void bind_temporal(nb::module_& module) {
    nb::class_<TimedArcs>(module, "Arcs", "The arcs of a graph, in the order of time.")
        .def("labelled", labelled_arcs, nb::arg("labels"))
        .def_prop_ro("size", [](TimedArcs const& self) { return self.arcs->size(); })
        .def_prop_ro("loops", [](TimedArcs const& self) { return self.arcs->loops; })
        .def_prop_ro("lines", [](TimedArcs const& self) { return self.arcs->lines; })
        .def_prop_ro("column", [](TimedArcs const& self) { return self.arcs->column; })
        .def_prop_ro("unit", [](TimedArcs const& self) { return std::string(to_string(self.arcs->unit)); })
        .def_prop_ro("are_dates", [](TimedArcs const& self) { return self.arcs->are_dates; })
        .def_prop_ro("graph", [](TimedArcs const& self) { return Subject(self.arcs->graph); })
        .def_prop_ro("source", array_at<&Arcs::source>)
        .def_prop_ro("target", array_at<&Arcs::target>)
        .def_prop_ro("time", array_at<&Arcs::time>)
        .def_prop_ro("line", array_at<&Arcs::line>)
        .def(
            "parse_duration",
            [](TimedArcs const& self, std::string const& text) {
                return parse_duration(text, self.arcs->unit, self.arcs->are_dates);
            },
            nb::arg("text"))
        .def(
            "format_duration",
            [](TimedArcs const& self, std::int64_t duration) { return format_duration(duration, self.arcs->unit); },
            nb::arg("duration"));
    module.def("arcs_of", arcs_of_graph, nb::arg("graph"), nb::arg("time"), nb::arg("unit").none(), nb::arg("from_"),
               nb::arg("until"));
    module.def("open_arcs", arcs_of_file, nb::arg("path"), nb::arg("names"), nb::arg("format"), nb::arg("columns"),
               nb::arg("delimiter"), nb::arg("bipartite"), nb::arg("types"), nb::arg("threads"), nb::arg("time"),
               nb::arg("unit").none(), nb::arg("from_"), nb::arg("until"));
    nb::class_<TemporalPatterns>(module, "TemporalPatterns", "Patterns of arcs in the order of time.")
        .def("described", described);
    module.def("parse_temporal_patterns", parsed, nb::arg("arcs"), nb::arg("texts"), nb::arg("order"), nb::arg("gap"),
               nb::arg("is_consecutive"), nb::arg("arc_labels"));
    module.def("count_temporal_motifs", counted_motifs, nb::arg("arcs"), nb::arg("deltas"), nb::arg("ties"),
               nb::arg("options"));
    module.def("count_local_temporal_motifs", located_motifs, nb::arg("arcs"), nb::arg("per_arc"), nb::arg("delta"),
               nb::arg("ties"), nb::arg("options"));
    module.def("count_temporal", counted_patterns, nb::arg("arcs"), nb::arg("patterns"), nb::arg("delta"),
               nb::arg("ties"), nb::arg("options"));
    module.def("count_local_temporal", located_patterns, nb::arg("arcs"), nb::arg("patterns"), nb::arg("per_arc"),
               nb::arg("delta"), nb::arg("ties"), nb::arg("options"));
    module.def("discover_temporal", found_beside_random, nb::arg("arcs"), nb::arg("deltas"), nb::arg("patterns").none(),
               nb::arg("undirected"), nb::arg("ties"), nb::arg("null"), nb::arg("random"), nb::arg("seed"),
               nb::arg("options"));
    module.def("list_temporal", listed_patterns, nb::arg("arcs"), nb::arg("patterns"), nb::arg("index"),
               nb::arg("delta"), nb::arg("ties"), nb::arg("options"));
    module.def("contacts_of_cells", contacts_of_cells);
}

} // namespace cerrado::python
