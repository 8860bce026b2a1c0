// The score of compression by cliques, and compressed files.
#include "numbers.hpp"
#include "subject.hpp"

#include <cerrado/apps/compress.hpp>
#include <cerrado/apps/compression.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace cerrado::python {
namespace {

CompressionQuery score_query(std::optional<int> k, std::optional<int> least, std::optional<int> most,
                             std::string const& algorithm) {
    CompressionQuery query;
    query.algorithm = parse_algorithm(algorithm);
    query.k = k.value_or(query.k);
    query.min_k = least.value_or(query.min_k);
    query.max_k = most.value_or(query.max_k);
    return query;
}

nb::dict with_rows(CompressionResult const& result) {
    nb::dict made = dictionary_of(result);
    nb::list rows;
    for (CompressionRow const& row : result.rows) {
        rows.append(nb::make_tuple(row.k, to_int(row.cliques), row.compressing, to_int(row.score)));
    }
    made["rows"] = rows;
    return made;
}

nb::tuple score(Subject const& subject, std::optional<int> k, std::optional<int> least, std::optional<int> most,
                std::string const& algorithm, Options const& options) {
    return run_on<CompressionResult>(
        subject, options,
        [query = score_query(k, least, most, algorithm)](GraphOrResident const& where, RunOptions const& prepared) {
            return score_compression(where, query, prepared);
        },
        with_rows);
}

std::string estimated_score(Subject const& subject, std::optional<int> k, std::optional<int> least,
                            std::optional<int> most, std::string const& algorithm, Options const& options) {
    detail::check_device(options);
    RunOptions const prepared = run_options(options, std::make_shared<Told>());
    return call_plainly<std::string>([subject, prepared, query = score_query(k, least, most, algorithm)] {
        return estimate_score(subject.graph(), query, prepared);
    });
}

CompressionOrder order_of(std::string const& name) {
    for (CompressionOrder const order :
         {CompressionOrder::automatic, CompressionOrder::ids, CompressionOrder::metis, CompressionOrder::bisect}) {
        if (to_string(order) == name) return order;
    }
    refuse("order='" + name + "': expected one of auto, ids, metis, bisect");
}

nb::dict compress(Subject const& subject, std::string const& path, std::string const& order, bool drop_ids, int effort,
                  int threads) {
    CompressionOptions const options{
        .order = order_of(order), .drop_ids = drop_ids, .effort = effort, .threads = threads};
    CompressionReport const report = call_plainly<CompressionReport>(
        [subject, path, options] { return compress_graph(subject.graph(), path, options); });
    nb::dict made;
    made["order"] = nb::str(to_string(report.order).data(), to_string(report.order).size());
    made["bytes"] = report.bytes;
    made["grouped_edges"] = report.grouped_edges;
    made["cliques"] = report.cliques;
    made["seconds"] = report.seconds;
    made["notes"] = detail::list_of(report.notes);
    return made;
}

} // namespace

void bind_compression(nb::module_& module) {
    module.def("score_compression", score, nb::arg("graph"), nb::arg("k").none(), nb::arg("min_k").none(),
               nb::arg("max_k").none(), nb::arg("algorithm"), nb::arg("options"));
    module.def("estimate_score", estimated_score, nb::arg("graph"), nb::arg("k").none(), nb::arg("min_k").none(),
               nb::arg("max_k").none(), nb::arg("algorithm"), nb::arg("options"));
    module.def("compress", compress, nb::arg("graph"), nb::arg("path"), nb::arg("order"), nb::arg("drop_ids"),
               nb::arg("effort"), nb::arg("threads"));
}

} // namespace cerrado::python
